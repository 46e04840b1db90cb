/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an entry goes into its tables, one row after the other, and whichever cannot be kept is told; what
 * stands in a table of chains is believed only where the entry it points at agrees. */
#include "check.h"

#include <stdio.h>

#include "../journal/old.h"
#include "journal/declaration.h"
#include "log/merkle.h"
#include "store/keep.h"

/* A house with a table, a player with 100.00 and an empty escrow; no entries yet. */
static void begin(struct standing *standing)
{
    static const char *const names[] = {CHAIN_HOUSE, "T1"};
    static const struct account accounts[] = {
        {.number = 1, .kind = ACCOUNT_PLAYER, .name = "Mei", .balance_cents = 10000},
        {.number = 2, .kind = ACCOUNT_ESCROW, .name = "T1"},
        {.number = 3, .kind = ACCOUNT_CAGE, .name = "main", .balance_cents = -10000}};
    standing_init(standing);
    for (uint32_t i = 0; i < COUNT_OF(names); i++) {
        struct chain chain;
        chain_init(&chain, i + 1, names[i]);
        assert_int_equal(standing_add_chain(standing, &chain, 0), STATUS_OK);
    }
    for (size_t i = 0; i < COUNT_OF(accounts); i++)
        assert_int_equal(standing_add_account(standing, &accounts[i]), STATUS_OK);
}

/* ---- Tables of which one takes no more. ---- */

enum { ENTRIES, POSTINGS, KEYS, ROUNDS, CHAINS, ACCOUNTS, DOCUMENTS, TABLES };

struct tables {
    unsigned rows[TABLES];
    int full; /* this one; -1: none */
};

static bool take(struct tables *tables, int table)
{
    tables->rows[table]++;
    return tables->full != table;
}

#define TAKER(name, table)                                                                                   \
    static bool name(void *context, const struct kept_entry *kept)                                           \
    {                                                                                                        \
        (void)kept;                                                                                          \
        return take(context, table);                                                                         \
    }
TAKER(take_entry, ENTRIES)
TAKER(take_key, KEYS)
TAKER(take_round, ROUNDS)

static bool take_posting(void *context, const struct kept_entry *kept, const struct store_posting *posting)
{
    (void)kept;
    (void)posting;
    return take(context, POSTINGS);
}

static bool take_chain(void *context, const struct chain *chain)
{
    (void)chain;
    return take(context, CHAINS);
}

static bool take_account(void *context, const struct account *account)
{
    (void)account;
    return take(context, ACCOUNTS);
}

static bool take_document(void *context, const struct kept_entry *kept, const struct hash *hash)
{
    (void)kept;
    (void)hash;
    return take(context, DOCUMENTS);
}

static const struct keeper pattern = {take_entry, take_posting, take_key,      take_round,
                                      take_chain, take_account, take_document, NULL};

static enum status keep(struct standing *standing, const struct keeper *keeper, struct entry entry)
{
    uint8_t bytes[1024];
    size_t used;
    struct chain chain = standing->chains[0].chain;
    entry.role = ROLE_SYSTEM;
    assert_int_equal(chain_append(&chain, &entry, bytes, sizeof bytes, &used), STATUS_OK);
    const struct unit unit = {.chain = CHAIN_NUMBER_HOUSE, .size = (uint32_t)used};
    return keep_unit(standing, keeper, &unit, bytes, false);
}

static struct span document_text(void)
{
    static char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    document_print(span_of("id: x\n"), "game", &text);
    text_put(&text, "id: x\n");
    return span_of(bytes);
}

