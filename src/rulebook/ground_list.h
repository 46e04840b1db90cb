/* SPDX-License-Identifier: Apache-2.0 */
/* ground_list.h - the list itself: X(identifier, key in a rulebook, our sentence). See ground.h.
 *
 * In the order of a round. Identifiers and keys are not stored in journals, so the list may be reordered;
 * some code must give every ground, which a test checks. */
#ifndef CROUPIER_RULEBOOK_GROUND_LIST_H
#define CROUPIER_RULEBOOK_GROUND_LIST_H

/* clang-format off */
#define GROUND_LIST(X) \
    /* Opening, placing, closing. */ \
    X(GROUND_OPEN,               "open",                "Bets open when they are announced open.") \
    X(GROUND_END,                "end",                 "The round ends when its outcome is announced and settled.") \
    X(GROUND_CLOSE,              "close",               "Bets are closed when they are announced closed.") \
    X(GROUND_BET_FIRST,          "bet-first",           "A wager comes before the cards.") \
    X(GROUND_LIMITS,             "limits",              "A wager lies within the limits shown at the table.") \
    X(GROUND_STAFF_PLACES,       "staff-places",        "Staff may place a wager for a Player, at the Player's risk.") \
    X(GROUND_SEVERAL_AREAS,      "several-areas",       "A Player may wager on several areas.") \
    X(GROUND_FULL_PATRONAGE,     "full-patronage",      "When tables are full, Players decide only where they are seated.") \
    X(GROUND_RESTRICT_AREAS,     "restrict-areas",      "The pit may restrict a Player to fewer areas.") \
    X(GROUND_WAGERS_PER_AREA,    "wagers-per-area",     "An area takes a fixed number of wagers.") \
    X(GROUND_RESTRICT_WAGERS,    "restrict-wagers",     "The pit may lower the number of wagers of an area.") \
    X(GROUND_ONE_STACK,          "one-stack",           "A Player's wager in one area is one stack.") \
    X(GROUND_BOX_BALANCE,        "box-balance",         "A bettor below the maximum cannot refuse the balance to others.") \
    X(GROUND_SIDE_NEEDS_MAIN,    "side-needs-main",     "A side wager needs a main wager on its area.") \
    X(GROUND_SIDE_PRIORITY,      "side-priority",       "Bettors of the area come first for its side wagers.") \
    X(GROUND_SIDES_PER_AREA,     "sides-per-area",      "An area takes a fixed number of side wagers of a kind.") \
    X(GROUND_CLAIM_SIDE,         "claim-side",          "Claims to a side spot are ranked.") \
    X(GROUND_CLAIM_SIDE_AREA,    "claim-side-area",     "First come bettors of the area, nearest the Dealer first.") \
    X(GROUND_CLAIM_SIDE_NEAR,    "claim-side-near",     "Then bettors of the nearest area.") \
    X(GROUND_CLAIM_SIDE_LEAST,   "claim-side-least",    "At equal distance the smaller total of side wagers goes first.") \
    X(GROUND_CLAIM_SIDE_TIE,     "claim-side-tie",      "Equal claims without agreement: nobody may wager there.") \
    X(GROUND_CLAIM_SIDE_OTHERS,  "claim-side-others",   "People without a wager come last, in the order of placing.") \
    X(GROUND_LATE_WAGER,         "late-wager",          "After the close no wager is placed or increased.") \
    X(GROUND_LATE_PULL,          "late-pull",           "After the close no wager is withdrawn.") \
    X(GROUND_CHIPS_AT_CLOSE,     "chips-at-close",      "The position of the chips at the close decides.") \
    /* Control of a hand. */ \
    X(GROUND_CONTROL_SEATED,     "control-seated",      "The seated bettor decides for the area.") \
    X(GROUND_CONTROL_UNSEATED,   "control-unseated",    "With nobody seated, the rules name who decides.") \
    X(GROUND_CONTROL_CALLED,     "control-called",      "The Dealer settles an unclear case before the round.") \
    X(GROUND_CONTROL_PASSES,     "control-passes",      "When the controller gives up, control passes on.") \
    X(GROUND_CONTROL_ONLY,       "control-only",        "Only the controller decides for the area.") \
    X(GROUND_ABSENT,             "absent",              "An absent Player's hand draws by rule.") \
    X(GROUND_ABSENT_OTHER,       "absent-other",        "Another bettor plays an absent Player's hand.") \
    /* The deal. */ \
    X(GROUND_DECKS,              "decks",               "A fixed number of decks is in play.") \
    X(GROUND_DEAL,               "deal",                "Cards are dealt in the order of the rules.") \
    X(GROUND_SQUEEZE,            "squeeze",             "A Player may be allowed to squeeze their cards.") \
    X(GROUND_BURN,               "burn",                "The first card from the device is burnt.") \
    X(GROUND_INTERIM,            "interim",             "What the initial deal decides is settled at once.") \
    X(GROUND_BLACKJACK,          "blackjack",           "An Ace and a ten as the first two cards are Blackjack.") \
    X(GROUND_BLACKJACK_PAID,     "blackjack-paid",      "A Blackjack is paid by the pay table.") \
    X(GROUND_BLACKJACK_WAITS,    "blackjack-waits",     "A Blackjack against a ten or an Ace waits for the Dealer.") \
    X(GROUND_ACE_VALUE,          "ace-value",           "An Ace counts 11, or 1 where 11 would pass 21.") \
    X(GROUND_FACE_VALUE,         "face-value",          "Court cards count 10; for pairs each is its own.") \
    /* Options. */ \
    X(GROUND_EVEN_MONEY,         "even-money",          "A Blackjack against an Ace may be paid even money.") \
    X(GROUND_SURRENDER,          "surrender",           "Surrender gives up half, not against an Ace.") \
    X(GROUND_SURRENDER_WINDOW,   "surrender-window",    "Surrender is offered to all and then closed.") \
    X(GROUND_SURRENDER_SPLIT,    "surrender-split",     "No surrender after a split.") \
    X(GROUND_SURRENDER_EACH,     "surrender-each",      "Each bettor surrenders for themselves.") \
    X(GROUND_INSURANCE,          "insurance",           "Insurance, up to half, against a Dealer's Ace.") \
    X(GROUND_INSURANCE_WINDOW,   "insurance-window",    "Insurance is offered to all and then closed.") \
    X(GROUND_INSURANCE_TIME,     "insurance-time",      "Insurance comes before the subsequent deal.") \
    X(GROUND_INSURANCE_OTHERS,   "insurance-others",    "Others may take an Insurance that was declined.") \
    X(GROUND_CLAIM_INS,          "claim-insurance",     "Claims to a declined Insurance are ranked.") \
    X(GROUND_CLAIM_INS_AREA,     "claim-insurance-area","First come bettors of the same area, front to back.") \
    X(GROUND_CLAIM_INS_NEAR,     "claim-insurance-near","Then bettors of the nearest area, front to back.") \
    X(GROUND_CLAIM_INS_LEAST,    "claim-insurance-least","At equal distance the smaller total of Insurance goes first.") \
    X(GROUND_CLAIM_INS_TIE,      "claim-insurance-tie", "Equal claims without agreement: nobody may insure there.") \
    X(GROUND_CLAIM_INS_OTHERS,   "claim-insurance-others","People without a wager come last, in the order of placing.") \
    X(GROUND_SPLIT,              "split",               "Two first cards of equal value may be split, with an equal wager.") \
    X(GROUND_SPLIT_NO_BLACKJACK, "split-no-blackjack",  "A split hand cannot be Blackjack.") \
    X(GROUND_SPLIT_HANDS,        "split-hands",         "An area forms a limited number of hands.") \
    X(GROUND_SPLIT_ACES_ONCE,    "split-aces-once",     "Aces are split once.") \
    X(GROUND_SPLIT_ORDER,        "split-order",         "The first hand is finished before the second gets a card.") \
    X(GROUND_SPLIT_ACES_CARD,    "split-aces-card",     "A split Ace gets one card.") \
    X(GROUND_RESPLIT,            "resplit",             "A split hand may be split again on an equal card.") \
    X(GROUND_FOLLOW,             "follow",              "Another bettor may follow the split with an equal wager.") \
    X(GROUND_NOT_FOLLOW,         "not-follow",          "A bettor who does not follow stays on the first hand.") \
    X(GROUND_SPLIT_SIDE,         "split-side",          "A side wager may be placed on split Aces.") \
    X(GROUND_DOUBLE,             "double",              "Doubling adds up to the original wager.") \
    X(GROUND_DOUBLE_FIRST_TWO,   "double-first-two",    "Doubling is for the first two cards the rules allow.") \
    X(GROUND_DOUBLE_SPLIT,       "double-split",        "A split hand may be doubled.") \
    X(GROUND_DOUBLE_SPLIT_ACES,  "double-split-aces",   "Split Aces may not be doubled.") \
    X(GROUND_DOUBLE_ONE_CARD,    "double-one-card",     "A doubled hand gets one card.") \
    X(GROUND_DOUBLE_OTHERS,      "double-others",       "Other bettors of the hand may double along.") \
    X(GROUND_DOUBLE_BOUND,       "double-bound",        "A bettor who does not double along is bound to the one card.") \
    X(GROUND_DOUBLE_ONLY_WITH,   "double-only-with",    "Nobody doubles unless the controller does.") \
    X(GROUND_DOUBLE_STAYS,       "double-stays",        "A doubling wager is not withdrawn.") \
    X(GROUND_DOUBLE_ACE,         "double-ace",          "An Ace of the first two cards counts 1 when doubled.") \
    X(GROUND_STAND,              "stand",               "A Player may stand.") \
    X(GROUND_STAND_LATER,        "stand-later",         "A Player may stand after drawing.") \
    X(GROUND_HIT,                "hit",                 "A Player below 21 may draw.") \
    X(GROUND_NO_DRAW_21,         "no-draw-21",          "Blackjack and 21 take no card.") \
    X(GROUND_MUST_DRAW,          "must-draw",           "Below the smallest standing total a hand must draw.") \
    X(GROUND_SIGNAL,             "signal",              "The hand signal decides.") \
    X(GROUND_BUST,               "bust",                "Over 21 the wager is lost at once.") \
    /* The Dealer, and settlement. */ \
    X(GROUND_DEALER_DRAWS,       "dealer-draws",        "The Dealer draws and stands by rule.") \
    X(GROUND_NO_EFFECT,          "no-effect",           "No card is drawn that cannot change a result.") \
    X(GROUND_DRAW_FOR_SIDE,      "draw-for-side",       "The Dealer draws on while a side wager depends on it.") \
    X(GROUND_COMPARE,            "compare",             "Totals decide the main wagers; side wagers have their own terms.") \
    X(GROUND_WIN_BLACKJACK,      "win-blackjack",       "Blackjack beats what is not Blackjack.") \
    X(GROUND_WIN_HIGHER,         "win-higher",          "The higher total wins.") \
    X(GROUND_WIN_DEALER_BUST,    "win-dealer-bust",     "The Dealer is over 21.") \
    X(GROUND_LOSE_LOWER,         "lose-lower",          "The lower total loses.") \
    X(GROUND_LOSE_BUST,          "lose-bust",           "Over 21 loses.") \
    X(GROUND_LOSE_DEALER_BJ,     "lose-dealer-blackjack","The Dealer's Blackjack beats what is not Blackjack.") \
    X(GROUND_ORIGINAL_DOUBLED,   "original-doubled",    "A doubled hand loses to a Dealer's Blackjack as the rules limit it.") \
    X(GROUND_ORIGINAL_SPLIT,     "original-split",      "Split hands lose to a Dealer's Blackjack as the rules limit it.") \
    X(GROUND_PUSH_EQUAL,         "push-equal",          "Equal totals stand off.") \
    X(GROUND_PUSH_BLACKJACK,     "push-blackjack",      "Two Blackjacks stand off.") \
    X(GROUND_SIDE_TIME,          "side-time",           "Side wagers are settled at their time.") \
    /* Baccarat. */ \
    X(GROUND_PERMANENT,          "permanent-card",      "The Player's first card is printed on the layout.") \
    X(GROUND_WAGER_KINDS,        "wager-kinds",         "The wagers on offer.") \
    X(GROUND_CARD_VALUES,        "card-values",         "Aces count 1, tens and court cards nothing.") \
    X(GROUND_UNITS_DIGIT,        "units-digit",         "Only the last digit of a total counts.") \
    X(GROUND_INITIAL_DEAL,       "initial-deal",        "Two cards a side, a printed one included, are the initial deal.") \
    X(GROUND_NATURAL,            "natural",             "A Natural ends the drawing.") \
    X(GROUND_PLAYER_TABLE,       "player-table",        "Player draws or stands by the table of play.") \
    X(GROUND_BANKER_0_2,         "banker-0-2",          "Banker draws on 0, 1 and 2.") \
    X(GROUND_BANKER_3,           "banker-3",            "Banker's 3, by Player's third card.") \
    X(GROUND_BANKER_4,           "banker-4",            "Banker's 4, by Player's third card.") \
    X(GROUND_BANKER_5,           "banker-5",            "Banker's 5, by Player's third card.") \
    X(GROUND_BANKER_6,           "banker-6",            "Banker's 6, by Player's third card.") \
    X(GROUND_BANKER_7,           "banker-7",            "Banker's 7 stands.") \
    X(GROUND_PLAYER_STANDS,      "player-stands",       "When Player stands, Banker draws on 0 to 5.") \
    X(GROUND_WINNER,             "winner",              "The higher total wins.") \
    X(GROUND_TIE,                "tie",                 "Equal totals: Player and Banker wagers are untouched.") \
    X(GROUND_CUT_CARD,           "cut-card",            "The cutting card is removed and the round completed.") \
    /* Irregularities: those with remedies of their own cite their irregularity's clauses; these serve everywhere. */ \
    X(GROUND_VOID,               "void",                "The round is void and every wager goes back.") \
    X(GROUND_EARLIER_STAND,      "earlier-stand",       "Earlier rounds stand.") \
    X(GROUND_UNDER_MINIMUM,      "under-minimum",       "A wager under the minimum that nobody noticed.") \
    X(GROUND_OVER_MAXIMUM,       "over-maximum",        "A wager over the maximum that nobody noticed.") \
    X(GROUND_PRORATA_EXEMPT,     "prorata-exempt",      "A wager under the minimum is not reduced.") \
    X(GROUND_EXCESS_REJECTED,    "excess-rejected",     "Excess noticed in time is rejected, seated Players first.") \
    X(GROUND_RAISE_OR_WITHDRAW,  "raise-or-withdraw",   "Below the minimum, noticed in time: raise or withdraw.") \
    X(GROUND_WITHDRAW,           "withdraw",            "A dissatisfied Player may withdraw before the next card.") \
    X(GROUND_REFUSE_STANDS,      "refuse-stands",       "A Player who refuses a card stands.") \
    X(GROUND_MISDEAL_VOID,       "misdeal-void",        "A misdeal found in time that cannot be put right voids the round.") \
    X(GROUND_ONE_CARD_PLAYS,     "one-card-plays",      "The Player acts upon the one card in turn.") \
    X(GROUND_ONE_CARD_OUT,       "one-card-out",        "The Player withdraws their wager and the one card is discarded.") \
    X(GROUND_FINISH_FIRST,       "finish-first",        "The hand in play may be completed before the Dealer's late card.") \
    X(GROUND_LATE_OPTIONS,       "late-options",        "After the Dealer's late card surrender or Insurance is offered.") \
    X(GROUND_REFUSED_BY_ALL,     "refused-by-all",      "A card refused by all becomes the Dealer's next card.") \
    X(GROUND_PICK_UNSEEN,        "pick-unseen",         "No card seen: the Player selects the one to receive.") \
    X(GROUND_PICK_REST,          "pick-rest",           "The remaining cards are dealt as the next of the device.") \
    X(GROUND_PICK_SEEN,          "pick-seen",           "One card seen: it is the next card of the device.") \
    X(GROUND_PICK_SEEN_REST,     "pick-seen-rest",      "One card seen: the others follow as the next of the device.") \
    X(GROUND_PICK_AMONG,         "pick-among",          "Several cards seen: the Player selects which to receive.") \
    X(GROUND_PICK_NEXT_PLAYER,   "pick-next-player",    "Cards left over are offered to the next Player, then burnt.") \
    X(GROUND_PICK_DEALER,        "pick-dealer",         "On the Dealer's hand the pit selects.") \
    X(GROUND_PICK_DEALER_REST,   "pick-dealer-rest",    "The remaining card is the Dealer's next from the device.") \
    X(GROUND_PICK_DEALER_SEEN,   "pick-dealer-seen",    "One card seen on the Dealer's hand: it is the next card.") \
    X(GROUND_PICK_DEALER_SEEN_REST, "pick-dealer-seen-rest", "One card seen on the Dealer's hand: the other follows it.") \
    X(GROUND_PICK_DEALER_WORST,  "pick-dealer-worst",   "Both seen: the pit selects the worse for the Dealer.") \
    X(GROUND_PICK_DEALER_OUT,    "pick-dealer-out",     "Cards together on the Dealer's hand that are not taken are discarded.") \
    X(GROUND_ERROR_OPTIONS,      "error-options",       "After a dealing error every Player may continue or take their wager back.") \
    X(GROUND_ERROR_REBUILT,      "error-rebuilt",       "The Player goes on with the rebuilt hand.") \
    X(GROUND_ERROR_AS_IT_LIES,   "error-as-it-lies",    "The Player goes on with the hand as it lies.") \
    X(GROUND_ERROR_BOUND,        "error-bound",         "A Player who goes on accepts every later card of the round.") \
    X(GROUND_ERROR_TAKEBACK,     "error-takeback",      "The Player takes their wager back after the error.") \
    X(GROUND_OUTAGE_UNDECIDED,   "outage-undecided",    "An interruption before any wager is conclusively won or lost.") \
    X(GROUND_OUTAGE_DECIDED,     "outage-decided",      "A wager is conclusively won or lost: the round is played to its end.") \
    X(GROUND_BEYOND_REPAIR,      "beyond-repair",       "Cards that cannot be put right void the round.") \
    X(GROUND_ORDER_UNKNOWN,      "order-unknown",       "Cards drawn together whose order nobody knows void the round.") \
    X(GROUND_TERMINAL_IN,        "terminal-in",         "A wager the terminal has accepted stays in play.") \
    X(GROUND_TERMINAL_OUT,       "terminal-out",        "A wager the terminal has not accepted takes no part.") \
    X(GROUND_SHIFT_DECIDES,      "shift-decides",       "What no rule covers, the shift manager decides.") \
    X(GROUND_HIGHER_POSITION,    "higher-position",     "A higher position may act for a lower one.")
/* clang-format on */

#endif
