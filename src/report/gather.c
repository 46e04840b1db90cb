/* SPDX-License-Identifier: Apache-2.0 */
/* gather.c - the entries of a period, one after the other; see report.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "journal/declaration.h"
#include "record/word.h"
#include "report/report.h"
#include "store/entries.h"
#include "table/excerpt.h"
#include "table/rebuild.h"
#include "table/shoe_book.h"

enum { BOOKS_MAX = 64, WATCH_EVERY = 4096, CHAINS_MAX = STORE_CHAINS_MAX };

/* A table on the way. */
struct gather_table {
    struct gathering *gathering;
    char name[CHAIN_NAME_MAX];
    char game[FIGURES_NAME_MAX];
    char dealer[FIGURES_NAME_MAX]; /* who dealt last; "": nobody did */
    uint32_t bank;                 /* accounts; 0: there is none */
    uint32_t box;
    const struct rulebook *book; /* NULL: it cannot be told, and nothing is said of stakes */
    struct rebuild rebuild;
    bool silent; /* on the way to the period */
    int64_t time_ms;
};

/* One account's movement in the period. */
struct moved {
    int64_t cents;
    uint64_t last; /* position of the last entry that moved it; 0: none did */
};

struct gathering {
    struct report *report;
    struct store *store;
    struct edges *edges;
    struct report_clock clock;
    struct store_failure *failure;
    struct ledger ledger;         /* names of accounts */
    struct moved *moved;          /* by account; owned */
    struct gather_table **tables; /* by chain; owned */
    uint32_t table_room;
    struct shoe_book *books[BOOKS_MAX]; /* owned */
    unsigned book_count;
};

/* ---- Rows. ---- */

static void tally(struct report *report, const char *name)
{
    for (unsigned i = 0; i < report->tally_count; i++)
        if (strcmp(report->tallies[i].name, name) == 0) {
            report->tallies[i].count++;
            return;
        }
    if (report->tally_count == REPORT_TALLIES_MAX)
        return;
    struct report_tally *added = &report->tallies[report->tally_count++];
    *added = (struct report_tally){.count = 1};
    snprintf(added->name, sizeof added->name, "%s", name);
}

/* Adds a part to the table, its game, its dealer and the hour. */
static enum status add(struct gather_table *table, const struct figures *part)
{
    struct report *report = table->gathering->report;
    char hour[4];
    int64_t (*local)(int64_t) = table->gathering->clock.local;
    int64_t seconds = local ? local(table->time_ms) : table->time_ms / 1000;
    snprintf(hour, sizeof hour, "%02u", (unsigned)(seconds / 3600 % 24) % 24U);
    struct figures *rows[] = {
        figures_rows_find(&report->tables, table->name), figures_rows_find(&report->games, table->game),
        figures_rows_find(&report->dealers, table->dealer), figures_rows_find(&report->hours, hour)};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!rows[i])
            return STATUS_NO_MEMORY;
        figures_add(rows[i], part);
    }
    return STATUS_OK;
}

/* ---- Rounds. ---- */

static bool counts(const struct stake *stake)
{
    return stake->reason != REASON_VOID && stake->reason != REASON_RETURNED &&
           stake->reason != REASON_WITHDRAWN;
}

int64_t report_turnover(const struct round *round)
{
    int64_t cents = 0;
    for (unsigned i = 0; !round->voided && i < round->stake_count; i++)
        cents += counts(&round->stakes[i]) ? round->stakes[i].placed_cents : 0;
    return cents;
}

static void add_stakes(struct gather_table *table, const struct table_state *state, struct figures *part)
{
    const struct round *round = &state->round;
    const struct edge *edges =
        table->gathering->edges ? edges_of(table->gathering->edges, table->book, round->setting.decks) : NULL;
    part->turnover_cents = report_turnover(round);
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (counts(stake) && edges && edges[stake->wager].known)
            part->theoretical_cents +=
                edges[stake->wager].edge *
                (double)(edges[stake->wager].on_first ? stake->original_cents : stake->placed_cents);
    }
}

