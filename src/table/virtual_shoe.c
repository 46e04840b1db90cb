/* SPDX-License-Identifier: Apache-2.0 */
#include "table/virtual_shoe.h"

static struct fair_shoe facts_of(const struct table *table, uint32_t number)
{
    return (struct fair_shoe){.table = table->plan.id,
                              .number = number,
                              .deck = deck_of((enum deck_id)table->plan.book->deck),
                              .decks = table->state.round.setting.decks};
}

enum status virtual_shoe_propose(const struct table *table, const uint8_t secret[FAIR_SECRET_BYTES],
                                 const struct hash *salt, uint32_t stay, struct proposal *proposal)
{
    if (table->state.device != DEVICE_VIRTUAL)
        return table_propose_shoe(table, NULL, NULL, stay, proposal);
    struct fair_shoe facts = facts_of(table, table->state.shoe_number + 1);
    struct fair_seed seed;
    fair_seed_derive(&seed, secret, &facts, salt);
    struct hash commitment = fair_shoe_commitment(&facts, &seed);
    fair_seed_wipe(&seed);
    return table_propose_shoe(table, &commitment, salt, stay, proposal);
}

void virtual_shoe_load(struct table *table, const uint8_t secret[FAIR_SECRET_BYTES])
{
    if (table->state.device != DEVICE_VIRTUAL || table->state.shoe_number == 0)
        return;
    struct fair_shoe facts = facts_of(table, table->state.shoe_number);
    struct fair_seed seed;
    fair_seed_derive(&seed, secret, &facts, &table->state.salt);
    fair_shoe_order(&facts, &seed, &table->shoe);
    fair_seed_wipe(&seed);
}

void virtual_shoe_print(const struct table *table, const uint8_t secret[FAIR_SECRET_BYTES],
                        enum entry_kind kind, struct text *text)
{
    const struct table_state *state = &table->state;
    struct fair_shoe facts = facts_of(table, state->shoe_number);
    char hash[HASH_TEXT_MAX];
    if (kind == ENTRY_COMMITTED) {
        hash_print(&state->commitment, hash, sizeof hash);
        text_format(text, "shoe %u %s\n", state->shoe_number, hash);
        return;
    }
    struct fair_seed seed;
    char seed_text[FAIR_SEED_TEXT_MAX];
    fair_seed_derive(&seed, secret, &facts, &state->salt);
    fair_seed_print(&seed, seed_text, sizeof seed_text);
    text_format(text, "shoe %u %s\n", state->shoe_number, seed_text);
    fair_seed_wipe(&seed);
}
