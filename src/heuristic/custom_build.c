#define _DEFAULT_SOURCE /* realpath, getentropy */
#include "heuristic/custom_build.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/clock.h"
#include "base/data.h"
#include "base/process.h"
#include "base/replacement.h"
#include "game/position.h"

#define PATH_SIZE  4096
#define ARGS_MAX   40
#define PATIENCE_S 120
#define HEADER     "heuristic.h"

/* What comes from heuristic.h has no warnings: it is a system header. popcnt is as old as most
 * machines, and counting bits is what heuristics do. */
#if defined __x86_64__
#define MACHINE_FLAG "-mpopcnt"
#else
#define MACHINE_FLAG "-DC4E_HEURISTIC"
#endif
static const char *const flags[] = {
    "-std=gnu11",
    "-O2",
    "-fPIC",
    "-ffp-contract=off",
    "-Wall",
    "-Wextra",
    "-Werror=implicit-function-declaration",
    MACHINE_FLAG,
    "-DC4E_COLUMNS=" BOARD_TEXT(C4E_COLUMNS),
    "-DC4E_ROWS=" BOARD_TEXT(C4E_ROWS),
};

#define FLAGS (sizeof flags / sizeof *flags)

extern const struct data_file heuristic_files[];

struct build {
    char source[PATH_SIZE];
    char compiler[PATH_SIZE]; /* its words, which argv points into */
    char folder[PATH_SIZE];   /* of the cache */
    char include[PATH_SIZE];  /* the folder with our header */
    char made[PATH_SIZE];     /* what the compiler writes before it has its name */
    char text[PATH_SIZE];     /* the source after the preprocessor */
    char *argv[ARGS_MAX];
    int args;
    struct custom_library *library;
};

const char *custom_header(void)
{
    return (const char *)data_file_find(heuristic_files, HEADER)->data;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), n = strlen(ending);

    return length > n && strcmp(name + length - n, ending) == 0;
}

/* FNV-1a, 64 bits. */
static uint64_t add_to_sum(uint64_t sum, const void *data, size_t size)
{
    const unsigned char *byte = data;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ byte[i]) * UINT64_C(0x100000001b3);
    return sum;
}

#define EMPTY_SUM UINT64_C(0xcbf29ce484222325)

static int sum_file(const char *path, uint64_t *sum, struct err *err)
{
    FILE *file = fopen(path, "rb");
    char chunk[4096];
    size_t got;
    bool failed;

    if (!file)
        return err_file(err, path, errno);
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0)
        *sum = add_to_sum(*sum, chunk, got);
    failed = ferror(file);
    fclose(file);
    return failed ? err_file(err, path, EIO) : 0;
}

/* The name of the source without folders and ending. */
static void plain_name(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');

    snprintf(name, size, "%s", slash ? slash + 1 : path);
    name[strcspn(name, ".")] = '\0';
}

static int write_text(const char *folder, const char *name, const char *text, struct err *err)
{
    struct replacement file;

    if (replacement_begin(&file, folder, name, err))
        return -1;
    fputs(text, file.out);
    return replacement_finish(&file, err);
}

/* Our header lies in the cache, too, so that it fits this program wherever that came from. Somebody
 * may have edited it, as errors in it name that file. */
static int place_header(struct build *b, struct err *err)
{
    const char *text = custom_header();
    char name[128], folder[PATH_SIZE], path[PATH_SIZE + 32];
    uint64_t sum = add_to_sum(EMPTY_SUM, text, strlen(text)), there = EMPTY_SUM;
    struct err unreadable;

    snprintf(name, sizeof name, "heuristics/include-%016" PRIx64, sum);
    if (cache_folder(name, b->include, sizeof b->include, err))
        return -1;
    snprintf(name, sizeof name, "heuristics/include-%016" PRIx64 "/c4evolve", sum);
    if (cache_folder(name, folder, sizeof folder, err))
        return -1;
    snprintf(path, sizeof path, "%s/" HEADER, folder);
    return sum_file(path, &there, &unreadable) == 0 && there == sum
               ? 0
               : write_text(folder, HEADER, text, err);
}

