/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster/outcome.h"

#include <assert.h>

enum outcome outcome_of(const struct lease *known, const struct lease *found, bool open)
{
    assert(known->epoch > 0);
    if (found->epoch < known->epoch || (found->epoch == known->epoch && found->commits < known->commits))
        return OUTCOME_BEHIND;
    if (found->epoch > known->epoch)
        return OUTCOME_FENCED;
    /* More commits under this epoch than this server sent: somebody else uses its name. */
    if (found->commits > known->commits + (open ? 1 : 0))
        return OUTCOME_FENCED;
    return found->commits > known->commits ? OUTCOME_KEPT : OUTCOME_GONE;
}
