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

static int run(const char *dir, const char *who,
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
    } else if (lineage_init(&lineage, &store, id, LINEAGE_ALL, &err)) {
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
    bool dot = false, json = false;
    const struct option_row options[] = {
        { "--dot", NULL, "prints a graph for Graphviz", OPTION_FLAG, &dot, 0, 0 },
        { "--json", NULL, "prints JSON: an object with all changes", OPTION_FLAG, &json, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "lineage",
        .arguments = "RUN ID|champion [--dot|--json]",
        .about =
            "Prints the ancestry of a genome, back to its founders: what each step changed,\n"
            "largest changes first, and the Elo it gained, with 95% errors. RUN is the folder\n"
            "of the run; 'c4evolve log RUN lineage' lists all genomes.",
        .examples = "  c4evolve lineage reports/gen3 champion\n"
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
    if (dot && json) {
        err_set(&err, "--dot and --json cannot be combined");
        return cli_fail(EXIT_USAGE, &err);
    }
    return run(argv[1], argv[2],
               dot    ? lineage_print_dot
               : json ? lineage_print_json
                      : lineage_print_text);
}
