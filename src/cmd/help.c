#include "cmd/help.h"

#include <string.h>

#include "base/data.h"
#include "base/draft.h"
#include "base/nearest.h"
#include "cmd/complete.h"
#include "cmd/man.h"
#include "study/claim.h"
#include "arena/player.h"
#include "engines/uci_spec.h"
#include "evolve/config.h"
#include "heuristic/custom_build.h"

#define KEY_WIDTH 10

static void print_key(FILE *out, const char *name, const char *values, const char *help)
{
    char text[1024];

    snprintf(text, sizeof text, "%s: %s", values, help);
    cli_print_row(out, name, KEY_WIDTH, text);
}

static void print_engines(FILE *out)
{
    fputs("\nAny engine that speaks UCI and knows Connect Four can play:\n\n"
          "    uci:fairy-stockfish:depth=8,option.Hash=64\n"
          "    uci:./player uci:depth=6\n"
          "    uci:c4evolve uci 'fevalb:ties=first'\n\n"
          "COMMAND is a program with its arguments. Keys follow the last colon that has key=\n"
          "after it; quote blanks, colons and commas that belong to an argument or a value. An\n"
          "engine that crashes, hangs or makes an illegal move loses that game and is restarted\n"
          "for the next one. Engines take the keys depth, nodes and time as above (depth 5 if\n"
          "none is given), and these:\n\n",
          out);
    for (const struct uci_key *k = uci_keys; k->name; k++)
        print_key(out, k->name, k->values, k->help);
    fputs("\nAn engine that has the option VariantPath but does not know Connect Four is given\n"
          "configs/uci/connect4.ini, which is installed with the program.\n",
          out);
}

/* "random | forward | mcts | perfect | victor" */
static void print_searches_without_genome(FILE *out)
{
    const struct search *s;
    const char *mark = "";

    for (int i = 0; (s = search_at(i)); i++) {
        if (s->needs_genome || s->for_studies)
            continue;
        fprintf(out, "%s%s", mark, s->name);
        mark = " | ";
    }
}

static void print_player_key(FILE *out, const struct player_key *key)
{
    char names[SEARCH_NAMES_SIZE], help[600];

    if (key->takes)
        snprintf(help, sizeof help, "%s: %s", search_names(key->takes, names, sizeof names),
                 key->help);
    else
        snprintf(help, sizeof help, "%s", key->help);
    print_key(out, key->name, player_keys_values(key, names, sizeof names), help);
}

static void print_searches(FILE *out, bool for_studies)
{
    const struct search *s;

    for (int i = 0; (s = search_at(i)); i++)
        if (s->for_studies == for_studies)
            cli_print_row(out, s->name, KEY_WIDTH, s->help);
}

static void print_players(FILE *out)
{
    fputs("A player is a genome, a search and its limits, written as\n\n"
          "    GENOME[:key=value,...]     fevalb:search=alphabeta,depth=5\n"
          "    ",
          out);
    print_searches_without_genome(out);
    fputs("\n"
          "                               players without a genome\n"
          "    human                      you, asked on stderr, answering on stdin\n"
          "    uci:COMMAND[:key=value,...]\n"
          "                               a program that speaks UCI\n\n"
          "GENOME is a genome file, a run folder (its champion), a genome of a run as in\n"
          "reports/gen3#2024, or the bare name of a file in ./genomes or among the\n"
          "genomes that come with the program.\n"
          "Keys:\n\n",
          out);
    for (const struct player_key *k = player_keys; k->name; k++)
        print_player_key(out, k);
    fputs("\nEvery gene is a key too: genomes/rusak.ini:own2=4,own3=9,opp2=4,opp3=9,depth=4.\n"
          "'c4evolve genes' lists them. Searches:\n\n",
          out);
    print_searches(out, false);
    fputs("\nSearches that play like the programs of published studies:\n\n", out);
    print_searches(out, true);
    print_engines(out);
}

extern const struct data_file topic_files[];

/* A text of src/cmd/topics/. */
static void print_file(FILE *out, const char *name)
{
    fputs((const char *)data_file_find(topic_files, name)->data, out);
}

/* The header has its backslashes far to the right. */
static void print_header(FILE *out)
{
    const char *line = custom_header();

    while (*line) {
        int length = (int)strcspn(line, "\n"), text = length;

        if (length > 0 && line[length - 1] == '\\')
            for (text--; text > 0 && line[text - 1] == ' ';)
                text--;
        fprintf(out, "%.*s%s\n", text, line, text < length ? " \\" : "");
        line += length + (line[length] == '\n');
    }
}

static void print_heuristics(FILE *out)
{
    print_file(out, "heuristics.txt");
    print_header(out);
}

static void print_tuning(FILE *out)
{
    print_file(out, "engines.txt");
}

