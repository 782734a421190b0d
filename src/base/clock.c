#include "base/clock.h"

#include <time.h>

#define DOZE_MIN_S 50e-6
#define DOZE_MAX_S 2e-3

double clock_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void clock_doze(double waited_s)
{
    double s = waited_s / 20;
    struct timespec nap = { 0 };

    if (s < DOZE_MIN_S)
        s = DOZE_MIN_S;
    if (s > DOZE_MAX_S)
        s = DOZE_MAX_S;
    nap.tv_nsec = (long)(s * 1e9);
    nanosleep(&nap, NULL);
}
