/* SPDX-License-Identifier: Apache-2.0 */
/* ranks.h - the few functions of MPI that the simulator needs, in a module that is loaded only on request, so
 * that the command itself starts without MPI. All return 0 or MPI's own error number. */
#ifndef CROUPIER_MPI_RANKS_H
#define CROUPIER_MPI_RANKS_H

#include <stddef.h>

struct ranks_module {
    int (*start)(int *rank, int *size);
    /* `all` holds size * bytes at rank 0, and is not looked at elsewhere. */
    int (*gather)(const void *mine, size_t bytes, void *all);
    int (*stop)(void);
};

#define RANKS_SYMBOL "croupier_ranks" /* a struct ranks_module in the module */

#endif
