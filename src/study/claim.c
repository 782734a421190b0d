#include "study/claim.h"

#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <string.h>

#include "base/num.h"

/* Two players who met, a <= b, and the patterns of a figure that they match. */
struct claim_view {
    bool same;     /* a player against itself */
    bool a_b, b_a; /* a matches the first pattern and b the second; or the reverse */
};

/* Results are those of the player with the lower index: 0 lost, 1 drawn, 2 won. If both players
 * match both patterns, the score has no side and does not count. */
static int score_points(const struct claim_view *view, int result, bool lower_first)
{
    (void)lower_first;
    if (view->a_b == view->b_a)
        return -1;
    return view->a_b ? result : 2 - result;
}

static int first_points(const struct claim_view *view, int result, bool lower_first)
{
    if (lower_first)
        return view->a_b ? result : -1;
    return view->b_a ? 2 - result : -1;
}

static int second_points(const struct claim_view *view, int result, bool lower_first)
{
    if (lower_first)
        return view->b_a ? 2 - result : -1;
    return view->a_b ? result : -1;
}

static int draw_points(const struct claim_view *view, int result, bool lower_first)
{
    (void)lower_first;
    if (!view->a_b && !view->b_a)
        return -1;
    return result == 1 ? 2 : 0;
}

static int mirror_points(const struct claim_view *view, int result, bool lower_first)
{
    return view->same ? draw_points(view, result, lower_first) : -1;
}

const struct claim_figure claim_figures[] = {
    { "score", 2, "points per game of A against B", score_points },
    { "first", 2, "points per game of A when it moves first against B", first_points },
    { "second", 2, "points per game of A when it moves second against B", second_points },
    { "draws", 2, "share of drawn games between A and B", draw_points },
    { "mirror-draws", 1, "share of drawn games of A against itself", mirror_points },
    { 0 },
};

/* Copies a word without surrounding space. Returns false if it is empty or does not fit. */
static bool copy_word(char *to, size_t size, const char *from, size_t length)
{
    while (length > 0 && isspace((unsigned char)*from)) {
        from++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)from[length - 1]))
        length--;
    if (length == 0 || length >= size)
        return false;
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

/* Splits "name(a, b)". Returns the number of arguments, or -1 if the text has another form. */
static int split_call(const char *text, char name[CLAIM_NAME],
                      char argument[CLAIM_ARGUMENTS][CLAIM_NAME])
{
    const char *open = strchr(text, '(');
    const char *from;
    int n = 0;

    if (!open || text[strlen(text) - 1] != ')' ||
        !copy_word(name, CLAIM_NAME, text, (size_t)(open - text)))
        return -1;
    for (from = open + 1; n < CLAIM_ARGUMENTS; n++) {
        size_t length = strcspn(from, ",)");

        if (!copy_word(argument[n], CLAIM_NAME, from, length))
            return -1;
        from += length + 1;
        if (from[-1] == ')')
            return *from ? -1 : n + 1;
    }
    return -1;
}

static int parse_term(struct claim_term *term, const char *text, struct err *err)
{
    char name[CLAIM_NAME];
    int arguments;

    *term = (struct claim_term){ 0 };
    if (num_parse_double(text, &term->number) == 0)
        return 0;
    arguments = split_call(text, name, term->argument);
    for (const struct claim_figure *f = claim_figures; f->name && arguments > 0; f++)
        if (strcmp(f->name, name) == 0 && f->arguments == arguments) {
            term->figure = f;
            return 0;
        }
    return err_set(err, "'%s' is neither a number nor a figure such as score(A, B)", text);
}

static struct claim_part *new_part(struct claim *claim, struct err *err)
{
    if (claim->n == CLAIM_PARTS) {
        err_set(err, "more than %d parts", CLAIM_PARTS);
        return NULL;
    }
    return &claim->part[claim->n++];
}

static int add_strongest(struct claim *claim, char argument[][CLAIM_NAME], struct err *err)
{
    struct claim_part *part = new_part(claim, err);

    if (!part)
        return -1;
    *part = (struct claim_part){ .strongest = true };
    strcpy(part->left.argument[0], argument[0]);
    return 0;
}

static int add_cycle(struct claim *claim, char argument[][CLAIM_NAME], struct err *err)
{
    for (int i = 0; i < 3; i++) {
        struct claim_part *part = new_part(claim, err);

        if (!part)
            return -1;
        *part = (struct claim_part){ .greater = true,
                                     .left = { .figure = claim_figures }, /* score */
                                     .right = { .number = 0.5 } };
        strcpy(part->left.argument[0], argument[i]);
        strcpy(part->left.argument[1], argument[(i + 1) % 3]);
    }
    return 0;
}

