/* SPDX-License-Identifier: Apache-2.0 */
/* bench_odds.c - how long the exact odds take: per game and number of decks, whole game and single hands.
 *
 *     bench_odds                 one line a figure: seconds of processor time, and memory
 *     bench_odds --six           whole games with six decks only
 *     bench_odds --hands         the slowest hands only: every two cards, every upcard, every blackjack book,
 *                                built in or among the examples, with the fewest and the most decks
 *     bench_odds GAME DECKS      one whole game once, for an instruction counter
 *
 * "classic" is the first built-in blackjack as it is played elsewhere: no surrender, and a Dealer's Blackjack
 * takes the original wager only. Run at the top of the source, where the examples lie. Nothing fails on a
 * figure. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "odds/game.h"
#include "odds/hand_odds.h"
#include "odds/wager_odds.h"
#include "rulebook/builtin.h"
#include "rulebook/load.h"

enum { REPEATS = 5, HAND_REPEATS = 3, BOOK_BYTES_MAX = 1 << 16 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool load_file(const char *path, struct rulebook *book)
{
    static char bytes[BOOK_BYTES_MAX];
    static struct faults faults;
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
    if (file)
        fclose(file);
    return size > 0 && rulebook_load(bytes, size, book, &faults) == STATUS_OK;
}

static bool load(const char *id, struct rulebook *book)
{
    bool classic = strcmp(id, "classic") == 0;
    for (unsigned i = 0; classic && builtin_id(i); i++)
        if (builtin_load(builtin_id(i), book) == STATUS_OK && book->family == FAMILY_BLACKJACK)
            break;
    if (!classic && builtin_load(id, book) != STATUS_OK)
        return false;
    if (classic) {
        book->blackjack.surrender = false;
        book->blackjack.dealer_bj_loss = BJ_LOSS_ORIGINAL_ONLY;
    }
    return true;
}

/* The best of a few runs: the machine may be busy with something else. */
static void time_game(const char *id, const struct rulebook *book, unsigned decks)
{
    double whole = 1e9;
    double deviation = 1e9;
    double value = 0;
    for (unsigned i = 0; i < REPEATS; i++) {
        double start = seconds();
        struct game_odds *game = game_odds_new(book, decks);
        double computed = seconds();
        if (!game || game_odds_deviation(game) != STATUS_OK)
            exit(1);
        double ended = seconds();
        value = game->expected_value;
        whole = computed - start < whole ? computed - start : whole;
        deviation = ended - computed < deviation ? ended - computed : deviation;
        game_odds_free(game);
    }
    printf("odds/%s/%u/whole-game %.4f s house edge %.9f %%\n", id, decks, whole, -100 * value);
    printf("odds/%s/%u/deviation %.4f s\n", id, decks, deviation);
}

/* The best of a few runs of one hand. */
static double time_hand(const struct rulebook *book, const struct supply *shoe, unsigned a, unsigned b,
                        unsigned up)
{
    struct hand_question question = {.up = (uint8_t)up};
    struct hand_answer answer;
    double best = 1e9;
    question.cards[a]++;
    question.cards[b]++;
    for (unsigned i = 0; i < HAND_REPEATS; i++) {
        double start = seconds();
        if (odds_hand(book, shoe, &question, &answer) != STATUS_OK)
            exit(1);
        double took = seconds() - start;
        best = took < best ? took : best;
    }
    return best;
}

/* The slowest answer over all two-card hands and upcards. */
static void time_hands(const char *id, const struct rulebook *book, unsigned decks)
{
    struct supply shoe;
    double slowest = 0;
    unsigned at[3] = {0};
    supply_init(&shoe, deck_of((enum deck_id)book->deck), decks);
    for (unsigned up = 1; up <= VALUE_COUNT; up++)
        for (unsigned a = 1; a <= VALUE_COUNT; a++)
            for (unsigned b = a; b <= VALUE_COUNT; b++) {
                double took = time_hand(book, &shoe, a, b, up);
                if (took > slowest) {
                    slowest = took;
                    at[0] = a;
                    at[1] = b;
                    at[2] = up;
                }
            }
    printf("odds/%s/%u/slowest-hand %.4f s %u,%u against %u\n", id, decks, slowest, at[0], at[1], at[2]);
}

static void time_book_hands(const char *id, const struct rulebook *book)
{
    if (book->family != FAMILY_BLACKJACK)
        return;
    time_hands(id, book, book->decks_min);
    if (book->decks_max > book->decks_min)
        time_hands(id, book, book->decks_max);
}

static void time_all_hands(void)
{
    struct rulebook book = {0};
    glob_t examples;
    for (unsigned i = 0; builtin_id(i); i++)
        if (load(builtin_id(i), &book))
            time_book_hands(builtin_id(i), &book);
    if (glob("examples/*.yaml", 0, NULL, &examples) != 0)
        return;
    for (size_t i = 0; i < examples.gl_pathc; i++)
        if (load_file(examples.gl_pathv[i], &book))
            time_book_hands(examples.gl_pathv[i], &book);
    globfree(&examples);
}

static void time_wagers(const char *id, const struct rulebook *book)
{
    struct wager_odds odds;
    wager_odds_init(&odds);
    for (unsigned i = 0; i < book->wager_count; i++) {
        double start = seconds();
        if (wager_odds_count(&odds, book, i, book->decks_max) == STATUS_OK)
            printf("odds/%s/%u/%s %.4f s\n", id, book->decks_max, book->wagers[i].name, seconds() - start);
    }
    wager_odds_release(&odds);
}

static void time_all(const char *id)
{
    struct rulebook book = {0};
    if (!load(id, &book))
        exit(2);
    time_wagers(id, &book);
    if (book.family != FAMILY_BLACKJACK)
        return;
    for (unsigned decks = book.decks_min; decks <= book.decks_max; decks++)
        time_game(id, &book, decks);
}

static void time_six(void)
{
    struct rulebook book = {0};
    if (load("classic", &book))
        time_game("classic", &book, 6);
    for (unsigned i = 0; builtin_id(i); i++)
        if (load(builtin_id(i), &book) && book.family == FAMILY_BLACKJACK)
            time_game(builtin_id(i), &book, 6);
}

int main(int argc, char **argv)
{
    struct rusage usage;
    if (argc == 3) {
        struct rulebook book = {0};
        struct game_odds *game =
            load(argv[1], &book) ? game_odds_new(&book, (unsigned)strtoul(argv[2], NULL, 10)) : NULL;
        if (!game)
            return 2;
        printf("%+.15f\n", game->expected_value);
        game_odds_free(game);
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--hands") == 0) {
        time_all_hands();
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--six") == 0) {
        time_six();
        return 0;
    }
    time_all("classic");
    for (unsigned i = 0; builtin_id(i); i++)
        time_all(builtin_id(i));
    time_all_hands();
    getrusage(RUSAGE_SELF, &usage);
    printf("odds/memory %.1f MB largest resident size of all the above\n", (double)usage.ru_maxrss / 1024);
    return 0;
}
