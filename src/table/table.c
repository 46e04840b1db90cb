/* SPDX-License-Identifier: Apache-2.0 */
#include "table/table.h"

#include <assert.h>
#include <sodium/utils.h>
#include <stdio.h>
#include <string.h>

#include "record/form.h"
#include "record/word.h"
#include "round/stake.h"
#include "table/posting.h"

void table_set_up(struct table *table, const struct table_plan *plan, struct shoe_source source)
{
    assert(plan->id[0] && plan->book && plan->decks);
    struct setting setting;
    assert(plan->device != DEVICE_VIRTUAL || (source.secret && source.salts));
    memset(table, 0, sizeof *table);
    table->plan = *plan;
    table->source = source;
    table->present = UINT32_MAX;
    table_plan_setting(plan, &setting);
    state_init(&table->state, plan->book, &setting, (enum device)plan->device);
    book_mark_init(&table->mark, plan->book, plan->book_text);
    line_reader_init(&table->lines, plan->book);
    assert(!table->state.open && !table->state.shoe_number);
}

bool table_turn_book(struct table *table)
{
    struct table_plan *plan = &table->plan;
    struct book_mark mark;
    assert(plan->next_book);
    book_mark_init(&mark, plan->next_book, plan->next_text);
    if (!state_change_book(&table->state, plan->book, plan->next_book, &mark))
        return false;
    line_reader_release(&table->lines);
    plan->book = plan->next_book;
    plan->book_text = plan->next_text;
    plan->next_book = NULL;
    table->mark = mark;
    line_reader_init(&table->lines, plan->book);
    return true;
}

void table_clear(struct table *table)
{
    line_reader_release(&table->lines);
    sodium_memzero(&table->shoe, sizeof table->shoe);
}

static void load_shoe(struct table *table)
{
    virtual_shoe_order(&table->plan, &table->state, table->source.secret, &table->shoe);
}

void table_restore(struct table *table, const struct table_state *state)
{
    assert(state->shoe_number && (state->device != DEVICE_VIRTUAL || table->source.secret));
    table->state = *state;
    table->interrupted = !state_between_rounds(state);
    if (state_luck_stage(state) == LUCK_CLOSED || state_luck_stage(state) == LUCK_REVEAL)
        table->desk = state->luck; /* whoever promised a number may still tell it */
    load_shoe(table);
}

static void proposal_init(struct proposal *proposal, const struct table *table)
{
    assert(proposal->next && proposal->next != &table->state);
    *proposal->next = table->state;
    memset(&proposal->act, 0, sizeof proposal->act);
    proposal->ruling = (struct ruling){.status = STATUS_OK};
    proposal->events.count = 0;
    proposal->kind = ENTRY_ACTS;
    proposal->reason[0] = 0;
    transaction_init(&proposal->transaction);
    if (proposal->carried)
        proposal->transaction = *proposal->carried;
    text_init(&proposal->text, proposal->text_bytes, sizeof proposal->text_bytes);
}

/* ---- Acts. `proposal` holds the next state with everybody in its roster. ---- */

static void fill_revealed(const struct table *table, struct act *act)
{
    assert(act->verb == VERB_REVEAL && act->card_count <= ACT_CARDS_MAX);
    struct card faces[HAND_CARDS_MAX];
    unsigned count = table_faces(table, &table->state, act->spot, faces);
    if (act->card_count == 0)
        act->card_count = (uint8_t)(count < ACT_CARDS_MAX ? count : ACT_CARDS_MAX);
    for (unsigned i = 0; i < act->card_count && i < count; i++)
        act->cards[i] = faces[i];
}

static bool reports(const struct act *act, enum irregularity kind)
{
    return act->verb == VERB_IRREGULARITY && act->irregularity == kind;
}

/* The virtual shoe knows the faces of its cards: nobody else says them, or they could be tried out one by
 * one.
 */
