# SPDX-License-Identifier: Apache-2.0
"""The three Blackjack documents of MBS as a program: Version 6, Ace Race (Version 4), Star Elements.

One function for each clause that decides something, in the order of the documents and named by its
number. Sections 3 and 5 of the three carry the same numbers unless said; where section 4 or a
definition differs, the number is a value of the Document. `t` is the table (blackjack.py).
"""

# ---- The documents, where they differ ----


class Document:
    decks = range(1, 9)  # [2.1]
    suits = ("s", "h", "d", "c")
    faces = "JQK"
    sides = ("pair",)
    blackjack = (3, 2)  # [4.1]
    soft_17 = "stand"  # [3.34]
    dealer_blackjack_takes = "original"  # [3.24.3, 4.4]; the other documents: everything
    win, lose, push = "4.2", "4.3", "4.5"
    least_decks = 1


class V6(Document):
    """mbs-blackjack-v6"""


class AceRace(Document):
    """mbs-ace-race-v4"""
    decks = range(2, 9)
    sides = ("pair", "ace-race")
    blackjack = (6, 5)
    soft_17 = "hit"
    dealer_blackjack_takes = "all"
    win, lose, push = "4.3", "4.4", "4.5"


class StarElements(Document):
    """mbs-star-elements"""
    decks = range(4, 7)
    suits = ("fi", "go", "ea", "wo", "wa")
    faces = "FLS"
    sides = ("pair", "super-star-sevens", "three-stars")
    dealer_blackjack_takes = "all"
    win, lose, push = "4.4", "4.5", "4.6"


SWITCHES = {
    "money.unit": "0.01", "money.rounding": "down", "hit.hard_21": "refuse", "stand.min_total": "0",
    "control.unseated": "nearest", "control.call": "allow", "insurance.of_absent": "keeps",
    "settle.blackjack_early": "true", "settle.sides_early": "true", "surrender.on_blackjack": "refuse",
    "even_money.insurance_of_others": "keep", "split.resplit_order": "adjacent",
    "absent.soft_min": "17", "dealer.draw": "unless_no_effect", "window.stand_closes": "true",
    "limits.under_standoff": "not_settled", "double.min": "table_min", "repairs.subsequent_deal": "request",
    "split_side.by": "followers", "outage.conclusive": "computed", "faceup.before_first_card": "refer",
}

# ---- 1. Definitions ----


def clause_1_1_1(hand):
    """Blackjack: an Ace and a ten as the initial two cards, and not of a split, nor of a hand that was doubled."""
    return (hand.initial and not hand.of_split and not hand.doubled and len(hand.cards) > 1
            and {value(card) for card in hand.first_two} == {10, 11})


def clause_1_1_8(t, one, other):
    """Pair: the same value or the same face. Faces count as themselves [3.4.3, AMB-27]."""
    return one[0] == other[0]


# ---- 3. How to Play ----


def value(card):
    """[3.4] An Ace 11 [3.4.1], 2 to 10 as they are [3.4.2], faces ten [3.4.3]."""
    return VALUES[card[0]]


VALUES = {"?": 0, "A": 11, "T": 10, "J": 10, "Q": 10, "K": 10, "F": 10, "L": 10, "S": 10}
VALUES.update({str(number): number for number in range(2, 10)})


def clause_3_4_1(cards):
    """Point total, and whether an Ace counts 11 in it (a soft total)."""
    total = sum(VALUES[card[0]] for card in cards)
    soft = sum(1 for card in cards if card[0] == "A")
    while total > 21 and soft:
        total, soft = total - 10, soft - 1
    return total, soft > 0


def clause_3_4_2(t, cards, doubled):
    """[ar 3.4.2] In Ace Race an Ace of the first two cards counts 1 once they are doubled."""
    if not doubled or t.document is not AceRace:
        return clause_3_4_1(cards)
    points = sum(1 if card[0] == "A" else VALUES[card[0]] for card in cards)
    soft = points + 10 <= 21 and any(card[0] == "A" for card in cards[2:])
    return (points + 10 if soft else points), soft


def total(t, hand):
    return clause_3_4_2(t, hand.cards, hand.doubled)


def clause_3_6(t, kind, cents):
    """Each wager within the limits displayed."""
    limit = t.headers.limit(kind)
    if limit and not limit[0] <= cents <= limit[1]:
        yield ("3.6",)


def clause_3_10(t, area, kind):
    """Up to three wagers on one area, fewer where the Pit Manager says so [3.10.1]; up to three of
    each side wager [3.17.1]."""
    there = [s for s in t.stakes if s.area == area and s.kind == kind]
    most = t.restricted_wagers.get(area, 3) if kind == "main" else 3
    if len(there) >= most:
        if kind != "main":
            yield ("3.17.1",)
        else:
            yield ("3.10.1",) if area in t.restricted_wagers else ("3.10",)


