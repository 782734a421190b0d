/*
 * checksum - the SQL function checksum(a, b, ...) of the types and bytes of its arguments.
 *
 * It guards rows against damage, not against people: a random change is missed
 * once in four billion times.
 */
#ifndef C4E_STORE_CHECKSUM_H
#define C4E_STORE_CHECKSUM_H

#include <sqlite3.h>

/* Makes the function known to a connection. Returns a code of SQLite. */
int checksum_register(sqlite3 *handle);

#endif
