/* SPDX-License-Identifier: Apache-2.0 */
/* irregularity.h - what can go wrong at a table, and what a rulebook does about it.
 *
 * The kinds are those of round records. For each kind a rulebook names the remedy when it is found in time
 * (early) and when it is found late, what the Players may choose afterwards, and the clauses of either. The
 * moment from which a misdeal is late is a rule of its own (enum misdeal_late); limits are late once bets are
 * closed, a passed-over hand once two areas have received cards [mbs 5.18]. With REMEDY_NONE the report is
 * refused as not applicable. */
#ifndef CROUPIER_RULEBOOK_IRREGULARITY_H
#define CROUPIER_RULEBOOK_IRREGULARITY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mark.h"

/* The last column of both lists is a clause of a sentence, with its verb: "If A CARD DOES NOT BELONG TO THE
 * DECKS, THE ROUND IS VOID." */
/* clang-format off */
#define IRREGULARITY_LIST(X) \
    X(IRREGULARITY_FOREIGN_CARD,         "foreign-card",         N_("a card does not belong to the decks")) \
    X(IRREGULARITY_EXTRA_CARD,           "extra-card",           N_("there are more cards than the decks have")) \
    X(IRREGULARITY_MISSING_CARD,         "missing-card",         N_("there are fewer cards than the decks have")) \
    X(IRREGULARITY_UNSHUFFLED,           "unshuffled",           N_("cards in play were not shuffled")) \
    X(IRREGULARITY_INSUFFICIENT_CARDS,   "insufficient-cards",   N_("too few cards are left to finish the round")) \
    X(IRREGULARITY_CARDS_MIXED,          "cards-mixed",          N_("dealt cards were mixed up")) \
    X(IRREGULARITY_SHOE_ORDER,           "shoe-order",           N_("the order of cards in the device was disturbed")) \
    X(IRREGULARITY_WRONG_ORDER,          "wrong-order",          N_("cards were dealt in the wrong order")) \
    X(IRREGULARITY_WRONG_HAND,           "wrong-hand",           N_("a card asked for lies on another hand")) \
    X(IRREGULARITY_CARD_NOT_WANTED,      "card-not-wanted",      N_("a hand got a card it did not ask for")) \
    X(IRREGULARITY_EXTRA_DEALER_CARD,    "extra-dealer-card",    N_("the Dealer's completed hand got a card")) \
    X(IRREGULARITY_DEALER_NO_CARD,       "dealer-no-card",       N_("the Dealer got no card in the initial deal")) \
    X(IRREGULARITY_PLAYER_SHORT,         "player-short",         N_("an area got fewer than two cards, noticed in time")) \
    X(IRREGULARITY_NO_CARDS,             "no-cards",             N_("an area with a wager got no card, noticed late")) \
    X(IRREGULARITY_ONE_CARD,             "one-card",             N_("an area with a wager got one card, noticed late")) \
    X(IRREGULARITY_CARDS_ON_EMPTY_AREA,  "cards-on-empty-area",  N_("an area without a wager got cards")) \
    X(IRREGULARITY_SKIPPED,              "skipped",              N_("a hand was passed over in the subsequent deal")) \
    X(IRREGULARITY_SIMULTANEOUS,         "simultaneous",         N_("two or more cards left the device together")) \
    X(IRREGULARITY_FACEUP_CARD,          "faceup-card",          N_("a card lies face up in the device")) \
    X(IRREGULARITY_NO_BURN,              "no-burn",              N_("the first card was not burnt")) \
    X(IRREGULARITY_CUT_CARD,             "cut-card",             N_("the cutting card appears")) \
    X(IRREGULARITY_CUT_CARD_MISSED,      "cut-card-missed",      N_("the cards were not shuffled after the cutting card")) \
    X(IRREGULARITY_OVER_MAXIMUM,         "over-maximum",         N_("a wager is over the maximum")) \
    X(IRREGULARITY_BELOW_MINIMUM,        "below-minimum",        N_("a wager is under the minimum")) \
    X(IRREGULARITY_PAIRS_WITHOUT_BET,    "pairs-without-bet",    N_("a side wager lies on an area without a main wager")) \
    X(IRREGULARITY_PAIRS_UNSETTLED,      "pairs-unsettled",      N_("side wagers were not settled in time")) \
    X(IRREGULARITY_PREVIOUS_ROUND_ERROR, "previous-round-error", N_("an error of an earlier round comes to light")) \
    X(IRREGULARITY_POWER_FAILURE,        "power-failure",        N_("the power fails or something technical interrupts play")) \
    X(IRREGULARITY_TERMINAL_FAILURE,     "terminal-failure",     N_("some player terminals failed")) \
    X(IRREGULARITY_WRONG_TOTAL,          "wrong-total",          N_("an announced total or a display is wrong")) \
    X(IRREGULARITY_SQUEEZE_FACEUP,       "squeeze-faceup",       N_("a card to be squeezed was dealt face up")) \
    X(IRREGULARITY_OTHER,                "other",                N_("something happens that no rule speaks of"))

