# SPDX-License-Identifier: Apache-2.0
"""Wagers of a Blackjack table, from the bet to the close."""
import mbs
import rws
from hand import MainStake
from record import Fault, Refused, read_cents


class Wagers:
    def do_bet(self, who, words, by_staff=False):
        words = list(words)
        marks = [word for word in words if word in ("front", "unnoticed", "pending")]
        words = [word for word in words if word not in marks]
        cents = read_cents(words[-1])
        kind = words[-2]
        spot = words[0] if len(words) == 3 else ""
        if kind == "ace-race-split":
            return self.bet_split_side(who, spot, cents, marks)
        if kind not in ("main", "boom-busted") + self.document.sides or kind == "insurance":
            raise Fault(f"no wager {kind}")
        area = int(spot) if spot else 0
        if bool(area) == (kind == "boom-busted"):
            raise Fault("no such spot")
        grounds = list(self.against_wager(who, area, kind, cents, "unnoticed" in marks, 0, by_staff))
        if [s for s in self.stakes if s.who == who and s.area == area and s.kind == kind]:
            grounds.append(("3.10.2",) if self.law is mbs else ())
        if self.law is mbs and kind != "main":
            grounds += self.against_others(who, (area, "", kind), 3)
        self.against(grounds)
        self.served(who, (area, "", kind))
        self.clock += 1
        stake = MainStake(who, area, 1, kind, cents, self.clock)
        self.lay(stake, "front" in marks)
        self.book(who, -cents)
        if self.law is rws and kind == "main" and "unnoticed" not in marks:
            rws.clause_5_1(self, area, who)
        return ()

    def lay(self, stake, front):
        at = len(self.stakes)
        if front:
            same = [n for n, s in enumerate(self.stakes) if s.area == stake.area and s.kind == stake.kind]
            at = same[0] if same else at
        self.stakes.insert(at, stake)

    def cap(self):
        """[mbs 5.27] [AMB-10] what is over the maximum counts as the maximum; of a box see [rws 5.1.1]."""
        for stake in self.stakes:
            limit = self.headers.limit(stake.kind)
            if limit and (self.law is mbs or stake.kind != "main"):
                stake.original = min(stake.cents, limit[1])

    def against_wager(self, who, area, kind, cents, unnoticed, held=0, by_staff=False):
        if self.phase == "idle":
            yield ()
        elif self.phase != "betting":
            yield ("5.3",) if self.law is mbs else ("5.8",)
        if area > self.headers.areas:
            yield ()
            return
        if cents == 0 or cents % self.unit():
            yield ()
        if self.owned(who) is not None and self.owned(who) < cents - held:
            yield ()
        if self.is_absent(who, area) and not by_staff:
            yield ("5.22",) if self.law is mbs else ("5.3",)
        if self.law is mbs:
            if not unnoticed:
                yield from mbs.clause_3_6(self, kind, cents)
            if not held:
                yield from mbs.clause_3_10(self, area, kind)
            yield from mbs.clause_3_9(self, who, area)
            if kind != "main" and not unnoticed:
                yield from mbs.clause_3_15(self, area, kind)
        else:
            if kind != "main":
                if not unnoticed:
                    yield from rws.clause_3_4(self, kind, cents)
                    yield from rws.clause_3_9(self, area, kind)
            elif not unnoticed:
                others = sum(s.cents for s in self.mains(area) if s.who != who)
                seated = self.seats.get(who) == area  # Seated Players have the priority [5.1]
                yield from rws.clause_3_5(self, area, others + cents, cents if seated else None)

    def find_stake(self, who, area, kind):
        return next((s for s in self.stakes if s.who == who and s.area == area and s.kind == kind), None)

    def do_raise(self, who, words):
        cents, kind = read_cents(words[-1]), words[-2]
        area = int(words[0]) if len(words) == 3 else 0
        stake = self.find_stake(who, area, kind)
        grounds = list(self.against_wager(who, area, kind, cents, False, stake.cents if stake else 0))
        if not stake or cents <= stake.cents:
            grounds.append(())
        self.against(grounds)
        self.book(who, stake.cents - cents)
        stake.cents = stake.original = cents
        if self.law is rws and kind == "main":
            rws.clause_5_1(self, area, who)
        return ()

    def do_pull(self, who, words):
        words = list(words)
        cents = read_cents(words.pop()) if len(words) > 1 and words[-1][0].isdigit() else None
        if cents == 0:
            raise Fault("nothing is taken off")
        kind = words[-1]
        area = int(words[0]) if len(words) == 2 else 0
        stake = self.find_stake(who, area, kind)
        grounds = [()] if not stake or self.is_absent(who, area) else []
        if self.phase != "betting":
            grounds.append(("5.4",) if self.law is mbs else ("5.8",))
            grounds.append(())
        left = 0
        if stake:
            left = stake.cents - (cents if cents is not None else stake.cents)
            limit = self.headers.limit(kind)
            if left < 0 or left % self.unit():
                grounds.append(())
            elif left and limit and left < limit[0]:
                if self.law is mbs or kind != "main":
                    grounds.append(("3.6",) if self.law is mbs else ("3.4",))
                elif left + sum(s.cents for s in self.mains(area) if s is not stake) < limit[0]:
                    grounds.append(("5.2",))
        self.against(grounds)
        self.book(who, stake.cents - left)
        stake.cents = stake.original = left
        if not left:
            self.stakes.remove(stake)
            if kind == "main":
                self.return_sides()
        return ()

    def return_sides(self):
        """A side wager lies only where a main wager does; one that was laid unnoticed elsewhere is seen now."""
        for side in [s for s in self.stakes if s.area and not self.mains(s.area)]:
            self.book(side.who, side.cents)
            self.stakes.remove(side)
        if not any(s.kind == "main" for s in self.stakes):
            for side in list(self.stakes):
                self.book(side.who, side.cents)
                self.stakes.remove(side)

    def bet_split_side(self, who, spot, cents, marks):
        """[ar 3.21.1] Ace Race on a split Ace that is still dealt its card, before any goes to that area."""
        hand = self.find_hand(spot)
        grounds = []
        if (self.document is not mbs.AceRace or not hand or not hand.of_split or hand.split_rank != "A"
                or self.ended(hand) or any(len(h.cards) > 1 or self.owes(h) for h in self.hands[hand.area])):
            raise Refused([("3.21.1",), ()])
        if self.find_stake_on(who, hand, "ace-race-split"):
            grounds.append(())
        may = {"followers": any(s.who == who for s in self.stakes_on(hand)), "anyone": True,
               "controller": self.controller(hand) == who}[self.switch("split_side.by")]  # AMB-39
        if not may or self.is_absent(who, hand.area):
            grounds.append(("3.21.1",))
            grounds.append(())
        there = [s for s in self.stakes if s.kind == "ace-race-split" and s.area == hand.area
                 and s.number == hand.number]
        if len(there) >= 3:
            grounds.append(("3.17.1",))
        if "unnoticed" not in marks:
            grounds += mbs.clause_3_6(self, "ace-race-split", cents)
        if cents == 0 or cents % self.unit() or (self.owned(who) is not None and self.owned(who) < cents):
            grounds.append(())
        self.against(grounds)
        self.clock += 1
        stake = MainStake(who, hand.area, hand.number, "ace-race-split", cents, self.clock)
        limit = self.headers.limit("ace-race-split")
        if limit:
            stake.original = min(cents, limit[1])
        self.stakes.append(stake)
        self.book(who, -cents)
        return ("3.21.1",)

    def find_stake_on(self, who, hand, kind):
        return next((s for s in self.stakes if s.who == who and s.area == hand.area
                     and s.number == hand.number and s.kind == kind), None)
