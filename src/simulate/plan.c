/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/plan.h"

#include <assert.h>
#include <string.h>

#include "simulate/scale.h"

enum { ACE = 0, TEN = HAND_VALUES - 1, TOP = 21, DEALER_CARDS_MAX = 8 /* "8 cards or more" */ };

/* ---- Cards. ---- */

static void fill_cards(struct plan *plan)
{
    const struct deck *deck = deck_of(plan->book.deck);
    unsigned per_deck = deck_card_count(deck);
    for (unsigned i = 0; i < per_deck; i++) {
        plan->card[i] = deck_card(deck, i);
        plan->value[i] = (uint8_t)hand_value_of(card_rank(plan->card[i]));
    }
    plan->shoe_count = (uint16_t)(plan->decks * per_deck);
    for (unsigned i = 0; i < plan->shoe_count; i++)
        plan->shoe[i] = (uint8_t)(i % per_deck);
}

/* ---- The Dealer's hand: [3.34] by total, softness and number of cards. ---- */

struct dealer_hand {
    uint8_t total;
    uint8_t cards;
    bool soft;
    bool blackjack;
};

static struct dealer_hand dealer_plus(struct dealer_hand hand, unsigned value)
{
    struct dealer_hand more = hand;
    more.total = (uint8_t)(more.total + value + 1);
    if (value == ACE && more.total + 10 <= TOP) {
        more.total = (uint8_t)(more.total + 10);
        more.soft = true;
    }
    if (more.soft && more.total > TOP) {
        more.total = (uint8_t)(more.total - 10);
        more.soft = false;
    }
    more.cards = (uint8_t)(hand.cards < DEALER_CARDS_MAX ? hand.cards + 1 : hand.cards);
    more.blackjack = hand.cards == 1 && more.soft && more.total == TOP;
    if (more.total > TOP)
        more.total = TOP + 1;
    return more;
}

static bool dealer_stops(const struct plan *plan, struct dealer_hand hand)
{
    if (hand.total == 17 && hand.soft)
        return plan->book.blackjack.dealer_soft17 == SOFT17_STAND;
    return hand.total >= 17;
}

static uint8_t dealer_end(struct dealer_hand hand)
{
    if (hand.blackjack)
        return AGAINST_BLACKJACK;
    if (hand.total > TOP)
        return AGAINST_BUST;
    return hand.total >= 17 ? (uint8_t)(AGAINST_17 + hand.total - 17) : AGAINST_NONE;
}

static uint16_t dealer_state(struct plan *plan, struct dealer_hand *known, struct dealer_hand hand)
{
    for (uint16_t i = 0; i < plan->dealer_count; i++)
        if (memcmp(&known[i], &hand, sizeof(hand)) == 0)
            return i;
    assert(plan->dealer_count < DEALER_STATES_MAX);
    uint16_t state = plan->dealer_count++;
    known[state] = hand;
    plan->dealer_draws[state] = !dealer_stops(plan, hand);
    plan->dealer_ended[state] = dealer_end(hand);
    plan->dealer_cards[state] = hand.cards;
    return state;
}

static void fill_dealer(struct plan *plan)
{
    struct dealer_hand known[DEALER_STATES_MAX];
    memset(known, 0, sizeof(known));
    for (unsigned value = 0; value < HAND_VALUES; value++)
        dealer_state(plan, known, dealer_plus((struct dealer_hand){0, 0, false, false}, value));
    for (uint16_t from = 0; from < plan->dealer_count; from++)
        for (unsigned value = 0; value < HAND_VALUES && plan->dealer_draws[from]; value++)
            plan->dealer_next[from][value] = dealer_state(plan, known, dealer_plus(known[from], value));
}

/* ---- What a hand brings. ---- */

