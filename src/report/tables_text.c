#include "report/tables_text.h"

#include <inttypes.h>
#include <stdio.h>

const char *tables_text(const struct tables *tables, char buf[TABLES_TEXT_SIZE])
{
    if (tables)
        snprintf(buf, TABLES_TEXT_SIZE, "%016" PRIx64, tables->checksum);
    else
        snprintf(buf, TABLES_TEXT_SIZE, "none");
    return buf;
}

void tables_json(struct json *j, const char *key, const struct tables *tables)
{
    char text[TABLES_TEXT_SIZE];

    if (tables)
        json_string(j, key, tables_text(tables, text));
}
