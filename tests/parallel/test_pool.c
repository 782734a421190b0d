/* Lists that are filled by any number of threads, or cut short; and how chunks are cut. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "parallel/pool_share.h"

enum { ITEMS = 1000 };

/* A slot is its item plus its index times the number of the context. */
static bool add(const struct pool_item *item)
{
    const uint32_t *number = item->data;

    assert_int_equal(*(const int *)item->worker, 42);
    *(uint64_t *)item->slot = *number + item->index * *(const uint64_t *)item->context;
    if (*number % 10 == 6)
        pool_add_note(item, item->index, *number, "ends with a 6");
    return *number % 10 != 3; /* as if some were given up */
}

/* The memory of these workers is one number. */
static int begin_worker(void *worker, struct err *err)
{
    (void)err;
    *(int *)worker = 42;
    return 0;
}

static void end_worker(void *worker)
{
    assert_int_equal(*(int *)worker, 42);
}

static void set_stop(void *worker, const atomic_bool *stop)
{
    (void)stop;
    assert_int_equal(*(int *)worker, 42);
}

static const struct pool_memory number = { sizeof(int), begin_worker, end_worker, set_stop };

static const struct pool_kind adding = {
    .name = "add", .item_size = sizeof(uint32_t), .slot_size = sizeof(uint64_t), .fill = add
};

struct listener {
    bool told[ITEMS];
    size_t calls, enough;
};

static bool note(void *watcher, size_t index, size_t done)
{
    struct listener *l = watcher;

    assert_false(l->told[index]);
    assert_true(done >= 1 && done <= ITEMS);
    l->told[index] = true;
    return ++l->calls != l->enough;
}

/* Squares that end with a 6 are those of 4 and 6, 14 and 16, ... */
static void check_notes(struct pool *pool, size_t done)
{
    bool noted[ITEMS] = { 0 };

    for (size_t i = 0; i < pool->notes; i++) {
        size_t index = pool->note[i].index;

        assert_false(noted[index]);
        noted[index] = true;
        assert_int_equal(pool->note[i].number, index * index);
        assert_string_equal(pool->note[i].text, "ends with a 6");
    }
    assert_true(pool->notes >= done / 5 && pool->notes <= ITEMS / 5);
    pool_forget_notes(pool);
    assert_int_equal(pool->notes, 0);
}

static size_t fill(int threads, size_t enough, struct listener *l, uint64_t *slot)
{
    uint32_t item[ITEMS];
    uint64_t factor = 7;
    struct pool_job job = { .kind = &adding,
                            .context = &factor,
                            .item = item,
                            .slot = slot,
                            .n = ITEMS,
                            .filled = note,
                            .watcher = l };
    struct pool pool;
    struct err err;
    size_t done;

    *l = (struct listener){ .enough = enough };
    for (uint32_t i = 0; i < ITEMS; i++)
        item[i] = i * i;
    assert_int_equal(pool_init(&pool, threads, &number, &err), 0);
    done = pool_fill(&pool, &job);
    check_notes(&pool, done);
    pool_release(&pool);
    for (size_t i = 0; i < ITEMS; i++)
        if (l->told[i])
            assert_int_equal(slot[i], i * i + 7 * i);
    return done;
}

static void every_slot_is_filled_and_told_once(void **state)
{
    (void)state;
    for (int threads = 0; threads <= 3; threads++) {
        uint64_t slot[ITEMS];
        struct listener l;

        assert_int_equal(fill(threads, 0, &l, slot), ITEMS); /* no square ends with 3 */
        assert_int_equal(l.calls, ITEMS);
    }
}

static void enough_is_enough(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        uint64_t slot[ITEMS];
        struct listener l;
        size_t done = fill(threads, 50, &l, slot);

        assert_true(done >= 50 && done < 50 + (size_t)threads);
        assert_int_equal(l.calls, done);
    }
}

