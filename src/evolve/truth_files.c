#include "evolve/truth_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/key_set.h"
#include "truth/solved.h"

int truth_files_recall(struct truth_files *files, const char *path, uint64_t checksum,
                       struct err *err)
{
    struct truth_file *grown = realloc(files->file, (files->n + 1) * sizeof *grown);

    if (grown)
        files->file = grown;
    if (!grown || !(grown[files->n].path = strdup(path)))
        return err_shortage(err, "out of memory: %zu files", files->n + 1);
    grown[files->n++].checksum = checksum;
    return 0;
}

/* A run may be resumed in another folder. */
static int add_whole(struct truth_files *files, const char *path, uint64_t checksum,
                     struct err *err)
{
    char folder[4096], whole[8192];

    if (path[0] == '/')
        return truth_files_recall(files, path, checksum, err);
    if (!getcwd(folder, sizeof folder))
        return err_file(err, "current folder", errno);
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    return truth_files_recall(files, whole, checksum, err);
}

int truth_files_add(struct truth_files *files, const char *path, struct err *err)
{
    struct position_set set;
    int status = 0;

    if (position_set_read(&set, path, err))
        return -1;
    if (!set.finished)
        status = err_set(err, "%s is unfinished: run 'positions' again to finish it", path);
    else if (set.recipe.part != OPENING_TRAIN)
        status = err_set(err, "%s was made with --set %s: evolution must not train on it", path,
                         opening_set_name[set.recipe.part]);
    else
        status = add_whole(files, path, position_set_checksum(&set), err);
    position_set_release(&set);
    return status;
}

void truth_files_release(struct truth_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        free(files->file[i].path);
    free(files->file);
    *files = (struct truth_files){ 0 };
}

static int append(struct truth_positions *all, const struct position_set *set, struct err *err)
{
    size_t n = all->n + set->n;
    struct position *pos = realloc(all->pos, (n + 1) * sizeof *pos);
    signed char *result = pos ? realloc(all->result, n + 1) : NULL;

    all->pos = pos ? pos : all->pos;
    all->result = result ? result : all->result;
    if (!pos || !result)
        return err_shortage(err, "out of memory: %zu positions", n);
    memcpy(pos + all->n, set->pos, set->n * sizeof *pos);
    memcpy(result + all->n, set->result, set->n);
    all->n = n;
    return 0;
}

static int read_file(struct truth_positions *all, const struct truth_file *file, struct err *err)
{
    struct position_set set;
    int status;

    if (position_set_read(&set, file->path, err))
        return -1;
    if (position_set_checksum(&set) != file->checksum)
        status = err_set(err, "%s has changed since the run began", file->path);
    else
        status = append(all, &set, err);
    position_set_release(&set);
    return status;
}

/* Keeps the first of equal positions, and none that the verdict uses. */
static int drop_known(struct truth_positions *all, const struct run_config *config, struct err *err)
{
    struct solved_set verdict = { 0 };
    struct key_set seen;
    size_t kept = 0;

    if (config->truth_sets[0] &&
        solved_draw(&verdict, config->truth_sets, OPENING_TEST, config->seed, err))
        return -1;
    if (key_set_init(&seen, all->n + verdict.n, err)) {
        solved_release(&verdict);
        return -1;
    }
    for (size_t i = 0; i < verdict.n; i++)
        key_set_add(&seen, verdict.list[i].key);
    for (size_t i = 0; i < all->n; i++)
        if (key_set_add(&seen, position_mirror_key(&all->pos[i]))) {
            all->pos[kept] = all->pos[i];
            all->result[kept++] = all->result[i];
        }
    all->n = kept;
    key_set_release(&seen);
    solved_release(&verdict);
    return 0;
}

int truth_positions_read(struct truth_positions *all, const struct truth_files *files,
                         const struct run_config *config, struct err *err)
{
    int status = 0;

    *all = (struct truth_positions){ 0 };
    for (size_t i = 0; i < files->n && status == 0; i++)
        status = read_file(all, &files->file[i], err);
    if (status == 0)
        status = drop_known(all, config, err);
    if (status)
        truth_positions_release(all);
    return status;
}

void truth_positions_release(struct truth_positions *all)
{
    free(all->pos);
    free(all->result);
    *all = (struct truth_positions){ 0 };
}
