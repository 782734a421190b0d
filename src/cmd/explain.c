#include "cmd/cli.h"

#include <stdlib.h>
#include <unistd.h>

#include "cmd/player_arg.h"
#include "cmd/progress.h"
#include "report/explain_report.h"

struct explain_options {
    bool json;
    uint64_t seed;
};

static int print(const struct explanation *e, const struct player *player,
                 const struct moves *moves, const struct explain_options *o, struct err *err)
{
    if (!o->json)
        return explain_report_text(e, player, moves_last_cell(moves), stdout,
                                   notation_in_colour(STDOUT_FILENO), err);
    explain_report_json(e, player, moves, stdout);
    return 0;
}

static int explain(const struct player *player, const struct moves *moves,
                   const struct explain_options *o, struct err *err)
{
    struct explanation *e = malloc(sizeof *e);
    struct explain_input in = { .player = player, .pos = moves_position(moves), .seed = o->seed };
    struct worker worker;
    struct book book;
    int status = -1;

    if (!e || worker_init(&worker, err)) {
        free(e);
        return e ? -1 : err_shortage(err, "out of memory");
    }
    worker_set_stop(&worker, progress_stop());
    in.book = &book;
    if (book_read_shipped(&book, err) == 0) {
        status = explain_position(e, &in, &worker, err);
        if (status == 0)
            status = print(e, player, moves, o, err);
        book_release(&book);
    }
    worker_release(&worker);
    free(e);
    return status;
}

int cmd_explain(int argc, char **argv)
{
    struct explain_options o = { .seed = 1 };
    const struct option_row options[] = {
        { "--json", NULL, "one JSON object", OPTION_FLAG, &o.json, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "explain",
        .arguments = "PLAYER POSITION [OPTIONS]",
        .about =
            "Says what a player thinks of a position, whether it is right, and why: the threats "
            "on\n"
            "the board, the value and the exact result of every column, the value split by gene,\n"
            "and the plan in words. Where Allis's rules prove that the side not to move cannot\n"
            "lose, it names them and draws their cells.\n"
            "\n"
            "The split is that of the evaluation at the end of the expected moves, and adds up\n"
            "exactly to the value. The value of a line belongs to the gene of what the line "
            "holds,\n"
            "with the factors of shape and map genes and of cowardice in it.\n"
            "\n"
            "A position is given as the columns played; '-' is the empty board, for which the\n"
            "exact results take some seconds. X moves first. Cells are named by column and\n"
            "row: a1 is the lower left one. 'c4evolve help players' explains how to name a player.",
        .examples = "  c4evolve explain champion:depth=8 444333635\n"
                    "  c4evolve explain fevalb 44433 --json\n"
                    "  c4evolve explain perfect 4443336354\n",
        .option = options,
        .min_args = 2,
        .max_args = 2,
    };
    struct player_arg arg;
    struct moves moves;
    struct err err;
    int args, code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (cli_start(&moves, argv[2], &err) || player_arg_parse(&arg, argv[1], &err))
        return cli_fail(EXIT_USAGE, &err);
    code = explain(&arg.player, &moves, &o, &err) ? cli_fail(EXIT_FAILED, &err) : EXIT_DONE;
    player_arg_release(&arg);
    return code;
}
