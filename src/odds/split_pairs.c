/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/split_pairs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BOTH_PLAIN, MIXED, BOTH_PAIR, JOINS, KEY_BITS = 6 };

/* All pairs of ends that drew the same cards in all: products of gains, a lane per outcome. */
struct merged {
    uint64_t key;
    lanes product[JOINS];
};

struct merging {
    const struct split_ends *ends;
    uint32_t *places;   /* by key: number in `list` plus one; 0: empty */
    size_t places_room; /* a power of two */
    struct merged *list;
    size_t room;
    size_t count;
    uint64_t *keys;          /* by end */
    lanes *gains;            /* by end, a lane per outcome */
    struct power_sums *sums; /* JOINS of them */
};

static uint64_t key_of(const struct end *end)
{
    uint64_t key = 0;
    for (unsigned value = 1; value <= VALUE_COUNT; value++)
        key |= (uint64_t)end->drawn[value] << (KEY_BITS * (value - 1));
    return key;
}

static struct end cards_of(uint64_t key)
{
    struct end end = {.cards = 0};
    for (unsigned value = 1; value <= VALUE_COUNT; value++) {
        end.drawn[value] = key >> (KEY_BITS * (value - 1)) & ((1U << KEY_BITS) - 1);
        end.cards = (uint8_t)(end.cards + end.drawn[value]);
    }
    return end;
}

static uint32_t *find_place(const struct merging *m, uint64_t key)
{
    size_t place = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (m->places_room - 1);
    while (m->places[place] && m->list[m->places[place] - 1].key != key)
        place = (place + 1) & (m->places_room - 1);
    return &m->places[place];
}

static bool grow(struct merging *m)
{
    struct merged *list = realloc(m->list, 2 * m->room * sizeof(*list));
    uint32_t *places = calloc(4 * m->room, sizeof(*places));
    if (list)
        m->list = list;
    if (!list || !places) {
        free(places);
        return false;
    }
    free(m->places);
    m->places = places;
    m->room *= 2;
    m->places_room = 2 * m->room;
    for (size_t i = 0; i < m->count; i++)
        *find_place(m, m->list[i].key) = (uint32_t)(i + 1);
    return true;
}

/* NULL where memory is short. */
static struct merged *find_or_add(struct merging *m, uint64_t key)
{
    uint32_t *place = find_place(m, key);
    if (*place)
        return &m->list[*place - 1];
    if (m->count == m->room) {
        if (!grow(m))
            return NULL;
        place = find_place(m, key);
    }
    memset(&m->list[m->count], 0, sizeof(m->list[0]));
    m->list[m->count].key = key;
    *place = (uint32_t)++m->count;
    return &m->list[m->count - 1];
}

static bool merge(struct merging *m, unsigned i, unsigned j)
{
    const double *a = m->ends->ends[i].orders;
    const double *b = m->ends->ends[j].orders;
    struct merged *at = find_or_add(m, m->keys[i] + m->keys[j]);
    if (!at)
        return false;
    lanes product = m->gains[i] * m->gains[j];
    double both = i == j ? 1 : 2; /* either hand may be the first */
    at->product[BOTH_PLAIN] += both * a[CLASS_PLAIN] * b[CLASS_PLAIN] * product;
    if (a[CLASS_PAIR] + b[CLASS_PAIR] > 0) {
        double mixed = a[CLASS_PLAIN] * b[CLASS_PAIR] + a[CLASS_PAIR] * b[CLASS_PLAIN];
        at->product[MIXED] += both / 2 * mixed * product;
        at->product[BOTH_PAIR] += both * a[CLASS_PAIR] * b[CLASS_PAIR] * product;
    }
    return true;
}

/* The value of each outcome in each lane; false if all are 0. */
static bool set_worth(const struct merged *at, unsigned count, unsigned join, lanes worth[DEALER_OUTCOMES])
{
    assert(count > 0 && count <= LANES);
    bool any = false;
    memset(worth, 0, DEALER_OUTCOMES * sizeof(worth[0]));
    for (unsigned lane = 0; lane < count; lane++)
        for (unsigned o = 0; o < DEALER_OUTCOMES; o++) {
            worth[o][lane] = at[lane].product[join][o];
            any = any || worth[o][lane] != 0;
        }
    return any;
}

static void add_lanes(struct merging *m, const struct merged *at, unsigned count)
{
    lanes sums[DEALER_GROUPS_MAX];
    struct end drawn[LANES];
    const struct end *cards[LANES] = {NULL};
    double weights[LANES];
    for (unsigned lane = 0; lane < count; lane++) {
        drawn[lane] = cards_of(at[lane].key);
        cards[lane] = &drawn[lane];
        weights[lane] = split_ends_weight(m->ends, drawn[lane].drawn);
    }
    split_ends_dealer(m->ends, cards, count, sums);
    for (unsigned join = 0; join < JOINS; join++) {
        lanes worth[DEALER_OUTCOMES];
        lanes cells[CELLS_MAX];
        if (!set_worth(at, count, join, worth))
            continue;
        split_ends_worth(m->ends, (const lanes *)sums, (const lanes *)worth, cells);
        for (unsigned lane = 0; lane < count; lane++)
            split_ends_add(m->ends, cards[lane], cells, lane, weights[lane], &m->sums[join]);
    }
}

static void set_ends(struct merging *m)
{
    for (unsigned i = 0; i < m->ends->count; i++) {
        const struct end *end = &m->ends->ends[i];
        m->keys[i] = key_of(end);
        for (unsigned o = 0; o < DEALER_OUTCOMES; o++)
            m->gains[i][o] =
                split_gain(m->ends->column->terms, end->total, end->wager, (enum dealer_outcome)o);
    }
}

static bool merge_all(struct merging *m)
{
    if (!m->keys || !m->gains || !m->sums || !grow(m))
        return false;
    set_ends(m);
    for (unsigned i = 0; i < m->ends->count; i++)
        for (unsigned j = i; j < m->ends->count; j++)
            if (!merge(m, i, j))
                return false;
    for (size_t i = 0; i < m->count; i += LANES)
        add_lanes(m, &m->list[i], m->count - i < LANES ? (unsigned)(m->count - i) : LANES);
    return true;
}

bool split_pairs_gain(const struct split_ends *ends, double plain[EXTRA_MAX + 2], double mixed[EXTRA_MAX + 2],
                      double any[EXTRA_MAX + 2])
{
    struct merging m = {.ends = ends, .room = 512};
    m.keys = calloc(ENDS_MAX, sizeof(*m.keys));
    m.gains = calloc(ENDS_MAX, sizeof(*m.gains));
    m.sums = calloc(JOINS, sizeof(*m.sums));
    bool done = merge_all(&m);
    if (done) {
        power_sums_values(&m.sums[BOTH_PLAIN], ends, plain);
        power_sums_values(&m.sums[MIXED], ends, mixed);
        power_sums_values(&m.sums[BOTH_PAIR], ends, any);
        for (unsigned r = 0; r <= EXTRA_MAX + 1U; r++) {
            any[r] += plain[r] + 2 * mixed[r];
            mixed[r] += plain[r];
        }
    }
    free(m.places);
    free(m.list);
    free(m.keys);
    free(m.gains);
    free(m.sums);
    return done;
}
