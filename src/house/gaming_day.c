/* SPDX-License-Identifier: Apache-2.0 */
#include "house/gaming_day.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/money.h"

void gaming_day_init(struct gaming_day *day, bool known)
{
    *day = (struct gaming_day){.known = known};
}

void gaming_day_release(struct gaming_day *day)
{
    free(day->accounts);
    free(day->places);
    free(day->table_open);
    gaming_day_init(day, false);
}

/* ---- Accounts that are counted. ---- */

static bool is_counted(const struct account *account)
{
    return account && (account->kind == ACCOUNT_BANK || account->kind == ACCOUNT_CAGE);
}

static bool is_box(const struct account *account)
{
    return account->kind == ACCOUNT_CAGE && strncmp(account->name, ORDER_BOX, strlen(ORDER_BOX)) == 0;
}

static bool is_till(const struct account *account)
{
    return account->kind == ACCOUNT_CAGE && strncmp(account->name, ORDER_TILL, strlen(ORDER_TILL)) == 0;
}

const struct day_account *gaming_day_account(const struct gaming_day *day, uint32_t account)
{
    assert(day->account_count <= day->account_room);
    if (account >= day->place_count || !day->places[account])
        return NULL;
    return &day->accounts[day->places[account] - 1];
}

static enum status make_places(struct gaming_day *day, uint32_t account)
{
    uint32_t *places = grow(day->places, account, &day->place_count, sizeof *places);
    if (!places)
        return STATUS_NO_MEMORY;
    day->places = places;
    return STATUS_OK;
}

/* NULL: no memory. `before_cents` is its balance when it is seen first. */
static struct day_account *account_of(struct gaming_day *day, uint32_t account, int64_t before_cents)
{
    if (make_places(day, account) != STATUS_OK)
        return NULL;
    if (day->places[account])
        return &day->accounts[day->places[account] - 1];
    struct day_account *grown =
        grow(day->accounts, day->account_count, &day->account_room, sizeof *day->accounts);
    if (!grown)
        return NULL;
    day->accounts = grown;
    struct day_account *item = &day->accounts[day->account_count++];
    *item = (struct day_account){.account = account, .opening_cents = before_cents};
    day->places[account] = day->account_count;
    assert(gaming_day_account(day, account) == item);
    return item;
}

static enum status follow_money(struct gaming_day *day, const struct ledger *ledger,
                                const struct entry *entry)
{
    if (!ledger_counts(ledger))
        return STATUS_OK;
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        const struct account *account = ledger_account(ledger, posting->account);
        if (!is_counted(account))
            continue;
        struct day_account *item = account_of(day, account->number, account->balance_cents - posting->cents);
        if (!item)
            return STATUS_NO_MEMORY;
        item->touched = true;
    }
    return STATUS_OK;
}

static struct day_account *bank_of(struct gaming_day *day, const struct ledger *ledger, const char *table)
{
    const struct account *bank = ledger_find(ledger, ACCOUNT_BANK, table);
    return bank ? account_of(day, bank->number, bank->balance_cents) : NULL;
}

/* Whatever goes into a box, or is found in it, is its table's drop; bringing it to the till is not. */
static void follow_box(struct gaming_day *day, const struct ledger *ledger, const struct entry *entry)
{
    assert(entry->kind == ENTRY_MONEY);
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        const struct account *account = ledger_account(ledger, posting->account);
        struct day_account *bank =
            account && is_box(account) ? bank_of(day, ledger, account->name + strlen(ORDER_BOX)) : NULL;
        if (bank)
            bank->drop_cents += posting->cents;
    }
}

static void drop_slip(struct gaming_day *day, uint64_t number)
{
    for (unsigned i = 0; i < day->slip_count; i++)
        if (day->waiting[i].number == number)
            day->waiting[i--] = day->waiting[--day->slip_count];
    assert(!gaming_day_slip(day, number));
}

