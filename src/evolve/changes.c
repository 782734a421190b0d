#include "evolve/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/comparison.h"
#include "engines/uci_genes.h"
#include "evolve/gauntlet.h"
#include "heuristic/contrast.h"

/* Draws of openings that the verdict does not have. */
#define DRAW UINT32_C(0x40000000)

/* A genome that borrows its tables. */
static struct genome genome_of(const struct journal_genome *who)
{
    struct genome genome;

    genome_init(&genome);
    memcpy(genome.gene, who->gene, sizeof genome.gene);
    genome.tables = who->tables;
    return genome;
}

/* The two genomes, how large their evaluations are, and what each change does to them. */
struct difference {
    struct genome founder, champion; /* the founder as the ties made it */
    double founder_spread, champion_spread;
    double effect[GENE_COUNT];
    int tied[GENE_COUNT]; /* genes of the founder that ties changed */
    int ties;
    const double *file; /* the founder's genes before that */
    bool engine;
};

/* Options have the values that the engine gets. */
static void compare_options(struct difference *v, const struct run_config *config)
{
    for (int g = 0; g < gene_count(); g++) {
        v->founder.gene[g] = uci_genes_sent(g, v->founder.gene[g]);
        v->champion.gene[g] = uci_genes_sent(g, v->champion.gene[g]);
        v->effect[g] = fabs(v->champion.gene[g] - v->founder.gene[g]) / config->scale[g];
    }
}

static int compare_evaluations(struct difference *v, struct err *err)
{
    struct contrast_sample sample;
    struct position *pos;
    int status;

    if (comparison_sample(&pos, &sample.n, err))
        return -1;
    sample.pos = pos;
    status = contrast_spread(&v->founder, &sample, &v->founder_spread, err) ||
             contrast_spread(&v->champion, &sample, &v->champion_spread, err) ||
             contrast_effects(&v->champion, v->champion_spread, &v->founder, v->founder_spread,
                              &sample, v->effect, err);
    free(pos);
    return status ? -1 : 0;
}

static int compare(struct difference *v, const struct changes_input *in, struct err *err)
{
    v->founder = genome_of(in->founder);
    v->champion = genome_of(in->champion);
    v->file = in->founder->gene;
    v->ties = ties_changed(&in->config->ties, v->file, v->tied);
    ties_apply(&in->config->ties, v->founder.gene);
    v->engine = uci_genes_used(v->champion.gene);
    if (!v->engine)
        return compare_evaluations(v, err);
    compare_options(v, in->config);
    return 0;
}

/* The champion's gene as it would be if its evaluations were as large as those of the founder. */
static double in_scale_of_founder(const struct difference *v, int gene)
{
    if (!(v->founder_spread > 0) || !(v->champion_spread > 0))
        return v->champion.gene[gene];
    return contrast_taken(&v->champion, v->champion_spread, gene, v->founder_spread);
}

static void list_ties(struct changes *changes, const struct difference *v)
{
    if (v->ties == 0)
        return;
    changes->ties = (size_t)v->ties;
    for (int i = 0; i < v->ties && i < CHANGES_MOST; i++) {
        int g = v->tied[i];

        changes->tied[i] = (struct tied_gene){ g, v->file[g], v->founder.gene[g] };
    }
    changes->all++;
    changes->list[changes->n++].gene = CHANGE_TIES;
}

/* The genes that changed, by their effect. */
static void list_genes(struct changes *changes, const struct difference *v,
                       const struct run_config *config)
{
    bool listed[GENE_COUNT] = { false };
    size_t most = changes->n + CHANGES_MOST;

    for (int g = 0; g < gene_count(); g++) {
        listed[g] = v->effect[g] <= 0 || !ties_free(&config->ties, g);
        changes->all += !listed[g];
    }
    while (changes->n < most && changes->n < changes->all) {
        int best = -1;

        for (int g = 0; g < gene_count(); g++)
            if (!listed[g] && (best < 0 || v->effect[g] > v->effect[best]))
                best = g;
        listed[best] = true;
        changes->list[changes->n++] = (struct change){ .gene = best,
                                                       .before = v->founder.gene[best],
                                                       .after = in_scale_of_founder(v, best) };
    }
}

static void list_changes(struct changes *changes, const struct difference *v,
                         const struct changes_input *in)
{
    changes->same = v->ties == 0 &&
                    memcmp(v->founder.gene, v->champion.gene, sizeof v->founder.gene) == 0 &&
                    tables_equal(v->founder.tables, v->champion.tables);
    changes->scaled = !v->engine;
    list_ties(changes, v);
    list_genes(changes, v, in->config);
}

/* Gives a champion the founder's value of a gene, in the scale of the champion. */
static void take_back(struct journal_genome *copy, const struct difference *v,
                      const struct genome *founder, int gene)
{
    copy->gene[gene] = contrast_taken(founder, v->founder_spread, gene, v->champion_spread);
}

/* The founder, then the copies of the champion, one for each change. */
static void make_opponents(struct journal_genome *list, const struct changes *changes,
                           const struct difference *v, const struct changes_input *in)
{
    const struct genome file = genome_of(in->founder);

    list[0] = *in->founder;
    for (size_t i = 0; i < changes->n; i++) {
        struct journal_genome *r = &list[1 + i];

        *r = *in->champion;
        if (changes->list[i].gene != CHANGE_TIES) {
            take_back(r, v, &v->founder, changes->list[i].gene);
            ties_apply(&in->config->ties, r->gene);
            continue;
        }
        for (int k = 0; k < v->ties; k++)
            take_back(r, v, &file, v->tied[k]);
    }
}

static int play(struct changes *changes, const struct changes_input *in,
                const struct journal_genome *opponent, bool *finished, struct err *err)
{
    struct gauntlet g = { .config = in->config,
                          .who = &in->champion,
                          .n = 1,
                          .opponent = opponent,
                          .opponents = 1 + changes->n,
                          .set = OPENING_TEST,
                          .draw = DRAW,
                          .plies = in->config->validate_plies,
                          .openings = (size_t)in->config->changes_openings,
                          .what = "games about changes",
                          .detail = GAME_OUTCOME };
    struct games games;
    int status = 0;

    if (gauntlet_games(&g, in->pool, in->watch, &games, finished, err))
        return -1;
    if (*finished)
        status = games_score(&games, err);
    if (*finished && status == 0) {
        changes->against = crosstable_tally(&games.table, 0, 1);
        for (uint32_t i = 0; i < changes->n; i++)
            changes->list[i].without = crosstable_tally(&games.table, 0, 2 + i);
        memcpy(changes->founder, in->founder->name, sizeof changes->founder);
    }
    games_release(&games);
    return status;
}

int changes_measure(struct changes *changes, const struct changes_input *in, bool *finished,
                    struct err *err)
{
    struct journal_genome *opponent = calloc(2 + CHANGES_MOST, sizeof *opponent);
    struct difference *v = calloc(1, sizeof *v);
    int status = opponent && v ? 0 : err_shortage(err, "out of memory");

    *changes = (struct changes){ .n = 0 };
    *finished = true;
    if (status == 0)
        status = compare(v, in, err);
    if (status == 0) {
        list_changes(changes, v, in);
        make_opponents(opponent, changes, v, in);
        status = play(changes, in, opponent, finished, err);
    }
    free(opponent);
    free(v);
    return status;
}

struct interval change_worth(const struct change *change)
{
    struct interval i = tally_interval(&change->without);

    return (struct interval){ i.mean - 0.5, i.low - 0.5, i.high - 0.5 };
}
