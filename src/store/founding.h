/* SPDX-License-Identifier: Apache-2.0 */
/* founding.h - the first entry of a house: the key it was founded with, which names its log for ever. */
#ifndef CROUPIER_STORE_FOUNDING_H
#define CROUPIER_STORE_FOUNDING_H

#include "journal/declaration.h"
#include "store/store.h"

/* STATUS_BAD_ENTRY: the file does not begin with a founding. STATUS_NOT_FOUND: it is empty. */
enum status founding_read(struct store *store, struct public_key *key,
                          struct store_failure *failure) MUST_CHECK;

#endif