def clause_3_9(t, who, area):
    """The Pit Manager may restrict a Player to so many areas."""
    most = t.restricted_areas.get(who)
    others = {s.area for s in t.stakes if s.who == who} - {area}
    if most is not None and len(others) >= most:
        yield ("3.9",)


def controller(t, area, hand=None):
    """Who decides for an area: who is seated there and has a wager [3.11], otherwise whose wager is
    nearest to the Dealer [3.12], unless the Dealer has named somebody [3.13]. Absent Players and
    those who surrendered are passed over from front to back [3.25.1.3, 5.22.1]."""
    bettors = t.bettors(area, hand)
    for who in bettors:
        if t.headers_seat(who) == area:
            return who
    if t.called.get(area) in bettors:
        return t.called[area]
    return bettors[0] if bettors else None


def clause_3_15(t, area, kind):
    """A side wager only on an area that contains a main wager [v6 3.15.2, ar 3.15.3, se 3.15.4]."""
    if not any(s.area == area and s.kind == "main" for s in t.stakes):
        yield (t.document.needs_main,)


def against_claim(t, who, spot):
    """Whoever wishes to take another Player's side wager [3.17.2], or the Insurance that one has declined
    [3.27.3, 3.27.4]."""
    area, owner, kind = spot
    if kind != "insurance":
        if t.phase != "betting" or owner:
            yield ()
        yield from clause_3_15(t, area, kind)
        return
    if t.phase != "dealing" or t.window != "insurance" or owner == who:
        yield ()
    if not any(s.who == owner and not s.settled for s in t.mains(area)) or not t.insurance_declined(owner, area):
        yield ()
    if any((s.area, s.owner, s.kind) == spot for s in t.stakes):
        yield ()


CLAIM, CLAIM_TIE = ("3.17.2", "3.27.4"), ("3.17.2.4", "3.27.4.4")  # of side wagers, of Insurance


def rung(t, who, spot, spoken):
    """Preference: who controls the area [3.16]; wagers on the area, closest to the Dealer first [3.17.2.1,
    3.27.4.1]; wagers on the closest area, front to back [3.17.2.2, 3.27.4.2]; nobody's, in the order in
    which they spoke [3.17.2.5, 3.27.4.5]. Gives rung, distance, side and the order there."""
    area, _, kind = spot
    mine = [(abs(s.area - area), n, s.area) for n, s in enumerate(t.stakes)
            if s.who == who and s.kind == "main" and not s.settled]
    if not mine:
        return 3, 0, 0, spoken
    distance, order, near = min(mine)
    if distance:
        return 2, distance, near, order
    return (0 if kind != "insurance" and controller(t, area) == who else 1), 0, 0, order


def claim_total(t, who, spot):
    """Equally distant Players are told apart by the total of their side wagers of all kinds [3.17.2.3,
    AMB-57]; for Insurance by that of their Insurance wagers, but not on areas they control [3.27.4.3]."""
    mine = [s for s in t.open_stakes() if s.who == who]
    if spot[2] == "insurance":
        return sum(s.cents for s in mine if s.kind == "insurance" and controller(t, s.area) != who)
    return sum(s.cents for s in mine if s.kind in t.document.sides)


V6.needs_main, AceRace.needs_main, StarElements.needs_main = "3.15.2", "3.15.3", "3.15.4"


def clause_3_19(t, hand):
    """A Blackjack is paid at once unless the Dealer may still get one [3.20, AMB-45]."""
    return (clause_1_1_1(hand) and t.dealer.cards != [] and value(t.dealer.cards[0]) < 10
            and t.switch("settle.blackjack_early") == "true")


def clause_3_20(t, stake, hand):
    """Even money: a Blackjack against an Ace."""
    if not clause_1_1_1(hand) or not t.first_is_ace():
        yield ("3.20",)


def clause_3_21(t, hand):
    """Two cards of the same point value may be split."""
    if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):
        yield ("3.21",)
    elif hand.of_split and hand.cards[0][0] == "A" == hand.split_rank:
        yield ("3.22.1",)
    elif len(t.hands[hand.area]) >= 4:
        yield ("3.22",)


def clause_3_25(t, hand):
    """Surrender: not against an Ace, not after a split [3.25.1.1], not with a Blackjack [AMB-48]."""
    if t.first_is_ace() or not t.dealer.cards:
        yield ("3.25",)
    if hand.of_split:
        yield ("3.25.1.1",)
    if t.dealer.cards and clause_1_1_1(hand) and (t.switch("surrender.on_blackjack") == "refuse" or value(t.dealer.cards[0]) < 10):
        yield ("3.25",)


