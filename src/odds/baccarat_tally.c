/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/baccarat_tally.h"

#include <assert.h>
#include <string.h>

#include "cards/deck.h"

enum { ROUND_CARDS_MAX = 6 };

/* A kind of card: one or several ranks that count the same and are alike to every line of the wager. */
struct kind {
    uint8_t rank; /* one of them, for asking the lines */
    uint16_t left;
};

struct counting {
    const struct baccarat_rules *rules;
    const struct wager_rule *rule;
    const struct deck *deck;
    struct tally *tally;
    uint16_t left[RANK_COUNT + 1][SUIT_COUNT_MAX]; /* of the shoe before the round, by rank and suit */
    unsigned device_cards_max;                     /* cards of the longest round that come from the shoe */
    bool suits_matter;
    unsigned kind_count;
    struct kind kinds[RANK_COUNT];
    unsigned cards_left;

    /* The round being dealt. */
    uint8_t ranks[2][3]; /* by side - 1; the permanent card is one of them */
    uint8_t values[2][3];
    uint8_t count[2];
};

/* [bac 3.3] an Ace counts 1, tens and court cards 0. */
static unsigned baccarat_value(unsigned rank)
{
    assert(rank >= 1 && rank <= RANK_COUNT);
    return rank >= RANK_TEN ? 0 : rank;
}

static unsigned total_of(const struct counting *c, unsigned side)
{
    assert(side < 2 && c->count[side] <= 3);
    unsigned total = 0;
    for (unsigned i = 0; i < c->count[side]; i++)
        total += c->values[side][i];
    return total % 10;
}

static void give(struct counting *c, unsigned side, unsigned rank)
{
    assert(c->count[side] < 3);
    c->ranks[side][c->count[side]] = (uint8_t)rank;
    c->values[side][c->count[side]++] = (uint8_t)baccarat_value(rank);
}

static unsigned dealt_from_shoe(const struct counting *c)
{
    unsigned printed = (c->rules->permanent_player ? 1U : 0U) + (c->rules->permanent_banker ? 1U : 0U);
    return c->count[0] + c->count[1] - printed;
}

/* ---- What a finished round pays. ---- */

static int outcome_line(const struct counting *c)
{
    unsigned player = total_of(c, 0);
    unsigned banker = total_of(c, 1);
    unsigned winner = player > banker ? WINNER_PLAYER : player < banker ? WINNER_BANKER : WINNER_TIE;
    unsigned total = player > banker ? player : banker;
    for (unsigned i = 0; i < c->rule->line_count; i++) {
        const struct match *match = &c->rule->lines[i].match;
        if (match->winner == winner && (match->totals >> total & 1U))
            return (int)i;
    }
    return winner == WINNER_TIE && c->rule->push_on_tie ? (int)TALLY_PUSH : -1;
}

/* Ways to choose the suits of the dealt ranks out of a set of suits: bit per suit. */
static ways_t suit_ways(const struct counting *c, unsigned suits)
{
    unsigned dealt[RANK_COUNT + 1] = {0};
    ways_t ways = 1;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < c->count[side]; i++)
            dealt[c->ranks[side][i]]++;
    if (c->rules->permanent_player)
        dealt[c->rules->permanent_player]--;
    if (c->rules->permanent_banker)
        dealt[c->rules->permanent_banker]--;
    for (unsigned rank = 1; rank <= RANK_COUNT; rank++) {
        unsigned left = 0;
        for (unsigned suit = 0; suit < c->deck->suit_count; suit++)
            left += suits >> suit & 1U ? c->left[rank][suit] : 0U;
        ways *= ways_falling(left, dealt[rank]);
    }
    return ways;
}

/* The line for these ranks with suits of the given pattern: all suit a, but the last card suit b. */
static int cards_line(const struct counting *c, unsigned a, unsigned b)
{
    assert(c->count[0] + c->count[1] > 0 && a < c->deck->suit_count && b < c->deck->suit_count);
    struct card cards[ROUND_CARDS_MAX] = {{0}};
    unsigned count = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < c->count[side]; i++)
            cards[count++] = card_make(c->ranks[side][i], a);
    cards[count - 1] = card_make(card_rank(cards[count - 1]), b);
    return wager_rule_line(c->rule, c->deck, cards, count);
}

/* The suits that share the colour of suit a, as bits; `partner` is another of them, if there is one. 0 where
 * a suit before a has that colour: it has been counted. */
static unsigned suits_of_colour(const struct deck *deck, unsigned a, unsigned *partner)
{
    assert(a < deck->suit_count);
    unsigned suits = 0;
    for (unsigned b = 0; b < deck->suit_count; b++) {
        if (deck->suit_colour[b] != deck->suit_colour[a])
            continue;
        if (b < a)
            return 0;
        *partner = b;
        suits |= 1U << b;
    }
    return suits;
}

