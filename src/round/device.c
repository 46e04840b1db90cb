/* SPDX-License-Identifier: Apache-2.0 */
#include "round/device.h"

#include <assert.h>
#include <string.h>

unsigned device_card_count(const struct rulebook *book, const struct round *round)
{
    return round->setting.decks * deck_card_count(deck_of((enum deck_id)book->deck));
}

/* Copies that are not inside any more. */
static unsigned copies_gone(const struct round *round, struct card card)
{
    return (unsigned)round->memory.out[card.code] + round->memory.aside[card.code];
}

bool device_may_hold(const struct rulebook *book, const struct round *round, struct card card)
{
    return deck_has(deck_of((enum deck_id)book->deck), card) &&
           copies_gone(round, card) < round->setting.decks;
}

static unsigned count_among(const struct card *cards, unsigned count, struct card card)
{
    unsigned same = 0;
    for (unsigned i = 0; i < count; i++)
        same += card_equal(cards[i], card);
    return same;
}

bool device_may_lie(const struct rulebook *book, const struct round *round, const struct card *cards,
                    unsigned count)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    for (unsigned i = 0; i < count; i++)
        if (!card_is_none(cards[i]) &&
            (!deck_has(deck, cards[i]) ||
             copies_gone(round, cards[i]) + count_among(cards, i, cards[i]) +
                     count_among(round->memory.front, round->memory.front_count, cards[i]) >=
                 round->setting.decks))
            return false;
    return true;
}

int device_front_leads(const struct round *round, const struct card *cards, unsigned count)
{
    unsigned known = round->memory.front_count < count ? round->memory.front_count : count;
    for (unsigned i = 0; i < known; i++)
        if (!card_is_none(cards[i]) && !card_equal(cards[i], round->memory.front[i]))
            return -1;
    return (int)known;
}

void device_reread(struct round *round, struct card was, struct card card)
{
    assert(!card_is_none(was) && !card_is_none(card) && round->memory.out[was.code] > 0);
    round->memory.out[was.code]--;
    round->memory.out[card.code]++;
}

void device_lay_aside(struct round *round, const struct card *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        round->memory.aside[cards[i].code]++;
}

void device_take_aside(struct round *round, struct card lying, struct card card)
{
    assert(round->memory.aside[lying.code] > 0);
    round->memory.aside[lying.code]--;
    device_out(round, card);
}

enum status device_verify(const struct rulebook *book, const struct round *round, struct card card)
{
    if (!deck_has(deck_of((enum deck_id)book->deck), card))
        return STATUS_CARD_FOREIGN;
    if (copies_gone(round, card) >= round->setting.decks)
        return STATUS_CARD_COPIES;
    if (device_has_front(round) && !card_equal(round->memory.front[0], card))
        return STATUS_CARD_NOT_FRONT;
    return STATUS_OK;
}

struct ruling device_refuse(enum status status)
{
    struct ruling ruling = refuse(status, GROUND_DEAL);
    if (status == STATUS_CARD_FOREIGN)
        ruling.irregularity = IRREGULARITY_FOREIGN_CARD + 1;
    else if (status == STATUS_CARD_COPIES)
        ruling.irregularity = IRREGULARITY_EXTRA_CARD + 1;
    return ruling;
}

bool device_reconcile(const struct rulebook *book, const struct round *round,
                      const uint8_t inside[CARD_CODE_COUNT], struct reconciliation *found)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    unsigned unseen = round->memory.out[CARD_NONE.code];
    memset(found, 0, sizeof(*found));
    for (unsigned code = 1; code < CARD_CODE_COUNT; code++) {
        unsigned want = deck_has(deck, (struct card){(uint8_t)code}) ? round->setting.decks : 0;
        unsigned have = (unsigned)round->memory.out[code] + inside[code];
        if (have < want)
            found->missing[code] = (uint8_t)(want - have);
        if (have > want)
            found->extra[code] = (uint8_t)(have - want < UINT8_MAX ? have - want : UINT8_MAX);
        found->missing_count = (uint16_t)(found->missing_count + found->missing[code]);
        found->extra_count = (uint16_t)(found->extra_count + found->extra[code]);
    }
    if (found->extra_count || found->missing_count != unseen)
        return false;
    memset(found, 0, sizeof(*found)); /* what is missing was dealt face down and never shown */
    return true;
}

enum status device_verify_down(const struct rulebook *book, const struct round *round)
{
    if (device_has_front(round))
        return STATUS_CARD_NOT_FRONT;
    return round->memory.out_count < device_card_count(book, round) ? STATUS_OK : STATUS_CARD_COPIES;
}

