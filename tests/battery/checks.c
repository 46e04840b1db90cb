/* SPDX-License-Identifier: Apache-2.0 */
/* checks.c - what must hold after every act, after every round, and after every table. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battery.h"
#include "replay/replay.h"
#include "round/stake.h"

enum { RECORD_MAX = 1 << 20 };

static char record_text[RECORD_MAX];

/* ---- The record so far. ---- */

static void write_table(const struct table *table, struct text *text)
{
    struct writer writer = {table->book, &table->roster, table->setting.areas};
    write_setting(&writer, &table->setting, text);
    for (unsigned i = 0; i < table->act_count; i++) {
        if (table->acts[i].verb == VERB_NONE)
            text_put(text, "---\n");
        else if (!write_act(&writer, &table->acts[i], text))
            breach(table, &table->acts[i], "an accepted act cannot be written");
    }
    if (text->full)
        breach(table, NULL, "the record is longer than %d bytes", RECORD_MAX);
}

void breach(const struct table *table, const struct act *act, const char *format, ...)
{
    struct writer writer = {table->book, &table->roster, table->setting.areas};
    char line[512];
    struct text text;
    va_list list;
    fflush(stdout);
    text_init(&text, record_text, sizeof(record_text));
    write_setting(&writer, &table->setting, &text);
    for (unsigned i = 0; i < table->act_count; i++)
        if (table->acts[i].verb == VERB_NONE)
            text_put(&text, "---\n");
        else
            write_act(&writer, &table->acts[i], &text);
    fprintf(stderr, "%s\n", record_text);
    text_init(&text, line, sizeof(line));
    if (act && !write_act(&writer, act, &text))
        text_format(&text, "(actor %u, verb %u)\n", act->actor, act->verb);
    fprintf(stderr, "# %s, table seed %llu\n# act: %s# breach: ", table->book->id,
            (unsigned long long)table->seed, line);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(1);
}

/* An assertion of the engine is a breach too: tell the act that broke it. */
static const struct table *table_now;
static struct act act_now;

static void on_abort(int number)
{
    signal(number, SIG_DFL);
    breach(table_now, &act_now, "the engine has stopped (signal %d)", number);
}

void watch_aborts(const struct table *table)
{
    table_now = table;
    signal(SIGABRT, on_abort);
    signal(SIGSEGV, on_abort);
}

/* ---- Money. ---- */

static void count_money(struct table *table, const struct act *act, const struct event *event)
{
    int64_t amount_cents = event->amount_cents;
    int64_t *balance_cents = &table->balance_cents[event->person];
    bool moves = event->kind == EVENT_WAGERED || event->kind == EVENT_PAID || event->kind == EVENT_TAKEN ||
                 event->kind == EVENT_RETURNED || event->kind == EVENT_UNPAID || event->kind == EVENT_UNTAKEN;
    if (moves && amount_cents < 0)
        breach(table, act, "%s of a negative amount", event_name((enum event_kind)event->kind));
    if (event->kind == EVENT_WAGERED) {
        *balance_cents -= amount_cents;
        table->layout_cents += amount_cents;
    } else if (event->kind == EVENT_PAID) {
        *balance_cents += amount_cents;
    } else if (event->kind == EVENT_UNPAID) {
        *balance_cents -= amount_cents;
    } else if (event->kind == EVENT_TAKEN) {
        table->layout_cents -= amount_cents;
    } else if (event->kind == EVENT_UNTAKEN) {
        table->layout_cents += amount_cents;
    } else if (event->kind == EVENT_RETURNED) {
        *balance_cents += amount_cents;
        table->layout_cents -= amount_cents;
    }
}