static void print_tournaments(FILE *out)
{
    print_file(out, "tournaments.txt");
}

/* The row of a figure or statement: "score(A, B)", and what it is. */
static void print_call(FILE *out, const char *name, int arguments, const char *help)
{
    static const char *const lists[] = { "", "(A)", "(A, B)", "(A, B, C)" };
    char call[64];

    snprintf(call, sizeof call, "%s%s", name, lists[arguments]);
    cli_print_row(out, call, 18, help);
}

static void print_claims(FILE *out)
{
    print_file(out, "claims.txt");
    for (const struct claim_figure *f = claim_figures; f->name; f++)
        print_call(out, f->name, f->arguments, f->help);
    for (const struct claim_statement *s = claim_statements; s->name; s++)
        print_call(out, s->name, s->arguments, s->help);
}

static void print_genome(FILE *out)
{
    print_file(out, "genome.txt");
    for (int f = 0; f < family_count(); f++) {
        fprintf(out, "%s[%s]  %s\n", f ? "\n" : "", family_table[f].name, family_table[f].help);
        for (int g = 0; g < gene_count(); g++) {
            const struct gene_info *info = &gene_table[g];
            char help[512];

            if ((int)info->family != f)
                continue;
            snprintf(help, sizeof help, "%s; %g to %g, default %g", info->help, info->low,
                     info->high, info->initial);
            cli_print_row(out, info->name, 14, help);
        }
    }
}

static void print_statistics(FILE *out)
{
    print_file(out, "statistics.txt");
}

static void print_cluster(FILE *out)
{
    print_file(out, "cluster.txt");
}

static const struct topic {
    const char *name;
    const char *summary;
    void (*print)(FILE *out);
    int section;   /* of the manual */
    bool verbatim; /* as it is in the manual, too */
} topics[] = {
    { "players", "how to name a player: keys, searches, engines", print_players, 7, false },
    { "config", "every key of an evolution's config", config_help, 5, false },
    { "genome", "genome files, and every gene", print_genome, 5, false },
    { "heuristics", "how to write a heuristic of your own in C", print_heuristics, 7, true },
    { "engines", "how to tune an engine of your own, in any language", print_tuning, 7, false },
    { "tournaments", "how to write a tournament", print_tournaments, 5, true },
    { "claims", "how to write a study and its claims", print_claims, 5, true },
    { "statistics", "how every figure is made, with references", print_statistics, 7, false },
    { "cluster", "many machines: MPI and Slurm", print_cluster, 7, false },
    { 0 },
};

