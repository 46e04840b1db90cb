/* SPDX-License-Identifier: Apache-2.0 */
#include "libfyaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fy_diag_cfg_default(struct fy_diag_cfg *cfg)
{
    cfg->fp = NULL;
}

struct fy_diag *fy_diag_create(const struct fy_diag_cfg *cfg)
{
    (void)cfg;
    return calloc(1, sizeof(struct fy_diag));
}

void fy_diag_destroy(struct fy_diag *diag)
{
    free(diag);
}

void fy_diag_set_collect_errors(struct fy_diag *diag, bool on)
{
    (void)diag;
    (void)on;
}

struct fy_diag_error *fy_diag_errors_iterate(struct fy_diag *diag, void **at)
{
    (void)at;
    return diag->told ? &diag->error : NULL;
}

struct fy_parser *fy_parser_create(const struct fy_parse_cfg *cfg)
{
    struct fy_parser *parser = calloc(1, sizeof(*parser));
    if (parser)
        parser->diag = cfg->diag;
    return parser;
}

void fy_parser_destroy(struct fy_parser *parser)
{
    free(parser->text);
    free(parser);
}

int fy_parser_set_string(struct fy_parser *parser, const char *bytes, size_t size)
{
    parser->at = bytes;
    parser->end = bytes + size;
    parser->text = malloc(size + 1);
    return parser->text ? 0 : -1;
}

/* The text of a line from `from` on, without its escapes. */
static size_t unescape(const char *from, const char *end, char *to)
{
    char *at = to;
    for (; from < end; from++) {
        if (*from == '\\' && from + 1 < end)
            *at++ = *++from == 'n' ? '\n' : *from;
        else
            *at++ = *from;
    }
    *at = '\0';
    return (size_t)(at - to);
}

static enum fy_event_type type_of(char letter)
{
    static const struct {
        char letter;
        enum fy_event_type type;
    } rows[] = {{'M', FYET_MAPPING_START}, {'m', FYET_MAPPING_END},   {'L', FYET_SEQUENCE_START},
                {'l', FYET_SEQUENCE_END},  {'P', FYET_SCALAR},        {'Q', FYET_SCALAR},
                {'A', FYET_ALIAS},         {'D', FYET_DOCUMENT_START}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].letter == letter)
            return rows[i].type;
    return FYET_NONE;
}

static void fail(struct fy_parser *parser, const char *text, const char *end)
{
    struct fy_diag *diag = parser->diag;
    diag->told = true;
    snprintf(diag->message, sizeof(diag->message), "%.*s", (int)(end - text), text);
    diag->error =
        (struct fy_diag_error){parser->event.mark.line + 1, parser->event.mark.column + 1, diag->message};
}

struct fy_event *fy_parser_parse(struct fy_parser *parser)
{
    struct fy_event *event = &parser->event;
    if (parser->at >= parser->end)
        return NULL;
    const char *line = parser->at;
    const char *stop = memchr(line, '\n', (size_t)(parser->end - line));
    const char *end = stop ? stop : parser->end;
    char *rest = (char *)line + 1;
    parser->at = end + 1;
    memset(event, 0, sizeof(*event));
    event->type = type_of(line[0]);
    if (end > line + 1) {
        event->mark.line = (int)strtol(rest, &rest, 10) - 1;
        event->mark.column = (int)strtol(rest, &rest, 10) - 1;
    }
    const char *text = rest < end ? rest + 1 : end;
    if (event->type == FYET_NONE) {
        fail(parser, text, end);
        return NULL;
    }
    if (event->type == FYET_SCALAR) {
        parser->token = (struct fy_token){line[0] == 'P' ? FYSS_PLAIN : FYSS_DOUBLE_QUOTED, parser->text,
                                          unescape(text, end, parser->text)};
        event->scalar.value = &parser->token;
    }
    return event;
}

void fy_parser_event_free(struct fy_parser *parser, struct fy_event *event)
{
    (void)parser;
    (void)event;
}

bool fy_parser_get_stream_error(struct fy_parser *parser)
{
    return parser->diag->told;
}

const struct fy_mark *fy_event_start_mark(struct fy_event *event)
{
    bool ends = event->type == FYET_MAPPING_END || event->type == FYET_SEQUENCE_END;
    return ends ? NULL : &event->mark;
}

const char *fy_token_get_text(struct fy_token *token, size_t *length)
{
    *length = token->length;
    return token->text;
}

enum fy_scalar_style fy_token_scalar_style(struct fy_token *token)
{
    return token->style;
}
