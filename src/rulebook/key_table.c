/* SPDX-License-Identifier: Apache-2.0 */
/* key_table.c - every key of a rulebook, in the order of the canonical form. See keys.h. */
#include "rulebook/key_table.h"

#define SIZE(type, member) sizeof(((type *)0)->member)
#define IN(type, member)   .offset = offsetof(type, member), .size = SIZE(type, member)
#define BOOK(member)       IN(struct rulebook, member)
#define WAGER(member)      IN(struct wager_rule, member)
#define LINE(member)       IN(struct pay_line, member)
#define REPORT(member)     IN(struct irregularity_rule, member)
#define BJ                 .family = FAMILY_BLACKJACK
#define BAC                .family = FAMILY_BACCARAT
#define RANGE(low, high)   .min = (low), .max = (high)
#define WORDS(list)        .type = KEY_WORD, .words = (list)
#define FLAG               .type = KEY_FLAG
#define NUMBER(low, high)  .type = KEY_NUMBER, RANGE(low, high)
#define TOTALS(low, high)  .type = KEY_TOTALS, RANGE(low, high)
/* English is required, every other language may be left out. */
#define OTHERWISE(number) ((number) == LANGUAGE_ENGLISH ? NULL : "")
#define END                                                                                                  \
    {                                                                                                        \
        NULL, 0, NULL                                                                                        \
    }
#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

/* clang-format off */
static const struct key_word families[] = {
    {"blackjack", FAMILY_BLACKJACK, "hands against the Dealer's"},
    {"baccarat", FAMILY_BACCARAT, "Player against Banker"}, END};
static const struct key_word decks[] = {
    {"french", DECK_FRENCH, "52 cards in four suits"}, {"elements", DECK_ELEMENTS, "65 cards in five Elements"}, END};
static const struct key_word burn_whens[] = {
    {"after_shuffle", BURN_AFTER_SHUFFLE, "once after each shuffle"},
    {"each_round", BURN_EACH_ROUND, "before every round"}, END};
static const struct key_word roundings[] = {
    {"down", ROUNDING_DOWN, "to the unit below"}, {"nearest", ROUNDING_NEAREST, "to the nearest unit, halves up"},
    {"up", ROUNDING_UP, "to the unit above"}, END};
static const struct key_word undecideds[] = {
    {"offer_withdrawal", OUTAGE_OFFER_WITHDRAWAL, "Players may take all their wagers back"},
    {"void", OUTAGE_VOID, "the round is void"}, END};
static const struct key_word bases[] = {
    {"placed", OUTAGE_PLACED, "wagers that lie on the table"},
    {"offered", OUTAGE_OFFERED, "every kind on offer, placed or not"}, END};
static const struct key_word conclusives[] = {
    {"computed", OUTAGE_COMPUTED, "as soon as no further card can change it"},
    {"announced", OUTAGE_ANNOUNCED, "when the Dealer has announced it"}, END};
static const struct key_word faceups[] = {
    {"refer", FACEUP_REFER, "the shift manager decides"}, {"burn", FACEUP_BURN, "it is burnt"},
    {"play", FACEUP_PLAY, "it is played"}, END};
static const struct key_word soft17s[] = {
    {"stand", SOFT17_STAND, "stands on every 17"}, {"hit", SOFT17_HIT, "draws on soft 17"}, END};
static const struct key_word dealer_draws[] = {
    {"unless_no_effect", DEALER_DRAW_UNLESS_NO_EFFECT, "no card that cannot change a result"},
    {"when_any_bet_open", DEALER_DRAW_WHEN_BET_OPEN, "draws out while any wager is open"},
    {"always", DEALER_DRAW_ALWAYS, "draws out every round"}, END};
static const struct key_word bj_losses[] = {
    {"all", BJ_LOSS_ALL, "every wager of the area"},
    {"original_and_busted", BJ_LOSS_ORIGINAL_AND_BUSTED, "busted hands are gone, the others lose one original wager"},
    {"original_only", BJ_LOSS_ORIGINAL_ONLY, "one original wager in all"}, END};
static const struct key_word lose_or_push[] = {
    {"lose", BJ_VS_21_LOSE, "the 21 loses"}, {"push", BJ_VS_21_PUSH, "it is a stand-off"}, END};
static const struct key_word allow_or_refuse[] = {
    {"refuse", READING_REFUSE, "refused"}, {"allow", READING_ALLOW, "allowed"}, END};
static const struct key_word ace_choices[] = {
    {"best_total", ACE_BEST_TOTAL, "the best total not above 21 counts"},
    {"declared", ACE_DECLARED, "the Player says what the Ace counts"}, END};
static const struct key_word surrender_scopes[] = {
    {"per_player", SURRENDER_PER_PLAYER, "each bettor for their own wager"},
    {"seated_only", SURRENDER_CONTROLLER, "only who decides for the area"}, END};
