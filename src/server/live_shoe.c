/* SPDX-License-Identifier: Apache-2.0 */
#include "server/live_shoe.h"

#include <sodium.h>

#include "server/demo.h"
#include "table/fair_shoe.h"

static struct fair_shoe facts_of(const struct live *live, uint32_t number)
{
    const struct table *table = &live->table;
    return (struct fair_shoe){.table = table->plan.id,
                              .number = number,
                              .deck = deck_of((enum deck_id)table->plan.book->deck),
                              .decks = table->state.round.setting.decks};
}

enum status live_propose_shoe(struct live *live, uint32_t stay)
{
    struct table *table = &live->table;
    if (table->state.device != DEVICE_VIRTUAL)
        return table_propose_shoe(table, NULL, NULL, stay, live->server->proposal);
    struct fair_shoe facts = facts_of(live, table->state.shoe_number + 1);
    struct fair_seed seed;
    struct hash salt;
    randombytes_buf(salt.bytes, sizeof salt.bytes);
    fair_seed_derive(&seed, live->server->key.shoe_secret, &facts, &salt);
    struct hash commitment = fair_shoe_commitment(&facts, &seed);
    fair_seed_wipe(&seed);
    return table_propose_shoe(table, &commitment, &salt, stay, live->server->proposal);
}

void live_load_shoe(struct live *live)
{
    struct table *table = &live->table;
    if (table->state.device != DEVICE_VIRTUAL || table->state.shoe_number == 0)
        return;
    struct fair_shoe facts = facts_of(live, table->state.shoe_number);
    struct fair_seed seed;
    fair_seed_derive(&seed, live->server->key.shoe_secret, &facts, &table->state.salt);
    fair_shoe_order(&facts, &seed, &table->shoe);
    fair_seed_wipe(&seed);
}

void live_shoe_print(const struct live *live, enum entry_kind kind, struct text *text)
{
    const struct table_state *state = &live->table.state;
    struct fair_shoe facts = facts_of(live, state->shoe_number);
    char hash[HASH_TEXT_MAX];
    if (kind == ENTRY_COMMITTED) {
        hash_print(&state->commitment, hash, sizeof hash);
        text_format(text, "shoe %u %s\n", state->shoe_number, hash);
        return;
    }
    struct fair_seed seed;
    char seed_text[FAIR_SEED_TEXT_MAX];
    fair_seed_derive(&seed, live->server->key.shoe_secret, &facts, &state->salt);
    fair_seed_print(&seed, seed_text, sizeof seed_text);
    text_format(text, "shoe %u %s\n", state->shoe_number, seed_text);
    fair_seed_wipe(&seed);
}

uint32_t live_bots_present(const struct live *live)
{
    return live->server->demo ? demo_present(live->server->demo, live) : 0;
}

bool status_is_card_trouble(enum status status)
{
    return status == STATUS_CARD_COPIES || status == STATUS_CARD_FOREIGN;
}