/* Adds the round where suits matter: all of one suit, else all of one colour, else mixed. */
static void add_by_suits(struct counting *c, ways_t ways, ways_t behind)
{
    ways_t one_suit[SUIT_COUNT_MAX];
    for (unsigned a = 0; a < c->deck->suit_count; a++) {
        one_suit[a] = suit_ways(c, 1U << a) * behind;
        tally_add(c->tally, cards_line(c, a, a), one_suit[a]);
        ways -= one_suit[a];
    }
    for (unsigned a = 0; a < c->deck->suit_count; a++) {
        unsigned partner = a;
        unsigned suits = suits_of_colour(c->deck, a, &partner);
        if (partner == a || !suits)
            continue;
        ways_t one_colour = suit_ways(c, suits) * behind;
        for (unsigned b = 0; b < c->deck->suit_count; b++)
            one_colour -= suits >> b & 1U ? one_suit[b] : 0;
        tally_add(c->tally, cards_line(c, a, partner), one_colour);
        ways -= one_colour;
    }
    tally_add(c->tally, cards_line(c, 0, 1), ways);
}

/* A round that used fewer cards than the longest counts once for every arrangement of the cards behind it. */
static void finish(struct counting *c, ways_t ways)
{
    assert(dealt_from_shoe(c) <= c->device_cards_max);
    ways_t behind = ways_falling(c->cards_left, c->device_cards_max - dealt_from_shoe(c));
    if (c->rule->judge == JUDGE_OUTCOME)
        tally_add(c->tally, outcome_line(c), ways * behind);
    else if (c->suits_matter)
        add_by_suits(c, ways * behind, behind);
    else
        tally_add(c->tally, cards_line(c, 0, 0), ways * behind);
}

/* ---- Dealing. ---- */

typedef void deal_next(struct counting *c, ways_t ways);

/* Deals every kind of card to the side and goes on with `next`. */
static void deal(struct counting *c, unsigned side, ways_t ways, deal_next *next)
{
    for (unsigned k = 0; k < c->kind_count; k++) {
        struct kind *kind = &c->kinds[k];
        if (!kind->left)
            continue;
        give(c, side, kind->rank);
        kind->left--;
        c->cards_left--;
        next(c, ways * (kind->left + 1U));
        kind->left++;
        c->cards_left++;
        c->count[side]--;
    }
}

/* [bac 3.7] the Banker by the table, after the Player has drawn or stood. */
static void banker_turn(struct counting *c, ways_t ways)
{
    unsigned banker = total_of(c, 1);
    bool draws = c->count[0] == 3 ? c->rules->banker_draws[banker] >> c->values[0][2] & 1U
                                  : c->rules->banker_draws_if_player_stands >> banker & 1U;
    if (draws)
        deal(c, 1, ways, finish);
    else
        finish(c, ways);
}

/* [bac 3.7/natural] a natural ends the round; [bac 3.7/player] else the Player side draws by its total. */
static void player_turn(struct counting *c, ways_t ways)
{
    unsigned player = total_of(c, 0);
    if ((c->rules->natural_totals >> player & 1U) || (c->rules->natural_totals >> total_of(c, 1) & 1U))
        finish(c, ways);
    else if (c->rules->player_draws >> player & 1U)
        deal(c, 0, ways, banker_turn);
    else
        banker_turn(c, ways);
}

static void initial_deal(struct counting *c, ways_t ways)
{
    unsigned dealt = dealt_from_shoe(c);
    if (dealt < c->rules->deal_count)
        deal(c, c->rules->deal_order[dealt] - SIDE_PLAYER, ways, initial_deal);
    else
        player_turn(c, ways);
}

/* ---- Kinds. ---- */

static bool alike_to_lines(const struct counting *c, unsigned a, unsigned b)
{
    if (baccarat_value(a) != baccarat_value(b) || c->suits_matter)
        return false;
    for (unsigned i = 0; c->rule->judge == JUDGE_ALL_CARDS && i < c->rule->line_count; i++) {
        const struct match *match = &c->rule->lines[i].match;
        if (match->alike || rank_set_has(match->ranks, a) != rank_set_has(match->ranks, b))
            return false;
    }
    return true;
}

static void add_rank(struct counting *c, unsigned rank)
{
    uint16_t cards = 0;
    for (unsigned suit = 0; suit < c->deck->suit_count; suit++)
        cards = (uint16_t)(cards + c->left[rank][suit]);
    c->cards_left += cards;
    for (unsigned k = 0; k < c->kind_count; k++)
        if (alike_to_lines(c, c->kinds[k].rank, rank)) {
            c->kinds[k].left = (uint16_t)(c->kinds[k].left + cards);
            return;
        }
    c->kinds[c->kind_count++] = (struct kind){(uint8_t)rank, cards};
}

void baccarat_tally(struct tally *tally, const struct rulebook *book, const struct wager_rule *rule,
                    const struct stock *stock)
{
    struct counting c = {.rules = &book->baccarat,
                         .rule = rule,
                         .deck = stock->deck,
                         .tally = tally,
                         .device_cards_max = book->baccarat.deal_count + 2U};
    for (unsigned i = 0; rule->judge == JUDGE_ALL_CARDS && i < rule->line_count; i++)
        c.suits_matter = c.suits_matter || rule->lines[i].match.suit > SUIT_ANY;
    for (unsigned kind = 0; kind < deck_card_count(stock->deck); kind++) {
        struct card card = deck_card(stock->deck, kind);
        c.left[card_rank(card)][card_suit(card)] = stock->left[kind];
    }
    for (unsigned rank = 1; rank <= RANK_COUNT; rank++)
        add_rank(&c, rank);
    if (c.rules->permanent_player)
        give(&c, 0, c.rules->permanent_player);
    if (c.rules->permanent_banker)
        give(&c, 1, c.rules->permanent_banker);
    initial_deal(&c, 1);
}
