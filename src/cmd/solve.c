#include "cmd/cli.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text_file.h"
#include "cmd/progress.h"
#include "game/forms.h"
#include "search/solver_job.h"
#include "search/worker.h"

#define FLUSH_S     0.1                  /* answers wait no longer than this for others */
#define INPUT_BYTES (64 << 10)           /* read at once; a batch is what is there */
#define WORD_MAX    (FORM_TEXT_SIZE - 1) /* anything longer is wrong anyway */

struct solve_options {
    bool moves, wdl, stats, no_book;
    int threads;
    const char *book;
};

/* A word of the input, with its answer once it is solved. */
struct entry {
    char word[WORD_MAX + 1];
    size_t line; /* where it came from; 0 for an argument */
    bool bad;    /* not a position */
    bool solved;
    struct moves moves;
    struct solver_answer answer;
};

/* Entries are solved in any order and printed in theirs. */
struct session {
    const struct solve_options *o;
    const struct book *book; /* or NULL */
    const atomic_bool *stop;
    struct pool pool;
    struct entry *entry; /* of the current batch */
    size_t n, room;
    size_t printed; /* entries of the batch */
    size_t positions;
    uint64_t nodes;
    bool bad;     /* a position was wrong */
    bool refused; /* the input was no text */
    double flushed_s;

    /* The entries that are positions, as a job. */
    size_t *at;
    struct position *item;
    struct solver_answer *slot;
};

static int add_entry(struct session *s, const char *word, size_t line, struct err *err)
{
    struct entry *entry;
    struct err wrong;

    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 64;
        struct entry *more = realloc(s->entry, room * sizeof *more);

        if (!more)
            return err_shortage(err, "out of memory: %zu positions", room);
        s->entry = more;
        s->room = room;
    }
    entry = &s->entry[s->n++];
    *entry = (struct entry){ .line = line };
    snprintf(entry->word, sizeof entry->word, "%s", word);
    entry->bad = moves_read(&entry->moves, entry->word, &wrong) != 0;
    return 0;
}

static void print_answer(const struct solve_options *o, const struct entry *entry)
{
    char text[MOVES_TEXT_SIZE];

    printf("%s %d", moves_format(&entry->moves, text), entry->answer.score);
    for (int c = 0; o->moves && c < COLUMNS; c++) {
        if (entry->answer.column[c] == SOLVER_NO_MOVE)
            fputs(" .", stdout);
        else
            printf(" %d", entry->answer.column[c]);
    }
    putchar('\n');
}

static void print_entry(struct session *s, const struct entry *entry)
{
    struct moves moves;
    char place[32];
    struct err err;

    if (!entry->bad) {
        print_answer(s->o, entry);
        s->positions++;
        s->nodes += entry->answer.nodes;
        return;
    }
    s->bad = true;
    moves_read(&moves, entry->word, &err); /* once more, for the message */
    snprintf(place, sizeof place, "line %zu", entry->line);
    if (entry->line)
        err_prefix(&err, place);
    fflush(stdout);
    cli_fail(EXIT_USAGE, &err);
}

/* Prints what can be printed in order. */
static void print_ready(struct session *s)
{
    double now = clock_s();

    while (s->printed < s->n && (s->entry[s->printed].bad || s->entry[s->printed].solved))
        print_entry(s, &s->entry[s->printed++]);
    if (now > s->flushed_s + FLUSH_S) {
        fflush(stdout);
        s->flushed_s = now;
    }
}

static bool take_answer(void *watcher, size_t i, size_t done)
{
    struct session *s = watcher;
    struct entry *entry = &s->entry[s->at[i]];

    (void)done;
    entry->answer = s->slot[i];
    entry->solved = true;
    print_ready(s);
    return true;
}

/* Lists the positions of the batch. */
static int list_items(struct session *s, size_t *n, struct err *err)
{
    *n = 0;
    s->at = calloc(s->n + 1, sizeof *s->at);
    s->item = calloc(s->n + 1, sizeof *s->item);
    s->slot = calloc(s->n + 1, sizeof *s->slot);
    if (!s->at || !s->item || !s->slot)
        return err_shortage(err, "out of memory: %zu positions", s->n);
    for (size_t i = 0; i < s->n; i++) {
        if (s->entry[i].bad)
            continue;
        s->at[*n] = i;
        s->item[(*n)++] = moves_position(&s->entry[i].moves);
    }
    return 0;
}

/* Solves the batch and prints it. */
static int finish_batch(struct session *s, struct err *err)
{
    struct solver_job context = { .wdl = s->o->wdl, .moves = s->o->moves, .book = s->book };
    struct pool_job job = { .kind = &solver_job_kind,
                            .context = &context,
                            .stop = s->stop,
                            .filled = take_answer,
                            .watcher = s };
    int status = list_items(s, &job.n, err);

    s->printed = 0;
    if (status == 0) {
        job.item = s->item;
        job.slot = s->slot;
        if (pool_fill(&s->pool, &job) < job.n)
            status = err_set(err, "interrupted");
        print_ready(s);
        fflush(stdout);
    }
    s->n = 0;
    free(s->at);
    free(s->item);
    free(s->slot);
    return status;
}

/* The first word of each line. */
struct reader {
    char word[WORD_MAX + 1];
    size_t length; /* of the word; it may be longer than what is kept of it */
    size_t bytes;  /* of the line so far */
    size_t line;
    bool after; /* the word has ended */
};

