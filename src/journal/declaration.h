/* SPDX-License-Identifier: Apache-2.0 */
/* declaration.h - the texts by which the house's chain declares what all others refer to by number.
 *
 * Pure. One line each:
 *   ENTRY_FOUNDED    croupier 1 KEY\n             public key of the house, hexadecimal
 *   ENTRY_CHAIN      chain NUMBER NAME\n          from 2; chain 1 is the house's own and is not declared
 *   ENTRY_ACCOUNT    account NUMBER KIND NAME\n   from 1
 *   ENTRY_DOCUMENT   document HASH NAME\n         then the document's bytes, up to the end of the entry
 *   ENTRY_CORRECTED  corrects NUMBER\n            an earlier entry of the same chain (correction.h); then
 * words
 */
#ifndef CROUPIER_JOURNAL_DECLARATION_H
#define CROUPIER_JOURNAL_DECLARATION_H

#include "base/text.h"
#include "journal/chain.h"
#include "journal/signing.h"
#include "ledger/account.h"

enum { CHAIN_NUMBER_HOUSE = 1, DECLARATION_TEXT_MAX = 192 };

void founded_print(const struct public_key *key, struct text *text);
enum status founded_parse(struct span span, struct public_key *key) MUST_CHECK;

void chain_declaration_print(uint32_t number, const char *name, struct text *text);
enum status chain_declaration_parse(struct span span, uint32_t *number, char name[CHAIN_NAME_MAX]) MUST_CHECK;

void account_declaration_print(const struct account *account, struct text *text);
enum status account_declaration_parse(struct span span, struct account *account) MUST_CHECK; /* balance 0 */

/* The line in front of a document; the caller puts the bytes behind it. */
void document_print(struct span document, const char *name, struct text *text);

/* STATUS_BAD_ENTRY too if the bytes do not have the hash the line names. */
enum status document_parse(struct span span, struct hash *hash, char name[CHAIN_NAME_MAX],
                           struct span *document) MUST_CHECK;

void correction_print(uint64_t number, const char *reason, struct text *text);
enum status correction_parse(struct span span, uint64_t *number) MUST_CHECK;

#endif
