/* SPDX-License-Identifier: Apache-2.0 */
/* bet.h - placing, raising and taking back wagers between "Place your bets" and "No more bets".
 *
 * Each act comes as verify (changes nothing) and do (after verify accepted). */
#ifndef CROUPIER_BLACKJACK_BET_H
#define CROUPIER_BLACKJACK_BET_H

#include "blackjack/felt.h"

struct ruling bj_open_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_open_do(struct felt *felt, const struct act *act);
struct ruling bj_close_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_close_do(struct felt *felt, const struct act *act);

struct ruling bj_bet_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_bet_do(struct felt *felt, const struct act *act);
struct ruling bj_raise_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_raise_do(struct felt *felt, const struct act *act);
struct ruling bj_pull_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_pull_do(struct felt *felt, const struct act *act);
struct ruling bj_object_verify(const struct rulebook *book, const struct round *round, const struct act *act);

struct ruling bj_restrict_verify(const struct rulebook *book, const struct round *round,
                                 const struct act *act);
void bj_restrict_do(struct felt *felt, const struct act *act);
struct ruling bj_clear_verify(const struct rulebook *book, const struct round *round, const struct act *act);
void bj_clear_do(struct felt *felt, const struct act *act);

/* The largest amount a legal bet or raise may have. */
int64_t bet_max(const struct rulebook *book, const struct round *round, const struct act *act);

/* [rws 5.2] who was told to raise or withdraw what is under the minimum, on one area or (0) anywhere, takes
 * it back. */
bool bet_may_withdraw(const struct rulebook *book, const struct round *round, unsigned person, unsigned area);
void bet_withdraw(struct felt *felt, unsigned person, unsigned area);

/* Hands back side wagers that have lost the main wager they need. */
void bet_return_orphans(struct felt *felt, enum reason reason);

#endif
