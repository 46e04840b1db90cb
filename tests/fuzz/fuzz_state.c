/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of a shoe: what is read as a state is written in a form that reads as the same state. */
#include "fuzz.h"

#include <string.h>

#include "rulebook/builtin.h"
#include "table/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rulebook book;
    static struct table_state state;
    static struct table_state again;
    static char printed[STATE_TEXT_MAX];
    struct text text;
    if (!book.id[0] && builtin_load("mbs-blackjack-v6", &book) != STATUS_OK)
        abort();
    char *bytes = malloc(size + 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    bytes[size] = 0;
    if (state_parse(&state, &book, bytes) == STATUS_OK) {
        FUZZ_CANARY(true);
        text_init(&text, printed, sizeof printed);
        state_print(&state, &book, &text);
        FUZZ_PROMISE(text.full || state_parse(&again, &book, printed) == STATUS_OK);
        FUZZ_PROMISE(text.full || memcmp(&again, &state, sizeof state) == 0);
    }
    free(bytes);
    return 0;
}
