/*
 * fake-engine HOW [K]: a UCI engine for tests. It plays the first open column, but misbehaves in
 * the way that HOW names: from the start, or in its K-th answer to "go" (default 1). Its input is
 * also written to the file $FAKE_LOG.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "game/fen.h"
#include "game/notation.h"

struct fake {
    const char *how;
    int fails_at, asked;
    bool taught; /* it was given a file of variants */
    struct position pos;
    FILE *log;
};

static bool is(const struct fake *f, const char *how)
{
    return strcmp(f->how, how) == 0;
}

static void sleep_for_ever(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    for (;;)
        pause();
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000 }, NULL);
}

static void say(const char *text)
{
    puts(text);
    fflush(stdout);
}

/* Reads a position, which moves may follow. */
static void take_position(struct fake *f, const char *line)
{
    const char *moves = strstr(line, " moves ");
    struct err err;

    f->pos = (struct position){ 0 };
    if (strncmp(line, "position fen ", 13) == 0 && fen_parse(&f->pos, line + 13, &err))
        fprintf(stderr, "bad position: %s\n", err.text);
    for (moves = moves ? moves + 7 : ""; *moves; moves += 4 + (moves[4] == ' ')) {
        char drop[5] = { moves[0], moves[1], moves[2], moves[3], 0 };
        int column = fen_drop_parse(&f->pos, drop);

        if (column >= 0)
            position_play(&f->pos, playable_cells(f->pos.all) & column_cells(column));
    }
}

static void answer_well(const struct fake *f)
{
    char drop[DROP_SIZE];

    for (int c = 0; c < COLUMNS; c++) {
        if (playable_cells(f->pos.all) & column_cells(c)) {
            printf("info depth 3 score cp 25 nodes 77 pv %s\n", fen_drop_format(&f->pos, c, drop));
            printf("bestmove %s%s\n", drop, is(f, "ponder") ? " ponder P@a1" : "");
            fflush(stdout);
            return;
        }
    }
}

/* Output that the protocol tells front ends to ignore. */
static void make_noise(void)
{
    printf("bestmoves are hard\ninfo string depth 99 nodes 12345678\n\n\x01\xff\x1b[31m\r\n  ");
    for (int i = 0; i < 50000; i++)
        putchar('x');
    printf("\r\ninfo\noption name\noption name UCI_Variant\nreadyok\n");
    fflush(stdout);
    pause_ms(2);
    printf("info depth 2 score mate 1 nodes 5");
    fflush(stdout);
    pause_ms(2);
    putchar('\n');
}

static void misbehave(const struct fake *f)
{
    if (is(f, "crash")) {
        signal(SIGSEGV, SIG_DFL); /* sanitizers catch it */
        raise(SIGSEGV);
    } else if (is(f, "exit")) {
        fprintf(stderr, "out of ideas\n");
        exit(3);
    } else if (is(f, "hang")) {
        sleep_for_ever();
    } else if (is(f, "close")) {
        fclose(stdout);
        sleep_for_ever();
    } else if (is(f, "illegal")) {
        say("bestmove P@d9");
    } else if (is(f, "none")) {
        say("bestmove (none)");
    } else if (is(f, "empty")) {
        say("bestmove");
    } else if (is(f, "escape")) {
        say("bestmove \x1b[31mred");
    } else if (is(f, "garbage")) {
        for (;;)
            say("info string blah blah blah");
    } else {
        if (is(f, "noise"))
            make_noise();
        answer_well(f);
    }
}

/* A child with a session of its own, which nobody asked for. */
static void leave_child(void)
{
    if (fork() != 0)
        return;
    setsid();
    signal(SIGHUP, SIG_IGN);
    fclose(stdin);
    fclose(stdout);
    fclose(stderr);
    sleep_for_ever();
}

static void introduce(const struct fake *f)
{
    if (is(f, "session"))
        leave_child();
    if (is(f, "mute"))
        sleep_for_ever();
    if (is(f, "slow"))
        pause_ms(300);
    if (is(f, "noise"))
        make_noise();
    puts("id name Fake Engine\nid author nobody");
    puts("option name Skill Level type spin default 20 min 0 max 20");
    puts("option name Clear Hash type button");
    if (is(f, "path"))
        puts("option name VariantPath type string default <empty>");
    if (!is(f, "plain"))
        printf("option name UCI_Variant type combo default chess var chess var connect44%s%s\n",
               is(f, "chess") || (is(f, "path") && !f->taught) ? "" : " var connect4",
               is(f, "both") ? " var cfour" : "");
    say("uciok");
}

static void take_line(struct fake *f, const char *line)
{
    if (f->log) {
        fprintf(f->log, "%s\n", line);
        fflush(f->log);
    }
    if (strcmp(line, "uci") == 0)
        introduce(f);
    else if (strcmp(line, "isready") == 0)
        say("readyok");
    else if (strncmp(line, "setoption name VariantPath value ", 33) == 0)
        f->taught = access(line + 33, R_OK) == 0;
    else if (strncmp(line, "position ", 9) == 0)
        take_position(f, line);
    else if (strncmp(line, "go", 2) == 0 && ++f->asked == f->fails_at)
        misbehave(f);
    else if (strncmp(line, "go", 2) == 0)
        answer_well(f);
    else if (strcmp(line, "quit") == 0 && !is(f, "stubborn"))
        exit(0);
}

int main(int argc, char **argv)
{
    struct fake f = { .how = argc > 1 ? argv[1] : "well",
                      .fails_at = argc > 2 ? atoi(argv[2]) : 1 };
    char *line = NULL;
    size_t size = 0;
    ssize_t length;

    if (getenv("FAKE_LOG"))
        f.log = fopen(getenv("FAKE_LOG"), "a");
    if (is(&f, "dead")) {
        fprintf(stderr, "first this,\nthen that went wrong\n");
        return 7;
    }
    while ((length = getline(&line, &size, stdin)) > 0) {
        line[strcspn(line, "\n")] = '\0';
        take_line(&f, line);
    }
    if (is(&f, "stubborn"))
        sleep_for_ever();
    free(line);
    return 0;
}