static enum status fill_faces(const struct table *table, struct act *act)
{
    bool reveal = act->verb == VERB_REVEAL;
    if (act->verb == VERB_REREAD && table->state.device == DEVICE_VIRTUAL)
        return STATUS_CARDS_DRAWN; /* nobody has entered them */
    bool seen = reports(act, IRREGULARITY_FACEUP_CARD);
    if (table->state.device != DEVICE_VIRTUAL ||
        (!reveal && !seen && !reports(act, IRREGULARITY_SIMULTANEOUS)))
        return STATUS_OK;
    for (unsigned i = 0; i < act->card_count; i++)
        if (!card_is_none(act->cards[i]))
            return STATUS_CARDS_DRAWN;
    if (reveal)
        fill_revealed(table, act);
    if (seen && !table_next_card(table, &act->cards[0]))
        return STATUS_SHOE_EMPTY;
    return STATUS_OK;
}

bool table_tells_hidden(const struct table *table, const struct act *act)
{
    return table->state.device == DEVICE_VIRTUAL &&
           (act->verb == VERB_CARD || act->verb == VERB_REVEAL || reports(act, IRREGULARITY_FACEUP_CARD));
}

/* Stakes are made of whole chips. */
static bool is_whole(const struct table *table, const struct events *events)
{
    int64_t chip_cents = table->plan.chip_cents;
    for (unsigned i = 0; chip_cents && i < events->count; i++)
        if (events->items[i].kind == EVENT_WAGERED && events->items[i].amount_cents % chip_cents)
            return false;
    return true;
}

/* Whether the act stakes anything, and the bank could pay all that lies on the layout if it won. */
static bool is_covered(const struct table *table, const struct ledger *ledger,
                       const struct proposal *proposal)
{
    const struct round *round = &proposal->next->round;
    const struct account *bank = ledger_find(ledger, ACCOUNT_BANK, table->plan.id);
    int64_t most_cents = 0;
    bool stakes = false;
    for (unsigned i = 0; i < proposal->events.count; i++)
        stakes |= proposal->events.items[i].kind == EVENT_WAGERED;
    if (!table->plan.cover || !stakes)
        return true;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (stake_is_open(&round->stakes[i]))
            most_cents +=
                stake_win_max(table->plan.book, round->stakes[i].wager, stake_left_cents(&round->stakes[i]));
    return bank && bank->balance_cents >= most_cents;
}

static enum status propose(const struct table *table, const struct ledger *ledger, const struct act *said,
                           struct proposal *proposal)
{
    const struct rulebook *book = table->plan.book;
    struct act *act = &proposal->act;
    assert(said->verb && said->verb < VERB_COUNT);
    *act = *said;
    enum status status = fill_faces(table, act);
    if (status)
        return status;
    proposal->kind = state_begins_round(proposal->next, act->verb) ? ENTRY_ROUND : ENTRY_ACTS;
    /* unreached: a table closes between rounds only */
    if (!proposal->next->open && state_between_rounds(proposal->next))
        return STATUS_TABLE_CLOSED;
    proposal->ruling = state_act(proposal->next, book, act, &proposal->events);
    if (proposal->ruling.status)
        return proposal->ruling.status;
    if (!is_whole(table, &proposal->events))
        return STATUS_CHIP_STEP;
    if (!is_covered(table, ledger, proposal))
        return STATUS_BANK_COVER;
    struct posting_accounts accounts = {0};
    status = posting_add(ledger, table->plan.id, &proposal->next->roster, &proposal->events, &accounts,
                         &proposal->transaction);
    if (status == STATUS_OK && proposal->transaction.count)
        status = ledger_verify(ledger, &proposal->transaction);
    struct writer writer = {book, &proposal->next->roster, proposal->next->round.setting.areas};
    if (status == STATUS_OK && !write_act(&writer, act, &proposal->text))
        status = STATUS_BAD_TEXT;
    return status;
}

enum status table_propose_act(const struct table *table, const struct ledger *ledger, const struct act *act,
                              struct proposal *proposal)
{
    proposal_init(proposal, table);
    return propose(table, ledger, act, proposal);
}

bool table_next_card(const struct table *table, struct card *card)
{
    const struct memory *memory = &table->state.round.memory;
    assert(memory->front_count <= FRONT_CARDS_MAX);
    if (memory->front_count) {
        *card = memory->front[0];
        return true;
    }
    if (table->state.revealed || table->state.drawn >= table->shoe.count)
        return false;
    *card = table->shoe.cards[table->state.drawn];
    return true;
}

