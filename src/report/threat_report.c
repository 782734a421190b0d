#include "report/threat_report.h"

#include <math.h>

static const char *const side_name[2] = { "first", "second" };

/* Which rows a side gets more for. */
static const char *better_rows(const struct threat_worth *worth, enum side owner)
{
    return threat_worth_odd(worth, owner) > threat_worth_even(worth, owner) ? "odd" : "even";
}

void threat_report_text(const struct threat_worth *worth, FILE *out)
{
    fprintf(out, "%-16s", "threat in row");
    for (int row = 1; row < ROWS; row++)
        fprintf(out, "%7d", row + 1);
    fprintf(out, "%8s%7s\n", "odd", "even");
    for (int owner = 0; owner < 2; owner++) {
        fprintf(out, "%-6s player   ", side_name[owner]);
        for (int row = 1; row < ROWS; row++)
            if (isnan(worth->row[owner][row]))
                fprintf(out, "%7s", "-");
            else
                fprintf(out, "%+7.2f", worth->row[owner][row]);
        fprintf(out, "%+8.2f%+7.2f\n", threat_worth_odd(worth, (enum side)owner),
                threat_worth_even(worth, (enum side)owner));
    }
    fprintf(out, "Worth more in %s rows for the first player, in %s rows for the second.\n",
            better_rows(worth, SIDE_FIRST), better_rows(worth, SIDE_SECOND));
}

static void put_numbers(struct json *j, const char *name, const double *number, int n)
{
    json_begin(j, name, '[');
    for (int i = 0; i < n; i++)
        json_number(j, NULL, number[i]);
    json_end(j, ']');
}

void threat_report_json(struct json *j, const char *name, const struct threat_worth *worth)
{
    json_begin(j, name, '{');
    json_integer(j, "positions", (int64_t)worth->positions);
    json_number(j, "explained", worth->explained);
    for (int owner = 0; owner < 2; owner++) {
        json_begin(j, side_name[owner], '{');
        json_number(j, "odd", threat_worth_odd(worth, (enum side)owner));
        json_number(j, "even", threat_worth_even(worth, (enum side)owner));
        put_numbers(j, "rows", worth->row[owner], ROWS);
        put_numbers(j, "cells", worth->cell[owner], CELLS);
        json_end(j, '}');
    }
    json_end(j, '}');
}
