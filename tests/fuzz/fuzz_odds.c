/* SPDX-License-Identifier: Apache-2.0 */
/* Cards in words, as somebody asks about odds: counted by value, or refused with the word that is none. */
#include "fuzz.h"

#include <string.h>

#include "odds/answer.h"
#include "rulebook/builtin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rulebook book;
    uint8_t count[VALUE_COUNT + 1] = {0};
    struct span bad = {NULL, 0};
    if (!book.id[0] && builtin_load("mbs-star-elements", &book) != STATUS_OK)
        abort();
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    if (answer_cards(&book, text, count, &bad) == STATUS_OK) {
        unsigned cards = 0;
        for (unsigned i = 0; i <= VALUE_COUNT; i++)
            cards += count[i];
        FUZZ_CANARY(cards > 1);
        FUZZ_PROMISE(cards <= strlen(text));
    } else {
        FUZZ_PROMISE(bad.bytes >= (const uint8_t *)text &&
                     bad.bytes + bad.size <= (const uint8_t *)text + size);
    }
    free(text);
    return 0;
}
