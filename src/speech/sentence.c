/* SPDX-License-Identifier: Apache-2.0 */
#include "speech/sentence.h"

#include <assert.h>
#include <string.h>

#include "base/mark.h"
#include "round/stake.h"
#include "speech/patterns.h"

/* The subject of a sentence: an act or an event, brought to the same members, so that one set of blanks
 * serves both. */
struct mention {
    const struct speaker *speaker;
    const struct act *act; /* NULL: an event */
    uint8_t person;
    uint8_t wager;
    uint8_t option;
    uint8_t question;
    uint8_t reason;
    uint8_t number;
    uint8_t card_count;
    const struct card *cards;
    struct spot spot;
    struct place place;
    struct place from;
    uint32_t people;
    int64_t cents;
};

static const char *in(const struct mention *mention, const char *english)
{
    assert(english && mention->speaker);
    return language_say(mention->speaker->language, english);
}

static const char *name_of(const struct speaker *speaker, unsigned person)
{
    assert(speaker->roster);
    return person < speaker->roster->count ? speaker->roster->names[person] : "?";
}

void sentence_amount(int64_t cents, struct text *text)
{
    char amount[MONEY_TEXT_MAX];
    money_print(cents < 0 ? -cents : cents, amount, sizeof amount);
    text_format(text, "%s$%s", cents < 0 ? "-" : "", amount);
}

/* ---- Cards and totals. ---- */

struct named_card {
    const struct speaker *speaker;
    struct card card;
};

static void fill_card(void *context, const char *blank, size_t length, struct text *text)
{
    const struct named_card *named = context;
    const struct deck *deck = deck_of((enum deck_id)named->speaker->book->deck);
    (void)length;
    const char *name =
        *blank == 'r' ? deck->rank_names[card_rank(named->card)] : deck->suit_names[card_suit(named->card)];
    text_put(text, language_say(named->speaker->language, name));
}

static void say_card(const struct speaker *speaker, struct card card, struct text *text)
{
    assert(speaker->book);
    const struct deck *deck = deck_of((enum deck_id)speaker->book->deck);
    char code[CARD_TEXT_MAX];
    struct named_card named = {speaker, card};
    if (card_is_none(card))
        text_put(text, language_say(speaker->language, N_("a card face down")));
    else if (speaker->coded)
        text_put(text, deck_print_card(deck, card, code, sizeof code));
    else
        text_fill(text, language_say(speaker->language, N_("{rank} of {suit}")), fill_card, &named);
}

static void say_cards(const struct mention *mention, const struct card *cards, unsigned count,
                      struct text *text)
{
    assert(cards || count == 0);
    for (unsigned i = 0; i < count; i++) {
        text_put(text, i ? in(mention, N_(" and ")) : "");
        say_card(mention->speaker, cards[i], text);
    }
}

static struct hand_value value_of(const struct mention *mention)
{
    const struct speaker *speaker = mention->speaker;
    if (!speaker->round)
        return (struct hand_value){.kind = VALUE_NONE};
    return game_family(speaker->book)->value(speaker->book, speaker->round, mention->place);
}

static void fill_total(void *context, const char *blank, size_t length, struct text *text)
{
    (void)blank, (void)length;
    text_format(text, "%u", *(const unsigned *)context);
}

static void say_total(const struct mention *mention, const char *pattern, unsigned total, struct text *text)
{
    assert(pattern && pattern[0]);
    text_fill(text, in(mention, pattern), fill_total, &total);
}

/* ---- Blanks. ---- */

static void put_card(const struct mention *mention, struct text *text)
{
    say_card(mention->speaker, mention->card_count ? mention->cards[0] : CARD_NONE, text);
}

static void put_cards(const struct mention *mention, struct text *text)
{
    if (mention->number && !mention->card_count)
        say_total(mention, N_("card {total}"), mention->number, text);
    else
        say_cards(mention, mention->cards, mention->card_count, text);
}

