/* SPDX-License-Identifier: Apache-2.0 */
/* words.h - which words may stand for an argument's name in a help text: GAME, LANG, IRREGULARITY, PHASE. For
 * completion. */
#ifndef CROUPIER_CLI_WORDS_H
#define CROUPIER_CLI_WORDS_H

enum { WORD_KIND_MAX = 32 };

/* The word number `index` that may stand for `kind`; NULL at the end, or where any word may stand. */
const char *word_of_kind(const char *kind, unsigned index);

#endif
