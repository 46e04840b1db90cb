/* SPDX-License-Identifier: Apache-2.0 */
#include "replay/story.h"

#include <string.h>

#include "rulebook/register.h"

/* What a sentence can speak of: an act or an event, brought to the same members. */
struct matter {
    const struct replay *replay;
    uint8_t actor;
    uint8_t person;
    uint8_t other;
    uint8_t wager;
    uint8_t option;
    uint8_t decision;
    uint8_t irregularity;
    uint8_t question;
    uint8_t reason;
    uint8_t number;
    uint8_t flags;
    uint8_t card_count;
    const struct card *cards;
    struct spot spot;
    struct place place;
    struct place from_place;
    uint32_t persons;
    int64_t amount_cents;
    const char *note;
};

/* Sentences with blanks to fill in:
 *   %W who acts   %P the person   %Q the other person   %G the people   %O what they may do   %a amount   %d
 * signed amount %w wager and where it lies   %s hand or area   %p place   %f place it came from   %l cards
 * lying there %v what the hand there now counts   %V on what it stands   %c cards   %n number   %o option %q
 * question   %r reason   %i irregularity   %t note   %D decision */
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

static const char *const option_phrases[OPTION_COUNT] = {
    [OPTION_SURRENDER] = "surrender",
    [OPTION_INSURANCE] = "Insurance",
    [OPTION_EVEN] = "even money",
    [OPTION_FOLLOW] = "to follow the split",
    [OPTION_DOUBLE] = "to double along",
    [OPTION_SPLIT] = "to follow the split",
    [OPTION_CARD] = "the card on offer",
    [OPTION_PICK] = "which card to take",
    [OPTION_WITHDRAW] = "to withdraw",
    [OPTION_ERROR] = "to go on or to take the wager back",
    [OPTION_ONE_CARD] = "to play the one card or to withdraw",
    [OPTION_RAISE_OR_WITHDRAW] = "to raise to the minimum or to withdraw",
};

static const char *const option_verbs[OPTION_COUNT] = {
    [OPTION_SURRENDER] = "surrender",
    [OPTION_INSURANCE] = "take Insurance",
    [OPTION_EVEN] = "take even money",
    [OPTION_FOLLOW] = "follow the split",
    [OPTION_DOUBLE] = "double along",
    [OPTION_SPLIT] = "split",
    [OPTION_CARD] = "take the card on offer",
    [OPTION_PICK] = "choose a card",
    [OPTION_WITHDRAW] = "withdraw",
    [OPTION_ERROR] = "go on or take the wager back",
    [OPTION_ONE_CARD] = "play the one card or withdraw",
    [OPTION_RAISE_OR_WITHDRAW] = "raise to the minimum, or else withdraw",
};

static const char *const question_phrases[QUESTION_COUNT] = {
    [QUESTION_SHIFT] = "the shift manager decides",
    [QUESTION_AGREEMENT] = "the people with equal claims agree, or nobody has it",
    [QUESTION_RECONSTRUCTABLE] = "staff say whether the cards can be put right",
};

static const char *const actor_phrases[] = {
    [ACTOR_DEALER] = "The Dealer",     [ACTOR_PIT] = "The pit manager", [ACTOR_SHIFT] = "The shift manager",
    [ACTOR_TERMINAL] = "The terminal", [ACTOR_SHOE] = "The device",
};

/* ---- Filling in. ---- */

static void put_spot(const struct matter *matter, struct text *text)
{
    if (matter->spot.area == 0)
        text_put(text, "the table");
    else if (matter->spot.hand)
        text_format(text, "hand %u.%u", matter->spot.area, matter->spot.hand);
    else
        text_format(text, "area %u", matter->spot.area);
    if (matter->spot.owner && matter->spot.owner != matter->person + 1)
        text_format(text, " beside the wager of %s",
                    write_name(&matter->replay->writer, matter->spot.owner - 1U));
}

