#include "truth/words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/threats.h"
#include "truth/solved.h"

void sayings_begin(struct sayings *s, const char *first, const char *second)
{
    s->disc[0] = first;
    s->disc[1] = second;
    s->results_only = false;
    s->n = 0;
}

struct saying *sayings_add(struct sayings *s, enum saying_kind kind, int side, const char *fmt, ...)
{
    struct saying *saying = &s->list[s->n < SAYINGS_MAX ? s->n++ : SAYINGS_MAX - 1];
    va_list args;

    *saying = (struct saying){ .kind = kind, .side = side };
    va_start(args, fmt);
    vsnprintf(saying->text, sizeof saying->text, fmt, args);
    va_end(args);
    return saying;
}

const char *words_columns(unsigned columns, char buf[COLUMNS_TEXT_SIZE])
{
    size_t used = 0;

    buf[0] = '\0';
    for (int n = 0; columns; columns &= columns - 1, n++)
        used += (size_t)snprintf(buf + used, COLUMNS_TEXT_SIZE - used, "%s%d",
                                 n == 0                    ? ""
                                 : columns & (columns - 1) ? ", "
                                                           : " and ",
                                 __builtin_ctz(columns) + 1);
    return buf;
}

const char *words_cells(uint64_t cells, const char *last, char buf[CELLS_TEXT_SIZE])
{
    char name[CELL_NAME_SIZE];
    size_t used = 0;

    buf[0] = '\0';
    for (int n = 0; cells; cells &= cells - 1, n++)
        used += (size_t)snprintf(buf + used, CELLS_TEXT_SIZE - used, "%s%s",
                                 n == 0                ? ""
                                 : cells & (cells - 1) ? ", "
                                                       : last,
                                 cell_name(cells, name));
    return buf;
}

int best_score(const int score[COLUMNS])
{
    int best = SOLVER_NO_MOVE;

    for (int c = 0; c < COLUMNS; c++)
        if (score[c] > best)
            best = score[c];
    return best;
}

/* How striking a move is: a number that is higher for moves to be preferred. */
static int strikingness(const struct position *pos, int column)
{
    uint64_t cell = playable_cells(pos->all) & column_cells(column), all = pos->all | cell;
    uint64_t now = winning_cells(pos->own | cell, all) & playable_cells(all);
    int strikes = immediate_wins(pos) & cell ? 2 : (now & (now - 1)) != 0;

    return strikes * COLUMNS - CENTRAL_PLACE(column);
}

int best_column(const struct position *pos, const int score[COLUMNS])
{
    int best = -1;

    for (int c = 0; c < COLUMNS; c++)
        if (score[c] != SOLVER_NO_MOVE &&
            (best < 0 || score[c] > score[best] ||
             (score[c] == score[best] && strikingness(pos, c) > strikingness(pos, best))))
            best = c;
    return best;
}

unsigned columns_with_result(const int score[COLUMNS], int result)
{
    unsigned columns = 0;

    for (int c = 0; c < COLUMNS; c++)
        if (score[c] != SOLVER_NO_MOVE && result_of_score(score[c]) == result)
            columns |= 1u << c;
    return columns;
}

static const char *odd_or_even(uint64_t cell)
{
    return cell & ODD_ROWS ? "odd" : "even";
}

/* With "an" for "a" where it is needed. */
static const char *an_odd_or_even(uint64_t cell)
{
    return cell & ODD_ROWS ? "an odd" : "an even";
}

static void say_result(struct sayings *s, const struct position *pos, int best)
{
    int mover = pos->plies % 2, winner = best > 0 ? mover : !mover;
    int end = best ? score_end_plies(best, pos->plies) : CELLS;

    if (best == 0)
        sayings_add(s, SAYS_DRAW, mover, "With best play it is a draw.");
    else
        sayings_add(s, SAYS_WINS, winner, "With best play %s wins with move %d.", s->disc[winner],
                    end)
            ->number = end;
}

/* Which moves keep the best result, if not all do. */
static void say_moves(struct sayings *s, const struct position *pos, const int score[COLUMNS])
{
    static const char *const verb[] = { "loses", "keeps the draw", "wins" };
    static const char *const verbs[] = { "lose", "keep the draw", "win" };
    int result = result_of_score(best_score(score));
    unsigned good = columns_with_result(score, result), open = 0;
    bool one = (good & (good - 1)) == 0;
    char text[COLUMNS_TEXT_SIZE];

    for (int c = 0; c < COLUMNS; c++)
        open |= score[c] == SOLVER_NO_MOVE ? 0 : 1u << c;
    if (good == open)
        return;
    sayings_add(s, SAYS_MOVES, pos->plies % 2, "Only column%s %s %s.", one ? "" : "s",
                words_columns(good, text), one ? verb[result + 1] : verbs[result + 1])
        ->columns = good;
}

/* What the next two discs decide. Returns whether nothing else matters. */
static bool say_at_once(struct sayings *s, const struct position *pos)
{
    int mover = pos->plies % 2;
    uint64_t wins = immediate_wins(pos), playable = playable_cells(pos->all);
    uint64_t stops = winning_cells(pos->own ^ pos->all, pos->all) & playable;
    char cells[CELLS_TEXT_SIZE];
    struct saying *saying;

    if (wins) {
        saying = sayings_add(s, SAYS_AT_ONCE, mover, "%s can make four on %s now.", s->disc[mover],
                             words_cells(wins, " or ", cells));
        saying->cell = wins & -wins;
        return true;
    }
    if (stops & (stops - 1)) {
        sayings_add(s, SAYS_CANNOT_STOP, mover, "%s threatens four on %s. %s can stop only one.",
                    s->disc[!mover], words_cells(stops, " and ", cells), s->disc[mover]);
        return true;
    }
    if (stops) {
        saying =
            sayings_add(s, SAYS_MUST_STOP, mover, "%s threatens four on %s. %s must play there.",
                        s->disc[!mover], words_cells(stops, "", cells), s->disc[mover]);
        saying->cell = stops;
    }
    return false;
}

