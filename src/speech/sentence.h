/* SPDX-License-Identifier: Apache-2.0 */
/* sentence.h - acts and events in words, for screens, screen readers, stories and logs. The only maker of
 * such sentences.
 *
 * Pure. One pattern for each kind of act and event (patterns.c), in English and marked for the catalogues
 * (base/mark.h); labels of wagers come from the rulebook. A sentence never tells more than its act or event.
 */
#ifndef CROUPIER_SPEECH_SENTENCE_H
#define CROUPIER_SPEECH_SENTENCE_H

#include "base/text.h"
#include "game/game.h"
#include "language/language.h"
#include "record/roster.h"

enum { REFUSAL_TEXT_MAX = 512 }; /* room for any of them */

struct speaker {
    const struct rulebook *book;
    const struct roster *roster;
    unsigned language;
    const struct round *round; /* after the event: then totals are told, too; NULL: they are not */
    bool coded;                /* cards are written as in records, "Kd"; otherwise "King of Diamonds" */
};

/* A whole sentence with its full stop. */
void sentence_event(const struct speaker *speaker, const struct event *event, struct text *text);
void sentence_act(const struct speaker *speaker, const struct act *act, struct text *text);

/* The same option offered to several people, bit per person: "Mei and Tan may surrender." */
void sentence_offer(const struct speaker *speaker, const struct event *event, uint32_t people,
                    struct text *text);

/* The sentence on what the table waits for: "Mei decides for area 1." `control` is who decides for the hand
 * in turn, or -1; the speaker has a round. */
void sentence_wants(const struct speaker *speaker, const struct wants *wants, int control, struct text *text);

/* Why an act was refused, with what would go instead where the round tells: the card that comes first, the
 * amount that still fits in, what the table waits for. The speaker has the round as it was before the act. */
void sentence_refusal(const struct speaker *speaker, const struct act *act, enum status status,
                      struct text *text);

/* A rulebook's remedy for an irregularity: "If a card does not belong to the decks, the round is void." */
void sentence_remedy(unsigned language, enum irregularity kind, enum remedy remedy, struct text *text);

/* "$100" or "-$12.50": as people write it. */
void sentence_amount(int64_t cents, struct text *text);

#endif