/* As it is dealt: face down where it is squeezed. */
static bool next_dealt(const struct table *table, struct card *card)
{
    if (!table_next_card(table, card))
        return false;
    if (round_wants(table->plan.book, &table->state.round).face_down)
        *card = CARD_NONE;
    return true;
}

unsigned table_faces(const struct table *table, const struct table_state *state, struct spot spot,
                     struct card *cards)
{
    unsigned count = 0;
    if (state->device != DEVICE_VIRTUAL || state->shoe_number != table->state.shoe_number)
        return 0;
    /* unreached: no hand has more cards */
    for (unsigned i = 0; i < state->down_count && count < HAND_CARDS_MAX; i++) {
        const struct down_card *down = &state->down[i];
        if (down->place.area == spot.area && down->place.hand == spot.hand && down->drawn < table->shoe.count)
            cards[count++] = table->shoe.cards[down->drawn];
    }
    assert(count <= HAND_CARDS_MAX && count <= state->down_count);
    return count;
}

void table_view(const struct table *table, const struct table_state *state, struct viewer viewer,
                struct view *view)
{
    round_view(table->plan.book, &state->round, viewer, view);
    for (unsigned i = 0; viewer.role == VIEWER_PLAYER && i < view->hand_count; i++) {
        struct view_hand *hand = &view->hands[i];
        struct card faces[HAND_CARDS_MAX];
        struct spot spot = {.area = hand->place.area, .hand = hand->place.hand};
        if (hand->squeezer != viewer.person + 1)
            continue;
        unsigned count = table_faces(table, state, spot, faces);
        for (unsigned card = 0, face = 0; card < hand->card_count && face < count; card++)
            if (card_is_none(hand->cards[card]))
                hand->cards[card] = faces[face++];
    }
}

enum status table_propose_card(const struct table *table, const struct ledger *ledger,
                               struct proposal *proposal)
{
    struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
    proposal_init(proposal, table);
    if (table->state.device != DEVICE_VIRTUAL)
        return STATUS_CARDS_ENTERED;
    if (!next_dealt(table, &act.cards[0]))
        return STATUS_SHOE_EMPTY;
    return propose(table, ledger, &act, proposal);
}

/* ---- The end of a shoe. ---- */

static void count_rest(const struct table *table, uint8_t inside[CARD_CODE_COUNT])
{
    assert(table->state.drawn <= table->shoe.count);
    const struct memory *memory = &table->state.round.memory;
    memset(inside, 0, CARD_CODE_COUNT);
    for (unsigned i = 0; i < memory->front_count; i++)
        inside[memory->front[i].code]++;
    for (unsigned i = table->state.drawn; i < table->shoe.count; i++)
        inside[table->shoe.cards[i].code]++;
}

bool table_reconcile(const struct table *table, const uint8_t *inside, struct reconciliation *found)
{
    uint8_t rest[CARD_CODE_COUNT];
    memset(found, 0, sizeof *found);
    if (table->state.round.setting.shuffle_machine)
        return true;
    if (!inside) {
        assert(table->state.device == DEVICE_VIRTUAL);
        count_rest(table, rest);
    }
    return device_reconcile(table->plan.book, &table->state.round, inside ? inside : rest, found);
}

void reconciliation_print(const struct rulebook *book, const struct reconciliation *found, struct text *text)
{
    assert(!text->full);
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    char name[CARD_TEXT_MAX];
    for (unsigned code = 0; code < CARD_CODE_COUNT; code++) {
        const struct card card = {(uint8_t)code};
        if (found->missing[code])
            text_format(text, "%smissing %u %s", text->used ? ", " : "", found->missing[code],
                        deck_print_card(deck, card, name, sizeof name));
        if (found->extra[code])
            text_format(text, "%sover %u %s", text->used ? ", " : "", found->extra[code],
                        deck_print_card(deck, card, name, sizeof name));
    }
}

/* CARD or CARD*N. */
static bool read_counted(const struct deck *deck, struct word word, uint8_t inside[CARD_CODE_COUNT])
{
    assert(word.length);
    struct word name = word;
    struct word times;
    struct card card;
    unsigned number = 1;
    if (word_cut(word, '*', &name, &times) && !word_number(times, UINT8_MAX, &number))
        return false;
    if (!deck_parse_card(deck, name.bytes, name.length, &card) || inside[card.code] + number > UINT8_MAX)
        return false;
    inside[card.code] = (uint8_t)(inside[card.code] + number);
    return true;
}

