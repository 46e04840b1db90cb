# SPDX-License-Identifier: Apache-2.0
"""Cards that lie where they were not wanted, at a Blackjack table: what is moved, and back to where.

No rule is here: mbs.py and rws.py say which of these a report calls for. The table is followed, not
predicted, from the first such card on until it is reported (docs/notation.md 6).
"""
import pickle

from record import Refused


class Laid:
    """A card that has left the device in this round, in the order in which they left."""

    def __init__(self, card, place, wanted, initial):
        self.card = card
        self.place = place  # a hand, or the name of an area without a wager, or "discard"
        self.wanted = wanted  # the hand that was due a card then
        self.initial = initial  # it belongs to the initial deal
        self.number = 0  # in the order of the round
        self.ruled = False  # it has been ruled on
        self.stays = False  # it lies elsewhere than it was wanted, and it has been ruled that it stays
        self.instead = False  # it came in the stead of one that lies astray

    def dealt_for(self):
        """The hand that was due it, wherever it lies; None if none was."""
        hand = self.place if self.instead else self.wanted
        return None if isinstance(hand, str) else hand

    def rule(self):
        """It lies where it is to lie."""
        self.stays |= self.astray()
        self.ruled = True

    def astray(self):
        """It lies elsewhere than it was wanted; hands of one area are one place of the initial deal."""
        if self.ruled or self.place is self.wanted:
            return False
        if not self.initial or self.wanted in (None, "discard") or isinstance(self.place, str):
            return True
        return self.place.area != self.wanted.area