static enum status take_money(struct gaming_day *day, const struct ledger *ledger, const struct entry *entry)
{
    assert(entry->kind == ENTRY_MONEY);
    struct order order;
    enum status status = follow_money(day, ledger, entry);
    if (status || !order_parse(entry->text, &order))
        return status;
    struct day_account *bank =
        order.kind == ORDER_FILL || order.kind == ORDER_CREDIT ? bank_of(day, ledger, order.name) : NULL;
    if (bank && order.kind == ORDER_FILL)
        bank->fills_cents += order.cents;
    if (bank && order.kind == ORDER_CREDIT)
        bank->credits_cents += order.cents;
    if (order.slip)
        drop_slip(day, order.slip);
    if (order.kind != ORDER_DROP)
        follow_box(day, ledger, entry);
    if (order.kind != ORDER_OVER && order.kind != ORDER_SHORT)
        return STATUS_OK;
    /* From here on the books hold the amount that was counted. */
    if (make_places(day, day->owed_account) == STATUS_OK && day->places[day->owed_account])
        day->accounts[day->places[day->owed_account] - 1].touched = false;
    day->owed_account = 0;
    return STATUS_OK;
}

/* ---- Slips and counts. ---- */

const struct slip *gaming_day_slip(const struct gaming_day *day, uint64_t number)
{
    assert(day->slip_count <= DAY_SLIPS_MAX);
    for (unsigned i = 0; i < day->slip_count; i++)
        if (day->waiting[i].number == number)
            return &day->waiting[i];
    return NULL;
}

static bool is_who(const struct entry *entry, const char *name)
{
    return entry->who.size == strlen(name) && memcmp(entry->who.bytes, name, entry->who.size) == 0;
}

static enum status verify_slip(const struct gaming_day *day, const struct entry *entry,
                               const struct slip *slip)
{
    if (!entry->who.size || entry->who.size >= ENTRY_WHO_MAX)
        return STATUS_TWO_PEOPLE;
    if (!day->known)
        return STATUS_OK;
    if (slip->verb == SLIP_REFUSED)
        return gaming_day_slip(day, slip->number) ? STATUS_OK : STATUS_NO_SLIP;
    if (day->slip_count == DAY_SLIPS_MAX)
        return STATUS_SLIPS_OPEN;
    return slip->number == day->slips + 1 ? STATUS_OK : STATUS_BAD_ENTRY;
}

/* An entry that was not verified may contain any name, even one of the greatest length. */
static enum status take_slip(struct gaming_day *day, const struct entry *entry, const struct slip *slip)
{
    assert(entry->kind == ENTRY_COUNT && slip->verb <= SLIP_REFUSED);
    if (slip->verb == SLIP_REFUSED) {
        drop_slip(day, slip->number);
        return STATUS_OK;
    }
    if (entry->who.size >= sizeof day->waiting[0].asked)
        return STATUS_BAD_ENTRY;
    day->slips = slip->number;
    if (day->slip_count == DAY_SLIPS_MAX)
        return STATUS_OK;
    struct slip *kept = &day->waiting[day->slip_count++];
    *kept = *slip;
    memcpy(kept->asked, entry->who.bytes, entry->who.size);
    kept->asked[entry->who.size] = 0;
    return STATUS_OK;
}

static enum status verify_count(const struct gaming_day *day, const struct ledger *ledger,
                                const struct entry *entry)
{
    assert(entry->kind == ENTRY_COUNT);
    struct count count;
    struct slip slip;
    if (slip_parse(entry->text, &slip))
        return verify_slip(day, entry, &slip);
    if (!count_parse(entry->text, &count))
        return STATUS_BAD_ENTRY;
    const struct account *account =
        ledger_find(ledger, (enum account_kind)count.account.kind, count.account.name);
    if (!is_counted(account))
        return STATUS_NO_ACCOUNT;
    if (is_who(entry, count.with))
        return STATUS_SAME_PERSON;
    return account->balance_cents == count.books_cents ? STATUS_OK : STATUS_BAD_ENTRY;
}

