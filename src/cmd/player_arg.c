#include "cmd/player_arg.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"
#include "report/lineage.h"
#include "store/folder.h"
#include "store/stored_config.h"

static bool is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int read_plies(struct player_arg *c, struct store *store, struct err *err)
{
    struct run_config config;

    if (stored_config_read(store, false, &config, err))
        return -1;
    c->train_plies = config.plies;
    c->test_plies = config.validate_plies;
    config_release(&config);
    return 0;
}

/* Splits "RUN#ID" into the folder and the id, which is 0 if there is none. Returns false if the
 * folder has no run. */
static bool split(const char *text, char *dir, size_t size, const char **id)
{
    const char *mark = strrchr(text, '#');

    *id = NULL;
    snprintf(dir, size, "%s", text);
    if (folder_has_run(dir))
        return true;
    if (!mark || (size_t)(mark - text) >= size)
        return false;
    dir[mark - text] = '\0';
    *id = mark + 1;
    return folder_has_run(dir);
}

/* The genome of that id, or the champion. */
static int find_genome(struct store *store, const char *id, struct journal_genome *who,
                       struct err *err)
{
    struct journal journal = store_journal(store);
    uint32_t champion;
    uint64_t number;

    if (!id)
        return lineage_champion(store, &champion, err) ||
                       journal_read_genome(&journal, champion, who, err)
                   ? err_prefix(err, store->dir)
                   : 0;
    if (num_parse_u64(id, &number) || number == 0 || number > UINT32_MAX)
        return err_set(err, "%s: '%s' is not the id of a genome", store->dir, id);
    return journal_read_genome(&journal, (uint32_t)number, who, err) ? err_prefix(err, store->dir)
                                                                     : 0;
}

static void take_genome(struct genome *genome, const struct journal_genome *who)
{
    memcpy(genome->gene, who->gene, sizeof who->gene);
    genome->tables = tables_share(who->tables);
}

bool player_arg_run(const char *text, char *dir, size_t size)
{
    const char *id;

    return split(text, dir, size, &id);
}

static bool knows(const char *name)
{
    char dir[4096];
    const char *id;

    return access(name, F_OK) != 0 && split(name, dir, sizeof dir, &id) && id;
}

static int read_genome(struct genome *genome, const char *name, struct err *err)
{
    struct journal_genome who;
    struct store store;
    char dir[4096];
    const char *id;
    int status;

    genome_init(genome);
    split(name, dir, sizeof dir, &id);
    if (store_open(&store, dir, STORE_READ, err))
        return -1;
    status = find_genome(&store, id, &who, err);
    if (status == 0)
        take_genome(genome, &who);
    store_close(&store);
    return status;
}

const struct player_source player_arg_source = { knows, read_genome };

static int read_run(struct player_arg *c, const char *dir, const char *id, struct err *err)
{
    struct journal_genome who;
    struct store store;
    int status;

    if (store_open(&store, dir, STORE_READ, err))
        return -1;
    status = find_genome(&store, id, &who, err);
    if (status == 0)
        status = read_plies(c, &store, err);
    if (status == 0) {
        take_genome(&c->player.genome, &who);
        c->player.has_genome = true;
        c->champion = who.id;
        c->named = id != NULL;
    }
    store_close(&store);
    return status;
}

/* The keys start at the colon, if there are any. */
static int parse_run(struct player_arg *c, const char *dir, const char *id, const char *text,
                     struct err *err)
{
    const char *keys = text + strcspn(text, ":");
    int status;

    if (player_init(&c->player, text, err))
        return -1;
    status = read_run(c, dir, id, err);
    if (status == 0 &&
        ((*keys && player_set_all(&c->player, keys + 1, err)) || player_ready(&c->player, err)))
        status = err_prefix(err, text);
    if (status)
        player_release(&c->player);
    return status;
}

int player_arg_parse(struct player_arg *c, const char *text, struct err *err)
{
    char *name = strdup(text), dir[4096];
    const char *id;
    int status;

    *c = (struct player_arg){ 0 };
    if (!name)
        return err_shortage(err, "out of memory");
    name[strcspn(name, ":")] = '\0';
    status = split(name, dir, sizeof dir, &id) ? parse_run(c, dir, id, text, err)
                                               : player_parse(&c->player, text, err);
    if (status && is_folder(name) && !folder_has_run(name))
        folder_check(name, err); /* clearer than "a folder is not a genome" */
    free(name);
    return status;
}

void player_arg_release(struct player_arg *c)
{
    player_release(&c->player);
    *c = (struct player_arg){ 0 };
}
