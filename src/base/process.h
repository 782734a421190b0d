/*
 * process - another program, talked to line by line.
 *
 * It leads a process group of its own: Ctrl-C in our terminal does not reach it, and whatever it
 * started is ended with it; all of it is ended with us, however we end. Every wait has a deadline
 * on the clock of clock_s. It may crash, hang, close its pipes or talk without end: none of this
 * ends or blocks us. One thread at a time may use it; others may start programs meanwhile.
 */
#ifndef C4E_BASE_PROCESS_H
#define C4E_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include <sys/types.h>

#include "base/err.h"

#define PROCESS_LINE_MAX 16384 /* longer lines are cut */
#define PROCESS_WORDS    120

struct process {
    pid_t pid;        /* 0: none */
    int in, out, err; /* our ends of its standard streams */
    pid_t guard;      /* ends it if we no longer can, once the leash is cut; 0: none */
    int leash;
    size_t start, end;
    char buffer[PROCESS_LINE_MAX]; /* what it said and nobody took, from start to end */
    bool cutting;                  /* the rest of a line is to be dropped */
    size_t words;
    char last_words[PROCESS_WORDS]; /* the last line on its standard error */
    bool words_ended;
};

enum process_answer { PROCESS_LINE, PROCESS_LATE, PROCESS_GONE };

/* Where a program lies: as named if there is a slash in it, else in PATH or a folder of games,
 * which is not always there. */
int process_find(const char *name, char *path, size_t size, struct err *err);

/* Starts argv[0], found as above; the list ends with NULL. On failure there is nothing to
 * release. */
int process_start(struct process *process, char *const *argv, struct err *err);

/* Ends it, with all that it started: at once, or after `patience_s` in which it may end by itself
 * once its standard input is closed. Accepts a zeroed struct. */
void process_release(struct process *process, double patience_s);

/* Sends all of the text. False when it did not take it in time, or is gone. */
bool process_send(struct process *process, const char *text, double deadline_s);

/* Its next line, without the end; it is valid until the next call. GONE when it said all that
 * it had to say and closed its output. */
enum process_answer process_line(struct process *process, double deadline_s, const char **line);

/* What became of a process that is gone, and its last words: "ended with status 1: no such file". */
void process_fate(struct process *process, char *text, size_t size);

#endif
