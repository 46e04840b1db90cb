# SPDX-License-Identifier: Apache-2.0
"""Cards of a Blackjack table: where the next one goes, and what follows from it."""
import mbs
import rws
from record import Refused


class Cards:
    def card(self, act):
        if ">" in act.words:
            return self.one_card(act.words[0], act.words[2])
        if len(act.words) == 1:
            return self.one_card(act.words[0], None)
        raise Refused([()])

    def one_card(self, card, stated):
        if card == "?" and self.law is rws:
            return self.card_face_down(stated)
        burn_due = self.to_burn and not self.laid and not self.asked
        if burn_due and stated in (None, "discard"):
            return self.burn(card)
        hand = "discard" if burn_due else self.wanted()
        grounds = [()] if self.too_many(card) or self.asked or self.phase != "dealing" else []
        if self.riffle_pending():
            grounds.append(("5.19",))
        if self.out and not self.front and (self.ordered or self.thrown):
            return self.card_from_out(card, stated, hand, grounds)
        if self.front and self.front[0] != card:
            grounds.append(())
        if self.used.get(card, 0) + self.out.count(card) >= self.headers.decks:
            grounds.append(())  # the last copy lies out
        if stated is not None and (hand in (None, "discard") or stated != self.place_of(hand)):
            self.against(grounds)
            return self.misplaced(card, stated, hand)
        if hand is None:
            grounds.append(())
        self.against(grounds)
        return self.deal_card(card, hand)

    def deal_card(self, card, hand):
        """The card that is due lands."""
        self.offer = None  # it was the one on offer, if any was
        self.window_closes(hand)
        self.withdrawers, self.choosers, self.short = {}, set(), set()
        self.see_busts()
        self.following = self.following if hand is self.dealer else None
        instead = self.owes(hand)
        self.lay_card(card, hand, None if instead else hand)
        self.laid[-1].instead = instead
        self.front = self.front[1:]
        hand.due = False
        if not self.complete:
            self.deal.pop(0)
            if hand is self.dealer:
                self.late_first = False
            self.see_complete()
            return ()
        self.no_more_along(hand)
        if hand is self.dealer and not self.late_first:
            self.commenced = True  # he draws for himself: the subsequent deal is over [mbs 3.34]
        if card != "?":
            self.after_card(hand)
            self.goes_on(hand)
        return ()

    def card_from_out(self, card, stated, hand, grounds):
        """One of those that lie out is dealt, or thrown away."""
        if hand is None or self.out[0] not in ("?", card):
            grounds.append(())
        if self.used.get(card, 0) + 1 + self.out[1:].count(card) > self.headers.decks:
            grounds.append(("5.1", "5.1.1") if self.law is mbs else ("5.5.2",))
        if stated is not None and stated != (hand if hand in (None, "discard") else self.place_of(hand)):
            grounds.append(())
        self.against(grounds)
        self.take_out()
        if hand == "discard":
            self.last = None
            self.count(card, 1)
            if not self.options_after:  # otherwise they wait until all of them are gone [AMB-85]
                self.withdrawers, self.choosers, self.short = {}, set(), set()
                self.see_busts()
            self.law.thrown_away(self)
            return ()
        return self.deal_card(card, hand)

    def burn(self, card):
        """After a shuffle one card goes to the discard holder [mbs 5.21, AMB-73]."""
        self.against([()] if self.too_many(card) or (self.front and self.front[0] != card) else [])
        self.count(card, 1)
        self.front = self.front[1:]
        self.withdrawers = {}
        self.to_burn -= 1
        return ()

    def dealer_was_complete(self):
        """Without the cards astray on it the Dealer's hand stands by its total."""
        own = [laid.card for laid in self.laid if laid.place is self.dealer and not laid.astray()]
        draws = mbs.clause_3_34(self, own) if self.law is mbs else rws.clause_3_24_draws(own)
        if {mbs.value(card) for card in own[:2]} == {10, 11}:
            draws = False  # nobody draws on a Blackjack
        return not draws and len(own) < len(self.dealer.cards)

    def see_complete(self):
        """The initial deal is complete when its last card lies."""
        if not self.deal and not self.complete and not self.initial_wrong() and not self.down() and self.dealer.cards and (
                self.staked or any(self.stakes_on(hand) for hand in self.hands_in_order())):
            self.complete = True
            self.interim = "due"
            self.see_at_21()
            self.open_window()

    def open_window(self):
        """Surrender, or Insurance and even money, until an additional card was asked for or dealt."""
        open_again = self.switch("window.stand_closes") == "false" and rws.late_card_options(self)
        self.window = None
        if self.dealer.cards and (not self.commenced or open_again):
            self.window = self.law.window_option(self)

    def too_many(self, card):
        return card == "?" or self.used.get(card, 0) >= self.headers.decks

    def window_closes(self, hand):
        """The next card that was due ends the options of the initial deal."""
        if self.complete:
            self.window = None

    def after_card(self, hand):
        """What a card settles at once."""
        if hand is self.dealer and len(hand.cards) == 1:
            return self.first_card_came()
        if hand is self.dealer:
            self.late_first = False
        if hand is self.dealer:
            self.commenced = True  # it is over then [mbs 3.34]
            if len(hand.cards) == 2 and not self.holding:
                for stake in self.open_stakes():
                    if stake.kind == "insurance":
                        self.settle_insurance(stake)
            return
        self.settle_split_side(hand)
        if not hand.of_split and len(hand.cards) == 2:  # the initial deal had left it a card short
            self.interim_settlement()
        hand.closed = self.law.stops(self, hand)
        hand.ended_at = self.tick()
        self.see_bust(hand)

    def settle_split_side(self, hand):
        if not hand.of_split or hand.split_rank != "A" or len(hand.cards) != 2:
            return
        for stake in self.open_stakes():
            if (stake.kind, stake.area, stake.number) == ("ace-race-split", hand.area, hand.number):
                won = hand.cards[1][0] == "A"  # [ar 4.2] Pair of Aces after Split
                self.settle_or_return(stake, self.pay(stake.effective, (10, 1)) if won
                                      else -stake.effective, "win" if won else "lose",
                                      {"4.2"} if won else {"3.21.1"})

    def settle_insurance(self, stake):
        won = self.law.insurance_odds(self)
        self.settle_stake(stake, self.pay(stake.effective, (2, 1)) if won else -stake.effective,
                          "win" if won else "lose", self.law.INSURANCE)

    def see_busts(self):
        """What waits for those who may still take a Bet back [rws 5.7]: hands over 21, and Insurance on a second card
        that stays [rws 3.15.2.b]."""
        if self.complete and len(self.dealer.cards) > 1 and not self.astray and not self.holding and not self.choosers:
            for stake in [s for s in self.open_stakes() if s.kind == "insurance"]:
                self.settle_insurance(stake)
        for hand in list(self.hands_in_order()):
            if hand.closed:
                self.on_cards(hand, len(self.due_on(hand, initial=False)), lambda: self.see_bust(hand))

    def see_bust(self, hand):
        """Over 21 a hand is lost at once; after an error once its bettors have chosen [rws 5.7]."""
        if self.holding or self.choosers:
            return
        if self.total(hand)[0] > 21 and not self.own_natural(hand):
            for stake in self.stakes_on(hand):
                self.settle_or_return(stake, -stake.effective, "bust", self.law.BUST)
                hand.collected = True