static void acted(void *context, const struct table_state *state, const struct act *act,
                  const struct ruling *ruling, const struct events *events)
{
    struct gather_table *table = context;
    struct report *report = table->gathering->report;
    struct figures part = {.rounds = 0};
    (void)ruling;
    if (table->silent)
        return;
    if (act->verb == VERB_IRREGULARITY) {
        part.irregularities = 1;
        tally(report, irregularity_name((enum irregularity)act->irregularity));
    }
    report->corrections += act->verb == VERB_REREAD;
    for (unsigned i = 0; i < events->count; i++) {
        if (events->items[i].kind != EVENT_ENDED || !state->round.stake_count)
            continue; /* a round without wagers does not count */
        part.rounds = 1;
        part.voids = state->round.voided;
        part.first_ms = part.last_ms = table->time_ms;
        if (!state->round.voided)
            add_stakes(table, state, &part);
    }
    if (part.rounds || part.irregularities)
        (void)!add(table, &part); /* what has no room is not told */
}

/* ---- Rulebooks. ---- */

static const struct rulebook *book_of(struct gathering *gathering, struct span opened)
{
    struct book_mark said;
    if (!book_mark_find(opened, &said) || !book_mark_has_words(&said))
        return NULL;
    for (unsigned i = 0; i < gathering->book_count; i++)
        if (hash_equal(&gathering->books[i]->document, &said.document))
            return &gathering->books[i]->book;
    struct shoe_book *added =
        gathering->book_count < BOOKS_MAX ? shoe_book_load(gathering->store, opened) : NULL;
    if (!added)
        return NULL;
    gathering->books[gathering->book_count++] = added;
    return &added->book;
}

/* Another shoe may be by another book. */
static void take_book(struct gather_table *table, const struct entry *opened)
{
    const struct rulebook *book = book_of(table->gathering, opened->text);
    if (book == table->book)
        return;
    if (table->book)
        rebuild_release(&table->rebuild);
    table->book = book;
    if (!book)
        return;
    rebuild_init(&table->rebuild, book);
    table->rebuild.sink = (struct rebuild_sink){acted, table};
    snprintf(table->game, sizeof table->game, "%s", book->id);
}

/* ---- Tables. ---- */

static enum excerpt_step judge_shoe(void *context, const struct entry *entry)
{
    (void)context;
    (void)entry;
    return EXCERPT_BEGIN;
}

/* The state of the table at the beginning of the period, from the shoe it was in. */
static enum status bring_up(struct gather_table *table, uint32_t chain, uint64_t previous)
{
    struct excerpt excerpt;
    if (previous == 0)
        return STATUS_OK;
    enum status status = excerpt_gather(&excerpt, table->gathering->store, chain, previous, judge_shoe, NULL);
    table->silent = true;
    for (unsigned i = 0; status == STATUS_OK && i < excerpt.count; i++) {
        struct entry entry;
        uint64_t position;
        status = excerpt_entry(&excerpt, i, &entry, &position);
        if (status == STATUS_OK && entry.kind == ENTRY_OPENED)
            take_book(table, &entry);
        if (status == STATUS_OK && table->book)
            status = rebuild_entry(&table->rebuild, &entry);
    }
    table->silent = false;
    excerpt_release(&excerpt);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

static uint32_t account_number(const struct gathering *gathering, enum account_kind kind, const char *prefix,
                               const char *name)
{
    char text[ACCOUNT_TEXT_MAX];
    snprintf(text, sizeof text, "%s%s", prefix, name);
    const struct account *account = ledger_find(&gathering->ledger, kind, text);
    return account ? account->number : 0;
}

/* The first round of a table that begins behind a position, by the index of rounds: 0 where there is none. */
static uint64_t round_behind(struct store *store, uint32_t chain, uint64_t position)
{
    uint32_t low = 0; /* begins in front of it, or is none */
    uint32_t high = 1;
    uint64_t at = 0;
    uint64_t found = 0;
    while (high < UINT32_MAX / 2 && store_round(store, chain, high, &at) == STATUS_OK && at <= position) {
        low = high;
        high *= 2;
    }
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (store_round(store, chain, middle, &at) == STATUS_OK && at <= position)
            low = middle;
        else
            high = middle;
    }
    return store_round(store, chain, high, &found) == STATUS_OK ? found : 0;
}