static int find_compiler(struct build *b, struct err *err)
{
    const char *named = getenv("CC");
    char path[PATH_SIZE], *rest = b->compiler, *word;

    snprintf(b->compiler, sizeof b->compiler, "%s", named && *named ? named : "cc");
    static char shell[] = "/bin/sh", option[] = "-c", script[] = "exec \"$@\" 2>&1";

    b->argv[b->args++] = shell;
    b->argv[b->args++] = option;
    b->argv[b->args++] = script;
    b->argv[b->args++] = shell;
    for (; (word = strtok_r(rest, " \t", &rest)) && b->args < ARGS_MAX / 2;)
        b->argv[b->args++] = word;
    if (b->args > 4 && process_find(b->argv[4], path, sizeof path, err) == 0)
        return 0;
    return err_set(err,
                   "%s: there is no C compiler: '%s' was not found. Install gcc or clang, name "
                   "one in the variable CC, or give a library that was compiled elsewhere "
                   "(%s.so)",
                   b->source, b->args > 4 ? b->argv[4] : "cc", "FILE");
}

/* What the compiler says. Returns false if it has not ended in time. */
static bool hear_compiler(struct process *process, char *words, size_t size)
{
    double deadline_s = clock_s() + PATIENCE_S;
    enum process_answer answer;
    const char *line;
    size_t used = 0;

    words[0] = '\0';
    while ((answer = process_line(process, deadline_s, &line)) == PROCESS_LINE)
        if (used < size)
            used += (size_t)snprintf(words + used, size - used, "%s%s", used ? "\n" : "", line);
    return answer == PROCESS_GONE;
}

/* Runs the compiler with our flags and these, which end with NULL. */
static int compile(struct build *b, const char *const *more, struct err *err)
{
    struct custom_library *library = b->library;
    char *argv[ARGS_MAX + FLAGS + 1];
    char fate[PROCESS_WORDS + 80];
    struct process process;
    bool ended, done;
    int n = 0;

    for (int i = 0; i < b->args; i++)
        argv[n++] = b->argv[i];
    for (size_t i = 0; i < FLAGS; i++)
        argv[n++] = (char *)(uintptr_t)flags[i];
    for (; *more; more++)
        argv[n++] = (char *)(uintptr_t)*more;
    argv[n] = NULL;
    if (process_start(&process, argv, err))
        return err_prefix(err, b->source);
    ended = hear_compiler(&process, library->warnings, sizeof library->warnings);
    done = ended && process_succeeded(&process, PATIENCE_S);
    if (!done)
        process_fate(&process, fate, sizeof fate);
    process_release(&process, 1);
    if (done)
        return 0;
    if (!ended)
        return err_set(err, "%s: the compiler did not end within %d s", b->source, PATIENCE_S);
    return err_set(err, "%s does not compile:\n%s", b->source,
                   *library->warnings ? library->warnings : fate);
}

/* The checksum is that of the source after the preprocessor, and of what else decides what is
 * made. */
static int preprocess(struct build *b, struct err *err)
{
    const char *const more[] = {
        "-isystem", b->include, "-E", "-P", "-o", b->text, b->source, NULL
    };
    uint64_t sum = EMPTY_SUM;
    int status;

    for (size_t i = 0; i < FLAGS; i++)
        sum = add_to_sum(sum, flags[i], strlen(flags[i]) + 1);
    if (compile(b, more, err))
        return -1;
    status = sum_file(b->text, &sum, err);
    unlink(b->text);
    b->library->checksum = sum;
    return status;
}

/* What was compiled is what was summed up: an editor may have saved the source between the two. */
static int check_source(struct build *b, struct err *err)
{
    uint64_t sum = b->library->checksum;

    if (preprocess(b, err))
        return -1;
    if (b->library->checksum == sum)
        return 0;
    return err_set(err, "%s was changed while it was compiled: run the command again", b->source);
}

