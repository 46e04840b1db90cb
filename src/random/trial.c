/* SPDX-License-Identifier: Apache-2.0 */
#include "random/trial.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 64, BYTES = 256, PAIRS = BYTES * BYTES, DECK_CARDS = 52, SMALL_MAX = 6, CELLS_MAX = PAIRS };

#define DRAWS_MIN UINT64_C(1000000)

/* ---- Chi-square. ---- */

/* The regularized incomplete gamma function: by its series below a + 1, by its continued fraction above. */
static double gamma_series(double a, double x)
{
    double term = 1 / a;
    double sum = term;
    for (double n = a + 1; fabs(term) > fabs(sum) * 1e-16; n++) {
        term *= x / n;
        sum += term;
    }
    return sum * exp(-x + a * log(x) - lgamma(a));
}

static double gamma_fraction(double a, double x)
{
    static const double tiny = 1e-300;
    double b = x + 1 - a;
    double c = 1 / tiny;
    double d = 1 / b;
    double h = d;
    double delta = 0;
    for (double i = 1; fabs(delta - 1) > 1e-15 && i < 1e6; i++) {
        double numerator = -i * (i - a);
        b += 2;
        d = numerator * d + b;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = b + numerator / c;
        c = fabs(c) < tiny ? tiny : c;
        delta = d * c;
        h *= delta;
    }
    return h * exp(-x + a * log(x) - lgamma(a));
}

double chi_square_tail(double statistic, double freedom)
{
    double a = freedom / 2;
    double x = statistic / 2;
    assert(freedom > 0 && statistic >= 0);
    if (x <= 0)
        return 1;
    return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

/* ---- Counting. ---- */

struct bench {
    const struct draws *draws;
    struct trials *trials;
    uint64_t share; /* draws a trial may take */
    uint64_t counts[CELLS_MAX];
};

static uint64_t draw(const struct bench *bench)
{
    return bench->draws->next(bench->draws->state);
}

static struct trial *begin(struct bench *bench, const char *name, uint64_t draws)
{
    assert(bench->trials->count < TRIALS_MAX && draws);
    struct trial *trial = &bench->trials->items[bench->trials->count++];
    *trial = (struct trial){.draws = draws};
    snprintf(trial->name, sizeof trial->name, "%s", name);
    memset(bench->counts, 0, sizeof bench->counts);
    return trial;
}

/* `cells` counts that are equally likely, of `total` things; `scale` corrects counts that hang together. */
static void judge(struct trial *trial, const uint64_t *counts, unsigned cells, double total, double freedom,
                  double scale)
{
    double expected = total / cells;
    assert(cells > 1 && expected > 0);
    for (unsigned i = 0; i < cells; i++) {
        double off = (double)counts[i] - expected;
        trial->statistic += off * off / expected;
    }
    trial->statistic *= scale;
    trial->freedom = freedom;
    trial->p = chi_square_tail(trial->statistic, freedom);
}

/* Each of the 64 bits is one as often as not: a chi-square of one degree for each. */
static void try_bits(struct bench *bench, unsigned of)
{
    (void)of;
    struct trial *trial = begin(bench, "bits", bench->share);
    for (uint64_t i = 0; i < trial->draws; i++) {
        uint64_t bits = draw(bench);
        for (unsigned bit = 0; bit < BITS; bit++)
            bench->counts[bit] += bits >> bit & 1;
    }
    double half = (double)trial->draws / 2;
    for (unsigned bit = 0; bit < BITS; bit++) {
        double off = (double)bench->counts[bit] - half;
        trial->statistic += off * off / (half / 2);
    }
    trial->freedom = BITS;
    trial->p = chi_square_tail(trial->statistic, trial->freedom);
}

static void try_bytes(struct bench *bench, unsigned of)
{
    (void)of;
    struct trial *trial = begin(bench, "bytes", bench->share);
    for (uint64_t i = 0; i < trial->draws; i++)
        for (uint64_t bits = draw(bench), left = 8; left; left--, bits >>= 8)
            bench->counts[bits & 0xff]++;
    judge(trial, bench->counts, BYTES, (double)trial->draws * 8, BYTES - 1, 1);
}

/* Bytes that follow each other, each of them in one pair. */
static void try_pairs(struct bench *bench, unsigned of)
{
    (void)of;
    struct trial *trial = begin(bench, "pairs of bytes", bench->share);
    for (uint64_t i = 0; i < trial->draws; i++)
        for (uint64_t bits = draw(bench), left = 4; left; left--, bits >>= 16)
            bench->counts[bits & 0xffff]++;
    judge(trial, bench->counts, PAIRS, (double)trial->draws * 4, PAIRS - 1, 1);
}

static void try_below(struct bench *bench, unsigned below)
{
    char name[TRIAL_NAME_MAX];
    snprintf(name, sizeof name, "numbers below %u", below);
    struct trial *trial = begin(bench, name, bench->share);
    for (uint64_t i = 0; i < trial->draws; i++)
        bench->counts[draws_below(bench->draws, below)]++;
    judge(trial, bench->counts, below, (double)trial->draws, below - 1, 1);
}

/* Numbers that follow each other. */
static void try_successors(struct bench *bench, unsigned of)
{
    (void)of;
    struct trial *trial = begin(bench, "numbers below 52 that follow each other", bench->share / 2);
    for (uint64_t i = 0; i < trial->draws; i++) {
        uint32_t first = draws_below(bench->draws, DECK_CARDS);
        bench->counts[first * DECK_CARDS + draws_below(bench->draws, DECK_CARDS)]++;
    }
    judge(trial, bench->counts, DECK_CARDS * DECK_CARDS, (double)trial->draws, DECK_CARDS * DECK_CARDS - 1,
          1);
}

/* ---- The shuffler. ---- */

/* A shoe of the first `count` cards, each known by its number. */
static void shuffled(struct bench *bench, unsigned count, unsigned order[DECK_CARDS])
{
    struct card cards[DECK_CARDS] = {0};
    struct shoe shoe;
    unsigned numbers[BYTES] = {0};
    assert(count <= DECK_CARDS);
    for (unsigned i = 0; i < count; i++) {
        cards[i] = deck_card(deck_of(DECK_FRENCH), i);
        numbers[cards[i].code] = i;
    }
    shoe_init_order(&shoe, cards, count);
    shoe_shuffle(&shoe, bench->draws);
    for (unsigned i = 0; i < count; i++)
        order[i] = numbers[shoe.cards[i].code];
}

/* Which card lies where. In each shuffle every card lies somewhere and something lies everywhere, so that
 * only 51 x 51 of the counts are free, and each varies by 52/51 of what it would alone. */
static void try_positions(struct bench *bench, unsigned of)
{
    (void)of;
    unsigned order[DECK_CARDS];
    const double free_cells = DECK_CARDS - 1;
    struct trial *trial =
        begin(bench, "shuffles: which of 52 cards lies where", bench->share / DECK_CARDS + 1);
    for (uint64_t i = 0; i < trial->draws; i++) {
        shuffled(bench, DECK_CARDS, order);
        for (unsigned place = 0; place < DECK_CARDS; place++)
            bench->counts[order[place] * DECK_CARDS + place]++;
    }
    judge(trial, bench->counts, DECK_CARDS * DECK_CARDS, (double)trial->draws * DECK_CARDS,
          free_cells * free_cells, free_cells / DECK_CARDS);
}

/* The two cards at a place: every ordered pair of different cards. */
static void try_neighbours(struct bench *bench, unsigned place)
{
    unsigned order[DECK_CARDS];
    char name[TRIAL_NAME_MAX];
    snprintf(name, sizeof name, "shuffles: cards %u and %u of 52", place + 1, place + 2);
    struct trial *trial = begin(bench, name, bench->share / DECK_CARDS + 1);
    for (uint64_t i = 0; i < trial->draws; i++) {
        shuffled(bench, DECK_CARDS, order);
        unsigned second = order[place + 1] - (order[place + 1] > order[place]);
        bench->counts[order[place] * (DECK_CARDS - 1) + second]++;
    }
    const unsigned cells = DECK_CARDS * (DECK_CARDS - 1);
    judge(trial, bench->counts, cells, (double)trial->draws, cells - 1, 1);
}

/* The number of an arrangement among all of its kind. */
static unsigned rank_of(const unsigned *order, unsigned count)
{
    unsigned rank = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < count; j++)
            smaller += order[j] < order[i];
        rank = rank * (count - i) + smaller;
    }
    return rank;
}

