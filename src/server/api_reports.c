/* SPDX-License-Identifier: Apache-2.0 */
/* api_reports.c - reports over HTTP: the days there are, and one of them, worked out by the reader's thread.
 */
#include <stdlib.h>
#include <string.h>

#include "server/inquiry.h"
#include "server/reports.h"
#include "server/zone.h"

enum { DAYS_SHOWN_MAX = 62 };

/* A copy for the reader of what it needs of the configuration. */
struct report_wish {
    struct calendar calendar;
    char currency[4];
};

/* Names of chains and accounts are asked for, which the reader's own look at the file does not have. */
static enum status open_named(const struct inquiry *inquiry, struct store **store,
                              struct store_failure *failure)
{
    struct store_options options = {.path = inquiry->server->config->database, .read_only = true};
    *store = NULL;
    return store_open(store, &options, failure);
}

static enum status read_days(struct inquiry *inquiry)
{
    struct store_failure failure;
    unsigned count;
    struct period *days = calloc(DAYS_SHOWN_MAX, sizeof *days);
    if (!days)
        return STATUS_NO_MEMORY;
    struct store *store;
    enum status status = open_named(inquiry, &store, &failure);
    if (status == STATUS_OK)
        status = period_days(store, days, DAYS_SHOWN_MAX, &count, &failure);
    store_close(store);
    out_object(&inquiry->out);
    out_key(&inquiry->out, "days");
    out_array(&inquiry->out);
    for (unsigned i = 0; status == STATUS_OK && i < count; i++) {
        out_object(&inquiry->out);
        out_put_string(&inquiry->out, "date", days[i].name);
        out_put_bool(&inquiry->out, "open", days[i].open);
        out_put_integer(&inquiry->out, "from", days[i].from_ms);
        out_put_integer(&inquiry->out, "to", days[i].to_ms);
        out_object_end(&inquiry->out);
    }
    out_array_end(&inquiry->out);
    out_object_end(&inquiry->out);
    free(days);
    return status;
}

void api_reports(struct call *call)
{
    inquiry_submit(call, NULL, read_days);
}

static bool query(const struct inquiry *inquiry, const char *field, char *value, size_t size)
{
    struct request request = {.query = inquiry->query};
    value[0] = 0;
    return api_query(&request, field, value, size);
}

static void put_report(struct inquiry *inquiry, const struct report *report, const char *format)
{
    const struct report_wish *wish = inquiry->own;
    struct report_form form = {.currency = wish->currency, .moment = zone_print};
    bool csv = strcmp(format, "csv") == 0;
    if (csv)
        report_put_csv(report, &form, &inquiry->out);
    else if (strcmp(format, "text") == 0)
        report_put_text(report, &form, &inquiry->out);
    else
        report_put_json(report, &form, &inquiry->out);
    inquiry->type = csv ? "text/csv; charset=utf-8" : format[0] ? "text/plain; charset=utf-8" : NULL;
    inquiry->download = csv ? "report.csv" : NULL;
}

static enum status read_report(struct inquiry *inquiry)
{
    const struct report_wish *wish = inquiry->own;
    struct store_failure failure = {0};
    struct edges edges = {.count = 0};
    char shift[SHIFT_NAME_MAX];
    char table[API_NAME_MAX];
    char format[8];
    struct report *report = calloc(1, sizeof *report);
    if (!report)
        return STATUS_NO_MEMORY;
    query(inquiry, "shift", shift, sizeof shift);
    query(inquiry, "format", format, sizeof format);
    report->table = query(inquiry, "table", table, sizeof table) && table[0] ? table : NULL;
    struct store *store;
    enum status status = open_named(inquiry, &store, &failure);
    if (status == STATUS_OK)
        status = reports_period(store, &wish->calendar, inquiry->name, shift, &report->period, &failure);
    if (status == STATUS_OK)
        status = report_gather(report, store, &edges, (struct report_clock){zone_local}, NULL, &failure);
    store_close(store);
    if (status && failure.message[0])
        snprintf(inquiry->fault, sizeof inquiry->fault, "%s", failure.message);
    if (status == STATUS_OK)
        put_report(inquiry, report, format);
    edges_release(&edges);
    report_release(report);
    free(report);
    return status;
}

void api_report(struct call *call)
{
    struct report_wish *wish = calloc(1, sizeof *wish);
    if (!wish) {
        respond_error(call->server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    wish->calendar = call->server->config->calendar;
    memcpy(wish->currency, call->server->config->currency, sizeof wish->currency);
    inquiry_submit_with(call, NULL, read_report, wish);
}