def clause_3_26(t, hand):
    """Double on the first two cards, also of a split hand, but not of split Aces [3.26.3], and not
    on 21 [3.30]. Ace Race: on a hard 10 or 11 only [ar 3.26.1]; A-9 is a hard 10 [AMB-23]."""
    if len(hand.cards) != 2:
        yield ("3.26",)
        if total(t, hand)[0] > 21:
            yield ("3.32",)
        return
    if hand.of_split and hand.split_rank == "A":
        yield ("3.26.3",)
    points, soft = total(t, hand)
    if points == 21:
        yield ("3.30",)
    nine = sorted(value(card) for card in hand.cards) == [9, 11] and t.switch("double.ace_nine") != "refuse"
    if t.document is AceRace and not (points in (10, 11) and not soft) and not nine:
        yield ("3.26.2",) if hand.of_split else ("3.26.1",)


def clause_3_26_amount(t, stake, cents):
    """Not more than the original wager and not less than the table minimum [1.1.2]."""
    limit = t.headers.limit("main")
    if stake.original < cents <= stake.cents:
        yield ("5.27",)  # only the maximum is at stake [AMB-08]
    elif cents > stake.original or (limit and cents < limit[0] and t.switch("double.min") == "table_min"):
        yield ("3.26",)
    if cents == 0 or cents % t.unit():
        yield ("3.26",)


def clause_3_27_amount(t, stake, cents):
    """Insurance: not more than half of the wager."""
    if stake.original < cents * 2 <= stake.cents:
        yield ("5.27",)  # only the maximum is at stake [AMB-08]
    elif cents * 2 > stake.original:
        yield ("3.27",)
    if cents == 0 or cents % t.unit():
        yield ("3.27",)


def clause_3_29(t, hand):
    """More cards only below 21 [3.30]; one card for split Aces [3.23.1] and a doubled hand."""
    points, _ = total(t, hand)
    if points >= 21:
        yield ("3.30",)
    if points > 21:
        yield ("3.32",)
    if hand.of_split and hand.split_rank == "A" and len(hand.cards) >= 2:
        yield ("3.23.1",)
    if hand.doubled:
        yield ("3.26.4",)


def clause_3_28(t, hand):
    """A Player may stand on whatever he has, unless the house reads it otherwise [AMB-22]."""
    if total(t, hand)[0] < int(t.switch("stand.min_total")) or len(hand.cards) < 2:
        yield ()


def stops(t, hand):
    """Hands that take no further card by themselves: 21 [3.30], split Aces with their card
    [3.23.1], a doubled hand with its card [3.26.4]."""
    if hand.doubled and not hand.due:
        return True
    if hand.of_split and hand.split_rank == "A" and len(hand.cards) >= 2:
        return True
    return len(hand.cards) >= 2 and total(t, hand)[0] >= 21


def clause_3_34(t, cards):
    """The Dealer draws to 16 and stands on 17; Ace Race: also draws on a soft 17."""
    total, soft = clause_3_4_1(cards)
    return total < 17 or (total == 17 and soft and (t.switch("dealer.soft17") or t.document.soft_17) == "hit")


def dealer_total_draws(t):
    return clause_3_34(t, t.dealer.cards)


def clause_3_35(t):
    """Does the Dealer take another card? None that has no effect: for open hands by 3.34; for a
    Blackjack or an Insurance wager alone exactly one [AMB-40, AMB-41]."""
    hands = [t.hand_of(s) for s in t.open_stakes() if s.kind == "main" and not t.will_return(s)]
    hands = [hand for hand in hands if t.plays(hand)]
    if any(not clause_1_1_1(hand) for hand in hands):
        return clause_3_34(t, t.dealer.cards)
    if hands and value(t.dealer.cards[0]) >= 10:
        return len(t.dealer.cards) == 1
    if any(s.kind == "insurance" for s in t.open_stakes()):
        return len(t.dealer.cards) == 1
    return False


# ---- 4. Settlement ----


def clause_4_sides(t, stake):
    """What a side wager pays on the cards of the initial deal: odds or None, and the clauses."""
    two = t.hands[stake.area][0].first_two
    first = t.dealer.cards[:1]
    if len(two) < 2 or (not first and stake.kind in ("super-star-sevens", "three-stars")):
        return None, ()  # decided before its cards are complete
    one, other = two
    if stake.kind == "pair":
        return ((11, 1) if clause_1_1_8(t, one, other) else None), ("3.15.1",)
    if stake.kind == "ace-race":
        return clause_4_2_ace_race(one, other), ("3.15.2",)
    if stake.kind == "super-star-sevens":
        return clause_4_2_sevens(two + first), ("3.15.2",)
    return clause_4_3_stars(two + first), ("3.15.3",)


