/* What a player thinks of each column, and which genes make the difference. */
#include <math.h>
#include <stdlib.h>

#include "truth/explain.h"

/* The search behind the values of all columns. */
struct opinion {
    const struct player *player;
    struct search_keys keys; /* without limits but the depth */
    struct stream stream;    /* of the move; a draw of lines comes from it */
    enum side chooser, viewer;
    struct splitter *splitter;
    struct split_sample sample; /* sampler NULL: all lines count */
    struct worker *worker;
};

/* Where the expected moves end. */
enum end_kind { END_LEAF, END_WIN, END_DRAW, END_BOOK };

static enum end_kind end_at(const struct opinion *o, const struct position *pos, int depth,
                            bool *ended)
{
    int32_t known;

    *ended = true;
    if (has_four(pos->own ^ pos->all))
        return END_WIN;
    if (pos->all == BOARD_CELLS)
        return END_DRAW;
    if (book_value(o->keys.book, o->keys.win, pos, &known))
        return END_BOOK;
    *ended = depth == 0;
    return END_LEAF;
}

/* The value of a position where the expected moves end, for the side that chooses. */
static int32_t end_value(const struct opinion *o, const struct position *pos, enum end_kind kind,
                         int64_t leaf)
{
    int32_t value = 0;

    switch (kind) {
    case END_WIN:
        value = -win_value(o->keys.win, pos->plies);
        break;
    case END_DRAW:
        break;
    case END_BOOK:
        book_value(o->keys.book, o->keys.win, pos, &value);
        break;
    case END_LEAF:
        return (int32_t)(o->keys.win == WIN_DECAY ? leaf / EVAL_UNITS : leaf);
    }
    return side_to_move(pos) == o->chooser ? value : -value;
}

/* The best reply in a position, as the search of the choice sees it from there. */
static void find_reply(struct opinion *o, const struct position *pos, int depth,
                       struct choice *reply)
{
    struct search_input in = { .keys = &o->keys, .ev = o->player->ev, .pos = pos };
    struct rng rng;

    rng_open(&rng, o->stream);
    o->keys.depth = depth;
    o->keys.view = view_later(o->player->keys.view, o->viewer, pos);
    o->player->search->choose(&in, o->worker, &rng, reply);
}

static void follow(struct position *at, uint64_t cell, struct moves *pv)
{
    moves_push(pv, bit_column(cell));
    position_play(at, cell);
}

/* Under extend=forced: plays the forced replies that a leaf is extended by. */
static enum end_kind play_forced(struct opinion *o, struct position *at, struct moves *pv)
{
    enum end_kind kind = END_LEAF;
    bool ended = false;

    while (!ended) {
        uint64_t playable = playable_cells(at->all);
        uint64_t wins = winning_cells(at->own, at->all) & playable;
        uint64_t stops = winning_cells(at->own ^ at->all, at->all) & playable;

        if (!wins && !stops)
            break;
        follow(at, wins ? wins & -wins : stops & -stops, pv);
        kind = end_at(o, at, 1, &ended);
    }
    if (o->player->keys.view == VIEW_MOVER)
        o->viewer = (enum side) !side_to_move(at);
    return kind;
}

/* The items of a leaf for the side that chooses. */
static void split_leaf(const struct opinion *o, const struct position *pos, struct split *parts)
{
    split_evaluation(o->splitter, pos, o->viewer, o->sample.sampler ? &o->sample : NULL, parts);
    for (int i = 0; i < parts->n && o->viewer != o->chooser; i++)
        parts->item[i].units = -parts->item[i].units;
}

/* The items of the value at the end, for the side that chooses. */
static void split_end(enum end_kind kind, int32_t value, struct split *parts)
{
    static const char *const names[] = { "", "win", "draw", "book" };
    static const char *const helps[] = { "", "the game is decided", "the board is full",
                                         "the result is in the book" };

    if (kind == END_LEAF) {
        split_add(parts, "rounding", "cut to whole weights, times 0.95 for each move",
                  (int32_t)(value - split_sum(parts)));
        return;
    }
    parts->n = 0;
    split_add(parts, names[kind], helps[kind], value);
}

/* What a value is in units. */
static int32_t in_units(const struct opinion *o, int32_t value)
{
    return o->keys.win == WIN_DECAY ? value * EVAL_UNITS : value;
}