static void check_stakes(const struct table *table, const struct act *act)
{
    int64_t layout_cents = 0;
    for (unsigned i = 0; i < table->round.stake_count; i++) {
        const struct stake *stake = &table->round.stakes[i];
        int64_t left_cents = stake_left_cents(stake);
        if (stake->placed_cents <= 0 || left_cents < 0 || stake->paid_cents < 0 || stake->taken_cents < 0 ||
            stake->returned_cents < 0)
            breach(table, act, "stake %u: placed %lld, left %lld", i, (long long)stake->placed_cents,
                   (long long)left_cents);
        if (!stake_is_open(stake) && left_cents != 0)
            breach(table, act, "stake %u is settled with %lld on the layout", i, (long long)left_cents);
        layout_cents += left_cents;
    }
    if (layout_cents != table->layout_cents)
        breach(table, act, "%lld lies on the layout, the events say %lld", (long long)layout_cents,
               (long long)table->layout_cents);
    for (unsigned i = 0; i < table->roster.count; i++) {
        if (!(table->setting.credit_known >> i & 1))
            continue;
        int64_t credit_cents = table->setting.credit_cents[i] + table->balance_cents[i];
        if (credit_cents != table->round.setting.credit_cents[i] || credit_cents < 0)
            breach(table, act, "%s has %lld, the events say %lld", table->roster.names[i],
                   (long long)table->round.setting.credit_cents[i], (long long)credit_cents);
    }
}

/* ---- Cards. ---- */

static void count_cards(struct table *table, const struct act *act, const struct event *event)
{
    bool lay_out = event->kind == EVENT_DROPPED && event->from_place.kind == PLACE_NOWHERE;
    if (event->kind == EVENT_CARD || lay_out)
        table->out[event->card.code]++;
    if (event->kind == EVENT_REREAD) {
        table->out[event->was.code]--;
        table->out[event->card.code]++;
    }
    if (event->kind == EVENT_REVEALED) {
        table->out[CARD_NONE.code]--;
        table->out[event->card.code]++;
    }
    if (event->kind == EVENT_BACK)
        table->out[event->card.code]--;
    if (event->kind == EVENT_SHUFFLED && (act->flags & ACT_FULL))
        memset(table->out, 0, sizeof(table->out));
    if (event->kind == EVENT_SHUFFLED && !(act->flags & ACT_FULL))
        table->riffled = true;
    if (event->kind == EVENT_SHUFFLED && !(act->flags & ACT_FULL)) /* the discards went back inside */
        for (unsigned code = 0; code < CARD_CODE_COUNT; code++)
            table->out[code] = table->round.memory.out[code];
}

/* Cards that lie somewhere have left the device, and no more of them than the decks have. */
static void check_cards(const struct table *table, const struct act *act)
{
    const struct memory *memory = &table->round.memory;
    unsigned lying[CARD_CODE_COUNT] = {0};
    unsigned total = 0;
    struct view view;
    round_view(table->book, &table->round, (struct viewer){VIEWER_PIT, 0}, &view);
    for (unsigned i = 0; i < view.hand_count; i++)
        for (unsigned j = 0; j < view.hands[i].card_count; j++)
            lying[view.hands[i].cards[j].code]++;
    for (unsigned code = 0; code < CARD_CODE_COUNT; code++) {
        bool too_many = code != CARD_NONE.code && memory->out[code] > table->setting.decks;
        total += memory->out[code];
        if (memory->out[code] != table->out[code] || too_many ||
            (lying[code] > memory->out[code] && !table->riffled))
            breach(table, act, "card code %u: %u lie, %u are out, %d left, %u decks", code, lying[code],
                   memory->out[code], table->out[code], table->setting.decks);
    }
    if (total != memory->out_count)
        breach(table, act, "%u cards are out, the count says %u", total, memory->out_count);
}

/* ---- Views. ---- */

/* What nobody may know: the cards at the front of the device, answers given in confidence, others' credit. */
static void scramble_hidden(const struct table *table, unsigned owner, struct round *other)
{
    *other = table->round;
    for (unsigned i = 0; i < FRONT_CARDS_MAX; i++)
        other->memory.front[i] = (struct card){(uint8_t)(other->memory.front[i].code ^ 1)};
    for (unsigned i = 0; i < PERSONS_MAX; i++)
        if (i != owner)
            other->setting.credit_cents[i] += 12345;
    for (unsigned i = 0; table->book->family == FAMILY_BLACKJACK && i < CLAIMS_MAX; i++)
        other->blackjack.claims.list[i].answer ^= 1;
}

/* A view is good up to its counts. */
static void look(const struct table *table, const struct round *round, struct viewer viewer,
                 struct view *view)
{
    memset(view, 0, sizeof(*view));
    round_view(table->book, round, viewer, view);
}

/* What a viewer must not know may be anything without his view showing it; but for his own credit he sees
 * what lies on the table as everybody does. */
