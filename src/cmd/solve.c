#include "cmd/cli.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <omp.h>

#include "base/clock.h"
#include "game/notation.h"
#include "search/book.h"
#include "search/solver_team.h"

#define FLUSH_S     0.1         /* answers wait no longer than this for others */
#define INPUT_BYTES (64 << 10)  /* read at once; a batch is what is there */
#define WORD_MAX    (CELLS + 8) /* what is longer is wrong anyway */

struct solve_options {
    bool moves, wdl, stats, no_book;
    int threads;
    const char *book;
};

/* One position on its way through: the text, then the answer. */
struct slot {
    char word[WORD_MAX + 1];
    size_t line; /* where it came from; 0 for an argument */
    bool bad;
    atomic_bool done;
    struct moves moves;
    int score;
    int column[COLUMNS];
};

/* Slots are filled in any order and printed in theirs. */
struct session {
    const struct solve_options *o;
    struct solver_team team;
    struct slot *slot;
    size_t n, room;
    size_t printed; /* slots of the batch */
    size_t positions;
    bool bad; /* a position was wrong */
    double flushed_s;
    omp_lock_t printing; /* held by the thread that prints */
};

static int add_slot(struct session *s, const char *word, size_t line, struct err *err)
{
    struct slot *slot;

    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 64;
        struct slot *more = realloc(s->slot, room * sizeof *more);

        if (!more)
            return err_set(err, "out of memory: %zu positions", room);
        s->slot = more;
        s->room = room;
    }
    slot = &s->slot[s->n++];
    slot->line = line;
    atomic_init(&slot->done, false);
    snprintf(slot->word, sizeof slot->word, "%s", word);
    return 0;
}

/* The score of each move; that of the position is the best of them. */
static int solve_moves(const struct solve_options *o, struct solver *solver,
                       const struct position *pos, struct slot *slot)
{
    slot->score = -CELLS;
    if (!o->wdl && solver_moves(solver, pos, slot->column))
        return -1;
    for (int c = 0; c < COLUMNS; c++) {
        struct position next = *pos;
        uint64_t bit = playable_cells(pos->all) & column_cells(c);

        slot->column[c] = bit ? slot->column[c] : SOLVER_NO_MOVE;
        if (!bit)
            continue;
        position_play(&next, bit);
        if (o->wdl)
            slot->column[c] = -solver_wdl(solver, &next);
        if (slot->column[c] > slot->score)
            slot->score = slot->column[c];
    }
    return 0;
}

static void solve_slot(const struct solve_options *o, struct solver *solver, struct slot *slot)
{
    struct position pos = moves_position(&slot->moves);

    if (o->moves && position_outcome(&pos) == OUTCOME_NONE) {
        solve_moves(o, solver, &pos, slot);
        return;
    }
    for (int c = 0; c < COLUMNS; c++)
        slot->column[c] = SOLVER_NO_MOVE;
    slot->score = o->wdl ? solver_wdl(solver, &pos) : solver_score(solver, &pos);
}

static void print_answer(const struct solve_options *o, const struct slot *slot)
{
    char text[MOVES_TEXT_SIZE];

    printf("%s %d", moves_format(&slot->moves, text), slot->score);
    for (int c = 0; o->moves && c < COLUMNS; c++) {
        if (slot->column[c] == SOLVER_NO_MOVE)
            fputs(" .", stdout);
        else
            printf(" %d", slot->column[c]);
    }
    putchar('\n');
}

static void print_slot(struct session *s, const struct slot *slot)
{
    struct moves moves;
    char place[32];
    struct err err;

    if (!slot->bad) {
        print_answer(s->o, slot);
        s->positions++;
        return;
    }
    s->bad = true;
    moves_parse(&moves, slot->word, &err); /* once more, for the message */
    snprintf(place, sizeof place, "line %zu", slot->line);
    if (slot->line)
        err_prefix(&err, place);
    fflush(stdout);
    cli_fail(EXIT_USAGE, &err);
}

/* Prints what can be printed in order. */
static void print_ready(struct session *s)
{
    double now = clock_s();

    while (s->printed < s->n && atomic_load(&s->slot[s->printed].done))
        print_slot(s, &s->slot[s->printed++]);
    if (now > s->flushed_s + FLUSH_S) {
        fflush(stdout);
        s->flushed_s = now;
    }
}

/* A thread that finds another one printing goes on solving. */
static void work(void *context, struct solver *solver, size_t i)
{
    struct session *s = context;
    struct slot *slot = &s->slot[i];
    struct err err;

    slot->bad = moves_parse(&slot->moves, slot->word, &err) != 0;
    if (!slot->bad)
        solve_slot(s->o, solver, slot);
    atomic_store(&slot->done, true);
    if (omp_test_lock(&s->printing)) {
        print_ready(s);
        omp_unset_lock(&s->printing);
    }
}

/* Solves the batch and prints it. */
static void finish_batch(struct session *s)
{
    s->printed = 0;
    solver_team_run(&s->team, s->n, work, s);
    print_ready(s);
    fflush(stdout);
    s->n = 0;
}

/* The first word of each line, however long the line is. */
struct reader {
    char word[WORD_MAX + 1];
    size_t length; /* of the word; it may be longer than what is kept of it */
    size_t line;
    bool after; /* the word has ended */
};

