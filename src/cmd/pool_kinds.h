/*
 * pool_kinds - the kinds of jobs that processes can help each other with.
 */
#ifndef C4E_CMD_POOL_KINDS_H
#define C4E_CMD_POOL_KINDS_H

#include "parallel/pool.h"

/* Ends with NULL. */
extern const struct pool_kind *const pool_kinds[];

#endif
