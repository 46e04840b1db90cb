/* SPDX-License-Identifier: Apache-2.0 */
/* play_evening.c - the conversation: what is due is done, what is offered is asked. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "cli/play_hint.h"
#include "cli/style.h"
#include "speech/sentence.h"

enum { LEAVE_STEPS_MAX = 1000 };

static const struct table_state *state_of(const struct evening *evening)
{
    return &evening->runner.table.state;
}

/* Questions to the staff come up only after a failure: the house lets a round go on wherever it may. */
static bool answer_for_staff(struct evening *evening)
{
    static const struct act answers[] = {
        {.actor = ACTOR_SHIFT, .verb = VERB_DECIDE, .decision = DECISION_CONTINUE, .flags = ACT_YES},
        {.actor = ACTOR_PIT, .verb = VERB_DECIDE, .decision = DECISION_RECONSTRUCTABLE, .flags = ACT_YES},
        {.actor = ACTOR_SHIFT, .verb = VERB_DECIDE, .decision = DECISION_VOID, .flags = ACT_YES},
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        if (runner_act(&evening->runner, &answers[i]) == STATUS_OK)
            return true;
    return false;
}

/* Does every step that needs nobody's answer. */
static enum status go_on(struct evening *evening)
{
    bool done = true;
    while (done) {
        enum status status = runner_step(&evening->runner, evening->now_ms, &done);
        if (status)
            return status;
        if (!done && round_wants(&evening->book, &state_of(evening)->round).question)
            done = answer_for_staff(evening);
    }
    return STATUS_OK;
}

static void show_balance(const struct evening *evening, const char *before)
{
    char amount[MONEY_TEXT_MAX + 1]; /* with the sign of money */
    struct text text;
    text_init(&text, amount, sizeof amount);
    sentence_amount(runner_balance(&evening->runner, evening->name), &text);
    printf("%s%s%s%s\n", before, style_of(stdout, STYLE_BOLD), amount, style_of(stdout, STYLE_PLAIN));
}

/* ---- What the person says. ---- */

static void say(struct evening *evening, const char *words)
{
    enum status status = runner_say(&evening->runner, evening->name, words);
    if (status)
        play_show_refusal(evening, status);
}

/* An empty line. Time passes only where the rules let the table go on without an answer. */
static void pass(struct evening *evening)
{
    const struct round *round = &state_of(evening)->round;
    if (round->phase == PHASE_BETTING && round->stake_count == 0)
        puts("  Place a wager first; q leaves.");
    else if (round->phase == PHASE_DEALING && round_wants(&evening->book, round).turn.area)
        puts("  It is your decision; type ? for help.");
    else
        evening->now_ms++;
}

static void do_number(struct evening *evening, const char *line)
{
    char *end;
    char words[PLAY_LINE_MAX];
    unsigned long number = strtoul(line, &end, 10);
    if (number < 1 || number > evening->act_count) {
        puts("  No act has that number.");
        return;
    }
    struct act act = evening->acts[number - 1];
    end += strspn(end, " \t");
    if (*end && (act.amount_cents == 0 || money_parse(end, strlen(end), &act.amount_cents) != STATUS_OK)) {
        puts("  That amount cannot be used here.");
        return;
    }
    if (!*end && act.verb == VERB_RAISE) {
        puts("  Add the amount.");
        return;
    }
    play_words(evening, &act, words, sizeof words);
    say(evening, words);
}

/* "stand", "bet 50": where only one act on offer has this verb, it is meant, and nobody has to say the area.
 */
static bool do_verb(struct evening *evening, const char *line)
{
    size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");
    unsigned found = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < evening->act_count; i++) {
        const char *verb = verb_name((enum verb)evening->acts[i].verb);
        if (strlen(verb) != length || memcmp(verb, line, length) != 0)
            continue;
        found = i + 1;
        count++;
    }
    int64_t cents;
    if (count == 0 || (*rest && money_parse(rest, strlen(rest), &cents) != STATUS_OK))
        return false;
    /* A verb that takes no amount may still take an area: "hit 1" is a sentence of its own. */
    if (*rest && evening->acts[found - 1].amount_cents == 0)
        return false;
    if (count > 1) {
        printf("  There are %u of these: type the number of one%s.\n", count,
               *rest ? ", then the amount" : "");
        return true;
    }
    char words[PLAY_LINE_MAX];
    snprintf(words, sizeof words, "%u %s", found, rest);
    do_number(evening, words);
    return true;
}

