/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/audit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "journal/declaration.h"
#include "record/word.h"

enum status audit_init(struct audit *audit, const struct public_key *key)
{
    memset(audit, 0, sizeof *audit);
    gaming_day_init(&audit->day, true);
    audit->footing_known = true;
    return walk_init(&audit->walk, key);
}

void audit_release(struct audit *audit)
{
    for (uint32_t i = 0; i < audit->table_room; i++)
        audit_table_free(audit->tables[i]);
    audit_books_release(&audit->books);
    gaming_day_release(&audit->day);
    footing_release(&audit->footing);
    staff_release(&audit->staff);
    free(audit->tables);
    walk_release(&audit->walk);
    memset(audit, 0, sizeof *audit);
}

/* ---- Tables. ---- */

static enum status make_table_room(struct audit *audit)
{
    uint32_t room = audit->walk.chain_room;
    if (room <= audit->table_room)
        return STATUS_OK;
    struct audit_table **tables = realloc(audit->tables, room * sizeof(struct audit_table *));
    if (!tables)
        return STATUS_NO_MEMORY;
    for (uint32_t i = audit->table_room; i < room; i++)
        tables[i] = NULL;
    audit->tables = tables;
    audit->table_room = room;
    return STATUS_OK;
}

static void take_change(struct audit *audit, const struct entry *entry)
{
    struct book_change change;
    unsigned at = 0;
    if (!book_change_parse(entry->text, &change))
        return;
    while (at < audit->change_count && strcmp(audit->changes[at].table, change.table) != 0)
        at++;
    if (at == AUDIT_CHANGES_MAX)
        return;
    audit->changes[at] = change;
    audit->change_count += at == audit->change_count;
}

/* A table goes on by another book where an entry of the house before the shoe names both. */
static bool turn_book(const struct audit *audit, struct audit_table *table, const struct rulebook *book,
                      const struct entry *entry)
{
    struct book_mark mark;
    struct rebuild *rebuild = &table->rebuild;
    bool said = audit->resumed;
    if (!book_mark_find(entry->text, &mark) || !state_between_rounds(&rebuild->state))
        return false;
    for (unsigned i = 0; i < audit->change_count; i++) {
        const struct book_change *change = &audit->changes[i];
        said |= strcmp(change->table, table->name) == 0 && hash_equal(&change->to, &mark.document) &&
                hash_equal(&change->from, &rebuild->state.mark.document);
    }
    if (!said || !state_change_book(&rebuild->state, rebuild->book, book, &mark))
        return false;
    rebuild_turn_book(rebuild, book);
    return true;
}

struct audit_table *audit_find_table(struct audit *audit, uint32_t chain, const struct entry *entry,
                                     struct text *fault)
{
    const struct rulebook *book = NULL;
    if (make_table_room(audit) != STATUS_OK)
        return NULL;
    struct audit_table **table = &audit->tables[chain - 1];
    if (entry->kind == ENTRY_OPENED) {
        bool reread;
        book = audit_books_find(&audit->books, entry->text, &reread, fault);
        if (!book)
            return NULL;
        audit->counts.shoes_reread += reread;
    }
    if (!*table && !book) {
        text_put(fault, "the table was never opened");
        return NULL;
    }
    if (!*table)
        *table = audit_table_new(audit->walk.chains[chain - 1].name, book, &audit->counts);
    if (*table && book && !hash_equal(&book->hash, &(*table)->rebuild.book->hash) &&
        !turn_book(audit, *table, book, entry)) {
        text_put(fault, "a table keeps its rulebook, and this is another");
        return NULL;
    }
    return *table;
}

static enum status table_entry(struct audit *audit, uint32_t chain, const struct entry *entry,
                               struct text *fault)
{
    struct audit_table *table = audit_find_table(audit, chain, entry, fault);
    if (!table)
        return fault->used ? STATUS_BAD_ENTRY : STATUS_NO_MEMORY;
    return audit_table_entry(table, &audit->walk.ledger, entry, fault);
}

/* ---- Money outside of rounds: "buy-in Mei 100". ---- */

