#include "report/study_report.h"

#include <math.h>
#include <stdlib.h>

#include "report/table.h"

int study_replay_finish(struct study_replay *replay, struct err *err)
{
    games_forget_games(&replay->tournament.games);
    if (tournament_report_init(&replay->result, &replay->tournament, err))
        return -1;
    replay->played = true;
    return 0;
}

void study_run_release(struct study_run *run)
{
    for (size_t i = 0; i < STUDY_EXPERIMENTS; i++) {
        tournament_report_release(&run->replay[i].result);
        tournament_release(&run->replay[i].tournament);
        free(run->replay[i].effort);
    }
    *run = (struct study_run){ 0 };
}

static enum claim_verdict judge(const struct study_replay *replay, const struct study_question *q,
                                struct claim_finding *finding)
{
    return claim_judge(&q->claim, &replay->tournament.games, &replay->result.ratings, finding);
}

/* Like the parts of a claim: one experiment that fails is enough. */
bool study_verdict(const struct study_run *run, const struct study_question *q,
                   enum study_kind kind, enum claim_verdict *verdict)
{
    struct claim_finding finding[CLAIM_PARTS];
    bool any = false;

    *verdict = VERDICT_HOLDS;
    for (size_t i = 0; i < q->n; i++) {
        enum claim_verdict one;

        if (!run->replay[q->in[i]].played || run->study->experiment[q->in[i]].kind != kind)
            continue;
        any = true;
        one = judge(&run->replay[q->in[i]], q, finding);
        if (one == VERDICT_FAILS || (one == VERDICT_OPEN && *verdict == VERDICT_HOLDS))
            *verdict = one;
    }
    return any;
}

/* Experiments run as they should be take precedence over those run as described. */
enum study_outcome study_outcome(const struct study_run *run, const struct study_question *q)
{
    enum claim_verdict verdict;

    if (!study_verdict(run, q, STUDY_PROPER, &verdict) &&
        !study_verdict(run, q, STUDY_DESCRIBED, &verdict))
        return OUTCOME_NOT_RUN;
    if (verdict == VERDICT_OPEN)
        return OUTCOME_NOT_DECIDED;
    if (q->answer == ANSWER_OPEN)
        return verdict == VERDICT_HOLDS ? OUTCOME_YES : OUTCOME_NO;
    return (verdict == VERDICT_HOLDS) == (q->answer == ANSWER_YES) ? OUTCOME_CONFIRMED
                                                                   : OUTCOME_REFUTED;
}

/* A word for the summary, and a sentence. */
static const struct {
    const char *word, *sentence;
} outcomes[] = {
    [OUTCOME_NOT_RUN] = { "not run", "not run." },
    [OUTCOME_NOT_DECIDED] = { "not decided", "our games do not decide it." },
    [OUTCOME_CONFIRMED] = { "confirmed", "the published answer is confirmed." },
    [OUTCOME_REFUTED] = { "refuted", "the published answer is refuted." },
    [OUTCOME_YES] = { "yes", "our answer is yes." },
    [OUTCOME_NO] = { "no", "our answer is no." },
};

static const struct column finding_columns[] = {
    { "experiment", "experiment", COLUMN_TEXT, 0 },
    { "claim", "claim", COLUMN_TEXT, 0 },
    { "ours", "ours", COLUMN_TEXT, 0 },
    { "interval", "95%", COLUMN_TEXT, 0 },
    { "games", "games", COLUMN_TEXT, 0 },
    { "verdict", "verdict", COLUMN_TEXT, 0 },
};

static void put_lead(struct table *table, const struct claim_part *part,
                     const struct claim_finding *f)
{
    char text[160];

    snprintf(text, sizeof text, "strongest(%s): Elo over %s", part->left.argument[0],
             f->rival ? f->rival : "nobody");
    table_text(table, text);
    snprintf(text, sizeof text, "%+.0f", f->left.value.mean);
    table_text(table, text);
    snprintf(text, sizeof text, "%+.0f to %+.0f", f->left.value.low, f->left.value.high);
    table_text(table, text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)f->left.games);
    table_text(table, text);
}

