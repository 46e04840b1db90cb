/* SPDX-License-Identifier: Apache-2.0 */
/* founding.h - the keys of a house, from its entries: the one it was founded with, which names its log for
 * good, and the one it signs with now. */
#ifndef CROUPIER_STORE_FOUNDING_H
#define CROUPIER_STORE_FOUNDING_H

#include "journal/declaration.h"
#include "store/store.h"

/* STATUS_BAD_ENTRY: the file does not begin with a founding. STATUS_NOT_FOUND: it is empty. */
enum status founding_read(struct store *store, struct public_key *key,
                          struct store_failure *failure) MUST_CHECK;

/* The key the house has turned to last, or the founding one. Reads the house's chain back to the turn. */
enum status founding_key_now(struct store *store, struct public_key *key,
                             struct store_failure *failure) MUST_CHECK;

#endif
