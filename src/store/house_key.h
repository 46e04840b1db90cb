/* SPDX-License-Identifier: Apache-2.0 */
/* house_key.h - the one secret of a house, in a file of its own.
 *
 * The file holds 32 random bytes in hexadecimal and, after a turn of the key, a second line with the secret
 * of the shoes. Where a module holds the signing key (key_module.h) its first line is the key's URI instead.
 * It can be read by its owner only and is made together with the house's database. A key that is missing is
 * never replaced: another one could neither sign the log nor deal the shoes. Two keys come out of it: one
 * signs checkpoints (journal/signing.h), the other gives the seeds of shoes (table/fair_shoe.h), so that a
 * shoe can be taken up again after a failure although its seed is written nowhere. Neither is ever stored in
 * the database, logged or shown. */
#ifndef CROUPIER_STORE_HOUSE_KEY_H
#define CROUPIER_STORE_HOUSE_KEY_H

#include "log/key.h"
#include "store/key_module.h"

enum { HOUSE_SECRET_BYTES = 32 };

/* A copy shares the module, which belongs to the key that was loaded. */
struct house_key {
    struct signing_key signing;
    struct key_module *module; /* that signs instead; or NULL */
    uint8_t shoe_secret[HOUSE_SECRET_BYTES];
};

/* From the 32 bytes themselves. */
void house_key_derive(struct house_key *key, const uint8_t secret[HOUSE_SECRET_BYTES]);

/* Reads the file; makes it where `database` is not there yet, or is NULL. A file others may read is refused.
 */
enum status house_key_load(struct house_key *key, const char *path, const char *database,
                           struct store_failure *failure) MUST_CHECK;

/* A new key in a new file, with the old one's secret of the shoes: those in use go on. The key is one of a
 * module, by its `uri`, or a fresh one (NULL). */
enum status house_key_renew(struct house_key *key, const char *path, const struct house_key *old,
                            const char *uri, struct store_failure *failure) MUST_CHECK;

/* Whatever signs for the house. What it points to is the key's. */
struct signer house_key_signer(const struct house_key *key);

/* Overwrites it, and lets its module go. */
void house_key_wipe(struct house_key *key);

#endif
