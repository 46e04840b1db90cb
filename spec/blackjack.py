# SPDX-License-Identifier: Apache-2.0
"""A Blackjack table: what lies there, whose turn it is, which act calls which clause.

The rules are in mbs.py and rws.py. This file keeps hands and wagers, moves cards where the rules
want them, and asks the document before everything else.
"""
import pickle

import mbs
import rws
from astray import Astray, Laid
from record import Act, Fault, Refused, read_cents
from table import Stake, Table
from together import Together

HIGHER = {"dealer": 0, "pit": 1, "shift": 2}  # who may act for whom [mbs 6.2] [rws 1.20]


# Reports after which cards are moved.
MOVES = ("wrong-order", "wrong-hand", "card-not-wanted", "extra-dealer-card", "dealer-no-card", "player-short",
         "no-cards", "one-card", "cards-on-empty-area", "skipped", "simultaneous", "no-burn")


class Hand:
    """The cards of one hand of an area, or the Dealer's (area 0)."""

    def __init__(self, area, number=1):
        self.area, self.number = area, number
        self.cards = []
        self.two = []  # the first two cards as they were when it was split
        self.initial = True  # its first two cards are those of the initial deal
        self.of_split = False
        self.split_rank = ""
        self.stood = False
        self.doubled = False
        self.due = False  # it has asked for a card
        self.closed = False  # the last card it got has stopped it: 21, doubled, split Aces
        self.ended_at = 0  # when it stood or was stopped
        self.refused = False  # it has refused one [mbs 5.9, 5.24]
        self.too_late = False  # it was passed over and is too late [mbs 5.18]

    @property
    def first_two(self):
        """The initial two cards of its area."""
        return self.two if self.of_split else self.cards[:2]

    def take(self, card):
        self.cards.append(card)
        self.due = False


class MainStake(Stake):
    """A wager with its place, its time and its parts."""

    def __init__(self, who, area, number, kind, cents, time):
        super().__init__(who, "", kind, cents)
        self.area, self.number, self.time = area, number, time
        self.owner = None  # of an Insurance taken from somebody else
        self.original = cents  # the wager as it counts, raises apart
        self.extra = 0  # what was added by a double
        self.clauses = frozenset()

    @property
    def effective(self):
        return self.original + self.extra

    @property
    def total(self):
        return self.cents + self.extra


