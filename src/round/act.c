/* SPDX-License-Identifier: Apache-2.0 */
#include "round/act.h"

#include <assert.h>

const char *verb_name(enum verb verb)
{
    static const char *const names[] = {[VERB_NONE] = "",
#define VERB_TEXT(id, name) [id] = (name),
                                        VERB_LIST(VERB_TEXT)
#undef VERB_TEXT
    };
    assert((unsigned)verb < VERB_COUNT);
    return names[verb];
}

const char *option_name(enum option_kind option)
{
    static const char *const names[] = {[OPTION_NONE] = "",
#define OPTION_TEXT(id, name) [id] = (name),
                                        OPTION_LIST(OPTION_TEXT)
#undef OPTION_TEXT
    };
    assert((unsigned)option < OPTION_COUNT);
    return names[option];
}

const char *decision_name(enum decision decision)
{
    static const char *const names[] = {[DECISION_NONE] = "",
#define DECISION_TEXT(id, name) [id] = (name),
                                        DECISION_LIST(DECISION_TEXT)
#undef DECISION_TEXT
    };
    assert((unsigned)decision < DECISION_COUNT);
    return names[decision];
}