static void put_lying(const struct mention *mention, struct text *text)
{
    struct card cards[HAND_CARDS_MAX];
    const struct speaker *speaker = mention->speaker;
    if (!speaker->round) {
        put_card(mention, text);
        return;
    }
    unsigned count = game_family(speaker->book)->cards(speaker->round, mention->place, cards);
    if (count == 0)
        text_put(text, in(mention, N_("no card")));
    say_cards(mention, cards, count, text);
    struct hand_value value = value_of(mention);
    if (count && value.kind != VALUE_NONE)
        say_total(mention, N_(", {total}"), value.total, text);
}

static void put_value(const struct mention *mention, struct text *text)
{
    struct hand_value value = value_of(mention);
    switch (value.kind) {
    case VALUE_NONE:
        break;
    case VALUE_BLACKJACK:
        text_put(text, in(mention, N_(": Blackjack")));
        break;
    case VALUE_BUST:
        say_total(mention, N_(", over 21 with {total}"), value.total, text);
        break;
    case VALUE_SOFT:
        say_total(mention, N_(", now soft {total}"), value.total, text);
        break;
    default:
        say_total(mention, N_(", now {total}"), value.total, text);
    }
}

static void put_standing(const struct mention *mention, struct text *text)
{
    struct hand_value value = value_of(mention);
    if (value.kind != VALUE_NONE)
        say_total(mention, value.kind == VALUE_SOFT ? N_(" on soft {total}") : N_(" on {total}"), value.total,
                  text);
}

static void fill_hand(void *context, const char *blank, size_t length, struct text *text)
{
    const struct place *place = context;
    (void)length;
    text_format(text, "%u", *blank == 'a' ? place->area : place->hand);
}

static void say_hand(const struct mention *mention, unsigned area, unsigned hand, struct text *text)
{
    assert(area <= AREAS_MAX);
    struct place place = {PLACE_HAND, (uint8_t)area, (uint8_t)hand};
    const char *pattern = hand ? N_("area {area}, hand {hand}") : N_("area {area}");
    text_fill(text, in(mention, area ? pattern : N_("the table")), fill_hand, &place);
}

static void put_hand(const struct mention *mention, struct text *text)
{
    say_hand(mention, mention->spot.area, mention->spot.hand, text);
}

static void say_place(const struct mention *mention, struct place place, struct text *text)
{
    static const char *const names[] = {[PLACE_NOWHERE] =
                                            N_("where it lay out"), /* left the shoe, not dealt */
                                        [PLACE_HAND] = "",
                                        [PLACE_DEALER] = N_("the Dealer"),
                                        [PLACE_PLAYER_SIDE] = N_("Player"),
                                        [PLACE_BANKER_SIDE] = N_("Banker"),
                                        [PLACE_DISCARD] = N_("the discard holder")};
    if (place.kind == PLACE_HAND)
        say_hand(mention, place.area, place.hand, text);
    else
        text_put(text, in(mention, names[place.kind]));
}

static void put_place(const struct mention *mention, struct text *text)
{
    say_place(mention, mention->place, text);
}

static void put_from(const struct mention *mention, struct text *text)
{
    say_place(mention, mention->from, text);
}

static void put_who(const struct mention *mention, struct text *text)
{
    text_put(text, name_of(mention->speaker, mention->person));
}

static void put_other(const struct mention *mention, struct text *text)
{
    text_put(text, name_of(mention->speaker, mention->act->other));
}

static void put_actor(const struct mention *mention, struct text *text)
{
    if (mention->act->actor == ACTOR_PERSON)
        put_who(mention, text);
    else
        text_put(text, in(mention, pattern_actors[mention->act->actor]));
}

/* A, B and C. */
static void say_people(const struct mention *mention, uint32_t people, struct text *text)
{
    assert(mention->speaker->roster);
    const char *before = "";
    for (uint32_t left = people; left; left &= left - 1) {
        bool last = (left & (left - 1)) == 0;
        text_put(text, last && *before ? in(mention, N_(" and ")) : before);
        text_put(text, name_of(mention->speaker, (unsigned)__builtin_ctz(left)));
        before = in(mention, N_(", "));
    }
}

