/* SPDX-License-Identifier: Apache-2.0 */
/* rule_scene.c - the scenes as data.
 *
 * A scene's lines are those of a round record, with blanks: @9 is a 9 of some suit of the book's deck, $main,
 * $side and $second are wagers of the book. "^" at the start stands for the round up to the scene's moment,
 * "~" before it for a shuffling machine. The line from which on the ruling is told starts with "!". */
#include "cli/rule_scene.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "game/game.h"

struct row {
    enum irregularity kind;
    unsigned moments; /* bit per enum moment */
    const char *name;
    const char *says;
    const char *lines;
};

static const struct {
    const char *name;
    const char *says;
} moments[MOMENT_COUNT] = {
    [MOMENT_BETTING] = {"betting", "while bets are open"},
    [MOMENT_DEAL] = {"deal", "during the initial deal"},
    [MOMENT_DEALT] = {"dealt", "after the initial deal, before anything is settled"},
    [MOMENT_PLAY] = {"play", "after the interim settlement, while Players decide"},
    [MOMENT_DRAW] = {"draw", "while the last cards are drawn"},
    [MOMENT_AFTER] = {"after", "after everything is settled"},
};

enum {
    BETTING = 1 << MOMENT_BETTING,
    DEAL = 1 << MOMENT_DEAL,
    DEALT = 1 << MOMENT_DEALT,
    PLAY = 1 << MOMENT_PLAY,
    DRAW = 1 << MOMENT_DRAW,
    AFTER = 1 << MOMENT_AFTER,
    ANY = BETTING | DEAL | DEALT | PLAY | DRAW | AFTER,
    CARDS_OUT = DEAL | DEALT | PLAY | DRAW,
};

#define REPORT "!dealer: irregularity "

/* ---- Both families. ---- */

/* clang-format off */
static const struct row both[] = {
    {IRREGULARITY_FOREIGN_CARD, ANY, "", "", "^" REPORT "foreign-card\n"},
    {IRREGULARITY_EXTRA_CARD, ANY, "", "", "^" REPORT "extra-card\n"},
    {IRREGULARITY_MISSING_CARD, ANY, "", "", "^" REPORT "missing-card\n"},
    {IRREGULARITY_UNSHUFFLED, ANY, "", "", "^" REPORT "unshuffled\n"},
    {IRREGULARITY_CARDS_MIXED, CARDS_OUT, "reported", "nobody has said yet whether the cards can be put right",
     "^" REPORT "cards-mixed\n"},
    {IRREGULARITY_CARDS_MIXED, CARDS_OUT, "repairable", "the cards can be put right",
     "^" REPORT "cards-mixed\npit: decide reconstructable yes\n"},
    {IRREGULARITY_CARDS_MIXED, CARDS_OUT, "beyond-repair", "the cards cannot be put right",
     "^" REPORT "cards-mixed\npit: decide reconstructable no\n"},
    {IRREGULARITY_CUT_CARD, ANY, "", "", "^" REPORT "cut-card\n"},
    {IRREGULARITY_CUT_CARD_MISSED, ANY, "", "", "^" REPORT "cut-card-missed\n"},
    {IRREGULARITY_PREVIOUS_ROUND_ERROR, ANY, "", "", "^" REPORT "previous-round-error\n"},
    {IRREGULARITY_OTHER, ANY, "", "", "^" REPORT "other a drink was spilt over the layout\n"},
};

/* ---- Blackjack. ---- */

#define BJ_OPEN "dealer: open\nAnn: bet 1 $main 100\nAnn: bet 1 $side 10\nBen: bet 2 $main 100\n"
#define BJ_CLOSE BJ_OPEN "dealer: close\n"
#define BJ_PLAIN "dealer: open\nAnn: bet 1 $main 100\nBen: bet 2 $main 100\ndealer: close\n"
#define BJ_DEALT BJ_CLOSE "shoe: @T @9 @6 @5 @7\n"
#define BJ_SETTLED BJ_DEALT "dealer: settle\n"
#define BJ_HIT BJ_SETTLED "Ann: hit 1\nshoe: @3\n"
#define BJ_DRAW BJ_HIT "Ann: stand 1\nBen: stand 2\nshoe: @T\n"
#define BJ_THREE BJ_OPEN "Cem: bet 3 $main 100\n"
#define BJ_FOUR BJ_THREE "Dee: bet 4 $main 100\n"
#define BJ_WRONG_BOX BJ_CLOSE "shoe: @9 > 2\nshoe: @T > 1\nshoe: @6 > dealer\n"
#define BJ_NO_DEALER BJ_CLOSE "shoe: @T\nshoe: @9\nshoe: @5 > 1\nshoe: @8 > 2\n"
#define BJ_ONE_CARD BJ_CLOSE "shoe: @9\nshoe: @T\nshoe: @6\nshoe: @8\ndealer: settle\nAnn: hit 1\nshoe: @2\n"

