#include "export/uci.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "export/uci_search.h"
#include "game/fen.h"
#include "game/notation.h"

#define SPIN_MAX    2147483647L /* the largest number that front ends accept */
#define HASH_MB_MIN 4           /* what searches with a node limit use in any case */
#define HASH_MB_MAX 1024

struct uci {
    struct engine *engine;
    FILE *out;
    struct position pos;
    struct uci_search search;
};

void uci_say(FILE *out, const char *fmt, ...)
{
    va_list ap;

    flockfile(out);
    va_start(ap, fmt);
    vfprintf(out, fmt, ap);
    va_end(ap);
    fputc('\n', out);
    fflush(out);
    funlockfile(out);
}

static long get_hash(const struct uci *uci)
{
    return (long)((sizeof(struct hash_entry) << uci->engine->worker.hash.bits) >> 20);
}

static int set_hash(struct uci *uci, long megabytes, struct err *err)
{
    struct hash *hash = &uci->engine->worker.hash, other;
    int bits = 0;

    while (sizeof(struct hash_entry) << (bits + 1) <= (size_t)megabytes << 20)
        bits++;
    if (hash_init(&other, bits, err))
        return -1;
    hash_release(hash);
    *hash = other;
    return 0;
}

static long get_threads(const struct uci *uci)
{
    (void)uci;
    return 1;
}

static int set_threads(struct uci *uci, long threads, struct err *err)
{
    (void)uci;
    (void)threads;
    (void)err;
    return 0;
}

static long get_overhead(const struct uci *uci)
{
    return uci->search.overhead_ms;
}

static int set_overhead(struct uci *uci, long ms, struct err *err)
{
    (void)err;
    uci->search.overhead_ms = (int)ms;
    return 0;
}

static long get_depth(const struct uci *uci)
{
    return uci->engine->keys.depth;
}

static int set_depth(struct uci *uci, long depth, struct err *err)
{
    (void)err;
    uci->engine->keys.depth = (int)depth;
    uci->engine->own_depth = true;
    return 0;
}

static long get_nodes(const struct uci *uci)
{
    uint64_t nodes = uci->engine->keys.nodes;

    return nodes < SPIN_MAX ? (long)nodes : SPIN_MAX;
}

static int set_nodes(struct uci *uci, long nodes, struct err *err)
{
    (void)err;
    uci->engine->keys.nodes = (uint64_t)nodes;
    uci->engine->own_nodes = nodes > 0;
    return 0;
}

static long get_seed(const struct uci *uci)
{
    uint64_t seed = uci->engine->seed;

    return seed < SPIN_MAX ? (long)seed : SPIN_MAX;
}

static int set_seed(struct uci *uci, long seed, struct err *err)
{
    (void)err;
    uci->engine->seed = (uint64_t)seed;
    return 0;
}

/* The options that are whole numbers. */
static const struct spin {
    const char *name;
    long low, high;
    long (*get)(const struct uci *uci);
    int (*set)(struct uci *uci, long number, struct err *err);
} spins[] = {
    { "Hash", HASH_MB_MIN, HASH_MB_MAX, get_hash, set_hash },
    { "Threads", 1, 1, get_threads, set_threads },
    { "Move Overhead", 0, 5000, get_overhead, set_overhead },
    { "Depth", 1, DEPTH_LIMIT, get_depth, set_depth },
    { "Nodes", 0, SPIN_MAX, get_nodes, set_nodes },
    { "Seed", 0, SPIN_MAX, get_seed, set_seed },
    { 0 },
};

static void list_options(struct uci *uci)
{
    const struct engine_options *more = uci->engine->options;

    uci_say(uci->out, "option name UCI_Variant type combo default connect4 var cfour var connect4");
    for (const struct spin *s = spins; s->name; s++)
        uci_say(uci->out, "option name %s type spin default %ld min %ld max %ld", s->name,
                s->get(uci), s->low, s->high);
    if (more)
        more->list(more->context, uci->out);
}

static int set_variant(const char *value, struct err *err)
{
    if (strcasecmp(value, "cfour") == 0 || strcasecmp(value, "connect4") == 0)
        return 0;
    return err_set(err, "unknown variant '%.40s'", value);
}

static int set_option(struct uci *uci, const char *name, const char *value, struct err *err)
{
    const struct engine_options *more = uci->engine->options;
    long number;

    if (strcasecmp(name, "UCI_Variant") == 0)
        return set_variant(value, err);
    for (const struct spin *s = spins; s->name; s++) {
        if (strcasecmp(s->name, name) != 0)
            continue;
        if (num_parse_long(value, &number) || number < s->low || number > s->high)
            return err_set(err, "'%.40s' is not a whole number from %ld to %ld", value, s->low,
                           s->high);
        return s->set(uci, number, err);
    }
    return more ? more->set(more->context, name, value, err) : err_set(err, "no such option");
}

/* The next word of a text, which is cut up; NULL at its end. */
static char *next_word(char **text)
{
    char *word;

    word = *text + strspn(*text, UCI_BLANKS);
    *text = word + strcspn(word, UCI_BLANKS);
    if (**text)
        *(*text)++ = '\0';
    return *word ? word : NULL;
}

