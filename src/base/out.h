/* SPDX-License-Identifier: Apache-2.0 */
/* out.h - writing JSON into a buffer that grows.
 *
 * Only writes; JSON is read with jansson. Writing goes straight into bytes because a busy floor writes
 * thousands of states a second. Commas are put in by themselves. When memory runs out, `failed` stays true
 * and nothing more is written; the caller checks it once, at the end. Strings must be UTF-8. */
#ifndef CROUPIER_BASE_OUT_H
#define CROUPIER_BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUT_MARKS_MAX = 64 };

/* Where each key of the outermost object begins, its quote included. */
struct out_marks {
    unsigned count;
    size_t at[OUT_MARKS_MAX];
};

struct out {
    char *bytes;
    size_t used;
    size_t size;
    bool failed;
    bool comma;              /* a comma goes before the next value */
    unsigned depth;          /* objects and arrays that are open */
    struct out_marks *marks; /* borrowed: keys that are written at depth 0 are noted there; NULL: nowhere */
};

void out_init(struct out *out);
void out_release(struct out *out);
void out_reset(struct out *out); /* keeps the memory */

void out_object(struct out *out);
void out_object_end(struct out *out);
void out_array(struct out *out);
void out_array_end(struct out *out);
void out_key(struct out *out, const char *key);

void out_string(struct out *out, const char *string);
void out_string_bytes(struct out *out, const char *bytes, size_t count);
void out_integer(struct out *out, int64_t number);
void out_bool(struct out *out, bool value);
void out_null(struct out *out);
/* Already JSON: a whole value, or members of the open object with commas between them. */
void out_raw(struct out *out, const char *bytes, size_t count);

/* Bytes as they are, without commas: for what is not JSON. */
void out_raw_text(struct out *out, const char *bytes, size_t count);

/* "key": value */
void out_put_string(struct out *out, const char *key, const char *string);
void out_put_integer(struct out *out, const char *key, int64_t number);
void out_put_bool(struct out *out, const char *key, bool value);

/* "key": ["a", "b"] from blank-separated words. */
void out_put_words(struct out *out, const char *key, const char *words);

#endif
