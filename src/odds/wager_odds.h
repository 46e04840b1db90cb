/* SPDX-License-Identifier: Apache-2.0 */
/* wager_odds.h - the exact odds of a wager that cards alone decide: every side wager, Insurance, and all
 * wagers of baccarat.
 *
 * Everything here is an exact rational number (GMP), found by counting deals of the rulebook's own deck, pay
 * lines and drawing table; nothing is tabulated and no game is known by name. A wager whose result depends on
 * decisions (the main wager of blackjack, JUDGE_HAND) is not for this file: see game.h.
 *
 * Pure. A struct wager_odds owns the numbers in it: wager_odds_init, then count, then wager_odds_release. */
#ifndef CROUPIER_ODDS_WAGER_ODDS_H
#define CROUPIER_ODDS_WAGER_ODDS_H

#include <gmp.h>

#include "base/status.h"
#include "odds/side_tally.h"
#include "rulebook/rulebook.h"

struct outcome_odds {
    const char *name;  /* a pay line's name, "push" or "loss" */
    struct ratio pays; /* on top of the stake; 0:1 for push and loss */
    int sign;          /* +1 won, 0 handed back, -1 lost */
    mpq_t probability;
};

struct wager_odds {
    const struct wager_rule *rule; /* borrowed from the rulebook */
    const char *condition;         /* "the Dealer shows ..."; NULL: a fresh shoe and nothing known */
    unsigned outcome_count;
    struct outcome_odds outcomes[TALLY_PLACES];
    mpq_t house_edge;    /* what the House keeps of a unit staked */
    mpq_t hit_frequency; /* probability that some line pays */
    mpq_t variance;      /* of the result of a unit staked */
};

void wager_odds_init(struct wager_odds *odds);
void wager_odds_release(struct wager_odds *odds);

/* Counts wager number `wager` of the book for a fresh shoe of `decks` decks. STATUS_NOT_FOUND where the wager
 * depends on decisions. May be called again on the same struct. */
enum status wager_odds_count(struct wager_odds *odds, const struct rulebook *book, unsigned wager,
                             unsigned decks) MUST_CHECK;

/* The same where a player's decisions say when the wager is placed; STATUS_NOT_FOUND too if it never is. */
enum status wager_odds_count_given(struct wager_odds *odds, const struct rulebook *book, unsigned wager,
                                   unsigned decks, struct side_given given) MUST_CHECK;

/* The same for a shoe of any cards, whole decks or not. */
enum status wager_odds_count_stock(struct wager_odds *odds, const struct rulebook *book, unsigned wager,
                                   const struct stock *stock, struct side_given given) MUST_CHECK;

/* The same from a tally made elsewhere. */
void wager_odds_from_tally(struct wager_odds *odds, const struct wager_rule *rule, const struct tally *tally);

double wager_odds_deviation(const struct wager_odds *odds); /* square root of the variance */

/* "7/13" in lowest terms; returned on the heap, to be freed by the caller. */
char *fraction_text(const mpq_t fraction);

#endif
