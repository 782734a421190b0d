#include "search/book_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER_SIZE 64

/* Same bytes on every machine of one byte order; a journal is not carried to another. */
struct record {
    uint32_t chunk;
    int8_t result[BOOK_CHUNK];
    uint32_t checksum; /* of all before */
};

static uint32_t record_checksum(const struct record *r)
{
    uint64_t sum = book_checksum(BOOK_CHECKSUM, r, offsetof(struct record, checksum));

    return (uint32_t)(sum ^ sum >> 32);
}

/* One line that a person can read, padded to a fixed size. */
static void make_header(char header[HEADER_SIZE], const struct book *book)
{
    uint64_t keys = book_checksum(BOOK_CHECKSUM, book->key, book->n * sizeof *book->key);

    memset(header, ' ', HEADER_SIZE);
    header[snprintf(header, HEADER_SIZE, "c4ebook-part1 plies %d %s %zu %016" PRIx64, book->plies,
                    book->kind == BOOK_SCORES ? "scores" : "wdl", book->n, keys)] = ' ';
    header[HEADER_SIZE - 1] = '\n';
}

static int lock_file(FILE *file)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

    return fcntl(fileno(file), F_SETLK, &lock);
}

static int system_error(const struct book_journal *journal, struct err *err)
{
    return err_set(err, "%s: %s", journal->path, strerror(errno));
}

/* Reads the records. Returns the length of the file up to the last whole one. */
static long take_records(FILE *file, struct book *book, bool *finished)
{
    long length = HEADER_SIZE;
    struct record r;

    while (fread(&r, sizeof r, 1, file) == 1) {
        length += (long)sizeof r;
        if (r.checksum != record_checksum(&r) || r.chunk >= book_chunks(book))
            continue;
        memcpy(&book->result[r.chunk * BOOK_CHUNK], r.result, book_chunk_size(book, r.chunk));
        finished[r.chunk] = true;
    }
    return length;
}

static int read_journal(struct book_journal *journal, struct book *book, bool *finished,
                        struct err *err)
{
    char wanted[HEADER_SIZE], found[HEADER_SIZE];
    size_t got;
    long length;

    make_header(wanted, book);
    got = fread(found, 1, HEADER_SIZE, journal->file);
    if (memcmp(found, wanted, got) != 0)
        return err_set(err, "%s: belongs to another book; remove it to begin anew", journal->path);
    if (got == HEADER_SIZE) {
        length = take_records(journal->file, book, finished);
        if (ftruncate(fileno(journal->file), length) || fseek(journal->file, 0, SEEK_END))
            return system_error(journal, err);
        return 0;
    }
    rewind(journal->file); /* new, or killed while it was begun */
    if (fwrite(wanted, 1, HEADER_SIZE, journal->file) != HEADER_SIZE || fflush(journal->file))
        return system_error(journal, err);
    return 0;
}

int book_journal_open(struct book_journal *journal, const char *path, struct book *book,
                      bool *finished, struct err *err)
{
    int fd = open(path, O_RDWR | O_CREAT, 0666);

    *journal = (struct book_journal){ .path = path };
    if (fd < 0)
        return system_error(journal, err);
    journal->file = fdopen(fd, "r+b");
    if (!journal->file) {
        close(fd);
        return system_error(journal, err);
    }
    if (lock_file(journal->file)) {
        err_set(err, "%s: another process is at work on it", path);
    } else if (read_journal(journal, book, finished, err) == 0) {
        return 0;
    }
    book_journal_close(journal);
    return -1;
}

void book_journal_close(struct book_journal *journal)
{
    if (journal->file)
        fclose(journal->file);
    *journal = (struct book_journal){ 0 };
}

int book_journal_add(struct book_journal *journal, const struct book *book, size_t chunk,
                     struct err *err)
{
    struct record r = { .chunk = (uint32_t)chunk };

    memcpy(r.result, &book->result[chunk * BOOK_CHUNK], book_chunk_size(book, chunk));
    r.checksum = record_checksum(&r);
    if (fwrite(&r, sizeof r, 1, journal->file) != 1 || fflush(journal->file))
        return system_error(journal, err);
    return 0;
}
