# SPDX-License-Identifier: Apache-2.0
"""What a Blackjack table pays and takes, at the interim settlement and at the end."""
import mbs
import rws


class Settlement:
    def settle_stake(self, stake, result, reason, clauses):
        stake.settled, stake.result, stake.reason = True, result, reason
        stake.clauses = frozenset(clauses)
        self.book(stake.who, stake.total + result)

    def settle_or_return(self, stake, result, reason, clauses):
        """As settle_stake; a wager under the minimum is settled once only [mbs 5.26, AMB-09]."""
        if self.will_return(stake):
            return self.settle_stake(stake, 0, "returned", {"5.26"})
        return self.settle_stake(stake, result, reason, clauses)

    def remember(self):
        """Whose wager under the minimum has been settled once the round is over [mbs 5.26]: what was undone was not."""
        open_still = ("returned", "withdrawn") + (("push",) if self.switch("limits.under_standoff") != "settled" else ())
        for stake in self.stakes:
            limit = self.headers.limit(stake.kind)
            if self.law is mbs and limit and stake.kind != "insurance" and stake.cents < limit[0] and (
                    stake.reason not in open_still):
                self.memory.add(stake.who)

    def settlement_made(self):
        """Something was paid or taken, anywhere [AMB-65]."""
        return any(stake.settled and stake.result for stake in self.stakes)

    def interim_settlement(self):
        """Side wagers, and a Blackjack that nothing can beat any more."""
        done = self.settle_sides()
        for stake in self.open_stakes():
            if stake.kind == "main" and stake.who not in self.choosers and stake.who not in self.withdrawers:
                hand = self.hand_of(stake)
                early = mbs.clause_3_19 if self.law is mbs else rws.clause_3_16
                if early(self, hand):
                    self.settle_or_return(stake, self.pay(stake.effective, self.document.blackjack),
                                          "bj", {"3.19"} if self.law is mbs else {"3.16"})
                    done.append(stake)
        return done

    def settle_sides(self):
        """Those that the initial deal has decided."""
        done = [stake for stake in self.open_stakes() if stake.kind in self.document.sides
                and stake.area in self.hands and self.side_complete(stake)]
        done = done if self.switch("settle.sides_early") == "true" else []
        for stake in done:
            self.settle_side(stake)
        return done

    def side_complete(self, stake):
        """All the cards lie that a side wager is judged by."""
        needs_dealer = stake.kind in ("super-star-sevens", "three-stars")
        two = self.hands[stake.area][0].first_two
        return len(two) == 2 and "?" not in two and (bool(self.dealer.cards) or not needs_dealer)

    def settle_side(self, stake):
        sides = mbs.clause_4_sides if self.law is mbs else rws.sides
        odds, clauses = sides(self, stake)
        if odds:
            self.settle_or_return(stake, self.pay(stake.effective, odds), "win", clauses)
        else:
            self.settle_or_return(stake, -stake.effective, "lose", clauses)

    # ---- the end ----

    def extended(self, stake):
        """Has this Player split or doubled on that area?"""
        whole = [s for s in self.stakes if s.kind == "main" and (s.who, s.area) == (stake.who, stake.area)]
        return len(whole) > 1 or bool(stake.extra)

    def return_area(self, area, clauses=()):
        """An area that was dealt no card: its wagers are returned [mbs 5.14, AMB-70]."""
        for stake in self.open_stakes():
            if stake.area == area and stake.kind in ("main",) + self.document.sides:
                self.settle_stake(stake, 0, "returned", clauses)

    def settle_all(self):
        for area in self.dealt:
            if not self.hands[area][0].cards:
                self.return_area(area)
        taken = {}  # (who, area): what the Dealer's Blackjack may still take
        natural = self.natural(self.dealer)
        result = mbs.clause_4_result if self.law is mbs else rws.clause_3_24_result
        for stake in self.open_stakes():
            if stake.kind in self.document.sides and stake.area not in self.hands:
                self.settle_stake(stake, 0, "returned", ())  # nobody plays there
            elif stake.kind in self.document.sides and not self.side_complete(stake):
                self.settle_stake(stake, 0, "returned", ())  # the card that it needs never came
            elif stake.kind in self.document.sides:
                self.settle_side(stake)
            elif stake.kind == "boom-busted" and not self.in_round(stake):
                self.settle_stake(stake, 0, "returned", {"3.9.1"})
            elif stake.kind == "boom-busted":
                odds = rws.clause_3_26(self, stake)
                self.settle_stake(stake, self.pay(stake.effective, odds) if odds else -stake.effective,
                                  "win" if odds else "lose", {"3.26" if odds else "3.26.2"})
            elif stake.kind == "insurance" and len(self.dealer.cards) > 1:
                self.settle_insurance(stake)  # on a second card that stayed where it lay
            elif stake.kind == "insurance":
                self.settle_stake(stake, 0, "returned", ())
        for stake in [s for s in self.open_stakes() if s.kind == "main"]:
            hand = self.hand_of(stake)
            if not hand.cards:
                self.return_area(hand.area)
                continue
            cents, reason, clauses = result(self, stake, hand)
            if self.total(hand)[0] > 21 and not self.natural(hand):
                cents, reason, clauses = -stake.effective, "bust", self.law.BUST
            if natural and reason == "lose" and self.document.dealer_blackjack_takes == "original":
                key = (stake.who, stake.area)
                if self.extended(stake):
                    left = taken.get(key, stake.original)
                    cents = -min(left, stake.effective)
                    taken[key] = left + cents
                    reason, clauses = "original-only", self.law.BLACKJACK_TAKES
            self.settle_or_return(stake, cents, reason, clauses)