class Blackjack(Astray, Together, Table):
    document = None
    law = None
    TOLD = ("result", "void", "asked")

    def __init__(self, headers):
        self.SWITCHES = self.law.SWITCHES
        self.seats = dict(headers.seats)
        self.shuffled = False
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
        self.begin_astray()
        self.begin_together()
        self.choosers = set()  # [rws 5.7] who may still take the Bet back
        self.following = None  # the hand just formed by a split, until the next card
        self.doubling = None  # the hand being doubled, until its card
        if self.headers.machine:
            self.used = {}

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
        return mbs.clause_3_4_1(hand.cards)

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
        if self.ended(hand) or not hand.cards:
            return True
        if hand.due or len(hand.cards) < 2:
            return False
        return self.controller(hand) is None and not self.law.house_draws(self, hand)

    def ended(self, hand):
        return (hand.stood or hand.closed or hand in self.passed or not self.stakes_on(hand)
                or (self.natural(hand) and not self.natural_astray(hand)))

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
        if self.late_first and not self.finishing_first() and self.offer is None and not self.out:
            return self.dealer
        hand = self.turn()
        if hand is not None and (hand.due or (hand.of_split and len(hand.cards) < 2)):
            return hand
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

    # ---- money ----

    def settle_stake(self, stake, result, reason, clauses):
        stake.settled, stake.result, stake.reason = True, result, reason
        stake.clauses = frozenset(clauses)
        self.book(stake.who, stake.total + result)

    def settle_or_return(self, stake, result, reason, clauses):
        """As settle_stake; a wager under the minimum is settled once only [mbs 5.26, AMB-09]."""
        if self.will_return(stake):
            return self.settle_stake(stake, 0, "returned", {"5.26"})
        limit = self.headers.limit(stake.kind)
        if (self.law is mbs and limit and stake.kind != "insurance" and stake.cents < limit[0]
                and reason != "push"):
            self.memory.add(stake.who)
        return self.settle_stake(stake, result, reason, clauses)

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
        return len(self.hands[stake.area][0].first_two) == 2 and (bool(self.dealer.cards) or not needs_dealer)

    def settle_side(self, stake):
        sides = mbs.clause_4_sides if self.law is mbs else rws.sides
        odds, clauses = sides(self, stake)
        if odds:
            self.settle_or_return(stake, self.pay(stake.effective, odds), "win", clauses)
        else:
            self.settle_or_return(stake, -stake.effective, "lose", clauses)

    # ---- lines ----

    def rule(self, act):
        """The interim settlement is made just before the first accepted act after the initial deal,
        unless that is a report, a void or `proceed` (docs/notation.md 6)."""
        if act.who == "shoe" and len(act.words) > 1 and ">" not in act.words:
            return self.several_cards(act)
        answer = act.verb == "decide" and act.words[:1] == ["reconstructable"]
        due = self.interim == "due" and self.phase == "dealing" and not answer and act.verb not in ("irregularity", "void", "proceed", "reread")
        if due and act.who == "shoe" and ">" in act.words:
            due = self.wanted() is not None
        self.just_settled = due
        self.settled_now = []
        if not due:
            clauses = self.ruled(act)
            self.stand_absent()
            return clauses
        memory, credit = set(self.memory), dict(self.credit)
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
            self.memory, self.credit, self.interim = memory, credit, "due"
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
        self.law.see_receiver(self)
        if self.phase != "dealing" or not self.complete:
            return
        self.see_late_first()
        if self.interim == "made" and not self.astray:
            self.interim_settlement()  # who has chosen since then [AMB-83]
        for hand in self.hands_in_order():
            if self.finished(hand):
                if (self.stakes_on(hand) and self.controller(hand) is None and not self.natural(hand)
                        and not self.law.stops(self, hand) and not hand.stood and hand not in self.passed):
                    hand.stood, hand.ended_at = True, self.tick()
                continue
            return

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

    # ---- wagers ----

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
        self.against(grounds)
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
        """[mbs 5.27] what is over the maximum counts as the maximum."""
        for stake in self.stakes:
            limit = self.headers.limit(stake.kind)
            if limit and self.law is mbs:
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
            self.return_sides(area)
        return ()

    def return_sides(self, area):
        """A side wager lies only where a main wager does."""
        if not self.mains(area):
            for side in [s for s in self.stakes if s.area == area and area]:
                self.book(side.who, side.cents)
                self.stakes.remove(side)
        if not any(s.kind == "main" for s in self.stakes):
            for side in list(self.stakes):
                self.book(side.who, side.cents)
                self.stakes.remove(side)

    def bet_split_side(self, who, spot, cents, marks):
        """[ar 3.21.1] Ace Race on a split Ace, before any card goes to that area."""
        hand = self.find_hand(spot)
        grounds = []
        if (self.document is not mbs.AceRace or not hand or not hand.of_split or hand.split_rank != "A"
                or any(len(h.cards) > 1 for h in self.hands[hand.area])):
            raise Refused([("3.21.1",), ()])
        if self.find_stake_on(who, hand, "ace-race-split"):
            grounds.append(())
        if not any(s.who == who for s in self.stakes_on(hand)) or self.is_absent(who, hand.area):
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

    # ---- staff ----

    def staff_place(self, act):
        return self.do_bet(act.words[0], act.words[1:], by_staff=True)

    def staff_open(self, act):
        self.against([()] if self.phase != "idle" or self.asked else [])
        self.phase = "betting"
        return ()

    def staff_close(self, act):
        self.against([()] if self.phase != "betting" else [])
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
        grounds = [()] if self.phase != "betting" or self.asked else []
        bettors = [s.who for s in self.mains(area)]
        nearest = self.law.controller(self, area) or bettors[:1] and bettors[0]  # there or not
        if who not in bettors or (self.switch("control.call") != "allow" and who != nearest):
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
        self.against([()] if self.asked else [])
        if self.just_settled:
            return ()
        self.against([()] if self.phase != "dealing" or self.complete or self.asked or not self.laid else [])
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
        self.against([()] if act.words[0] != "full" or self.phase not in ("idle", "ended") else [])
        self.front, self.used, self.away = [], {}, 0
        self.shuffled = True
        self.to_burn = 1 if self.law is mbs else 0
        return ()

    def staff_end(self, act):
        if self.phase == "ended" and self.voided:
            return ()
        grounds = [()] if self.phase != "dealing" or self.asked else []
        if self.phase == "dealing" and (self.wanted() not in (None, "discard") or self.turn() or self.deal):
            grounds.append(())
        if self.phase == "dealing" and (self.dealer_draws() or self.chooses()):
            grounds.append(())  # a card is due, though somebody may have to choose it first
        if not self.complete and self.initial_misplaced() and self.open_stakes():
            grounds.append(())
        self.against(grounds)
        self.settle_all()
        self.end_round()
        self.tell_results()
        return ()

    def end_round(self):
        self.phase = "ended"
        if self.offer is not None and self.front[:1] == [self.offer]:
            self.count(self.front.pop(0), 1)  # nobody takes it: it goes to the discard holder
        self.offer = None
        for card in self.out[self.lead:]:  # what lies out goes to the discard holder
            self.count(card, 1)
        self.front = self.out[: self.lead] + self.front
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

    # ---- cards ----

    def card(self, act):
        if ">" in act.words:
            return self.one_card(act.words[0], act.words[2])
        if len(act.words) == 1:
            return self.one_card(act.words[0], None)
        raise Refused([()])

    def one_card(self, card, stated):
        burn_due = self.to_burn and not self.laid and not self.asked
        if burn_due and stated in (None, "discard"):
            return self.burn(card)
        hand = "discard" if burn_due else self.wanted()
        grounds = [()] if self.too_many(card) or self.asked or self.phase != "dealing" else []
        if self.out and not self.front and (self.ordered or self.thrown):
            return self.card_from_out(card, stated, hand, grounds)
        if self.front and self.front[0] != card:
            grounds.append(())
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
            self.see_complete()
            return ()
        if self.doubling is hand:
            self.doubling = None
        self.after_card(hand)
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
        return not draws and len(own) < len(self.dealer.cards)

    def see_complete(self):
        """The initial deal is complete when its last card lies."""
        if not self.deal and not self.complete and not self.initial_wrong() and self.dealer.cards and any(
                self.stakes_on(hand) for hand in self.hands_in_order()):
            self.complete = True
            self.interim = "due"
            open_again = self.switch("window.stand_closes") == "false" and rws.late_card_options(self)
            self.window = self.law.window_option(self) if not self.commenced or open_again else None

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
        if hand.of_split and hand.split_rank == "A" and len(hand.cards) == 2:
            for stake in self.open_stakes():
                if (stake.kind, stake.area, stake.number) == ("ace-race-split", hand.area, hand.number):
                    won = hand.cards[1][0] == "A"  # [ar 4.2] Pair of Aces after Split
                    self.settle_or_return(stake, self.pay(stake.effective, (10, 1)) if won
                                          else -stake.effective, "win" if won else "lose",
                                          {"4.2"} if won else {"3.21.1"})
        if not hand.of_split and len(hand.cards) == 2:  # the initial deal had left it a card short
            self.interim_settlement()
        hand.closed = self.law.stops(self, hand)
        hand.ended_at = self.tick()
        self.see_bust(hand)

    def settle_insurance(self, stake):
        won = self.law.insurance_odds(self)
        self.settle_stake(stake, self.pay(stake.effective, (2, 1)) if won else -stake.effective,
                          "win" if won else "lose", self.law.INSURANCE)

    def see_busts(self):
        for hand in list(self.hands_in_order()):
            if hand.closed and not any(laid.place is hand and laid.astray() for laid in self.laid):
                self.see_bust(hand)

    def see_bust(self, hand):
        """Over 21 a hand is lost at once; after an error once its bettors have chosen [rws 5.7]."""
        if self.holding or self.choosers:
            return
        if self.total(hand)[0] > 21 and not self.natural(hand):
            for stake in self.stakes_on(hand):
                self.settle_or_return(stake, -stake.effective, "bust", self.law.BUST)

    # ---- the options after the initial deal ----

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
        declined = ("insurance", owner or who, area) in self.declined
        if not owner and declined:
            grounds.append(("3.27",) if self.law is mbs else ("3.15.2",))
        if owner and not declined:
            grounds.append(("3.27.3",))
            grounds.append(())
        grounds += (mbs.clause_3_27_amount if self.law is mbs else rws.clause_3_15_2)(self, stake, cents)
        if self.owned(who) is not None and self.owned(who) < cents:
            grounds.append(())
        self.against(grounds)
        self.clock += 1
        wager = MainStake(who, area, 1, "insurance", cents, self.clock)
        wager.owner = owner or None
        self.stakes.append(wager)
        self.book(who, -cents)
        return ()

    def do_decline(self, who, words):
        option, word = words[0], words[1]
        hand = self.find_hand(word)
        if hand is None or hand is self.dealer:
            raise Refused([()])
        grounds = [()] if self.phase != "dealing" or self.asked or self.is_absent(who, hand.area) else []
        mine = next((s for s in self.stakes_on(hand) if s.who == who), None)
        if option in ("surrender", "insurance", "even"):
            if self.window != ("insurance" if option == "even" else option) or mine is None or hand.of_split or len(hand.cards) < 2 or not self.plays(hand):
                grounds.append(())
            elif option == "surrender":
                grounds += (mbs.clause_3_25 if self.law is mbs else rws.clause_3_17)(self, hand)
            elif option == "even":
                grounds += (mbs.clause_3_20 if self.law is mbs else rws.clause_3_15_1)(self, mine, hand)
            elif [s for s in self.stakes if s.kind == "insurance" and s.who == who and s.area == hand.area
                  and not s.owner]:
                grounds.append(())
        elif option == "split":
            if self.following is not hand or not self.may_follow(who, hand):
                grounds.append(())
        elif option == "double":
            if self.doubling is not hand or mine is None or mine.extra or ("double", who, hand.area, hand.number) in self.declined:
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

    # ---- decisions ----

    def against_decision(self, who, hand):
        """What holds against any decision on a hand: it must be its turn, and his to decide."""
        if self.asked or self.phase != "dealing" or not self.complete:
            yield ()
        elif self.turn() is not hand:
            yield ()
        elif hand.due or (hand.of_split and len(hand.cards) < 2) or not hand.cards:
            yield ()
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
        self.commenced = self.commenced or not stand
        if not stand or self.switch("window.stand_closes") == "true":
            self.window = None

    def do_hit(self, who, words):
        hand, grounds = self.decision(who, words[0])
        grounds += (mbs.clause_3_29 if self.law is mbs else rws.clause_3_18)(self, hand)
        self.against(grounds)
        hand.due = True
        self.decided()
        return ()

    def do_stand(self, who, words):
        hand, grounds = self.decision(who, words[0])
        grounds += rws.clause_3_20(self, hand) if self.law is rws else mbs.clause_3_28(self, hand)
        self.against(grounds)
        hand.stood, hand.ended_at = True, self.tick()
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
        along = self.doubling is hand
        if along:
            grounds = [()] if stake.extra or self.is_absent(who, hand.area) or self.asked or not self.complete else []
            if ("double", who, hand.area, hand.number) in self.declined:
                grounds.append(())
        else:
            grounds = list(self.against_decision(who, hand))
            grounds += (mbs.clause_3_26 if self.law is mbs else rws.clause_3_23)(self, hand)
        grounds += (mbs.clause_3_26_amount if self.law is mbs else rws.clause_3_23_amount)(self, stake, cents)
        if self.owned(who) is not None and self.owned(who) < cents:
            grounds.append(())
        self.against(grounds)
        stake.extra = cents
        self.book(who, -cents)
        hand.doubled, hand.due, self.doubling = True, True, hand
        self.decided()
        return ()

    def do_split(self, who, words):
        hand, grounds = self.decision(who, words[0])
        grounds += (mbs.clause_3_21 if self.law is mbs else rws.clause_3_22)(self, hand)
        stake = next((s for s in self.stakes_on(hand) if s.who == who), None)
        if stake and self.owned(who) is not None and self.owned(who) < stake.original:
            grounds.append(())
        self.against(grounds)
        new = Hand(hand.area, max(h.number for h in self.hands[hand.area]) + 1)
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

    def do_cut(self, who, words):
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

    # ---- reports ----

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
        needs, does = report
        self.against(grounds + list(needs(self, words) if needs else ()))
        if kind in MOVES:
            self.end_leave()
        return does(self, words)

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
        clause = act.words[0]
        grounds = [()] if self.asked or self.phase not in ("betting", "dealing") else []
        if clause not in self.law.VOIDS:
            grounds.append(())
        self.against(grounds)
        return self.void((clause,))

    def staff_decide(self, act):
        what = act.words[0]
        if what == "reopen-previous":
            raise Refused([("5.1.2",), ("5.28",), ("5.6",), ("5.13",), ()])
        if what == "reconstructable":
            return self.law.clause_reconstructable(self, act)
        if what not in ("void", "continue"):
            raise Refused([()])
        self.against([()] if self.asked != "shift" or act.who != "shift" else [])
        self.asked = None
        if self.asked_of_cards and what == "continue":
            self.accept_all()
        self.asked_of_cards = False
        refer = "6.1" if self.law is mbs else "5.19"
        if what == "void":
            self.void((refer,))
        return (refer,)

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

    def with_certain_cards(self):
        """Leaves on the hands what lies where it belongs; gives what puts the rest back."""
        wrong, strays = self.initial_misplaced(), self.strays()
        lies = [(hand, hand.cards) for hand in list(self.hands_in_order()) + [self.dealer]]
        if wrong:
            self.leave_certain()
        elif strays:
            self.leave_out(strays)

        def put_back():
            for hand, cards in lies:
                hand.cards = cards
        return put_back

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

    def leave_certain(self):
        """A card astray in the initial deal, and every card after it, decides nothing before it is
        put right [AMB-75]."""
        order = self.initial_order()
        for hand in list(self.hands_in_order()) + [self.dealer]:
            hand.cards = []
        for laid, hand in zip(self.initial_cards(), order):
            if laid.place is not hand:
                return
            hand.cards.append(laid.card)

    def conclusive(self, stake):
        if stake.settled:
            return stake.reason not in ("returned", "withdrawn", "void", "push")
        if self.will_return(stake):
            return False  # it goes back, whatever the cards say [mbs 5.26]
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
        self.withdrawers = {stake.who: "5.29.1" for stake in self.open_stakes()}
        return clauses if self.withdrawers else clauses[:1]

    def do_withdraw(self, who, words):
        area = int(words[0]) if words else 0
        decided = self.complete_now()
        mine = [s for s in self.open_stakes() if s.who == who and s not in decided]
        short = {one for one in self.short if one[0] == who and area in (0, one[1])}
        clause = self.withdrawers.get(who)
        if self.asked and self.phase == "dealing":  # what staff are asked about comes first
            raise Refused([()])
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

    def do_continue(self, who, words):
        """Stays in after an irregularity [mbs 5.29.1] [rws 5.7.1, 5.7.2]."""
        short = {one for one in self.short if one[0] == who}
        decided = self.complete_now()
        asked = (who in self.withdrawers or who in self.choosers or short) and any(
            stake.who == who and stake not in decided for stake in self.open_stakes())
        if not asked or self.asked or (who, None) in self.absent:
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
        if not [s for s in self.open_stakes() if s.who == who and rws.still_open(self, s)]:
            self.choosers.discard(who)
        self.return_orphans()
        self.clear_hands(played)
        self.see_busts()
        return ("5.7.3",)

    def return_orphans(self):
        """A side wager on an area where nobody has a main wager any more goes back."""
        if self.phase == "betting":
            for area in {s.area for s in self.stakes}:
                self.return_sides(area)
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
                    if side.kind in self.document.sides and side.area == hand.area and len(hand.first_two) == 2:
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
                self.complete, self.interim = True, "made"
        self.see_complete()

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


class BlackjackV6(Blackjack):
    document, law = mbs.V6, mbs


class BlackjackAceRace(Blackjack):
    document, law = mbs.AceRace, mbs


class BlackjackStarElements(Blackjack):
    document, law = mbs.StarElements, mbs


class BlackjackRws(Blackjack):
    document, law = rws.Rws, rws
