# SPDX-License-Identifier: Apache-2.0
"""RWS Blackjack, w.e.f. 10 January 2024: the document as a program.

One function for each clause that decides something, in the order of the document and named by its
number. `t` is the table (blackjack.py).
"""
from mbs import VALUES, value  # the values of cards are the same [3.2]


class Rws:
    """rws-blackjack"""
    decks = range(4, 9)  # [2.2.1]
    suits = ("s", "h", "d", "c")
    faces = "JQK"
    sides = ("rws-pairs",)
    blackjack = (6, 5)  # [4.1.1]
    dealer_blackjack_takes = "original"  # [3.22.3, 3.23.2]


SWITCHES = {
    "money.unit": "0.01", "money.rounding": "down", "hit.hard_21": "refuse", "stand.min_total": "12",
    "control.unseated": "highest", "control.call": "allow", "surrender.on_blackjack": "refuse",
    "settle.blackjack_early": "true", "settle.sides_early": "true", "surrender.scope": "per_player",
    "even_money.insurance": "return", "split.resplit_order": "adjacent", "absent.soft_min": "12",
    "dealer.draw": "when_any_bet_open", "dealer.blackjack_vs_21": "lose", "ace.choice": "best_total",
    "window.stand_closes": "false", "squeeze.allowed": "true", "double.min": "chip_unit",
    "repairs.options_for_sides": "true", "outage.conclusive": "computed", "limits.unseated_priority": "highest",
    "repairs.subsequent_deal": "request",
}

# ---- 1. Definitions ----


def clause_1_2(hand):
    """Blackjack: an Ace and a ten as the initial two cards, and not of a Split, nor of a Hand that was Doubled."""
    return (hand.initial and not hand.of_split and not hand.doubled and len(hand.cards) > 1
            and {value(card) for card in hand.first_two} == {10, 11})


def controller(t, area, hand=None):
    """[1.26] The Seated Player: who sits at the box and has a Bet on it; where nobody does, the
    highest Bet, of equal ones the one placed first [AMB-59], or whom of these the Dealer named."""
    bettors = t.bettors(area, hand)
    for who in bettors:
        if t.headers_seat(who) == area:
            return who
    if not bettors:
        return None
    bets = {who: t.main_of(who, area).original for who in bettors}
    highest = max(bets.values())
    first = [who for who in t.by_time(area) if who in bettors and bets[who] == highest]
    if t.called.get(area) in first:
        return t.called[area]
    return first[0]


# ---- 3. How to Play ----


def clause_3_2(cards):
    """Point total, and whether an Ace counts 11 [AMB-15]."""
    total = sum(VALUES[card[0]] for card in cards)
    soft = sum(1 for card in cards if card[0] == "A")
    while total > 21 and soft:
        total, soft = total - 10, soft - 1
    return total, soft > 0


def clause_3_4(t, kind, cents):
    """A side Bet within its limits."""
    limit = t.headers.limit(kind)
    if limit and not limit[0] <= cents <= limit[1]:
        yield ("3.4",)


def clause_3_5(t, area, total, own=None):
    """The Bets on a box within its limits [5.1, 5.2]; of a Seated Player only his `own` counts
    towards the maximum."""
    limit = t.headers.limit("main")
    if limit and (total if own is None else own) > limit[1]:
        yield ("5.1",)
    if limit and total < limit[0]:
        yield ("5.2",)


def clause_3_9(t, area, kind):
    """RWS Pairs needs an Initial Bet on that box; Boom Busted one on any box [3.9.1]."""
    mains = [s for s in t.stakes if s.kind == "main"]
    if kind == "boom-busted":
        if not mains:
            yield ("3.9.1",)
    elif not any(s.area == area for s in mains):
        yield ("3.9",)


def clause_3_14(one, other):
    """RWS Pairs [4.1.2]: what two cards pay."""
    if one[0] != other[0]:
        return None
    if one[1] == other[1]:
        return (50, 1) if one[0] == "A" else (20, 1)
    return (12, 1) if (one[1] in "hd") == (other[1] in "hd") else (6, 1)


def clause_3_15_1(t, stake, hand):
    """Even Money: a Blackjack against an Ace."""
    if not clause_1_2(hand) or not t.first_is_ace():
        yield ("3.15.1",)