const struct command *help_find_command(const struct command *commands, const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

void help_overview(FILE *out, const struct command *commands)
{
    fputs("c4evolve tunes Connect Four heuristics by evolution, and measures whether the result\n"
          "beats what people picked by hand.\n\n"
          "usage: c4evolve COMMAND [ARGUMENTS]\n\ncommands:\n",
          out);
    for (const struct command *c = commands; c->name; c++)
        fprintf(out, "  %-11s %s\n", c->name, c->summary);
    fputs("\n'c4evolve help COMMAND' explains a command. Other help topics:\n", out);
    for (const struct topic *t = topics; t->name; t++)
        fprintf(out, "  %-11s %s\n", t->name, t->summary);
    fputs("\nexamples:\n"
          "  c4evolve configs/gen3.ini\n"
          "  c4evolve move genomes/fevalb.ini:depth=6 44433 --verbose\n"
          "  c4evolve match fevalb rusak --games 200\n"
          "  c4evolve compare reports/gen3 fevalb\n"
          "  c4evolve --version\n",
          out);
}

int help_unknown(const struct command *commands, const char *what, const char *name)
{
    struct nearest near;

    nearest_init(&near, name);
    for (const struct command *c = commands; c->name; c++)
        nearest_offer(&near, c->name);
    for (const struct topic *t = topics; t->name; t++)
        nearest_offer(&near, t->name);
    return cli_failf(EXIT_USAGE, "no %s '%s'%s%s 'c4evolve --help' lists them all", what, name,
                     nearest_hint(&near), near.name[0] ? "" : ";");
}

int help_print(const struct command *commands, char *name)
{
    static char option[] = "--help";
    const struct command *command = help_find_command(commands, name);

    if (command)
        return command->run(2, (char *[]){ name, option, NULL });
    for (const struct topic *t = topics; t->name; t++) {
        if (strcmp(t->name, name) == 0) {
            t->print(stdout);
            return EXIT_DONE;
        }
    }
    return help_unknown(commands, "command or topic", name);
}

/* The page of the whole program. */
static void man_program(const struct command *commands)
{
    FILE *out = stdout;

    man_head(out, "c4evolve", 1, "tunes Connect Four heuristics by evolution");
    fputs(".SH SYNOPSIS\n.B c4evolve\nCOMMAND [ARGUMENTS]\n.br\n.B c4evolve\nCONFIG.ini [OPTIONS]\n"
          ".SH DESCRIPTION\n"
          "c4evolve tunes Connect Four heuristics by evolution, and measures whether the result\n"
          "beats what people picked by hand. The second form is short for\n"
          ".BR \"c4evolve evolve\" .\n.SH COMMANDS\n",
          out);
    for (const struct command *c = commands; c->name; c++)
        fprintf(out, ".TP\n.BR c4evolve\\-%s (1)\n%s\n", c->name, c->summary);
    fputs(".SH TOPICS\n", out);
    for (const struct topic *t = topics; t->name; t++)
        fprintf(out, ".TP\n.BR c4evolve\\-%s (%d)\n%s\n", t->name, t->section, t->summary);
    fputs(".SH EXIT STATUS\n0: done; 1: failed; 2: the command line or a file is wrong.\n"
          ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours on a terminal\n"
          ".TP\n.B C4EVOLVE_MPI\n0: do not use MPI, even if the program seems to be started by it\n"
          ".TP\n.B CC\nthe compiler of heuristics in C, instead of cc\n"
          ".TP\n.B XDG_CACHE_HOME\nwhere compiled heuristics and solved positions are kept; "
          "default ~/.cache\n"
          ".TP\n.B C4EVOLVE_PORTABLE\n1: the code that runs on any processor, also on newer "
          "ones\n"
          ".SH FILES\nGenomes, configs, studies and books come with the program. A bare name of a\n"
          "genome is looked for in ./genomes first. Runs are kept in ./reports.\n",
          out);
}

static int man_topic(const struct topic *t)
{
    char name[64];
    struct err err;

    snprintf(name, sizeof name, "c4evolve-%s", t->name);
    man_head(stdout, name, t->section, t->summary);
    fputs(".SH DESCRIPTION\n", stdout);
    if (t->verbatim) {
        struct draft draft;

        if (draft_open(&draft, &err))
            return cli_fail(EXIT_FAILED, &err);
        t->print(draft.out);
        if (draft_close(&draft, &err) == 0)
            man_verbatim(stdout, draft.text);
        draft_release(&draft);
    } else if (man_printed(stdout, t->print, &err)) {
        return cli_fail(EXIT_FAILED, &err);
    }
    fputs(".SH SEE ALSO\n.BR c4evolve (1)\n", stdout);
    return EXIT_DONE;
}

int help_man(const struct command *commands, int argc, char **argv)
{
    static char option[] = MAN_OPTION;
    const struct command *command = argc > 2 ? help_find_command(commands, argv[2]) : NULL;

    if (argc <= 2) {
        puts("c4evolve.1 c4evolve");
        for (const struct command *c = commands; c->name; c++)
            printf("c4evolve-%s.1 %s\n", c->name, c->name);
        for (const struct topic *t = topics; t->name; t++)
            printf("c4evolve-%s.%d %s\n", t->name, t->section, t->name);
        return EXIT_DONE;
    }
    if (command)
        return command->run(
            3, (char *[]){ argv[2], option, (char *)(uintptr_t)command->summary, NULL });
    for (const struct topic *t = topics; t->name; t++)
        if (strcmp(t->name, argv[2]) == 0)
            return man_topic(t);
    man_program(commands);
    return EXIT_DONE;
}

static bool complete_command(const struct command *commands, const char *typed)
{
    bool found = false;

    for (const struct command *c = commands; c->name; c++)
        found |= complete_offer(typed, c->name);
    return found;
}

static void complete_topic(const char *typed)
{
    for (const struct topic *t = topics; t->name; t++)
        complete_offer(typed, t->name);
}

static void complete_first(const struct command *commands, const char *typed)
{
    static const char *const others[] = { "help", "--help", "--version" };
    bool found = complete_command(commands, typed);

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        found |= complete_offer(typed, others[i]);
    if (!found)
        complete_offer_files(); /* a config */
}

int help_complete(const struct command *commands, int argc, char **argv)
{
    const char *first = argc > 2 ? argv[2] : "";
    const struct command *command = help_find_command(commands, first);

    if (argc <= 3) {
        complete_first(commands, first);
    } else if (command) {
        argv[2] = argv[1]; /* the command takes --complete as it does --help */
        return command->run(argc - 1, argv + 1);
    } else if (strstr(first, ".ini")) {
        return cmd_evolve(argc, argv);
    } else if (argc == 4 && (strcmp(first, "help") == 0 || strcmp(first, "--help") == 0)) {
        complete_command(commands, argv[3]);
        complete_topic(argv[3]);
    }
    return EXIT_DONE;
}
