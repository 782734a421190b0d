/*
 * keys - one table per command: what each key does, and how help describes it.
 *
 * A key is a character, or one of enum press where there is none. The full screen and
 * the plain mode, in which letters are typed as commands, share these tables.
 */
#ifndef C4E_PLAY_KEYS_H
#define C4E_PLAY_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum press {
    PRESS_LEFT = 0x1000,
    PRESS_RIGHT,
    PRESS_UP,
    PRESS_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_ENTER,
    PRESS_ESCAPE
};

enum action {
    ACTION_NONE,
    ACTION_COLUMN, /* the column of the digit that was pressed */
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_DROP,
    ACTION_TAKE_BACK,
    ACTION_HINT,
    ACTION_EXPECT,
    ACTION_ANALYSE,
    ACTION_WARN,
    ACTION_SWAP,
    ACTION_NEW,
    ACTION_STRONGER,
    ACTION_WEAKER,
    ACTION_LEVELS,
    ACTION_PAUSE,
    ACTION_BACK,
    ACTION_FORWARD,
    ACTION_TO_START,
    ACTION_TO_END,
    ACTION_FASTER,
    ACTION_SLOWER,
    ACTION_HELP,
    ACTION_QUIT
};

#define KEYS_PER_ROW 4

struct key_row {
    enum action action;
    int key[KEYS_PER_ROW]; /* ended by 0 */
    const char *shown;     /* the keys, as help shows them */
    const char *label;     /* a word or two for the bottom of the screen; NULL leaves it out */
    const char *help;
};

/* The tables, ended by a row without a key. */
extern const struct key_row play_keys[];
extern const struct key_row watch_keys[];

/* What a key means. Capital letters count as small ones unless the table has both. */
enum action keys_find(const struct key_row *rows, int key);

/* One row of text per key; with `typed`, only keys that can be typed as text. Returns buf. */
const char *keys_help(const struct key_row *rows, bool typed, char *buf, size_t size);

#endif
