/* SPDX-License-Identifier: Apache-2.0 */
/* legal.c - everything an actor may do now: each act that could be offered is put to the same gate as the act
 * itself, so that an offer is never refused and nothing else is accepted. */
#include <assert.h>
#include <string.h>

#include "baccarat/felt.h"
#include "baccarat/verify.h"
#include "round/device.h"

struct offers {
    const struct rulebook *book;
    const struct round *round;
    struct act *acts;
    unsigned count;
};

static bool offer(struct offers *offers, const struct act *act)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    /* unreached: there are no more than 16 cards, four wagers and the reports to offer anything about */
    if (offers->count >= LEGAL_ACTS_MAX ||
        baccarat_verify(offers->book, offers->round, act).status != STATUS_OK)
        return false;
    offers->acts[offers->count++] = *act;
    return true;
}

/* ---- Wagers. ---- */

static void offer_wager(struct offers *offers, struct act act, enum verb verb)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    const struct round *round = offers->round;
    int index = stake_find(round, act.person, act.wager, (struct spot){0, 0, 0});
    act.verb = (uint8_t)verb;
    act.amount_cents = bac_bet_amount_min(offers->book, round, act.wager);
    if (verb == VERB_PULL)
        act.amount_cents = 0;
    if (verb == VERB_RAISE && index >= 0 && act.amount_cents <= round->stakes[index].placed_cents)
        act.amount_cents = round->stakes[index].placed_cents + offers->book->unit_cents;
    if (offer(offers, &act) || verb == VERB_PULL || verb == VERB_RAISE)
        return;
    act.flags = ACT_UNNOTICED; /* whoever cannot reach the minimum may still have put something there */
    act.amount_cents = offers->book->unit_cents;
    offer(offers, &act);
}

static void offer_wagers(struct offers *offers, enum actor actor, unsigned person)
{
    assert(person < PERSONS_MAX);
    for (unsigned wager = 0; wager < offers->book->wager_count; wager++) {
        struct act act = {.actor = (uint8_t)actor, .person = (uint8_t)person, .wager = (uint8_t)wager};
        if (actor != ACTOR_PERSON) {
            offer_wager(offers, act, VERB_PLACE);
            continue;
        }
        offer_wager(offers, act, VERB_BET);
        offer_wager(offers, act, VERB_RAISE);
        offer_wager(offers, act, VERB_PULL);
    }
}

/* ---- Cards. ---- */

/* Any card that could come next; the one that must, if one must. */
static struct card next_possible(const struct offers *offers)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    const struct round *round = offers->round;
    const struct deck *deck = deck_of((enum deck_id)offers->book->deck);
    if (device_has_front(round))
        return round->memory.front[0];
    if (round->baccarat.lying_count && !card_is_none(round->baccarat.lying[0]))
        return round->baccarat.lying[0];
    for (unsigned i = 0; i < deck_card_count(deck); i++)
        if (device_may_hold(offers->book, round, deck_card(deck, i)))
            return deck_card(deck, i);
    return CARD_NONE;
}

static void offer_cards(struct offers *offers)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    static const uint8_t places[] = {PLACE_NOWHERE, PLACE_PLAYER_SIDE, PLACE_BANKER_SIDE, PLACE_DISCARD};
    const struct round *round = offers->round;
    bool forced =
        device_has_front(round) || (round->baccarat.lying_count && !card_is_none(round->baccarat.lying[0]));
    struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD, .card_count = 1};
    for (unsigned i = 0; i < sizeof(places); i++) {
        unsigned before = offers->count;
        act.place = place_of(places[i]);
        act.cards[0] = next_possible(offers);
        offer(offers, &act);
        if (offers->count > before && !forced)
            offers->acts[before].cards[0] = CARD_NONE; /* the caller's to fill in */
    }
}

/* ---- Reports. ---- */

static void offer_together(struct offers *offers, struct act act)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    act.card_count = 2;
    act.flags = ACT_ORDER_KNOWN;
    offer(offers, &act);
    act.flags = ACT_ORDER_UNKNOWN;
    offer(offers, &act);
}

static void offer_on_hands(struct offers *offers, struct act act)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    static const uint8_t places[] = {PLACE_PLAYER_SIDE, PLACE_BANKER_SIDE};
    for (unsigned i = 0; i < sizeof(places); i++) {
        act.place = place_of(places[i]);
        offer(offers, &act);
    }
}

static void offer_faceup(struct offers *offers, struct act act)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    unsigned before = offers->count;
    act.card_count = 1;
    act.cards[0] = next_possible(offers);
    offer(offers, &act);
    if (offers->count > before)
        offers->acts[before].cards[0] = CARD_NONE;
}

static void offer_terminals(struct offers *offers, struct act act)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    for (unsigned person = 0; person < offers->round->person_count; person++) {
        act.persons = 1U << person;
        offer(offers, &act);
    }
}

static void offer_reports(struct offers *offers, enum actor actor)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++) {
        struct act act = {.actor = (uint8_t)actor, .verb = VERB_IRREGULARITY, .irregularity = (uint8_t)kind};
        if (kind == IRREGULARITY_SIMULTANEOUS)
            offer_together(offers, act);
        else if (kind == IRREGULARITY_CARD_NOT_WANTED)
            offer_on_hands(offers, act);
        else if (kind == IRREGULARITY_FACEUP_CARD)
            offer_faceup(offers, act);
        else if (kind == IRREGULARITY_TERMINAL_FAILURE)
            offer_terminals(offers, act);
        else
            offer(offers, &act);
    }
}

