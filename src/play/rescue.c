#include "play/rescue.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int fatal[] = { SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGABRT,
                             SIGSEGV, SIGBUS,  SIGFPE, SIGILL };

#define FATAL (sizeof fatal / sizeof *fatal)

/* A signal handler can reach nothing but variables of this scope. */
static struct {
    atomic_bool armed;
    int fd;
    struct termios modes;
    char bytes[256];
    size_t n;
    struct sigaction before[FATAL];
} rescue;

/* The signal comes again, and ends the program, when the handler returns. */
static void give_back(int signal_number)
{
    ssize_t written = 0;

    if (rescue.armed) {
        rescue.armed = 0;
        written = write(rescue.fd, rescue.bytes, rescue.n);
        tcsetattr(rescue.fd, TCSANOW, &rescue.modes);
    }
    (void)written;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* All other signals wait, so that a background process may set the modes, too. What was ignored
 * stays ignored. */
void rescue_prepare(int fd)
{
    struct sigaction action = { .sa_handler = give_back };

    rescue.armed = 0;
    rescue.fd = fd;
    rescue.n = 0;
    tcgetattr(fd, &rescue.modes);
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < FATAL; i++) {
        sigaction(fatal[i], &action, &rescue.before[i]);
        if (rescue.before[i].sa_handler == SIG_IGN)
            sigaction(fatal[i], &rescue.before[i], NULL);
    }
}

/* Without the padding, "$<5>", that descriptions of old terminals ask for. */
void rescue_add(const char *capability)
{
    for (const char *c = capability; c && *c; c++) {
        if (c[0] == '$' && c[1] == '<' && strchr(c, '>'))
            c = strchr(c, '>');
        else if (rescue.n < sizeof rescue.bytes)
            rescue.bytes[rescue.n++] = *c;
    }
}

void rescue_arm(void)
{
    rescue.armed = 1;
}

void rescue_end(void)
{
    rescue.armed = 0;
    for (size_t i = 0; i < FATAL; i++)
        sigaction(fatal[i], &rescue.before[i], NULL);
}