/* "X's odd threat on c3 decides" or "X gets an odd threat on c3, and it decides". */
static void say_zugzwang(struct sayings *s, const struct ending *e)
{
    const char *winner = s->disc[e->winner], *loser = s->disc[!e->winner];
    char cell[CELL_NAME_SIZE], below[CELL_NAME_SIZE], threat[80];

    cell_name(e->cell, cell);
    cell_name(e->cell >> 1, below);
    if (e->waiting)
        snprintf(threat, sizeof threat, "%s's %s threat on %s decides", winner,
                 odd_or_even(e->cell), cell);
    else
        snprintf(threat, sizeof threat, "%s will get %s threat on %s", winner,
                 an_odd_or_even(e->cell), cell);
    sayings_add(s, SAYS_ENDING, e->winner,
                "%s. In the end %s has no safe move left and must play %s, and %s wins on %s.",
                threat, loser, below, winner, cell)
        ->cell = e->cell;
}

static void say_ending(struct sayings *s, const struct ending *e)
{
    char cell[CELL_NAME_SIZE], other[CELL_NAME_SIZE];
    const char *winner = e->winner >= 0 ? s->disc[e->winner] : "";
    struct saying *saying = NULL;

    switch (e->kind) {
    case ENDING_DRAW:
    case ENDING_AT_ONCE:
        return;
    case ENDING_ZUGZWANG:
        say_zugzwang(s, e);
        return;
    case ENDING_TWO:
        saying = sayings_add(s, SAYS_ENDING, e->winner,
                             "In the end %s has two threats at once, on %s and %s, and %s can stop "
                             "only one.",
                             winner, cell_name(e->cell, cell), cell_name(e->other, other),
                             s->disc[!e->winner]);
        break;
    case ENDING_STACK:
        saying = sayings_add(s, SAYS_ENDING, e->winner,
                             "In the end %s has two threats on top of each other: %s must stop the "
                             "one on %s, and then %s wins on %s.",
                             winner, s->disc[!e->winner], cell_name(e->other, other), winner,
                             cell_name(e->cell, cell));
        break;
    }
    saying->cell = e->cell;
}

/* Who profits when the rest fills up, if that is also who wins. */
static void say_fill_up(struct sayings *s, const struct position *pos, const struct ending *e)
{
    char name[CELL_NAME_SIZE];
    uint64_t cell;
    int loser = fill_up_loser(pos, &cell);

    if (loser < 0 || e->winner != !loser || (e->kind == ENDING_ZUGZWANG && e->cell == cell))
        return;
    sayings_add(s, SAYS_FILL_UP, !loser,
                "When the safe cells are used up, it is %s who must play below a threat of %s, as "
                "on %s.",
                s->disc[loser], s->disc[!loser], cell_name(cell, name))
        ->cell = cell;
}

static void say_poisoned(struct sayings *s, const struct position *pos, int side)
{
    uint64_t cells = poisoned_cells(pos, side);
    unsigned columns = 0;
    char text[COLUMNS_TEXT_SIZE], above[CELLS_TEXT_SIZE];

    for (uint64_t rest = cells; rest; rest &= rest - 1)
        columns |= 1u << bit_column(rest);
    if (!columns)
        return;
    sayings_add(s, SAYS_POISONED, side, "Column%s %s %s poisoned for %s: %s would win on %s.",
                columns & (columns - 1) ? "s" : "", words_columns(columns, text),
                columns & (columns - 1) ? "are" : "is", s->disc[side], s->disc[!side],
                words_cells(cells << 1, " or ", above))
        ->columns = columns;
}

void words_plan(struct sayings *s, const struct position *pos, const int score[COLUMNS],
                const struct ending *ending)
{
    say_result(s, pos, best_score(score));
    say_moves(s, pos, score);
    if (say_at_once(s, pos))
        return;
    say_ending(s, ending);
    say_fill_up(s, pos, ending);
    say_poisoned(s, pos, 0);
    say_poisoned(s, pos, 1);
}

const char *words_ending(const struct ending *e, char buf[SAYING_SIZE])
{
    char cell[CELL_NAME_SIZE], other[CELL_NAME_SIZE];

    buf[0] = '\0';
    if (e->winner < 0)
        return buf;
    cell_name(e->cell, cell);
    if (e->other)
        cell_name(e->other, other);
    if (e->kind == ENDING_AT_ONCE)
        snprintf(buf, SAYING_SIZE, "by four on %s at once", cell);
    else if (e->kind == ENDING_ZUGZWANG)
        snprintf(buf, SAYING_SIZE, "by %s %s threat on %s", e->waiting ? "the" : "an",
                 odd_or_even(e->cell), cell);
    else if (e->kind == ENDING_TWO)
        snprintf(buf, SAYING_SIZE, "by two threats at once, on %s and %s", cell, other);
    else
        snprintf(buf, SAYING_SIZE, "by threats on top of each other, on %s and %s", other, cell);
    return buf;
}
