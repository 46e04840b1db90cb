/* SPDX-License-Identifier: Apache-2.0 */
#include "replay/matter.h"

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

void matter_tell(const struct matter *matter, const char *sentence, struct text *text)
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
