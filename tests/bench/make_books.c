/* SPDX-License-Identifier: Apache-2.0 */
/* make_books.c - a house in which bots have played so many rounds, for books.py.
 *
 *     make_books ROUNDS [BOTS]
 *
 * Prints the path of its database; the folder is the caller's to remove. The house's secret is a byte 1 and
 * 31 bytes 0. */
#include "check.h"

#include "audit/evening.h"

static struct evening evening;

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    if (rounds < EVENING_GAMES)
        return 2;
    evening_open(&evening, 1);
    evening.bots = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    evening.shoe_cards = 0;
    for (unsigned game = 0; game < EVENING_GAMES; game++) {
        evening_begin(&evening, game);
        evening_play(&evening, rounds / EVENING_GAMES);
    }
    books_close(evening.books);
    printf("%s\n", evening.path);
    return 0;
}
