/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: at the end of a virtual shoe what came out and what is left make up the decks, and a card that was
 * exchanged on the way is named on both sides. */
#include "check.h"

#include "rulebook/builtin.h"
#include "table/table.h"

static struct rulebook book;
static struct table table;

static void apply(struct act act)
{
    static struct events events;
    assert_int_equal(state_act(&table.state, &book, &act, &events).status, STATUS_OK);
}

/* A table whose first card has left the shoe. */
static void set_up(const char *game, bool machine)
{
    struct table_plan plan;
    assert_int_equal(builtin_load(game, &book), STATUS_OK);
    table_plan_init(&plan, "t", &book);
    plan.device = DEVICE_VIRTUAL;
    plan.shuffle_machine = machine;
    table_set_up(&table, &plan);
    shoe_init(&table.shoe, deck_of((enum deck_id)book.deck), plan.decks);
    table.state.open = true;
    apply((struct act){.actor = ACTOR_DEALER, .verb = VERB_SHUFFLE, .flags = ACT_FULL});
    struct act card = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
    while (round_wants(&book, &table.state.round).card.kind == PLACE_DISCARD) {
        assert_true(table_next_card(&table, &card.cards[0]));
        apply(card);
    }
}

static const char *const games[] = {"mbs-blackjack-v6", "mbs-star-elements", "rws-blackjack",
                                    "mbs-7up-baccarat"};

static void test_whole_shoe(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct reconciliation found;
        set_up(games[i], false);
        assert_true(table_reconcile(&table, NULL, &found));
        table_clear(&table);
    }
}

static void test_exchanged_card(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct reconciliation found;
        set_up(games[i], false);
        struct card lost = table.shoe.cards[20];
        struct card twice = table.shoe.cards[21];
        table.shoe.cards[20] = twice;
        assert_false(table_reconcile(&table, NULL, &found));
        assert_int_equal(found.missing_count, 1);
        assert_int_equal(found.missing[lost.code], 1);
        assert_int_equal(found.extra_count, 1);
        assert_int_equal(found.extra[twice.code], 1);
        table_clear(&table);
    }
}

/* Goal: staff who emptied a device give what they found; one card too few is named. */
static void test_counted_by_staff(void **state)
{
    (void)state;
    uint8_t inside[CARD_CODE_COUNT] = {0};
    struct reconciliation found;
    set_up("rws-blackjack", false);
    for (unsigned i = table.state.drawn; i < table.shoe.count; i++)
        inside[table.shoe.cards[i].code]++;
    assert_true(table_reconcile(&table, inside, &found));
    inside[table.shoe.cards[30].code]--;
    assert_false(table_reconcile(&table, inside, &found));
    assert_int_equal(found.missing[table.shoe.cards[30].code], 1);
    table_clear(&table);
}

/* Goal: a shuffling machine takes its cards back after every round, so there is nothing to compare. */
static void test_shuffling_machine(void **state)
{
    (void)state;
    struct reconciliation found;
    set_up("mbs-blackjack-v6", true);
    table.shoe.cards[20] = table.shoe.cards[21];
    assert_true(table_reconcile(&table, NULL, &found));
    table_clear(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_shoe),
        cmocka_unit_test(test_exchanged_card),
        cmocka_unit_test(test_counted_by_staff),
        cmocka_unit_test(test_shuffling_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
