# SPDX-License-Identifier: Apache-2.0
"""Reports of irregularities at a Blackjack table, and what Players may choose after them."""
import mbs
import rws
from record import Refused


# Reports after which cards are moved.
MOVES = ("wrong-order", "wrong-hand", "card-not-wanted", "extra-dealer-card", "dealer-no-card", "player-short",
         "no-cards", "one-card", "cards-on-empty-area", "skipped", "simultaneous", "no-burn")


class Reports:
    def staff_irregularity(self, act):
        kind, words = act.words[0], act.words[1:]
        if kind == "previous-round-error":
            begun = self.phase in ("betting", "dealing")  # [rws 5.6] once the next Round has commenced
            self.against([()] if self.asked or (self.law is rws and not begun) else [])
            return ("5.1.2",) if self.law is mbs else ("5.6",)
        grounds = [()] if self.asked or self.phase not in ("betting", "dealing") else []
        report = self.law.REPORTS.get(kind)
        if not report:
            raise Refused(grounds + [()])
        if kind in MOVES + ("cards-mixed",):
            grounds += self.against_down()
        needs, does = report
        self.against(grounds + list(needs(self, words) if needs else ()))
        before = self.withdrawers
        moves = kind in MOVES and not (kind == "no-burn" and self.law.late(self))  # it stays in play [mbs 5.21.2]
        if moves:
            self.end_leave()
        doubled = self.doubled_on()
        clauses = does(self, words)
        if moves:
            self.undo_doubles(doubled)
        if kind == "cards-mixed" or ((moves or kind == "insufficient-cards") and not self.asked):
            self.last = None
        if self.asked:  # no card was moved
            self.withdrawers = before
        return clauses

    def end_leave(self):
        """A card put right is the next card: the option of a power failure ends [mbs 5.29.1]."""
        self.withdrawers = {who: by for who, by in self.withdrawers.items() if by != "5.29.1"}

    def void(self, clauses):
        """Everything of this round is given back, what was paid and taken, too [AMB-78]."""
        self.tell("void", frozenset(clauses))
        for stake in self.stakes:
            if stake.reason in ("withdrawn", "returned"):
                continue
            if stake.settled:
                self.book(stake.who, -stake.total - stake.result)
            self.settle_stake(stake, 0, "void", clauses)
        self.memory = set(self.due_before)
        self.voided, self.asked = True, None
        self.end_round()
        self.tell_results()
        return tuple(clauses)

    def staff_void(self, act):
        """Staff declare the round void by a clause that voids rounds; what it speaks of must have happened."""
        clause = act.words[0]
        grounds = [()] if self.asked or self.phase not in ("betting", "dealing") else []
        self.against(grounds + list(self.law.against_void(self, clause)))
        return self.void((clause,))

    def staff_decide(self, act):
        what = act.words[0]
        if what == "reopen-previous":
            raise Refused([("5.1.2",), ("5.28",), ("5.6",), ("5.13",), ()])
        if what == "reconstructable":
            return self.law.clause_reconstructable(self, act)
        if what == "squeeze":
            return self.decide_squeeze(act)
        if what == "full-patronage":
            return self.full_patronage(act)
        if what == "withdraw":
            return self.leave_to_withdraw(act)
        if what not in ("void", "continue"):
            raise Refused([()])
        self.against([()] if self.asked != "shift" or act.who != "shift" else [])
        self.asked = None
        if self.asked_of_cards and what == "continue":
            self.accept_all()
        if self.asked_of_area and what == "continue":
            self.resume(self.asked_of_area)
        self.asked_of_cards, self.asked_of_area = False, None
        refer = "6.1" if self.law is mbs else "5.19"
        if what == "void":
            self.void((refer,))
        return (refer,)

    def judged_before(self, act, clauses):
        """The pit's word, just before a report, that its cards cannot be put right (docs/notation.md 7)."""
        self.against([()] if self.phase != "dealing" or act.who == "dealer" or act.words[1] != "no" or self.beyond else [])
        self.beyond = True
        return clauses

    def full_patronage(self, act):
        """[mbs 3.8] Staff say whether the casino is full [AMB-90]; who controls what is not changed by it."""
        self.against([()] if act.who == "dealer" or self.law is rws or self.phase == "dealing" else [])
        return ("3.8",)

    def leave_to_withdraw(self, act):
        """[mbs 5.25] "may be permitted": the pit's to deny."""
        answer, who = act.words[1:]
        undecided = any(stake.who == who for stake in self.undecided())
        self.against([()] if act.who == "dealer" or self.withdrawers.get(who) != "5.25" or not undecided else [])
        if answer == "no":
            self.withdrawers.pop(who)
        return ("5.25",)

    def staff_clear(self, act):
        """[mbs 5.26, AMB-09] The pit forgets a wager under the minimum. It is on record once its round is over."""
        who = act.words[0]
        known = self.memory if self.phase in ("idle", "ended") else self.due_before
        self.against([()] if act.who == "dealer" or self.law is rws or who not in known else [])
        self.memory.discard(who)
        self.due_before.discard(who)
        return ("5.26",)

    def some_card(self):
        return bool(self.laid)

    def established(self):
        """Is an outcome established: any wager that was placed [AMB-74] and has conclusively won or
        lost [AMB-75]?"""
        return bool(self.decided_now())

    def complete_now(self):
        """Side wagers whose cards lie there, a card astray not counted."""
        if self.phase != "dealing":
            return []
        with_certain = self.with_certain_cards()
        found = [stake for stake in self.open_stakes() if stake.kind in self.document.sides
                 and stake.area in self.hands and self.side_complete(stake)]
        with_certain()
        return found

    def in_round(self, stake):
        """A side wager that was laid unnoticed where nobody has a main wager is not in the round [mbs 3.15]
        [rws 3.9, 3.9.1]: no card is dealt for it."""
        if stake.kind != "boom-busted" and stake.kind not in self.document.sides:
            return True
        return any(s.kind == "main" and (stake.area in (0, s.area)) for s in self.stakes)

    def undecided(self):
        """The wagers that a Player may still take back or withdraw where a rule permits it."""
        decided = self.complete_now()
        return [stake for stake in self.open_stakes() if stake not in decided]

    def with_certain_cards(self):
        """Leaves on the hands what lies where it belongs; gives what puts the rest back."""
        wrong, strays = self.initial_misplaced(), self.strays()
        lies = [(hand, hand.cards, hand.two) for hand in list(self.hands_in_order()) + [self.dealer]]
        if wrong:
            self.leave_certain()
        elif strays:
            self.leave_out(strays)

        def put_back():
            for hand, cards, two in lies:
                hand.cards, hand.two = cards, two
        return put_back

    def begin_split(self, certain):
        """Of an area that is split the first two hands have begun with its initial two cards: of these only the
        certain ones are left, too."""
        for hands in self.hands.values():
            begun = [laid for hand in hands if hand.of_split and hand.number <= 2 for laid in self.lying_on(hand)[:1]]
            for hand in hands:
                hand.two = [laid.card for laid in begun if certain(laid)]

    def decided_now(self):
        """The wagers that have conclusively won or lost. A card astray decides nothing before it is
        put right."""
        if self.phase != "dealing":
            return []
        wrong, strays = self.initial_misplaced(), self.strays()
        if not wrong and not strays:
            return [stake for stake in self.stakes if self.conclusive(stake)]
        put_back = self.with_certain_cards()
        self.uncertain = wrong
        for laid in strays:
            laid.ruled = True
        found = [stake for stake in self.stakes if self.conclusive(stake)]
        self.uncertain = False
        for laid in strays:
            laid.ruled = False
        put_back()
        return found

    def leave_out(self, strays):
        """A card astray decides nothing before it is put right [AMB-75]."""
        for hand in list(self.hands_in_order()) + [self.dealer]:
            there = [laid for laid in self.laid if laid.place is hand]
            hand.cards = [laid.card for laid in there if laid not in strays]
        self.begin_split(lambda laid: laid not in strays)

    def leave_certain(self):
        """A card astray in the initial deal, and every card after it, decides nothing before it is
        put right [AMB-75]."""
        initial = self.initial_cards()
        certain = initial[:next(at for at, laid in enumerate(initial) if laid.astray())]
        for hand in list(self.hands_in_order()) + [self.dealer]:
            hand.cards = [laid.card for laid in certain if laid.place is hand]
        self.begin_split(lambda laid: laid in certain)

    def conclusive(self, stake):
        if stake.settled:
            return stake.reason not in ("returned", "withdrawn", "void", "push")
        if self.will_return(stake) or self.switch("outage.conclusive") == "announced":
            return False  # it goes back, whatever the cards say [mbs 5.26]; by the other reading it must be told
        if stake.kind in self.document.sides:
            return stake.area in self.hands and self.law.side_decided(self, stake)
        if stake.kind == "main":
            hand = self.hand_of(stake)
            if hand is None or not hand.cards or not self.dealer.cards:
                return False
            if not self.plays(hand):
                return stake.who not in self.choosers and not self.uncertain
            if self.natural(hand) and self.dealer.cards:
                first = mbs.value(self.dealer.cards[0])
                if first < 10:
                    return True
                return len(self.dealer.cards) > 1 and not self.natural(self.dealer)
            if not self.complete or self.turn() or self.due_hand() or self.uncertain:
                return False
            result = mbs.clause_4_result if self.law is mbs else rws.clause_3_24_result
            return result(self, stake, hand)[1] != "push"
        if stake.kind == "boom-busted":
            return (self.complete and not self.turn() and not self.due_hand() and len(self.dealer.cards) > 1
                    and not self.uncertain)
        return False

    def open_withdrawal(self, clauses):
        """[mbs 5.29.1] Players may withdraw, all their wagers, before the next card."""
        self.withdrawers = {stake.who: "5.29.1" for stake in self.undecided()}
        return clauses if self.withdrawers else clauses[:1]

    def do_withdraw(self, who, words):
        area = int(words[0]) if words else 0
        mine = [s for s in self.undecided() if s.who == who]
        short = {one for one in self.short if one[0] == who and area in (0, one[1])}
        clause = self.withdrawers.get(who)
        if self.asked and self.phase == "dealing":  # what staff are asked about comes first
            raise Refused([()])
        if self.law is rws and self.phase == "betting" and rws.advised(self, who, area) and not self.is_absent(who, area or None):
            return self.withdraw_advised(who, area)
        if self.is_absent(who, area or None) or not mine or (area and not short) or not (clause or short):
            raise Refused([("5.25",), ()])
        played = [hand for hand in self.hands_in_order() if self.stakes_on(hand)]
        for stake in [s for s in mine if not area or s.area == area]:
            by = "5.16.2" if (who, stake.area) in short and (area or clause != "5.29.1") else clause
            if by:
                self.settle_stake(stake, 0, "withdrawn", {by})
                if self.phase == "betting":  # as if it had been pulled
                    self.stakes.remove(stake)
        self.short -= short
        if not area or not [s for s in self.open_stakes() if s.who == who]:
            self.withdrawers.pop(who, None)
        self.return_orphans()
        self.clear_hands(played)
        return ("5.16.2",) if area else (clause or "5.16.2",)

    def withdraw_advised(self, who, area):
        """[rws 5.2] A Bet under the minimum is withdrawn."""
        for stake in rws.advised(self, who, area):
            self.book(who, stake.cents)
            self.stakes.remove(stake)
        self.return_orphans()
        return ("5.2",)

    def do_continue(self, who, words):
        """Stays in after an irregularity [mbs 5.29.1] [rws 5.7.1, 5.7.2]."""
        short = {one for one in self.short if one[0] == who}
        asked = (who in self.withdrawers or who in self.choosers or short) and any(
            stake.who == who for stake in self.undecided())
        waits = self.asked and self.phase == "dealing"  # as in do_withdraw
        if not asked or waits or (who, None) in self.absent:
            raise Refused([()])
        self.withdrawers.pop(who, None)
        self.choosers.discard(who)
        self.short -= short
        self.see_busts()
        return ()

    def do_takeback(self, who, words):
        """[rws 5.7.3] Bets that are undecided are returned and the Hand is invalidated: of one box,
        or all with Boom Busted."""
        area = int(words[0]) if words else 0
        mine = [s for s in self.open_stakes() if s.who == who and (not area or s.area == area)
                and rws.still_open(self, s)]
        if who not in self.choosers or not mine or self.is_absent(who, area or None) or self.asked:
            raise Refused([()])
        played = [hand for hand in self.hands_in_order() if self.stakes_on(hand)]
        for stake in mine:
            self.settle_stake(stake, 0, "returned", {"5.7.3"})
        self.return_orphans()
        self.clear_hands(played)
        self.see_busts()
        return ("5.7.3",)

    def return_orphans(self):
        """A side wager on an area where nobody has a main wager any more goes back."""
        if self.phase == "betting":
            self.return_sides()
            return
        decided = self.complete_now()
        for stake in self.open_stakes():
            if stake.kind in self.document.sides and stake not in decided and not any(
                    not s.settled for s in self.mains(stake.area)):
                self.settle_stake(stake, 0, "returned", ())

    def clear_hands(self, played):
        """The cards of a hand nobody plays any more go to the discard holder, and it is dealt no
        others."""
        for hand in list(self.hands_in_order()):
            if len(self.hands[hand.area]) == 1 and hand in played and not self.stakes_on(hand):
                for side in self.open_stakes():  # what two cards have decided [rws 5.16]
                    if side.kind in self.document.sides and side.area == hand.area and self.side_complete(side):
                        self.settle_side(side)
                self.laid = [laid for laid in self.laid if laid.place is not hand or (
                    laid.astray() and laid.wanted is not None and not (laid.initial and self.complete))]
                hand.cards = [laid.card for laid in self.laid if laid.place is hand]
                self.deal = [other for other in self.deal if other is not hand]
                self.dealt = [area for area in self.dealt if area != hand.area]
        if not any(self.stakes_on(hand) for hand in self.hands_in_order()):
            boom = any(s.kind == "boom-busted" for s in self.open_stakes())
            self.deal = []
            if boom and not self.complete:  # [AMB-44] the Dealer draws for it
                self.complete, self.interim = True, "due"
        self.see_complete()
