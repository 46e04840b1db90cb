# SPDX-License-Identifier: Apache-2.0
"""Random rounds of baccarat."""
import copy
import random

import baccarat

PEOPLE = ("A", "B", "C")
KINDS = ("player", "banker", "tie", "super-sevens")
SWITCHES = (("money.rounding", ("down", "nearest", "up")), ("money.unit", ("0.01", "0.5", "1")),
            ("outage.outcome_basis", ("offered", "placed")),
            ("outage.conclusive", ("computed", "announced")),
            ("faceup.before_first_card", ("refer", "play", "burn")),
            ("together.unneeded", ("void", "aside")), ("burn.count", ("0", "1", "3")),
            ("burn.when", ("after_shuffle", "each_round")))
MISDEALS = ("wrong-order", "wrong-hand", "card-not-wanted player", "card-not-wanted banker",
            "extra-dealer-card", "dealer-no-card", "player-short")
REPORTS = ("foreign-card", "extra-card", "missing-card", "unshuffled", "insufficient-cards",
           "cards-mixed", "shoe-order", "cut-card", "cut-card-missed", "over-maximum",
           "below-minimum", "previous-round-error", "wrong-total", "other something",
           "pairs-unsettled", "squeeze-faceup player")
VOIDING = ("foreign-card", "extra-card", "missing-card", "unshuffled", "insufficient-cards")
VOIDS = ("5.1", "5.1.1", "5.2", "5.3", "5.8.1", "5.9.1", "5.9.2", "3.7")


def headers(game, rng):
    head = [f"game {game}", f"decks {rng.randint(4, 10)}"]
    if rng.random() < 0.8:
        head.append("limits all 5 5000")
    if rng.random() < 0.2:
        head.append(f"limits {rng.choice(KINDS)} {rng.randint(1, 20)} {rng.randint(20, 3000)}")
    for name in PEOPLE:
        credit = f" {rng.randint(0, 900)}" if rng.random() < 0.15 else ""
        head.append(f"player {name}{credit}")
    if rng.random() < 0.2:
        name, values = rng.choice(SWITCHES)
        head.append(f"set {name} {rng.choice(values)}")
    if rng.random() < 0.1:
        head.append("shuffle machine")
    return head


