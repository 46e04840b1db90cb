/* SPDX-License-Identifier: Apache-2.0 */
/* What is read as a card is a card of the deck, and is written as it was read; ratios and amounts likewise
 * keep their value. */
#include "fuzz.h"

#include <string.h>

#include "base/money.h"
#include "base/ratio.h"
#include "cards/deck.h"

static void check_card(const struct deck *deck, const char *text, size_t size)
{
    char printed[CARD_TEXT_MAX];
    struct card card;
    if (!deck_parse_card(deck, text, size, &card))
        return;
    FUZZ_CANARY(true);
    FUZZ_PROMISE(deck_has(deck, card));
    deck_print_card(deck, card, printed, sizeof(printed));
    FUZZ_PROMISE(strlen(printed) == size && memcmp(printed, text, size) == 0);
}

static void check_ratio(const char *text, size_t size)
{
    struct ratio ratio, again;
    char printed[RATIO_TEXT_MAX];
    if (ratio_parse(text, size, &ratio) != STATUS_OK)
        return;
    ratio_print(ratio, printed, sizeof(printed));
    FUZZ_PROMISE(ratio.num > 0 && ratio.den > 0);
    FUZZ_PROMISE(ratio_parse(printed, strlen(printed), &again) == STATUS_OK && ratio_equal(ratio, again));
}

static void check_money(const char *text, size_t size)
{
    int64_t cents, again;
    char printed[MONEY_TEXT_MAX];
    if (money_parse(text, size, &cents) != STATUS_OK)
        return;
    money_print(cents, printed, sizeof(printed));
    FUZZ_PROMISE(cents >= 0 && cents <= MONEY_CENTS_MAX);
    FUZZ_PROMISE(money_parse(printed, strlen(printed), &again) == STATUS_OK && again == cents);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size > 0 ? size : 1); /* of its own size: reading past the end is seen */
    if (!text)
        return 0;
    memcpy(text, data, size);
    check_card(deck_of(DECK_FRENCH), text, size);
    check_card(deck_of(DECK_ELEMENTS), text, size);
    check_ratio(text, size);
    check_money(text, size);
    free(text);
    return 0;
}
