# SPDX-License-Identifier: Apache-2.0
"""What Players decide for their hands; coming and going."""
import mbs
import rws
from hand import Hand, MainStake
from record import Refused, read_cents


class Decisions:
    def against_decision(self, who, hand):
        """What holds against any decision on a hand: it must be its turn, and his to decide."""
        if self.asked or self.phase != "dealing" or not self.complete:
            yield ()
        elif self.turn() is not hand:
            yield ()
        elif hand.due or (hand.of_split and len(hand.cards) < 2) or not hand.cards:
            yield ()
        yield from self.against_down()
        if self.riffle_pending():
            yield ("5.19",)
        if self.late_first and (self.acted_upon is None or hand.area != self.acted_upon.area):
            yield ("5.12.1",)  # the Dealer's missing card comes first
        if hand.refused:
            yield ("5.9", "5.24")
            yield ("5.24",)
        if hand.too_late:
            yield ("5.18",)
        if self.asked_to_take() is hand:
            yield ("5.24",)
        if self.controller(hand) != who:
            yield ()

    def decision(self, who, word):
        hand = self.find_hand(word)
        if hand is None or hand is self.dealer:
            raise Refused([()])
        return hand, list(self.against_decision(who, hand))

    def decided(self, stand=False):
        self.commenced = self.commenced or not stand or self.switch("repairs.subsequent_deal") == "decision"
        if not stand or self.switch("window.stand_closes") == "true":
            self.window = None

    def do_hit(self, who, words):
        hand, grounds = self.decision(who, words[0])
        grounds += (mbs.clause_3_29 if self.law is mbs else rws.clause_3_18)(self, hand)
        self.against(grounds)
        hand.due = True
        self.following = None
        self.decided()
        return ()

    def do_stand(self, who, words):
        hand, grounds = self.decision(who, words[0])
        grounds += rws.clause_3_20(self, hand) if self.law is rws else mbs.clause_3_28(self, hand)
        self.against(grounds)
        hand.stood, hand.ended_at = True, self.tick()
        self.following = None
        self.decided(stand=True)
        return ()

    def do_double(self, who, words):
        cents = read_cents(words[1])
        hand = self.find_hand(words[0])
        if hand is None or hand is self.dealer:
            raise Refused([()])
        stake = next((s for s in self.stakes_on(hand) if s.who == who), None)
        if stake is None:
            raise Refused([()])
        along = hand in self.doubling
        if along:
            grounds = [()] if stake.extra or self.is_absent(who, hand.area) or self.asked or not self.complete else []
            if ("double", who, hand.area, hand.number) in self.declined:
                grounds.append(())
            if self.turn() is not hand:
                grounds.append(())  # it goes back to a hand that was passed over
        else:
            grounds = list(self.against_decision(who, hand))
            grounds += (mbs.clause_3_26 if self.law is mbs else rws.clause_3_23)(self, hand)
        grounds += (mbs.clause_3_26_amount if self.law is mbs else rws.clause_3_23_amount)(self, stake, cents)
        if self.owned(who) is not None and self.owned(who) < cents:
            grounds.append(())
        self.against(grounds)
        stake.extra = cents
        self.book(who, -cents)
        if not along:  # who doubles along asks for no card
            hand.doubled, hand.due, self.following = True, True, None
            self.doubling = self.doubling + [hand]
            self.decided()
        return ()

    def no_more_along(self, hand):
        """Its card has come, or lies somewhere else and was seen: nobody doubles along any more [mbs 3.26.5]."""
        self.doubling = [other for other in self.doubling if other is not hand]

    def do_split(self, who, words):
        hand, grounds = self.decision(who, words[0])
        grounds += (mbs.clause_3_21 if self.law is mbs else rws.clause_3_22)(self, hand)
        stake = next((s for s in self.stakes_on(hand) if s.who == who), None)
        if stake and self.owned(who) is not None and self.owned(who) < stake.original:
            grounds.append(())
        self.against(grounds)
        new = Hand(hand.area, max(h.number for h in self.hands[hand.area]) + 1)
        new.split_from = hand.number
        hand.two = new.two = hand.first_two if not hand.of_split else hand.two
        moved = [laid for laid in self.laid if laid.place is hand][1]
        new.cards = [hand.cards.pop()]
        moved.wanted = new if moved.wanted is hand else moved.wanted
        moved.place = new
        for one in (hand, new):
            one.of_split, one.initial, one.split_rank = True, False, hand.cards[0][0]
            if one.cards[0][0] != hand.cards[0][0] or new.cards[0][0] != hand.cards[0][0]:
                one.split_rank = "T"
        at = self.hands[hand.area].index(hand) + 1
        if self.switch("split.resplit_order") == "last":
            at = len(self.hands[hand.area])
        self.hands[hand.area].insert(at, new)
        self.add_split_stake(stake, new)
        self.following, self.split_from = new, hand
        self.last = None  # the cards lie elsewhere now
        self.decided()
        return ()

    def add_split_stake(self, stake, hand):
        new = MainStake(stake.who, stake.area, hand.number, "main", stake.original, stake.time)
        self.stakes.append(new)
        self.book(stake.who, -stake.original)

    def may_follow(self, who, hand):
        return (any(s.who == who for s in self.stakes_on(self.split_from))
                and not any(s.who == who for s in self.stakes_on(hand))
                and ("split", who, hand.area, hand.number) not in self.declined)

    def do_follow(self, who, words):
        hand = self.find_hand(words[0])
        if hand is None or self.following is not hand:
            raise Refused([()])
        grounds = [()] if self.asked or not self.may_follow(who, hand) or self.is_absent(who, hand.area) else []
        stake = next((s for s in self.stakes_on(self.split_from) if s.who == who), None)
        if stake and self.owned(who) is not None and self.owned(who) < stake.original:
            grounds.append(())
        self.against(grounds)
        self.add_split_stake(stake, hand)
        return ()

    # ---- coming and going ----

    def do_leave(self, who, words):
        area = int(words[0]) if words else None
        mine = [s for s in self.stakes if s.who == who and (area is None or s.area == area)
                and (not s.settled or s in self.settled_now)]
        grounds = [()] if self.phase not in ("betting", "dealing") or not mine else []
        if (who, None) in self.absent or (area and (who, area) in self.absent):
            grounds.append(())
        self.against(grounds)
        self.absent.add((who, area))
        return ()

    def do_back(self, who, words):
        area = int(words[0]) if words else None
        grounds = []
        if (who, area) not in self.absent:
            grounds.append(())
        self.against(grounds)
        self.absent.discard((who, area))
        return ()

    def do_object(self, who, words):
        """Nobody has a say in who else bets on an area [mbs 3.6, 3.10] [rws 3.6]."""
        raise Refused([("3.6",)] + ([()] if (who, None) in self.absent else []))

    def do_cut(self, who, words):
        if self.phase == "dealing":  # [mbs 5.19]
            self.against([("5.19",), ()] if self.cuts != who or self.asked else [])
            self.riffle = None
            return ("5.19",)
        self.against([()] if not self.shuffled or self.phase not in ("idle", "ended") else [])
        return ()

    def do_sit(self, who, words):
        area = int(words[0])
        grounds = [()] if self.phase not in ("idle", "ended") or not 1 <= area <= self.headers.areas else []
        if who in self.seats or area in self.seats.values():
            grounds.append(())
        self.against(grounds)
        self.seats[who] = area
        return ()

    def do_rise(self, who, words):
        self.against([()] if self.phase not in ("idle", "ended") or who not in self.seats else [])
        del self.seats[who]
        return ()
