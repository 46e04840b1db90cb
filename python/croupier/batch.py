# SPDX-License-Identifier: Apache-2.0
"""Many seats of one blackjack game, advanced together, as NumPy arrays."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._library import CroupierError, check, ffi, library
from .rulebook import Rulebook

SIGHTS = ("phase", "total", "soft", "cards", "pair", "dealer", "hand", "hands", "staked", "insured", "left",
          *(f"held_{value}" for value in range(1, 11)), *(f"seen_{value}" for value in range(1, 11)))
HELD = slice(11, 21)
SEEN = slice(21, 31)
BET = 7  # the first bet's action


class Batch:
    """Arrays that each reset and step fills anew, one row a seat: `sights` (see SIGHTS), `legal` (1: the action is
    allowed), `rewards` (in 1/scale of a unit, exact) and `ended` (the row is already about the next round)."""

    def __init__(self, book: Rulebook, seats: int, *, decks: int = 0, penetration: float = 0.0, bets: Sequence[int] = ()):
        units = ffi.new("unsigned[]", list(bets) or 1)
        wish = ffi.new("struct croupier_batching *", {"decks": decks, "seats": seats, "penetration": penetration, "bet_count": len(bets), "bets": units})
        made = ffi.new("struct croupier_batch **")
        check(library.croupier_batch_new(book.handle, wish, made))
        self.handle = ffi.gc(made[0], library.croupier_batch_free)
        self.book = book
        self.seats = seats
        self.actions = int(library.croupier_batch_actions(self.handle))
        self.scale = int(library.croupier_batch_scale(self.handle))
        self.sights: NDArray[np.int32] = np.zeros((seats, len(SIGHTS)), np.int32)
        self.legal: NDArray[np.uint8] = np.zeros((seats, self.actions), np.uint8)
        self.rewards: NDArray[np.int64] = np.zeros(seats, np.int64)
        self.ended: NDArray[np.uint8] = np.zeros(seats, np.uint8)
        self._kept = [ffi.from_buffer(array) for array in (self.sights, self.legal, self.rewards, self.ended)]
        self._arrays = ffi.new("struct croupier_arrays *", [ffi.cast(f"{kind} *", kept) for kind, kept in
                                                            zip(("int32_t", "uint8_t", "int64_t", "uint8_t"), self._kept)])
        self._seat = ffi.new("unsigned *")

    def reset(self, seed: int) -> None:
        """Starts every seat anew."""
        library.croupier_batch_reset(self.handle, seed, self._arrays)

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        """One action of every seat. A CroupierError where one is not allowed; then nothing has changed."""
        chosen = np.ascontiguousarray(actions, np.uint8)
        if chosen.shape != (self.seats,):
            raise ValueError(f"{self.seats} actions are wanted, one a seat")
        status = library.croupier_batch_step(self.handle, ffi.cast("uint8_t *", ffi.from_buffer(chosen)), self._arrays, self._seat)
        if status:
            seat = self._seat[0]
            raise CroupierError(status, f"seat {seat} may not do action {chosen[seat]}: its mask is {self.legal[seat].tolist()}")
