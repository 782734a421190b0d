#include "store/record.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heuristic/custom.h"
#include "store/pack.h"
#include "store/stored_tables.h"

#define GENES_BYTES (GENE_COUNT * PACKED_DOUBLE)

static size_t name_length(const char name[NAME_SIZE])
{
    return strnlen(name, NAME_SIZE - 1);
}

static int find_place(const struct database *db, int gene)
{
    for (int place = 0; place < db->genes; place++)
        if (db->gene_at[place] == gene)
            return place;
    return -1;
}

/* Adds ", name" to a list of names, as far as there is room. */
static void add_name(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);

    snprintf(list + used, size - used, "%s'%s'", used ? ", " : "", name);
}

/* Files have the full name of every gene. */
static int find_gene(const char *name)
{
    int gene = gene_find(name);

    return gene >= 0 && strcmp(gene_table[gene].name, name) == 0 ? gene : -1;
}

/* The first gene of a user's family that is not there. */
static void note_foreign(const char *name, char foreign[CUSTOM_NAME_SIZE], char *gene)
{
    if (foreign[0])
        return;
    custom_name(name, foreign);
    snprintf(gene, CUSTOM_NAME_SIZE, "%s", strchr(name, '.') + 1);
}

/* Its family is missing, or has no such gene any more. An engine's first gene is called plays. */
static int refuse_foreign(const struct database *db, const char *family, const char *gene,
                          struct err *err)
{
    if (gene_family_find(family) >= 0)
        err_set_kind(err, ERR_PROGRAM, "%s has no gene '%s' any more; this run has", family, gene);
    else if (strcmp(gene, "plays") == 0)
        engine_missing(family, err);
    else
        custom_missing(family, err);
    return err_prefix(err, db->path);
}

int record_read_genes(struct database *db, struct err *err)
{
    struct row row = row_of(db, STATEMENT_READ_GENES);
    char name[2 * CUSTOM_NAME_SIZE], unknown[512] = "", foreign[CUSTOM_NAME_SIZE] = "";
    int status;

    db->genes = 0;
    for (uint32_t n = 0; (status = row_next(&row, err)) > 0; n++) {
        uint32_t place = row_get_u32(&row);
        int gene;

        row_get_text(&row, name, sizeof name);
        gene = find_gene(name);
        if (gene < 0 && strchr(name, '.'))
            note_foreign(name, foreign, unknown);
        else if (gene < 0)
            add_name(unknown, sizeof unknown, name);
        else if (place != n || find_place(db, gene) >= 0)
            row_spoil(&row);
        else
            db->gene_at[db->genes++] = gene;
        if (row_whole(&row, err))
            return -1;
    }
    if (status == 0 && foreign[0])
        return refuse_foreign(db, foreign, unknown, err);
    if (status == 0 && unknown[0])
        return err_set(err, "%s has genes that this program does not know: %s", db->path, unknown);
    return status;
}

int record_add_genes(struct database *db, struct err *err)
{
    for (int g = 0; g < gene_count(); g++) {
        struct row row = row_of(db, STATEMENT_PUT_GENE);

        if (find_place(db, g) >= 0)
            continue;
        row_put_integer(&row, db->genes);
        row_put_text(&row, gene_table[g].name, strlen(gene_table[g].name));
        if (row_insert(&row, err))
            return -1;
        db->gene_at[db->genes++] = g;
    }
    return 0;
}

/* The value of a number that the file leaves out. */
static double preset(int gene, bool steps)
{
    return steps ? 1 : gene_table[gene].initial;
}

/* Most genomes leave the last families at their defaults, and in most runs all steps are 1, so
 * presets at the end are left out. A negative zero is not a preset: what is read must be what was
 * written. */
static size_t pack_genes(const struct database *db, unsigned char *to, const double *value,
                         bool steps)
{
    double in_file[GENE_COUNT];
    size_t n = 0;

    assert(db->genes == gene_count());
    for (size_t place = 0; place < (size_t)gene_count(); place++) {
        int g = db->gene_at[place];

        in_file[place] = value[g];
        if (value[g] != preset(g, steps) || signbit(value[g]))
            n = place + 1;
    }
    pack_doubles(to, in_file, n);
    return n * PACKED_DOUBLE;
}