/* A bank at a position. */
struct balance_at {
    struct store *store;
    uint32_t account;
    uint64_t position;
    int64_t cents;
};

static enum status take_balance(void *context, const struct store_row *row, const struct entry *entry)
{
    struct balance_at *balance = context;
    struct store_posting posting;
    (void)entry;
    if (row->position > balance->position)
        return STATUS_OK;
    enum status status = store_posting_at(balance->store, balance->account, row->position, &posting);
    if (status)
        return status == STATUS_NOT_FOUND ? STATUS_OK : status;
    balance->cents = posting.balance_cents;
    return STATUS_NOT_FOUND; /* enough */
}

/* A bank's balance at the end of the period. If the bank did not move in it, its table's chain is searched
 * backwards from the first round after the period, so that later play costs nothing. */
static enum status bank_at_end(struct gathering *gathering, const struct account *bank, int64_t *cents)
{
    uint64_t position = gathering->report->period.last;
    uint64_t last = gathering->moved[bank->number].last;
    struct balance_at balance = {gathering->store, bank->number, position, 0};
    struct store_posting posting;
    uint32_t chain;
    *cents = 0;
    enum status status = last ? store_posting_at(gathering->store, bank->number, last, &posting)
                              : store_posting(gathering->store, bank->number, 0, &posting);
    if (status == STATUS_OK && posting.position <= position) {
        *cents = posting.balance_cents;
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = store_chain_find(gathering->store, bank->name, &chain);
    if (status)
        return status == STATUS_NOT_FOUND ? STATUS_OK : status;
    status = store_entries(gathering->store, chain, STORE_BACKWARD,
                           round_behind(gathering->store, chain, position), take_balance, &balance,
                           gathering->failure);
    *cents = balance.cents;
    return status == STATUS_ARCHIVED ? STATUS_OK : status;
}

static enum status begin_table(struct gathering *gathering, uint32_t number, struct gather_table **made)
{
    struct chain chain;
    struct gather_table *table = calloc(1, sizeof *table);
    enum status status = table ? store_chain(gathering->store, number, &chain) : STATUS_NO_MEMORY;
    if (status) {
        free(table);
        return status;
    }
    table->gathering = gathering;
    memcpy(table->name, chain.name, sizeof table->name);
    table->bank = account_number(gathering, ACCOUNT_BANK, "", chain.name);
    table->box = account_number(gathering, ACCOUNT_CAGE, ORDER_BOX, chain.name);
    /* Money may lie there before its first shoe: the game is that of the last. */
    struct shoe_book *last = NULL;
    if (shoe_book_last(gathering->store, number, &last) == STATUS_OK)
        snprintf(table->game, sizeof table->game, "%s", last->book.id);
    shoe_book_free(last);
    *made = table;
    return STATUS_OK;
}

static enum status table_at(struct gathering *gathering, const struct store_row *row,
                            struct gather_table **table)
{
    if (row->chain >= gathering->table_room)
        return STATUS_STORE_CORRUPT;
    struct gather_table **place = &gathering->tables[row->chain];
    enum status status = STATUS_OK;
    if (!*place) {
        status = begin_table(gathering, row->chain, place);
        if (status == STATUS_OK)
            status = bring_up(*place, row->chain, row->previous);
    }
    *table = *place;
    return status;
}

/* ---- Money. ---- */

/* Fills and credits, of a house that counts or not: "fill T1 50 ..." */
static void add_slip(const struct entry *entry, struct figures *part)
{
    struct words words;
    struct word verb;
    struct word name;
    struct word amount;
    int64_t cents;
    words_init(&words, (const char *)entry->text.bytes, entry->text.size ? entry->text.size - 1 : 0);
    if (!words_next(&words, &verb) || !words_next(&words, &name) || !words_next(&words, &amount) ||
        money_parse(amount.bytes, amount.length, &cents) != STATUS_OK)
        return;
    if (word_is(verb, "fill"))
        part->fills_cents = cents;
    if (word_is(verb, "credit"))
        part->credits_cents = cents;
}

static bool is_drop(const struct entry *entry)
{
    struct order order;
    return order_parse(entry->text, &order) && order.kind == ORDER_DROP;
}

static enum status add_money(struct gather_table *table, const struct entry *entry)
{
    struct figures part = {.rounds = 0};
    bool of_round = entry->kind == ENTRY_ROUND || entry->kind == ENTRY_ACTS || entry->kind == ENTRY_RECOVERED;
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        if (posting->account == table->bank && of_round)
            part.result_cents += posting->cents;
        if (table->box && posting->account == table->box && !is_drop(entry))
            part.drop_cents += posting->cents;
    }
    if (entry->kind == ENTRY_MONEY)
        add_slip(entry, &part);
    if (!part.result_cents && !part.drop_cents && !part.fills_cents && !part.credits_cents)
        return STATUS_OK;
    return add(table, &part);
}

