/* SPDX-License-Identifier: Apache-2.0 */
/* find.c - rounds found by time, player, amount and irregularity, newest first, in pages.
 *
 * A round is told from its entries alone: who staked how much, what it brought, what went wrong. Rounds are
 * reached by the store's index, so a page reads the rounds it looks at and nothing else, and looks at no more
 * than FIND_LOOK_MAX of them: where that was not enough, `next` says where to go on. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"
#include "record/word.h"
#include "server/inquiry.h"

enum {
    FIND_LIMIT_MAX = 100,
    FIND_LOOK_MAX = 2000,
    FIND_PEOPLE_MAX = PERSONS_MAX,
    FIND_TROUBLES_MAX = 8,
    FIND_WORD_MAX = 32,
};

/* A table that is looked through, from its last round back. */
struct find_table {
    char id[API_NAME_MAX];
    uint32_t chain;
    uint32_t bank;
    uint32_t escrow;
    uint32_t round;      /* the next to look at; 0: none is left */
    uint32_t round_last; /* the last that has begun */
    bool ended;          /* that one is over */
    uint64_t begins;     /* position of the first entry of `round` */
    uint64_t last;       /* position of the chain's last entry on disk */
};

struct find_tables {
    unsigned count;
    struct find_table list[];
};

/* The search that is asked for. */
struct find_wish {
    int64_t from_ms;
    int64_t to_ms;
    int64_t amount_cents; /* least stake of the player named, or of anybody */
    uint32_t account;     /* of the player named; 0: anybody */
    bool player;
    char trouble[FIND_WORD_MAX]; /* "": any round; "any": something went wrong; or the kind */
};

struct found_person {
    uint32_t account;
    char name[PERSON_NAME_MAX];
    int64_t staked_cents;
    int64_t result_cents;
};

struct found {
    int64_t begun_ms;
    int64_t ended_ms; /* of its last entry */
    int64_t win_cents;
    bool closed; /* walking back: the entries from here on belong to betting */
    unsigned person_count;
    struct found_person people[FIND_PEOPLE_MAX];
    unsigned trouble_count;
    char troubles[FIND_TROUBLES_MAX][FIND_WORD_MAX];
};

/* ---- One round. ---- */

static struct found_person *person_of(struct found *found, uint32_t account)
{
    for (unsigned i = 0; i < found->person_count; i++)
        if (found->people[i].account == account)
            return &found->people[i];
    if (found->person_count == FIND_PEOPLE_MAX)
        return NULL;
    found->people[found->person_count] = (struct found_person){.account = account};
    return &found->people[found->person_count++];
}

static void add_trouble(struct found *found, const char *word)
{
    for (unsigned i = 0; i < found->trouble_count; i++)
        if (strcmp(found->troubles[i], word) == 0)
            return;
    if (found->trouble_count < FIND_TROUBLES_MAX)
        snprintf(found->troubles[found->trouble_count++], FIND_WORD_MAX, "%s", word);
}

/* The words of one line of a record, "dealer: irregularity wrong-hand": actor, verb and the one after it. */
struct line_words {
    char verb[FIND_WORD_MAX];
    char next[FIND_WORD_MAX];
};

static void keep_word(struct words *words, char kept[FIND_WORD_MAX])
{
    struct word word;
    bool fits = words_next(words, &word) && word.length < FIND_WORD_MAX;
    snprintf(kept, FIND_WORD_MAX, "%.*s", fits ? (int)word.length : 0, fits ? word.bytes : "");
}

static bool read_line(const char *line, size_t length, struct line_words *kept)
{
    struct words words;
    struct word actor;
    words_init(&words, line, length);
    *kept = (struct line_words){.verb = ""};
    if (!words_next(&words, &actor) || actor.bytes[actor.length - 1] != ':')
        return false;
    keep_word(&words, kept->verb);
    keep_word(&words, kept->next);
    return kept->verb[0];
}

static void follow_line(struct found *found, const struct line_words *words)
{
    static const char *const troubles[] = {"void", "decide", "reread"};
    if (strcmp(words->verb, "irregularity") == 0)
        add_trouble(found, words->next);
    for (unsigned i = 0; i < sizeof troubles / sizeof troubles[0]; i++)
        if (strcmp(words->verb, troubles[i]) == 0)
            add_trouble(found, troubles[i]);
}

/* Until bets close, what is taken back was never staked; afterwards it is a payment. */
static void follow_money(struct found *found, const struct find_table *table, const struct entry *entry,
                         const char *name)
{
    for (unsigned i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        if (posting->account == table->bank)
            found->win_cents += posting->cents;
        if (posting->account == table->bank || posting->account == table->escrow)
            continue;
        struct found_person *person = person_of(found, posting->account);
        if (!person)
            continue;
        person->result_cents += posting->cents;
        if (found->closed || posting->cents < 0) /* closed: walking back, betting is reached */
            person->staked_cents -= posting->cents;
        if (name[0] && entry->transaction.count <= 2)
            snprintf(person->name, sizeof person->name, "%s", name);
    }
}