static void put_place(struct place place, struct text *text)
{
    switch ((enum place_kind)place.kind) {
    case PLACE_NOWHERE: /* a card that had left the device and was not dealt */
        text_put(text, "where it lay out");
        break;
    case PLACE_HAND:
        text_format(text, place.hand ? "hand %u.%u" : "area %u", place.area, place.hand);
        break;
    case PLACE_DEALER:
        text_put(text, "the Dealer");
        break;
    case PLACE_PLAYER_SIDE:
        text_put(text, "Player");
        break;
    case PLACE_BANKER_SIDE:
        text_put(text, "Banker");
        break;
    case PLACE_DISCARD:
        text_put(text, "the discard holder");
        break;
    }
}

static struct hand_value value_of(const struct matter *matter)
{
    const struct replay *replay = matter->replay;
    return game_family(&replay->book)->value(&replay->book, &replay->round, matter->place);
}

static void put_stand(const struct matter *matter, struct text *text)
{
    struct hand_value value = value_of(matter);
    if (value.kind != VALUE_NONE)
        text_format(text, value.kind == VALUE_SOFT ? " on soft %u" : " on %u", value.total);
}

static void put_card(const struct matter *matter, struct card card, struct text *text)
{
    if (card_is_none(card))
        text_put(text, "a card face down");
    else
        write_card(&matter->replay->writer, card, text);
}

static void put_lying(const struct matter *matter, struct text *text)
{
    struct card cards[HAND_CARDS_MAX];
    const struct replay *replay = matter->replay;
    unsigned count = game_family(&replay->book)->cards(&replay->round, matter->place, cards);
    for (unsigned i = 0; i < count; i++) {
        text_put(text, i ? " and " : "");
        put_card(matter, cards[i], text);
    }
    if (count == 0)
        text_put(text, "no card");
    else if (value_of(matter).kind != VALUE_NONE)
        text_format(text, ", %u", value_of(matter).total);
}

static void put_value(const struct matter *matter, struct text *text)
{
    struct hand_value value = value_of(matter);
    bool dealer = matter->place.kind == PLACE_DEALER;
    if (value.kind == VALUE_BLACKJACK)
        text_put(text, ": Blackjack");
    else if (value.kind == VALUE_BUST)
        text_format(text, ", %s is over 21 with %u", dealer ? "who" : "which", value.total);
    else if (value.kind != VALUE_NONE)
        text_format(text, ", %s%s%u", dealer ? "who now has " : "which now counts ",
                    value.kind == VALUE_SOFT ? "soft " : "", value.total);
}

static void put_cards(const struct matter *matter, struct text *text)
{
    if (matter->number && !matter->card_count)
        text_format(text, "card %u", matter->number);
    for (unsigned i = 0; i < matter->card_count; i++) {
        text_put(text, i ? " and " : "");
        put_card(matter, matter->cards[i], text);
    }
}

/* A, B and C */
static void put_people(const struct matter *matter, struct text *text)
{
    const char *before = "";
    for (uint32_t left = matter->persons; left; left &= left - 1) {
        unsigned person = (unsigned)__builtin_ctz(left);
        bool last = (left & (left - 1)) == 0;
        text_format(text, "%s%s", last && *before ? " and " : before,
                    write_name(&matter->replay->writer, person));
        before = ", ";
    }
}

static void put_actor(const struct matter *matter, struct text *text)
{
    text_put(text, matter->actor == ACTOR_PERSON ? write_name(&matter->replay->writer, matter->person)
                                                 : actor_phrases[matter->actor]);
}

static void put_wager(const struct matter *matter, struct text *text)
{
    if (matter->spot.area)
        text_put(text, "the ");
    text_put(text, matter->replay->book.wagers[matter->wager].label);
    if (matter->spot.area) {
        text_put(text, " of ");
        put_spot(matter, text);
    }
}

static void put_irregularity(const struct matter *matter, struct text *text)
{
    text_put(text, irregularity_says((enum irregularity)matter->irregularity));
    if (matter->spot.area)
        text_format(text, ", area %u", matter->spot.area);
    if (matter->place.kind) {
        text_put(text, ", ");
        put_place(matter->place, text);
    }
    if (matter->card_count) {
        text_put(text, ": ");
        put_cards(matter, text);
    }
    if (matter->persons) {
        text_put(text, ": those of ");
        put_people(matter, text);
    }
    if (matter->note[0])
        text_format(text, " (%s)", matter->note);
}

