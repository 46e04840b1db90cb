/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a program outside the tree can use the library through its public header alone. Also compiled as C++.
 */
#include <croupier/croupier.h>

#include <stdio.h>
#include <string.h>

static void show_games(void)
{
    unsigned count = 0;
    while (croupier_game(count))
        count++;
    printf("version %s, %u games, first %s\n", croupier_version(), count, croupier_game(0));
}

static void show_faults(void)
{
    const char *text = "id: mine\nfamly: blackjack\n";
    char *faults;
    struct croupier_rulebook *book = croupier_rulebook_load("mine.yaml", text, strlen(text), &faults);
    const char *found = faults ? strstr(faults, "mine.yaml:2:1: ") : NULL;
    printf("faulty: %s, placed: %s\n", book ? "loaded" : "refused", found ? "yes" : "no");
    croupier_text_free(faults);
    croupier_rulebook_free(book);
}

static void show_rulebook(void)
{
    struct croupier_rulebook *book = croupier_rulebook_new("rws-blackjack");
    char before[65];
    snprintf(before, sizeof(before), "%s", croupier_rulebook_hash(book));
    int refused = croupier_rulebook_set(book, "no.such.key", "1");
    int same = strcmp(before, croupier_rulebook_hash(book)) == 0;
    int done = croupier_rulebook_set(book, "rws.hit_hard_21", "allow");
    int changed = strcmp(before, croupier_rulebook_hash(book)) != 0;
    char *sign = croupier_rulebook_sign_json(book, 8, "en");
    printf("%s: %s, unchanged %d, %s, changed %d\n", croupier_rulebook_id(book),
           croupier_status_name(refused), same, croupier_status_name(done), changed);
    printf("sign: %s\n",
           sign && strstr(sign, "Blackjack and soft 21 take no card") ? "of the changed book" : "wrong");
    printf("nine decks: %s, French: %s\n", croupier_rulebook_sign_json(book, 9, "en") ? "shown" : "none",
           croupier_rulebook_sign_html(book, 8, "fr") ? "shown" : "none");
    croupier_text_free(sign);
    croupier_rulebook_free(book);
}

int main(void)
{
    show_games();
    show_faults();
    show_rulebook();
    printf("no such game: %s\n", croupier_rulebook_new("tiddlywinks") ? "loaded" : "none");
    return 0;
}
