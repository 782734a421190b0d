/* Many readers, one writer, and a writer that is killed at any moment. */
#include "test.h"

#include <errno.h>
#include <time.h>

#include "store/child.h"
#include "store/verify_run.h"

#define CALLS 4 /* of the journal, for one generation */
#define KILLS 25

/* How far a run has come, in calls. Fails unless it is exactly after some call. */
static uint32_t calls_made(struct store *store)
{
    struct journal j = store_journal(store);
    struct journal_validation *validation;
    struct journal_pairing *pairing;
    uint32_t closed;
    size_t pairings, validations;
    struct err err;

    assert_works(journal_count_generations(&j, &closed, &err), err);
    assert_works(journal_read_pairings(&j, closed, &pairing, &pairings, &err), err);
    journal_pairings_free(pairing, pairings);
    assert_works(journal_read_validation(&j, &validation, &validations, &err), err);
    free(validation);
    assert_int_equal(pairings % RUN_BATCH, 0);
    assert_works(verify_run(store, closed, pairings, &err), err);
    if (validations == (size_t)closed * RUN_VALIDATION) {
        assert_works(verify_validation(&j, closed, &err), err);
        return closed * CALLS + (uint32_t)pairings / RUN_BATCH;
    }
    assert_int_equal(pairings, 0);
    assert_works(verify_validation(&j, closed - 1, &err), err);
    return closed * CALLS - 1;
}

static int make_call(struct journal *j, uint32_t call, struct err *err)
{
    uint32_t generation = call / CALLS;

    switch (call % CALLS) {
    case 0:
        return run_keep(j, generation, 0, err);
    case 1:
        return run_keep(j, generation, RUN_BATCH, err);
    case 2:
        return run_close(j, generation, err);
    default:
        return run_validate(j, generation, err);
    }
}

/* A child that goes on with a run and says after each call how far it has come. */
struct writer {
    const char *dir;
    uint32_t from, to; /* calls */
    int says[2];       /* a pipe */
};

static int write_on(void *context, struct err *err)
{
    struct writer *w = context;
    struct store store;
    struct journal j;

    close(w->says[0]); /* so that it ends when nobody listens any more */
    if (store_open(&store, w->dir, STORE_WRITE, err))
        return -1;
    j = store_journal(&store);
    for (uint32_t call = w->from; call < w->to;) {
        if (make_call(&j, call, err))
            return -1;
        call++;
        if (write(w->says[1], &call, sizeof call) != sizeof call)
            return err_set(err, "the pipe is broken");
    }
    store_close(&store);
    return 0;
}

static pid_t writer_start(struct writer *w)
{
    pid_t pid;

    assert_int_equal(pipe(w->says), 0);
    pid = child_start(write_on, w);
    close(w->says[1]);
    return pid;
}

/* Waits for the next thing that the writer says; false when it has ended. */
static bool writer_hear(struct writer *w, uint32_t *calls)
{
    return read(w->says[0], calls, sizeof *calls) == sizeof *calls;
}

static void sleep_up_to(long microseconds, struct rng *rng)
{
    long us = (long)rng_below(rng, (unsigned long)microseconds);

    nanosleep(&(struct timespec){ .tv_nsec = 1000 * us }, NULL);
}

static void end(pid_t pid)
{
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(child_wait(pid), -SIGKILL);
}

static void nothing_is_lost_when_the_writer_is_killed(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct writer w = { .dir = dir.run, .to = UINT32_MAX };
    struct rng rng;
    int halfway = 0;
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    sample_rng(&rng, 40, 0);
    for (int i = 0; i < KILLS; i++) {
        uint32_t said = w.from, found;
        struct store store;
        pid_t pid = writer_start(&w);

        /* Some are killed while they open the run, the others while they write. */
        if (i % 5)
            assert_true(writer_hear(&w, &said));
        sleep_up_to(20000, &rng);
        end(pid);
        while (writer_hear(&w, &said))
            ;
        close(w.says[0]);
        assert_works(store_open(&store, dir.run, i % 2 ? STORE_READ : STORE_WRITE, &err), err);
        found = calls_made(&store);
        assert_true(found == said || found == said + 1);
        halfway += found % CALLS != 0;
        store_close(&store);
        w.from = found;
    }
    assert_true(w.from > KILLS && halfway > 0);
    temp_dir_remove(&dir);
}