static bool read_money(const struct entry *entry, enum movement *movement, char name[ACCOUNT_NAME_MAX],
                       int64_t *cents)
{
    struct words words;
    struct word word[3];
    char text[ACCOUNT_NAME_MAX];
    size_t length = entry->text.size;
    if (length == 0 || entry->text.bytes[length - 1] != '\n')
        return false;
    words_init(&words, (const char *)entry->text.bytes, length - 1);
    for (unsigned i = 0; i < 3; i++)
        if (!words_next(&words, &word[i]) || word[i].length >= sizeof text)
            return false;
    snprintf(text, sizeof text, "%.*s", (int)word[0].length, word[0].bytes);
    snprintf(name, ACCOUNT_NAME_MAX, "%.*s", (int)word[1].length, word[1].bytes);
    return movement_find(text, movement) && money_parse(word[2].bytes, word[2].length, cents) == STATUS_OK;
}

/* One of the two accounts is the named one; of the other only the kind is said. */
static bool is_movement(const struct ledger *ledger, const struct entry *entry, enum movement movement,
                        const char *name, int64_t cents)
{
    bool named = false;
    if (entry->transaction.count != 2)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        const struct account *account = ledger_account(ledger, posting->account);
        bool gives = posting->cents < 0;
        if (!account || account->kind != (gives ? movement_from(movement) : movement_to(movement)) ||
            posting->cents != (gives ? -cents : cents))
            return false;
        named |= strcmp(account->name, name) == 0;
    }
    return named;
}

/* The same in a house that counts: the words give every posting. */
static enum status check_order_money(const struct audit *audit, const struct entry *entry,
                                     const struct order *order, struct text *fault)
{
    struct transaction expected;
    enum status status = order_build(order, &audit->walk.ledger, &expected);
    if (status) {
        text_put(fault, status_sentence(status));
        return status;
    }
    return audit_money_agrees(&audit->walk.ledger, &expected, &entry->transaction, fault) ? STATUS_OK
                                                                                          : STATUS_BAD_ENTRY;
}

static enum status check_money(const struct audit *audit, const struct entry *entry, struct text *fault)
{
    enum movement movement;
    char name[ACCOUNT_NAME_MAX];
    int64_t cents;
    struct order order;
    if (order_parse(entry->text, &order))
        return check_order_money(audit, entry, &order, fault);
    if (read_money(entry, &movement, name, &cents) &&
        is_movement(&audit->walk.ledger, entry, movement, name, cents))
        return STATUS_OK;
    text_put(fault, "its postings are not what its text says");
    return STATUS_BAD_ENTRY;
}

static enum status check_no_money(const struct entry *entry, struct text *fault)
{
    if (entry->transaction.count == 0)
        return STATUS_OK;
    text_put(fault, "an entry of this kind moves no money");
    return STATUS_BAD_ENTRY;
}

/* ---- Entries. ---- */

static enum status check_entry(struct audit *audit, uint32_t chain, const struct entry *entry,
                               struct text *fault)
{
    enum status status = STATUS_OK;
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_ROUND:
    case ENTRY_ACTS:
    case ENTRY_RECOVERED:
        return table_entry(audit, chain, entry, fault);
    case ENTRY_OPENED:
    case ENTRY_CLOSED:
    case ENTRY_REFUSED:
    case ENTRY_COMMITTED:
    case ENTRY_REVEALED:
    case ENTRY_LUCK:
    case ENTRY_MIXED:
        status = check_no_money(entry, fault);
        return status ? status : table_entry(audit, chain, entry, fault);
    case ENTRY_MONEY:
        return check_money(audit, entry, fault);
    case ENTRY_CORRECTED:
        return STATUS_OK;
    case ENTRY_DOCUMENT:
        status = audit_books_take(&audit->books, entry, fault);
        return status ? status : check_no_money(entry, fault);
    case ENTRY_FOUNDED:
    case ENTRY_CHAIN:
    case ENTRY_ACCOUNT:
    case ENTRY_SIGNED:
    case ENTRY_NOTE:
    case ENTRY_KEY:
    case ENTRY_LOSS:
    case ENTRY_PERSON:
    case ENTRY_SESSION:
    case ENTRY_DAY:
    case ENTRY_COUNT:
    case ENTRY_PATRON:
        return check_no_money(entry, fault);
    case ENTRY_CHANGE:
        take_change(audit, entry);
        return check_no_money(entry, fault);
    }
    return STATUS_BAD_ENTRY;
}

