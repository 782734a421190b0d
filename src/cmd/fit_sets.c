#include "cmd/fit_sets.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/utf8.h"
#include "game/key_set.h"
#include "truth/position_set.h"

void fit_sets_release(struct fit_sets *sets)
{
    for (size_t i = 0; i < sets->files; i++)
        free(sets->file[i].path);
    free(sets->file);
    free(sets->pos);
    free(sets->result);
    *sets = (struct fit_sets){ 0 };
}

static int append_set(struct fit_sets *all, const struct position_set *set, struct err *err)
{
    size_t n = all->n + set->n;
    struct position *pos = realloc(all->pos, (n + 1) * sizeof *pos);
    signed char *result = pos ? realloc(all->result, n + 1) : NULL;

    all->pos = pos ? pos : all->pos;
    all->result = result ? result : all->result;
    if (!pos || !result)
        return err_shortage(err, "out of memory: %zu positions", n);
    memcpy(all->pos + all->n, set->pos, set->n * sizeof *pos);
    memcpy(all->result + all->n, set->result, set->n);
    all->n = n;
    return 0;
}

/* Splits "FILE:N": a set that counts N times. A file of the whole name goes before. */
static long split_times(const char *text, char *path, size_t size)
{
    const char *colon = strrchr(text, ':');
    long times = 1;

    snprintf(path, size, "%s", text);
    if (!colon || access(text, F_OK) == 0 || num_parse_long(colon + 1, &times) || times < 1 ||
        times > 1000 || colon - text >= (ptrdiff_t)size)
        return 1;
    path[colon - text] = '\0';
    return times;
}

static int check_set(const struct position_set *set, const char *path, bool held_out,
                     struct err *err)
{
    const char *part = opening_set_name[set->recipe.part];

    if (!set->finished)
        return err_set(err, "%s is unfinished: run 'positions' again to finish it", path);
    if (!held_out && set->recipe.part != OPENING_TRAIN)
        return err_set(err,
                       "%s was made with --set %s: nothing must be fitted to it; --held-out takes "
                       "it",
                       path, part);
    return 0;
}

static int record(struct fit_sets *sets, const struct fit_set *file, const char *path,
                  struct err *err)
{
    struct fit_set *grown = realloc(sets->file, (sets->files + 1) * sizeof *grown);

    sets->file = grown ? grown : sets->file;
    if (!grown)
        return err_shortage(err, "out of memory");
    grown[sets->files] = *file;
    grown[sets->files].path = strdup(path);
    return grown[sets->files++].path ? 0 : err_shortage(err, "out of memory");
}

static int read_file(struct fit_sets *all, const char *text, bool held_out, struct err *err)
{
    struct position_set set;
    char path[4096];
    long times = split_times(text, path, sizeof path);
    struct fit_set file = { .times = times, .held_out = held_out };
    int status;

    if (position_set_read(&set, path, err))
        return -1;
    file.n = set.n;
    file.checksum = position_set_checksum(&set);
    status = check_set(&set, path, held_out, err) || record(all, &file, path, err) ? -1 : 0;
    for (; times > 0 && status == 0; times--)
        status = append_set(all, &set, err);
    position_set_release(&set);
    return status;
}

static int read_files(struct fit_sets *all, const struct text_list *files, bool held_out,
                      struct err *err)
{
    for (int i = 0; i < files->n; i++)
        if (read_file(all, files->item[i], held_out, err))
            return -1;
    return 0;
}

/* Positions that are held out must not be among the others. */
static int check_held_out(const struct fit_sets *all, struct err *err)
{
    size_t fitted = all->n - all->held_out, both = 0;
    struct key_set seen;

    if (all->held_out == 0)
        return 0;
    if (key_set_init(&seen, all->held_out, err))
        return -1;
    for (size_t i = fitted; i < all->n; i++)
        key_set_add(&seen, position_mirror_key(&all->pos[i]));
    for (size_t i = 0; i < fitted; i++)
        both += key_set_has(&seen, position_mirror_key(&all->pos[i]));
    key_set_release(&seen);
    return both == 0 ? 0
                     : err_set(err,
                               "--held-out: %zu positions are also in --positions; make the set "
                               "with 'positions --set validate'",
                               both);
}

int fit_sets_read(struct fit_sets *sets, const struct fit_options *o, struct err *err)
{
    size_t fitted;

    *sets = (struct fit_sets){ 0 };
    if (read_files(sets, &o->positions, false, err))
        return -1;
    fitted = sets->n;
    if (read_files(sets, &o->held_out, true, err))
        return -1;
    sets->held_out = sets->n - fitted;
    return check_held_out(sets, err);
}

void fit_sets_describe(const struct fit_sets *sets, FILE *out)
{
    for (size_t i = 0; i < sets->files; i++) {
        const struct fit_set *file = &sets->file[i];
        char name[4096];

        snprintf(name, sizeof name, "%s", file->path);
        utf8_tame(name);
        fprintf(out, "; %s: %s, %zu positions, checksum %016" PRIx64,
                file->held_out ? "held out" : "positions", name, file->n, file->checksum);
        if (file->times > 1)
            fprintf(out, ", counted %ld times", file->times);
        fputc('\n', out);
    }
}