static void try_orders(struct bench *bench, unsigned count)
{
    unsigned order[DECK_CARDS];
    char name[TRIAL_NAME_MAX];
    unsigned cells = 1;
    assert(count > 1 && count <= SMALL_MAX);
    for (unsigned i = 2; i <= count; i++)
        cells *= i;
    snprintf(name, sizeof name, "shuffles: every order of %u cards", count);
    struct trial *trial = begin(bench, name, bench->share / count + 1);
    for (uint64_t i = 0; i < trial->draws; i++) {
        shuffled(bench, count, order);
        bench->counts[rank_of(order, count)]++;
    }
    judge(trial, bench->counts, cells, (double)trial->draws, cells - 1, 1);
}

/* ---- All of them. ---- */

static const struct {
    void (*run)(struct bench *bench, unsigned of);
    unsigned of;
} kinds[] = {
    {try_bits, BITS},
    {try_bytes, BYTES},
    {try_pairs, PAIRS},
    {try_below, 2},
    {try_below, 3},
    {try_below, 5},
    {try_below, 13},
    {try_below, 52},
    {try_below, 65},
    {try_below, 312},
    {try_below, 416},
    {try_successors, DECK_CARDS},
    {try_positions, DECK_CARDS},
    {try_neighbours, 0},
    {try_neighbours, DECK_CARDS - 2},
    {try_orders, 3},
    {try_orders, 4},
    {try_orders, 5},
    {try_orders, SMALL_MAX},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

_Static_assert((int)KINDS <= (int)TRIALS_MAX, "every trial has a place in the report");

enum status trials_run(struct trials *trials, const struct draws *draws, uint64_t draws_total,
                       const struct trial_watch *watch)
{
    struct bench *bench = malloc(sizeof *bench); /* large */
    enum status status = bench ? STATUS_OK : STATUS_NO_MEMORY;
    assert(draws->next);
    *trials = (struct trials){0};
    if (bench)
        *bench = (struct bench){.draws = draws, .trials = trials};
    if (bench)
        bench->share = (draws_total > DRAWS_MIN ? draws_total : DRAWS_MIN) / KINDS;
    for (unsigned i = 0; status == STATUS_OK && i < KINDS; i++) {
        kinds[i].run(bench, kinds[i].of);
        if (watch && watch->part && !watch->part(watch->context, i + 1, KINDS))
            status = STATUS_CANCELLED;
    }
    free(bench);
    return status;
}

bool trial_is_good(const struct trial *trial, unsigned of)
{
    double least = TRIAL_LEVEL / 2 / of;
    assert(of);
    return trial->p >= least && trial->p <= 1 - least;
}

bool trials_are_good(const struct trials *trials)
{
    for (unsigned i = 0; i < trials->count; i++)
        if (!trial_is_good(&trials->items[i], trials->count))
            return false;
    return trials->count == KINDS;
}