static void put_people(const struct mention *mention, struct text *text)
{
    say_people(mention, mention->people ? mention->people : 1U << mention->person, text);
}

static void put_amount(const struct mention *mention, struct text *text)
{
    sentence_amount(mention->cents, text);
}

static void put_change(const struct mention *mention, struct text *text)
{
    text_put(text, mention->cents > 0 ? "+" : "");
    sentence_amount(mention->cents, text);
}

static void put_label(const struct mention *mention, struct text *text)
{
    assert(mention->wager < mention->speaker->book->wager_count);
    const struct speaker *speaker = mention->speaker;
    text_put(text, label_say(&speaker->book->wagers[mention->wager % WAGERS_MAX].label, speaker->language));
}

static void put_owner(const struct mention *mention, struct text *text)
{
    text_put(text, name_of(mention->speaker, mention->spot.owner - 1U));
}

static void fill(void *context, const char *blank, size_t length, struct text *text);

/* Has a wager been doubled? It is not what was placed before the cards any more [rws 1.15]. */
static bool is_doubled(const struct mention *mention)
{
    const struct round *round = mention->speaker->round;
    for (unsigned i = 0; round && i < round->stake_count; i++) {
        const struct stake *stake = &round->stakes[i];
        if (stake->person == mention->person && stake->wager == mention->wager &&
            spot_equal(stake->spot, mention->spot))
            return stake->effective_cents > stake->original_cents;
    }
    return false;
}

/* A wager and where it lies; an Insurance beside somebody else's wager says whose. */
static void put_bet(const struct mention *mention, struct text *text)
{
    bool beside = mention->spot.owner && mention->spot.owner != mention->person + 1;
    const char *pattern = !mention->spot.area   ? "{wager}"
                          : beside              ? N_("the {wager} of {hand}, beside the wager of {owner}")
                          : is_doubled(mention) ? N_("the doubled wager of {hand}")
                                                : N_("the {wager} of {hand}");
    text_fill(text, in(mention, pattern), fill, (void *)mention);
}

static void put_option(const struct mention *mention, struct text *text)
{
    text_put(text, in(mention, pattern_options[mention->option]));
}

static void put_offer(const struct mention *mention, struct text *text)
{
    text_put(text, in(mention, pattern_offers[mention->option]));
}

static void put_question(const struct mention *mention, struct text *text)
{
    text_put(text, in(mention, pattern_questions[mention->question]));
}

static void put_reason(const struct mention *mention, struct text *text)
{
    text_put(text, in(mention, pattern_reasons[mention->reason]));
}

static void put_number(const struct mention *mention, struct text *text)
{
    text_format(text, "%u", mention->number);
}

static void put_note(const struct mention *mention, struct text *text)
{
    text_put(text, mention->act->note);
}

static void say_note(const struct mention *mention, struct text *text)
{
    if (mention->act->note[0])
        text_format(text, " (%s)", mention->act->note);
}

static void put_irregularity(const struct mention *mention, struct text *text)
{
    text_put(text, in(mention, irregularity_says((enum irregularity)mention->act->irregularity)));
    if (mention->spot.area) {
        text_put(text, in(mention, N_(", ")));
        put_hand(mention, text);
    }
    if (mention->place.kind) {
        text_put(text, in(mention, N_(", ")));
        put_place(mention, text);
    }
    if (mention->card_count) {
        text_put(text, in(mention, N_(": ")));
        put_cards(mention, text);
    }
    if (mention->people) {
        text_put(text, in(mention, N_(": ")));
        put_people(mention, text);
    }
    say_note(mention, text);
}

static void put_decision(const struct mention *mention, struct text *text)
{
    text_put(text, in(mention, pattern_decision(mention->act)));
    say_note(mention, text);
}

