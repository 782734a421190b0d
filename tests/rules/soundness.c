/*
 * soundness - compares proofs by rules with the exact solver on many random positions.
 *
 *     rules-soundness LATE EARLY [NODES [SEED]]
 *
 * LATE positions have at most 24 empty cells, EARLY ones more; the solver counts its nodes in NODES
 * positions of each of some plies. Prints how often a proof
 * is found, by ply, and the claims that the solver refutes; then the nodes of the solver
 * with rules and without. Exit code 1 if a claim or a result is wrong.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "game/notation.h"
#include "rules/proof.h"
#include "sample.h"
#include "search/book.h"
#include "search/solver.h"

enum { LATE_EMPTY = 24, EARLIEST = 8, RULE_PLIES = 6 };

struct figures {
    unsigned long positions, proofs, won_claims, not_lost, wrong, rules, steps;
    unsigned long by_kind[RULE_KINDS], with_kind_wrong[RULE_KINDS];
    unsigned long threats, pairs;
};

static void print_wrong(const struct position *pos, const struct proof *proof, int score)
{
    struct moves moves;
    char text[MOVES_TEXT_SIZE];

    if (moves_reach(&moves, pos))
        moves.n = 0;
    printf("WRONG %s claim %d score %d:", moves_format(&moves, text), proof->claim, score);
    for (int i = 0; i < proof->n; i++)
        printf(" %s", rule_name(proof->rule[i].kind));
    printf("%s%s\n", proof->threat ? " threat" : "", proof->either ? " either" : "");
}

/* The score is for the attacker. */
static void check(struct figures *f, const struct position *pos, struct prover *prover,
                  struct solver *solver)
{
    struct proof proof;
    bool wrong;
    int score;

    f->positions++;
    if (!prover_prove(prover, pos, PROOF_STEPS, &proof)) {
        f->steps += proof.steps;
        return;
    }
    score = solver_wdl(solver, pos);
    wrong = proof.claim == PROOF_WON ? score >= 0 : score > 0;
    f->proofs++;
    f->won_claims += proof.claim == PROOF_WON;
    f->not_lost += score <= 0;
    f->rules += (unsigned long)proof.n;
    f->steps += proof.steps;
    f->wrong += wrong;
    f->threats += proof.threat != 0;
    f->pairs += proof.either != 0;
    for (int k = 0; k < RULE_KINDS; k++) {
        bool has = false;

        for (int i = 0; i < proof.n; i++)
            has |= proof.rule[i].kind == (enum rule_kind)k;
        f->by_kind[k] += has;
        f->with_kind_wrong[k] += has && wrong;
    }
    if (wrong)
        print_wrong(pos, &proof, score);
}

static void add(struct figures *sum, const struct figures *f)
{
    const unsigned long *from = (const unsigned long *)f;
    unsigned long *to = (unsigned long *)sum;

    for (size_t i = 0; i < sizeof *f / sizeof *to; i++)
        to[i] += from[i];
}

static void print_row(const char *name, const struct figures *f)
{
    double n = f->positions ? (double)f->positions : 1, m = f->proofs ? (double)f->proofs : 1;

    printf("| %s | %lu | %lu | %.1f%% | %lu | %lu | %.1f |\n", name, f->positions, f->proofs,
           100 * (double)f->proofs / n, f->won_claims, f->wrong, (double)f->rules / m);
}

static void print_table(const struct figures by_ply[CELLS])
{
    struct figures sum = { 0 };
    char name[8];

    printf("| plies | positions | proofs | found | of a win | wrong | rules each |\n"
           "|---|---|---|---|---|---|---|\n");
    for (int ply = 0; ply < CELLS; ply++) {
        snprintf(name, sizeof name, "%d", ply);
        if (by_ply[ply].positions)
            print_row(name, &by_ply[ply]);
        add(&sum, &by_ply[ply]);
    }
    print_row("all", &sum);
    printf("\n| rule | proofs that use it | wrong |\n|---|---|---|\n");
    for (int k = 0; k < RULE_KINDS; k++)
        printf("| %s | %lu | %lu |\n", rule_name((enum rule_kind)k), sum.by_kind[k],
               sum.with_kind_wrong[k]);
    printf("| odd threat | %lu | |\n| two lines that share one | %lu | |\n", sum.threats,
           sum.pairs);
}

/* The nodes that n positions of that many plies take; with a prover, rules are tried in them and
 * in the next RULE_PLIES plies. *sum identifies the results. */
static uint64_t count_nodes(int plies, unsigned long n, struct prover *prover, long *sum)
{
    struct solver solver;
    struct err err;
    uint64_t nodes;

    *sum = 0;
    if (solver_init(&solver, SOLVER_MEGABYTES, &err))
        return 0;
    solver.prover = prover;
    solver.prover_plies = plies + RULE_PLIES;
    for (unsigned long i = 0; i < n; i++) {
        struct position pos;
        struct rng rng;

        sample_rng(&rng, 77, i);
        sample_position(&pos, plies, &rng);
        *sum += (long)(i + 1) * solver_wdl(&solver, &pos);
    }
    nodes = solver.nodes;
    solver_release(&solver);
    return nodes;
}

/* Returns the number of rows in which rules changed a result. */
static unsigned long print_nodes(unsigned long n, struct prover *prover)
{
    unsigned long wrong = 0;

    printf("\n| plies | positions | nodes | with rules | saved |\n|---|---|---|---|---|\n");
    for (int plies = 12; plies <= CELLS - LATE_EMPTY + 8; plies += 2) {
        long without_sum, with_sum;
        uint64_t without = count_nodes(plies, n, NULL, &without_sum);
        uint64_t with = count_nodes(plies, n, prover, &with_sum);

        wrong += without_sum != with_sum;
        printf("| %d | %lu | %" PRIu64 " | %" PRIu64 " | %.1f%% |\n", plies, n, without, with,
               100 - 100 * (double)with / (without ? (double)without : 1));
    }
    return wrong;
}

int main(int argc, char **argv)
{
    unsigned long late = argc > 1 ? strtoul(argv[1], NULL, 10) : 3000;
    unsigned long early = argc > 2 ? strtoul(argv[2], NULL, 10) : 300;
    unsigned long nodes = argc > 3 ? strtoul(argv[3], NULL, 10) : 50;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    static struct figures by_ply[CELLS];
    struct prover *prover;
    struct solver solver;
    struct err err;
    unsigned long wrong = 0;

    prover = prover_create(&err);
    if (!prover || solver_init(&solver, SOLVER_MEGABYTES, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    for (unsigned long i = 0; i < late + early; i++) {
        struct position pos;
        struct rng rng;
        int plies;

        sample_rng(&rng, seed, i);
        plies = i < late ? CELLS - LATE_EMPTY + (int)rng_below(&rng, LATE_EMPTY)
                         : EARLIEST + (int)rng_below(&rng, CELLS - LATE_EMPTY - EARLIEST);
        sample_position(&pos, plies, &rng);
        check(&by_ply[plies], &pos, prover, &solver);
    }
    print_table(by_ply);
    fflush(stdout);
    wrong += print_nodes(nodes, prover);
    for (int ply = 0; ply < CELLS; ply++)
        wrong += by_ply[ply].wrong;
    solver_release(&solver);
    prover_destroy(prover);
    return wrong > 0;
}
