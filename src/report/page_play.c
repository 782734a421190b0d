/* A board to play against the champion on. */
#include "report/page_data.h"

#include "evolve/generation.h"
#include "export/export.h"
#include "export/play_page.h"

bool page_has_board(const struct page_source *s)
{
    struct err ignored;

    return s->champion > 0 && play_page_check(&ignored) == 0;
}

/* The engine of pages has only what is ours. */
static bool is_foreign(const struct player *player)
{
    return player->keys.uci || player->ev->custom.value;
}

/* The champion as it plays in the run; or with alpha-beta where the engine of pages lacks that. */
static int init_champion(struct player *player, const struct page_source *s,
                         const struct journal_genome *who, struct err *err)
{
    if (generation_player(player, s->config, who, err))
        return -1;
    if (is_foreign(player))
        return 0;
    if (export_check_sources(player, "HTML", err) == 0)
        return 0;
    player_keys_release(player);
    player->search = search_find("alphabeta");
    player->keys = (struct search_keys){ .depth = player->keys.depth,
                                         .ties = player->keys.ties,
                                         .win = player->keys.win,
                                         .view = player->keys.view };
    player->no_book = true;
    return player_ready(player, err);
}

static void put_missing(struct json *j, const struct player *player)
{
    json_begin(j, "play", '{');
    json_string(j, "missing",
                player->keys.uci
                    ? "The champion is a program of its own, which a page cannot run."
                    : "The champion uses a heuristic of its own in C, which this page cannot run: "
                      "its engine has only the genes of c4evolve. To play against it: c4evolve "
                      "play, or export it as C.");
    json_end(j, '}');
}

int page_play(struct json *j, const struct page_source *s, struct err *err)
{
    struct journal_genome who;
    struct player player = { 0 };
    struct play_player champion = { "champion", &player };
    int status;

    if (!page_has_board(s))
        return 0;
    if (journal_read_genome(&s->journal, s->champion, &who, err))
        return -1;
    status = init_champion(&player, s, &who, err);
    if (status == 0 && is_foreign(&player))
        put_missing(j, &player);
    else if (status == 0)
        status = play_page_put(j, &champion, 1, err);
    player_release(&player);
    return status;
}