enum status table_propose_count(const struct table *table, const char *cards, struct proposal *proposal)
{
    assert(cards);
    const struct rulebook *book = table->plan.book;
    uint8_t inside[CARD_CODE_COUNT] = {0};
    struct reconciliation found;
    struct words words;
    struct word word;
    struct text reason;
    proposal_init(proposal, table);
    if (table->state.device == DEVICE_VIRTUAL)
        return STATUS_CARDS_DRAWN;
    if (!state_between_rounds(&table->state))
        return STATUS_ROUND_OPEN;
    if (table->state.round.setting.shuffle_machine)
        return STATUS_NOT_PLAYED; /* it takes its cards back after every round */
    words_init(&words, cards, strlen(cards));
    while (words_next(&words, &word))
        if (!read_counted(deck_of((enum deck_id)book->deck), word, inside)) {
            snprintf(proposal->reason, sizeof proposal->reason,
                     "bad card \"%.*s\" (as in \"As\" or \"2h*3\")", (int)word.length, word.bytes);
            return STATUS_BAD_TEXT;
        }
    text_init(&reason, proposal->reason, sizeof proposal->reason);
    table_reconcile(table, inside, &found);
    reconciliation_print(book, &found, &reason);
    proposal->kind = ENTRY_NOTE;
    text_format(&proposal->text, "count%s%s\n%s\n", cards[0] ? " " : "", cards,
                reason.used ? proposal->reason : "all cards are there");
    return proposal->text.full ? STATUS_TOO_LONG : STATUS_OK;
}

/* ---- Words. ---- */

static bool is_staff(enum actor actor)
{
    return actor == ACTOR_DEALER || actor == ACTOR_PIT || actor == ACTOR_SHIFT;
}

/* Writes the whole line of a record: "Mei: hit 1", "dealer: open", "shoe: Th > 2". */
static enum status line_print(const struct table *table, struct performer performer, const char *words,
                              struct text *line)
{
    assert(performer.actor && words && line->used == 0);
    bool staff = is_staff(performer.actor);
    bool draws = table->state.device == DEVICE_VIRTUAL;
    char name[CARD_TEXT_MAX];
    struct card card;
    if (staff && strncmp(words, "card ", 5) == 0) {
        text_format(line, "shoe: %s", words + 5);
        return draws ? STATUS_CARDS_DRAWN : STATUS_OK;
    }
    if (staff && strncmp(words, "deal", 4) == 0 && (words[4] == 0 || words[4] == ' ')) {
        if (!draws)
            return STATUS_CARDS_ENTERED;
        if (!(words[4] ? table_next_card : next_dealt)(table, &card))
            return STATUS_SHOE_EMPTY;
        const struct deck *deck = deck_of((enum deck_id)table->plan.book->deck);
        text_format(line, "shoe: %s%s", deck_print_card(deck, card, name, sizeof name), words + 4);
        return STATUS_OK;
    }
    text_format(line, "%s: %s", performer.name ? performer.name : form_actor_name(performer.actor), words);
    return STATUS_OK;
}

/* Exactly one act, and nobody new but the performer. */
static enum status line_parse(struct table *table, struct performer performer, const struct text *line,
                              struct proposal *proposal, struct act *act)
{
    assert(!line->full && line->used);
    const struct record_item *items;
    size_t count;
    struct roster *roster = &proposal->next->roster;
    if (performer.name && roster_add(roster, performer.name, strlen(performer.name)) < 0)
        return STATUS_TABLE_FULL;
    unsigned known = roster->count;
    table->lines.areas = table->state.round.setting.areas;
    if (line_read(&table->lines, roster, line->bytes, line->used, &items, &count)) {
        snprintf(proposal->reason, sizeof proposal->reason, "%s", line_reader_reason(&table->lines));
        return STATUS_BAD_TEXT;
    }
    if (count != 1 || items[0].kind != ITEM_ACT || roster->count != known) {
        snprintf(proposal->reason, sizeof proposal->reason, "%s",
                 roster->count != known ? "there is nobody of that name at this table" : "one act at a time");
        return STATUS_BAD_TEXT;
    }
    *act = items[0].act;
    return STATUS_OK;
}