static const char *const blackjack_moments[MOMENT_COUNT] = {
    [MOMENT_BETTING] = BJ_OPEN,
    [MOMENT_DEAL] = BJ_CLOSE "shoe: @T @9\n",
    [MOMENT_DEALT] = BJ_DEALT,
    [MOMENT_PLAY] = BJ_HIT,
    [MOMENT_DRAW] = BJ_DRAW,
    [MOMENT_AFTER] = BJ_DRAW "shoe: @8\ndealer: end\n",
};

static const struct row blackjack[] = {
    {IRREGULARITY_INSUFFICIENT_CARDS, ANY, "manual", "the cards are shuffled by hand", "^" REPORT "insufficient-cards\n"},
    {IRREGULARITY_INSUFFICIENT_CARDS, ANY, "machine", "a machine shuffles the cards", "~^" REPORT "insufficient-cards\n"},
    {IRREGULARITY_SHOE_ORDER, ANY, "", "", "^" REPORT "shoe-order\n"},
    {IRREGULARITY_WRONG_ORDER, DEAL, "repairable", "the cards can be put right", BJ_WRONG_BOX REPORT "wrong-order\n"},
    {IRREGULARITY_WRONG_ORDER, DEAL, "beyond-repair", "the cards cannot be put right",
     BJ_WRONG_BOX "!pit: decide reconstructable no\ndealer: irregularity wrong-order\n"},
    {IRREGULARITY_WRONG_ORDER, DEALT, "", "", BJ_WRONG_BOX "shoe: @5 > 1\nshoe: @7 > 2\n" REPORT "wrong-order\n"},
    {IRREGULARITY_WRONG_ORDER, PLAY, "", "",
     BJ_WRONG_BOX "shoe: @5 > 1\nshoe: @7 > 2\ndealer: settle\n" REPORT "wrong-order\n"},
    {IRREGULARITY_WRONG_HAND, DEALT, "", "", BJ_CLOSE "shoe: @T\nshoe: @9\nshoe: @6\nshoe: @5 > 2\n" REPORT "wrong-hand\n"},
    {IRREGULARITY_WRONG_HAND, PLAY, "player", "the card lies on another Player's hand",
     BJ_SETTLED "Ann: hit 1\nshoe: @3 > 2\n" REPORT "wrong-hand\n"},
    {IRREGULARITY_WRONG_HAND, PLAY, "dealer", "the card lies on the Dealer's hand",
     BJ_SETTLED "Ann: hit 1\nshoe: @3 > dealer\n" REPORT "wrong-hand\n"},
    {IRREGULARITY_CARD_NOT_WANTED, DEALT, "player", "it lies on a Player's hand",
     BJ_PLAIN "shoe: @T @9 @6 @5 @7\nshoe: @4 > 1\n" REPORT "card-not-wanted 1\n"},
    {IRREGULARITY_CARD_NOT_WANTED, PLAY, "player", "it lies on the hand of a Player who stands",
     BJ_SETTLED "Ann: stand 1\nshoe: @4 > 1\n" REPORT "card-not-wanted 1\n"},
    {IRREGULARITY_CARD_NOT_WANTED, PLAY, "dealer", "it lies on the Dealer's hand",
     BJ_SETTLED "shoe: @4 > dealer\n" REPORT "card-not-wanted dealer\n"},
    {IRREGULARITY_EXTRA_DEALER_CARD, DRAW, "", "", BJ_DRAW "shoe: @2\nshoe: @4 > dealer\n" REPORT "extra-dealer-card\n"},
    {IRREGULARITY_DEALER_NO_CARD, DEALT, "", "", BJ_NO_DEALER REPORT "dealer-no-card\n"},
    {IRREGULARITY_DEALER_NO_CARD, PLAY, "settled", "no hand has been played yet",
     BJ_NO_DEALER "dealer: settle\n" REPORT "dealer-no-card\n"},
    {IRREGULARITY_DEALER_NO_CARD, PLAY, "playing", "a hand is being played",
     BJ_NO_DEALER "dealer: settle\nAnn: hit 1\nshoe: @2\n" REPORT "dealer-no-card\n"},
    {IRREGULARITY_PLAYER_SHORT, DEAL, "", "",
     BJ_CLOSE "shoe: @9\nshoe: @T > dealer\nshoe: @6 > 1\nshoe: @8 > 2\n" REPORT "player-short 2\n"},
    {IRREGULARITY_NO_CARDS, PLAY, "", "",
     BJ_CLOSE "shoe: @9\nshoe: @6 > dealer\nshoe: @5 > 1\ndealer: settle\nAnn: hit 1\nshoe: @3\n" REPORT "no-cards 2\n"},
    {IRREGULARITY_ONE_CARD, PLAY, "", "", BJ_ONE_CARD REPORT "one-card 2\n"},
    {IRREGULARITY_CARDS_ON_EMPTY_AREA, DEAL, "", "",
     BJ_CLOSE "shoe: @5\nshoe: @9\nshoe: @T > 3\nshoe: @6 > dealer\n" REPORT "cards-on-empty-area 3\n"},
    {IRREGULARITY_CARDS_ON_EMPTY_AREA, PLAY, "", "",
     BJ_CLOSE "shoe: @5\nshoe: @9\nshoe: @T > 3\nshoe: @6 > dealer\nshoe: @8 > 1\nshoe: @7 > 2\nshoe: @4 > 3\n"
     "dealer: settle\n" REPORT "cards-on-empty-area 3\n"},
    {IRREGULARITY_SKIPPED, PLAY, "one-later", "one later hand has received cards since",
     BJ_THREE "dealer: close\nshoe: @T @9 @8 @6 @9 @4 @5\ndealer: settle\nAnn: stand 1\ndealer: proceed 3\nCem: hit 3\n"
     "shoe: @6\n" REPORT "skipped 2\n"},
    {IRREGULARITY_SKIPPED, PLAY, "two-later", "two later areas have received cards since",
     BJ_FOUR "dealer: close\nshoe: @T @9 @8 @7 @6 @9 @4 @5 @4\ndealer: settle\nAnn: stand 1\ndealer: proceed 3\n"
     "Cem: hit 3\nshoe: @5\nCem: stand 3\nDee: hit 4\nshoe: @8\n" REPORT "skipped 2\n"},
    {IRREGULARITY_SIMULTANEOUS, PLAY, "unseen", "two cards for a Player, neither seen",
     BJ_SETTLED "Ann: hit 1\n" REPORT "simultaneous ? ?\n"},
    {IRREGULARITY_SIMULTANEOUS, PLAY, "one-seen", "two cards for a Player, one seen",
     BJ_SETTLED "Ann: hit 1\n" REPORT "simultaneous @4 ?\n"},
    {IRREGULARITY_SIMULTANEOUS, PLAY, "both-seen", "two cards for a Player, both seen",
     BJ_SETTLED "Ann: hit 1\n" REPORT "simultaneous @4 @8\n"},
    {IRREGULARITY_SIMULTANEOUS, DRAW, "unseen", "two cards for the Dealer, neither seen", "^" REPORT "simultaneous ? ?\n"},
    {IRREGULARITY_SIMULTANEOUS, DRAW, "one-seen", "two cards for the Dealer, one seen", "^" REPORT "simultaneous @4 ?\n"},
    {IRREGULARITY_SIMULTANEOUS, DRAW, "both-seen", "two cards for the Dealer, both seen",
     "^" REPORT "simultaneous @4 @8\n"},
    {IRREGULARITY_FACEUP_CARD, BETTING, "", "", "^" REPORT "faceup-card @8\n"},
    {IRREGULARITY_FACEUP_CARD, DEAL, "first", "before the first card of the round", BJ_CLOSE REPORT "faceup-card @8\n"},
    {IRREGULARITY_FACEUP_CARD, DEAL, "later", "after a card of the round", "^" REPORT "faceup-card @8\n"},
    {IRREGULARITY_FACEUP_CARD, DEALT | PLAY | DRAW, "", "", "^" REPORT "faceup-card @8\n"},
    {IRREGULARITY_NO_BURN, CARDS_OUT, "", "", "^" REPORT "no-burn\n"},
    {IRREGULARITY_OVER_MAXIMUM, BETTING, "", "", BJ_OPEN "Cem: bet 3 $main 1200 unnoticed\n" REPORT "over-maximum 3\n"},
    {IRREGULARITY_OVER_MAXIMUM, DEAL, "", "", BJ_OPEN "Cem: bet 3 $main 1200 unnoticed\n!dealer: close\n"},
    {IRREGULARITY_BELOW_MINIMUM, BETTING, "", "", BJ_OPEN "Cem: bet 3 $main 10 unnoticed\n" REPORT "below-minimum 3\n"},
    {IRREGULARITY_BELOW_MINIMUM, DEAL, "", "",
     "dealer: open\nCem: bet 1 $main 10 unnoticed\ndealer: close\nshoe: @T @6 @9\nCem: stand 1\nshoe: @T\nshoe: @8\n"
     "!dealer: end\n"},
    {IRREGULARITY_PAIRS_WITHOUT_BET, DEALT, "", "",
     BJ_OPEN "Cem: bet 3 $side 20 unnoticed\ndealer: close\nshoe: @T @9 @6 @5 @7\n" REPORT "pairs-without-bet 3\n"},
    {IRREGULARITY_PAIRS_UNSETTLED, PLAY, "", "",
     BJ_DEALT "dealer: proceed\nAnn: hit 1\nshoe: @3\n" REPORT "pairs-unsettled\n"},
    {IRREGULARITY_POWER_FAILURE, ANY, "", "", "^" REPORT "power-failure\n"},
    {IRREGULARITY_TERMINAL_FAILURE, PLAY, "", "", "^" REPORT "terminal-failure Ann\n"},
    {IRREGULARITY_WRONG_TOTAL, DEALT | PLAY | DRAW, "", "", "^" REPORT "wrong-total\n"},
    {IRREGULARITY_SQUEEZE_FACEUP, DEALT, "", "",
     BJ_OPEN "Ann: squeeze 1\ndealer: decide squeeze yes\ndealer: close\nshoe: @T @9 @6 @5 @7\n" REPORT "squeeze-faceup 1\n"},
    {IRREGULARITY_SQUEEZE_FACEUP, PLAY, "", "", "^" REPORT "squeeze-faceup 1\n"},
};

