/* SPDX-License-Identifier: Apache-2.0 */
#include "replay/check.h"

#include <string.h>

/* One event cites at most its grounds, a pay line, a wager and an irregularity; all together the whole book
 * at most.
 */
enum { EVENT_CLAUSES_MAX = 1024, CITED_TEXT_MAX = 8192 };

/* One question being answered. */
struct meeting {
    const struct replay *replay;
    const struct expectation *expectation;
    struct text *got;
    struct text cited; /* the clauses of everything that supports the expectation */
};

/* ---- Clauses. ---- */

/* Adds those of the blank-separated clauses that are not there yet. */
static void cite_words(struct meeting *meeting, const char *clauses)
{
    while (*clauses) {
        char clause[CLAUSES_MAX];
        size_t length = strcspn(clauses, " ");
        if (length > 0 && length < sizeof(clause)) {
            memcpy(clause, clauses, length);
            clause[length] = '\0';
            if (!text_has_word(meeting->cited.bytes, clause))
                text_format(&meeting->cited, "%s%s", meeting->cited.used ? " " : "", clause);
        }
        clauses += length + strspn(clauses + length, " ");
    }
}

static void cite(struct meeting *meeting, const struct event *event)
{
    char clauses[EVENT_CLAUSES_MAX];
    struct text text;
    text_init(&text, clauses, sizeof(clauses));
    event_clauses(&meeting->replay->book, event, &text);
    cite_words(meeting, clauses);
}

static void cite_ruling(struct meeting *meeting)
{
    char clauses[EVENT_CLAUSES_MAX];
    struct text text;
    text_init(&text, clauses, sizeof(clauses));
    ruling_clauses(&meeting->replay->book, &meeting->replay->ruling, &text);
    cite_words(meeting, clauses);
}

static void cite_line(struct meeting *meeting)
{
    cite_ruling(meeting);
    for (size_t i = meeting->replay->line_start; i < meeting->replay->log_count; i++)
        cite(meeting, &meeting->replay->log[i]);
}

static bool clauses_met(const struct meeting *meeting)
{
    struct words words = {.at = meeting->expectation->clauses.bytes};
    struct word word;
    char clause[RECORD_LINE_MAX + 1];
    if (!words.at)
        return true;
    words.end = words.at + meeting->expectation->clauses.length;
    while (words_next(&words, &word)) {
        memcpy(clause, word.bytes, word.length);
        clause[word.length] = '\0';
        if (!text_has_word(meeting->cited.bytes, clause))
            return false;
    }
    return true;
}

/* ---- Equality. ---- */

static bool same_place(struct place a, struct place b)
{
    return a.kind == b.kind && a.area == b.area && a.hand == b.hand;
}

/* A spot without an owner is the person's own. */
static unsigned owner_of(struct spot spot, unsigned person)
{
    return spot.owner ? spot.owner - 1U : person;
}

/* An area stands for all its hands. */
static bool spot_covers(struct spot expected, struct spot spot, unsigned person)
{
    return expected.area == spot.area && (expected.hand == 0 || expected.hand == spot.hand) &&
           owner_of(expected, person) == owner_of(spot, person);
}

static bool same_wager(const struct expectation *expectation, const struct event *event)
{
    return event->person + 1U == expectation->person && event->wager == expectation->wager &&
           spot_covers(expectation->spot, event->spot, event->person);
}

/* ---- What happened since the last line. ---- */

typedef bool event_test(const struct expectation *expectation, const struct event *event);

/* Calls `matches` for the events of a kind from `start` on, cites those that match, and says whether there
 * was one. */
static bool find(struct meeting *meeting, size_t start, enum event_kind kind, event_test *matches)
{
    bool found = false;
    for (size_t i = start; i < meeting->replay->log_count; i++) {
        const struct event *event = &meeting->replay->log[i];
        if (event->kind != kind || (matches && !matches(meeting->expectation, event)))
            continue;
        found = true;
        cite(meeting, event);
    }
    return found;
}

static bool happened(struct meeting *meeting, enum event_kind kind, event_test *matches)
{
    cite_ruling(meeting);
    if (find(meeting, meeting->replay->line_start, kind, matches))
        return true;
    text_format(meeting->got, "no such event");
    return false;
}

