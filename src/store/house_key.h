/* SPDX-License-Identifier: Apache-2.0 */
/* house_key.h - the one secret of a house, in a file of its own.
 *
 * The file holds 32 random bytes in hexadecimal and, after a turn of the key, a second line with the secret
 * of the shoes. If a module holds the signing key (key_module.h), its first line is the key's URI instead.
 * Only its owner can read it; it is made together with the house's database. A missing key is never replaced:
 * another one could neither sign the log nor deal the shoes. Two keys are derived from it: one signs
 * checkpoints (log/checkpoint.h), the other gives the seeds of shoes (table/fair_shoe.h), so that a shoe can
 * be continued after a failure although its seed is stored nowhere. Neither is ever stored in the database,
 * logged or shown. */
#ifndef CROUPIER_STORE_HOUSE_KEY_H
#define CROUPIER_STORE_HOUSE_KEY_H

#include "log/key.h"
#include "store/key_module.h"

enum { HOUSE_SECRET_BYTES = 32 };

/* A copy shares the module, which belongs to the key that was loaded. */
struct house_key {
    struct signing_key signing;
    struct key_module *module; /* signs instead of `signing`; or NULL */
    uint8_t shoe_secret[HOUSE_SECRET_BYTES];
};

/* From the 32 bytes themselves. */
void house_key_derive(struct house_key *key, const uint8_t secret[HOUSE_SECRET_BYTES]);

/* Reads the file; makes it if `database` does not exist yet or is NULL. A file that others can read is
 * refused. */
enum status house_key_load(struct house_key *key, const char *path, const char *database,
                           struct store_failure *failure) MUST_CHECK;

/* Makes a new key in a new file and keeps the old secret of the shoes, so that those in use go on. The key is
 * one of a module, by its `uri`, or a fresh one (NULL). */
enum status house_key_renew(struct house_key *key, const char *path, const struct house_key *old,
                            const char *uri, struct store_failure *failure) MUST_CHECK;

/* The signer of the house. It borrows from the key. */
struct signer house_key_signer(const struct house_key *key);

/* Overwrites the key and closes its module. */
void house_key_wipe(struct house_key *key);

#endif
