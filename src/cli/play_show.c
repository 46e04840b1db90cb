/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli/play.h"
#include "cli/sign_text.h"
#include "cli/style.h"
#include "speech/sentence.h"

static const char *dim(void)
{
    return style_of(stdout, STYLE_DIM);
}

static const char *plain(void)
{
    return style_of(stdout, STYLE_PLAIN);
}

static void put_clauses(const char *clauses)
{
    if (clauses[0])
        printf(" %s[%s]%s", dim(), clauses, plain());
    putchar('\n');
}

unsigned play_person(const struct evening *evening, struct table_state *state)
{
    *state = evening->runner.table.state;
    int person = roster_add(&state->roster, evening->name, strlen(evening->name));
    state->round.person_count = state->roster.count;
    return person < 0 ? 0 : (unsigned)person;
}

/* ---- What happened. ---- */

static void tell(const struct speaker *speaker, const struct event *event)
{
    char bytes[512];
    char clauses[256];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    sentence_event(speaker, event, &text);
    if (!bytes[0])
        return;
    printf("  %s", bytes);
    text_init(&text, clauses, sizeof clauses);
    event_clauses(speaker->book, event, &text);
    put_clauses(clauses);
}

static bool is_worth_telling(const struct event *event)
{
    return event->kind != EVENT_TURN && event->kind != EVENT_EFFECTIVE && event->kind != EVENT_ENDED;
}

void play_kept(void *context, const struct table *table, const struct sequel *sequel)
{
    (void)context;
    for (const struct sequel_part *part = sequel->first; part; part = part->next) {
        struct speaker speaker = {.book = table->plan.book, .roster = &part->state.roster};
        for (unsigned i = 0; i < part->events.count; i++)
            if (is_worth_telling(&part->events.items[i]))
                tell(&speaker, &part->events.items[i]);
    }
}

/* ---- What lies there. ---- */

static void show_hand(const struct evening *evening, const struct view_hand *hand)
{
    const struct deck *deck = deck_of((enum deck_id)evening->book.deck);
    char place[32];
    char card[CARD_TEXT_MAX];
    struct text text;
    text_init(&text, place, sizeof place);
    if (hand->place.kind == PLACE_HAND)
        text_put(&text, "area ");
    write_place(hand->place, &text);
    printf("  %s%-9s%s", style_of(stdout, STYLE_BOLD), place, plain());
    for (unsigned i = 0; i < hand->card_count; i++)
        printf(" %s", card_is_none(hand->cards[i])
                          ? "??"
                          : deck_print_card(deck, hand->cards[i], card, sizeof card));
    if (hand->value_kind)
        printf("  (%s%u)",
               hand->value_kind == VALUE_SOFT        ? "soft "
               : hand->value_kind == VALUE_BLACKJACK ? "Blackjack, "
               : hand->value_kind == VALUE_BUST      ? "bust, "
                                                     : "",
               hand->total);
    puts(hand->in_turn ? "  <- in turn" : "");
}

void play_show_hands(const struct evening *evening)
{
    struct table_state state;
    struct view view;
    unsigned person = play_person(evening, &state);
    table_view(&evening->runner.table, &state, (struct viewer){VIEWER_PLAYER, (uint8_t)person}, &view);
    for (unsigned i = 0; i < view.hand_count; i++)
        if (view.hands[i].card_count && view.phase == PHASE_DEALING)
            show_hand(evening, &view.hands[i]);
}

/* ---- What may be done. ---- */

void play_words(const struct evening *evening, const struct act *act, char *words, size_t size)
{
    struct table_state state;
    struct text text;
    char line[PLAY_LINE_MAX];
    play_person(evening, &state);
    struct writer writer = {&evening->book, &state.roster, state.round.setting.areas};
    text_init(&text, line, sizeof line);
    write_act(&writer, act, &text);
    line[strcspn(line, "\n")] = 0;
    const char *colon = strstr(line, ": ");
    snprintf(words, size, "%s", colon ? colon + 2 : line);
}

/* Seats are taken already, other areas would only make the list long, and wagers nobody notices are no
 * advice: what is left out may still be typed in words. */
