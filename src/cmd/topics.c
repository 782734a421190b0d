#include "cmd/topics.h"

#include <string.h>

#include "cmd/complete.h"
#include "study/claim.h"
#include "arena/player.h"
#include "engines/uci_spec.h"
#include "evolve/config.h"

static void print_wrapped(FILE *out, const char *text, int indent, int width)
{
    int column = indent;

    while (*text) {
        int word = (int)strcspn(text, " ");

        if (column > indent && column + 1 + word > width) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", word, text);
        text += word + (text[word] == ' ');
    }
    fputc('\n', out);
}

#define KEY_INDENT 13

static void print_key(FILE *out, const char *name, const char *values, const char *help)
{
    fprintf(out, "  %-10s ", name);
    print_wrapped(out, values, KEY_INDENT, 80);
    fprintf(out, "%*s", KEY_INDENT, "");
    print_wrapped(out, help, KEY_INDENT, 80);
}

static void print_engines(FILE *out)
{
    fputs("\nAny engine that speaks the protocol UCI and knows Connect Four can play:\n\n"
          "    uci:fairy-stockfish:depth=8,option.Hash=64\n"
          "    uci:./player uci:depth=6\n"
          "    uci:c4evolve uci 'fevalb:ties=first'\n\n"
          "COMMAND is a program with its arguments. The keys follow the last colon that has\n"
          "key= behind it; quotation marks keep blanks, colons and commas together. An engine\n"
          "that crashes, hangs or makes an illegal move loses that game, and is started again\n"
          "for the next. Keys are depth, nodes and time, as above (what an engine would do by\n"
          "itself is not asked for: without any of them it gets depth 5), and\n\n",
          out);
    for (const struct uci_key *k = uci_keys; k->name; k++)
        print_key(out, k->name, k->values, k->help);
    fputs("\nEngines with the option VariantPath that do not know Connect Four by themselves\n"
          "get configs/uci/connect4.ini, which is installed with the program.\n",
          out);
}

static void print_players(FILE *out)
{
    fputs("A player is a genome, a search and its limits, written as\n\n"
          "    GENOME[:key=value,...]     genomes/fevalb.ini:search=alphabeta,depth=5\n"
          "    random | forward | mcts | perfect\n"
          "                               players without a genome\n"
          "    human                      you: asked on stderr, answering on stdin\n"
          "    uci:COMMAND[:key=value,...]\n"
          "                               a program that speaks UCI\n\n"
          "GENOME is a file, the folder of a run, which stands for its champion, or the\n"
          "bare name of a file in ./genomes or among those that come with the program.\n"
          "Keys:\n\n",
          out);
    for (const struct player_key *k = player_keys; k->name; k++)
        print_key(out, k->name, k->values, k->help);
    fputs("\nEvery gene is a key too: genomes/rusak.ini:own2=4,own3=9,opp2=4,opp3=9,depth=4\n"
          "See 'c4evolve genes'. Searches:\n\n",
          out);
    for (const struct search *s = search_table; s->name; s++)
        fprintf(out, "  %-10s %s\n", s->name, s->help);
    print_engines(out);
}

