/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/simulate_ranks.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/print.h"
#include "mpi/ranks.h"

static void *open_beside(const char *rest)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length < 0)
        return NULL;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + strlen(rest) + 2 > sizeof(path))
        return NULL;
    memcpy(slash + 1, rest, strlen(rest) + 1);
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

int sim_ranks_start(struct sim_ranks *ranks)
{
    static const char *const places[] = {"src/mpi/croupier-mpi.so", "../lib/croupier/croupier-mpi.so",
                                         "../lib/x86_64-linux-gnu/croupier/croupier-mpi.so"};
    void *handle = NULL;
    for (unsigned i = 0; !handle && i < sizeof(places) / sizeof(places[0]); i++)
        handle = open_beside(places[i]);
    ranks->module = handle ? dlsym(handle, RANKS_SYMBOL) : NULL;
    if (!ranks->module)
        return complain("this build has no MPI: install mpich and libmpich-dev, and build again");
    if (ranks->module->start(&ranks->rank, &ranks->size))
        return complain("MPI did not start");
    return EXIT_DONE;
}

int sim_ranks_finish(const struct sim_ranks *ranks, struct sim_state *state)
{
    struct sim_state *all = ranks->rank ? NULL : malloc((size_t)ranks->size * sizeof(*all));
    int done = EXIT_DONE;
    if (!ranks->rank && !all)
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    if (ranks->module->gather(state, sizeof(*state), all))
        done = complain("MPI could not gather the results");
    for (int i = 1; all && done == EXIT_DONE && i < ranks->size; i++) {
        const char *wrong = sim_state_merge(state, &all[i]);
        state->seconds = all[0].seconds; /* the ranks ran side by side */
        if (wrong)
            done = complain("rank %d: %s", i, wrong);
    }
    free(all);
    ranks->module->stop();
    return done;
}
