/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/sign_json.h"

/* A line of a pay table tells its figures, too: how a ratio is written is the business of each language. */
static json_t *row_json(const struct sign_row *row)
{
    json_t *pays = row->pays.den ? json_pack("[i, i]", (int)row->pays.num, (int)row->pays.den) : NULL;
    return json_pack("{s:s, s:s, s:s, s:o*}", "topic", row->topic, "says", row->says, "clauses", row->clauses,
                     "pays", pays);
}

/* In millionths. */
static json_t *odds_json(const struct sign_odds *odds)
{
    json_t *chance = odds->chance < 0 ? json_null() : json_integer(odds->chance);
    return json_pack("{s:o, s:i}", "chance", chance, "edge", (int)odds->edge);
}

static json_t *section_json(const struct sign *sign, const struct sign_section *section,
                            const struct rulebook *book)
{
    static const char *const kinds[] = {[SIGN_TABLE] = "table", [SIGN_PAYS] = "pays", [SIGN_RULES] = "rules"};
    json_t *rows = json_array();
    for (unsigned i = 0; i < section->row_count; i++) {
        json_array_append_new(rows, row_json(&sign->rows[section->row_first + i]));
    }
    json_t *object = json_pack("{s:s, s:s*, s:s, s:s, s:o}", "kind", kinds[section->kind], "wager",
                               section->wager < 0 ? NULL : book->wagers[section->wager].name, "heading",
                               section->heading, "note", section->note, "rows", rows);
    if (section->odds.known)
        json_object_set_new(object, "odds", odds_json(&section->odds));
    return object;
}

json_t *label_json(const struct label *label)
{
    json_t *object = json_object();
    for (unsigned i = 0; i < LANGUAGE_COUNT; i++)
        if (label->in[i][0])
            json_object_set_new(object, language_code(i), json_string(label->in[i]));
    return object;
}

json_t *sign_json(const struct sign *sign, const struct rulebook *book)
{
    char hash[HASH_TEXT_MAX];
    hash_print(&book->hash, hash, sizeof(hash));
    json_t *sections = json_array();
    for (unsigned i = 0; i < sign->section_count; i++)
        json_array_append_new(sections, section_json(sign, &sign->sections[i], book));
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "game", book->id, "hash", hash, "language",
                     language_code(sign->language), "title", sign->title, "subtitle", sign->subtitle,
                     "sections", sections);
}

const char *rulebook_family_name(const struct rulebook *book)
{
    return book->family == FAMILY_BLACKJACK ? "blackjack" : "baccarat";
}

json_t *rulebook_identity_json(const struct rulebook *book)
{
    char hash[HASH_TEXT_MAX];
    hash_print(&book->hash, hash, sizeof(hash));
    json_t *wagers = json_array();
    for (unsigned i = 0; i < book->wager_count; i++)
        json_array_append_new(wagers, json_string(book->wagers[i].name));
    return json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:{s:s, s:i, s:i}, s:o, s:s}", "id", book->id,
                     "name", label_say(&book->name, LANGUAGE_ENGLISH), "names", label_json(&book->name),
                     "operator", book->house, "version", book->version, "effective", book->effective,
                     "family", rulebook_family_name(book), "decks", "deck", deck_of(book->deck)->name, "min",
                     book->decks_min, "max", book->decks_max, "wagers", wagers, "hash", hash);
}
