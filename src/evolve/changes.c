#include "evolve/changes.h"

#include <stdlib.h>
#include <string.h>

#include "arena/comparison.h"
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
    struct genome founder, champion;
    double founder_spread, champion_spread;
    double effect[GENE_COUNT];
};

static int compare(struct difference *v, const struct changes_input *in, struct err *err)
{
    struct contrast_sample sample;
    struct position *pos;
    int status;

    v->founder = genome_of(in->founder);
    v->champion = genome_of(in->champion);
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

/* The champion's gene as it would be if its evaluations were as large as those of the founder. */
static double in_scale_of_founder(const struct difference *v, int gene)
{
    if (!(v->founder_spread > 0) || !(v->champion_spread > 0))
        return v->champion.gene[gene];
    return contrast_taken(&v->champion, v->champion_spread, gene, v->founder_spread);
}

/* The genes that changed, by their effect. */
static void list_changes(struct changes *changes, const struct difference *v,
                         const struct run_config *config)
{
    bool listed[GENE_COUNT] = { false };

    for (int g = 0; g < gene_count(); g++) {
        listed[g] = v->effect[g] <= 0 || !ties_free(&config->ties, g);
        changes->all += !listed[g];
    }
    while (changes->n < CHANGES_MOST && changes->n < changes->all) {
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

/* The founder, then the copies of the champion, one for each change. */
static void make_opponents(struct journal_genome *list, const struct changes *changes,
                           const struct difference *v, const struct changes_input *in)
{
    list[0] = *in->founder;
    for (size_t i = 0; i < changes->n; i++) {
        int gene = changes->list[i].gene;
        struct journal_genome *r = &list[1 + i];

        *r = *in->champion;
        r->gene[gene] = contrast_taken(&v->founder, v->founder_spread, gene, v->champion_spread);
        ties_apply(&in->config->ties, r->gene);
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
                          .what = "games about changes" };
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
    struct journal_genome *opponent = calloc(1 + CHANGES_MOST, sizeof *opponent);
    struct difference *v = calloc(1, sizeof *v);
    int status = opponent && v ? 0 : err_shortage(err, "out of memory");

    *changes = (struct changes){ .n = 0 };
    *finished = true;
    if (status == 0)
        status = compare(v, in, err);
    if (status == 0) {
        list_changes(changes, v, in->config);
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
