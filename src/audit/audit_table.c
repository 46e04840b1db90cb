/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/audit_table.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "ledger/ledger.h"
#include "table/agenda.h"
#include "table/posting.h"
#include "table/virtual_shoe.h"

/* ---- Acts. ---- */

/* A player's entry begins with their own act; behind it may stand what follows by itself, and nobody else's.
 * Acts of the house for somebody say so. */
static bool is_his_own(const struct audit_table *table, const struct table_state *state,
                       const struct act *act)
{
    const struct entry *entry = table->entry;
    if (entry->role != ROLE_PLAYER || (table->acted && agenda_may_owe(act)))
        return true;
    const char *name = act->actor == ACTOR_PERSON ? state->roster.names[act->person] : "";
    return entry->who.size == strlen(name) && memcmp(entry->who.bytes, name, entry->who.size) == 0;
}

/* A squeezed card has left the shoe before anybody says what it is; `down` is as it was before the act. */
static void see_revealed(struct audit_table *table, const struct act *act)
{
    unsigned seen = 0;
    for (unsigned i = 0; act->verb == VERB_REVEAL && i < table->down_count && seen < act->card_count; i++) {
        const struct down_card *down = &table->down[i];
        if (down->place.area == act->spot.area && down->place.hand == act->spot.hand &&
            down->drawn < table->drawn)
            table->cards[down->drawn] = act->cards[seen++];
    }
}

/* One act may take several cards from the shoe, and a card may leave it unseen: CARD_NONE. */
static void follow_cards(struct audit_table *table, const struct table_state *state, const struct act *act)
{
    see_revealed(table, act);
    for (unsigned i = 0; table->drawn < state->drawn && table->drawn < SHOE_CARDS_MAX; i++) {
        table->cards[table->drawn++] = i < act->card_count ? act->cards[i] : CARD_NONE;
        table->counts->cards++;
    }
    table->down_count = state->down_count;
    memcpy(table->down, state->down, state->down_count * sizeof state->down[0]);
}

/* Numbers that players promised and that were not mixed into the shuffle. */
static bool lacks_numbers(const struct table_state *state)
{
    return state->luck.count && !state->luck.mixed;
}

/* A virtual shoe has its order of steps (table/agenda.h): nobody acts before the commitment to it is public
 * and the players' numbers are in, and no card leaves it before it is shuffled. Burnt cards follow from the
 * shuffle, by the engine. */
static bool is_prepared(const struct audit_table *table, const struct table_state *state)
{
    if (state->device != DEVICE_VIRTUAL)
        return true;
    return state->committed && !lacks_numbers(state) && (table->shuffled || !state->drawn);
}

static void ruled(void *context, const struct table_state *state, const struct act *act,
                  const struct ruling *ruling, const struct events *events)
{
    struct audit_table *table = context;
    (void)ruling;
    table->counts->acts++;
    table->shuffled |= act->verb == VERB_SHUFFLE && act->flags & ACT_FULL;
    table->too_early |= !is_prepared(table, state);
    table->wrong_person |= !is_his_own(table, state, act);
    table->acted = true;
    follow_cards(table, state, act);
    for (unsigned i = 0; i < events->count; i++) {
        table->counts->rounds += events->items[i].kind == EVENT_ENDED;
        table->wagered |= events->items[i].kind == EVENT_WAGERED;
    }
    if (table->posting == STATUS_OK)
        table->posting = posting_add(table->ledger, table->name, &state->roster, events, &table->accounts,
                                     &table->transaction);
}

struct audit_table *audit_table_new(const char *name, const struct rulebook *book,
                                    struct audit_counts *counts)
{
    struct audit_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    snprintf(table->name, sizeof table->name, "%s", name);
    table->counts = counts;
    rebuild_init(&table->rebuild, book);
    table->rebuild.sink = (struct rebuild_sink){ruled, table};
    return table;
}

void audit_table_free(struct audit_table *table)
{
    if (!table)
        return;
    rebuild_release(&table->rebuild);
    free(table);
}

/* ---- Money. ---- */

static int64_t cents_of(const struct transaction *transaction, uint32_t account)
{
    for (uint32_t i = 0; i < transaction->count; i++)
        if (transaction->postings[i].account == account)
            return transaction->postings[i].cents;
    return 0;
}

static void put_difference(const struct ledger *ledger, uint32_t number, int64_t expected, int64_t booked,
                           struct text *fault)
{
    const struct account *account = ledger_account(ledger, number);
    char name[ACCOUNT_TEXT_MAX] = "an unknown account";
    char amounts[2][MONEY_TEXT_MAX];
    if (account)
        account_print(account, name, sizeof name);
    money_print_delta(booked, amounts[0], sizeof amounts[0]);
    money_print_delta(expected, amounts[1], sizeof amounts[1]);
    text_format(fault, "%s: the journal books %s, the rules give %s", name, amounts[0], amounts[1]);
}

