/* SPDX-License-Identifier: Apache-2.0 */
/* read_expect.c - the expectations of a record, section 8 of docs/notation.md. */
#include "record/form.h"
#include "record/reader.h"

#include <assert.h>
#include <string.h>

#define SHOW(word) (int)(word).length, (word).bytes

/* True, and the next word read, if there is one that does not start the list of clauses. */
static bool next_argument(struct reader *reader, struct word *word)
{
    if (!words_peek(&reader->words, word) || word_is_clause(*word))
        return false;
    words_next(&reader->words, word);
    return true;
}

static bool read_literal(struct reader *reader, const char *literal)
{
    assert(literal[0]);
    struct word word;
    if (!reader_word(reader, literal, &word))
        return false;
    if (word_is(word, literal))
        return true;
    return reader_fault(reader, "expected the word \"%s\", not \"%.*s\"", literal, SHOW(word));
}

static bool read_place(struct reader *reader, bool discard, struct place *place)
{
    struct word word;
    return reader_word(reader, discard ? "place" : "hand", &word) &&
           reader_place(reader, word, discard, place);
}

static bool read_person(struct reader *reader, struct expectation *expectation)
{
    assert(!expectation->person); /* named once in a line */
    uint8_t person;
    if (!reader_person(reader, &person))
        return false;
    expectation->person = (uint8_t)(person + 1);
    return true;
}

static bool add_card(struct reader *reader, struct expectation *expectation, struct word word)
{
    assert(expectation->card_count <= RECON_CARDS_MAX);
    if (expectation->card_count == RECON_CARDS_MAX)
        return reader_fault(reader, "more than %d cards", RECON_CARDS_MAX);
    if (!reader_card(reader, word, &expectation->cards[expectation->card_count]))
        return false;
    expectation->card_count++;
    return true;
}

static bool read_card(struct reader *reader, struct expectation *expectation)
{
    struct word word;
    return reader_word(reader, "card", &word) && add_card(reader, expectation, word);
}

static bool read_value(struct reader *reader, struct expectation *expectation)
{
    static const struct {
        const char *prefix;
        uint8_t kind;
    } shapes[] = {{"bust", VALUE_BUST}, {"s", VALUE_SOFT}, {"", VALUE_HARD}};
    struct word word;
    unsigned total;
    if (!reader_word(reader, "value", &word))
        return false;
    if (word_is(word, "bj")) {
        expectation->value = (struct hand_value){VALUE_BLACKJACK, 21};
        return true;
    }
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        size_t length = strlen(shapes[i].prefix);
        struct word digits = {word.bytes + length, word.length - length};
        if (word.length > length && memcmp(word.bytes, shapes[i].prefix, length) == 0 &&
            word_number(digits, UINT8_MAX, &total)) {
            expectation->value = (struct hand_value){shapes[i].kind, (uint8_t)total};
            return true;
        }
    }
    return reader_fault(reader, "bad value \"%.*s\" (17, s17, bj or bust24)", SHOW(word));
}

static bool read_money(struct reader *reader, struct expectation *expectation)
{
    return read_person(reader, expectation) &&
           reader_wager(reader, &expectation->spot, &expectation->wager) &&
           reader_amount(reader, &expectation->amount_cents);
}

static bool read_offered(struct reader *reader, struct expectation *expectation)
{
    assert(!expectation->persons);
    struct word word;
    uint8_t person;
    if (!reader_word(reader, "option", &word))
        return false;
    expectation->option = (uint8_t)form_option(word);
    if (expectation->option == OPTION_NONE)
        return reader_fault(reader, "unknown option \"%.*s\"", SHOW(word));
    while (next_argument(reader, &word)) {
        if (!reader_name(reader, word, &person))
            return false;
        expectation->persons |= 1U << person;
    }
    return true;
}

static bool read_asks(struct reader *reader, struct expectation *expectation)
{
    assert(!expectation->question);
    struct word word;
    if (!reader_word(reader, "question", &word))
        return false;
    for (unsigned i = QUESTION_NONE + 1; i < QUESTION_COUNT; i++)
        if (word_is(word, question_name((enum question)i)))
            expectation->question = (uint8_t)i;
    if (expectation->question)
        return true;
    return reader_fault(reader, "unknown question \"%.*s\"", SHOW(word));
}