/* A whole list is handed out to a few processes, as rank 0 does it. */
static void chunks_shrink_and_leave_nothing(void **state)
{
    enum { RANKS = 4, THREADS = 8 };
    size_t left = 100000, last[RANKS] = { 0 }, largest = 0;

    (void)state;
    for (int turn = 0; left > 0; turn++) {
        struct chunk_need need = { .left = left,
                                   .threads = THREADS,
                                   .all_threads = THREADS * RANKS,
                                   .items_per_s = last[turn % RANKS] ? 5000.0 * THREADS : 0,
                                   .last = last[turn % RANKS] };
        size_t n = chunk_size(&need);

        assert_true(n >= 1 && n <= left);
        assert_true(n == left || n >= THREADS);
        assert_true(n <= 5 * THREADS || n <= left / RANKS); /* a millisecond, or a fair share */
        if (last[turn % RANKS])
            assert_true(n <= 4 * last[turn % RANKS]);
        else
            assert_int_equal(n, THREADS); /* a first one is small */
        largest = n > largest ? n : largest;
        last[turn % RANKS] = n;
        left -= n;
        assert_true(turn < 1000);
    }
    assert_true(largest > 1000); /* and there were large ones between */
    assert_int_equal(chunk_size(&(struct chunk_need){ .threads = 1, .all_threads = 1 }), 0);
}

/* Slow items come in small chunks, whatever is left. */
static void no_chunk_takes_long(void **state)
{
    struct chunk_need need = { .left = 1000000, .threads = 2, .all_threads = 4, .last = 1000 };

    (void)state;
    for (double rate = 0.01; rate < 1e6; rate *= 3) {
        need.items_per_s = rate;
        assert_true((double)chunk_size(&need) <= (rate > 8 ? rate / 4 : 2));
    }
}

static void chunks_come_back_as_they_were_put(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 40; n++) {
        struct bytes bytes = { 0 };
        struct chunk_view in = chunk_put(&bytes, n, 24), out;

        for (uint32_t k = 0; k < n; k++) {
            in.index[k] = 1000 * k;
            in.flag[k] = (unsigned char)(k % 2);
            memset(in.body + 24 * k, (int)k, 24);
        }
        assert_int_equal(chunk_open(bytes.data, bytes.n, 24, &out), 0);
        assert_int_equal(out.n, n);
        assert_int_equal((out.body - bytes.data) % 8, 0);
        assert_int_equal(bytes.n, (size_t)(out.body - bytes.data) + 24 * n);
        for (uint32_t k = 0; k < n; k++) {
            assert_int_equal(out.index[k], 1000 * k);
            assert_int_equal(out.flag[k], k % 2);
            assert_int_equal(out.body[24 * k + 23], k);
        }
        bytes_release(&bytes);
    }
}

/* A message that was cut off, or says that it holds more than it does. */
static void broken_chunks_are_refused(void **state)
{
    struct chunk_view view;

    (void)state;
    for (uint32_t n = 0; n < 20; n++) {
        struct bytes bytes = { 0 };

        chunk_put(&bytes, n, 24);
        for (size_t size = 0; size < bytes.n; size++)
            assert_int_equal(chunk_open(bytes.data, size, 24, &view), -1);
        assert_int_equal(chunk_open(bytes.data, bytes.n, 25, &view), n == 0 ? 0 : -1);
        for (int bit = 0; bit < 32; bit++) {
            uint32_t other = n ^ UINT32_C(1) << bit;

            memcpy(bytes.data, &other, sizeof other);
            assert_int_equal(chunk_open(bytes.data, bytes.n, 24, &view), -1);
        }
        bytes_release(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_slot_is_filled_and_told_once),
        cmocka_unit_test(enough_is_enough),
        cmocka_unit_test(chunks_shrink_and_leave_nothing),
        cmocka_unit_test(no_chunk_takes_long),
        cmocka_unit_test(chunks_come_back_as_they_were_put),
        cmocka_unit_test(broken_chunks_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
