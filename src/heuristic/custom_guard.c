#define _DEFAULT_SOURCE /* sigaltstack, syscall */
#include "heuristic/custom_guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "game/notation.h"

#define STACK_SIZE   65536 /* for signal handlers: the other stack may be what ran out */
#define LOOK_EVERY_S 0.25
#define ASLEEP_S     60 /* for a call that waits instead of computing */
#define TEXT_SIZE    512

/* One for each thread that has called a heuristic. Never freed: the watcher may look at it. */
struct guarded {
    struct custom_call call;
    struct guarded *next;
    pthread_t thread;
    unsigned long seen; /* the watcher's: the number of the call that it saw last, */
    double cpu_s;       /* the thread's time, */
    int looks;          /* and how often it saw it */
    unsigned char stack[STACK_SIZE];
};

/* These belong to the process, like signals themselves. */
static struct guarded *_Atomic slots;
static custom_report *reporter;
static atomic_bool ending;
static bool begun;

static _Thread_local struct guarded *mine;

static const struct {
    int number;
    const char *name;
} faults[] = {
    { SIGSEGV, "a bad memory access or a full stack" },
    { SIGBUS, "a bad memory access" },
    { SIGFPE, "a division by zero" },
    { SIGILL, "an illegal instruction" },
    { SIGABRT, "abort" },
};

#define FAULTS ((int)(sizeof faults / sizeof *faults))

static const char *position_text(const struct custom_call *call, char text[MOVES_TEXT_SIZE])
{
    uint64_t first = call->first, all = call->all;
    int plies = bit_count(all);
    struct position pos = { plies % 2 ? first ^ all : first, all, plies };
    struct moves moves;

    return moves_reach(&moves, &pos) ? "?" : moves_format(&moves, text);
}

_Noreturn static void quit(int status)
{
    for (;;)
        syscall(SYS_exit_group, status);
}

/* Reports what happened in a call, and ends the program without another word. If several threads
 * come here at once, the first one speaks. */
_Noreturn static void end_program(const struct custom_call *call, const char *what)
{
    char text[TEXT_SIZE], moves[MOVES_TEXT_SIZE];

    if (atomic_exchange(&ending, true))
        for (;;)
            pause();
    snprintf(text, sizeof text, "%s: %s in position %s, seen by the %s player", call->custom->path,
             what, position_text(call, moves), call->viewer ? "second" : "first");
    if (reporter)
        reporter(text);
    else if (write(STDERR_FILENO, text, strlen(text)) < 0 || write(STDERR_FILENO, "\n", 1) < 0)
        quit(1);
    quit(1);
}

/* A fault that is not a heuristic's is left to whoever handled it before. */
static void on_fault(int number)
{
    char what[TEXT_SIZE / 2];

    if (!mine || !mine->call.custom) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    for (int i = 0; i < FAULTS; i++)
        if (faults[i].number == number)
            snprintf(what, sizeof what, "evaluate crashed (%s)", faults[i].name);
    end_program(&mine->call, what);
}

static void at_end(void)
{
    if (mine && mine->call.custom)
        end_program(&mine->call, "evaluate called exit");
}

/* These leave out what atexit has registered. The program's definition goes before that of the C
 * library, so heuristics call it, too. */
_Noreturn void _exit(int status)
{
    at_end();
    quit(status);
}

_Noreturn void _Exit(int status)
{
    _exit(status);
}

static double thread_seconds(pthread_t thread)
{
    struct timespec time;
    clockid_t clock;

    if (pthread_getcpuclockid(thread, &clock) || clock_gettime(clock, &time))
        return 0;
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Time counts only while the watcher itself runs: a program that was stopped is not late. */
static void look_at(struct guarded *slot)
{
    unsigned long number = slot->call.number;
    double cpu_s;

    if (!slot->call.custom)
        return;
    cpu_s = thread_seconds(slot->thread);
    if (number != slot->seen || slot->looks == 0) {
        slot->seen = number;
        slot->cpu_s = cpu_s;
        slot->looks = 0;
    }
    slot->looks++;
    if ((cpu_s - slot->cpu_s >= CUSTOM_PATIENCE_S || slot->looks * LOOK_EVERY_S >= ASLEEP_S) &&
        slot->call.number == number && slot->call.custom)
        end_program(&slot->call, "evaluate does not come back: an endless loop");
}

static void *watch(void *unused)
{
    const struct timespec pause_time = { 0, (long)(LOOK_EVERY_S * 1e9) };

    for (;;) {
        nanosleep(&pause_time, NULL);
        for (struct guarded *s = atomic_load(&slots); s; s = s->next)
            look_at(s);
    }
    return unused;
}

/* The watcher takes no signals: Ctrl-C belongs to the others. */
static int start_watcher(void)
{
    sigset_t all, before;
    pthread_t thread;
    int status;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    status = pthread_create(&thread, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status == 0)
        pthread_detach(thread);
    return status;
}

int custom_guard_begin(struct err *err)
{
    struct sigaction action = { .sa_handler = on_fault, .sa_flags = SA_ONSTACK | SA_NODEFER };

    if (begun)
        return 0;
    if (start_watcher() || atexit(at_end) || at_quick_exit(at_end))
        return err_shortage(err, "no thread can be started to watch the heuristic");
    for (int i = 0; i < FAULTS; i++)
        sigaction(faults[i].number, &action, NULL);
    begun = true;
    return 0;
}

void custom_guard_report_to(custom_report *report)
{
    reporter = report;
}

/* Without memory a thread shares a slot that nobody watches. */
static struct guarded *add_slot(void)
{
    static struct guarded last_resort;
    struct guarded *slot = calloc(1, sizeof *slot);
    stack_t stack = { .ss_size = STACK_SIZE };

    if (!slot)
        return &last_resort;
    stack.ss_sp = slot->stack;
    sigaltstack(&stack, NULL);
    slot->thread = pthread_self();
    slot->next = atomic_load(&slots);
    while (!atomic_compare_exchange_weak(&slots, &slot->next, slot))
        ;
    return slot;
}

struct custom_call *custom_guard_call(void)
{
    if (!mine)
        mine = add_slot();
    return &mine->call;
}

_Noreturn void custom_guard_refuse(const struct custom_call *call, double value)
{
    char what[TEXT_SIZE / 2];

    snprintf(what, sizeof what, "evaluate returned %g, not a number from %d to %d", value,
             -CUSTOM_LIMIT, CUSTOM_LIMIT);
    end_program(call, what);
}
