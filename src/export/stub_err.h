/*
 * stub_err - base/err.h inside a page: what fails there has a code, and no text, which would need
 * all of printf.
 */
#ifndef C4E_EXPORT_STUB_ERR_H
#define C4E_EXPORT_STUB_ERR_H

struct err {
    char unused;
};

#define err_set(err, ...)      ((void)(err), -1)
#define err_set_kind(err, ...) ((void)(err), -1)
#define err_prefix(err, ...)   ((void)(err), -1)
#define err_shortage(err, ...) ((void)(err), -1)
#define err_file(err, ...)     ((void)(err), -1)

#endif
