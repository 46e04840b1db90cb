/* SPDX-License-Identifier: Apache-2.0 */
/* user_role.h - the roles of people at the casino, and what they allow.
 *
 * Pure. The staff of a table are listed in order of rank: a higher rank may do what a lower one may
 * [mbs 6.2]. Cashier, auditor and administrator are outside that order and never act at a table. */
#ifndef CROUPIER_SERVER_USER_ROLE_H
#define CROUPIER_SERVER_USER_ROLE_H

#include <stdbool.h>

#include "round/act.h"

/* clang-format off */
#define USER_ROLE_LIST(X) \
    X(USER_DISPLAY,        "display") \
    X(USER_PLAYER,         "player") \
    X(USER_DEALER,         "dealer") \
    X(USER_PIT_SUPERVISOR, "pit-supervisor") \
    X(USER_PIT_MANAGER,    "pit-manager") \
    X(USER_SHIFT_MANAGER,  "shift-manager") \
    X(USER_CASHIER,        "cashier") \
    X(USER_AUDITOR,        "auditor") \
    X(USER_ADMINISTRATOR,  "administrator")
/* clang-format on */

enum user_role {
#define USER_ROLE_ENUM(id, name) id,
    USER_ROLE_LIST(USER_ROLE_ENUM)
#undef USER_ROLE_ENUM
        USER_COUNT
};

/* A set of roles: bit per role. */
typedef unsigned user_role_set;

#define USER_BIT(role) (1U << (role))
enum {
    USERS_ALL = (1 << USER_COUNT) - 1,
    USERS_MANAGERS = 1 << USER_PIT_MANAGER | 1 << USER_SHIFT_MANAGER,
    USERS_PIT = USERS_MANAGERS | 1 << USER_PIT_SUPERVISOR,
    USERS_STAFF = USERS_PIT | 1 << USER_DEALER,
    USERS_KNOWN = USERS_ALL & ~(1 << USER_DISPLAY),
};

const char *user_role_name(enum user_role role);
bool user_role_find(const char *name, enum user_role *role);

static inline bool user_role_in(enum user_role role, user_role_set set)
{
    return set >> role & 1U;
}

/* The actor that this role is at a table; 0: it does not act there. */
enum actor user_role_actor(enum user_role role);

#endif
