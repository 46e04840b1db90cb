/* SPDX-License-Identifier: Apache-2.0 */
#include "table/plan.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rulebook/builtin.h"

void table_plan_init(struct table_plan *plan, const char *id, const struct rulebook *book)
{
    assert(id && book->decks_max);
    *plan = (struct table_plan){
        .book = book,
        .device = DEVICE_VIRTUAL,
        .decks = book->decks_max < 8 ? book->decks_max : 8,
        .areas = book->areas_max,
        .system_chores = CHORES_ALL,
        .betting_ms = 15000,
        .decision_ms = 20000,
        .pace_ms = 600,
        .result_ms = 4000,
    };
    plan->cut_cards = (uint16_t)(plan->decks * deck_card_count(deck_of((enum deck_id)book->deck)) / 4);
    const struct embedded *text = builtin_text(book->id);
    if (text)
        plan->book_text = (struct span){text->bytes, text->size};
    snprintf(plan->id, sizeof plan->id, "%s", id);
    snprintf(plan->title, sizeof plan->title, "%s", id);
}

/* A box takes five cards where most take fewer than three, and the Dealer as many; hands that are split are
 * made up for by boxes that are not. */
unsigned table_plan_reserve(const struct table_plan *plan, const struct setting *setting)
{
    enum { CARDS_A_BOX = 5 };
    unsigned shoe = setting->decks * deck_card_count(deck_of((enum deck_id)plan->book->deck));
    unsigned wanted = CARDS_A_BOX * (setting->areas + 2U);
    return wanted < shoe / 2 ? wanted : shoe / 2;
}

void table_plan_setting(const struct table_plan *plan, struct setting *setting)
{
    assert(plan->decks && plan->areas <= AREAS_MAX);
    setting_init(setting, plan->book, plan->decks, plan->areas);
    setting->shuffle_machine = plan->shuffle_machine;
    memcpy(setting->limit_min_cents, plan->limit_min_cents, sizeof setting->limit_min_cents);
    memcpy(setting->limit_max_cents, plan->limit_max_cents, sizeof setting->limit_max_cents);
}

bool chore_find(const char *name, enum chore *chore)
{
    assert(name && chore);
    static const struct {
        const char *name;
        enum chore chore;
    } names[] = {{"open", CHORE_OPEN},
                 {"close", CHORE_CLOSE},
                 {"deal", CHORE_DEAL},
                 {"settle", CHORE_SETTLE},
                 {"absent", CHORE_ABSENT}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i].name, name) != 0)
            continue;
        *chore = names[i].chore;
        return true;
    }
    return false;
}