/* ---- Baccarat. ---- */

#define BAC_OPEN "terminal: open\nAnn: bet $main 100\nBen: bet $second 100\n"
#define BAC_CLOSE BAC_OPEN "terminal: close\n"
#define BAC_DEALT BAC_CLOSE "shoe: @5 @8 @T\n"
#define BAC_DRAW BAC_DEALT "shoe: @6\n"
#define BAC_DRAWN BAC_DRAW "shoe: @3\n"

static const char *const baccarat_moments[MOMENT_COUNT] = {
    [MOMENT_BETTING] = BAC_OPEN,
    [MOMENT_DEAL] = BAC_CLOSE "shoe: @5\n",
    [MOMENT_DEALT] = BAC_DEALT,
    [MOMENT_DRAW] = BAC_DRAW,
    [MOMENT_AFTER] = BAC_DRAWN "dealer: end\n",
};

static const struct row baccarat[] = {
    {IRREGULARITY_INSUFFICIENT_CARDS, ANY, "", "", "^" REPORT "insufficient-cards\n"},
    {IRREGULARITY_SHOE_ORDER, ANY, "repairable", "the order can be put right",
     "^" REPORT "shoe-order\npit: decide reconstructable yes\n"},
    {IRREGULARITY_SHOE_ORDER, ANY, "beyond-repair", "the order cannot be put right",
     "^" REPORT "shoe-order\npit: decide reconstructable no\n"},
    {IRREGULARITY_WRONG_ORDER, DEAL, "repairable", "the cards can be put right",
     BAC_CLOSE "shoe: @5 > player\nshoe: @9 > banker\n" REPORT "wrong-order\n"},
    {IRREGULARITY_WRONG_ORDER, DEAL, "beyond-repair", "the cards cannot be put right",
     BAC_CLOSE "shoe: @5 > player\nshoe: @9 > banker\n!pit: decide reconstructable no\ndealer: irregularity wrong-order\n"},
    {IRREGULARITY_WRONG_HAND, DRAW, "", "", BAC_DEALT "shoe: @6 > banker\n" REPORT "wrong-hand\n"},
    {IRREGULARITY_CARD_NOT_WANTED, DRAW, "", "", BAC_DRAWN "shoe: @4 > player\n" REPORT "card-not-wanted player\n"},
    {IRREGULARITY_EXTRA_DEALER_CARD, DRAW, "", "", BAC_DRAWN "shoe: @4 > banker\n" REPORT "extra-dealer-card\n"},
    {IRREGULARITY_DEALER_NO_CARD, DEAL, "", "", BAC_CLOSE "shoe: @5 > player\n" REPORT "dealer-no-card\n"},
    {IRREGULARITY_PLAYER_SHORT, DEAL, "", "", BAC_CLOSE "shoe: @5\nshoe: @8 > banker\n" REPORT "player-short\n"},
    {IRREGULARITY_NO_CARDS, DEALT, "", "", "^" REPORT "no-cards\n"},
    {IRREGULARITY_ONE_CARD, DEALT, "", "", "^" REPORT "one-card\n"},
    {IRREGULARITY_CARDS_ON_EMPTY_AREA, DEALT, "", "", "^" REPORT "cards-on-empty-area\n"},
    {IRREGULARITY_SKIPPED, DRAW, "", "", "^" REPORT "skipped\n"},
    {IRREGULARITY_SIMULTANEOUS, DEAL | DEALT | DRAW, "order-known", "it is known which came first",
     "^" REPORT "simultaneous ? ? order known\n"},
    {IRREGULARITY_SIMULTANEOUS, DEAL | DEALT | DRAW, "order-unknown", "it is not known which came first",
     "^" REPORT "simultaneous ? ? order unknown\n"},
    {IRREGULARITY_FACEUP_CARD, BETTING, "", "", "^" REPORT "faceup-card @8\n"},
    {IRREGULARITY_FACEUP_CARD, DEAL, "first", "before the first card of the round", BAC_CLOSE REPORT "faceup-card @8\n"},
    {IRREGULARITY_FACEUP_CARD, DEAL, "later", "after a card of the round", "^" REPORT "faceup-card @8\n"},
    {IRREGULARITY_FACEUP_CARD, DEALT | DRAW, "", "", "^" REPORT "faceup-card @8\n"},
    {IRREGULARITY_NO_BURN, DEAL, "", "", "^" REPORT "no-burn\n"},
    {IRREGULARITY_OVER_MAXIMUM, BETTING, "", "", BAC_OPEN "Cem: bet $main 6000 unnoticed\n" REPORT "over-maximum\n"},
    {IRREGULARITY_BELOW_MINIMUM, BETTING, "", "", BAC_OPEN "Cem: bet $main 1 unnoticed\n" REPORT "below-minimum\n"},
    {IRREGULARITY_PAIRS_WITHOUT_BET, DEALT, "", "", "^" REPORT "pairs-without-bet\n"},
    {IRREGULARITY_PAIRS_UNSETTLED, DRAW, "", "", "^" REPORT "pairs-unsettled\n"},
    {IRREGULARITY_POWER_FAILURE, ANY & ~DRAW, "", "", "^" REPORT "power-failure\n"},
    {IRREGULARITY_POWER_FAILURE, DRAW, "undecided", "a card is still to come", "^" REPORT "power-failure\n"},
    {IRREGULARITY_POWER_FAILURE, DRAW, "decided", "the last card is drawn", BAC_DRAWN REPORT "power-failure\n"},
    {IRREGULARITY_TERMINAL_FAILURE, BETTING, "", "one wager was accepted, one was not",
     BAC_OPEN "Cem: bet $main 50 pending\n" REPORT "terminal-failure Ann Cem\n"},
    {IRREGULARITY_TERMINAL_FAILURE, CARDS_OUT, "", "", "^" REPORT "terminal-failure Ann\n"},
    {IRREGULARITY_WRONG_TOTAL, DEALT | DRAW, "", "", "^" REPORT "wrong-total\n"},
    {IRREGULARITY_SQUEEZE_FACEUP, DEALT, "", "", "^" REPORT "squeeze-faceup player\n"},
};
/* clang-format on */

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

