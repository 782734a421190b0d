#include "arena/human.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/notation.h"
#include "search/worker.h"

/* One answer: a column, NO_MOVE for a person who resigns, or -2 for what means nothing. */
static int read_answer(const char *line, const struct position *pos)
{
    char first = '\0', more = '\0';
    int column;

    sscanf(line, " %c %c", &first, &more);
    column = first - '1';
    if ((first == 'q' || first == 'Q') && !more)
        return NO_MOVE;
    if (more || column < 0 || column >= COLUMNS)
        fputs("A column from 1 to 7, or q.\n", stderr);
    else if (!(playable_cells(pos->all) & column_cells(column)))
        fputs("That column is full.\n", stderr);
    else
        return column;
    return -2;
}

/* Asks until there is an answer, of which `why` tells the reason if it is NO_MOVE. */
static int ask(const struct position *pos, char why[WHY_SIZE])
{
    char *line = NULL;
    size_t size = 0;
    int answer = -2;

    position_draw(stderr, pos, 0, false);
    while (answer == -2) {
        fprintf(stderr, "Your move, %c (1-7, q resigns): ", pos->plies % 2 == 0 ? 'X' : 'O');
        errno = 0;
        if (getline(&line, &size, stdin) < 0) {
            fputc('\n', stderr);
            snprintf(why, WHY_SIZE, "%s", errno == EINTR ? "interrupted" : "the input has ended");
            answer = NO_MOVE;
        } else {
            if (!isatty(STDIN_FILENO))
                fprintf(stderr, "%.*s\n", (int)strcspn(line, "\n"), line);
            answer = read_answer(line, pos);
            if (answer == NO_MOVE)
                snprintf(why, WHY_SIZE, "resigned");
        }
    }
    free(line);
    return answer;
}

static void choose_human(const struct search_input *in, struct worker *worker, struct rng *rng,
                         struct choice *choice)
{
    (void)rng;
    *choice = (struct choice){ 0 };
#pragma omp critical(human)
    choice->column = ask(in->pos, worker->why);
}

/* Persons are not known to repeat themselves. */
const struct search search_human = { .name = HUMAN_NAME,
                                     .help = "a person, asked on stderr and answering on stdin",
                                     .random = true,
                                     .choose = choose_human };
