/* SPDX-License-Identifier: Apache-2.0 */
/* entry_print.h - one entry of a journal, for people and programs.
 *
 * `chain` is the name of its chain. With a ledger accounts are called by their names, without one (NULL) by
 * their numbers. The entry's hash must be set for JSON. */
#ifndef CROUPIER_CLI_ENTRY_PRINT_H
#define CROUPIER_CLI_ENTRY_PRINT_H

#include "report/entry_json.h"

void entry_print_text(const struct entry *entry, const char *chain, const struct ledger *ledger);

/* One object on a line. */
void entry_print_json(const struct entry *entry, const char *chain, const struct ledger *ledger);

#endif
