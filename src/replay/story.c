/* SPDX-License-Identifier: Apache-2.0 */
#include "replay/story.h"

#include "replay/matter.h"
#include "replay/why.h"

/* The blanks are those of matter.h. */
static const char *const verb_sentences[VERB_COUNT] = {
    [VERB_BET] = "%W puts %a on %w",
    [VERB_RAISE] = "%W raises %w to %a",
    [VERB_PULL] = "%W takes %a off %w",
    [VERB_CLAIM] = "%W claims %w",
    [VERB_AGREE] = "%W agrees that %Q shall have it",
    [VERB_DISAGREE] = "%W does not agree",
    [VERB_OBJECT] = "%W does not want the wager of %Q on the area",
    [VERB_SQUEEZE] = "%W asks to squeeze the cards of %s",
    [VERB_REVEAL] = "%W turns the cards of %s up",
    [VERB_SIT] = "%W sits down at %s",
    [VERB_RISE] = "%W gives up the seat",
    [VERB_LEAVE] = "%W is not there to decide",
    [VERB_BACK] = "%W is back",
    [VERB_SURRENDER] = "%W surrenders on %s",
    [VERB_INSURE] = "%W takes Insurance of %a on %s",
    [VERB_EVEN] = "%W takes even money on %s",
    [VERB_HIT] = "%W asks for a card on %s",
    [VERB_STAND] = "%W stands on %s",
    [VERB_SPLIT] = "%W splits %s",
    [VERB_DOUBLE] = "%W doubles %s with %a",
    [VERB_FOLLOW] = "%W follows the split onto %s",
    [VERB_DECLINE] = "%W declines %o on %s",
    [VERB_PICK] = "%W picks %c",
    [VERB_ACCEPT] = "%W accepts %c",
    [VERB_REFUSE] = "%W refuses %c",
    [VERB_CONTINUE] = "%W goes on",
    [VERB_FINISH] = "%W finishes %s first",
    [VERB_WITHDRAW] = "%W withdraws",
    [VERB_TAKEBACK] = "%W takes the wager back",
    [VERB_CUT] = "%W cuts the cards",
    [VERB_OPEN] = "%W opens the bets",
    [VERB_CLOSE] = "%W closes the bets",
    [VERB_PLACE] = "%W puts %a on %w for %P",
    [VERB_CALL] = "%W says that %P decides for %s",
    [VERB_SETTLE] = "%W settles what the initial deal has decided",
    [VERB_PROCEED] = "%W goes on to %s",
    [VERB_OFFER] = "%W offers %o",
    [VERB_SHUT] = "%W closes %o",
    [VERB_IRREGULARITY] = "%W reports: %i",
    [VERB_SHUFFLE] = "%W shuffles the cards",
    [VERB_DECIDE] = "%W decides: %D",
    [VERB_VOID] = "%W declares the round void under %t",
    [VERB_END] = "%W announces the outcome",
    [VERB_RESTRICT] = "%W lets %s take wagers of no more than %n people",
    [VERB_CLEAR] = "%W forgets the breach of %P",
    [VERB_CARD] = "%c leaves the device",
};

static const char *const event_sentences[EVENT_COUNT] = {
    [EVENT_OPENED] = "Bets are open",
    [EVENT_CLOSED] = "No more bets",
    [EVENT_WAGERED] = "%P now has %a more on %w",
    [EVENT_CARD] = "%c goes to %p%v",
    [EVENT_REVEALED] = "%p shows %l",
    [EVENT_PAID] = "%P is paid %a on %w",
    [EVENT_TAKEN] = "%P loses %a on %w",
    [EVENT_RETURNED] = "%P gets %a back from %w",
    [EVENT_UNPAID] = "The %a paid to %P on %w go back to the bank",
    [EVENT_UNTAKEN] = "%a of %P, collected before, lie on %w again",
    [EVENT_EFFECTIVE] = "Of the wager of %P on %w, %a counts",
    [EVENT_OFFERED] = "%G may %O",
    [EVENT_SHUT] = "%o is closed",
    [EVENT_ASKED] = "An answer is awaited: %q",
    [EVENT_CONTROL] = "%P decides for %s",
    [EVENT_TURN] = "%s is in play",
    [EVENT_SPLIT] = "%s is formed",
    [EVENT_STANDS] = "%p stands%V",
    [EVENT_NATURAL] = "A Natural: no more cards",
    [EVENT_DEALER_NO_CARD] = "The Dealer takes no card",
    [EVENT_DEALER_STOPS] = "The Dealer takes no further card",
    [EVENT_REBUILT] = "%p is put right: %l",
    [EVENT_NOT_REBUILT] = "The cards stay as they lie",
    [EVENT_MOVED] = "%c moves from %f to %p",
    [EVENT_BACK] = "%c goes from %f back to the front of the device",
    [EVENT_DROPPED] = "%c goes from %f to the discard holder",
    [EVENT_NEXT] = "To be dealt next: %c",
    [EVENT_PLAY_ON] = "Play goes on",
    [EVENT_EARLIER_STAND] = "Earlier rounds stand as they are",
    [EVENT_REMEMBERED] = "It is remembered that %P was settled under the minimum once",
    [EVENT_IN] = "%P takes part in the round",
    [EVENT_OUT] = "%P takes no part in the round",
    [EVENT_SHUFFLE_DUE] = "The cards are to be shuffled after this round",
    [EVENT_SHUFFLED] = "The cards are shuffled",
    [EVENT_NOTED] = "It is noted",
    [EVENT_VOID] = "The round is void",
    [EVENT_RESULT] = "%P ends with %d on %w%r",
    [EVENT_ENDED] = "The round has ended",
};

