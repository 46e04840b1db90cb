/* SPDX-License-Identifier: Apache-2.0 */
/* libfyaml.h - what rulebook/tree.c asks of libfyaml, for the module in the browser. YAML is read there by
 * the page (package/croupier.js, with the npm package yaml); what arrives here is its list of events, one a
 * line:
 *
 *   M LINE COLUMN   m     a mapping begins, ends
 *   L LINE COLUMN   l     a list begins, ends
 *   P LINE COLUMN TEXT    a word without quotes, Q one with quotes; \n and \\ in TEXT are escaped
 *   A LINE COLUMN         an anchor, alias or tag
 *   D LINE COLUMN         a document begins
 *   E LINE COLUMN TEXT    not YAML, and why
 *
 * Lines and columns count from 1. Only for wasm/. */
#ifndef CROUPIER_WASM_LIBFYAML_H
#define CROUPIER_WASM_LIBFYAML_H

#include <stdbool.h>
#include <stddef.h>

enum fy_event_type {
    FYET_NONE,
    FYET_DOCUMENT_START,
    FYET_SCALAR,
    FYET_MAPPING_START,
    FYET_MAPPING_END,
    FYET_SEQUENCE_START,
    FYET_SEQUENCE_END,
    FYET_ALIAS
};
enum fy_scalar_style { FYSS_PLAIN, FYSS_DOUBLE_QUOTED };
enum { FYPCF_QUIET = 1, FYPCF_COLLECT_DIAG = 2, FYPCF_DEFAULT_VERSION_1_2 = 4 };

struct fy_mark {
    int line;
    int column;
};
struct fy_token {
    enum fy_scalar_style style;
    const char *text;
    size_t length;
};
struct fy_event_scalar {
    struct fy_token *value, *anchor, *tag;
};
struct fy_event_start {
    struct fy_token *anchor, *tag;
};
struct fy_event {
    enum fy_event_type type;
    struct fy_event_scalar scalar;
    struct fy_event_start mapping_start;
    struct fy_event_start sequence_start;
    struct fy_mark mark;
};
struct fy_diag_error {
    int line;
    int column;
    const char *msg;
};
struct fy_diag {
    bool told;
    struct fy_diag_error error;
    char message[256];
};
struct fy_diag_cfg {
    void *fp;
};
struct fy_parse_cfg {
    int flags;
    struct fy_diag *diag;
};
struct fy_parser {
    struct fy_diag *diag;
    const char *at;
    const char *end;
    struct fy_event event;
    struct fy_token token;
    char *text; /* of the word, owned */
};

void fy_diag_cfg_default(struct fy_diag_cfg *cfg);
struct fy_diag *fy_diag_create(const struct fy_diag_cfg *cfg);
void fy_diag_destroy(struct fy_diag *diag);
void fy_diag_set_collect_errors(struct fy_diag *diag, bool on);
struct fy_diag_error *fy_diag_errors_iterate(struct fy_diag *diag, void **at);

struct fy_parser *fy_parser_create(const struct fy_parse_cfg *cfg);
void fy_parser_destroy(struct fy_parser *parser);
int fy_parser_set_string(struct fy_parser *parser, const char *bytes, size_t size);
struct fy_event *fy_parser_parse(struct fy_parser *parser);
void fy_parser_event_free(struct fy_parser *parser, struct fy_event *event);
bool fy_parser_get_stream_error(struct fy_parser *parser);

const struct fy_mark *fy_event_start_mark(struct fy_event *event);
const char *fy_token_get_text(struct fy_token *token, size_t *length);
enum fy_scalar_style fy_token_scalar_style(struct fy_token *token);

#endif
