/* SPDX-License-Identifier: Apache-2.0 */
/* entry_json.h - one entry of a journal as JSON: for `journal show`, and for the feed to other systems. */
#ifndef CROUPIER_REPORT_ENTRY_JSON_H
#define CROUPIER_REPORT_ENTRY_JSON_H

#include <jansson.h>

#include "journal/entry.h"
#include "ledger/ledger.h"

/* `chain` is the name of its chain. Accounts have their names from the ledger, or, if that is NULL, numbers:
 * "account 17". The entry's hash must be set. The caller owns the object. */
json_t *entry_json(const struct entry *entry, const char *chain, const struct ledger *ledger);

/* An entry of the feed (docs/protocol.md): with its position, and numbers instead of names: "chain 3",
 * "account 17". Entries *chain* and *account* of the same feed give the names. */
json_t *entry_feed_json(uint64_t position, uint32_t number, const struct entry *entry);

/* "2026-11-18T04:12:33.000Z"; `size` of at least 40. */
void entry_time_print(int64_t time_ms, char *text, size_t size);
const char *entry_account_print(const struct ledger *ledger, uint32_t number, char *text, size_t size);

#endif
