#include "cmd/complete.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/human.h"
#include "arena/player.h"
#include "engines/uci_spec.h"
#include "evolve/config.h"
#include "export/export.h"
#include "report/run_tables.h"
#include "study/study.h"

#define KIND_SIZE 64

/* The first `done` characters of the word are kept; what follows them is completed. */
struct typed {
    const char *word;
    size_t done;
};

static void offer(const struct typed *t, const char *word)
{
    const char *rest = t->word + t->done;

    if (strncmp(word, rest, strlen(rest)) == 0)
        printf("%.*s%s\n", (int)t->done, t->word, word);
}

bool complete_offer(const char *typed, const char *word)
{
    offer(&(struct typed){ typed, 0 }, word);
    return strncmp(word, typed, strlen(typed)) == 0;
}

void complete_offer_files(void)
{
    puts("/");
}

/* Offers a key, or a value of the key that was typed; a key is offered where value is NULL. */
static void offer_setting(void *context, const char *key, const char *value)
{
    const struct typed *t = context;
    const char *rest = t->word + t->done;
    size_t length = strcspn(rest, "=");
    struct typed behind = { t->word, t->done + length + 1 };
    char text[128];

    if (rest[length] == '=' && value && strlen(key) == length && strncmp(key, rest, length) == 0)
        offer(&behind, value);
    if (rest[length] == '\0' && !value) {
        snprintf(text, sizeof text, "%s=", key);
        offer(t, text);
    }
}

/* The values of a key are words only where there is a choice, as in "first, center, random". */
static void offer_values(struct typed *t, const char *key, const char *values)
{
    char copy[SEARCH_NAMES_SIZE], *rest = copy;

    snprintf(copy, sizeof copy, "%s", strchr(values, ',') ? values : "");
    for (char *word; (word = strtok_r(rest, ", ", &rest));)
        if (islower((unsigned char)*word))
            offer_setting(t, key, word);
}

static void offer_engine_keys(struct typed *t)
{
    for (const struct uci_key *k = uci_keys; k->name; k++)
        if (k->name[strlen(k->name) - 1] != '.')
            offer_setting(t, k->name, NULL);
}

static void offer_player_keys(struct typed *t)
{
    char names[SEARCH_NAMES_SIZE];

    for (const struct player_key *k = player_keys; k->name; k++) {
        offer_setting(t, k->name, NULL);
        offer_values(t, k->name, player_keys_values(k, names, sizeof names));
    }
    for (int g = 0; g < gene_count(); g++)
        offer_setting(t, gene_table[g].name, NULL);
}

static void offer_genome(void *context, const char *name)
{
    offer(context, name);
}

/* The engine that the tests use, and that most people have. */
static void offer_engines(struct typed *t)
{
    if (access("/usr/games/fairy-stockfish", X_OK) == 0)
        offer(t, "uci:fairy-stockfish");
}

static void offer_players(struct typed *t)
{
    const char *keys = strrchr(t->word + t->done, ':');
    bool engine = strncmp(t->word + t->done, "uci:", 4) == 0;
    const struct search *s;

    if (keys && (!engine || keys > t->word + t->done + 3)) {
        const char *comma = strrchr(keys, ',');

        t->done = (size_t)((comma ? comma : keys) + 1 - t->word);
        (engine ? offer_engine_keys : offer_player_keys)(t);
        return;
    }
    for (int i = 0; (s = search_at(i)); i++)
        if (!s->needs_genome)
            offer(t, s->name);
    offer(t, HUMAN_NAME);
    offer_engines(t);
    player_list_genomes(offer_genome, t);
    complete_offer_files();
}

static void offer_forms(struct typed *t)
{
    for (const struct export_form *f = export_forms; f->name; f++)
        offer(t, f->name);
}

static void offer_tables(struct typed *t)
{
    for (const struct run_table *table = run_tables; table->name; table++)
        offer(t, table->name);
}

static void offer_config_keys(struct typed *t)
{
    config_list_keys(offer_setting, t);
}

static void offer_studies(struct typed *t)
{
    char folder[DATA_PATH_SIZE];
    struct study_list studies;
    struct err err;

    if (study_list_read(&studies, study_folder(folder), &err))
        return;
    for (size_t i = 0; i < studies.n; i++) {
        offer(t, studies.study[i].name);
        for (size_t k = 0; k < studies.study[i].experiments; k++)
            offer(t, studies.study[i].experiment[k].name);
    }
    study_list_release(&studies);
}

static void offer_families(struct typed *t)
{
    for (int f = 0; f < family_count(); f++)
        offer(t, family_table[f].name);
}

static void offer_genes(struct typed *t)
{
    for (int g = 0; g < gene_count(); g++)
        offer(t, gene_table[g].name);
}

