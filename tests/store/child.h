/*
 * child - a part of a test in a process of its own.
 */
#ifndef C4E_TESTS_STORE_CHILD_H
#define C4E_TESTS_STORE_CHILD_H

#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"

#define CHILD_SKIPPED 77

/* Starts body in a new process, which must not use the assertions of cmocka: it
 * returns 0, CHILD_SKIPPED, or anything else with a message for the console. */
static inline pid_t child_start(int (*body)(void *context, struct err *err), void *context)
{
    pid_t pid = fork();
    struct err err = { 0 };
    int status;

    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    status = body(context, &err);
    if (status && status != CHILD_SKIPPED)
        fprintf(stderr, "in a child: %s\n", err.text);
    _exit(status & 0xff);
}

/* The child's status, or minus the signal that ended it. */
static inline int child_wait(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static inline int child_run(int (*body)(void *context, struct err *err), void *context)
{
    return child_wait(child_start(body, context));
}

#endif
