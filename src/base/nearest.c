#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The number of letters to change, insert, leave out, or swap with the next one. */
static int distance(const char *a, const char *b)
{
    int row[3][NEAREST_NAME_SIZE + 1];
    int n = (int)strlen(b);

    for (int k = 0; k <= n; k++)
        row[0][k] = k;
    for (int i = 0; a[i]; i++) {
        int *now = row[(i + 1) % 3];
        const int *last = row[i % 3], *before = row[(i + 2) % 3];

        now[0] = i + 1;
        for (int k = 0; k < n; k++) {
            now[k + 1] = least(last[k] + (a[i] != b[k]), 1 + least(last[k + 1], now[k]));
            if (i > 0 && k > 0 && a[i] == b[k - 1] && a[i - 1] == b[k])
                now[k + 1] = least(now[k + 1], before[k - 1] + 1);
        }
    }
    return row[strlen(a) % 3][n];
}

void nearest_init(struct nearest *n, const char *typed)
{
    *n = (struct nearest){ { 0 }, { 0 }, 0, { 0 } };
    snprintf(n->typed, sizeof n->typed, "%s", typed);
    /* Up to a third of the letters may be wrong. */
    n->distance = 1 + ((int)strlen(n->typed) + 1) / 3;
}

void nearest_offer(struct nearest *n, const char *name)
{
    int d;

    if (strlen(name) >= sizeof n->name)
        return;
    d = distance(n->typed, name);
    if (d > 0 && d < n->distance) {
        n->distance = d;
        strcpy(n->name, name);
    }
}

const char *nearest_hint(struct nearest *n)
{
    snprintf(n->hint, sizeof n->hint, n->name[0] ? "; did you mean '%s'?" : "%s", n->name);
    return n->hint;
}
