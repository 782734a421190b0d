#include "cmd/cli.h"

#include <stdio.h>
#include <strings.h>
#include <unistd.h>

#include "base/num.h"
#include "arena/human.h"
#include "cmd/player_arg.h"
#include "export/export.h"
#include "export/uci.h"

/* Genes are options of type string, because the protocol has only whole numbers. */
static void list_genes(void *context, FILE *out)
{
    const struct player *player = context;
    char number[NUM_TEXT_SIZE];

    for (int g = 0; player->has_genome && g < gene_count(); g++)
        fprintf(out, "option name %s type string default %s\n", gene_table[g].name,
                num_format(player->genome.gene[g], number));
}

static int set_gene(void *context, const char *name, const char *value, struct err *err)
{
    struct player *player = context;
    int gene = gene_find(name);

    for (int g = 0; gene < 0 && g < gene_count(); g++)
        if (strcasecmp(gene_table[g].name, name) == 0)
            gene = g;
    if (gene < 0 || !player->has_genome)
        return err_set(err, "no such option");
    if (genome_set(&player->genome, gene, value, err))
        return -1;
    evaluator_compile(player->ev, &player->genome);
    if (player->sampler)
        sampler_compile(player->sampler, &player->genome, player->keys.sample);
    return 0;
}

static int talk(struct player_arg *arg, uint64_t seed)
{
    struct player *player = &arg->player;
    struct engine_options options = { list_genes, set_gene, player };
    char name[256];
    struct engine engine = { .name = name,
                             .search = player->search,
                             .ev = player->ev,
                             .keys = player->keys,
                             .own_depth = player->own_depth,
                             .own_nodes = player->own_nodes,
                             .seed = seed,
                             .pawn = export_pawn(&player->genome),
                             .options = &options };
    struct err err;

    snprintf(name, sizeof name, "c4evolve " C4E_VERSION " %s", player->name);
    if (worker_init(&engine.worker, &err))
        return cli_fail(EXIT_FAILED, &err);
    if (uci_talk(&engine, stdin, stdout))
        _exit(EXIT_DONE); /* a search is still using this memory */
    worker_release(&engine.worker);
    return EXIT_DONE;
}

int cmd_uci(int argc, char **argv)
{
    uint64_t seed = 1;
    const struct option_row options[] = {
        OPTION_SEED(seed),
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "uci",
        .arguments = "[PLAYER] [OPTIONS]",
        .about =
            "Speaks UCI on standard input and output, so that chess front ends and match runners\n"
            "can use a player. PLAYER defaults to champion; a run folder means its champion. The\n"
            "variant is called cfour or connect4. Genes are options. 'go' without limits uses the\n"
            "player's own limits; with a clock, the search goes as deep as the time allows, but\n"
            "not beyond a depth or a number of nodes given in PLAYER. A win that is proved "
            "without\n"
            "its distance is 'mate N lowerbound', with the most moves that the board allows.",
        .examples = "  c4evolve uci fevalb:depth=8\n"
                    "  c4evolve uci reports/gen3\n",
        .option = options,
        .min_args = 0,
        .max_args = 1,
    };
    struct player_arg arg;
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (player_arg_parse(&arg, args > 0 ? argv[1] : PLAYER_BEST, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (player_is_human(&arg.player)) {
        player_arg_release(&arg);
        return cli_failf(EXIT_USAGE, "%s: cannot ask a person while standard input speaks UCI",
                         HUMAN_NAME);
    }
    code = talk(&arg, seed);
    player_arg_release(&arg);
    return code;
}
