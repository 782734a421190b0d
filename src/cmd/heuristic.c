#include "cmd/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/data.h"
#include "base/json.h"
#include "cmd/progress.h"
#include "heuristic/custom_check.h"
#include "truth/mistakes.h"

#define WRONG_SHOWN 5
#define TEMPLATE    "new_heuristic.c.in"

extern const struct data_file heuristic_files[];

struct check_options {
    const char *positions, *cache;
    int threads;
    bool json;
};

/* Everything that is printed. */
struct findings {
    const struct check_options *o;
    const struct custom *custom;
    struct custom_check check;
    struct solved_set set;
    double *value, *score; /* of each solved position, for the side to move */
    double correlation, correlation_error;
    size_t wrong[WRONG_SHOWN]; /* positions in which it is most wrong, the worst first */
    size_t wrongs;
};

/* How far apart the two are, each in its own standard deviations. */
struct spread {
    double mean, deviation;
};

static struct spread spread_of(const double *x, size_t n)
{
    struct spread s = { 0, 0 };

    for (size_t i = 0; i < n; i++)
        s.mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        s.deviation += (x[i] - s.mean) * (x[i] - s.mean) / (double)n;
    s.deviation = sqrt(s.deviation);
    return s;
}

/* Keeps the positions with the largest differences. */
static void find_wrong(struct findings *f)
{
    struct spread v = spread_of(f->value, f->set.n), s = spread_of(f->score, f->set.n);
    double apart[WRONG_SHOWN] = { 0 };

    if (!(v.deviation > 0) || !(s.deviation > 0))
        return;
    for (size_t i = 0; i < f->set.n; i++) {
        double d =
            fabs((f->value[i] - v.mean) / v.deviation - (f->score[i] - s.mean) / s.deviation);
        size_t at = f->wrongs;

        while (at > 0 && d > apart[at - 1])
            at--;
        if (at == WRONG_SHOWN)
            continue;
        if (f->wrongs < WRONG_SHOWN)
            f->wrongs++;
        for (size_t k = f->wrongs - 1; k > at; k--) {
            apart[k] = apart[k - 1];
            f->wrong[k] = f->wrong[k - 1];
        }
        apart[at] = d;
        f->wrong[at] = i;
    }
}

/* Values of the solved positions beside their exact scores. */
static int compare_with_truth(struct findings *f, bool *finished, struct err *err)
{
    struct custom_use use;
    struct genome genome;
    struct pool pool;
    int status;

    if (pool_init(&pool, f->o->threads, &worker_memory, err))
        return -1;
    status = progress_solve(&f->set, f->o->cache, &pool, finished, err);
    pool_release(&pool);
    if (status || !*finished)
        return status;
    f->value = calloc(f->set.n + 1, sizeof *f->value);
    f->score = calloc(f->set.n + 1, sizeof *f->score);
    if (!f->value || !f->score)
        return err_shortage(err, "out of memory");
    custom_genome(&genome, f->custom);
    custom_use_of(&use, genome.gene);
    for (size_t i = 0; i < f->set.n; i++) {
        const struct position *pos = &f->set.list[i].pos;

        f->value[i] =
            custom_value(f->custom, &use, first_player_discs(pos), pos->all, side_to_move(pos));
        f->score[i] = f->set.list[i].best;
    }
    genome_release(&genome);
    find_wrong(f);
    return rank_correlation(f->value, f->score, f->set.n, &f->correlation, &f->correlation_error,
                            err);
}

static const char *moves_of(const struct position *pos, char text[MOVES_TEXT_SIZE])
{
    struct moves moves;

    return moves_reach(&moves, pos) ? "?" : moves_format(&moves, text);
}

static void print_property(const char *name, const char *good, const struct custom_property *p,
                           const char *bad)
{
    char text[MOVES_TEXT_SIZE];

    if (p->broken == 0)
        printf("  %-14s yes: %s\n", name, good);
    else
        printf("  %-14s NO: %s in %zu positions, first in %s: %g and %g\n", name, bad, p->broken,
               moves_of(&p->where, text), p->value, p->other);
}

static void print_genes(const struct findings *f)
{
    const struct custom *c = f->custom;

    printf("%s: %d genes\n", c->name, c->genes);
    for (int g = c->factor + 1; g <= c->factor + c->genes; g++) {
        int ours = gene_find(gene_short_name(g));

        printf("  %-14s %6g  %g to %g  %s%s\n", gene_short_name(g), gene_table[g].initial,
               gene_table[g].low, gene_table[g].high, gene_table[g].help,
               ours < GENE_ADDED ? " (one of ours has this name: write it in full)" : "");
    }
    if (c->warnings[0])
        printf("\nThe compiler warns:\n%s\n", c->warnings);
}

