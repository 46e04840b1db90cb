/* SPDX-License-Identifier: Apache-2.0 */
/* house_key.h - the one secret of a house, in a file of its own.
 *
 * The file holds 32 random bytes in hexadecimal, after a turn of the key a second line with the secret of the
 * shoes, and can be read by its owner only; it is made together with
 * the house's database. A key that is missing is never replaced: another one could neither sign the log nor
 * deal the shoes. Two keys come out of it: one signs checkpoints (journal/signing.h), the other gives the
 * seeds of shoes (table/fair_shoe.h), so that a shoe can be taken up again after a failure although its seed
 * is written nowhere. Neither is ever stored in the database, logged or shown. */
#ifndef CROUPIER_STORE_HOUSE_KEY_H
#define CROUPIER_STORE_HOUSE_KEY_H

#include "log/key.h"
#include "store/failure.h"

enum { HOUSE_SECRET_BYTES = 32 };

struct house_key {
    struct signing_key signing;
    uint8_t shoe_secret[HOUSE_SECRET_BYTES];
};

/* From the 32 bytes themselves. */
void house_key_derive(struct house_key *key, const uint8_t secret[HOUSE_SECRET_BYTES]);

/* Reads the file; makes it where `database` is not there yet, or is NULL. A file others may read is refused.
 */
enum status house_key_load(struct house_key *key, const char *path, const char *database,
                           struct store_failure *failure) MUST_CHECK;

/* A new key in a new file, with the old one's secret of the shoes: those in use go on. */
enum status house_key_renew(struct house_key *key, const char *path, const struct house_key *old,
                            struct store_failure *failure) MUST_CHECK;

/* Overwrites it. */
void house_key_wipe(struct house_key *key);

#endif
