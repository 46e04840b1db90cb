/* SPDX-License-Identifier: Apache-2.0 */
#include "mpi/ranks.h"

#include <limits.h>
#include <mpi.h>

static int start(int *rank, int *size)
{
    int failed = MPI_Init(NULL, NULL);
    if (!failed)
        failed = MPI_Comm_rank(MPI_COMM_WORLD, rank);
    return failed ? failed : MPI_Comm_size(MPI_COMM_WORLD, size);
}

static int gather(const void *mine, size_t bytes, void *all)
{
    if (bytes > INT_MAX)
        return MPI_ERR_COUNT;
    return MPI_Gather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static int stop(void)
{
    return MPI_Finalize();
}

extern const struct ranks_module croupier_ranks;
__attribute__((visibility("default"))) const struct ranks_module croupier_ranks = {start, gather, stop};
