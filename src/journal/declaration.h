/* SPDX-License-Identifier: Apache-2.0 */
/* declaration.h - the texts by which the house's chain declares what all others refer to by number.
 *
 * Pure. One line each:
 *
 *   ENTRY_FOUNDED    croupier 2 KEY\n            the house's public key in hexadecimal
 *                                                (format 1: croupier 1 KEY\n)
 *   ENTRY_CHAIN      chain NUMBER NAME\n         from 2; chain 1 is the house's own, and is not declared
 *   ENTRY_ACCOUNT    account NUMBER KIND NAME\n  from 1
 *   ENTRY_DOCUMENT   document HASH NAME\n        then the document's bytes, up to the end of the entry
 *   ENTRY_CORRECTED  corrects NUMBER\n           an earlier entry of the same chain (correction.h);
 *                                                then words
 *   ENTRY_KEY        key OLD NEW SIGNATURE SIGNATURE\n
 *                                                by the old and by the new key, over what key_message gives
 *   ENTRY_LOSS       loss SIZE ROOT LENGTH\n     a head that is known elsewhere; then words
 */
#ifndef CROUPIER_JOURNAL_DECLARATION_H
#define CROUPIER_JOURNAL_DECLARATION_H

#include "base/text.h"
#include "journal/chain.h"
#include "ledger/account.h"
#include "log/checkpoint.h"
#include "log/key.h"

enum { CHAIN_NUMBER_HOUSE = 1, DECLARATION_TEXT_MAX = 512 };

void founded_print(const struct public_key *key, struct text *text);
enum status founded_parse(struct span span, struct public_key *key) MUST_CHECK;

void chain_declaration_print(uint32_t number, const char *name, struct text *text);
enum status chain_declaration_parse(struct span span, uint32_t *number, char name[CHAIN_NAME_MAX]) MUST_CHECK;

void account_declaration_print(const struct account *account, struct text *text);
enum status account_declaration_parse(struct span span, struct account *account) MUST_CHECK; /* balance 0 */

/* The line in front of a document; the caller puts the bytes behind it. */
void document_print(struct span document, const char *name, struct text *text);

/* STATUS_BAD_ENTRY also if the bytes do not have the hash that the line names. */
enum status document_parse(struct span span, struct hash *hash, char name[CHAIN_NAME_MAX],
                           struct span *document) MUST_CHECK;

/* The house turns from one key to another by entry `number` of its chain. */
struct key_turn {
    struct public_key old;
    struct public_key new;
    struct signature by_old;
    struct signature by_new;
};

/* Signs with both keys. */
enum status key_turn_sign(struct key_turn *turn, const char *origin, uint64_t number,
                          const struct signer *old, const struct signer *new) MUST_CHECK;
bool key_turn_holds(const struct key_turn *turn, const char *origin, uint64_t number);
void key_turn_print(const struct key_turn *turn, struct text *text);
enum status key_turn_parse(struct span span, struct key_turn *turn) MUST_CHECK;

/* A head of `size` leaves and `root` is known elsewhere; the log had `length` when somebody went on with it.
 */
void loss_print(const struct checkpoint *head, uint64_t length, const char *words, struct text *text);
enum status loss_parse(struct span span, uint64_t *size, struct hash *root, uint64_t *length) MUST_CHECK;

void correction_print(uint64_t number, const char *reason, struct text *text);
enum status correction_parse(struct span span, uint64_t *number) MUST_CHECK;

#endif