static const struct key_word remainders[] = {
    {"not_offered", REMAINDER_NOT_OFFERED, "nobody gets the rest"},
    {"next_in_rank", REMAINDER_NEXT_IN_RANK, "the next claim gets the rest"}, END};
static const struct key_word keep_or_return[] = {
    {"return", INSURANCE_RETURN, "handed back"}, {"keep", INSURANCE_KEEP, "stays in play"}, END};
static const struct key_word resplit_orders[] = {
    {"adjacent", RESPLIT_ADJACENT, "next to the hand it came from"}, {"last", RESPLIT_LAST, "at the end"}, END};
static const struct key_word double_ons[] = {
    {"any", DOUBLE_ANY, "any first two cards"}, {"hard", DOUBLE_HARD, "the hard totals of double.totals"}, END};
static const struct key_word double_mins[] = {
    {"table_min", DOUBLE_MIN_TABLE, "the table minimum"}, {"chip_unit", DOUBLE_MIN_UNIT, "the smallest unit"}, END};
static const struct key_word unseateds[] = {
    {"nearest", CONTROL_NEAREST, "the wager nearest the Dealer"}, {"highest", CONTROL_HIGHEST, "the highest wager"}, END};
static const struct key_word absent_insurances[] = {
    {"keeps", ABSENT_KEEPS_INSURANCE, "nobody: somebody absent has not declined"},
    {"declines", ABSENT_DECLINES_INSURANCE, "others, as if it had been declined"}, END};
static const struct key_word unseated_priorities[] = {
    {"highest", PRIORITY_HIGHEST, "the highest wager"}, {"first_placed", PRIORITY_FIRST_PLACED, "the wager placed first"}, END};
static const struct key_word under_standoffs[] = {
    {"not_settled", STANDOFF_NOT_SETTLED, "not the one settlement"}, {"settled", STANDOFF_SETTLED, "the one settlement"}, END};
static const struct key_word limit_scopes[] = {
    {"per_wager", LIMIT_PER_WAGER, "each wager by itself"}, {"per_area", LIMIT_PER_AREA, "the area's total"}, END};
static const struct key_word minimum_scopes[] = {
    {"box_total", MINIMUM_BOX_TOTAL, "the area's total"}, {"per_player", MINIMUM_PER_PLAYER, "each Player's wager"},
    {"both", MINIMUM_BOTH, "both"}, END};
static const struct key_word over_maximums[] = {
    {"cap", OVER_CAP, "counts up to the maximum"}, {"prorata", OVER_PRORATA, "shared out in proportion"}, END};
static const struct key_word under_minimums[] = {
    {"once", UNDER_ONCE, "settled one time only, later ones go back"}, {"plays", UNDER_PLAYS, "plays as it lies"}, END};
static const struct key_word under_memories[] = {
    {"table_session", UNDER_TABLE_SESSION, "while the table is open"},
    {"gaming_day", UNDER_GAMING_DAY, "for the gaming day"}, END};
static const struct key_word floors[] = {
    {"lift_and_reapportion", FLOOR_LIFT_AND_REAPPORTION, "lifted to the minimum, the others share the rest"},
    {"lift_only", FLOOR_LIFT_ONLY, "lifted, the others stay"}, {"exempt", FLOOR_EXEMPT, "not reduced at all"}, END};
static const struct key_word pools[] = {
    {"max_minus_exempt", POOL_MAX_MINUS_EXEMPT, "the maximum less the exempt wagers"},
    {"max", POOL_MAX, "the whole maximum"}, {"factor_all", POOL_FACTOR_ALL, "one factor over all wagers"}, END};
static const struct key_word late_pulls[] = {
    {"counts", PULL_COUNTS, "it still wins or loses"}, {"refused", PULL_REFUSED, "it is refused"}, END};
static const struct key_word split_side_bys[] = {
    {"followers", SPLIT_SIDE_FOLLOWERS, "whoever has a main wager on the hand"},
    {"controller", SPLIT_SIDE_CONTROLLER, "only who decides"}, {"anyone", SPLIT_SIDE_ANYONE, "anyone"}, END};
static const struct key_word split_side_bjs[] = {
    {"settled", SPLIT_SIDE_SETTLED, "settled by its own cards"}, {"lose", SPLIT_SIDE_LOSES, "it loses"}, END};
static const struct key_word skippeds[] = {
    {"back_to_front", SKIPPED_BACK_TO_FRONT, "they go back to the front of the device"},
    {"discard", SKIPPED_DISCARD, "they are thrown away"}, END};
static const struct key_word one_card_bjs[] = {
    {"counts", ONE_CARD_COUNTS, "it counts as Blackjack"}, {"plain_21", ONE_CARD_PLAIN_21, "it is a plain 21"}, END};
