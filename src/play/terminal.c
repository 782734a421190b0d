#include "play/terminal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

#include "play/keys.h"

#define ESCAPE    27
#define ESCAPE_MS 50 /* after which a lone Escape is the Escape key */
#define MOUSE_OFF "\033[?1006l\033[?1000l"

static const int fatal[] = { SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGABRT,
                             SIGSEGV, SIGBUS,  SIGFPE, SIGILL };

#define FATAL_SIGNALS (sizeof fatal / sizeof *fatal)

/*
 * How the terminal is restored when a signal ends the program. The handler may interrupt
 * anything, so it only sends bytes and modes that were prepared here, with write and tcsetattr.
 * It can reach nothing but variables of this scope.
 */
static struct {
    atomic_bool armed;
    int fd;
    struct termios modes;
    char bytes[256];
    size_t n;
    struct sigaction before[FATAL_SIGNALS];
} restorer;

/* The raised signal ends the program when the handler returns. */
static void restore_and_die(int signal_number)
{
    ssize_t written = 0;

    if (restorer.armed) {
        restorer.armed = 0;
        written = write(restorer.fd, restorer.bytes, restorer.n);
        tcsetattr(restorer.fd, TCSANOW, &restorer.modes);
    }
    (void)written;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Takes over the signals that end a program, for a terminal in its current modes. In the handler
 * all other signals are blocked, so that a background process may set the modes, too. Ignored
 * signals stay ignored. */
static void restore_prepare(int fd)
{
    struct sigaction action = { .sa_handler = restore_and_die };

    restorer.armed = 0;
    restorer.fd = fd;
    restorer.n = 0;
    tcgetattr(fd, &restorer.modes);
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < FATAL_SIGNALS; i++) {
        sigaction(fatal[i], &action, &restorer.before[i]);
        if (restorer.before[i].sa_handler == SIG_IGN)
            sigaction(fatal[i], &restorer.before[i], NULL);
    }
}

/* Adds a string of the terminal's description, or NULL, to the bytes that are sent, without the
 * padding, "$<5>", that old terminals ask for. */
static void restore_add(const char *capability)
{
    for (const char *c = capability; c && *c; c++) {
        if (c[0] == '$' && c[1] == '<' && strchr(c, '>'))
            c = strchr(c, '>');
        else if (restorer.n < sizeof restorer.bytes)
            restorer.bytes[restorer.n++] = *c;
    }
}

/* From here on a signal restores the terminal; until restore_end, which gives the signals back. */
static void restore_arm(void)
{
    restorer.armed = 1;
}

static void restore_end(void)
{
    restorer.armed = 0;
    for (size_t i = 0; i < FATAL_SIGNALS; i++)
        sigaction(fatal[i], &restorer.before[i], NULL);
}

static const char *capability(const char *name)
{
    const char *text = tigetstr((NCURSES_CONST char *)name);

    return text == (char *)-1 ? NULL : text;
}

bool terminal_usable(void)
{
    const char *term = getenv("TERM");
    bool usable;
    int why;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !term || !*term ||
        setupterm(NULL, STDOUT_FILENO, &why) != OK)
        return false;
    usable = capability("cup") && capability("clear");
    del_curterm(cur_term);
    return usable;
}

/* Collects what a signal handler sends to leave the full screen. */
static void prepare_restore(void)
{
    static const char *const leaving[] = { "rmkx", "sgr0", "cnorm", "rmcup" };
    int why;

    restore_prepare(STDOUT_FILENO);
    if (setupterm(NULL, STDOUT_FILENO, &why) != OK)
        return;
    if (capability("kmous"))
        restore_add(MOUSE_OFF);
    for (size_t i = 0; i < sizeof leaving / sizeof *leaving; i++)
        restore_add(capability(leaving[i]));
    if (!capability("rmcup"))
        restore_add("\r\n");
    del_curterm(cur_term);
}

static void wake_up(int signal_number)
{
    (void)signal_number;
}

/* SIGWINCH only ends a wait: with a handler of ours ncurses installs none, and a change of size is
 * noticed in one place, by `resized`. It is blocked except while terminal_wait waits, so that none
 * gets lost. */
static void mask_resizes(int how)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGWINCH);
    pthread_sigmask(how, &set, NULL);
}