/* What cannot be undone once it has happened may be asked for until the round ends. */
static bool holds(struct meeting *meeting, enum event_kind kind, event_test *matches)
{
    cite_line(meeting);
    if (find(meeting, 0, kind, matches))
        return true;
    text_format(meeting->got, "no such event");
    return false;
}

static bool refused(struct meeting *meeting)
{
    cite_ruling(meeting);
    if (meeting->replay->acted && meeting->replay->ruling.status > 0)
        return true;
    text_put(meeting->got, "accepted");
    return false;
}

static bool is_landing(const struct expectation *expectation, const struct event *event)
{
    return same_place(expectation->place, event->place) && card_equal(expectation->cards[0], event->card);
}

static bool landed(struct meeting *meeting)
{
    const struct replay *replay = meeting->replay;
    cite_ruling(meeting);
    if (find(meeting, replay->line_start, EVENT_CARD, is_landing) ||
        find(meeting, replay->line_start, EVENT_REVEALED, is_landing))
        return true;
    for (size_t i = replay->line_start; i < replay->log_count; i++) {
        if (replay->log[i].kind != EVENT_CARD && replay->log[i].kind != EVENT_REVEALED)
            continue;
        text_put(meeting->got, meeting->got->used ? ", " : "");
        write_place(replay->log[i].place, meeting->got);
        text_put_char(meeting->got, ' ');
        write_card(&replay->writer, replay->log[i].card, meeting->got);
    }
    if (!meeting->got->used)
        text_put(meeting->got, "no card");
    return false;
}

static bool money_moved(struct meeting *meeting, enum event_kind kind)
{
    int64_t sum_cents = 0;
    cite_ruling(meeting);
    for (size_t i = meeting->replay->line_start; i < meeting->replay->log_count; i++) {
        const struct event *event = &meeting->replay->log[i];
        if (event->kind != kind || !same_wager(meeting->expectation, event))
            continue;
        sum_cents += event->amount_cents;
        cite(meeting, event);
    }
    if (sum_cents == meeting->expectation->amount_cents)
        return true;
    write_amount(sum_cents, meeting->got);
    return false;
}

static bool is_move(const struct expectation *expectation, const struct event *event)
{
    return card_equal(expectation->cards[0], event->card) &&
           same_place(expectation->from_place, event->from_place) &&
           same_place(expectation->place, event->place);
}

/* Cards that left a hand: exactly these, in this order. */
static bool cards_gone(struct meeting *meeting, enum event_kind kind)
{
    const struct expectation *expectation = meeting->expectation;
    const struct replay *replay = meeting->replay;
    unsigned count = 0;
    bool same = true;
    cite_ruling(meeting);
    for (size_t i = replay->line_start; i < replay->log_count; i++) {
        const struct event *event = &replay->log[i];
        if (event->kind != kind || !same_place(expectation->from_place, event->from_place))
            continue;
        same = same && count < expectation->card_count && card_equal(expectation->cards[count], event->card);
        count++;
        cite(meeting, event);
        text_put(meeting->got, count > 1 ? " " : "");
        write_card(&replay->writer, event->card, meeting->got);
    }
    if (!count)
        text_put(meeting->got, "no card");
    return same && count == expectation->card_count;
}

/* The cards lying out, by face or by place. */
static bool next_cards(struct meeting *meeting)
{
    const struct expectation *expectation = meeting->expectation;
    const struct replay *replay = meeting->replay;
    unsigned expected = expectation->card_count + expectation->number_count;
    unsigned count = 0;
    bool same = true;
    cite_ruling(meeting);
    for (size_t i = replay->line_start; i < replay->log_count; i++) {
        const struct event *event = &replay->log[i];
        if (event->kind != EVENT_NEXT)
            continue;
        if (expectation->number_count)
            same = same && count < expected && expectation->numbers[count] == event->number;
        else
            same = same && count < expected && card_equal(expectation->cards[count], event->card);
        count++;
        cite(meeting, event);
        text_put(meeting->got, count > 1 ? " " : "");
        if (expectation->number_count)
            text_format(meeting->got, "%u", event->number);
        else
            write_card(&replay->writer, event->card, meeting->got);
    }
    if (!count)
        text_put(meeting->got, "nothing");
    return same && count == expected;
}

/* ---- Rebuilt hands. ---- */

