# SPDX-License-Identifier: Apache-2.0
"""What the two families of games share of a table: people, money, the device. No rule is here."""
from record import Refused, read_act, strip


class Stake:
    """One wager of one person on one spot."""

    def __init__(self, who, spot, kind, cents):
        self.who, self.spot, self.kind, self.cents = who, spot, kind, cents
        self.pending = False  # baccarat: the terminal has not accepted it
        self.settled = False
        self.result = 0
        self.reason = ""

    def key(self):
        return (self.who, self.spot, self.kind)


class Table:
    """Rounds at one table. `apply` takes a line; `next_round` begins the next round."""

    TOLD = ("result", "void", "returned", "asked")  # events that both witnesses must tell alike
    SWITCHES = {}  # switch: what it is at the tables of this game
    ALIASES = {}  # names that records also use

    def __init__(self, headers):
        self.headers = headers
        self.switches = dict(self.SWITCHES)
        for name, value in headers.switches.items():
            self.switches[self.ALIASES.get(name, name)] = value
        self.credit = dict(headers.credit)
        self.front = []  # cards known to be at the front of the device
        self.away = 0  # so many cards have left the device in this round and not come back
        self.left = []
        self.shuffled = False
        self.used = {}  # card: copies that have left the device since the shuffle
        self.gone = 0  # so many cards have, those included that lay face down
        self.to_burn = 0  # cards to burn before the round
        self.accepted = True
        self.begin()

    def begin(self):
        """A new round."""
        self.phase = "idle"
        self.voided = False
        self.asked = None
        self.stakes = []
        self.events = []

    # ---- money ----

    def switch(self, name):
        return self.switches.get(name)

    def pay(self, cents, odds):
        """Odds of so many to so many, in the unit of the table [AMB-01]."""
        unit = self.unit()
        exact, part = cents * odds[0], odds[1] * unit
        rounding = self.switches.get("money.rounding", "down")
        if rounding == "up":
            return -(-exact // part) * unit
        if rounding == "nearest":
            return (2 * exact + part) // (2 * part) * unit
        return exact // part * unit

    def unit(self):
        return round(float(self.switches.get("money.unit", "0.01")) * 100)

    def open_stakes(self):
        return [stake for stake in self.stakes if not stake.settled]

    def owned(self, name):
        """What somebody can still stake; None if nobody counts it."""
        return self.credit.get(name)

    def book(self, name, cents):
        if self.credit.get(name) is not None:
            self.credit[name] += cents

    def give_back(self, stake, clauses):
        """A wager leaves the layout without having been in the round."""
        self.book(stake.who, stake.cents)
        self.tell("returned", stake.who, stake.spot, stake.kind, stake.cents)

    def conclude(self, stake, result, reason, clauses):
        """A wager is settled: the stake comes back with its profit, or is gone."""
        stake.settled, stake.result, stake.reason = True, result, reason
        self.book(stake.who, stake.cents + result)
        self.tell("result", *stake.key(), result, reason, frozenset(clauses))

    def tell(self, *event):
        self.events.append(event)

    # ---- the device ----

    def count(self, card, step):
        self.away += step
        self.gone += step
        self.shuffled &= step < 0  # nothing has left the device since
        if card != "?":
            self.used[card] = self.used.get(card, 0) + step

    def ask(self, what, clauses):
        self.asked = what
        self.tell("asked", what)
        return clauses

    # ---- lines ----

    def apply(self, line):
        """Rules on one line: the clauses it rests on. Raises Refused or Fault, and then nothing has
        changed."""
        self.events = []
        self.accepted = False
        clauses = self.rule(read_act(strip(line)))
        self.accepted = True
        return clauses

    def next_round(self):
        """Ends the round if it has not ended, and begins the next."""
        self.events, self.accepted = [], False
        if self.phase not in ("idle", "ended"):
            self.apply("dealer: end")
        self.begin()
        self.accepted = True
        return ()

    def against(self, grounds):
        """Refuses if there is any ground."""
        grounds = list(grounds)
        if grounds:
            raise Refused(grounds)