static void print_tournaments(FILE *out)
{
    fputs("A tournament is an INI file. Paths in it are relative to the file.\n\n"
          "[tournament]\n"
          "name     = rusak-2005-round1\n"
          "schedule = round-robin   ; round-robin, gauntlet (the first player against the\n"
          "                         ; others) or listed\n"
          "pairs    = ordered       ; swapped: two games with colours swapped, one sample;\n"
          "                         ; ordered: the same games, each a sample of its own;\n"
          "                         ; first-a: the player named first moves first\n"
          "games    = 1             ; from each opening: games per ordered pair, or per pair\n"
          "                         ; and colour\n"
          "openings = empty         ; empty, plies:count, or a file of move strings\n"
          "repeats  = no            ; deterministic players meet once from each opening,\n"
          "                         ; whatever games says; default yes\n"
          "seed     = 1\n"
          "list     = cells.csv     ; for schedule = listed: columns x,o and, when a study\n"
          "                         ; published them, games,score (of x)\n"
          "anchor   = 2/3           ; the player whose rating is fixed at anchor_elo\n"
          "anchor_elo = 0\n"
          "curve    = depth         ; fits a logistic curve of score against plies\n\n"
          "[defaults]               ; any key of players or gene, for all players\n"
          "search   = alphabeta\n"
          "depth    = 4\n\n"
          "[player 2/3]             ; one section per player: genome, any key or gene\n"
          "genome    = ../genomes/rusak.ini\n"
          "own2      = 2\n"
          "published = 10           ; a published number of wins, shown beside ours\n\n"
          "A player without a genome names its search as genome: genome = random. An engine is\n"
          "genome = uci:COMMAND, with its keys on lines of their own; a program with a slash in\n"
          "its name is looked for relative to the file.\n",
          out);
}

static void print_claims(FILE *out)
{
    fputs("A study is an INI file beside the tournaments that are its experiments.\n\n"
          "[study]\n"
          "title   = Karplus 2010\n"
          "about   = what it did\n"
          "missing = what an exact replay would have to know\n\n"
          "[experiment karplus-2010-experiment3]  ; a tournament, NAME.ini\n"
          "about    = one line\n"
          "kind     = described   ; as the study describes it, or proper: as it should be\n"
          "seconds  = 20          ; about how long it takes on two cores\n"
          "optional = no          ; yes: run only when it is named\n"
          "effort   = no          ; yes: with moves and nodes of each player\n"
          "block    = 5           ; players in a table, where all make it too wide\n\n"
          "[question anomaly]\n"
          "ask       = Does fevala play worse at five plies than at four?\n"
          "published = what the study answers\n"
          "answer    = yes        ; to the claim: yes, no or open\n"
          "claim     = score(4ply, 5ply) > 0.5\n"
          "in        = experiments that judge the claim; proper ones go first\n\n"
          "A claim is made of comparisons (> or <) of figures and numbers, joined by 'and'.\n"
          "It holds, or does not, when 95% intervals say so. Players are given by name or\n"
          "pattern (*, ?, [24]). Figures and statements:\n\n",
          out);
    for (const struct claim_figure *f = claim_figures; f->name; f++)
        fprintf(out, "  %s%-*s %s\n", f->name, 19 - (int)strlen(f->name),
                f->arguments == 1 ? "(A)" : "(A, B)", f->help);
    for (const struct claim_statement *s = claim_statements; s->name; s++)
        fprintf(out, "  %s%-*s %s\n", s->name, 19 - (int)strlen(s->name),
                s->arguments == 1 ? "(A)" : "(A, B, C)", s->help);
}

static const struct topic {
    const char *name;
    const char *summary;
    void (*print)(FILE *out);
} topics[] = {
    { "players", "how a player is written", print_players },
    { "config", "every key of the config of an evolution", config_help },
    { "tournaments", "how a tournament is written", print_tournaments },
    { "claims", "how a study is written, and what it can claim", print_claims },
    { 0 },
};

void topics_overview(FILE *out, const struct command *commands)
{
    fputs("c4evolve tunes Connect Four heuristics by evolution, and proves that the result\n"
          "beats what people picked by hand.\n\n"
          "usage: c4evolve COMMAND [ARGUMENTS]\n\ncommands:\n",
          out);
    for (const struct command *c = commands; c->name; c++)
        fprintf(out, "  %-11s %s\n", c->name, c->summary);
    fputs("\n'c4evolve help COMMAND' tells more about one; there is also help on\n", out);
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

int topics_print(FILE *out, const char *name)
{
    for (const struct topic *t = topics; t->name; t++) {
        if (strcmp(t->name, name) == 0) {
            t->print(out);
            return 0;
        }
    }
    return -1;
}

void topics_complete(const char *typed)
{
    for (const struct topic *t = topics; t->name; t++)
        complete_offer(typed, t->name);
}