def clause_3_15_2(t, stake, cents):
    """Insurance: half or less than half of the Initial Bet."""
    if stake.original < cents * 2 <= stake.cents:
        yield ("5.1.1",)  # only the pro rata share is at stake [AMB-11]
    elif cents * 2 > stake.original:
        yield ("3.15.2",)
    if cents == 0 or cents % t.unit():
        yield ("3.15.2",)


def clause_3_16(t, hand):
    """A Blackjack against neither an Ace nor a ten is paid at once."""
    return (clause_1_2(hand) and t.dealer.cards != [] and value(t.dealer.cards[0]) < 10
            and t.switch("settle.blackjack_early") == "true")


def clause_3_17(t, hand):
    """Surrender: not against an Ace, not after a Split [3.22]."""
    if t.first_is_ace() or not t.dealer.cards:
        yield ("3.17",)
    if hand.of_split:
        yield ("3.22",)
    if t.dealer.cards and clause_1_2(hand) and (t.switch("surrender.on_blackjack") == "refuse" or value(t.dealer.cards[0]) < 10):
        yield ("3.17",)


def clause_3_18(t, hand):
    """No card on a Blackjack or a Soft 21, nor on any 21 [AMB-21]."""
    total, soft = clause_3_2(hand.cards)
    if t.own_natural(hand) or total > 21:
        yield ("3.18",)
    if total > 21:
        yield ("3.19",)
    if total == 21 and soft and t.switch("ace.choice") == "best_total":
        yield ("3.18",)
    if total == 21 and not soft and t.switch("hit.hard_21") == "refuse":
        yield ("3.18",)
    if hand.of_split and hand.split_rank == "A" and len(hand.cards) >= 2:
        yield ("3.22.2",)
    if hand.doubled:
        yield ("3.23",)


def clause_3_20(t, hand):
    """Below 12 a card must be drawn."""
    if clause_3_2(hand.cards)[0] < int(t.switch("stand.min_total")) or len(hand.cards) < 2:
        yield ("3.20",)


def clause_3_22(t, hand):
    """Two cards of identical value may be Split; no more than four Hands; Aces once [3.22.2]."""
    if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):
        yield ("3.22",)
    elif (hand.of_split and hand.split_rank == "A") or len(t.hands[hand.area]) >= 4:
        yield ("3.22.2",)


def clause_3_23(t, hand):
    """Double Down on the first two cards, not on a Blackjack or Soft 21, not on split Aces."""
    if len(hand.cards) != 2:
        yield ("3.23",)
        if clause_3_2(hand.cards)[0] > 21:
            yield ("3.19",)
        return
    total, soft = clause_3_2(hand.cards)
    soft_21 = total == 21 and t.switch("ace.choice") == "best_total"  # who counts it 11 has none [AMB-15]
    if soft_21 or t.own_natural(hand) or (hand.of_split and hand.split_rank == "A"):
        yield ("3.23",)


def clause_3_23_amount(t, stake, cents):
    """Equal to or less than the Initial Bet; any unit [AMB-12]."""
    if stake.original < cents <= stake.cents:
        yield ("5.1.1",)  # only the pro rata share is at stake [AMB-11]
    elif cents > stake.original:
        yield ("3.23",)
    if cents == 0 or cents % t.unit():
        yield ("3.23",)
    limit = t.headers.limit("main")
    if t.switch("double.min") == "table_min" and limit and cents < limit[0]:
        yield ("3.23",)


def stops(t, hand):
    """Hands that take no further card by themselves."""
    if hand.doubled and not hand.due:
        return True
    if hand.of_split and hand.split_rank == "A" and len(hand.cards) >= 2:
        return True
    if len(hand.cards) < 2:
        return False
    total, soft = clause_3_2(hand.cards)
    if total == 21 and not t.own_natural(hand):
        if soft:
            return t.switch("ace.choice") == "best_total"
        return t.switch("hit.hard_21") == "refuse"
    return total >= 21


def clause_3_24_draws(cards):
    """The Dealer draws at 16 or less [AMB-17] and stands on 17, soft or hard [AMB-16]."""
    return clause_3_2(cards)[0] < 17


