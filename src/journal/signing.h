/* SPDX-License-Identifier: Apache-2.0 */
/* signing.h - the house's signature over one chain, in journals of format 1.
 *
 * Pure. Anybody who holds the file can rewrite a hash chain from any entry on, but they cannot forge a
 * signature by the house's key (Ed25519) over its head. Format 2 signs the whole log instead
 * (log/checkpoint.h). A signature of format 1 is an entry of kind ENTRY_SIGNED whose text is
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

/* Appends the text of a signature over the chain as it is now. */
void signing_print(const struct chain *chain, const struct signing_key *key, struct text *text);

/* `chain` is the chain before that entry. STATUS_BAD_SIGNATURE unless the text is a signature over it by
 * `key`; if `key` is NULL, by the key it names, which is then stored in *named (may be NULL). */
enum status signing_check(const struct chain *chain, struct span text, const struct public_key *key,
                          struct public_key *named) MUST_CHECK;

#endif
