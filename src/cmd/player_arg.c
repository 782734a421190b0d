#include "cmd/player_arg.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static int read_champion(struct player_arg *c, const char *dir, struct err *err)
{
    struct journal_genome who;
    struct journal journal;
    struct store store;
    int status;

    if (store_open(&store, dir, STORE_READ, err))
        return -1;
    journal = store_journal(&store);
    status = lineage_champion(&store, &c->champion, err) ? err_prefix(err, dir) : 0;
    if (status == 0)
        status = journal_read_genome(&journal, c->champion, &who, err);
    if (status == 0)
        status = read_plies(c, &store, err);
    if (status == 0) {
        memcpy(c->player.genome.gene, who.gene, sizeof who.gene);
        c->player.genome.tables = tables_share(who.tables);
        c->player.has_genome = true;
    }
    store_close(&store);
    return status;
}

/* The keys start at the colon, if there are any. */
static int parse_run(struct player_arg *c, const char *dir, const char *text, struct err *err)
{
    const char *keys = text + strlen(dir);
    int status;

    if (player_init(&c->player, text, err))
        return -1;
    status = read_champion(c, dir, err);
    if (status == 0 &&
        ((*keys && player_set_all(&c->player, keys + 1, err)) || player_ready(&c->player, err)))
        status = err_prefix(err, text);
    if (status)
        player_release(&c->player);
    return status;
}

int player_arg_parse(struct player_arg *c, const char *text, struct err *err)
{
    char *dir = strdup(text);
    int status;

    *c = (struct player_arg){ 0 };
    if (!dir)
        return err_shortage(err, "out of memory");
    dir[strcspn(dir, ":")] = '\0';
    status =
        folder_has_run(dir) ? parse_run(c, dir, text, err) : player_parse(&c->player, text, err);
    if (status && is_folder(dir) && !folder_has_run(dir))
        folder_check(dir, err); /* clearer than "a folder is not a genome" */
    free(dir);
    return status;
}

void player_arg_release(struct player_arg *c)
{
    player_release(&c->player);
    *c = (struct player_arg){ 0 };
}