def dealer_total_draws(t):
    return clause_3_24_draws(t.dealer.cards)


def clause_3_24(t):
    """Does the Dealer take another card? As long as any Bet is open [AMB-42, 3.26.1]; for Insurance
    alone he draws out, too (docs/notation.md 11.3)."""
    drawing = any(s.kind == "insurance" and s.reason in ("win", "lose") for s in t.stakes)
    if not drawing and not [s for s in t.open_stakes() if s.kind == "insurance"
            or (s.kind == "boom-busted" and t.in_round(s)) or s.kind == "main"
            and (t.plays(t.hand_of(s)) and not clause_3_16(t, t.hand_of(s)))]:
        return False
    return clause_3_24_draws(t.dealer.cards)


def clause_3_26(t, stake):
    """Boom Busted: what the Dealer's Hand pays; None if it is not Bust [3.26.2, 4.1.3]."""
    if clause_3_2(t.dealer.cards)[0] <= 21 or t.natural(t.dealer):  # his two cards stand [5.10.2]
        return None
    count = len(t.dealer.cards)
    return {3: (2, 1), 4: (2, 1), 5: (4, 1), 6: (12, 1), 7: (50, 1)}.get(count, (200, 1))


# ---- 4. Settlement ----


def sides(t, stake):
    two = t.hands[stake.area][0].first_two
    return clause_3_14(*two) if len(two) == 2 else None, ("3.14",)


def clause_3_24_result(t, stake, hand):
    """[3.24.1 to 3.24.4] with Blackjack [3.15.1, 3.16, AMB-18, AMB-19]."""
    total, _ = clause_3_2(hand.cards)
    dealer, _ = clause_3_2(t.dealer.cards)
    natural = clause_1_2(t.dealer)
    if clause_1_2(hand):
        if natural:
            return 0, "push", {"3.15.1" if value(t.dealer.cards[0]) == 11 else "3.16"}
        return t.pay(stake.effective, (6, 5)), "bj", {"4.1.1"}
    if natural:
        ordinary = not t.extended(stake)  # split and doubled Hands lose [3.22.3, 3.23.2]
        if total == 21 and ordinary and t.switch("dealer.blackjack_vs_21") == "push":
            return 0, "push", {"3.24.4"}
        return -stake.effective, "lose", set()
    if dealer > 21:
        return stake.effective, "win", {"3.24.1"}
    if total > dealer:
        return stake.effective, "win", {"3.24.2"}
    if total < dealer:
        return -stake.effective, "lose", {"3.24.3"}
    return 0, "push", {"3.24.4"}


BUST = {"3.19"}
BLACKJACK_TAKES = set()
SURRENDER = {"3.17"}
EVEN = {"3.15.1"}
INSURANCE = {"3.15.2"}


def insurance_odds(t):
    """[3.15.2.b]"""
    return value(t.dealer.cards[0]) == 11 and value(t.dealer.cards[1]) == 10


def house_draws(t, hand):
    """[5.3] for a Player who walked away: until 12 or more."""
    total, soft = clause_3_2(hand.cards)
    return total < (int(t.switch("absent.soft_min")) if soft else 12)


def window_option(t):
    """[3.15, 3.17]"""
    return "insurance" if value(t.dealer.cards[0]) == 11 else "surrender"


def side_decided(t, stake):
    return t.side_complete(stake)


# ---- 5. Irregularities ----

def against_void(t, clause):
    """5.5 voids a Round, and 5.4.2 as long as nothing is decided [5.4.1]."""
    if clause == "5.4.2" and t.established():
        yield ("5.4.1",)
    if clause == "5.5.3":
        yield from cards_wanting(t, ())
    if clause not in ("5.4.2", "5.5", "5.5.1", "5.5.2", "5.5.3", "5.5.4"):
        yield ()


def clause_5_1(t, area, seated):
    """A Seated Player's Bet leaves less for the Standing Players: the last placed gives way first
    [AMB-89]."""
    limit = t.headers.limit("main")
    if not limit or t.seats.get(seated) != area:
        return
    for stake in sorted(t.mains(area), key=lambda s: -s.time):
        over = sum(s.cents for s in t.mains(area)) - limit[1]
        if over > 0 and stake.who != seated:
            back = min(over, stake.cents)
            t.book(stake.who, back)
            stake.cents -= back
            stake.original = stake.cents
            if not stake.cents:
                t.stakes.remove(stake)