static enum status take_count(struct gaming_day *day, const struct ledger *ledger, uint32_t chain,
                              const struct entry *entry)
{
    assert(entry->kind == ENTRY_COUNT);
    struct count count;
    struct slip slip;
    if (slip_parse(entry->text, &slip))
        return take_slip(day, entry, &slip);
    if (!count_parse(entry->text, &count))
        return STATUS_BAD_ENTRY;
    const struct account *account =
        ledger_find(ledger, (enum account_kind)count.account.kind, count.account.name);
    struct day_account *item = account ? account_of(day, account->number, account->balance_cents) : NULL;
    if (!item)
        return STATUS_NO_MEMORY;
    item->touched = false;
    if (count.counted_cents == count.books_cents)
        return STATUS_OK;
    day->variance = true;
    day->owed_account = account->number;
    day->owed_cents = count.counted_cents - count.books_cents;
    day->owed_chain = chain;
    return STATUS_OK;
}

/* The movement behind a count with a difference: exactly that, and nothing before it. */
static enum status verify_owed(const struct gaming_day *day, const struct ledger *ledger, uint32_t chain,
                               const struct entry *entry)
{
    struct order order;
    struct account named;
    bool variance = entry->kind == ENTRY_MONEY && order_parse(entry->text, &order) &&
                    (order.kind == ORDER_OVER || order.kind == ORDER_SHORT);
    bool owed = day->owed_account && day->owed_chain == chain;
    if (!variance)
        return owed ? STATUS_BAD_ENTRY : STATUS_OK;
    if (!day->known)
        return STATUS_OK;
    int64_t cents = order.kind == ORDER_OVER ? order.cents : -order.cents;
    if (!owed || !account_parse(order.name, strlen(order.name), &named))
        return STATUS_BAD_ENTRY;
    const struct account *account = ledger_find(ledger, (enum account_kind)named.kind, named.name);
    return account && account->number == day->owed_account && cents == day->owed_cents ? STATUS_OK
                                                                                       : STATUS_BAD_ENTRY;
}

static enum status verify_money(const struct gaming_day *day, const struct entry *entry)
{
    assert(entry->kind == ENTRY_MONEY);
    struct order order;
    if (!order_parse(entry->text, &order) || !order.slip || !day->known)
        return STATUS_OK;
    const struct slip *slip = gaming_day_slip(day, order.slip);
    bool credit = order.kind == ORDER_CREDIT;
    if (!slip || slip->cents != order.cents || strcmp(slip->table, order.name) != 0 ||
        strcmp(slip->asked, order.asked) != 0 || (slip->verb == SLIP_CREDIT) != credit)
        return STATUS_NO_SLIP;
    return is_who(entry, slip->asked) ? STATUS_SAME_PERSON : STATUS_OK;
}

/* ---- Tables. ---- */

static enum status take_table(struct gaming_day *day, uint32_t chain, bool open)
{
    bool *table_open = grow(day->table_open, chain, &day->chain_count, sizeof *table_open);
    if (!table_open)
        return STATUS_NO_MEMORY;
    day->table_open = table_open;
    day->open_tables += open && !day->table_open[chain];
    day->open_tables -= !open && day->table_open[chain];
    day->table_open[chain] = open;
    assert(day->open_tables <= day->chain_count);
    return STATUS_OK;
}

/* ---- Days and shifts. ---- */

enum status gaming_day_closable(const struct gaming_day *day, const struct ledger *ledger, struct text *what)
{
    char name[ACCOUNT_TEXT_MAX];
    if (day->open_tables)
        return STATUS_TABLES_OPEN;
    if (day->slip_count) {
        text_format(what, "slip %" PRIu64, day->waiting[0].number);
        return STATUS_SLIPS_OPEN;
    }
    for (unsigned i = 0; i < day->account_count; i++) {
        const struct account *account = ledger_account(ledger, day->accounts[i].account);
        assert(account);
        account_print(account, name, sizeof name);
        if (is_box(account) ? account->balance_cents != 0 : day->accounts[i].touched) {
            text_put(what, name);
            return is_box(account) ? STATUS_DROP_WAITS : STATUS_NOT_COUNTED;
        }
    }
    return STATUS_OK;
}

