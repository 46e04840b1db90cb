/* SPDX-License-Identifier: Apache-2.0 */
#include "blackjack/decline.h"

#include <assert.h>

#include "blackjack/split.h"
#include "blackjack/window.h"

static bool goes_along(const struct act *act)
{
    return act->option == OPTION_SPLIT || act->option == OPTION_DOUBLE;
}

struct ruling bj_decline_verify(const struct rulebook *book, const struct round *round, const struct act *act)
{
    assert(act->verb == VERB_DECLINE);
    return goes_along(act) ? stay_verify(book, round, act) : window_decline_verify(book, round, act);
}

void bj_decline_do(struct felt *felt, const struct act *act)
{
    assert(act->verb == VERB_DECLINE);
    if (goes_along(act))
        stay_do(felt, act);
    else
        window_decline(felt, act);
}
