#include "cmd/fit_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/player.h"
#include "base/draft.h"
#include "base/json.h"
#include "base/num.h"
#include "base/replacement.h"
#include "base/utf8.h"
#include "cmd/fit_sets.h"
#include "cmd/progress.h"
#include "evolve/genome_loss.h"
#include "evolve/table_fit.h"

/* Found by trial: larger steps and smaller ones end at a higher loss. */
#define RATE      0.01
#define FINE_RATE 0.003 /* for tables that are continued */

/* To choose from. */
#define RIDGES "0.01,0.1,1"

/* Linear genes are few, so some of the positions are enough. */
#define GENE_POSITIONS 200000

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
    struct genome genome;      /* the start, with the new tables and genes */
    char *started;             /* what the start was, for the record */
    double before[GENE_COUNT]; /* genes, before they were fitted */
    struct table_fit_input in;
    struct table_fit_result tables;
    struct fit_result genes; /* its losses are those on positions that chose nothing */
    size_t choosing;         /* positions that chose the ridge of the genes */
    bool has_genes;
};

static void fitted_release(struct fitted *out)
{
    tables_release(out->tables.tables);
    genome_release(&out->genome);
    free(out->started);
}

static int fit_tables(struct fitted *out, const struct fit_options *o, bool *finished,
                      struct err *err)
{
    char *state = NULL;
    struct table_fit_input *in = &out->in;
    int status;

    in->rate = out->genome.tables ? FINE_RATE : RATE;
    if (o->out) {
        state = malloc(strlen(o->out) + sizeof ".part");
        if (!state)
            return err_shortage(err, "out of memory");
        strcpy(state, o->out);
        strcat(state, ".part");
        in->state = state;
    }
    status = table_fit(&out->tables, in, finished, err);
    if (status == 0 && *finished) {
        tables_release(out->genome.tables);
        out->genome.tables = tables_share(out->tables.tables);
        for (int g = GENE_LANE; g <= GENE_LANE_END; g++)
            out->genome.gene[g] = 1;
    }
    free(state);
    return status;
}

/* Positions of one purpose. */
struct part {
    struct position *pos;
    signed char *result;
    size_t n;
};

static void part_release(struct part *part)
{
    free(part->pos);
    free(part->result);
}

/* Tables are not asked there. */
static bool is_sure(const struct position *pos)
{
    return table_sure(winning_cells(pos->own, pos->all),
                      winning_cells(pos->own ^ pos->all, pos->all), pos->all) != 0;
}

/* Genes are fitted to positions that tables have not seen. Without tables all serve, but for those
 * that report. */
static bool is_wanted(const struct fitted *out, size_t i, bool tables, enum table_share wanted)
{
    const struct table_fit_input *in = &out->in;
    bool reports;

    if (out->genome.tables && is_sure(&in->pos[i]))
        return false;
    if (tables)
        return table_fit_share(in, i) == wanted;
    reports = in->held_out > 0 ? i >= in->n - in->held_out : table_fit_share(in, i) == SHARE_REPORT;
    return reports == (wanted == SHARE_REPORT);
}

static int take_part(struct part *part, const struct fitted *out, bool tables,
                     enum table_share wanted, struct err *err)
{
    const struct table_fit_input *in = &out->in;

    *part = (struct part){ .pos = malloc((in->n + 1) * sizeof *part->pos),
                           .result = malloc(in->n + 1) };
    if (!part->pos || !part->result)
        return err_shortage(err, "out of memory: %zu positions", in->n);
    for (size_t i = 0; i < in->n; i++) {
        if (!is_wanted(out, i, tables, wanted))
            continue;
        part->pos[part->n] = in->pos[i];
        part->result[part->n++] = in->result[i];
    }
    return 0;
}

