/* SPDX-License-Identifier: Apache-2.0 */
/* rulebook.h - one game's rules as data: the engine, the odds, the simulator, the sign and the pages all read
 * it.
 *
 * A rulebook is loaded from YAML (load.h), checked (check.h), frozen and hashed; after that only
 * rulebook_set_switches changes it, which checks and freezes it again. The frozen form below is plain data
 * without pointers: copy it freely. Every key a house may vary is a field here, so family code asks the field
 * and never the game's name. Words are those of the rules: area, wager, stake, hand, initial deal, subsequent
 * deal, interim settlement. [AMB-..] names the reading of an unclear clause (docs/readings.md).
 *
 * Pure, apart from loading. Enumerations start at 1, so that a field left out by mistake is caught by the
 * check. */
#ifndef CROUPIER_RULEBOOK_RULEBOOK_H
#define CROUPIER_RULEBOOK_RULEBOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/money.h"
#include "base/ratio.h"
#include "cards/deck.h"
#include "cards/shoe.h"
#include "language/language.h"
#include "rulebook/ground.h"
#include "rulebook/irregularity.h"

enum {
    RULEBOOK_ID_MAX = 32,
    RULEBOOK_TEXT_MAX = LANGUAGE_TEXT_MAX,
    CLAUSES_MAX = 64, /* bytes of blank-separated clause numbers */
    WAGERS_MAX = 8,
    WAGER_NAME_MAX = 24,
    PAY_LINES_MAX = 8,
    AREAS_MAX = 7,
};

enum family_id { FAMILY_BLACKJACK = 1, FAMILY_BACCARAT = 2 };

/* ---- Wagers: where one lies, what decides it, what it pays. ---- */

enum wager_place {
    PLACE_MAIN = 1,       /* on an area; brings cards to it */
    PLACE_AREA_SIDE = 2,  /* on an area that carries a main wager */
    PLACE_SPLIT_SIDE = 3, /* on a hand formed by splitting Aces [ar 3.21.1] */
    PLACE_INSURANCE = 4,  /* on the insurance line, beside one person's main wager */
    PLACE_TABLE = 5,      /* one spot for the whole table: Boom Busted; every baccarat wager */
};

enum wager_judge {
    JUDGE_HAND = 1,             /* the hand against the Dealer's: lines by match.hand */
    JUDGE_FIRST_TWO = 2,        /* the hand's first two cards: lines by match.cards */
    JUDGE_FIRST_TWO_DEALER = 3, /* these and the Dealer's first card: lines by match.cards */
    JUDGE_SPLIT_TWO = 4,        /* the two cards of a split Ace's hand: lines by match.cards */
    JUDGE_DEALER_SECOND = 5,    /* the Dealer's second card: lines by match.cards, one card */
    JUDGE_DEALER_BUST = 6,      /* the Dealer's final hand is over 21: lines by match.count, cards in it */
    JUDGE_OUTCOME = 7,          /* baccarat: who wins with which total: lines by match.winner, match.totals */
    JUDGE_ALL_CARDS = 8, /* baccarat: every card of both hands, a permanent card included: match.cards */
};

enum hand_line { HAND_LINE_BLACKJACK = 1, HAND_LINE_REGULAR = 2 };
enum suit_match { SUIT_ANY = 1, SUIT_SAME = 2, SUIT_SAME_COLOUR = 3 };
enum winner { WINNER_PLAYER = 1, WINNER_BANKER = 2, WINNER_TIE = 3 };

/* When a pay line applies. Lines are tried in their order; the first that applies pays. The wager's judge
 * decides which members count; the others are zero. */
struct match {
    uint8_t hand;   /* enum hand_line */
    uint8_t suit;   /* enum suit_match, over all judged cards */
    bool alike;     /* all judged cards have one rank */
    rank_set ranks; /* ranks that are counted; 0: every rank */
    uint8_t
        count_min; /* how many judged cards have such a rank; for a Dealer's bust, how many cards it has */
    uint8_t count_max; /* UINT8_MAX: "or more" */
    uint8_t winner;    /* enum winner */
    uint16_t totals;   /* bit t: the winner's (or the tied) total t */
};

