#define _GNU_SOURCE /* fopencookie */
#include "base/output.h"

#include <errno.h>
#include <unistd.h>

/* Called by stdio. A short count tells it that writing failed. */
static ssize_t write_some(void *cookie, const char *text, size_t size)
{
    struct output *o = cookie;
    size_t done = 0;

    while (done < size && !o->why) {
        ssize_t written = write(o->fd, text + done, size - done);

        if (written > 0)
            done += (size_t)written;
        else if (written == 0 || errno != EINTR)
            o->why = written == 0 ? EIO : errno;
    }
    return (ssize_t)done;
}

int output_open(struct output *output, int fd)
{
    const cookie_io_functions_t functions = { .write = write_some };

    *output = (struct output){ .fd = fd, .file = fopencookie(output, "w", functions) };
    if (output->file)
        return 0;
    close(fd);
    return ENOMEM;
}

int output_flush(struct output *output)
{
    if (fflush(output->file) && !output->why)
        output->why = errno;
    return output->why;
}

int output_close(struct output *output)
{
    int why = output_flush(output);

    fclose(output->file);
    if (close(output->fd) && !why)
        why = errno;
    *output = (struct output){ .fd = -1 };
    return why;
}