static const struct key_word declines[] = {
    {"stand", DECLINE_STAND, "the hand stands"}, {"keep_turn", DECLINE_KEEP_TURN, "the hand keeps its turn"}, END};
static const struct key_word subsequent_deals[] = {
    {"request", BEGINS_WITH_REQUEST, "the first card asked for"},
    {"decision", BEGINS_WITH_DECISION, "the first decision, a stand included"}, END};
static const struct key_word late_withdraws[] = {
    {"around", WITHDRAW_AROUND_CARD, "before it, and again after it"},
    {"before", WITHDRAW_BEFORE_CARD, "only before it"}, END};
static const struct key_word detrimentals[] = {
    {"enforced", DETRIMENTAL_ENFORCED, "the total: another card is refused"},
    {"pit", DETRIMENTAL_BY_PIT, "the pit: any card is taken"}, END};
static const struct key_word togethers[] = {
    {"void", TOGETHER_VOIDS, "the round is void"}, {"aside", TOGETHER_SET_ASIDE, "they are thrown away"}, END};
static const struct key_word misdeal_lates[] = {
    {"settled_or_played", LATE_SETTLED_OR_PLAYED, "once a wager was settled or a subsequent card dealt"},
    {"settled", LATE_SETTLED, "once a wager was settled"}, END};
static const struct key_word beyond_repairs[] = {
    {"void", BEYOND_REPAIR_VOID, "the round is void"}, {"continue", BEYOND_REPAIR_CONTINUE, "hands stay as they lie"}, END};
static const struct key_word choices[] = {
    {"none", CHOICE_NONE, "nothing"}, {"take_back", CHOICE_TAKE_BACK, "have their wagers returned, area by area"},
    {"withdraw", CHOICE_WITHDRAW, "withdraw all their wagers, with the pit's leave"}, END};
static const struct key_word sides[] = {
    {"player", SIDE_PLAYER, "the Player hand"}, {"banker", SIDE_BANKER, "the Banker hand"}, END};

static const struct key_word places[] = {
    {"area", PLACE_MAIN, "on an area, bringing cards to it"},
    {"area_side", PLACE_AREA_SIDE, "on an area that carries a main wager"},
    {"split_side", PLACE_SPLIT_SIDE, "on a hand formed by splitting Aces"},
    {"insurance_line", PLACE_INSURANCE, "beside one person's main wager"},
    {"table", PLACE_TABLE, "one spot for the whole table"}, END};
static const struct key_word judges[] = {
    {"hand", JUDGE_HAND, "the hand against the Dealer's"},
    {"first_two", JUDGE_FIRST_TWO, "the hand's first two cards"},
    {"first_two_dealer", JUDGE_FIRST_TWO_DEALER, "these and the Dealer's first card"},
    {"split_two", JUDGE_SPLIT_TWO, "the two cards of a split Ace's hand"},
    {"dealer_second", JUDGE_DEALER_SECOND, "the Dealer's second card"},
    {"dealer_bust", JUDGE_DEALER_BUST, "the number of cards in a Dealer's hand over 21"},
    {"outcome", JUDGE_OUTCOME, "which side wins, with which total"},
    {"all_cards", JUDGE_ALL_CARDS, "every card of both hands"}, END};
static const struct key_word limit_groups[] = {
    {"main", LIMIT_MAIN, "the limits of main wagers"}, {"side", LIMIT_SIDE, "the limits of side wagers"},
    {"none", LIMIT_NONE, "no limits of its own"}, END};
static const struct key_word hand_lines[] = {
    {"blackjack", HAND_LINE_BLACKJACK, "wins with Blackjack"}, {"regular", HAND_LINE_REGULAR, "wins otherwise"}, END};
static const struct key_word suit_matches[] = {
    {"any", SUIT_ANY, "suits do not matter"}, {"same", SUIT_SAME, "all of one suit"},
    {"same_colour", SUIT_SAME_COLOUR, "all of one colour"}, END};
static const struct key_word winners[] = {
    {"player", WINNER_PLAYER, "Player wins"}, {"banker", WINNER_BANKER, "Banker wins"}, {"tie", WINNER_TIE, "a tie"}, END};
static const struct key_word remedies[] = {
#define REMEDY_WORD(id, name, says) {name, id, says},
    REMEDY_LIST(REMEDY_WORD)
#undef REMEDY_WORD
    END};

