/* SPDX-License-Identifier: Apache-2.0 */
#include "server/numbers.h"

#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "server/house.h"
#include "server/reports.h"
#include "server/zone.h"

/* The day the figures are of: the one that is open or, where there are none, the calendar's. */
static void day_now(const struct server *server, char date[DATE_TEXT_MAX])
{
    if (server->config->has_days)
        memcpy(date, server->day.date, DATE_TEXT_MAX);
    else
        house_today(server, date);
}

static void take_figures(struct server *server, const struct report *report)
{
    for (unsigned i = 0; i < report->tables.count; i++) {
        const struct figures *row = &report->tables.items[i];
        struct floor_table *floor = floor_find(server, row->name);
        if (!floor)
            continue;
        floor->numbers.rounds = row->rounds;
        floor->numbers.turnover_cents = row->turnover_cents;
        floor->numbers.result_cents = row->result_cents;
    }
    server->numbers_since_ms = report->period.from_ms;
}

enum status numbers_load(struct server *server, struct store_failure *failure)
{
    struct store *store = books_store(server->books);
    struct report *report = calloc(1, sizeof *report);
    if (!report)
        return STATUS_NO_MEMORY;
    day_now(server, server->numbers_of);
    server->numbers_since_ms = server_now();
    enum status status = STATUS_NOT_FOUND;
    if (server->numbers_of[0])
        status = reports_period(store, &server->config->calendar, server->numbers_of, NULL, &report->period,
                                failure);
    if (status == STATUS_OK)
        status = report_gather(report, store, NULL, (struct report_clock){zone_local}, NULL, failure);
    if (status == STATUS_OK)
        take_figures(server, report);
    report_release(report);
    free(report);
    return status == STATUS_NOT_FOUND || status == STATUS_ARCHIVED ? STATUS_OK : status;
}

void numbers_look(struct server *server)
{
    char date[DATE_TEXT_MAX];
    day_now(server, date);
    if (strcmp(date, server->numbers_of) == 0)
        return;
    memcpy(server->numbers_of, date, sizeof date);
    server->numbers_since_ms = server_now();
    for (unsigned i = 0; i < server->table_count; i++)
        server->tables[i]->numbers = (struct table_numbers){.rounds = 0};
}

static void put_money(struct out *out, const struct floor_table *floor)
{
    struct books *books = floor->server->books;
    const struct ledger *ledger = books_ledger(books);
    const struct account *bank = ledger_find(ledger, ACCOUNT_BANK, floor->table.plan.id);
    const struct account *escrow = ledger_find(ledger, ACCOUNT_ESCROW, floor->table.plan.id);
    const struct day_account *day = bank ? gaming_day_account(&floor->server->day, bank->number) : NULL;
    struct figures figures = {.result_cents = floor->numbers.result_cents};
    int64_t hold = 0;
    if (day) {
        figures.has_float = true;
        figures.opening_cents = day->opening_cents;
        figures.closing_cents = bank->balance_cents;
        figures.fills_cents = day->fills_cents;
        figures.credits_cents = day->credits_cents;
        figures.drop_cents = day->drop_cents;
    }
    figures_hold(&figures, &hold);
    out_put_integer(out, "turnover", floor->numbers.turnover_cents);
    out_put_integer(out, "drop", figures.drop_cents);
    out_put_integer(out, "win", figures_win(&figures));
    out_put_integer(out, "holdBasisPoints", hold);
    out_put_integer(out, "bank", bank ? books_durable_cents(books, bank->number) : 0);
    out_put_integer(out, "escrow", escrow ? books_durable_cents(books, escrow->number) : 0);
}

void numbers_put(struct out *out, const struct floor_table *floor)
{
    const struct table_numbers *numbers = &floor->numbers;
    int64_t hours_ms = server_now() - floor->server->numbers_since_ms;
    out_object(out);
    out_put_string(out, "table", floor->table.plan.id);
    out_put_string(out, "dealer", floor_dealer(floor));
    out_put_integer(out, "idle", (server_ticks() - floor->acted_ms) / 1000);
    out_put_integer(out, "since", floor->server->numbers_since_ms);
    out_put_integer(out, "rounds", (int64_t)numbers->rounds);
    out_put_integer(out, "roundsPerHour", hours_ms > 0 ? (int64_t)numbers->rounds * 3600000 / hours_ms : 0);
    put_money(out, floor);
    out_object_end(out);
}