/* The regression itself. The loss that it measures is that of positions that chose its ridge. */
static int regress(struct fitted *out, const struct part *known, const struct fit_options *o,
                   bool *finished, struct err *err)
{
    double low[GENE_COUNT], high[GENE_COUNT];
    struct fit_input in = { .solved = known->pos,
                            .result = known->result,
                            .solved_n = known->n,
                            .start = &out->genome,
                            .fitted = o->fitted,
                            .low = low,
                            .high = high,
                            .positions = known->n < GENE_POSITIONS ? known->n : GENE_POSITIONS,
                            .stream = { .seed = o->seed, .purpose = STREAM_FIT },
                            .target = FIT_TRUTH,
                            .pool = out->in.pool,
                            .watch = out->in.watch };

    for (int g = 0; g < gene_count(); g++) {
        low[g] = gene_table[g].low;
        high[g] = gene_table[g].high;
    }
    return fit_weights(&out->genes, &in, finished, err);
}

/* Takes over the genes, and measures what they brought. */
static int take_genes(struct fitted *out, const struct part *known, const struct part *report,
                      struct err *err)
{
    struct solved_list fitted = { known->pos, known->result, known->n };
    struct solved_list asked = { report->pos, report->result, report->n };

    if (genome_loss(&out->genes.loss_before, &out->genome, &fitted, &asked, out->in.pool, err))
        return -1;
    memcpy(out->genome.gene, out->genes.gene, sizeof out->genome.gene);
    out->choosing = out->genes.held_out;
    out->genes.held_out = report->n;
    return genome_loss(&out->genes.loss_after, &out->genome, &fitted, &asked, out->in.pool, err);
}

static int fit_genes(struct fitted *out, const struct fit_options *o, bool *finished,
                     struct err *err)
{
    struct part known = { 0 }, report = { 0 };
    int status = -1;

    if (take_part(&known, out, o->tables, SHARE_GENES, err) == 0 &&
        take_part(&report, out, o->tables, SHARE_REPORT, err) == 0)
        status = regress(out, &known, o, finished, err);
    if (status == 0 && *finished)
        status = take_genes(out, &known, &report, err);
    part_release(&known);
    part_release(&report);
    return status;
}

static int fit_all(struct fitted *out, const struct fit_options *o, bool *finished, struct err *err)
{
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = progress_show,
                           .context = &progress };
    struct pool pool;
    int status = pool_init(&pool, o->threads, &worker_memory, err);

    if (status)
        return -1;
    out->in.pool = &pool;
    out->in.watch = &watch;
    progress_begin(&progress);
    if (o->tables)
        status = fit_tables(out, o, finished, err);
    memcpy(out->before, out->genome.gene, sizeof out->before);
    if (status == 0 && *finished && out->has_genes)
        status = fit_genes(out, o, finished, err);
    progress_end(&progress);
    pool_release(&pool);
    return status;
}

/* What is to be fitted. */
static void prepare(struct fitted *out, const struct fit_sets *sets, const struct fit_options *o)
{
    struct table_fit_input *in = &out->in;

    for (int g = 0; g < gene_count(); g++)
        out->has_genes |= o->fitted[g];
    in->pos = sets->pos;
    in->result = sets->result;
    in->n = sets->n;
    in->held_out = sets->held_out;
    in->genes = out->has_genes;
    in->start = &out->genome;
    in->seed = o->seed;
    in->epochs = o->epochs;
    in->lanes = o->lanes;
    in->no_threats = o->no_threats;
}

/* How the genome was made, as comments. */
static void describe(const struct fitted *out, const struct fit_sets *sets,
                     const struct fit_options *o, FILE *to)
{
    const struct table_fit_result *t = &out->tables;

    fprintf(to, "; Fitted to results of perfect play by c4evolve %s.\n", C4E_VERSION);
    fit_sets_describe(sets, to);
    fprintf(to, "; start: %s\n", out->started);
    fprintf(to, "; families: %s; seed %" PRIu64 "\n", o->families ? o->families : "default",
            o->seed);
    if (o->tables) {
        fprintf(to, "; tables: %zu positions, epoch %d of %d, ridge %g of", t->positions, t->epoch,
                o->epochs, t->ridge);
        for (int i = 0; i < out->in.ridges; i++)
            fprintf(to, " %g", out->in.ridge[i]);
        fprintf(to, ", %d lanes%s; %zu positions chose\n", o->lanes ? o->lanes : TABLE_LANES,
                o->no_threats ? ", no threats" : "", t->choosing);
    }
    if (out->has_genes)
        fprintf(to, "; genes: %zu positions, ridge %g; %zu positions chose\n", out->genes.positions,
                out->genes.ridge, out->choosing);
    fprintf(to, "; log loss: %.4f on %zu positions that chose nothing\n",
            out->has_genes ? out->genes.loss_after : t->rounded_loss,
            out->has_genes ? out->genes.held_out : t->held_out);
}