static void put_decision(const struct matter *matter, struct text *text)
{
    static const char *const yes[DECISION_COUNT] = {
        [DECISION_SQUEEZE] = "the cards may be squeezed",
        [DECISION_RECONSTRUCTABLE] = "the cards can be put right",
        [DECISION_FULL_PATRONAGE] = "all equal tables are full",
        [DECISION_WITHDRAW] = "the withdrawal is permitted",
        [DECISION_REOPEN_PREVIOUS] = "an earlier settlement is to be reopened",
        [DECISION_CONTINUE] = "the round goes on",
        [DECISION_VOID] = "the round is void",
    };
    static const char *const no[DECISION_COUNT] = {
        [DECISION_SQUEEZE] = "the cards are not squeezed",
        [DECISION_RECONSTRUCTABLE] = "the cards cannot be put right",
        [DECISION_FULL_PATRONAGE] = "equal tables have room",
        [DECISION_WITHDRAW] = "the withdrawal is not permitted",
    };
    bool denied = !(matter->flags & ACT_YES) && no[matter->decision];
    text_put(text, (denied ? no : yes)[matter->decision]);
    if (matter->note[0])
        text_format(text, " (%s)", matter->note);
}

static void put_blank(const struct matter *matter, char blank, struct text *text)
{
    const struct writer *writer = &matter->replay->writer;
    switch (blank) {
    case 'W':
        put_actor(matter, text);
        break;
    case 'P':
        text_put(text, write_name(writer, matter->person));
        break;
    case 'Q':
        text_put(text, write_name(writer, matter->other));
        break;
    case 'G':
        put_people(matter, text);
        break;
    case 'O':
        text_put(text, option_verbs[matter->option]);
        break;
    case 'a':
        write_amount(matter->amount_cents, text);
        break;
    case 'd':
        write_delta(matter->amount_cents, text);
        break;
    case 'w':
        put_wager(matter, text);
        break;
    case 's':
        put_spot(matter, text);
        break;
    case 'p':
        put_place(matter->place, text);
        break;
    case 'f':
        put_place(matter->from_place, text);
        break;
    case 'v':
        put_value(matter, text);
        break;
    case 'V':
        put_stand(matter, text);
        break;
    case 'l':
        put_lying(matter, text);
        break;
    case 'c':
        put_cards(matter, text);
        break;
    case 'n':
        text_format(text, "%u", matter->number);
        break;
    case 'o':
        text_put(text, option_phrases[matter->option]);
        break;
    case 'q':
        text_put(text, question_phrases[matter->question]);
        break;
    case 'r':
        if (matter->reason)
            text_format(text, " (%s)", reason_name((enum reason)matter->reason));
        break;
    case 'i':
        put_irregularity(matter, text);
        break;
    case 't':
        text_put(text, matter->note);
        break;
    case 'D':
        put_decision(matter, text);
        break;
    default:
        break;
    }
}

static void put_sentence(const struct matter *matter, const char *sentence, struct text *text)
{
    size_t start = text->used;
    for (; *sentence; sentence++) {
        if (*sentence == '%')
            put_blank(matter, *++sentence, text);
        else
            text_put_char(text, *sentence);
    }
    /* A sentence may begin with a place ("the Dealer takes ..."). */
    if (!text->full && text->bytes[start] >= 'a' && text->bytes[start] <= 'z')
        text->bytes[start] = (char)(text->bytes[start] - 'a' + 'A');
    text_put_char(text, '.');
}

/* ---- Why. ---- */

static bool told_before(const struct replay *replay, const struct event *event, unsigned ground)
{
    for (const struct event *earlier = replay->log; earlier < event; earlier++)
        for (unsigned i = 0; i < earlier->ground_count; i++)
            if (earlier->grounds[i] == ground)
                return true;
    return false;
}

