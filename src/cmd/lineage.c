#include "cmd/cli.h"

#include <string.h>

#include "base/num.h"
#include "report/lineage.h"

static int find_id(struct store *store, const char *text, uint32_t *id, struct err *err)
{
    uint64_t number;

    if (strcmp(text, "champion") == 0)
        return lineage_champion(store, id, err);
    if (num_parse_u64(text, &number) || number == 0 || number > UINT32_MAX)
        return err_set(err, "'%s' is neither the id of a genome nor 'champion'", text);
    *id = (uint32_t)number;
    return 0;
}

static int run(const char *dir, const char *who, enum lineage_extent extent,
               void (*print)(FILE *out, const struct lineage *lineage))
{
    struct journal_genome known;
    struct journal journal;
    struct lineage lineage;
    struct store store;
    struct err err;
    uint32_t id;
    int code = EXIT_DONE;

    if (store_open(&store, dir, STORE_READ, &err))
        return cli_fail(EXIT_USAGE, &err);
    journal = store_journal(&store);
    if (find_id(&store, who, &id, &err) || journal_read_genome(&journal, id, &known, &err)) {
        code = cli_fail(EXIT_USAGE, &err);
    } else if (lineage_init(&lineage, &store, id, extent, &err)) {
        code = cli_fail(EXIT_FAILED, &err);
    } else {
        print(stdout, &lineage);
        lineage_release(&lineage);
    }
    store_close(&store);
    return code;
}

int cmd_lineage(int argc, char **argv)
{
    bool all = false, dot = false, tree = false, json = false;
    const struct option_row options[] = {
        { "--all", NULL, "prints all ancestors, not only the main line", OPTION_FLAG, &all, 0, 0 },
        { "--tree", NULL, "prints the main line for Graphviz, in type for a projector", OPTION_FLAG,
          &tree, 0, 0 },
        { "--dot", NULL, "prints a graph of all ancestors for Graphviz", OPTION_FLAG, &dot, 0, 0 },
        { "--json", NULL, "prints JSON: an object with all ancestors and changes", OPTION_FLAG,
          &json, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "lineage",
        .arguments = "RUN ID|champion [--all|--tree|--dot|--json]",
        .about = "Prints the ancestry of a genome: its main line, which is its first parent, that\n"
                 "genome's first parent and so on, with at most " BOARD_TEXT(
                     LINEAGE_MAIN_MAX) " steps; what each step changed,\n"
                                       "largest changes first, and the Elo it gained, with half "
                                       "the width of its 95%\n"
                                       "interval. RUN is the folder of the run; 'c4evolve log RUN "
                                       "lineage' lists all\n"
                                       "genomes.",
        .examples = "  c4evolve lineage reports/gen3 champion\n"
                    "  c4evolve lineage reports/gen3 champion --tree | dot -Tsvg -o tree.svg\n"
                    "  c4evolve lineage reports/gen3 120 --dot | dot -Tsvg -o 120.svg\n",
        .option = options,
        .min_args = 2,
        .max_args = 2,
    };
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (all + dot + tree + json > 1) {
        err_set(&err, "--all, --tree, --dot and --json cannot be combined");
        return cli_fail(EXIT_USAGE, &err);
    }
    return run(argv[1], argv[2], all || dot || json ? LINEAGE_ALL : LINEAGE_FIRST,
               dot    ? lineage_print_dot
               : json ? lineage_print_json
               : tree ? lineage_print_tree
               : all  ? lineage_print_text
                      : lineage_print_main);
}
