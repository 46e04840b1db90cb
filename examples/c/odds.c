/* SPDX-License-Identifier: Apache-2.0 */
/* odds.c - what a change of the rules is worth: the house edge before and after, exactly.
 *
 *     cc odds.c $(pkg-config --cflags --libs croupier) && ./a.out GAME KEY VALUE
 *     ./a.out rws-blackjack wagers.main.pays.blackjack.odds 3:2 */
#include <croupier/croupier.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The main wager's edge: the first number of that name in the answer. */
static double edge_of(const struct croupier_rulebook *book)
{
    static const char key[] = "\"house_edge\":";
    char *json;
    int status = croupier_odds(book, 0, &json);
    if (status) {
        fprintf(stderr, "%s\n", croupier_status_sentence(status));
        exit(1);
    }
    const char *at = strstr(json, key);
    double edge = at ? strtod(at + strlen(key), NULL) : 0;
    croupier_text_free(json);
    return edge;
}

int main(int argc, char **argv)
{
    const char *game = argc > 1 ? argv[1] : "rws-blackjack";
    const char *key = argc > 2 ? argv[2] : "wagers.main.pays.blackjack.odds";
    const char *value = argc > 3 ? argv[3] : "3:2";
    struct croupier_rulebook *book = croupier_rulebook_new(game);
    if (!book) {
        fprintf(stderr, "there is no game called %s\n", game);
        return 2;
    }
    double before = edge_of(book);
    int status = croupier_rulebook_set(book, key, value);
    if (status) {
        fprintf(stderr, "%s %s: %s\n", key, value, croupier_status_sentence(status));
        return 2;
    }
    double after = edge_of(book);
    printf("%s: house edge %.6f %%; with %s %s: %.6f %% (%+.6f)\n", game, 100 * before, key, value,
           100 * after, 100 * (after - before));
    croupier_rulebook_free(book);
    return 0;
}
