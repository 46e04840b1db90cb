# SPDX-License-Identifier: Apache-2.0
"""Learning environments for every rulebook of the blackjack family, by Gymnasium's interface.

One episode is one round: bets (if a list of them is given), Insurance, split, double, surrender, from a finite shoe that
lasts over episodes until its cutting card. An observation is the row of Batch.sights; `info["action_mask"]` says what is
allowed; the reward, when the round ends, is exact in units."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .batch import BET, HELD, SEEN, SIGHTS, Batch
from .rulebook import ACTIONS, Rulebook
from .spaces import AutoresetMode, Box, Discrete, Env, MultiDiscrete, VectorEnv

PHASE, DEALER, HANDS, INSURED = (SIGHTS.index(name) for name in ("phase", "dealer", "hands", "insured"))


def _book(book: Rulebook | str) -> Rulebook:
    return Rulebook(book) if isinstance(book, str) else book


def _bounds(book: Rulebook, decks: int, bets: Sequence[int]) -> NDArray[np.int32]:
    shoe = book.fresh_shoe(decks).astype(np.int32)
    return np.array([2, 21, 1, 21, 10, 10, 3, 4, max(bets, default=1), 1, shoe.sum(), *np.minimum(shoe, 21), *shoe], np.int32)


class BlackjackEnv(Env):  # type: ignore[misc,valid-type]
    """One seat. `values=True` puts the exact value of every action into info["values"], per unit of the original wager,
    for the shoe as the seat has seen it: not-a-number where an action is not possible, or too few cards are left to be
    exact. The regret of an action is the largest of them less its own."""

    metadata = {"render_modes": ["ansi"], "name": "croupier_blackjack_v0"}

    def __init__(self, book: Rulebook | str = "mbs-blackjack-v6", *, decks: int = 0, penetration: float = 0.75, bets: Sequence[int] = (),
                 values: bool = False, render_mode: str | None = None):
        self.book = _book(book)
        self.batch = Batch(self.book, 1, decks=decks, penetration=penetration, bets=bets)
        self.shoe = self.book.fresh_shoe(decks).astype(np.int64)
        self.values = values
        self.render_mode = render_mode
        self.action_space = Discrete(self.batch.actions)
        self.observation_space = Box(0, _bounds(self.book, decks, bets), (len(SIGHTS),), np.int32)
        self._over = True

    def action_names(self) -> list[str]:
        """What each number of the action space does."""
        return [*ACTIONS, *(f"bet_{i}" for i in range(self.batch.actions - BET))]

    def _observation(self) -> NDArray[np.int32]:
        return self.batch.sights[0].copy()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.batch.legal[0].astype(np.int8)}
        if self.values:
            info["values"] = self._values()
        return info

    def _values(self) -> NDArray[np.float64]:
        from ._library import CroupierError

        sights = self.batch.sights[0]
        values = np.full(self.batch.actions, np.nan)
        if sights[PHASE] == 0:
            return values
        hand = sights[HELD].astype(np.int64)
        dealer = int(sights[DEALER])
        unseen = self.shoe - sights[SEEN]
        try:
            values[:BET] = self.book.action_values(unseen, hand, dealer, bool(sights[HANDS] > 1))
        except CroupierError:
            return values
        values[self.batch.legal[0] == 0] = np.nan
        return values

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """The next round of the same shoe; with a seed, a new shoe."""
        super().reset(seed=seed)
        if seed is not None or self._over is True:
            self.batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        elif self._over is False:  # a round was left in the middle: it is stood out
            while not self.batch.ended[0]:
                self.batch.step([int(np.flatnonzero(self.batch.legal[0])[0])])
        self._over = False
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[NDArray[np.int32], float, bool, bool, dict[str, Any]]:
        """Observation, reward (of the round, when it ends), terminated, truncated (never), info."""
        if self._over is not False:
            raise RuntimeError("the round has ended: reset first")
        self.batch.step([int(action)])
        ended = bool(self.batch.ended[0])
        if ended:
            self._over = None
        return self._observation(), float(self.batch.rewards[0] / self.batch.scale), ended, False, self._info()

    def render(self) -> str | None:
        """The hand to decide on in a line of text."""
        if self.render_mode != "ansi":
            return None
        row = dict(zip(SIGHTS, self.batch.sights[0].tolist()))
        return f"{row['total']}{' soft' if row['soft'] else ''} against {row['dealer']}, {row['left']} cards left"


class BlackjackVectorEnv(VectorEnv):  # type: ignore[misc,valid-type]
    """Many seats at once, straight on the batch. A seat whose round ends goes on with the next one in the same step (the
    observation is already the next round's): info["action_mask"] has a row for each seat. As of any vector environment
    that resets in the same step, `final_obs` and `final_info` are of the episodes that ended, where `_final_obs` says so;
    a round that is over shows nothing more, so they are those that BlackjackEnv gives with its last reward."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP, "name": "croupier_blackjack_vector_v0"}

    def __init__(self, book: Rulebook | str = "mbs-blackjack-v6", num_envs: int = 1024, *, decks: int = 0, penetration: float = 0.75,
                 bets: Sequence[int] = ()):
        self.book = _book(book)
        self.batch = Batch(self.book, num_envs, decks=decks, penetration=penetration, bets=bets)
        self.num_envs = num_envs
        high = _bounds(self.book, decks, bets)
        self.single_action_space = Discrete(self.batch.actions)
        self.single_observation_space = Box(0, high, (len(SIGHTS),), np.int32)
        self.action_space = MultiDiscrete(np.full(num_envs, self.batch.actions))
        self.observation_space = Box(0, np.tile(high, (num_envs, 1)), (num_envs, len(SIGHTS)), np.int32)
        self._no = np.zeros(num_envs, bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """Every seat anew: what each is dealt depends on the seed, its number and its own actions alone."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self.batch.sights.copy(), {"action_mask": self.batch.legal.astype(np.int8)}

    def step(self, actions: Any) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One action of every seat: observations, rewards, terminated, truncated (never), info."""
        self.batch.step(actions)
        ended = self.batch.ended.astype(bool)
        seen, mask = self.batch.sights.copy(), self.batch.legal.astype(np.int8)
        info: dict[str, Any] = {"action_mask": mask, "_action_mask": np.ones(self.num_envs, bool)}
        if ended.any():
            info.update(final_obs=seen, _final_obs=ended, final_info={"action_mask": mask, "_action_mask": ended}, _final_info=ended)
        return seen, self.batch.rewards / self.batch.scale, ended, self._no.copy(), info


__all__ = ["BlackjackEnv", "BlackjackVectorEnv"]
