/* SPDX-License-Identifier: Apache-2.0 */
#include "server/numbers.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "server/house.h"
#include "server/reports.h"
#include "server/rota.h"
#include "server/zone.h"

/* The day the figures are of: the one that is open or, where there are none, the calendar's. */
static void day_now(const struct server *server, char date[DATE_TEXT_MAX])
{
    if (server->config->has_days)
        memcpy(date, server->day.date, DATE_TEXT_MAX);
    else
        house_today(server, date);
}

/* ---- Beside the tables: a day may be long, and nobody waits for its figures. ---- */

struct numbers_job {
    struct job job; /* first */
    struct server *server;
    char day[DATE_TEXT_MAX];
    struct calendar calendar;
    uint64_t until; /* later entries are counted as they come; 0: everything that is there is read */
    struct report report;
    enum status status;
    struct store_failure failure;
};

/* Of tables whose figures are waited for; those of the others are counted already. */
static void take_figures(struct numbers_job *numbers)
{
    struct server *server = numbers->server;
    for (unsigned i = 0; i < numbers->report.tables.count; i++) {
        const struct figures *row = &numbers->report.tables.items[i];
        struct floor_table *floor = rota_find(server, row->name);
        if (!floor || !floor->figures_due)
            continue;
        floor->figures_due = false;
        if (!numbers->until)
            floor->numbers = (struct table_numbers){.rounds = 0};
        floor->numbers.rounds += row->rounds;
        floor->numbers.turnover_cents += row->turnover_cents;
        floor->numbers.result_cents += row->result_cents;
    }
    server->numbers_since_ms = numbers->report.period.from_ms;
}

static bool go_on(void *context, uint64_t done, uint64_t total)
{
    const struct numbers_job *numbers = context;
    (void)done;
    (void)total;
    return !atomic_load(&numbers->server->finishing);
}

/* The figures of that day, as the books have them; by a store of its own, since others read too. */
static void numbers_work(struct job *job)
{
    struct numbers_job *numbers = (struct numbers_job *)job;
    struct report *report = &numbers->report;
    struct store_options options = {.path = numbers->server->config->database, .read_only = true};
    struct report_watch watch = {go_on, numbers};
    struct store *store = NULL;
    enum status status = store_open(&store, &options, &numbers->failure);
    if (status == STATUS_OK)
        status =
            reports_period(store, &numbers->calendar, numbers->day, NULL, &report->period, &numbers->failure);
    if (status == STATUS_OK && numbers->until && report->period.last > numbers->until)
        report->period.last = numbers->until;
    if (status == STATUS_OK)
        status =
            report_gather(report, store, NULL, (struct report_clock){zone_local}, &watch, &numbers->failure);
    store_close(store);
    numbers->status = status;
}

static void numbers_done(struct job *job)
{
    struct numbers_job *numbers = (struct numbers_job *)job;
    struct server *server = numbers->server;
    enum status status = numbers->status;
    if (status == STATUS_OK && strcmp(numbers->day, server->numbers_of) == 0)
        take_figures(numbers);
    if (status != STATUS_OK && status != STATUS_NOT_FOUND && status != STATUS_ARCHIVED && !server->stopped)
        log_event(&server->log, LOG_WARNING, "numbers-not-read", "message", numbers->failure.message, NULL);
    report_release(&numbers->report);
    free(numbers);
}

static bool submit(struct server *server, uint64_t until)
{
    struct numbers_job *numbers = server->numbers_of[0] ? calloc(1, sizeof *numbers) : NULL;
    if (!numbers)
        return !server->numbers_of[0]; /* no day is open: there are no figures */
    numbers->job = (struct job){.work = numbers_work, .done = numbers_done};
    numbers->server = server;
    numbers->calendar = server->config->calendar;
    numbers->until = until;
    memcpy(numbers->day, server->numbers_of, sizeof numbers->day);
    if (worker_submit(server->sums, &numbers->job))
        return true;
    free(numbers);
    return false;
}

bool numbers_refresh(struct server *server)
{
    return submit(server, 0);
}

void numbers_load(struct server *server)
{
    day_now(server, server->numbers_of);
    server->numbers_since_ms = server_now();
    for (unsigned i = 0; i < server->table_count; i++)
        server->tables[i]->figures_due = true;
    /* Of tables that come to one server among several, when they have come. */
    uint64_t until = server->fleet ? 0 : store_last(books_store(server->books));
    if (until)
        submit(server, until);
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
