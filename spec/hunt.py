# SPDX-License-Identifier: Apache-2.0
"""Looks for two reports of irregularities that hardly follow one another by themselves.

Rounds are played on copies of the law's own table, without any report, until the wanted one holds; the lines that led
there are then put to both witnesses, and the other report is looked for from there. Each part of a run hunts
for some of all pairs, those of `pairs.tsv` left out; a pair that has no way to come about costs a few rounds.
"""
import pathlib
import pickle
import random

import compare
from games import KINDS

HUNTS = 20  # in each part
ROUNDS, LINES = 120, 60  # played for one report; lines of each


def impossible(path=pathlib.Path(__file__).resolve().parent / "pairs.tsv"):
    """Which irregularity cannot follow which: (games, first ones, then, why); `*` is any, `-kind` takes one out."""
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            games, first, then, why = line.split("\t")
            yield games.split(), first.split(), then.split(), why


def is_named(kind, words):
    return f"-{kind}" not in words and (kind in words or "*" in words)


def why_not(game, rows, first, then):
    """Why this pair cannot occur; None if it can."""
    return next((why for games, one, other, why in rows
                 if (game in games or "*" in games) and is_named(first, one) and is_named(then, other)), None)


def pairs_of(game):
    """All pairs that can occur, in an order that has nothing to do with their names."""
    rows, kinds = list(impossible()), sorted(KINDS[game])
    pairs = [(first, then) for first in kinds for then in kinds if not why_not(game, rows, first, then)]
    random.Random(game).shuffle(pairs)
    return pairs


def for_part(game, number):
    """What this part hunts for: pairs in their order, all of which come in some forty parts; before every other one
    of them a report of any kind."""
    pairs, kinds = pairs_of(game), sorted(KINDS[game])
    found = []
    for turn in range(number * HUNTS, (number + 1) * HUNTS):
        round_, at = divmod(turn, len(pairs))
        found.append(pairs[at] if (round_ + at) % 2 else (kinds[turn % len(kinds)], *pairs[at]))
    return found


class Hunt:
    """The lines that lead to one report, and then to the next."""

    def __init__(self, kinds):
        self.goals = list(kinds)
        self.script = []

    def line(self, player, spec):
        """The next of them; None once all were made, or no way to one of them was found."""
        if not self.script and self.goals:
            self.script = self.way(player, spec) or []
            self.goals = self.goals[1:] if self.script else []
        return self.script.pop(0) if self.script else None

    def way(self, player, spec):
        """Accepted lines from here to the report, itself included; sometimes not by the shortest way."""
        table = pickle.dumps(spec)
        for _ in range(ROUNDS):
            own, scout, lines = pickle.loads(table), player.scout(self.goals), []
            for _ in range(LINES):
                report = scout.holding_now(own, self.goals[0]) if scout.rng.random() < 0.4 else None
                if report and compare.rule(own, report)[0] is True:
                    if self.goals[1:] and own.phase == "ended" and not self.holds(own, scout):
                        break
                    return lines + [report]
                line = scout.line(None, own)
                if line is None or line == "---":
                    break
                if ": irregularity" not in line and compare.rule(own, line)[0] is True:
                    lines.append(line)
        return None

    def holds(self, table, scout):
        """Does the next report hold although this one has ended the round?"""
        report = scout.holding_now(table, self.goals[1])
        return report and compare.rule(pickle.loads(pickle.dumps(table)), report)[0] is True
