#include "cmd/help.h"

#include <string.h>

#include "cmd/complete.h"
#include "study/claim.h"
#include "arena/player.h"
#include "engines/uci_spec.h"
#include "evolve/config.h"

#define KEY_WIDTH 10

static void print_key(FILE *out, const char *name, const char *values, const char *help)
{
    cli_print_row(out, name, KEY_WIDTH, values);
    cli_print_row(out, "", KEY_WIDTH, help);
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
          "    GENOME[:key=value,...]     genomes/fevalb.ini:search=alphabeta,depth=5\n"
          "    ",
          out);
    print_searches_without_genome(out);
    fputs("\n"
          "                               players without a genome\n"
          "    human                      you: prompts go to stderr, answers come from stdin\n"
          "    uci:COMMAND[:key=value,...]\n"
          "                               a program that speaks UCI\n\n"
          "GENOME is a genome file, a run folder (its champion), or the bare name of a file in\n"
          "./genomes or among the genomes that come with the program.\n"
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

static void print_tournaments(FILE *out)
{
    fputs("A tournament is an INI file. Paths in it are relative to the file.\n\n"
          "[tournament]\n"
          "name     = rusak-2005-round1\n"
          "schedule = round-robin   ; round-robin; gauntlet: the first player against all\n"
          "                         ; others; listed: the pairings in a file, see list\n"
          "pairs    = ordered       ; swapped: two games with colours swapped, one sample;\n"
          "                         ; ordered: the same games, each a sample of its own;\n"
          "                         ; first-a: the player named first moves first\n"
          "games    = 1             ; games per pairing, opening and colour\n"
          "openings = empty         ; empty, PLIES:COUNT, or a file of move strings\n"
          "repeats  = no            ; no: deterministic players play once from each opening,\n"
          "                         ; whatever games says; default yes\n"
          "seed     = 1\n"
          "list     = cells.csv     ; for schedule = listed: columns x,o and, if published,\n"
          "                         ; games,score (of x)\n"
          "anchor   = 2/3           ; the player whose rating is fixed at anchor_elo\n"
          "anchor_elo = 0\n"
          "curve    = depth         ; fits a logistic curve of score against plies\n\n"
          "[defaults]               ; player keys and genes, for all players\n"
          "search   = alphabeta\n"
          "depth    = 4\n\n"
          "[player 2/3]             ; one section per player: genome, keys, genes\n"
          "genome    = ../genomes/rusak.ini\n"
          "own2      = 2\n"
          "published = 10           ; a published number of wins, shown beside ours\n\n"
          "For a player without a genome, name its search: genome = random. For an engine, write\n"
          "genome = uci:COMMAND, and its keys on separate lines. A program with a slash in its\n"
          "name is relative to the file.\n",
          out);
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
    fputs("A study is an INI file next to the tournaments that are its experiments.\n\n"
          "[study]\n"
          "title   = Karplus 2010\n"
          "about   = what it did\n"
          "missing = what an exact replay would need to know\n"
          "paper   = author, title, year, where to find it     ; optional, like the next two\n"
          "program = where to find the study's program\n"
          "story   = a few sentences for the top of the report\n\n"
          "[experiment karplus-2010-experiment3]  ; a tournament, NAME.ini\n"
          "about    = one line\n"
          "kind     = described   ; as the study describes it; proper: as it should be run;\n"
          "                       ; program: as its program played\n"
          "seconds  = 20          ; approximate time on two cores\n"
          "optional = no          ; yes: runs only when named\n"
          "effort   = no          ; yes: reports moves and nodes of each player\n"
          "block    = 5           ; players per table, if one table would be too wide\n"
          "counts   = cells       ; counts the published figures that come out\n"
          "brief    = no          ; yes: only what differs from the published figures\n\n"
          "[question anomaly]\n"
          "ask       = Does fevala play worse at five plies than at four?\n"
          "published = what the study answers\n"
          "answer    = yes        ; the study's answer to the claim: yes, no or open\n"
          "claim     = score(4ply, 5ply) > 0.5\n"
          "in        = experiments that decide the claim; proper ones take precedence\n"
          "cause     = why the answers differ; optional\n\n"
          "[finding table]        ; for 'c4evolve studies NAME --explain'\n"
          "read  = what we read in the study's program\n"
          "check = how anyone can check it\n\n"
          "A claim compares (> or <) figures and numbers; 'and' joins comparisons. 95% intervals\n"
          "decide whether it holds, fails or stays open. Players are given by name or pattern\n"
          "(*, ?, [24]).\n"
          "Figures and statements:\n\n",
          out);
    for (const struct claim_figure *f = claim_figures; f->name; f++)
        print_call(out, f->name, f->arguments, f->help);
    for (const struct claim_statement *s = claim_statements; s->name; s++)
        print_call(out, s->name, s->arguments, s->help);
}

static const struct topic {
    const char *name;
    const char *summary;
    void (*print)(FILE *out);
} topics[] = {
    { "players", "how to name a player: keys, searches, engines", print_players },
    { "config", "every key of an evolution's config", config_help },
    { "tournaments", "how to write a tournament", print_tournaments },
    { "claims", "how to write a study and its claims", print_claims },
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
    return cli_failf(EXIT_USAGE, "no command or topic '%s'; 'c4evolve --help' lists them", name);
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
