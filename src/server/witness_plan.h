/* SPDX-License-Identifier: Apache-2.0 */
/* witness_plan.h - where a witness is, and what its signatures are checked with. Plain data of a
 * configuration. */
#ifndef CROUPIER_SERVER_WITNESS_PLAN_H
#define CROUPIER_SERVER_WITNESS_PLAN_H

#include "log/note.h"
#include "server/post.h"

enum { WITNESSES_MAX = 16 };

struct witness_plan {
    char url[POST_URL_MAX]; /* in front of /add-checkpoint */
    struct verifier key;
    bool luck; /* also gives numbers for shuffles (docs/fairness.md); at most one witness does */
};

#endif
