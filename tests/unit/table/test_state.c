/* SPDX-License-Identifier: Apache-2.0 */
#include "table/state.h"

#include <stdio.h>

#include "check.h"
#include "rulebook/builtin.h"

static struct rulebook book;
static struct table_state table;

static int load(void **state)
{
    struct setting setting;
    (void)state;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    setting_init(&setting, &book, 6, 7);
    setting.limit_min_cents[0] = 2500;
    setting.limit_max_cents[0] = 100050;
    state_init(&table, &book, &setting, DEVICE_VIRTUAL);
    table.open = true;
    return 0;
}

static void join(const char *name, unsigned area)
{
    int person = roster_add(&table.roster, name, strlen(name));
    assert_true(person >= 0);
    if (area)
        table.round.setting.seated[area] = (uint8_t)(person + 1);
}

static struct hash some_hash(uint8_t byte)
{
    struct hash hash;
    memset(hash.bytes, byte, sizeof hash.bytes);
    return hash;
}

/* The text of a shoe's beginning tells the whole state: read back, it is the same, byte for byte. */
static void test_text(void **state)
{
    static struct table_state again;
    char bytes[STATE_TEXT_MAX];
    struct text text;
    struct hash commitment = some_hash(0xab);
    struct hash salt = some_hash(0x12);
    load(state);
    join("Mei", 3);
    join("Tan", 0);
    table.round.memory.under_minimum = 1U << 1;
    table.round.setting.areas_max[0] = 3;
    table.round.setting.areas_max[1] = UINT8_MAX; /* the pit may say any number: no restriction, but said */
    table.round.setting.wagers_max[5] = 2;
    table.round.setting.wagers_max[6] = UINT8_MAX;
    table.round.setting.full_patronage = true;
    table.round_number = 1041;
    state_next_shoe(&table, &book, &commitment, &salt, ~0U);
    text_init(&text, bytes, sizeof bytes);
    state_print(&table, &book, &text);
    assert_false(text.full);
    assert_int_equal(state_parse(&again, &book, bytes), STATUS_OK);
    assert_int_equal(again.shoe_number, 1);
    assert_int_equal(again.round_number, 1041);
    assert_memory_equal(&again.roster, &table.roster, sizeof again.roster);
    assert_memory_equal(&again.round, &table.round, sizeof again.round);
    assert_true(hash_equal(&again.commitment, &commitment) && hash_equal(&again.salt, &salt));
    assert_true(again.open && !again.begun);
}

/* A text that is cut, of another rulebook, or with a word too many is refused. */
static void test_bad_text(void **state)
{
    static struct table_state again;
    static struct rulebook other;
    char bytes[STATE_TEXT_MAX];
    char bad[STATE_TEXT_MAX + 32];
    struct text text;
    load(state);
    table.device = DEVICE_ENTERED;
    state_next_shoe(&table, &book, NULL, NULL, 0);
    text_init(&text, bytes, sizeof bytes);
    state_print(&table, &book, &text);
    assert_int_equal(builtin_load("rws-blackjack", &other), STATUS_OK);
    assert_int_equal(state_parse(&again, &other, bytes), STATUS_BAD_ENTRY);
    snprintf(bad, sizeof bad, "%s#: device entered\n", bytes);
    assert_int_equal(state_parse(&again, &book, bad), STATUS_BAD_ENTRY);
    snprintf(bad, sizeof bad, "%sround 12\n", bytes);
    assert_int_equal(state_parse(&again, &book, bad), STATUS_BAD_ENTRY);
    assert_int_equal(state_parse(&again, &book, ""), STATUS_BAD_ENTRY);
    snprintf(bad, sizeof bad, "%sdance\n", bytes);
    assert_int_equal(state_parse(&again, &book, bad), STATUS_BAD_ENTRY);
    snprintf(bad, sizeof bad, "%sseat Nobody 1\n", bytes);
    assert_int_equal(state_parse(&again, &book, bad), STATUS_BAD_ENTRY);
    static const char beginning[] = "game mbs-blackjack-v6\n#: device entered\n#: shoe 1\nround 1\n";
    static const struct {
        const char *line;
        enum status status;
    } rows[] = {{"decks 6\n", STATUS_OK},
                {"decks 6 7\n", STATUS_BAD_ENTRY},
                {"decks 0\n", STATUS_BAD_ENTRY},
                {"#: wagers-max 1 2\n", STATUS_OK},
                {"#: wagers-max 0 2\n", STATUS_BAD_ENTRY},
                {"player Mei\n", STATUS_OK},
                {"player dealer\n", STATUS_BAD_ENTRY},
                {"player banker\n", STATUS_BAD_ENTRY},
                {"player 7\n", STATUS_BAD_ENTRY}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        snprintf(bad, sizeof bad, "%s%s", beginning, rows[i].line);
        assert_int_equal(state_parse(&again, &book, bad), rows[i].status);
    }
}

/* With a new shoe people who have gone leave the roster; who sits, stays or is remembered keeps his marks. */
static void test_next_shoe(void **state)
{
    load(state);
    join("Gone", 0);
    join("Mei", 2);
    join("Watching", 0);
    join("Breach", 0);
    table.round.setting.areas_max[1] = 2;
    table.round.memory.under_minimum = 1U << 3;
    table.round.memory.out_count = 200;
    table.drawn = 200;
    table.device = DEVICE_ENTERED;
    state_next_shoe(&table, &book, NULL, NULL, 1U << 2);
    assert_int_equal(table.roster.count, 3);
    assert_string_equal(table.roster.names[0], "Mei");
    assert_string_equal(table.roster.names[1], "Watching");
    assert_string_equal(table.roster.names[2], "Breach");
    assert_int_equal(table.round.setting.seated[2], 1);
    assert_int_equal(table.round.setting.areas_max[0], 2);
    assert_int_equal(table.round.memory.under_minimum, 1U << 2);
    assert_int_equal(table.round.memory.out_count, 0);
    assert_int_equal(table.drawn, 0);
    assert_int_equal(table.round.setting.limit_min_cents[0], 2500);
}

/* Opening bets begins a round and gives it the next number; a refusal changes nothing at all. */
static void test_rounds(void **state)
{
    static struct events events;
    static struct table_state before;
    struct act open = {.actor = ACTOR_DEALER, .verb = VERB_OPEN};
    struct act hit = {.actor = ACTOR_PERSON, .verb = VERB_HIT, .spot = {.area = 1}};
    load(state);
    join("Mei", 1);
    before = table;
    assert_true(status_is_refusal(state_act(&table, &book, &hit, &events).status));
    assert_memory_equal(&before, &table, sizeof table);
    assert_int_equal(state_act(&table, &book, &open, &events).status, STATUS_OK);
    assert_int_equal(table.round_number, 1);
    assert_true(table.begun && !state_between_rounds(&table));
    assert_true(status_is_refusal(state_act(&table, &book, &open, &events).status));
    assert_int_equal(table.round_number, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_text), cmocka_unit_test(test_bad_text),
                                       cmocka_unit_test(test_next_shoe), cmocka_unit_test(test_rounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