static int32_t main_pays(const struct plan *plan, enum hand_line kind)
{
    int wager = rulebook_wager_at(&plan->book, PLACE_MAIN);
    assert(wager >= 0);
    const struct wager_rule *rule = &plan->book.wagers[wager];
    for (unsigned l = 0; l < rule->line_count; l++)
        if (rule->lines[l].match.hand == kind)
            return scaled(rule->lines[l].pays, plan->scale);
    assert(!"the check of a rulebook sees to both lines");
    return 0;
}

/* One hand that was not split, against a Dealer's Blackjack [v6 4.4.1] [ar 3.26.8] [rws 3.23.2]. */
static int32_t blackjack_takes(const struct plan *plan, unsigned total, bool doubled)
{
    int32_t stake = doubled ? 2 * plan->scale : plan->scale;
    enum dealer_bj_loss loss = plan->book.blackjack.dealer_bj_loss;
    if (total == ENDED_BUST)
        return loss == BJ_LOSS_ORIGINAL_ONLY ? -plan->scale : -stake;
    if (total == TOP && plan->book.blackjack.dealer_bj_vs_21 == BJ_VS_21_PUSH) /* [AMB-18] */
        return 0;
    return loss == BJ_LOSS_ALL ? -stake : -plan->scale;
}

static int32_t payoff_of(const struct plan *plan, unsigned total, bool doubled, unsigned dealer)
{
    int32_t stake = doubled ? 2 * plan->scale : plan->scale;
    int32_t pays = main_pays(plan, HAND_LINE_REGULAR) * (doubled ? 2 : 1);
    if (dealer == AGAINST_BLACKJACK)
        return blackjack_takes(plan, total, doubled);
    if (total == ENDED_BUST) /* [3.32] [rws 3.19] */
        return -stake;
    if (dealer == AGAINST_BUST)
        return pays;
    unsigned against = 17 + dealer - AGAINST_17;
    return total > against ? pays : total == against ? 0 : -stake;
}

static void fill_payoffs(struct plan *plan)
{
    for (unsigned dealer = AGAINST_NONE; dealer < AGAINST_COUNT; dealer++) {
        for (unsigned total = 0; total <= TOP && dealer != AGAINST_NONE; total++) {
            plan->payoff[total][dealer] = payoff_of(plan, total, false, dealer);
            plan->payoff[total | ENDED_DOUBLED][dealer] = payoff_of(plan, total, true, dealer);
        }
        bool both = dealer == AGAINST_BLACKJACK;
        plan->payoff[ENDED_BLACKJACK][dealer] = both ? 0 : main_pays(plan, HAND_LINE_BLACKJACK);
        plan->payoff[ENDED_SURRENDER][dealer] = -plan->scale / 2;
        plan->payoff[ENDED_EVEN][dealer] = plan->scale;
    }
    plan->payoff[ENDED_BUST][AGAINST_NONE] = -plan->scale;
    plan->payoff[ENDED_BUST | ENDED_DOUBLED][AGAINST_NONE] = -2 * plan->scale;
}

/* Whether the Dealer's second card can still make Blackjack. */
static bool may_be_blackjack(unsigned first)
{
    return first == ACE || first == TEN;
}

/* [mbs 3.35] no card that changes nothing: a lone Blackjack needs the second card only, and only where it can
 * be beaten to a stand-off [AMB-40]; [rws 3.24; AMB-42] there the Dealer draws out for any open wager. */
static uint8_t need_of(const struct plan *plan, unsigned first, unsigned ended)
{
    const struct blackjack_rules *rules = &plan->book.blackjack;
    uint8_t all = NEED_ALL;
    uint8_t one = rules->dealer_draw == DEALER_DRAW_UNLESS_NO_EFFECT ? NEED_ONE : NEED_ALL;
    if (rules->dealer_draw == DEALER_DRAW_ALWAYS)
        return all;
    switch (ended) {
    case ENDED_BUST | ENDED_DOUBLED:
        return rules->dealer_bj_loss == BJ_LOSS_ORIGINAL_ONLY && may_be_blackjack(first) ? one : NEED_NONE;
    case ENDED_BUST:
    case ENDED_SURRENDER:
    case ENDED_EVEN:
    case ENDED_SPLIT: /* its hands ask, each for itself */
        return NEED_NONE;
    case ENDED_BLACKJACK:
        return may_be_blackjack(first) ? one : rules->pay_blackjack_early ? NEED_NONE : one;
    default:
        return all;
    }
}

