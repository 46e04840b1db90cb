/* SPDX-License-Identifier: Apache-2.0 */
/* matter.h - what a sentence of a story speaks of, and the sentence with its blanks filled in.
 *
 * An act and an event are brought to the same members, so that one set of blanks serves both:
 *
 *   %W who acts             %P the person          %Q the other person     %G the people
 *   %a amount               %d signed amount       %w wager and where      %n number
 *   %s hand or area         %p place               %f place it came from   %c cards
 *   %l cards lying there    %v what the hand there now counts              %V on what it stands
 *   %o option               %O what they may do    %q question             %r reason
 *   %i irregularity         %D decision            %t note
 *
 * Pure; everything is borrowed. Inner part of story.c. */
#ifndef CROUPIER_REPLAY_MATTER_H
#define CROUPIER_REPLAY_MATTER_H

#include "replay/replay.h"

struct matter {
    const struct replay *replay;
    uint8_t actor;
    uint8_t person;
    uint8_t other;
    uint8_t wager;
    uint8_t option;
    uint8_t decision;
    uint8_t irregularity;
    uint8_t question;
    uint8_t reason;
    uint8_t number;
    uint8_t flags;
    uint8_t card_count;
    const struct card *cards;
    struct spot spot;
    struct place place;
    struct place from_place;
    uint32_t persons;
    int64_t amount_cents;
    const char *note;
};

/* The sentence, beginning with a capital and ending with a full stop. */
void matter_tell(const struct matter *matter, const char *sentence, struct text *text);

#endif