/* The cards an event of this line put on a place that the family does not keep (the discard holder). */
static unsigned cards_put(const struct replay *replay, struct place place, struct card *cards)
{
    unsigned count = 0;
    for (size_t i = replay->line_start; i < replay->log_count && count < HAND_CARDS_MAX; i++) {
        const struct event *event = &replay->log[i];
        if ((event->kind == EVENT_MOVED || event->kind == EVENT_DROPPED) && same_place(event->place, place))
            cards[count++] = event->card;
    }
    return count;
}

static bool recon_hand_met(struct meeting *meeting, const struct recon_hand *hand)
{
    const struct replay *replay = meeting->replay;
    struct card cards[HAND_CARDS_MAX];
    unsigned count = hand->place.kind == PLACE_DISCARD
                         ? cards_put(replay, hand->place, cards)
                         : game_family(&replay->book)->cards(&replay->round, hand->place, cards);
    bool same = count == hand->count;
    for (unsigned i = 0; same && i < count; i++)
        same = card_equal(cards[i], meeting->expectation->cards[hand->first + i]);
    text_put(meeting->got, meeting->got->used ? " " : "");
    write_place(hand->place, meeting->got);
    for (unsigned i = 0; i < count; i++) {
        text_put_char(meeting->got, i ? ',' : ':');
        write_card(&replay->writer, cards[i], meeting->got);
    }
    return same;
}

static bool rebuilt(struct meeting *meeting)
{
    bool met = true;
    if (!happened(meeting, EVENT_REBUILT, NULL))
        return false;
    for (unsigned i = 0; i < meeting->expectation->hand_count; i++)
        met = recon_hand_met(meeting, &meeting->expectation->hands[i]) && met;
    return met;
}

/* ---- The state now. ---- */

static bool hand_has(struct meeting *meeting)
{
    const struct replay *replay = meeting->replay;
    struct hand_value expected = meeting->expectation->value;
    struct hand_value value =
        game_family(&replay->book)->value(&replay->book, &replay->round, meeting->expectation->place);
    cite_line(meeting);
    write_value(value, meeting->got);
    if (value.kind == VALUE_NONE)
        text_put(meeting->got, "no value");
    if (value.kind == VALUE_POINTS)
        value.kind = VALUE_HARD;
    return value.kind == expected.kind && value.total == expected.total;
}

static bool is_effective(const struct expectation *expectation, const struct event *event)
{
    return same_wager(expectation, event);
}

static bool effective(struct meeting *meeting)
{
    const struct round *round = &meeting->replay->round;
    const struct expectation *expectation = meeting->expectation;
    int64_t sum_cents = 0;
    for (unsigned i = 0; i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->person + 1U == expectation->person && stake->wager == expectation->wager &&
            spot_covers(expectation->spot, stake->spot, stake->person))
            sum_cents += stake->effective_cents;
    }
    cite_line(meeting);
    find(meeting, 0, EVENT_EFFECTIVE, is_effective);
    write_amount(sum_cents, meeting->got);
    return sum_cents == expectation->amount_cents;
}

static void put_people(const struct replay *replay, uint32_t persons, struct text *text)
{
    for (unsigned i = 0; i < PERSONS_MAX; i++)
        if (persons >> i & 1)
            text_format(text, "%s%s", text->used ? " " : "", write_name(&replay->writer, i));
    if (!text->used)
        text_put(text, "nobody");
}

static bool is_offer(const struct expectation *expectation, const struct event *event)
{
    return event->option == expectation->option && (expectation->persons >> event->person & 1);
}

static bool offered(struct meeting *meeting)
{
    const struct replay *replay = meeting->replay;
    uint32_t persons =
        game_family(&replay->book)
            ->offered(&replay->book, &replay->round, (enum option_kind)meeting->expectation->option);
    cite_line(meeting);
    find(meeting, 0, EVENT_OFFERED, is_offer);
    put_people(replay, persons, meeting->got);
    return persons == meeting->expectation->persons;
}

static bool is_question(const struct expectation *expectation, const struct event *event)
{
    return event->question == expectation->question;
}

static bool asks(struct meeting *meeting)
{
    unsigned question = meeting->replay->round.question;
    cite_line(meeting);
    find(meeting, 0, EVENT_ASKED, is_question);
    text_put(meeting->got, question ? question_name((enum question)question) : "nothing");
    return question == meeting->expectation->question;
}

static bool is_control(const struct expectation *expectation, const struct event *event)
{
    return event->person + 1U == expectation->person && event->spot.area == expectation->spot.area;
}