const struct claim_statement claim_statements[] = {
    { "strongest", 1, "A is rated above every other player", add_strongest },
    { "cycle", 3, "A beats B, B beats C and C beats A", add_cycle },
    { 0 },
};

static int parse_statement(struct claim *claim, const char *text, struct err *err)
{
    char name[CLAIM_NAME], argument[CLAIM_ARGUMENTS][CLAIM_NAME];
    int arguments = split_call(text, name, argument);

    for (const struct claim_statement *s = claim_statements; s->name && arguments > 0; s++)
        if (strcmp(s->name, name) == 0 && s->arguments == arguments)
            return s->add(claim, argument, err);
    return err_set(err, "'%s' is neither a comparison nor strongest(A) or cycle(A, B, C)", text);
}

static int parse_part(struct claim *claim, const char *text, struct err *err)
{
    const char *sign = strpbrk(text, "<>");
    char left[256], right[256];
    struct claim_part *part;

    if (!sign)
        return parse_statement(claim, text, err);
    if (!copy_word(left, sizeof left, text, (size_t)(sign - text)) ||
        !copy_word(right, sizeof right, sign + 1, strlen(sign + 1)))
        return err_set(err, "'%s' lacks one of its two sides", text);
    part = new_part(claim, err);
    if (!part || parse_term(&part->left, left, err) || parse_term(&part->right, right, err))
        return -1;
    part->strongest = false;
    part->greater = *sign == '>';
    if (!part->left.figure && !part->right.figure)
        return err_set(err, "'%s' compares two numbers", text);
    return 0;
}

int claim_parse(struct claim *claim, const char *text, struct err *err)
{
    *claim = (struct claim){ 0 };
    while (text) {
        const char *end = strstr(text, " and ");
        char part[512];

        if (!copy_word(part, sizeof part, text, end ? (size_t)(end - text) : strlen(text)))
            return err_set(err, "a part is empty, or longer than 511 characters");
        if (parse_part(claim, part, err))
            return -1;
        text = end ? end + 5 : NULL;
    }
    return 0;
}

static bool means(const char *pattern, const struct games *games, size_t player)
{
    return fnmatch(pattern, games->player[player].name, 0) == 0;
}

static int check_term(const struct claim_term *term, const struct games *games, struct err *err)
{
    for (int i = 0; i < CLAIM_ARGUMENTS && *term->argument[i]; i++) {
        uint32_t found = 0;

        for (uint32_t p = 0; p < games->players; p++)
            found += means(term->argument[i], games, p);
        if (found == 0)
            return err_set(err, "no player '%s'", term->argument[i]);
    }
    return 0;
}

int claim_check(const struct claim *claim, const struct games *games, struct err *err)
{
    for (int i = 0; i < claim->n; i++)
        if (check_term(&claim->part[i].left, games, err) ||
            check_term(&claim->part[i].right, games, err))
            return -1;
    return 0;
}

/* Adds the games of a pair that count; a result of -2 is a game that was not played. */
static void add_pair(struct tally *tally, const struct claim_figure *figure,
                     const struct claim_view *view, int as_first, int as_second, uint32_t times)
{
    int points[2] = { as_first < 0 ? -1 : figure->points(view, as_first, true),
                      as_second < 0 ? -1 : figure->points(view, as_second, false) };
    struct wdl pair = { 0 };

    for (int i = 0; i < 2; i++) {
        pair.losses += points[i] == 0;
        pair.draws += points[i] == 1;
        pair.wins += points[i] == 2;
    }
    if (times > 0 && wdl_games(pair) > 0)
        tally_add(tally, pair, times);
}

static void add_pairing(struct tally *tally, const struct claim_figure *figure,
                        const struct claim_view *view, const struct pairing *m)
{
    for (int x = 0; x < 3; x++) {
        add_pair(tally, figure, view, x, -2, m->single[0][x]);
        add_pair(tally, figure, view, -2, x, m->single[1][x]);
        for (int y = 0; y < 3; y++)
            add_pair(tally, figure, view, x, y, m->pair[x][y]);
    }
}

static struct estimate estimate_term(const struct claim_term *term, const struct games *games)
{
    const char *p = term->argument[0];
    const char *q = *term->argument[1] ? term->argument[1] : p;
    struct tally tally = { 0 };

