/* SPDX-License-Identifier: Apache-2.0 */
/* offer.c - is an act among those the engine offers? */
#include <string.h>

#include "battery.h"
#include "record/form.h"
#include "round/device.h"

static void keep_slot(struct act *kept, const struct act *act, enum slot slot, bool areas)
{
    switch (slot) {
    case SLOT_NONE:
        break;
    case SLOT_WAGER:
        kept->wager = act->wager;
        kept->spot = act->spot;
        break;
    case SLOT_AMOUNT:
    case SLOT_AMOUNT_OPTIONAL:
        kept->amount_cents = act->amount_cents;
        break;
    case SLOT_BET_WORDS:
        kept->flags |= act->flags & (ACT_FRONT | ACT_UNNOTICED | ACT_PENDING);
        break;
    case SLOT_AREA:
    case SLOT_AREA_OPTIONAL:
        kept->spot.area = areas ? act->spot.area : 0;
        break;
    case SLOT_HAND:
    case SLOT_HAND_OPTIONAL:
        kept->spot.area = act->spot.area;
        kept->spot.hand = act->spot.area ? act->spot.hand : 0;
        break;
    case SLOT_INSURED:
        kept->spot.area = act->spot.area;
        kept->spot.owner = act->spot.owner;
        break;
    case SLOT_PLACE: /* a hand may be named by its spot as well */
        kept->place = act->place;
        if (act->place.kind == PLACE_NOWHERE && act->spot.area)
            kept->place = (struct place){PLACE_HAND, act->spot.area, act->spot.hand};
        break;
    case SLOT_PERSON:
        kept->person = act->person;
        break;
    case SLOT_OTHER:
        kept->other = act->other;
        break;
    case SLOT_PERSONS:
        kept->persons = act->persons;
        break;
    case SLOT_DECLINED:
    case SLOT_WINDOW:
        kept->option = act->option;
        break;
    case SLOT_CARD:
    case SLOT_FACE:
        kept->card_count = 1;
        kept->cards[0] = act->cards[0];
        break;
    case SLOT_CARD_OF:
        kept->place = act->place;
        kept->number = act->place.kind == PLACE_NOWHERE ? 0 : act->number;
        break;
    case SLOT_PICK:
        kept->number = act->number;
        if (act->number)
            break;
        /* fallthrough */
    case SLOT_FACES:
    case SLOT_LYING:
        kept->card_count = act->card_count;
        memcpy(kept->cards, act->cards, act->card_count * sizeof(act->cards[0]));
        if (slot == SLOT_LYING)
            kept->flags |= act->flags & (act->flags & ACT_ORDER_KNOWN ? ACT_ORDER_KNOWN : ACT_ORDER_UNKNOWN);
        break;
    case SLOT_SHUFFLE:
        kept->flags |= act->flags & ACT_FULL;
        break;
    case SLOT_RESTRICTION:
        kept->spot.area = act->spot.area;
        kept->person = act->spot.area ? 0 : act->person;
        kept->number = act->number;
        break;
    case SLOT_CLAUSE:
    case SLOT_TEXT:
        memcpy(kept->note, act->note, sizeof(kept->note));
        break;
    case SLOT_YES_NO_PERSON:
        kept->person = act->person;
        /* fallthrough */
    case SLOT_YES_NO:
        kept->flags |= act->flags & ACT_YES;
        break;
    case SLOT_DECISION:
        kept->decision = act->decision;
        keep_slot(kept, act, form_decision_slot((enum decision)act->decision), areas);
        break;
    case SLOT_IRREGULARITY:
        kept->irregularity = act->irregularity;
        keep_slot(kept, act, form_irregularity_slot((enum irregularity)act->irregularity), areas);
        break;
    }
}

bool act_normalise(struct act *act, bool areas)
{
    struct act kept = {.actor = act->actor, .verb = act->verb};
    if (act->verb == VERB_CARD && act->actor == ACTOR_SHOE) {
        kept.card_count = 1;
        kept.cards[0] = act->cards[0];
        kept.place = act->place;
        *act = kept;
        return true;
    }
    const struct form *form = form_of((enum actor)act->actor, (enum verb)act->verb);
    if (!form)
        return false;
    if (act->actor == ACTOR_PERSON)
        kept.person = act->person;
    for (unsigned i = 0; i < FORM_SLOTS_MAX; i++)
        keep_slot(&kept, act, (enum slot)form->slots[i], areas);
    *act = kept;
    return true;
}

/* Acts of the staff that name a person are offered for one person of those they can be done for. */
static bool person_is_free(const struct act *act)
{
    return act->actor != ACTOR_PERSON && act->actor != ACTOR_TERMINAL;
}

/* The legal act with the same free parts as the act in question: they are equal if it covers it. */
static struct act with_free_parts(const struct act *legal, const struct act *act)
{
    struct act same = *legal;
    if (act_has_size(act) || act->verb == VERB_PULL)
        same.amount_cents = act->amount_cents;
    if (act->verb == VERB_BET || act->verb == VERB_PLACE)
        same.flags |= act->flags & (ACT_FRONT | ACT_PENDING | ACT_UNNOTICED);
    if (act->verb == VERB_IRREGULARITY || act->verb == VERB_DECIDE || act->verb == VERB_VOID)
        memcpy(same.note, act->note, sizeof(same.note));
    if (person_is_free(act) && act->spot.area == legal->spot.area)
        same.person = act->person;
    if (act->verb == VERB_RESTRICT)
        same.number = act->number;
    if (act->verb == VERB_AGREE)
        same.other = act->other;
    if (act->verb == VERB_IRREGULARITY && act->irregularity == IRREGULARITY_TERMINAL_FAILURE)
        same.persons = act->persons;
    if (act->verb == VERB_IRREGULARITY && act->irregularity == IRREGULARITY_SIMULTANEOUS)
        same.flags = act->flags;
    if (act->verb == VERB_REREAD)
        same.cards[0] = act->cards[0];
    if (act->verb == VERB_IRREGULARITY || act->verb == VERB_CARD || act->verb == VERB_REVEAL ||
        act->verb == VERB_PICK || act->verb == VERB_REFUSE) {
        same.number = act->number;
        same.card_count = act->card_count;
        memcpy(same.cards, act->cards, sizeof(same.cards));
    }
    return same;
}

bool act_offered(const struct table *table, const struct act *said)
{
    struct act own = *said;
    const struct act *act = &own;
    static struct act legal[LEGAL_ACTS_MAX];
    if (own.verb == VERB_INSURE && own.spot.owner == own.person + 1)
        own.spot.owner = 0; /* one's own Insurance may be named by its owner */
    unsigned count = round_legal_acts(table->book, &table->round, (enum actor)act->actor, act->person, legal);
    struct place due = round_wants(table->book, &table->round).card;
    if (is_astray(table, act, due))
        return judge_astray(table, act);
    for (unsigned i = 0; i < count; i++) {
        /* A card may be offered with the place it is wanted at; it goes there by itself. */
        if (act->verb == VERB_CARD && act->place.kind == PLACE_NOWHERE &&
            memcmp(&legal[i].place, &due, sizeof(due)) == 0)
            legal[i].place = act->place;
        act_normalise(&legal[i], table->setting.areas > 0);
        struct act same = with_free_parts(&legal[i], act);
        if (memcmp(&same, act, sizeof(same)) == 0 && judge_offer(table, &legal[i], act))
            return true;
    }
    return false;
}
