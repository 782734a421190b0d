#include "cmd/bench_against.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sys/resource.h>

#include "base/clock.h"
#include "base/instructions.h"
#include "base/process.h"
#include "stats/student.h"

/* A match takes seconds; a program that needs minutes hangs. */
#define PATIENCE_S 600

/* A match of so few games costs little more than starting the program. */
#define START_GAMES 2

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

/* What a program did. */
struct effort {
    double seconds;      /* of processors */
    double instructions; /* 0: the system does not count them */
};

/* The lines that a program printed: their number, and a hash of them in order. */
struct lines {
    const char *begin; /* only those that begin with this */
    int n;
    uint64_t hash;
};

static double children_s(void)
{
    struct rusage use;

    getrusage(RUSAGE_CHILDREN, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

/* Reads the lines of a process. Fails if it prints nothing at all. */
static int read_lines(struct process *process, struct lines *lines)
{
    const double deadline_s = clock_s() + PATIENCE_S;
    const char *line;
    int all = 0;

    lines->n = 0;
    lines->hash = UINT64_C(0xcbf29ce484222325);
    for (; process_line(process, deadline_s, &line) == PROCESS_LINE; all++) {
        if (strncmp(line, lines->begin, strlen(lines->begin)) != 0)
            continue;
        lines->n++;
        for (; *line; line++)
            lines->hash = (lines->hash ^ (unsigned char)*line) * UINT64_C(0x100000001b3);
    }
    return all > 0 ? 0 : -1;
}

/* Runs a program: a match that prints its games as PGN besides, or not. */
static int run_match(const char *program, const struct row *row, int games, bool pgn,
                     struct lines *lines, struct err *err)
{
    char a[64], b[64], number[16], fate[200];
    char *argv[] = { (char *)(uintptr_t)program,
                     "match",
                     a,
                     b,
                     "--games",
                     number,
                     "--openings",
                     "6",
                     "--threads",
                     "1",
                     pgn ? "--pgn" : NULL,
                     "/dev/stdout",
                     NULL };
    struct process process;
    int status;

    snprintf(a, sizeof a, "%s:depth=%d", row->a, row->depth);
    snprintf(b, sizeof b, "%s:depth=%d", row->b, row->depth);
    snprintf(number, sizeof number, "%d", games);
    if (process_start(&process, argv, err))
        return -1;
    status = read_lines(&process, lines);
    if (status)
        process_fate(&process, fate, sizeof fate);
    process_release(&process, PATIENCE_S);
    return status ? err_set(err, "%s %s", program, fate) : 0;
}

/* Do both programs make the same moves in every game? */
static int check_moves(const char *const program[2], const struct row *row, struct err *err)
{
    struct lines lines[2] = { { .begin = "[Columns \"" }, { .begin = "[Columns \"" } };

    for (int i = 0; i < 2; i++)
        if (run_match(program[i], row, row->games, true, &lines[i], err))
            return -1;
    if (lines[0].n == row->games && lines[1].n == row->games && lines[0].hash == lines[1].hash)
        return 0;
    return err_set(err, "%s and %s at depth %d: the games of %s differ from ours", row->a, row->b,
                   row->depth, program[1]);
}

static int time_match(const char *program, const struct row *row, int games, struct effort *effort,
                      struct err *err)
{
    struct lines lines = { .begin = "" };
    double before_s = children_s();
    struct instructions count;
    int status;

    instructions_begin(&count);
    status = run_match(program, row, games, false, &lines, err);
    effort->instructions = (double)instructions_end(&count);
    effort->seconds = children_s() - before_s;
    return status;
}

/* What a game costs on average, without the start of the program. */
static int time_games(const char *program, const struct row *row, struct effort *game,
                      struct err *err)
{
    const int games = row->games - START_GAMES;
    struct effort start, all;

    if (time_match(program, row, START_GAMES, &start, err) ||
        time_match(program, row, row->games, &all, err))
        return -1;
    game->seconds = fmax(all.seconds - start.seconds, 1e-3) / games;
    game->instructions = (all.instructions - start.instructions) / games;
    return 0;
}

static void print_row(const struct row *row, const struct effort least[2],
                      const struct interval *ratio, bool certain)
{
    printf("%-15s depth %d %8.0f %9.0f %6.2f", row->a, row->depth, 1 / least[0].seconds,
           1 / least[1].seconds, exp(ratio->mean));
    if (certain)
        printf("  %.2f to %.2f", exp(ratio->low), exp(ratio->high));
    if (least[0].instructions > 0 && least[1].instructions > 0)
        printf("  %.3f and %.3f M instructions per game", 1e-6 * least[0].instructions,
               1e-6 * least[1].instructions);
    printf("\n");
}

/* Whoever begins changes from turn to turn. */
static int compare_row(const char *const program[2], const struct row *row, int turns, bool title,
                       struct err *err)
{
    struct effort least[2] = { { INFINITY, INFINITY }, { INFINITY, INFINITY } };
    double ratio[BENCH_TURNS_MAX];
    struct interval mean;

    if (check_moves(program, row, err))
        return -1;
    for (int turn = 0; turn < turns; turn++) {
        struct effort game[2];

        for (int i = 0; i < 2; i++) {
            int who = (turn + i) % 2;

            if (time_games(program[who], row, &game[who], err))
                return -1;
            least[who].seconds = fmin(least[who].seconds, game[who].seconds);
            least[who].instructions = fmin(least[who].instructions, game[who].instructions);
        }
        ratio[turn] = log(game[1].seconds / game[0].seconds);
    }
    mean = student_interval(ratio, (size_t)turns);
    if (title)
        printf("games per second        this one     other  ratio%s\n",
               turns > 1 ? "  95% interval" : "");
    print_row(row, least, &mean, turns > 1);
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