static void check_view(const struct table *table, const struct act *act, struct viewer viewer,
                       const struct view *everybody)
{
    static struct round other;
    static struct view view;
    static struct view changed;
    bool player = viewer.role == VIEWER_PLAYER;
    bool known = player && table->round.setting.credit_known >> viewer.person & 1;
    scramble_hidden(table, player ? viewer.person : PERSONS_MAX, &other);
    look(table, &table->round, viewer, &view);
    look(table, &other, viewer, &changed);
    if (memcmp(&view, &changed, sizeof(view)) != 0)
        breach(table, act, "viewer %u (%u) sees what is hidden from him", viewer.role, viewer.person);
    if (view.credit_cents != (known ? table->round.setting.credit_cents[viewer.person] : -1))
        breach(table, act, "viewer %u (%u) sees a balance of %lld", viewer.role, viewer.person,
               (long long)view.credit_cents);
    view.credit_cents = -1;
    if (memcmp(&view, everybody, sizeof(view)) != 0)
        breach(table, act, "viewer %u (%u) sees another table", viewer.role, viewer.person);
}

/* A hand is shown card by card, and its total only while no card of it lies face down. */
static void check_view_hand(const struct table *table, const struct act *act, const struct view_hand *hand)
{
    struct card cards[HAND_CARDS_MAX];
    unsigned count = table->family->cards(&table->round, hand->place, cards);
    struct hand_value value = table->family->value(table->book, &table->round, hand->place);
    bool down = false;
    for (unsigned i = 0; i < hand->card_count; i++)
        down = down || card_is_none(hand->cards[i]);
    if (count != hand->card_count || memcmp(cards, hand->cards, count * sizeof(cards[0])) != 0)
        breach(table, act, "a hand of %u cards is shown as one of %u", count, hand->card_count);
    if (hand->value_kind != value.kind || hand->total != value.total || (down && value.kind != VALUE_NONE))
        breach(table, act, "a hand of %u is shown as one of %u", value.total, hand->total);
}

static bool view_has(const struct view *view, struct place place)
{
    for (unsigned i = 0; i < view->hand_count; i++)
        if (memcmp(&view->hands[i].place, &place, sizeof(place)) == 0)
            return true;
    return false;
}

static void check_shown(const struct table *table, const struct act *act, const struct view *view,
                        struct place place)
{
    struct card cards[HAND_CARDS_MAX];
    if (table->family->cards(&table->round, place, cards) && !view_has(view, place))
        breach(table, act, "the cards at place %u, area %u, hand %u are not shown", place.kind, place.area,
               place.hand);
}

/* Whatever lies face up on the layout is shown: every hand that has cards. */
static void check_view_hands(const struct table *table, const struct act *act, const struct view *view)
{
    static const uint8_t sides[] = {PLACE_DEALER, PLACE_PLAYER_SIDE, PLACE_BANKER_SIDE};
    for (unsigned i = 0; i < view->hand_count; i++)
        check_view_hand(table, act, &view->hands[i]);
    for (unsigned i = 0; i < sizeof(sides); i++)
        check_shown(table, act, view, (struct place){.kind = sides[i]});
    for (unsigned area = 1; area <= table->setting.areas; area++) {
        bool split = view_has(view, (struct place){PLACE_HAND, (uint8_t)area, 1});
        for (unsigned hand = split; hand <= (split ? HANDS_PER_AREA_MAX : 0U); hand++)
            check_shown(table, act, view, (struct place){PLACE_HAND, (uint8_t)area, (uint8_t)hand});
    }
}

/* ... and every wager, with its result once it has one. */
static void check_view_stakes(const struct table *table, const struct act *act, const struct view *view)
{
    if (view->stake_count != table->round.stake_count)
        breach(table, act, "%u wagers lie there, %u are shown", table->round.stake_count, view->stake_count);
    for (unsigned i = 0; i < view->stake_count; i++) {
        const struct view_stake *shown = &view->stakes[i];
        const struct stake *stake = &table->round.stakes[i];
        if (shown->person != stake->person || shown->wager != stake->wager ||
            !spot_equal(shown->spot, stake->spot) || shown->placed_cents != stake->placed_cents ||
            shown->effective_cents != stake->effective_cents || shown->settled == stake_is_open(stake) ||
            shown->result_cents != (shown->settled ? stake_result_cents(stake) : 0))
            breach(table, act, "wager %u is shown otherwise than it lies", i);
    }
}