static void get_genes(struct row *row, double *value, bool steps)
{
    const struct database *db = row->db;
    double in_file[GENE_COUNT];
    size_t size, n;
    const void *bytes = row_get_bytes(row, &size);

    n = size / PACKED_DOUBLE;
    if (size % PACKED_DOUBLE != 0 || n > (size_t)db->genes) {
        row_spoil(row);
        return;
    }
    for (int g = 0; g < gene_count(); g++)
        value[g] = preset(g, steps);
    unpack_doubles(in_file, bytes, n);
    for (size_t place = 0; place < n; place++)
        value[db->gene_at[place]] = in_file[place];
}

int record_put_genome(struct database *db, const struct journal_genome *genome, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_GENOME);
    unsigned char genes[GENES_BYTES], steps[GENES_BYTES];
    uint32_t tables;

    assert((unsigned)genome->origin < ORIGIN_COUNT);
    if (stored_tables_put(db, genome->tables, &tables, err))
        return -1;
    row_put_integer(&row, genome->id);
    row_put_integer(&row, genome->generation);
    row_put_integer(&row, genome->slot);
    row_put_text(&row, origin_name[genome->origin], strlen(origin_name[genome->origin]));
    row_put_integer(&row, genome->parent[0]);
    row_put_integer(&row, genome->parent[1]);
    row_put_text(&row, genome->name, name_length(genome->name));
    row_put_blob(&row, genes, pack_genes(db, genes, genome->gene, false));
    row_put_blob(&row, steps, pack_genes(db, steps, genome->step, true));
    row_put_integer(&row, tables);
    return row_insert(&row, err);
}

static enum origin get_origin(struct row *row)
{
    char name[NAME_SIZE];
    int origin = 0;

    row_get_text(row, name, sizeof name);
    while (origin < ORIGIN_COUNT && strcmp(name, origin_name[origin]) != 0)
        origin++;
    if (origin == ORIGIN_COUNT)
        row_spoil(row);
    return (enum origin)(origin % ORIGIN_COUNT);
}

int record_get_genome(struct row *row, struct journal_genome *genome, struct err *err)
{
    uint32_t tables;

    *genome = (struct journal_genome){ .id = row_get_u32(row) };
    genome->generation = row_get_u32(row);
    genome->slot = row_get_u32(row);
    genome->origin = get_origin(row);
    genome->parent[0] = row_get_u32(row);
    genome->parent[1] = row_get_u32(row);
    row_get_text(row, genome->name, sizeof genome->name);
    get_genes(row, genome->gene, false);
    get_genes(row, genome->step, true);
    tables = row_get_u32(row);
    if (row_whole(row, err))
        return -1;
    if (stored_tables_get(row->db, tables, &genome->tables, err) == 0)
        return 0;
    row_end(row);
    return -1;
}

/* Counts the results of a. In every other game b moves first, and outcomes are those of the player
 * who moved first. */
static void count_results(const struct journal_pairing *record, struct wdl by_colour[2])
{
    memset(by_colour, 0, 2 * sizeof by_colour[0]);
    for (uint32_t i = 0; i < record->games; i++) {
        struct wdl *count = &by_colour[i % 2];
        int outcome = record->result[i].outcome;

        if (outcome == GAME_UNPLAYED)
            continue;
        if (outcome == GAME_DRAWN)
            count->draws++;
        else if ((outcome == GAME_WON) == (i % 2 == 0))
            count->wins++;
        else
            count->losses++;
    }
}

static void put_wdl(struct row *row, const struct wdl *count)
{
    row_put_integer(row, count->wins);
    row_put_integer(row, count->draws);
    row_put_integer(row, count->losses);
}

