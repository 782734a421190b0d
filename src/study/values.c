#include "study/values.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
    FILE *file = fopen(path, "r");
    char line[200];
    int status = 0;

    *values = (struct values){ 0 };
    if (!file)
        return err_set(err, "%s: %s", path, strerror(errno));
    for (int number = 1; status == 0 && fgets(line, sizeof line, file); number++)
        if (number > 1 && take_value(values, line))
            status =
                err_set(err, "%s:%d: not a board, a utility function and a value", path, number);
    fclose(file);
    return status;
}