struct family_scenes {
    const struct row *rows;
    size_t count;
    const char *const *moments;
};

static struct family_scenes scenes_of(const struct rulebook *book)
{
    if (book->family == FAMILY_BACCARAT)
        return (struct family_scenes){baccarat, COUNT(baccarat), baccarat_moments};
    return (struct family_scenes){blackjack, COUNT(blackjack), blackjack_moments};
}

/* ---- Listing. ---- */

const char *moment_name(enum moment moment)
{
    return moments[moment].name;
}

const char *moment_says(enum moment moment)
{
    return moments[moment].says;
}

bool moment_find(const char *name, enum moment *moment)
{
    for (unsigned i = 0; i < MOMENT_COUNT; i++) {
        if (strcmp(moments[i].name, name) != 0)
            continue;
        *moment = (enum moment)i;
        return true;
    }
    return false;
}

/* A scene for each moment of the row to which the family has a round. */
static unsigned add_scenes(const struct row *row, const char *const *rounds, struct scene *scenes)
{
    unsigned count = 0;
    for (unsigned m = 0; m < MOMENT_COUNT; m++)
        if ((row->moments >> m & 1U) && (row->lines[0] != '^' || rounds[m]))
            scenes[count++] = (struct scene){.kind = row->kind,
                                             .moment = (enum moment)m,
                                             .name = row->name,
                                             .says = row->says,
                                             .lines = row->lines};
    return count;
}