int terminal_open(struct terminal *terminal, bool colour, struct err *err)
{
    struct sigaction resize = { .sa_handler = wake_up };
    SCREEN *screen;

    /* Only characters follow the locale, numbers do not. */
    setlocale(LC_CTYPE, "");
    prepare_restore();
    use_tioctl(TRUE);
    sigaction(SIGWINCH, &resize, NULL);
    restore_arm();
    screen = newterm(NULL, stdout, stdin);
    if (!screen) {
        restore_end();
        return err_set(err, "the terminal cannot show a full screen; try --plain");
    }
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0);
    mask_resizes(SIG_BLOCK);
    *terminal = (struct terminal){ .screen = screen,
                                   .colour = colour && has_colors() && start_color() == OK,
                                   .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
                                   .rows = LINES,
                                   .cols = COLS };
    return 0;
}

void terminal_close(struct terminal *terminal)
{
    endwin();
    restore_end();
    delscreen(terminal->screen);
    mask_resizes(SIG_UNBLOCK);
    signal(SIGWINCH, SIG_DFL);
    *terminal = (struct terminal){ 0 };
}

static int translate(int key)
{
    static const int table[][2] = {
        { KEY_LEFT, PRESS_LEFT },   { KEY_RIGHT, PRESS_RIGHT }, { KEY_UP, PRESS_UP },
        { KEY_DOWN, PRESS_DOWN },   { KEY_HOME, PRESS_HOME },   { KEY_END, PRESS_END },
        { KEY_ENTER, PRESS_ENTER }, { '\r', PRESS_ENTER },      { '\n', PRESS_ENTER },
        { ESCAPE, PRESS_ESCAPE },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i][0] == key)
            return table[i][1];
    return key < 0x80 ? key : 0;
}

static bool clicked(struct event *event)
{
    MEVENT mouse;

    if (getmouse(&mouse) != OK || !(mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return false;
    *event = (struct event){ .kind = EVENT_CLICK, .row = mouse.y, .col = mouse.x };
    return true;
}

/* Asks the terminal itself: a program that was suspended during a change was not told. */
static bool resized(struct terminal *terminal)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
    if (terminal->rows == LINES && terminal->cols == COLS)
        return false;
    terminal->rows = LINES;
    terminal->cols = COLS;
    return true;
}

/* Reads what was typed, up to the first event. KEY_RESIZE, which resizeterm leaves behind, is none. */
static bool take_key(struct event *event)
{
    int key;

    while ((key = getch()) != ERR) {
        *event = (struct event){ .kind = EVENT_KEY, .key = translate(key) };
        if (key == KEY_MOUSE ? clicked(event) : event->key != 0)
            return true;
    }
    return false;
}

static bool hung_up(void)
{
    struct pollfd pfd = { .fd = STDIN_FILENO, .events = POLLIN };

    return poll(&pfd, 1, 0) < 0 || (pfd.revents & (POLLHUP | POLLERR | POLLNVAL));
}

/* Unblocks SIGWINCH while it waits. Returns the number of readable descriptors, or -1. */
static int wait_for(int fd, double seconds, fd_set *readable)
{
    struct timespec limit = { .tv_sec = (time_t)seconds };
    sigset_t mask;

    limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
    FD_ZERO(readable);
    FD_SET(STDIN_FILENO, readable);
    if (fd >= 0)
        FD_SET(fd, readable);
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    sigdelset(&mask, SIGWINCH);
    return pselect((fd > STDIN_FILENO ? fd : STDIN_FILENO) + 1, readable, NULL, NULL,
                   seconds < 0 ? NULL : &limit, &mask);
}

void terminal_wait(struct terminal *terminal, int fd, double seconds, struct event *event)
{
    while (!take_key(event)) {
        fd_set readable;
        int n;

        *event = (struct event){ .kind = EVENT_RESIZE };
        if (resized(terminal))
            return;
        n = wait_for(fd, seconds, &readable);
        event->kind = n == 0 ? EVENT_TIMEOUT : EVENT_READY;
        if ((n == 0 && seconds >= 0) || (n > 0 && fd >= 0 && FD_ISSET(fd, &readable)))
            return;
        event->kind = EVENT_CLOSED;
        if (n > 0 && hung_up())
            return;
    }
}
