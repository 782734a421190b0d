#include "cmd/fit_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/pgn.h"
#include "arena/player.h"
#include "base/json.h"
#include "base/num.h"
#include "base/replacement.h"
#include "base/utf8.h"
#include "cmd/progress.h"
#include "heuristic/features.h"
#include "store/store.h"

/* Of tables. */
#define DEFAULT_EPOCHS 12

/* The slow part, a few seconds. */
static const int default_positions[FIT_TARGETS] = { [FIT_GAMES] = 100000, [FIT_TRUTH] = 10000 };

static int append(struct pgn_list *list, const struct journal_pairing *p, struct err *err)
{
    size_t n = list->n + p->games;
    struct game_result *result = realloc(list->result, (n + 1) * sizeof *result);

    if (!result)
        return err_shortage(err, "out of memory: %zu games", n);
    list->result = result;
    memcpy(list->result + list->n, p->result, p->games * sizeof *result);
    list->n = n;
    return 0;
}

static int append_generation(struct pgn_list *list, const struct journal *j, uint32_t generation,
                             struct err *err)
{
    struct journal_pairing *pairing;
    size_t n;
    int status = 0;

    if (journal_read_pairings(j, generation, &pairing, &n, err))
        return -1;
    for (size_t i = 0; i < n && status == 0; i++)
        status = append(list, &pairing[i], err);
    journal_pairings_free(pairing, n);
    return status;
}

/* The moves that the two games of a pair share: their opening, if they differ after it. */
static unsigned char shared_plies(const struct moves *a, const struct moves *b)
{
    unsigned char n = 0;

    while (n < a->n && n < b->n && a->column[n] == b->column[n])
        n++;
    return n;
}

/* All games of a run. It does not mark openings, but all have the same number of plies:
 * the fewest that any pair shares. */
static int read_run(struct pgn_list *list, const char *dir, struct err *err)
{
    struct store store;
    struct journal j;
    uint32_t closed;
    unsigned char plies = CELLS;
    int status;

    if (store_open(&store, dir, STORE_READ, err))
        return -1;
    j = store_journal(&store);
    status = journal_count_generations(&j, &closed, err);
    for (uint32_t g = 0; status == 0 && g < closed; g++)
        status = append_generation(list, &j, g, err);
    store_close(&store);
    for (size_t i = 0; i + 1 < list->n; i += 2) {
        unsigned char shared = shared_plies(&list->result[i].moves, &list->result[i + 1].moves);

        plies = shared < plies ? shared : plies;
    }
    if (status == 0) {
        list->opening_plies = malloc(list->n + 1);
        if (!list->opening_plies)
            return err_shortage(err, "out of memory");
        memset(list->opening_plies, plies, list->n);
    }
    return status;
}

static int read_games(struct pgn_list *list, const char *path, struct err *err)
{
    struct stat info;

    *list = (struct pgn_list){ 0 };
    if (stat(path, &info))
        return err_file(err, path, errno);
    return S_ISDIR(info.st_mode) ? read_run(list, path, err) : pgn_read(list, path, err);
}

/* A number for an opening: the same moves give the same number. */
static uint32_t opening_number(const struct moves *moves, int plies)
{
    uint32_t hash = 2166136261u;

    for (int i = 0; i < plies; i++)
        hash = (hash ^ moves->column[i]) * 16777619u;
    return hash;
}

static int fit_games(struct fit_result *result, const struct pgn_list *list,
                     const struct genome *start, const struct fit_options *o, bool *finished,
                     struct err *err)
{
    struct fit_game *game = calloc(list->n + 1, sizeof *game);
    double low[GENE_COUNT], high[GENE_COUNT];
    struct progress progress;
    struct watch watch = { .stop = progress_stop(),
                           .progress = progress_show,
                           .context = &progress };
    struct pool pool;
    struct fit_input in = { .game = game,
                            .games = list->n,
                            .start = start,
                            .fitted = o->fitted,
                            .low = low,
                            .high = high,
                            .positions = (size_t)o->count,
                            .stream = { .seed = o->seed, .purpose = STREAM_FIT },
                            .target = o->target,
                            .pool = &pool,
                            .watch = &watch };
    int status;

