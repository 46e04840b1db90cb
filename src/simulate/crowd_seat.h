/* SPDX-License-Identifier: Apache-2.0 */
/* crowd_seat.h - one seat of a crowd: a box, its Dealer and its shoe. For crowd.c only. Pure. */
#ifndef CROUPIER_SIMULATE_CROWD_SEAT_H
#define CROUPIER_SIMULATE_CROWD_SEAT_H

#include "simulate/crowd_sight.h"
#include "simulate/kernel_split.h"

struct crowd_seat {
    uint64_t dice[4]; /* xoshiro256++ */
    uint32_t legal;   /* bit per action */
    uint16_t used;    /* cards of the shoe */
    uint16_t start;   /* of these, before the round */
    uint16_t state;   /* of the hand to decide on */
    uint8_t phase;    /* enum crowd_phase */
    uint8_t bet;      /* on the list */
    uint8_t up;       /* the Dealer's first card */
    uint8_t at;       /* the hand to decide on, of a split box */
    uint8_t ended;    /* of a box that is not split */
    bool insured;
    struct kernel_split split;
    uint8_t seen[HAND_VALUES];
    uint8_t cards[SHOE_CARDS_MAX];
};

/* Shared by all seats. */
struct crowd_rules {
    struct plan plan;
    uint8_t legal[CHART_CONTEXTS][HAND_VALUES][HAND_STATES_MAX]; /* chart_legal of every state */
    unsigned cut;
    unsigned bet_count;
    unsigned bets[CROWD_BETS_MAX];
    int64_t scale;
};

/* `chart` is room to work in. */
void crowd_rules_init(struct crowd_rules *rules, const struct rulebook *book, const struct crowd_wish *wish,
                      struct chart *chart);

void seat_init(struct crowd_seat *seat, const struct crowd_rules *rules, uint64_t seed, unsigned number);

/* The next round: up to its first decision. */
void seat_begin(struct crowd_seat *seat, const struct crowd_rules *rules);

/* A legal action. True: the round has ended with *reward, and the next one has not begun. */
bool seat_act(struct crowd_seat *seat, const struct crowd_rules *rules, unsigned action, int64_t *reward);

/* Writes CROWD_SIGHTS numbers. */
void seat_look(const struct crowd_seat *seat, const struct crowd_rules *rules, int32_t *sights);

#endif
