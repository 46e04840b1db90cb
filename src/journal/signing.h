/* SPDX-License-Identifier: Apache-2.0 */
/* signing.h - the house puts its name to a chain as it stands.
 *
 * Pure. A hash chain alone can be rewritten from any entry on by whoever holds the file; a signature by the
 * house's key (Ed25519) over the head cannot. A checkpoint is an entry of kind ENTRY_SIGNED whose text is
 *
 *   signed KEY SIGNATURE\n          both in hexadecimal
 *
 * and whose signature is over the text
 *
 *   croupier checkpoint 1\nCHAIN\nNUMBER\nHASH\n
 *
 * with the number and hash of the entry before it. */
#ifndef CROUPIER_JOURNAL_SIGNING_H
#define CROUPIER_JOURNAL_SIGNING_H

#include "base/text.h"
#include "journal/chain.h"
#include "log/key.h"

enum { SIGNING_TEXT_MAX = 256 };

/* Appends the text of a checkpoint of the chain as it stands now. */
void signing_print(const struct chain *chain, const struct signing_key *key, struct text *text);

/* `chain` stands before the checkpoint. STATUS_BAD_SIGNATURE unless the text is a signature over it by `key`;
 * with a NULL key, by the key it names, which is then given in *named (may be NULL). */
enum status signing_check(const struct chain *chain, struct span text, const struct public_key *key,
                          struct public_key *named) MUST_CHECK;

#endif
