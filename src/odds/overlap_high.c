/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/overlap_high.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The possible states of one open card, or of none, after `value` is taken away. */
struct option {
    uint8_t open; /* the smallest value it can still have; 0: it is open no more */
    uint8_t drawn;
};

static unsigned open_options(unsigned open, unsigned value, struct option options[2])
{
    assert(value >= OVERLAP_OPEN_MIN && value <= VALUE_COUNT);
    unsigned count = 0;
    if (!open || value < VALUE_COUNT)
        options[count++] = (struct option){(uint8_t)(open && open <= value ? value + 1 : open), 0};
    if (open && open <= value)
        options[count++] = (struct option){0, 1};
    return count;
}

static void fold_one(struct high_level *level, struct high_level *next, uint32_t i, unsigned value)
{
    assert(i < level->cards.count);
    uint32_t cards = (uint32_t)level->cards.keys[i];
    unsigned drawn = half_count(cards, value);
    uint32_t rest = cards - (drawn << overlap_digits[value].place);
    uint32_t end = level->first[i];
    struct option a[2];
    struct option b[2];
    unsigned a_count = open_options(high_open(cards, 0), value, a);
    unsigned b_count = open_options(high_open(cards, 1), value, b);
    for (unsigned k = 0; k < a_count * b_count; k++) {
        struct option one = a[k / b_count];
        struct option two = b[k % b_count];
        uint32_t to = key_set_add(&next->cards, high_with_open(rest, one.open, two.open));
        next->sides[to] |= level->sides[i];
        level->folds[end++] = (struct high_fold){to, drawn + one.drawn + two.drawn};
    }
    level->first[i + 1] = end;
}

static bool fold_level(struct high_level *level, struct high_level *next, unsigned value)
{
    size_t count = level->cards.count;
    level->first = malloc((count + 1) * sizeof(level->first[0]));
    level->folds = malloc((HIGH_FOLDS_MAX * count + 1) * sizeof(level->folds[0]));
    level->of = malloc((count + 1) * sizeof(level->of[0]));
    next->sides = calloc(HIGH_FOLDS_MAX * count + 1, sizeof(next->sides[0]));
    if (!level->first || !level->folds || !level->of || !next->sides)
        return false;
    level->first[0] = 0;
    for (uint32_t i = 0; i < count; i++)
        fold_one(level, next, i, value);
    return !next->cards.failed;
}

bool overlap_high_init(struct overlap_high *high, const struct list_halves *cards, const uint8_t *sides)
{
    struct high_level *first = &high->at[OVERLAP_OPEN_MIN];
    struct high_level *behind = &high->at[VALUE_COUNT + 1];
    memset(high, 0, sizeof(*high));
    first->sides = malloc(cards->count + 1U);
    for (uint32_t i = 0; i < cards->count; i++)
        (void)key_set_add(&first->cards, cards->keys[i]);
    bool there = first->sides && !first->cards.failed;
    if (there)
        memcpy(first->sides, sides, cards->count);
    for (unsigned value = OVERLAP_OPEN_MIN; there && value <= VALUE_COUNT; value++)
        there = fold_level(&high->at[value], &high->at[value + 1], value);
    behind->of = malloc(sizeof(behind->of[0]));
    if (behind->of)
        behind->of[0] = 1;
    return there && behind->of;
}

void overlap_high_release(struct overlap_high *high)
{
    for (unsigned value = OVERLAP_OPEN_MIN; value <= VALUE_COUNT + 1; value++) {
        key_set_release(&high->at[value].cards);
        free(high->at[value].first);
        free(high->at[value].folds);
        free(high->at[value].sides);
        free(high->at[value].of);
    }
    memset(high, 0, sizeof(*high));
}

unsigned overlap_high_set(struct overlap_high *high, unsigned value, const double *factor)
{
    assert(value >= OVERLAP_OPEN_MIN && value <= VALUE_COUNT);
    struct high_level *level = &high->at[value];
    const double *next = high->at[value + 1].of;
    unsigned sides = 0;
    for (uint32_t i = 0; i < level->cards.count; i++) {
        double sum = 0;
        for (uint32_t f = level->first[i]; f < level->first[i + 1]; f++)
            sum += factor[level->folds[f].drawn] * next[level->folds[f].to];
        level->of[i] = sum;
        sides |= sum > 0 ? level->sides[i] : 0U;
    }
    return sides;
}