/* ---- Staff. ---- */

/* Each of these clauses that makes the round void and is not on the list yet. */
static void offer_void_by(struct offers *offers, enum actor actor, const char *clauses, struct text *offered)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    while (*clauses) {
        struct act act = {.actor = (uint8_t)actor, .verb = VERB_VOID};
        size_t length = strcspn(clauses, " ");
        memcpy(act.note, clauses, length);
        if (!text_has_word(offered->bytes, act.note))
            offer(offers, &act);
        text_format(offered, " %s", act.note);
        clauses += length + strspn(clauses + length, " ");
    }
}

/* Every clause that makes a round void, once. */
static void offer_voids(struct offers *offers, enum actor actor)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    const struct rulebook *book = offers->book;
    char buffer[IRREGULARITY_COUNT * REMEDY_CLAUSES_MAX];
    struct text offered;
    text_init(&offered, buffer, sizeof(buffer));
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++)
        if (bac_report_remedy(book, (enum irregularity)kind) == REMEDY_VOID)
            offer_void_by(offers, actor, book->irregularities[kind].early_clauses, &offered);
    offer_void_by(offers, actor, book->grounds[GROUND_OUTAGE_UNDECIDED], &offered); /* [bac 5.9.1] */
}

/* Which card it is instead, is the caller's to fill in. */
static void offer_reread(struct offers *offers, struct act act, struct card was)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    const struct deck *deck = deck_of((enum deck_id)offers->book->deck);
    for (unsigned i = 0; i < deck_card_count(deck); i++) {
        act.cards[0] = deck_card(deck, i);
        if (card_equal(act.cards[0], was) || !offer(offers, &act))
            continue;
        offers->acts[offers->count - 1].cards[0] = CARD_NONE;
        return;
    }
}

static void offer_rereads(struct offers *offers, enum actor actor)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    const struct baccarat_state *state = &offers->round->baccarat;
    uint8_t numbers[PLACE_DISCARD + 1] = {0};
    struct act act = {.actor = (uint8_t)actor, .verb = VERB_REREAD, .card_count = 1};
    if (state->card_count)
        offer_reread(offers, act, state->cards[state->card_count - 1].card);
    for (unsigned i = 0; i < state->card_count; i++) {
        act.place = place_of(state->cards[i].lies);
        act.number = ++numbers[state->cards[i].lies];
        offer_reread(offers, act, state->cards[i].card);
    }
}

static void offer_decisions(struct offers *offers, enum actor actor)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    for (unsigned decision = DECISION_NONE + 1; decision < DECISION_COUNT; decision++) {
        struct act act = {.actor = (uint8_t)actor, .verb = VERB_DECIDE, .decision = (uint8_t)decision};
        offer(offers, &act);
        if (decision != DECISION_RECONSTRUCTABLE)
            continue;
        act.flags = ACT_YES;
        offer(offers, &act);
    }
}

static void offer_plain(struct offers *offers, enum actor actor, unsigned person, enum verb verb,
                        unsigned flags)
{
    assert(person < PERSONS_MAX);
    offer(offers, &(struct act){.actor = (uint8_t)actor,
                                .person = (uint8_t)person,
                                .verb = (uint8_t)verb,
                                .flags = (uint8_t)flags});
}

static void offer_staff(struct offers *offers, enum actor actor)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    offer_plain(offers, actor, 0, VERB_OPEN, 0);
    offer_plain(offers, actor, 0, VERB_CLOSE, 0);
    offer_plain(offers, actor, 0, VERB_END, 0);
    offer_plain(offers, actor, 0, VERB_SHUFFLE, ACT_FULL);
    for (unsigned person = 0; person < offers->round->person_count; person++)
        offer_wagers(offers, actor, person);
    offer_reports(offers, actor);
    offer_rereads(offers, actor);
    offer_decisions(offers, actor);
    offer_voids(offers, actor);
}

static void offer_terminal(struct offers *offers)
{
    assert(offers->count <= LEGAL_ACTS_MAX);
    offer_plain(offers, ACTOR_TERMINAL, 0, VERB_OPEN, 0);
    offer_plain(offers, ACTOR_TERMINAL, 0, VERB_CLOSE, 0);
    for (unsigned person = 0; person < offers->round->person_count; person++)
        offer_plain(offers, ACTOR_TERMINAL, person, VERB_ACCEPT, 0);
}

unsigned baccarat_legal(const struct rulebook *book, const struct round *round, enum actor actor,
                        unsigned person, struct act *acts)
{
    assert(person < PERSONS_MAX);
    struct offers offers = {book, round, acts, 0};
    switch (actor) {
    case ACTOR_PERSON:
        offer_wagers(&offers, actor, person);
        offer_plain(&offers, actor, person, VERB_WITHDRAW, 0);
        offer_plain(&offers, actor, person, VERB_CONTINUE, 0);
        break;
    case ACTOR_DEALER:
    case ACTOR_PIT:
    case ACTOR_SHIFT:
        offer_staff(&offers, actor);
        break;
    case ACTOR_TERMINAL:
        offer_terminal(&offers);
        break;
    case ACTOR_SHOE:
        offer_cards(&offers);
        break;
    }
    return offers.count;
}
