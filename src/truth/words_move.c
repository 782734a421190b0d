/* Why a move is good, or what it gives away. */
#include "truth/words.h"

#include <stdio.h>
#include <string.h>

#include "rules/threats.h"
#include "truth/solved.h"

/* What a move does on the board: the most striking thing, or "". */
static void say_effect(const struct sayings *s, const struct position *pos, uint64_t cell,
                       char buf[SAYING_SIZE])
{
    const char *other = s->disc[!(pos->plies % 2)];
    uint64_t all = pos->all | cell, own = pos->own | cell;
    uint64_t before = winning_cells(pos->own, pos->all);
    uint64_t wins = winning_cells(own, all), now = wins & playable_cells(all);
    uint64_t fresh = wins & ~before & ~now & ~playable_cells(all);
    bool answered = winning_cells(own ^ all, all) & playable_cells(all);
    char name[CELL_NAME_SIZE], cells[CELLS_TEXT_SIZE];

    buf[0] = '\0';
    cell_name(cell, name);
    if (immediate_wins(pos) & cell)
        snprintf(buf, SAYING_SIZE, "makes four on %s", name);
    else if (winning_cells(pos->own ^ pos->all, pos->all) & cell)
        snprintf(buf, SAYING_SIZE, "stops %s's four on %s", other, name);
    else if (answered)
        return;
    else if (now & (now - 1))
        snprintf(buf, SAYING_SIZE, "makes two threats at once, on %s",
                 words_cells(now, " and ", cells));
    else if (now && wins & now << 1)
        snprintf(buf, SAYING_SIZE, "makes two threats on top of each other, on %s",
                 words_cells(now | now << 1, " and ", cells));
    else if (fresh)
        snprintf(buf, SAYING_SIZE, "makes %s threat on %s",
                 fresh & -fresh & ODD_ROWS ? "an odd" : "an even", cell_name(fresh, name));
    else if (now)
        snprintf(buf, SAYING_SIZE, "forces %s to answer on %s", other, cell_name(now, name));
}

static void append(char buf[SAYING_SIZE], const char *joint, const char *text)
{
    size_t used = strlen(buf);

    if (*text)
        snprintf(buf + used, SAYING_SIZE - used, "%s%s", used ? joint : "", text);
}

static void say_good(const struct sayings *s, const struct position *pos, int column,
                     const int score[COLUMNS], const struct ending *after, char buf[SAYING_SIZE])
{
    static const char *const keeps[] = { "keeps the draw", "wins" };
    int result = result_of_score(score[column]);
    unsigned good = columns_with_result(score, result);
    uint64_t cell = playable_cells(pos->all) & column_cells(column);
    char text[SAYING_SIZE], why[SAYING_SIZE], name[CELL_NAME_SIZE];
    bool stakes = good & (good - 1) ? false : bit_count(playable_cells(pos->all)) > 1;

    say_effect(s, pos, cell, buf);
    if (immediate_wins(pos) & cell)
        return;
    if (result < 0) {
        append(buf, ", but ",
               score[column] < best_score(score) ? "loses sooner than necessary"
                                                 : "loses; no move is better");
        return;
    }
    snprintf(text, sizeof text, "%s%s", stakes ? "is the only move that " : "", keeps[result]);
    append(buf, " and ", text);
    if (result > 0 && after && after->winner == pos->plies % 2 &&
        !strstr(buf, cell_name(after->cell, name)))
        append(buf, ", ", words_ending(after, why));
}

static void say_mistake(const struct sayings *s, const struct position *pos, int column,
                        const int score[COLUMNS], const struct ending *after, char buf[SAYING_SIZE])
{
    const char *other = s->disc[!(pos->plies % 2)];
    uint64_t cell = playable_cells(pos->all) & column_cells(column);
    uint64_t all = pos->all | cell;
    uint64_t wins = winning_cells(pos->own ^ pos->all, all) & playable_cells(all);
    bool lost = score[column] < 0;
    char cells[CELLS_TEXT_SIZE], why[SAYING_SIZE];

    snprintf(buf, SAYING_SIZE, "gives away the %s%s", best_score(score) > 0 ? "win" : "draw",
             lost ? ": " : "; now it is a draw");
    if (!lost)
        return;
    if (wins)
        snprintf(why, sizeof why, "%s makes four on %s", other, words_cells(wins, " or ", cells));
    else if (s->results_only)
        snprintf(why, sizeof why, "%s wins with best play", other);
    else
        snprintf(why, sizeof why, "%s wins with move %d", other,
                 score_end_plies(score[column], pos->plies));
    append(buf, "", why);
    if (!wins && after && after->winner == !(pos->plies % 2))
        append(buf, ", ", words_ending(after, why));
}

const char *words_move(const struct sayings *s, const struct position *pos, int column,
                       const int score[COLUMNS], const struct ending *after, char buf[SAYING_SIZE])
{
    int best = result_of_score(best_score(score));

    buf[0] = '\0';
    if (result_of_score(score[column]) < best)
        say_mistake(s, pos, column, score, after, buf);
    else
        say_good(s, pos, column, score, after, buf);
    return buf;
}
