#include "base/machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

/* The processor as Linux names it; nothing elsewhere. */
static void find_processor(char *buf, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];

    buf[0] = '\0';
    while (file && !buf[0] && fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');

        if (strncmp(line, "model name", strlen("model name")) != 0 || !value)
            continue;
        value[strcspn(value, "\n")] = '\0';
        snprintf(buf, size, ",%s", value + 1);
    }
    if (file)
        fclose(file);
}

size_t machine_describe(char *buf, size_t size)
{
    struct utsname name;
    char processor[256];

    find_processor(processor, sizeof processor);
    if (uname(&name))
        snprintf(buf, size, "unknown system%s", processor);
    else
        snprintf(buf, size, "%s %s%s", name.sysname, name.machine, processor);
    return strlen(buf);
}
