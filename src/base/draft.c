#define _GNU_SOURCE /* fopencookie */
#include "base/draft.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static int make_room(struct draft *d, size_t more)
{
    size_t room = d->room ? d->room : 256;
    char *text;

    while (room < d->size + more + 1)
        room *= 2;
    if (room == d->room)
        return 0;
    text = realloc(d->text, room);
    if (!text)
        return -1;
    d->text = text;
    d->room = room;
    return 0;
}

/* Called by stdio. */
static ssize_t add(void *cookie, const char *text, size_t size)
{
    struct draft *d = cookie;

    d->failed = d->failed || make_room(d, size);
    if (d->failed)
        return 0;
    memcpy(d->text + d->size, text, size);
    d->size += size;
    d->text[d->size] = '\0';
    return (ssize_t)size;
}

int draft_open(struct draft *draft, struct err *err)
{
    const cookie_io_functions_t functions = { .write = add };

    *draft = (struct draft){ 0 };
    draft->out = fopencookie(draft, "w", functions);
    return draft->out ? 0 : err_shortage(err, "out of memory");
}

void draft_flush(struct draft *draft)
{
    if (fflush(draft->out))
        draft->failed = true;
}

int draft_close(struct draft *draft, struct err *err)
{
    draft_flush(draft);
    add(draft, "", 0); /* an empty text ends, too */
    fclose(draft->out);
    draft->out = NULL;
    return draft->failed ? err_shortage(err, "out of memory: %zu bytes of text", draft->size) : 0;
}

char *draft_take(struct draft *draft, struct err *err)
{
    char *text = NULL;

    if (draft_close(draft, err) == 0) {
        text = draft->text;
        draft->text = NULL;
    }
    draft_release(draft);
    return text;
}

void draft_release(struct draft *draft)
{
    if (draft->out)
        fclose(draft->out);
    free(draft->text);
    *draft = (struct draft){ 0 };
}
