# SPDX-License-Identifier: Apache-2.0
"""Learns basic strategy from nothing, and shows its exact regret on the way.

    python3 learn.py [--game mbs-blackjack-v6] [--rounds 24e6] [--svg regret.svg]

A table of values by what a player sees (total, soft or pair, the Dealer's card) is learned by Monte Carlo control in the
vector environment: in each round one decision is tried at random among the actions that may still be the best, the rest is
played by what is known so far, and what the round brings is noted for the tried action alone. How far the learned play is from the best is not estimated from its
results: at each decision the library knows the exact value of every action, and the sum of what was given away, averaged
over rounds, is the difference of the two players' expected results."""
from __future__ import annotations

import argparse
import time

import numpy as np

from croupier import SIGHTS, BlackjackVectorEnv, CroupierError, Rulebook
from croupier.batch import HELD

TOTAL, SOFT, CARDS, PAIR, DEALER, HANDS, INSURED = (SIGHTS.index(name) for name in ("total", "soft", "cards", "pair", "dealer", "hands", "insured"))
KINDS = 22 + 22 + 11  # hard totals, soft totals, pairs
CONTEXTS = 2  # two cards, more of them
ACTIONS = 7
SPLIT = 3
EACH = np.arange(ACTIONS)
FORGET = 400000  # of so many tries of an action in a state the older ones fade
SPREAD = np.array([1.1, 1.1, 2.1, 2.0, 0.5, 0.5, 1.5])  # of a round's result by what was done first, about
DOUBT = 3.0  # standard errors within which an action may still be the best
PHASES = 12
EARLY = 4  # phases after which what was learned from bad play counts little


def states(sights: np.ndarray) -> np.ndarray:
    """The numbers of what a player sees, one for each action: a pair counts as what it is for splitting, and as its total
    for everything else."""
    context = np.where(sights[:, CARDS] == 2, 0, 1)
    kinds = np.repeat((np.where(sights[:, SOFT] > 0, 22, 0) + sights[:, TOTAL])[:, None], ACTIONS, 1)
    kinds[:, SPLIT] = 44 + sights[:, PAIR]
    return (context[:, None] * KINDS + kinds) * 11 + sights[:, DEALER][:, None]