static void follow_entry(struct found *found, const struct find_table *table, const struct entry *entry)
{
    char name[PERSON_NAME_MAX] = "";
    const char *text = (const char *)entry->text.bytes;
    size_t left = entry->text.size;
    bool closes = false;
    if (entry->role == ROLE_PLAYER)
        snprintf(name, sizeof name, "%.*s", (int)entry->who.size, (const char *)entry->who.bytes);
    while (left > 0) {
        const char *stop = memchr(text, '\n', left);
        size_t length = stop ? (size_t)(stop - text) : left;
        struct line_words words;
        if (read_line(text, length, &words)) {
            follow_line(found, &words);
            closes = closes || strcmp(words.verb, "close") == 0;
            if (strcmp(words.verb, "place") == 0)
                snprintf(name, sizeof name, "%s", words.next);
        }
        text += length + (stop != NULL);
        left -= length + (stop != NULL);
    }
    if (!found->ended_ms)
        found->ended_ms = entry->time_ms;
    found->begun_ms = entry->time_ms;
    if (entry->kind != ENTRY_MONEY)
        follow_money(found, table, entry, name);
    found->closed = found->closed || closes; /* what the same entry moves follows from it */
}

/* Reads the round back from the beginning of the next one, or from the chain's end. */
static enum status read_found(struct inquiry *inquiry, const struct find_table *table, struct found *found)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    struct entry entry;
    uint64_t after;
    *found = (struct found){.begun_ms = 0};
    if (store_round(inquiry->store, table->chain, table->round + 1, &after) != STATUS_OK)
        after = table->last;
    enum status status = store_read(inquiry->store, table->chain, STORE_BACKWARD, after, &cursor, &failure);
    if (status)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status)
            break;
        if (entry.round == table->round)
            follow_entry(found, table, &entry);
        if (row.position <= table->begins)
            break;
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* ---- What is looked for. ---- */

static bool has_trouble(const struct found *found, const char *wanted)
{
    if (!wanted[0])
        return true;
    for (unsigned i = 0; i < found->trouble_count; i++)
        if (strcmp(wanted, "any") == 0 || strcmp(found->troubles[i], wanted) == 0)
            return true;
    return false;
}

static bool is_wanted(const struct found *found, const struct find_wish *wish)
{
    if (found->begun_ms < wish->from_ms || found->begun_ms >= wish->to_ms ||
        !has_trouble(found, wish->trouble))
        return false;
    if (!wish->player && wish->amount_cents <= 0)
        return true;
    for (unsigned i = 0; i < found->person_count; i++) {
        const struct found_person *person = &found->people[i];
        if ((!wish->player || person->account == wish->account) && person->staked_cents >= wish->amount_cents)
            return true;
    }
    return false;
}

/* The table's round before the one it stands at, or the one at `number`. */
static void stand_at(struct inquiry *inquiry, struct find_table *table, uint32_t number)
{
    table->round = number;
    while (table->round > 0 &&
           store_round(inquiry->store, table->chain, table->round, &table->begins) != STATUS_OK)
        table->round--;
}

/* The first entry of the round: when it began. */
static int64_t begun_ms(struct inquiry *inquiry, uint64_t position)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    struct entry entry = {.time_ms = 0};
    if (store_read(inquiry->store, 0, STORE_FORWARD, position, &cursor, &failure) != STATUS_OK)
        return 0;
    if (store_next(cursor, &row) == STATUS_OK &&
        entry_read(&entry, row.entry.bytes, row.entry.size) != STATUS_OK)
        entry.time_ms = 0;
    store_cursor_close(cursor);
    return entry.time_ms;
}

/* By halves: the last round that began before that place of the journal and before that time. */
static void begin_at(struct inquiry *inquiry, struct find_table *table, uint64_t before, int64_t to_ms)
{
    uint32_t low = 0;
    uint32_t high = table->round_last;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        stand_at(inquiry, table, middle);
        bool early = table->round == 0 ||
                     ((!before || table->begins < before) && begun_ms(inquiry, table->begins) < to_ms);
        if (early)
            low = middle;
        else
            high = middle - 1;
    }
    stand_at(inquiry, table, low);
}

/* The table whose next round is the newest of all; NULL: none is left. */
static struct find_table *newest(struct find_tables *tables)
{
    struct find_table *last = NULL;
    for (unsigned i = 0; i < tables->count; i++)
        if (tables->list[i].round && (!last || tables->list[i].begins > last->begins))
            last = &tables->list[i];
    return last;
}

/* ---- The answer. ---- */

static void put_found(struct out *out, const struct find_table *table, const struct found *found)
{
    bool over = table->round < table->round_last || table->ended;
    int64_t staked_cents = 0;
    out_object(out);
    out_put_string(out, "table", table->id);
    out_put_integer(out, "round", table->round);
    out_put_integer(out, "begun", found->begun_ms);
    if (over)
        out_put_integer(out, "ended", found->ended_ms);
    out_key(out, "players");
    out_array(out);
    for (unsigned i = 0; i < found->person_count; i++) {
        const struct found_person *person = &found->people[i];
        staked_cents += person->staked_cents;
        out_object(out);
        out_put_string(out, "name", person->name);
        out_put_integer(out, "staked", person->staked_cents);
        out_put_integer(out, "result", person->result_cents);
        out_object_end(out);
    }
    out_array_end(out);
    out_put_integer(out, "staked", staked_cents);
    out_put_integer(out, "win", found->win_cents);
    out_key(out, "irregularities");
    out_array(out);
    for (unsigned i = 0; i < found->trouble_count; i++)
        out_string(out, found->troubles[i]);
    out_array_end(out);
    out_object_end(out);
}

