#include "report/table.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "report/text.h"

#define GAP         2  /* spaces between columns */
#define TEXT_MAX    40 /* columns of a text cell; longer text is cut */
#define BLOCK_CELL  18 /* columns of a name and its value in a block */
#define BLOCK_CELLS 5  /* in a line */

static bool in_blocks(const struct table *t)
{
    return t->format == TABLE_TEXT && t->columns > TABLE_MAX_COLUMNS;
}

static void print_names(const struct table *t)
{
    for (int i = 0; i < t->columns; i++) {
        if (i > 0)
            fputc(',', t->out);
        text_csv(t->out, t->column[i].name);
    }
    fputc('\n', t->out);
}

void table_begin(struct table *t, FILE *out, enum table_format format, const struct column *column,
                 int columns)
{
    struct err unused; /* table_end tells */

    *t = (struct table){ .out = out, .format = format, .column = column, .columns = columns };
    t->json.out = out;
    if (format == TABLE_CSV_ROWS) {
        t->format = TABLE_CSV;
    } else if (format == TABLE_CSV) {
        print_names(t);
    } else if (format == TABLE_JSON) {
        json_begin(&t->json, NULL, '[');
    } else if (!in_blocks(t)) {
        assert(columns <= TABLE_MAX_COLUMNS);
        t->failed = draft_open(&t->kept, &unused) != 0;
    }
}

/* The name of a cell on the left and its value on the right. */
static void put_in_block(struct table *t, const char *text)
{
    const char *title = t->column[t->at].title;
    bool line_ends = t->at % BLOCK_CELLS == BLOCK_CELLS - 1 || t->at == t->columns - 1;
    int room = BLOCK_CELL - (int)strlen(title) - 1;
    int width;

    if (*text == '\0')
        text = "-";
    width = text_width(text);
    if (t->at == 0 && t->rows > 0)
        fputc('\n', t->out);
    fprintf(t->out, "%s %*s", title, width < room ? room - width : 0, "");
    text_column(t->out, text, width < TEXT_MAX ? width : TEXT_MAX);
    if (line_ends)
        fputc('\n', t->out);
    else
        fprintf(t->out, "%*s", GAP, "");
}

static void put_text(struct table *t, const char *text)
{
    if (in_blocks(t))
        put_in_block(t, text);
    else if (t->kept.out)
        fwrite(text, 1, strlen(text) + 1, t->kept.out);
}

static const char *begin_cell(struct table *t)
{
    if (t->at == 0 && t->format == TABLE_JSON) {
        fputc('\n', t->out);
        json_begin(&t->json, NULL, '{');
    }
    if (t->at > 0 && t->format == TABLE_CSV)
        fputc(',', t->out);
    return t->column[t->at].name;
}

static void end_cell(struct table *t)
{
    if (++t->at < t->columns)
        return;
    t->at = 0;
    t->rows++;
    if (t->format == TABLE_JSON)
        json_end(&t->json, '}');
    else if (t->format == TABLE_CSV)
        fputc('\n', t->out);
}

void table_text(struct table *t, const char *value)
{
    const char *name = begin_cell(t);

    assert(t->column[t->at].kind == COLUMN_TEXT);
    if (t->format == TABLE_JSON)
        json_string(&t->json, name, value);
    else if (t->format == TABLE_CSV)
        text_csv(t->out, value);
    else
        put_text(t, value);
    end_cell(t);
}

void table_integer(struct table *t, uint64_t value)
{
    const char *name = begin_cell(t);
    char text[NUM_TEXT_SIZE];

    assert(t->column[t->at].kind == COLUMN_INTEGER);
    snprintf(text, sizeof text, "%" PRIu64, value);
    if (t->format == TABLE_JSON)
        json_unsigned(&t->json, name, value);
    else if (t->format == TABLE_CSV)
        fputs(text, t->out);
    else
        put_text(t, text);
    end_cell(t);
}

/* A number for people, without a sign on zero. */
static void round_number(char *text, size_t size, double value, int decimals)
{
    if (decimals == SIGNIFICANT_DIGITS)
        snprintf(text, size, "%.4g", value);
    else
        snprintf(text, size, "%.*f", decimals, value);
    if (text[0] == '-' && strspn(text + 1, "0.") == strlen(text + 1))
        memmove(text, text + 1, strlen(text));
}

void table_number(struct table *t, double value)
{
    const struct column *column = &t->column[t->at];
    char text[384]; /* the largest double has 309 digits before the point */

    assert(column->kind == COLUMN_NUMBER);
    if (!isfinite(value)) {
        table_empty(t);
        return;
    }
    begin_cell(t);
    if (t->format == TABLE_JSON) {
        json_number(&t->json, column->name, value);
    } else if (t->format == TABLE_CSV) {
        fputs(num_format(value, text), t->out);
    } else {
        round_number(text, sizeof text, value, column->decimals);
        put_text(t, text);
    }
    end_cell(t);
}