class Astray:
    """What a table knows of its cards."""

    def begin_astray(self):
        self.laid, self.away = [], 0
        self.staked = False  # a hand was played until its cards were put right just now
        self.begun = False  # the first card of the round has been dealt
        self.dealt = []  # the areas of the initial deal, in its order
        self.initial_ruled = False  # the initial deal lies as it lies
        self.believed = False  # the Dealer believes an incomplete initial deal complete
        self.late_first = False  # [mbs 5.12] the Dealer's first card is still to come
        self.acted_upon = None  # [mbs 5.12.1] the hand that was being acted upon then
        self.finishing = 0  # [mbs 5.12.1] the area that is completed before it
        self.asked_of_cards = False  # the shift manager is asked about cards that lie wrong
        self.short = set()  # [mbs 5.16] (who, area) who may still choose
        self.holding = False  # busts are not collected before Players have chosen
        self.offer = None  # [mbs 5.8] the card that is offered in turn
        self.riffle = None  # [mbs 5.19] of the discards: due, or cut next
        self.passed = []  # hands passed over [mbs 5.17]
        self.asked_of_area = None  # the shift manager is asked about one, and this is its area
        self.anew = []  # hands that decide anew once no card lies astray on them
        self.put_right_at = 0  # when the initial deal was put right

    # ---- what lies wrong ----

    def initial_order(self):
        hands = [self.hands[area][0] for area in self.dealt]
        return hands + [self.dealer] + hands if hands else []

    def initial_cards(self):
        return [laid for laid in self.laid if laid.initial]

    def initial_misplaced(self):
        """Do cards of the initial deal lie where they were not wanted?"""
        return any(laid.astray() for laid in self.initial_cards())

    def initial_wrong(self):
        """Do they, or are cards missing although the Dealer has gone on?"""
        if self.initial_misplaced():
            return True
        return self.complete and not self.initial_ruled and (
            len(self.initial_cards()) < len(self.initial_order()))

    def split_stays(self):
        """A split cannot be undone: not one of an initial deal that lies wrong, nor one that was made on a
        card astray. Without the card there would be a hand and a wager, and no card [AMB-110]."""
        if self.initial_misplaced() and self.commenced and any(len(hands) > 1 for hands in self.hands.values()):
            return True
        return self.split_astray()

    def split_astray(self):
        """Was a split made on a card astray?"""
        firsts = [next((laid for laid in self.laid if laid.place is hand), None)
                  for hand in self.hands_in_order() if hand.of_split]
        return any(laid and laid.astray() and not laid.initial for laid in firsts)

    def strays(self):
        """Cards of the subsequent deal that lie where they were not wanted."""
        return [laid for laid in self.laid if laid.astray() and not laid.initial]

    @property
    def astray(self):
        return any(laid.astray() for laid in self.laid)

    def dealt_out(self):
        """No card is needed any more, or nobody plays."""
        if self.phase != "dealing":
            return True
        if not self.complete:
            return not any(self.stakes_on(hand) for hand in self.hands_in_order())
        return self.turn() is None and not self.late_first and not self.dealer_draws()

    # ---- a card is laid ----

    def lay_card(self, card, hand, wanted):
        """The card lies there. `hand` is a hand or the name of a place."""
        self.laid.append(Laid(card, hand, wanted, not self.complete))
        self.begun = True
        self.clock += 1
        self.laid[-1].number = self.clock
        self.last = self.laid[-1]
        self.count(card, 1)
        if not isinstance(hand, str):
            hand.cards.append(card)

    def misplaced(self, card, place, wanted):
        """A card where it was not wanted."""
        if self.out:
            raise Refused([()])
        hand = self.find_hand(place) if place != "discard" else place
        if hand is None:
            if "." in place or int(place) in self.hands or not 1 <= int(place) <= self.headers.areas:
                raise Refused([()])
            hand = place
        self.withdrawers, self.choosers, self.short = {}, set(), set()
        if self.interim == "made" and not self.astray:
            self.interim_settlement()  # who has not chosen by now goes on [AMB-83]
        self.see_busts()
        if wanted not in (None, "discard"):
            self.window_closes(wanted)
        if wanted is self.dealer and self.complete and not self.late_first:
            self.commenced = True  # it is over then [mbs 3.34]
        self.lay_card(card, hand, None if wanted not in (None, "discard") and self.owes(wanted) else wanted)
        self.front = self.front[1:]
        self.offer = None
        if wanted is not self.dealer:
            self.following = None
            self.no_more_along(self.turn())
        return ()

    # ---- a card is moved ----

    def lift(self, laid):
        """The card is taken from where it lies."""
        if not isinstance(laid.place, str):
            before = self.laid[: self.laid.index(laid)]
            at = sum(1 for other in before if other.place is laid.place)
            del laid.place.cards[at]
        self.laid.remove(laid)

    def to_front(self, cards):
        """These go back to the front of the device, in the order in which they had left it."""
        cards = sorted((laid for laid in self.laid if laid in cards), key=lambda laid: laid.number)
        for laid in cards:
            self.lift(laid)
            self.count(laid.card, -1)
        self.front = [laid.card for laid in cards] + self.front
        if self.offer is not None:
            self.offer = self.front[0]  # what is offered is the next card [mbs 5.8]

    def to_discard(self, cards):
        for laid in list(cards):
            self.lift(laid)

    def to_hand(self, laid, hand):
        """The card, lifted before, goes to the hand that had asked for it."""
        self.laid.append(laid)
        laid.place = laid.wanted = hand
        hand.take(laid.card)

    # ---- the initial deal as it ought to be ----

    def reconstruct(self, before=None):
        """Every card of the initial deal goes where it would have gone in the order in which they
        left the device; what is over goes back to the front of it. Cards drawn since then stay with
        the hands that asked for them."""
        cards, order = self.initial_cards(), self.initial_order()
        hands = [self.hands[area][0] for area in self.hands] + [self.dealer]
        before = before or {hand: list(hand.cards) for hand in hands}
        later = {hand: [laid.card for laid in self.laid if laid.place is hand and not laid.initial] for hand in hands}
        for hand in hands:
            hand.cards = []
        over = cards[len(order):]
        for laid, hand in zip(cards, order):
            laid.place = laid.wanted = hand
            hand.cards.append(laid.card)
        for hand in hands:
            hand.cards += later[hand]
        for laid in over:
            self.laid.remove(laid)
            self.count(laid.card, -1)
        self.laid.sort(key=lambda laid: not laid.initial)  # as they lie on the hands now
        self.front = [laid.card for laid in over] + self.front
        self.decide_anew(before)

    def tick(self):
        self.clock += 1
        return self.clock

    def initial_on(self, area):
        return [laid for laid in self.initial_cards()
                if not isinstance(laid.place, str) and laid.place.area == area]

    def unwanted_on(self, place):
        """The last card on that hand or area that it was not due."""
        hand = self.find_hand(place) if place != "discard" else place
        hand = place if hand is None else hand
        there = [laid for laid in self.laid if laid.place is hand or laid.place == hand]
        wrong = [laid for laid in there if laid.astray()]
        return wrong[-1] if wrong else None

    def rebuild(self, initial, before=None):
        """The initial deal is put right, if that is wrong, and goes on where it had stopped; and so is
        what came later."""
        doubled = self.doubled_on()
        self.staked = initial and any(self.stakes_on(hand) for hand in self.hands_in_order())
        self.anew = []
        if initial:
            self.reconstruct(before)
        stopped = [hand for hand in self.hands_in_order() if initial and hand.closed and not hand.doubled]
        self.put_right()
        for hand in self.anew:
            if not hand.due:
                self.see_anew(hand)
        for hand in stopped:  # a card that nobody had asked for has left it
            hand.closed = hand.closed and self.law.stops(self, hand)
        self.undo_doubles(doubled)
        if initial:
            self.deal_again()
        self.staked = False

    def put_right(self):
        """Each card that a hand had asked for goes to that hand; what nobody had asked for, or was
        dealt in its stead, goes back to the front."""
        strays = self.strays()
        held = self.held_by(strays)
        self.stood_on(strays)
        self.to_front([laid for laid in strays if laid.wanted is None])
        asked = [laid for laid in strays if laid.wanted]
        for laid in asked:
            self.lift(laid)  # until it is given it lies on no hand
        for laid in asked:
            hand = laid.wanted
            self.to_hand(laid, hand)
            self.no_more_along(hand)
            self.after_card(hand)
            if hand.closed:
                self.goes_on(hand)
        self.see_stopped(held)

    def owes(self, hand):
        """A card that the hand had asked for lies elsewhere, and none has come in its stead."""
        owed = 0
        for laid in self.strays():
            if laid.wanted is hand:
                owed += 1
            elif owed and laid.place is hand and laid.wanted is None:  # one that lay there before is none of these
                owed -= 1
        return owed > 0

    def take_back(self, cards):
        """These go back to the front of the device; who stood on one of them decides anew."""
        held = self.held_by(cards)
        self.stood_on(cards)
        self.to_front(cards)
        self.see_stopped(held)

    def held_by(self, cards):
        return [laid.place for laid in cards if not isinstance(laid.place, str) and laid.place is not self.dealer]

    def see_stopped(self, hands):
        """Without a card that has gone it has what stops it [mbs 3.30] [rws 3.18]; one that it had asked for on
        other cards it may not draw."""
        for hand in hands if self.complete else ():
            hand.closed = hand.closed and not (hand.of_split and len(hand.cards) < 2)  # it is still to get its card
            if hand.doubled or any(laid.place is hand and laid.astray() for laid in self.laid):
                continue
            if (len(hand.cards) > 2 or (hand.of_split and len(hand.cards) > 1)) and self.law.stops(self, hand):
                hand.closed, hand.due = True, False
            hand.due = hand.due and not self.natural(hand)

    def see_at_21(self):
        """The initial deal is over, or has gone back: a hand at 21 by a card that stays takes no other [mbs 3.30]
        [rws 3.18], and one over it is lost [mbs 3.32] [rws 3.19]."""
        self.see_stopped([hand for hand in self.hands_in_order() if self.total(hand)[0] >= 21])
        self.see_busts()

    def stood_on(self, cards):
        """Who has stood on a card that was not his decides anew [AMB-84]."""
        for laid in cards:
            hand = laid.place
            if isinstance(hand, str) or hand is self.dealer or laid.number > hand.ended_at:
                continue
            hand.stood = hand.refused or hand.too_late
            if not hand.doubled and not (hand.of_split and hand.split_rank == "A"):
                hand.closed = False

    def deal_again(self):
        self.complete = self.believed = False
        self.interim, self.window = "before", None
        self.declined, self.claims = set(), []
        self.put_right_at = self.tick()
        if not self.dealer.cards or self.dealer.cards[0][0] != "A":  # nothing to insure against
            for stake in self.open_stakes():
                if stake.kind == "insurance":
                    self.settle_stake(stake, 0, "returned", ())
        self.deal_on()

    def decide_anew(self, before):
        """Who has decided on other cards decides anew, and so does who has asked for a card that has
        not come; a double on another total is taken back [AMB-103]."""
        for hand, cards in before.items():
            hand.due = hand.due and hand.doubled
            if hand is self.dealer or hand.cards == cards:
                continue
            if hand.doubled and self.stakes_on(hand) and self.total(hand) != self.total_of(hand, cards):
                self.undo_double(hand)
            if not hand.due:
                hand.stood = hand.refused or hand.too_late
                if any(laid.place is hand and laid.astray() for laid in self.laid):
                    hand.closed = False
                    self.anew.append(hand)  # once what lies astray on it has left it
                else:
                    self.see_anew(hand)

    def see_anew(self, hand):
        """What stops it, or takes it over 21, on the cards that it has now."""
        hand.closed = (len(hand.cards) > 2 or hand.doubled) and self.law.stops(self, hand)
        self.see_bust(hand)

    def doubled_on(self):
        """The two cards of each hand that waits for the card of its double."""
        return {(hand.area, hand.number): hand.cards[:2] for hand in self.hands_in_order() if hand.doubled and hand.due}

    def undo_doubles(self, doubled):
        """One of the two cards was not its own, and has left it, and that was another total [AMB-103]."""
        for hand in self.hands_in_order():
            two = doubled.get((hand.area, hand.number))
            if two and hand.doubled and hand.due and (
                    self.total_of(hand, hand.cards[:2]) != self.total_of(hand, two)):
                self.undo_double(hand)
                self.see_stopped([hand])

    def undo_double(self, hand):
        hand.doubled = hand.due = False
        self.no_more_along(hand)
        for stake in self.stakes_on(hand):
            self.book(stake.who, stake.extra)
            stake.extra = 0

    # ---- [mbs 5.19] the cards do not suffice ----

    def lying(self):
        """The cards on the layout; those of a hand over 21 have been collected [mbs 3.32]."""
        return [laid.card for laid in self.laid if laid.place != "discard" and (
            isinstance(laid.place, str) or not laid.place.collected or laid.astray())]

    def riffle_discards(self):
        """All of them may come again; one astray there can be put right by nobody any more."""
        self.laid = [laid for laid in self.laid if laid.place != "discard"]
        lying = self.lying()
        self.used = {card: lying.count(card) for card in lying}
        self.gone = len(lying)
        self.counted = True
        for hand in self.hands_in_order():
            hand.riffled |= hand.collected
        self.riffle = "cut" if self.cutter() else None

    def riffle_pending(self):
        """Everything waits for it, and for the cut as long as somebody is there to cut."""
        return self.riffle == "due" or (self.riffle == "cut" and self.cuts is not None)

    def cutter(self):
        """The Player whose hand is the next to be acted upon cuts, as in 5.23.1 the hand that is due the next card;
        the next one clockwise if nobody is there, or if it is the Dealer's; nobody if nobody is there at all
        [AMB-72]."""
        hand = self.turn() if self.complete else self.next_of_initial()
        if hand and hand is not self.dealer and self.controller(hand):
            return self.controller(hand)
        first = hand.area if hand else 1
        areas = [area for area in sorted(self.hands) if area >= first] + [area for area in sorted(self.hands) if area < first]
        people = [self.controller(hand) for area in areas for hand in self.hands[area]]
        return next((who for who in people if who), None)

    def next_of_initial(self):
        """The hand to which the initial deal goes next; with cards astray, once these are put right."""
        if self.deal and not self.initial_wrong():
            return self.deal[0]
        return dict(enumerate(self.initial_order())).get(len(self.initial_cards()))

    # ---- [mbs 5.21] the first card was not burnt ----

    def burn_first(self):
        """The first card becomes the burnt one, and the others are reconstructed."""
        first = self.initial_cards()[0]
        before = {hand: list(hand.cards) for hand in list(self.hands_in_order()) + [self.dealer]}
        self.lift(first)
        self.to_burn = 0
        self.rebuild(True, before)

    def keep_unburnt(self):
        """That card remains in play: each is wanted where an initial deal without a burn puts it, unless it was
        ruled on before."""
        first = self.initial_cards()[:1]
        if first and first[0].wanted == "discard" and not first[0].ruled:
            for laid, hand in zip(self.initial_cards(), self.initial_order()):
                laid.wanted = hand
        self.to_burn = 0

    # ---- the Dealer goes on although something is missing ----

    def accept_ruled(self):
        """What is short was ruled on: the rest of the initial deal stays as it lies. What is one too
        many where it lies, after two on a hand, one on the Dealer's, any on an area without a wager,
        is still a card that nobody has asked for; a deal that goes on deals it next [mbs 5.8]."""
        surplus = [laid for laid in self.initial_cards()
                   if laid.astray() and laid.place != "discard" and self.is_surplus(laid)]
        if not self.complete:
            self.to_front([laid for laid in surplus if not isinstance(laid.place, str)])
            self.to_discard([laid for laid in surplus if isinstance(laid.place, str)])  # [mbs 5.15, rws 5.10.3]
        for laid in surplus:
            laid.initial, laid.wanted = False, None
        for laid in self.laid:
            if laid.initial or laid.place == "discard":
                laid.rule()
        self.initial_ruled = True

    def accept_all(self):
        """The shift manager lets the cards stay where they lie: a hand over 21 by one of them is lost at
        once [mbs 3.32]."""
        over = [laid.place for laid in self.laid if laid.astray() and not isinstance(laid.place, str)]
        for laid in self.laid:
            laid.rule()
        self.initial_ruled = True
        if self.dealer.cards:  # the card that stays there is the Dealer's first one
            self.late_first = False
        if self.complete and len(self.dealer.cards) > 1:  # Insurance on a second card that stays [mbs 3.27]
            for stake in [s for s in self.open_stakes() if s.kind == "insurance"]:
                self.settle_insurance(stake)
        for hand in over if self.complete else ():
            if hand is not self.dealer and not self.plays(hand):
                hand.closed, hand.due = True, False
                self.goes_on(hand)
                self.see_bust(hand)
        if self.complete:
            self.see_stopped([hand for hand in over if hand is not self.dealer])
        self.deal_on()  # nobody is dealt a third card

    def is_surplus(self, laid):
        if isinstance(laid.place, str):
            return True
        before = [other for other in self.laid[: self.laid.index(laid)] if other.place is laid.place]
        return len(before) >= (1 if laid.place is self.dealer else 2)

    def believe(self):
        """An incomplete initial deal, or one astray, is taken for complete."""
        self.deal, self.complete, self.believed = [], True, True
        self.see_at_21()
        self.open_window()

    def staff_proceed(self, act):
        """Goes on to the subsequent deal, or to that hand, although something is still missing."""
        if act.words:
            return self.pass_over(act.words[0])
        grounds = [()] if self.phase != "dealing" or self.asked or not self.laid else []
        if self.commenced:
            grounds.append(())
        self.against(grounds + list(self.against_down()))
        if not self.complete:
            self.believe()
        self.interim = "passed" if self.interim in ("before", "due") else self.interim
        self.window, self.following, self.commenced = None, None, True
        return ()

    # ---- [mbs 5.12] the Dealer's late first card ----

    def first_card_matters(self):
        """Is anybody left whom the Dealer's first card could concern? [AMB-69]"""
        for stake in self.open_stakes():
            if stake.kind in ("super-star-sevens", "three-stars"):
                if stake.area in self.hands and not self.will_return(stake):
                    return True
            elif stake.kind in self.document.sides or not self.in_round(stake):
                continue
            elif stake.kind != "main" or (not self.will_return(stake) and self.plays(self.hand_of(stake))):
                return True
        return False

    def plays(self, hand):
        """It has cards and is not over 21 as they lie."""
        return bool(hand.cards) and (self.total(hand)[0] <= 21 or self.natural(hand))

    def finishing_first(self):
        """[mbs 5.12.1] The hand that is completed before the Dealer draws: the area with its split
        hands."""
        hand = self.turn()
        return self.finishing and hand is not None and hand.area == self.finishing

    def see_late_first(self):
        """Once nobody is left whom it could concern, the Dealer's first card is not drawn [AMB-69]."""
        if self.finishing and not self.finishing_first():
            self.finishing = 0
        mains = any(stake.kind == "main" for stake in self.open_stakes())
        if self.late_first and not (self.astray and mains) and not self.first_card_matters():
            self.late_first = False

    def may_finish(self):
        """Who may complete the hand that is being acted upon."""
        hand = self.turn()
        if not self.late_first or self.finishing or hand is None or hand is not self.acted_upon:
            return None
        return self.controller(hand)

    def do_finish(self, who, words):
        hand = self.find_hand(words[0])
        if hand is None or hand is not self.turn() or self.may_finish() != who or self.asked:
            raise Refused([("5.12.1",), ()])
        self.finishing = hand.area
        return ("5.12.1",)

    def first_card_came(self):
        """The window opens [mbs 5.12.2], and whoever is dissatisfied may withdraw [5.25, AMB-71]."""
        late, self.late_first, self.finishing = self.late_first, False, 0
        if self.law.late_card_options(self):
            self.window = self.law.window_option(self)
        self.forget_declined()  # another may have lain there in its stead
        self.interim_settlement()
        if late and self.switch("repairs.late_card_withdraw") != "before":
            self.law.clause_5_25(self)

    # ---- [mbs 5.8] a card nobody asked for is offered in turn ----

    def asked_to_take(self):
        """The hand that is asked whether it takes the card on offer, or what another Player has left."""
        if self.offer is None and not self.rest_offered():
            return None
        hand = self.turn()
        if (self.asked or hand is None or hand.due or (self.offer is None and hand.area == self.chosen_by)
                or (hand.of_split and len(hand.cards) < 2) or self.controller(hand) is None):
            return None
        return hand

    def do_accept(self, who, words):
        hand = self.asked_to_take()
        if hand and self.rest_offered() and len(words) == 1 and not words[0].isdigit():
            return self.do_pick(who, words)
        if hand is None or self.controller(hand) != who or words != [self.offer]:
            raise Refused([()])
        hand.due = True
        self.following = None
        self.decided()
        return ("5.8",)

    def do_refuse(self, who, words):
        hand = self.asked_to_take()
        if self.several and self.offer is None:
            return self.refuse_all(who, words, hand or self.chooses())
        if hand is None or self.controller(hand) != who or words != [self.offer]:
            raise Refused([()])
        hand.stood = hand.refused = True
        hand.ended_at = self.tick()
        self.following = None
        self.decided(stand=True)
        return ("5.9", "5.24")

    # ---- [mbs 5.17] a hand is passed over ----

    def pass_over(self, place):
        hand = self.find_hand(place)
        turn = self.turn()
        hands = list(self.hands_in_order())
        grounds = [()] if self.phase != "dealing" or self.asked or not self.complete else []
        grounds += self.against_down()
        if hand is None or hand is self.dealer or not hand.cards or turn is None or hand is turn or (
                hands.index(hand) < hands.index(turn)) or self.ended(hand) or turn.due or (
                    turn.of_split and len(turn.cards) < 2):
            grounds.append(())
        self.against(grounds)
        passed = [other for other in hands[hands.index(turn): hands.index(hand)] if not self.finished(other)]
        before, at = pickle.dumps((self.stakes, self.hands, self.laid)), self.tick()
        for other in passed:
            other.passed_at, other.before_passing = at, before
        self.passed = self.passed + passed
        self.interim = "passed" if self.interim == "due" else self.interim
        self.window, self.following, self.commenced = None, None, True
        return ()

    def passed_on(self, area):
        """Its hands that were passed over and could still draw a card [mbs 5.17]: not one that is stopped meanwhile,
        or has a Blackjack by cards put right."""
        return [hand for hand in self.passed if hand.area == area and hand.cards and not self.has_decided(hand)]

    def in_time(self, area):
        """... and that only the next area has received cards since: it is not too late for them [mbs 5.18]."""
        decided = any(s.kind == "insurance" and s.reason in ("win", "lose") for s in self.stakes)
        found = []
        for hand in self.passed_on(area):
            areas = self.areas_since_passing(hand)
            if len(areas) <= 1 and not (0 in areas and decided):
                found.append(hand)
        return found

    def riffled_since(self, hand):
        """What came to a later hand since then was riffled with the discards [AMB-72]."""
        areas = self.areas_since_passing(hand)
        return any(other.riffled and other.area in areas for other in self.after(hand))

    def resume(self, area):
        """Its hands that were passed over act now."""
        self.passed = [hand for hand in self.passed if hand.area != area]

    def after(self, hand):
        """The hands after it, in order of position."""
        hands = list(self.hands_in_order())
        return hands[hands.index(hand) + 1:]

    def since_passing(self, hand):
        """What the subsequent deal has dealt since that hand was passed over: not the rest of an initial deal that
        went on, the Dealer's first card, or what came in the stead of that; nor a card that stays elsewhere by a
        ruling."""
        first = next((laid for laid in self.laid if (laid.place is self.dealer and not (laid.astray() and laid.wanted))
                      or (laid.wanted is self.dealer and not laid.ruled)), None)
        instead = [laid for laid in self.laid if laid.instead and laid.place is self.dealer
                   and first.place is not self.dealer]
        return [laid for laid in self.laid if laid.number > hand.passed_at and not laid.initial and not laid.stays
                and laid is not first and laid not in instead and not self.counts_as_dealt(laid)]

    def counts_as_dealt(self, laid):
        """One of the first two of its hand, drawn before the initial deal was put right. Of an area that is split the
        first two hands have begun with them."""
        if isinstance(laid.place, str) or laid.number > self.put_right_at:
            return False
        return self.of_first_two(laid, self.lying_on(laid.place).index(laid))

    def areas_since_passing(self, hand):
        """The later areas for which a card was dealt since then, wherever it lies [AMB-67]; 0 is the Dealer."""
        later = self.after(hand) + [self.dealer]
        return {laid.dealt_for().area for laid in self.since_passing(hand) if laid.dealt_for() in later}

    def go_back(self, passed):
        """The deal goes back to a hand that was passed over: the cards that came after it are at the front again,
        unseen, those that lie astray included, unless it was ruled that they stay, and what they were asked for
        by has not happened. Hands before it stay passed over."""
        area, old = passed.area, pickle.loads(passed.before_passing)
        areas = self.areas_since_passing(passed)
        areas |= {there for there, hands in self.hands.items() if len(hands) > len(old[1][there])}  # split since then
        areas |= {hand.area for hand in self.after(passed) if hand.due}  # [AMB-67] what they asked for has not happened
        dealt = self.since_passing(passed)
        cards = [laid for laid in dealt if laid.dealt_for() and laid.dealt_for().area in areas]
        cards += [laid for laid in self.laid if laid.number > passed.passed_at and not laid.initial and not laid.stays
                  and not isinstance(laid.place, str) and laid.place.area in (areas if laid in dealt else areas - {0})
                  and not self.counts_as_dealt(laid)]
        before = self.passed[: self.passed.index(passed)]
        self.take_back(cards)
        hands_before = {hand.number for hand in self.hands[area]} - {hand.number for hand in self.after(passed)} - {passed.number}
        for there in areas - {0}:
            self.as_it_was(there, old, hands_before if there == area else set())
        self.passed = [hand for hand in self.hands_in_order() if any(
            (hand.area, hand.number) == (other.area, other.number) for other in before)]
        self.following = self.offer = None
        self.doubling = [hand for hand in self.hands_in_order() if hand.doubled and hand.due and (
            hand in self.doubling or hand.area in areas)]
        self.choose_anew()
        self.see_at_21()

    def as_it_was(self, area, old, stay):
        """An area as it was when a hand was passed over: its hands, its wagers and their money; those before that
        hand stay as they are. Side wagers that were decided since keep what they came to if their cards have not
        moved."""
        self.declined = {one for one in self.declined if one[0] not in ("split", "double") or one[2] != area}
        stakes, hands, laid = old
        decided = {(stake.who, stake.kind): stake for stake in self.stakes if stake.area == area and stake.settled
                   and stake.kind in self.document.sides and stake.reason not in ("withdrawn", "returned")}
        gone = {stake.who: stake for stake in self.stakes if stake.area == area
                and stake.reason in ("withdrawn", "returned")}
        left = {(stake.who, stake.kind, stake.number): stake for stake in gone.values()}
        judged = {(s.who, s.kind) for s in stakes if s.area == area and s.settled and s.kind in self.document.sides}
        stays = [s for s in self.stakes if s.area == area and ((s.who, s.kind) in judged or (  # anew by a reread, it may be
            s.kind in ("main", "ace-race-split") and s.number in stay))]
        for stake in [s for s in self.stakes if s.area == area and s.kind != "insurance" and s not in stays]:
            self.book(stake.who, 0 if not stake.settled else -stake.result - stake.total)
            self.book(stake.who, stake.total)
            self.stakes.remove(stake)
        for stake in [s for s in stakes if s.area == area and s.kind != "insurance" and (s.who, s.kind) not in judged and not (
                s.kind in ("main", "ace-race-split") and s.number in stay)]:
            if (stake.who, stake.kind, stake.number) in left:  # what went back went back with its double
                stake.extra = left[stake.who, stake.kind, stake.number].extra
            self.book(stake.who, -stake.total)
            self.stakes.append(stake)
            if stake.settled:
                self.book(stake.who, stake.total + stake.result)
            elif stake.who in gone:
                out = decided.get((stake.who, stake.kind), gone[stake.who])  # a side wager had been decided before
                self.settle_stake(stake, out.result, out.reason, out.clauses)
        is_now = {hand.number: hand for hand in self.hands[area]}
        hands[area] = [is_now[hand.number] if hand.number in stay else hand for hand in hands[area]]
        there = {hand.number: hand for hand in hands[area]}
        for hand in sorted(self.hands[area], key=lambda hand: hand.number):  # one split off since is the one it was of
            there.setdefault(hand.number, there.get(hand.split_from))
        self.hands[area] = hands[area]
        if self.acted_upon and self.acted_upon.area == area:  # it is acted upon again [mbs 5.12.1]
            self.acted_upon = there.get(self.acted_upon.number)
        for one in self.laid:  # those put right since then lie where they belong, the initial deal may have gone on
            if not isinstance(one.wanted, str) and one.wanted and one.wanted.area == area:
                one.wanted = there[one.wanted.number]
            if not isinstance(one.place, str) and one.place.area == area:
                one.place = there[one.place.number]
        for hand in hands[area]:
            hand.cards = [one.card for one in self.laid if one.place is hand]
            if hand.number in is_now:
                hand.passed_at, hand.before_passing = is_now[hand.number].passed_at, is_now[hand.number].before_passing
        for stake in [s for s in self.open_stakes() if s.area == area and (s.who, s.kind) in decided]:
            if self.side_complete(stake):
                was = decided[stake.who, stake.kind]
                self.settle_stake(stake, was.result, was.reason, was.clauses)

    # ---- [rws 5.10.1] the cards stay where they lie ----

    def cards_stay(self):
        """They count where they lie: who had stood, or been stopped, before one of them came decides
        on the new total [AMB-84]; one on a Player's hand is an additional card [rws 1.33]."""
        for laid in [laid for laid in self.laid if laid.astray()]:
            laid.rule()
            hand = laid.place
            if isinstance(hand, str) or hand is self.dealer:
                continue
            if not laid.initial:
                self.window = None
            if self.complete and len(hand.cards) == 2 and not hand.of_split:  # the deal had left it a card short [rws 5.16]
                self.settle_sides()
            if not self.complete or hand.due:
                continue
            if laid.number > hand.ended_at and not hand.doubled and not hand.refused:
                hand.stood = hand.closed = False
            if not self.plays(hand) or (not hand.stood and not hand.closed):
                hand.closed = self.law.stops(self, hand) and len(hand.cards) > 1
                hand.ended_at = self.tick()
                self.see_bust(hand)
        self.initial_ruled = True
        self.deal_on()

    def deal_goes_on(self):
        """The initial deal still has cards to deal, and lies right so far: nobody is short yet."""
        return not self.complete and not self.initial_misplaced() and bool(self.deal or not self.dealt)

    def deal_on(self):
        """An initial deal that is not reconstructed goes on with what is still missing."""
        if self.complete:
            return
        lacks = []
        for number in (1, 2) if self.dealt else ():
            lacks += [self.hands[area][0] for area in self.dealt
                      if len(self.hands[area][0].cards) < number and self.stakes_on(self.hands[area][0])]
            if number == 1 and not self.dealer.cards:
                lacks.append(self.dealer)
        self.deal = lacks
        if not self.dealt and not self.astray and any(s.kind == "boom-busted" and self.in_round(s) for s in self.open_stakes()):
            self.complete, self.interim = True, "due"  # [AMB-44] the Dealer draws for it
        self.see_complete()