class Player:
    """Plays the next line, whoever does it."""

    def __init__(self, game, rng, head):
        self.rng = rng
        self.decks = int(head[1].split()[1])
        self.rounds = 0
        self.most = rng.choice((1, 1, 2, 3))
        self.sweep = 0.002
        self.hunt, self.goals = None, ()
        self.plan()

    def plan(self):
        rng = self.rng
        self.errors = rng.choice((0, 0, 1, 1, 1, 2, 2, 3, 4))
        self.chain = rng.random() < 0.04  # one report after the other, most of which do not hold
        self.errors += 24 * self.chain
        self.bets = rng.choice((0, 1, 2, 2, 3, 4, 6))
        self.stuck = 0

    def line(self, engine, spec):
        rng = self.rng
        line = self.hunt and self.hunt.line(self, spec)
        if line:
            return line
        self.stuck += 1
        if self.stuck > 60:
            return None
        if rng.random() < 0.06:
            return self.anything(spec)
        if spec.phase == "idle":
            if rng.random() < 0.1:
                return "dealer: shuffle full"
            if spec.to_burn and rng.random() < 0.9:
                return f"shoe: {self.next_card(spec)}"
            return rng.choice(("terminal", "terminal", "dealer")) + ": open"
        if spec.phase == "ended":
            if spec.voided and rng.random() < 0.3:
                return "dealer: end"
            self.rounds += 1
            if self.rounds >= self.most:
                return None
            self.plan()
            return "---"
        if spec.asked == "shift":
            return f"shift: decide {rng.choice(('continue', 'continue', 'void'))}"
        if spec.asked == "reconstructable":
            return f"pit: decide reconstructable {rng.choice(('yes', 'yes', 'no'))}"
        if self.errors and rng.random() < (0.1 if spec.phase == "betting" else 0.3):
            self.errors -= 1
            return self.error(spec)
        if spec.phase == "betting" and rng.random() < 0.4:
            for goal, amount in (("over-maximum", "9000"), ("below-minimum", "4")):
                if goal in self.goals:
                    return f"{rng.choice(PEOPLE)}: bet {rng.choice(KINDS)} {amount} unnoticed"
        if spec.phase == "betting":
            if self.bets:
                self.bets -= 1
                if self.chain and rng.random() < 0.5:
                    return f"{rng.choice(PEOPLE)}: bet {rng.choice(KINDS)} {rng.choice(('4', '9000'))} unnoticed"
                return self.bet()
            return rng.choice(("terminal", "dealer")) + ": close"
        if spec.astray() and rng.random() < 0.6:
            return f"dealer: irregularity {rng.choice(MISDEALS)}"
        if spec.wanted():
            return "shoe: " + self.next_card(spec)
        if spec.due_as_it_lies() and rng.random() < 0.8:
            return f"shoe: {self.next_card(spec)} > {rng.choice(('player', 'banker', 'banker', 'discard'))}"
        return "dealer: end"

    def scout(self, goals):
        """Somebody who plays on a copy of the table and makes no report."""
        one, rng = copy.copy(self), random.Random(self.rng.random())
        one.rng, one.hunt, one.goals = rng, None, goals
        one.errors, one.bets, one.chain, one.stuck = rng.choice((0, 2, 4)), rng.choice((1, 3)), False, 0
        return one

    def holding_now(self, spec, kind):
        """A report of that kind, if one holds."""
        rng = self.rng
        if spec.asked or (spec.phase not in ("betting", "dealing") and kind != "previous-round-error"):
            return None
        words = {"simultaneous": (self.faces(spec) + " order known").split(), "faceup-card": [self.card()],
                 "terminal-failure": [rng.choice(PEOPLE)], "other": ["something"],
                 "card-not-wanted": [rng.choice(("player", "banker"))]}.get(kind, [])
        if kind != "previous-round-error" and list(baccarat.REPORTS[kind][0](spec, words)):
            return None
        return " ".join(["dealer: irregularity", kind, *words])

    def card(self):
        ranks = "A23456789TJQK777" if self.rng.random() < 0.3 else "A23456789TJQK"
        return self.rng.choice(ranks) + self.rng.choice("shdc")

    def next_card(self, spec):
        known = spec.front[:1]
        if known and known[0] != "?" and self.rng.random() < 0.95:
            return known[0]
        return self.card()

    def amount(self):
        rng = self.rng
        return rng.choice((f"{rng.randint(5, 100)}", f"{rng.randint(5, 100)}.{rng.randint(0, 99):02}",
                           "5", "5000", "4.99", "5000.01", "0", f"{rng.randint(0, 6000)}"))

    def bet(self):
        rng = self.rng
        who, kind = rng.choice(PEOPLE), rng.choice(KINDS)
        verb = rng.random()
        if verb < 0.75:
            mark = rng.choice(("", "", "", " pending", " unnoticed"))
            if rng.random() < 0.1:
                return f"dealer: place {who} {kind} {self.amount()}"
            return f"{who}: bet {kind} {self.amount()}{mark}"
        if verb < 0.85:
            return f"{who}: raise {kind} {self.amount()}"
        if verb < 0.95:
            return f"{who}: pull {kind}" + rng.choice(("", f" {self.amount()}"))
        return f"terminal: accept {who}"

    def faces(self, spec):
        cards = [self.rng.choice((self.card(), self.card(), "?")) for _ in range(self.rng.choice((2, 2, 3, 4)))]
        for at, known in enumerate(spec.front[: len(cards)]):
            if self.rng.random() < 0.9:
                cards[at] = known
        return " ".join(cards)

    def error(self, spec):
        rng = self.rng
        kind = rng.random()
        if self.chain and rng.random() < 0.7:
            return self.any_report(spec)
        if spec.phase == "dealing" and kind < 0.35:
            return f"shoe: {self.next_card(spec)} > {rng.choice(('player', 'banker', 'discard'))}"
        if kind < 0.5:
            order = rng.choice((" order known", " order known", " order unknown", ""))
            return f"dealer: irregularity simultaneous {self.faces(spec)}{order}"
        if kind < 0.6:
            return f"dealer: irregularity faceup-card {self.card()}"
        if kind < 0.72:
            return "pit: irregularity power-failure"
        if kind < 0.8:
            names = rng.sample(PEOPLE, rng.choice((1, 2, 3)))
            return "pit: irregularity terminal-failure " + " ".join(names)
        if kind < 0.84 and spec.dealt:
            return "dealer: reread " + self.card()
        if kind < 0.86:
            return f"dealer: void {rng.choice(VOIDS)}"
        if kind < 0.88:
            return "pit: decide reconstructable no"
        return f"dealer: irregularity {rng.choice(REPORTS)}"

    def any_report(self, spec):
        """Each kind as likely as any other; one that voids the round seldom."""
        kinds = MISDEALS + REPORTS + ("simultaneous", "faceup-card", "power-failure", "terminal-failure")
        kind = self.rng.choice(kinds)
        if kind in VOIDING and self.rng.random() < 0.85:
            kind = "previous-round-error"
        if kind == "simultaneous":
            kind += f" {self.faces(spec)} order known"
        elif kind == "faceup-card":
            kind += " " + self.card()
        elif kind == "terminal-failure":
            kind += " " + self.rng.choice(PEOPLE)
        return f"dealer: irregularity {kind}"

    def anything(self, spec):
        """Any line at all, most of them out of place."""
        rng = self.rng
        return rng.choice((
            lambda: self.bet(), lambda: self.error(spec), lambda: "dealer: open",
            lambda: "terminal: close", lambda: "dealer: end", lambda: "dealer: shuffle full",
            lambda: f"shoe: {self.card()}", lambda: f"shoe: {self.card()} {self.card()}",
            lambda: f"shoe: {self.card()} > {rng.choice(('player', 'banker', 'discard'))}",
            lambda: f"dealer: irregularity {rng.choice(MISDEALS + REPORTS)}",
            lambda: f"{rng.choice(('pit', 'shift', 'dealer'))}: decide "
                    f"{rng.choice(('void', 'continue', 'reconstructable yes', 'reconstructable no', 'reopen-previous'))}",
            lambda: f"{rng.choice(('dealer', 'pit', 'shift'))}: reread {self.card()} "
                    f"{rng.choice(('player', 'banker', 'discard'))} {rng.randint(1, 3)}",
            lambda: f"{rng.choice(('terminal', 'pit', 'shift'))}: void {rng.choice(VOIDS)}",
            lambda: f"{rng.choice(PEOPLE)}: leave", lambda: "dealer: settle",
            lambda: f"dealer: irregularity other something"))()

    def quiet(self, spec):
        return False

    def candidates(self, engine, spec):
        """Lines of every kind at this moment: what the engine offers, and many others."""
        lines = []
        for who in ("dealer", "pit", "shift", "terminal") + PEOPLE:
            lines += [self.filled(line, spec) for line in engine.legal(who)]
        lines += [f"dealer: irregularity {kind}" for kind in MISDEALS + REPORTS]
        lines += [f"dealer: void {clause}" for clause in VOIDS]
        lines += [self.anything(spec) for _ in range(20)]
        return lines

    def filled(self, line, spec):
        """An offer with its blanks filled in."""
        words = [self.card() if word == "?" and "simultaneous" not in line else word
                 for word in line.split()]
        return " ".join(words)