void table_flag(struct table *t, bool value)
{
    const char *name = begin_cell(t);

    assert(t->column[t->at].kind == COLUMN_FLAG);
    if (t->format == TABLE_JSON)
        json_bool(&t->json, name, value);
    else if (t->format == TABLE_CSV)
        fputc(value ? '1' : '0', t->out);
    else
        put_text(t, value ? "yes" : "");
    end_cell(t);
}

void table_empty(struct table *t)
{
    const char *name = begin_cell(t);

    if (t->format == TABLE_JSON)
        json_number(&t->json, name, NAN); /* which is written as null */
    else if (t->format != TABLE_CSV)
        put_text(t, "");
    end_cell(t);
}

/* The width of each column; 0 if it is empty in every row. */
static void measure(const struct table *t, int *width)
{
    const char *cell = t->kept.text;

    for (size_t row = 0; row < t->rows; row++) {
        for (int i = 0; i < t->columns; i++, cell += strlen(cell) + 1) {
            int wanted = text_width(cell);

            if (t->column[i].kind == COLUMN_TEXT && wanted > TEXT_MAX && t->format == TABLE_TEXT)
                wanted = TEXT_MAX;
            width[i] = width[i] > wanted ? width[i] : wanted;
        }
    }
    for (int i = 0; i < t->columns; i++) {
        int title = text_width(t->column[i].title);

        if ((width[i] > 0 || t->rows == 0) && width[i] < title)
            width[i] = title;
    }
}

static bool to_the_left(const struct table *t, int i)
{
    return t->column[i].kind == COLUMN_TEXT || t->column[i].kind == COLUMN_FLAG;
}

/* One cell. *pending counts the spaces to print before the next one, so that no line ends with
 * spaces. */
static void print_cell(const struct table *t, int i, const char *cell, int width, int *pending)
{
    bool left = to_the_left(t, i);
    int wanted = text_width(cell);
    int shown = wanted < width ? wanted : width;

    if (width == 0)
        return;
    if (!left)
        *pending += width - shown;
    if (shown > 0) {
        fprintf(t->out, "%*s", *pending, "");
        text_column(t->out, cell, shown);
        *pending = 0;
    }
    *pending += GAP + (left ? width - shown : 0);
}

static void print_marked(const struct table *t, int i, const char *cell, int width)
{
    int shown = to_the_left(t, i) ? width : text_width(cell);

    if (width == 0)
        return;
    fprintf(t->out, "| %*s", width - shown, "");
    text_column(t->out, cell, shown);
    fputc(' ', t->out);
}

/* The line below the header, which says which columns are aligned right. */
static void print_rule(const struct table *t, const int *width)
{
    for (int i = 0; i < t->columns; i++) {
        if (width[i] == 0)
            continue;
        fputs("|", t->out);
        for (int k = 0; k <= width[i]; k++)
            fputc('-', t->out);
        fputc(to_the_left(t, i) ? '-' : ':', t->out);
    }
    fputs("|\n", t->out);
}

/* Bars in cells are replaced, as they would end the cell. */
static void print_markdown(const struct table *t, int *width)
{
    const char *cell = t->kept.text;

    for (char *c = t->kept.text; c < t->kept.text + t->kept.size; c++)
        *c = *c == '|' ? '/' : *c;
    measure(t, width);
    for (int i = 0; i < t->columns; i++)
        print_marked(t, i, t->column[i].title, width[i]);
    fputs("|\n", t->out);
    print_rule(t, width);
    for (size_t row = 0; row < t->rows; row++) {
        for (int i = 0; i < t->columns; i++, cell += strlen(cell) + 1)
            print_marked(t, i, cell, width[i]);
        fputs("|\n", t->out);
    }
}

static void print_kept(const struct table *t, int *width)
{
    const char *cell = t->kept.text;
    int pending = 0;

    measure(t, width);
    for (int i = 0; i < t->columns; i++)
        print_cell(t, i, t->column[i].title, width[i], &pending);
    fputc('\n', t->out);
    for (size_t row = 0; row < t->rows; row++) {
        pending = 0;
        for (int i = 0; i < t->columns; i++, cell += strlen(cell) + 1)
            print_cell(t, i, cell, width[i], &pending);
        fputc('\n', t->out);
    }
}

int table_end(struct table *t, struct err *err)
{
    int width[TABLE_MAX_COLUMNS] = { 0 };
    bool failed;

    assert(t->at == 0);
    if (t->format == TABLE_JSON) {
        if (t->rows > 0)
            fputc('\n', t->out);
        json_end(&t->json, ']');
        fputc('\n', t->out);
    }
    if (t->kept.out) {
        t->failed |= draft_close(&t->kept, err) != 0;
        if (!t->failed && t->format == TABLE_MARKDOWN)
            print_markdown(t, width);
        else if (!t->failed)
            print_kept(t, width);
    }
    failed = t->failed;
    table_release(t);
    return failed ? err_shortage(err, "out of memory: a table") : 0;
}

void table_release(struct table *t)
{
    draft_release(&t->kept);
    *t = (struct table){ 0 };
}
