#include <stdlib.h>
#include <string.h>

#include "engines/uci_engine.h"
#include "engines/uci_genes.h"

/* More options than this are not tried one by one. */
#define TRIED_ALONE 8
#define VARIANTS    (3 + 2 * TRIED_ALONE)

/* The engine with other values of its options; the first has its defaults. */
struct trial {
    struct uci_engine engine;
    struct uci_spec *variant[VARIANTS];
    int variants;
};

static int add_variant(struct trial *t, const double *gene, struct err *err)
{
    if (uci_genes_spec(&t->variant[t->variants], gene, err))
        return -1;
    t->variants++;
    return 0;
}

/* All options at one end, then one after the other. */
static int add_variants(struct trial *t, const struct uci_range *range, const double *usual,
                        struct err *err)
{
    const double *const end[] = { range->low, range->high };
    double all[2][GENE_COUNT], one[GENE_COUNT];

    if (add_variant(t, usual, err))
        return -1;
    for (int k = 0; k < 2; k++) {
        memcpy(all[k], usual, sizeof all[k]);
        for (int g = 0; g < gene_count(); g++)
            if (range->changes[g] && uci_genes_option(g))
                all[k][g] = end[k][g];
        if (add_variant(t, all[k], err))
            return -1;
    }
    for (int g = 0; g < gene_count(); g++) {
        if (!range->changes[g] || !uci_genes_option(g))
            continue;
        for (int k = 0; k < 2 && t->variants < VARIANTS; k++) {
            memcpy(one, usual, sizeof one);
            one[g] = end[k][g];
            if (add_variant(t, one, err))
                return -1;
        }
    }
    return 0;
}

/* Asks all variants about a position until one has another move. *matter is also true if one has
 * none. */
static int ask_all(struct trial *t, const struct search_keys *keys, const struct position *pos,
                   bool *matter, struct err *err)
{
    int first = NO_MOVE;

    *matter = false;
    for (int i = 0; i < t->variants && !*matter; i++) {
        struct choice choice;

        t->engine.spec = t->variant[i];
        t->engine.moved = false;
        if ((!t->engine.process.pid && uci_engine_start(&t->engine, t->variant[i], err)) ||
            uci_engine_move(&t->engine, keys, pos, &choice, err)) {
            *matter = true;
            return err->kind == ERR_ANY ? 0 : -1;
        }
        first = i == 0 ? choice.column : first;
        *matter = choice.column != first;
    }
    return 0;
}

int uci_genes_matter(const char *name, const struct uci_range *range,
                     const struct search_keys *keys, const struct position *pos, size_t n,
                     bool *matter, struct err *err)
{
    struct trial *t = calloc(1, sizeof *t);
    struct genome usual;
    int status;

    *matter = false;
    if (!t)
        return err_shortage(err, "out of memory");
    uci_genes_genome(&usual, name);
    status = add_variants(t, range, usual.gene, err);
    for (size_t i = 0; i < n && status == 0 && !*matter; i++)
        status = ask_all(t, keys, &pos[i], matter, err);
    uci_engine_stop(&t->engine);
    for (int i = 0; i < t->variants; i++)
        uci_spec_drop(t->variant[i]);
    genome_release(&usual);
    free(t);
    return status;
}