unsigned scene_list(const struct rulebook *book, struct scene scenes[SCENES_MAX])
{
    struct family_scenes own = scenes_of(book);
    unsigned count = 0;
    for (unsigned kind = 0; kind < IRREGULARITY_COUNT; kind++)
        for (size_t i = 0; i < COUNT(both) + own.count; i++) {
            const struct row *row = i < COUNT(both) ? &both[i] : &own.rows[i - COUNT(both)];
            assert(count + MOMENT_COUNT <= SCENES_MAX);
            if (row->kind == kind)
                count += add_scenes(row, own.moments, scenes + count);
        }
    return count;
}

/* ---- Writing one out. ---- */

struct printer {
    const struct rulebook *book;
    struct text *text;
    unsigned line;
    unsigned told_line;
    unsigned card_count;
};

/* The wager that a blank means, or -1: this book has no such wager. */
static int wager_of(const struct rulebook *book, const char *blank)
{
    int main_wager = rulebook_wager_at(book, book->areas_max ? PLACE_MAIN : PLACE_TABLE);
    if (strncmp(blank, "$main", 5) == 0)
        return main_wager;
    if (strncmp(blank, "$side", 5) == 0)
        return rulebook_wager_at(book, PLACE_AREA_SIDE);
    return main_wager + 1 < book->wager_count ? main_wager + 1 : main_wager;
}

