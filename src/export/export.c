#include "export/export.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/quote.h"
#include "engines/uci_genes.h"
#include "heuristic/custom.h"

static int any_player(const struct player *player, struct err *err)
{
    (void)player;
    (void)err;
    return 0;
}

static int export_ini(const struct export_input *in, FILE *out, struct err *err)
{
    (void)err;
    genome_write(&in->player->genome, out);
    return 0;
}

/* The options that name the heuristics of the player's genome, for use in any folder. */
static void put_heuristics(const struct player *player, FILE *out)
{
    char folder[4096], path[8192];
    const struct custom *c;

    for (int i = 0; (c = custom_at(i)); i++) {
        if (player->genome.gene[c->factor] == 0)
            continue;
        snprintf(path, sizeof path, "%s", c->path);
        if (c->path[0] != '/' && getcwd(folder, sizeof folder))
            snprintf(path, sizeof path, "%s/%s", folder, c->path);
        fputs(" --heuristic ", out);
        quote_shell(out, path);
    }
}

static int export_uci(const struct export_input *in, FILE *out, struct err *err)
{
    (void)err;
    if (in->player->keys.uci) {
        uci_genes_write(out, in->player->genome.gene);
        return 0;
    }
    fputs("#!/bin/sh\n"
          "# A Connect Four engine for chess front ends and match runners that know the variant\n"
          "# cfour or connect4. Written by c4evolve export.\n"
          "exec ",
          out);
    quote_shell(out, in->program);
    fputs(" uci ", out);
    quote_shell(out, in->text);
    put_heuristics(in->player, out);
    fputc('\n', out);
    return 0;
}

const struct export_form export_forms[] = {
    { .name = "ini",
      .help = "the genome file, with its ancestry in comments",
      .full_ancestry = true,
      .check = any_player,
      .write = export_ini },
    { .name = "c",
      .help = "one C file that needs only libc; compiled with cc -O2, it plays in the terminal, "
              "prints its move in a position, and speaks UCI; it makes the same moves as the "
              "genome in c4evolve",
      .limits = true,
      .check = export_c_check,
      .write = export_c },
    { .name = "html",
      .help = "one page to play in, with the engine, exact scores and what the genome thinks; it "
              "needs a browser and no network",
      .limits = true,
      .two = true,
      .check = export_html_check,
      .write = export_html },
    { .name = "python",
      .help = "one file for Python 3.8 or later without packages: move(position), "
              "agent(observation, configuration) for ConnectX on Kaggle, and a game in the "
              "terminal; the same moves as the genome",
      .limits = true,
      .check = export_python_check,
      .write = export_python },
    { .name = "uci",
      .help =
          "a script for chess front ends that runs 'c4evolve uci' with the player; it works in "
          "any folder as long as the program and the genome are not moved; for an engine of your "
          "own, its setoption lines",
      .limits = true,
      .executable = true,
      .check = any_player,
      .write = export_uci },
    { 0 },
};

const struct export_form *export_find(const char *name)
{
    for (const struct export_form *f = export_forms; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

int export_check_sources(const struct player *player, const char *as, struct err *err)
{
    if (player->ev && player->ev->custom.value && strcmp(as, "C") != 0)
        return err_set(err, "cannot export a heuristic of your own as %s; --as c works", as);
    if (!player->search->exports_c)
        return err_set(err, "cannot export search=%s as %s; --as uci works, or search=alphabeta",
                       player->search->name, as);
    if (player->keys.book)
        return err_set(err, "cannot export a player with a book as %s; --as uci works", as);
    if (player->keys.sampler)
        return err_set(err, "cannot export a player that samples lines as %s; --as uci works", as);
    return 0;
}

const char *export_name(const struct player *player)
{
    const char *name = player->name;

    for (const char *c = name; *c && *c != ':'; c++)
        if (*c == '/' && c[1] && c[1] != ':')
            name = c + 1;
    return name;
}

int32_t export_pawn(const struct genome *genome)
{
    double heaviest = 0;

    if (genome->tables)
        return TABLE_LOGIT;
    for (int g = GENE_OWN1; g <= GENE_OPP3; g++)
        heaviest = fmax(heaviest, fabs(genome->gene[g]));
    return heaviest * EVAL_UNITS >= 1 ? (int32_t)(heaviest * EVAL_UNITS) : EVAL_UNITS;
}