static enum status put_page(struct inquiry *inquiry, struct find_tables *tables, const struct find_wish *wish,
                            int64_t limit, uint64_t *next)
{
    struct found found;
    struct find_table *table = newest(tables);
    *next = 0;
    for (unsigned looked = 0; table && limit > 0; looked++) {
        if (looked == FIND_LOOK_MAX)
            break;
        enum status status = read_found(inquiry, table, &found);
        if (status == STATUS_ARCHIVED) { /* so are all before it */
            table->round = 0;
            table = newest(tables);
            continue;
        }
        if (status)
            return status;
        if (found.begun_ms && found.begun_ms < wish->from_ms)
            table->round = 1; /* earlier ones are too old as well */
        else if (is_wanted(&found, wish)) {
            put_found(&inquiry->out, table, &found);
            limit--;
        }
        *next = table->begins;
        stand_at(inquiry, table, table->round - 1);
        table = newest(tables);
    }
    if (!table)
        *next = 0;
    return STATUS_OK;
}

static enum status read_wish(const struct inquiry *inquiry, struct find_wish *wish, int64_t *before,
                             int64_t *limit)
{
    struct request request = {.query = inquiry->query};
    char player[PERSON_NAME_MAX] = "";
    if (!inquiry_number(inquiry, "from", INT64_MIN, &wish->from_ms) ||
        !inquiry_number(inquiry, "to", INT64_MAX, &wish->to_ms) ||
        !inquiry_number(inquiry, "amount", 0, &wish->amount_cents) ||
        !inquiry_number(inquiry, "before", 0, before) || *before < 0 ||
        !inquiry_number(inquiry, "limit", FIND_LIMIT_MAX, limit) || *limit < 1 || *limit > FIND_LIMIT_MAX)
        return STATUS_BAD_NUMBER;
    api_query(&request, "irregularity", wish->trouble, sizeof wish->trouble);
    wish->player = api_query(&request, "player", player, sizeof player) && player[0];
    wish->account = inquiry->account;
    return STATUS_OK;
}

static enum status read_find(struct inquiry *inquiry)
{
    struct find_tables *tables = inquiry->own;
    struct find_wish wish = {.trouble = ""};
    struct out *out = &inquiry->out;
    int64_t before;
    int64_t limit;
    uint64_t next = 0;
    enum status status = read_wish(inquiry, &wish, &before, &limit);
    if (status)
        return status;
    for (unsigned i = 0; i < tables->count; i++)
        begin_at(inquiry, &tables->list[i], (uint64_t)before, wish.to_ms);
    out_object(out);
    out_key(out, "rounds");
    out_array(out);
    /* Somebody without an account has never bet. */
    if (!wish.player || wish.account)
        status = put_page(inquiry, tables, &wish, limit, &next);
    out_array_end(out);
    if (next)
        out_put_integer(out, "next", (int64_t)next);
    out_object_end(out);
    return status;
}

/* ---- On the event loop. ---- */

static enum status find_table_of(const struct floor_table *floor, struct find_table *table)
{
    const struct ledger *ledger = books_ledger(floor->server->books);
    const struct account *bank = ledger_find(ledger, ACCOUNT_BANK, floor->table.plan.id);
    const struct account *escrow = ledger_find(ledger, ACCOUNT_ESCROW, floor->table.plan.id);
    *table = (struct find_table){.chain = floor->chain,
                                 .bank = bank ? bank->number : 0,
                                 .escrow = escrow ? escrow->number : 0,
                                 .round_last = floor->shown->round_number,
                                 .ended = floor->shown->round.phase == PHASE_ENDED};
    snprintf(table->id, sizeof table->id, "%s", floor->table.plan.id);
    return inquiry_chain_last(floor, &table->last);
}

void api_find(struct call *call)
{
    const struct server *server = call->server;
    char wanted[API_NAME_MAX] = "";
    char player[PERSON_NAME_MAX] = "";
    struct find_tables *tables = calloc(1, sizeof *tables + server->table_count * sizeof(struct find_table));
    if (!tables) {
        respond_error(call->server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    api_query(call->request, "table", wanted, sizeof wanted);
    api_query(call->request, "player", player, sizeof player);
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < server->table_count; i++)
        if (!wanted[0] || strcmp(server->tables[i]->table.plan.id, wanted) == 0)
            status = find_table_of(server->tables[i], &tables->list[tables->count++]);
    if (status) {
        respond_error(call->server, call->request->id, status, NULL);
        free(tables);
        return;
    }
    inquiry_submit_with(call, player[0] ? player : NULL, read_find, tables);
}