static enum status tell(struct audit *audit, uint32_t chain, uint64_t number, enum status status,
                        const char *message)
{
    struct audit_fault *fault = &audit->fault;
    fault->entry = number;
    if (chain >= 1 && chain <= audit->walk.chain_count)
        snprintf(fault->table, sizeof fault->table, "%s", audit->walk.chains[chain - 1].name);
    if (!fault->message[0])
        snprintf(fault->message, sizeof fault->message, "%s", message);
    return status;
}

enum status audit_entry(struct audit *audit, uint64_t position, uint32_t chain, const struct entry *entry)
{
    struct text text;
    text_init(&text, audit->fault.message, sizeof audit->fault.message);
    enum status status = check_entry(audit, chain, entry, &text);
    if (status)
        return tell(audit, chain, entry->number, status, status_sentence(status));
    audit->position = position;
    return STATUS_OK;
}

/* Nobody gave what they did not hold; balances are those behind the entry. */
static enum status check_giving(const struct audit *audit, const struct entry *entry)
{
    struct order order;
    bool movement = entry->kind == ENTRY_MONEY && order_parse(entry->text, &order);
    for (uint32_t i = 0; movement && i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        const struct account *account = ledger_account(&audit->walk.ledger, posting->account);
        if (!account || posting->cents > 0 || account->balance_cents >= 0)
            continue;
        if (account->kind == ACCOUNT_BANK || account->kind == ACCOUNT_CAGE)
            return account->kind == ACCOUNT_BANK ? STATUS_BANK_SHORT : STATUS_CAGE_SHORT;
    }
    return STATUS_OK;
}

/* Nobody's protection was lifted before its time. */
static enum status check_patron(struct audit *audit, const struct entry *entry)
{
    struct patron_words words;
    enum status status = STATUS_OK;
    if (entry->kind == ENTRY_PATRON)
        status = patron_words_parse(entry->text, &words)
                     ? patrons_verify(&audit->footing.patrons, &words, entry->time_ms)
                     : STATUS_BAD_ENTRY;
    return status ? status : footing_take(&audit->footing, entry);
}

/* A person who acts as staff must have got that role by an entry, not only in the table of people. */
static enum status check_staff(struct audit *audit, const struct entry *entry)
{
    if (staff_may(&audit->staff, entry))
        return staff_take(&audit->staff, entry);
    snprintf(audit->fault.message, sizeof audit->fault.message,
             "%.*s acted in a capacity (%s) that the journal never gave them", (int)entry->who.size,
             (const char *)entry->who.bytes, role_name((enum role)entry->role));
    return STATUS_BAD_ENTRY;
}

enum status audit_house(struct audit *audit, uint32_t chain, const struct entry *entry)
{
    enum status status = check_giving(audit, entry);
    if (status == STATUS_OK)
        status = check_staff(audit, entry);
    if (status == STATUS_OK)
        status = check_patron(audit, entry);
    if (status == STATUS_OK)
        status = gaming_day_verify(&audit->day, &audit->walk.ledger, chain, entry);
    if (status == STATUS_OK)
        status = gaming_day_take(&audit->day, &audit->walk.ledger, chain, entry);
    return status ? tell(audit, chain, entry->number, status, status_sentence(status)) : STATUS_OK;
}

enum status audit_step(struct audit *audit, uint64_t position, uint32_t chain, struct span bytes)
{
    struct entry entry;
    bool declared = chain >= 1 && chain <= audit->walk.chain_count;
    uint64_t number = declared ? audit->walk.chains[chain - 1].number + 1 : 0;
    if (position != audit->position + 1)
        return tell(audit, chain, number, STATUS_BROKEN_CHAIN, "an entry before it is missing");
    enum status status = walk_step(&audit->walk, chain, bytes.bytes, bytes.size, &entry);
    if (status)
        return tell(audit, chain, number, status, declared ? status_sentence(status) : audit->walk.fault);
    status = audit_house(audit, chain, &entry);
    return status ? status : audit_entry(audit, position, chain, &entry);
}

enum status audit_finish(struct audit *audit)
{
    int64_t sum_cents = ledger_sum_cents(&audit->walk.ledger);
    if (sum_cents == 0)
        return STATUS_OK;
    char amount[MONEY_TEXT_MAX];
    money_print_delta(sum_cents, amount, sizeof amount);
    snprintf(audit->fault.message, sizeof audit->fault.message, "all balances add up to %s, not to 0",
             amount);
    return STATUS_UNBALANCED;
}