static void check_views(const struct table *table, const struct act *act)
{
    static struct view everybody;
    look(table, &table->round, (struct viewer){VIEWER_DISPLAY, 0}, &everybody);
    check_view_hands(table, act, &everybody);
    check_view_stakes(table, act, &everybody);
    for (unsigned role = VIEWER_DEALER; role <= VIEWER_DISPLAY; role++)
        check_view(table, act, (struct viewer){(uint8_t)role, 0}, &everybody);
    for (unsigned person = 0; person < table->roster.count; person++)
        check_view(table, act, (struct viewer){VIEWER_PLAYER, (uint8_t)person}, &everybody);
}

/* ---- Who is asked. ---- */

static bool has_open_stake(const struct table *table, unsigned person, unsigned area)
{
    for (unsigned i = 0; i < table->round.stake_count; i++) {
        const struct stake *stake = &table->round.stakes[i];
        if (stake->person == person && stake_is_open(stake) && (!area || stake->spot.area == area))
            return true;
    }
    return false;
}

/* Who is asked has something at stake, and who decides for an area has it there. */
static void check_asked(const struct table *table, const struct act *act)
{
    bool claims = table->round.question == QUESTION_AGREEMENT;
    if (table->round.phase != PHASE_DEALING || claims)
        return;
    for (unsigned option = OPTION_NONE + 1; option < OPTION_COUNT; option++) {
        uint32_t persons = table->family->offered(table->book, &table->round, (enum option_kind)option);
        for (unsigned person = 0; person < PERSONS_MAX; person++)
            if (persons >> person & 1 && !has_open_stake(table, person, 0))
                breach(table, act, "%s is offered to somebody without a wager",
                       option_name((enum option_kind)option));
    }
    for (unsigned area = 1; area <= table->setting.areas; area++) {
        int control = table->family->control(table->book, &table->round, area);
        if (control >= 0 && !has_open_stake(table, (unsigned)control, area))
            breach(table, act, "area %u is decided by somebody without a wager there", area);
    }
}

/* ---- One act. ---- */

static void check_refusal(const struct table *table, const struct act *act, const struct round *before)
{
    if (memcmp(before, &table->round, sizeof(*before)) != 0)
        breach(table, act, "refused (%s), and the round has changed", status_name(table->ruling.status));
    if (table->events.count != 0)
        breach(table, act, "refused, with events");
    if (table->ruling.status < 0)
        breach(table, act, "a refusal is positive, not %d", table->ruling.status);
}

static bool ruling_equal(const struct ruling *a, const struct ruling *b)
{
    return a->status == b->status && a->ground_count == b->ground_count &&
           a->irregularity == b->irregularity && a->late == b->late &&
           memcmp(a->grounds, b->grounds, a->ground_count) == 0;
}

static void check_same(const struct table *table, const struct act *act, const struct ruling *ruling,
                       const struct events *events, const char *what)
{
    if (!ruling_equal(ruling, &table->ruling) || events->count != table->events.count ||
        memcmp(events->items, table->events.items, events->count * sizeof(events->items[0])) != 0)
        breach(table, act, "%s is ruled on otherwise", what);
}

/* What the pit reads before it confirms a report is what the report then does; and reading changes nothing.
 */
static void check_preview(const struct table *table, const struct act *act, const struct round *before)
{
    static struct round previewed;
    static struct events events;
    previewed = *before;
    struct ruling ruling = round_preview(table->book, &previewed, act, &events);
    check_same(table, act, &ruling, &events, "a preview");
    if (memcmp(&previewed, before, sizeof(previewed)) != 0)
        breach(table, act, "a preview has changed the round");
}

static void check_clone(const struct table *table, const struct act *act, struct round *clone)
{
    static struct events events;
    struct ruling ruling = round_apply(table->book, clone, act, &events);
    check_same(table, act, &ruling, &events, "a clone");
    if (memcmp(clone, &table->round, sizeof(*clone)) != 0)
        breach(table, act, "a clone ends otherwise");
}