const struct rulebook_key key_table_book[] = {
    /* Which book it is. */
    {"id", .type = KEY_NAME, .identity = true, BOOK(id), .legend = "The name in commands, records and journals."},
#define NAME(number, code) \
    {"name." #code, .type = KEY_TEXT, .identity = true, BOOK(name.in[number]), .fallback = OTHERWISE(number), \
     .legend = "The game's name, in this language."},
    LANGUAGE_LIST(NAME)
#undef NAME
    {"operator", .type = KEY_TEXT, .identity = true, BOOK(house), .legend = "The house that offers the game."},
    {"version", .type = KEY_TEXT, .identity = true, BOOK(version), .legend = "The version of the document, in quotes."},
    {"effective", .type = KEY_DATE, .identity = true, BOOK(effective), .legend = "The day the document takes effect."},
    {"family", WORDS(families), .identity = true, BOOK(family), .legend = "The family of games that it belongs to."},

    /* Cards and layout. */
    {"cards.deck", WORDS(decks), .identity = true, BOOK(deck), .legend = "The kind of deck."},
    {"cards.decks.min", NUMBER(1, SHOE_DECKS_MAX), BOOK(decks_min), .legend = "The fewest decks in the device."},
    {"cards.decks.max", NUMBER(1, SHOE_DECKS_MAX), BOOK(decks_max), .legend = "The most decks in the device."},
    {"areas.min", BJ, NUMBER(1, AREAS_MAX), BOOK(areas_min), .legend = "The fewest areas on a layout."},
    {"areas.max", BJ, NUMBER(1, AREAS_MAX), BOOK(areas_max), .legend = "The most areas on a layout."},
    {"areas.balance_open", BJ, FLAG, BOOK(blackjack.box_balance_open), .fallback = "false",
     .legend = "A bettor below the maximum cannot refuse the rest of the area to others."},
    {"burn.count", NUMBER(0, 3), BOOK(burn_count), .fallback = "0", .reading = "AMB-73",
     .legend = "How many cards are burnt."},
    {"burn.when", WORDS(burn_whens), BOOK(burn_when), .fallback = "after_shuffle", .reading = "AMB-73",
     .legend = "When cards are burnt."},

    /* Money. */
    {"money.unit", .type = KEY_MONEY, RANGE(1, 10000), BOOK(unit_cents), .fallback = "0.01", .reading = "AMB-01",
     .legend = "The smallest amount that is paid out."},
    {"money.rounding", WORDS(roundings), BOOK(rounding), .fallback = "down", .reading = "AMB-01",
     .legend = "How a payment is rounded to whole units."},

    /* Outages. */
    {"outage.undecided", WORDS(undecideds), BOOK(outage_undecided), .fallback = "void",
     .legend = "A power failure while no wager is conclusively won or lost."},
    {"outage.outcome_basis", WORDS(bases), BOOK(outage_basis), .fallback = "placed", .reading = "AMB-74",
     .legend = "Which wagers are examined for whether one is decided."},
    {"outage.conclusive", WORDS(conclusives), BOOK(outage_conclusive), .fallback = "computed", .reading = "AMB-75",
     .legend = "When a wager counts as decided."},
    {"faceup.before_first_card", WORDS(faceups), BOOK(faceup_early), .fallback = "refer", .reading = "AMB-81",
     .legend = "A card face up in the device before the first card of a round."},

    /* Blackjack: the Dealer. */
    {"dealer.soft17", BJ, WORDS(soft17s), BOOK(blackjack.dealer_soft17), .reading = "AMB-16",
     .legend = "What the Dealer does on soft 17."},
    {"dealer.draw", BJ, WORDS(dealer_draws), BOOK(blackjack.dealer_draw), .switch_name = "rws.dealer_draw",
     .reading = "AMB-42", .legend = "When the Dealer draws at all."},
    {"dealer.blackjack_takes", BJ, WORDS(bj_losses), BOOK(blackjack.dealer_bj_loss), .switch_name = "dealer_bj_loss",
     .reading = "AMB-33", .legend = "What a Dealer's Blackjack takes from those who split or doubled."},
    {"dealer.blackjack_vs_21", BJ, WORDS(lose_or_push), BOOK(blackjack.dealer_bj_vs_21), .fallback = "lose",
     .switch_name = "rws.dealer_bj_vs_21", .reading = "AMB-18", .legend = "A plain 21 against a Dealer's Blackjack."},

    /* Blackjack: standing and drawing. */
    {"stand.min_total", BJ, NUMBER(0, 17), BOOK(blackjack.stand_min_total), .fallback = "0", .reading = "AMB-22",
     .legend = "Below this total a hand must draw; 0: never."},
    {"hit.hard_21", BJ, WORDS(allow_or_refuse), BOOK(blackjack.hit_hard_21), .fallback = "refuse",
     .switch_name = "rws.hit_hard_21", .reading = "AMB-21", .legend = "Drawing on a hard 21."},
    {"ace.choice", BJ, WORDS(ace_choices), BOOK(blackjack.ace_choice), .fallback = "best_total",
     .switch_name = "rws.ace_choice", .reading = "AMB-15",
     .legend = "Whether a Player may count an Ace as 1, and so draw on a soft 21."},

    /* Blackjack: surrender, Insurance, even money. */
    {"surrender.offered", BJ, FLAG, BOOK(blackjack.surrender), .legend = "Half the wager may be given up."},
    {"surrender.not_against", BJ, .type = KEY_RANKS, BOOK(blackjack.surrender_not_against), .fallback = "[A]",
     .legend = "The Dealer's first cards against which there is no surrender."},
    {"surrender.on_blackjack", BJ, WORDS(allow_or_refuse), BOOK(blackjack.surrender_on_blackjack),
     .fallback = "refuse", .reading = "AMB-48", .legend = "Surrendering a Blackjack."},
    {"surrender.scope", BJ, WORDS(surrender_scopes), BOOK(blackjack.surrender_scope), .fallback = "per_player",
     .switch_name = "rws.surrender_scope", .reading = "AMB-49", .legend = "Who may surrender: each Player their own wager, or the Seated Player alone."},
    {"window.stand_closes", BJ, FLAG, BOOK(blackjack.stand_closes_window), .fallback = "true",
     .legend = "A stand ends surrender and Insurance for the table, as a card always does."},
    {"insurance.offered", BJ, FLAG, BOOK(blackjack.insurance), .legend = "Insurance may be taken."},
    {"insurance.against", BJ, .type = KEY_RANKS, BOOK(blackjack.insurance_against), .fallback = "[A]",
     .legend = "The Dealer's first cards against which it is offered."},
    {"insurance.max", BJ, .type = KEY_RATIO, BOOK(blackjack.insurance_max), .fallback = "1:2",
     .legend = "The largest Insurance, as a part of the original wager."},
    {"insurance.by_others", BJ, FLAG, BOOK(blackjack.insurance_by_others), .fallback = "false",
     .legend = "Others may take an Insurance that was declined."},
    {"insurance.remainder", BJ, WORDS(remainders), BOOK(blackjack.insurance_remainder), .fallback = "not_offered",
     .switch_name = "mbs.insurance_remainder", .reading = "AMB-55",
     .legend = "What happens to the rest of a declined Insurance."},
    {"insurance.of_absent", BJ, WORDS(absent_insurances), BOOK(blackjack.insurance_absent), .fallback = "keeps",
     .reading = "AMB-105", .legend = "Who may take the Insurance of an absent Player."},
    {"even_money.offered", BJ, FLAG, BOOK(blackjack.even_money), .legend = "A Blackjack may be paid 1:1 at once."},
    {"even_money.insurance", BJ, WORDS(keep_or_return), BOOK(blackjack.even_money_insurance), .fallback = "return",
     .switch_name = "rws.even_money_insurance", .reading = "AMB-51",
     .legend = "A Player's own Insurance when they take even money."},
    {"even_money.insurance_of_others", BJ, WORDS(keep_or_return), BOOK(blackjack.even_money_insurance_others),
     .fallback = "keep", .switch_name = "mbs.third_party_insurance_on_even_money", .reading = "AMB-52",
     .legend = "Somebody else's Insurance on that hand."},

    /* Blackjack: splitting and doubling. */
    {"split.offered", BJ, FLAG, BOOK(blackjack.split), .legend = "Two cards of equal value may be split."},
    {"split.hands_max", BJ, NUMBER(1, 4), BOOK(blackjack.split_hands_max), .fallback = "4",
     .legend = "The most hands of one area."},
    {"split.aces_hands_max", BJ, NUMBER(1, 4), BOOK(blackjack.split_aces_hands_max), .fallback = "2",
     .legend = "The most hands when Aces are split."},
    {"split.aces_one_card", BJ, FLAG, BOOK(blackjack.split_aces_one_card), .fallback = "true",
     .legend = "A split Ace gets one card."},
    {"split.resplit_order", BJ, WORDS(resplit_orders), BOOK(blackjack.resplit_order), .fallback = "adjacent",
     .reading = "AMB-30", .legend = "Where a hand formed by splitting again is played."},
    {"double.on", BJ, WORDS(double_ons), BOOK(blackjack.double_on), .legend = "Which first two cards may be doubled."},
    {"double.totals", BJ, TOTALS(4, 21), BOOK(blackjack.double_totals), .fallback = "[]",
     .legend = "With \"hard\": the totals."},
    {"double.after_split", BJ, FLAG, BOOK(blackjack.double_after_split), .legend = "A split hand may be doubled."},
    {"double.min", BJ, WORDS(double_mins), BOOK(blackjack.double_min), .fallback = "table_min", .reading = "AMB-12",
     .legend = "The smallest amount to double with."},
    {"double.ace_is_one", BJ, FLAG, BOOK(blackjack.double_ace_is_one), .fallback = "false",
     .legend = "An Ace of the first two cards counts 1 once doubled."},
    {"double.ace_nine", BJ, WORDS(allow_or_refuse), BOOK(blackjack.double_ace_nine), .fallback = "refuse",
     .switch_name = "ar.double_ace_nine", .reading = "AMB-23", .legend = "Doubling Ace-nine as a hard 10."},

    /* Blackjack: who decides, limits, claims. */
    {"control.unseated", BJ, WORDS(unseateds), BOOK(blackjack.control_unseated), .fallback = "nearest",
     .reading = "AMB-59", .legend = "Who decides for an area at which no bettor is seated."},
    {"control.call", BJ, WORDS(allow_or_refuse), BOOK(blackjack.control_call), .fallback = "allow",
     .reading = "AMB-104", .legend = "The Dealer names another than the bettor whose wager lies nearest."},
    {"limits.scope", BJ, WORDS(limit_scopes), BOOK(blackjack.limit_scope), .fallback = "per_wager",
     .switch_name = "mbs.limit_scope", .reading = "AMB-07", .legend = "What the maximum is measured on."},
    {"limits.minimum_scope", BJ, WORDS(minimum_scopes), BOOK(blackjack.minimum_scope), .fallback = "per_player",
     .switch_name = "rws.minimum_scope", .reading = "AMB-06", .legend = "What the minimum is measured on."},
    {"limits.over_maximum", BJ, WORDS(over_maximums), BOOK(blackjack.over_maximum), .fallback = "cap",
     .legend = "A wager over the maximum found after the close."},
    {"limits.under_minimum", BJ, WORDS(under_minimums), BOOK(blackjack.under_minimum), .fallback = "plays",
     .legend = "A wager under the minimum found after the close."},
    {"limits.under_memory", BJ, WORDS(under_memories), BOOK(blackjack.under_memory), .fallback = "table_session",
     .switch_name = "mbs.under_min_memory", .reading = "AMB-09",
     .legend = "How long such a breach is remembered; for the record: the engine does until the pit clears it."},
    {"limits.under_standoff", BJ, WORDS(under_standoffs), BOOK(blackjack.under_standoff), .fallback = "not_settled",
     .reading = "AMB-106", .legend = "A stand-off of a wager under the minimum."},
    {"limits.unseated_priority", BJ, WORDS(unseated_priorities), BOOK(blackjack.unseated_priority),
     .fallback = "highest", .reading = "AMB-89", .legend = "Who has priority under the maximum where nobody is seated."},
    {"limits.prorata_floor", BJ, WORDS(floors), BOOK(blackjack.prorata_floor), .fallback = "lift_and_reapportion",
     .switch_name = "rws.prorata_floor", .reading = "AMB-04", .legend = "A share that falls below the minimum."},
    {"limits.prorata_pool", BJ, WORDS(pools), BOOK(blackjack.prorata_pool), .fallback = "max_minus_exempt",
     .switch_name = "rws.prorata_exempt_pool", .reading = "AMB-05", .legend = "What the others share."},
    {"limits.late_pull", BJ, WORDS(late_pulls), BOOK(blackjack.late_pull), .fallback = "refused",
     .legend = "A wager taken away after the close; for the record: either way it stays and plays on."},
    {"sides.claims", BJ, FLAG, BOOK(blackjack.side_claims), .fallback = "false",
     .legend = "Claims to another's side spot are ranked."},

    /* Blackjack: when things are settled. */
    {"settle.blackjack_early", BJ, FLAG, BOOK(blackjack.pay_blackjack_early), .fallback = "true",
     .switch_name = "mbs.pay_bj_immediately", .reading = "AMB-45",
     .legend = "A Blackjack the Dealer cannot equal is paid at the interim settlement."},
    {"settle.sides_early", BJ, FLAG, BOOK(blackjack.settle_sides_early), .fallback = "true",
     .switch_name = "mbs.settle_sides_immediately", .reading = "AMB-46",
     .legend = "Side wagers on the initial deal are settled at the interim settlement."},
    {"split_side.by", BJ, WORDS(split_side_bys), BOOK(blackjack.split_side_by), .fallback = "followers",
     .switch_name = "ar.split_ace_race_by", .reading = "AMB-39", .legend = "Who may place a side wager on split Aces."},
    {"split_side.on_dealer_blackjack", BJ, WORDS(split_side_bjs), BOOK(blackjack.split_side_on_bj),
     .fallback = "settled", .switch_name = "ar.split_ace_race_on_dealer_bj", .reading = "AMB-37",
     .legend = "That wager when the Dealer has Blackjack."},

    /* Blackjack: squeezing, absence, repairs. */
    {"squeeze.allowed", BJ, FLAG, BOOK(blackjack.squeeze), .fallback = "false", .switch_name = "rws.squeeze_allowed",
     .reading = "AMB-92", .legend = "A Player may ask to squeeze their cards."},
    {"absent.hard_min", BJ, NUMBER(4, 21), BOOK(blackjack.absent_hard_min), .fallback = "12",
     .legend = "An absent Player's hand draws up to this hard total."},
    {"absent.soft_min", BJ, NUMBER(12, 21), BOOK(blackjack.absent_soft_min), .fallback = "17", .reading = "AMB-63",
     .legend = "... or this soft total."},
    {"repairs.misdeal_late", BJ, WORDS(misdeal_lates), BOOK(blackjack.misdeal_late), .fallback = "settled_or_played",
     .reading = "AMB-64", .legend = "When a misdeal counts as found late."},
    {"repairs.beyond_repair", BJ, WORDS(beyond_repairs), BOOK(blackjack.beyond_repair), .fallback = "void",
     .legend = "A misdeal found in time that cannot be put right."},
    {"repairs.earlier_stand_at_once", BJ, FLAG, BOOK(blackjack.earlier_stand_at_once), .fallback = "true",
     .legend = "A round that has ended stands at once; otherwise when the next one begins."},
    {"repairs.skipped_cards", BJ, WORDS(skippeds), BOOK(blackjack.skipped_cards), .fallback = "back_to_front",
     .switch_name = "mbs.skipped_cards", .reading = "AMB-66", .legend = "Cards dealt after a hand was passed over."},
    {"repairs.one_card_blackjack", BJ, WORDS(one_card_bjs), BOOK(blackjack.one_card_blackjack), .fallback = "counts",
     .switch_name = "mbs.one_card_blackjack", .reading = "AMB-70",
     .legend = "A one-card hand whose next card makes Ace and ten."},
    {"repairs.subsequent_deal", BJ, WORDS(subsequent_deals), BOOK(blackjack.subsequent_deal), .fallback = "request",
     .reading = "AMB-107", .legend = "What the subsequent deal begins with."},
    {"repairs.late_card_withdraw", BJ, WORDS(late_withdraws), BOOK(blackjack.late_card_withdraw), .fallback = "around",
     .reading = "AMB-71", .legend = "Withdrawing when the Dealer draws the first card late."},
    {"repairs.detrimental", BJ, WORDS(detrimentals), BOOK(blackjack.detrimental), .fallback = "enforced",
     .reading = "AMB-87", .legend = "Who decides which card is the most detrimental to the Dealer."},
    {"repairs.options_for_sides", BJ, FLAG, BOOK(blackjack.error_options_on_sides), .fallback = "true",
     .reading = "AMB-108", .legend = "A Player with open side wagers only may take them back as well."},
    {"repairs.decline_disclosed", BJ, WORDS(declines), BOOK(blackjack.decline_disclosed), .fallback = "stand",
     .switch_name = "mbs.decline_disclosed", .reading = "AMB-94", .legend = "What declining an offered card that was seen does."},
    {"repairs.options_on_overdraw", BJ, FLAG, BOOK(blackjack.error_options_on_overdraw), .fallback = "false",
     .switch_name = "rws.error_options_on_dealer_overdraw", .reading = "AMB-83",
     .legend = "Players may take wagers back when the Dealer drew too many."},

    /* Baccarat. */
    {"permanent.player", BAC, .type = KEY_RANK, BOOK(baccarat.permanent_player), .fallback = "none",
     .legend = "The Player's printed first card."},
    {"together.unneeded", BAC, WORDS(togethers), BOOK(baccarat.together_unneeded), .fallback = "void",
     .reading = "AMB-109", .legend = "Cards drawn together, their order unknown, when the round needs none of them."},
    {"permanent.banker", BAC, .type = KEY_RANK, BOOK(baccarat.permanent_banker), .fallback = "none",
     .legend = "The Banker's printed first card."},
    {"deal.order", BAC, .type = KEY_SIDES, .words = sides, RANGE(2, INITIAL_CARDS_MAX),
     .offset = offsetof(struct rulebook, baccarat.deal_count),
     .size = SIZE(struct rulebook, baccarat.deal_count) + SIZE(struct rulebook, baccarat.deal_order),
     .legend = "Which hand gets each card of the initial deal."},
    {"natural.totals", BAC, TOTALS(0, 9), BOOK(baccarat.natural_totals), .fallback = "[8, 9]",
     .legend = "The totals that end the drawing."},
    {"player.draws", BAC, TOTALS(0, 9), BOOK(baccarat.player_draws), .legend = "The totals on which Player draws."},
    {"banker.when_player_stands", BAC, TOTALS(0, 9), BOOK(baccarat.banker_draws_if_player_stands),
     .legend = "The totals on which Banker draws when Player stood."},
#define BANKER(total, absent) \
    {"banker.total_" #total, BAC, TOTALS(0, 9), BOOK(baccarat.banker_draws[total]), .fallback = (absent), \
     .legend = "With this total Banker draws when Player's third card counts one of these."}
    BANKER(0, NULL), BANKER(1, NULL), BANKER(2, NULL), BANKER(3, NULL), BANKER(4, NULL), BANKER(5, NULL),
    BANKER(6, NULL), BANKER(7, NULL), BANKER(8, "[]"), BANKER(9, "[]"),
#undef BANKER
};
const size_t key_table_book_count = COUNT(key_table_book);

