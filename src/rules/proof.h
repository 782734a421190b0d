/*
 * proof - a set of rules that refutes every line of the side to move.
 *
 * The defender is the side that is not to move. If rules that go together in pairs
 * solve every line that holds none of his discs, the attacker cannot win. That no
 * proof is found says nothing.
 *
 * The second player can be the defender as he is: the first player runs out of other
 * moves first. The first player needs an odd threat: an empty cell in an odd row
 * that completes a line of his and cannot be played yet. He leaves its column alone,
 * and the second player has to play below it in the end. Then the first player wins.
 * Two lines that share such a cell serve as well, if he surely gets one of the other
 * two cells that they need. Without a threat the first player can only use rules
 * that never need an answer at the right time: baseinverse and vertical.
 *
 * That the nine rules hold in every combination has not been proved. Every claim has
 * agreed with the exact solver so far; see reports/rules.md.
 */
#ifndef C4E_RULES_PROOF_H
#define C4E_RULES_PROOF_H

#include "base/err.h"
#include "rules/rule_list.h"

/* Each rule solves at least one line more than those before it. */
#define PROOF_RULES 40

enum proof_claim {
    PROOF_NONE,
    PROOF_NOT_LOST, /* the defender does not lose */
    PROOF_WON       /* the defender wins */
};

struct proof {
    enum proof_claim claim;
    int n;
    struct rule rule[PROOF_RULES];
    uint64_t threat;     /* the cell of an odd threat that is part of the proof, or 0 */
    uint64_t either;     /* the two cells of which the threat needs one; 0 if it is complete */
    int problems;        /* lines that had to be solved */
    int rules;           /* that could be used */
    unsigned long steps; /* of the search for the set */
};

/* The memory of a search for proofs. It belongs to one thread. */
struct prover;

/* Returns NULL, with a message, when memory has run out. */
struct prover *prover_create(struct err *err);
void prover_destroy(struct prover *prover); /* NULL is allowed */

#define PROOF_STEPS 20000 /* enough for nearly every proof that exists */

/*
 * Looks for a proof in a position that is not over, with at most that many steps. Returns whether
 * it found one. The same position and number of steps always give the same proof. On boards with
 * an odd number of rows there are none.
 */
bool prover_prove(struct prover *prover, const struct position *pos, unsigned long steps,
                  struct proof *proof);

#endif
