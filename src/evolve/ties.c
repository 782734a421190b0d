#include "evolve/ties.h"

#include <string.h>

void ties_init(struct gene_ties *ties)
{
    for (int g = 0; g < GENE_COUNT; g++) {
        ties->leader[g] = g;
        ties->sign[g] = 1;
    }
}

/* Followers of the gene follow its new leader. */
static void tie(struct gene_ties *ties, int gene, int leader, int sign)
{
    for (int g = 0; g < gene_count(); g++) {
        if (ties->leader[g] != gene)
            continue;
        ties->leader[g] = leader;
        ties->sign[g] = (signed char)(ties->sign[g] * sign);
    }
}

/* Regressions change linear genes only, and need both or none of two tied ones. */
static bool alike(int a, int b)
{
    return gene_is_linear(a) == gene_is_linear(b) &&
           (gene_table[a].family == FAMILY_TABLES) == (gene_table[b].family == FAMILY_TABLES);
}

int ties_add(struct gene_ties *ties, const char *text, struct err *err)
{
    const char *equals = strchr(text, '=');
    char name[128];
    int gene = -1, leader = -1, sign;

    if (!equals || equals - text >= (int)sizeof name)
        return err_set(err, "'%.64s' is not a tie such as opp1=own1", text);
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = '\0';
    sign = equals[1] == '-' ? -1 : 1;
    gene = gene_find(name);
    leader = gene_find(equals + 1 + (sign < 0));
    if (gene < 0 || leader < 0)
        return err_set(err, "'%.64s': no such gene as %.64s", text,
                       gene < 0 ? name : equals + 1 + (sign < 0));
    if (!ties_free(ties, gene))
        return err_set(err, "'%.64s': %s is tied already", text, gene_table[gene].name);
    if (!alike(gene, leader))
        return err_set(err, "'%.64s': weights and factors cannot be tied to each other", text);
    if (ties->leader[leader] == gene)
        return err_set(err, "'%.64s': %s would be tied to itself", text, gene_table[gene].name);
    tie(ties, gene, ties->leader[leader], sign * ties->sign[leader]);
    return 0;
}

/* Ties a gene that is free, or tied in this way already. */
static int pair_up(struct gene_ties *ties, int gene, int leader, int sign, struct err *err)
{
    sign *= ties->sign[leader];
    leader = ties->leader[leader];
    if (leader == ties->leader[gene] && sign == ties->sign[gene])
        return 0;
    if (!ties_free(ties, gene) || leader == gene)
        return err_set(err, "%s is tied otherwise", gene_table[gene].name);
    tie(ties, gene, leader, sign);
    return 0;
}

int ties_make_symmetric(struct gene_ties *ties, struct err *err)
{
    static const struct {
        int gene, leader, sign;
    } pair[] = {
        { GENE_OPP1, GENE_OWN1, 1 },    { GENE_OPP2, GENE_OWN2, 1 },    { GENE_OPP3, GENE_OWN3, 1 },
        { GENE_MIX12, GENE_MIX21, -1 }, { GENE_MIX13, GENE_MIX31, -1 },
    };
    static const int held[] = { GENE_EMPTY, GENE_MIX11, GENE_MIX22, GENE_COWARDICE };

    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        if (pair_up(ties, pair[i].gene, pair[i].leader, pair[i].sign, err))
            return -1;
    for (int i = 0; i <= CENTRE_DISTANCE_MAX; i++)
        if (pair_up(ties, GENE_OPPDISC + i, GENE_DISC + i, 1, err))
            return -1;
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        if (!ties_free(ties, held[i]))
            return err_set(err, "%s is tied otherwise", gene_table[held[i]].name);
        ties_hold(ties, held[i]);
    }
    return 0;
}

void ties_hold(struct gene_ties *ties, int gene)
{
    tie(ties, gene, TIE_HELD, 1);
}

void ties_apply(const struct gene_ties *ties, double gene[GENE_COUNT])
{
    for (int g = 0; g < gene_count(); g++) {
        int leader = ties->leader[g];

        if (leader == TIE_HELD)
            gene[g] = gene_table[g].initial;
        else if (leader != g)
            gene[g] = ties->sign[g] < 0 ? 0 - gene[leader] : gene[leader]; /* never -0 */
    }
}

int ties_changed(const struct gene_ties *ties, const double gene[GENE_COUNT], int list[GENE_COUNT])
{
    double tied[GENE_COUNT];
    int n = 0;

    memcpy(tied, gene, sizeof tied);
    ties_apply(ties, tied);
    for (int g = 0; g < gene_count(); g++)
        if (tied[g] != gene[g])
            list[n++] = g;
    return n;
}

void ties_collect(const struct gene_ties *ties, double slope[GENE_COUNT])
{
    for (int g = 0; g < gene_count(); g++) {
        int leader = ties->leader[g];

        if (leader != TIE_HELD && leader != g)
            slope[leader] += ties->sign[g] * slope[g];
    }
}