/* Two figures share a cell; a plain number is part of the claim. */
static void put_figures(struct table *table, const struct claim_part *part,
                        const struct claim_finding *f)
{
    const struct estimate *one = part->left.figure ? &f->left : &f->right;
    bool two = part->left.figure && part->right.figure;
    char left[128], right[128], text[300];

    claim_term_text(&part->left, left, sizeof left);
    claim_term_text(&part->right, right, sizeof right);
    snprintf(text, sizeof text, "%s %c %s", left, part->greater ? '>' : '<', right);
    table_text(table, text);
    snprintf(text, sizeof text, two ? "%.3f, %.3f" : "%.3f", one->value.mean, f->right.value.mean);
    table_text(table, text);
    snprintf(text, sizeof text, two ? "%.3f-%.3f, %.3f-%.3f" : "%.3f-%.3f", one->value.low,
             one->value.high, f->right.value.low, f->right.value.high);
    table_text(table, text);
    snprintf(text, sizeof text, two ? "%llu, %llu" : "%llu", (unsigned long long)one->games,
             (unsigned long long)f->right.games);
    table_text(table, text);
}

static void put_findings(struct table *table, const struct study_run *run,
                         const struct study_question *q, size_t experiment)
{
    struct claim_finding finding[CLAIM_PARTS];

    judge(&run->replay[experiment], q, finding);
    for (int i = 0; i < q->claim.n; i++) {
        table_text(table, run->study->experiment[experiment].name);
        if (q->claim.part[i].strongest)
            put_lead(table, &q->claim.part[i], &finding[i]);
        else
            put_figures(table, &q->claim.part[i], &finding[i]);
        table_text(table, claim_verdict_text(finding[i].verdict));
    }
}

static void print_verdict(FILE *out, const struct study_run *run, const struct study_question *q)
{
    static const char *const ways[] = { "As described", "As it should be run" };
    enum claim_verdict verdict;

    fprintf(out, "\n**Verdict: %s**", outcomes[study_outcome(run, q)].sentence);
    for (int kind = STUDY_DESCRIBED; kind <= STUDY_PROPER; kind++)
        if (study_verdict(run, q, (enum study_kind)kind, &verdict))
            fprintf(out, " %s: the claim %s%s.", ways[kind], verdict == VERDICT_OPEN ? "is " : "",
                    claim_verdict_text(verdict));
    fputs("\n", out);
}

static bool was_asked(const struct study_run *run, const struct study_question *q)
{
    for (size_t i = 0; i < q->n; i++)
        if (run->replay[q->in[i]].played)
            return true;
    return false;
}

static int print_question(FILE *out, const struct study_run *run, const struct study_question *q,
                          struct err *err)
{
    struct table table;

    if (!was_asked(run, q))
        return 0;
    fprintf(out, "\n### %s\n\n", q->ask);
    fprintf(out, "Published: %s\n\n", q->published);
    table_begin(&table, out, TABLE_MARKDOWN, finding_columns,
                sizeof finding_columns / sizeof *finding_columns);
    for (size_t i = 0; i < q->n; i++)
        if (run->replay[q->in[i]].played)
            put_findings(&table, run, q, q->in[i]);
    if (table_end(&table, err))
        return -1;
    print_verdict(out, run, q);
    return 0;
}

/* One experiment: its players, and who scored what against whom. */

static const struct column player_columns[] = {
    { "player", "player", COLUMN_TEXT, 0 },
    { "elo", "Elo", COLUMN_NUMBER, 0 },
    { "error", "+-", COLUMN_NUMBER, 0 },
    { "games", "games", COLUMN_INTEGER, 0 },
    { "wins", "won", COLUMN_INTEGER, 0 },
    { "draws", "drawn", COLUMN_INTEGER, 0 },
    { "losses", "lost", COLUMN_INTEGER, 0 },
    { "score", "score", COLUMN_NUMBER, 3 },
    { "interval", "95%", COLUMN_TEXT, 0 },
    { "published", "published wins", COLUMN_NUMBER, 0 },
    { "moves", "moves per game", COLUMN_NUMBER, 1 },
    { "nodes_move", "nodes per move", COLUMN_NUMBER, 0 },
    { "nodes", "nodes per game", COLUMN_NUMBER, 0 },
    { "ms", "ms per game (measured)", COLUMN_NUMBER, 3 },
};

/* Unknown values are empty cells; a column of empty cells is omitted. */
static void put_effort(struct table *table, const struct effort *e)
{
    double games = e && e->games ? (double)e->games : NAN;
    double moves = e && e->moves ? (double)e->moves : NAN;

    table_number(table, moves / games);
    table_number(table, e ? (double)e->nodes / moves : NAN);
    table_number(table, e ? (double)e->nodes / games : NAN);
    table_number(table, e && e->timed ? 1000 * e->seconds / (double)e->timed : NAN);
}