def clause_4_2_ace_race(one, other):
    """[ar 4.2]"""
    if one[0] != other[0]:
        return None
    if one[0] == "A":
        return (50, 1)
    if one[1] == other[1]:
        return (15, 1)
    return (8, 1) if (one[1] in "hd") == (other[1] in "hd") else (5, 1)


def clause_4_2_sevens(cards):
    """[se 4.2]"""
    sevens = [card for card in cards if card[0] == "7"]
    if len(sevens) == 3:
        return (4000, 1) if len({card[1:] for card in sevens}) == 1 else (400, 1)
    return (40, 1) if len(sevens) == 2 else None


def clause_4_3_stars(cards):
    """[se 4.3]"""
    if not all(card[0] in "FLS" for card in cards):
        return None
    return (500, 1) if len({card[1:] for card in cards}) == 1 else (50, 1)


def clause_4_result(t, stake, hand):
    """A main wager that was neither lost before nor surrendered: profit or loss, word, clauses.
    The Blackjack clauses go first [AMB-20]."""
    d = t.document
    points, _ = total(t, hand)
    dealer, _ = clause_3_4_1(t.dealer.cards)
    natural = clause_1_1_1(t.dealer)
    if clause_1_1_1(hand):
        if natural:
            return 0, "push", {d.push + ".2"}
        return t.pay(stake.effective, d.blackjack), "bj", {d.win + ".1", "4.1"}
    if natural:
        return -stake.effective, "lose", {d.lose + ".3"}
    if dealer > 21:
        return stake.effective, "win", {d.win + ".3"}
    if points > dealer:
        return stake.effective, "win", {d.win + ".2"}
    if points < dealer:
        return -stake.effective, "lose", {d.lose + ".1"}
    return 0, "push", {d.push + ".1"}


BUST = {"3.32"}
BLACKJACK_TAKES = {"4.4"}
SURRENDER = {"3.25"}
EVEN = {"3.20"}
INSURANCE = {"3.27"}


def insurance_odds(t):
    """[3.27] wins if the Dealer's second card is a ten."""
    return value(t.dealer.cards[0]) == 11 and value(t.dealer.cards[1]) == 10


def house_draws(t, hand):
    """[5.22] for a Player who is not there: until the total exceeds 11, a soft one until 17."""
    points, soft = total(t, hand)
    return points < (int(t.switch("absent.soft_min")) if soft else 12)


def window_option(t):
    """Which option is open after the initial deal: Insurance against an Ace [3.27.1], otherwise
    surrender [3.25.1]."""
    return "insurance" if value(t.dealer.cards[0]) == 11 else "surrender"


def late_card_options(t):
    """[5.12.2] Upon the Dealer's late first card Players may surrender or insure."""
    return True


def side_decided(t, stake):
    """A side wager that no further card can change."""
    hand, dealer = t.hands[stake.area][0], t.dealer.cards[:1]
    if stake.kind in ("pair", "ace-race"):
        return len(hand.first_two) == 2
    cards = hand.first_two + dealer
    if stake.kind == "three-stars":
        return len(cards) == 3 or any(card[0] not in "FLS" for card in cards)
    sevens = sum(1 for card in cards if card[0] == "7")
    return sevens >= 2 or len(cards) - sevens >= 2


# ---- 5. Irregularities ----

def against_void(t, clause):
    """5.1.1 voids a round, and 5.2 if the pit finds that the cards cannot be put right."""
    if clause == "5.2":
        yield ("5.2",)
    if clause not in ("5.1", "5.1.1"):
        yield ()


def clause_5_1(t, words):
    """Extra, missing or foreign cards, or unshuffled ones: the round is void [5.1.1]."""
    return t.void(("5.1", "5.1.1"))


def clause_5_5(t, words):
    """A card is found face up after the first one was dealt: it is played as if face down. Before
    that it is the shift manager's [AMB-81]."""
    t.front.append(words[0])
    if t.begun or t.switch("faceup.before_first_card") == "play":
        return ("5.5",)
    return t.ask("shift", ("6.1",))


def front_unknown(t, words):
    if t.front or t.out or t.too_many(words[0]):
        yield ()


def late(t):
    """Has the interim settlement taken place or the subsequent deal commenced? [AMB-64]"""
    return t.settlement_made() or t.commenced