static void print_wrong(const struct findings *f)
{
    char text[MOVES_TEXT_SIZE];

    printf("\nExact scores of %zu positions: correlation (Spearman) %.3f, 95%% interval +- %.3f\n",
           f->set.n, f->correlation, f->correlation_error);
    if (f->wrongs)
        printf("Most wrong, for the side to move; exact is half of the discs left at a win:\n");
    for (size_t i = 0; i < f->wrongs; i++)
        printf("  says %8.3f, exact %+3d  %s\n", f->value[f->wrong[i]],
               f->set.list[f->wrong[i]].best, moves_format(&f->set.list[f->wrong[i]].moves, text));
}

static void print_text(const struct findings *f)
{
    const struct custom_check *c = &f->check;
    char text[2][MOVES_TEXT_SIZE];

    print_genes(f);
    printf("\nIn %zu positions of random games, seen by both players:\n", c->positions);
    print_property("pure", "the same value in any order and thread", &c->pure,
                   "the value changes from call to call");
    print_property("antisymmetric", "one player's gain is the other's loss", &c->antisymmetric,
                   "the viewers do not see opposite values");
    print_property("mirrored", "mirror images have the same value", &c->mirrored,
                   "the mirror image has another value");
    printf("  %-14s yes: %g (%s) to %g (%s)\n", "within range", c->low,
           moves_of(&c->lowest, text[0]), c->high, moves_of(&c->highest, text[1]));
    printf("  %-14s %s\n", "linear",
           family_table[f->custom->family].linear
               ? "yes: a sum of genes, so that regressions (fit) can change them"
               : "no: its genes can be evolved, but not be fitted by regressions");
    printf("  %-14s %.0f ns per evaluation\n", "speed", c->ns);
    if (f->set.n)
        print_wrong(f);
    printf("\nNext: c4evolve compare %s fevala --heuristic %s\n", f->custom->name, f->custom->path);
}

static void put_property(struct json *j, const char *name, const struct custom_property *p)
{
    char text[MOVES_TEXT_SIZE];

    json_begin(j, name, '{');
    json_bool(j, "holds", p->broken == 0);
    json_integer(j, "broken", (int64_t)p->broken);
    if (p->broken) {
        json_string(j, "position", moves_of(&p->where, text));
        json_number(j, "value", p->value);
        json_number(j, "other", p->other);
    }
    json_end(j, '}');
}

static void print_json(const struct findings *f)
{
    struct json j = { .out = stdout };
    char text[MOVES_TEXT_SIZE];

    json_begin(&j, NULL, '{');
    json_string(&j, "name", f->custom->name);
    json_integer(&j, "genes", f->custom->genes);
    json_string(&j, "warnings", f->custom->warnings);
    json_integer(&j, "positions", (int64_t)f->check.positions);
    put_property(&j, "pure", &f->check.pure);
    put_property(&j, "antisymmetric", &f->check.antisymmetric);
    put_property(&j, "mirrored", &f->check.mirrored);
    json_bool(&j, "linear", family_table[f->custom->family].linear);
    json_number(&j, "low", f->check.low);
    json_number(&j, "high", f->check.high);
    json_number(&j, "ns", f->check.ns);
    json_integer(&j, "solved", (int64_t)f->set.n);
    json_number(&j, "correlation", f->set.n ? f->correlation : NAN);
    json_number(&j, "correlation_error", f->set.n ? f->correlation_error : NAN);
    json_begin(&j, "wrong", '[');
    for (size_t i = 0; i < f->wrongs; i++) {
        json_begin(&j, NULL, '{');
        json_string(&j, "position", moves_format(&f->set.list[f->wrong[i]].moves, text));
        json_number(&j, "value", f->value[f->wrong[i]]);
        json_integer(&j, "exact", f->set.list[f->wrong[i]].best);
        json_end(&j, '}');
    }
    json_end(&j, ']');
    json_end(&j, '}');
    putchar('\n');
}

