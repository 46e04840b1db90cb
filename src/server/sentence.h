/* SPDX-License-Identifier: Apache-2.0 */
/* sentence.h - what happened, in words for a screen and for a screen reader.
 *
 * Pure. One pattern per kind of event and language (sentence.c); names of wagers and lines come from the
 * rulebook. A sentence never tells more than its event. */
#ifndef CROUPIER_SERVER_SENTENCE_H
#define CROUPIER_SERVER_SENTENCE_H

#include "base/text.h"
#include "record/roster.h"
#include "round/family.h"

enum language { LANGUAGE_ENGLISH = 0, LANGUAGE_CHINESE, LANGUAGE_COUNT };

/* "en" or "zh"; false for anything else. */
bool language_find(const char *name, enum language *language);

struct speaker {
    const struct rulebook *book;
    const struct roster *roster;
    enum language language;
};

void sentence_event(const struct speaker *speaker, const struct event *event, struct text *text);

/* What the table waits for: "Mei decides for area 1." */
void sentence_wants(const struct speaker *speaker, const struct round *round, const struct wants *wants,
                    const char *controller, struct text *text);

/* "$100" or "-$12.50": as people write it. */
void sentence_amount(int64_t cents, struct text *text);

#endif