    if (!game)
        return err_shortage(err, "out of memory: %zu games", list->n);
    for (size_t i = 0; i < list->n; i++)
        game[i] =
            (struct fit_game){ &list->result[i].moves, list->result[i].outcome,
                               list->opening_plies[i],
                               opening_number(&list->result[i].moves, list->opening_plies[i]) };
    for (int g = 0; g < gene_count(); g++) {
        low[g] = gene_table[g].low;
        high[g] = gene_table[g].high;
    }
    status = pool_init(&pool, o->threads, &worker_memory, err);
    if (status == 0) {
        progress_begin(&progress);
        status = fit_weights(result, &in, finished, err);
        progress_end(&progress);
        pool_release(&pool);
    }
    free(game);
    return status;
}

void fit_print_genes(const struct fit_result *r, const double *start)
{
    printf("%-10s %10s %10s %10s\n", "gene", "start", "fitted", "std error");
    for (int g = 0; g < gene_count(); g++)
        if (r->error[g] > 0)
            printf("%-10s %10.3f %10.3f %10.3f\n", gene_table[g].name, start[g], r->gene[g],
                   r->error[g]);
}

void fit_print_json(struct json *j, const struct fit_result *r, const double *start)
{
    json_integer(j, "positions", (int64_t)r->positions);
    json_integer(j, "held_out", (int64_t)r->held_out);
    json_number(j, "ridge", r->ridge);
    json_number(j, "loss_before", r->loss_before);
    json_number(j, "loss_after", r->loss_after);
    json_begin(j, "genes", '[');
    for (int g = 0; g < gene_count(); g++) {
        if (r->error[g] <= 0)
            continue;
        json_begin(j, NULL, '{');
        json_string(j, "name", gene_table[g].name);
        json_number(j, "start", start[g]);
        json_number(j, "fitted", r->gene[g]);
        json_number(j, "error", r->error[g]);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void print_text(const struct fit_result *r, const struct genome *start)
{
    printf("%zu positions, %zu more held out; ridge %g\n", r->positions, r->held_out, r->ridge);
    printf("loss on held-out positions: %.4f before, %.4f after\n\n", r->loss_before,
           r->loss_after);
    fit_print_genes(r, start->gene);
}

static void print_json(const struct fit_result *r, const struct genome *start)
{
    struct json j = { .out = stdout };

    json_begin(&j, NULL, '{');
    fit_print_json(&j, r, start->gene);
    json_end(&j, '}');
    putchar('\n');
}

static int write_genome(const struct fit_result *r, const struct genome *start,
                        const struct fit_options *o, const char *source, struct err *err)
{
    struct replacement file;
    struct genome genome = *start;
    char comment[8192], name[2048], started[2048];

    snprintf(name, sizeof name, "%s", source);
    snprintf(started, sizeof started, "%s", o->start);
    utf8_tame(name);
    utf8_tame(started);
    if (replacement_at(&file, o->out, err))
        return -1;
    memcpy(genome.gene, r->gene, sizeof genome.gene);
    snprintf(comment, sizeof comment,
             "; Fitted to results of %s by c4evolve %s.\n"
             "; games: %s\n; start: %s\n; families: %s; seed %" PRIu64 "\n"
             "; genes: %zu positions, ridge %g\n"
             "; log loss: %.4f on %zu held-out positions, which chose the ridge\n",
             o->target == FIT_TRUTH ? "perfect play" : "games", C4E_VERSION, name, started,
             o->families ? o->families
             : o->place  ? "default and place"
                         : "default",
             o->seed, r->positions, r->ridge, r->loss_after, r->held_out);
    genome.comment = comment;
    genome_write(&genome, file.out);
    return replacement_finish(&file, err);
}

static int find_target(struct fit_options *o, struct err *err)
{
    int target = fit_target_find(o->target_name, err);

    if (target < 0)
        return err_prefix(err, "--target");
    o->target = (enum fit_target)target;
    if (o->count == 0)
        o->count = default_positions[target];
    return 0;
}

/* Marks the families of a list that is separated by commas or spaces. */
static int take_families(struct fit_options *o, struct err *err)
{
    char text[512], *rest = text, *name;

    if (snprintf(text, sizeof text, "%s", o->families) >= (int)sizeof text)
        return err_set(err, "--families: too long");
    while ((name = strtok_r(rest, ", ", &rest))) {
        int family = gene_family_find(name);

        if (family < 0)
            return err_set(err, "--families: no such family of genes: '%s'; see 'c4evolve genes'",
                           name);
        if (!family_table[family].linear)
            return err_set(err, "--families: a regression cannot change %s%s", name,
                           family >= FAMILY_ADDED ? ", which is not linear in its genes" : "");
        o->tables |= family == FAMILY_TABLES;
        for (int g = 0; g < gene_count() && family != FAMILY_TABLES; g++)
            o->fitted[g] |= (int)gene_table[g].family == family && !gene_table[g].factor;
    }
    return 0;
}

static void take_default_families(struct fit_options *o)
{
    for (int g = 0; g < gene_count(); g++) {
        enum family family = gene_table[g].family;

        o->fitted[g] =
            family_table[family].by_default && gene_is_linear(g) && !gene_table[g].factor;
        o->fitted[g] |= o->place && family == FAMILY_PLACE;
    }
}

/* --positions is a number, or names files. Returns false on an error. */
static bool take_positions(struct fit_options *o, struct err *err)
{
    long number;

    if (o->positions.n == 0 || num_parse_long(o->positions.item[0], &number))
        return true;
    if (o->positions.n > 1 || number < 100 || number > 10000000) {
        err_set(err, "--positions: one number from 100 to 10000000, or files");
        return false;
    }
    o->count = (int)number;
    o->positions.n = 0;
    return true;
}

static int take_options(struct fit_options *o, int args, struct err *err)
{
    if (!take_positions(o, err) || (o->families && take_families(o, err)))
        return -1;
    if (!o->families)
        take_default_families(o);
    if (o->positions.n == 0 && args == 0)
        return err_set(err, "fit: needs RUN or GAMES, or --positions FILE");
    if (o->positions.n > 0 && args > 0)
        return err_set(err, "fit: --positions FILE stands in place of RUN and GAMES");
    if (o->tables && o->positions.n == 0)
        return err_set(err, "--families tables needs --positions FILE; see 'help positions'");
    if (!o->tables && (o->epochs || o->ridge || o->lanes || o->no_threats))
        return err_set(err, "--epochs, --ridge, --lanes and --no-threats need --families tables");
    if (o->held_out.n > 0 && o->positions.n == 0)
        return err_set(err, "--held-out needs --positions FILE");
    return 0;
}

static int parse_start(struct player *start, const char *text, struct err *err)
{
    if (player_parse(start, text, err))
        return -1;
    if (start->has_genome)
        return 0;
    player_release(start);
    return err_set(err, "--start: %s has no genome", text);
}

static int run(struct fit_options *o, const char *path)
{
    struct pgn_list list;
    struct player start;
    struct fit_result result;
    bool finished = true;
    struct err err;
    int code = EXIT_DONE;

    if (!o->start) {
        err_set(&err,
                "--start GENOME is missing: it gives the scale, and the genes that are not fitted");
        return cli_fail(EXIT_USAGE, &err);
    }
    if (find_target(o, &err) || parse_start(&start, o->start, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (read_games(&list, path, &err) || (o->out && cli_check_writable(o->out, &err))) {
        code = cli_fail(EXIT_USAGE, &err);
    } else if (fit_games(&result, &list, &start.genome, o, &finished, &err) ||
               (finished && o->out && write_genome(&result, &start.genome, o, path, &err))) {
        code = cli_fail(EXIT_FAILED, &err);
    } else if (!finished) {
        fputs("c4evolve: interrupted; nothing was fitted\n", stderr);
        code = EXIT_FAILED;
    } else if (o->json) {
        print_json(&result, &start.genome);
    } else {
        print_text(&result, &start.genome);
    }
    pgn_list_release(&list);
    player_release(&start);
    return code;
}

int cmd_fit(int argc, char **argv)
{
    struct fit_options o = { .target_name = "games", .seed = 1 };
    const struct option_row options[] = {
        { "--start", "GENOME", "weights to start from, and their scale", OPTION_TEXT, &o.start, 0,
          0 },
        { "-o", "FILE", "writes the fitted genome", OPTION_TEXT, &o.out, 0, 0 },
        { "--target", "games|truth",
          "fits to the results of games or of perfect play; default games", OPTION_TEXT,
          &o.target_name, 0, 0 },
        { "--positions", "N|FILE",
          "their number, default 100000; or a set made by 'positions'; repeatable", OPTION_LIST,
          &o.positions, 0, 0 },
        { "--families", "LIST",
          "families to fit, as line,threat; default: all but place, rules and tables", OPTION_TEXT,
          &o.families, 0, 0 },
        { "--place", NULL, "also fits the 216 place genes, which need many positions", OPTION_FLAG,
          &o.place, 0, 0 },
        { "--epochs", "N", "times that tables see all positions; default 12", OPTION_INT, &o.epochs,
          1, 1000 },
        { "--ridge", "R[,R...]", "shrinks tables: tries each, keeps the best; default 0.01,0.1,1",
          OPTION_TEXT, &o.ridge, 0, 0 },
        { "--held-out", "FILE",
          "a set that nothing is fitted to, to choose and report by; repeatable", OPTION_LIST,
          &o.held_out, 0, 0 },
        { "--lanes", "N", "numbers per entry of tables; default 8, as fast as fewer", OPTION_INT,
          &o.lanes, 1, TABLE_LANES },
        { "--no-threats", NULL, "tables of rows, columns and diagonals only", OPTION_FLAG,
          &o.no_threats, 0, 0 },
        OPTION_SEED(o.seed),
        OPTION_THREADS(o.threads),
        { "--json", NULL, "prints JSON: one object", OPTION_FLAG, &o.json, 0, 0 },
        OPTION_HEURISTIC,
        OPTION_ENGINE,
        { 0 },
    };
    const struct cli cli = {
        .name = "fit",
        .arguments = "RUN|GAMES --start GENOME [OPTIONS] | --positions FILE [OPTIONS]",
        .about =
            "Fits weights by logistic regression to the results of games: those of a run, or of a\n"
            "PGN file written by match or tournament. Only weights that the evaluation is linear\n"
            "in are fitted. Prints each weight with its standard error, and the loss on held-out\n"
            "openings before and after. With --target truth, positions of the games are solved,\n"
            "and the weights are fitted to the results of perfect play.\n\n"
            "With --positions FILE, fits to a set of solved positions. --families tables makes\n"
            "tables: a weight for every state of every row, column and diagonal, on top of the\n"
            "genes of --start; tables that it has are continued. One position in 32 chooses the\n"
            "ridge and the epoch to stop after. Genes of other families are fitted on top, to two\n"
            "in 32 that the tables have not seen. Another one in 32 is held out of all this, and\n"
            "its loss is printed. With --held-out it is half of those positions, and the other\n"
            "half chooses. To fit genes on top of tables that --start has, give positions that\n"
            "those tables were not fitted to. FILE:3 counts three times. A million positions take\n"
            "a minute. If interrupted, run the same command again to continue. The result is the\n"
            "same with any number of threads. The comment of the written genome says what it was\n"
            "made of.",
        .examples = "  c4evolve fit reports/gen3 --start genomes/fevalb.ini -o fitted.ini\n"
                    "  c4evolve fit games.pgn --start fevalb --target truth\n"
                    "  c4evolve fit --positions train.c4p --families tables -o tables.ini\n",
        .option = options,
        .max_args = 1,
    };
    struct err err;
    int args;
    int code = cli_parse(&cli, argc, argv, &args);

    if (code != CLI_GO_ON)
        return code;
    if (take_options(&o, args, &err))
        return cli_fail(EXIT_USAGE, &err);
    if (o.epochs == 0)
        o.epochs = DEFAULT_EPOCHS;
    return o.positions.n > 0 ? fit_to_positions(&o) : run(&o, argv[1]);
}
