/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the sign follows the rulebook: whatever is changed in a field that players are told about changes the
 * words, in both languages. */
#include "check.h"

#include <stdlib.h>

#include "rulebook/builtin.h"
#include "rulebook/load.h"
#include "rulebook/sign.h"
#include "rulebook/sign_html.h"

static void load(const char *game, struct rulebook *book)
{
    assert_int_equal(builtin_load(game, book), STATUS_OK);
}

static unsigned chinese(void)
{
    unsigned language;
    assert_true(language_find("zh", &language));
    return language;
}

static void make(const struct rulebook *book, unsigned language, struct sign *sign)
{
    const struct sign_setting setting = {0};
    sign_make(sign, book, &setting, language);
}

struct change {
    const char *game;
    const char *key;
    const char *value;
    const char *topic;
    const char *says; /* in English, after the change and not before */
};

static const struct change changes[] = {
    {"mbs-blackjack-v6", "dealer.soft17", "hit", "Draws", "on soft 17"},
    {"mbs-ace-race-v4", "dealer.soft17", "stand", "Draws", "stands on every 17"},
    {"mbs-blackjack-v6", "dealer.draw", "always", "Takes no card", "Never"},
    {"mbs-blackjack-v6", "dealer.draw", "when_any_bet_open", "Takes no card", "no wager is left open"},
    {"mbs-blackjack-v6", "dealer.blackjack_takes", "all", "Dealer's Blackjack", "lose all their wagers"},
    {"mbs-blackjack-v6", "dealer.blackjack_takes", "original_only", "Dealer's Blackjack",
     "whatever was split"},
    {"mbs-star-elements", "dealer.blackjack_takes", "original_and_busted", "Dealer's Blackjack",
     "busted hands lose in full"},
    {"rws-blackjack", "dealer.blackjack_vs_21", "push", "Dealer's Blackjack", "but a Blackjack and 21"},
    {"mbs-blackjack-v6", "stand.min_total", "12", "Stand or draw", "Below 12 you must draw"},
    {"rws-blackjack", "hit.hard_21", "allow", "Stand or draw", "Blackjack and soft 21 take no card"},
    {"mbs-blackjack-v6", "surrender.offered", "false", "Surrender", "Not offered"},
    {"mbs-blackjack-v6", "surrender.not_against", "[A, T]", "Surrender", "Ace or 10"},
    {"mbs-star-elements", "surrender.not_against", "[A, F]", "Surrender", "Ace or Fu"},
    {"rws-blackjack", "insurance.by_others", "true", "Insurance", "others may take"},
    {"mbs-blackjack-v6", "insurance.max", "1:3", "Insurance", "up to 1/3 of"},
    {"mbs-blackjack-v6", "even_money.offered", "false", "Even money", "Not offered"},
    {"mbs-blackjack-v6", "split.hands_max", "3", "Split", "up to 3 hands"},
    {"mbs-blackjack-v6", "split.aces_hands_max", "4", "Split", "Aces up to 4 hands"},
    {"mbs-blackjack-v6", "split.aces_one_card", "false", "Split", "Aces once. A split hand"},
    {"mbs-blackjack-v6", "double.after_split", "false", "Double", "Not after a split"},
    {"mbs-blackjack-v6", "double.min", "chip_unit", "Double", "for any amount"},
    {"mbs-ace-race-v4", "double.totals", "[9, 10, 11]", "Double", "hard 9\u201311"},
    {"mbs-blackjack-v6", "control.unseated", "highest", "Who decides", "who wagered most"},
    {"mbs-blackjack-v6", "limits.scope", "per_area", "Wagers on one area", "all of them together"},
    {"mbs-blackjack-v6", "wagers.main.per_spot", "2", "Wagers on one area", "At most 2"},
    {"mbs-blackjack-v6", "money.unit", "5", "Payments", "In units of 5"},
    {"mbs-blackjack-v6", "money.rounding", "up", "Payments", "rounded up"},
    {"mbs-blackjack-v6", "money.rounding", "nearest", "Payments", "to the nearest"},
    {"mbs-blackjack-v6", "outage.undecided", "void", "Interruption", "the round is void"},
    {"mbs-blackjack-v6", "wagers.main.pays.blackjack.odds", "6:5", "Blackjack", "6 to 5"},
    {"mbs-7up-baccarat", "player.draws", "[0, 1, 2, 3, 4]", "Player draws", "Draws on 0\u20134"},
    {"mbs-7up-baccarat", "banker.total_6", "[]", "Banker 6\u20137", "Stands"},
    {"mbs-7up-baccarat", "banker.when_player_stands", "[0, 1]", "Banker, when Player stands",
     "Draws on 0\u20131"},
    {"mbs-7up-baccarat", "deal.order", "[player, banker, banker]", "Deal", "Player, Banker, Banker"},
    {"mbs-7up-baccarat", "permanent.player", "8", "First card", "always the 8"},
};

