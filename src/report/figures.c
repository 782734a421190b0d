#include "report/figures.h"

void table_wdl(struct table *table, struct wdl wdl)
{
    table_integer(table, wdl.wins);
    table_integer(table, wdl.draws);
    table_integer(table, wdl.losses);
}

void table_interval(struct table *table, struct interval interval)
{
    table_number(table, interval.mean);
    table_number(table, interval.low);
    table_number(table, interval.high);
}

void json_interval(struct json *j, const char *name, struct interval interval)
{
    json_begin(j, name, '{');
    json_number(j, "mean", interval.mean);
    json_number(j, "low", interval.low);
    json_number(j, "high", interval.high);
    json_end(j, '}');
}
