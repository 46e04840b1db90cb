/* SPDX-License-Identifier: Apache-2.0 */
/* rulebook.c - croupier.h: rulebooks. */
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "croupier/croupier.h"
#include "rulebook/builtin.h"
#include "rulebook/keys_json.h"
#include "rulebook/load.h"
#include "rulebook/sign_html.h"
#include "rulebook/sign_json.h"

enum { FAULTS_TEXT_MAX = FAULTS_MAX * (FAULT_TEXT_MAX + 128), CHANGES_MAX = 256 };

static struct croupier_rulebook *with_hash(struct croupier_rulebook *book)
{
    hash_print(&book->book.hash, book->hash, sizeof(book->hash));
    return book;
}

struct croupier_rulebook *croupier_rulebook_new(const char *game)
{
    struct croupier_rulebook *book = malloc(sizeof(*book));
    if (book && builtin_load(game, &book->book) == STATUS_OK)
        return with_hash(book);
    free(book);
    return NULL;
}

static char *faults_text(const char *name, const struct faults *faults, enum status status)
{
    struct text text;
    char *bytes = malloc(FAULTS_TEXT_MAX);
    if (!bytes)
        return NULL;
    text_init(&text, bytes, FAULTS_TEXT_MAX);
    for (unsigned i = 0; i < faults->count; i++)
        text_format(&text, "%s:%u:%u: %s\n", name, faults->items[i].line, faults->items[i].column,
                    faults->items[i].message);
    if (faults->count == 0)
        text_format(&text, "%s:0:0: %s\n", name, status_sentence(status));
    return bytes;
}

struct croupier_rulebook *croupier_rulebook_load(const char *name, const char *bytes, size_t size,
                                                 char **faults)
{
    struct faults found;
    struct croupier_rulebook *book = malloc(sizeof(*book));
    if (faults)
        *faults = NULL;
    if (!book)
        return NULL;
    enum status status = rulebook_load(bytes, size, &book->book, &found);
    if (status == STATUS_OK)
        return with_hash(book);
    if (faults)
        *faults = faults_text(name, &found, status);
    free(book);
    return NULL;
}

void croupier_rulebook_free(struct croupier_rulebook *book)
{
    free(book);
}

int croupier_rulebook_set(struct croupier_rulebook *book, const char *key, const char *value)
{
    enum status status = rulebook_set_switch(&book->book, key, value);
    with_hash(book);
    return (int)status;
}

/* Splits the lines in place; false at the first that is not "KEY VALUE". */
static bool read_changes(char *lines, struct switch_value *changes, unsigned *count)
{
    char *rest;
    *count = 0;
    for (char *at = strtok_r(lines, "\n", &rest); at; at = strtok_r(NULL, "\n", &rest)) {
        char *equals = strchr(at, '=');
        if (!equals || *count == CHANGES_MAX)
            return false;
        *equals = '\0';
        changes[(*count)++] = (struct switch_value){at, equals + 1};
    }
    return true;
}

int croupier_rulebook_change(struct croupier_rulebook *book, const char *lines, unsigned *line)
{
    struct switch_value changes[CHANGES_MAX];
    unsigned count;
    unsigned at = 0;
    char *copy = strdup(lines);
    enum status status = !copy                                  ? STATUS_NO_MEMORY
                         : !read_changes(copy, changes, &count) ? STATUS_BAD_TEXT
                                                                : STATUS_OK;
    bool read = status == STATUS_OK;
    if (read)
        status = rulebook_set_switches(&book->book, changes, count, &at);
    else
        at = copy ? count : 0;
    if (line)
        *line = status == STATUS_OK || status == STATUS_BAD_RULEBOOK ? 0 : at + 1;
    free(copy);
    with_hash(book);
    return (int)status;
}

char *croupier_rulebook_keys(const struct croupier_rulebook *book)
{
    return api_dumped(rulebook_keys_json(&book->book));
}

const char *croupier_rulebook_id(const struct croupier_rulebook *book)
{
    return book->book.id;
}

const char *croupier_rulebook_name(const struct croupier_rulebook *book)
{
    return label_say(&book->book.name, LANGUAGE_ENGLISH);
}

const char *croupier_rulebook_hash(const struct croupier_rulebook *book)
{
    return book->hash;
}

char *api_dumped(json_t *owned)
{
    char *text = json_dumps(owned, JSON_COMPACT);
    json_decref(owned);
    return text;
}

char *croupier_rulebook_json(const struct croupier_rulebook *book)
{
    return api_dumped(rulebook_identity_json(&book->book));
}

static bool make_sign(const struct croupier_rulebook *book, unsigned decks, const char *language,
                      struct sign *sign)
{
    unsigned number;
    const struct sign_setting setting = {.decks = decks};
    if (!language_find(language, &number))
        return false;
    if (decks && (decks < book->book.decks_min || decks > book->book.decks_max))
        return false;
    sign_make(sign, &book->book, &setting, number);
    return true;
}

char *croupier_rulebook_sign_json(const struct croupier_rulebook *book, unsigned decks, const char *language)
{
    struct sign sign;
    return make_sign(book, decks, language, &sign) ? api_dumped(sign_json(&sign, &book->book)) : NULL;
}

char *croupier_rulebook_sign_html(const struct croupier_rulebook *book, unsigned decks, const char *language)
{
    struct sign sign;
    struct text text;
    if (!make_sign(book, decks, language, &sign))
        return NULL;
    char *bytes = malloc(SIGN_HTML_MAX);
    if (!bytes)
        return NULL;
    text_init(&text, bytes, SIGN_HTML_MAX);
    sign_html(&sign, &text);
    return bytes;
}
