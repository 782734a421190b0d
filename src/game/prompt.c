#include "game/prompt.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void strip_blanks(char *line)
{
    char *start = line, *end = line + strlen(line);

    while (isspace((unsigned char)*start))
        start++;
    while (end > start && isspace((unsigned char)end[-1]))
        *--end = '\0';
    memmove(line, start, (size_t)(end - start) + 1);
}

bool prompt_ask(struct prompt *p, const char *question)
{
    fputs(question, p->out);
    fflush(p->out);
    errno = 0;
    if (getline(&p->line, &p->size, p->in) < 0) {
        p->error = errno;
        fputc('\n', p->out);
        return false;
    }
    if (p->echo)
        fprintf(p->out, "%.*s\n", (int)strcspn(p->line, "\n"), p->line);
    strip_blanks(p->line);
    return true;
}

int prompt_column(const struct prompt *p, const struct position *pos)
{
    int column = p->line[0] - '1';

    if (strlen(p->line) != 1 || column < 0 || column >= COLUMNS)
        return PROMPT_NO_COLUMN;
    return playable_cells(pos->all) & column_cells(column) ? column : PROMPT_FULL_COLUMN;
}

void prompt_release(struct prompt *p)
{
    free(p->line);
    p->line = NULL;
    p->size = 0;
}