/* A card of the rank; suits take turns, so that no copy comes twice. */
static void put_card(struct printer *printer, char letter)
{
    const struct deck *deck = deck_of((enum deck_id)printer->book->deck);
    char name[CARD_TEXT_MAX];
    unsigned suit = printer->card_count++ % deck->suit_count;
    struct card card = card_make(deck_parse_rank(deck, letter), suit);
    text_put(printer->text, deck_print_card(deck, card, name, sizeof(name)));
}

/* One line with its blanks filled in; left out if it speaks of a wager the book does not have. */
static void put_line(struct printer *printer, const char *line, size_t length)
{
    const char *blank = memchr(line, '$', length);
    if (blank && wager_of(printer->book, blank) < 0)
        return;
    printer->line++;
    if (line[0] == '!')
        printer->told_line = printer->line;
    for (size_t i = line[0] == '!'; i < length; i++) {
        if (line[i] == '@') {
            put_card(printer, line[++i]);
        } else if (line[i] == '$') {
            text_put(printer->text, printer->book->wagers[wager_of(printer->book, line + i)].name);
            while (i + 1 < length && line[i + 1] != ' ')
                i++;
        } else {
            text_put_char(printer->text, line[i]);
        }
    }
    text_put_char(printer->text, '\n');
}

static void put_lines(struct printer *printer, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        put_line(printer, lines, length);
        lines += length + (lines[length] == '\n');
    }
}

static void put_headers(struct printer *printer, bool machine)
{
    const struct rulebook *book = printer->book;
    char header[256];
    struct text text;
    text_init(&text, header, sizeof(header));
    text_format(&text, "game %s\ndecks %u\n", book->id, book->decks_max);
    text_put(&text, book->areas_max ? "limits main 25 1000\nlimits side 5 200\nseat Ann 1\nseat Ben 2\n"
                                    : "limits all 5 5000\n");
    if (machine)
        text_put(&text, "shuffle machine\n");
    put_lines(printer, header);
}

