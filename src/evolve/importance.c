#include "evolve/importance.h"

#include <stdlib.h>

#include "engines/uci_genes.h"
#include "evolve/learning.h"
#include "stats/tally.h"

static int by_loss(const void *a, const void *b)
{
    const struct importance *x = a, *y = b;

    if (x->metric_loss != y->metric_loss)
        return x->metric_loss < y->metric_loss ? 1 : -1;
    return x->gene < y->gene ? -1 : 1;
}

/* Effects have standard errors; importance has 95% intervals. Losses are quadratic in the step, and
 * slopes are linear. */
static struct importance importance_of(int gene, double step, const struct surface_effect *e)
{
    bool option = uci_genes_option(gene);
    double z = z_of_95_percent(), longer = option ? 1 : 1 / e->length;

    return (struct importance){ .gene = gene,
                                .step = step,
                                .loss = e->loss,
                                .loss_error = z * e->loss_error,
                                .slope = e->slope,
                                .slope_error = z * e->slope_error,
                                .is_typical = option,
                                .metric_step = longer * step,
                                .metric_loss = longer * longer * e->loss,
                                .metric_loss_error = longer * longer * z * e->loss_error,
                                .metric_slope = longer * e->slope,
                                .metric_slope_error = longer * z * e->slope_error };
}

static int list_effects(const struct learning *l, const struct journal_genome *best,
                        struct importance **list, size_t *n, struct err *err)
{
    struct surface_effect effect[GENE_COUNT];
    size_t dim = l->gs.space.dim;

    *list = calloc(dim + 1, sizeof **list);
    if (!*list)
        return err_shortage(err, "out of memory: %zu genes", dim);
    surface_effects(&l->surface, best->gene, effect);
    for (size_t i = 0; i < dim; i++)
        (*list)[i] = importance_of(l->gs.gene[i], l->gs.space.scale[i], &effect[i]);
    qsort(*list, dim, sizeof **list, by_loss);
    *n = dim;
    return 0;
}

int importance_find(const struct journal *journal, const struct run_config *config,
                    struct importance **list, size_t *n, struct err *err)
{
    struct journal_genome best;
    struct learning l;
    uint32_t closed, id;
    int status;

    *list = NULL;
    *n = 0;
    if (journal_count_generations(journal, &closed, err))
        return -1;
    if (closed == 0)
        return 0;
    if (journal_read_best(journal, closed, &id, err) ||
        journal_read_genome(journal, id, &best, err) || learning_init(&l, config, err))
        return -1;
    status = learning_replay(&l, journal, closed, err);
    if (status == 0 && l.has_metric && surface_ready(&l.surface))
        status = list_effects(&l, &best, list, n, err);
    learning_release(&l);
    return status;
}
