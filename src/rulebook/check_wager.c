/* SPDX-License-Identifier: Apache-2.0 */
/* check_wager.c - what every wager keeps: a place, a judge and a limit that belong together. See check.h. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "rulebook/checker.h"

enum { PATH_BYTES = 64, KEY_BYTES = 32 };

static void wager_fault(const struct checker *checker, unsigned wager, const char *key, const char *reason)
{
    assert(wager < checker->book->wager_count && reason[0]);
    char path[PATH_BYTES];
    snprintf(path, sizeof(path), "wagers.%u.%s", wager, key);
    checker_fault(checker, path, "wager \"%s\": %s", checker->book->wagers[wager].name, reason);
}

static void kinds_differ(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const char *name = checker->book->wagers[wager].name;
    for (unsigned i = 0; i < wager && name[0]; i++)
        if (strcmp(checker->book->wagers[i].name, name) == 0)
            wager_fault(checker, wager, "kind", "another wager has this name");
}

/* Names a round record would take for something else. */
static void kind_is_no_role(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const char *name = checker->book->wagers[wager].name;
    if (name[0] && text_has_word("dealer pit shift terminal shoe all side", name))
        wager_fault(checker, wager, "kind", "round records use this word for something else");
}

/* Where a wager lies, what decides it and the family belong together; only then its lines mean something. */
static void judge_suits_place_and_family(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    static const uint16_t judges[] = {
        [PLACE_MAIN] = 1 << JUDGE_HAND,
        [PLACE_AREA_SIDE] = 1 << JUDGE_FIRST_TWO | 1 << JUDGE_FIRST_TWO_DEALER,
        [PLACE_SPLIT_SIDE] = 1 << JUDGE_SPLIT_TWO,
        [PLACE_INSURANCE] = 1 << JUDGE_DEALER_SECOND,
        [PLACE_TABLE] = 1 << JUDGE_DEALER_BUST | 1 << JUDGE_OUTCOME | 1 << JUDGE_ALL_CARDS,
    };
    const struct wager_rule *rule = &checker->book->wagers[wager];
    bool of_baccarat = rule->judge == JUDGE_OUTCOME || rule->judge == JUDGE_ALL_CARDS;
    if (!rule->judge || !rule->place || !checker->book->family)
        return;
    if (!(judges[rule->place] >> rule->judge & 1U))
        wager_fault(checker, wager, "judge", "a wager in this place is not decided that way");
    else if (of_baccarat != (checker->book->family == FAMILY_BACCARAT))
        wager_fault(checker, wager, "judge", "this family does not decide wagers that way");
    else
        check_lines(checker, wager);
}

static void limits_suit_the_place(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    if (!rule->limit_group || !rule->place)
        return;
    if ((rule->place == PLACE_INSURANCE) != (rule->limit_group == LIMIT_NONE))
        wager_fault(checker, wager, "limits", "Insurance, and nothing else, has no limits of its own");
    if (rule->place == PLACE_MAIN && rule->limit_group != LIMIT_MAIN)
        wager_fault(checker, wager, "limits", "the wager on an area has the main limits");
}

static void ties_are_for_sides(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    if (!rule->push_on_tie || !rule->judge)
        return;
    if (rule->judge != JUDGE_OUTCOME)
        wager_fault(checker, wager, "push_on_tie", "only a wager on the outcome can be handed back on a tie");
    for (unsigned i = 0; i < rule->line_count; i++)
        if (rule->lines[i].match.winner == WINNER_TIE)
            wager_fault(checker, wager, "push_on_tie", "it pays on a tie and is handed back on a tie");
}

static void lines_differ(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    const struct wager_rule *rule = &checker->book->wagers[wager];
    for (unsigned i = 1; i < rule->line_count; i++) {
        for (unsigned k = 0; k < i; k++) {
            char key[KEY_BYTES];
            snprintf(key, sizeof(key), "pays.%u.line", i);
            if (rule->lines[i].name[0] && strcmp(rule->lines[i].name, rule->lines[k].name) == 0)
                wager_fault(checker, wager, key, "another line has this name");
        }
    }
}

static void it_pays(const struct checker *checker, unsigned wager)
{
    assert(wager < checker->book->wager_count);
    if (checker->book->wagers[wager].line_count == 0)
        wager_fault(checker, wager, "pays", "the pay table has no line");
}

void check_wagers(const struct checker *checker)
{
    assert(checker->book->wager_count <= WAGERS_MAX);
    static void (*const promises[])(const struct checker *, unsigned) = {kinds_differ,
                                                                         kind_is_no_role,
                                                                         judge_suits_place_and_family,
                                                                         limits_suit_the_place,
                                                                         ties_are_for_sides,
                                                                         lines_differ,
                                                                         it_pays};
    for (unsigned wager = 0; wager < checker->book->wager_count; wager++)
        for (size_t i = 0; i < sizeof(promises) / sizeof(promises[0]); i++)
            promises[i](checker, wager);
}