/* What is impure plays differently every time: that is a failure. */
static int find_out(struct findings *f, const char *path)
{
    bool finished = true;
    char name[CUSTOM_NAME_SIZE];
    struct err err;

    if (cli_load_heuristic(path, &err))
        return cli_fail(EXIT_USAGE, &err);
    f->custom = custom_find(custom_name(path, name));
    if (*f->o->positions && strcmp(f->o->positions, "none") != 0 &&
        solved_draw(&f->set, f->o->positions, OPENING_TEST, 1, &err))
        return err_prefix(&err, "--positions"), cli_fail(EXIT_USAGE, &err);
    if (custom_check(&f->check, f->custom, &err) ||
        (f->set.n && compare_with_truth(f, &finished, &err)))
        return cli_fail(EXIT_FAILED, &err);
    if (!finished)
        return cli_failf(EXIT_FAILED, "interrupted; solved positions are kept for next time");
    if (f->o->json)
        print_json(f);
    else
        print_text(f);
    return f->check.pure.broken ? EXIT_FAILED : EXIT_DONE;
}

/* In a process of its own, so that whatever it does ends there. */
static int check(const struct check_options *o, const char *path)
{
    struct findings f = { .o = o };
    pid_t child;
    int status;

    fflush(stdout);
    child = fork();
    if (child < 0)
        return cli_failf(EXIT_FAILED, "no process can be started: %s", strerror(errno));
    if (child == 0) {
        int code = cli_finish(find_out(&f, path));

        fflush(stdout);
        _exit(code);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return cli_failf(EXIT_FAILED, "%s: %s", path, strerror(errno));
    if (WIFSIGNALED(status))
        return cli_failf(EXIT_FAILED, "%s: the check was killed by signal %d (%s)", path,
                         WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WEXITSTATUS(status);
}

/* Prints the template with the name in place of its mark. */
static void print_template(FILE *out, const char *name)
{
    static const char mark[] = "@NAME@";
    const char *text = (const char *)data_file_find(heuristic_files, TEMPLATE)->data, *found;

    while ((found = strstr(text, mark))) {
        fprintf(out, "%.*s%s", (int)(found - text), text, name);
        text = found + strlen(mark);
    }
    fputs(text, out);
}

static int make_new(const char *name)
{
    char path[CUSTOM_NAME_SIZE + 8];
    FILE *file;
    int fd;

    if (strlen(name) > 40 || !*name || strspn(name, "0123456789") > 0 ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
            strlen(name))
        return cli_failf(EXIT_USAGE, "'%s' cannot name genes: use letters, digits and _, no ending",
                         name);
    if (gene_family_find(name) >= 0 || search_find(name))
        return cli_failf(EXIT_USAGE, "'%s' is the name of one of our families or searches", name);
    snprintf(path, sizeof path, "%s.c", name);
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return cli_failf(EXIT_FAILED, "%s: %s", path, strerror(errno));
    print_template(file, name);
    if (fclose(file))
        return cli_failf(EXIT_FAILED, "%s: %s", path, strerror(errno));
    printf("%s is a heuristic that works. Next: c4evolve heuristic check %s\n", path, path);
    return EXIT_DONE;
}

int cmd_heuristic(int argc, char **argv)
{
    struct check_options o = { .positions = "16:300,24:300" };
    const struct option_row options[] = {
        { "--positions", "P",
          "of check: PLIES:COUNT[,...] to solve, or none; default 16:300,24:300", OPTION_TEXT,
          &o.positions, 0, 0 },
        { "--json", NULL, "of check: prints JSON, one object", OPTION_FLAG, &o.json, 0, 0 },
        OPTION_THREADS(o.threads),
        OPTION_CACHE(o.cache),
        { 0 },
    };
    const struct cli cli = {
        .name = "heuristic",
        .arguments = "check FILE | new NAME [OPTIONS]",
        .about =
            "check: what can be found out about a heuristic of your own without a game: whether "
            "it\n"
            "is pure, antisymmetric, mirror symmetric, within range and linear; how fast it is; "
            "how\n"
            "it correlates with exact scores, and where it is most wrong. It runs in a process of\n"
            "its own. Exit code 1 if it is not pure.\n"
            "new: writes NAME.c, a commented example, into the current folder.\n"
            "See 'c4evolve help heuristics'.",
        .examples = "  c4evolve heuristic new mine\n"
                    "  c4evolve heuristic check mine.c\n",
        .option = options,
        .min_args = 2,
        .max_args = 2,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (strcmp(argv[1], "check") == 0)
        return check(&o, argv[2]);
    if (strcmp(argv[1], "new") == 0)
        return make_new(argv[2]);
    return cli_failf(EXIT_USAGE, "heuristic: '%s' is not one of check, new", argv[1]);
}
