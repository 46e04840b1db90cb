/* SPDX-License-Identifier: Apache-2.0 */
#include "server/house.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "server/zone.h"
#include "store/entries.h"

void house_today(const struct server *server, char date[DATE_TEXT_MAX])
{
    calendar_date(&server->config->calendar, zone_local(server_now()), date);
}

enum status house_may_play(const struct server *server)
{
    return server->config->has_days && !server->day.open ? STATUS_DAY_CLOSED : STATUS_OK;
}

/* ---- Hours. ---- */

const char *house_shift_due(const struct server *server, int64_t *since_ms)
{
    static const struct calendar_clock clock = {zone_local, zone_moment_ms};
    const char *shift = NULL;
    if (server->day.open)
        shift = calendar_shift_at(&server->config->calendar, clock, server_now(), since_ms);
    return shift && strcmp(shift, server->day.shift) != 0 ? shift : NULL;
}

/* ---- Writing. ---- */

static struct span words_of(const char *text)
{
    return text ? span_of(text) : (struct span){NULL, 0};
}

static struct entry entry_of(const struct line *line)
{
    struct entry entry = {.kind = (uint8_t)line->kind,
                          .role = (uint8_t)line->role,
                          .time_ms = line->time_ms,
                          .who = words_of(line->who),
                          .text = line->text};
    if (line->transaction)
        entry.transaction = *line->transaction;
    return entry;
}

enum status house_verify(const struct server *server, uint32_t chain, const struct line *line)
{
    struct entry entry = entry_of(line);
    if (!server->config->has_days)
        return STATUS_OK;
    return gaming_day_verify(&server->day, books_ledger(server->books), chain, &entry);
}

/* The line with the record of what stands after it, which is kept in the same commit. */
static void add_record(const struct server *server, const struct entry *entry, struct line *line,
                       struct footing_record *kept, struct store_record *record)
{
    footing_record(&server->footing, entry, kept);
    *record = (struct store_record){STORE_FOOTING, span_of(kept->name), span_of(kept->value)};
    if (!kept->name[0])
        return;
    assert(line->record_count == 0);
    line->records = record;
    line->record_count = 1;
}

enum status house_write(struct server *server, uint32_t chain, const struct line *line, uint64_t *ticket)
{
    struct line written = *line;
    struct footing_record kept;
    struct store_record record;
    if (line->kind == ENTRY_PATRON || line->kind == ENTRY_CHANGE)
        written.time_ms = server_now(); /* limits go by it: the record must have the same */
    struct entry entry = entry_of(&written);
    enum status status = house_verify(server, chain, line);
    add_record(server, &entry, &written, &kept, &record);
    if (status == STATUS_OK)
        status = books_write(server->books, chain, &written, ticket);
    if (status == STATUS_OK)
        status = footing_take(&server->footing, &entry);
    if (status == STATUS_OK && server->config->has_days)
        status = gaming_day_take(&server->day, books_ledger(server->books), chain, &entry);
    return status;
}

/* ---- After a restart. ---- */

/* True where a look back may stop: the entry of the house's chain ends a day, or the house began to
 * count there. */
static bool is_beginning(const struct entry *entry)
{
    struct day_words words;
    struct account account;
    if (entry->kind == ENTRY_DAY)
        return day_words_parse(entry->text, &words) && words.verb == DAY_CLOSE;
    return entry->kind == ENTRY_ACCOUNT && account_declaration_parse(entry->text, &account) == STATUS_OK &&
           account.kind == ACCOUNT_HOUSE && strcmp(account.name, ORDER_HOUSE_CHIPS) == 0;
}

static enum status take_beginning(void *context, const struct store_row *row, const struct entry *entry)
{
    uint64_t *position = context;
    if (!is_beginning(entry))
        return STATUS_OK;
    *position = row->position;
    return STATUS_NOT_FOUND;
}

/* The ledger as it was at the beginning, and the day from there on. */
struct look_back {
    struct ledger ledger;
    struct gaming_day *day;
};

static enum status take_back(void *context, const struct store_row *row, const struct entry *entry)
{
    struct look_back *back = context;
    struct transaction reverse;
    (void)row;
    transaction_reverse(&entry->transaction, &reverse);
    return ledger_follow(&back->ledger, &reverse);
}

