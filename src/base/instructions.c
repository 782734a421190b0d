#define _GNU_SOURCE /* syscall */
#include "base/instructions.h"

#include <unistd.h>

#ifdef __linux__

#include <linux/perf_event.h>
#include <sys/syscall.h>

void instructions_begin(struct instructions *count)
{
    struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE,
                                    .size = sizeof attr,
                                    .config = PERF_COUNT_HW_INSTRUCTIONS,
                                    .inherit = 1,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1 };

    count->fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t instructions_end(struct instructions *count)
{
    uint64_t n = 0;

    if (count->fd < 0)
        return 0;
    if (read(count->fd, &n, sizeof n) != sizeof n)
        n = 0;
    close(count->fd);
    count->fd = -1;
    return n;
}

#else

void instructions_begin(struct instructions *count)
{
    count->fd = -1;
}

uint64_t instructions_end(struct instructions *count)
{
    (void)count;
    return 0;
}

#endif
