/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the simulator's kernel and the rules engine agree in every payment and every card of every round; and
 * a kernel with one wrong entry is caught.
 *
 *     test_witness RULEBOOK ROUNDS | canary
 *
 * Half of the rounds at the fewest decks of the book, half at the most. Speaks TAP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulebook/load.h"
#include "simulate/chart_odds.h"
#include "simulate/run.h"
#include "simulate/witness.h"

enum { BOOK_BYTES_MAX = 1 << 18, SEED = 20260101 };

static struct rulebook book;
static struct chart chart;
static struct plan plan;
static struct baccarat_plan baccarat;
static unsigned number;

static bool load(const char *path)
{
    static char bytes[BOOK_BYTES_MAX];
    struct faults faults;
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    return rulebook_load(bytes, size, &book, &faults) == STATUS_OK;
}

static bool set_up(struct run *run, unsigned decks)
{
    if (book.family == FAMILY_BACCARAT) {
        run->game.baccarat = &baccarat;
        return baccarat_plan_init(&baccarat, &book, decks) == STATUS_OK;
    }
    run->game.blackjack = &plan;
    if (!chart_best(&chart, &book, decks))
        return false;
    plan_init(&plan, &book, decks, 1, &chart);
    return true;
}

/* Compares; true if all agree. */
static bool compare(const struct run *run, struct witness *witness)
{
    static struct score score;
    witness_init(witness, run->game.blackjack, run->game.baccarat);
    struct kernel_watcher watcher = witness_watcher(witness);
    for (uint64_t block = 0; block < run_blocks(run->rounds); block++)
        run_block(run, block, &score, &watcher);
    return witness->differences == 0;
}

static void say(bool good, const char *what, const struct witness *witness)
{
    printf("%s %u - %s: %llu rounds\n", good ? "ok" : "not ok", ++number, what,
           (unsigned long long)witness->rounds);
    if (witness->differences)
        printf("# %llu differ; %s\n", (unsigned long long)witness->differences, witness->first);
    fflush(stdout);
}

static int all_agree(uint64_t rounds)
{
    int failed = 0;
    puts("1..2");
    for (unsigned most = 0; most < 2; most++) {
        unsigned decks = most ? book.decks_max : book.decks_min;
        struct run run = {.seed = SEED + most, .threads = 1, .rounds = rounds / 2};
        struct witness witness;
        char what[100];
        bool good = set_up(&run, decks) && compare(&run, &witness);
        snprintf(what, sizeof(what), "%s, %u decks: kernel and engine agree", book.id, decks);
        say(good, what, &witness);
        failed += !good;
    }
    return failed ? 1 : 0;
}

/* Each of these is one entry of the kernel's tables; the witness must find every one. */
static void break_payoff(void)
{
    plan.payoff[20][AGAINST_17]++;
}

static void break_blackjack(void)
{
    plan.payoff[ENDED_BLACKJACK][AGAINST_NONE] -= plan.scale / 2;
}

static void break_dealer(void)
{
    plan.dealer_draws[plan.dealer_next[5][9]] = false; /* stands on 16 */
}

static void break_side(void)
{
    plan.sides[0].line[0] ^= 1;
}

static void break_need(void)
{
    for (unsigned first = 0; first < HAND_VALUES; first++)
        plan.need_bare[first][ENDED_SURRENDER] = NEED_ONE; /* one card too many */
}

static const struct {
    const char *what;
    void (*damage)(void);
} canaries[] = {
    {"a wrong payment", break_payoff},
    {"a Blackjack paid even", break_blackjack},
    {"a Dealer who stands on 16", break_dealer},
    {"a wrong side line", break_side},
    {"a card too many", break_need},
};

static int canaries_sing(void)
{
    int failed = 0;
    printf("1..%zu\n", sizeof(canaries) / sizeof(canaries[0]));
    for (unsigned i = 0; i < sizeof(canaries) / sizeof(canaries[0]); i++) {
        struct run run = {.seed = SEED, .threads = 1, .rounds = 20000};
        struct witness witness;
        bool ready = set_up(&run, 6);
        canaries[i].damage();
        plan_make_machine(&plan);
        bool caught = ready && !compare(&run, &witness);
        printf("%s %u - %s is caught: %.300s\n", caught ? "ok" : "not ok", i + 1, canaries[i].what,
               witness.first);
        failed += !caught;
    }
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    if (argc != 3 || !load(argv[1])) {
        fprintf(stderr, "usage: test_witness RULEBOOK ROUNDS | canary\n");
        return 2;
    }
    return strcmp(argv[2], "canary") == 0 ? canaries_sing() : all_agree(strtoull(argv[2], NULL, 10));
}