/* An Insurance asks for the second card [AMB-41], a wager on the Dealer's bust for all of them [rws 3.26.1].
 */
static uint8_t need_insured(const struct plan *plan, unsigned first, unsigned ended)
{
    bool stops = plan->book.blackjack.dealer_draw == DEALER_DRAW_UNLESS_NO_EFFECT;
    uint8_t need = plan->need_bare[first][ended];
    if (!plan->insurance_offered[first] || ended == ENDED_EVEN)
        return need;
    return !stops ? NEED_ALL : need == NEED_NONE ? NEED_ONE : need;
}

static void fill_needs(struct plan *plan)
{
    for (unsigned first = 0; first < HAND_VALUES; first++) {
        for (unsigned ended = 0; ended < ENDED_COUNT; ended++) {
            plan->need_bare[first][ended] = plan->bust_side >= 0 ? NEED_ALL : need_of(plan, first, ended);
            plan->need[first][ended] = need_insured(plan, first, ended);
        }
    }
}

static void fill_ended(struct plan *plan)
{
    const struct hand_states *hands = &plan->chart.hands;
    for (unsigned state = 0; state < hands->count; state++) {
        bool blackjack =
            hands->cards[state] == 2 && hands->counts[state][ACE] == 1 && hands->counts[state][TEN] == 1;
        plan->ended[state] = blackjack ? ENDED_BLACKJACK : hands->total[state];
    }
    plan->ended[hands->bust] = ENDED_BUST;
}

/* ---- Side wagers. ---- */

/* Cards that no line of the wager can tell apart share a class: the rank counts if some line asks for like
 * ranks, else only which lines count it; the suit counts if some line asks for it. */
static unsigned class_key(const struct wager_rule *rule, struct card card)
{
    unsigned key = 0;
    bool by_rank = false;
    bool by_suit = false;
    for (unsigned l = 0; l < rule->line_count; l++) {
        const struct match *match = &rule->lines[l].match;
        by_rank = by_rank || match->alike;
        by_suit = by_suit || match->suit == SUIT_SAME || match->suit == SUIT_SAME_COLOUR;
        key = key << 1 | (match->ranks == 0 || rank_set_has(match->ranks, card_rank(card)));
    }
    if (by_rank)
        key = card_rank(card);
    /* A card that no line counts needs no suit: it cannot be part of a paying set. */
    return by_suit && key ? key << 4 | (card_suit(card) + 1) : key << 4;
}

static void fill_classes(const struct plan *plan, const struct wager_rule *rule, struct plan_side *side,
                         uint8_t *example)
{
    unsigned keys[SIDE_CLASSES_MAX] = {0};
    unsigned per_deck = deck_card_count(deck_of(plan->book.deck));
    for (unsigned i = 0; i < per_deck; i++) {
        unsigned key = class_key(rule, plan->card[i]);
        unsigned class = 0;
        while (class < side->class_count && keys[class] != key)
            class ++;
        if (class == side->class_count) {
            keys[class] = key;
            example[class] = (uint8_t)i;
            side->class_count++;
        }
        side->card_class[i] = (uint8_t) class;
    }
}

static uint8_t line_of(const struct plan *plan, const struct wager_rule *rule, const struct card *cards,
                       unsigned count)
{
    return (uint8_t)(wager_rule_line(rule, deck_of(plan->book.deck), cards, count) + 1);
}

