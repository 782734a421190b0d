#include "cmd/cli.h"

#include <stdio.h>

#include "base/json.h"
#include "base/nearest.h"
#include "heuristic/gene.h"

/* Which genes are printed. */
struct choice {
    bool gene[GENE_COUNT];
};

/* Marks a family or a gene. */
static int choose(struct choice *c, const char *name, struct err *err)
{
    int family = gene_family_find(name), gene = gene_find(name);

    if (family < 0 && gene < 0) {
        struct nearest near;

        nearest_init(&near, name);
        gene_offer(&near);
        for (int f = 0; f < family_count(); f++)
            nearest_offer(&near, family_table[f].name);
        return err_set(err, "'%s' is neither a family nor a gene%s 'c4evolve genes' lists all",
                       name, *nearest_hint(&near) ? near.hint : ";");
    }
    for (int g = 0; g < gene_count(); g++)
        if (g == gene || (int)gene_table[g].family == family)
            c->gene[g] = true;
    return 0;
}

static void print_gene(int g)
{
    printf("  %-13s %5g  %5g to %-5g %s\n", gene_table[g].name, gene_table[g].initial,
           gene_table[g].low, gene_table[g].high, gene_table[g].help);
}

static void print_text(const struct choice *c)
{
    const char *gap = "";

    for (int f = 0; f < family_count(); f++) {
        bool begun = false;

        for (int g = 0; g < gene_count(); g++) {
            if ((int)gene_table[g].family != f || !c->gene[g])
                continue;
            if (!begun)
                printf("%s[%s]  %s\n", gap, family_table[f].name, family_table[f].help);
            begun = true;
            gap = "\n";
            print_gene(g);
        }
    }
}

static void print_json(const struct choice *c)
{
    struct json j = { .out = stdout };

    json_begin(&j, NULL, '[');
    for (int g = 0; g < gene_count(); g++) {
        if (!c->gene[g])
            continue;
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
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "genes",
        .arguments = "[FAMILY|GENE...] [--json]",
        .about = "Prints every gene by family: name, default, bounds and meaning. A genome file "
                 "has one\n"
                 "section per family; genes it does not mention keep their defaults.",
        .examples = "  c4evolve genes line\n"
                    "  c4evolve genes oppdisc0 tempo\n",
        .option = options,
        .max_args = -1,
    };
    struct choice choice = { .gene = { false } };
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    for (int g = 0; g < gene_count() && args == 0; g++)
        choice.gene[g] = true;
    for (int i = 0; i < args; i++)
        if (choose(&choice, argv[1 + i], &err))
            return cli_fail(EXIT_USAGE, &err);
    if (json)
        print_json(&choice);
    else
        print_text(&choice);
    return EXIT_DONE;
}
