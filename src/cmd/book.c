#include "cmd/cli.h"

#include <stdio.h>
#include <string.h>

#include "cmd/progress.h"
#include "search/book_make.h"
#include "search/worker.h"

struct book_options {
    int plies, only, threads;
    bool wdl;
    const char *out, *import, *check, *known;
};

/* Lists the positions to solve. */
static int list_positions(struct book *book, const struct book_options *o, struct err *err)
{
    if (book_list(book, o->plies, o->wdl ? BOOK_WDL : BOOK_SCORES, err))
        return -1;
    if (o->only > 0 && (size_t)o->only < book->n)
        book->n = (size_t)o->only;
    return 0;
}

/* Solves the positions; the error says what to do if it was interrupted. */
static int solve_positions(struct book *book, const struct book_options *o, const char *journal,
                           const struct book *known, struct err *err)
{
    struct solver_book known_for_solver = book_for_solver(known);
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = progress_show,
                           .context = &progress };
    struct pool pool;
    struct book_work work = { .pool = &pool,
                              .journal = journal,
                              .book = o->known ? &known_for_solver : NULL,
                              .watch = &watch };
    size_t done;
    double seconds;
    int status;

    if (pool_init(&pool, o->threads, &worker_memory, err))
        return -1;
    progress_begin(&progress);
    status = book_make(book, &work, &done, err);
    seconds = progress_end(&progress);
    pool_release(&pool);
    if (status == 0 && done < book->n)
        return err_set(err,
                       "interrupted: %zu of %zu positions are solved and saved in %s\n"
                       "to continue, run the same command again",
                       done, book->n, journal);
    if (status == 0)
        fprintf(stderr, "%zu positions, %.1f s\n", book->n, seconds);
    return status;
}

/* With the list made, and the book of known results read if there is one. */
static int make_book(struct book *book, const struct book_options *o, const struct book *known)
{
    char journal[4096];
    struct err err;

    if ((size_t)snprintf(journal, sizeof journal, "%s.part", o->out) >= sizeof journal) {
        err_set(&err, "%s: the name is too long", o->out);
        return cli_fail(EXIT_USAGE, &err);
    }
    if (solve_positions(book, o, journal, known, &err) || book_write(book, o->out, &err))
        return cli_fail(EXIT_FAILED, &err);
    remove(journal);
    return EXIT_DONE;
}

static int run_make(const struct book_options *o)
{
    struct book book = { 0 }, known = { 0 };
    struct err err;
    int code;

    progress_stop(); /* now: making a long list takes a moment */
    if (o->known && book_read(&known, o->known, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (list_positions(&book, o, &err))
        code = cli_fail(EXIT_FAILED, &err);
    else
        code = make_book(&book, o, &known);
    book_release(&book);
    book_release(&known);
    return code;
}

static int run_import(const struct book_options *o)
{
    struct book book;
    struct err err;
    int code = EXIT_DONE;

    if (book_import(&book, o->import, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (book_write(&book, o->out, &err))
        code = cli_fail(EXIT_FAILED, &err);
    else
        fprintf(stderr, "%zu positions of %d plies\n", book.n, book.plies);
    book_release(&book);
    return code;
}

static void print_counts(const char *what, size_t won, size_t lost, size_t drawn)
{
    printf("%-10s %7zu   %7zu won, %7zu lost, %7zu drawn for the first player\n", what,
           won + lost + drawn, won, lost, drawn);
}

static int run_check(const char *path)
{
    struct book book, all = { 0 };
    struct book_facts f;
    struct err err;

    if (book_read(&book, path, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (book_list(&all, book.plies, book.kind, &err)) {
        book_release(&book);
        return cli_fail(EXIT_FAILED, &err);
    }
    f = book_facts(&book);
    printf("plies      %7d\n", book.plies);
    printf("results    %s\n", book.kind == BOOK_SCORES ? "exact scores" : "win, draw or loss");
    printf("complete   %s, of %zu positions in which nobody has won\n",
           book.n == all.n ? "yes" : "no", all.n);
    print_counts("positions", f.won, f.lost, f.drawn);
    print_counts("quiet", f.quiet_won, f.quiet_lost, f.quiet_drawn);
    book_release(&book);
    book_release(&all);
    return EXIT_DONE;
}

static int check_options(const struct book_options *o, struct err *err)
{
    int jobs = (o->plies >= 0) + (o->import != NULL) + (o->check != NULL);

    if (jobs != 1)
        return err_set(err, "book: needs one of --plies, --import and --check");
    if (o->check && o->out)
        return err_set(err, "book: --check writes nothing, so it does not take -o");
    if (!o->check && !o->out)
        return err_set(err, "book: -o must name the file to write");
    if (o->plies < 0 && (o->wdl || o->only || o->known))
        return err_set(err, "book: --wdl, --only and --known need --plies");
    return 0;
}

int cmd_book(int argc, char **argv)
{
    struct book_options o = { .plies = -1 };
    const struct option_row options[] = {
        { "--plies", "N", "solves all positions of N plies, 0 to 12", OPTION_INT, &o.plies, 0,
          BOOK_PLIES_MAX },
        { "-o", "FILE", "file to write the book to", OPTION_TEXT, &o.out, 0, 0 },
        { "--wdl", NULL, "only win, draw or loss: takes a third of the time", OPTION_FLAG, &o.wdl,
          0, 0 },
        { "--known", "FILE", "a book of known results, for speed", OPTION_TEXT, &o.known, 0, 0 },
        { "--only", "N", "solves only the first N positions, to try it out", OPTION_INT, &o.only, 1,
          100000000 },
        OPTION_THREADS(o.threads),
        { "--import", "FILE", "turns the public data set of 8-ply positions into a book",
          OPTION_TEXT, &o.import, 0, 0 },
        { "--check", "FILE", "prints a summary of a book", OPTION_TEXT, &o.check, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "book",
        .arguments = "--plies N -o FILE | --import FILE -o FILE | --check FILE",
        .about =
            "Makes a table of positions and their exact results, which speeds up solving early\n"
            "positions. Of two mirror images it holds one. Exact scores of 8 plies take less than\n"
            "an hour on one core, and a fifth less if win, draw or loss is --known. Solved\n"
            "positions are saved in FILE.part: if interrupted or killed, run the same command\n"
            "again to continue. The result depends neither on that nor on the number of "
            "threads.\n\n"
            "--import reads lines with a field for each cell, b, x or o, column by column from "
            "the\n"
            "bottom, and win, loss or draw for the first player, all separated by commas.\n\n"
            "--check counts all positions and the quiet ones, in which neither side can win with\n"
            "the next disc. After 8 plies 67,557 are quiet: 44,473 won, 16,635 lost, 6,449 drawn.",
        .examples = "  c4evolve book --plies 8 -o book-8ply.bin\n"
                    "  c4evolve book --import connect-4.data -o public.bin\n"
                    "  c4evolve book --check book-8ply.bin\n",
        .option = options,
    };
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (check_options(&o, &err))
        return cli_fail(EXIT_USAGE, &err);
    return o.check ? run_check(o.check) : o.import ? run_import(&o) : run_make(&o);
}
