/*
 * cli - what all commands share: options, help, errors and exit codes.
 *
 * A command describes itself in one struct cli; its option table drives both
 * the parsing and the help text. Results go to stdout, everything else to
 * stderr.
 */
#ifndef C4E_CMD_CLI_H
#define C4E_CMD_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "game/notation.h"

enum exit_code { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

enum option_kind {
    OPTION_FLAG, /* bool */
    OPTION_TEXT, /* const char * */
    OPTION_INT,  /* int within low..high */
    OPTION_U64,  /* uint64_t of low or more */
    OPTION_LIST, /* struct text_list; may be given more than once */
    OPTION_LOAD  /* a heuristic or, with low 1, an engine to load; may be given more than once */
};

struct option_row {
    const char *name; /* "--games" */
    const char *arg;  /* what its value is, "FILE" or "first|second"; NULL for a flag */
    const char *help;
    enum option_kind kind;
    void *to;
    long low, high;
};

#define TEXT_LIST_MAX 64

struct text_list {
    const char *item[TEXT_LIST_MAX];
    int n;
};

struct cli {
    const char *name;
    const char *arguments;           /* "A B [OPTIONS]"; kinds as in cmd/complete.h */
    const char *about;               /* what the command does */
    void (*list)(FILE *out);         /* prints the rows of a table below that; or NULL */
    const char *examples;            /* lines of commands, or NULL */
    const struct option_row *option; /* ended by a row without a name, or NULL */
    int min_args, max_args;          /* besides options; max -1: any number */
};

/* cli_parse returns this if the command should run; otherwise the exit code to end with. */
#define CLI_GO_ON (-1)

/* Stores the values of options and moves the other arguments to argv[1], argv[2]...; *args is
 * their number. Prints help, errors and completions. */
int cli_parse(const struct cli *cli, int argc, char **argv, int *args);

/* Loads a heuristic whose last words, if it ends the program, go to stderr like other errors. */
int cli_load_heuristic(const char *path, struct err *err);

/* Prints a message to stderr, each line prefixed with the program's name, and only the first lines
 * of a long list of errors. Returns code, or the exit code that the kind of error always has. */
int cli_fail(enum exit_code code, const struct err *err);

/* The same for a message that is made here. */
__attribute__((format(printf, 2, 3))) int cli_failf(enum exit_code code, const char *fmt, ...);

/* What is left to do at the end: the output of the command must be written. Returns code, or
 * EXIT_FAILED. */
int cli_finish(int code);

/* Prints the row of a table: a name padded to `width`, then text, in lines of 80 columns or
 * so. A longer name has a line of its own. */
void cli_print_row(FILE *out, const char *name, int width, const char *text);

/* Checks that a file can be written, before long work whose result would be lost. Creates none. */
int cli_check_writable(const char *path, struct err *err);

/* The command line as it can be pasted into a shell; to be called before cli_parse, which moves
 * the arguments. The caller frees it; NULL if memory has run out. */
char *cli_command_line(int argc, char **argv);

/* The width of the terminal behind a file descriptor; `otherwise` if it is not a terminal. */
int cli_terminal_width(int fd, int otherwise);

/* The moves that games start with: a position that is not over; the empty board for NULL. */
int cli_start(struct moves *moves, const char *text, struct err *err);

/* Rows that many commands have. */
#define OPTION_THREADS(variable)                                                                   \
    {                                                                                              \
        "--threads", "T", "threads to use; default: all cores", OPTION_INT, &(variable), 1, 1024   \
    }
#define OPTION_SEED(variable)                                                                      \
    {                                                                                              \
        "--seed", "S", "seed of all random choices; default 1", OPTION_U64, &(variable), 0, 0      \
    }

/* For commands that take players or runs. */
#define OPTION_ENGINE                                                                              \
    {                                                                                              \
        "--engine", "UCI", "uci:COMMAND: an engine whose options are genes; 'help engines'",       \
            OPTION_LOAD, NULL, 1, 0                                                                \
    }
#define OPTION_HEURISTIC                                                                           \
    {                                                                                              \
        "--heuristic", "FILE", "a heuristic of your own, C or .so; see 'help heuristics'",         \
            OPTION_LOAD, NULL, 0, 0                                                                \
    }

/* A row of the table in main.c. run returns an exit code; argv[0] is the name of the command. */
struct command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
};

int cmd_analyse(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_book(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_evolve(int argc, char **argv);
int cmd_experiment(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_fit(int argc, char **argv);
int cmd_genes(int argc, char **argv);
int cmd_heuristic(int argc, char **argv);
int cmd_lineage(int argc, char **argv);
int cmd_log(int argc, char **argv);
int cmd_match(int argc, char **argv);
int cmd_move(int argc, char **argv);
int cmd_openings(int argc, char **argv);
int cmd_perft(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_positions(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_resume(int argc, char **argv);
int cmd_runs(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_solve(int argc, char **argv);
int cmd_studies(int argc, char **argv);
int cmd_tournament(int argc, char **argv);
int cmd_truth(int argc, char **argv);
int cmd_uci(int argc, char **argv);
int cmd_watch(int argc, char **argv);

#endif