struct pay_line {
    char name[WAGER_NAME_MAX]; /* "suited-pair": in JSON, journals, pages */
    struct label label;        /* "Suited pair (except Aces)" */
    struct ratio pays;
    struct match match;
    char clauses[CLAUSES_MAX];
};

enum limit_group { LIMIT_MAIN = 1, LIMIT_SIDE = 2, LIMIT_NONE = 3 /* Insurance: only a ceiling */ };

struct wager_rule {
    char name[WAGER_NAME_MAX]; /* the KIND of round records: "main", "pair", "boom-busted" */
    struct label label;
    uint8_t place;        /* enum wager_place */
    uint8_t judge;        /* enum wager_judge */
    uint8_t limit_group;  /* enum limit_group */
    uint8_t per_spot_max; /* wagers of this kind on one area or hand; 0: no number */
    bool push_on_tie;     /* JUDGE_OUTCOME: handed back when the hands tie */
    uint8_t line_count;
    struct pay_line lines[PAY_LINES_MAX];
    char clauses[CLAUSES_MAX]; /* what the wager is */
    char losing[CLAUSES_MAX];  /* why it loses when no line applies */
};

/* ---- The blackjack family. ---- */

enum soft17 { SOFT17_STAND = 1, SOFT17_HIT = 2 };
enum dealer_draw {
    DEALER_DRAW_UNLESS_NO_EFFECT = 1, /* [mbs 3.35] no card that cannot change a result */
    DEALER_DRAW_WHEN_BET_OPEN = 2,    /* [rws 3.24, 3.26.1; AMB-42] draws out while any wager is open */
    DEALER_DRAW_ALWAYS = 3,
};
/* The loss to a Dealer's Blackjack of a person who split or doubled on an area [AMB-33..36]. */
enum dealer_bj_loss {
    BJ_LOSS_ALL = 1,                 /* every wager there */
    BJ_LOSS_ORIGINAL_AND_BUSTED = 2, /* busted hands lose in full; the others together one original wager */
    BJ_LOSS_ORIGINAL_ONLY = 3,       /* one original wager in all, busted hands counting towards it */
};
enum lose_or_push { BJ_VS_21_LOSE = 1, BJ_VS_21_PUSH = 2 };
enum allow_or_refuse { READING_ALLOW = 1, READING_REFUSE = 2 };
enum keep_or_return { INSURANCE_RETURN = 1, INSURANCE_KEEP = 2 };
enum surrender_scope { SURRENDER_PER_PLAYER = 1, SURRENDER_CONTROLLER = 2 };
enum insurance_remainder { REMAINDER_NOT_OFFERED = 1, REMAINDER_NEXT_IN_RANK = 2 };
enum resplit_order { RESPLIT_ADJACENT = 1, RESPLIT_LAST = 2 };
enum double_on { DOUBLE_ANY = 1, DOUBLE_HARD = 2 /* hard totals of double_totals only */ };
enum double_min { DOUBLE_MIN_TABLE = 1, DOUBLE_MIN_UNIT = 2 };
enum control_unseated { CONTROL_NEAREST = 1, CONTROL_HIGHEST = 2 };
enum absent_insurance { ABSENT_KEEPS_INSURANCE = 1, ABSENT_DECLINES_INSURANCE = 2 };
enum unseated_priority { PRIORITY_HIGHEST = 1, PRIORITY_FIRST_PLACED = 2 };
enum under_standoff { STANDOFF_NOT_SETTLED = 1, STANDOFF_SETTLED = 2 };
enum limit_scope { LIMIT_PER_WAGER = 1, LIMIT_PER_AREA = 2 };
enum minimum_scope { MINIMUM_BOX_TOTAL = 1, MINIMUM_PER_PLAYER = 2, MINIMUM_BOTH = 3 };
enum over_maximum { OVER_CAP = 1, OVER_PRORATA = 2 };
enum under_minimum { UNDER_ONCE = 1 /* [mbs 5.26] */, UNDER_PLAYS = 2 /* [rws 5.2.1] */ };
enum under_memory { UNDER_TABLE_SESSION = 1, UNDER_GAMING_DAY = 2 };
enum prorata_floor { FLOOR_LIFT_AND_REAPPORTION = 1, FLOOR_LIFT_ONLY = 2, FLOOR_EXEMPT = 3 };
enum prorata_pool { POOL_MAX_MINUS_EXEMPT = 1, POOL_MAX = 2, POOL_FACTOR_ALL = 3 };
enum late_pull { PULL_COUNTS = 1 /* [mbs 5.4] */, PULL_REFUSED = 2 /* [rws 5.8] */ };
enum split_side_by { SPLIT_SIDE_FOLLOWERS = 1, SPLIT_SIDE_CONTROLLER = 2, SPLIT_SIDE_ANYONE = 3 };
enum split_side_on_bj { SPLIT_SIDE_SETTLED = 1, SPLIT_SIDE_LOSES = 2 };
enum ace_choice { ACE_BEST_TOTAL = 1, ACE_DECLARED = 2 };
enum skipped_cards { SKIPPED_BACK_TO_FRONT = 1, SKIPPED_DISCARD = 2 };
enum one_card_blackjack { ONE_CARD_COUNTS = 1, ONE_CARD_PLAIN_21 = 2 };
enum decline_disclosed { DECLINE_STAND = 1, DECLINE_KEEP_TURN = 2 };
enum subsequent_deal { BEGINS_WITH_REQUEST = 1, BEGINS_WITH_DECISION = 2 };
enum late_card_withdraw { WITHDRAW_AROUND_CARD = 1, WITHDRAW_BEFORE_CARD = 2 };
enum detrimental { DETRIMENTAL_ENFORCED = 1, DETRIMENTAL_BY_PIT = 2 };
enum burn_when { BURN_AFTER_SHUFFLE = 1, BURN_EACH_ROUND = 2 };
/* The moment from which a misdeal counts as found late. */
enum misdeal_late {
    LATE_SETTLED_OR_PLAYED = 1, /* an interim settlement, or the subsequent deal [mbs 5.6] [AMB-64, 65] */
    LATE_SETTLED = 2,           /* any settlement [rws 5.9, 5.10.1] [AMB-84] */
};
/* What follows from a misdeal found in time that cannot be put right. */
enum beyond_repair {
    BEYOND_REPAIR_VOID = 1,     /* [mbs 5.2] */
    BEYOND_REPAIR_CONTINUE = 2, /* the hands stay as they lie [rws 5.7.1] */
};

