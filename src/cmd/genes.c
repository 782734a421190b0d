#include "cmd/cli.h"

#include <stdio.h>

#include "base/json.h"
#include "heuristic/gene.h"

static void print_text(void)
{
    for (int f = 0; f < FAMILY_COUNT; f++) {
        printf("%s[%s]  %s\n", f ? "\n" : "", family_table[f].name, family_table[f].help);
        for (int g = 0; g < GENE_COUNT; g++)
            if ((int)gene_table[g].family == f)
                printf("  %-13s %5g  %5g to %-5g %s\n", gene_table[g].name, gene_table[g].initial,
                       gene_table[g].low, gene_table[g].high, gene_table[g].help);
    }
}

static void print_json(void)
{
    struct json j = { .out = stdout };

    json_begin(&j, NULL, '[');
    for (int g = 0; g < GENE_COUNT; g++) {
        json_begin(&j, NULL, '{');
        json_string(&j, "name", gene_table[g].name);
        json_string(&j, "family", gene_family(g));
        json_number(&j, "default", gene_table[g].initial);
        json_number(&j, "low", gene_table[g].low);
        json_number(&j, "high", gene_table[g].high);
        json_number(&j, "scale", gene_table[g].scale);
        json_string(&j, "help", gene_table[g].help);
        json_end(&j, '}');
    }
    json_end(&j, ']');
    putchar('\n');
}

int cmd_genes(int argc, char **argv)
{
    bool json = false;
    const struct option_row options[] = {
        { "--json", NULL, "prints JSON: an array of objects", OPTION_FLAG, &json, 0, 0 },
        { 0 },
    };
    const struct cli cli = {
        .name = "genes",
        .arguments = "[--json]",
        .about = "Prints every gene by family: name, default, bounds and meaning. A genome file "
                 "has one\n"
                 "section per family; genes it does not mention keep their defaults.",
        .option = options,
    };
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (json)
        print_json();
    else
        print_text();
    return EXIT_DONE;
}
