/* SPDX-License-Identifier: Apache-2.0 */
#include "house/day_state.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/grow.h"

static const char *or_none(const char *text)
{
    return text[0] ? text : "-";
}

static void print_day(const struct gaming_day *day, struct text *text)
{
    text_format(text, "is %d %s %s %" PRIu64 " %d %" PRIu32 " %" PRId64 " %" PRIu32, day->open,
                or_none(day->date), or_none(day->shift), day->slips, day->variance, day->owed_account,
                day->owed_cents, day->owed_chain);
}

static void print_account(const struct day_account *item, struct text *text)
{
    text_format(text, "account %" PRIu32 " %d %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, item->account,
                item->touched, item->opening_cents, item->fills_cents, item->credits_cents, item->drop_cents);
}

static void print_slip(const struct slip *slip, struct text *text)
{
    assert(slip->verb == SLIP_FILL || slip->verb == SLIP_CREDIT);
    text_format(text, "slip %" PRIu64 " %s %s %" PRId64 " %s", slip->number,
                slip->verb == SLIP_CREDIT ? "credit" : "fill", slip->table, slip->cents, slip->asked);
}

/* The open table of that number, from 0, by chain; 0: there are not so many. */
static uint32_t open_table(const struct gaming_day *day, unsigned index)
{
    for (uint32_t chain = 0; chain < day->chain_count; chain++)
        if (day->table_open[chain] && index-- == 0)
            return chain;
    return 0;
}

bool day_state_line(const struct gaming_day *day, unsigned index, struct text *text)
{
    if (index == 0) {
        print_day(day, text);
        return true;
    }
    index -= 1;
    if (index < day->account_count) {
        print_account(&day->accounts[index], text);
        return true;
    }
    index -= day->account_count;
    if (index < day->slip_count) {
        print_slip(&day->waiting[index], text);
        return true;
    }
    uint32_t chain = open_table(day, index - day->slip_count);
    if (chain)
        text_format(text, "table %" PRIu32, chain);
    return chain != 0;
}

/* ---- Back. ---- */

static bool take_signed(struct words *line, int64_t *number)
{
    char digits[24];
    const char *at = digits;
    uint64_t value;
    if (!words_keep(line, digits, sizeof digits))
        return false;
    at += digits[0] == '-';
    if (!text_take_number(&at, INT64_MAX, &value) || *at)
        return false;
    *number = digits[0] == '-' ? -(int64_t)value : (int64_t)value;
    return true;
}

static bool take_number(struct words *line, int64_t max, int64_t *number)
{
    assert(max > 0);
    return take_signed(line, number) && *number >= 0 && *number <= max;
}

static bool take_flag(struct words *line, bool *flag)
{
    int64_t number;
    bool good = take_number(line, 1, &number);
    *flag = good && number;
    return good;
}

static bool take_name(struct words *line, char *name, size_t size)
{
    assert(size > 1);
    bool good = words_keep(line, name, size);
    if (good && strcmp(name, "-") == 0)
        name[0] = 0;
    return good;
}

static bool take_day(struct gaming_day *day, struct words *line)
{
    int64_t slips;
    int64_t account;
    int64_t chain;
    day->known = take_flag(line, &day->open) && take_name(line, day->date, sizeof day->date) &&
                 take_name(line, day->shift, sizeof day->shift) && take_number(line, INT64_MAX, &slips) &&
                 take_flag(line, &day->variance) && take_number(line, UINT32_MAX, &account) &&
                 take_signed(line, &day->owed_cents) && take_number(line, UINT32_MAX, &chain);
    if (!day->known)
        return false;
    day->slips = (uint64_t)slips;
    day->owed_account = (uint32_t)account;
    day->owed_chain = (uint32_t)chain;
    return true;
}

enum { NUMBER_MAX = 1 << 24 /* of accounts and chains */ };

static bool take_account(struct gaming_day *day, struct words *line)
{
    assert(day->account_count <= day->account_room);
    struct day_account item = {.account = 0};
    int64_t number;
    if (!take_number(line, NUMBER_MAX, &number) || !take_flag(line, &item.touched) ||
        !take_signed(line, &item.opening_cents) || !take_signed(line, &item.fills_cents) ||
        !take_signed(line, &item.credits_cents) || !take_signed(line, &item.drop_cents))
        return false;
    item.account = (uint32_t)number;
    uint32_t *places = grow(day->places, item.account, &day->place_count, sizeof *places);
    day->places = places ? places : day->places;
    struct day_account *items = grow(day->accounts, day->account_count, &day->account_room, sizeof *items);
    day->accounts = items ? items : day->accounts;
    if (!places || !items || places[item.account])
        return false;
    items[day->account_count++] = item;
    places[item.account] = day->account_count;
    return true;
}

static bool take_slip(struct gaming_day *day, struct words *line)
{
    assert(day->slip_count <= DAY_SLIPS_MAX);
    struct slip slip = {.verb = SLIP_FILL};
    char verb[8];
    int64_t number;
    if (day->slip_count == DAY_SLIPS_MAX || !take_number(line, INT64_MAX, &number) ||
        !words_keep(line, verb, sizeof verb) || !words_keep(line, slip.table, sizeof slip.table) ||
        !take_number(line, INT64_MAX, &slip.cents) || !words_keep(line, slip.asked, sizeof slip.asked))
        return false;
    slip.number = (uint64_t)number;
    slip.verb = strcmp(verb, "credit") == 0 ? SLIP_CREDIT : SLIP_FILL;
    day->waiting[day->slip_count++] = slip;
    return true;
}

static bool take_table(struct gaming_day *day, struct words *line)
{
    assert(day->open_tables <= day->chain_count);
    int64_t chain;
    if (!take_number(line, NUMBER_MAX, &chain) || chain == 0)
        return false;
    bool *open = grow(day->table_open, (size_t)chain, &day->chain_count, sizeof *open);
    if (!open)
        return false;
    day->table_open = open;
    day->open_tables += !open[chain];
    open[chain] = true;
    return true;
}

bool day_state_take(struct gaming_day *day, struct words *line)
{
    static const struct {
        const char *word;
        bool (*take)(struct gaming_day *day, struct words *line);
    } rows[] = {{"is", take_day}, {"account", take_account}, {"slip", take_slip}, {"table", take_table}};
    struct word word;
    if (!words_next(line, &word))
        return false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (word_is(word, rows[i].word))
            return rows[i].take(day, line) && !words_next(line, &word);
    return false;
}
