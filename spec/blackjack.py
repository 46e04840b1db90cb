# SPDX-License-Identifier: Apache-2.0
"""A Blackjack table: what lies there, whose turn it is, which act calls which clause.

The rules are in mbs.py and rws.py. This file and those it is made of keep hands and wagers, move cards
where the rules want them, and ask the document before everything else.
"""
import pickle

import mbs
import rws
from astray import Astray
from cards import Cards
from claims import Claims
from decisions import Decisions
from hand import Hand
from options import Options
from record import Act, Fault, Refused
from reports import Reports
from reread import Reread
from settlement import Settlement
from squeeze import Squeeze
from staff import HIGHER, Staff
from table import Table
from together import Together
from wagers import Wagers


class Blackjack(Wagers, Staff, Cards, Options, Decisions, Reports, Settlement, Astray, Together, Claims, Squeeze, Reread, Table):
    document = None
    law = None
    TOLD = ("result", "void", "asked")

    def __init__(self, headers):
        self.SWITCHES = self.law.SWITCHES
        self.seats = dict(headers.seats)
        self.counted = False  # every card in the discard holder has been seen to go there
        self.restricted_areas, self.restricted_wagers = {}, {}
        self.memory = set()  # who has used the one settlement under the minimum [mbs 5.26]
        super().__init__(headers)

    def begin(self):
        super().begin()
        self.hands = {}  # area: hands in order of position
        self.dealer = Hand(0)
        self.deal = []  # places of the initial deal still to come
        self.complete = False  # the initial deal is
        self.interim = "before"  # the interim settlement: before, due, made
        self.window = None  # surrender, insurance, or None
        self.window_shut = False
        self.declined = set()
        self.absent = set()
        self.called = {}
        self.clock = 0
        self.due_before = set(self.memory)
        self.withdrawers = {}
        self.commenced = False  # the subsequent deal has: a card was asked for [AMB-107]
        self.uncertain = False  # cards of the initial deal are still to be put right
        self.excess, self.advised = set(), set()  # [rws 5.1, 5.2] boxes, and Bets, noticed in time
        self.over_boxes, self.under_boxes = set(), set()  # ... and those that were so at the close
        self.beyond = False  # the pit has just said that the cards cannot be put right
        self.begin_astray()
        self.begin_together()
        self.begin_claims()
        self.begin_squeeze()
        self.begin_reread()
        self.choosers = set()  # [rws 5.7] who may still take the Bet back
        self.following = None  # the hand just formed by a split, until the next card or decision
        self.doubling = []  # hands being doubled, until their cards
        if self.headers.machine:
            self.used, self.gone = {}, 0

    # ---- what lies there ----

    def headers_seat(self, who):
        return self.seats.get(who)

    def place_of(self, hand):
        if hand is self.dealer:
            return "dealer"
        return f"{hand.area}.{hand.number}" if len(self.hands[hand.area]) > 1 else str(hand.area)

    def hands_in_order(self):
        for area in sorted(self.hands):
            yield from self.hands[area]

    def hand_of(self, stake):
        for hand in self.hands.get(stake.area, ()):
            if hand.number == stake.number:
                return hand
        return None

    def find_hand(self, word):
        if word == "dealer":
            return self.dealer
        area, _, number = word.partition(".")
        hands = self.hands.get(int(area), [])
        if number:
            if len(hands) < 2:
                return None
            return next((hand for hand in hands if hand.number == int(number)), None)
        return hands[0] if len(hands) == 1 else None

    def mains(self, area):
        return [s for s in self.stakes if s.area == area and s.kind == "main"]

    def main_of(self, who, area):
        return next((s for s in self.mains(area) if s.who == who), None)

    def stakes_on(self, hand):
        return [s for s in self.stakes if s.kind == "main" and s.area == hand.area
                and s.number == hand.number and not s.settled]

    def is_absent(self, who, area):
        return (who, None) in self.absent or (who, area) in self.absent

    def bettors(self, area, hand=None):
        """Who may decide there, front to back: present, with an open main wager (on that hand)."""
        stakes = self.stakes_on(hand) if hand else [s for s in self.mains(area) if not s.settled]
        return list(dict.fromkeys(s.who for s in stakes if not self.is_absent(s.who, area)))

    def by_time(self, area):
        return [s.who for s in sorted(self.mains(area), key=lambda s: s.time)]

    def controller(self, hand):
        """Control stays with who controls the area as long as he has a wager on the hand [AMB-102]."""
        return self.law.controller(self, hand.area, hand)

    def will_return(self, stake):
        """[mbs 5.26] under the minimum once more."""
        limit = self.headers.limit(stake.kind)
        return (self.law is mbs and stake.who in self.due_before and limit is not None
                and stake.kind != "insurance" and stake.cents < limit[0])

    def natural(self, hand):
        return mbs.clause_1_1_1(hand) if self.law is mbs else rws.clause_1_2(hand)

    def total(self, hand):
        return self.total_of(hand, hand.cards)

    def total_of(self, hand, cards):
        """What these cards would count in that hand."""
        return mbs.clause_3_4_2(self, cards, hand.doubled) if self.law is mbs else rws.clause_3_2(cards)

    def first_is_ace(self):
        return self.dealer.cards != [] and mbs.value(self.dealer.cards[0]) == 11

    def hands_shown(self):
        return {self.place_of(hand): hand.cards for hand in self.hands_in_order() if hand.cards}

    def hands_view(self):
        shown = self.hands_shown()
        for laid in self.laid:
            if isinstance(laid.place, str) and laid.place != "discard":
                shown.setdefault(laid.place, []).append(laid.card)
        if self.dealer.cards:
            shown["dealer"] = self.dealer.cards
        return shown

    def spot_of(self, stake):
        if stake.kind == "boom-busted":
            return ""
        if stake.kind == "insurance":
            return f"{stake.area}/{stake.owner}" if stake.owner else str(stake.area)
        if stake.kind == "ace-race-split":
            return f"{stake.area}.{stake.number}"
        if stake.kind == "main" and len(self.hands.get(stake.area, ())) > 1:
            return f"{stake.area}.{stake.number}"
        return str(stake.area)

    def layout(self):
        return [(s.who, self.spot_of(s), s.kind, s.total, s.effective, s.settled, s.reason, s.result)
                for s in self.stakes]

    # ---- whose turn, which card ----

    def finished(self, hand):
        if "?" in hand.cards:
            return False
        if self.ended(hand) or not hand.cards:
            return True
        if hand.due or len(hand.cards) < 2:
            return False
        return self.controller(hand) is None and not self.law.house_draws(self, hand)

    def ended(self, hand):
        return hand in self.passed or self.has_decided(hand)

    def has_decided(self, hand):
        """It has stood or been stopped, or there is nothing to decide."""
        return (hand.stood or hand.closed or not self.stakes_on(hand)
                or self.own_natural(hand))

    def own_natural(self, hand):
        """A Blackjack by its own cards. One that another's card makes, or one that nobody had asked for, is none before
        that was ruled on: the hand draws as any other, and can be over 21."""
        return self.natural(hand) and not self.natural_astray(hand)

    def natural_astray(self, hand):
        """A card that makes its Blackjack came after the initial deal and was not its own."""
        first_two = [laid for laid in self.laid if laid.place is hand][:2]
        return any(laid.astray() and not laid.initial for laid in first_two)

    def turn(self):
        """The hand whose turn it is; None if the Dealer's."""
        if not self.complete:
            return None
        for hand in self.hands_in_order():
            if not self.finished(hand):
                return hand
        return None

    def wanted(self):
        """The hand that gets the next card; None if no card is due, or somebody has to choose it."""
        if self.phase != "dealing" or self.asked or self.chooses():
            return None
        if self.thrown and not self.front:  # what is known to be next comes before them [AMB-85]
            return "discard"
        return self.due_hand()

    def due_hand(self):
        if not self.complete:
            return self.deal[0] if self.deal and not self.initial_wrong() else None
        if self.down():
            return None  # the faces first
        if self.late_first and not self.finishing_first() and self.offer is None and not self.out:
            return self.dealer
        hand = self.turn()
        if hand is not None and (hand.due or (hand.of_split and len(hand.cards) < 2)):
            return hand
        if self.rest_offered() and self.asked_to_take():
            return None  # [mbs 5.23.3.1]
        if self.late_first and not self.finishing_first():
            return self.dealer
        if hand is not None and self.controller(hand) is None and self.law.house_draws(self, hand):
            return hand
        if self.astray:
            return None  # every further card needs its place, unless a hand has just asked for it
        return self.dealer if hand is None and self.dealer_draws() else None

    def dealer_draws(self):
        draws = mbs.clause_3_35 if self.law is mbs else rws.clause_3_24
        if not self.dealer.cards:
            return self.first_card_matters()
        return draws(self) and not self.natural(self.dealer)

    # ---- lines ----

    def apply(self, line):
        """The pit's word on cards that cannot be put right holds for the next act alone."""
        clauses = super().apply(line)
        if " decide reconstructable " not in line:
            self.beyond = False
        return clauses

    def rule(self, act):
        """The interim settlement is made just before the first accepted act after the initial deal,
        unless that is a report, a void or `proceed` (docs/notation.md 6)."""
        if act.who == "shoe" and len(act.words) > 1 and ">" not in act.words:
            return self.several_cards(act)
        answer = act.verb == "decide" and act.words[:1] == ["reconstructable"]
        due = self.interim == "due" and self.phase == "dealing" and not answer and act.verb not in ("irregularity", "void", "proceed")
        if due and act.who == "shoe" and ">" in act.words:
            due = self.wanted() is not None
        self.just_settled = due
        self.cuts = self.cutter() if self.riffle == "cut" else None  # before that
        self.settled_now = []
        if not due:
            clauses = self.ruled(act)
            self.stand_absent()
            return clauses
        credit = dict(self.credit)
        done = self.settled_now = self.interim_settlement()
        paid, self.credit = self.credit, dict(credit)  # to be staked from the next act on
        self.interim = "made"
        try:
            clauses = self.ruled(act)
            for name, cents in paid.items():
                if cents is not None:
                    self.credit[name] += cents - credit[name]
            self.stand_absent()
            return clauses
        except (Refused, Fault, ValueError, IndexError):
            for stake in done:
                stake.settled, stake.result, stake.reason = False, 0, ""
            self.credit, self.interim = credit, "due"
            raise

    def several_cards(self, act):
        """Cards one after the other; if one of them is refused, none has left."""
        before = pickle.dumps(self.__dict__)
        try:
            for card in act.words:
                clauses = self.rule(Act("shoe", "card", [card]))
        except (Refused, Fault):
            self.__dict__.update(pickle.loads(before))
            raise
        return clauses

    def stand_absent(self):
        """A hand of which nobody is there stands when its turn comes, as far as the House draws for
        it [mbs 5.22] [rws 5.3]; who comes back later finds it so."""
        self.see_claims()
        self.advised = {stake for stake in self.advised if stake in self.stakes and rws.under(self, stake)}
        if self.withdrawers:  # who has nothing left has nothing to withdraw
            left = {stake.who for stake in self.undecided()}
            self.withdrawers = {who: by for who, by in self.withdrawers.items() if who in left}
        if self.choosers:
            self.see_choosers()
        self.lie_out_again()
        self.short = {(who, area) for who, area in self.short if any(
            stake.who == who and not stake.settled for stake in self.mains(area))}
        self.law.see_receiver(self)
        if self.phase != "dealing" or not self.complete:
            return
        self.see_late_first()
        if self.interim == "made" and not self.astray:
            self.interim_settlement()  # who has chosen since then [AMB-83]
        for hand in self.hands_in_order():
            if self.finished(hand):
                if (hand.cards and self.stakes_on(hand) and self.controller(hand) is None and not self.natural(hand)
                        and (not self.plays(hand) or not self.law.stops(self, hand))
                        and not hand.stood and hand not in self.passed):
                    hand.stood, hand.absent, hand.ended_at = True, True, self.tick()
                continue
            return

    def see_choosers(self):
        """Whose Bets have all gone, with another's say, has nothing to choose any more [rws 5.7]."""
        left = {stake.who for stake in self.open_stakes() if rws.gives_choice(self, stake)}
        if not self.choosers <= left:
            self.choosers &= left
            self.see_busts()

    def ruled(self, act):
        if act.who == "shoe":
            return self.card(act)
        staff = act.who in HIGHER or act.who == "terminal"
        does = getattr(self, ("staff_" if staff else "do_") + act.verb, None)
        if not does:
            raise Refused([()])
        if staff:
            if act.who == "terminal":
                raise Refused([()])
            return does(act)
        return does(act.who, act.words)


class BlackjackV6(Blackjack):
    document, law = mbs.V6, mbs


class BlackjackAceRace(Blackjack):
    document, law = mbs.AceRace, mbs


class BlackjackStarElements(Blackjack):
    document, law = mbs.StarElements, mbs


class BlackjackRws(Blackjack):
    document, law = rws.Rws, rws
