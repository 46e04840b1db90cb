# SPDX-License-Identifier: Apache-2.0
"""Surrender, Insurance and even money, and declining what is offered."""
import mbs
import rws
from hand import MainStake
from record import Fault, Refused, read_cents


class Options:
    def against_option(self, who, area, option):
        """What holds against surrender, Insurance and even money of anybody."""
        if self.asked or self.phase != "dealing" or not self.complete:
            yield ()
            return
        if self.window != ("insurance" if option == "even" else option):
            yield ()
        hands = self.hands.get(area, ())
        if len(hands) != 1 or len(hands[0].cards) < 2 or not self.plays(hands[0]):
            yield ()
        if not self.dealer.cards:  # what it was offered against has gone
            yield {"surrender": ("3.25",), "even": ("3.20",)}.get(option, ("3.27",)) if self.law is mbs else {
                "surrender": ("3.17",), "even": ("3.15.1",)}.get(option, ("3.15.2",))
            yield ()
        if option != "surrender" and len(self.dealer.cards) > 1:
            yield ("3.27",) if option == "insurance" else ("3.20",)
            yield ()
        if self.is_absent(who, area):
            yield ()

    def own_main(self, who, word):
        hand = self.find_hand(word)
        if hand is None or hand is self.dealer:
            raise Refused([()])
        stake = next((s for s in self.stakes_on(hand) if s.who == who), None)
        if stake is None:
            raise Refused([()])
        return hand, stake

    def do_surrender(self, who, words):
        hand, stake = self.own_main(who, words[0])
        grounds = list(self.against_option(who, hand.area, "surrender"))
        if ("surrender", who, hand.area) in self.declined:
            grounds.append(())
        if not grounds:
            grounds += (mbs.clause_3_25 if self.law is mbs else rws.clause_3_17)(self, hand)
        self.against(grounds)
        back = self.pay(stake.original, (1, 2))  # a double is not counted [AMB-69]
        self.settle_or_return(stake, back - stake.original, "surrender", self.law.SURRENDER)
        return ()

    def do_even(self, who, words):
        hand, stake = self.own_main(who, words[0])
        grounds = list(self.against_option(who, hand.area, "even"))
        if ("even", who, hand.area) in self.declined:
            grounds.append(())
        if not grounds:
            grounds += (mbs.clause_3_20 if self.law is mbs else rws.clause_3_15_1)(self, stake, hand)
        self.against(grounds)
        self.settle_or_return(stake, stake.effective, "even", self.law.EVEN)
        for other in self.open_stakes():
            if other.kind == "insurance" and other.area == hand.area:
                if other.who == who and other.owner is None and self.switch("even_money.insurance") != "keep":
                    self.settle_stake(other, 0, "returned", self.law.EVEN)
                elif (other.owner == who and self.switch("even_money.insurance_of_others") == "return"):
                    self.settle_stake(other, 0, "returned", self.law.EVEN)
        return ()

    def do_insure(self, who, words):
        spot, cents = words[0], read_cents(words[1])
        area, _, owner = spot.partition("/")
        area = int(area)
        if owner == who:
            owner = ""
        if owner and self.law is rws:
            raise Refused([("3.15.2",), ()])
        stake = next((s for s in self.mains(area) if s.who == (owner or who) and not s.settled), None)
        if stake is None:
            raise Refused([()])
        grounds = list(self.against_option(who, area, "insurance"))
        there = [s for s in self.stakes if s.kind == "insurance" and s.area == area
                 and (s.owner or s.who) == (owner or who)]
        if there:
            grounds.append(())
        declined = self.insurance_declined(owner or who, area)
        if not owner and declined:
            grounds.append(("3.27",) if self.law is mbs else ("3.15.2",))
        if owner and not declined:
            grounds.append(("3.27.3",))
            grounds.append(())
        if owner:
            grounds += self.against_others(who, (area, owner, "insurance"), 1)
        grounds += (mbs.clause_3_27_amount if self.law is mbs else rws.clause_3_15_2)(self, stake, cents)
        if self.owned(who) is not None and self.owned(who) < cents:
            grounds.append(())
        self.against(grounds)
        self.clock += 1
        wager = MainStake(who, area, 1, "insurance", cents, self.clock)
        wager.owner = owner or None
        self.stakes.append(wager)
        self.served(who, (area, owner, "insurance"))
        self.book(who, -cents)
        return ()

    def insurance_declined(self, who, area):
        """By the other reading of AMB-105 whoever is absent declines it."""
        absent = self.switch("insurance.of_absent") == "declines" and self.is_absent(who, area)
        return absent or ("insurance", who, area) in self.declined

    def do_decline(self, who, words):
        option, word = words[0], words[1]
        hand = self.find_hand(word)
        if hand is None or hand is self.dealer:
            raise Refused([()])
        grounds = [()] if self.phase != "dealing" or self.asked or self.is_absent(who, hand.area) else []
        mine = next((s for s in self.stakes_on(hand) if s.who == who), None)
        if option in ("surrender", "insurance", "even"):
            if not self.dealer.cards or (option != "surrender" and len(self.dealer.cards) > 1):
                grounds.append(())  # as long as a second card lies there [AMB-84]
            if self.window != ("insurance" if option == "even" else option) or mine is None or hand.of_split or len(hand.cards) < 2 or not self.plays(hand):
                grounds.append(())
            elif option == "surrender":
                grounds += (mbs.clause_3_25 if self.law is mbs else rws.clause_3_17)(self, hand)
            elif option == "even":
                grounds += (mbs.clause_3_20 if self.law is mbs else rws.clause_3_15_1)(self, mine, hand)
            elif [s for s in self.stakes if s.kind == "insurance" and s.area == hand.area and (s.owner or s.who) == who]:
                grounds.append(())
        elif option == "split":
            if self.following is not hand or not self.may_follow(who, hand):
                grounds.append(())
        elif option == "double":
            if hand not in self.doubling or self.turn() is not hand or mine is None or mine.extra or ("double", who, hand.area, hand.number) in self.declined:
                grounds.append(())
        else:
            raise Fault(f"no option {option}")
        key = (option, who, hand.area) if option in ("surrender", "insurance", "even") else (
            option, who, hand.area, hand.number)
        if key in self.declined:
            grounds.append(())
        if grounds:
            raise Refused([()])
        self.declined.add(key)
        return ()
