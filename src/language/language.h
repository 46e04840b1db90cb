/* SPDX-License-Identifier: Apache-2.0 */
/* language.h - the languages in which people are spoken to.
 *
 * Pure, constant tables: a language is a catalogue of messages, po/CODE.po, as translators know them (GNU
 * gettext). tools/catalogue.py compiles the catalogues into this program, so there is no process-wide locale
 * and every caller says which language it means. English is the language of the sources and needs no
 * catalogue. To add a language, add its catalogue: no C changes. docs/languages.md tells how. */
#ifndef CROUPIER_LANGUAGE_LANGUAGE_H
#define CROUPIER_LANGUAGE_LANGUAGE_H

#include <stdbool.h>

#include "language/list.h" /* made from the folder po: LANGUAGE_LIST, LANGUAGE_COUNT */

enum { LANGUAGE_ENGLISH = 0, LANGUAGE_TEXT_MAX = 96 };

const char *language_code(unsigned language); /* "en", "zh": ISO 639-1 */
const char *language_tag(unsigned language);  /* "en", "zh-Hans": for HTML */

/* False if there is no language of that code. */
bool language_find(const char *code, unsigned *language);

/* The codes, for messages: "en, ms or zh". */
const char *language_choices(void);

/* The text in that language. A text that is in no catalogue is returned as it is. */
const char *language_say(unsigned language, const char *english);

/* A text that a file gives in several languages, such as a wager's label; only English is required. */
struct label {
    char in[LANGUAGE_COUNT][LANGUAGE_TEXT_MAX];
};

const char *label_say(const struct label *label, unsigned language);

#endif