bool audit_money_agrees(const struct ledger *ledger, const struct transaction *expected,
                        const struct transaction *booked, struct text *fault)
{
    const struct transaction *both[] = {expected, booked};
    if (expected->count == 0 && booked->count == 0)
        return true;
    for (unsigned side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < both[side]->count; i++) {
            uint32_t account = both[side]->postings[i].account;
            int64_t right = cents_of(expected, account);
            int64_t there = cents_of(booked, account);
            if (right == there)
                continue;
            put_difference(ledger, account, right, there, fault);
            return false;
        }
    }
    return true;
}

/* Undecided wagers lie on the layout; between rounds nothing does. */
static bool escrow_is_empty(const struct audit_table *table, struct text *fault)
{
    if (!state_between_rounds(&table->rebuild.state))
        return true;
    const struct account *escrow = ledger_find(table->ledger, ACCOUNT_ESCROW, table->name);
    if (!escrow || escrow->balance_cents == 0)
        return true;
    text_put(fault, "no round is under way, but money lies on the layout");
    return false;
}

static void put_refusal(const struct audit_table *table, struct text *fault)
{
    const struct rebuild *rebuild = &table->rebuild;
    char clauses[256];
    struct text text;
    if (rebuild->ruling.status == STATUS_OK) {
        text_format(fault, "its lines cannot be read (%s)", line_reader_reason(&rebuild->lines));
        return;
    }
    text_init(&text, clauses, sizeof clauses);
    ruling_clauses(rebuild->book, &rebuild->ruling, &text);
    text_format(fault, "the rules refuse what it says was accepted: %s%s%s%s",
                status_sentence(rebuild->ruling.status), clauses[0] ? " [" : "", clauses,
                clauses[0] ? "]" : "");
}

static void put_too_early(const struct audit_table *table, struct text *fault)
{
    const struct table_state *state = &table->rebuild.state;
    text_put(fault, !state->committed
                        ? "somebody acted at the table before the commitment to its shoe was published"
                    : lacks_numbers(state)
                        ? "somebody acted at the table before the numbers of the players were mixed in"
                        : "a card was dealt from a shoe that was never shuffled");
}

/* Format 1 does not name the round. An act between rounds belongs to no round. */
static bool is_of_round(const struct audit_table *table)
{
    const struct entry *entry = table->entry;
    if (entry->format == ENTRY_FORMAT_OLD)
        return true;
    if (entry->round == 0)
        return entry->kind != ENTRY_ROUND;
    return entry->round == table->rebuild.state.round_number;
}

static enum status check_acts(struct audit_table *table, struct text *fault)
{
    const struct entry *entry = table->entry;
    bool was_open = table->rebuild.state.open;
    uint32_t round = table->rebuild.state.round_number;
    uint16_t drawn = table->drawn;
    table->rebuild.ruling.status = STATUS_OK;
    if (rebuild_entry(&table->rebuild, entry) != STATUS_OK)
        put_refusal(table, fault);
    else if (table->too_early)
        put_too_early(table, fault);
    else if (table->wrong_person)
        text_put(fault, "an act of one person stands under another's name");
    else if (!was_open && table->rebuild.state.round_number != round)
        text_put(fault, "a round was begun at a closed table");
    else if (!is_of_round(table))
        text_put(fault, "it says that it belongs to another round");
    else if (table->rebuild.state.revealed && table->drawn != drawn)
        text_put(fault, "a card was dealt from a shoe whose seed was already public");
    else if (table->posting)
        text_format(fault, "its money cannot be booked: %s", status_sentence(table->posting));
    else if (audit_money_agrees(table->ledger, &table->transaction, &entry->transaction, fault) &&
             escrow_is_empty(table, fault))
        return STATUS_OK;
    return STATUS_BAD_ENTRY;
}

/* ---- Shoes. ---- */

/* The people of `old` who are still there in `state`: bit per person of `old`. */
static uint32_t who_stayed(const struct roster *old, const struct roster *now)
{
    uint32_t stayed = 0;
    for (unsigned i = 0; i < old->count; i++)
        if (roster_find(now, old->names[i], strlen(old->names[i])) >= 0)
            stayed |= 1U << i;
    return stayed;
}

static bool is_text(const struct entry *entry, const char *text)
{
    return entry->text.size == strlen(text) && memcmp(entry->text.bytes, text, entry->text.size) == 0;
}