enum status table_propose_text(struct table *table, const struct ledger *ledger, struct performer performer,
                               const char *words, struct proposal *proposal)
{
    assert(words);
    char bytes[RECORD_LINE_MAX];
    struct text line;
    struct act act;
    proposal_init(proposal, table);
    text_init(&line, bytes, sizeof bytes);
    if (strpbrk(words, "\r\n#"))
        return STATUS_BAD_TEXT;
    if (is_staff(performer.actor) && strncmp(words, "count", 5) == 0 && (words[5] == 0 || words[5] == ' '))
        return table_propose_count(table, words + 5 + strspn(words + 5, " "), proposal);
    enum status status = line_print(table, performer, words, &line);
    if (status == STATUS_OK && line.full)
        status = STATUS_TOO_LONG;
    if (status == STATUS_OK)
        status = line_parse(table, performer, &line, proposal, &act);
    /* Only staff may say that nobody noticed a wager: players cannot free their own from the limits. */
    if (status == STATUS_OK && !is_staff(performer.actor) && act.flags & ACT_UNNOTICED) {
        proposal->ruling = refuse(STATUS_NOT_ENTITLED, GROUND_LIMITS);
        status = proposal->ruling.status;
    }
    return status == STATUS_OK ? propose(table, ledger, &act, proposal) : status;
}

/* ---- The table itself. ---- */

/* A table keeps its words for good; what they are read as is this program's to say, which may be a later one
 * than began the shoe before. */
static void mark_shoe(const struct table *table, struct table_state *next)
{
    struct hash document = next->mark.document;
    bool named = book_mark_has_words(&next->mark);
    next->mark = table->mark;
    if (named)
        next->mark.document = document;
}

static struct hash draw_salt(const struct draws *draws)
{
    assert(draws && draws->next);
    struct hash salt;
    for (unsigned i = 0; i < HASH_BYTES; i += sizeof(uint64_t)) {
        uint64_t bits = draws->next(draws->state);
        memcpy(salt.bytes + i, &bits, sizeof bits);
    }
    return salt;
}

static void next_shoe(const struct table *table, struct table_state *next)
{
    assert(state_between_rounds(&table->state));
    if (table->state.device != DEVICE_VIRTUAL) {
        state_next_shoe(next, table->plan.book, NULL, NULL, table->present);
        return;
    }
    struct hash salt = draw_salt(table->source.salts);
    struct hash commitment =
        virtual_shoe_commitment(&table->plan, &table->state, table->source.secret, &salt);
    state_next_shoe(next, table->plan.book, &commitment, &salt, table->present);
    assert(next->shoe_number == table->state.shoe_number + 1);
}

enum status table_propose_shoe(const struct table *table, struct proposal *proposal)
{
    proposal_init(proposal, table);
    if (!state_between_rounds(&table->state))
        return STATUS_ROUND_OPEN;
    next_shoe(table, proposal->next);
    mark_shoe(table, proposal->next);
    proposal->next->open = true;
    proposal->kind = ENTRY_OPENED;
    state_print(proposal->next, table->plan.book, &proposal->text);
    /* unreached: there is room for a setting of every wager and seat */
    return proposal->text.full ? STATUS_TOO_LONG : STATUS_OK;
}

enum status table_propose_close(const struct table *table, struct proposal *proposal)
{
    proposal_init(proposal, table);
    if (!state_between_rounds(&table->state))
        return STATUS_ROUND_OPEN;
    proposal->next->open = false;
    proposal->kind = ENTRY_CLOSED;
    return STATUS_OK;
}

/* An entry that could not be read back would stop the table for good, so each is read back before it is
 * written. */
static enum status line_check(struct table *table, struct proposal *proposal)
{
    assert(proposal->text.used && proposal->text.bytes[proposal->text.used - 1] == '\n');
    const struct record_item *items;
    size_t count;
    size_t length = proposal->text.used - 1; /* without its end */
    table->lines.areas = table->state.round.setting.areas;
    if (line_read(&table->lines, &proposal->next->roster, proposal->text.bytes, length, &items, &count) ==
        STATUS_OK)
        return STATUS_OK;
    snprintf(proposal->reason, sizeof proposal->reason, "%s", line_reader_reason(&table->lines));
    return STATUS_BAD_TEXT;
}

