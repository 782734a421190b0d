#include "study/study.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

static bool has_section(const struct conf *conf, const char *section)
{
    for (size_t i = 0; i < conf->n; i++)
        if (strcmp(conf->entry[i].section, section) == 0)
            return true;
    return false;
}

/* The name in a heading such as [question NAME]; or NULL. */
static const char *heading_name(const struct conf_entry *e, const char *word)
{
    size_t length = strlen(word);

    if (e->key || strncmp(e->section, word, length) != 0 || e->section[length] != ' ')
        return NULL;
    return e->section + length + 1;
}

/* A required text. */
static int take_text(const char **to, struct conf *conf, const struct conf_entry *heading,
                     const char *key, struct err *err)
{
    struct conf_entry *e = conf_find(conf, heading->section, key);

    *to = e ? e->value : "";
    return e ? 0 : conf_error(conf, heading, err, "has no %s", key);
}

/* A text, or NULL. */
static const char *find_text(struct conf *conf, const struct conf_entry *heading, const char *key)
{
    struct conf_entry *e = conf_find(conf, heading->section, key);

    return e ? e->value : NULL;
}

static int take_choice(int *to, struct conf *conf, const struct conf_entry *heading,
                       const char *key, const char *const *names, struct err *err)
{
    struct conf_entry *e = conf_find(conf, heading->section, key);

    for (*to = 0; e && names[*to]; ++*to)
        if (strcmp(e->value, names[*to]) == 0)
            return 0;
    *to = 0;
    return e ? conf_error(conf, e, err, "'%s' is not one of %s, %s%s%s", e->value, names[0],
                          names[1], names[2] ? ", " : "", names[2] ? names[2] : "")
             : 0;
}

static int take_number(long *to, struct conf *conf, const struct conf_entry *heading,
                       const char *key, struct err *err)
{
    struct conf_entry *e = conf_find(conf, heading->section, key);

    *to = 0;
    if (e && (num_parse_long(e->value, to) || *to < 1 || *to > 1000000))
        return conf_error(conf, e, err, "'%s' is not a whole number from 1 to 1000000", e->value);
    return 0;
}

static int take_flag(bool *to, struct conf *conf, const struct conf_entry *heading, const char *key,
                     struct err *err)
{
    static const char *const names[] = { "no", "yes", NULL };
    int choice;
    int status = take_choice(&choice, conf, heading, key, names, err);

    *to = choice == 1;
    return status;
}

static int take_experiment(struct study *study, const struct conf_entry *heading, const char *name,
                           struct err *err)
{
    static const char *const kinds[] = { "described", "proper", "program", NULL };
    struct study_experiment *x = &study->experiment[study->experiments];
    struct conf *conf = &study->conf;
    char file[64];
    int kind, status;

    if (study->experiments == STUDY_EXPERIMENTS)
        return conf_error(conf, heading, err, "more than %d experiments", STUDY_EXPERIMENTS);
    study->experiments++;
    snprintf(file, sizeof file, "%s.ini", name);
    *x = (struct study_experiment){ .name = name, .path = conf_resolve(conf, file) };
    if (!x->path)
        return err_shortage(err, "out of memory");
    status = take_text(&x->about, conf, heading, "about", err);
    status |= take_choice(&kind, conf, heading, "kind", kinds, err);
    status |= take_number(&x->seconds, conf, heading, "seconds", err);
    status |= take_number(&x->block, conf, heading, "block", err);
    status |= take_flag(&x->optional, conf, heading, "optional", err);
    status |= take_flag(&x->effort, conf, heading, "effort", err);
    status |= take_flag(&x->brief, conf, heading, "brief", err);
    x->counts = find_text(conf, heading, "counts");
    x->kind = (enum study_kind)kind;
    return status;
}

/* The experiments that a question names. All experiments must have been read. */
static int take_places(struct study *study, struct study_question *q,
                       const struct conf_entry *heading, struct err *err)
{
    struct conf_entry *e = conf_find(&study->conf, heading->section, "in");
    int status = 0;

    if (!e)
        return conf_error(&study->conf, heading, err, "has no 'in'");
    for (const char *word = e->value; *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " "), i = 0;

        while (i < study->experiments && (strncmp(study->experiment[i].name, word, length) != 0 ||
                                          study->experiment[i].name[length]))
            i++;
        if (i == study->experiments)
            status = conf_error(&study->conf, e, err, "no experiment '%.*s'", (int)length, word);
        else if (q->n < STUDY_EXPERIMENTS)
            q->in[q->n++] = i;
        word += length;
    }
    return status;
}

static int take_question(struct study *study, const struct conf_entry *heading, struct err *err)
{
    static const char *const answers[] = { "yes", "no", "open", NULL };
    struct study_question *q = &study->question[study->questions];
    struct conf *conf = &study->conf;
    const char *claim;
    int answer, status;
    struct err why;

    if (study->questions == STUDY_QUESTIONS)
        return conf_error(conf, heading, err, "more than %d questions", STUDY_QUESTIONS);
    study->questions++;
    status = take_text(&q->ask, conf, heading, "ask", err);
    status |= take_text(&q->published, conf, heading, "published", err);
    status |= take_text(&claim, conf, heading, "claim", err);
    status |= take_choice(&answer, conf, heading, "answer", answers, err);
    status |= take_places(study, q, heading, err);
    q->cause = find_text(conf, heading, "cause");
    q->answer = (enum study_answer)answer;
    q->claim_entry = conf_find(conf, heading->section, "claim");
    if (q->claim_entry && claim_parse(&q->claim, claim, &why))
        status = conf_pass(conf, q->claim_entry, err, &why);
    return status;
}