struct blackjack_rules {
    /* The Dealer. */
    uint8_t dealer_soft17;   /* enum soft17 [v6 3.34] [ar 3.34] [AMB-16] */
    uint8_t dealer_draw;     /* enum dealer_draw */
    uint8_t dealer_bj_loss;  /* enum dealer_bj_loss */
    uint8_t dealer_bj_vs_21; /* enum lose_or_push [AMB-18] */

    /* Standing and drawing. */
    uint8_t stand_min_total; /* 0, or 12: below it a hand must draw [rws 3.20] [AMB-22] */
    uint8_t hit_hard_21;     /* enum allow_or_refuse [AMB-21] */
    uint8_t ace_choice;      /* enum ace_choice [AMB-15] */

    /* Surrender. */
    bool surrender;
    rank_set surrender_not_against; /* the Dealer's first card */
    uint8_t surrender_on_blackjack; /* enum allow_or_refuse [AMB-48] */
    uint8_t surrender_scope;        /* enum surrender_scope [AMB-49] */
    bool stand_closes_window; /* a stand ends surrender and Insurance for the table; a card always does */

    /* Insurance and even money. Against which first cards: insurance_against. */
    bool insurance;
    rank_set insurance_against;
    struct ratio insurance_max;  /* of the original wager: 1:2 */
    bool insurance_by_others;    /* another person may take a declined one [mbs 3.27.3] */
    uint8_t insurance_remainder; /* enum insurance_remainder [AMB-55] */
    uint8_t insurance_absent;    /* enum absent_insurance [AMB-105] */
    bool even_money;
    uint8_t even_money_insurance;        /* enum keep_or_return: the Player's own [AMB-51] */
    uint8_t even_money_insurance_others; /* enum keep_or_return: somebody else's [AMB-52] */

