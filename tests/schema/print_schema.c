/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the JSON Schema of rulebooks: `print_schema > rulebooks/schema.json` after a change of the key
 * table. */
#include <stdio.h>

#include "rulebook/schema.h"

int main(void)
{
    json_t *schema = schema_json();
    int failed = !schema || json_dumpf(schema, stdout, JSON_INDENT(1) | JSON_SORT_KEYS) != 0;
    putchar('\n');
    json_decref(schema);
    return failed;
}
