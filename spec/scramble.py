# SPDX-License-Identifier: Apache-2.0
"""Random rounds of Blackjack with lines that nobody would write who knows that a card lies astray.

The generator goes on until one error has been reported before it makes the next. Here one comes upon the other: a second
card astray on the same hand, a decision on it, a hand passed over, a card entered wrongly among them, a report that comes
late, or never. No rule is here, and nothing knows whether a line will be accepted.
"""
import random

REPORTS = ("wrong-order", "wrong-hand", "dealer-no-card", "extra-dealer-card", "cards-mixed", "no-burn")
REPORTS_OF_AREA = ("skipped", "player-short", "one-card", "no-cards", "cards-on-empty-area")
DECISIONS = ("hit", "hit", "stand", "split", "double")


class Scrambler:
    """A generator's player, between whose lines others come."""

    def __init__(self, player):
        self.player, self.rng = player, random.Random(player.rng.random())
        self.share = self.rng.choice((0.05, 0.15, 0.3))
        self.held = []  # reports taken out, to be made later

    def __getattr__(self, name):
        return getattr(self.player, name)

    def line(self, engine, spec):
        rng = self.rng
        if spec.phase == "dealing" and not spec.asked and spec.laid and rng.random() < self.share:
            return self.added(spec)
        line = self.player.line(engine, spec)
        if line and ": irregularity" in line and " simultaneous " not in line and spec.astray and rng.random() < 0.3:
            self.held.append(line)
            return self.added(spec)
        return line

    def added(self, spec):
        rng = self.rng
        line = rng.choices((self.stray, self.reread, self.decision, self.passing, self.report), (5, 4, 4, 2, 3))[0]
        return line(spec)

    def place(self, spec):
        """Where something lies already, more often than not."""
        lying = [laid.place if isinstance(laid.place, str) else spec.place_of(laid.place) for laid in spec.laid]
        return self.rng.choice(lying + ["dealer", "discard", str(self.rng.randint(1, 4))])

    def stray(self, spec):
        return f"shoe: {self.player.card(spec)} > {self.place(spec)}"

    def reread(self, spec):
        who, number = self.rng.choice(("pit", "shift", "shift")), self.rng.choice((1, 2, 2, 3, 4))
        return f"{who}: reread {self.player.card(spec)} {self.place(spec)} {number}".replace("discard", "dealer")

    def decision(self, spec):
        hand = spec.turn()
        if hand is None:
            return self.stray(spec)
        verb = self.rng.choice(DECISIONS)
        amount = " 25" if verb == "double" else ""
        return f"{spec.controller(hand) or 'A'}: {verb} {spec.place_of(hand)}{amount}"

    def passing(self, spec):
        hands = [spec.place_of(hand) for hand in spec.hands_in_order()]
        return " ".join(["dealer: proceed", *self.rng.sample(hands, min(len(hands), self.rng.choice((0, 1, 1, 1))))])

    def report(self, spec):
        rng = self.rng
        if self.held and rng.random() < 0.5:
            return self.held.pop()
        if rng.random() < 0.3:
            return f"dealer: irregularity card-not-wanted {self.place(spec)}".replace("discard", "dealer")
        if rng.random() < 0.5:
            return f"dealer: irregularity {rng.choice(REPORTS)}"
        return f"dealer: irregularity {rng.choice(REPORTS_OF_AREA)} {rng.randint(1, 4)}"
