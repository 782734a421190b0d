#include "heuristic/genome.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/base64.h"
#include "base/conf.h"
#include "base/num.h"
#include "base/text_file.h"
#include "heuristic/custom.h"

/* Keys in [tables] that are not genes. */
#define DATA_KEY     "data"
#define CHECKSUM_KEY "checksum"

/* A section that is not a family: the board of a genome that depends on it. */
#define BOARD_SECTION "board"
#define BOARD_KEY     "size"

#define DATA_WIDTH    96 /* characters in a line */
#define CHECKSUM_TEXT 17

void genome_init(struct genome *genome)
{
    *genome = (struct genome){ 0 };
    for (int g = 0; g < gene_count(); g++)
        genome->gene[g] = gene_table[g].initial;
}

void genome_release(struct genome *genome)
{
    free(genome->comment);
    tables_release(genome->tables);
    genome->comment = NULL;
    genome->tables = NULL;
}

int genome_set(struct genome *genome, int gene, const char *value, struct err *err)
{
    const struct gene_info *info = &gene_table[gene];
    double number;

    if (num_parse_double(value, &number))
        return err_set(err, "'%s' is not a number", value);
    if (number < info->low || number > info->high)
        return err_set(err, "%s is out of bounds, %g to %g", value, info->low, info->high);
    genome->gene[gene] = number;
    genome->families |= 1u << info->family;
    return 0;
}

bool genome_uses(const struct genome *genome, int gene)
{
    for (int g = GENE_ADDED; gene >= GENE_ADDED && g < gene_count(); g++)
        if (gene_table[g].factor && gene_table[g].family == gene_table[gene].family)
            return genome->gene[g] != 0;
    return true;
}

static int add_comment(struct genome *genome, size_t *used, const char *line, struct err *err)
{
    size_t length = strlen(line);
    char *grown = realloc(genome->comment, *used + length + 2);

    if (!grown)
        return err_shortage(err, "out of memory");
    genome->comment = grown;
    memcpy(grown + *used, line, length);
    *used += length;
    strcpy(grown + (*used)++, "\n");
    return 0;
}

/* Reads the comment block at the top of the file, which inih skips. */
static int read_comment(struct genome *genome, const char *path, struct err *err)
{
    struct text_file file;
    size_t used = 0;
    int status;

    if (text_file_open(&file, path, err))
        return -1;
    while ((status = text_file_next(&file, err)) > 0 && (*file.text == ';' || *file.text == '#')) {
        status = add_comment(genome, &used, file.text, err);
        if (status)
            break;
    }
    text_file_close(&file);
    return status < 0 ? -1 : 0;
}

static int begin_family(struct genome *genome, int family)
{
    genome->families |= 1u << family;
    for (int g = 0; g < gene_count(); g++) {
        if ((int)gene_table[g].family != family)
            continue;
        genome->omitted[g] = true;
        if (gene_table[g].factor)
            genome->gene[g] = 1; /* the section says that it is used */
    }
    return 0;
}

/* Takes the tables of a file, if it has any. */
static int take_tables(struct genome *genome, struct conf *conf, struct err *err)
{
    const char *family = family_table[FAMILY_TABLES].name;
    const struct conf_entry *data = conf_find(conf, family, DATA_KEY);
    const struct conf_entry *sum = conf_find(conf, family, CHECKSUM_KEY);
    size_t size = tables_packed_size();
    unsigned char *bytes;
    char checksum[CHECKSUM_TEXT];
    struct err why;
    bool read;

    if (!data)
        return sum ? conf_error(conf, sum, err, "there is no " DATA_KEY) : 0;
    if (!sum)
        return conf_error(conf, data, err, CHECKSUM_KEY " is missing");
    bytes = malloc(size);
    if (!bytes)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
    read = base64_decode(bytes, size, data->value) == 0;
    if (read)
        genome->tables = tables_unpack(bytes, &why);
    free(bytes);
    if (!read)
        return conf_error(conf, data, err, "not %zu bytes in base64, as tables for " BOARD_NAME,
                          size);
    if (!genome->tables)
        return conf_error(conf, data, err, "%s", why.text);
    snprintf(checksum, sizeof checksum, "%016" PRIx64, genome->tables->checksum);
    if (strcmp(checksum, sum->value) != 0)
        return conf_error(conf, sum, err, "the tables are damaged: their checksum is %s", checksum);
    return 0;
}

static bool belongs_to_tables(const struct conf_entry *e)
{
    return e->key && strcmp(e->section, family_table[FAMILY_TABLES].name) == 0 &&
           (strcmp(e->key, DATA_KEY) == 0 || strcmp(e->key, CHECKSUM_KEY) == 0);
}

static int refuse_section(const struct conf *conf, const struct conf_entry *e, struct err *err)
{
    struct err why;

    if (strncmp(e->section, CUSTOM_SECTION, strlen(CUSTOM_SECTION)) == 0)
        custom_missing(e->section + strlen(CUSTOM_SECTION), &why);
    else if (strncmp(e->section, "engine ", strlen("engine ")) == 0)
        engine_missing(e->section + strlen("engine "), &why);
    else
        return conf_error(conf, e, err, "no such family of genes; see 'c4evolve genes'");
    return conf_pass(conf, e, err, &why);
}

static int take_entry(struct genome *genome, const struct conf *conf, const struct conf_entry *e,
                      struct err *err)
{
    int family = gene_section_find(e->section);
    int gene;
    struct nearest near;
    struct err why;

