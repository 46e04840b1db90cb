/* SPDX-License-Identifier: Apache-2.0 */
/* patterns.h - the patterns of sentences, by kind of act and event; for sentence.c alone.
 *
 * Blanks in a pattern:
 *   {actor} who acts          {who} the person           {other} the other person     {people} several
 * persons {amount} {change} with its sign                      {bet} a wager and where it lies {hand} hand or
 * area       {place} {from} places      {number}                     {note} {card} {cards}            {lying}
 * the cards that lie at the place                 {value} what they now count {standing} on what the hand
 * stands                   {option} {offer} what may be done {question} {reason} {irregularity} {decision} */
#ifndef CROUPIER_SPEECH_PATTERNS_H
#define CROUPIER_SPEECH_PATTERNS_H

#include "round/act.h"
#include "round/event.h"

extern const char *const pattern_events[EVENT_COUNT];

/* The pattern of an event: of a hand that was found right another than of one put right. */
const char *pattern_event(const struct event *event);

/* Some verbs mean different things by what stands with them. */
const char *pattern_act(const struct act *act);

extern const char *const pattern_reasons[REASON_COUNT];
extern const char
    *const pattern_options[OPTION_COUNT];              /* "Surrender": as a noun, at the head of a sentence */
extern const char *const pattern_offers[OPTION_COUNT]; /* "surrender": what somebody may do */
extern const char *const pattern_questions[QUESTION_COUNT];
const char *pattern_decision(const struct act *act);
extern const char *const pattern_actors[]; /* by enum actor */

#endif
