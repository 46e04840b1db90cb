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
    table.round.setting.limit_max_cents[1] = 5000; /* without a minimum */
    table.round.setting.shuffle_machine = true;
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
}

#define ZERO "0000000000000000000000000000000000000000000000000000000000000000"
#define HEX  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* A beginning with each line in turn as it may not be: cut short, of another kind, about somebody who is not
 * there. In place of the good line that begins with the same word, or behind all of them. */
static void test_bad_lines(void **state)
{
    static struct table_state again;
    static const char *const good[] = {"game mbs-blackjack-v6", "#: device virtual", "#: shoe 1", "round 1",
                                       "player Mei"};
    static const struct {
        const char *line;
        enum status status;
    } rows[] = {{"decks 6", STATUS_OK},
                {"decks 6 7", STATUS_BAD_ENTRY},
                {"decks 0", STATUS_BAD_ENTRY},
                {"decks", STATUS_BAD_ENTRY},
                {"decks six", STATUS_BAD_ENTRY},
                {"game", STATUS_BAD_ENTRY},
                {"game rws-blackjack", STATUS_BAD_ENTRY},
                {"#: device", STATUS_BAD_ENTRY},
                {"#: device robot", STATUS_BAD_ENTRY},
                {"#: shoe", STATUS_BAD_ENTRY},
                {"#: shoe 0", STATUS_BAD_ENTRY},
                {"#: shoe 1 " HEX " " HEX, STATUS_OK},
                {"#: shoe 1 " HEX, STATUS_BAD_ENTRY},
                {"#: shoe 1 x " HEX, STATUS_BAD_ENTRY},
                {"#: shoe 1 " HEX " x", STATUS_BAD_ENTRY},
                {"round", STATUS_BAD_ENTRY},
                {"areas 7", STATUS_OK},
                {"areas", STATUS_BAD_ENTRY},
                {"areas 99", STATUS_BAD_ENTRY},
                {"#: shuffle machine", STATUS_OK},
                {"#: shuffle manual", STATUS_OK},
                {"#: shuffle", STATUS_BAD_ENTRY},
                {"#: shuffle hand", STATUS_BAD_ENTRY},
                {"#: rulebook " HEX, STATUS_OK},
                {"#: rulebook", STATUS_BAD_ENTRY},
                {"#: rulebook x", STATUS_BAD_ENTRY},
                {"#: document " HEX " " HEX, STATUS_OK},
                {"#: document", STATUS_BAD_ENTRY},
                {"#: document " HEX, STATUS_BAD_ENTRY},
                {"#: full-patronage", STATUS_OK},
                {"player", STATUS_BAD_ENTRY},
                {"player Mei", STATUS_OK},
                {"player dealer", STATUS_BAD_ENTRY},
                {"player banker", STATUS_BAD_ENTRY},
                {"player 7", STATUS_BAD_ENTRY},
                {"player 0123456789012345678901234567890123456789012345678901234567890", STATUS_BAD_ENTRY},
                {"seat Mei 1", STATUS_OK},
                {"seat", STATUS_BAD_ENTRY},
                {"seat Nobody 1", STATUS_BAD_ENTRY},
                {"seat Mei", STATUS_BAD_ENTRY},
                {"seat Mei 0", STATUS_BAD_ENTRY},
                {"seat Mei 99", STATUS_BAD_ENTRY},
                {"#: under-minimum Mei", STATUS_OK},
                {"#: under-minimum", STATUS_BAD_ENTRY},
                {"#: under-minimum Nobody", STATUS_BAD_ENTRY},
                {"#: areas-max Mei 2", STATUS_OK},
                {"#: areas-max Nobody 2", STATUS_BAD_ENTRY},
                {"#: areas-max Mei", STATUS_BAD_ENTRY},
                {"#: wagers-max 1 2", STATUS_OK},
                {"#: wagers-max", STATUS_BAD_ENTRY},
                {"#: wagers-max 0 2", STATUS_BAD_ENTRY},
                {"#: wagers-max 1", STATUS_BAD_ENTRY},
                {"limits main 1 2", STATUS_OK},
                {"#: shoe 1 " ZERO " " HEX, STATUS_OK},
                {"#: rulebook " HEX "0", STATUS_BAD_ENTRY},
                {"limits", STATUS_BAD_ENTRY},
                {"limits nothing 1 2", STATUS_BAD_ENTRY},
                {"limits main", STATUS_BAD_ENTRY},
                {"limits main one 2", STATUS_BAD_ENTRY},
                {"limits main 1", STATUS_BAD_ENTRY},
                {"", STATUS_OK},
                {"#: ", STATUS_BAD_ENTRY}};
    load(state);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char bytes[STATE_TEXT_MAX];
        struct text text;
        size_t head = strcspn(rows[i].line, "0123456789 ");
        head += strncmp(rows[i].line, "#: ", 3) == 0 ? 1 + strcspn(rows[i].line + 3, " ") : 0;
        text_init(&text, bytes, sizeof bytes);
        for (size_t j = 0; j < COUNT_OF(good); j++)
            if (!head || strncmp(good[j], rows[i].line, head) != 0 || strncmp(good[j], "player", 6) == 0)
                text_format(&text, "%s\n", good[j]);
        text_format(&text, "%s\n", rows[i].line);
        if (state_parse(&again, &book, bytes) != rows[i].status)
            fail_msg("%s", rows[i].line);
    }
    assert_int_equal(state_parse(&again, &book,
                                 "game mbs-blackjack-v6\n#: device entered\n#: shoe 1 " HEX " " HEX
                                 "\nround 1\n"),
                     STATUS_BAD_ENTRY); /* nobody promises the order of real cards */
    char people[STATE_TEXT_MAX];
    struct text text;
    text_init(&text, people, sizeof people);
    text_put(&text, "game mbs-blackjack-v6\n#: device virtual\n#: shoe 1\nround 1\n");
    for (unsigned i = 0; i < PERSONS_MAX; i++)
        text_format(&text, "player p%u\n", i);
    assert_int_equal(state_parse(&again, &book, people), STATUS_OK);
    text_put(&text, "player one-too-many\n");
    assert_false(text.full);
    assert_int_equal(state_parse(&again, &book, people), STATUS_BAD_ENTRY);
}

