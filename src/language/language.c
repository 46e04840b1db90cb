/* SPDX-License-Identifier: Apache-2.0 */
#include "language/language.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "language/catalogue.h"

const char *language_code(unsigned language)
{
    assert(language < LANGUAGE_COUNT);
    return catalogue_languages[language].code;
}

const char *language_tag(unsigned language)
{
    assert(language < LANGUAGE_COUNT);
    return catalogue_languages[language].tag;
}

bool language_find(const char *code, unsigned *language)
{
    for (unsigned i = 0; i < LANGUAGE_COUNT; i++)
        if (strcmp(code, catalogue_languages[i].code) == 0) {
            *language = i;
            return true;
        }
    return false;
}

const char *language_choices(void)
{
    return catalogue_choices;
}

static int compare(const void *key, const void *item)
{
    return strcmp(key, *(const char *const *)item);
}

const char *language_say(unsigned language, const char *english)
{
    assert(language < LANGUAGE_COUNT);
    if (language == LANGUAGE_ENGLISH)
        return english;
    const char *const *found =
        bsearch(english, catalogue_english, catalogue_count, sizeof catalogue_english[0], compare);
    return found ? catalogue_languages[language].says[found - catalogue_english] : english;
}

const char *label_say(const struct label *label, unsigned language)
{
    assert(language < LANGUAGE_COUNT);
    return label->in[language][0] ? label->in[language] : label->in[LANGUAGE_ENGLISH];
}