const struct rulebook_key key_table_wager[] = {
    {"kind", .type = KEY_NAME, .identity = true, WAGER(name), .legend = "The wager's name in records."},
#define LABEL(number, code) \
    {"label." #code, .type = KEY_TEXT, .identity = true, WAGER(label.in[number]), .fallback = OTHERWISE(number), \
     .legend = "The wager's label, in this language."},
    LANGUAGE_LIST(LABEL)
#undef LABEL
    {"place", WORDS(places), .identity = true, WAGER(place), .legend = "Where it lies."},
    {"judge", WORDS(judges), .identity = true, WAGER(judge), .legend = "What decides it."},
    {"limits", WORDS(limit_groups), WAGER(limit_group), .legend = "Whose limits it has."},
    {"per_spot", NUMBER(0, 9), WAGER(per_spot_max), .fallback = "0", .switch_name = "mbs.max_wagers",
     .reading = "AMB-13", .legend = "The most wagers of this kind on one area or hand; 0: no limit."},
    {"push_on_tie", FLAG, WAGER(push_on_tie), .fallback = "false", .legend = "Handed back when the hands tie."},
    {"clauses", .type = KEY_CLAUSES, .identity = true, WAGER(clauses), .fallback = "", .legend = "The clauses that this rests on."},
    {"loses", .type = KEY_CLAUSES, .identity = true, WAGER(losing), .fallback = "",
     .legend = "The clauses by which it loses when no line applies."},
};
const size_t key_table_wager_count = COUNT(key_table_wager);

