/* Books, and positions to make one of. */
#include "fuzz/fuzz.h"

#include "search/book.h"
#include "search/book_make.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct book book;
    struct err err = { 0 };
    int status = book_read(&book, path, &err);

    fuzz_check_error(status, &err);
    if (status == 0)
        book_release(&book);
    status = book_import(&book, path, &err);
    fuzz_check_error(status, &err);
    if (status == 0)
        book_release(&book);
    fuzz_remove(path);
    return 0;
}