enum status device_verify_faces(const struct rulebook *book, const struct round *round,
                                const struct card *cards, unsigned count)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    const struct memory *memory = &round->memory;
    for (unsigned i = 0; i < count; i++) {
        if (!deck_has(deck, cards[i]))
            return STATUS_CARD_FOREIGN;
        if (copies_gone(round, cards[i]) + count_among(memory->front, memory->front_count, cards[i]) +
                count_among(cards, i, cards[i]) >=
            round->setting.decks)
            return STATUS_CARD_COPIES;
    }
    return STATUS_OK;
}

void device_reveal(struct round *round, struct card card)
{
    struct memory *memory = &round->memory;
    assert(memory->out[CARD_NONE.code] > 0 && memory->out[card.code] < round->setting.decks);
    memory->out[CARD_NONE.code]--;
    memory->out[card.code]++;
}

void device_out(struct round *round, struct card card)
{
    struct memory *memory = &round->memory;
    assert(card_is_none(card) || memory->out[card.code] < round->setting.decks);
    memory->out[card.code]++;
    memory->out_count++;
    memory->shuffled = false;
}

void device_draw(struct round *round, struct card card, struct front_card *front)
{
    struct memory *memory = &round->memory;
    front->why = 0;
    front->late = false;
    device_out(round, card);
    if (!memory->front_count)
        return;
    assert(card_equal(memory->front[0], card));
    front->why = memory->front_why[0];
    front->late = memory->front_late[0];
    unsigned left = --memory->front_count;
    memmove(memory->front, memory->front + 1, left * sizeof(memory->front[0]));
    memmove(memory->front_why, memory->front_why + 1, left * sizeof(memory->front_why[0]));
    memmove(memory->front_late, memory->front_late + 1, left * sizeof(memory->front_late[0]));
}

/* Makes room for `count` cards before those at the front. */
static void front_insert(struct memory *memory, const struct card *cards, unsigned count,
                         enum irregularity why, bool late)
{
    unsigned kept = memory->front_count;
    assert(kept + count <= FRONT_CARDS_MAX);
    memmove(memory->front + count, memory->front, kept * sizeof(memory->front[0]));
    memmove(memory->front_why + count, memory->front_why, kept * sizeof(memory->front_why[0]));
    memmove(memory->front_late + count, memory->front_late, kept * sizeof(memory->front_late[0]));
    for (unsigned i = 0; i < count; i++) {
        memory->front[i] = cards[i];
        memory->front_why[i] = (uint8_t)(why + 1);
        memory->front_late[i] = late;
    }
    memory->front_count = (uint8_t)(kept + count);
}

void device_put_back(struct round *round, const struct card *cards, unsigned count, enum irregularity why,
                     bool late)
{
    front_insert(&round->memory, cards, count, why, late);
    for (unsigned i = 0; i < count; i++) {
        assert(round->memory.out[cards[i].code] > 0);
        round->memory.out[cards[i].code]--;
        round->memory.out_count--;
    }
}

void device_seen(struct round *round, struct card card, enum irregularity why, bool late)
{
    assert(why < IRREGULARITY_COUNT);
    front_insert(&round->memory, &card, 1, why, late);
}

void device_shuffle(const struct rulebook *book, struct round *round)
{
    struct memory *memory = &round->memory;
    memset(memory->out, 0, sizeof(memory->out));
    memset(memory->aside, 0, sizeof(memory->aside));
    memory->out_count = 0;
    memory->front_count = 0;
    memory->shuffled = true;
    memory->counted = true;
    memory->shuffle_due = 0;
    memory->burn_due = book->burn_when == BURN_AFTER_SHUFFLE ? book->burn_count : 0;
}

void device_riffle(struct round *round, const uint8_t lying[CARD_CODE_COUNT])
{
    struct memory *memory = &round->memory;
    memory->out_count = 0;
    memory->counted = true;
    for (unsigned code = 0; code < CARD_CODE_COUNT; code++) {
        memory->out[code] = lying[code];
        memory->out_count = (uint16_t)(memory->out_count + lying[code]);
    }
}

void device_next_round(const struct rulebook *book, struct round *round)
{
    struct memory *memory = &round->memory;
    if (round->setting.shuffle_machine) {
        memset(memory->out, 0, sizeof(memory->out));
        memory->out_count = 0;
    }
    if (book->burn_when == BURN_EACH_ROUND)
        memory->burn_due = book->burn_count;
}