static bool rule_told_before(const struct replay *replay, const struct event *event)
{
    for (const struct event *earlier = replay->log; earlier < event; earlier++)
        if (earlier->irregularity == event->irregularity && earlier->late == event->late)
            return true;
    return false;
}

/* Once for an act and what follows from it, however many grounds rest on that clause. */
static void put_reason(const char *clauses, const char *says, struct text *text)
{
    char bytes[1024];
    struct text line;
    text_init(&line, bytes, sizeof(bytes));
    text_format(&line, "        %s: %s\n", clauses, says);
    if (clauses[0] && !strstr(text->bytes, bytes))
        text_put(text, bytes);
}

/* A ground with one clause is told in the words of that clause, where the register has it. */
static void put_ground(const struct replay *replay, unsigned ground, struct text *text)
{
    const char *clauses = replay->book.grounds[ground];
    const struct clause *clause = register_find(replay->book.id, clauses);
    put_reason(clauses, clause ? clause->summary : ground_says((enum ground)ground), text);
}

/* The clauses that say what a wager is, in the words of the register. */
static void put_summaries(const struct replay *replay, const char *clauses, struct text *text)
{
    while (*clauses) {
        char id[CLAUSES_MAX];
        size_t length = strcspn(clauses, " ");
        memcpy(id, clauses, length);
        id[length] = '\0';
        const struct clause *clause = register_find(replay->book.id, id);
        if (clause)
            put_reason(id, clause->summary, text);
        clauses += length + strspn(clauses + length, " ");
    }
}

static void put_rule(const struct replay *replay, unsigned kind, bool late, struct text *text)
{
    const struct irregularity_rule *rule = &replay->book.irregularities[kind - 1];
    char says[256];
    struct text sentence;
    text_init(&sentence, says, sizeof(says));
    text_format(&sentence, "If %s, %s.", irregularity_says((enum irregularity)(kind - 1)),
                remedy_says((enum remedy)(late ? rule->late : rule->early)));
    put_reason(late ? rule->late_clauses : rule->early_clauses, says, text);
}

static void put_pay_line(const struct replay *replay, const struct event *event, struct text *text)
{
    const struct wager_rule *wager = &replay->book.wagers[event->wager];
    const struct pay_line *line = &wager->lines[event->line - 1];
    char ratio[RATIO_TEXT_MAX];
    char says[RULEBOOK_TEXT_MAX * 2 + 32];
    struct text sentence;
    ratio_print(line->pays, ratio, sizeof(ratio));
    text_init(&sentence, says, sizeof(says));
    text_format(&sentence, "%s: %s pays %s.", wager->label, line->label, ratio);
    put_reason(line->clauses, says, text);
}

/* Each reason is told once a round, with the first event that rests on it. */
static void put_why(const struct replay *replay, const struct event *event, struct text *text)
{
    for (unsigned i = 0; i < event->ground_count; i++)
        if (!told_before(replay, event, event->grounds[i]))
            put_ground(replay, event->grounds[i], text);
    if (event->line)
        put_pay_line(replay, event, text);
    if (event->cites_wager && event->kind == EVENT_TAKEN)
        put_summaries(replay, replay->book.wagers[event->wager].losing, text);
    if (event->irregularity && !rule_told_before(replay, event))
        put_rule(replay, event->irregularity, event->late, text);
}

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
    put_sentence(&matter, sentence, text);
    if (ruling->status != STATUS_OK)
        text_format(text, " Refused: %s", status_sentence(ruling->status));
    text_init(&clauses, buffer, sizeof(buffer));
    ruling_clauses(&replay->book, ruling, &clauses);
    put_clauses(text, buffer);
    for (unsigned i = 0; ruling->status != STATUS_OK && i < ruling->ground_count; i++)
        put_ground(replay, ruling->grounds[i], text);
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
    put_sentence(&matter,
                 event_sentences[event->kind] ? event_sentences[event->kind]
                                              : event_name((enum event_kind)event->kind),
                 text);
    text_init(&clauses, buffer, sizeof(buffer));
    event_clauses(&replay->book, event, &clauses);
    put_clauses(text, buffer);
    put_why(replay, event, text);
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
