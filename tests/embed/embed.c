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

static void say(struct croupier_round *round, const char *line)
{
    int status = croupier_round_apply(round, line);
    printf("%s -> %s [%s] %s\n", line, croupier_status_name(status), croupier_round_clauses(round),
           status ? "" : croupier_round_sentence(round));
}

/* A round of baccarat, with a refusal, a line that is none, and an act tried on a copy. */
static struct croupier_round *play(void)
{
    struct croupier_rulebook *book = croupier_rulebook_new("mbs-7up-baccarat");
    char *faults;
    struct croupier_round *round = croupier_round_new(book, "decks 99\n", &faults);
    printf("99 decks: %s, %s", round ? "a table" : "no table", faults ? faults : "no faults\n");
    croupier_text_free(faults);
    round = croupier_round_new(book, "decks 8\nlimits all 5 1000\n", NULL);
    croupier_rulebook_free(book);
    say(round, "terminal: open");
    say(round, "Mei: bet banker 100");
    say(round, "Tom: bet tie 5000");
    say(round, "this is no act");
    say(round, "terminal: close");
    say(round, "shoe: 9h 5d 4c Ks");
    struct croupier_round *copy = croupier_round_clone(round);
    say(copy, "shoe: 6d");
    croupier_round_free(copy);
    say(round, "dealer: end");
    say(round, "shoe: 6d");
    say(round, "dealer: end");
    return round;
}

static void show_round(void)
{
    struct croupier_round *round = play();
    char *events = croupier_round_events(round);
    char *view = croupier_round_view(round, "display");
    char *record = croupier_round_record(round);
    printf("paid: %s\n", strstr(events, "\"kind\":\"paid\",\"who\":\"Mei\"") ? "yes" : events);
    printf("ended: %s, seen by nobody: %s\n", strstr(view, "\"phase\":\"ended\"") ? "yes" : view,
           croupier_round_view(round, "nobody") ? "something" : "nothing");
    printf("next: %s\n", croupier_status_name(croupier_round_next(round)));
    char *legal = croupier_round_legal(round, "terminal");
    printf("may: %s", legal);
    printf("record:\n%s", record);
    croupier_text_free(events);
    croupier_text_free(view);
    croupier_text_free(record);
    croupier_text_free(legal);
    croupier_round_free(round);
}

/* A thousand rounds of four seats that always stand where they may. */
static void show_batch(void)
{
    enum { SEATS = 4, ACTIONS = CROUPIER_BET + 1 };
    static int32_t sights[SEATS * CROUPIER_SIGHTS];
    static uint8_t legal[SEATS * ACTIONS];
    static int64_t rewards[SEATS];
    static uint8_t ended[SEATS];
    const unsigned bets[] = {2};
    struct croupier_batching wish;
    struct croupier_arrays arrays = {sights, legal, rewards, ended};
    struct croupier_rulebook *book = croupier_rulebook_new("mbs-blackjack-v6");
    struct croupier_batch *batch;
    unsigned seat = 0;
    long long rounds = 0;
    long long won = 0;
    memset(&wish, 0, sizeof wish);
    wish.seats = SEATS;
    wish.penetration = 0.75;
    wish.bet_count = 1;
    wish.bets = bets;
    int made = croupier_batch_new(book, &wish, &batch);
    printf("batch: %s, %u actions\n", croupier_status_name(made), croupier_batch_actions(batch));
    croupier_batch_reset(batch, 7, &arrays);
    while (rounds < 1000) {
        uint8_t actions[SEATS];
        for (unsigned i = 0; i < SEATS; i++)
            actions[i] = legal[i * ACTIONS + CROUPIER_STAND] ? CROUPIER_STAND : CROUPIER_BET;
        if (croupier_batch_step(batch, actions, &arrays, &seat))
            break;
        for (unsigned i = 0; i < SEATS; i++) {
            rounds += ended[i];
            won += rewards[i];
        }
    }
    uint8_t wrong[SEATS] = {CROUPIER_SPLIT, CROUPIER_SPLIT, CROUPIER_SPLIT, CROUPIER_SPLIT};
    printf("standing loses: %s; splitting without cards: %s, seat %u\n", won < 0 ? "yes" : "no",
           croupier_status_name(croupier_batch_step(batch, wrong, &arrays, &seat)), seat);
    wish.penetration = 1;
    struct croupier_batch *none;
    printf("a shoe to the last card: %s\n", croupier_status_name(croupier_batch_new(book, &wish, &none)));
    croupier_batch_free(batch);
    croupier_batch_free(none);
    croupier_rulebook_free(book);
}

int main(void)
{
    show_games();
    show_faults();
    show_rulebook();
    printf("no such game: %s\n", croupier_rulebook_new("tiddlywinks") ? "loaded" : "none");
    show_batch();
    show_round();
    return 0;
}
