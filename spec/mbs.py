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
}

# ---- 1. Definitions ----


def clause_1_1_1(hand):
    """Blackjack: an Ace and a ten as the initial two cards, and not of a split."""
    return (len(hand.first_two) == 2 and not hand.of_split and hand.initial
            and sorted(value(card) for card in hand.first_two) == [10, 11])


def clause_1_1_8(t, one, other):
    """Pair: the same value or the same face. Faces count as themselves [3.4.3, AMB-27]."""
    return one[0] == other[0]


# ---- 3. How to Play ----


def value(card):
    """[3.4] An Ace 11 [3.4.1], 2 to 10 as they are [3.4.2], faces ten [3.4.3]."""
    return VALUES[card[0]]


VALUES = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10, "F": 10, "L": 10, "S": 10}
VALUES.update({str(number): number for number in range(2, 10)})


def clause_3_4_1(cards):
    """Point total, and whether an Ace counts 11 in it (a soft total)."""
    total = sum(VALUES[card[0]] for card in cards)
    soft = sum(1 for card in cards if card[0] == "A")
    while total > 21 and soft:
        total, soft = total - 10, soft - 1
    return total, soft > 0


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
    others = {s.area for s in t.stakes if s.who == who and s.kind == "main"} - {area}
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


V6.needs_main, AceRace.needs_main, StarElements.needs_main = "3.15.2", "3.15.3", "3.15.4"


def clause_3_19(t, hand):
    """A Blackjack is paid at once unless the Dealer may still get one [3.20, AMB-45]."""
    return (clause_1_1_1(hand) and t.dealer.cards != [] and value(t.dealer.cards[0]) < 10
            and t.switch("settle.blackjack_early") == "true")


def clause_3_20(t, stake, hand):
    """Even money: a Blackjack against an Ace."""
    if not clause_1_1_1(hand) or value(t.dealer.cards[0]) != 11:
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
    if value(t.dealer.cards[0]) == 11:
        yield ("3.25",)
    if hand.of_split:
        yield ("3.25.1.1",)
    if clause_1_1_1(hand) and t.switch("surrender.on_blackjack") == "refuse":
        yield ("3.25",)


def clause_3_26(t, hand):
    """Double on the first two cards, also of a split hand, but not of split Aces [3.26.3], and not
    on 21 [3.30]. Ace Race: on a hard 10 or 11 only [ar 3.26.1]; A-9 is a hard 10 [AMB-23]."""
    if len(hand.cards) != 2:
        yield ("3.26",)
        return
    if hand.of_split and hand.split_rank == "A":
        yield ("3.26.3",)
    total, soft = clause_3_4_1(hand.cards)
    if total == 21:
        yield ("3.30",)
    if t.document is AceRace and not (total in (10, 11) and not soft) and sorted(
            value(card) for card in hand.cards) != [9, 11]:
        yield ("3.26.2",) if hand.of_split else ("3.26.1",)


def clause_3_26_amount(t, stake, cents):
    """Not more than the original wager and not less than the table minimum [1.1.2]."""
    limit = t.headers.limit("main")
    if stake.original < cents <= stake.cents:
        yield ("5.27",)  # only the maximum is at stake [AMB-08]
    elif cents > stake.original or (limit and cents < limit[0]) or cents == 0 or cents % t.unit():
        yield ("3.26",)


def clause_3_27_amount(t, stake, cents):
    """Insurance: not more than half of the wager."""
    if stake.original < cents * 2 <= stake.cents:
        yield ("5.27",)  # only the maximum is at stake [AMB-08]
    elif cents == 0 or cents % t.unit() or cents * 2 > stake.original:
        yield ("3.27",)


def clause_3_29(t, hand):
    """More cards only below 21 [3.30]; one card for split Aces [3.23.1] and a doubled hand."""
    total, _ = clause_3_4_1(hand.cards)
    if total >= 21:
        yield ("3.30",)
    if hand.of_split and hand.split_rank == "A" and len(hand.cards) >= 2:
        yield ("3.23.1",)
    if hand.doubled:
        yield ("3.26.4",)