static bool is_listed(const struct evening *evening, const struct act *act)
{
    const struct setting *setting = &evening->runner.table.state.round.setting;
    if (act->flags & ACT_UNNOTICED || act->verb == VERB_SIT || act->verb == VERB_RISE ||
        act->verb == VERB_LEAVE || act->verb == VERB_BACK)
        return false;
    if (!setting->areas || !act->spot.area || act->verb != VERB_BET)
        return true;
    const struct roster *roster = &evening->runner.table.state.roster;
    int person = roster_find(roster, evening->name, strlen(evening->name));
    return person >= 0 && setting->seated[act->spot.area] == person + 1;
}

static void clauses_of(const struct evening *evening, const struct table_state *state, const struct act *act,
                       struct text *text)
{
    static struct events events;
    struct table_state copy = *state;
    struct ruling ruling = state_act(&copy, &evening->book, act, &events);
    if (ruling.status == STATUS_OK)
        ruling_clauses(&evening->book, &ruling, text);
}

/* Players who double or insure mean the whole amount, though the rules let them do so for a cent. */
static bool is_whole(const struct act *act)
{
    return act->verb == VERB_DOUBLE || act->verb == VERB_INSURE;
}

static void show_act(const struct evening *evening, const struct table_state *state, unsigned index)
{
    const struct act *act = &evening->acts[index];
    char words[PLAY_LINE_MAX];
    char most[MONEY_TEXT_MAX];
    char clauses[256] = "";
    struct text text;
    play_words(evening, act, words, sizeof words);
    int64_t max_cents =
        act->amount_cents ? game_family(&evening->book)->amount_max(&evening->book, &state->round, act) : 0;
    size_t used = strlen(words);
    money_print(max_cents, most, sizeof most);
    if (max_cents > act->amount_cents)
        snprintf(words + used, sizeof words - used, " (up to %s)", most);
    else if (is_whole(act))
        snprintf(words + used, sizeof words - used, " (or less)");
    text_init(&text, clauses, sizeof clauses);
    clauses_of(evening, state, act, &text);
    printf("  %2u  %-36s", index + 1, words);
    put_clauses(clauses);
}

void play_show_acts(struct evening *evening)
{
    struct table_state state;
    struct act acts[LEGAL_ACTS_MAX];
    unsigned person = play_person(evening, &state);
    unsigned count = round_legal_acts(&evening->book, &state.round, ACTOR_PERSON, person, acts);
    evening->act_count = 0;
    for (unsigned i = 0; i < count; i++)
        if (is_listed(evening, &acts[i]))
            evening->acts[evening->act_count++] = acts[i];
    for (unsigned i = 0; i < evening->act_count; i++) {
        struct act *act = &evening->acts[i];
        int64_t max_cents = game_family(&evening->book)->amount_max(&evening->book, &state.round, act);
        if (is_whole(act) && max_cents > act->amount_cents)
            act->amount_cents = max_cents;
        show_act(evening, &state, i);
    }
}

void play_show_refusal(const struct evening *evening, enum status status)
{
    const struct proposal *proposal = &evening->runner.proposal;
    char clauses[256] = "";
    struct text text;
    text_init(&text, clauses, sizeof clauses);
    if (status == proposal->ruling.status)
        ruling_clauses(&evening->book, &proposal->ruling, &text);
    printf("  %sNot possible:%s %s", style_of(stdout, STYLE_BAD), plain(),
           status == STATUS_BAD_TEXT && proposal->reason[0] ? proposal->reason : status_sentence(status));
    put_clauses(clauses);
    if (status == STATUS_BAD_TEXT)
        puts("  Type a number from the list, or the words beside it; ? helps.");
}

void play_show_sign(const struct evening *evening)
{
    static struct sign sign;
    const struct setting *table = &evening->runner.table.state.round.setting;
    struct sign_setting setting = {.decks = table->decks};
    memcpy(setting.limit_min_cents, table->limit_min_cents, sizeof setting.limit_min_cents);
    memcpy(setting.limit_max_cents, table->limit_max_cents, sizeof setting.limit_max_cents);
    sign_make(&sign, &evening->book, &setting, LANGUAGE_ENGLISH);
    sign_print(&sign);
}

void play_show_help(void)
{
    puts("  NUMBER [AMOUNT]  does the act with that number, with your amount\n  words            the same in "
         "words: bet 1 main 50, hit 1, decline insurance 1; or just bet 50, hit\n  empty line       "
         "continues: no more bets, or none of the offers\n  h                what each choice is worth, from "
         "the exact odds\n  s                the sign of this table: every rule with its clause\n  buy "
         "AMOUNT       more chips\n  q, or Ctrl-D     leaves; a round under way is finished by the rules for "
         "absent players");
}
