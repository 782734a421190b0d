#include "search/search.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define ADDED_MAX 16

static const struct search rows[] = {
    { .name = "random", .help = "any open column", .choose = choose_random, .random = true },
    { .name = "forward",
      .help = "wins if it can, else blocks a loss, else plays a random column",
      .choose = choose_forward,
      .random = true },
    { .name = "greedy",
      .help = "the best position after its own move",
      .choose = choose_greedy,
      .takes = TAKES_SAMPLE | TAKES_EXTEND,
      .needs_genome = true,
      .exports_c = true,
      .has_values = true },
    { .name = "minimax",
      .help = "plain minimax, every move to the full depth",
      .choose = choose_minimax,
      .takes = TAKES_DEPTH | TAKES_BOOK | TAKES_SAMPLE | TAKES_EXTEND,
      .needs_genome = true,
      .has_pv = true,
      .exports_c = true,
      .has_values = true },
    { .name = "alphabeta",
      .help = "the same move as minimax, found faster",
      .choose = choose_alphabeta,
      .takes = TAKES_DEPTH | TAKES_NODES | TAKES_TIME | TAKES_BOOK | TAKES_SAMPLE | TAKES_EXTEND,
      .needs_genome = true,
      .has_pv = true,
      .can_stop = true,
      .exports_c = true,
      .has_values = true },
    { .name = "best",
      .help = "alpha-beta and exact solving share the nodes or time of a move: the strongest",
      .choose = choose_best,
      .takes = TAKES_DEPTH | TAKES_NODES | TAKES_TIME | TAKES_BOOK | TAKES_SAMPLE | TAKES_EXTEND,
      .needs_genome = true,
      .needs_limit = true,
      .has_book = true,
      .has_pv = true,
      .can_stop = true },
    { .name = "expectimax",
      .help = "the best move on average against random replies",
      .choose = choose_expectimax,
      .takes = TAKES_DEPTH | TAKES_SAMPLE,
      .needs_genome = true,
      .has_values = true },
    { .name = "mcts",
      .help = "Monte Carlo tree search: UCT with c = sqrt 2 and random roll-outs",
      .choose = choose_mcts,
      .takes = TAKES_TIME | TAKES_ITERATIONS | TAKES_FINAL,
      .random = true },
    { .name = "perfect",
      .help = "a best move by exact solving: the fastest win or the longest defence",
      .choose = choose_perfect,
      .takes = TAKES_BOOK,
      .has_book = true,
      .has_pv = true },
    { .name = "victor",
      .help = "Allis's rules, which prove wins and draws, then alpha-beta; a genome is optional",
      .choose = choose_victor,
      .takes = TAKES_DEPTH,
      .can_stop = true },
};

enum { ROWS_HERE = sizeof rows / sizeof *rows };

/* Only search_add writes it, before any search is chosen. */
static const struct search *added[ADDED_MAX];
static int added_n;

void search_add(const struct search *row)
{
    assert(added_n < ADDED_MAX && !search_find(row->name));
    added[added_n++] = row;
}

const struct search *search_at(int i)
{
    if (i >= 0 && i < ROWS_HERE)
        return &rows[i];
    return i >= ROWS_HERE && i < ROWS_HERE + added_n ? added[i - ROWS_HERE] : NULL;
}

int search_index(const struct search *search)
{
    for (int i = 0; search_at(i); i++)
        if (search_at(i) == search)
            return i;
    return -1;
}

const struct search *search_find(const char *name)
{
    const struct search *s;

    for (int i = 0; (s = search_at(i)); i++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

static bool has_use(const struct search *search, unsigned takes)
{
    return takes ? (search->takes & takes) != 0 : !search->for_studies;
}

const char *search_names(unsigned takes, char *buf, size_t size)
{
    const struct search *s;
    int left = 0;

    for (int i = 0; (s = search_at(i)); i++)
        left += has_use(s, takes);
    buf[0] = '\0';
    for (int i = 0; (s = search_at(i)); i++) {
        size_t used = strlen(buf);

        if (!has_use(s, takes))
            continue;
        snprintf(buf + used, size - used, "%s%s", s->name,
                 left > (takes ? 2 : 1) ? ", "
                 : left == 2            ? " and "
                                        : "");
        left--;
    }
    return buf;
}

unsigned search_keys_used(const struct search_keys *keys)
{
    return (keys->nodes ? TAKES_NODES : 0u) | (keys->seconds > 0 ? TAKES_TIME : 0u) |
           (keys->book ? TAKES_BOOK : 0u) | (keys->sample ? TAKES_SAMPLE : 0u) |
           (keys->iterations ? TAKES_ITERATIONS : 0u) | (keys->final ? TAKES_FINAL : 0u) |
           (keys->variant ? TAKES_VARIANT : 0u) | (keys->extend ? TAKES_EXTEND : 0u);
}