static int print_players(FILE *out, const struct study_replay *replay, struct err *err)
{
    const struct games *c = &replay->tournament.games;
    struct table table;
    char interval[32];

    table_begin(&table, out, TABLE_MARKDOWN, player_columns,
                sizeof player_columns / sizeof *player_columns);
    for (uint32_t i = 0; i < c->players; i++) {
        const struct standing *s = &replay->result.standing[i];
        struct wdl games = s->record.tally.games;

        table_text(&table, c->player[s->player].name);
        table_number(&table, s->elo);
        table_number(&table, s->error);
        table_integer(&table, wdl_games(games));
        table_integer(&table, games.wins);
        table_integer(&table, games.draws);
        table_integer(&table, games.losses);
        table_number(&table, s->score.mean);
        snprintf(interval, sizeof interval, "%.3f-%.3f", s->score.low, s->score.high);
        table_text(&table, interval);
        table_number(&table, s->published);
        put_effort(&table, replay->effort ? &replay->effort[s->player] : NULL);
    }
    return table_end(&table, err);
}

/* Our figure from the side of x, counting only the games in which it moved first if the
 * schedule tells them apart. */
static void format_ours(char *text, size_t size, const struct tournament *t, uint32_t x, uint32_t o)
{
    const struct crosstable *table = &t->games.table;
    struct wdl w = t->pairs == PAIRS_SWAPPED ? crosstable_tally(table, x, o).games
                                             : crosstable_wdl(table, x, o);

    if (wdl_games(w) == 0 || (x == o && t->pairs == PAIRS_SWAPPED))
        snprintf(text, size, "%s", x == o ? "-" : "");
    else
        snprintf(text, size, "%.0f", 100 * wdl_score(w));
}

/* Published cells show both figures. If pairs are swapped, each is listed once, and the reverse
 * cell is empty. */
static void format_cell(char *text, size_t size, const struct study_replay *replay, uint32_t x,
                        uint32_t o)
{
    const struct published *p = &replay->result.published;

    for (size_t i = 0; i < p->n; i++) {
        const struct published_cell *cell = &p->cell[i];

        if (cell->pair->x == x && cell->pair->o == o) {
            snprintf(text, size, "%.0f / %.0f", 100 * cell->score, 100 * cell->theirs);
            return;
        }
    }
    if (p->n > 0 && replay->tournament.pairs == PAIRS_SWAPPED)
        snprintf(text, size, "%s", "");
    else
        format_ours(text, size, &replay->tournament, x, o);
}

/* The players of one block of rows against those of one block of columns. */
static int print_block(FILE *out, const struct study_replay *replay, uint32_t row, uint32_t column,
                       uint32_t block, struct err *err)
{
    const struct games *c = &replay->tournament.games;
    uint32_t rows = c->players - row < block ? c->players - row : block;
    uint32_t columns = c->players - column < block ? c->players - column : block;
    struct column names[TABLE_MAX_COLUMNS] = { { "player", "", COLUMN_TEXT, 0 } };
    struct table table;
    char text[64];

    for (uint32_t i = 0; i < columns; i++)
        names[i + 1] = (struct column){ c->player[column + i].name, c->player[column + i].name,
                                        COLUMN_TEXT, 0 };
    fputc('\n', out);
    table_begin(&table, out, TABLE_MARKDOWN, names, (int)columns + 1);
    for (uint32_t i = 0; i < rows; i++) {
        table_text(&table, c->player[row + i].name);
        for (uint32_t k = 0; k < columns; k++) {
            format_cell(text, sizeof text, replay, row + i, column + k);
            table_text(&table, text);
        }
    }
    return table_end(&table, err);
}

static int print_cells(FILE *out, const struct study_replay *replay, long wanted, struct err *err)
{
    const struct tournament *t = &replay->tournament;
    uint32_t players = t->games.players;
    uint32_t block = wanted ? (uint32_t)wanted : players;

    if (block > TABLE_MAX_COLUMNS - 1)
        block = TABLE_MAX_COLUMNS - 1;
    fprintf(out, "\nScore of the row's player%s, in percent%s:\n",
            t->pairs == PAIRS_SWAPPED ? "" : " when it moves first",
            replay->result.published.n ? ", ours / published" : "");
    for (uint32_t row = 0; row < players; row += block)
        for (uint32_t column = 0; column < players; column += block)
            if (print_block(out, replay, row, column, block, err))
                return -1;
    return 0;
}

/* Do enough pairs of players meet to fill a table? One player against the others is in the list
 * above. */
static bool has_cells(const struct study_replay *replay)
{
    const struct games *c = &replay->tournament.games;
    uint32_t met = 0;

    for (uint32_t a = 0; a < c->players; a++)
        for (uint32_t b = a + 1; b < c->players; b++)
            met += pairing_samples(crosstable_pairing(&c->table, a, b)) > 0;
    return replay->result.published.n > 0 || 4 * met > c->players * (c->players - 1);
}