static enum status verify_close(const struct gaming_day *day, const struct ledger *ledger,
                                const struct entry *entry, const struct day_words *words)
{
    assert(words->verb == DAY_CLOSE && entry->kind == ENTRY_DAY);
    char bytes[ENTRY_TEXT_MAX];
    char none[ACCOUNT_TEXT_MAX];
    struct text text;
    if (!day->open || strcmp(day->date, words->name) != 0)
        return STATUS_DAY_CLOSED;
    if (day->shift[0])
        return STATUS_SHIFT_OPEN;
    text_init(&text, none, sizeof none);
    enum status status = gaming_day_closable(day, ledger, &text);
    if (status)
        return status;
    if (day->variance && !words->reason[0])
        return STATUS_COUNT_DIFFERS;
    text_init(&text, bytes, sizeof bytes);
    gaming_day_print(day, ledger, words, &text);
    return !text.full && text.used == entry->text.size && memcmp(bytes, entry->text.bytes, text.used) == 0
               ? STATUS_OK
               : STATUS_BAD_ENTRY;
}

static enum status verify_day(const struct gaming_day *day, const struct ledger *ledger,
                              const struct entry *entry)
{
    assert(entry->kind == ENTRY_DAY);
    struct day_words words;
    if (!day_words_parse(entry->text, &words))
        return STATUS_BAD_ENTRY;
    if (words.with[0] && is_who(entry, words.with))
        return STATUS_SAME_PERSON;
    if (!day->known)
        return STATUS_OK;
    switch (words.verb) {
    case DAY_OPEN:
        if (day->open)
            return STATUS_DAY_OPEN;
        if (strcmp(words.name, day->date) <= 0)
            return STATUS_DAY_OVER;
        return words.slips == day->slips ? STATUS_OK : STATUS_BAD_ENTRY;
    case DAY_CLOSE:
        return verify_close(day, ledger, entry, &words);
    case SHIFT_OPEN:
        return !day->open ? STATUS_DAY_CLOSED : day->shift[0] ? STATUS_SHIFT_OPEN : STATUS_OK;
    case SHIFT_CLOSE:
        return strcmp(day->shift, words.name) == 0 ? STATUS_OK : STATUS_SHIFT_CLOSED;
    }
    return STATUS_BAD_ENTRY;
}

static void begin_day(struct gaming_day *day, const struct ledger *ledger, const struct day_words *words)
{
    assert(words->verb == DAY_OPEN);
    day->known = true;
    day->open = true;
    day->variance = false;
    day->slips = words->slips;
    day->shift[0] = 0;
    memcpy(day->date, words->name, sizeof day->date - 1); /* a date is that long */
    day->date[sizeof day->date - 1] = 0;
    for (unsigned i = 0; i < day->account_count; i++) {
        struct day_account *item = &day->accounts[i];
        const struct account *account = ledger_account(ledger, item->account);
        *item = (struct day_account){.account = item->account, .touched = item->touched};
        item->opening_cents = account ? account->balance_cents : 0;
    }
}

static enum status take_day(struct gaming_day *day, const struct ledger *ledger, const struct entry *entry)
{
    assert(entry->kind == ENTRY_DAY);
    struct day_words words;
    if (!day_words_parse(entry->text, &words))
        return STATUS_BAD_ENTRY;
    switch (words.verb) {
    case DAY_OPEN:
        begin_day(day, ledger, &words);
        break;
    case DAY_CLOSE:
        day->open = false;
        break;
    case SHIFT_OPEN:
        memcpy(day->shift, words.name, sizeof day->shift);
        break;
    case SHIFT_CLOSE:
        day->shift[0] = 0;
        break;
    }
    return STATUS_OK;
}

/* ---- Entries. ---- */

enum status gaming_day_verify(const struct gaming_day *day, const struct ledger *ledger, uint32_t chain,
                              const struct entry *entry)
{
    enum status status = verify_owed(day, ledger, chain, entry);
    if (status)
        return status;
    if (entry->kind == ENTRY_DAY)
        return verify_day(day, ledger, entry);
    if (entry->kind == ENTRY_COUNT)
        return verify_count(day, ledger, entry);
    return entry->kind == ENTRY_MONEY ? verify_money(day, entry) : STATUS_OK;
}