int record_put_pairing(struct database *db, const struct journal_pairing *record, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_PAIRING);
    unsigned char *games = malloc((size_t)record->games * PACKED_GAME_MAX + 1);
    struct wdl by_colour[2];
    int status;

    if (!games)
        return err_shortage(err, "out of memory: %u games", (unsigned)record->games);
    count_results(record, by_colour);
    row_put_integer(&row, record->generation);
    row_put_integer(&row, record->slot);
    row_put_integer(&row, record->a);
    row_put_integer(&row, record->b);
    row_put_integer(&row, record->games);
    put_wdl(&row, &by_colour[0]);
    put_wdl(&row, &by_colour[1]);
    row_put_blob(&row, games, pack_games(games, record->result, record->games));
    status = row_insert(&row, err);
    free(games);
    return status;
}

static struct wdl get_wdl(struct row *row)
{
    struct wdl count;

    count.wins = row_get_u32(row);
    count.draws = row_get_u32(row);
    count.losses = row_get_u32(row);
    return count;
}

int record_get_summary(struct row *row, struct pairing_summary *summary, struct err *err)
{
    summary->generation = row_get_u32(row);
    summary->slot = row_get_u32(row);
    summary->a = row_get_u32(row);
    summary->b = row_get_u32(row);
    summary->games = row_get_u32(row);
    summary->first = get_wdl(row);
    summary->second = get_wdl(row);
    return row_whole(row, err);
}

int record_get_pairing(struct row *row, struct journal_pairing *record, struct err *err)
{
    struct pairing_summary summary;
    const void *games;
    size_t size;

    *record = (struct journal_pairing){ 0 };
    if (record_get_summary(row, &summary, err))
        return -1;
    games = row_get_bytes(row, &size);
    if (summary.games > size) /* a game takes at least one byte */
        row_spoil(row);
    if (row_whole(row, err))
        return -1;
    *record = (struct journal_pairing){ .generation = summary.generation,
                                        .slot = summary.slot,
                                        .a = summary.a,
                                        .b = summary.b,
                                        .games = summary.games };
    record->result = calloc((size_t)record->games + 1, sizeof *record->result);
    if (!record->result) {
        row_end(row);
        return err_shortage(err, "out of memory: %u games", (unsigned)record->games);
    }
    if (unpack_games(record->result, record->games, games, size))
        row_spoil(row);
    if (row_whole(row, err) == 0)
        return 0;
    free(record->result);
    record->result = NULL;
    return -1;
}

int record_put_generation(struct database *db, const struct journal_generation *record,
                          struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_GENERATION);

    row_put_integer(&row, record->generation);
    row_put_integer(&row, record->champion);
    row_put_integer(&row, record->population);
    row_put_double(&row, record->fit_loss_before);
    row_put_double(&row, record->fit_loss_after);
    row_put_double(&row, record->panel);
    row_put_double(&row, record->panel_error);
    row_put_double(&row, record->diversity);
    return row_insert(&row, err);
}

int record_get_generation(struct row *row, struct journal_generation *record, struct err *err)
{
    *record = (struct journal_generation){ .generation = row_get_u32(row) };
    record->champion = row_get_u32(row);
    record->population = row_get_u32(row);
    record->fit_loss_before = row_get_double(row);
    record->fit_loss_after = row_get_double(row);
    record->panel = row_get_double(row);
    record->panel_error = row_get_double(row);
    record->diversity = row_get_double(row);
    return row_whole(row, err);
}

int record_put_rating(struct database *db, uint32_t generation, uint32_t slot,
                      const struct journal_rating *record, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_RATING);

    row_put_integer(&row, generation);
    row_put_integer(&row, slot);
    row_put_integer(&row, record->id);
    row_put_double(&row, record->elo);
    row_put_double(&row, record->error);
    row_put_double(&row, record->score);
    row_put_double(&row, record->score_error);
    row_put_double(&row, record->standing);
    row_put_double(&row, record->standing_error);
    row_put_double(&row, record->apart);
    row_put_double(&row, record->apart_error);
    row_put_double(&row, record->now);
    row_put_double(&row, record->now_error);
    row_put_double(&row, record->truth);
    return row_insert(&row, err);
}