def dealer_lacks_card(t):
    """[5.12] The Dealer has no card, and a wager is left in the round: no other hand is touched [AMB-64]."""
    return not t.dealer.cards and not t.late_first and bool(t.open_stakes())


def something_astray(t, words):
    if not t.astray and not (late(t) and t.laid and dealer_lacks_card(t) and not t.deal_goes_on()):
        yield ()


def beyond_repair(t):
    """Once it is late these rules do not say what becomes of cards that cannot be put right: the shift
    manager does [6.1]."""
    t.asked_of_cards = True
    return t.ask("shift", ("6.1",))


def clause_5_2(t):
    """Cards that cannot be put right: void, unless it is late."""
    return beyond_repair(t) if late(t) else t.void(("5.2",))


def clause_5_6(t):
    """Cards dealt incorrectly are reconstructed: those of the initial deal [5.6.1], and a card of
    the subsequent deal goes to the hand that had asked for it [5.6.2, AMB-68]."""
    clause = "5.6.2" if late(t) else "5.6.1"
    if t.beyond or t.split_stays():
        return clause_5_2(t)
    t.rebuild(t.initial_misplaced())
    return ("5.6", clause)


def wrong_order(t, words):
    """By whatever name an error is reported, it is ruled on as what it is. Once it is late, whoever
    was left short, and cards on an area without a wager, have clauses of their own, and no other
    hand is touched [AMB-64]."""
    if dealer_overdrew(t):
        return clause_5_7(t, words)
    if late(t):
        if dealer_lacks_card(t):
            return clause_5_12(t)
        if unasked_on_empty(t):
            return clause_5_15(t)
        for area in t.dealt if t.complete and not t.strays() else ():
            if is_short(t, area):
                return (clause_5_16 if t.hands[area][0].cards else clause_5_14)(t, area)
    if nobodys_on_one_hand(t) and (late(t) or t.interim in ("made", "passed")):
        return clause_5_8(t, t.strays()[0])
    return clause_5_6(t)


def wrong_hand(t, words):
    """A card asked for lies on another hand; if nobody had asked for it, as a wrong order."""
    if dealer_overdrew(t):
        return clause_5_7(t, words)
    gone_on = late(t) or t.interim in ("made", "passed")
    if gone_on and not any(laid.wanted for laid in t.strays()):
        return wrong_order(t, words)
    return clause_5_6(t)


def is_short(t, area):
    hands = t.hands[area]
    return len(hands) == 1 and len(hands[0].cards) < 2 and bool(t.stakes_on(hands[0]))


def unasked_on_empty(t):
    """Cards on areas without a wager that no hand had asked for."""
    return [laid for laid in t.laid if isinstance(laid.place, str) and laid.place != "discard" and not laid.ruled
            and (laid.initial or laid.wanted is None)]


def nobodys_on_one_hand(t):
    """All that is astray are cards nobody had asked for, and they lie on one hand."""
    strays = t.strays()
    places = {id(laid.place) for laid in strays}
    return (strays and not t.initial_misplaced() and not any(laid.wanted for laid in strays)
            and len(places) == 1 and strays[0].place != "discard")


def dealer_overdrew(t):
    """A card nobody had asked for lies on the Dealer's completed hand."""
    return (any(laid.place is t.dealer and laid.wanted is None for laid in t.strays())
            and t.dealer_was_complete())


def clause_5_7(t, words):
    """A card on the Dealer's completed hand is removed, and the total before it stands."""
    t.to_discard([laid for laid in t.laid if laid.place is t.dealer and laid.astray()])
    t.accept_ruled()
    t.deal_on()
    return ("5.7",)


def over_complete(t, words):
    if not any(laid.place is t.dealer and laid.astray() for laid in t.laid) or not t.dealer_was_complete():
        yield ()


def clause_5_8(t, laid):
    """A card nobody asked for is dealt as the next card from the device: it is offered in turn
    [5.9, 5.10, AMB-68], unless it lies on the Dealer's completed hand [5.7]."""
    if t.split_astray():
        return beyond_repair(t)
    t.take_back([other for other in t.laid if other.astray() and other.place is laid.place])
    t.accept_ruled()
    t.deal_on()
    t.offer = t.front[0] if t.complete else None
    return ("5.8",)


def not_wanted_there(t, words):
    """On that hand lies a card that it did not ask for."""
    if not t.unwanted_on(words[0]):
        yield ()


def card_not_wanted(t, words):
    laid = t.unwanted_on(words[0])
    if late(t) and laid in unasked_on_empty(t):
        return clause_5_15(t)
    if laid.place is t.dealer and t.dealer_was_complete():
        return clause_5_7(t, ())
    wrong = [other for other in t.initial_cards() if other.astray()]
    if any(other.place is laid.place for other in wrong) and any(
            other.place is not laid.place or (t.complete and other.wanted) for other in wrong):
        return wrong_order(t, words)  # the initial deal went on after it
    return clause_5_8(t, laid)


