/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/sign_text.h"

#include <stdio.h>

#include "cli/grid.h"
#include "cli/style.h"

static void print_section(const struct sign *sign, const struct sign_section *section)
{
    printf("\n%s%s%s", style_of(stdout, STYLE_BOLD), section->heading, style_of(stdout, STYLE_PLAIN));
    printf("%s%s%s%s\n", section->note[0] ? "  " : "", style_of(stdout, STYLE_DIM), section->note,
           style_of(stdout, STYLE_PLAIN));
    struct grid table;
    grid_init(&table, 3, NULL);
    table.right = section->kind == SIGN_PAYS ? 1U << 1 : 0;
    for (unsigned i = 0; i < section->row_count; i++) {
        const struct sign_row *row = &sign->rows[section->row_first + i];
        grid_add(&table, section->kind == SIGN_RULES ? (const char *[]){row->topic, row->clauses, row->says}
                                                     : (const char *[]){row->topic, row->says, row->clauses});
    }
    grid_print(&table, 2, stdout);
    grid_release(&table);
}

void sign_print(const struct sign *sign)
{
    printf("%s%s%s\n%s\n", style_of(stdout, STYLE_BOLD), sign->title, style_of(stdout, STYLE_PLAIN),
           sign->subtitle);
    for (unsigned i = 0; i < sign->section_count; i++)
        print_section(sign, &sign->sections[i]);
    printf("\n%s%s%s\n", style_of(stdout, STYLE_DIM), sign->foot, style_of(stdout, STYLE_PLAIN));
}
