#include "study/values.h"

#include <stdio.h>
#include <string.h>

#include "base/text_file.h"
#include "study/programs.h"

/* A board as text. The side to move follows from the number of discs. */
static struct position board_position(const char *cells)
{
    uint64_t first = 0, all = 0;

    for (int i = 0; i < CELLS; i++) {
        uint64_t bit = cell_bit(i / ROWS, i % ROWS);

        first |= cells[i] == 'x' ? bit : 0;
        all |= cells[i] != 'b' ? bit : 0;
    }
    return (struct position){ .own = bit_count(all) % 2 == 0 ? first : first ^ all,
                              .all = all,
                              .plies = bit_count(all) };
}

static int find_utility(const char *name)
{
    int i = 0;

    while (bleskachek_2019_utilities[i] && strcmp(bleskachek_2019_utilities[i], name) != 0)
        i++;
    return bleskachek_2019_utilities[i] ? i : -1;
}

/* The study's program prints twelve digits. */
static int take_value(struct values *values, const char *line)
{
    char board[64], name[32], printed[32], ours[32];
    struct position pos;
    int utility;

    if (sscanf(line, "%63[bxo],%31[a-z-],%31[0-9.-]", board, name, printed) != 3 ||
        strlen(board) != CELLS || (utility = find_utility(name)) < 0)
        return -1;
    pos = board_position(board);
    snprintf(ours, sizeof ours, "%.12g", bleskachek_2019_utility(&pos, utility));
    values->n++;
    values->same += strcmp(ours, printed) == 0;
    return 0;
}

int values_read(struct values *values, const char *path, struct err *err)
{
    struct text_file file;
    int status;

    *values = (struct values){ 0 };
    if (text_file_open(&file, path, err))
        return -1;
    while ((status = text_file_next(&file, err)) > 0)
        if (file.number > 1 && take_value(values, file.text)) {
            err_set(err, "not a board, a utility function and a value");
            status = text_file_error(&file, err);
            break;
        }
    text_file_close(&file);
    return status;
}
