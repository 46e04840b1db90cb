/* SPDX-License-Identifier: Apache-2.0 */
/* simulate_ranks.h - a run cut into pieces over the ranks of mpirun. */
#ifndef CROUPIER_CLI_SIMULATE_RANKS_H
#define CROUPIER_CLI_SIMULATE_RANKS_H

#include "cli/simulate_state.h"

struct sim_ranks {
    int rank;
    int size;
    const struct ranks_module *module;
};

/* Loads the module and starts MPI. EXIT_DONE, or EXIT_USAGE after a complaint. */
int sim_ranks_start(struct sim_ranks *ranks);

/* Adds the pieces of all ranks to rank 0's, and stops MPI. EXIT_DONE, or EXIT_USAGE after a complaint. */
int sim_ranks_finish(const struct sim_ranks *ranks, struct sim_state *state);

#endif
