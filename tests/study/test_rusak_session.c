/* The session that Rusak's study of 2005 printed: the program must answer as it did then. */
#include "test.h"

#include "arena/player.h"
#include "game/notation.h"

#define PLAYER "genomes/rusak.ini:search=alphabeta,depth=4,ties=first,win=flat"

/* Columns 1 to 7, as printed in the study: the person moves first. */
static const struct {
    int human, computer;
} session[] = { { 5, 5 }, { 4, 3 }, { 5, 5 }, { 3, 3 }, { 4, 3 },
                { 3, 6 }, { 4, 4 }, { 1, 4 }, { 1, 1 }, { 7, 5 } };

#define EXCHANGES (sizeof session / sizeof session[0])

static void play_column(struct position *pos, int column)
{
    uint64_t bit = playable_cells(pos->all) & column_cells(column - 1);

    assert_true(bit != 0);
    assert_int_equal(position_outcome(pos), OUTCOME_NONE);
    position_play(pos, bit);
}

static void every_reply_is_the_published_one(void **state)
{
    struct position pos = { 0 };
    struct player player;
    struct worker worker;
    struct err err;

    (void)state;
    assert_int_equal(worker_init(&worker, &err), 0);
    if (player_parse(&player, PLAYER, &err) != 0)
        fail_msg("%s", err.text);
    assert_true(player_deterministic(&player));
    for (size_t i = 0; i < EXCHANGES; i++) {
        struct choice choice;

        play_column(&pos, session[i].human);
        player_move(&player, &pos, &worker, (struct stream){ .purpose = STREAM_MOVE }, &choice);
        assert_int_equal(choice.column + 1, session[i].computer);
        play_column(&pos, session[i].computer);
    }
    player_release(&player);
    worker_release(&worker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reply_is_the_published_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
