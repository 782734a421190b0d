#include "cmd/bench_against.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include <sys/resource.h>

#include "base/clock.h"
#include "base/process.h"
#include "stats/student.h"

/* A match takes seconds; a program that needs minutes hangs. */
#define PATIENCE_S 600

/* Hand-picked genomes, genes with threats, and tables. A row takes about a quarter of a second. */
static const struct row {
    const char *a, *b;
    int depth, games;
} rows[] = {
    { "fevalb", "fevalc", 4, 3000 },
    { "fevalb", "fevalc", 5, 1500 },
    { "fevalb", "fevalc", 6, 600 },
    { "fevalb", "fevalc", 8, 120 },
    { "champion-genes", "champion-genes", 5, 600 },
    { "champion-genes", "champion-genes", 8, 60 },
    { "champion", "champion", 5, 400 },
    { "champion", "champion", 8, 40 },
};

/* What a program did: processor time, and a hash of what it printed. */
struct result {
    double seconds;
    uint64_t hash;
};

static double children_s(void)
{
    struct rusage use;

    getrusage(RUSAGE_CHILDREN, &use);
    return (double)use.ru_utime.tv_sec + 1e-6 * (double)use.ru_utime.tv_usec;
}

/* Reads all lines of a process into a hash. Fails if there are none. */
static int read_lines(struct process *process, uint64_t *hash)
{
    const double deadline_s = clock_s() + PATIENCE_S;
    const char *line;
    int n = 0;

    *hash = UINT64_C(0xcbf29ce484222325);
    for (; process_line(process, deadline_s, &line) == PROCESS_LINE; n++)
        for (; *line; line++)
            *hash = (*hash ^ (unsigned char)*line) * UINT64_C(0x100000001b3);
    return n > 0 ? 0 : -1;
}

static int play_row(const char *program, const struct row *row, struct result *result,
                    struct err *err)
{
    char a[64], b[64], games[16], fate[200];
    char *argv[] = { (char *)(uintptr_t)program,
                     "match",
                     a,
                     b,
                     "--games",
                     games,
                     "--openings",
                     "6",
                     "--threads",
                     "1",
                     NULL };
    double before_s = children_s();
    struct process process;
    int status;

    snprintf(a, sizeof a, "%s:depth=%d", row->a, row->depth);
    snprintf(b, sizeof b, "%s:depth=%d", row->b, row->depth);
    snprintf(games, sizeof games, "%d", row->games);
    if (process_start(&process, argv, err))
        return -1;
    status = read_lines(&process, &result->hash);
    if (status)
        process_fate(&process, fate, sizeof fate);
    process_release(&process, PATIENCE_S);
    result->seconds = children_s() - before_s;
    return status ? err_set(err, "%s %s", program, fate) : 0;
}

/* Whoever begins changes from turn to turn. */
static int compare_row(const char *const program[2], const struct row *row, int turns, bool title,
                       struct err *err)
{
    double ratio[BENCH_TURNS_MAX], least[2] = { INFINITY, INFINITY };
    struct interval mean;

    for (int turn = 0; turn < turns; turn++) {
        struct result result[2];

        for (int i = 0; i < 2; i++) {
            int who = (turn + i) % 2;

            if (play_row(program[who], row, &result[who], err))
                return -1;
            least[who] = fmin(least[who], result[who].seconds);
        }
        if (result[0].hash != result[1].hash)
            return err_set(err, "%s and %s at depth %d: the results of %s differ from ours", row->a,
                           row->b, row->depth, program[1]);
        ratio[turn] = log(fmax(result[1].seconds, 1e-3) / fmax(result[0].seconds, 1e-3));
    }
    mean = student_interval(ratio, (size_t)turns);
    if (title)
        printf("                         this program     other  ratio  95%% interval\n");
    printf("%-15s depth %d %5.0f games/s %9.0f %6.2f", row->a, row->depth, row->games / least[0],
           row->games / least[1], exp(mean.mean));
    if (turns > 1)
        printf("  %.2f to %.2f", exp(mean.low), exp(mean.high));
    printf("\n");
    return fflush(stdout) ? err_set(err, "standard output failed") : 0;
}

int bench_against(const char *program, int turns, struct err *err)
{
    char own[4096];
    const char *const programs[2] = { own, program };
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);

    if (length < 0)
        return err_set(err, "cannot find the file of this program");
    own[length] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (compare_row(programs, &rows[i], turns, i == 0, err))
            return -1;
    return 0;
}
