#include "cmd/fit_options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/player.h"
#include "base/json.h"
#include "base/num.h"
#include "base/replacement.h"
#include "cmd/progress.h"
#include "evolve/table_fit.h"
#include "game/key_set.h"
#include "heuristic/custom.h"
#include "truth/position_set.h"

/* Found by trial: larger steps and smaller ones end at a higher loss. */
#define RATE      0.01
#define FINE_RATE 0.003 /* for tables that are continued */

/* To choose from. */
#define RIDGES "0.01,0.1,1"

/* Linear genes are few, so some of the positions are enough. */
#define GENE_POSITIONS 200000

/* All sets together. */
struct solved {
    struct position *pos;
    signed char *result;
    size_t n;
    size_t held_out; /* the last ones */
};

static void solved_free(struct solved *all)
{
    free(all->pos);
    free(all->result);
}

static int append_set(struct solved *all, const struct position_set *set, struct err *err)
{
    size_t n = all->n + set->n;
    struct position *pos = realloc(all->pos, (n + 1) * sizeof *pos);
    signed char *result = pos ? realloc(all->result, n + 1) : NULL;

    all->pos = pos ? pos : all->pos;
    all->result = result ? result : all->result;
    if (!pos || !result)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: %zu positions", n);
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

static int read_sets(struct solved *all, const struct text_list *files, struct err *err)
{
    for (int i = 0; i < files->n; i++) {
        struct position_set set;
        char path[4096];
        long times = split_times(files->item[i], path, sizeof path);
        int status = 0;

        if (position_set_read(&set, path, err))
            return -1;
        for (; times > 0 && status == 0; times--)
            status = append_set(all, &set, err);
        position_set_release(&set);
        if (status)
            return -1;
    }
    return 0;
}

/* Positions that are held out must not be among the others. */
static int check_held_out(const struct solved *all, struct err *err)
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

static int read_all(struct solved *all, const struct fit_options *o, struct err *err)
{
    if (read_sets(all, &o->positions, err))
        return -1;
    all->held_out = all->n;
    if (read_sets(all, &o->held_out, err))
        return -1;
    all->held_out = all->n - all->held_out;
    return check_held_out(all, err);
}

/* Reads numbers that are separated by commas. */
static int read_ridges(struct table_fit_input *in, const char *text, struct err *err)
{
    char copy[256], *rest = copy, *word;

    if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy)
        return err_set(err, "--ridge: too long");
    while ((word = strtok_r(rest, ",", &rest))) {
        if (in->ridges == TABLE_TRIALS)
            return err_set(err, "--ridge: at most %d numbers", TABLE_TRIALS);
        if (num_parse_double(word, &in->ridge[in->ridges]) || !(in->ridge[in->ridges] >= 0) ||
            in->ridge[in->ridges] > 100)
            return err_set(err, "--ridge: '%s' is not a number from 0 to 100", word);
        in->ridges++;
    }
    return in->ridges ? 0 : err_set(err, "--ridge: no number");
}

/* What was found. */
struct fitted {
    struct genome genome;      /* the start, with the new tables */
    struct table_fit_input in; /* of tables */
    struct table_fit_result tables;
    struct fit_result genes;
    bool has_genes;
};

static int fit_tables(struct fitted *out, const struct solved *all, const struct fit_options *o,
                      struct pool *pool, const struct watch *watch, bool *finished, struct err *err)
{
    char *state = NULL;
    struct table_fit_input *in = &out->in;
    int status;

    in->pos = all->pos;
    in->result = all->result;
    in->n = all->n;
    in->held_out = all->held_out;
    in->start = &out->genome;
    in->seed = o->seed;
    in->epochs = o->epochs;
    in->rate = out->genome.tables ? FINE_RATE : RATE;
    in->lanes = o->lanes;
    in->no_threats = o->no_threats;
    in->pool = pool;
    in->watch = watch;
    if (o->out) {
        state = malloc(strlen(o->out) + sizeof ".part");
        if (!state)
            return err_set_kind(err, ERR_SHORTAGE, "out of memory");
        strcpy(state, o->out);
        strcat(state, ".part");
        in->state = state;
    }
    status = table_fit(&out->tables, in, finished, err);
    if (status == 0 && *finished) {
        tables_release(out->genome.tables);
        out->genome.tables = tables_share(out->tables.tables);
    }
    free(state);
    return status;
}

static int fit_genes(struct fitted *out, const struct solved *all, const struct fit_options *o,
                     struct pool *pool, const struct watch *watch, bool *finished, struct err *err)
{
    double low[GENE_COUNT], high[GENE_COUNT];
    size_t n = all->n - all->held_out;
    struct fit_input in = { .solved = all->pos,
                            .result = all->result,
                            .solved_n = n,
                            .start = &out->genome,
                            .fitted = o->fitted,
                            .low = low,
                            .high = high,
                            .positions = n < GENE_POSITIONS ? n : GENE_POSITIONS,
                            .stream = { .seed = o->seed, .purpose = STREAM_FIT },
                            .target = FIT_TRUTH,
                            .pool = pool,
                            .watch = watch };

    for (int g = 0; g < gene_count(); g++) {
        low[g] = gene_table[g].low;
        high[g] = gene_table[g].high;
        out->has_genes |= o->fitted[g];
    }
    if (!out->has_genes)
        return 0;
    return fit_weights(&out->genes, &in, finished, err);
}

