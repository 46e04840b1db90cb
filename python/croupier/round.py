# SPDX-License-Identifier: Apache-2.0
"""Rounds: what happens at a table, one line of a round record at a time (docs/notation.md)."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._library import CroupierError, ffi, library, take, text
from .rulebook import Json, Rulebook


@dataclass(frozen=True)
class Ruling:
    """status 0: accepted; positive: refused by the rules; negative: not such a line."""

    status: int
    name: str
    sentence: str
    clauses: list[str]
    events: list[Json]

    @property
    def accepted(self) -> bool:
        """The rules allowed it, and it was done."""
        return self.status == 0


class Round:
    """A table of a game, from before its first round on: `headers` are header lines of a record without `game`.

        round = Round(Rulebook("mbs-blackjack-v6"), "decks 6\\nareas 7\\nseat Mei 1\\n")
        round.apply("dealer: open").sentence
    """

    def __init__(self, book: Rulebook, headers: str, _handle: Any = None):
        faults = ffi.new("char **")
        handle = _handle or library.croupier_round_new(book.handle, headers.encode(), faults)
        if handle == ffi.NULL:
            raise CroupierError(-9, take(faults[0]))
        self.book = book
        self.handle = ffi.gc(handle, library.croupier_round_free)

    def _ruling(self, status: int) -> Ruling:
        clauses = text(library.croupier_round_clauses(self.handle)).split()
        events = json.loads(take(library.croupier_round_events(self.handle)) or "[]")
        return Ruling(status, text(library.croupier_status_name(status)), text(library.croupier_round_sentence(self.handle)), clauses, events)

    def apply(self, line: str) -> Ruling:
        """Rules on one line: "Mei: bet 1 main 100". What is not accepted leaves the round as it was."""
        return self._ruling(library.croupier_round_apply(self.handle, line.encode()))

    def next(self) -> Ruling:
        """Ends the round if it has not ended, and starts the next one of the same table."""
        return self._ruling(library.croupier_round_next(self.handle))

    def legal(self, who: str) -> list[str]:
        """The acts that somebody may do now, ready for apply, amounts at their smallest."""
        found = take(library.croupier_round_legal(self.handle, who.encode()))
        if found is None:
            raise KeyError(who)
        return found.splitlines()

    def view(self, who: str = "display") -> Json:
        """The round as somebody may see it, and what the table waits for."""
        found = take(library.croupier_round_view(self.handle, who.encode()))
        if found is None:
            raise KeyError(who)
        return json.loads(found)

    def record(self) -> str:
        """Headers and every accepted line of every round; `croupier replay` runs it."""
        return take(library.croupier_round_record(self.handle)) or ""

    def clone(self) -> Round:
        """An independent copy: try an act on it and throw it away."""
        return Round(self.book, "", library.croupier_round_clone(self.handle))
