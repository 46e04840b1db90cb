/* SPDX-License-Identifier: Apache-2.0 */
/* change.h - a table goes on by another rulebook: the text of an entry *change*, "table rulebook T OLD NEW".
 *
 * Pure. Both hashes are those of documents (journal/declaration.h). */
#ifndef CROUPIER_HOUSE_CHANGE_H
#define CROUPIER_HOUSE_CHANGE_H

#include "base/hash.h"
#include "base/text.h"
#include "journal/chain.h"

struct book_change {
    char table[CHAIN_NAME_MAX];
    struct hash from;
    struct hash to;
};

void book_change_print(const struct book_change *change, struct text *text);
bool book_change_parse(struct span span, struct book_change *change); /* false: it is another change */

#endif