static const struct blank {
    const char *name;
    void (*put)(const struct mention *mention, struct text *text);
} blanks[] = {
    {"actor", put_actor},       {"amount", put_amount},
    {"bet", put_bet},           {"card", put_card},
    {"cards", put_cards},       {"change", put_change},
    {"decision", put_decision}, {"from", put_from},
    {"hand", put_hand},         {"irregularity", put_irregularity},
    {"lying", put_lying},       {"note", put_note},
    {"number", put_number},     {"offer", put_offer},
    {"option", put_option},     {"other", put_other},
    {"owner", put_owner},       {"people", put_people},
    {"place", put_place},       {"question", put_question},
    {"reason", put_reason},     {"standing", put_standing},
    {"value", put_value},       {"wager", put_label},
    {"who", put_who},
};

static void fill(void *context, const char *blank, size_t length, struct text *text)
{
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++)
        if (strlen(blanks[i].name) == length && memcmp(blanks[i].name, blank, length) == 0) {
            blanks[i].put(context, text);
            return;
        }
    assert(!"a blank of patterns.h");
}

/* ---- Sentences. ---- */

/* It starts with a capital, also where it starts with a place; a person's name stays as it is. */
static void tell(const struct mention *mention, const char *pattern, struct text *text)
{
    assert(pattern && text);
    size_t begin = text->used;
    bool names = strncmp(pattern, "{who}", 5) == 0 || strncmp(pattern, "{people}", 8) == 0 ||
                 (strncmp(pattern, "{actor}", 7) == 0 && mention->act && mention->act->actor == ACTOR_PERSON);
    text_fill(text, in(mention, pattern), fill, (void *)mention);
    if (!names && begin < text->used && text->bytes[begin] >= 'a' && text->bytes[begin] <= 'z')
        text->bytes[begin] = (char)(text->bytes[begin] - 'a' + 'A');
}

static struct mention mention_event(const struct speaker *speaker, const struct event *event)
{
    assert(speaker->book && speaker->roster && event->kind < EVENT_COUNT);
    return (struct mention){.speaker = speaker,
                            .person = event->person,
                            .wager = event->wager,
                            .option = event->option,
                            .question = event->question,
                            .reason = event->reason,
                            .number = event->number,
                            .card_count = !card_is_none(event->card),
                            .cards = &event->card,
                            .spot = event->spot,
                            .place = event->place,
                            .from = event->from_place,
                            .cents = event->amount_cents};
}

void sentence_event(const struct speaker *speaker, const struct event *event, struct text *text)
{
    sentence_offer(speaker, event, 0, text);
}

void sentence_offer(const struct speaker *speaker, const struct event *event, uint32_t people,
                    struct text *text)
{
    struct mention mention = mention_event(speaker, event);
    assert(event->kind < EVENT_COUNT && pattern_events[event->kind]);
    mention.people = people;
    tell(&mention, pattern_event(event), text);
}

void sentence_act(const struct speaker *speaker, const struct act *act, struct text *text)
{
    struct mention mention = {.speaker = speaker,
                              .act = act,
                              .person = act->person,
                              .wager = act->wager,
                              .option = act->option,
                              .number = act->number,
                              .card_count = act->card_count,
                              .cards = act->cards,
                              .spot = act->spot,
                              .place = act->place,
                              .people = act->persons,
                              .cents = act->amount_cents};
    assert(act->verb < VERB_COUNT && pattern_act(act));
    tell(&mention, pattern_act(act), text);
}

struct remedy_phrases {
    unsigned language;
    const char *what;
    const char *then;
};

static void fill_remedy(void *context, const char *blank, size_t length, struct text *text)
{
    assert(context);
    const struct remedy_phrases *phrases = context;
    (void)length;
    text_put(text, language_say(phrases->language, *blank == 'i' ? phrases->what : phrases->then));
}

