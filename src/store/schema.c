#include "store/schema.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "store/database.h"

/* The columns of each table, by the format that introduced them. */
#define META_1   "key, value"
#define GENE_1   "place, name"
#define GENOME_1 "id, generation, slot, origin, parent1, parent2, name, genes, steps"
#define PAIRING_1                                                                                  \
    "generation, slot, a, b, games, first_wins, first_draws, first_losses, "                       \
    "second_wins, second_draws, second_losses, moves"
#define GENERATION_1 "generation, champion, population, fit_loss_before, fit_loss_after"
#define RATING_1     "generation, slot, id, elo, error"
#define VALIDATION_1                                                                               \
    "number, generation, champion, opponent, depth, loss_loss, loss_draw, loss_win, "              \
    "draw_loss, draw_draw, draw_win, win_loss, win_draw, win_win"
#define TIME_2 "generation, games, seconds"
#define MISTAKES_2                                                                                 \
    "generation, slot, champion, name, depth, positions, at_stake, mistakes, loss, "               \
    "champion_only, other_only, p"

#define GENERATION_3 GENERATION_1 ", panel, panel_error, diversity"
#define RATING_3                                                                                   \
    RATING_1 ", score, score_error, standing, standing_error, "                                    \
             "apart, apart_error, now, now_error, truth"
#define PLAYOFF_3 "generation, slot, id, games, score, score_error, standing, standing_error"

#define TABLES_4 "number, data"
#define GENOME_4 GENOME_1 ", tables"

/* The newest ones, which statements use. */
#define META       META_1
#define GENE       GENE_1
#define TABLES     TABLES_4
#define GENOME     GENOME_4
#define PAIRING    PAIRING_1
#define GENERATION GENERATION_3
#define RATING     RATING_3
#define VALIDATION VALIDATION_1
#define TIME       TIME_2
#define MISTAKES   MISTAKES_2
#define PLAYOFF    PLAYOFF_3

#define BIND2  "?1, ?2"
#define BIND3  BIND2 ", ?3"
#define BIND5  BIND3 ", ?4, ?5"
#define BIND8  BIND5 ", ?6, ?7, ?8"
#define BIND9  BIND8 ", ?9"
#define BIND10 BIND9 ", ?10"
#define BIND12 BIND10 ", ?11, ?12"
#define BIND14 BIND12 ", ?13, ?14"

/* Genomes of the run that are not part of its population. */
#define HAND_PICKED "(origin IN ('opponent', 'yardstick'))"

#define GENOME_INDEXES                                                                             \
    "CREATE UNIQUE INDEX population ON genomes (generation, slot) WHERE NOT " HAND_PICKED "; "     \
    "CREATE INDEX outsiders ON genomes (slot) WHERE " HAND_PICKED

#define SELECT(columns, from) "SELECT " columns ", sum = checksum(" columns ") FROM " from " "
#define INSERT(table, bind)   "INSERT INTO " table " VALUES (" bind ", checksum(" bind "))"
#define REPLACE(table, bind)                                                                       \
    "INSERT OR REPLACE INTO " table " VALUES (" bind ", checksum(" bind "))"

/*
 * Tables are clustered by how they are read: one generation of a long run is one
 * stretch of the file. The comments are kept in the file, for people with a shell.
 */
