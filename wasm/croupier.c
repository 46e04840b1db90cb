/* SPDX-License-Identifier: Apache-2.0 */
/* croupier.c - what the module in the browser needs besides croupier.h: memory for the page to write into. */
#include <stdlib.h>

__attribute__((export_name("memory_take"))) void *memory_take(size_t size)
{
    return malloc(size);
}

__attribute__((export_name("memory_give"))) void memory_give(void *memory)
{
    free(memory);
}