static void put_clauses(struct text *text, const char *clauses)
{
    if (clauses[0])
        text_format(text, " [%s]", clauses);
    text_put_char(text, '\n');
}

/* ---- Acts and events. ---- */

/* Some verbs mean different things by what stands with them. */
static const char *sentence_of(const struct act *act)
{
    switch (act->verb) {
    case VERB_ACCEPT:
        return act->actor == ACTOR_TERMINAL ? "%W accepts the wagers of %P" : verb_sentences[VERB_ACCEPT];
    case VERB_DECLINE:
        if (act->option == OPTION_SPLIT)
            return "%W does not follow the split onto %s";
        return act->option == OPTION_DOUBLE ? "%W does not double along on %s" : verb_sentences[VERB_DECLINE];
    case VERB_PULL:
        return act->amount_cents ? verb_sentences[VERB_PULL] : "%W takes back all of %w";
    case VERB_PROCEED:
        return act->spot.area ? verb_sentences[VERB_PROCEED] : "%W goes on to the subsequent deal";
    case VERB_SHUFFLE:
        return act->flags & ACT_FULL ? verb_sentences[VERB_SHUFFLE] : "%W riffles the discards";
    case VERB_RESTRICT:
        return act->spot.area ? verb_sentences[VERB_RESTRICT] : "%W lets %P wager on no more than %n areas";
    default:
        return verb_sentences[act->verb];
    }
}

static void tell_act(const struct replay *replay, const struct record_item *item, const struct ruling *ruling,
                     struct text *text)
{
    const struct act *act = &item->act;
    struct matter matter = {
        .replay = replay,
        .actor = act->actor,
        .person = act->person,
        .other = act->other,
        .wager = act->wager,
        .option = act->option,
        .decision = act->decision,
        .irregularity = act->irregularity,
        .number = act->number,
        .flags = act->flags,
        .card_count = act->card_count,
        .cards = act->cards,
        .spot = act->spot,
        .place = act->place,
        .persons = act->persons,
        .amount_cents = act->amount_cents,
        .note = act->note,
    };
    char buffer[1024];
    struct text clauses;
    const char *sentence = sentence_of(act);
    text_format(text, "%5u ", item->line);
    matter_tell(&matter, sentence, text);
    if (ruling->status != STATUS_OK)
        text_format(text, " Refused: %s", status_sentence(ruling->status));
    text_init(&clauses, buffer, sizeof(buffer));
    ruling_clauses(&replay->book, ruling, &clauses);
    put_clauses(text, buffer);
    for (unsigned i = 0; ruling->status != STATUS_OK && i < ruling->ground_count; i++)
        why_put_ground(replay, ruling->grounds[i], text);
}

/* The people to whom the same is offered in a row; 0 if an earlier event has told it. */
static uint32_t offered_together(const struct replay *replay, const struct event *event)
{
    const struct event *first = replay->log + replay->log_count - replay->events.count;
    const struct event *end = replay->log + replay->log_count;
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
    struct matter matter = {
        .replay = replay,
        .person = event->person,
        .wager = event->wager,
        .option = event->option,
        .question = event->question,
        .reason = event->reason,
        .number = event->number,
        .card_count = event->kind == EVENT_CARD || !card_is_none(event->card),
        .cards = &event->card,
        .spot = event->spot,
        .place = event->place,
        .from_place = event->from_place,
        .amount_cents = event->amount_cents,
        .persons = event->kind == EVENT_OFFERED ? offered_together(replay, event) : 0,
        .note = "",
    };
    char buffer[1024];
    struct text clauses;
    if (event->kind == EVENT_OFFERED && !matter.persons)
        return;
    text_put(text, "      ");
    matter_tell(&matter,
                event_sentences[event->kind] ? event_sentences[event->kind]
                                             : event_name((enum event_kind)event->kind),
                text);
    text_init(&clauses, buffer, sizeof(buffer));
    event_clauses(&replay->book, event, &clauses);
    put_clauses(text, buffer);
    why_put(replay, event, text);
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
        return act->verb == VERB_SHUFFLE;
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
    const struct event *events = replay->log + replay->log_count - replay->events.count;
    for (unsigned i = 0; i < replay->events.count; i++)
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
        write_delta(net_cents, text);
        before = ", ";
    }
    text_put(text, *before == 'I' ? "Nobody has won or lost anything.\n" : ".\n");
}
