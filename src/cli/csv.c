/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/csv.h"

#include <stdio.h>
#include <string.h>

#include "cli/command.h"

static void put_text(const char *text)
{
    if (!strpbrk(text, "\",\n")) {
        fputs(text, stdout);
        return;
    }
    putchar('"');
    for (; *text; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void put_cell(const json_t *value)
{
    if (json_is_string(value))
        put_text(json_string_value(value));
    else if (json_is_integer(value))
        printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        printf("%.17g", json_real_value(value));
}

int csv_print(json_t *takes, const char *const *columns)
{
    size_t index;
    const json_t *row;
    for (unsigned i = 0; columns[i]; i++)
        printf("%s%s", i ? "," : "", columns[i]);
    putchar('\n');
    json_array_foreach(takes, index, row)
    {
        for (unsigned i = 0; columns[i]; i++) {
            if (i)
                putchar(',');
            put_cell(json_object_get(row, columns[i]));
        }
        putchar('\n');
    }
    json_decref(takes);
    return EXIT_DONE;
}

json_t *csv_flatten(json_t *takes, const char *list, const char *inner)
{
    json_t *rows = json_array();
    size_t outer;
    size_t index;
    json_t *one;
    json_t *entry;
    json_array_foreach(takes, outer, one)
    {
        json_array_foreach(json_object_get(one, list), index, entry)
        {
            json_t *row = json_copy(one);
            json_object_del(row, list);
            json_object_update(row, entry);
            json_object_set(row, inner, json_object_get(entry, "name"));
            json_array_append_new(rows, row);
        }
    }
    json_decref(takes);
    return rows;
}
