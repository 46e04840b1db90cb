/* SPDX-License-Identifier: Apache-2.0 */
#include "server/live_shoe.h"

#include <sodium.h>

#include "server/demo.h"
#include "table/virtual_shoe.h"

enum status live_propose_shoe(struct live *live, uint32_t stay)
{
    struct hash salt;
    randombytes_buf(salt.bytes, sizeof salt.bytes);
    return virtual_shoe_propose(&live->table, live->server->key.shoe_secret, &salt, stay,
                                live->server->proposal);
}

void live_load_shoe(struct live *live)
{
    virtual_shoe_load(&live->table, live->server->key.shoe_secret);
}

void live_shoe_print(const struct live *live, enum entry_kind kind, struct text *text)
{
    virtual_shoe_print(&live->table, live->server->key.shoe_secret, kind, text);
}

uint32_t live_bots_present(const struct live *live)
{
    return live->server->demo ? demo_present(live->server->demo, live) : 0;
}

bool status_is_card_trouble(enum status status)
{
    return status == STATUS_CARD_COPIES || status == STATUS_CARD_FOREIGN;
}
