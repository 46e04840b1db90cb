/* SPDX-License-Identifier: Apache-2.0 */
#include "server/user_role.h"

#include <string.h>

static const char *const names[] = {
#define USER_ROLE_NAME(id, name) [id] = (name),
    USER_ROLE_LIST(USER_ROLE_NAME)
#undef USER_ROLE_NAME
};

const char *user_role_name(enum user_role role)
{
    return (unsigned)role < USER_COUNT ? names[role] : "unknown";
}

bool user_role_find(const char *name, enum user_role *role)
{
    for (unsigned i = 0; i < USER_COUNT; i++) {
        if (strcmp(names[i], name) != 0)
            continue;
        *role = (enum user_role)i;
        return true;
    }
    return false;
}

enum actor user_role_actor(enum user_role role)
{
    switch (role) {
    case USER_PLAYER:
        return ACTOR_PERSON;
    case USER_DEALER:
        return ACTOR_DEALER;
    case USER_PIT_SUPERVISOR:
    case USER_PIT_MANAGER:
        return ACTOR_PIT;
    case USER_SHIFT_MANAGER:
        return ACTOR_SHIFT;
    case USER_DISPLAY:
    case USER_CASHIER:
    case USER_AUDITOR:
    case USER_ADMINISTRATOR:
    case USER_COUNT:
        break;
    }
    return 0;
}