static bool says(const struct sign *sign, const struct change *change)
{
    for (unsigned i = 0; i < sign->row_count; i++)
        if (strcmp(sign->rows[i].topic, change->topic) == 0 && strstr(sign->rows[i].says, change->says))
            return true;
    return false;
}

static bool same_words(const struct sign *a, const struct sign *b)
{
    if (a->row_count != b->row_count)
        return false;
    for (unsigned i = 0; i < a->row_count; i++)
        if (strcmp(a->rows[i].says, b->rows[i].says) != 0 || strcmp(a->rows[i].topic, b->rows[i].topic) != 0)
            return false;
    return true;
}

static void test_a_changed_rule_changes_the_sign(void **state)
{
    (void)state;
    struct rulebook book;
    struct sign before[2];
    struct sign after[2];
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        const struct change *change = &changes[i];
        load(change->game, &book);
        make(&book, LANGUAGE_ENGLISH, &before[0]);
        make(&book, chinese(), &before[1]);
        if (rulebook_set_switch(&book, change->key, change->value) != STATUS_OK)
            fail_msg("%s cannot be set to %s", change->key, change->value);
        make(&book, LANGUAGE_ENGLISH, &after[0]);
        make(&book, chinese(), &after[1]);
        if (says(&before[0], change) || !says(&after[0], change))
            fail_msg("%s = %s: \"%s\" is not said, or was before", change->key, change->value, change->says);
        if (same_words(&before[1], &after[1]))
            fail_msg("%s = %s: nothing changes in Chinese", change->key, change->value);
    }
}

static void test_chinese_is_chinese(void **state)
{
    (void)state;
    struct rulebook book;
    struct sign sign;
    for (unsigned i = 0; builtin_id(i); i++) {
        load(builtin_id(i), &book);
        make(&book, chinese(), &sign);
        for (unsigned j = 0; j < sign.row_count; j++)
            for (const char *c = sign.rows[j].says; *c; c++)
                if (*c >= 'a' && *c <= 'z')
                    fail_msg("%s: %s", builtin_id(i), sign.rows[j].says);
    }
}

/* Lines of pay tables, and no others, say what they pay in figures, too. */
static void test_pay_lines_have_figures(void **state)
{
    (void)state;
    struct rulebook book;
    struct sign sign;
    load("mbs-star-elements", &book);
    make(&book, chinese(), &sign);
    unsigned lines = 0;
    for (unsigned i = 0; i < sign.section_count; i++) {
        const struct sign_section *section = &sign.sections[i];
        for (unsigned j = 0; j < section->row_count; j++) {
            struct ratio told = sign.rows[section->row_first + j].pays;
            struct ratio wanted = {0, 0};
            if (section->kind == SIGN_PAYS)
                wanted = book.wagers[section->wager].lines[j].pays;
            assert_int_equal(told.num, wanted.num);
            assert_int_equal(told.den, wanted.den);
            lines += section->kind == SIGN_PAYS;
        }
    }
    assert_true(lines > 5);
}

static void test_a_page_that_does_not_fit_says_so(void **state)
{
    (void)state;
    struct rulebook book;
    struct sign sign;
    char small[512];
    struct text text;
    load("rws-blackjack", &book);
    make(&book, LANGUAGE_ENGLISH, &sign);
    text_init(&text, small, sizeof(small));
    sign_html(&sign, &text);
    assert_true(text.full);
    char *bytes = malloc(SIGN_HTML_MAX);
    assert_non_null(bytes);
    text_init(&text, bytes, SIGN_HTML_MAX);
    sign_html(&sign, &text);
    assert_false(text.full);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_changed_rule_changes_the_sign),
        cmocka_unit_test(test_chinese_is_chinese),
        cmocka_unit_test(test_pay_lines_have_figures),
        cmocka_unit_test(test_a_page_that_does_not_fit_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
