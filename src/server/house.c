/* SPDX-License-Identifier: Apache-2.0 */
#include "server/house.h"

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

/* ---- Writing. ---- */

static struct span words_of(const char *text)
{
    return text ? span_of(text) : (struct span){NULL, 0};
}

enum status house_write(struct server *server, uint32_t chain, const struct line *line, uint64_t *ticket)
{
    struct entry entry = {.kind = (uint8_t)line->kind,
                          .role = (uint8_t)line->role,
                          .who = words_of(line->who),
                          .text = line->text};
    if (!server->config->has_days)
        return books_write(server->books, chain, line, ticket);
    if (line->transaction)
        entry.transaction = *line->transaction;
    enum status status = gaming_day_verify(&server->day, books_ledger(server->books), chain, &entry);
    if (status == STATUS_OK)
        status = books_write(server->books, chain, line, ticket);
    if (status == STATUS_OK)
        status = gaming_day_take(&server->day, books_ledger(server->books), chain, &entry);
    return status;
}

/* ---- After a restart. ---- */

/* What an entry of the house's chain means to a look back: it is the end of a day, or the house began to
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
