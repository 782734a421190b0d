#include "cmd/cli.h"

#include <stdio.h>
#include <string.h>

#include "report/run_tables.h"

static int run(const char *dir, const struct run_table *table, enum table_format format)
{
    struct store store;
    struct err err;
    int code = EXIT_DONE;

    if (store_open(&store, dir, STORE_READ, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (table->print(&store, &run_span_all, stdout, format, &err))
        code = cli_fail(EXIT_FAILED, &err);
    store_close(&store);
    return code;
}

/* The help lists the tables. */
static void describe(char *about, size_t size)
{
    size_t used = (size_t)snprintf(
        about, size,
        "Prints the results of a run, even while it is running. RUN is the folder of the\n"
        "run. Tables:\n");

    for (const struct run_table *t = run_tables; t->name && used < size; t++)
        used += (size_t)snprintf(about + used, size - used, "\n  %-12s %s", t->name, t->help);
}

int cmd_log(int argc, char **argv)
{
    bool csv = false, json = false;
    const struct option_row options[] = {
        { "--csv", NULL, "prints CSV, with every digit", OPTION_FLAG, &csv, 0, 0 },
        { "--json", NULL, "prints JSON: an array of objects", OPTION_FLAG, &json, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    char about[1024];
    const struct cli cli = {
        .name = "log",
        .arguments = "RUN [TABLE] [--csv|--json]",
        .about = about,
        .examples = "  c4evolve log reports/gen3\n"
                    "  c4evolve log reports/gen3 validation --csv\n",
        .option = options,
        .min_args = 1,
        .max_args = 2,
    };
    const struct run_table *table = run_tables;
    struct err err;
    int args, code;

    describe(about, sizeof about);
    code = cli_parse(&cli, argc, argv, &args);
    if (code != CLI_GO_ON)
        return code;
    if (args == 2)
        table = run_tables_find(argv[2], &err);
    if (csv && json)
        err_set(&err, "--csv and --json cannot be combined");
    if (!table || (csv && json))
        return cli_fail(EXIT_USAGE, &err);
    return run(argv[1], table, csv ? TABLE_CSV : json ? TABLE_JSON : TABLE_TEXT);
}