    if (family < 0)
        return e->key ? -1 : refuse_section(conf, e, err);
    if (!e->key)
        return begin_family(genome, family);
    gene = gene_find_in(family, e->key);
    if (gene < 0)
        gene = gene_find(e->key);
    if (gene < 0) {
        nearest_init(&near, e->key);
        gene_offer(&near);
        return conf_error(conf, e, err, "no such gene%s%s", nearest_hint(&near),
                          near.name[0] ? "" : "; see 'c4evolve genes'");
    }
    if ((int)gene_table[gene].family != family)
        return conf_error(conf, e, err, "this gene belongs to [%s]", gene_family(gene));
    genome->omitted[gene] = false;
    if (genome_set(genome, gene, e->value, &why))
        return conf_pass(conf, e, err, &why);
    return 0;
}

/* Families whose genes mean something only on the board that they were made for. */
static bool depends_on_board(int family)
{
    return family == FAMILY_MAP || family == FAMILY_PLACE || family == FAMILY_TABLES;
}

/* A genome that names another board is refused, and so is one that names none, which is for the usual
 * board, if that matters for it. */
static int check_board(struct conf *conf, struct err *err)
{
    const struct conf_entry *e = conf_find(conf, BOARD_SECTION, BOARD_KEY);

    if (e)
        return strcmp(e->value, BOARD_NAME) == 0
                   ? 0
                   : conf_error(conf, e, err, "a genome for a board of %s; this program is for %s",
                                e->value, BOARD_NAME);
    for (size_t i = 0; i < conf->n && !BOARD_IS_USUAL; i++) {
        int family = gene_family_find(conf->entry[i].section);

        if (family >= 0 && depends_on_board(family))
            return conf_error(conf, &conf->entry[i], err,
                              "genes for a board of %s; this program is for %s", BOARD_USUAL,
                              BOARD_NAME);
    }
    return 0;
}

static bool is_board(const struct conf_entry *e)
{
    return strcmp(e->section, BOARD_SECTION) == 0 && (!e->key || strcmp(e->key, BOARD_KEY) == 0);
}

static int take_entries(struct genome *genome, const struct conf *conf, struct err *err)
{
    int status = 0;

    for (size_t i = 0; i < conf->n; i++) {
        const struct conf_entry *e = &conf->entry[i];

        if (is_board(e))
            continue;
        if (e->key && e->section[0] == '\0')
            status = conf_error(conf, e, err, "comes before the first [section]");
        else if (!belongs_to_tables(e) && take_entry(genome, conf, e, err))
            status = -1;
    }
    if (genome->families == 0 && status == 0)
        status = err_add(err, "%s: not a genome: it has no section", conf->path);
    return status;
}

int genome_read(struct genome *genome, const char *path, struct err *err)
{
    struct conf conf;
    int status;

    genome_init(genome);
    if (conf_read(&conf, path, err))
        return -1;
    status = read_comment(genome, path, err);
    if (status == 0)
        status = check_board(&conf, err);
    if (status == 0)
        status = take_entries(genome, &conf, err);
    if (status == 0)
        status = take_tables(genome, &conf, err);
    conf_release(&conf);
    if (status)
        genome_release(genome);
    return status;
}

static bool gene_written(const struct genome *genome, int gene)
{
    return !genome->omitted[gene] || genome->gene[gene] != gene_table[gene].initial;
}

static bool family_written(const struct genome *genome, int family)
{
    if (genome->families & 1u << family || (family == FAMILY_TABLES && genome->tables))
        return true;
    for (int g = 0; g < gene_count(); g++)
        if ((int)gene_table[g].family == family && genome->gene[g] != gene_table[g].initial)
            return true;
    return false;
}

/* Whether a file has to say which board it is for. */
static bool names_board(const struct genome *genome)
{
    for (int f = 0; f < family_count() && !BOARD_IS_USUAL; f++)
        if (depends_on_board(f) && family_written(genome, f))
            return true;
    return false;
}

static int write_tables(const struct tables *tables, FILE *out)
{
    size_t size = tables_packed_size(), length = BASE64_LENGTH(size);
    unsigned char *bytes = malloc(size);
    char *text = malloc(length + 1);
    bool failed = !bytes || !text;

    if (!failed) {
        tables_pack(tables, bytes);
        base64_encode(text, bytes, size);
        fprintf(out, CHECKSUM_KEY " = %016" PRIx64 "\n" DATA_KEY " =\n", tables->checksum);
        for (size_t i = 0; i < length; i += DATA_WIDTH)
            fprintf(out, " %.*s\n", DATA_WIDTH, text + i);
    }
    free(bytes);
    free(text);
    return failed ? -1 : 0;
}

/* A genome at its defaults needs a section to be read back. */
static bool needs_line(const struct genome *genome)
{
    for (int f = FAMILY_ADDED; f < family_count(); f++)
        if (family_written(genome, f))
            return false;
    return !genome->families;
}

int genome_write(const struct genome *genome, FILE *out)
{
    bool gap = genome->comment != NULL;
    char number[NUM_TEXT_SIZE];

    if (genome->comment)
        fputs(genome->comment, out);
    if (names_board(genome)) {
        fprintf(out, "%s[" BOARD_SECTION "]\n" BOARD_KEY " = " BOARD_NAME "\n", gap ? "\n" : "");
        gap = true;
    }
    for (int f = 0; f < family_count(); f++) {
        if (!family_written(genome, f) && (f != FAMILY_LINE || !needs_line(genome)))
            continue;
        fprintf(out, "%s[%s]\n", gap ? "\n" : "", gene_section(f));
        for (int g = 0; g < gene_count(); g++)
            if ((int)gene_table[g].family == f && gene_written(genome, g))
                fprintf(out, "%s = %s\n", gene_short_name(g), num_format(genome->gene[g], number));
        if (f == FAMILY_TABLES && genome->tables && write_tables(genome->tables, out))
            return -1;
        gap = true;
    }
    return ferror(out) ? -1 : 0;
}
