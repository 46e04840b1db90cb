/* SPDX-License-Identifier: Apache-2.0 */
/* jansson.h - the part of jansson with which the core writes JSON, for the module in the browser. A value is
 * its text: containers grow as members are added. Nothing is read, and no key is looked up: who makes a value
 * sets each of its keys once. Numbers are written as jansson writes them. Only for wasm/. */
#ifndef CROUPIER_WASM_JANSSON_H
#define CROUPIER_WASM_JANSSON_H

#include <stddef.h>

typedef struct json json_t;
typedef long long json_int_t;

#define JSON_COMPACT 0x20

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_stringn(const char *text, size_t length);
json_t *json_integer(json_int_t value);
json_t *json_real(double value);
json_t *json_true(void);
json_t *json_false(void);
json_t *json_null(void);

int json_object_set(json_t *object, const char *key, json_t *value);
int json_object_set_new(json_t *object, const char *key, json_t *takes);
int json_object_update_new(json_t *object, json_t *takes);
int json_object_update_missing_new(json_t *object, json_t *takes);
int json_array_append_new(json_t *array, json_t *takes);

/* Formats of { } [ ] s i I f b n o, with ? + and * after them as in jansson. */
json_t *json_pack(const char *format, ...);

/* Owned by the caller. */
char *json_dumps(const json_t *value, size_t flags);
void json_decref(json_t *value);

#endif
