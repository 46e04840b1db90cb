/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every switch of the readings, by its name and by its path, takes each of its values, changes the hash
 * and nothing else; what is no switch or no value is refused and leaves the book as it was. */
#include "check.h"

#include <stdio.h>

#include "rulebook/builtin.h"
#include "rulebook/freeze.h"
#include "rulebook/load.h"

/* The switches of docs/readings.md: name, path, and every value. */
static const struct {
    const char *game;
    const char *name;
    const char *path;
    const char *values; /* the default first */
} switches[] = {
    {"mbs-blackjack-v6", "money.unit", "money.unit", "0.01 0.50 1 5"},
    {"mbs-blackjack-v6", "money.rounding", "money.rounding", "down nearest up"},
    {"rws-blackjack", "rws.prorata_floor", "limits.prorata_floor", "lift_and_reapportion lift_only exempt"},
    {"rws-blackjack", "rws.prorata_exempt_pool", "limits.prorata_pool", "max_minus_exempt max factor_all"},
    {"rws-blackjack", "rws.minimum_scope", "limits.minimum_scope", "box_total per_player both"},
    {"mbs-blackjack-v6", "mbs.limit_scope", "limits.scope", "per_wager per_area"},
    {"mbs-blackjack-v6", "mbs.under_min_memory", "limits.under_memory", "table_session gaming_day"},
    {"mbs-blackjack-v6", "double.min", "double.min", "table_min chip_unit"},
    {"mbs-blackjack-v6", "mbs.max_wagers", "wagers.main.per_spot", "3 1 2"},
    {"rws-blackjack", "rws.ace_choice", "ace.choice", "best_total declared"},
    {"mbs-ace-race-v4", "dealer.soft17", "dealer.soft17", "hit stand"},
    {"rws-blackjack", "rws.dealer_bj_vs_21", "dealer.blackjack_vs_21", "lose push"},
    {"rws-blackjack", "rws.hit_hard_21", "hit.hard_21", "refuse allow"},
    {"rws-blackjack", "stand.min_total", "stand.min_total", "12 0"},
    {"mbs-ace-race-v4", "ar.double_ace_nine", "double.ace_nine", "allow refuse"},
    {"mbs-blackjack-v6", "split.resplit_order", "split.resplit_order", "adjacent last"},
    {"mbs-blackjack-v6", "dealer_bj_loss", "dealer.blackjack_takes", "original_and_busted all original_only"},
    {"mbs-ace-race-v4", "ar.split_ace_race_on_dealer_bj", "split_side.on_dealer_blackjack", "settled lose"},
    {"mbs-ace-race-v4", "ar.split_ace_race_by", "split_side.by", "followers controller anyone"},
    {"rws-blackjack", "rws.dealer_draw", "dealer.draw", "when_any_bet_open always unless_no_effect"},
    {"mbs-blackjack-v6", "mbs.pay_bj_immediately", "settle.blackjack_early", "true false"},
    {"mbs-blackjack-v6", "mbs.settle_sides_immediately", "settle.sides_early", "true false"},
    {"mbs-blackjack-v6", "surrender.on_blackjack", "surrender.on_blackjack", "refuse allow"},
    {"rws-blackjack", "rws.surrender_scope", "surrender.scope", "per_player seated_only"},
    {"rws-blackjack", "rws.even_money_insurance", "even_money.insurance", "return keep"},
    {"mbs-blackjack-v6", "mbs.third_party_insurance_on_even_money", "even_money.insurance_of_others",
     "keep return"},
    {"mbs-blackjack-v6", "mbs.insurance_remainder", "insurance.remainder", "not_offered next_in_rank"},
    {"mbs-blackjack-v6", "control.unseated", "control.unseated", "nearest highest"},
    {"mbs-blackjack-v6", "mbs.skipped_cards", "repairs.skipped_cards", "back_to_front discard"},
    {"mbs-blackjack-v6", "mbs.one_card_blackjack", "repairs.one_card_blackjack", "counts plain_21"},
    {"mbs-blackjack-v6", "burn.count", "burn.count", "1 0"},
    {"mbs-blackjack-v6", "burn.when", "burn.when", "after_shuffle each_round"},
    {"mbs-7up-baccarat", "outage.outcome_basis", "outage.outcome_basis", "offered placed"},
    {"mbs-7up-baccarat", "outage.conclusive", "outage.conclusive", "computed announced"},
    {"mbs-7up-baccarat", "faceup.before_first_card", "faceup.before_first_card", "refer burn play"},
    {"rws-blackjack", "rws.error_options_on_dealer_overdraw", "repairs.options_on_overdraw", "no yes"},
    {"rws-blackjack", "rws.squeeze_allowed", "squeeze.allowed", "true false"},
    {"mbs-blackjack-v6", "mbs.decline_disclosed", "repairs.decline_disclosed", "stand keep_turn"},
};

/* What the walk says at one path. */
struct look {
    const char *path;
    char value[256];
};

