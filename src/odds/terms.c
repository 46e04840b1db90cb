/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/terms.h"

#include <assert.h>
#include <string.h>

static void read_upcards(struct terms *terms, const struct blackjack_rules *rules)
{
    assert(rules);
    for (unsigned up = 1; up <= VALUE_COUNT; up++) {
        bool insured = rank_set_has(rules->insurance_against, up);
        terms->surrender[up] = rules->surrender && !rank_set_has(rules->surrender_not_against, up);
        terms->insurance[up] = rules->insurance && insured;
        terms->even_money[up] = rules->even_money && insured;
    }
}

static void read_splits(struct terms *terms, const struct blackjack_rules *rules)
{
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        unsigned hands = value == VALUE_ACE ? rules->split_aces_hands_max : rules->split_hands_max;
        terms->hands_max[value] = (uint8_t)(!rules->split || hands < 2 ? 1
                                            : hands > SPLIT_HANDS_MAX  ? SPLIT_HANDS_MAX
                                                                       : hands);
    }
    terms->aces_one_card = rules->split_aces_one_card;
    terms->double_after_split = rules->double_after_split;
}

static bool read_pays(struct terms *terms, const struct rulebook *book)
{
    int main_wager = rulebook_wager_at(book, PLACE_MAIN);
    int insurance = rulebook_wager_at(book, PLACE_INSURANCE);
    if (main_wager < 0)
        return false;
    const struct wager_rule *rule = &book->wagers[main_wager];
    for (unsigned i = 0; i < rule->line_count; i++) {
        bool blackjack = rule->lines[i].match.hand == HAND_LINE_BLACKJACK;
        *(blackjack ? &terms->blackjack_ratio : &terms->regular_ratio) = rule->lines[i].pays;
    }
    terms->blackjack_pays = ratio_double(terms->blackjack_ratio);
    terms->regular_pays = ratio_double(terms->regular_ratio);
    if (insurance >= 0 && book->wagers[insurance].line_count > 0) {
        const struct pay_line *line = &book->wagers[insurance].lines[0];
        terms->insurance_pays = ratio_double(line->pays);
        for (unsigned value = 1; value <= VALUE_COUNT; value++)
            terms->insurance_wins[value] = rank_set_has(line->match.ranks, value);
    }
    return true;
}

enum status terms_read(struct terms *terms, const struct rulebook *book)
{
    assert(book && terms);
    const struct blackjack_rules *rules = &book->blackjack;
    memset(terms, 0, sizeof(*terms));
    if (book->family != FAMILY_BLACKJACK || !read_pays(terms, book))
        return STATUS_NOT_FOUND;
    read_upcards(terms, rules);
    read_splits(terms, rules);
    terms->hit_soft17 = rules->dealer_soft17 == SOFT17_HIT;
    terms->bj_loss = (enum dealer_bj_loss)rules->dealer_bj_loss;
    terms->push_21 = rules->dealer_bj_vs_21 == BJ_VS_21_PUSH;
    terms->stand_min = rules->stand_min_total;
    terms->hit_hard_21 = rules->hit_hard_21 == READING_ALLOW;
    terms->hit_soft_21 = rules->ace_choice == ACE_DECLARED;
    terms->surrender_blackjack = rules->surrender_on_blackjack == READING_ALLOW;
    terms->double_any = rules->double_on == DOUBLE_ANY;
    terms->double_totals = rules->double_totals;
    terms->double_ace_is_one = rules->double_ace_is_one;
    terms->double_ace_nine = rules->double_ace_nine == READING_ALLOW;
    return STATUS_OK;
}

/* [rws 3.20] below the smallest standing total a hand must draw. */
bool terms_may_stand(const struct terms *terms, const struct holding *hand)
{
    return hand->total >= terms->stand_min;
}

/* [mbs 3.30] no card on 21; [rws 3.18] forbids it for soft 21 only, unless the Player says that their Ace
 * counts 1 [rws 3.2.1]. Best play never draws on either: no total is worth more than 21. */
bool terms_may_hit(const struct terms *terms, const struct holding *hand)
{
    return hand->total < 21 || (hand->soft ? terms->hit_soft_21 : terms->hit_hard_21);
}

/* [3.26] first two cards; [ar 3.26.1] hard 10 or 11 only, an Ace then counting 1 [ar 3.4.2]. */
bool terms_may_double(const struct terms *terms, const struct holding *hand)
{
    if (hand->cards != 2 || hand->total == 21)
        return false;
    if (terms->double_any)
        return true;
    return (!hand->soft || terms->double_ace_nine) && (terms->double_totals >> hand->hard & 1U);
}

unsigned terms_doubled_total(const struct terms *terms, const struct holding *hand, unsigned value)
{
    assert(value >= 1 && value <= VALUE_COUNT);
    unsigned hard = hand->hard + value;
    bool eleven = value == VALUE_ACE || (hand->count[VALUE_ACE] > 0 && !terms->double_ace_is_one);
    return eleven && hard + 10 <= 21 ? hard + 10 : hard;
}

double terms_result(const struct terms *terms, unsigned total, double wager, enum dealer_outcome outcome)
{
    assert(outcome < DEALER_OUTCOMES);
    if (outcome == DEALER_BLACKJACK) {
        if (terms->push_21 && total == 21)
            return 0;
        return terms->bj_loss == BJ_LOSS_ALL ? -wager : -1;
    }
    if (outcome == DEALER_BUST || total > 17U + outcome)
        return wager * terms->regular_pays;
    return total == 17U + outcome ? 0 : -wager;
}
