#include "arena/opening.h"

#include <stdlib.h>
#include <string.h>

#include "base/text_file.h"
#include "game/key_set.h"
#include "game/forms.h"

/* Gives up after this many draws in a row without a new opening. The rarest opening of 5 plies
 * comes up once in 8,000 draws, so up to 5 plies none is missed. */
#define PATIENCE 200000

const char *const opening_set_name[OPENING_SETS] = { "any", "train", "validate", "test" };

void openings_release(struct openings *openings)
{
    free(openings->list);
    *openings = (struct openings){ 0 };
}

int openings_empty(struct openings *openings, struct err *err)
{
    *openings = (struct openings){ .list = calloc(1, sizeof *openings->list) };
    if (!openings->list)
        return err_shortage(err, "out of memory");
    openings->n = 1;
    return 0;
}

enum opening_set opening_set_of(const struct position *pos, uint64_t seed)
{
    static const enum opening_set quarter[] = { OPENING_TRAIN, OPENING_TRAIN, OPENING_VALIDATE,
                                                OPENING_TEST };

    return quarter[key_mix(position_mirror_key(pos) ^ key_mix(seed + 1)) >> 62];
}

static bool over_or_won_at_once(const struct position *pos)
{
    return position_outcome(pos) != OUTCOME_NONE || immediate_wins(pos);
}

/* A random game of that many plies; false if it ends early or can be won at once. */
static bool draw_moves(struct moves *moves, int plies, struct rng *rng)
{
    struct position pos = { 0 };

    moves->n = 0;
    while (moves->n < plies) {
        int column = (int)rng_below(rng, COLUMNS);
        uint64_t bit = playable_cells(pos.all) & column_cells(column);

        if (!bit)
            continue;
        position_play(&pos, bit);
        moves_push(moves, column);
        if (position_outcome(&pos) != OUTCOME_NONE)
            return false;
    }
    return !over_or_won_at_once(&pos);
}

int openings_draw(struct openings *openings, int plies, size_t count, enum opening_set set,
                  uint64_t seed, uint32_t generation, struct err *err)
{
    struct key_set seen;
    struct rng rng;

    *openings = (struct openings){ .list = calloc(count ? count : 1, sizeof *openings->list) };
    if (!openings->list)
        return err_shortage(err, "out of memory: %zu openings", count);
    if (key_set_init(&seen, count, err)) {
        openings_release(openings);
        return -1;
    }
    rng_open(&rng, (struct stream){ seed, generation, STREAM_OPENINGS, (uint64_t)plies });
    for (int idle = 0; openings->n < count && idle < PATIENCE; idle++) {
        struct moves *next = &openings->list[openings->n];
        struct position pos;

        if (!draw_moves(next, plies, &rng))
            continue;
        pos = moves_position(next);
        if (set != OPENING_ANY && opening_set_of(&pos, seed) != set)
            continue;
        if (!key_set_add(&seen, position_mirror_key(&pos)))
            continue;
        openings->n++;
        idle = 0;
    }
    key_set_release(&seen);
    return 0;
}

/* Checks a line of a file and puts it on the list, which has room for it. */
static int take_line(struct openings *openings, struct key_set *seen, const char *line,
                     struct err *err)
{
    struct moves *moves = &openings->list[openings->n];
    struct position pos;

    if (moves_read(moves, line, err))
        return -1;
    pos = moves_position(moves);
    if (position_outcome(&pos) != OUTCOME_NONE)
        return err_set(err, "'%s': the game is over", line);
    if (!key_set_add(seen, position_mirror_key(&pos)))
        return err_set(err, "'%s': the position or its mirror image is in the file already", line);
    openings->n++;
    return 0;
}

static size_t count_lines(const char *text)
{
    size_t lines = 1;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static int take_text(struct openings *openings, struct key_set *seen, char *text, const char *path,
                     struct err *err)
{
    for (int number = 1; *text; number++) {
        char *line = text;

        text += strcspn(text, "\n");
        text += *text == '\n';
        line[strcspn(line, " \t\r\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#' && take_line(openings, seen, line, err))
            return err_place(err, path, number);
    }
    return openings->n > 0 ? 0 : err_set(err, "%s: no openings in the file", path);
}

int openings_read(struct openings *openings, const char *path, struct err *err)
{
    char *text = text_file_whole(path, err);
    struct key_set seen = { 0 };
    size_t lines;
    int status;

    *openings = (struct openings){ 0 };
    if (!text)
        return -1;
    lines = count_lines(text);
    status = key_set_init(&seen, lines, err);
    openings->list = calloc(lines, sizeof *openings->list);
    if (status == 0 && !openings->list)
        status = err_shortage(err, "out of memory: %zu openings", lines);
    if (status == 0)
        status = take_text(openings, &seen, text, path, err);
    key_set_release(&seen);
    free(text);
    if (status)
        openings_release(openings);
    return status;
}