static int create_run(void *context, struct err *err)
{
    struct store store;

    if (store_create(&store, context, &run_meta, err))
        return -1;
    store_close(&store);
    return 0;
}

/* There is no run, and one can be made; or there is one, complete. */
static void a_new_run_is_complete_or_not_there(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct rng rng;
    struct err err;

    (void)state;
    sample_rng(&rng, 41, 0);
    for (int i = 0; i < KILLS; i++) {
        char path[128], name[16];
        struct store store;
        pid_t pid;
        int status;

        snprintf(name, sizeof name, "%d", i);
        pid = child_start(create_run, (void *)inside(path, dir.path, name));
        sleep_up_to(40000, &rng);
        kill(pid, SIGKILL);
        child_wait(pid);
        status = store_open(&store, path, STORE_WRITE, &err);
        if (status)
            assert_works(store_create(&store, path, &run_meta, &err), err);
        assert_string_equal(store.meta.config, run_meta.config);
        store_close(&store);
    }
    temp_dir_remove(&dir);
}

static void readers_read_while_a_run_is_written(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct writer w = { .dir = dir.run, .to = CALLS * SAMPLES(50) };
    struct store early, store;
    uint32_t seen = 0, heard;
    pid_t pid;
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    pid = writer_start(&w);
    assert_true(writer_hear(&w, &heard));
    assert_works(store_open(&early, dir.run, STORE_READ, &err), err);
    seen = calls_made(&early);
    assert_true(seen >= heard);
    for (uint32_t last = seen; last < w.to;) {
        uint32_t now;

        assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
        now = calls_made(&store);
        store_close(&store);
        assert_true(now >= last);
        last = now;
    }
    /* Whoever opened early still sees what it saw then. */
    assert_int_equal(calls_made(&early), seen);
    while (writer_hear(&w, &heard))
        ;
    close(w.says[0]);
    assert_int_equal(child_wait(pid), 0);
    assert_int_equal(calls_made(&early), seen);
    store_close(&early);
    assert_works(verify_dir(dir.run, STORE_WRITE, w.to / CALLS, 0, &err), err);
    temp_dir_remove(&dir);
}

static void a_second_writer_is_refused(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct writer w = { .dir = dir.run, .to = UINT32_MAX };
    struct store store;
    uint32_t heard;
    char process[64];
    pid_t pid;
    struct err err;

    (void)state;
    run_make(dir.run, 0);
    pid = writer_start(&w);
    assert_true(writer_hear(&w, &heard));
    snprintf(process, sizeof process, "another c4evolve (process %ld) is writing", (long)pid);
    assert_refused(store_open(&store, dir.run, STORE_WRITE, &err), err, process);
    assert_refused(store_open(&store, dir.run, STORE_WRITE, &err), err, process);
    assert_works(store_open(&store, dir.run, STORE_READ, &err), err);
    store_close(&store);
    end(pid);
    close(w.says[0]);
    assert_works(store_open(&store, dir.run, STORE_WRITE, &err), err); /* no lock is left */
    store_close(&store);
    temp_dir_remove(&dir);
}

static void a_second_writer_in_one_process_is_refused(void **state)
{
    struct temp_dir dir = temp_dir_make();
    struct store first, second;
    struct err err;

    (void)state;
    assert_works(store_create(&first, dir.run, &run_meta, &err), err);
    assert_refused(store_open(&second, dir.run, STORE_WRITE, &err), err, "is writing this run");
    store_close(&second);
    assert_refused(store_open(&second, dir.run, STORE_WRITE, &err), err, "is writing this run");
    store_close(&first);
    assert_works(store_open(&second, dir.run, STORE_WRITE, &err), err);
    store_close(&second);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost_when_the_writer_is_killed),
        cmocka_unit_test(a_new_run_is_complete_or_not_there),
        cmocka_unit_test(readers_read_while_a_run_is_written),
        cmocka_unit_test(a_second_writer_is_refused),
        cmocka_unit_test(a_second_writer_in_one_process_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