int record_get_rating(struct row *row, uint32_t *generation, struct journal_rating *record,
                      struct err *err)
{
    *generation = row_get_u32(row);
    row_get_u32(row); /* slot: the order of rows */
    record->id = row_get_u32(row);
    record->elo = row_get_double(row);
    record->error = row_get_double(row);
    record->score = row_get_double(row);
    record->score_error = row_get_double(row);
    record->standing = row_get_double(row);
    record->standing_error = row_get_double(row);
    record->apart = row_get_double(row);
    record->apart_error = row_get_double(row);
    record->now = row_get_double(row);
    record->now_error = row_get_double(row);
    record->truth = row_get_double(row);
    return row_whole(row, err);
}

int record_put_validation(struct database *db, uint32_t number,
                          const struct journal_validation *record, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_VALIDATION);

    row_put_integer(&row, number);
    row_put_integer(&row, record->generation);
    row_put_integer(&row, record->champion);
    row_put_text(&row, record->opponent, name_length(record->opponent));
    row_put_integer(&row, record->depth);
    for (int i = 0; i < 9; i++)
        row_put_integer(&row, record->pair[i / 3][i % 3]);
    return row_insert(&row, err);
}

int record_get_validation(struct row *row, struct journal_validation *record, struct err *err)
{
    *record = (struct journal_validation){ 0 };
    row_get_u32(row); /* number: the order of rows */
    record->generation = row_get_u32(row);
    record->champion = row_get_u32(row);
    row_get_text(row, record->opponent, sizeof record->opponent);
    record->depth = (int)row_get_u32(row);
    for (int i = 0; i < 9; i++)
        record->pair[i / 3][i % 3] = row_get_u32(row);
    return row_whole(row, err);
}

int record_put_mistakes(struct database *db, const struct journal_mistakes *record, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_MISTAKES);

    row_put_integer(&row, record->generation);
    row_put_integer(&row, record->slot);
    row_put_integer(&row, record->champion);
    row_put_text(&row, record->name, name_length(record->name));
    row_put_integer(&row, record->depth);
    row_put_integer(&row, record->positions);
    row_put_integer(&row, record->at_stake);
    row_put_integer(&row, record->mistakes);
    row_put_double(&row, record->loss);
    row_put_integer(&row, record->champion_only);
    row_put_integer(&row, record->other_only);
    row_put_double(&row, record->p);
    return row_insert(&row, err);
}

int record_get_mistakes(struct row *row, struct journal_mistakes *record, struct err *err)
{
    *record = (struct journal_mistakes){ .generation = row_get_u32(row) };
    record->slot = row_get_u32(row);
    record->champion = row_get_u32(row);
    row_get_text(row, record->name, sizeof record->name);
    record->depth = (int)row_get_u32(row);
    record->positions = row_get_u32(row);
    record->at_stake = row_get_u32(row);
    record->mistakes = row_get_u32(row);
    record->loss = row_get_double(row);
    record->champion_only = row_get_u32(row);
    record->other_only = row_get_u32(row);
    record->p = row_get_double(row);
    return row_whole(row, err);
}

int record_put_time(struct database *db, const struct journal_time *record, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_TIME);

    row_put_integer(&row, record->generation);
    row_put_integer(&row, record->games);
    row_put_double(&row, record->seconds);
    return row_insert(&row, err);
}

int record_get_time(struct row *row, struct journal_time *record, struct err *err)
{
    record->generation = row_get_u32(row);
    record->games = row_get_u32(row);
    record->seconds = row_get_double(row);
    return row_whole(row, err);
}

int record_put_playoff(struct database *db, const struct journal_playoff *record, struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_PLAYOFF);

    row_put_integer(&row, record->generation);
    row_put_integer(&row, record->slot);
    row_put_integer(&row, record->id);
    row_put_integer(&row, record->games);
    row_put_double(&row, record->score);
    row_put_double(&row, record->score_error);
    row_put_double(&row, record->standing);
    row_put_double(&row, record->standing_error);
    return row_insert(&row, err);
}

int record_get_playoff(struct row *row, struct journal_playoff *record, struct err *err)
{
    record->generation = row_get_u32(row);
    record->slot = row_get_u32(row);
    record->id = row_get_u32(row);
    record->games = row_get_u32(row);
    record->score = row_get_double(row);
    record->score_error = row_get_double(row);
    record->standing = row_get_double(row);
    record->standing_error = row_get_double(row);
    return row_whole(row, err);
}
