# SPDX-License-Identifier: Apache-2.0
"""Rulebooks, their odds, and simulation."""
from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._library import CroupierError, check, ffi, library, take, text

Json = dict[str, Any]
ACTIONS = ("stand", "hit", "double", "split", "surrender", "even_money", "insure")


def games() -> list[str]:
    """The ids of the games that are built in."""
    found: list[str] = []
    while (game := library.croupier_game(len(found))) != ffi.NULL:
        found.append(text(game))
    return found


def game_yaml(game: str) -> str:
    """The text of a built-in game's rulebook, to copy and change."""
    found = library.croupier_game_yaml(game.encode())
    if found == ffi.NULL:
        raise KeyError(game)
    return text(found)


class Rulebook:
    """One game's rules, checked and frozen: a built-in game, or the YAML of your own.

        book = Rulebook("mbs-blackjack-v6")
        book.change({"dealer.soft17": "hit"})
        book.odds(6)["wagers"][0]["house_edge"]
    """

    def __init__(self, game: str | None = None, *, yaml: str | None = None, name: str = "rulebook"):
        if (game is None) == (yaml is None):
            raise TypeError("either a game or a yaml is wanted")
        faults = ffi.new("char **")
        if yaml is not None:
            bytes_ = yaml.encode()
            handle = library.croupier_rulebook_load(name.encode(), bytes_, len(bytes_), faults)
        else:
            assert game is not None
            handle = library.croupier_rulebook_new(game.encode())
        if handle == ffi.NULL:
            found = take(faults[0])
            raise CroupierError(-8, found) if found else KeyError(game)
        self.handle = ffi.gc(handle, library.croupier_rulebook_free)

    @property
    def id(self) -> str:
        """What the game is called in commands and records."""
        return text(library.croupier_rulebook_id(self.handle))

    @property
    def hash(self) -> str:
        """Two rulebooks with one hash play the same game."""
        return text(library.croupier_rulebook_hash(self.handle))

    def __repr__(self) -> str:
        return f"<Rulebook {self.id} {self.hash[:12]}>"

    def change(self, changes: Mapping[str, str]) -> None:
        """Other values for keys that are not part of the book's identity, all together or none."""
        lines = "\n".join(f"{key}={value}" for key, value in changes.items())
        check(library.croupier_rulebook_change(self.handle, lines.encode(), ffi.NULL))

    def keys(self) -> list[Json]:
        """Every key: its value, legend, and what may be written there."""
        return json.loads(take(library.croupier_rulebook_keys(self.handle)) or "[]")

    def identity(self) -> Json:
        """Id, name, operator, version, date, family, decks, wagers and hash."""
        return json.loads(take(library.croupier_rulebook_json(self.handle)) or "{}")

    def sign(self, decks: int = 0, language: str = "en") -> Json:
        """The sign on the table. 0 decks: the range is given, and no odds."""
        found = take(library.croupier_rulebook_sign_json(self.handle, decks, language.encode()))
        if found is None:
            raise ValueError(f"no sign for {decks} decks in {language}")
        return json.loads(found)

    def _answer(self, call: Callable[[Any], int]) -> Json:
        out = ffi.new("char **")
        check(call(out))
        return json.loads(take(out[0]) or "{}")

    def odds(self, decks: int = 0, distribution: bool = False) -> Json:
        """Every wager: house edge, standard deviation, each outcome. 0 decks: six, or the nearest number allowed.
        The standard deviation and hit frequency of a main wager with splits take longest: None without `distribution`."""
        ask = library.croupier_odds_distribution if distribution else library.croupier_odds
        return self._answer(lambda out: ask(self.handle, decks, out))

    def edge(self, wager: int = 0, decks: int = 0) -> float:
        """The house edge of one wager, the quick way."""
        out = ffi.new("double *")
        check(library.croupier_edge(self.handle, wager, decks, out))
        return out[0]

    def edges(self) -> Json:
        """The house edge of every wager for every number of decks."""
        return self._answer(lambda out: library.croupier_edges(self.handle, out))

    def strategy(self, decks: int = 0) -> Json:
        """The best strategy by totals, with its value."""
        return self._answer(lambda out: library.croupier_strategy(self.handle, decks, out))

    def hand_odds(self, hand: str, dealer: str, decks: int = 0, seen: str | None = None) -> Json:
        """The value of every action: ("8,8", "T")."""
        gone = ffi.NULL if seen is None else seen.encode()
        return self._answer(lambda out: library.croupier_hand_odds(self.handle, decks, hand.encode(), dealer.encode(), gone, out))

    def cost(self, wrong: Rulebook, decks: int = 0) -> Json:
        """What it costs the house if a Dealer follows the other book."""
        return self._answer(lambda out: library.croupier_cost(self.handle, wrong.handle, decks, out))

    def removal(self, decks: int = 0, change: int = -1) -> Json:
        """The effect of removal, by wager and value of the card."""
        return self._answer(lambda out: library.croupier_removal(self.handle, decks, change, out))

    def fresh_shoe(self, decks: int = 0) -> NDArray[np.uint32]:
        """How many cards of each value a fresh shoe has: Aces first, tens last."""
        shoe = np.zeros(10, np.uint32)
        check(library.croupier_fresh_shoe(self.handle, decks, ffi.cast("unsigned *", ffi.from_buffer(shoe))))
        return shoe

    def action_values(self, shoe: Sequence[int] | NDArray[Any], hand: Sequence[int] | NDArray[Any], dealer: int, split: bool = False) -> NDArray[np.float64]:
        """What each of ACTIONS is worth, not-a-number where it is not possible. Ten counts each, Aces first; the shoe is
        what has not been seen, without the hand and the Dealer's card (1 to 10)."""
        values = np.empty(len(ACTIONS))
        cards = [np.ascontiguousarray(one, np.uint32) for one in (shoe, hand)]
        check(library.croupier_action_values(self.handle, *(ffi.cast("unsigned *", ffi.from_buffer(one)) for one in cards), dealer, split,
                                             ffi.cast("double *", ffi.from_buffer(values))))
        return values

    def simulate(self, rounds: int, *, decks: int = 0, threads: int = 1, seed: int = 0, watch: Callable[[int, int], bool] | None = None) -> Json:
        """Rounds by best play, a fresh shoe each: mean and standard error of every wager. `watch` is told of rounds played
        and of all, about ten times a second; False ends it with a CroupierError whose code is "cancelled"."""
        wish = ffi.new("struct croupier_simulation *", {"decks": decks, "threads": threads, "rounds": rounds, "seed": seed})
        told = ffi.NULL
        if watch:
            told = ffi.callback("int(void *, unsigned long long, unsigned long long)", lambda _, done, all_: bool(watch(done, all_)))
        return self._answer(lambda out: library.croupier_simulate(self.handle, wish, told, ffi.NULL, out))