static enum status go_forward(void *context, const struct store_row *row, const struct entry *entry)
{
    struct look_back *back = context;
    enum status status = ledger_follow(&back->ledger, &entry->transaction);
    return status ? status : gaming_day_take(back->day, &back->ledger, row->chain, entry);
}

static enum status copy_ledger(struct ledger *copy, const struct ledger *ledger)
{
    enum status status = STATUS_OK;
    ledger_init(copy);
    for (uint32_t i = 0; status == STATUS_OK && i < ledger->count; i++)
        status = ledger_load(copy, &ledger->accounts[i]);
    return status;
}

static enum status read_day(struct server *server, struct store_failure *failure)
{
    struct store *store = books_store(server->books);
    struct look_back back = {.day = &server->day};
    uint64_t position = 0; /* of the last beginning; none: from the first entry on */
    enum status status =
        store_entries(store, CHAIN_NUMBER_HOUSE, STORE_BACKWARD, 0, take_beginning, &position, failure);
    if (status == STATUS_OK || status == STATUS_ARCHIVED)
        status = copy_ledger(&back.ledger, books_ledger(server->books));
    if (status == STATUS_OK)
        status = store_entries(store, 0, STORE_FORWARD, position, take_back, &back, failure);
    if (status == STATUS_OK)
        status = store_entries(store, 0, STORE_FORWARD, position, go_forward, &back, failure);
    ledger_release(&back.ledger);
    return status;
}

/* A count that was cut off from the movement behind it. */
static enum status pay_owed(struct server *server)
{
    const struct gaming_day *day = &server->day;
    struct order order = {.kind = day->owed_cents > 0 ? ORDER_OVER : ORDER_SHORT,
                          .cents = day->owed_cents > 0 ? day->owed_cents : -day->owed_cents};
    const struct account *account = ledger_account(books_ledger(server->books), day->owed_account);
    char bytes[ORDER_TEXT_MAX];
    struct text text;
    struct transaction transaction;
    uint64_t ticket;
    if (!day->owed_account || !account)
        return STATUS_OK;
    account_print(account, order.name, sizeof order.name);
    text_init(&text, bytes, sizeof bytes);
    order_print(&order, &text);
    enum status status = order_build(&order, books_ledger(server->books), &transaction);
    struct line line = {
        .kind = ENTRY_MONEY, .role = ROLE_SYSTEM, .text = span_of(bytes), .transaction = &transaction};
    return status ? status : house_write(server, day->owed_chain, &line, &ticket);
}

static enum status open_accounts(struct server *server)
{
    static const char *const names[] = {ORDER_HOUSE_CHIPS, ORDER_HOUSE_CASH, ORDER_HOUSE_VARIANCE};
    uint32_t number;
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < sizeof names / sizeof names[0]; i++)
        status = books_account(server->books, ACCOUNT_HOUSE, names[i], &number, NULL);
    for (unsigned i = 0; status == STATUS_OK && i < server->config->cage_count; i++) {
        char till[ACCOUNT_NAME_MAX + sizeof ORDER_TILL];
        snprintf(till, sizeof till, ORDER_TILL "%s", server->config->cages[i]);
        status = books_account(server->books, ACCOUNT_CAGE, server->config->cages[i], &number, NULL);
        if (status == STATUS_OK)
            status = books_account(server->books, ACCOUNT_CAGE, till, &number, NULL);
    }
    return status;
}

enum status house_read(struct server *server, struct store_failure *failure)
{
    gaming_day_release(&server->day);
    gaming_day_init(&server->day, true);
    return server->config->has_days ? read_day(server, failure) : STATUS_OK;
}

enum status house_load(struct server *server, struct store_failure *failure)
{
    gaming_day_init(&server->day, true);
    zone_use(server->config->calendar.zone);
    if (!server->config->has_days)
        return STATUS_OK;
    enum status status = config_counts(server->config) ? open_accounts(server) : STATUS_OK;
    if (status == STATUS_OK)
        status = books_wait(server->books);
    if (status == STATUS_OK)
        status = read_day(server, failure);
    return status ? status : pay_owed(server);
}