/* Once they are named, the words of a table's rulebook stay. */
static bool keeps_words(const struct table_state *old, const struct table_state *now)
{
    return !book_mark_has_words(&old->mark) || hash_equal(&old->mark.document, &now->mark.document);
}

/* A new shoe changes nothing but the cards, the commitment and who is still there. */
static bool follows(const struct audit_table *table, const struct table_state *old)
{
    const struct table_state *now = &table->rebuild.state;
    struct table_state right = *old;
    char bytes[STATE_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    if (table->opened && !state_between_rounds(old))
        return false;
    if (table->opened)
        state_next_shoe(&right, table->rebuild.book, &now->commitment, &now->salt,
                        who_stayed(&old->roster, &now->roster));
    else
        right = *now;
    right.mark = now->mark; /* it is another where another program goes on; by which words is asked next */
    state_print(&right, table->rebuild.book, &text);
    bool first = table->opened || (now->shoe_number == 1 && now->round_number == 0);
    return first && keeps_words(old, now) && !text.full && is_text(table->entry, bytes);
}

static void begin_shoe(struct audit_table *table)
{
    table->opened = true;
    table->shuffled = false;
    table->wagered = false;
    table->drawn = 0;
    table->down_count = 0;
}

static enum status check_opened(struct audit_table *table, struct text *fault)
{
    struct table_state old = table->rebuild.state;
    if (rebuild_entry(&table->rebuild, table->entry) != STATUS_OK) {
        text_put(fault, "the beginning of a shoe cannot be read");
        return STATUS_BAD_ENTRY;
    }
    if (old.device == DEVICE_VIRTUAL && old.drawn && !old.revealed) {
        text_put(fault, "the seed of the shoe before it was never revealed");
        return STATUS_BAD_ENTRY;
    }
    if (!follows(table, &old)) {
        text_put(fault, "the beginning of a shoe does not follow from what was before");
        return STATUS_BAD_ENTRY;
    }
    begin_shoe(table);
    table->counts->shoes += table->rebuild.state.device == DEVICE_VIRTUAL;
    return STATUS_OK;
}

/* Both entries of a fair shoe name the one in use. */
static bool read_shoe(const struct audit_table *table, char value[HASH_TEXT_MAX])
{
    uint32_t number;
    return virtual_shoe_parse(table->entry->text, &number, value) &&
           number == table->rebuild.state.shoe_number && table->rebuild.state.device == DEVICE_VIRTUAL;
}

static enum status check_committed(struct audit_table *table, struct text *fault)
{
    char value[HASH_TEXT_MAX];
    struct hash hash;
    const struct table_state *state = &table->rebuild.state;
    if (!read_shoe(table, value) || !hash_parse(value, strlen(value), &hash))
        text_put(fault, "a commitment that belongs to no shoe");
    else if (!hash_equal(&hash, &state->commitment))
        text_put(fault, "the commitment is not the one the shoe began with");
    else if (state->committed)
        text_put(fault, "the commitment to a shoe was published twice");
    else if (state->drawn || state->round.stake_count)
        text_put(fault, "the commitment was published after the first card or wager");
    else
        return rebuild_entry(&table->rebuild, table->entry);
    return STATUS_BAD_ENTRY;
}

/* Why an entry about players' numbers must not be here; NULL: it may be. */
static const char *misplaced_luck(const struct audit_table *table, enum entry_kind kind)
{
    const struct table_state *state = &table->rebuild.state;
    if (state->device != DEVICE_VIRTUAL || state->revealed)
        return "numbers of players that belong to no shoe";
    if (table->shuffled || state->drawn)
        return "numbers of players came after the shuffle";
    if (kind == ENTRY_LUCK)
        return state->committed    ? "numbers were promised after the commitment to the shoe was published"
               : state->luck.count ? "numbers of players were promised twice"
                                   : NULL;
    return !state->luck.count  ? "numbers of players that nobody promised"
           : !state->committed ? "numbers of players were told before the commitment was published"
           : state->luck.mixed ? "numbers of players were mixed in twice"
                               : NULL;
}

/* Everybody who promised a number is listed, with that number or with none. Each number that stayed away let
 * somebody who knew all the others choose between two orders of the cards. */
static enum status check_luck(struct audit_table *table, struct text *fault)
{
    const struct entry *entry = table->entry;
    const struct luck *luck = &table->rebuild.state.luck;
    const char *misplaced = misplaced_luck(table, (enum entry_kind)entry->kind);
    if (misplaced) {
        text_put(fault, misplaced);
        return STATUS_BAD_ENTRY;
    }
    if (rebuild_entry(&table->rebuild, entry) != STATUS_OK) {
        text_put(fault, entry->kind == ENTRY_LUCK ? "what players promised for a shoe cannot be read"
                                                  : "the numbers are not of those who promised one");
        return STATUS_BAD_ENTRY;
    }
    const struct luck_number *wrong = luck_wrong(luck, table->name, table->rebuild.state.shoe_number);
    if (wrong) {
        text_format(fault, "the number of %s is not the one that was promised", wrong->name);
        return STATUS_BAD_ENTRY;
    }
    if (entry->kind == ENTRY_MIXED) {
        table->counts->numbers += luck_given(luck);
        table->counts->numbers_away += luck->count - luck_given(luck);
    }
    return STATUS_OK;
}

/* Compares the cards that left the shoe with those of its seed. A card that nobody saw cannot be compared. */
static enum status check_order(const struct audit_table *table, const struct fair_shoe *facts,
                               const struct fair_seed *seed, struct text *fault)
{
    struct shoe shoe;
    struct fair_seed key;
    luck_key(&table->rebuild.state.luck, seed, &key);
    fair_shoe_order(facts, &key, &shoe);
    for (unsigned i = 0; i < table->drawn; i++) {
        char names[2][CARD_TEXT_MAX] = {"none", "none"};
        if (i < shoe.count && (card_is_none(table->cards[i]) || card_equal(table->cards[i], shoe.cards[i])))
            continue;
        if (i < shoe.count)
            deck_print_card(facts->deck, shoe.cards[i], names[1], sizeof names[1]);
        text_format(fault, "card %u of shoe %" PRIu64 " was %s, but its seed gives %s", i + 1, facts->number,
                    deck_print_card(facts->deck, table->cards[i], names[0], sizeof names[0]), names[1]);
        return STATUS_BAD_ENTRY;
    }
    return STATUS_OK;
}

static enum status check_revealed(struct audit_table *table, struct text *fault)
{
    char value[HASH_TEXT_MAX];
    struct fair_seed seed;
    const struct table_state *state = &table->rebuild.state;
    struct fair_shoe facts = {.table = table->name,
                              .number = state->shoe_number,
                              .deck = deck_of((enum deck_id)table->rebuild.book->deck),
                              .decks = state->round.setting.decks};
    if (!read_shoe(table, value) || !fair_seed_parse(value, strlen(value), &seed)) {
        text_put(fault, "a seed that belongs to no shoe");
        return STATUS_BAD_ENTRY;
    }
    struct hash right = fair_shoe_commitment(&facts, &seed);
    if (!hash_equal(&right, &state->commitment)) {
        text_put(fault, "the seed is not the one the house committed to");
        return STATUS_BAD_ENTRY;
    }
    if (lacks_numbers(state)) {
        text_put(fault, "the numbers that players promised were never mixed in");
        return STATUS_BAD_ENTRY;
    }
    table->counts->shoes_unplayed += !state->revealed && !table->wagered;
    table->counts->shoes_revealed += !state->revealed; /* after a power failure it may be said again */
    table->rebuild.state.revealed = true;
    return check_order(table, &facts, &seed, fault);
}

/* ---- Entries. ---- */

static void begin_entry(struct audit_table *table, const struct ledger *ledger, const struct entry *entry)
{
    table->ledger = ledger;
    table->entry = entry;
    table->posting = STATUS_OK;
    table->acted = false;
    table->wrong_person = false;
    table->too_early = false;
    transaction_init(&table->transaction);
}

enum status audit_table_repeat(struct audit_table *table, const struct ledger *ledger,
                               const struct entry *entry)
{
    struct audit_counts before = *table->counts;
    begin_entry(table, ledger, entry);
    enum status status = rebuild_entry(&table->rebuild, entry);
    if (status == STATUS_OK && entry->kind == ENTRY_OPENED)
        begin_shoe(table);
    *table->counts = before;
    return status;
}

enum status audit_table_entry(struct audit_table *table, const struct ledger *ledger,
                              const struct entry *entry, struct text *fault)
{
    begin_entry(table, ledger, entry);
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_OPENED:
        return check_opened(table, fault);
    case ENTRY_COMMITTED:
        return check_committed(table, fault);
    case ENTRY_REVEALED:
        return check_revealed(table, fault);
    case ENTRY_LUCK:
    case ENTRY_MIXED:
        return check_luck(table, fault);
    case ENTRY_CLOSED:
    case ENTRY_ROUND:
    case ENTRY_ACTS:
    case ENTRY_RECOVERED:
    case ENTRY_REFUSED:
        return check_acts(table, fault);
    case ENTRY_FOUNDED:
    case ENTRY_CHAIN:
    case ENTRY_ACCOUNT:
    case ENTRY_DOCUMENT:
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
        break;
    }
    assert(!"an entry of a table");
    return STATUS_BAD_ENTRY;
}