/* Nothing that follows is read. */
static int refuse_input(struct session *s, const struct reader *r, struct err *err)
{
    s->refused = true;
    return err_place(err, "standard input", (int)r->line);
}

static int take_byte(struct session *s, struct reader *r, unsigned char byte, struct err *err)
{
    int status = 0;

    if (byte == '\0') {
        err_set(err, TEXT_FILE_ZERO_BYTE);
        return refuse_input(s, r, err);
    }
    if (r->bytes++ > TEXT_FILE_LONGEST) {
        err_set(err, TEXT_FILE_LONG_LINE, TEXT_FILE_LONGEST);
        return refuse_input(s, r, err);
    }
    if (byte == '\n') {
        r->word[r->length < WORD_MAX ? r->length : WORD_MAX] = '\0';
        if (r->length > 0 && r->word[0] != '#')
            status = add_entry(s, r->word, r->line, err);
        *r = (struct reader){ .line = r->line + 1 };
    } else if (isspace(byte)) {
        r->after = r->length > 0;
    } else if (!r->after) {
        if (r->length < WORD_MAX)
            r->word[r->length] = (char)byte;
        r->length++;
    }
    return status;
}

/* Solves the lines that end here, also those before an error. */
static int take_bytes(struct session *s, struct reader *r, const unsigned char *bytes, size_t n,
                      struct err *err)
{
    struct err later;
    int status = 0;

    for (size_t i = 0; i < n && status == 0; i++)
        status = take_byte(s, r, bytes[i], err);
    if (finish_batch(s, &later) && status == 0) {
        *err = later;
        status = -1;
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
        return err_shortage(err, "out of memory");
    while (status == 0 && !*s->stop && (got = read(STDIN_FILENO, bytes, INPUT_BYTES)) > 0)
        status = take_bytes(s, &r, bytes, (size_t)got, err);
    free(bytes);
    if (status == 0 && *s->stop)
        return err_set(err, "interrupted");
    if (status == 0 && got < 0)
        return err_file(err, "standard input", errno);
    if (status == 0 && r.length > 0) { /* the last line may lack its end */
        status = take_byte(s, &r, '\n', err);
        status = status ? status : finish_batch(s, err);
    }
    return status;
}

static int solve_arguments(struct session *s, char **word, int n, struct err *err)
{
    for (int i = 0; i < n; i++)
        if (add_entry(s, word[i], 0, err))
            return -1;
    return finish_batch(s, err);
}

static void print_stats(const struct session *s, double seconds)
{
    double n = s->positions > 0 ? (double)s->positions : 1;
    double t = seconds > 0 ? seconds : 1e-9;

    fprintf(stderr,
            "%zu positions, %" PRIu64 " nodes, %.3f s, %.4f ms a position, %.2f million nodes a "
            "second, %d threads\n",
            s->positions, s->nodes, seconds, 1e3 * seconds / n, 1e-6 * (double)s->nodes / t,
            s->pool.threads);
}

static int run(const struct solve_options *o, const struct book *book, char **word, int n)
{
    struct session s = { .o = o, .book = book, .stop = progress_stop() };
    double start_s;
    struct err err;
    int status;

    if (pool_init(&s.pool, o->threads, &worker_memory, &err))
        return cli_fail(EXIT_FAILED, &err);
    start_s = s.flushed_s = clock_s();
    status = n > 0 ? solve_arguments(&s, word, n, &err) : solve_input(&s, &err);
    if (o->stats)
        print_stats(&s, clock_s() - start_s);
    pool_release(&s.pool);
    free(s.entry);
    if (status)
        return cli_fail(s.refused ? EXIT_USAGE : EXIT_FAILED, &err);
    return s.bad ? EXIT_USAGE : EXIT_DONE;
}

/* Reads the book that was asked for, or the one that comes with the program. */
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
        { "--moves", NULL, "also prints the score of each column, '.' if it is full", OPTION_FLAG,
          &o.moves, 0, 0 },
        { "--wdl", NULL, "only win, draw or loss: 1, 0 or -1; faster", OPTION_FLAG, &o.wdl, 0, 0 },
        { "--stats", NULL, "prints positions, nodes and time on stderr", OPTION_FLAG, &o.stats, 0,
          0 },
        OPTION_THREADS(o.threads),
        { "--book", "FILE", "results to use; default: the book that comes with the program",
          OPTION_TEXT, &o.book, 0, 0 },
        { "--no-book", NULL, "solves without a book", OPTION_FLAG, &o.no_book, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "solve",
        .arguments = "[POSITION...] [OPTIONS]",
        .about =
            "Prints each position and its exact score under perfect play, for the side to\n"
            "move: 1 if it wins with its last disc, 2 with the one before, and so on;\n"
            "likewise negative if it loses; 0 for a draw. The empty board is '-'.\n\n"
            "Without arguments it reads positions from standard input, the first word of each\n"
            "line, and answers in their order. Blank lines and lines that start with # are\n"
            "skipped. A bad line is reported with its number, and the exit code is then 2. "
            "Reading\n"
            "stops at a zero byte or at a line that is longer than a megabyte.",
        .examples = "  c4evolve solve 44444 --moves\n"
                    "  c4evolve openings --plies 12 | c4evolve solve --wdl --stats\n",
        .option = options,
        .max_args = -1,
    };
    struct book book;
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (open_book(&book, &o, &err))
        return cli_fail(EXIT_USAGE, &err);
    code = run(&o, book.n ? &book : NULL, argv + 1, args);
    book_release(&book);
    return code;
}
