/* SPDX-License-Identifier: Apache-2.0 */
/* side_tally.h - counts the deals of a blackjack side wager from a shoe of any cards.
 *
 * Pure. Every function counts ordered draws of whole cards (rank and suit) and asks the rulebook's own pay
 * lines; none knows a game. A wager's condition is written into tally->condition. */
#ifndef CROUPIER_ODDS_SIDE_TALLY_H
#define CROUPIER_ODDS_SIDE_TALLY_H

#include "odds/stock.h"
#include "odds/tally.h"

/* The information in a player's decisions before a wager is placed: bits by value of the upcard, 1 << 1 the
 * Ace. */
struct side_given {
    uint16_t split_against;      /* upcards against which two Aces are split */
    uint16_t even_money_against; /* upcards against which a Blackjack takes even money and is not insured */
};

/* Aces are always split and every hand is insured: the wager as the sign offers it. */
#define SIDE_GIVEN_NOTHING ((struct side_given){.split_against = UINT16_MAX})

void side_tally_first_two(struct tally *tally, const struct wager_rule *rule, const struct stock *stock);
void side_tally_first_two_dealer(struct tally *tally, const struct wager_rule *rule,
                                 const struct stock *stock);

/* Given that the area's first two cards are Aces and are split, by one of the upcards given. */
void side_tally_split_two(struct tally *tally, const struct wager_rule *rule, const struct stock *stock,
                          struct side_given given);

/* Given that the Dealer's first card is one against which Insurance is offered, and that the area's own two
 * cards have not taken even money. */
void side_tally_dealer_second(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                              const struct stock *stock, struct side_given given);

/* The Dealer's whole hand. The cards the players take come from between the Dealer's first and second card,
 * by decisions that can only look at cards already shown; so what follows in a shuffled shoe has the same
 * distribution as if nothing had been taken. Hence the count over a fresh shoe holds for any number of
 * players and any play, as long as the shoe does not run out. */
void side_tally_dealer_bust(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                            const struct stock *stock);

#endif