enum status table_propose_limits(struct table *table, unsigned wager, int64_t min_cents, int64_t max_cents,
                                 struct proposal *proposal)
{
    assert(min_cents >= 0 && max_cents >= 0);
    proposal_init(proposal, table);
    assert(wager < table->plan.book->wager_count);
    if (!state_between_rounds(&table->state))
        return STATUS_ROUND_OPEN;
    char min[MONEY_TEXT_MAX];
    char max[MONEY_TEXT_MAX];
    money_print(min_cents, min, sizeof min);
    money_print(max_cents, max, sizeof max);
    text_format(&proposal->text, "limits %s %s %s\n", table->plan.book->wagers[wager].name, min, max);
    enum status status = line_check(table, proposal);
    proposal->next->round.setting.limit_min_cents[wager] = min_cents;
    proposal->next->round.setting.limit_max_cents[wager] = max_cents;
    return status;
}

/* ---- Steps of the agenda. ---- */

/* An entry about the shoe in use: its commitment, or its seed when it is over. */
static enum status propose_publication(const struct table *table, enum entry_kind kind,
                                       struct proposal *proposal)
{
    proposal_init(proposal, table);
    assert(table->state.device == DEVICE_VIRTUAL && table->state.shoe_number && !table->state.revealed);
    proposal->kind = kind;
    if (kind == ENTRY_COMMITTED)
        proposal->next->committed = true;
    else
        proposal->next->revealed = true;
    virtual_shoe_print(&table->plan, &table->state, table->source.secret, kind, &proposal->text);
    assert(!proposal->text.full);
    return STATUS_OK;
}

/* A number that a player promises, or tells: the desk becomes part of the state. */
static enum status propose_luck(const struct table *table, enum entry_kind kind, struct proposal *proposal)
{
    proposal_init(proposal, table);
    assert(table->state.device == DEVICE_VIRTUAL && table->desk.count && !table->state.drawn);
    proposal->kind = kind;
    proposal->next->luck = table->desk;
    proposal->next->luck.mixed = kind == ENTRY_MIXED;
    _Static_assert((int)LUCK_TEXT_MAX <= (int)STATE_TEXT_MAX, "numbers of players fit into an entry");
    luck_print(&table->desk, table->state.shoe_number, kind, &proposal->text);
    assert(!proposal->text.full);
    return STATUS_OK;
}

enum status table_propose_step(const struct table *table, const struct ledger *ledger,
                               const struct step *step, struct proposal *proposal)
{
    enum status status;
    switch (step->kind) {
    case STEP_REVEAL:
        return propose_publication(table, ENTRY_REVEALED, proposal);
    case STEP_COMMIT:
        return propose_publication(table, ENTRY_COMMITTED, proposal);
    case STEP_LUCK:
        return propose_luck(table, ENTRY_LUCK, proposal);
    case STEP_MIX:
        return propose_luck(table, ENTRY_MIXED, proposal);
    case STEP_OPEN:
        return table_propose_shoe(table, proposal);
    case STEP_CARD:
        return table_propose_card(table, ledger, proposal);
    case STEP_RECOVER:
        status = table_propose_act(table, ledger, &step->act, proposal);
        proposal->kind = ENTRY_RECOVERED;
        return status;
    case STEP_SHUFFLE:
    case STEP_ACT:
        return table_propose_act(table, ledger, &step->act, proposal);
    case STEP_NONE:
    case STEP_WAIT:
        break;
    }
    assert(!"a step");
    return STATUS_BAD_TEXT;
}

uint32_t proposal_round(const struct proposal *proposal)
{
    return proposal->act.verb ? proposal->next->round_number : 0;
}

void table_accept(struct table *table, const struct proposal *proposal)
{
    assert(proposal->next && proposal->next != &table->state && !proposal->ruling.status);
    assert(proposal->next->shoe_number == table->state.shoe_number + (proposal->kind == ENTRY_OPENED));
    table->state = *proposal->next;
    if (proposal->kind == ENTRY_OPENED || proposal->kind == ENTRY_MIXED)
        load_shoe(table);
    if (proposal->kind == ENTRY_MIXED)
        table->desk = (struct luck){.count = 0};
    if (proposal->kind == ENTRY_RECOVERED)
        table->interrupted = false;
}
