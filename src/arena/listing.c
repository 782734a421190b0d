#include "arena/listing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

#define FIELDS 16

struct columns {
    int x, o, games, score; /* -1 when there is no such column */
};

/* Cuts a line at its commas. Returns the number of fields. */
static int split(char *line, char *field[FIELDS])
{
    int n = 0;

    line[strcspn(line, "\r\n")] = '\0';
    while (line && n < FIELDS) {
        field[n++] = line;
        line = strchr(line, ',');
        if (line)
            *line++ = '\0';
    }
    return n;
}

static int find_column(char *const *field, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(field[i], name) == 0)
            return i;
    return -1;
}

static int read_heading(struct columns *c, char *line, struct err *err)
{
    char *field[FIELDS];
    int n = split(line, field);

    c->x = find_column(field, n, "x");
    c->o = find_column(field, n, "o");
    c->games = find_column(field, n, "games");
    c->score = find_column(field, n, "score");
    if (c->x < 0 || c->o < 0)
        return err_set(err, "the first line must name the columns x and o");
    if ((c->games < 0) != (c->score < 0))
        return err_set(err, "the columns games and score go together");
    return 0;
}

static int find_player(const struct player *player, uint32_t players, const char *name,
                       uint32_t *out, struct err *err)
{
    for (uint32_t i = 0; i < players; i++) {
        if (strcmp(player[i].name, name) == 0) {
            *out = i;
            return 0;
        }
    }
    return err_set(err, "no player '%s' in the config", name);
}

static int read_pair(struct listed_pair *pair, const struct columns *c, char *line,
                     const struct player *player, uint32_t players, struct err *err)
{
    char *field[FIELDS];
    int n = split(line, field);

    *pair = (struct listed_pair){ 0 };
    if (c->x >= n || c->o >= n || c->games >= n || c->score >= n)
        return err_set(err, "fewer fields than in the first line");
    if (find_player(player, players, field[c->x], &pair->x, err) ||
        find_player(player, players, field[c->o], &pair->o, err))
        return -1;
    if (c->games < 0)
        return 0;
    if (num_parse_double(field[c->games], &pair->games) || pair->games < 1)
        return err_set(err, "'%s' is not a number of games", field[c->games]);
    if (num_parse_double(field[c->score], &pair->score) || pair->score < 0 ||
        pair->score > pair->games)
        return err_set(err, "'%s' is not a score from 0 to the games", field[c->score]);
    return 0;
}

/* One line: the heading, or a pair that is put on the list. */
static int take_line(struct listed_pair **list, size_t *n, struct columns *c, int number,
                     char *line, const struct player *player, uint32_t players, struct err *err)
{
    struct listed_pair *grown;

    if (number == 1)
        return read_heading(c, line, err);
    grown = realloc(*list, (*n + 1) * sizeof **list);
    if (!grown)
        return err_set(err, "out of memory");
    *list = grown;
    if (read_pair(&grown[*n], c, line, player, players, err))
        return -1;
    ++*n;
    return 0;
}

int listing_read(struct listed_pair **list, size_t *n, const char *path,
                 const struct player *player, uint32_t players, struct err *err)
{
    FILE *file = fopen(path, "r");
    struct columns columns = { 0 };
    char *line = NULL;
    size_t capacity = 0;
    int status = 0;

    *list = NULL;
    *n = 0;
    if (!file)
        return err_set(err, "%s: %s", path, strerror(errno));
    for (int number = 1; status == 0 && getline(&line, &capacity, file) > 0; number++) {
        struct err why;

        if (take_line(list, n, &columns, number, line, player, players, &why))
            status = err_set(err, "%s:%d: %s", path, number, why.text);
    }
    free(line);
    fclose(file);
    if (status == 0 && *n == 0)
        status = err_set(err, "%s: no pair in the file", path);
    return status;
}