static void print_agreement(FILE *out, const struct study_replay *replay)
{
    unsigned given, same = tournament_report_same_wins(&replay->result, &given);
    char text[256];

    if (replay->result.published.n) {
        tournament_report_agreement(&replay->result.published, text, sizeof text);
        fprintf(out, "%s\n\n", text);
    }
    if (given)
        fprintf(out, "Published wins: %u of %u players won exactly as often as published.\n\n",
                same, given);
}

static void print_findings(FILE *out, const struct study_replay *replay)
{
    const struct interval *first = &replay->result.ratings.first_move;
    const struct cycles *cycles = &replay->result.cycles;

    fprintf(out, "The first move is worth %+.0f Elo (95%% interval %+.0f to %+.0f).", first->mean,
            first->low, first->high);
    if (cycles->triples)
        fprintf(out, " %llu of %llu triples of players are circular.",
                (unsigned long long)cycles->circular, (unsigned long long)cycles->triples);
    fputs("\n\n", out);
}

static int print_experiment(FILE *out, const struct study_run *run, size_t experiment,
                            struct err *err)
{
    const struct study_experiment *x = &run->study->experiment[experiment];
    const struct study_replay *replay = &run->replay[experiment];
    const struct games *c = &replay->tournament.games;

    fprintf(out, "\n### %s\n\n%s %s; %u players, %zu games, %zu opening%s, seed %llu.\n\n", x->name,
            x->about, x->kind == STUDY_PROPER ? "As it should be run" : "As described", c->players,
            c->played, c->openings.n, c->openings.n == 1 ? "" : "s", (unsigned long long)c->seed);
    print_agreement(out, replay);
    print_findings(out, replay);
    if (print_players(out, replay, err))
        return -1;
    return has_cells(replay) ? print_cells(out, replay, x->block, err) : 0;
}

int study_report(FILE *out, const struct study_run *run, struct err *err)
{
    const struct study *s = run->study;

    fprintf(out, "## %s\n\n%s\n\nMissing for an exact replay: %s\n", s->title, s->about,
            s->missing);
    for (size_t i = 0; i < s->questions; i++)
        if (print_question(out, run, &s->question[i], err))
            return -1;
    for (size_t i = 0; i < s->experiments; i++)
        if (run->replay[i].played && print_experiment(out, run, i, err))
            return -1;
    return 0;
}

static const struct column summary_columns[] = {
    { "study", "study", COLUMN_TEXT, 0 },
    { "question", "question", COLUMN_TEXT, 0 },
    { "published", "published", COLUMN_TEXT, 0 },
    { "described", "run as described", COLUMN_TEXT, 0 },
    { "proper", "run as it should be", COLUMN_TEXT, 0 },
    { "verdict", "verdict", COLUMN_TEXT, 0 },
};

static int print_summary(FILE *out, const struct study_run *run, size_t n, struct err *err)
{
    static const char *const answers[] = { "yes", "no", "open" };
    struct table table;
    enum claim_verdict verdict;

    table_begin(&table, out, TABLE_MARKDOWN, summary_columns,
                sizeof summary_columns / sizeof *summary_columns);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < run[i].study->questions; k++) {
            const struct study_question *q = &run[i].study->question[k];

            table_text(&table, run[i].study->title);
            table_text(&table, q->ask);
            table_text(&table, answers[q->answer]);
            for (int kind = STUDY_DESCRIBED; kind <= STUDY_PROPER; kind++)
                table_text(&table, study_verdict(&run[i], q, (enum study_kind)kind, &verdict)
                                       ? claim_verdict_text(verdict)
                                       : "");
            table_text(&table, outcomes[study_outcome(&run[i], q)].word);
        }
    }
    return table_end(&table, err);
}

int studies_report(FILE *out, const struct study_run *run, size_t n, struct err *err)
{
    fputs("# Published studies, played again\n\n"
          "Made by `c4evolve studies --all`; the same program writes the same bytes with any "
          "number of threads. Each question of a study is a claim about the results of an "
          "experiment, and a 95% interval of our games decides whether it holds. An experiment is "
          "run as the study describes it and, if that is too little evidence, again as it should "
          "be run: many openings, both colours, error bars. Each experiment is a config under "
          "`configs/studies/`, and `c4evolve studies NAME` runs only that one.\n\n",
          out);
    if (print_summary(out, run, n, err))
        return -1;
    for (size_t i = 0; i < n; i++) {
        fputc('\n', out);
        if (study_report(out, &run[i], err))
            return -1;
    }
    return 0;
}
