/* SPDX-License-Identifier: Apache-2.0 */
#include "server/message.h"

#include <stdio.h>
#include <string.h>

static const char *const type_names[] = {[FIELD_STRING] = "a string",
                                         [FIELD_INTEGER] = "a whole number",
                                         [FIELD_BOOL] = "true or false",
                                         [FIELD_OBJECT] = "an object"};

bool message_read(struct message *message, const char *bytes, size_t size)
{
    json_error_t error;
    message->fault[0] = 0;
    message->root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    if (!message->root) {
        snprintf(message->fault, sizeof message->fault, "The message is not JSON (column %d: %.100s).",
                 error.column, error.text);
        return false;
    }
    if (!json_is_object(message->root)) {
        snprintf(message->fault, sizeof message->fault, "The message is not a JSON object.");
        return false;
    }
    return true;
}

void message_release(struct message *message)
{
    json_decref(message->root);
    message->root = NULL;
}

static bool type_ok(const json_t *value, enum field_type type)
{
    switch (type) {
    case FIELD_STRING:
        return json_is_string(value) && strlen(json_string_value(value)) == json_string_length(value);
    case FIELD_INTEGER:
        return json_is_integer(value);
    case FIELD_BOOL:
        return json_is_boolean(value);
    case FIELD_OBJECT:
        return json_is_object(value);
    }
    return false;
}

static const struct field *field_find(const struct field *fields, const char *name)
{
    for (; fields->name; fields++)
        if (strcmp(fields->name, name) == 0)
            return fields;
    return NULL;
}

bool message_check(struct message *message, const struct field *fields)
{
    const char *name;
    json_t *value;
    json_object_foreach(message->root, name, value)
    {
        const struct field *field = field_find(fields, name);
        if (!field) {
            snprintf(message->fault, sizeof message->fault, "There is no field \"%.40s\" here.", name);
            return false;
        }
        if (!type_ok(value, field->type)) {
            snprintf(message->fault, sizeof message->fault, "The field \"%s\" must be %s.", field->name,
                     type_names[field->type]);
            return false;
        }
    }
    for (; fields->name; fields++) {
        if (!fields->required || json_object_get(message->root, fields->name))
            continue;
        snprintf(message->fault, sizeof message->fault, "The field \"%s\" is missing.", fields->name);
        return false;
    }
    return true;
}

const char *message_string(const struct message *message, const char *name)
{
    return json_string_value(json_object_get(message->root, name));
}

int64_t message_integer(const struct message *message, const char *name, int64_t otherwise)
{
    const json_t *value = json_object_get(message->root, name);
    return value ? json_integer_value(value) : otherwise;
}

bool message_true(const struct message *message, const char *name)
{
    return json_is_true(json_object_get(message->root, name));
}

bool message_key_ok(const char *key)
{
    size_t length = strlen(key);
    if (length < 1 || length > MESSAGE_KEY_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if (key[i] < 33 || key[i] > 126)
            return false;
    return true;
}