/* B>G>C=E: groups from first to last; "=" joins equals. */
static bool read_order(struct reader *reader, struct expectation *expectation)
{
    assert(expectation->rank.count == 0);
    struct claim_rank *rank = &expectation->rank;
    struct word word;
    if (!reader_word(reader, "order", &word))
        return false;
    uint8_t group = 0;
    for (size_t start = 0; start <= word.length;) {
        size_t end = start;
        while (end < word.length && word.bytes[end] != '>' && word.bytes[end] != '=')
            end++;
        struct word name = {word.bytes + start, end - start};
        if (rank->count == PERSONS_MAX)
            return reader_fault(reader, "more than %d people", PERSONS_MAX);
        if (!reader_name(reader, name, &rank->person[rank->count]))
            return false;
        rank->group[rank->count++] = group;
        group = (uint8_t)(group + (end < word.length && word.bytes[end] == '>'));
        start = end + 1;
    }
    return true;
}

/* [A] [SPOT] KIND: a name is a name unless it is a kind. */
static bool read_decided(struct reader *reader, struct expectation *expectation)
{
    struct word word;
    if (words_peek(&reader->words, &word) && word_is_name(word) && !reader_is_kind(reader, word) &&
        !read_person(reader, expectation))
        return false;
    return reader_wager(reader, &expectation->spot, &expectation->wager);
}

/* 1:Th,9d */
static bool read_recon_hand(struct reader *reader, struct expectation *expectation, struct word word)
{
    assert(expectation->hand_count <= RECON_HANDS_MAX);
    struct word place;
    struct word cards;
    struct word card;
    if (expectation->hand_count == RECON_HANDS_MAX)
        return reader_fault(reader, "more than %d hands", RECON_HANDS_MAX);
    struct recon_hand *hand = &expectation->hands[expectation->hand_count++];
    if (!word_cut(word, ':', &place, &cards) || place.length == 0)
        return reader_fault(reader, "bad hand \"%.*s\" (PLACE:CARD,CARD)", SHOW(word));
    if (!reader_place(reader, place, true, &hand->place))
        return false;
    hand->first = expectation->card_count;
    while (word_cut(cards, ',', &card, &cards))
        if (!add_card(reader, expectation, card))
            return false;
    if (!add_card(reader, expectation, cards))
        return false;
    hand->count = (uint8_t)(expectation->card_count - hand->first);
    return true;
}

/* "1.2:Th" has the shape of a clause; the colon tells them apart. */
static bool read_recon(struct reader *reader, struct expectation *expectation)
{
    struct word word;
    if (!reader_word(reader, "hands", &word) || !read_recon_hand(reader, expectation, word))
        return false;
    while (words_peek(&reader->words, &word) && memchr(word.bytes, ':', word.length)) {
        words_next(&reader->words, &word);
        if (!read_recon_hand(reader, expectation, word))
            return false;
    }
    return true;
}

static bool read_moved(struct reader *reader, struct expectation *expectation)
{
    return read_card(reader, expectation) && read_literal(reader, "from") &&
           read_place(reader, false, &expectation->from_place) && read_literal(reader, "to") &&
           read_place(reader, false, &expectation->place);
}

/* CARD ... from HAND */
static bool read_gone(struct reader *reader, struct expectation *expectation)
{
    struct word word;
    if (!read_card(reader, expectation))
        return false;
    while (words_peek(&reader->words, &word) && !word_is(word, "from"))
        if (!read_card(reader, expectation))
            return false;
    return read_literal(reader, "from") && read_place(reader, false, &expectation->from_place);
}

static bool read_next(struct reader *reader, struct expectation *expectation)
{
    struct word word;
    unsigned number;
    if (!reader_word(reader, "card", &word))
        return false;
    do {
        if (!word_number(word, ACT_CARDS_MAX, &number)) {
            if (!add_card(reader, expectation, word))
                return false;
        } else if (expectation->number_count == ACT_CARDS_MAX) {
            return reader_fault(reader, "more than %d cards", ACT_CARDS_MAX);
        } else {
            expectation->numbers[expectation->number_count++] = (uint8_t)number;
        }
    } while (next_argument(reader, &word));
    return true;
}

static bool read_reason(struct reader *reader, struct expectation *expectation)
{
    assert(!expectation->reason);
    struct word word;
    if (!next_argument(reader, &word))
        return true;
    for (unsigned i = REASON_NONE + 1; i < REASON_COUNT; i++)
        if (word_is(word, reason_name((enum reason)i)))
            expectation->reason = (uint8_t)i;
    if (expectation->reason)
        return true;
    return reader_fault(reader, "unknown reason \"%.*s\"", SHOW(word));
}