/* Each kind of entry with the tables it has rows in: whichever is full, it is told, and no more is kept. */
static void test_tables(void **state)
{
    (void)state;
    const struct {
        struct entry entry;
        unsigned rows[TABLES];
    } cases[] = {
        {{.kind = ENTRY_NOTE, .text = span_of("x\n")}, {[ENTRIES] = 1}},
        {{.kind = ENTRY_NOTE, .text = span_of("x\n"), .key = span_of("k")}, {[ENTRIES] = 1, [KEYS] = 1}},
        {{.kind = ENTRY_MONEY, .text = span_of("x\n"), .transaction = {2, {{1, -500}, {2, 500}}}},
         {[ENTRIES] = 1, [POSTINGS] = 2}},
        {{.kind = ENTRY_ROUND, .text = span_of("x\n"), .round = 7}, {[ENTRIES] = 1, [ROUNDS] = 1}},
        {{.kind = ENTRY_ROUND, .text = span_of("x\n")}, {[ENTRIES] = 1}},
        {{.kind = ENTRY_CHAIN, .text = span_of("chain 3 T2\n")}, {[ENTRIES] = 1, [CHAINS] = 1}},
        {{.kind = ENTRY_ACCOUNT, .text = span_of("account 4 player Lee\n")}, {[ENTRIES] = 1, [ACCOUNTS] = 1}},
        {{.kind = ENTRY_DOCUMENT, .text = document_text()}, {[ENTRIES] = 1, [DOCUMENTS] = 1}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int full = -1; full < TABLES; full++) {
            struct standing standing;
            struct tables tables = {.full = full};
            struct keeper keeper = pattern;
            keeper.context = &tables;
            begin(&standing);
            bool fails = full >= 0 && cases[i].rows[full] > 0;
            assert_int_equal(keep(&standing, &keeper, cases[i].entry), fails ? STATUS_STORE_IO : STATUS_OK);
            if (!fails)
                assert_memory_equal(tables.rows, cases[i].rows, sizeof tables.rows);
            standing_release(&standing);
        }
}

/* Nobody wants the rows: the standing follows all the same. */
static void test_nobody(void **state)
{
    (void)state;
    static const struct keeper nobody = {.context = NULL};
    struct standing standing;
    begin(&standing);
    const struct entry entries[] = {{.kind = ENTRY_MONEY,
                                     .text = span_of("x\n"),
                                     .key = span_of("k"),
                                     .transaction = {2, {{1, -500}, {2, 500}}}},
                                    {.kind = ENTRY_CHAIN, .text = span_of("chain 3 T2\n")},
                                    {.kind = ENTRY_ACCOUNT, .text = span_of("account 4 player Lee\n")},
                                    {.kind = ENTRY_DOCUMENT, .text = document_text()},
                                    {.kind = ENTRY_ROUND, .text = span_of("x\n"), .round = 1}};
    for (size_t i = 0; i < COUNT_OF(entries); i++)
        assert_int_equal(keep(&standing, &nobody, entries[i]), STATUS_OK);
    assert_int_equal(standing.position, COUNT_OF(entries));
    assert_int_equal(standing.chain_count, 3);
    assert_int_equal(standing.ledger.count, 4);
    assert_int_equal(standing.posting, 2);
    standing_release(&standing);
}

/* What was no declaration, or not the next one, has no row; nor has money that is not there. */
static void test_refused(void **state)
{
    (void)state;
    static const struct keeper nobody = {.context = NULL};
    const struct {
        struct entry entry;
        enum status status;
    } rows[] = {
        {{.kind = ENTRY_CHAIN, .text = span_of("T2\n")}, STATUS_STORE_IO},
        {{.kind = ENTRY_CHAIN, .text = span_of("chain 4 T2\n")}, STATUS_STORE_IO},
        {{.kind = ENTRY_ACCOUNT, .text = span_of("Lee\n")}, STATUS_STORE_IO},
        {{.kind = ENTRY_ACCOUNT, .text = span_of("account 6 player Lee\n")}, STATUS_STORE_IO},
        {{.kind = ENTRY_DOCUMENT, .text = span_of("id: x\n")}, STATUS_STORE_IO},
        {{.kind = ENTRY_MONEY, .text = span_of("x\n"), .transaction = {2, {{1, -10001}, {2, 10001}}}},
         STATUS_PLAYER_SHORT},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct standing standing;
        begin(&standing);
        if (keep(&standing, &nobody, rows[i].entry) != rows[i].status)
            fail_msg("row %zu", i);
        standing_release(&standing);
    }
}

/* Entries of the old format are taken only where old books are copied. */
static void test_old_entries(void **state)
{
    (void)state;
    static const struct keeper nobody = {.context = NULL};
    struct standing standing;
    struct entry entry = {.kind = ENTRY_NOTE, .role = ROLE_SYSTEM, .text = span_of("x\n")};
    uint8_t bytes[256];
    size_t used;
    begin(&standing);
    struct chain chain = standing.chains[0].chain;
    old_append(&chain, &entry, bytes, sizeof bytes, &used);
    const struct unit unit = {.chain = CHAIN_NUMBER_HOUSE, .size = (uint32_t)used};
    assert_int_equal(keep_unit(&standing, &nobody, &unit, bytes, false), STATUS_BAD_ENTRY);
    const struct unit cut = {.chain = CHAIN_NUMBER_HOUSE, .size = (uint32_t)used - 1};
    assert_int_equal(keep_unit(&standing, &nobody, &cut, bytes, true), STATUS_BAD_ENTRY);
    assert_int_equal(standing.position, 0);
    assert_int_equal(keep_unit(&standing, &nobody, &unit, bytes, true), STATUS_OK);
    assert_int_equal(standing.position, 1);
    standing_release(&standing);
}

/* ---- The table of chains. ---- */

static void test_chain_rows(void **state)
{
    (void)state;
    uint8_t bytes[256];
    size_t used;
    struct chain empty;
    struct entry entry = {.kind = ENTRY_NOTE, .role = ROLE_SYSTEM, .text = span_of("x\n")};
    chain_init(&empty, 1, "T1");
    struct chain chain = empty;
    assert_int_equal(chain_append(&chain, &entry, bytes, sizeof bytes, &used), STATUS_OK);
    const struct span written = {bytes, used};
    const struct hash leaf = merkle_leaf(written);
    const struct span new = {empty.head.bytes, HASH_BYTES};
    const struct span head = {leaf.bytes, HASH_BYTES};
    const struct span none = {NULL, 0};
    static const char longest[] = "a23456789b123456789c123456789d123456789e12345678";
    const struct {
        struct chain_row row;
        bool right;
    } rows[] = {
        {{"T1", 0, 0, new, none}, true},
        {{"T1", 1, 3, head, written}, true},
        {{NULL, 0, 0, new, none}, false},
        {{longest, 0, 0, new, none}, false},
        {{"a b", 0, 0, new, none}, false},
        {{"T1", 0, 0, {new.bytes, HASH_BYTES - 1}, none}, false},
        {{"T1", 0, 3, new, none}, false}, /* it has none, and stands at one */
        {{"T1", 0, 0, head, none}, false},
        {{"T1", 1, 3, head, none}, false},
        {{"T1", 1, 3, head, {bytes, used - 1}}, false},
        {{"T1", 2, 3, head, written}, false},
        {{"T1", 1, 3, new, written}, false},
        {{"T1", 1, 4, head, written}, false}, /* behind the fold */
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct standing standing;
        standing_init(&standing);
        standing.folded = 3;
        if (standing_take_chain(&standing, &rows[i].row) !=
            (rows[i].right ? STATUS_OK : STATUS_STORE_CORRUPT))
            fail_msg("row %zu", i);
        standing_release(&standing);
    }
}

/* There is room for more than at first. */
static void test_many_chains(void **state)
{
    (void)state;
    enum { CHAINS_MANY = 200 };
    struct standing standing;
    standing_init(&standing);
    for (uint32_t i = 1; i <= CHAINS_MANY; i++) {
        struct chain chain;
        char name[16];
        snprintf(name, sizeof name, "T%u", i);
        chain_init(&chain, i, name);
        assert_int_equal(standing_add_chain(&standing, &chain, 0), STATUS_OK);
    }
    for (uint32_t i = 1; i <= CHAINS_MANY; i++) {
        struct account account = {.number = i, .kind = ACCOUNT_PLAYER};
        snprintf(account.name, sizeof account.name, "P%u", i);
        assert_int_equal(standing_add_account(&standing, &account), STATUS_OK);
        assert_int_equal(standing.accounts[i - 1].posting, 0);
    }
    assert_int_equal(standing.chain_count, CHAINS_MANY);
    assert_string_equal(standing.chains[CHAINS_MANY - 1].chain.name, "T200");
    standing_release(&standing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),     cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_old_entries),
        cmocka_unit_test(test_chain_rows), cmocka_unit_test(test_many_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
