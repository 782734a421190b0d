/*
 * rule_list - every rule that the defender could follow in a position.
 */
#ifndef C4E_RULES_RULE_LIST_H
#define C4E_RULES_RULE_LIST_H

#include "rules/rule.h"

/* More than any position has; rules beyond it would be left out. */
#define RULES_MAX 3000

/* The lines of the board: cells of each, and the lines through each cell. */
struct rule_geometry {
    uint64_t line[LINES];
    struct line_set through[COLUMNS * COLUMN_BITS]; /* by bit */
};

void rule_geometry_init(struct rule_geometry *geometry);

/* A position as the rules see it. */
struct rule_board {
    uint64_t defender, attacker; /* discs */
    uint64_t empty, playable;
    uint64_t closed;          /* cells that no rule may use */
    struct line_set problems; /* lines that have to be solved */
};

/* The board with the side that is not to move as the defender. Its problems are all lines without
 * a disc of his. */
void rule_board_init(struct rule_board *board, const struct rule_geometry *geometry,
                     const struct position *pos);

/* Lists the rules that solve a problem. Returns their number. */
int rule_list(const struct rule_geometry *geometry, const struct rule_board *board,
              struct rule rule[RULES_MAX]);

#endif