/* The hashes in a shoe's beginning stand there whole, at the beginning of a line, or they are not found. */
static void test_book_marks(void **state)
{
    static const struct {
        const char *text;
        bool found;
        bool words;
    } rows[] = {{"", false, false},
                {"game x\n#: rulebook " HEX "\n", true, false},
                {"game x #: rulebook " HEX "\n", false, false},
                {"game x\n#: rulebook ", false, false},
                {"game x\n#: rulebook 0123", false, false},
                {"game x\n#: rulebook " HEX "\n#: document " HEX " " HEX "\n", true, true},
                {"game x\n#: document " HEX " " HEX "\n#: rulebook " HEX "\n", true, true},
                {"game x\n#: document " HEX "\n#: rulebook " HEX "\n", false, false},
                {"game x\n#: rulebook " HEX "\n#: document " HEX, false, false},
                {"game x\n#: rulebook " HEX "\n#: document " HEX " 01", false, false}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct book_mark mark;
        if (book_mark_find(span_of(rows[i].text), &mark) != rows[i].found)
            fail_msg("row %zu", i);
        if (rows[i].found && book_mark_has_words(&mark) != rows[i].words)
            fail_msg("row %zu: words", i);
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

/* Goal: a table goes on by another book only where it can as it stands, and wagers keep the limits of their
 * names. */
static void test_change_book(void **state)
{
    (void)state;
    static struct rulebook other;
    struct book_mark mark = {.document = some_hash(0x77)};
    for (unsigned i = 0; i <= 7; i++) {
        load(state);
        table.round.memory.under_minimum = 2;
        other = book;
        switch (i) {
        case 1:
            other.family = FAMILY_BACCARAT;
            break;
        case 2:
            other.deck = book.deck + 1;
            break;
        case 3:
            other.decks_min = table.round.setting.decks + 1;
            break;
        case 4:
            other.decks_max = table.round.setting.decks - 1;
            break;
        case 5:
            other.areas_min = table.round.setting.areas + 1;
            break;
        case 6:
            other.areas_max = table.round.setting.areas - 1;
            break;
        case 7:
            other.wagers[0].name[0] = 'x';
            break;
        default:
            break;
        }
        struct table_state before = table;
        assert_int_equal(state_change_book(&table, &book, &other, &mark), i == 0 || i == 7);
        if (i != 0 && i != 7) {
            assert_memory_equal(&before, &table, sizeof table);
            continue;
        }
        assert_int_equal(table.round.setting.limit_min_cents[0], i ? 0 : 2500);
        assert_int_equal(table.round.memory.under_minimum, 2);
        assert_true(hash_equal(&table.mark.document, &mark.document) && !table.begun);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_text),       cmocka_unit_test(test_bad_text),
                                       cmocka_unit_test(test_bad_lines),  cmocka_unit_test(test_book_marks),
                                       cmocka_unit_test(test_next_shoe),  cmocka_unit_test(test_rounds),
                                       cmocka_unit_test(test_change_book)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
