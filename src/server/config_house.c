/* SPDX-License-Identifier: Apache-2.0 */
/* config_house.c - keys of a configuration about the house: its servers, and its day with chips, cages, hours
 * and shifts. */
#include <stdio.h>
#include <string.h>

#include "base/money.h"
#include "ledger/account.h"
#include "record/word.h"
#include "rulebook/builtin.h"
#include "server/config_reading.h"
#include "server/zone.h"

/* ---- One server of several. ---- */

static bool read_server_name(struct reading *reading, const struct node *node)
{
    char *name = reading->config->server_name;
    return reading_text(reading, node, name, SHARE_NAME_MAX) &&
           (account_name_ok(name) ||
            reading_fault(reading, node,
                          "the \"name\" of a server must consist of letters, digits, \"-\" "
                          "and \".\""));
}

static bool read_server_address(struct reading *reading, const struct node *node)
{
    char *address = reading->config->server_address;
    if (!reading_text(reading, node, address, SHARE_ADDRESS_MAX))
        return false;
    const char *host = strstr(address, "://");
    size_t scheme = host ? (size_t)(host - address) : 0;
    bool good = ((scheme == 4 && memcmp(address, "http", 4) == 0) ||
                 (scheme == 5 && memcmp(address, "https", 5) == 0)) &&
                host[3] && !strpbrk(address, " \t\"<>?#") && address[strlen(address) - 1] != '/';
    return good || reading_fault(reading, node,
                                 "\"address\" must be where pages reach this server, such as "
                                 "https://casino.example/s/a, without a \"/\" at its end");
}

bool config_read_server(struct reading *reading, const struct node *node)
{
    static const struct row rows[] = {
        {"name", read_server_name}, {"address", read_server_address}, {NULL, NULL}};
    if (node->kind != NODE_MAPPING || !node_entry(node, "name", 4) || !node_entry(node, "address", 7))
        return reading_fault(reading, node, "a server needs \"name\" and \"address\"");
    reading_section(reading, node, rows);
    return true;
}

/* The largest first, so that pages and slips list them as a tray does. */
static bool add_chip(struct chips *chips, int64_t cents)
{
    unsigned at = chips->count;
    if (cents <= 0 || chips->count == CHIPS_MAX || (chips->count && chips_has(chips, cents)))
        return false;
    while (at > 0 && chips->cents[at - 1] < cents)
        at--;
    memmove(chips->cents + at + 1, chips->cents + at, (chips->count - at) * sizeof chips->cents[0]);
    chips->cents[at] = cents;
    chips->count++;
    return true;
}

bool config_read_chips(struct reading *reading, const struct node *node)
{
    if (node->kind != NODE_LIST)
        return reading_fault(reading, node, "\"chips\" must be a list of amounts: [1000, 500, 100, 25, 5]");
    for (const struct node *item = node->first; item; item = item->next) {
        int64_t cents;
        if (!reading_amount(item, &cents) || !add_chip(&reading->config->chips, cents))
            return reading_fault(reading, item,
                                 "a chip must be an amount that is named once; there are at "
                                 "most 16");
    }
    return true;
}

bool config_read_cages(struct reading *reading, const struct node *node)
{
    struct config *config = reading->config;
    config->cage_count = 0;
    for (const struct node *item = node->kind == NODE_LIST ? node->first : NULL; item; item = item->next) {
        bool good = item->kind == NODE_WORD && strlen(item->text) < TABLE_ID_MAX &&
                    account_name_ok(item->text) && !strchr(item->text, '.');
        if (!good || config->cage_count == CONFIG_CAGES_MAX)
            return reading_fault(reading, item, "a cage's name must consist of letters, digits, _ and -");
        for (unsigned i = 0; i < config->cage_count; i++)
            if (strcmp(config->cages[i], item->text) == 0)
                return reading_fault(reading, item, "there is a cage of that name already");
        snprintf(config->cages[config->cage_count++], ACCOUNT_NAME_MAX, "%s", item->text);
    }
    return config->cage_count || reading_fault(reading, node, "\"cages\" must be a list of names");
}

