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
        self.behind = 0  # ... and so many other cards behind them
        self.options_after = False  # [rws 5.12.2] they are put once the cards are thrown away
        self.thrown = 0  # so many of them, from the front, go to the discard holder
        self.several = False  # [mbs 5.23.3, 5.23.4.5] more than one of them was disclosed
        self.chosen_by = None  # the area whose Player has chosen among these, or refused them all
        self.burn_rest = False  # what is left then goes to the discard holder

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
        hand = self.receiver()
        return None if hand and hand.area == self.chosen_by else hand

    def rest_offered(self):
        """What the Player who chose has left is for the next one [mbs 5.23.3.1]."""
        return bool(self.out) and self.chosen_by is not None and not (self.front or self.ordered or self.thrown)

    def lay_out(self, cards, known):
        """The cards lie out. Those known to be at the front of the device come first [AMB-85]; what is
        then a single one follows of itself. If all of them were known to be there, they are next as before."""
        if len(cards) <= len(self.front):
            return True
        self.out = list(cards)
        first = len(self.front)
        self.out[:first] = self.front[:first]
        self.front, self.lead, self.behind = [], first, 0
        self.ordered = len(cards) if known else first
        if len(self.out) - self.ordered == 1:
            self.ordered = len(self.out)
        return self.ordered == len(self.out)

    def throw_away(self, cards):
        """All of them go to the discard holder."""
        self.lead = min(len(self.front), len(cards))
        self.out, self.front = self.front[:self.lead] + list(cards[self.lead:]), self.front[self.lead:]
        self.ordered, self.thrown, self.behind = 0, len(self.out), len(self.front)

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

    def put_first(self, places, ordered=None):
        """The cards at these places come first, in that order; so many will be dealt, or all of them."""
        picked = [self.out[place] for place in places]
        rest = [card for place, card in enumerate(self.out) if place not in places]
        self.out = picked + rest
        self.ordered = len(self.out) if ordered is None else ordered

    def choose_anew(self):
        """They lie out as if no Player had chosen; what the pit has chosen for the Dealer stays so [mbs 5.23.4.6]."""
        if self.chosen_by:
            self.chosen_by, self.burn_rest = None, False
            self.ordered = self.thrown = 0

    def lie_out_again(self):
        """[mbs 5.23.3.1] Who has picked them is gone before they came: the next Player is offered them, or, after
        two choices, they are burned."""
        if self.several and self.chosen_by and not any(not s.settled for s in self.mains(self.chosen_by)):
            self.ordered = 0

    def all_done(self):
        """The Dealer's hand is complete and nobody waits for a card: whatever leaves now is over."""
        draws = self.law.dealer_total_draws(self) and not self.natural(self.dealer)
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
        hand = self.chooses() or (self.asked_to_take() if self.rest_offered() else None)
        if hand is None or hand is self.dealer or self.controller(hand) != who:
            raise Refused([("5.24",), ()])
        return self.law.clause_pick(self, hand, self.places_of(words))

    def staff_pick(self, act):
        hand = self.chooses()
        if hand is None or act.who == "dealer" or (hand is not self.dealer and self.controller(hand)):
            raise Refused([()])
        places = self.places_of(act.words)
        self.against([()] if not places or len(places) != 1 else [])
        return self.law.clause_pick(self, hand, places)

    def refuse_all(self, who, words, hand):
        """[mbs 5.24] Who refuses them all stands, and they are offered to the next Player [5.23.3.1]; what
        that one refuses is burned [AMB-94]. In the initial deal nobody stands."""
        if hand is None or hand is self.dealer or self.controller(hand) != who or sorted(words) != sorted(self.out):
            raise Refused([()])
        second = self.chosen_by is not None
        self.chosen_by, self.burn_rest = hand.area, second
        if self.complete and not (second and self.switch("repairs.decline_disclosed") == "keep_turn"):
            hand.stood, hand.refused, hand.due = True, True, False
            self.no_more_along(hand)
            self.following = None
            hand.ended_at = self.tick()
            self.decided(stand=True)
        return ("5.23.3.1", "5.24")

    def goes_on(self, hand):
        """Who has picked several gets one after the other, as long as the hand can take them."""
        if self.several and self.ordered and hand is not self.dealer and self.chosen_by == hand.area:
            hand.due = not hand.closed
            self.ordered = self.ordered if hand.due else 0

    def take_out(self):
        """The first of the cards lying out leaves them."""
        self.out.pop(0)
        self.lead = max(0, self.lead - 1)
        self.ordered = max(0, self.ordered - 1)
        self.thrown = max(0, self.thrown - 1)
        if not self.out:
            self.ordered = self.thrown = 0
            self.several, self.chosen_by, self.burn_rest = False, None, False
