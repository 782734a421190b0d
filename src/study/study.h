/*
 * study - a published study: its questions, its answers, and our experiments.
 *
 *     [study]
 *     title   = Karplus 2010
 *     about   = what it did, in one sentence
 *     missing = what an exact replay would need to know
 *     paper   = author, title, year, and where to find it         (this and the next are optional)
 *     program = where to find the study's program
 *     story   = what it found and what we found, in a few sentences; for the top of the report
 *     values  = a CSV file of printed utilities, see values.h
 *
 *     [experiment karplus-2010-experiment3]   ; a tournament beside this file, NAME.ini
 *     about    = one line
 *     kind     = described       ; as the study describes it; proper: as it should be run; or
 *                                ; program: as its program played
 *     seconds  = 20              ; approximate duration on two cores
 *     optional = yes             ; run only when named
 *     effort   = yes             ; report the nodes that players search
 *     block    = 5               ; players per table, if one table would be too wide
 *     counts   = cells           ; counts the published figures that come out, under this name
 *     brief    = yes             ; report that count and what differs, without tables
 *
 *     [question anomaly]
 *     ask       = Does fevala play worse at five plies than at four?
 *     published = the study's answer, with its figures
 *     answer    = yes            ; the study's answer to the claim: yes, no or open
 *     claim     = score(4ply, 5ply) > 0.5     ; see claim.h
 *     in        = experiments that judge the claim
 *     cause     = why the answers differ, in a sentence; optional
 *
 *     [finding table]            ; what we read in the study's program
 *     read  = the fact
 *     check = how anyone can check it
 *
 * An experiment is an ordinary tournament that can be run without its study.
 */
#ifndef C4E_STUDY_STUDY_H
#define C4E_STUDY_STUDY_H

#include "study/claim.h"
#include "base/conf.h"
#include "base/data.h"

#define STUDY_EXPERIMENTS 16
#define STUDY_QUESTIONS   16
#define STUDY_FINDINGS    16

enum study_kind { STUDY_DESCRIBED, STUDY_PROPER, STUDY_PROGRAM };
enum study_answer { ANSWER_YES, ANSWER_NO, ANSWER_OPEN };

/* Texts belong to the study's conf. */
struct study_experiment {
    const char *name, *about;
    char *path; /* of the tournament; owned */
    enum study_kind kind;
    long seconds, block; /* block 0: all in one table */
    bool optional, effort, brief;
    const char *counts; /* or NULL */
};

struct study_question {
    const char *ask, *published;
    const char *cause; /* or NULL */
    enum study_answer answer;
    struct claim claim;
    const struct conf_entry *claim_entry; /* for errors found when an experiment is read */
    size_t in[STUDY_EXPERIMENTS];         /* experiments, by index */
    size_t n;
};

/* Something that we read in the study's program. */
struct study_finding {
    const char *read, *check;
};

struct study {
    char *name; /* of the file, without its extension; owned */
    const char *title, *about, *missing;
    const char *paper, *program, *story; /* each may be NULL */
    char *values;                        /* path of the file, or NULL; owned */
    struct study_experiment experiment[STUDY_EXPERIMENTS];
    size_t experiments;
    struct study_question question[STUDY_QUESTIONS];
    size_t questions;
    struct study_finding finding[STUDY_FINDINGS];
    size_t findings;
    struct conf conf;
};

/* Reads a study; reports all errors of the file, with line and key. */
int study_read(struct study *study, const char *path, struct err *err);
void study_release(struct study *study);

struct study_list {
    struct study *study;
    size_t n;
};

/* The folder of the studies: in the working folder, or installed with the program. Returns path. */
const char *study_folder(char path[DATA_PATH_SIZE]);

/* Reads all files of a folder that have a [study] section, in order of name. It is an error if
 * there is none. */
int study_list_read(struct study_list *studies, const char *dir, struct err *err);
void study_list_release(struct study_list *studies);

#endif