static bool person_is(struct meeting *meeting, int person)
{
    cite_line(meeting);
    find(meeting, 0, EVENT_CONTROL, is_control);
    text_put(meeting->got, person < 0 ? "nobody" : write_name(&meeting->replay->writer, (unsigned)person));
    return person + 1 == meeting->expectation->person;
}

static bool controls(struct meeting *meeting)
{
    const struct replay *replay = meeting->replay;
    return person_is(
        meeting,
        game_family(&replay->book)->control(&replay->book, &replay->round, meeting->expectation->spot.area));
}

static bool comes_first(struct meeting *meeting)
{
    const struct replay *replay = meeting->replay;
    return person_is(
        meeting,
        game_family(&replay->book)->priority(&replay->book, &replay->round, meeting->expectation->spot.area));
}

static bool same_group(const struct claim_rank *rank, unsigned i)
{
    return i > 0 && i < rank->count && rank->group[i] == rank->group[i - 1];
}

/* The people of one rank may come in any order. */
static bool ranked_with(const struct claim_rank *rank, unsigned person, unsigned group_of)
{
    for (unsigned i = 0; i < rank->count; i++)
        if (rank->person[i] == person)
            return rank->group[i] == rank->group[group_of];
    return false;
}

static bool ranked(struct meeting *meeting)
{
    const struct replay *replay = meeting->replay;
    const struct expectation *expectation = meeting->expectation;
    struct claim_rank rank = {0};
    game_family(&replay->book)
        ->rank(&replay->book, &replay->round, expectation->spot, expectation->wager, &rank);
    cite_line(meeting);
    bool same = rank.count == expectation->rank.count;
    for (unsigned i = 0; i < rank.count; i++) {
        text_format(meeting->got, "%s%s",
                    i == 0                 ? ""
                    : same_group(&rank, i) ? "="
                                           : ">",
                    write_name(&replay->writer, rank.person[i]));
        same = same && same_group(&rank, i) == same_group(&expectation->rank, i) &&
               ranked_with(&expectation->rank, rank.person[i], i);
    }
    if (!rank.count)
        text_put(meeting->got, "no claims");
    return same;
}

static bool is_at_place(const struct expectation *expectation, const struct event *event)
{
    return same_place(expectation->place, event->place);
}

static bool is_person(const struct expectation *expectation, const struct event *event)
{
    return event->person + 1U == expectation->person;
}

static bool decided(struct meeting *meeting)
{
    const struct replay *replay = meeting->replay;
    const struct expectation *expectation = meeting->expectation;
    const struct wager_rule *rule = &replay->book.wagers[expectation->wager];
    unsigned count = 0;
    unsigned open = 0;
    for (unsigned i = 0; i < replay->round.stake_count; i++) {
        const struct stake *stake = &replay->round.stakes[i];
        if (stake->wager != expectation->wager ||
            (expectation->person && stake->person + 1U != expectation->person) ||
            (expectation->spot.area && !spot_covers(expectation->spot, stake->spot, stake->person)))
            continue;
        count++;
        open += !game_family(&replay->book)->decided(&replay->book, &replay->round, stake);
    }
    cite_line(meeting);
    cite_words(meeting, rule->clauses);
    cite_words(meeting, rule->losing);
    text_format(meeting->got, count ? "%u of %u undecided" : "no such wager", open, count);
    return count && !open;
}

static bool is_void(struct meeting *meeting)
{
    if (!happened(meeting, EVENT_VOID, NULL))
        return false;
    text_put(meeting->got, "a round that goes on");
    return meeting->replay->round.voided;
}

/* ---- Results. ---- */

struct sum {
    struct meeting *meeting;
    unsigned count;
    int64_t cents;
    bool reason_met;
    uint8_t reason;
};

static void add_result(void *context, const struct event *event)
{
    struct sum *sum = context;
    const struct expectation *expectation = sum->meeting->expectation;
    if (!same_wager(expectation, event))
        return;
    sum->count++;
    sum->cents += event->amount_cents;
    sum->reason = event->reason;
    sum->reason_met |= expectation->reason == REASON_NONE || expectation->reason == event->reason ||
                       (expectation->reason == REASON_PRORATA && event->prorated);
    cite(sum->meeting, event);
}

/* Everything said about the wager in this round explains its result. */
static void cite_money(struct meeting *meeting)
{
    static const enum event_kind kinds[] = {EVENT_PAID, EVENT_TAKEN, EVENT_RETURNED, EVENT_EFFECTIVE};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        find(meeting, 0, kinds[i], same_wager);
}

