# SPDX-License-Identifier: Apache-2.0
"""Hands of a Blackjack table and the wagers on them."""
from table import Stake


class Hand:
    """The cards of one hand of an area, or the Dealer's (area 0)."""

    def __init__(self, area, number=1):
        self.area, self.number = area, number
        self.cards = []
        self.two = []  # the first two cards as they were when it was split
        self.initial = True  # its first two cards are those of the initial deal
        self.of_split = False
        self.split_rank = ""
        self.split_from = 0  # the number of the hand it was split off
        self.stood = False
        self.absent = False  # ... because nobody was there
        self.doubled = False
        self.due = False  # it has asked for a card
        self.closed = False  # the last card it got has stopped it: 21, doubled, split Aces
        self.ended_at = 0  # when it stood or was stopped
        self.refused = False  # it has refused one [mbs 5.9, 5.24]
        self.collected = False  # it was over 21: its cards lie in the discard holder [mbs 3.32]
        self.riffled = False  # ... and were riffled with the others [mbs 5.19]
        self.too_late = False  # it was passed over and is too late [mbs 5.18]
        self.passed_at, self.before_passing = 0, None  # when it was passed over, and how the table lay then

    @property
    def first_two(self):
        """The initial two cards of its area."""
        return self.two if self.of_split else self.cards[:2]

    def take(self, card):
        self.cards.append(card)
        self.due = False


class MainStake(Stake):
    """A wager with its place, its time and its parts."""

    def __init__(self, who, area, number, kind, cents, time):
        super().__init__(who, "", kind, cents)
        self.area, self.number, self.time = area, number, time
        self.owner = None  # of an Insurance taken from somebody else
        self.original = cents  # the wager as it counts, raises apart
        self.extra = 0  # what was added by a double
        self.clauses = frozenset()

    @property
    def effective(self):
        return self.original + self.extra

    @property
    def total(self):
        return self.cents + self.extra