class Learner:
    def __init__(self, seed: int):
        self.value = np.zeros((CONTEXTS * KINDS * 11, ACTIONS))
        self.tries = np.zeros_like(self.value)
        self.random = np.random.default_rng(seed)

    def best(self, state: np.ndarray, mask: np.ndarray) -> np.ndarray:
        # What was never tried is taken for hopeless: nothing is known in its favour.
        known = np.where((mask > 0) & (self.tries[state, EACH] > 0), self.value[state, EACH], -9)
        found = known.argmax(1)
        allowed = mask[np.arange(len(mask)), found] > 0
        return np.where(allowed, found, mask.argmax(1))

    def tried(self, state: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """One of those that may still be the best; and whether there are several."""
        doubt = DOUBT * SPREAD / np.sqrt(self.tries[state, EACH] + 1)
        value = np.where(mask > 0, self.value[state, EACH], -9)
        hopeful = (mask > 0) & (value + doubt >= (value - doubt).max(1, keepdims=True))
        return (self.random.random(mask.shape) * hopeful).argmax(1), hopeful.sum(1) > 1

    def forget(self) -> None:
        """What was learned from bad play is a first guess and no more."""
        self.tries = np.minimum(self.tries, 12)

    def note(self, state: np.ndarray, action: np.ndarray, reward: np.ndarray) -> None:
        """Adds results to the running means; several of one state and action are one weighted step."""
        place = state * ACTIONS + action
        count = np.bincount(place, minlength=self.value.size).reshape(self.value.shape)
        total = np.bincount(place, reward, minlength=self.value.size).reshape(self.value.shape)
        self.tries = np.minimum(self.tries + count, FORGET)
        touched = count > 0
        share = np.minimum(count[touched] / self.tries[touched], 1)
        self.value[touched] += share * (total[touched] / count[touched] - self.value[touched])


def learn(env: BlackjackVectorEnv, learner: Learner, rounds: float, seed: int) -> None:
    sights, info = env.reset(seed=seed)
    seats = env.num_envs
    tried_state = np.zeros(seats, np.int64)
    tried_action = np.full(seats, -1)
    played = 0
    while played < rounds:
        mask = info["action_mask"]
        state = states(sights)
        action = learner.best(state, mask)
        # Of a pair there are few; elsewhere later decisions must have their turn, too.
        likely = np.where(mask[:, SPLIT] > 0, 1, 0.6)
        other, open_ = learner.tried(state, mask)
        # The result of a split round is that of several hands: it says nothing about one of them, which is played as if
        # it were alone.
        alone = (sights[:, INSURED] == 0) & (sights[:, HANDS] == 1)
        tries = open_ & alone & (tried_action < 0) & (learner.random.random(seats) < likely)
        action[tries] = other[tries]
        tried_state[tries] = state[tries, action[tries]]
        tried_action[tries] = action[tries]
        sights, reward, ended, _, info = env.step(action)
        known = ended & (tried_action >= 0)
        learner.note(tried_state[known], tried_action[known], reward[known])
        tried_action[ended] = -1
        played += int(ended.sum())


class Judge:
    """Exact values of decisions, each asked for once. Cards that other hands of a split round have shown are left out."""

    def __init__(self, book: Rulebook, decks: int):
        self.book = book
        self.shoe = book.fresh_shoe(decks).astype(np.int64)
        self.known: dict[bytes, np.ndarray | None] = {}

    def regret(self, row: np.ndarray, mask: np.ndarray, action: int) -> float:
        key = row[[DEALER, HANDS, *range(*HELD.indices(len(SIGHTS)))]].clip(max=21).tobytes() + mask.tobytes()
        if key not in self.known:
            hand = row[HELD].astype(np.int64)
            unseen = self.shoe - hand
            unseen[row[DEALER] - 1] -= 1
            try:
                values = self.book.action_values(unseen, hand, int(row[DEALER]), bool(row[HANDS] > 1))
                self.known[key] = np.where(mask > 0, values, np.nan)
            except CroupierError:
                self.known[key] = None
        values = self.known[key]
        if values is None or np.isnan(values[action]):
            return 0.0  # nothing to decide, or splitting again
        return float(np.nanmax(values) - values[action])


def regret_of(env: BlackjackVectorEnv, learner: Learner, judge: Judge, rounds: int, seed: int) -> float:
    """Of a round played by what was learned: the mean of what its decisions give away."""
    sights, info = env.reset(seed=seed)
    given_away = 0.0
    played = 0
    while played < rounds:
        mask = info["action_mask"]
        action = learner.best(states(sights), mask)
        given_away += sum(judge.regret(row, may, does) for row, may, does in zip(sights, mask, action.tolist()) if not row[INSURED])
        sights, _, ended, _, info = env.step(action)
        played += int(ended.sum())
    return given_away / played


def draw(path: str, points: list[tuple[float, float]]) -> None:
    most = np.log10(max(regret for _, regret in points))
    least = np.log10(max(min(regret for _, regret in points), 1e-6)) - 0.2
    line = " ".join(f"{60 + 520 * rounds / points[-1][0]:.1f},{20 + 260 * (most - np.log10(max(regret, 1e-6))) / (most - least):.1f}" for rounds, regret in points)
    labels = "".join(f'<text x="{60 + 520 * rounds / points[-1][0]:.0f}" y="300" font-size="11" text-anchor="middle">{rounds / 1e6:.0f} M</text>' for rounds, _ in points[::3])
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 320"><title>Exact regret a round, logarithmic</title>'
                   f'<polyline fill="none" stroke="#7d1128" stroke-width="2" points="{line}"/>{labels}</svg>\n')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="mbs-blackjack-v6")
    parser.add_argument("--decks", type=int, default=6)
    parser.add_argument("--rounds", type=float, default=24e6)
    parser.add_argument("--seats", type=int, default=8192)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--svg")
    args = parser.parse_args()
    book = Rulebook(args.game)
    env = BlackjackVectorEnv(book, args.seats, decks=args.decks, penetration=0)
    few = BlackjackVectorEnv(book, 256, decks=args.decks, penetration=0)
    learner = Learner(args.seed)
    judge = Judge(book, args.decks)
    print(f"{args.game}, {args.decks} decks: the best play brings {-book.edge(0, args.decks):+.6f} a round")
    points = []
    started = time.monotonic()
    for phase in range(1, PHASES + 1):
        learn(env, learner, args.rounds / PHASES, args.seed + phase)
        regret = regret_of(few, learner, judge, 20000, 1000 + phase)
        if phase <= EARLY:
            learner.forget()
        points.append((args.rounds * phase / PHASES, regret))
        print(f"after {points[-1][0]:12,.0f} rounds: regret {100 * regret:.4f} % of a unit a round, {time.monotonic() - started:.0f} s", flush=True)
    if args.svg:
        draw(args.svg, points)
    print(f"regret {points[-1][1]:.6f}")


if __name__ == "__main__":
    main()