def clause_3_28(t, hand):
    """A Player may stand on whatever he has, unless the house reads it otherwise [AMB-22]."""
    if clause_3_4_1(hand.cards)[0] < int(t.switch("stand.min_total")):
        yield ()


def stops(t, hand):
    """Hands that take no further card by themselves: 21 [3.30], split Aces with their card
    [3.23.1], a doubled hand with its card [3.26.4]."""
    if hand.doubled and not hand.due:
        return True
    if hand.of_split and hand.split_rank == "A" and len(hand.cards) >= 2:
        return True
    return len(hand.cards) >= 2 and clause_3_4_1(hand.cards)[0] >= 21


def clause_3_34(t, cards):
    """The Dealer draws to 16 and stands on 17; Ace Race: also draws on a soft 17."""
    total, soft = clause_3_4_1(cards)
    return total < 17 or (total == 17 and soft and t.document.soft_17 == "hit")


def clause_3_35(t):
    """Does the Dealer take another card? None that has no effect: for open hands by 3.34; for a
    Blackjack or an Insurance wager alone exactly one [AMB-40, AMB-41]."""
    hands = [t.hand_of(s) for s in t.open_stakes() if s.kind == "main" and not t.will_return(s)]
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
    one, other = t.hands[stake.area][0].first_two
    first = t.dealer.cards[0] if t.dealer.cards else None
    if stake.kind == "pair":
        return ((11, 1) if clause_1_1_8(t, one, other) else None), ("3.15.1",)
    if stake.kind == "ace-race":
        return clause_4_2_ace_race(one, other), ("3.15.2",)
    if stake.kind == "super-star-sevens":
        return clause_4_2_sevens([one, other, first]), ("3.15.2",)
    return clause_4_3_stars([one, other, first]), ("3.15.3",)


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
    total, _ = clause_3_4_1(hand.cards)
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
    if total > dealer:
        return stake.effective, "win", {d.win + ".2"}
    if total < dealer:
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
    total, soft = clause_3_4_1(hand.cards)
    return total < (int(t.switch("absent.soft_min")) if soft else 12)


def window_option(t):
    """Which option is open after the initial deal: Insurance against an Ace [3.27.1], otherwise
    surrender [3.25.1]."""
    return "insurance" if value(t.dealer.cards[0]) == 11 else "surrender"


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

VOIDS = ("5.1", "5.1.1")


def clause_5_1(t, words):
    """Extra, missing or foreign cards, or unshuffled ones: the round is void [5.1.1]."""
    return t.void(("5.1", "5.1.1"))


def clause_5_5(t, words):
    """A card is found face up after the first one was dealt: it is played as if face down. Before
    that it is the shift manager's [AMB-81]."""
    t.front.append(words[0])
    if t.some_card():
        return ("5.5",)
    return t.ask("shift", ("6.1",))


def front_unknown(t, words):
    if t.front or t.too_many(words[0]):
        yield ()


def something_astray(t, words):
    if not t.astray:
        yield ()


def clause_5_6(t, words):
    """Cards dealt incorrectly are reconstructed: those of the initial deal [5.6.1], and a card of
    the subsequent deal goes to the hand that had asked for it [5.6.2, AMB-68]."""
    if t.strays:
        late = t.commenced or t.paid_early or t.strays[0][2] is t.dealer
        t.put_right()
        return ("5.6", "5.6.2" if late else "5.6.1")
    t.reconstruct()
    return ("5.6", "5.6.1")


def asked_for(t, words):
    if not t.astray or (t.strays and t.strays[0][2] is None):
        yield ()


def over_complete(t, words):
    if not t.strays or t.strays[0][2] is not None:
        yield ()


def clause_5_7(t, words):
    """A card on the Dealer's completed hand is removed, and the total before it stands."""
    t.discard_strays()
    return ("5.7",)


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
    "wrong-order": (asked_for, clause_5_6),
    "extra-dealer-card": (over_complete, clause_5_7),
    "shoe-order": (None, clause_6_1),
    "faceup-card": (front_unknown, clause_5_5),
    "cut-card": (None, clause_5_20),
    "cut-card-missed": (None, clause_5_20),
    "power-failure": (None, clause_5_29),
    "wrong-total": (needs_card, lambda t, w: ("3.5",)),
    "other": (None, clause_6_1),
}