/* Cuts off the blanks around a text. */
static char *trimmed(char *text)
{
    char *end = text + strlen(text);

    while (end > text && strchr(UCI_BLANKS, end[-1]))
        *--end = '\0';
    return text + strspn(text, UCI_BLANKS);
}

/* Cuts a text before a word, and returns what follows that word, or NULL if it is not there. */
static char *cut_at(char *text, const char *word)
{
    size_t length = strlen(word);

    for (char *at = text + strspn(text, UCI_BLANKS); *at; at += strspn(at, UCI_BLANKS)) {
        size_t here = strcspn(at, UCI_BLANKS);

        if (here == length && strncmp(at, word, length) == 0) {
            *at = '\0';
            return at + length;
        }
        at += here;
    }
    return NULL;
}

static void do_uci(struct uci *uci, char *rest)
{
    (void)rest;
    uci_say(uci->out, "id name %s", uci->engine->name);
    uci_say(uci->out, "id author the c4evolve authors");
    list_options(uci);
    uci_say(uci->out, "uciok");
}

static void do_isready(struct uci *uci, char *rest)
{
    (void)rest;
    uci_say(uci->out, "readyok");
}

/* For commands about things that this engine does not have. */
static void do_nothing(struct uci *uci, char *rest)
{
    (void)uci;
    (void)rest;
}

static void do_setoption(struct uci *uci, char *rest)
{
    char *word = next_word(&rest);
    char *value;
    struct err err;

    if (!word || strcmp(word, "name") != 0) {
        uci_say(uci->out, "info string setoption: 'name' is missing");
        return;
    }
    value = cut_at(rest, "value");
    uci_search_finish(&uci->search);
    if (set_option(uci, trimmed(rest), value ? trimmed(value) : "", &err))
        uci_say(uci->out, "info string option %s: %s", trimmed(rest), err.text);
}

/* Reads what follows `position`. */
static int read_position(struct position *pos, char *rest, struct err *err)
{
    char *moves = cut_at(rest, "moves");
    char *kind = next_word(&rest);
    char *word;

    if (kind && strcmp(kind, "startpos") == 0)
        *pos = (struct position){ 0 };
    else if (!kind || strcmp(kind, "fen") != 0)
        return err_set(err, "expected 'startpos' or 'fen'");
    else if (fen_parse(pos, trimmed(rest), err))
        return -1;
    while (moves && (word = next_word(&moves))) {
        int column = position_outcome(pos) == OUTCOME_NONE ? fen_drop_parse(pos, word) : -1;

        if (column < 0)
            return err_set(err, "'%.20s' is not a legal move after %d plies", word, pos->plies);
        position_play(pos, playable_cells(pos->all) & column_cells(column));
    }
    return 0;
}

static void do_position(struct uci *uci, char *rest)
{
    struct position pos;
    struct err err;

    uci_search_finish(&uci->search);
    if (read_position(&pos, rest, &err))
        uci_say(uci->out, "info string position: %s; keeping the old one", err.text);
    else
        uci->pos = pos;
}

static void do_go(struct uci *uci, char *rest)
{
    uci_search_finish(&uci->search);
    uci_search_begin(&uci->search, &uci->pos, rest);
}

static void do_stop(struct uci *uci, char *rest)
{
    (void)rest;
    uci_search_stop(&uci->search);
}

static void do_draw(struct uci *uci, char *rest)
{
    char fen[FEN_SIZE];

    (void)rest;
    flockfile(uci->out);
    notation_draw_position(uci->out, &uci->pos, 0, false);
    uci_say(uci->out, "Fen: %s", fen_format(&uci->pos, fen));
    funlockfile(uci->out);
}

static const struct uci_command {
    const char *name;
    void (*run)(struct uci *uci, char *rest);
} commands[] = {
    { "uci", do_uci },
    { "isready", do_isready },
    { "ucinewgame", do_nothing },
    { "setoption", do_setoption },
    { "position", do_position },
    { "go", do_go },
    { "stop", do_stop },
    { "ponderhit", do_nothing },
    { "debug", do_nothing },
    { "register", do_nothing },
    { "d", do_draw },
    { 0 },
};

static void obey(struct uci *uci, const char *name, char *rest)
{
    for (const struct uci_command *c = commands; c->name; c++) {
        if (strcmp(c->name, name) == 0) {
            c->run(uci, rest);
            return;
        }
    }
    uci_say(uci->out, "info string unknown command '%.40s'", name);
}

static void talk(struct uci *uci, FILE *in)
{
    char *line = NULL, *name, *rest;
    size_t capacity = 0;

    while (getline(&line, &capacity, in) > 0) {
        rest = line;
        name = next_word(&rest);
        if (name && strcmp(name, "quit") == 0)
            break;
        if (name)
            obey(uci, name, rest);
    }
    free(line);
}

int uci_talk(struct engine *engine, FILE *in, FILE *out)
{
    struct uci *uci = calloc(1, sizeof *uci);

    if (!uci)
        return -1;
    uci->engine = engine;
    uci->out = out;
    uci_search_init(&uci->search, engine, out);
    talk(uci, in);
    if (uci_search_leave(&uci->search))
        return -1; /* the thread still uses all this memory */
    uci_search_release(&uci->search);
    free(uci);
    return 0;
}
