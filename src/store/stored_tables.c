#include "store/stored_tables.h"

#include <stdlib.h>

/* The tables become known under this number; the database is one more user of them. */
static int keep(struct database *db, uint32_t number, struct tables *tables, struct err *err)
{
    struct database_tables *grown = realloc(db->tables, (db->tables_n + 1) * sizeof *db->tables);

    if (!grown)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
    db->tables = grown;
    db->tables[db->tables_n++] = (struct database_tables){ number, tables_share(tables) };
    return 0;
}

/* Reads the row that row_next stepped to. */
static struct tables *read_row(struct row *row, struct err *err)
{
    struct tables *tables = NULL;
    const void *bytes;
    size_t size;

    row_get_u32(row);
    bytes = row_get_bytes(row, &size);
    if (size != tables_packed_size())
        row_spoil(row);
    if (row_whole(row, err) == 0)
        tables = tables_unpack(bytes, err);
    row_end(row);
    return tables;
}

int stored_tables_get(struct database *db, uint32_t number, struct tables **tables, struct err *err)
{
    struct row row;
    int status;

    *tables = NULL;
    if (number == 0)
        return 0;
    for (size_t i = 0; i < db->tables_n; i++)
        if (db->tables[i].number == number) {
            *tables = db->tables[i].tables;
            return 0;
        }
    row = row_of(db, STATEMENT_READ_TABLES);
    row_put_integer(&row, number);
    status = row_next(&row, err);
    if (status <= 0)
        return status ? -1 : database_damaged(db, "tables are missing", err);
    *tables = read_row(&row, err);
    if (!*tables)
        return -1;
    status = keep(db, number, *tables, err);
    tables_release(*tables); /* by now the database uses them, or nobody */
    return status;
}

static int write_row(struct database *db, uint32_t number, const struct tables *tables,
                     struct err *err)
{
    struct row row = row_of(db, STATEMENT_PUT_TABLES);
    size_t size = tables_packed_size();
    unsigned char *bytes = malloc(size);
    int status;

    if (!bytes)
        return err_set_kind(err, ERR_SHORTAGE, "out of memory: tables");
    tables_pack(tables, bytes);
    row_put_integer(&row, number);
    row_put_blob(&row, bytes, size);
    status = row_insert(&row, err);
    free(bytes);
    return status;
}

int stored_tables_put(struct database *db, struct tables *tables, uint32_t *number, struct err *err)
{
    uint32_t n = 0;

    *number = 0;
    if (!tables)
        return 0;
    if (row_read_number(db, STATEMENT_COUNT_TABLES, &n, err))
        return -1;
    for (*number = 1; *number <= n; ++*number) {
        struct tables *known;

        if (stored_tables_get(db, *number, &known, err))
            return -1;
        if (tables_equal(known, tables))
            return 0;
    }
    return write_row(db, *number, tables, err) || keep(db, *number, tables, err) ? -1 : 0;
}