def clause_5_11(t, words):
    """The Dealer has not received a card on the initial deal: in time the cards are reconstructed."""
    if late(t):
        return clause_5_12(t)
    if t.beyond:
        return clause_5_2(t)
    t.rebuild(True)
    return ("5.11",)


def dealer_without(t, words):
    if not t.begun or t.dealer.cards or t.late_first or t.deal_goes_on():
        yield ("5.11",)
        yield ()


def clause_5_12(t):
    """Noticed late: the Dealer draws a card. The Player whose hand is being acted upon may complete
    it first [5.12.1]; upon that card Players may surrender or insure [5.12.2]."""
    t.accept_ruled()
    if not t.complete:
        t.deal_on()
    t.late_first = True
    t.acted_upon = t.turn() if t.commenced else None
    clause_5_25(t)
    return ("5.12",)


def area_short(*counts):
    """The area has so many cards and ought to have two by now."""
    def needs(t, words):
        area = int(words[0])
        if (area not in t.dealt or not t.laid or t.deal_goes_on() or len(t.hands[area]) > 1
                or len(t.hands[area][0].cards) not in counts or not t.stakes_on(t.hands[area][0])):
            yield ("5.13",)
            yield ()
    return needs


def clause_5_13(t, words):
    """A Player has received fewer than two cards: in time the cards are reconstructed; late it is
    5.14 or 5.16."""
    if not late(t):
        if t.beyond:
            return clause_5_2(t)
        t.rebuild(True)
        return ("5.13",)
    area = int(words[0])
    return clause_5_16(t, area) if t.hands[area][0].cards else clause_5_14(t, area)


def clause_5_14(t, area):
    """An area with a wager has no cards: the wager is returned."""
    t.accept_ruled()
    t.return_area(area, {"5.14"})
    t.dealt = [other for other in t.dealt if other != area]
    t.deal_on()
    return ("5.14",)


def clause_5_15(t):
    """An area without a wager has cards: they are discarded, and the round goes on. One that a hand had asked for is
    that hand's [5.6.2, AMB-68]."""
    t.to_discard(unasked_on_empty(t))
    t.accept_ruled()
    t.deal_on()
    clause_5_25(t)
    return ("5.15",)


def empty_with_cards(t, words):
    if not any(laid.place == words[0] and not laid.ruled for laid in t.laid):
        yield ("5.15",)
        yield ()


def cards_on_empty_area(t, words):
    if not any(laid.place == words[0] for laid in unasked_on_empty(t)):
        return wrong_hand(t, words)
    if late(t):
        return clause_5_15(t)
    if t.beyond:
        return clause_5_2(t)
    t.rebuild(t.initial_misplaced())
    return ("5.6.1",)


def clause_5_16(t, area):
    """An area has one card: the Player acts upon it in turn [5.16.1] or withdraws the wager, and
    the card is discarded [5.16.2]."""
    t.accept_ruled()
    t.deal_on()  # what lies where it was not wanted is dealt
    t.short |= {(stake.who, area) for stake in t.mains(area) if not stake.settled}
    clause_5_25(t)
    return ("5.16",)


def clause_5_17(t, words):
    """A hand was passed over: if only the next area has received cards since, they go back unseen;
    otherwise it is too late [5.18, AMB-67]. Cards that were riffled cannot be removed: of these no rule speaks
    [6.1, AMB-72]."""
    area = int(words[0])
    in_time = t.in_time(area)
    if in_time and t.riffled_since(in_time[0]):
        t.asked_of_area = area
        return t.ask("shift", ("6.1",))
    if in_time:
        t.go_back(in_time[0])
        return ("5.17",)
    for hand in t.passed_on(area):
        hand.stood = hand.too_late = True
    t.resume(area)
    return ("5.18",)


def passed_over(t, words):
    if not t.passed_on(int(words[0])):
        yield ("5.17",)
        yield ()


def clause_5_21(t, words):
    """The Dealer forgot to burn the first card: in time the cards are reconstructed [5.21.1],
    otherwise that card remains in play [5.21.2]."""
    if late(t):
        t.keep_unburnt()
        return ("5.21.2",)
    if t.beyond:
        return clause_5_2(t)
    t.burn_first()
    return ("5.21", "5.21.1")


def burn_forgotten(t, words):
    if not t.laid or (not late(t) and t.gone > len(t.laid)):
        yield ("5.21",)