/* Whether the library is there. Others cannot put one into this folder, but with a careless umask they
 * could change it. */
static bool is_made(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
           !(st.st_mode & (S_IWGRP | S_IWOTH));
}

/* The library gets its name once all of it is on the disk: nobody would notice that it is damaged. */
static int publish(const struct build *b, struct err *err)
{
    int fd = open(b->made, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fchmod(fd, 0755) == 0 && fsync(fd) == 0 &&
              rename(b->made, b->library->path) == 0;

    if (!ok)
        err_file(err, b->library->path, errno);
    if (fd >= 0)
        close(fd);
    return ok ? 0 : -1;
}

/* The compiler's warnings lie beside the library. */
static void recall_warnings(struct custom_library *library, const char *folder, const char *name)
{
    char path[2 * PATH_SIZE];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    library->warnings[0] = '\0';
    file = fopen(path, "r");
    if (!file)
        return;
    library->warnings[fread(library->warnings, 1, sizeof library->warnings - 1, file)] = '\0';
    fclose(file);
}

static int make_library(struct build *b, struct err *err)
{
    const char *const more[] = { "-isystem", b->include, "-shared", "-o",
                                 b->made,    b->source,  "-lm",     NULL };
    struct custom_library *library = b->library;
    char name[256], words[300];

    plain_name(b->source, name, sizeof name - 64);
    snprintf(words, sizeof words, "%s-%016" PRIx64 ".txt", name, library->checksum);
    if (snprintf(library->path, sizeof library->path, "%s/%s-%016" PRIx64 ".so", b->folder, name,
                 library->checksum) >= (int)sizeof library->path)
        return err_set(err, "%s: the name is too long", b->source);
    if (!is_made(library->path) &&
        (compile(b, more, err) || write_text(b->folder, words, library->warnings, err) ||
         check_source(b, err) || publish(b, err)))
        return -1;
    recall_warnings(library, b->folder, words);
    return 0;
}

/* A name with which the compiler does not mistake it for an option. */
static int name_source(struct build *b, const char *path, struct err *err)
{
    bool odd = *path == '-' || *path == '@';

    if (snprintf(b->source, sizeof b->source, "%s%s", odd ? "./" : "", path) >=
        (int)sizeof b->source)
        return err_set(err, "%s: the name is too long", path);
    return access(path, R_OK) ? err_file(err, path, errno) : 0;
}

/* Names for what the compiler writes: no other process has them, also on another machine. */
static int name_made(struct build *b, struct err *err)
{
    uint64_t number;

    if (getentropy(&number, sizeof number))
        return err_set(err, "no random number: %s", strerror(errno));
    if (snprintf(b->made, sizeof b->made, "%s/made-%016" PRIx64, b->folder, number) >=
            (int)sizeof b->made ||
        snprintf(b->text, sizeof b->text, "%s.i", b->made) >= (int)sizeof b->text)
        return err_set(err, "%s: the name of the cache folder is too long", b->folder);
    return 0;
}

static int build_source(struct custom_library *library, const char *path, struct err *err)
{
    struct build b = { .library = library };
    int status;

    if (name_source(&b, path, err) || cache_folder("heuristics", b.folder, sizeof b.folder, err) ||
        cache_check_private(b.folder, err) || place_header(&b, err) || find_compiler(&b, err) ||
        name_made(&b, err))
        return -1;
    status = preprocess(&b, err) || make_library(&b, err) ? -1 : 0;
    unlink(b.made);
    unlink(b.text);
    return status;
}

int custom_build(struct custom_library *library, const char *path, struct err *err)
{
    *library = (struct custom_library){ .checksum = EMPTY_SUM };
    if (ends_with(path, ".c"))
        return build_source(library, path, err);
    if (!ends_with(path, ".so"))
        return err_set(err, "%s: a heuristic is a C file (.c) or a library (.so)", path);
    if (!realpath(path, library->path)) /* a name without a slash would be looked for elsewhere */
        return err_file(err, path, errno);
    return sum_file(library->path, &library->checksum, err);
}