/* The names by which shifts can be asked for. */
static void note_shift(struct report *report, const struct entry *entry)
{
    struct day_words words;
    if (entry->kind != ENTRY_DAY || !day_words_parse(entry->text, &words) || words.verb != SHIFT_OPEN ||
        report->shift_count == REPORT_SHIFTS_MAX)
        return;
    for (unsigned i = 0; i < report->shift_count; i++)
        if (strcmp(report->shifts[i], words.name) == 0)
            return;
    memcpy(report->shifts[report->shift_count++], words.name, SHIFT_NAME_MAX);
}

static void count_house(struct gathering *gathering, uint64_t position, const struct entry *entry)
{
    struct report *report = gathering->report;
    uint32_t variance = account_number(gathering, ACCOUNT_HOUSE, "", ORDER_HOUSE_VARIANCE);
    report->people += entry->kind == ENTRY_PERSON;
    note_shift(report, entry);
    report->corrections += entry->kind == ENTRY_CORRECTED;
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        if (posting->account <= gathering->ledger.count) {
            gathering->moved[posting->account].cents += posting->cents;
            gathering->moved[posting->account].last = position;
        }
        if (variance && posting->account == variance)
            report->variance_cents += posting->cents;
    }
}

/* ---- Entries. ---- */

static bool begins_with(const struct entry *entry, const char *word)
{
    size_t length = strlen(word);
    return entry->text.size > length && memcmp(entry->text.bytes, word, length) == 0;
}

static enum status take_table(struct gathering *gathering, const struct store_row *row,
                              const struct entry *entry)
{
    struct gather_table *table;
    enum status status = table_at(gathering, row, &table);
    if (status)
        return status;
    table->time_ms = entry->time_ms;
    if (entry->role == ROLE_DEALER)
        snprintf(table->dealer, sizeof table->dealer, "%.*s", (int)entry->who.size,
                 (const char *)entry->who.bytes);
    if (entry->kind == ENTRY_OPENED)
        take_book(table, entry);
    gathering->report->limits += entry->kind == ENTRY_ACTS && begins_with(entry, "limits ");
    status = add_money(table, entry);
    if (status == STATUS_OK && table->book)
        status = rebuild_entry(&table->rebuild, entry);
    return status;
}