def cards_mixed(t, words):
    """Dealt cards were mixed up: whether they can be put right is for staff to say."""
    t.mixed_late = late(t)
    if t.beyond or t.split_stays():
        return clause_5_2(t)
    return t.ask("reconstructable", ("5.6.2",) if late(t) else ("5.2", "5.6.1"))


def clause_reconstructable(t, act):
    """[5.2] Beyond repair before a settlement and the subsequent deal: void; later the case is the
    shift manager's [6.1]."""
    if t.asked != "reconstructable":
        return t.judged_before(act, ("5.2",))
    t.against([()] if act.who == "dealer" else [])
    t.asked = None
    if act.words[1] == "yes":
        t.end_leave()
        t.rebuild(not t.complete or t.initial_misplaced())
        return ("5.6.2",) if t.mixed_late else ("5.6.1",)
    if t.mixed_late:
        return beyond_repair(t)
    t.void(("5.2",))
    return ("5.2",)


def pairs_unsettled(t, words):
    """Side wagers that the initial deal has decided are settled now."""
    for stake in t.open_stakes():
        if stake.kind in t.document.sides and stake.area in t.hands and t.side_complete(stake):
            t.settle_side(stake)
    return ()


def some_unsettled(t, words):
    if t.interim not in ("made", "passed") or not any(
            s.kind in t.document.sides and s.area in t.hands and t.side_complete(s) for s in t.open_stakes()):
        yield ()


def outside(sign):
    """The area has a wager over the maximum, or one under the minimum."""
    def of(t, area):
        found = []
        for stake in t.stakes:
            limit = t.headers.limit(stake.kind)
            if stake.area == area and limit and stake.kind != "insurance":
                if (stake.cents > limit[1]) if sign > 0 else (stake.cents < limit[0]):
                    found.append(stake)
        return found

    def needs(t, words):
        if not of(t, int(words[0])):
            yield ("3.6",)
            yield ("5.27",) if sign > 0 else ("5.26",)

    def does(t, words):
        """[3.6] Before the close it is handed back; after it, it is settled by 5.26 or 5.27."""
        if t.phase != "betting":
            return ("5.27",) if sign > 0 else ("5.26",)
        for stake in of(t, int(words[0])):
            t.book(stake.who, stake.cents)
            t.stakes.remove(stake)
        t.return_sides()
        return ("3.6",)
    return needs, does


def clause_5_19(t, words):
    """Too few cards to complete the round: those in the discard holder are riffled once and cut. Where a machine
    shuffles, or nothing lies in the discard holder, it is the shift manager's [AMB-72]."""
    if t.headers.machine or (t.counted and t.gone <= len(t.lying())):
        return t.ask("shift", ("6.1",))
    t.riffle = "due"
    return ("5.19",)


def cards_wanting(t, words):
    if t.riffle_pending() or t.dealt_out() or t.thrown < len(t.out):
        yield ()


def clause_5_23(t, words):
    """Two or more cards left the device together. If their order can be told they are dealt in it
    [AMB-71]; otherwise it goes by how many are disclosed: with one, that is the next card [5.23.2,
    5.23.4.3]."""
    if t.all_done():
        return clause_5_7_together(t, words)
    cards = t.left_together(words)
    if t.lay_out(cards, words[-1] == "known"):
        return ()
    t.several = len(t.disclosed()) > 1
    if len(t.disclosed()) == 1:
        place = next(n for n in range(t.ordered, len(t.out)) if t.out[n] != "?")
        t.out.insert(t.ordered, t.out.pop(place))
        t.ordered = len(t.out)
    clause_5_25(t)
    return ("5.23",)


def together_possible(t, words):
    if not t.left_together(words) or (t.astray and t.due_hand() is None):
        yield ()


def clause_5_7_together(t, words):
    """Several at once on the Dealer's completed hand are removed as one is."""
    t.throw_away(t.left_together(words))
    if words[-1] != "known" and len([card for card in t.out if card != "?"]) == 1:
        t.out.sort(key=lambda card: card == "?")
    return ("5.7",)


def clause_pick(t, hand, places):
    """[5.23.1, 5.23.4.1] None is disclosed: one is chosen, and the rest follow [5.23.1.1, 5.23.4.2]."""
    if t.several:
        return (clause_5_23_4_5 if hand is t.dealer else clause_5_23_3)(t, hand, places)
    t.against([()] if not places or len(places) != 1 else [])
    t.put_first(places)
    return ()


