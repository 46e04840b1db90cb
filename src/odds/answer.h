/* SPDX-License-Identifier: Apache-2.0 */
/* answer.h - answers about a game as JSON, in one form for the command, the server and the library.
 *
 * Pure. Every function stores a value that the caller owns in *json, or NULL and returns a status. `decks`
 * must be within the book's range. Some answers take a second: `watch` is called after each part and may stop
 * the work with STATUS_CANCELLED. */
#ifndef CROUPIER_ODDS_ANSWER_H
#define CROUPIER_ODDS_ANSWER_H

#include "base/span.h"
#include "odds/cost.h"
#include "odds/edge_plot.h"
#include "odds/odds_json.h"

/* May be NULL; otherwise false stops the work. */
struct answer_watch {
    bool (*part_done)(void *context, unsigned done, unsigned all);
    void *context;
};

/* Six decks, or the nearest number that the book allows. */
unsigned answer_decks(const struct rulebook *book);

/* game, rulebook_hash, decks: the head of every answer. */
json_t *answer_head(const struct rulebook *book, unsigned decks);

/* The odds of every wager, or of wager `only` (-1: all). The standard deviation and the hit frequency of a
 * main wager with splits are null unless `distribution`: they take several times as long as all the rest,
 * since split rounds end in many ways. */
enum status answer_wagers(const struct rulebook *book, unsigned decks, int only, bool distribution,
                          const struct answer_watch *watch, json_t **json) MUST_CHECK;

/* The house edge of every wager for every number of decks. */
enum status answer_edges(const struct rulebook *book, const struct answer_watch *watch,
                         json_t **json) MUST_CHECK;

/* The strategy chart. STATUS_NOT_FOUND where a game has no decisions. */
enum status answer_strategy(const struct rulebook *book, unsigned decks, json_t **json) MUST_CHECK;

/* The price of an error to the house, by wager: `wrong` instead of `right`, which have the same wagers. */
enum status answer_cost(const struct rulebook *right, const struct rulebook *wrong, unsigned decks,
                        const struct answer_watch *watch, json_t **json) MUST_CHECK;

/* The same for a shoe that lacks a card (`change` -1) or has one too many (1), by wager and value: the effect
 * of removal. */
enum status answer_removal(const struct rulebook *book, unsigned decks, int change,
                           const struct answer_watch *watch, json_t **json) MUST_CHECK;

/* Rows of costs as the two above give them; `card` NULL: the label of the row's value. */
json_t *costs_json(const struct rulebook *book, unsigned decks, const struct costs *costs, const char *card);

/* A hand in words: "8,8" or "Th 6c", the Dealer's card, and other cards that have left the shoe. */
struct answer_words {
    const char *hand;
    const char *dealer;
    const char *seen;
};

/* Counts by value the cards in `text`, ranks or whole cards separated by commas or blanks. STATUS_BAD_TEXT:
 * *bad is the word that is not a card of the deck. */
enum status answer_cards(const struct rulebook *book, const char *text, uint8_t count[VALUE_COUNT + 1],
                         struct span *bad) MUST_CHECK;

/* Reads the question and its shoe. STATUS_BAD_TEXT with *bad, which is empty if `dealer` is not one card;
 * STATUS_CARDS_GONE. */
enum status answer_question(const struct rulebook *book, unsigned decks, const struct answer_words *words,
                            struct supply *shoe, struct hand_question *question, struct span *bad) MUST_CHECK;

/* Each action on a hand with its value; the statuses of answer_question and odds_hand. */
enum status answer_hand(const struct rulebook *book, unsigned decks, const struct answer_words *words,
                        struct span *bad, json_t **json) MUST_CHECK;

#endif