    /* Splitting. */
    bool split;
    uint8_t split_hands_max;      /* 4 */
    uint8_t split_aces_hands_max; /* 2: Aces are split once */
    bool split_aces_one_card;
    uint8_t resplit_order; /* enum resplit_order [AMB-30] */
    bool double_after_split;

    /* Doubling. */
    uint8_t double_on;       /* enum double_on */
    uint32_t double_totals;  /* bit t: hard total t may be doubled, with DOUBLE_HARD */
    bool double_ace_is_one;  /* an Ace of the first two cards counts 1 once doubled [ar 3.4.2] */
    uint8_t double_ace_nine; /* enum allow_or_refuse: Ace-nine as hard 10 [AMB-23] */
    uint8_t double_min;      /* enum double_min [AMB-12] */

    /* Control of a hand. */
    uint8_t control_unseated; /* enum control_unseated [AMB-59] */
    uint8_t control_call;     /* enum allow_or_refuse: naming another than the nearest [AMB-104] */

    /* Limits before and after the close of bets. */
    uint8_t limit_scope;       /* enum limit_scope [AMB-07] */
    uint8_t minimum_scope;     /* enum minimum_scope [AMB-06] */
    uint8_t over_maximum;      /* enum over_maximum */
    uint8_t under_minimum;     /* enum under_minimum */
    uint8_t under_memory;      /* enum under_memory [AMB-09] */
    uint8_t under_standoff;    /* enum under_standoff: is it the one settlement [mbs 5.26] [AMB-106] */
    uint8_t unseated_priority; /* enum unseated_priority: whose excess is rejected last [AMB-89] */
    uint8_t prorata_floor;     /* enum prorata_floor [AMB-04] */
    uint8_t prorata_pool;      /* enum prorata_pool [AMB-05] */
    uint8_t late_pull;         /* enum late_pull */
    bool side_claims;          /* side spots are ranked and claimed [mbs 3.17.2] */
    bool box_balance_open;     /* a bettor cannot refuse the rest of the box to others [rws 3.6] */

    /* When things are settled. */
    bool pay_blackjack_early; /* against 2 to 9, at the interim settlement [AMB-45] */
    bool settle_sides_early;  /* side wagers judged on the initial deal [AMB-46] */
    uint8_t split_side_by;    /* enum split_side_by [AMB-39] */
    uint8_t split_side_on_bj; /* enum split_side_on_bj [AMB-37] */

    /* Squeezing [rws 3.12]. */
    bool squeeze;

    /* An absent person's hand draws until it reaches one of these. */
    uint8_t absent_hard_min; /* 12 */
    uint8_t absent_soft_min; /* 17, or 12 [AMB-63] */

    /* Readings used by irregularities. */
    uint8_t misdeal_late;           /* enum misdeal_late */
    uint8_t beyond_repair;          /* enum beyond_repair */
    uint8_t skipped_cards;          /* enum skipped_cards [AMB-66] */
    uint8_t one_card_blackjack;     /* enum one_card_blackjack [AMB-70] */
    uint8_t subsequent_deal;        /* enum subsequent_deal: what begins it [AMB-107] */
    uint8_t late_card_withdraw;     /* enum late_card_withdraw [mbs 5.12, 5.25] [AMB-71] */
    uint8_t detrimental;            /* enum detrimental: who says which card is worst [AMB-87] */
    bool error_options_on_sides;    /* a Player who has only side wagers has these options too [AMB-108] */
    uint8_t decline_disclosed;      /* enum decline_disclosed [AMB-94] */
    bool error_options_on_overdraw; /* [AMB-83] */
    bool earlier_stand_at_once;     /* an ended round stands before the next begins too [mbs 5.28; rws 5.6] */
};

