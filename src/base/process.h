/*
 * process - another program, talked to line by line.
 *
 * The program gets a process group of its own: Ctrl-C in our terminal does not reach it, and
 * whatever it starts is ended together with it, also what left that group (see base/kin.h). All of
 * it ends when we end, however we end. Every
 * wait has a deadline on the clock of clock_s. The program may crash, hang, close its pipes or
 * write without end; none of this ends or blocks us. One thread at a time may use a process; other
 * threads may start programs at the same time.
 */
#ifndef C4E_BASE_PROCESS_H
#define C4E_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include <sys/types.h>

#include "base/err.h"
#include "base/kin.h"

#define PROCESS_LINE_MAX 16384 /* longer lines are truncated */
#define PROCESS_WORDS    120

struct process {
    pid_t pid;        /* 0: none */
    int in, out, err; /* our ends of its standard streams */
    struct kin kin;
    pid_t guard; /* ends the program if we die, which closes the leash; 0: none */
    int leash;
    size_t start, end;
    char buffer[PROCESS_LINE_MAX]; /* unread output, from start to end */
    bool cutting;                  /* the rest of a long line is being dropped */
    size_t words;
    char last_words[PROCESS_WORDS]; /* the last line on its standard error */
    bool words_ended;
};

enum process_answer { PROCESS_LINE, PROCESS_LATE, PROCESS_GONE };

/* Finds a program: as named if the name has a slash, else in PATH or in the system's folder of
 * games, which is not always in PATH. */
int process_find(const char *name, char *path, size_t size, struct err *err);

/* Starts argv[0], found as above; argv ends with NULL. If this fails, there is nothing to
 * release. The error is a shortage if it is not the program's fault. */
int process_start(struct process *process, char *const *argv, struct err *err);

/* Ends the program and everything that it started. First closes its standard input and gives it
 * `patience_s` to end by itself. Accepts a zeroed struct. */
void process_release(struct process *process, double patience_s);

/* Sends all of the text. Returns false if the program is gone or did not read it in time. */
bool process_send(struct process *process, const char *text, double deadline_s);

/* The next line of output, without the newline; valid until the next call. GONE once all output
 * has been read and is closed. */
enum process_answer process_line(struct process *process, double deadline_s, const char **line);

/* Whether it ends with status 0 within that time. */
bool process_succeeded(struct process *process, double patience_s);

/* How a process ended, and its last line of errors: "ended with status 1: no such file". */
void process_fate(struct process *process, char *text, size_t size);

#endif