static int take_byte(struct session *s, struct reader *r, unsigned char byte, struct err *err)
{
    int status = 0;

    if (byte == '\n') {
        r->word[r->length < WORD_MAX ? r->length : WORD_MAX] = '\0';
        if (r->length > 0 && r->word[0] != '#')
            status = add_slot(s, r->word, r->line, err);
        *r = (struct reader){ .line = r->line + 1 };
    } else if (isspace(byte)) {
        r->after = r->length > 0;
    } else if (!r->after) {
        if (r->length < WORD_MAX)
            r->word[r->length] = byte ? (char)byte : '?';
        r->length++;
    }
    return status;
}

/* Takes what is there, however little, so that a person gets an answer to every line. */
static int solve_input(struct session *s, struct err *err)
{
    struct reader r = { .line = 1 };
    unsigned char *bytes = malloc(INPUT_BYTES);
    ssize_t got = 0;
    int status = 0;

    if (!bytes)
        return err_set(err, "out of memory");
    while (status == 0 && (got = read(STDIN_FILENO, bytes, INPUT_BYTES)) > 0) {
        for (ssize_t i = 0; i < got && status == 0; i++)
            status = take_byte(s, &r, bytes[i], err);
        finish_batch(s);
    }
    free(bytes);
    if (status == 0 && got < 0)
        return err_set(err, "standard input: %s", strerror(errno));
    if (status == 0 && r.length > 0) { /* the last line may lack its end */
        status = take_byte(s, &r, '\n', err);
        finish_batch(s);
    }
    return status;
}

static int solve_arguments(struct session *s, char **word, int n, struct err *err)
{
    for (int i = 0; i < n; i++)
        if (add_slot(s, word[i], 0, err))
            return -1;
    finish_batch(s);
    return 0;
}

static void print_stats(const struct session *s, double seconds)
{
    uint64_t nodes = solver_team_nodes(&s->team);
    double n = s->positions > 0 ? (double)s->positions : 1;
    double t = seconds > 0 ? seconds : 1e-9;

    fprintf(stderr,
            "%zu positions, %" PRIu64 " nodes, %.3f s, %.4f ms a position, %.2f million nodes a "
            "second, %d threads\n",
            s->positions, nodes, seconds, 1e3 * seconds / n, 1e-6 * (double)nodes / t, s->team.n);
}

static int run(const struct solve_options *o, const struct solver_book *book, char **word, int n)
{
    struct session s = { .o = o };
    double start_s;
    struct err err;
    int status;

    if (solver_team_init(&s.team, o->threads, book, NULL, &err))
        return cli_fail(EXIT_FAILED, &err);
    omp_init_lock(&s.printing);
    start_s = s.flushed_s = clock_s();
    status = n > 0 ? solve_arguments(&s, word, n, &err) : solve_input(&s, &err);
    if (o->stats)
        print_stats(&s, clock_s() - start_s);
    solver_team_release(&s.team);
    omp_destroy_lock(&s.printing);
    free(s.slot);
    if (status)
        return cli_fail(EXIT_FAILED, &err);
    return s.bad ? EXIT_USAGE : EXIT_DONE;
}

/* Reads the book that is asked for, or what comes with the program. */
static int open_book(struct book *book, const struct solve_options *o, struct err *err)
{
    *book = (struct book){ .plies = -1 };
    if (o->no_book)
        return 0;
    return o->book ? book_read(book, o->book, err) : book_read_shipped(book, err);
}

int cmd_solve(int argc, char **argv)
{
    struct solve_options o = { 0 };
    const struct option_row options[] = {
        { "--moves", NULL, "also the score of each column, '.' for one that cannot be played",
          OPTION_FLAG, &o.moves, 0, 0 },
        { "--wdl", NULL, "only win, draw or loss, 1, 0 or -1: faster", OPTION_FLAG, &o.wdl, 0, 0 },
        { "--stats", NULL, "positions, nodes and time on stderr", OPTION_FLAG, &o.stats, 0, 0 },
        OPTION_THREADS(o.threads),
        { "--book", "FILE", "results to use; default those that come with the program", OPTION_TEXT,
          &o.book, 0, 0 },
        { "--no-book", NULL, "solves without a book", OPTION_FLAG, &o.no_book, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "solve",
        .arguments = "[POSITION...] [OPTIONS]",
        .about = "Prints each position and its exact score under perfect play, for the side to\n"
                 "move: 1 if it wins with its last (21st) disc, 2 with the one before, and so on;\n"
                 "negative alike if it loses; 0 for a draw. The empty board is '-'.\n\n"
                 "Without positions it reads them from standard input, the first word of each\n"
                 "line, and answers in their order. Blank lines and those that start with # are\n"
                 "skipped; a wrong one is reported with its number, and the exit code is then 2.",
        .examples = "  c4evolve solve 44444 --moves\n"
                    "  c4evolve openings --plies 12 | c4evolve solve --wdl --stats\n",
        .option = options,
        .max_args = -1,
    };
    struct solver_book for_solver;
    struct book book;
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (open_book(&book, &o, &err))
        return cli_fail(EXIT_USAGE, &err);
    for_solver = book_for_solver(&book);
    code = run(&o, book.n ? &for_solver : NULL, argv + 1, args);
    book_release(&book);
    return code;
}
