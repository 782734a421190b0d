#include "store/schema.h"

#include <stddef.h>

#define META   "key, value"
#define GENE   "place, name"
#define GENOME "id, generation, slot, origin, parent1, parent2, name, genes, steps"
#define PAIRING                                                                                    \
    "generation, slot, a, b, games, first_wins, first_draws, first_losses, "                       \
    "second_wins, second_draws, second_losses, moves"
#define GENERATION "generation, champion, population, fit_loss_before, fit_loss_after"
#define RATING     "generation, slot, id, elo, error"
#define VALIDATION                                                                                 \
    "number, generation, champion, opponent, depth, loss_loss, loss_draw, loss_win, "              \
    "draw_loss, draw_draw, draw_win, win_loss, win_draw, win_win"

#define TIME "generation, games, seconds"
#define MISTAKES                                                                                   \
    "generation, slot, champion, name, depth, positions, at_stake, mistakes, loss, "               \
    "champion_only, "                                                                              \
    "other_only, p"

#define BIND2  "?1, ?2"
#define BIND3  BIND2 ", ?3"
#define BIND5  BIND3 ", ?4, ?5"
#define BIND9  BIND5 ", ?6, ?7, ?8, ?9"
#define BIND12 BIND9 ", ?10, ?11, ?12"
#define BIND14 BIND12 ", ?13, ?14"

/* Who is in the run but not in its population. */
#define OUTSIDER "(origin IN ('opponent', 'yardstick'))"

#define SELECT(columns, from) "SELECT " columns ", sum = checksum(" columns ") FROM " from " "
#define INSERT(table, bind)   "INSERT INTO " table " VALUES (" bind ", checksum(" bind "))"
#define REPLACE(table, bind)                                                                       \
    "INSERT OR REPLACE INTO " table " VALUES (" bind ", checksum(" bind "))"

/*
 * Tables are clustered by how they are read: one generation of a long run is one
 * stretch of the file. The comments stay in the file, for people with a shell.
 */
const char *const schema_tables[] = {
    "CREATE TABLE meta (\n"
    "  key TEXT PRIMARY KEY NOT NULL,\n"
    "  value TEXT NOT NULL,\n"
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" META "))\n"
    ") WITHOUT ROWID",

    "CREATE TABLE genes ( -- what the numbers in genomes.genes mean\n"
    "  place INTEGER PRIMARY KEY,\n"
    "  name TEXT NOT NULL,\n"
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" GENE "))\n"
    ")",

    "CREATE TABLE genomes (\n"
    "  id INTEGER PRIMARY KEY, -- in the order of birth\n"
    "  generation INTEGER NOT NULL,\n"
    "  slot INTEGER NOT NULL, -- place in the population, or among the opponents\n"
    "  origin TEXT NOT NULL,\n"
    "  parent1 INTEGER NOT NULL, -- 0 for none\n"
    "  parent2 INTEGER NOT NULL,\n"
    "  name TEXT NOT NULL,\n"
    "  genes BLOB NOT NULL, -- doubles of 8 bytes, lowest first; defaults at the end left out\n"
    "  steps BLOB NOT NULL, -- the same; ones at the end left out\n"
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" GENOME "))\n"
    ")",
    "CREATE UNIQUE INDEX population ON genomes (generation, slot) WHERE NOT " OUTSIDER,
    "CREATE INDEX outsiders ON genomes (slot) WHERE " OUTSIDER,

    "CREATE TABLE pairings (\n"
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
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" PAIRING ")),\n"
    "  PRIMARY KEY (generation, slot)\n"
    ") WITHOUT ROWID",

    "CREATE TABLE generations ( -- those that are closed\n"
    "  generation INTEGER PRIMARY KEY,\n"
    "  champion INTEGER NOT NULL, -- genomes.id\n"
    "  population INTEGER NOT NULL,\n"
    "  fit_loss_before REAL, -- NULL for none\n"
    "  fit_loss_after REAL,\n"
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" GENERATION "))\n"
    ")",

    "CREATE TABLE ratings (\n"
    "  generation INTEGER NOT NULL,\n"
    "  slot INTEGER NOT NULL,\n"
    "  id INTEGER NOT NULL, -- genomes.id\n"
    "  elo REAL,\n"
    "  error REAL, -- half of the 95% interval\n"
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" RATING ")),\n"
    "  PRIMARY KEY (generation, slot)\n"
    ") WITHOUT ROWID",

    "CREATE TABLE validation ( -- pairs of games: the champion's result as first, as second\n"
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
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" VALIDATION "))\n"
    ")",

    NULL,
};

