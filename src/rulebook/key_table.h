/* SPDX-License-Identifier: Apache-2.0 */
/* key_table.h - the rows behind keys.h, for keys.c only. */
#ifndef CROUPIER_RULEBOOK_KEY_TABLE_H
#define CROUPIER_RULEBOOK_KEY_TABLE_H

#include "rulebook/key.h"

extern const struct rulebook_key key_table_book[];
extern const size_t key_table_book_count;
extern const struct rulebook_key key_table_wager[];
extern const size_t key_table_wager_count;
extern const struct rulebook_key key_table_line[];
extern const size_t key_table_line_count;
extern const struct rulebook_key key_table_irregularity[];
extern const size_t key_table_irregularity_count;

#endif