static enum status take_row(struct gathering *gathering, const struct store_row *row)
{
    const struct report *report = gathering->report;
    struct entry entry;
    struct chain chain;
    enum status status = entry_read(&entry, row->entry.bytes, row->entry.size);
    if (status)
        return status;
    if (report->table) {
        status = store_chain(gathering->store, row->chain, &chain);
        if (status || strcmp(chain.name, report->table) != 0)
            return status;
    }
    count_house(gathering, row->position, &entry);
    if (row->chain != CHAIN_NUMBER_HOUSE)
        return take_table(gathering, row, &entry);
    if (entry.time_ms > gathering->report->period.to_ms)
        gathering->report->period.to_ms = entry.time_ms;
    return STATUS_OK;
}

static enum status take_rows(struct gathering *gathering, const struct report_watch *watch)
{
    const struct period *period = &gathering->report->period;
    struct store_cursor *cursor;
    struct store_row row;
    if (period->first > period->last)
        return STATUS_OK;
    enum status status =
        store_read(gathering->store, 0, STORE_FORWARD, period->first, &cursor, gathering->failure);
    if (status)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK && row.position <= period->last) {
        if (watch && watch->go_on && row.position % WATCH_EVERY == 0 &&
            !watch->go_on(watch->context, row.position - period->first, period->last - period->first + 1))
            status = STATUS_CANCELLED;
        else
            status = take_row(gathering, &row);
        if (status)
            break;
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* Floats at the two ends, of every table there is. */
static enum status take_floats(struct gathering *gathering)
{
    struct report *report = gathering->report;
    for (uint32_t i = 1; i <= gathering->ledger.count; i++) {
        const struct account *account = ledger_account(&gathering->ledger, i);
        int64_t ends[2];
        if (account->kind != ACCOUNT_BANK || (report->table && strcmp(report->table, account->name) != 0))
            continue;
        enum status status = bank_at_end(gathering, account, &ends[1]);
        if (status)
            return status;
        ends[0] = ends[1] - gathering->moved[i].cents;
        bool known = ends[0] || ends[1];
        for (unsigned row = 0; !known && row < report->tables.count; row++)
            known = strcmp(report->tables.items[row].name, account->name) == 0;
        struct figures *row = known ? figures_rows_find(&report->tables, account->name) : NULL;
        if (known && !row)
            return STATUS_NO_MEMORY;
        if (!row)
            continue;
        row->opening_cents = ends[0];
        row->closing_cents = ends[1];
        row->has_float = true;
    }
    return STATUS_OK;
}

static void release(struct gathering *gathering)
{
    for (uint32_t i = 0; gathering->tables && i < gathering->table_room; i++) {
        struct gather_table *table = gathering->tables[i];
        if (table && table->book)
            rebuild_release(&table->rebuild);
        free(table);
    }
    free(gathering->tables);
    free(gathering->moved);
    for (unsigned i = 0; i < gathering->book_count; i++)
        shoe_book_free(gathering->books[i]);
    ledger_release(&gathering->ledger);
}

enum status report_gather(struct report *report, struct store *store, struct edges *edges,
                          struct report_clock clock, const struct report_watch *watch,
                          struct store_failure *failure)
{
    struct gathering gathering = {
        .report = report, .store = store, .edges = edges, .clock = clock, .failure = failure};
    ledger_init(&gathering.ledger);
    gathering.table_room = store_chain_count(store) + 1;
    gathering.tables = calloc(gathering.table_room, sizeof(struct gather_table *));
    enum status status = gathering.tables ? store_load(store, &gathering.ledger, failure) : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        gathering.moved = calloc(gathering.ledger.count + 1, sizeof *gathering.moved);
        status = gathering.moved ? STATUS_OK : STATUS_NO_MEMORY;
    }
    if (status == STATUS_OK)
        status = take_rows(&gathering, watch);
    if (status == STATUS_OK)
        status = take_floats(&gathering);
    release(&gathering);
    for (unsigned i = 0; i < report->tables.count; i++)
        figures_add(&report->total, &report->tables.items[i]);
    return status;
}

void report_release(struct report *report)
{
    figures_rows_release(&report->tables);
    figures_rows_release(&report->games);
    figures_rows_release(&report->dealers);
    figures_rows_release(&report->hours);
}
