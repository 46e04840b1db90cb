/* SPDX-License-Identifier: Apache-2.0 */
/* house_key.h - the one secret of a house, in a file of its own.
 *
 * The file holds 32 random bytes in hexadecimal and can be read by its owner only; it is made on first use.
 * Two keys come out of it: one signs checkpoints (journal/signing.h), the other gives the seeds of
 * shoes (table/fair_shoe.h), so that a shoe can be taken up again after a failure although its seed is
 * written nowhere. Neither is ever stored in the database, logged or shown. */
#ifndef CROUPIER_STORE_HOUSE_KEY_H
#define CROUPIER_STORE_HOUSE_KEY_H

#include "journal/signing.h"
#include "store/store.h"

enum { HOUSE_SECRET_BYTES = 32 };

struct house_key {
    struct signing_key signing;
    uint8_t shoe_secret[HOUSE_SECRET_BYTES];
};

/* From the 32 bytes themselves. */
void house_key_derive(struct house_key *key, const uint8_t secret[HOUSE_SECRET_BYTES]);

/* Reads the file, or makes it. A file others may read is refused. */
enum status house_key_load(struct house_key *key, const char *path, struct store_failure *failure) MUST_CHECK;

/* Overwrites it. */
void house_key_wipe(struct house_key *key);

#endif
