/*
 * exported - players that are exported to a folder, started as programs, and compared with the
 * same players here.
 */
#ifndef C4E_TESTS_EXPORT_EXPORTED_H
#define C4E_TESTS_EXPORT_EXPORTED_H

#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/export.h"
#include "sample.h"

#define POSITIONS_MAX 2000

/* A folder for sources and programs, and the memory of our own players. */
struct fixture {
    char dir[64];
    struct worker worker;
};

static inline int make_fixture(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct err err;

    if (!f || worker_init(&f->worker, &err))
        return -1;
    strcpy(f->dir, "/tmp/c4evolve-export-XXXXXX");
    *state = f;
    return mkdtemp(f->dir) ? 0 : -1;
}

static inline int free_fixture(void **state)
{
    struct fixture *f = *state;
    char command[128];

    snprintf(command, sizeof command, "rm -rf '%s'", f->dir);
    worker_release(&f->worker);
    if (system(command) != 0)
        return -1;
    free(f);
    return 0;
}

/* A random game that is not over, of at most that many plies. */
static inline void random_game(struct moves *moves, int plies, struct rng *rng)
{
    moves->n = 0;
    for (int i = 0; i < plies; i++) {
        struct position pos = moves_position(moves), next = pos;
        uint64_t open = playable_cells(pos.all);

        for (unsigned long skip = rng_below(rng, (unsigned long)bit_count(open)); skip > 0; skip--)
            open &= open - 1;
        position_play(&next, open & -open);
        if (position_outcome(&next) == OUTCOME_NONE)
            moves_push(moves, bit_column(open));
    }
}

/* Exports the player in one of the forms, to a file of that name in the folder. */
static inline void write_player(const struct fixture *f, const struct player *player,
                                const char *form, const char *file)
{
    struct export_input in = { .player = player, .program = "c4evolve", .text = player->name };
    char path[128];
    struct err err;
    FILE *out;

    snprintf(path, sizeof path, "%s/%s", f->dir, file);
    out = fopen(path, "w");
    assert_non_null(out);
    if (export_find(form)->check(player, &err) || export_find(form)->write(&in, out, &err))
        fail_msg("%s: %s", player->name, err.text);
    assert_int_equal(fclose(out), 0);
}

/* The columns that the exported player chooses, in one call for all positions. */
static inline void ask_exported(const struct fixture *f, const char *program,
                                const struct moves *game, int n, int *column)
{
    size_t size = (size_t)n * (MOVES_TEXT_SIZE + 1) + 128;
    char *command = malloc(size), text[MOVES_TEXT_SIZE];
    size_t used;
    FILE *answers;

    assert_non_null(command);
    used = (size_t)snprintf(command, size, "cd '%s' && %s", f->dir, program);
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(command + used, size - used, " %s", moves_format(&game[i], text));
    answers = popen(command, "r");
    assert_non_null(answers);
    for (int i = 0; i < n; i++)
        assert_int_equal(fscanf(answers, "%d", &column[i]), 1);
    assert_int_equal(pclose(answers), 0);
    free(command);
}

/* Compares the moves in n random positions; `program` starts the player in its folder. */
static inline void compare(struct fixture *f, const struct player *player, const char *program,
                           int n, struct rng *rng)
{
    static struct moves game[POSITIONS_MAX];
    static int column[POSITIONS_MAX];

    for (int i = 0; i < n; i++)
        random_game(&game[i], (int)rng_below(rng, CELLS), rng);
    ask_exported(f, program, game, n, column);
    for (int i = 0; i < n; i++) {
        struct position pos = moves_position(&game[i]);
        struct stream stream = { .seed = 1, .purpose = STREAM_MOVE, .index = (uint64_t)pos.plies };
        char text[MOVES_TEXT_SIZE];
        struct choice choice;

        player_move(player, &pos, &f->worker, stream, &choice);
        if (column[i] != choice.column + 1)
            fail_msg("%s after %s: %d instead of %d", player->name, moves_format(&game[i], text),
                     column[i], choice.column + 1);
    }
}

#endif
