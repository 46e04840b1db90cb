/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue.h - the tables that tools/catalogue.py makes of the files po/CODE.po; for language.c only. */
#ifndef CROUPIER_LANGUAGE_CATALOGUE_H
#define CROUPIER_LANGUAGE_CATALOGUE_H

#include <stddef.h>

#include "language/list.h"

extern const struct catalogue_language {
    const char *code;
    const char *tag;
    const char *name;
    const char *const *says; /* in the order of catalogue_english; NULL for English */
} catalogue_languages[LANGUAGE_COUNT];

extern const char *const catalogue_english[]; /* sorted */
extern const size_t catalogue_count;
extern const char *const catalogue_choices;

#endif