static bool has_result(struct meeting *meeting)
{
    struct sum sum = {.meeting = meeting};
    replay_each_result(meeting->replay, add_result, &sum);
    cite_money(meeting);
    if (!sum.count) {
        text_put(meeting->got, "no result");
        return false;
    }
    write_delta(sum.cents, meeting->got);
    text_format(meeting->got, " %s", reason_name((enum reason)sum.reason));
    return sum.cents == meeting->expectation->amount_cents && sum.reason_met;
}

static bool has_net(struct meeting *meeting)
{
    int64_t net_cents;
    replay_net(meeting->replay, meeting->expectation->person - 1U, &net_cents);
    cite_line(meeting);
    write_delta(net_cents, meeting->got);
    return net_cents == meeting->expectation->amount_cents;
}

/* ---- The list. ---- */

static bool meets(struct meeting *meeting)
{
    switch ((enum expectation_kind)meeting->expectation->kind) {
    case EXPECT_REFUSED:
        return refused(meeting);
    case EXPECT_CITES:
        cite_line(meeting);
        return true;
    case EXPECT_LANDED:
        return landed(meeting);
    case EXPECT_HAND:
        return hand_has(meeting);
    case EXPECT_PAID:
        return money_moved(meeting, EVENT_PAID);
    case EXPECT_TAKEN:
        return money_moved(meeting, EVENT_TAKEN);
    case EXPECT_RETURNED:
        return money_moved(meeting, EVENT_RETURNED);
    case EXPECT_EFFECTIVE:
        return effective(meeting);
    case EXPECT_OFFERED:
        return offered(meeting);
    case EXPECT_ASKS:
        return asks(meeting);
    case EXPECT_CONTROL:
        return controls(meeting);
    case EXPECT_PRIORITY:
        return comes_first(meeting);
    case EXPECT_RANK:
        return ranked(meeting);
    case EXPECT_STANDS:
        return holds(meeting, EVENT_STANDS, is_at_place);
    case EXPECT_NATURAL:
        return holds(meeting, EVENT_NATURAL, NULL);
    case EXPECT_NO_CARD:
        return holds(meeting, EVENT_DEALER_NO_CARD, NULL);
    case EXPECT_STOPS:
        return holds(meeting, EVENT_DEALER_STOPS, NULL);
    case EXPECT_DECIDED:
        return decided(meeting);
    case EXPECT_RECON:
        return rebuilt(meeting);
    case EXPECT_NO_RECON:
        return happened(meeting, EVENT_NOT_REBUILT, NULL);
    case EXPECT_MOVED:
        return happened(meeting, EVENT_MOVED, is_move);
    case EXPECT_BACK:
        return cards_gone(meeting, EVENT_BACK);
    case EXPECT_DROPPED:
        return cards_gone(meeting, EVENT_DROPPED);
    case EXPECT_NEXT:
        return next_cards(meeting);
    case EXPECT_PLAY_ON:
        return happened(meeting, EVENT_PLAY_ON, NULL);
    case EXPECT_EARLIER_STAND:
        return happened(meeting, EVENT_EARLIER_STAND, NULL);
    case EXPECT_REMEMBERED:
        return holds(meeting, EVENT_REMEMBERED, is_person);
    case EXPECT_IN:
        return holds(meeting, EVENT_IN, is_person);
    case EXPECT_OUT:
        return holds(meeting, EVENT_OUT, is_person);
    case EXPECT_VOID:
        return is_void(meeting);
    case EXPECT_RESULT:
        return has_result(meeting);
    case EXPECT_NET:
        return has_net(meeting);
    case EXPECT_NOTHING:
    case EXPECT_COUNT:
        break;
    }
    return false;
}

bool check_expectation(const struct replay *replay, const struct expectation *expectation, struct text *got)
{
    char clauses[CITED_TEXT_MAX];
    struct meeting meeting = {.replay = replay, .expectation = expectation, .got = got};
    text_init(&meeting.cited, clauses, sizeof(clauses));
    if (!meets(&meeting))
        return false;
    if (clauses_met(&meeting))
        return true;
    text_init(got, got->bytes, got->size);
    text_format(got, "the clauses %.900s", meeting.cited.used ? clauses : "(none)");
    return false;
}