const struct rulebook_key key_table_line[] = {
    {"line", .type = KEY_NAME, .identity = true, LINE(name), .legend = "The line's name."},
#define LABEL(number, code) \
    {"label." #code, .type = KEY_TEXT, .identity = true, LINE(label.in[number]), .fallback = OTHERWISE(number), \
     .legend = "The line's label, in this language."},
    LANGUAGE_LIST(LABEL)
#undef LABEL
    {"odds", .type = KEY_RATIO, LINE(pays), .legend = "What it pays, to 1 staked: 3:2."},
    {"hand", WORDS(hand_lines), LINE(match.hand), .fallback = "", .legend = "How the hand wins."},
    {"alike", FLAG, LINE(match.alike), .fallback = "false", .legend = "All judged cards have one rank."},
    {"suit", WORDS(suit_matches), LINE(match.suit), .fallback = "", .legend = "What the suits of all judged cards do."},
    {"ranks", .type = KEY_RANKS, LINE(match.ranks), .fallback = "", .legend = "The ranks that are counted."},
    {"count", .type = KEY_COUNT, RANGE(1, 20), .offset = offsetof(struct pay_line, match.count_min),
     .size = SIZE(struct pay_line, match.count_min) + SIZE(struct pay_line, match.count_max), .fallback = "",
     .legend = "How many cards: 3, \"3-4\" or \"8+\"."},
    {"winner", WORDS(winners), LINE(match.winner), .fallback = "", .legend = "Which side wins."},
    {"totals", TOTALS(0, 9), LINE(match.totals), .fallback = "", .legend = "With which totals; left out: with any."},
    {"clauses", .type = KEY_CLAUSES, .identity = true, LINE(clauses), .fallback = "", .legend = "The clauses that this rests on."},
};
const size_t key_table_line_count = COUNT(key_table_line);

const struct rulebook_key key_table_irregularity[] = {
    {"remedy", WORDS(remedies), REPORT(early), .legend = "What is done before any settlement or subsequent card."},
    {"clauses", .type = KEY_CLAUSES, REPORT(early_clauses), .fallback = "", .legend = "The clauses that this rests on."},
    {"late", WORDS(remedies), REPORT(late), .fallback = "", .legend = "What is done afterwards; if left out, the same."},
    {"late_clauses", .type = KEY_CLAUSES, REPORT(late_clauses), .fallback = "", .legend = "The clauses that this rests on."},
    {"choice", WORDS(choices), REPORT(early_choice), .fallback = "none",
     .legend = "What each Player with an undecided wager may do then."},
    {"late_choice", WORDS(choices), REPORT(late_choice), .fallback = "none",
     .legend = "The same when it was found late; if left out, as above."},
};
const size_t key_table_irregularity_count = COUNT(key_table_irregularity);
/* clang-format on */