/* ---- The baccarat family. ---- */

enum side { SIDE_PLAYER = 1, SIDE_BANKER = 2 };
enum { INITIAL_CARDS_MAX = 4, BACCARAT_TOTALS = 10 };

/* What follows if cards drawn together, in unknown order, are not needed by the round [AMB-109]. */
enum together_unneeded { TOGETHER_VOIDS = 1, TOGETHER_SET_ASIDE = 2 };

struct baccarat_rules {
    uint8_t permanent_player; /* rank of the Player's printed first card: 7, or 0 for none [bac 1.1.4] */
    uint8_t permanent_banker;
    uint8_t together_unneeded;              /* enum together_unneeded [AMB-109] */
    uint8_t deal_count;                     /* cards of the initial deal that come from the device */
    uint8_t deal_order[INITIAL_CARDS_MAX];  /* enum side for each of them [bac 3.6] */
    uint16_t natural_totals;                /* bit t: no more cards [bac 3.7/natural] */
    uint16_t player_draws;                  /* bit t: Player draws on total t [bac 3.7/player] */
    uint16_t banker_draws_if_player_stands; /* bit t [bac 3.7/player-stands] */
    uint16_t
        banker_draws[BACCARAT_TOTALS]; /* by Banker's total: bit v, draws on a Player's third card worth v */
};

/* ---- Outages: both families [AMB-74..76]. ---- */

enum outage_undecided { OUTAGE_OFFER_WITHDRAWAL = 1, OUTAGE_VOID = 2 };
enum outage_basis { OUTAGE_PLACED = 1, OUTAGE_OFFERED = 2 };
enum outage_conclusive { OUTAGE_COMPUTED = 1, OUTAGE_ANNOUNCED = 2 };
enum faceup_early { FACEUP_REFER = 1, FACEUP_BURN = 2, FACEUP_PLAY = 3 };

/* ---- The rulebook. ---- */

struct rulebook {
    char id[RULEBOOK_ID_MAX];
    struct label name;
    char house[RULEBOOK_TEXT_MAX]; /* the operator [rws 1.14] */
    char version[RULEBOOK_ID_MAX];
    char effective[RULEBOOK_ID_MAX]; /* ISO date, with a time where the document gives one */
    uint8_t family;                  /* enum family_id */

    uint8_t deck; /* enum deck_id */
    uint8_t decks_min;
    uint8_t decks_max;
    uint8_t areas_min; /* 0 in baccarat */
    uint8_t areas_max;
    uint8_t burn_count; /* [AMB-73] */
    uint8_t burn_when;  /* enum burn_when */

    int64_t unit_cents; /* smallest payout [AMB-01] */
    uint8_t rounding;   /* enum rounding */

    uint8_t outage_undecided;  /* enum outage_undecided */
    uint8_t outage_basis;      /* enum outage_basis */
    uint8_t outage_conclusive; /* enum outage_conclusive */
    uint8_t faceup_early;      /* enum faceup_early [AMB-81] */

    uint8_t wager_count;
    struct wager_rule wagers[WAGERS_MAX]; /* a wager's number everywhere is its index here */

    struct blackjack_rules blackjack; /* meaningful for its family only; all zero otherwise */
    struct baccarat_rules baccarat;

    struct irregularity_rule irregularities[IRREGULARITY_COUNT];
    char grounds[GROUND_COUNT]
                [CLAUSES_MAX]; /* the clauses that state a ground; "" where the document is silent */

    struct hash hash; /* over the canonical form of everything above */
};

/* The number of the wager called `name`, or -1. */
int rulebook_wager(const struct rulebook *book, const char *name);

/* The first wager with that place, or -1: finds the main wager, or the Insurance wager. */
int rulebook_wager_at(const struct rulebook *book, enum wager_place place);

/* The line a set of judged cards pays on, or -1. For the judges whose lines go by match.cards and
 * match.count. */
int wager_rule_line(const struct wager_rule *wager, const struct deck *deck, const struct card *cards,
                    unsigned count);

#endif
