#include "cmd/scoreboard.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/cli.h"
#include "report/text.h"

#define MOST_ROWS  20
#define NAME_WIDTH 40
#define WIDTH      70 /* columns that the table needs */

int scoreboard_init(struct scoreboard *s, const struct games *games, struct progress *progress,
                    struct err *err)
{
    *s = (struct scoreboard){ .games = games, .progress = progress };
    s->of = calloc(games->players, sizeof *s->of);
    s->order = calloc(games->players, sizeof *s->order);
    if (!s->of || !s->order) {
        scoreboard_release(s);
        return err_shortage(err, "out of memory: %u players", games->players);
    }
    for (uint32_t i = 0; i < games->players; i++)
        s->order[i] = i;
    return 0;
}

void scoreboard_release(struct scoreboard *s)
{
    free(s->of);
    free(s->order);
    *s = (struct scoreboard){ 0 };
}

bool scoreboard_keep(void *board, size_t game)
{
    struct scoreboard *s = board;
    const struct game *g = &s->games->schedule.game[game];
    int outcome = s->games->result[game].outcome;
    struct wdl one = { outcome == GAME_WON, outcome == GAME_DRAWN, outcome == GAME_LOST };

    s->of[g->first] = wdl_sum(s->of[g->first], one);
    s->of[g->second] = wdl_sum(s->of[g->second], wdl_reverse(one));
    return true;
}

/* By which players are sorted: those without a game come last. */
static double rank_of(struct wdl w)
{
    return wdl_games(w) ? wdl_score(w) : -1;
}

/* There are few players, and the order hardly changes. */
static void sort(struct scoreboard *s)
{
    for (uint32_t i = 1; i < s->games->players; i++) {
        uint32_t who = s->order[i], at = i;

        for (; at > 0 && rank_of(s->of[s->order[at - 1]]) < rank_of(s->of[who]); at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = who;
    }
}

/* Below the bar, and back to it. */
static void draw_table(struct scoreboard *s)
{
    uint32_t rows = s->games->players < MOST_ROWS ? s->games->players : MOST_ROWS;

    if (cli_terminal_width(STDERR_FILENO, WIDTH) < WIDTH)
        return;
    sort(s);
    for (uint32_t i = 0; i < rows; i++) {
        const struct wdl *w = &s->of[s->order[i]];

        fprintf(stderr, "\n%3u  ", i + 1);
        text_column(stderr, s->games->player[s->order[i]].name, NAME_WIDTH);
        if (wdl_games(*w))
            fprintf(stderr, " %8llu  %.3f\033[K", (unsigned long long)wdl_games(*w), wdl_score(*w));
        else
            fputs("   no game yet\033[K", stderr);
    }
    fprintf(stderr, "\r\033[%uA", rows);
    fflush(stderr);
}

void scoreboard_show(void *board, const char *what, size_t done, size_t total)
{
    struct scoreboard *s = board;
    double before = s->progress->drawn_s;

    if (s->games->players == 2)
        snprintf(s->progress->note, sizeof s->progress->note, "; +%u =%u -%u, %.3f", s->of[0].wins,
                 s->of[0].draws, s->of[0].losses, wdl_score(s->of[0]));
    progress_show(s->progress, what, done, total);
    if (s->games->players > 2 && s->progress->drawn_s != before)
        draw_table(s);
}