static char *comment_of(const struct fitted *out, const struct fit_sets *sets,
                        const struct fit_options *o, struct err *err)
{
    struct draft draft;

    if (draft_open(&draft, err))
        return NULL;
    describe(out, sets, o, draft.out);
    return draft_take(&draft, err);
}

static int write_genome(struct fitted *out, const struct fit_sets *sets,
                        const struct fit_options *o, struct err *err)
{
    struct replacement file;
    char *comment = comment_of(out, sets, o, err);

    if (!comment)
        return -1;
    free(out->genome.comment);
    out->genome.comment = comment;
    if (replacement_at(&file, o->out, err))
        return -1;
    if (genome_write(&out->genome, file.out)) {
        replacement_cancel(&file);
        return err_shortage(err, "out of memory: tables");
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
    if (!out->has_genes)
        return;
    printf("%sgenes: %zu positions, %zu to choose by, %zu more held out; ridge %g\n",
           o->tables ? "\n" : "", out->genes.positions, out->choosing, out->genes.held_out,
           out->genes.ridge);
    printf("loss on held-out positions: %.4f before, %.4f after\n\n", out->genes.loss_before,
           out->genes.loss_after);
    fit_print_genes(&out->genes, out->before);
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
    if (out->has_genes) {
        json_integer(&j, "choosing", (int64_t)out->choosing);
        fit_print_json(&j, &out->genes, out->before);
    }
    json_end(&j, '}');
    putchar('\n');
}

/* The genome to start from: the one named, or one whose genes count nothing. */
static int read_start(struct fitted *out, const struct fit_options *o, struct err *err)
{
    struct draft draft;
    char path[4096] = "";

    genome_init(&out->genome);
    if (o->start && player_genome_path(o->start, path, sizeof path, err))
        return err_prefix(err, "--start");
    if (o->start && player_read_genome(&out->genome, path, err))
        return -1;
    utf8_tame(path);
    if (draft_open(&draft, err))
        return -1;
    fputs(o->start ? path : "genes that count nothing", draft.out);
    if (out->genome.tables)
        fprintf(draft.out, ", tables %016" PRIx64, out->genome.tables->checksum);
    out->started = draft_take(&draft, err);
    return out->started ? 0 : -1;
}

int fit_to_positions(const struct fit_options *o)
{
    struct fitted out = { 0 };
    struct fit_sets sets = { 0 };
    bool finished = true;
    struct err err;
    int code = EXIT_DONE;

    progress_stop(); /* before the sets are read, which may take a moment */
    if (read_ridges(&out.in, o->ridge ? o->ridge : RIDGES, &err) || read_start(&out, o, &err) ||
        fit_sets_read(&sets, o, &err) || (o->out && cli_check_writable(o->out, &err))) {
        code = cli_fail(EXIT_USAGE, &err);
    } else {
        prepare(&out, &sets, o);
        if (fit_all(&out, o, &finished, &err) ||
            (finished && o->out && write_genome(&out, &sets, o, &err)))
            code = cli_fail(EXIT_FAILED, &err);
    }
    if (code == EXIT_DONE && !finished) {
        code = cli_failf(EXIT_FAILED, o->tables && o->out
                                          ? "interrupted; to continue, run the same command again"
                                          : "interrupted; nothing was fitted");
    } else if (code == EXIT_DONE) {
        (o->json ? print_json : print_text)(&out, o);
        if (o->out)
            remove_state(o->out);
    }
    fit_sets_release(&sets);
    fitted_release(&out);
    return code;
}
