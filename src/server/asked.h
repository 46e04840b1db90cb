/* SPDX-License-Identifier: Apache-2.0 */
/* asked.h - the questions the table asks: whom, about which hand, and until when, as JSON: docs/protocol.md.
 *
 * An open window (surrender for all) and the turn of one hand may be open at the same time, and only one of
 * them has the clock. Every question names the person it goes to, so that no page has to guess. Any thread
 * may call. */
#ifndef CROUPIER_SERVER_ASKED_H
#define CROUPIER_SERVER_ASKED_H

#include "server/offers.h"

/* A table's questions to everybody at one moment: computed once for all viewers. */
struct asking {
    struct wants wants;
    int control;      /* of the hand whose turn it is; -1: none */
    bool going;       /* a round is under way */
    int64_t ahead_ms; /* from the table's clock to the time that people read */
    struct out text;  /* the questions, one after another */
    struct {
        size_t from, size;
    } parts[PERSONS_MAX]; /* of each person of the roster; size 0: none */
};

void asked_find(struct asking *asked, const struct table *table, const struct table_state *state,
                int64_t clock_ahead_ms);
void asked_release(struct asking *asked);

/* "asked": [...], each person's questions in the order in which they are best put: what another's act may
 * close comes before the acts of the turn. The viewer's own list the acts that answer them, as "offers" has
 * them; `legal` is what the viewer may do. */
void asked_put(struct out *out, const struct asking *asked, const struct table *table,
               const struct table_state *state, const struct viewpoint *viewpoint, const struct legal *legal);

#endif