static void keep_value(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    struct look *look = context;
    (void)key;
    if (strcmp(path, look->path) == 0)
        snprintf(look->value, sizeof(look->value), "%s", value);
}

static void assert_value(const struct rulebook *book, const char *path, const char *wanted)
{
    struct look look = {path, ""};
    rulebook_walk(book, keep_value, &look);
    const char *shown = strcmp(wanted, "yes") == 0 ? "true" : strcmp(wanted, "no") == 0 ? "false" : wanted;
    assert_string_equal(look.value, shown);
}

static void each_value(const char *game, const char *name, const char *path, const char *values)
{
    struct rulebook book, shipped;
    char word[64];
    assert_int_equal(builtin_load(game, &shipped), STATUS_OK);
    for (bool is_default = true; *values; is_default = false) {
        size_t length = strcspn(values, " ");
        snprintf(word, sizeof(word), "%.*s", (int)length, values);
        values += length + (values[length] == ' ');
        book = shipped;
        assert_int_equal(rulebook_set_switch(&book, name, word), STATUS_OK);
        assert_value(&book, path, word);
        assert_int_equal(hash_equal(&book.hash, &shipped.hash), is_default);
    }
}

static void test_each_switch_takes_each_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(switches); i++) {
        each_value(switches[i].game, switches[i].name, switches[i].path, switches[i].values);
        each_value(switches[i].game, switches[i].path, switches[i].path, switches[i].values);
    }
}

static void test_pays_can_be_set(void **state)
{
    (void)state;
    struct rulebook book;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    assert_int_equal(rulebook_set_switch(&book, "wagers.main.pays.blackjack.odds", "6:5"), STATUS_OK);
    assert_int_equal(book.wagers[0].lines[0].pays.num, 6);
    assert_int_equal(rulebook_set_switch(&book, "surrender.not_against", "[A, T]"), STATUS_OK);
    assert_int_equal(book.blackjack.surrender_not_against, 1U << RANK_ACE | 1U << RANK_TEN);
    assert_int_equal(rulebook_set_switch(&book, "surrender.not_against", "A,K"), STATUS_OK);
    assert_int_equal(book.blackjack.surrender_not_against, 1U << RANK_ACE | 1U << RANK_KING);
}

static const struct {
    const char *name;
    const char *value;
    enum status status;
} refused[] = {
    {"no.such_switch", "allow", STATUS_NOT_FOUND},
    {"", "", STATUS_NOT_FOUND},
    {"wagers", "3", STATUS_NOT_FOUND},
    {"wagers.", "3", STATUS_NOT_FOUND},
    {"wagers.main", "3", STATUS_NOT_FOUND},
    {"wagers.no-such.per_spot", "3", STATUS_NOT_FOUND},
    {"wagers.main.pays.no-such.odds", "3:2", STATUS_NOT_FOUND},
    {"wagers.main.pays.blackjack.name", "x", STATUS_NOT_FOUND},
    {"id", "other", STATUS_NOT_FOUND},                /* says which book it is */
    {"family", "baccarat", STATUS_NOT_FOUND},         /* the same */
    {"wagers.main.place", "table", STATUS_NOT_FOUND}, /* the same */
    {"natural.totals", "[8, 9]", STATUS_NOT_FOUND},   /* of the other family */
    {"hit.hard_21", "perhaps", STATUS_BAD_TEXT},
    {"hit.hard_21", "", STATUS_BAD_TEXT},
    {"burn.count", "4", STATUS_BAD_TEXT},
    {"burn.count", "-1", STATUS_BAD_TEXT},
    {"burn.count", "01", STATUS_BAD_TEXT},
    {"money.unit", "0", STATUS_BAD_TEXT},
    {"wagers.main.pays.blackjack.odds", "3:0", STATUS_BAD_TEXT},
    {"surrender.not_against", "[A, Z]", STATUS_BAD_TEXT},
    {"cards.decks.max", "10", STATUS_BAD_RULEBOOK},      /* not in this family */
    {"insurance.offered", "false", STATUS_BAD_RULEBOOK}, /* its wager is there */
    {"double.on", "hard", STATUS_BAD_RULEBOOK},          /* no totals */
    {"split.hands_max", "1", STATUS_BAD_RULEBOOK},
};

static void test_refused_and_unchanged(void **state)
{
    (void)state;
    struct rulebook book, before;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &before), STATUS_OK);
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        book = before;
        assert_int_equal(rulebook_set_switch(&book, refused[i].name, refused[i].value), refused[i].status);
        assert_memory_equal(&book, &before, sizeof(book));
    }
    char long_value[300];
    memset(long_value, 'x', sizeof(long_value));
    long_value[sizeof(long_value) - 1] = '\0';
    assert_int_equal(rulebook_set_switch(&book, "hit.hard_21", long_value), STATUS_BAD_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_switch_takes_each_value),
        cmocka_unit_test(test_pays_can_be_set),
        cmocka_unit_test(test_refused_and_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