enum status gaming_day_take(struct gaming_day *day, const struct ledger *ledger, uint32_t chain,
                            const struct entry *entry)
{
    if (entry->kind == ENTRY_DAY)
        return take_day(day, ledger, entry);
    if (entry->kind == ENTRY_COUNT)
        return take_count(day, ledger, chain, entry);
    if (entry->kind == ENTRY_MONEY)
        return take_money(day, ledger, entry);
    if (entry->kind == ENTRY_OPENED || entry->kind == ENTRY_CLOSED)
        return take_table(day, chain, entry->kind == ENTRY_OPENED);
    return follow_money(day, ledger, entry);
}

int64_t day_account_win(const struct day_account *account, int64_t closing_cents)
{
    return closing_cents + account->credits_cents + account->drop_cents - account->opening_cents -
           account->fills_cents;
}

/* ---- Texts. ---- */

static void print_table(const struct day_account *item, const struct account *bank, struct text *text)
{
    const int64_t cents[] = {item->opening_cents, item->fills_cents,
                             item->credits_cents, item->drop_cents,
                             bank->balance_cents, day_account_win(item, bank->balance_cents)};
    static const char *const names[] = {"opening", "fills", "credits", "drop", "closing", "win"};
    text_format(text, "table %s", bank->name);
    for (unsigned i = 0; i < sizeof cents / sizeof cents[0]; i++) {
        char amount[MONEY_TEXT_MAX];
        money_print(cents[i], amount, sizeof amount);
        text_format(text, " %s %s", names[i], amount);
    }
    text_put_char(text, '\n');
}

static void print_cage(const struct ledger *ledger, const struct account *cage, struct text *text)
{
    char amounts[2][MONEY_TEXT_MAX];
    char till[ACCOUNT_TEXT_MAX];
    snprintf(till, sizeof till, ORDER_TILL "%s", cage->name);
    const struct account *cash = ledger_find(ledger, ACCOUNT_CAGE, till);
    money_print(cage->balance_cents, amounts[0], MONEY_TEXT_MAX);
    money_print(cash ? cash->balance_cents : 0, amounts[1], MONEY_TEXT_MAX);
    text_format(text, "cage %s chips %s cash %s\n", cage->name, amounts[0], amounts[1]);
}

static bool has_figures(const struct day_account *item, const struct account *bank)
{
    return item->opening_cents || item->fills_cents || item->credits_cents || item->drop_cents ||
           bank->balance_cents;
}

static void print_figures(const struct gaming_day *day, const struct ledger *ledger, struct text *text)
{
    for (unsigned i = 0; i < day->account_count; i++) {
        const struct account *account = ledger_account(ledger, day->accounts[i].account);
        if (account->kind == ACCOUNT_BANK && has_figures(&day->accounts[i], account))
            print_table(&day->accounts[i], account, text);
    }
    for (unsigned i = 0; i < day->account_count; i++) {
        const struct account *account = ledger_account(ledger, day->accounts[i].account);
        if (account->kind == ACCOUNT_CAGE && !is_box(account) && !is_till(account))
            print_cage(ledger, account, text);
    }
}

void gaming_day_print(const struct gaming_day *day, const struct ledger *ledger,
                      const struct day_words *words, struct text *text)
{
    switch (words->verb) {
    case DAY_OPEN:
        text_format(text, "day open %s zone %s turns %s slips %" PRIu64 "\n", words->name, words->zone,
                    words->turns, words->slips);
        return;
    case SHIFT_OPEN:
        text_format(text, "shift open %s\n", words->name);
        return;
    case SHIFT_CLOSE:
        text_format(text, "shift close %s with %s\n", words->name, words->with);
        return;
    case DAY_CLOSE:
        text_format(text, "day close %s with %s\n", words->name, words->with);
        print_figures(day, ledger, text);
        if (words->reason[0])
            text_format(text, "reason %s\n", words->reason);
        return;
    }
}
