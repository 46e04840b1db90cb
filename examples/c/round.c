/* SPDX-License-Identifier: Apache-2.0 */
/* round.c - a round of blackjack in sixty lines: one person, cards that this program chooses.
 *
 *     cc round.c $(pkg-config --cflags --libs croupier) && ./a.out */
#include <croupier/croupier.h>

#include <stdio.h>
#include <string.h>

/* Says a line of a round record, and prints the ruling with its clauses. */
static int say(struct croupier_round *round, const char *line)
{
    int status = croupier_round_apply(round, line);
    printf("%-24s %s [%s]\n", line, croupier_round_sentence(round), croupier_round_clauses(round));
    return status;
}

/* Prints the sentences of everything that followed from the last line. */
static void tell(const struct croupier_round *round)
{
    static const char key[] = "\"sentence\":\"";
    char *events = croupier_round_events(round);
    for (char *at = events; at && (at = strstr(at, key)); at += strcspn(at, "\"")) {
        at += strlen(key);
        printf("    %.*s\n", (int)strcspn(at, "\""), at);
    }
    croupier_text_free(events);
}

int main(void)
{
    static const char *const lines[] = {
        "dealer: shuffle full",
        "shoe: 2c", /* the first card is burnt */
        "dealer: open",
        "Mei: bet 1 main 100",
        "Mei: bet 1 main 1", /* refused: there is one already */
        "dealer: close",
        "shoe: 9h Ts 8d",
        "Mei: stand 1",
        "shoe: 6d",
        "shoe: Kc",
        "dealer: end",
    };
    struct croupier_rulebook *book = croupier_rulebook_new("mbs-blackjack-v6");
    char *faults = NULL;
    struct croupier_round *round =
        croupier_round_new(book, "decks 6\nareas 7\nlimits main 25 1000\nseat Mei 1\n", &faults);
    if (!round) {
        fprintf(stderr, "%s", faults ? faults : "no memory\n");
        return 1;
    }
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (say(round, lines[i]) == 0)
            tell(round);
    croupier_round_free(round);
    croupier_rulebook_free(book);
    return 0;
}
