/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the simulator's inner loops give the same on every processor, and cards leave a shoe evenly.
 *
 * The two files are compiled here a second time, under other names and without the versions for newer
 * processors, and play beside those of the library. */
#define WITH_AVX2
#define stream_init  plain_stream_init
#define stream_fill  plain_stream_fill
#define stream_again plain_stream_again
#define lane_riffle  plain_lane_riffle
#define lane_deal    plain_lane_deal
#define lanes_init   plain_lanes_init
#define lanes_step   plain_lanes_step
#include "../../../src/simulate/lane.c"
#include "../../../src/simulate/stream.c"
#undef stream_init
#undef stream_fill
#undef lane_deal
#undef lanes_init
#undef lanes_step

#include "check.h"

void stream_init(struct stream *stream, uint64_t seed, uint64_t block);
void stream_fill(struct stream *stream);
void lane_deal(struct lane_shoes *shoes, unsigned lane, unsigned cards, unsigned count,
               struct stream *stream);
void lanes_init(struct lanes *lanes, const uint8_t *shoe, unsigned count, uint32_t row);
unsigned lanes_step(struct lanes *lanes, const struct machine *machine, unsigned count,
                    struct stream *stream);

enum { CARDS = 104, STEPS = 20000, ROUND = 7 };

static uint8_t shoe[CARDS];
static struct machine machine;
static struct lanes ours;
static struct lanes plain;

/* Rounds of ROUND cards that stop; the mark is the number of Aces. */
static uint32_t make_machine(void)
{
    static struct machine_maker maker;
    uint32_t next = 0;
    for (unsigned i = 0; i < CARDS; i++)
        shoe[i] = (uint8_t)(i % 52);
    machine.symbols = 2;
    for (unsigned card = 0; card < 52; card++)
        machine.symbol[card] = card % 13 == 0;
    machine_maker_init(&maker, &machine);
    for (unsigned cards = 0; cards < ROUND; cards++) {
        uint32_t words[] = {cards ? next : machine_stop(0), cards ? next + machine_mark(1) : machine_stop(1)};
        next = machine_row(&maker, words);
    }
    machine_seal(&machine);
    return next;
}

static void begin_again(struct lanes *lanes, unsigned stopped, uint32_t row)
{
    for (unsigned i = 0; i < stopped; i++) {
        unsigned lane = lanes->stopped[i];
        lanes->at[lane] = row;
        if (lanes->shoes.used[lane] > CARDS - ROUND / 2) /* some shoes run out in the middle of a round */
            lanes->shoes.used[lane] = 0;
        lanes->shoes.start[lane] = lanes->shoes.used[lane];
    }
}

static void test_every_processor_gives_the_same(void **state)
{
    (void)state;
    static struct stream a;
    static struct stream b;
    uint32_t row = make_machine();
    stream_init(&a, 5, 1);
    plain_stream_init(&b, 5, 1);
    assert_memory_equal(&a, &b, sizeof(a));
    lanes_init(&ours, shoe, CARDS, row);
    plain_lanes_init(&plain, shoe, CARDS, row);
    for (unsigned i = 0; i < STEPS; i++) {
        unsigned stopped = lanes_step(&ours, &machine, CARDS, &a);
        assert_int_equal(stopped, plain_lanes_step(&plain, &machine, CARDS, &b));
        begin_again(&ours, stopped, row);
        begin_again(&plain, stopped, row);
        if (stopped && ours.shoes.used[0] == 0) {
            lane_deal(&ours.shoes, 0, LANE_DEAL_MAX - 1, CARDS, &a);
            plain_lane_deal(&plain.shoes, 0, LANE_DEAL_MAX - 1, CARDS, &b);
        }
        assert_memory_equal(&ours, &plain, sizeof(ours));
    }
    assert_memory_equal(&a, &b, sizeof(a));
}

