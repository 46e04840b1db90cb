/* SPDX-License-Identifier: Apache-2.0 */
/* outage.c - has any wager been conclusively won or lost? [bac 5.9] [AMB-74, AMB-75, AMB-82]
 *
 * A kind is decided when every way in which the cards can still fall has the same outcome. The ways are tried
 * by rank, with the copies left in the device, until all kinds asked for have been seen both to win and to
 * lose: in an undecided round that takes a few dozen tries. */
#include "baccarat/felt.h"

#include <assert.h>

struct search {
    const struct rulebook *book;
    const struct round *round;
    struct baccarat_state state; /* with the cards tried so far */
    unsigned known;              /* cards to come that have been tried */
    uint16_t left[RANK_COUNT + 1];
    uint8_t seen[WAGERS_MAX]; /* bits of enum outcome */
};

static void search_init(struct search *search, const struct rulebook *book, const struct round *round)
{
    const struct deck *deck = deck_of((enum deck_id)book->deck);
    *search = (struct search){.book = book, .round = round, .state = round->baccarat};
    for (unsigned i = 0; i < deck_card_count(deck); i++) {
        struct card card = deck_card(deck, i);
        search->left[card_rank(card)] += (uint16_t)(round->setting.decks - round->memory.out[card.code]);
    }
}

static bool settled_both_ways(const struct search *search)
{
    assert(search->state.card_count <= BACCARAT_CARDS_MAX);
    for (unsigned i = 0; i < search->book->wager_count; i++)
        if ((search->seen[i] & (search->seen[i] - 1)) == 0)
            return false;
    return true;
}

static void note_outcomes(struct search *search)
{
    assert(search->state.card_count <= BACCARAT_CARDS_MAX);
    for (unsigned i = 0; i < search->book->wager_count; i++)
        search->seen[i] |= (uint8_t)bac_settle_verdict(search->book, &search->state, i).outcome;
}

static void search_on(struct search *search);

static void try_card(struct search *search, uint8_t place, struct card card)
{
    assert(search->state.card_count <= BACCARAT_CARDS_MAX);
    struct baccarat_state *state = &search->state;
    state->cards[state->card_count++] = (struct baccarat_card){card, place};
    search_on(search);
    state->card_count--;
}

/* The card that must come next, if it has left the device; one seen or put back inside has not been dealt and
 * is played as if it were face down [bac 5.6]. */
static struct card known_card(const struct search *search)
{
    assert(search->state.card_count <= BACCARAT_CARDS_MAX);
    unsigned known = search->known;
    unsigned front = search->round->memory.front_count; /* these come first */
    unsigned led = front - search->state.behind_count;  /* they end there */
    if (known < front)
        return known < led && known + search->state.led_count >= led ? search->round->memory.front[known]
                                                                     : CARD_NONE;
    return known - front < search->state.lying_count ? search->state.lying[known - front] : CARD_NONE;
}

static void search_on(struct search *search)
{
    assert(search->state.card_count <= BACCARAT_CARDS_MAX);
    struct next_card next = bac_next_card(search->book, &search->state);
    if (next.place == PLACE_NOWHERE) {
        note_outcomes(search);
        return;
    }
    struct card known = known_card(search);
    search->known++;
    if (!card_is_none(known)) {
        try_card(search, next.place, known);
    } else {
        for (unsigned rank = RANK_ACE; rank <= RANK_COUNT && !settled_both_ways(search); rank++) {
            if (search->left[rank] == 0)
                continue;
            search->left[rank]--;
            try_card(search, next.place, card_make(rank, 0));
            search->left[rank]++;
        }
    }
    search->known--;
}

static bool is_decided(unsigned seen)
{
    return seen == OUTCOME_WIN || seen == OUTCOME_LOSE;
}

/* Cards astray are judged where they belong: they are put right [bac 5.7] before anything is settled,
 * reported yet or not. */
static bool find_outcomes(struct search *search, const struct rulebook *book, const struct round *round)
{
    if (round->phase != PHASE_DEALING)
        return false;
    search_init(search, book, round);
    if (round->baccarat.astray)
        bac_misdeal_lay_out(book, &search->state);
    bool complete = bac_next_card(book, &search->state).place == PLACE_NOWHERE;
    if (book->outage_conclusive == OUTAGE_ANNOUNCED && !complete)
        return false;
    search_on(search);
    return true;
}

bool bac_outage_decided(const struct rulebook *book, const struct round *round, unsigned wager)
{
    assert(wager < book->wager_count);
    struct search search;
    return find_outcomes(&search, book, round) && is_decided(search.seen[wager]);
}

static bool counts(const struct rulebook *book, const struct round *round, unsigned wager)
{
    assert(wager < book->wager_count);
    if (book->outage_basis == OUTAGE_OFFERED)
        return true;
    for (unsigned i = 0; i < round->stake_count; i++)
        if (round->stakes[i].wager == wager && stake_is_open(&round->stakes[i]))
            return true;
    return false;
}

bool bac_outage_any_decided(const struct rulebook *book, const struct round *round)
{
    struct search search;
    if (!find_outcomes(&search, book, round))
        return false;
    for (unsigned i = 0; i < book->wager_count; i++)
        if (counts(book, round, i) && is_decided(search.seen[i]))
            return true;
    return false;
}