static void buy(struct evening *evening, const char *amount)
{
    int64_t cents;
    enum status status = money_parse(amount, strlen(amount), &cents);
    if (status == STATUS_OK)
        status = runner_money(&evening->runner, MOVEMENT_BUY_IN, evening->name, cents);
    if (status)
        printf("  %s\n", status_sentence(status));
    else
        show_balance(evening, "  You have ");
}

static void hint(const struct evening *evening)
{
    struct table_state state;
    unsigned person = play_person(evening, &state);
    play_hint(&evening->book, &state.round, person);
}

static bool is_word(const char *line, const char *word)
{
    return strcmp(line, word) == 0 || (strlen(line) == 1 && line[0] == word[0]);
}

static void do_line(struct evening *evening, const char *line)
{
    if (!*line)
        pass(evening);
    else if (*line >= '0' && *line <= '9')
        do_number(evening, line);
    else if (is_word(line, "quit"))
        evening->leaving = true;
    else if (is_word(line, "hint"))
        hint(evening);
    else if (is_word(line, "sign"))
        play_show_sign(evening);
    else if (is_word(line, "?") || strcmp(line, "help") == 0)
        play_show_help();
    else if (strncmp(line, "buy ", 4) == 0)
        buy(evening, line + 4);
    else if (strcmp(line, "undo") == 0)
        puts("  An act cannot be undone; until bets are closed, pull takes a wager back.");
    else if (!do_verb(evening, line))
        say(evening, line);
}

/* ---- Somebody who is interrupted (Ctrl-C, a closed terminal) leaves as anybody does. ---- */

static volatile sig_atomic_t called_away;

static void on_signal(int number)
{
    (void)number;
    called_away = 1;
}

static void catch_signals(void)
{
    struct sigaction leave = {.sa_handler = on_signal}; /* without SA_RESTART: reading ends */
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGINT, &leave, NULL);
    sigaction(SIGTERM, &leave, NULL);
    sigaction(SIGHUP, &leave, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

/* False at the end of the input, and when nobody is there to answer. */
static bool read_line(char *line, size_t size)
{
    fputs("> ", stdout);
    if (fflush(stdout) || called_away || !fgets(line, (int)size, stdin))
        return false;
    size_t length = strcspn(line, "\r\n");
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    line[length] = 0;
    memmove(line, line + strspn(line, " \t"), length + 1 - strspn(line, " \t"));
    return true;
}

static void ask(struct evening *evening)
{
    char line[PLAY_LINE_MAX];
    const struct round *round = &state_of(evening)->round;
    play_show_hands(evening);
    if (round->phase == PHASE_BETTING)
        show_balance(evening, "You have ");
    play_show_acts(evening);
    if (round->phase == PHASE_BETTING && round->stake_count)
        puts("   -  (empty line) no more bets");
    else if (round->phase == PHASE_DEALING && !round_wants(&evening->book, round).turn.area)
        puts("   -  (empty line) go on");
    if (read_line(line, sizeof line)) {
        do_line(evening, line);
        return;
    }
    putchar('\n');
    evening->leaving = true;
}

/* ---- Leaving. ---- */

/* [mbs 3.12] [rws 3.13] who leaves in the middle of a round is treated as absent: it is finished by rule. */
static enum status finish_round(struct evening *evening)
{
    const struct round *round = &state_of(evening)->round;
    evening->runner.table.plan.system_chores = CHORES_ALL & ~(unsigned)CHORE_OPEN;
    for (unsigned i = 0; i < LEAVE_STEPS_MAX && round->phase != PHASE_ENDED && round->stake_count; i++) {
        evening->now_ms++;
        enum status status = go_on(evening);
        if (status)
            return status;
    }
    return STATUS_OK;
}

enum status play_evening(struct evening *evening)
{
    enum status status = STATUS_OK;
    catch_signals();
    while (!evening->leaving) {
        status = go_on(evening);
        if (status)
            return status;
        ask(evening);
    }
    status = finish_round(evening);
    show_balance(evening, "You leave with ");
    return status;
}