const char *const schema_later[] = {
    "times ( -- how long a generation took to play and to breed; no result depends on it\n"
    "  generation INTEGER PRIMARY KEY,\n"
    "  games INTEGER NOT NULL, -- played in that time: fewer than all after an interruption\n"
    "  seconds REAL,\n"
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" TIME "))\n"
    ")",

    "mistakes ( -- of the champion, in slot 0, and of hand-picked genomes in solved positions\n"
    "  generation INTEGER NOT NULL,\n"
    "  slot INTEGER NOT NULL,\n"
    "  champion INTEGER NOT NULL, -- genomes.id\n"
    "  name TEXT NOT NULL,\n"
    "  depth INTEGER NOT NULL,\n"
    "  positions INTEGER NOT NULL,\n"
    "  at_stake INTEGER NOT NULL, -- those in which a mistake can be made\n"
    "  mistakes INTEGER NOT NULL,\n"
    "  loss REAL, -- of exact score, mean of a move\n"
    "  champion_only INTEGER NOT NULL, -- mistakes that this one does not make\n"
    "  other_only INTEGER NOT NULL,\n"
    "  p REAL, -- of a difference as large by chance\n"
    "  sum INTEGER NOT NULL CHECK (sum = checksum(" MISTAKES ")),\n"
    "  PRIMARY KEY (generation, slot)\n"
    ") WITHOUT ROWID",

    NULL,
};

const char *const schema_statement[STATEMENT_COUNT] = {
    [STATEMENT_PUT_META] = REPLACE("meta", BIND2),
    [STATEMENT_PUT_GENE] = INSERT("genes", BIND2),
    [STATEMENT_PUT_GENOME] = INSERT("genomes", BIND9),
    [STATEMENT_PUT_PAIRING] = INSERT("pairings", BIND12),
    [STATEMENT_PUT_GENERATION] = INSERT("generations", BIND5),
    [STATEMENT_PUT_RATING] = INSERT("ratings", BIND5),
    [STATEMENT_PUT_VALIDATION] = INSERT("validation", BIND14),
    [STATEMENT_PUT_TIME] = REPLACE("times", BIND3),
    [STATEMENT_PUT_MISTAKES] = REPLACE("mistakes", BIND12),

    [STATEMENT_READ_META] = SELECT(META, "meta") "WHERE key = ?1",
    [STATEMENT_READ_GENES] = SELECT(GENE, "genes") "ORDER BY place",
    [STATEMENT_READ_POPULATION] =
        SELECT(GENOME, "genomes") "WHERE generation = ?1 AND NOT " OUTSIDER " ORDER BY slot",
    [STATEMENT_READ_OPPONENTS] =
        SELECT(GENOME, "genomes") "WHERE " OUTSIDER " AND origin = 'opponent' ORDER BY slot, id",
    [STATEMENT_READ_REFERENCES] =
        SELECT(GENOME, "genomes") "WHERE " OUTSIDER " AND origin = 'yardstick' ORDER BY slot, id",
    [STATEMENT_READ_INDIVIDUAL] = SELECT(GENOME, "genomes") "WHERE id = ?1",
    [STATEMENT_READ_PAIRINGS] = SELECT(PAIRING, "pairings") "WHERE generation = ?1 ORDER BY slot",
    [STATEMENT_READ_RATINGS] = SELECT(RATING, "ratings") "WHERE generation = ?1 ORDER BY slot",
    [STATEMENT_READ_GENERATION] = SELECT(GENERATION, "generations") "WHERE generation = ?1",
    [STATEMENT_READ_VALIDATION] = SELECT(VALIDATION, "validation") "ORDER BY number",
    [STATEMENT_NEXT_VALIDATION] = "SELECT ifnull(max(number), 0) + 1, 1 FROM validation",
    [STATEMENT_READ_MISTAKES] = SELECT(MISTAKES, "mistakes") "WHERE generation = ?1 ORDER BY slot",
    [STATEMENT_COUNT_GENERATIONS] =
        "SELECT count(*), count(*) = ifnull(max(generation) + 1, 0) FROM generations",

    [STATEMENT_EACH_GENOME] = SELECT(GENOME, "genomes") "WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
    [STATEMENT_EACH_PAIRING] =
        SELECT(PAIRING, "pairings") "WHERE generation BETWEEN ?1 AND ?2 ORDER BY generation, slot",
    [STATEMENT_EACH_GENERATION] =
        SELECT(GENERATION, "generations") "WHERE generation BETWEEN ?1 AND ?2 ORDER BY generation",
    [STATEMENT_EACH_RATING] =
        SELECT(RATING, "ratings") "WHERE generation BETWEEN ?1 AND ?2 ORDER BY generation, slot",
    [STATEMENT_EACH_TIME] =
        SELECT(TIME, "times") "WHERE generation BETWEEN ?1 AND ?2 ORDER BY generation",
};

const struct schema_copy schema_copies[] = {
    { SELECT(META, "meta") "WHERE key <> 'program' AND ?1 >= 0", STATEMENT_PUT_META },
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
    { 0 },
};
