/* SPDX-License-Identifier: Apache-2.0 */
#include "server/offers.h"

#include <assert.h>
#include <string.h>

#include "round/stake.h"

enum { WORDS_MAX = 256, CLAUSES_TEXT_MAX = 512 };

static struct writer writer_of(const struct rulebook *book, const struct table_state *state)
{
    return (struct writer){book, &state->roster, state->round.setting.areas};
}

void offers_act_words(const struct rulebook *book, const struct table_state *state, const struct act *act,
                      struct text *text)
{
    char bytes[WORDS_MAX];
    struct text line;
    struct writer writer = writer_of(book, state);
    text_init(&line, bytes, sizeof bytes);
    if (!write_act(&writer, act, &line))
        return;
    const char *colon = strchr(bytes, ':');
    const char *from = colon ? colon + 2 : bytes;
    text_put_bytes(text, from, strcspn(from, "\n"));
}

static const bool takes_amount[VERB_COUNT] = {
    [VERB_BET] = true, [VERB_RAISE] = true, [VERB_PLACE] = true, [VERB_DOUBLE] = true, [VERB_INSURE] = true};

/* The clauses that the act rests on. A bet's clauses stand with its wager; for anything else the engine is
 * asked, on a copy. */
static void offer_clauses(const struct rulebook *book, const struct round *round, const struct act *act,
                          struct text *clauses)
{
    static _Thread_local struct round copy;
    static _Thread_local struct events events;
    if (act->verb == VERB_BET || act->verb == VERB_RAISE || act->verb == VERB_PLACE) {
        text_put(clauses, book->wagers[act->wager].clauses);
        return;
    }
    copy = *round;
    struct ruling ruling = round_apply(book, &copy, act, &events);
    ruling_clauses(book, &ruling, clauses);
}

/* Offers that read the same are one offer: an irregularity is legal at several spots but reported without. */
struct offered {
    unsigned count;
    struct hash words[LEGAL_ACTS_MAX];
};

static bool is_offered(struct offered *offered, const struct text *words)
{
    struct hash hash = hash_of(words->bytes, words->used);
    for (unsigned i = 0; i < offered->count; i++)
        if (hash_equal(&offered->words[i], &hash))
            return true;
    offered->words[offered->count++] = hash;
    return false;
}

/* The largest wager that a person can pay for. A raise names the whole wager, of which a part is paid
 * already. */
static int64_t affordable(const struct round *round, const struct act *act, const struct viewpoint *viewpoint)
{
    if (!viewpoint->has_balance)
        return MONEY_CENTS_MAX;
    int at = act->verb == VERB_RAISE ? stake_find(round, act->person, act->wager, act->spot) : -1;
    int64_t lies = at < 0 ? 0 : round->stakes[at].placed_cents;
    assert(lies >= 0 && viewpoint->balance_cents <= MONEY_CENTS_MAX - lies);
    return viewpoint->balance_cents + lies;
}

/* Amounts are made of whole chips: the least is rounded up, the most down. */
static void put_amounts(struct out *out, const struct table *table, int64_t min_cents, int64_t max_cents)
{
    int64_t chip_cents = table->plan.chip_cents ? table->plan.chip_cents : 1;
    out_put_integer(out, "min", (min_cents + chip_cents - 1) / chip_cents * chip_cents);
    out_put_integer(out, "max", max_cents / chip_cents * chip_cents);
    out_put_integer(out, "step", chip_cents);
}

static void put_offer(struct out *out, const struct table *table, const struct table_state *state,
                      const struct act *act, int64_t most_cents, struct offered *offered)
{
    const struct rulebook *book = table->plan.book;
    char bytes[WORDS_MAX];
    char clause_bytes[CLAUSES_TEXT_MAX];
    struct text words;
    struct text clauses;
    struct speaker speaker = {.book = book, .roster = &state->roster, .round = &state->round};
    text_init(&words, bytes, sizeof bytes);
    text_init(&clauses, clause_bytes, sizeof clause_bytes);
    offers_act_words(book, state, act, &words);
    if (!words.used || is_offered(offered, &words))
        return;
    offer_clauses(book, &state->round, act, &clauses);
    out_object(out);
    out_put_string(out, "act", bytes);
    out_put_string(out, "verb", verb_name(act->verb));
    tell_spot(out, &speaker, act->spot);
    if (takes_amount[act->verb]) {
        int64_t max = game_family(book)->amount_max(book, &state->round, act);
        out_put_string(out, "wager", book->wagers[act->wager].name);
        put_amounts(out, table, act->amount_cents, max < most_cents ? max : most_cents);
    }
    out_put_words(out, "clauses", clause_bytes);
    out_object_end(out);
}

/* The person who deals draws from the virtual shoe, or names the card that they drew. */
static void put_card_offer(struct out *out, const struct table *table, const struct table_state *state,
                           const struct viewpoint *viewpoint)
{
    struct wants wants = round_wants(table->plan.book, &state->round);
    bool draws = state->device == DEVICE_VIRTUAL;
    if (!user_role_in(viewpoint->role, USERS_STAFF) || !wants.card.kind || !state->begun)
        return;
    out_object(out);
    out_put_string(out, "act", draws ? "deal" : "card ?");
    out_put_string(out, "verb", draws ? "deal" : "card");
    tell_place(out, "spot", wants.card);
    out_put_words(out, "clauses", table->plan.book->grounds[GROUND_DEAL]);
    out_object_end(out);
}

void legal_find(struct legal *legal, const struct table *table, const struct table_state *state,
                const struct viewpoint *viewpoint)
{
    const struct rulebook *book = table->plan.book;
    enum actor actor = user_role_actor(viewpoint->role);
    int person = viewpoint_person(viewpoint, state);
    struct table_state *copy = &legal->state;
    *copy = *state;
    legal->count = 0;
    if (!actor || !state->open)
        return;
    if (actor == ACTOR_PERSON && person < 0) {
        person = roster_add(&copy->roster, viewpoint->name, strlen(viewpoint->name));
        copy->round.person_count = copy->roster.count;
    }
    if (actor == ACTOR_PERSON && person < 0)
        return;
    /* After a round the staff's offers are those of the next one. */
    if (state->begun && state->round.phase == PHASE_ENDED && actor != ACTOR_PERSON)
        round_next(&copy->round, book);
    legal->count =
        round_legal_acts(book, &copy->round, actor, person < 0 ? 0 : (unsigned)person, legal->acts);
}

/* A card that nobody has entered is not put right, and one of many others is not offered card by card. */
static bool is_reread_elsewhere(const struct table_state *state, const struct act *act)
{
    return act->verb == VERB_REREAD && (state->device == DEVICE_VIRTUAL || act->place.kind != PLACE_NOWHERE);
}

void offers_put(struct out *out, const struct table *table, const struct table_state *state,
                const struct viewpoint *viewpoint, const struct legal *legal)
{
    static _Thread_local struct offered offered;
    const struct act *acts = legal->acts;
    bool staff = user_role_in(viewpoint->role, USERS_STAFF);
    offered.count = 0;
    out_key(out, "offers");
    out_array(out);
    put_card_offer(out, table, state, viewpoint);
    for (unsigned i = 0; i < legal->count; i++)
        if (acts[i].verb != VERB_CARD && !is_reread_elsewhere(state, &acts[i]) &&
            (staff || !(acts[i].flags & ACT_UNNOTICED)))
            put_offer(out, table, &legal->state, &acts[i],
                      affordable(&legal->state.round, &acts[i], viewpoint), &offered);
    out_array_end(out);
}
