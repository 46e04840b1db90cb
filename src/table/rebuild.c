/* SPDX-License-Identifier: Apache-2.0 */
/* rebuild.c - see rebuild.h. */
#include "table/rebuild.h"

#include <assert.h>
#include <string.h>

void rebuild_init(struct rebuild *rebuild, const struct rulebook *book)
{
    memset(rebuild, 0, sizeof *rebuild);
    rebuild->book = book;
    line_reader_init(&rebuild->lines, book);
}

void rebuild_release(struct rebuild *rebuild)
{
    line_reader_release(&rebuild->lines);
}

void rebuild_turn_book(struct rebuild *rebuild, const struct rulebook *book)
{
    line_reader_release(&rebuild->lines);
    rebuild->book = book;
    line_reader_init(&rebuild->lines, book);
}

static enum status rebuild_act(struct rebuild *rebuild, const struct act *act)
{
    assert(act->verb && act->verb < VERB_COUNT);
    rebuild->ruling = state_repeat(&rebuild->state, rebuild->book, act, &rebuild->events);
    if (rebuild->ruling.status)
        return STATUS_BAD_ENTRY;
    if (rebuild->sink.act)
        rebuild->sink.act(rebuild->sink.context, &rebuild->state, act, &rebuild->ruling, &rebuild->events);
    return STATUS_OK;
}

/* Of all headers only a change of limits is written at a live table (table_propose_limits). */
static enum status rebuild_header(struct rebuild *rebuild, const struct header *header)
{
    struct setting *setting = &rebuild->state.round.setting;
    /* "main" names the group of main wagers and the one wager of that name. */
    int wager = header->scope == LIMITS_MAIN ? rulebook_wager(rebuild->book, "main") : header->wager;
    bool one = header->scope == LIMITS_ONE || header->scope == LIMITS_MAIN;
    if (header->kind != HEADER_LIMITS || !one || wager < 0)
        return STATUS_BAD_ENTRY;
    setting->limit_min_cents[wager] = header->amount_cents;
    setting->limit_max_cents[wager] = header->max_cents;
    assert(wager < (int)rebuild->book->wager_count);
    return STATUS_OK;
}

static enum status rebuild_item(struct rebuild *rebuild, const struct record_item *item)
{
    if (item->kind == ITEM_ACT)
        return rebuild_act(rebuild, &item->act);
    /* unreached: line_read gives nothing else */
    return item->kind == ITEM_HEADER ? rebuild_header(rebuild, &item->header) : STATUS_BAD_ENTRY;
}

static enum status rebuild_line(struct rebuild *rebuild, const char *line, size_t length)
{
    assert(rebuild->book && line);
    const struct record_item *items;
    size_t count;
    rebuild->lines.areas = rebuild->state.round.setting.areas;
    enum status status = line_read(&rebuild->lines, &rebuild->state.roster, line, length, &items, &count);
    for (size_t i = 0; status == STATUS_OK && i < count; i++)
        status = rebuild_item(rebuild, &items[i]);
    return status;
}

static enum status rebuild_lines(struct rebuild *rebuild, const struct entry *entry)
{
    assert(entry->text.bytes || entry->text.size == 0);
    const char *at = (const char *)entry->text.bytes;
    const char *end = at + entry->text.size;
    enum status status = STATUS_OK;
    while (at < end && status == STATUS_OK) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        status = rebuild_line(rebuild, at, length);
        at += length + 1;
    }
    return status;
}

static enum status rebuild_opened(struct rebuild *rebuild, const struct entry *entry)
{
    char text[STATE_TEXT_MAX];
    if (entry->text.size >= sizeof text)
        return STATUS_BAD_ENTRY;
    memcpy(text, entry->text.bytes, entry->text.size);
    text[entry->text.size] = 0;
    return state_parse(&rebuild->state, rebuild->book, text);
}

/* That the numbers are those that were promised is an audit's to check. */
static enum status rebuild_luck(struct rebuild *rebuild, const struct entry *entry)
{
    uint32_t shoe;
    struct table_state *state = &rebuild->state;
    bool read = luck_parse(&state->luck, &shoe, (enum entry_kind)entry->kind, entry->text);
    return read && shoe == state->shoe_number ? STATUS_OK : STATUS_BAD_ENTRY;
}

enum status rebuild_entry(struct rebuild *rebuild, const struct entry *entry)
{
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_OPENED:
        return rebuild_opened(rebuild, entry);
    case ENTRY_CLOSED:
        rebuild->state.open = false;
        return STATUS_OK;
    case ENTRY_COMMITTED:
        rebuild->state.committed = true;
        return STATUS_OK;
    case ENTRY_REVEALED:
        rebuild->state.revealed = true;
        return STATUS_OK;
    case ENTRY_LUCK:
    case ENTRY_MIXED:
        return rebuild_luck(rebuild, entry);
    case ENTRY_ROUND:
    case ENTRY_ACTS:
    case ENTRY_RECOVERED:
        return rebuild_lines(rebuild, entry);
    case ENTRY_FOUNDED:
    case ENTRY_CHAIN:
    case ENTRY_ACCOUNT:
    case ENTRY_DOCUMENT:
    case ENTRY_REFUSED:
    case ENTRY_MONEY:
    case ENTRY_CORRECTED:
    case ENTRY_SIGNED:
    case ENTRY_NOTE:
    case ENTRY_KEY:
    case ENTRY_LOSS:
    case ENTRY_PERSON:
    case ENTRY_SESSION:
    case ENTRY_DAY:
    case ENTRY_COUNT:
    case ENTRY_PATRON:
    case ENTRY_CHANGE:
        return STATUS_OK;
    }
    return STATUS_BAD_ENTRY;
}