static void offer_files(struct typed *t)
{
    (void)t;
    complete_offer_files();
}

/* What the names of arguments stand for. All others are numbers, positions and the like. */
static const struct kind {
    const char *name;
    const char *command; /* the only command in which it means that; NULL: all */
    void (*offer)(struct typed *t);
} kinds[] = {
    { "A", NULL, offer_players },
    { "B", NULL, offer_players },
    { "C", NULL, offer_players },
    { "PLAYER", NULL, offer_players },
    { "GENOME", NULL, offer_players },
    { "CONFIG.ini", NULL, offer_files },
    { "DIR", NULL, offer_files },
    { "FILE", NULL, offer_files },
    { "GAMES", NULL, offer_files },
    { "RUN", NULL, offer_files },
    { "FAMILY", NULL, offer_families },
    { "GENE", NULL, offer_genes },
    { "FORM", NULL, offer_forms },
    { "TABLE", NULL, offer_tables },
    { "NAME", "studies", offer_studies },
    { "SECTION.KEY=VALUE", "evolve", offer_config_keys },
    { "SECTION.KEY=VALUE", "experiment", offer_config_keys },
    { "SECTION.KEY=V1,V2", "experiment", offer_config_keys },
};

static void offer_kind(const struct cli *cli, const char *kind, const struct typed *typed)
{
    struct typed t = *typed;

    if (islower((unsigned char)*kind)) {
        offer(&t, kind);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, kind) == 0 &&
            (!kinds[i].command || strcmp(kinds[i].command, cli->name) == 0))
            kinds[i].offer(&t);
}

/* An argument such as "RUN|GENOME" is of any of its kinds. */
static void offer_argument(const struct cli *cli, const char *argument, const struct typed *t)
{
    char copy[KIND_SIZE], *rest = copy;

    snprintf(copy, sizeof copy, "%s", argument);
    for (char *kind; (kind = strtok_r(rest, "|", &rest));)
        offer_kind(cli, kind, t);
}

static const struct option_row *find_option(const struct cli *cli, const char *word, size_t length)
{
    for (const struct option_row *o = cli->option; o && o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, word, length) == 0)
            return o;
    return NULL;
}

static bool takes_value(const struct cli *cli, const char *word)
{
    const struct option_row *o = find_option(cli, word, strlen(word));

    return o && o->arg;
}

/* The argument at that position of the usage line, "PLAYER" in "[PLAYER...] [OPTIONS]"; or "".
 * One with dots stands for all that follow. */
static const char *argument_at(const struct cli *cli, int position, char kind[KIND_SIZE])
{
    const char *usage = cli->arguments;
    bool value = false; /* the word belongs to the option before it */

    for (int at = 0; *usage;) {
        size_t length = strcspn(usage, " "), skipped = strspn(usage, "[");
        bool dots;

        snprintf(kind, KIND_SIZE, "%.*s", (int)(length - skipped), usage + skipped);
        kind[strcspn(kind, "]")] = '\0';
        dots = strstr(kind, "...");
        if (dots)
            *strstr(kind, "...") = '\0';
        usage += length + strspn(usage + length, " ");
        if (!value && *kind != '-' && *kind != '|' && strcmp(kind, "OPTIONS") != 0 &&
            (at++ == position || dots))
            return kind;
        value = !value && takes_value(cli, kind);
    }
    return "";
}

static void offer_options(const struct cli *cli, const char *typed)
{
    size_t length = strcspn(typed, "=");
    const struct option_row *o = find_option(cli, typed, length);

    if (typed[length] == '=') {
        if (o && o->arg)
            offer_argument(cli, o->arg, &(struct typed){ typed, length + 1 });
        return;
    }
    for (o = cli->option; o && o->name; o++)
        complete_offer(typed, o->name);
    complete_offer(typed, "--help");
}

void complete_arguments(const struct cli *cli, int n, char **words)
{
    const char *typed = n > 0 ? words[n - 1] : "";
    const char *value = NULL; /* what the option before the word takes */
    char kind[KIND_SIZE];
    int position = 0;

    for (int i = 0; i + 1 < n; i++) {
        if (!value && takes_value(cli, words[i])) {
            value = find_option(cli, words[i], strlen(words[i]))->arg;
            continue;
        }
        position += !value && (words[i][0] != '-' || words[i][1] == '\0');
        value = NULL;
    }
    if (value)
        offer_argument(cli, value, &(struct typed){ typed, 0 });
    else if (*typed == '-')
        offer_options(cli, typed);
    else
        offer_argument(cli, argument_at(cli, position, kind), &(struct typed){ typed, 0 });
}