    if (!term->figure)
        return (struct estimate){ .value = { term->number, term->number, term->number } };
    for (size_t a = 0; a < games->players; a++) {
        for (size_t b = a; b < games->players; b++) {
            struct claim_view view = { .same = a == b,
                                       .a_b = means(p, games, a) && means(q, games, b),
                                       .b_a = means(p, games, b) && means(q, games, a) };

            add_pairing(&tally, term->figure, &view, crosstable_pairing(&games->table, a, b));
        }
    }
    return (struct estimate){ .value = tally_interval(&tally), .games = wdl_games(tally.games) };
}

/* Does a value with that interval lie above 0? */
static enum claim_verdict above_zero(double low, double high)
{
    return low > 0 ? VERDICT_HOLDS : high < 0 ? VERDICT_FAILS : VERDICT_OPEN;
}

static enum claim_verdict compare(struct interval more, struct interval less)
{
    double difference = more.mean - less.mean;

    return above_zero(difference - hypot(more.mean - more.low, less.high - less.mean),
                      difference + hypot(more.high - more.mean, less.mean - less.low));
}

/* The lead of the player over the best-rated player that the pattern does not match. */
static void judge_strongest(const char *pattern, const struct games *games,
                            const struct ratings *ratings, struct claim_finding *finding)
{
    size_t best = SIZE_MAX, rival = SIZE_MAX;

    *finding = (struct claim_finding){ .verdict = VERDICT_OPEN };
    for (size_t i = 0; i < games->players; i++) {
        size_t *side = means(pattern, games, i) ? &best : &rival;

        if (*side == SIZE_MAX || ratings->elo[i] > ratings->elo[*side])
            *side = i;
    }
    if (best == SIZE_MAX || rival == SIZE_MAX)
        return;
    finding->left.value = ratings_difference(ratings, best, rival);
    finding->left.games = wdl_games(crosstable_record(&games->table, best).tally.games);
    finding->rival = games->player[rival].name;
    finding->verdict = above_zero(finding->left.value.low, finding->left.value.high);
}

static void judge_part(const struct claim_part *part, const struct games *games,
                       const struct ratings *ratings, struct claim_finding *finding)
{
    if (part->strongest) {
        judge_strongest(part->left.argument[0], games, ratings, finding);
        return;
    }
    *finding = (struct claim_finding){ .left = estimate_term(&part->left, games),
                                       .right = estimate_term(&part->right, games) };
    finding->verdict = part->greater ? compare(finding->left.value, finding->right.value)
                                     : compare(finding->right.value, finding->left.value);
}

enum claim_verdict claim_judge(const struct claim *claim, const struct games *games,
                               const struct ratings *ratings, struct claim_finding *finding)
{
    enum claim_verdict all = VERDICT_HOLDS;

    for (int i = 0; i < claim->n; i++) {
        judge_part(&claim->part[i], games, ratings, &finding[i]);
        if (finding[i].verdict == VERDICT_FAILS)
            all = VERDICT_FAILS;
        else if (finding[i].verdict == VERDICT_OPEN && all == VERDICT_HOLDS)
            all = VERDICT_OPEN;
    }
    return all;
}

enum claim_verdict claim_count(const struct claim *claim, struct claim_finding *finding)
{
    enum claim_verdict all = VERDICT_HOLDS;

    for (int i = 0; i < claim->n; i++) {
        double lead = finding[i].left.value.mean - finding[i].right.value.mean;
        bool up = claim->part[i].strongest || claim->part[i].greater;

        /* Ratings of players with equal records differ in their last bits. */
        finding[i].verdict = (up ? lead : -lead) > 1e-6 ? VERDICT_HOLDS : VERDICT_FAILS;
        if (finding[i].verdict == VERDICT_FAILS)
            all = VERDICT_FAILS;
    }
    return all;
}

void claim_term_text(const struct claim_term *term, char *text, size_t size)
{
    char number[NUM_TEXT_SIZE];

    if (!term->figure)
        snprintf(text, size, "%s", num_format(term->number, number));
    else if (term->figure->arguments == 1)
        snprintf(text, size, "%s(%s)", term->figure->name, term->argument[0]);
    else
        snprintf(text, size, "%s(%s, %s)", term->figure->name, term->argument[0],
                 term->argument[1]);
}

const char *claim_verdict_text(enum claim_verdict verdict)
{
    static const char *const texts[] = { "not decided", "holds", "does not hold" };

    return texts[verdict];
}
