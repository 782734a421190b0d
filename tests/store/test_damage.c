/* A damaged file is refused, or gives back exactly what was written; it never crashes. */
#include "test.h"

#include "store/verify_run.h"

#define GENERATIONS 3

struct bytes {
    unsigned char *byte;
    size_t n;
};

static struct bytes read_bytes(const char *path)
{
    FILE *in = fopen(path, "rb");
    struct bytes all;
    long size;

    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    size = ftell(in);
    assert_true(size > 0);
    rewind(in);
    all = (struct bytes){ malloc((size_t)size), (size_t)size };
    assert_non_null(all.byte);
    assert_int_equal(fread(all.byte, 1, all.n, in), all.n);
    fclose(in);
    return all;
}

static void write_bytes(const char *path, const unsigned char *byte, size_t n)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(byte, 1, n, out), n);
    assert_int_equal(fclose(out), 0);
}

/* A run in memory, to be damaged many times, and a folder for the damaged ones. */
struct victim {
    struct temp_dir dir;
    struct bytes file;
    char path[128];
};

static int setup(void **state)
{
    struct victim *v = calloc(1, sizeof *v);

    assert_non_null(v);
    v->dir = temp_dir_make();
    run_make(v->dir.run, GENERATIONS);
    inside(v->path, v->dir.run, "run.db");
    v->file = read_bytes(v->path);
    *state = v;
    return 0;
}

static int teardown(void **state)
{
    struct victim *v = *state;

    temp_dir_remove(&v->dir);
    free(v->file.byte);
    free(v);
    return 0;
}

/* 1 if damage was noticed, 0 if nothing that counts was damaged. */
static int noticed(const struct victim *v, enum store_mode mode)
{
    struct err err = { 0 };
    int status = verify_dir(v->dir.run, mode, GENERATIONS, 0, &err);

    if (status && strncmp(err.text, "differs", 7) == 0)
        fail_msg("damage was taken for data: %s", err.text);
    /* A reader looks at what it reads, and cannot know what is gone. */
    if (status && mode == STORE_WRITE && strncmp(err.text, "fewer", 5) == 0)
        fail_msg("a loss was not noticed: %s", err.text);
    if (status && err.text[0] == '\0')
        fail_msg("refused without a reason");
    return status != 0;
}

static void flipped_bits_are_noticed(void **state)
{
    struct victim *v = *state;
    int found = 0, flips = SAMPLES(300);

    for (int i = 0; i < flips; i++) {
        struct rng rng;
        unsigned char *byte, old;

        sample_rng(&rng, 30, (uint64_t)i);
        /* More of them in the first page: the header and the schema. */
        byte = &v->file.byte[rng_below(&rng, i % 4 ? v->file.n : 8192)];
        old = *byte;
        *byte = (unsigned char)(old ^ 1u << rng_below(&rng, 8));
        write_bytes(v->path, v->file.byte, v->file.n);
        *byte = old;
        found += noticed(v, STORE_READ) | noticed(v, STORE_WRITE);
    }
    print_message("%d of %d flips were noticed; the others hit free space\n", found, flips);
    assert_true(found > flips / 10);
}

/* As a bad sector or a failing transfer leaves it. */
static void lost_blocks_are_noticed(void **state)
{
    struct victim *v = *state;
    unsigned char *bytes = malloc(v->file.n);

    assert_non_null(bytes);
    for (int i = 0; i < SAMPLES(80); i++) {
        struct rng rng;
        size_t at, n;

        sample_rng(&rng, 31, (uint64_t)i);
        memcpy(bytes, v->file.byte, v->file.n);
        at = rng_below(&rng, v->file.n);
        n = 1 + rng_below(&rng, 600);
        n = at + n > v->file.n ? v->file.n - at : n;
        for (size_t k = 0; k < n; k++)
            bytes[at + k] = i % 2 ? 0 : (unsigned char)rng_below(&rng, 256);
        write_bytes(v->path, bytes, v->file.n);
        noticed(v, STORE_READ);
        noticed(v, STORE_WRITE);
    }
    free(bytes);
}

static void cut_files_are_refused(void **state)
{
    struct victim *v = *state;

    for (size_t n = 0; n < v->file.n; n += 1 + v->file.n / SAMPLES(40)) {
        write_bytes(v->path, v->file.byte, n);
        assert_true(noticed(v, STORE_READ));
        assert_true(noticed(v, STORE_WRITE));
    }
    write_bytes(v->path, v->file.byte, v->file.n);
    assert_false(noticed(v, STORE_WRITE));
}

/* Some calls with their log not yet in the file, as a kill would leave them. */
static struct bytes write_unclosed(const char *dir, const char *copy)
{
    struct store store;
    struct journal j;
    struct bytes file, log;
    char path[128];
    struct err err;

    assert_works(store_open(&store, dir, STORE_WRITE, &err), err);
    j = store_journal(&store);
    for (uint32_t g = GENERATIONS; g < 2 * GENERATIONS; g++)
        assert_works(run_play(&j, g, &err), err);
    file = read_bytes(inside(path, dir, "run.db"));
    log = read_bytes(inside(path, dir, "run.db-wal"));
    store_close(&store);
    assert_int_equal(mkdir(copy, 0777), 0);
    write_bytes(inside(path, copy, "run.db"), file.byte, file.n);
    free(file.byte);
    return log;
}

/* The run goes back to the end of some call. */
static void assert_ends_with_a_call(const char *dir, uint32_t least)
{
    struct store store;
    struct journal j;
    struct journal_pairing *list;
    uint32_t closed;
    size_t n;
    struct err err;

    assert_works(store_open(&store, dir, STORE_WRITE, &err), err);
    j = store_journal(&store);
    assert_works(journal_count_generations(&j, &closed, &err), err);
    assert_true(closed >= least && closed <= 2 * GENERATIONS);
    assert_works(journal_read_pairings(&j, closed, &list, &n, &err), err);
    journal_pairings_free(list, n);
    assert_int_equal(n % RUN_BATCH, 0);
    assert_works(verify_run(&store, closed, n, &err), err);
    store_close(&store);
}

static void a_damaged_log_ends_there(void **state)
{
    struct victim *v = *state;
    char copy[128], path[128];
    struct bytes file, log;

    inside(copy, v->dir.path, "copy");
    write_bytes(v->path, v->file.byte, v->file.n);
    log = write_unclosed(v->dir.run, copy);
    file = read_bytes(inside(path, copy, "run.db"));
    for (int i = 0; i < SAMPLES(30); i++) {
        struct rng rng;
        size_t at;

        sample_rng(&rng, 32, (uint64_t)i);
        at = rng_below(&rng, log.n);
        write_bytes(inside(path, copy, "run.db"), file.byte, file.n);
        if (i % 2)
            log.byte[at] ^= 0x10;
        write_bytes(inside(path, copy, "run.db-wal"), log.byte, i % 2 ? log.n : at);
        if (i % 2)
            log.byte[at] ^= 0x10;
        assert_ends_with_a_call(copy, GENERATIONS);
    }
    write_bytes(inside(path, copy, "run.db"), file.byte, file.n);
    write_bytes(inside(path, copy, "run.db-wal"), log.byte, log.n);
    assert_ends_with_a_call(copy, 2 * GENERATIONS);
    free(file.byte);
    free(log.byte);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(flipped_bits_are_noticed, setup, teardown),
        cmocka_unit_test_setup_teardown(lost_blocks_are_noticed, setup, teardown),
        cmocka_unit_test_setup_teardown(cut_files_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_damaged_log_ends_there, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
