# SPDX-License-Identifier: Apache-2.0
"""Cards that lie face down because a Player squeezes them [rws 3.12, AMB-92]. "?" is such a card."""
from record import Refused


class Squeeze:
    def begin_squeeze(self):
        self.squeeze_asked, self.squeezers = {}, {}  # area: who has asked, who may

    def down(self):
        """The hands on which cards lie face down: nothing is settled, offered or decided on them."""
        return [hand for hand in self.hands_in_order() if "?" in hand.cards]

    def against_down(self):
        if self.down():
            yield ("3.12",)

    def do_squeeze(self, who, words):
        """[rws 3.12] whoever has a Bet on a box asks before its cards are dealt; of several the first one."""
        area = int(words[0])
        grounds = [] if self.phase in ("betting", "dealing") else [()]
        before = self.squeeze_asked.get(area) or self.squeezers.get(area)
        if self.switch("squeeze.allowed") != "true" or not self.has_bet(who, area) or (before and self.has_bet(before, area)):
            grounds += [("3.12",), ()]
        if self.is_absent(who, area):
            grounds.append(())
        self.against(grounds)
        self.squeeze_asked[area] = who
        self.squeezers.pop(area, None)
        return ("3.12",)

    def has_bet(self, who, area):
        return any(s.who == who and (not s.settled or s in self.settled_now) for s in self.mains(area))

    def decide_squeeze(self, act):
        """Permission is the House's to grant."""
        self.against([] if self.squeeze_asked else [("3.12",), ()])
        if act.words[1] == "yes":
            self.squeezers.update(self.squeeze_asked)
        self.squeeze_asked = {}
        return ("3.12",)

    def is_squeezing(self, area):
        """Whoever may squeeze the box is there and has a Bet on it."""
        return self.squeezers.get(area) in self.bettors(area) if area in self.squeezers else False

    def card_face_down(self, stated):
        """Only to a box that is squeezed."""
        hand = self.wanted() if not (self.to_burn and not self.laid) else "discard"
        grounds = [()] if self.asked or self.phase != "dealing" or self.front or self.out else []
        area = None if hand in (None, "discard") else hand.area
        if not self.is_squeezing(area):
            grounds += [("3.12",), ()]
        if stated is not None and (area is None or stated != self.place_of(hand)):
            grounds += [("3.11",), ()]
        self.against(grounds)
        return self.deal_card("?", hand)

    def do_reveal(self, who, words, staff=False):
        """Whoever squeezes turns the cards up, the Dealer in their place; all, or the first so many."""
        hand = self.find_hand(words[0])
        if hand is None or hand is self.dealer:
            raise Refused([("3.12",), ()])
        hidden = [laid for laid in self.laid if laid.place is hand and laid.card == "?"]
        grounds = [("3.12",), ()] if not hidden or not 1 <= len(words) - 1 <= len(hidden) else []
        if not staff and (self.squeezers.get(hand.area) != who or self.is_absent(who, hand.area)):
            grounds += [("3.12",), ()]
        for at, card in enumerate(words[1:]):
            if card == "?" or self.used.get(card, 0) + words[1:at + 1].count(card) + self.front.count(card) >= self.headers.decks:
                grounds += [("3.12",), ("5.5.2",), ()]
        self.against(grounds)
        for laid, card in zip(hidden, words[1:]):
            hand.cards[hand.cards.index("?")] = laid.card = card
            self.used[card] = self.used.get(card, 0) + 1
        if "?" in hand.cards:
            return ("3.12",)
        if self.complete:
            self.after_card(hand)
            self.goes_on(hand)
        self.see_complete()
        return ("3.12",)

    def staff_reveal(self, act):
        return self.do_reveal(act.who, act.words, staff=True)
