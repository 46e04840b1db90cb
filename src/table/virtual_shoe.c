/* SPDX-License-Identifier: Apache-2.0 */
#include "table/virtual_shoe.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct fair_shoe facts_of(const struct table_plan *plan, const struct table_state *state,
                                 uint32_t number)
{
    assert(plan->book && number);
    return (struct fair_shoe){.table = plan->id,
                              .number = number,
                              .deck = deck_of((enum deck_id)plan->book->deck),
                              .decks = state->round.setting.decks};
}

struct hash virtual_shoe_commitment(const struct table_plan *plan, const struct table_state *state,
                                    const uint8_t *secret, const struct hash *salt)
{
    assert(state->device == DEVICE_VIRTUAL);
    assert(secret && salt);
    struct fair_shoe facts = facts_of(plan, state, state->shoe_number + 1);
    struct fair_seed seed;
    fair_seed_derive(&seed, secret, &facts, salt);
    struct hash commitment = fair_shoe_commitment(&facts, &seed);
    fair_seed_wipe(&seed);
    return commitment;
}

void virtual_shoe_order(const struct table_plan *plan, const struct table_state *state, const uint8_t *secret,
                        struct shoe *shoe)
{
    *shoe = (struct shoe){.count = 0};
    if (state->device != DEVICE_VIRTUAL || state->shoe_number == 0)
        return;
    struct fair_shoe facts = facts_of(plan, state, state->shoe_number);
    struct fair_seed seed;
    struct fair_seed key;
    fair_seed_derive(&seed, secret, &facts, &state->salt);
    luck_key(&state->luck, &seed, &key);
    fair_shoe_order(&facts, &key, shoe);
    fair_seed_wipe(&seed);
    fair_seed_wipe(&key);
    assert(shoe->count && !shoe->dealt);
}

/* Both entries of a shoe. */
static void print_line(struct text *text, uint32_t number, const char *value)
{
    text_format(text, "shoe %" PRIu32 " %s\n", number, value);
}

void virtual_shoe_print(const struct table_plan *plan, const struct table_state *state, const uint8_t *secret,
                        enum entry_kind kind, struct text *text)
{
    assert(kind == ENTRY_COMMITTED || kind == ENTRY_REVEALED);
    struct fair_shoe facts = facts_of(plan, state, state->shoe_number);
    char hash[HASH_TEXT_MAX];
    if (kind == ENTRY_COMMITTED) {
        hash_print(&state->commitment, hash, sizeof hash);
        print_line(text, state->shoe_number, hash);
        return;
    }
    struct fair_seed seed;
    char seed_text[FAIR_SEED_TEXT_MAX];
    fair_seed_derive(&seed, secret, &facts, &state->salt);
    fair_seed_print(&seed, seed_text, sizeof seed_text);
    print_line(text, state->shoe_number, seed_text);
    fair_seed_wipe(&seed);
}

/* One way to write it, so one way to read it: what was found must print as what was there. */
bool virtual_shoe_parse(struct span text, uint32_t *number, char value[HASH_TEXT_MAX])
{
    enum { LINE_MAX_BYTES = sizeof("shoe 4294967295 \n") + HASH_TEXT_MAX };
    char line[LINE_MAX_BYTES];
    char again[LINE_MAX_BYTES];
    struct text copy;
    if (text.size >= sizeof line)
        return false;
    text_init(&copy, line, sizeof line);
    text_put_bytes(&copy, (const char *)text.bytes, text.size);
    const char *at = line + strcspn(line, "0123456789");
    uint64_t found;
    if (!text_take_number(&at, UINT32_MAX, &found) || *at++ != ' ' || strcspn(at, "\n") >= HASH_TEXT_MAX)
        return false;
    *number = (uint32_t)found;
    snprintf(value, HASH_TEXT_MAX, "%.*s", (int)strcspn(at, "\n"), at);
    text_init(&copy, again, sizeof again);
    print_line(&copy, *number, value);
    assert(!copy.full);
    return copy.used == text.size && memcmp(again, text.bytes, text.size) == 0;
}
