# SPDX-License-Identifier: Apache-2.0
"""What staff do at a Blackjack table, reports and decisions apart (reports.py)."""
import mbs
import rws
from hand import Hand


HIGHER = {"dealer": 0, "pit": 1, "shift": 2}  # who may act for whom [mbs 6.2] [rws 1.20]


class Staff:
    def staff_place(self, act):
        return self.do_bet(act.words[0], act.words[1:], by_staff=True)

    def staff_open(self, act):
        self.against([()] if self.phase != "idle" or self.asked else [])
        self.phase = "betting"
        return ()

    def staff_close(self, act):
        self.against([()] if self.phase != "betting" else [])
        if self.law is rws:
            rws.clause_5_2_close(self)
            rws.reject_excess(self)
            self.over_boxes = {s.area for s in self.stakes if rws.over(self, s.area)}
            self.under_boxes = {s.area for s in self.stakes if rws.under(self, s)}
        self.phase = "dealing"
        self.cap()
        areas = sorted({s.area for s in self.open_stakes() if s.kind == "main"})
        for area in areas:
            self.hands[area] = [Hand(area)]
        self.dealt = areas
        first = [self.hands[area][0] for area in areas]
        self.deal = first + [self.dealer] + first if first else []
        if self.law is rws:
            return rws.clause_5_1_1(self)
        return ()

    def staff_call(self, act):
        area, who = int(act.words[0]), act.words[1]
        grounds = [()] if self.phase != "betting" else []
        bettors = [s.who for s in self.mains(area)]
        away, self.absent = self.absent, set()
        nearest = self.law.controller(self, area)  # there or not
        self.absent = away
        unclear = self.law is rws or self.switch("control.call") == "allow"  # of equal Bets there is no nearest [AMB-59]
        if who not in bettors or (not unclear and who != nearest):
            grounds.append(())
        if any(self.seats.get(other) == area for other in bettors if other != who):
            grounds.append(())
        if self.law is rws and who in bettors and self.seats.get(who) != area:
            most = max(s.cents for s in self.mains(area))
            if self.main_of(who, area).cents < most:
                grounds.append(())
        self.against(grounds)
        self.called[area] = who
        return ()

    def staff_restrict(self, act):
        """The Pit Manager's to say [mbs 3.9, 3.10.1]."""
        what, number = act.words[1], int(act.words[2])
        self.against([()] if HIGHER[act.who] < 1 or self.law is rws or not number
                     or self.phase == "dealing" else [])
        if what == "areas":
            self.restricted_areas[act.words[0]] = number
        else:
            self.against([()] if int(act.words[0]) > self.headers.areas else [])
            self.restricted_wagers[int(act.words[0])] = number
        return ()

    def staff_settle(self, act):
        grounds = ([()] if self.asked else []) + list(self.against_down())
        if not (self.just_settled and self.laid) and (self.phase != "dealing" or self.complete or not self.laid):
            grounds.append(())
        self.against(grounds)
        if self.just_settled and self.laid:
            return ()
        self.believe()
        self.interim = "made"
        self.interim_settlement()
        return ()

    def staff_offer(self, act):
        self.against([()] if self.phase != "dealing" or not self.complete else [])
        return ()

    def staff_shut(self, act):
        self.against([()] if self.phase != "dealing" or not self.complete else [])
        if act.words[0] == self.window:
            self.window = None
        return ()

    def staff_shuffle(self, act):
        if act.words[0] == "discards":
            self.against([("5.19",), ()] if self.riffle != "due" else [])
            self.riffle_discards()
            return ("5.19",)
        self.against([()] if act.words[0] != "full" or self.phase not in ("idle", "ended") else [])
        self.front, self.used, self.away, self.gone = [], {}, 0, 0
        self.shuffled = self.counted = True
        self.to_burn = 1 if self.law is mbs else 0
        return ()

    def staff_end(self, act):
        if self.phase == "ended" and self.voided:
            return ()
        grounds = [()] if self.phase != "dealing" or self.asked else []
        grounds += self.against_down()
        if self.riffle_pending():
            grounds.append(("5.19",))
        if self.phase == "dealing" and (self.wanted() not in (None, "discard") or self.turn() or self.deal):
            grounds.append(())
        if self.phase == "dealing" and (self.dealer_draws() or self.chooses()):
            grounds.append(())  # a card is due, though somebody may have to choose it first
        if not self.complete and self.initial_misplaced() and any(self.stakes_on(hand) for hand in self.hands_in_order()):
            grounds.append(())
        self.against(grounds)
        self.settle_all()
        self.remember()
        self.end_round()
        self.tell_results()
        return ()

    def end_round(self):
        self.phase = "ended"
        if self.offer is not None and self.front[:1] == [self.offer]:
            self.count(self.front.pop(0), 1)  # nobody takes it: it goes to the discard holder
        self.offer = None
        self.withdrawers, self.choosers, self.short = {}, set(), set()
        for card in self.out[self.lead:]:  # what lies out goes to the discard holder
            self.count(card, 1)
        before = max(0, len(self.front) - self.behind)  # put back since then
        self.front[before:before] = self.out[: self.lead]
        self.begin_together()
        if self.away:
            self.to_burn = 0  # a burn once forgotten is not made up for [AMB-73]

    def tell_results(self):
        """Every wager's result. A loss limited to the original wager belongs to the hand if one is
        left that is not over 21, otherwise to the area as a whole (docs/notation.md 8)."""
        told = set()
        for stake in self.stakes:
            if stake.kind == "main" and stake.reason == "original-only":
                group = [s for s in self.stakes if s.kind == "main" and s.who == stake.who
                         and s.area == stake.area and s.reason == "original-only"]
                if len(group) > 1:
                    if (stake.who, stake.area) not in told:
                        told.add((stake.who, stake.area))
                        self.tell("result", stake.who, str(stake.area), "main",
                                  sum(s.result for s in group), "original-only", stake.clauses)
                    continue
            self.tell("result", stake.who, self.spot_of(stake), stake.kind, stake.result, stake.reason,
                      stake.clauses)