static void keep(struct table *table, const struct act *act)
{
    if (table->act_count == TABLE_ACTS_MAX || table->log_count + table->events.count > TABLE_EVENTS_MAX)
        breach(table, act, "the table has had too many acts for its log");
    table->acts[table->act_count++] = *act;
    memcpy(table->log + table->log_count, table->events.items,
           table->events.count * sizeof(table->events.items[0]));
    table->log_count += table->events.count;
    for (unsigned i = 0; i < table->events.count; i++) {
        count_money(table, act, &table->events.items[i]);
        count_cards(table, act, &table->events.items[i]);
    }
}

void check_act(struct table *table, const struct act *act, struct tally *tally)
{
    static struct round before;
    struct act said = *act;
    bool sayable = act_normalise(&said, table->setting.areas > 0);
    act_now = said;
    bool offered = sayable && act_offered(table, &said);
    before = table->round;
    table->ruling = round_apply(table->book, &table->round, &said, &table->events);
    bool accepted = table->ruling.status == STATUS_OK;
    tally->acts++;
    tally->by_status[(unsigned)table->ruling.status & 1023]++;
    if (offered && !accepted)
        breach(table, &said, "offered, but refused: %s", status_name(table->ruling.status));
    if (!offered && accepted)
        breach(table, &said, "not offered, but accepted");
    if (!accepted) {
        check_refusal(table, &said, &before);
    } else {
        keep(table, &said);
        tally->accepted++;
        tally->revealed += said.verb == VERB_REVEAL ? said.card_count : 0;
        tally->irregularities[said.irregularity] += said.verb == VERB_IRREGULARITY;
        check_stakes(table, &said);
        check_cards(table, &said);
        check_views(table, &said);
        check_asked(table, &said);
    }
    check_preview(table, &said, &before);
    check_clone(table, &said, &before);
}

/* ---- One round, one table. ---- */

void check_end(struct table *table)
{
    for (unsigned i = 0; i < table->round.stake_count; i++) {
        const struct stake *stake = &table->round.stakes[i];
        if (stake_is_open(stake))
            breach(table, NULL, "the round has ended with stake %u open", i);
        if (table->round.voided && (stake->paid_cents || stake->taken_cents))
            breach(table, NULL, "the round is void and stake %u was settled", i);
    }
    if (table->layout_cents != 0)
        breach(table, NULL, "the round has ended with %lld on the layout", (long long)table->layout_cents);
}

/* The events of the replay, compared one by one as they come. */
struct compared {
    struct table *table;
    unsigned count;
};

static const struct rulebook *find_book(void *context, const char *id)
{
    const struct table *table = context;
    return strcmp(table->book->id, id) == 0 ? table->book : NULL;
}

static void on_ruled(void *context, const struct replay *replay, const struct record_item *item,
                     const struct ruling *ruling)
{
    struct compared *compared = context;
    struct table *table = compared->table;
    (void)ruling;
    for (unsigned i = 0; i < replay->events.count; i++, compared->count++)
        if (compared->count >= table->log_count ||
            memcmp(&replay->events.items[i], &table->log[compared->count], sizeof(struct event)) != 0)
            breach(table, &item->act, "line %u of the replayed record: event %u is %s, not the same",
                   item->line, compared->count, event_name((enum event_kind)replay->events.items[i].kind));
}

static void on_failed(void *context, unsigned line, const char *message)
{
    struct compared *compared = context;
    breach(compared->table, NULL, "line %u of the replayed record: %s", line, message);
}

void check_record(struct table *table)
{
    static struct replay replay;
    struct record record;
    struct replay_outcome outcome;
    struct compared compared = {table, 0};
    const struct record_books books = {find_book, table};
    const struct replay_watch watch = {&compared, on_ruled, on_failed, NULL};
    struct text text;
    text_init(&text, record_text, sizeof(record_text));
    write_table(table, &text);
    record_init(&record);
    if (record_read(&record, &books, record_text, text.used) != STATUS_OK)
        breach(table, NULL, "the record cannot be read: line %u: %s", record.faults.items[0].line,
               record.faults.items[0].message);
    replay_init(&replay);
    if (replay_run(&replay, &record, &watch, &outcome) != STATUS_OK)
        breach(table, NULL, "no memory");
    if (compared.count != table->log_count)
        breach(table, NULL, "the replay has %u events, the table had %u", compared.count, table->log_count);
    if (memcmp(&replay.round, &table->round, sizeof(replay.round)) != 0)
        breach(table, NULL, "the replay ends otherwise");
    replay_release(&replay);
    record_release(&record);
}
