/* SPDX-License-Identifier: Apache-2.0 */
#include "record/header.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "rulebook/load.h"

static bool in_scope(enum limits_scope scope, enum limit_group group)
{
    switch (scope) {
    case LIMITS_ALL:
        return group != LIMIT_NONE;
    case LIMITS_MAIN:
        return group == LIMIT_MAIN;
    case LIMITS_SIDE:
        return group == LIMIT_SIDE;
    case LIMITS_ONE:
        break;
    }
    return false;
}

static void set_limits(const struct header *header, struct setting *setting, unsigned wager)
{
    assert(wager < WAGERS_MAX);
    setting->limit_min_cents[wager] = header->amount_cents;
    setting->limit_max_cents[wager] = header->max_cents;
}

static void apply_limits(const struct header *header, const struct rulebook *book, struct setting *setting,
                         uint32_t *own_limits)
{
    assert(header->kind == HEADER_LIMITS);
    if (header->scope == LIMITS_ONE) {
        *own_limits |= 1U << header->wager;
        set_limits(header, setting, header->wager);
        return;
    }
    for (unsigned i = 0; i < book->wager_count; i++)
        if (in_scope((enum limits_scope)header->scope, (enum limit_group)book->wagers[i].limit_group) &&
            !(*own_limits >> i & 1))
            set_limits(header, setting, i);
}

static void apply_seat(const struct header *header, struct setting *setting)
{
    assert(header->kind == HEADER_SEAT && header->area <= AREAS_MAX);
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        if (setting->seated[area] == header->person + 1)
            setting->seated[area] = 0;
    setting->seated[header->area] = (uint8_t)(header->person + 1);
}

static void apply_switch(const struct header *header, struct rulebook *book)
{
    assert(header->kind == HEADER_SET);
    char name[RULEBOOK_TEXT_MAX];
    char value[RULEBOOK_TEXT_MAX];
    snprintf(name, sizeof(name), "%.*s", (int)header->name.length, header->name.bytes);
    snprintf(value, sizeof(value), "%.*s", (int)header->value.length, header->value.bytes);
    /* unreached: the reader has tried it */
    if (rulebook_set_switch(book, name, value) != STATUS_OK)
        abort();
}

void header_apply(const struct header *header, struct rulebook *book, struct setting *setting,
                  uint32_t *own_limits)
{
    assert(book && setting && own_limits);
    switch ((enum header_kind)header->kind) {
    case HEADER_LIMITS:
        apply_limits(header, book, setting, own_limits);
        break;
    case HEADER_CREDIT:
        setting->credit_known |= 1U << header->person;
        setting->credit_cents[header->person] = header->amount_cents;
        break;
    case HEADER_SEAT:
        apply_seat(header, setting);
        break;
    case HEADER_SHUFFLE:
        setting->shuffle_machine = header->machine;
        break;
    case HEADER_SET:
        apply_switch(header, book);
        break;
    }
}