const struct schema_step schema_steps[] = {
    { .format = 1,
      .table = "meta",
      .definition = "(\n"
                    "  key TEXT PRIMARY KEY NOT NULL,\n"
                    "  value TEXT NOT NULL,\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" META_1 "))\n"
                    ") WITHOUT ROWID" },

    { .format = 1,
      .table = "genes",
      .definition = "( -- what the numbers in genomes.genes mean\n"
                    "  place INTEGER PRIMARY KEY,\n"
                    "  name TEXT NOT NULL,\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" GENE_1 "))\n"
                    ")" },

    { .format = 1,
      .table = "genomes",
      .definition = "(\n"
                    "  id INTEGER PRIMARY KEY, -- in the order in which genomes were kept\n"
                    "  generation INTEGER NOT NULL,\n"
                    "  slot INTEGER NOT NULL, -- in the population, or among hand-picked genomes\n"
                    "  origin TEXT NOT NULL,\n"
                    "  parent1 INTEGER NOT NULL, -- 0 for none\n"
                    "  parent2 INTEGER NOT NULL,\n"
                    "  name TEXT NOT NULL,\n"
                    "  genes BLOB NOT NULL, -- doubles of 8 bytes, lowest first; defaults at the "
                    "end left out\n"
                    "  steps BLOB NOT NULL, -- the same; ones at the end left out\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" GENOME_1 "))\n"
                    ")",
      .indexes = GENOME_INDEXES },

    { .format = 1,
      .table = "pairings",
      .definition =
          "(\n"
          "  generation INTEGER NOT NULL,\n"
          "  slot INTEGER NOT NULL,\n"
          "  a INTEGER NOT NULL, -- genomes.id\n"
          "  b INTEGER NOT NULL,\n"
          "  games INTEGER NOT NULL,\n"
          "  first_wins INTEGER NOT NULL, -- of a, where it moved first\n"
          "  first_draws INTEGER NOT NULL,\n"
          "  first_losses INTEGER NOT NULL,\n"
          "  second_wins INTEGER NOT NULL, -- of a, where it moved second\n"
          "  second_draws INTEGER NOT NULL,\n"
          "  second_losses INTEGER NOT NULL,\n"
          "  moves BLOB NOT NULL, -- for each game: moves + 64 * (outcome + 2), 3 bits a move\n"
          "  sum INTEGER NOT NULL CHECK (sum = checksum(" PAIRING_1 ")),\n"
          "  PRIMARY KEY (generation, slot)\n"
          ") WITHOUT ROWID" },

    { .format = 1,
      .table = "generations",
      .definition = "( -- those that are closed\n"
                    "  generation INTEGER PRIMARY KEY,\n"
                    "  champion INTEGER NOT NULL, -- genomes.id\n"
                    "  population INTEGER NOT NULL,\n"
                    "  fit_loss_before REAL, -- NULL for none\n"
                    "  fit_loss_after REAL,\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" GENERATION_1 "))\n"
                    ")" },

    { .format = 1,
      .table = "ratings",
      .definition = "(\n"
                    "  generation INTEGER NOT NULL,\n"
                    "  slot INTEGER NOT NULL,\n"
                    "  id INTEGER NOT NULL, -- genomes.id\n"
                    "  elo REAL,\n"
                    "  error REAL, -- half of the 95% interval\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" RATING_1 ")),\n"
                    "  PRIMARY KEY (generation, slot)\n"
                    ") WITHOUT ROWID" },

    { .format = 1,
      .table = "validation",
      .definition = "( -- game pairs: the champion's result as first, as second player\n"
                    "  number INTEGER PRIMARY KEY,\n"
                    "  generation INTEGER NOT NULL,\n"
                    "  champion INTEGER NOT NULL, -- genomes.id\n"
                    "  opponent TEXT NOT NULL,\n"
                    "  depth INTEGER NOT NULL,\n"
                    "  loss_loss INTEGER NOT NULL,\n"
                    "  loss_draw INTEGER NOT NULL,\n"
                    "  loss_win INTEGER NOT NULL,\n"
                    "  draw_loss INTEGER NOT NULL,\n"
                    "  draw_draw INTEGER NOT NULL,\n"
                    "  draw_win INTEGER NOT NULL,\n"
                    "  win_loss INTEGER NOT NULL,\n"
                    "  win_draw INTEGER NOT NULL,\n"
                    "  win_win INTEGER NOT NULL,\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" VALIDATION_1 "))\n"
                    ")" },

    { .format = 2,
      .table = "times",
      .definition =
          "( -- how long each generation took; no result depends on it\n"
          "  generation INTEGER PRIMARY KEY,\n"
          "  games INTEGER NOT NULL, -- played in that time; after an interruption not all\n"
          "  seconds REAL,\n"
          "  sum INTEGER NOT NULL CHECK (sum = checksum(" TIME_2 "))\n"
          ")" },

    { .format = 2,
      .table = "mistakes",
      .definition = "( -- in solved positions; the champion has slot 0, references follow\n"
                    "  generation INTEGER NOT NULL,\n"
                    "  slot INTEGER NOT NULL,\n"
                    "  champion INTEGER NOT NULL, -- genomes.id\n"
                    "  name TEXT NOT NULL,\n"
                    "  depth INTEGER NOT NULL,\n"
                    "  positions INTEGER NOT NULL,\n"
                    "  at_stake INTEGER NOT NULL, -- positions in which a mistake is possible\n"
                    "  mistakes INTEGER NOT NULL,\n"
                    "  loss REAL, -- mean loss of exact score per move\n"
                    "  champion_only INTEGER NOT NULL, -- mistakes that this one does not make\n"
                    "  other_only INTEGER NOT NULL,\n"
                    "  p REAL, -- probability of such a difference by chance\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" MISTAKES_2 ")),\n"
                    "  PRIMARY KEY (generation, slot)\n"
                    ") WITHOUT ROWID" },

    { .format = 3,
      .table = "generations",
      .definition = "( -- those that are closed\n"
                    "  generation INTEGER PRIMARY KEY,\n"
                    "  champion INTEGER NOT NULL, -- genomes.id\n"
                    "  population INTEGER NOT NULL,\n"
                    "  fit_loss_before REAL, -- NULL for none\n"
                    "  fit_loss_after REAL,\n"
                    "  panel REAL, -- the champion's score on fixed openings\n"
                    "  panel_error REAL, -- half of the 95% interval\n"
                    "  diversity REAL, -- mean distance from the centre, in typical steps\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" GENERATION_3 "))\n"
                    ")",
      .before = GENERATION_1,
      .after = GENERATION_3,
      .values = GENERATION_1 ", NULL, NULL, NULL" },

    { .format = 3,
      .table = "ratings",
      .definition = "( -- errors are halves of 95% intervals\n"
                    "  generation INTEGER NOT NULL,\n"
                    "  slot INTEGER NOT NULL,\n"
                    "  id INTEGER NOT NULL, -- genomes.id\n"
                    "  elo REAL, -- of the score\n"
                    "  error REAL,\n"
                    "  score REAL, -- against the opponents, from all games so far\n"
                    "  score_error REAL,\n"
                    "  standing REAL, -- the same on the scale of its siblings\n"
                    "  standing_error REAL,\n"
                    "  apart REAL, -- its standing less the prediction of the surface\n"
                    "  apart_error REAL,\n"
                    "  now REAL, -- the standing by this generation's games alone\n"
                    "  now_error REAL,\n"
                    "  truth REAL, -- mean loss of result per solved position\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" RATING_3 ")),\n"
                    "  PRIMARY KEY (generation, slot)\n"
                    ") WITHOUT ROWID",
      .before = RATING_1,
      .after = RATING_3,
      .values = RATING_1 ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL" },

    { .format = 3,
      .table = "playoffs",
      .definition = "( -- of the best candidates of a run, on validation openings\n"
                    "  generation INTEGER NOT NULL, -- number of generations closed\n"
                    "  slot INTEGER NOT NULL, -- 0 is the winner\n"
                    "  id INTEGER NOT NULL, -- genomes.id\n"
                    "  games INTEGER NOT NULL,\n"
                    "  score REAL, -- in these games alone\n"
                    "  score_error REAL, -- half of the 95% interval\n"
                    "  standing REAL, -- with what was known before\n"
                    "  standing_error REAL,\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" PLAYOFF_3 ")),\n"
                    "  PRIMARY KEY (generation, slot)\n"
                    ") WITHOUT ROWID" },

    { .format = 4,
      .table = "tables",
      .definition = "( -- of genomes, each once\n"
                    "  number INTEGER PRIMARY KEY, -- from 1 on\n"
                    "  data BLOB NOT NULL, -- numbers of 2 bytes, lowest first\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" TABLES_4 "))\n"
                    ")" },

    { .format = 4,
      .table = "genomes",
      .definition = "(\n"
                    "  id INTEGER PRIMARY KEY, -- in the order in which genomes were kept\n"
                    "  generation INTEGER NOT NULL,\n"
                    "  slot INTEGER NOT NULL, -- in the population, or among hand-picked genomes\n"
                    "  origin TEXT NOT NULL,\n"
                    "  parent1 INTEGER NOT NULL, -- 0 for none\n"
                    "  parent2 INTEGER NOT NULL,\n"
                    "  name TEXT NOT NULL,\n"
                    "  genes BLOB NOT NULL, -- doubles of 8 bytes, lowest first; defaults at the "
                    "end left out\n"
                    "  steps BLOB NOT NULL, -- the same; ones at the end left out\n"
                    "  tables INTEGER NOT NULL, -- tables.number, 0 for none\n"
                    "  sum INTEGER NOT NULL CHECK (sum = checksum(" GENOME_4 "))\n"
                    ")",
      .indexes = GENOME_INDEXES,
      .before = GENOME_1,
      .after = GENOME_4,
      .values = GENOME_1 ", 0" },

    { 0 },
};

/* Runs a statement made by sqlite3_mprintf, and frees it. */
static int run(struct database *db, char *sql, struct err *err)
{
    int status = sql ? database_execute(db, sql, err) : err_shortage(err, "out of memory");

    sqlite3_free(sql);
    return status;
}

/* A row that was damaged before gets a wrong checksum, so that it stays damaged. */
#define NEW_SUM "checksum(%s) + (sum <> checksum(%s))"

/* SQLite cannot change a CHECK: a new table replaces the old one. */
static int rebuild_table(struct database *db, const struct schema_step *s, struct err *err)
{
    return run(db, sqlite3_mprintf("CREATE TABLE new_%s %s", s->table, s->definition), err) ||
                   run(db,
                       sqlite3_mprintf("INSERT INTO new_%s SELECT %s, " NEW_SUM " FROM %s",
                                       s->table, s->values, s->values, s->before, s->table),
                       err) ||
                   run(db, sqlite3_mprintf("DROP TABLE %s", s->table), err) ||
                   run(db, sqlite3_mprintf("ALTER TABLE new_%s RENAME TO %s", s->table, s->table),
                       err)
               ? -1
               : 0;
}

int schema_upgrade(struct database *db, const struct schema_step *steps, int from, struct err *err)
{
    int format = from;

    for (const struct schema_step *s = steps; s->table; s++) {
        if (s->format <= from)
            continue;
        if (s->before
                ? rebuild_table(db, s, err)
                : run(db, sqlite3_mprintf("CREATE TABLE %s %s", s->table, s->definition), err))
            return -1;
        if (s->indexes && database_execute(db, s->indexes, err))
            return -1;
        format = s->format;
    }
    return run(db, sqlite3_mprintf("PRAGMA user_version = %d", format), err);
}

/* The nearest earlier (-1) or later (1) step beyond `from` for the table of step i; or NULL. */
static const struct schema_step *neighbour(const struct schema_step *steps, int i, int direction,
                                           int from)
{
    for (int k = i + direction; k >= 0 && steps[k].table && steps[k].format > from; k += direction)
        if (strcmp(steps[k].table, steps[i].table) == 0)
            return &steps[k];
    return NULL;
}

/* The last step for a table makes what has its name. Those before it add their format to the
 * name, and each looks at what the one before it made. */
static int overlay_step(struct database *db, const struct schema_step *steps, int i, int from,
                        struct err *err)
{
    const struct schema_step *s = &steps[i], *earlier = neighbour(steps, i, -1, from);
    char name[64], source[64];

    if (neighbour(steps, i, 1, from))
        snprintf(name, sizeof name, "%s_%d", s->table, s->format);
    else
        snprintf(name, sizeof name, "%s", s->table);
    if (earlier)
        snprintf(source, sizeof source, "temp.%s_%d", s->table, earlier->format);
    else
        snprintf(source, sizeof source, "main.%s", s->table);
    if (!s->before)
        return run(db, sqlite3_mprintf("CREATE TEMP TABLE %s %s", name, s->definition), err);
    return run(db,
               sqlite3_mprintf("CREATE TEMP VIEW %s (%s, sum) AS SELECT %s, " NEW_SUM " FROM %s",
                               name, s->after, s->values, s->values, s->before, source),
               err);
}

int schema_overlay(struct database *db, const struct schema_step *steps, int from, struct err *err)
{
    int status = database_execute(db, "PRAGMA temp_store = MEMORY; PRAGMA query_only = OFF", err);

    for (int i = 0; status == 0 && steps[i].table; i++)
        if (steps[i].format > from)
            status = overlay_step(db, steps, i, from, err);
    return status ? -1 : database_execute(db, "PRAGMA query_only = ON", err);
}

const char *const schema_statement[STATEMENT_COUNT] = {
    [STATEMENT_PUT_META] = REPLACE("meta", BIND2),
    [STATEMENT_PUT_GENE] = INSERT("genes", BIND2),
    [STATEMENT_PUT_TABLES] = INSERT("tables", BIND2),
    [STATEMENT_PUT_GENOME] = INSERT("genomes", BIND10),
    [STATEMENT_PUT_PAIRING] = INSERT("pairings", BIND12),
    [STATEMENT_PUT_GENERATION] = INSERT("generations", BIND8),
    [STATEMENT_PUT_RATING] = INSERT("ratings", BIND14),
    [STATEMENT_PUT_VALIDATION] = INSERT("validation", BIND14),
    [STATEMENT_PUT_TIME] = REPLACE("times", BIND3),
    [STATEMENT_PUT_MISTAKES] = REPLACE("mistakes", BIND12),
    [STATEMENT_PUT_PLAYOFF] = REPLACE("playoffs", BIND8),

    [STATEMENT_READ_META] = SELECT(META, "meta") "WHERE key = ?1",
    [STATEMENT_READ_GENES] = SELECT(GENE, "genes") "ORDER BY place",
    [STATEMENT_READ_TABLES] = SELECT(TABLES, "tables") "WHERE number = ?1",
    [STATEMENT_COUNT_TABLES] = "SELECT count(*), count(*) = ifnull(max(number), 0) FROM tables",
    [STATEMENT_READ_POPULATION] =
        SELECT(GENOME, "genomes") "WHERE generation = ?1 AND NOT " HAND_PICKED " ORDER BY slot",
    [STATEMENT_READ_OPPONENTS] =
        SELECT(GENOME, "genomes") "WHERE " HAND_PICKED " AND origin = 'opponent' ORDER BY slot, id",
    [STATEMENT_READ_REFERENCES] = SELECT(
        GENOME, "genomes") "WHERE " HAND_PICKED " AND origin = 'yardstick' ORDER BY slot, id",
    [STATEMENT_READ_GENOME] = SELECT(GENOME, "genomes") "WHERE id = ?1",
    [STATEMENT_READ_PAIRINGS] = SELECT(PAIRING, "pairings") "WHERE generation = ?1 ORDER BY slot",
    [STATEMENT_READ_RATINGS] = SELECT(RATING, "ratings") "WHERE generation = ?1 ORDER BY slot",
    [STATEMENT_READ_GENERATION] = SELECT(GENERATION, "generations") "WHERE generation = ?1",
    [STATEMENT_READ_VALIDATION] = SELECT(VALIDATION, "validation") "ORDER BY number",
    [STATEMENT_NEXT_VALIDATION] = "SELECT ifnull(max(number), 0) + 1, 1 FROM validation",
    [STATEMENT_READ_MISTAKES] = SELECT(MISTAKES, "mistakes") "WHERE generation = ?1 ORDER BY slot",
    [STATEMENT_READ_PLAYOFF] = SELECT(PLAYOFF, "playoffs") "WHERE generation = ?1 ORDER BY slot",
    [STATEMENT_COUNT_GENERATIONS] =
        "SELECT count(*), count(*) = ifnull(max(generation) + 1, 0) FROM generations",

    [STATEMENT_EACH_GENOME] = SELECT(GENOME, "genomes") "WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
    [STATEMENT_EACH_PAIRING] =
        SELECT(PAIRING, "pairings") "WHERE generation BETWEEN ?1 AND ?2 ORDER BY generation, slot",
    [STATEMENT_EACH_GENERATION] =
        SELECT(GENERATION, "generations") "WHERE generation BETWEEN ?1 AND ?2 ORDER BY generation",
    [STATEMENT_EACH_TIME] =
        SELECT(TIME, "times") "WHERE generation BETWEEN ?1 AND ?2 ORDER BY generation",
};

const struct schema_copy schema_copies[] = {
    { SELECT(META, "meta") "WHERE key <> 'program' AND ?1 >= 0", STATEMENT_PUT_META },
    { SELECT(GENE, "genes") "WHERE ?1 >= 0 ORDER BY place", STATEMENT_PUT_GENE },
    { SELECT(TABLES, "tables") "WHERE ?1 >= 0 ORDER BY number", STATEMENT_PUT_TABLES },
    { SELECT(GENOME, "genomes") "WHERE generation <= ?1 ORDER BY id", STATEMENT_PUT_GENOME },
    { SELECT(PAIRING, "pairings") "WHERE generation < ?1 ORDER BY generation, slot",
      STATEMENT_PUT_PAIRING },
    { SELECT(GENERATION, "generations") "WHERE generation < ?1 ORDER BY generation",
      STATEMENT_PUT_GENERATION },
    { SELECT(RATING, "ratings") "WHERE generation < ?1 ORDER BY generation, slot",
      STATEMENT_PUT_RATING },
    { SELECT(VALIDATION, "validation") "WHERE generation < ?1 ORDER BY number",
      STATEMENT_PUT_VALIDATION },
    { SELECT(TIME, "times") "WHERE generation < ?1 ORDER BY generation", STATEMENT_PUT_TIME },
    { SELECT(MISTAKES, "mistakes") "WHERE generation < ?1 ORDER BY generation, slot",
      STATEMENT_PUT_MISTAKES },
    { SELECT(PLAYOFF, "playoffs") "WHERE generation < ?1 ORDER BY generation, slot",
      STATEMENT_PUT_PLAYOFF },
    { 0 },
};