static bool read_arguments(struct reader *reader, struct expectation *expectation)
{
    assert(expectation->kind < EXPECT_COUNT);
    switch ((enum expectation_kind)expectation->kind) {
    case EXPECT_LANDED:
        return read_place(reader, true, &expectation->place) && read_card(reader, expectation);
    case EXPECT_HAND:
        return read_place(reader, false, &expectation->place) && read_value(reader, expectation);
    case EXPECT_PAID:
    case EXPECT_TAKEN:
    case EXPECT_RETURNED:
    case EXPECT_EFFECTIVE:
        return read_money(reader, expectation);
    case EXPECT_OFFERED:
        return read_offered(reader, expectation);
    case EXPECT_ASKS:
        return read_asks(reader, expectation);
    case EXPECT_CONTROL:
    case EXPECT_PRIORITY:
        return reader_area(reader, &expectation->spot.area) && read_person(reader, expectation);
    case EXPECT_RANK:
        return reader_wager(reader, &expectation->spot, &expectation->wager) &&
               read_order(reader, expectation);
    case EXPECT_STANDS:
        return read_place(reader, false, &expectation->place);
    case EXPECT_DECIDED:
        return read_decided(reader, expectation);
    case EXPECT_RECON:
        return read_recon(reader, expectation);
    case EXPECT_MOVED:
        return read_moved(reader, expectation);
    case EXPECT_BACK:
    case EXPECT_DROPPED:
        return read_gone(reader, expectation);
    case EXPECT_NEXT:
        return read_next(reader, expectation);
    case EXPECT_REMEMBERED:
        return read_person(reader, expectation) && read_literal(reader, "under-minimum");
    case EXPECT_IN:
    case EXPECT_OUT:
        return read_person(reader, expectation);
    case EXPECT_RESULT:
        return read_person(reader, expectation) &&
               reader_wager(reader, &expectation->spot, &expectation->wager) &&
               reader_delta(reader, &expectation->amount_cents) && read_reason(reader, expectation);
    case EXPECT_NET:
        return read_person(reader, expectation) && reader_delta(reader, &expectation->amount_cents);
    case EXPECT_NOTHING:
    case EXPECT_REFUSED:
    case EXPECT_CITES:
    case EXPECT_NATURAL:
    case EXPECT_NO_CARD:
    case EXPECT_STOPS:
    case EXPECT_NO_RECON:
    case EXPECT_PLAY_ON:
    case EXPECT_EARLIER_STAND:
    case EXPECT_VOID:
    case EXPECT_COUNT:
        break;
    }
    return true;
}

static const struct {
    const char *first;
    const char *second;
} names[EXPECT_COUNT] = {
#define EXPECTATION_NAME(id, first, second) [id] = {first, second},
    EXPECTATION_LIST(EXPECTATION_NAME)
#undef EXPECTATION_NAME
};

/* The kind the line names, its second word included. */
static bool read_kind(struct reader *reader, struct expectation *expectation)
{
    assert(!expectation->kind);
    struct word first;
    struct word second;
    bool known = false;
    if (!reader_word(reader, "expectation", &first))
        return false;
    if (!words_peek(&reader->words, &second))
        second = (struct word){"", 0};
    for (unsigned i = EXPECT_NOTHING + 1; i < EXPECT_COUNT && !expectation->kind; i++) {
        bool named = word_is(first, names[i].first);
        known = known || named;
        if (named && (names[i].second[0] == '\0' || word_is(second, names[i].second)))
            expectation->kind = (uint8_t)i;
    }
    if (!expectation->kind && (!known || second.length == 0))
        return reader_fault(reader, "unknown expectation \"%.*s\"", SHOW(first));
    if (!expectation->kind)
        return reader_fault(reader, "unknown expectation \"%.*s %.*s\"", SHOW(first), SHOW(second));
    if (names[expectation->kind].second[0])
        words_next(&reader->words, &second);
    return true;
}

static bool read_clauses(struct reader *reader, struct expectation *expectation)
{
    assert(reader->record);
    struct word word;
    struct words list = reader->words;
    expectation->clauses = words_rest(&list);
    while (words_next(&reader->words, &word))
        if (!word_is_clause(word))
            return reader_fault(reader, "too many words from \"%.*s\"", SHOW(word));
    return true;
}

bool read_expectation(struct reader *reader)
{
    struct expectation expectation = {0};
    struct words words = reader->words;
    struct word text = words_rest(&words);
    if (!read_kind(reader, &expectation) || !read_arguments(reader, &expectation) ||
        !read_clauses(reader, &expectation))
        return false;
    struct record_item *item = reader_item(reader, ITEM_EXPECTATION);
    if (!item)
        return false;
    item->expectation = expectation;
    item->text = text;
    reader->record->expects = true;
    return true;
}
