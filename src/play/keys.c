#include "play/keys.h"

#include <ctype.h>
#include <stdio.h>

#include "game/position.h"

const struct key_row play_keys[] = {
    { ACTION_COLUMN,
      { '1' }, /* and all digits up to COLUMNS */
      "1 to " BOARD_TEXT(C4E_COLUMNS),
      "column",
      "drop a disc in that column" },
    { ACTION_LEFT, { PRESS_LEFT }, "Left", NULL, "move one column to the left" },
    { ACTION_RIGHT, { PRESS_RIGHT }, "Right", NULL, "move one column to the right" },
    { ACTION_DROP,
      { PRESS_ENTER, PRESS_DOWN, ' ' },
      "Enter",
      "drop",
      "drop a disc in the selected column, or click on a column" },
    { ACTION_TAKE_BACK, { 'u' }, "u", "take back", "take back your last move" },
    { ACTION_HINT, { 'h' }, "h", "hint", "hint: what the strongest level would play, and why" },
    { ACTION_EXPECT, { 'e' }, "e", "expects", "the moves that the computer expects" },
    { ACTION_ANALYSE, { 'a' }, "a", "analyse", "analyse the game: what was a mistake, and why" },
    { ACTION_WARN, { 'w' }, "w", "warn", "turn warnings before a mistake on or off" },
    { ACTION_SWAP, { 's' }, "s", "swap", "swap sides with the computer" },
    { ACTION_NEW, { 'n' }, "n", "new", "start a new game" },
    { ACTION_STRONGER, { '+', '=' }, "+", "stronger", "make the computer stronger" },
    { ACTION_WEAKER, { '-' }, "-", "weaker", "make the computer weaker" },
    { ACTION_LEVELS, { 'l' }, "l", "levels", "list the levels, weakest first" },
    { ACTION_HELP, { '?' }, "?", "help", "show this help" },
    { ACTION_QUIT, { 'q' }, "q", "quit", "quit" },
    { 0 },
};

const struct key_row watch_keys[] = {
    { ACTION_PAUSE, { ' ', 'p' }, "Space", "pause", "pause or continue" },
    { ACTION_BACK, { PRESS_LEFT, PRESS_UP, 'b' }, "Left", "back", "one move back" },
    { ACTION_FORWARD, { PRESS_RIGHT, PRESS_DOWN, 'f' }, "Right", "forward", "one move forward" },
    { ACTION_TO_START, { PRESS_HOME, '<' }, "Home", NULL, "go to the start of the game" },
    { ACTION_TO_END, { PRESS_END, '>' }, "End", NULL, "go to the last move" },
    { ACTION_NEW,
      { 'n', PRESS_ENTER },
      "n",
      "next game",
      "next game: colours swapped, then a new opening" },
    { ACTION_FASTER, { '+', '=' }, "+", "faster", "a shorter delay between moves" },
    { ACTION_SLOWER, { '-' }, "-", "slower", "a longer delay between moves" },
    { ACTION_HELP, { '?' }, "?", "help", "show this help" },
    { ACTION_QUIT, { 'q' }, "q", "quit", "quit" },
    { 0 },
};

static const struct key_row *find_row(const struct key_row *rows, int key)
{
    for (const struct key_row *row = rows; row->key[0]; row++) {
        if (row->action == ACTION_COLUMN && key >= '1' && key < '1' + COLUMNS)
            return row;
        for (int i = 0; i < KEYS_PER_ROW && row->key[i]; i++)
            if (row->key[i] == key)
                return row;
    }
    return NULL;
}

enum action keys_find(const struct key_row *rows, int key)
{
    const struct key_row *row = find_row(rows, key);

    if (!row && key < 0x80 && isupper(key))
        row = find_row(rows, tolower(key));
    return row ? row->action : ACTION_NONE;
}

const char *keys_help(const struct key_row *rows, bool typed, char *buf, size_t size)
{
    size_t used = 0;

    buf[0] = '\0';
    for (const struct key_row *row = rows; row->key[0] && used < size; row++) {
        if (typed && row->key[0] >= PRESS_LEFT)
            continue;
        used += (size_t)snprintf(buf + used, size - used, "%-12s  %s\n", row->shown, row->help);
    }
    return buf;
}