/* Follows the expected moves from the position after one in this column. */
static void think_about(struct opinion o, const struct position *pos, int column, int depth,
                        struct explained_column *c)
{
    struct position at = *pos;
    enum end_kind kind;
    int32_t value = 0;
    bool ended, searched = false;

    follow(&at, playable_cells(at.all) & column_cells(column), &c->pv);
    for (kind = end_at(&o, &at, --depth, &ended); !ended; kind = end_at(&o, &at, --depth, &ended)) {
        struct choice reply;

        find_reply(&o, &at, depth, &reply);
        if (!searched) /* the root of that search does not decay its value; a node would */
            value = o.keys.win == WIN_DECAY ? -(reply.value * 19 / 20) : -reply.value;
        searched = true;
        follow(&at, playable_cells(at.all) & column_cells(reply.column), &c->pv);
    }
    if (kind == END_LEAF && o.keys.extend == EXTEND_FORCED)
        kind = play_forced(&o, &at, &c->pv);
    split_leaf(&o, &at, &c->parts);
    if (!searched)
        value = end_value(&o, &at, kind, split_sum(&c->parts));
    c->value = in_units(&o, value);
    c->has_value = true;
    split_end(kind, c->value, &c->parts);
}

/* The values of a player that solves. */
static void take_exact_values(struct explanation *e)
{
    for (int i = 0; i < COLUMNS; i++) {
        struct explained_column *c = &e->column[i];
        int32_t win;

        if (!c->open)
            continue;
        win = c->score ? win_value(WIN_DISTANCE, score_end_plies(c->score, e->pos.plies)) : 0;
        c->value = c->score < 0 ? -win : win;
        c->has_value = true;
        moves_push(&c->pv, i);
        split_add(&c->parts, "exact", "the exact score", c->value);
    }
}

/* The column of the second-best value; of equal ones the most central. */
static int second_best(const struct explanation *e)
{
    int best = -1;

    for (int i = 0; i < COLUMNS; i++) {
        if (!e->column[i].has_value || i == e->choice.column)
            continue;
        if (best < 0 || e->column[i].value > e->column[best].value ||
            (e->column[i].value == e->column[best].value && CENTRAL_PLACE(i) < CENTRAL_PLACE(best)))
            best = i;
    }
    return best;
}

static bool expects_replies(const struct player *player)
{
    return player->ev && (player->search->has_pv || player->search->choose == choose_greedy);
}

static void think(struct explanation *e, const struct explain_input *in, struct splitter *splitter,
                  struct worker *worker)
{
    const struct player *player = in->player;
    struct opinion o = {
        .player = player,
        .keys = player->keys,
        .stream = { .seed = in->seed, .purpose = STREAM_MOVE, .index = (uint64_t)in->pos.plies },
        .chooser = side_to_move(&in->pos),
        .viewer = leaf_viewer(player->keys.view, &in->pos, e->choice.depth),
        .splitter = splitter,
        .sample = { .sampler = player->keys.sampler },
        .worker = worker
    };
    struct rng rng;

    rng_open(&rng, o.stream);
    o.sample.draw = rng_bits(&rng);
    o.keys.nodes = 0;
    o.keys.seconds = 0;
    o.keys.ties = o.keys.ties == TIES_RANDOM ? TIES_CENTER : o.keys.ties;
    splitter_init(splitter, &player->genome, player->ev);
    for (int i = 0; i < COLUMNS && !worker_stopped(worker); i++)
        if (e->column[i].open)
            think_about(o, &in->pos, i, e->choice.depth, &e->column[i]);
}

void explain_columns(struct explanation *e, const struct explain_input *in, struct worker *worker)
{
    const struct player *player = in->player;
    struct splitter *splitter = malloc(sizeof *splitter);

    e->second = -1;
    if (e->choice.column == NO_MOVE) {
        free(splitter);
        return;
    }
    e->value = player->ev && player->keys.win == WIN_DECAY ? e->choice.value * EVAL_UNITS
                                                           : e->choice.value;
    if (splitter && expects_replies(player))
        think(e, in, splitter, worker);
    else if (player->search->choose == choose_perfect)
        take_exact_values(e);
    free(splitter);
    if (e->column[e->choice.column].has_value) {
        e->parts = e->column[e->choice.column].parts;
        e->second = second_best(e);
    } else {
        split_add(&e->parts, player->search->name, player->search->help, e->value);
    }
}
