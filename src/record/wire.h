/* SPDX-License-Identifier: Apache-2.0 */
/* wire.h - events, views and rulings as JSON, in the words of round records: what programs and pages are
 * sent.
 *
 * Pure; everything returned is owned by the caller. The forms are those of docs/protocol.md: amounts in
 * cents, a card face down is "?", a place "1.2" or "dealer", a total "16", "s17", "bj" or "bust25". A member
 * that says nothing is left out. */
#ifndef CROUPIER_RECORD_WIRE_H
#define CROUPIER_RECORD_WIRE_H

#include <jansson.h>

#include "record/write.h"
#include "round/event.h"
#include "round/family.h"
#include "round/view.h"

json_t *wire_event(const struct writer *writer, const struct event *event);

/* phase, question, voided, hands, stakes; a Player's view has his credit where it is known. */
json_t *wire_view(const struct writer *writer, const struct view *view);

/* What the table waits for: card, face_down, faces, turn, from, question, may_end. */
json_t *wire_wants(const struct writer *writer, const struct wants *wants);

/* Blank-separated words as a list: "3.25 3.25.1" as ["3.25", "3.25.1"]. */
json_t *wire_words(const char *words);

#endif