static int take_finding(struct study *study, const struct conf_entry *heading, struct err *err)
{
    struct study_finding *f = &study->finding[study->findings];
    int status;

    if (study->findings == STUDY_FINDINGS)
        return conf_error(&study->conf, heading, err, "more than %d findings", STUDY_FINDINGS);
    study->findings++;
    status = take_text(&f->read, &study->conf, heading, "read", err);
    status |= take_text(&f->check, &study->conf, heading, "check", err);
    return status;
}

/* Keys and sections that nothing reads. */
static int find_unknown(const struct conf *conf, struct err *err)
{
    int status = 0;

    for (size_t i = 0; i < conf->n; i++) {
        const struct conf_entry *e = &conf->entry[i];

        if (e->key && !e->used)
            status = conf_error(conf, e, err, "no such key");
        else if (!e->key && strcmp(e->section, "study") != 0 && !heading_name(e, "experiment") &&
                 !heading_name(e, "question") && !heading_name(e, "finding"))
            status = conf_error(conf, e, err, "no such section");
    }
    return status;
}

/* What [study] says. */
static int take_head(struct study *study, struct err *err)
{
    const struct conf_entry heading = { .section = (char[]){ "study" } };
    struct conf *conf = &study->conf;
    int status = take_text(&study->title, conf, &heading, "title", err);

    status |= take_text(&study->about, conf, &heading, "about", err);
    status |= take_text(&study->missing, conf, &heading, "missing", err);
    study->paper = find_text(conf, &heading, "paper");
    study->program = find_text(conf, &heading, "program");
    study->story = find_text(conf, &heading, "story");
    if (find_text(conf, &heading, "values")) {
        study->values = conf_resolve(conf, find_text(conf, &heading, "values"));
        status |= study->values ? 0 : err_shortage(err, "out of memory");
    }
    return status;
}

static int take_sections(struct study *study, struct err *err)
{
    struct conf *conf = &study->conf;
    int status = take_head(study, err);

    for (size_t i = 0; i < conf->n; i++) {
        const char *name = heading_name(&conf->entry[i], "experiment");

        if (name)
            status |= take_experiment(study, &conf->entry[i], name, err);
    }
    for (size_t i = 0; i < conf->n; i++)
        if (heading_name(&conf->entry[i], "question"))
            status |= take_question(study, &conf->entry[i], err);
    for (size_t i = 0; i < conf->n; i++)
        if (heading_name(&conf->entry[i], "finding"))
            status |= take_finding(study, &conf->entry[i], err);
    status |= find_unknown(conf, err);
    if (status == 0 && study->experiments == 0)
        status = err_add(err, "%s: no [experiment NAME] section", conf->path);
    return status;
}

static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');

    return strndup(base, dot ? (size_t)(dot - base) : strlen(base));
}

/* Reads a study from a conf, which it takes over. */
static int take_study(struct study *study, struct conf *conf, struct err *err)
{
    int status;

    *study = (struct study){ .name = name_of(conf->path), .conf = *conf };
    err_clear(err);
    status = study->name ? take_sections(study, err) : err_shortage(err, "out of memory");
    if (status)
        study_release(study);
    return status;
}

int study_read(struct study *study, const char *path, struct err *err)
{
    struct conf conf;

    *study = (struct study){ 0 };
    return conf_read(&conf, path, err) ? -1 : take_study(study, &conf, err);
}

void study_release(struct study *study)
{
    for (size_t i = 0; i < study->experiments; i++)
        free(study->experiment[i].path);
    free(study->name);
    free(study->values);
    conf_release(&study->conf);
    *study = (struct study){ 0 };
}

static int add_study(struct study_list *studies, const char *path, struct err *err)
{
    struct study *grown;
    struct conf conf;

    if (conf_read(&conf, path, err))
        return -1;
    if (!has_section(&conf, "study")) {
        conf_release(&conf);
        return 0;
    }
    grown = realloc(studies->study, (studies->n + 1) * sizeof *grown);
    if (!grown) {
        conf_release(&conf);
        return err_shortage(err, "out of memory");
    }
    studies->study = grown;
    if (take_study(&grown[studies->n], &conf, err))
        return -1;
    studies->n++;
    return 0;
}

const char *study_folder(char path[DATA_PATH_SIZE])
{
    if (!data_find("configs/studies", DATA_HERE_FIRST, path))
        strcpy(path, "configs/studies");
    return path;
}

int study_list_read(struct study_list *studies, const char *dir, struct err *err)
{
    char pattern[4096];
    glob_t found = { 0 };
    int status = 0;

    *studies = (struct study_list){ 0 };
    snprintf(pattern, sizeof pattern, "%s/*.ini", dir);
    glob(pattern, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc && status == 0; i++)
        status = add_study(studies, found.gl_pathv[i], err);
    globfree(&found);
    if (status == 0 && studies->n == 0)
        status = err_set(err, "%s: no file with a [study] section", dir);
    if (status)
        study_list_release(studies);
    return status;
}

void study_list_release(struct study_list *studies)
{
    for (size_t i = 0; i < studies->n; i++)
        study_release(&studies->study[i]);
    free(studies->study);
    *studies = (struct study_list){ 0 };
}
