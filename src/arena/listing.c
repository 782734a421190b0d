#include "arena/listing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

#define FIELDS 16

/* A file on its way into a list. */
struct listing {
    const struct player *player;
    uint32_t players;
    int x, o, games, score; /* columns; -1 when there is no such column */
    struct listed_pair *pair;
    size_t n;
};

/* Takes the quotes off a field, in place. Returns where the field ends: at a comma or at the end
 * of the line. */
static char *unquote(char *field)
{
    char *from = field + 1, *to = field;

    for (; *from; from++) {
        if (*from == '"' && *++from != '"')
            break;
        *to++ = *from;
    }
    from += strcspn(from, ",");
    *to = '\0';
    return from;
}

/* Cuts a line at its commas, but for those in quotes. Returns the number of fields. */
static int split(char *line, char *field[FIELDS])
{
    int n = 0;

    line[strcspn(line, "\r\n")] = '\0';
    while (line && n < FIELDS) {
        char *end;

        line += strspn(line, " \t");
        field[n++] = line;
        end = *line == '"' ? unquote(line) : line + strcspn(line, ",");
        line = *end ? end + 1 : NULL;
        while (end > field[n - 1] && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        *end = '\0';
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

static int read_heading(struct listing *l, char *line, struct err *err)
{
    char *field[FIELDS];
    int n;

    if (strncmp(line, "\xef\xbb\xbf", 3) == 0)
        line += 3; /* a byte-order mark, as spreadsheets write */
    n = split(line, field);
    l->x = find_column(field, n, "x");
    l->o = find_column(field, n, "o");
    l->games = find_column(field, n, "games");
    l->score = find_column(field, n, "score");
    if (l->x < 0 || l->o < 0)
        return err_set(err, "the first line must name the columns x and o");
    if ((l->games < 0) != (l->score < 0))
        return err_set(err, "the columns games and score go together");
    return 0;
}

static int find_player(const struct listing *l, const char *name, uint32_t *out, struct err *err)
{
    for (uint32_t i = 0; i < l->players; i++) {
        if (l->player[i].name && strcmp(l->player[i].name, name) == 0) {
            *out = i;
            return 0;
        }
    }
    return err_set(err, "no player '%s' in the config", name);
}

static int read_pair(const struct listing *l, struct listed_pair *pair, char *line, struct err *err)
{
    char *field[FIELDS];
    int n = split(line, field);

    *pair = (struct listed_pair){ 0 };
    if (l->x >= n || l->o >= n || l->games >= n || l->score >= n)
        return err_set(err, "fewer fields than in the first line");
    if (find_player(l, field[l->x], &pair->x, err) || find_player(l, field[l->o], &pair->o, err))
        return -1;
    if (l->games < 0)
        return 0;
    if (num_parse_double(field[l->games], &pair->games) || pair->games < 1 || pair->games > 1e9)
        return err_set(err, "'%s' is not a number of games from 1 to 1000000000", field[l->games]);
    if (num_parse_double(field[l->score], &pair->score) || pair->score < 0 ||
        pair->score > pair->games)
        return err_set(err, "'%s' is not a score from 0 to the games", field[l->score]);
    return 0;
}

static int take_pair(struct listing *l, char *line, struct err *err)
{
    struct listed_pair *grown = realloc(l->pair, (l->n + 1) * sizeof *grown);

    if (!grown)
        return err_set(err, "out of memory");
    l->pair = grown;
    if (read_pair(l, &grown[l->n], line, err))
        return -1;
    l->n++;
    return 0;
}

/* Reads all lines, and goes on after one that is wrong unless it is the heading. */
static int take_lines(struct listing *l, FILE *file, const char *path, struct err *err)
{
    char *line = NULL;
    size_t capacity = 0;
    int status = 0;

    for (int number = 1; getline(&line, &capacity, file) > 0; number++) {
        struct err why;

        if (number > 1 && line[strspn(line, " \t\r\n")] == '\0')
            continue;
        if ((number == 1 ? read_heading(l, line, &why) : take_pair(l, line, &why)) == 0)
            continue;
        status = err_add(err, "%s:%d: %s", path, number, why.text);
        if (number == 1)
            break;
    }
    free(line);
    if (ferror(file))
        status = err_add(err, "%s: %s", path, strerror(errno));
    else if (status == 0 && l->n == 0)
        status = err_add(err, "%s: no pair in the file", path);
    return status;
}

int listing_read(struct listed_pair **list, size_t *n, const char *path,
                 const struct player *player, uint32_t players, struct err *err)
{
    struct listing l = { .player = player, .players = players };
    FILE *file = fopen(path, "r");
    int status;

    *list = NULL;
    *n = 0;
    if (!file)
        return err_set(err, "%s: %s", path, strerror(errno));
    err->text[0] = '\0';
    status = take_lines(&l, file, path, err);
    fclose(file);
    if (status) {
        free(l.pair);
        return -1;
    }
    *list = l.pair;
    *n = l.n;
    return 0;
}