static void add_side(struct plan *plan, unsigned wager)
{
    const struct wager_rule *rule = &plan->book.wagers[wager];
    struct plan_side *side = &plan->sides[plan->side_count++];
    uint8_t example[SIDE_CLASSES_MAX] = {0};
    *side = (struct plan_side){.wager = (uint8_t)wager, .judge = rule->judge};
    fill_classes(plan, rule, side, example);
    unsigned n = side->class_count;
    unsigned thirds = rule->judge == JUDGE_FIRST_TWO_DEALER ? n : 1;
    assert(n * n * thirds <= SIDE_TABLE_MAX);
    for (unsigned a = 0; a < n; a++) {
        for (unsigned b = 0; b < n; b++) {
            for (unsigned c = 0; c < thirds; c++) {
                struct card cards[] = {plan->card[example[a]], plan->card[example[b]],
                                       plan->card[example[c]]};
                side->line[(a * n + b) * thirds + c] = line_of(plan, rule, cards, thirds > 1 ? 3 : 2);
            }
        }
    }
}

static void fill_single_cards(struct plan *plan)
{
    for (unsigned i = 0; i < deck_card_count(deck_of(plan->book.deck)); i++) {
        struct card with_ace[] = {card_make(RANK_ACE, 0), plan->card[i]};
        if (plan->split_side >= 0)
            plan->split_side_line[i] = line_of(plan, &plan->book.wagers[plan->split_side], with_ace, 2);
        if (plan->insurance >= 0)
            plan->insurance_line[i] = line_of(plan, &plan->book.wagers[plan->insurance], &plan->card[i], 1);
    }
    for (unsigned value = 0; value < HAND_VALUES && plan->insurance >= 0; value++)
        plan->insurance_offered[value] = rank_set_has(plan->book.blackjack.insurance_against, value + 1);
}

/* [rws 3.26] by the number of cards in the Dealer's hand when it is over 21. */
static void fill_bust_lines(struct plan *plan)
{
    const struct wager_rule *rule = &plan->book.wagers[plan->bust_side];
    for (unsigned state = 0; state < plan->dealer_count; state++) {
        for (unsigned l = rule->line_count; l-- > 0 && plan->dealer_ended[state] == AGAINST_BUST;) {
            const struct match *match = &rule->lines[l].match;
            if (plan->dealer_cards[state] >= match->count_min &&
                plan->dealer_cards[state] <= match->count_max)
                plan->bust_line[state] = (uint8_t)(l + 1);
        }
    }
}

static void fill_sides(struct plan *plan)
{
    const struct rulebook *book = &plan->book;
    plan->split_side = rulebook_wager_at(book, PLACE_SPLIT_SIDE);
    plan->insurance = book->blackjack.insurance ? rulebook_wager_at(book, PLACE_INSURANCE) : -1;
    plan->bust_side = -1;
    for (unsigned w = 0; w < book->wager_count; w++) {
        if (book->wagers[w].judge == JUDGE_FIRST_TWO || book->wagers[w].judge == JUDGE_FIRST_TWO_DEALER)
            add_side(plan, w);
        if (book->wagers[w].judge == JUDGE_DEALER_BUST)
            plan->bust_side = (int)w;
    }
    fill_single_cards(plan);
    if (plan->bust_side >= 0)
        fill_bust_lines(plan);
}

void plan_init(struct plan *plan, const struct rulebook *book, unsigned decks, unsigned boxes,
               const struct chart *chart)
{
    assert(book->family == FAMILY_BLACKJACK && decks >= book->decks_min && decks <= book->decks_max);
    memset(plan, 0, sizeof(*plan));
    plan->book = *book;
    plan->decks = decks;
    plan->boxes = boxes;
    plan->chart = *chart;
    plan->scale = scale_of(book);
    fill_cards(plan);
    fill_dealer(plan);
    fill_ended(plan);
    fill_payoffs(plan);
    fill_sides(plan);
    fill_needs(plan);
    plan_make_machine(plan);
}

int32_t plan_side_payoff(const struct plan *plan, unsigned wager, unsigned line)
{
    return line ? scaled(plan->book.wagers[wager].lines[line - 1].pays, plan->scale) : -plan->scale;
}