#define REMEDY_LIST(X) \
    X(REMEDY_NONE,            "not-applicable",   N_("nothing follows: it does not occur in this game")) \
    X(REMEDY_VOID,            "void",             N_("the round is void and every wager goes back")) \
    X(REMEDY_REFER,           "refer",            N_("the shift manager decides")) \
    X(REMEDY_JUDGE,           "judge",            N_("the cards are rebuilt if staff find that they can be put right")) \
    X(REMEDY_REBUILD,         "rebuild",          N_("cards go where the right order would have put them")) \
    X(REMEDY_MOVE,            "move",             N_("the card goes to the hand that asked for it")) \
    X(REMEDY_NEXT_CARD,       "next-card",        N_("the card is offered in turn as the next card of the device")) \
    X(REMEDY_BACK,            "back",             N_("the card goes back to the front of the device")) \
    X(REMEDY_STAYS,           "stays",            N_("the card stays where it lies")) \
    X(REMEDY_DISCARD,         "discard",          N_("the card or cards go to the discard holder")) \
    X(REMEDY_LATE_CARD,       "late-card",        N_("the Dealer draws the first card now")) \
    X(REMEDY_RETURN,          "return",           N_("the wager is handed back")) \
    X(REMEDY_ONE_CARD,        "one-card",         N_("the Player plays the one card or withdraws")) \
    X(REMEDY_UNDISCLOSED,     "undisclosed",      N_("the cards are taken back and dealt again")) \
    X(REMEDY_TOO_LATE,        "too-late",         N_("the hand did not act in time and stands")) \
    X(REMEDY_PICK,            "pick",             N_("one of the cards is chosen, by how many were seen")) \
    X(REMEDY_PICK_ORDER,      "pick-order",       N_("the Player picks the order; for the Dealer the cards are thrown away")) \
    X(REMEDY_ORDER_OR_VOID,   "order-or-void",    N_("the cards are rebuilt if the drawn order is known, else the round is void")) \
    X(REMEDY_PLAY,            "play",             N_("play goes on as if nothing had happened")) \
    X(REMEDY_BURN,            "burn",             N_("the first card becomes the burnt card and the rest are rebuilt")) \
    X(REMEDY_RIFFLE,          "riffle",           N_("the discards are riffled and cut, and the round goes on")) \
    X(REMEDY_SHUFFLE_AFTER,   "shuffle-after",    N_("it is noted and the cards are shuffled after the round")) \
    X(REMEDY_NOTE,            "note",             N_("it is noted and nothing changes")) \
    X(REMEDY_REMOVE,          "remove",           N_("the cutting card is removed and the round completed")) \
    X(REMEDY_HAND_BACK,       "hand-back",        N_("the wager is handed back before the close of bets")) \
    X(REMEDY_TRIM,            "trim",             N_("the excess is rejected, the last placed first")) \
    X(REMEDY_RAISE_WITHDRAW,  "raise-or-withdraw",N_("the Player raises or withdraws")) \
    X(REMEDY_SETTLE_NOW,      "settle-now",       N_("they are settled now")) \
    X(REMEDY_STANDS,          "stands",           N_("earlier rounds stand as they are")) \
    X(REMEDY_OUTAGE,          "outage",           N_("it depends on whether any wager is conclusively decided")) \
    X(REMEDY_TERMINAL,        "terminal",         N_("accepted wagers stay, the others took no part"))
/* clang-format on */

enum irregularity {
#define IRREGULARITY_ENUM(id, name, says) id,
    IRREGULARITY_LIST(IRREGULARITY_ENUM)
#undef IRREGULARITY_ENUM
        IRREGULARITY_COUNT
};

enum remedy {
#define REMEDY_ENUM(id, name, says) id,
    REMEDY_LIST(REMEDY_ENUM)
#undef REMEDY_ENUM
        REMEDY_COUNT
};

enum { REMEDY_CLAUSES_MAX = 64 };

/* The options of every Player with an undecided wager once the remedy is applied. */
enum choice {
    CHOICE_NONE = 0,
    CHOICE_TAKE_BACK = 1, /* have their wagers returned, an area at a time [rws 5.7] */
    CHOICE_WITHDRAW = 2,  /* withdraw all that remain, with the pit's leave [mbs 5.25] */
};

struct irregularity_rule {
    uint8_t early;        /* enum remedy */
    uint8_t late;         /* enum remedy; the same as early where the moment does not matter */
    uint8_t early_choice; /* enum choice */
    uint8_t late_choice;  /* enum choice */
    char early_clauses[REMEDY_CLAUSES_MAX];
    char late_clauses[REMEDY_CLAUSES_MAX];
};

const char *irregularity_name(enum irregularity kind);
const char *irregularity_says(enum irregularity kind);
bool irregularity_find(const char *name, enum irregularity *kind);
const char *remedy_says(enum remedy remedy);

#endif
