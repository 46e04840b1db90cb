/* SPDX-License-Identifier: Apache-2.0 */
/* tell.h - a round as JSON: events, what a viewer sees, and what the table waits for. The only maker of such
 * JSON: the server, the library and the shell send what is written here.
 *
 * Pure. The forms are those of docs/protocol.md: amounts in cents, a card face down is "?", a place "1.2" or
 * "dealer", a total "16", "s17", "bj" or "bust25", and the words are those of round records. An event has the
 * members that its kind speaks of; hands, stakes and wants always have all of theirs, "" where there is
 * nothing to say. Each function writes into an object that is open. */
#ifndef CROUPIER_SPEECH_TELL_H
#define CROUPIER_SPEECH_TELL_H

#include "base/out.h"
#include "record/write.h"
#include "round/view.h"
#include "speech/sentence.h"

/* kind; who, spot, wager, amount, card, was, place, from, number, total, reason, option, question as far as
 * the kind has them; clauses, sentence. `total` is that of the hand a card came to, in the speaker's round.
 */
void tell_event(struct out *out, const struct speaker *speaker, const struct event *event);

/* phase, voided, question?, hands, stakes. */
void tell_view(struct out *out, const struct speaker *speaker, const struct view *view);

/* card, turn, from, question, sentence, mayEnd; faceDown and faces where cards are squeezed. */
void tell_wants(struct out *out, const struct speaker *speaker, const struct wants *wants);

/* Members that others write, too. A spot or place that is nowhere is "". */
void tell_spot(struct out *out, const struct speaker *speaker, struct spot spot);
void tell_place(struct out *out, const char *key, struct place place);

#endif