/* A deal is as many single draws by the same numbers, wherever in the shoe it begins. */
static void test_a_deal_is_single_draws(void **state)
{
    (void)state;
    static struct stream a;
    static struct stream b;
    make_machine();
    lanes_init(&ours, shoe, CARDS, MACHINE_IDLE);
    lanes_init(&plain, shoe, CARDS, MACHINE_IDLE);
    stream_init(&a, 6, 1);
    stream_init(&b, 6, 1);
    for (unsigned i = 0; i < STEPS; i++) {
        if (STREAM_BUFFER - a.at < STREAM_READY + LANE_COUNT) { /* neither fills it on the way */
            stream_fill(&a);
            stream_fill(&b);
        }
        ours.shoes.used[0] = plain.shoes.used[0] = (uint16_t)(i % (CARDS - LANE_DEAL_MAX));
        lane_deal(&ours.shoes, 0, LANE_DEAL_MAX - 1, CARDS, &a);
        for (unsigned card = 0; card < LANE_DEAL_MAX - 1; card++)
            lane_draw_one(&plain.shoes, 0, CARDS, &b);
        assert_memory_equal(&ours.shoes, &plain.shoes, sizeof(ours.shoes));
    }
}

/* A step takes the card that a fair number names: the high half of its product with the cards left. */
static void test_a_step_takes_the_card_of_its_number(void **state)
{
    (void)state;
    static struct stream stream;
    make_machine();
    lanes_init(&ours, shoe, CARDS, MACHINE_IDLE);
    stream_init(&stream, 8, 1);
    for (unsigned i = 0; i < STEPS; i++) {
        const uint16_t *numbers = &stream.numbers[stream_want(&stream)];
        uint16_t kept[LANE_COUNT];
        const unsigned used = i % CARDS;
        const unsigned left = CARDS - used;
        memcpy(kept, numbers, sizeof(kept));
        for (unsigned lane = 0; lane < LANE_COUNT; lane++)
            ours.shoes.used[lane] = (uint16_t)used;
        memcpy(&plain, &ours, sizeof(plain));
        lanes_step(&ours, &machine, CARDS, &stream);
        for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
            unsigned from = used + (kept[lane] * left >> 16);
            if ((uint16_t)(kept[lane] * left) < 0x10000U % left)
                continue;
            assert_int_equal(ours.shoes.cards[lane][used], plain.shoes.cards[lane][from]);
            assert_int_equal(ours.shoes.cards[lane][from], plain.shoes.cards[lane][used]);
        }
    }
}

/* Chi-square of the card at each place of a deal; five standard deviations above its mean are too many. */
static void evenly(unsigned (*deal)(struct stream *stream, unsigned place), unsigned place)
{
    unsigned seen[52] = {0};
    struct stream stream;
    double chi = 0;
    stream_init(&stream, 9, place);
    for (unsigned i = 0; i < 52 * 1000; i++)
        seen[deal(&stream, place)]++;
    for (unsigned card = 0; card < 52; card++)
        chi += ((double)seen[card] - 1000) * ((double)seen[card] - 1000) / 1000;
    assert_true(chi < 51 + 5 * 10.1);
}

static unsigned dealt_at_once(struct stream *stream, unsigned place)
{
    ours.shoes.used[0] = 0;
    lane_deal(&ours.shoes, 0, LANE_DEAL_MAX - 1, CARDS, stream);
    return ours.shoes.cards[0][place];
}

static unsigned dealt_in_steps(struct stream *stream, unsigned place)
{
    memset(ours.shoes.used, 0, sizeof(ours.shoes.used));
    for (unsigned i = 0; i <= place; i++)
        lanes_step(&ours, &machine, CARDS, stream);
    return ours.shoes.cards[LANE_COUNT - 1][place];
}

static void test_every_card_is_as_likely_as_another(void **state)
{
    (void)state;
    make_machine();
    lanes_init(&ours, shoe, CARDS, MACHINE_IDLE);
    for (unsigned place = 0; place < LANE_DEAL_MAX - 1; place += 7) {
        evenly(dealt_at_once, place);
        evenly(dealt_in_steps, place);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_processor_gives_the_same),
        cmocka_unit_test(test_a_deal_is_single_draws),
        cmocka_unit_test(test_a_step_takes_the_card_of_its_number),
        cmocka_unit_test(test_every_card_is_as_likely_as_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
