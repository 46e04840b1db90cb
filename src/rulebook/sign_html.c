/* SPDX-License-Identifier: Apache-2.0 */
#include "rulebook/sign_html.h"

#include <string.h>

#include "base/embedded.h"

extern const struct embedded sign_styles[]; /* sign.css */

static void put_element(struct text *text, const char *element, const char *content)
{
    if (!content[0])
        return;
    text_format(text, "<%s>", element);
    text_put_escaped(text, content);
    text_format(text, "</%s>", element);
}

/* A row of a pay table or of the limits: what, and how much. */
static void put_figures(struct text *text, const struct sign *sign, const struct sign_section *section)
{
    text_put(text, "<dl>");
    for (unsigned i = 0; i < section->row_count; i++) {
        const struct sign_row *row = &sign->rows[section->row_first + i];
        text_put(text, "<div>");
        put_element(text, "dt", row->topic);
        put_element(text, "dd", row->says);
        text_put(text, "</div>\n");
    }
    text_put(text, "</dl>");
}

static void put_rules(struct text *text, const struct sign *sign, const struct sign_section *section)
{
    for (unsigned i = 0; i < section->row_count; i++) {
        const struct sign_row *row = &sign->rows[section->row_first + i];
        text_put(text, "<p>");
        put_element(text, "b", row->topic);
        text_put_char(text, ' ');
        text_put_escaped(text, row->says);
        text_put_char(text, ' ');
        put_element(text, "small", row->clauses);
        text_put(text, "</p>\n");
    }
}

/* A wager with one line that is called like the wager itself: name and pay share a line. */
static bool says_its_name(const struct sign *sign, const struct sign_section *section)
{
    return section->row_count == 1 && strcmp(section->heading, sign->rows[section->row_first].topic) == 0;
}

static void put_sections(struct text *text, const struct sign *sign, enum sign_kind kind,
                         const char *class_name)
{
    text_format(text, "<div class=\"%s\">\n", class_name);
    for (unsigned i = 0; i < sign->section_count; i++) {
        const struct sign_section *section = &sign->sections[i];
        if (section->kind != kind)
            continue;
        text_put(text, says_its_name(sign, section) ? "<section class=\"one\">" : "<section>");
        put_element(text, "h2", section->heading);
        put_element(text, "i", section->note);
        if (kind == SIGN_RULES)
            put_rules(text, sign, section);
        else
            put_figures(text, sign, section);
        text_put(text, "</section>\n");
    }
    text_put(text, "</div>\n");
}

void sign_html(const struct sign *sign, struct text *text)
{
    text_format(text, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
                language_tag(sign->language));
    text_put(text, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    put_element(text, "title", sign->title);
    text_put(text, "\n<style>\n");
    text_put_bytes(text, (const char *)sign_styles[0].bytes, sign_styles[0].size);
    text_put(text, "</style>\n</head>\n<body>\n<main>\n<header>");
    put_element(text, "h1", sign->title);
    put_element(text, "p", sign->subtitle);
    text_put(text, "</header>\n");
    put_sections(text, sign, SIGN_TABLE, "table");
    put_sections(text, sign, SIGN_PAYS, "pays");
    put_sections(text, sign, SIGN_RULES, "rules");
    put_element(text, "footer", sign->foot);
    text_put(text, "\n</main>\n</body>\n</html>\n");
}