void scene_print(const struct rulebook *book, const struct scene *scene, struct text *text,
                 unsigned *told_line)
{
    struct printer printer = {.book = book, .text = text};
    const char *lines = scene->lines;
    bool machine = *lines == '~';
    put_headers(&printer, machine);
    lines += machine;
    if (*lines == '^') {
        put_lines(&printer, scenes_of(book).moments[scene->moment]);
        lines++;
    }
    put_lines(&printer, lines);
    *told_line = printer.told_line;
}

/* ---- Trying one. ---- */

struct own_book {
    const struct rulebook *book;
};

static const struct rulebook *find_book(void *context, const char *id)
{
    const struct own_book *own = context;
    return strcmp(own->book->id, id) == 0 ? own->book : NULL;
}

bool scene_read(const struct rulebook *book, const struct scene *scene, struct record *record,
                struct text *text, unsigned *told_line)
{
    struct own_book own = {book};
    const struct record_books books = {find_book, &own};
    scene_print(book, scene, text, told_line);
    record_init(record);
    return record_read(record, &books, text->bytes, text->used) == STATUS_OK;
}

static void cite(struct text *cited, const char *clauses)
{
    while (*clauses) {
        char clause[CLAUSES_MAX];
        size_t length = strcspn(clauses, " ");
        snprintf(clause, sizeof(clause), "%.*s", (int)length, clauses);
        if (length && !text_has_word(cited->bytes, clause))
            text_format(cited, "%s%s", cited->used ? " " : "", clause);
        clauses += length + (clauses[length] == ' ');
    }
}

/* Payments follow from the ruling on a report and decide nothing of it. */
static bool decides(const struct event *event)
{
    switch (event->kind) {
    case EVENT_PAID:
    case EVENT_TAKEN:
    case EVENT_RETURNED:
    case EVENT_UNPAID:
    case EVENT_UNTAKEN:
    case EVENT_RESULT:
        return false;
    default:
        return event->irregularity;
    }
}

static void cite_all(const struct rulebook *book, const struct ruling *ruling, const struct events *events,
                     bool deciding, char cited[SCENE_CLAUSES_MAX])
{
    struct text all = {cited, SCENE_CLAUSES_MAX, strlen(cited), false};
    char bytes[SCENE_CLAUSES_MAX];
    struct text text;
    text_init(&text, bytes, sizeof(bytes));
    ruling_clauses(book, ruling, &text);
    cite(&all, bytes);
    for (unsigned i = 0; i < events->count; i++) {
        if (deciding && !decides(&events->items[i]))
            continue;
        text_init(&text, bytes, sizeof(bytes));
        event_clauses(book, &events->items[i], &text);
        cite(&all, bytes);
    }
}

void scene_cite(const struct rulebook *book, const struct ruling *ruling, const struct events *events,
                char cited[SCENE_CLAUSES_MAX])
{
    cite_all(book, ruling, events, false, cited);
}

struct scene_trial scene_try(const struct record *record, unsigned told_line)
{
    static struct events events;
    struct scene_trial trial = {.possible = true};
    struct rulebook book = *record->book;
    struct setting setting;
    struct round round;
    uint32_t own_limits = 0;
    size_t i = 0;
    setting_init(&setting, &book, record->decks, record->areas);
    for (; i < record->item_count && record->items[i].kind == ITEM_HEADER; i++)
        header_apply(&record->items[i].header, &book, &setting, &own_limits);
    round_init(&round, &book, &setting);
    round.person_count = record->roster.count;
    for (; i < record->item_count && record->items[i].line < told_line; i++)
        trial.possible &= round_apply(&book, &round, &record->items[i].act, &events).status == STATUS_OK;
    if (!trial.possible)
        return trial;
    trial.ruling = round_preview(&book, &round, &record->items[i].act, &events);
    bool report = record->items[i].act.verb == VERB_IRREGULARITY;
    cite_all(&book, &trial.ruling, &events, report, trial.clauses);
    for (; i < record->item_count && trial.ruling.status == STATUS_OK; i++)
        trial.ruling = round_apply(&book, &round, &record->items[i].act, &events);
    return trial;
}
