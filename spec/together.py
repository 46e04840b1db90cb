# SPDX-License-Identifier: Apache-2.0
"""Cards that left the device together [mbs 5.23] [rws 5.12]: who chooses, and what follows.

`out` are the cards as they lie out, "?" for one face down; the first `ordered` of them will be dealt in
that order. mbs.py and rws.py say who chooses and what becomes of the rest.
"""
from record import Refused


class Together:
    def begin_together(self):
        self.out = []
        self.ordered = 0
        self.lead = 0  # so many of them were known to be at the front of the device
        self.options_after = False  # [rws 5.12.2] they are put once the cards are thrown away
        self.thrown = 0  # so many of them, from the front, go to the discard holder

    def disclosed(self):
        return [card for card in self.out[self.ordered:] if card != "?"]

    def receiver(self):
        """The hand that is due the next card, the choice apart; None while nobody asks for one."""
        if self.phase != "dealing" or self.asked or (self.to_burn and not self.laid):
            return None
        return self.due_hand()

    def chooses(self):
        """The hand for which somebody has to choose among the cards, or None."""
        if not self.out or self.front or self.ordered or self.thrown:
            return None
        return self.receiver()

    def lay_out(self, cards, known):
        """The cards lie out. Those known to be at the front of the device come first [AMB-85]; what is
        then a single one follows of itself. If all of them were known to be there, they are next as before."""
        if len(cards) <= len(self.front):
            return True
        self.out = list(cards)
        first = len(self.front)
        self.out[:first] = self.front[:first]
        self.front, self.lead = [], first
        self.ordered = len(cards) if known else first
        if len(self.out) - self.ordered == 1:
            self.ordered = len(self.out)
        return self.ordered == len(self.out)

    def throw_away(self, cards):
        """All of them go to the discard holder."""
        self.lead = min(len(self.front), len(cards))
        self.out, self.front = self.front[:self.lead] + list(cards[self.lead:]), self.front[self.lead:]
        self.ordered, self.thrown = 0, len(self.out)

    def left_together(self, words):
        """Could these have left together: two or more, and first those known to be at the front."""
        cards = [word for word in words if word not in ("order", "known", "unknown")]
        if len(cards) < 2 or self.out or self.offer is not None:
            return None
        for card, front in zip(cards, self.front):
            if card not in (front, "?"):
                return None
        counted = {}
        for card in self.front[: len(cards)] + cards[len(self.front):]:
            counted[card] = counted.get(card, 0) + 1
            if card != "?" and self.used.get(card, 0) + counted[card] > self.headers.decks:
                return None
        return cards

    def put_first(self, places):
        """The cards at these places come first, in that order."""
        picked = [self.out[place] for place in places]
        rest = [card for place, card in enumerate(self.out) if place not in places]
        self.out, self.ordered = picked + rest, len(self.out)

    def all_done(self):
        """The Dealer's hand is complete and nobody waits for a card: whatever leaves now is over."""
        draws = self.law.dealer_total_draws(self)
        return (self.complete and self.interim in ("made", "passed") and not self.turn() and not self.astray
                and not self.late_first and len(self.dealer.cards) > 1 and not draws)

    def places_of(self, words):
        """The places of cards named by face, or of one named by its place; None if there is no such."""
        if len(words) == 1 and words[0].isdigit():
            place = int(words[0]) - 1
            return [place] if 0 <= place < len(self.out) else None
        places = []
        for word in words:
            place = next((n for n, card in enumerate(self.out) if card == word and n not in places), None)
            if place is None or word == "?":
                return None
            places.append(place)
        return places

    def do_pick(self, who, words):
        hand = self.chooses()
        if hand is None or hand is self.dealer or self.controller(hand) != who:
            raise Refused([("5.24",), ()])
        return self.law.clause_pick(self, hand, self.places_of(words))

    def staff_pick(self, act):
        hand = self.chooses()
        if hand is None or act.who == "dealer" or (hand is not self.dealer and self.controller(hand)):
            raise Refused([()])
        return self.law.clause_pick(self, hand, self.places_of(act.words))

    def take_out(self):
        """The first of the cards lying out leaves them."""
        self.out.pop(0)
        self.lead = max(0, self.lead - 1)
        self.ordered = max(0, self.ordered - 1)
        self.thrown = max(0, self.thrown - 1)
        if not self.out:
            self.ordered = self.thrown = 0