bool config_read_currency(struct reading *reading, const struct node *node)
{
    char *currency = reading->config->currency;
    return (reading_text(reading, node, currency, sizeof reading->config->currency) &&
            strspn(currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3) ||
           reading_fault(reading, node, "\"currency\" must be three capital letters such as SGD");
}

bool config_read_sign_odds(struct reading *reading, const struct node *node)
{
    bool shown = true;
    bool good = reading_bool(reading, node, &shown);
    reading->config->no_sign_odds = !shown;
    return good;
}

/* ---- Days and shifts. ---- */

static bool read_zone(struct reading *reading, const struct node *node)
{
    char *zone = reading->config->calendar.zone;
    if (!reading_text(reading, node, zone, ZONE_NAME_MAX))
        return false;
    return zone_known(zone) ||
           reading_fault(reading, node, "there is no such time zone; a zone is written as Asia/Singapore");
}

static bool read_turns(struct reading *reading, const struct node *node)
{
    return (node->kind == NODE_WORD && calendar_parse_turn(&reading->config->calendar, node->text)) ||
           reading_fault(reading, node, "\"turns\" must be a time of day: \"06:00\"");
}

static bool add_shift(struct reading *reading, const struct node *name, const struct node *from)
{
    struct calendar *calendar = &reading->config->calendar;
    unsigned at = calendar->shift_count;
    unsigned minutes = 0;
    struct word word = {name->text, name->kind == NODE_WORD ? strlen(name->text) : 0};
    if (!word.length || word.length >= SHIFT_NAME_MAX || !word_is_name(word) || at == CALENDAR_SHIFTS_MAX)
        return reading_fault(reading, name, "a shift needs a short name; there are at most 8");
    if (from && (from->kind != NODE_WORD || !calendar_parse_time(from->text, &minutes)))
        return reading_fault(reading, from, "\"from\" must be a time of day: \"18:00\"");
    if (at && calendar->has_hours != (from != NULL))
        return reading_fault(reading, name, "either every shift has an hour (\"from\"), or none has");
    for (unsigned i = 0; i < at; i++)
        if (strcmp(calendar->shifts[i], name->text) == 0 || (from && calendar->shift_minutes[i] == minutes))
            return reading_fault(reading, name, "there is a shift of that name or hour already");
    snprintf(calendar->shifts[at], SHIFT_NAME_MAX, "%s", name->text);
    calendar->shift_minutes[at] = (uint16_t)minutes;
    calendar->has_hours = from != NULL;
    calendar->shift_count++;
    return true;
}

/* [day, night], or with their hours: [{name: day, from: "06:00"}, {name: night, from: "18:00"}]. */
static bool read_shifts(struct reading *reading, const struct node *node)
{
    struct calendar *calendar = &reading->config->calendar;
    calendar->shift_count = 0;
    for (const struct node *item = node->kind == NODE_LIST ? node->first : NULL; item; item = item->next) {
        bool hours = item->kind == NODE_MAPPING;
        const struct node *name = hours ? node_entry(item, "name", 4) : item;
        const struct node *from = hours ? node_entry(item, "from", 4) : NULL;
        if (!name || (hours && (!from || item->child_count != 2)))
            return reading_fault(reading, item, "a shift must be a name, or have \"name\" and \"from\"");
        if (!add_shift(reading, name, from))
            return false;
    }
    return calendar->shift_count || reading_fault(reading, node, "\"shifts\" must be a list of names");
}

static bool read_late(struct reading *reading, const struct node *node)
{
    struct word word = {node->text, node->kind == NODE_WORD ? strlen(node->text) : 0};
    return word_number(word, 24 * 60, &reading->config->calendar.late_minutes) ||
           reading_fault(reading, node, "\"late_minutes\" must be a number of minutes");
}

static const struct row day_rows[] = {{"zone", read_zone},
                                      {"turns", read_turns},
                                      {"shifts", read_shifts},
                                      {"late_minutes", read_late},
                                      {NULL, NULL}};

bool config_read_day(struct reading *reading, const struct node *node)
{
    reading->config->has_days = true;
    reading_section(reading, node, day_rows);
    return true;
}

/* ---- Of a table. ---- */

bool config_read_chip(struct reading *reading, const struct node *node)
{
    return (reading_amount(node, &reading->plan->chip_cents) && reading->plan->chip_cents > 0) ||
           reading_fault(reading, node, "\"chip\" must be an amount: the smallest chip of this table");
}

bool config_read_cover(struct reading *reading, const struct node *node)
{
    return reading_bool(reading, node, &reading->plan->cover);
}

/* Another rulebook, from the first shoe of a day on. */
bool config_read_next(struct reading *reading, const struct node *node)
{
    struct span kept = reading->book_text;
    struct table_plan *plan = reading->plan;
    const struct node *from = node->kind == NODE_MAPPING ? node_entry(node, "from", 4) : NULL;
    if (!from || from->kind != NODE_WORD || strlen(from->text) != TABLE_DATE_MAX - 1)
        return reading_fault(reading, node,
                             "\"next\" needs \"from\", a date (2026-12-01), and a game or rulebook");
    reading->book_text = (struct span){0};
    const struct rulebook *book = reading_book(reading, node);
    const struct embedded *text = book ? builtin_text(book->id) : NULL;
    plan->next_text = reading->book_text.size ? reading->book_text
                      : text                  ? (struct span){text->bytes, text->size}
                                              : (struct span){0};
    reading->book_text = kept;
    if (!book)
        return false;
    if (book->family != plan->book->family || book->deck != plan->book->deck)
        return reading_fault(reading, node, "the next rulebook must be of the same family and deck");
    plan->next_book = book;
    memcpy(plan->next_from, from->text, TABLE_DATE_MAX);
    return true;
}

bool config_read_open(struct reading *reading, const struct node *node)
{
    bool open;
    if (!reading_bool(reading, node, &open))
        return false;
    reading->plan->starts = open ? TABLE_STARTS_OPEN : TABLE_STARTS_CLOSED;
    return true;
}

/* A limit that is no whole number of chips could not be staked. */
static bool limits_fit(const struct table_plan *plan)
{
    for (unsigned i = 0; plan->chip_cents && i < plan->book->wager_count; i++)
        if (plan->limit_min_cents[i] % plan->chip_cents)
            return false;
    return true;
}

void config_finish_house(struct reading *reading)
{
    struct config *config = reading->config;
    const struct chips *chips = &config->chips;
    config->has_days |= config_counts(config);
    for (unsigned i = 0; i < config->table_count; i++) {
        struct table_plan *plan = &config->tables[i];
        if (!plan->chip_cents && chips->count)
            plan->chip_cents = chips->cents[chips->count - 1];
        if (plan->starts == TABLE_STARTS_EITHER && config->has_days)
            plan->starts = TABLE_STARTS_CLOSED;
        if (!limits_fit(plan))
            faults_add(reading->faults, 1, 1, "table %s: a minimum must be a multiple of its smallest chip",
                       plan->id);
    }
}
