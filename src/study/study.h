/*
 * study - a published study: what it asked, what it found, and how we ask again.
 *
 *     [study]
 *     title   = Karplus 2010
 *     about   = what it did, in a sentence
 *     missing = what an exact replay would have to know
 *
 *     [experiment karplus-2010-experiment3]   ; a tournament beside this file, NAME.ini
 *     about    = one line
 *     kind     = described       ; as the study describes it; or: proper, as it should be run
 *     seconds  = 20              ; about how long it takes on two cores
 *     optional = yes             ; run only when it is named
 *     effort   = yes             ; reports the nodes that players search
 *     block    = 5               ; players per table, where all would make it too wide
 *
 *     [question anomaly]
 *     ask       = Does fevala play worse at five plies than at four?
 *     published = what the study answers, with its figures
 *     answer    = yes            ; of the study, to the claim: yes, no or open
 *     claim     = score(4ply, 5ply) > 0.5     ; see claim.h
 *     in        = experiments in which the claim is judged; the last one counts
 *
 * An experiment is an ordinary tournament, which can be run without its study.
 */
#ifndef C4E_STUDY_STUDY_H
#define C4E_STUDY_STUDY_H

#include "study/claim.h"
#include "base/conf.h"
#include "base/data.h"

#define STUDY_EXPERIMENTS 16
#define STUDY_QUESTIONS   16

enum study_kind { STUDY_DESCRIBED, STUDY_PROPER };
enum study_answer { ANSWER_YES, ANSWER_NO, ANSWER_OPEN };

/* Texts belong to the study's conf. */
struct study_experiment {
    const char *name, *about;
    char *path; /* of the tournament; owned */
    enum study_kind kind;
    long seconds, block; /* block 0: all in one table */
    bool optional, effort;
};

struct study_question {
    const char *ask, *published;
    enum study_answer answer;
    struct claim claim;
    const struct conf_entry *claim_entry; /* for errors that the experiment shows */
    size_t in[STUDY_EXPERIMENTS];         /* experiments, by index */
    size_t n;
};

struct study {
    char *name; /* of the file, without its ending; owned */
    const char *title, *about, *missing;
    struct study_experiment experiment[STUDY_EXPERIMENTS];
    size_t experiments;
    struct study_question question[STUDY_QUESTIONS];
    size_t questions;
    struct conf conf;
};

/* Reads a study; all errors in the file are reported, with line and key. */
int study_read(struct study *study, const char *path, struct err *err);
void study_release(struct study *study);

struct studies {
    struct study *study;
    size_t n;
};

/* Where the studies are: in the working folder, or as they came with the program. Returns path. */
const char *studies_folder(char path[DATA_PATH_SIZE]);

/* All files of a folder that have a [study] section, by name. It is an error if there is none. */
int studies_read(struct studies *studies, const char *dir, struct err *err);
void studies_release(struct studies *studies);

#endif
