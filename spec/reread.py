# SPDX-License-Identifier: Apache-2.0
"""A card of a Blackjack table was entered wrongly, and is another (docs/notation.md)."""

import mbs

SPLIT_TWO, FIRST_TWO_DEALER = ("ace-race-split",), ("super-star-sevens", "three-stars")


class Reread:
    def begin_reread(self):
        self.last = None  # the last card that has left the device, until cards are moved

    def staff_reread(self, act):
        """Decisions stand, for people saw the card itself; what follows from it by itself is worked out again."""
        laid, at = self.named(act.words[1:])
        card = act.words[0]
        grounds = [()] if self.phase != "dealing" or self.asked or laid is None else []
        self.against(grounds)
        if card == laid.card or "?" in (card, laid.card) or self.used.get(card, 0) + self.front.count(card) + self.out.count(
                card) >= self.headers.decks:
            grounds.append(())
        if act.who == "dealer" and laid is not self.last:  # the last one alone [mbs 6.2]
            grounds.append(())
        if self.split_on(laid, at) and self.split_on(laid, at) != self.value_of(card):
            grounds.append(())
        settled = [stake for stake in self.stakes if self.judged_on(stake, laid, at)]
        if any(stake not in self.settled_now for stake in settled) and act.who != "shift":
            grounds.append(())
        self.against(grounds)
        for stake in settled:  # just now, by what was entered; or the shift manager undoes it
            self.book(stake.who, -stake.total - stake.result)
            stake.settled, stake.result, stake.reason = False, 0, ""
        self.count(laid.card, -1)
        self.count(card, 1)
        if isinstance(laid.place, str):  # on an area without a wager
            laid.card = card
            return ()
        laid.card = laid.place.cards[at] = card
        if self.of_first_two(laid, at) and laid.place.of_split:
            two = [card if number == laid.place.number else was for number, was in enumerate(laid.place.two, 1)]
            for hand in self.hands[laid.place.area]:
                hand.two = two
        if laid.place is self.dealer:
            self.see_first(at)
            self.see_busts()  # Insurance is settled on the second card
        else:
            self.settle_split_side(laid.place)
            self.see_reread(laid.place)
        if settled and not self.complete:
            self.deal_on()  # to hands that are open again
        return (("6.1",) if self.law is mbs else ("5.19",)) if act.who == "shift" else ()

    def named(self, words):
        """The card, and its number on its hand; None if there is no such."""
        if not words:
            laid = self.last
            if laid not in self.laid or laid.place == "discard":
                return None, 0
            return laid, self.lying_on(laid.place).index(laid)
        hand, number = self.find_hand(words[0]), int(words[1])
        if hand is None and any(laid.place == words[0] != "discard" for laid in self.laid):
            there = self.lying_on(words[0])  # an area without a wager
            return (there[number - 1], number - 1) if 1 <= number <= len(there) else (None, 0)
        there = self.lying_on(hand) if hand and not hand.riffled else []
        return (there[number - 1], number - 1) if 1 <= number <= len(there) else (None, 0)

    def lying_on(self, hand):
        return [laid for laid in self.laid if laid.place is hand or (isinstance(hand, str) and laid.place == hand)]

    def value_of(self, card):
        return self.law.value(card)

    def split_on(self, laid, at):
        """The value that its area was split on, if it was on this card."""
        return self.value_of(laid.card) if not isinstance(laid.place, str) and laid.place.of_split and at == 0 else None

    def of_first_two(self, laid, at):
        """Is it one of the initial two cards of an area? Of one that is split the first two hands have begun with them."""
        hand = laid.place
        if hand is self.dealer:
            return False
        return at == 0 and hand.number <= 2 if hand.of_split else at < 2

    def judged_on(self, stake, laid, at):
        """Was it paid or taken for this card?"""
        if isinstance(laid.place, str) or not stake.settled or not stake.result or stake.reason == "surrender":
            return False
        dealers = laid.place is self.dealer
        on_hand = not dealers and (laid.place.area, laid.place.number) == (stake.area, stake.number)
        if stake.kind == "main":
            return on_hand or (dealers and stake.reason != "bust")
        if stake.kind == "insurance":
            return dealers and at < 2
        if stake.kind == "boom-busted":
            return dealers
        if stake.kind in SPLIT_TWO:
            return on_hand and at < 2
        first = not dealers and laid.place.area == stake.area and self.of_first_two(laid, at)
        return first or (dealers and at == 0 and stake.kind in FIRST_TWO_DEALER)

    def see_reread(self, hand):
        """What has stopped it by itself stops it, or does not, by the cards as they lay when the last that it was
        due had come: one that lies astray behind them has stopped nothing."""
        due = self.due_on(hand)
        self.on_cards(hand, len(due), lambda: self.see_stop(hand, due[-1].number if due else 0))

    def due_on(self, hand, initial=True):
        """What lies there, without the cards behind that lie astray and that it had not been due; those of the initial
        deal among them, or not."""
        there = self.lying_on(hand)
        while there and there[-1].astray() and not there[-1].instead and not (initial and there[-1].initial):
            there.pop()
        return there

    def on_cards(self, hand, count, see):
        """Something is seen on the first cards of a hand."""
        cards, hand.cards = hand.cards, hand.cards[:count]
        see()
        hand.cards = cards

    def see_stop(self, hand, last):
        """The same on these cards, the last of which came then."""
        hand.collected &= self.total(hand)[0] > 21
        if hand.absent:
            hand.stood = hand.absent = False
        if not hand.doubled and not (hand.of_split and hand.split_rank == "A"):
            hand.closed = False
        if not self.complete or (hand.due and hand.doubled) or "?" in hand.cards:
            return
        if hand.due and (self.own_natural(hand) or self.law.stops(self, hand)):
            hand.due = False  # it may not draw the card it had asked for
        if (len(hand.cards) > 2 or hand.of_split) and (not hand.stood or self.total(hand)[0] > 21):
            hand.closed = self.law.stops(self, hand)
            hand.ended_at = hand.ended_at if hand.stood else last
            self.see_bust(hand)

    def see_first(self, at):
        """Another first card of the Dealer gives other options, as long as these can be taken at all; an Insurance
        that has nothing to protect against goes back [mbs 3.27] [rws 1.17]."""
        if at or not self.complete:
            return
        self.forget_declined()
        if self.window:
            self.window = self.law.window_option(self)
        elif not self.commenced and self.interim != "passed":
            self.open_window()

    def forget_declined(self):
        """The Dealer's first card is another."""
        self.declined = {one for one in self.declined if one[0] in ("split", "double")}
        self.claims = []
        if self.dealer.cards[0][0] != "A":
            for stake in [s for s in self.open_stakes() if s.kind == "insurance"]:
                self.settle_stake(stake, 0, "returned", ())