def over(t, area):
    """Is more on the box than its maximum, or more on a side Bet of it than its own [AMB-10]?"""
    limit = t.headers.limit("main")
    if limit and sum(s.cents for s in t.mains(area)) > limit[1]:
        return True
    return any(s.cents > t.headers.limit(s.kind)[1] for s in t.stakes
               if s.area == area and s.kind != "main" and t.headers.limit(s.kind))


def under(t, stake):
    """Does this Bet miss the minimum: the box as a whole [AMB-06], or a side Bet by itself?"""
    limit = t.headers.limit(stake.kind)
    if not limit:
        return False
    if stake.kind == "main":
        return sum(s.cents for s in t.mains(stake.area)) < limit[0]
    return stake.cents < limit[0]


def box_over(t, words):
    if not over(t, int(words[0])) if t.phase == "betting" else int(words[0]) not in t.over_boxes:
        yield ("5.1",)
        yield ()


def box_under(t, words):
    area = int(words[0])
    there = [s for s in t.stakes if s.area == area and under(t, s)]
    if not there if t.phase == "betting" else area not in t.under_boxes:
        yield ("5.2",)
        yield ()


def clause_5_1_noticed(t, words):
    """Noticed in time, the excess is rejected when the Bets are closed; later it counts pro rata."""
    if t.phase != "betting":
        return ("5.1.1",)
    t.excess.add(int(words[0]))
    return ("5.1",)


def reject_excess(t):
    """The Seated Player's Bet up to the maximum comes first, then the others in the order of placing
    [AMB-89]; a side Bet keeps its own maximum [AMB-10]."""
    for area in sorted(t.excess):
        bets = sorted(t.mains(area), key=lambda s: s.time)
        seated = controller_of_all(t, area)
        if t.switch("limits.unseated_priority") == "first_placed" and t.seats.get(seated) != area:
            seated = None
        left = t.headers.limit("main")[1] if t.headers.limit("main") else None
        for stake in sorted(bets, key=lambda s: s.who != seated):
            if left is not None:
                keep(t, stake, min(stake.cents, left))
                left -= stake.cents
        for side in [s for s in t.stakes if s.area == area and s.kind != "main" and t.headers.limit(s.kind)]:
            keep(t, side, min(side.cents, t.headers.limit(side.kind)[1]))


def controller_of_all(t, area):
    """Who is the Seated Player, there or not: the Bet was placed before they walked away [AMB-89]."""
    away, t.absent = t.absent, set()
    who = controller(t, area)
    t.absent = away
    return who


def keep(t, stake, cents):
    t.book(stake.who, stake.cents - cents)
    stake.cents = stake.original = cents
    if not cents:
        t.stakes.remove(stake)


def clause_5_2(t, words):
    """Noticed in time, the Players may raise or withdraw; later they win or lose accordingly."""
    if t.phase != "betting":
        return ("5.2.1",)
    t.advised |= {s for s in t.stakes if s.area == int(words[0]) and under(t, s)}
    return ("5.2",)


def advised(t, who, area):
    """The Bets that somebody may withdraw because they miss the minimum: of one box, or of all."""
    return [s for s in t.stakes if s.who == who and s in t.advised and area in (0, s.area) and under(t, s)]


def clause_5_2_close(t):
    """Who was advised and has done neither has the Bet returned; of others it was not noticed [5.2.1]."""
    areas = {s.area for s in t.advised}
    for stake in [s for s in t.stakes if s in t.advised and under(t, s)]:
        t.book(stake.who, stake.cents)
        t.stakes.remove(stake)
    if areas:
        t.return_sides()


