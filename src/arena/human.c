#include "arena/human.h"

#include <errno.h>
#include <strings.h>
#include <unistd.h>

#include "game/notation.h"
#include "game/prompt.h"
#include "search/worker.h"

/* Asks until the answer is a column, or NO_MOVE with the reason in `why`. */
static int ask(const struct position *pos, char why[WHY_SIZE])
{
    struct prompt prompt = { .in = stdin, .out = stderr, .echo = !isatty(STDIN_FILENO) };
    const char *reason = NULL;
    char question[40];
    int column = NO_MOVE;

    snprintf(question, sizeof question,
             "Your move, %c (1-%d, q resigns): ", pos->plies % 2 == 0 ? 'X' : 'O', COLUMNS);
    notation_draw_position(stderr, pos, 0, false);
    while (!reason && column < 0) {
        if (!prompt_ask(&prompt, question))
            reason = prompt.error == EINTR ? "interrupted" : "end of input";
        else if (strcasecmp(prompt.line, "q") == 0)
            reason = "resigned";
        else if ((column = prompt_column(&prompt, pos)) == PROMPT_FULL_COLUMN)
            fputs("That column is full.\n", stderr);
        else if (column == PROMPT_NO_COLUMN)
            fprintf(stderr, "Type a column from 1 to %d, or q.\n", COLUMNS);
    }
    prompt_release(&prompt);
    if (!reason)
        return column;
    snprintf(why, WHY_SIZE, "%s", reason);
    return NO_MOVE;
}

static void choose_human(const struct search_input *in, struct worker *worker, struct rng *rng,
                         struct choice *choice)
{
    (void)rng;
    *choice = (struct choice){ 0 };
#pragma omp critical(human)
    choice->column = ask(in->pos, worker->why);
}

/* People do not always make the same move in the same position. */
const struct search search_human = { .name = HUMAN_NAME,
                                     .help = "a person: prompts on stderr, answers on stdin",
                                     .random = true,
                                     .choose = choose_human };
