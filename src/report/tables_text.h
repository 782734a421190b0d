/*
 * tables_text - tables of genomes in reports: by their checksum, never number by number.
 */
#ifndef C4E_REPORT_TABLES_TEXT_H
#define C4E_REPORT_TABLES_TEXT_H

#include "base/json.h"
#include "heuristic/tables.h"

#define TABLES_TEXT_SIZE 17

/* The checksum as genome files have it, or "none". Returns buf. */
const char *tables_text(const struct tables *tables, char buf[TABLES_TEXT_SIZE]);

/* The same as a string of JSON; does nothing for genomes without tables. */
void tables_json(struct json *j, const char *key, const struct tables *tables);

#endif