static int fit_all(struct fitted *out, const struct solved *all, const struct fit_options *o,
                   bool *finished, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = progress_show,
                           .context = &progress };
    struct pool pool;
    int status = pool_init(&pool, o->threads, &worker_memory, err);

    if (status)
        return -1;
    progress_begin(&progress);
    if (o->tables)
        status = fit_tables(out, all, o, &pool, &watch, finished, err);
    if (status == 0 && *finished)
        status = fit_genes(out, all, o, &pool, &watch, finished, err);
    progress_end(&progress);
    pool_release(&pool);
    return status;
}

static int write_genome(const struct fitted *out, const struct fit_options *o, struct err *err)
{
    struct genome genome = out->genome;
    struct replacement file;
    char comment[1024];
    size_t used;

    if (out->has_genes)
        memcpy(genome.gene, out->genes.gene, sizeof genome.gene);
    used = (size_t)snprintf(comment, sizeof comment, "; Fitted to solved positions: %s\n",
                            o->families ? o->families : "genes");
    if (o->tables)
        snprintf(comment + used, sizeof comment - used,
                 "; Tables from %zu positions; log loss %.4f on %zu others\n",
                 out->tables.positions, out->tables.rounded_loss, out->tables.held_out);
    genome.comment = comment;
    if (replacement_at(&file, o->out, err))
        return -1;
    if (genome_write(&genome, file.out)) {
        replacement_cancel(&file);
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
    }
    return replacement_finish(&file, err);
}

static void remove_state(const char *out)
{
    char path[4096];

    snprintf(path, sizeof path, "%s.part", out);
    unlink(path);
}

static void print_tables(const struct fitted *out, const struct fit_options *o)
{
    const struct table_fit_result *t = &out->tables;

    printf(
        "tables: %zu positions, %zu to choose by, %zu more held out; best after epoch %d of %d\n",
        t->positions, t->choosing, t->held_out, t->epoch, o->epochs);
    printf(
        "loss: %.4f; on held-out positions %.4f, rounded to integers %.4f: rounding costs %.5f\n",
        t->loss, t->held_out_loss, t->rounded_loss, t->rounded_loss - t->held_out_loss);
    if (out->in.ridges > 1)
        printf("\n%-8s %s\n", "ridge", "loss on positions to choose by");
    for (int i = 0; i < out->in.ridges && out->in.ridges > 1; i++)
        printf("%-8g %.4f%s\n", out->in.ridge[i], t->trial[i],
               out->in.ridge[i] == t->ridge ? " chosen" : "");
}

static void print_text(const struct fitted *out, const struct fit_options *o)
{
    if (o->tables)
        print_tables(out, o);
    if (out->has_genes)
        fit_print_text(&out->genes, &out->genome);
}

static void json_tables(struct json *j, const struct fitted *out)
{
    const struct table_fit_result *t = &out->tables;

    json_begin(j, "tables", '{');
    json_integer(j, "positions", (int64_t)t->positions);
    json_integer(j, "choosing", (int64_t)t->choosing);
    json_integer(j, "held_out", (int64_t)t->held_out);
    json_number(j, "ridge", t->ridge);
    json_integer(j, "epoch", t->epoch);
    json_number(j, "loss", t->loss);
    json_number(j, "held_out_loss", t->held_out_loss);
    json_number(j, "rounded_loss", t->rounded_loss);
    json_begin(j, "trials", '[');
    for (int i = 0; i < out->in.ridges; i++) {
        json_begin(j, NULL, '{');
        json_number(j, "ridge", out->in.ridge[i]);
        json_number(j, "loss", t->trial[i]);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_end(j, '}');
}

static void print_json(const struct fitted *out, const struct fit_options *o)
{
    struct json j = { .out = stdout };

    json_begin(&j, NULL, '{');
    if (o->tables)
        json_tables(&j, out);
    if (out->has_genes)
        fit_print_json(&j, &out->genes, &out->genome);
    json_end(&j, '}');
    putchar('\n');
}

/* The genome to start from: the one named, or one whose genes count nothing. */
static int read_start(struct genome *genome, const struct fit_options *o, struct err *err)
{
    char path[4096];

    genome_init(genome);
    if (!o->start)
        return 0;
    if (player_genome_path(o->start, path, sizeof path, err))
        return err_prefix(err, "--start");
    return player_read_genome(genome, path, err);
}

int fit_to_positions(const struct fit_options *o)
{
    struct fitted out = { 0 };
    struct solved all = { 0 };
    bool finished = true;
    struct err err;
    int code = EXIT_DONE;

    progress_stop(); /* before the sets are read, which may take a moment */
    if (read_ridges(&out.in, o->ridge ? o->ridge : RIDGES, &err) ||
        read_start(&out.genome, o, &err) || read_all(&all, o, &err) ||
        (o->out && cli_check_writable(o->out, &err))) {
        code = cli_fail(EXIT_USAGE, &err);
    } else if (fit_all(&out, &all, o, &finished, &err) ||
               (finished && o->out && write_genome(&out, o, &err))) {
        code = cli_fail(EXIT_FAILED, &err);
    } else if (!finished) {
        code = cli_failf(EXIT_FAILED, o->tables && o->out
                                          ? "interrupted; to continue, run the same command again"
                                          : "interrupted; nothing was fitted");
    } else {
        (o->json ? print_json : print_text)(&out, o);
        if (o->out)
            remove_state(o->out);
    }
    solved_free(&all);
    tables_release(out.tables.tables);
    genome_release(&out.genome);
    return code;
}
