/* SPDX-License-Identifier: Apache-2.0 */
#include "replay/story.h"

#include <assert.h>

#include "replay/reasons.h"
#include "speech/sentence.h"

static struct speaker speaker_of(const struct replay *replay)
{
    return (struct speaker){.book = &replay->book,
                            .roster = replay->writer.roster,
                            .language = LANGUAGE_ENGLISH,
                            .round = &replay->round,
                            .coded = true};
}

static void put_clauses(struct text *text, const char *clauses)
{
    if (clauses[0])
        text_format(text, " [%s]", clauses);
    text_put_char(text, '\n');
}

/* ---- Acts and events. ---- */

static void tell_act(const struct replay *replay, const struct record_item *item, const struct ruling *ruling,
                     struct text *text)
{
    const struct act *act = &item->act;
    struct speaker speaker = speaker_of(replay);
    char buffer[1024];
    struct text clauses;
    text_format(text, "%5u ", item->line);
    sentence_act(&speaker, act, text);
    if (ruling->status != STATUS_OK) {
        text_put(text, " Refused: ");
        sentence_refusal(&speaker, act, ruling->status, text);
    }
    text_init(&clauses, buffer, sizeof(buffer));
    ruling_clauses(&replay->book, ruling, &clauses);
    put_clauses(text, buffer);
    for (unsigned i = 0; ruling->status != STATUS_OK && i < ruling->ground_count; i++)
        reasons_put_ground(replay, ruling->grounds[i], text);
}

/* The events of the last act. NULL if nothing has happened yet: then there is no log. */
static const struct event *last_events(const struct replay *replay)
{
    assert(replay->events.count <= replay->log_count);
    return replay->log ? replay->log + replay->log_count - replay->events.count : NULL;
}

/* The people to whom the same is offered in a row; 0 if an earlier event has told it. */
static uint32_t offered_together(const struct replay *replay, const struct event *event)
{
    const struct event *first = last_events(replay);
    const struct event *end = first + replay->events.count;
    uint32_t persons = 0;
    if (event > first && event[-1].kind == EVENT_OFFERED && event[-1].option == event->option)
        return 0;
    for (unsigned option = event->option;
         event < end && event->kind == EVENT_OFFERED && event->option == option; event++)
        persons |= 1U << event->person;
    return persons;
}

static void tell_event(const struct replay *replay, const struct event *event, struct text *text)
{
    struct speaker speaker = speaker_of(replay);
    uint32_t people = event->kind == EVENT_OFFERED ? offered_together(replay, event) : 0;
    char buffer[1024];
    struct text clauses;
    if (event->kind == EVENT_OFFERED && !people)
        return;
    text_put(text, "      ");
    sentence_offer(&speaker, event, people, text);
    text_init(&clauses, buffer, sizeof(buffer));
    event_clauses(&replay->book, event, &clauses);
    put_clauses(text, buffer);
    reasons_put(replay, event, text);
}

/* Events that only repeat what the act's own line has said. */
static bool repeats(const struct act *act, const struct event *event)
{
    switch (event->kind) {
    case EVENT_WAGERED:
        return act->verb == VERB_BET || act->verb == VERB_PLACE || act->verb == VERB_RAISE ||
               act->verb == VERB_INSURE;
    case EVENT_SHUT:
        return act->verb == VERB_SHUT;
    case EVENT_CLAIMED:
        return act->verb == VERB_CLAIM;
    case EVENT_SHUFFLED:
        return act->verb == VERB_SHUFFLE && !event->number; /* unless it says who cuts */
    case EVENT_OPENED:
    case EVENT_CLOSED:
    case EVENT_TURN:
    case EVENT_RESULT:
    case EVENT_ENDED:
        return true;
    default:
        return false;
    }
}

/* Cards revealed together are told at once. */
static bool told_by_next(const struct event *events, unsigned index, unsigned count)
{
    return index + 1 < count && events[index].kind == EVENT_REVEALED &&
           events[index + 1].kind == EVENT_REVEALED;
}

void story_of(const struct replay *replay, const struct record_item *item, const struct ruling *ruling,
              struct text *text)
{
    /* A card's own line would say nothing that its event does not say better. */
    if (item->act.verb != VERB_CARD || ruling->status != STATUS_OK)
        tell_act(replay, item, ruling, text);
    const struct event *events = last_events(replay);
    for (unsigned i = 0; events && i < replay->events.count; i++)
        if (!repeats(&item->act, &events[i]) && !told_by_next(events, i, replay->events.count))
            tell_event(replay, &events[i], text);
}

void story_end(const struct replay *replay, struct text *text)
{
    const char *before = "In all: ";
    int64_t net_cents;
    for (unsigned i = 0; i < replay->record->roster.count; i++) {
        if (!replay_net(replay, i, &net_cents))
            continue;
        text_format(text, "%s%s ", before, write_name(&replay->writer, i));
        text_put(text, net_cents > 0 ? "+" : "");
        sentence_amount(net_cents, text);
        before = ", ";
    }
    text_put(text, *before == 'I' ? "Nobody has won or lost anything.\n" : ".\n");
}
