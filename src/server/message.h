/* SPDX-License-Identifier: Apache-2.0 */
/* message.h - reads a client's messages: JSON by jansson, checked field by field.
 *
 * Every message and body is an object with fields known by name and type; an unknown field, a field twice, a
 * wrong type, a fraction or bytes after the end are faults, so that a misspelt field is never silently
 * ignored. Strings are borrowed from the message and end with it. */
#ifndef CROUPIER_SERVER_MESSAGE_H
#define CROUPIER_SERVER_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MESSAGE_FAULT_MAX = 160, MESSAGE_FIELDS_MAX = 8, MESSAGE_KEY_MAX = 64 };

enum field_type { FIELD_STRING = 1, FIELD_INTEGER, FIELD_BOOL, FIELD_OBJECT };

struct field {
    const char *name;
    enum field_type type;
    bool required;
};

struct message {
    json_t *root;
    char fault[MESSAGE_FAULT_MAX]; /* a sentence, when reading or checking has failed */
};

bool message_read(struct message *message, const char *bytes, size_t size);
void message_release(struct message *message);

/* All fields are among `fields` (ended by a NULL name), of their types, and the required ones are there. */
bool message_check(struct message *message, const struct field *fields);

/* The value of a field; if it is not there, NULL, `otherwise`, or false. */
const char *message_string(const struct message *message, const char *name);
int64_t message_integer(const struct message *message, const char *name, int64_t otherwise);
bool message_true(const struct message *message, const char *name);

/* An idempotency key: 1 to 64 printable bytes. */
bool message_key_ok(const char *key);

#endif
