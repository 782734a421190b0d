#include "store/row.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "store/pack.h"

struct row row_of(struct database *db, enum statement statement)
{
    assert(!sqlite3_stmt_busy(db->statement[statement]));
    return (struct row){ .db = db, .statement = db->statement[statement] };
}

static void note(struct row *row, int status)
{
    if (row->status == SQLITE_OK)
        row->status = status;
}

void row_put_integer(struct row *row, int64_t value)
{
    note(row, sqlite3_bind_int64(row->statement, ++row->column, value));
}

void row_put_text(struct row *row, const char *text, size_t size)
{
    note(row, sqlite3_bind_text64(row->statement, ++row->column, text, size, SQLITE_STATIC,
                                  SQLITE_UTF8));
}

void row_put_blob(struct row *row, const void *blob, size_t size)
{
    note(row, sqlite3_bind_blob64(row->statement, ++row->column, blob, size, SQLITE_STATIC));
}

void row_put_double(struct row *row, double value)
{
    unsigned char bytes[PACKED_DOUBLE];

    row->column++;
    if (isnan(value)) {
        note(row, sqlite3_bind_null(row->statement, row->column));
    } else if (value == 0 && signbit(value)) {
        pack_doubles(bytes, &value, 1);
        note(row,
             sqlite3_bind_blob(row->statement, row->column, bytes, sizeof bytes, SQLITE_TRANSIENT));
    } else {
        note(row, sqlite3_bind_double(row->statement, row->column, value));
    }
}

void row_end(struct row *row)
{
    sqlite3_reset(row->statement);
    sqlite3_clear_bindings(row->statement);
    row->column = 0;
}

static int fail(struct row *row, int status, struct err *err)
{
    database_fail(row->db, status, err);
    row_end(row);
    return -1;
}

int row_insert(struct row *row, struct err *err)
{
    int status = row->status == SQLITE_OK ? sqlite3_step(row->statement) : row->status;

    if (status != SQLITE_DONE)
        return fail(row, status, err);
    row_end(row);
    return 0;
}

int row_next(struct row *row, struct err *err)
{
    int status = row->status == SQLITE_OK ? sqlite3_step(row->statement) : row->status;

    row->column = 0;
    if (status == SQLITE_DONE) {
        row_end(row);
        return 0;
    }
    if (status != SQLITE_ROW)
        return fail(row, status, err);
    if (sqlite3_column_int(row->statement, sqlite3_column_count(row->statement) - 1) != 1)
        return fail(row, SQLITE_CORRUPT, err);
    return 1;
}

void row_spoil(struct row *row)
{
    note(row, SQLITE_CORRUPT);
}

uint32_t row_get_u32(struct row *row)
{
    int type = sqlite3_column_type(row->statement, row->column);
    int64_t value = sqlite3_column_int64(row->statement, row->column++);

    if (type != SQLITE_INTEGER || value < 0 || value > UINT32_MAX) {
        row_spoil(row);
        return 0;
    }
    return (uint32_t)value;
}

double row_get_double(struct row *row)
{
    int type = sqlite3_column_type(row->statement, row->column);
    double value = NAN;
    size_t size;

    if (type == SQLITE_BLOB) {
        const void *bytes = row_get_bytes(row, &size);

        if (size == PACKED_DOUBLE)
            unpack_doubles(&value, bytes, 1);
        else
            row_spoil(row);
        return value;
    }
    if (type == SQLITE_FLOAT)
        value = sqlite3_column_double(row->statement, row->column);
    else if (type != SQLITE_NULL)
        row_spoil(row);
    row->column++;
    return value;
}

const void *row_get_bytes(struct row *row, size_t *size)
{
    const void *bytes = sqlite3_column_blob(row->statement, row->column);

    *size = (size_t)sqlite3_column_bytes(row->statement, row->column++);
    return *size ? bytes : "";
}

void row_get_text(struct row *row, char *buf, size_t size)
{
    size_t length;
    const void *text = row_get_bytes(row, &length);

    if (length >= size) {
        row_spoil(row);
        length = 0;
    }
    memcpy(buf, text, length);
    buf[length] = '\0';
}

int row_whole(struct row *row, struct err *err)
{
    return row->status == SQLITE_OK ? 0 : fail(row, row->status, err);
}

int row_read_number(struct database *db, enum statement statement, uint32_t *number,
                    struct err *err)
{
    struct row row = row_of(db, statement);
    int status = row_next(&row, err);

    if (status <= 0)
        return status ? -1 : database_damaged(db, "a count is missing", err);
    *number = row_get_u32(&row);
    status = row_whole(&row, err);
    row_end(&row);
    return status;
}