def clause_5_1_1(t):
    """Bets over the maximum of a box that were not rejected count pro rata: the shares add up to the
    maximum [AMB-03], none falls below the minimum [AMB-04], and a Bet under the minimum counts in
    full [5.1.2, AMB-05]. Where the minimum is too much for so many it is the shift manager's."""
    limit = t.headers.limit("main")
    asked = False
    for area in t.dealt if limit else ():
        bets = t.mains(area)
        if sum(s.cents for s in bets) <= limit[1]:
            continue
        exempt = sum(s.cents for s in bets if s.cents < limit[0])
        sharing = [s for s in bets if s.cents >= limit[0]]
        pool = limit[1] - exempt
        if limit[0] * len(sharing) > pool:
            asked = True
            for stake in sharing:
                stake.original = limit[0]
            continue
        lifted = []
        while True:
            rest = [s for s in sharing if s not in lifted]
            shares = apportion(t, rest, pool - limit[0] * len(lifted))
            low = [s for s in rest if shares[s] < limit[0]]
            if not low:
                break
            lifted += low
        for stake in sharing:
            stake.original = limit[0] if stake in lifted else shares[stake]
    if asked:
        return t.ask("shift", ("5.19", "5.1.1"))
    return ()


def apportion(t, bets, pool):
    """Shares of the pool by largest remainder, the Bet nearer the front first when they are equal."""
    unit, whole = t.unit(), sum(s.cents for s in bets)
    shares = {s: pool * s.cents // (whole * unit) * unit for s in bets}
    order = sorted(bets, key=lambda s: -(pool * s.cents % (whole * unit)))
    left = (pool - sum(shares.values())) // unit
    for stake in order[:left]:
        shares[stake] += unit
    return shares


def pairs_without_bet(t, words):
    """[5.15] RWS Pairs on a box without an Initial Bet are returned."""
    for stake in [s for s in t.open_stakes() if s.kind == "rws-pairs" and s.area == int(words[0])]:
        t.settle_stake(stake, 0, "returned", {"5.15"})
        if t.phase == "betting":
            t.stakes.remove(stake)
    return ("5.15",)


def no_bet_there(t, words):
    area = int(words[0])
    if any(not s.settled for s in t.mains(area)) or not any(
            s.kind == "rws-pairs" and s.area == area for s in t.open_stakes()):
        yield ()


def clause_5_4(t, words):
    """Power failure: with an outcome play continues [5.4.1], otherwise the Round is void [5.4.2]."""
    if t.established():
        return ("5.4", "5.4.1")
    return t.void(("5.4", "5.4.2"))


def clause_5_5(clause):
    """A card that does not belong to the set [5.5.1], too many or too few [5.5.2], not enough to
    complete the Round [5.5.3], not shuffled [5.5.4]: void."""
    return lambda t, words: t.void(("5.5", clause))


def something_astray(t, words):
    if not t.astray:
        yield ()


def settled(t):
    """Has an Interim or Final Settlement taken place anywhere? [AMB-65, AMB-84]"""
    return t.settlement_made()


def dealing_error(t, words):
    """[5.7] Any dealing error: before a settlement the cards are reconstructed [5.9], after it they
    stay [5.10.1]; either way all Players have the options."""
    if dealer_overdrew(t):
        return clause_5_10_2(t, words)
    if settled(t):
        return clause_5_10_3(t) if unasked_on_empty(t) else clause_5_10_1(t)
    return clause_5_9(t, t.initial_misplaced())


def card_missing(t, words):
    """A dealing error by which somebody was left short: the Initial Deal goes on."""
    return clause_5_10_1(t) if settled(t) else clause_5_9(t, True)


def clause_5_9(t, initial):
    """Reconstruction: every card goes where it was intended, what nobody asked for back to the
    front. A Split cannot be undone: then the Hands go on as they lie [5.7.1]."""
    t.holding = True
    if t.beyond or t.split_stays() or (initial and t.commenced and any(len(hands) > 1 for hands in t.hands.values())):
        t.cards_stay()
        clauses = ("5.7",)
    else:
        t.rebuild(initial)
        clauses = ("5.7", "5.9")
    t.holding = False
    clause_5_7(t)
    return clauses


def clause_5_10_1(t):
    """After a settlement nothing is reconstructed: the cards stay where they lie."""
    t.holding = True
    t.cards_stay()
    t.holding = False
    clause_5_7(t)
    return ("5.7", "5.10", "5.10.1")


def clause_5_10_3(t):
    """Cards on a box without a Bet, after a settlement: they are discarded."""
    t.to_discard(unasked_on_empty(t))
    t.accept_ruled()
    clause_5_7(t)
    return ("5.7", "5.10.3")


def unasked_on_empty(t):
    return [laid for laid in t.laid if isinstance(laid.place, str) and laid.place != "discard" and laid.astray()]


def dealer_overdrew(t):
    return (any(laid.place is t.dealer and laid.wanted is None for laid in t.strays())
            and t.dealer_was_complete())


def skipped(t, words):
    """A box passed over is a dealing error as any other [AMB-84]."""
    area = int(words[0])
    if settled(t):
        t.resume(area)
        return clause_5_10_1(t)
    if t.beyond:
        t.resume(area)
        return clause_5_9(t, False)
    t.holding = True
    t.go_back(t.passed_on(area)[0])
    t.holding = False
    clause_5_7(t)
    return ("5.7", "5.9")


def cards_mixed(t, words):
    """Whether the cards can be Reconstructed is for the House to say [5.9]; after a settlement they
    are not [5.10.1]."""
    if settled(t):
        return clause_5_10_1(t)
    if t.beyond or t.split_stays():
        return clause_5_9(t, True)
    return t.ask("reconstructable", ("5.9",))


def clause_reconstructable(t, act):
    if t.asked != "reconstructable":
        return t.judged_before(act, ("5.7.1",))
    t.against([()] if act.who == "dealer" else [])
    t.asked = None
    if act.words[1] == "yes":
        return clause_5_9(t, not t.complete or t.initial_misplaced())
    t.holding = True
    t.cards_stay()
    t.holding = False
    clause_5_7(t)
    return ("5.7",)


def pairs_unsettled(t, words):
    """[5.16] RWS Pairs that were not settled in time are settled as soon as possible."""
    for stake in t.open_stakes():
        if stake.kind == "rws-pairs" and stake.area in t.hands and t.side_complete(stake):
            t.settle_side(stake)
    return ("5.16",)


def some_unsettled(t, words):
    if t.interim not in ("made", "passed") or not any(
            s.kind == "rws-pairs" and s.area in t.hands and t.side_complete(s) for s in t.open_stakes()):
        yield ()


def cards_wanting(t, words):
    if t.phase == "dealing" and (t.dealt_out() or t.thrown < len(t.out)):
        yield ()


def clause_5_12(t, words):
    """Cards drawn together, the order not known: a Player chooses which to receive first; on the
    Dealer's Hand they are discarded [5.12.1]. All Players have the options of 5.7 [5.12.2]."""
    if t.all_done():
        t.throw_away(t.left_together(words))
        return ("5.10.2",)
    t.lay_out(t.left_together(words), words[-1] == "known")
    if see_receiver(t):
        t.options_after = True
        return ("5.12",)
    clause_5_7(t)
    return ("5.12", "5.12.2", "5.7")


def see_receiver(t):
    """[5.12.1] On the Dealer's Hand, or once they come to it, the cards are discarded."""
    if t.out and not t.front and not t.ordered and not t.thrown and t.receiver() is t.dealer:
        t.thrown, t.ordered = len(t.out), 0
        return True
    return False


def together_possible(t, words):
    if not t.left_together(words) or (t.astray and t.due_hand() is None):
        yield ()


def clause_pick(t, hand, places):
    """[5.12] Which card comes first."""
    t.against([()] if not places or len(places) != 1 else [])
    t.put_first(places)
    return ("5.12",)


def thrown_away(t):
    """[5.12.1, AMB-85] The cards are discarded before the options are put."""
    if not t.out and t.options_after:
        t.options_after = False
        clause_5_7(t)


def passed_over(t, words):
    if not t.passed_on(int(words[0])):
        yield ()


def not_wanted_there(t, words):
    if not t.unwanted_on(words[0]):
        yield ()


def dealer_without(t, words):
    if not t.begun or t.dealer.cards or t.deal_goes_on():
        yield ()


def empty_with_cards(t, words):
    if not any(laid.place == words[0] and laid.astray() for laid in t.laid):
        yield ()


def area_short(*counts):
    """The box has so many cards and ought to have two by now."""
    def needs(t, words):
        area = int(words[0])
        if (area not in t.dealt or not t.laid or t.deal_goes_on() or len(t.hands[area]) > 1
                or len(t.hands[area][0].cards) not in counts or not t.stakes_on(t.hands[area][0])):
            yield ()
    return needs


def late_card_options(t):
    """[3.15.2.a, 3.17] before any additional card is dealt to any Player."""
    return not any(len(hands) > 1 or len(hands[0].cards) > 2 or hands[0].due for hands in t.hands.values())


def clause_5_7(t):
    """All Players may continue with the Hand as it is [5.7.1, 5.7.2] or have their Bet returned
    [5.7.3], until the next card. A Player is who has an undecided Bet [AMB-83, AMB-108]. While cards
    wait to be discarded, the options of all errors wait with them [AMB-85]."""
    if t.options_after:
        return
    t.choosers = {s.who for s in t.open_stakes() if gives_choice(t, s)}


def gives_choice(t, stake):
    """Is this a Bet that gives its Player the options? By the other reading of AMB-108 a Hand alone does."""
    hands_only = t.switch("repairs.options_for_sides") == "false"
    return still_open(t, stake) and (stake.kind == "main" or not hands_only)


def still_open(t, stake):
    """A Bet is open until it is settled; RWS Pairs until its two cards have decided it [AMB-83]."""
    return stake.kind != "rws-pairs" or stake not in t.complete_now()


def over_complete(t, words):
    if not any(laid.place is t.dealer and laid.astray() for laid in t.laid) or not t.dealer_was_complete():
        yield ()


def clause_5_10_2(t, words):
    """Cards on the Dealer's completed Hand are discarded, and the Point Total before them stands;
    nobody has a choice [AMB-83]."""
    t.to_discard([laid for laid in t.laid if laid.place is t.dealer and laid.astray()])
    t.accept_ruled()
    return ("5.10.2",)


def clause_5_11(t, words):
    """A card turned face up in the shoe is the next card."""
    t.front.append(words[0])
    return ("5.11",)


def front_unknown(t, words):
    if t.front or t.out or t.too_many(words[0]):
        yield ()


def clause_5_19(t, words):
    """Whatever these rules do not resolve."""
    return t.ask("shift", ("5.19",))


def needs_card(t, words):
    if not t.some_card():
        yield ()


def against_claim(t, who, spot):
    """Nobody takes another Player's Insurance [3.15.2], and nobody has to be asked for RWS Pairs [3.9.1]."""
    yield ()


def squeezed(t, words):
    """Cards lie on a box that is squeezed."""
    hand = t.find_hand(words[0])
    if hand is None or hand is t.dealer or hand.area not in t.squeezers or not hand.cards:
        yield ()


REPORTS = {
    "squeeze-faceup": (squeezed, lambda t, w: ("3.12",)),
    "foreign-card": (None, clause_5_5("5.5.1")),
    "extra-card": (None, clause_5_5("5.5.2")),
    "missing-card": (None, clause_5_5("5.5.2")),
    "unshuffled": (None, clause_5_5("5.5.4")),
    "wrong-order": (something_astray, dealing_error),
    "wrong-hand": (something_astray, dealing_error),
    "card-not-wanted": (not_wanted_there, dealing_error),
    "dealer-no-card": (dealer_without, card_missing),
    "player-short": (area_short(0, 1), card_missing),
    "no-cards": (area_short(0), card_missing),
    "one-card": (area_short(1), card_missing),
    "cards-on-empty-area": (empty_with_cards, dealing_error),
    "skipped": (passed_over, skipped),
    "pairs-without-bet": (no_bet_there, pairs_without_bet),
    "simultaneous": (together_possible, clause_5_12),
    "cards-mixed": (needs_card, cards_mixed),
    "pairs-unsettled": (some_unsettled, pairs_unsettled),
    "over-maximum": (box_over, clause_5_1_noticed),
    "below-minimum": (box_under, clause_5_2),
    "insufficient-cards": (cards_wanting, clause_5_5("5.5.3")),
    "extra-dealer-card": (over_complete, clause_5_10_2),
    "shoe-order": (None, clause_5_19),
    "faceup-card": (front_unknown, clause_5_11),
    "cut-card": (None, lambda t, w: ()),
    "cut-card-missed": (None, lambda t, w: ()),
    "power-failure": (None, clause_5_4),
    "wrong-total": (needs_card, clause_5_19),
    "other": (None, clause_5_19),
}
