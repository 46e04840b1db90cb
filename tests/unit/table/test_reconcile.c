/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: at the end of a virtual shoe what came out and what is left make up the decks, and a card that was
 * exchanged on the way is named on both sides. */
#include "check.h"

#include <stdio.h>

#include "rulebook/builtin.h"
#include "table/source.h"

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
    table_set_up(&table, &plan, test_source());
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

static enum status count(enum actor actor, const char *name, const char *words)
{
    static struct table_state next;
    static struct proposal proposal = {.next = &next};
    enum status status = table_propose_text(&table, NULL, (struct performer){actor, name}, words, &proposal);
    if (status == STATUS_OK) {
        assert_int_equal(proposal.kind, ENTRY_NOTE);
        assert_memory_equal(&next, &table.state, sizeof table.state);
        assert_non_null(
            strstr(proposal.text.bytes, proposal.reason[0] ? proposal.reason : "all cards are there"));
        assert_string_equal(proposal.reason, strstr(words, "As*9")   ? "over 1 As"
                                             : strstr(words, "As*8") ? ""
                                                                     : "missing 8 As");
    }
    return status;
}

/* Goal: at a table with entered cards staff say what they found in the device, and the journal has which
 * cards are missing or over; nobody counts a virtual shoe, a machine, or in the middle of a round. */
static void test_count_in_words(void **state)
{
    (void)state;
    char words[600] = "count";
    const struct deck *deck;
    const struct act card = {
        .actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1, .cards = {card_make(RANK_ACE, 1)}};
    set_up("mbs-blackjack-v6", false);
    assert_int_equal(count(ACTOR_DEALER, NULL, "count"), STATUS_CARDS_DRAWN);
    table.state.device = DEVICE_ENTERED;
    table.state.round.memory.burn_due = 0;
    apply((struct act){.actor = ACTOR_DEALER, .verb = VERB_SHUFFLE, .flags = ACT_FULL});
    apply(card); /* burnt */
    deck = deck_of((enum deck_id)book.deck);
    for (unsigned i = 0; i < deck_card_count(deck); i++) {
        char name[CARD_TEXT_MAX];
        struct card here = deck_card(deck, i);
        unsigned copies = table.plan.decks - card_equal(here, card.cards[0]);
        if (card_rank(here) == RANK_ACE && card_suit(here) == 0)
            continue;
        snprintf(words + strlen(words), sizeof words - strlen(words), " %s*%u",
                 deck_print_card(deck, here, name, sizeof name), copies);
    }
    assert_int_equal(table.plan.decks, 8);
    assert_int_equal(count(ACTOR_PIT, NULL, words), STATUS_OK);
    strcat(words, " As*8");
    assert_int_equal(count(ACTOR_DEALER, NULL, words), STATUS_OK);
    words[strlen(words) - 1] = '9';
    assert_int_equal(count(ACTOR_DEALER, NULL, words), STATUS_OK);
    assert_int_equal(count(ACTOR_DEALER, NULL, "count As*8 Zz"), STATUS_BAD_TEXT);
    assert_int_equal(count(ACTOR_DEALER, NULL, "count As*300"), STATUS_BAD_TEXT);
    assert_int_equal(count(ACTOR_DEALER, NULL, "count As*x"), STATUS_BAD_TEXT);
    assert_int_equal(count(ACTOR_PERSON, "Mei", "count As"), STATUS_BAD_TEXT);
    apply((struct act){.actor = ACTOR_DEALER, .verb = VERB_OPEN});
    assert_int_equal(count(ACTOR_DEALER, NULL, words), STATUS_ROUND_OPEN);
    table_clear(&table);
    set_up("mbs-blackjack-v6", true);
    table.state.device = DEVICE_ENTERED;
    assert_int_equal(count(ACTOR_DEALER, NULL, "count As"), STATUS_NOT_PLAYED);
    table_clear(&table);
}

/* Goal: of a device found empty every face of the deck is named, to staff and in the journal; nothing is cut.
 */
static void test_count_names_every_face(void **state)
{
    (void)state;
    static struct table_state next;
    static struct proposal proposal = {.next = &next};
    set_up("mbs-star-elements", false);
    table.state.device = DEVICE_ENTERED;
    apply((struct act){.actor = ACTOR_DEALER, .verb = VERB_SHUFFLE, .flags = ACT_FULL});
    assert_int_equal(table_propose_count(&table, "", &proposal), STATUS_OK);
    const struct deck *deck = deck_of((enum deck_id)book.deck);
    for (unsigned i = 0; i < deck_card_count(deck); i++) {
        char wanted[32];
        char name[CARD_TEXT_MAX];
        snprintf(wanted, sizeof wanted, "missing %u %s", table.plan.decks,
                 deck_print_card(deck, deck_card(deck, i), name, sizeof name));
        assert_non_null(strstr(proposal.reason, wanted));
    }
    assert_non_null(strstr(proposal.text.bytes, proposal.reason));
    table_clear(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_shoe),       cmocka_unit_test(test_exchanged_card),
        cmocka_unit_test(test_counted_by_staff), cmocka_unit_test(test_shuffling_machine),
        cmocka_unit_test(test_count_in_words),   cmocka_unit_test(test_count_names_every_face),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