def clause_5_23_3(t, hand, places):
    """More than one is disclosed: the Player selects the card or cards they wish to receive, several
    only for a hand that may draw again [3.23.1, 3.26.4]. The rest is offered to the next Player, and what that one leaves
    is burned [5.23.3.1, AMB-94]."""
    one_only = not t.complete or hand.doubled or (hand.of_split and hand.split_rank == "A")
    t.against([("5.23.3",), ()] if not places or (one_only and len(places) > 1) else [])
    t.put_first(places, len(places))
    first = t.chosen_by is None
    t.chosen_by, t.burn_rest = hand.area, not first
    if t.complete and not hand.due and t.controller(hand):
        hand.due = True
        t.commenced = True
    return ("5.23.3",) if first else ("5.23.3.1",)


def clause_5_23_4_5(t, hand, places):
    """On the Dealer's hand the most detrimental card is selected: one that takes it over 21, then the lower
    total, then one on which the Dealer must draw [AMB-87]. The other disclosed ones are discarded
    [5.23.4.6], undisclosed ones follow [AMB-88]."""
    t.against([()] if not places or len(places) != 1 else [])

    def harm(card):
        if card == "?":
            return -1
        total = clause_3_4_1(t.dealer.cards + [card])[0]
        return 1000 if total > 21 else 100 - 2 * total + clause_3_34(t, t.dealer.cards + [card])

    worst = max(harm(card) for card in t.out)
    spares = t.switch("repairs.detrimental") != "pit" and harm(t.out[places[0]]) < worst
    t.against([("5.23.4.5",)] if spares else [])
    unseen = [place for place, card in enumerate(t.out) if card == "?" and place not in places]
    t.put_first(places + unseen, 1 + len(unseen))
    t.chosen_by, t.burn_rest = t.dealer.area, True
    return ("5.23.4.5",)


def thrown_away(t):
    """The cards on the Dealer's completed hand are gone [5.7]."""


def see_receiver(t):
    """What is left when no further Player comes is burned [5.23.3.1]; in the initial deal a single card
    falls to the Dealer."""
    if not t.out or t.ordered or t.thrown or not (t.burn_rest or t.chosen_by is not None):
        return
    if t.burn_rest or (t.complete and t.turn() is None):
        t.thrown = len(t.out)
    elif not t.complete and len(t.out) == 1 and t.receiver() is t.dealer:
        t.ordered = 1


def clause_5_25(t):
    """Who is dissatisfied with 5.12, 5.15, 5.16 or 5.23 may withdraw what is undecided, before any
    further card."""
    t.withdrawers = {stake.who: "5.25" for stake in t.undecided()}


def clause_5_20(t, words):
    """The cutting card: noted, a shuffle follows the round; at a machine it is referred [AMB-72]."""
    if t.headers.machine:
        return t.ask("shift", ("6.1",))
    return ()


def clause_5_29(t, words):
    """Power failure: with an outcome play continues [5.29.2], otherwise Players may withdraw
    [5.29.1]."""
    if t.established():
        return ("5.29", "5.29.2")
    return t.open_withdrawal(("5.29", "5.29.1"))


def clause_6_1(t, words):
    """Whatever these rules do not cover."""
    return t.ask("shift", ("6.1",))


def needs_card(t, words):
    if not t.some_card():
        yield ()


REPORTS = {
    "foreign-card": (None, clause_5_1),
    "extra-card": (None, clause_5_1),
    "missing-card": (None, clause_5_1),
    "unshuffled": (None, clause_5_1),
    "wrong-order": (something_astray, wrong_order),
    "wrong-hand": (something_astray, wrong_hand),
    "card-not-wanted": (not_wanted_there, card_not_wanted),
    "extra-dealer-card": (over_complete, clause_5_7),
    "dealer-no-card": (dealer_without, clause_5_11),
    "player-short": (area_short(0, 1), clause_5_13),
    "no-cards": (area_short(0), clause_5_13),
    "one-card": (area_short(1), clause_5_13),
    "cards-on-empty-area": (empty_with_cards, cards_on_empty_area),
    "skipped": (passed_over, clause_5_17),
    "no-burn": (burn_forgotten, clause_5_21),
    "simultaneous": (together_possible, clause_5_23),
    "cards-mixed": (needs_card, cards_mixed),
    "pairs-unsettled": (some_unsettled, pairs_unsettled),
    "over-maximum": outside(1),
    "below-minimum": outside(-1),
    "insufficient-cards": (cards_wanting, clause_5_19),
    "shoe-order": (None, clause_6_1),
    "faceup-card": (front_unknown, clause_5_5),
    "cut-card": (None, clause_5_20),
    "cut-card-missed": (None, clause_5_20),
    "power-failure": (None, clause_5_29),
    "wrong-total": (needs_card, lambda t, w: ("3.5",)),
    "other": (None, clause_6_1),
}