void sentence_remedy(unsigned language, enum irregularity kind, enum remedy remedy, struct text *text)
{
    assert(kind < IRREGULARITY_COUNT && remedy < REMEDY_COUNT);
    struct remedy_phrases phrases = {language, irregularity_says(kind), remedy_says(remedy)};
    text_fill(text, language_say(language, N_("If {irregularity}, {remedy}.")), fill_remedy, &phrases);
}

/* ---- What is waited for. ---- */

/* A round in which cards are dealt. */
static const char *wanted_of(const struct wants *wants)
{
    assert(wants);
    if (wants->question)
        return N_("{question}.");
    if (wants->turn.area)
        return N_("{who} decides for {hand}.");
    if (wants->deciders)
        return N_("Waiting for {people}.");
    return wants->card.kind ? N_("The next card goes to {place}.") : N_("Waiting for the Dealer.");
}

static const char *wanted(const struct round *round, const struct wants *wants)
{
    assert(round && wants);
    switch ((enum round_phase)round->phase) {
    case PHASE_IDLE:
        return N_("Bets are not open yet.");
    case PHASE_BETTING:
        return N_("Place your bets.");
    case PHASE_DEALING:
        return wanted_of(wants);
    case PHASE_ENDED:
        break;
    }
    return N_("The round has ended.");
}

void sentence_wants(const struct speaker *speaker, const struct wants *wants, int control, struct text *text)
{
    assert(speaker->round && control < (int)speaker->roster->count);
    struct mention mention = {.speaker = speaker,
                              .person = control < 0 ? PERSONS_MAX : (uint8_t)control,
                              .question = wants->question,
                              .spot = {.area = wants->turn.area, .hand = wants->turn.hand},
                              .place = wants->card,
                              .people = wants->deciders};
    tell(&mention, wanted(speaker->round, wants), text);
}

/* ---- Why not. ---- */

/* The act that the table waits for. */
static void add_wants(const struct speaker *speaker, struct text *text)
{
    struct wants wants = round_wants(speaker->book, speaker->round);
    int control = wants.turn.area
                      ? game_family(speaker->book)->control(speaker->book, speaker->round, wants.turn.area)
                      : -1;
    text_put(text, " ");
    sentence_wants(speaker, &wants, control, text);
}

/* The card that must leave the device before any other, if its face is known. */
static void add_front(const struct speaker *speaker, struct text *text)
{
    struct card next = round_next_card(speaker->book, speaker->round);
    if (card_is_none(next))
        return;
    struct mention mention = {.speaker = speaker, .cards = &next, .card_count = 1};
    text_put(text, " ");
    tell(&mention, N_("The next one is {card}."), text);
}

/* The amount that still fits under the maximum of the box [rws 5.1]. */
static void add_room(const struct speaker *speaker, const struct act *act, struct text *text)
{
    const struct round *round = speaker->round;
    struct mention mention = {.speaker = speaker, .cents = round->setting.limit_max_cents[act->wager]};
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].wager == act->wager && round->stakes[i].spot.area == act->spot.area &&
            round->stakes[i].person != act->person)
            mention.cents -= round->stakes[i].placed_cents;
    if (mention.cents <= 0)
        return;
    text_put(text, " ");
    tell(&mention, N_("At most {amount} fits in."), text);
}

void sentence_refusal(const struct speaker *speaker, const struct act *act, enum status status,
                      struct text *text)
{
    assert(speaker->round && speaker->roster && status != STATUS_OK);
    text_put(text, language_say(speaker->language, status_sentence(status)));
    if (status == STATUS_CARD_NOT_FRONT)
        add_front(speaker, text);
    else if (status == STATUS_BOX_OVER_MAXIMUM)
        add_room(speaker, act, text);
    else if (status == STATUS_NOT_NOW || status == STATUS_NO_CARD_DUE || status == STATUS_OUT_OF_TURN ||
             status == STATUS_CARD_DUE)
        add_wants(speaker, text);
}
