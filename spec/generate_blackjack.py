# SPDX-License-Identifier: Apache-2.0
"""Random rounds of the four Blackjack games."""
import collections
import copy
import random

PEOPLE = ("A", "B", "C", "D")
SIDES = {"mbs-blackjack-v6": ("pair",), "mbs-ace-race-v4": ("pair", "ace-race"),
         "mbs-star-elements": ("pair", "super-star-sevens", "three-stars"),
         "rws-blackjack": ("rws-pairs",)}
DECKS = {"mbs-blackjack-v6": (1, 8), "mbs-ace-race-v4": (2, 8), "mbs-star-elements": (4, 6),
         "rws-blackjack": (4, 8)}

PLAIN = ("foreign-card", "extra-card", "missing-card", "unshuffled", "shoe-order", "cut-card",
         "cut-card-missed", "wrong-total", "other something", "previous-round-error")

VOID_CLAUSES = ("5.1", "5.1.1", "5.2", "5.5", "5.5.1", "5.5.3", "5.5.4", "5.4.2", "5.17", "3.18", "6.1")

VOIDING = ("foreign-card", "extra-card", "missing-card", "unshuffled", "insufficient-cards")

RARE = ("no-burn", "skipped", "player-short", "no-cards", "one-card", "cards-on-empty-area", "extra-dealer-card",
        "dealer-no-card", "insufficient-cards", "pairs-unsettled")

AREA_KINDS = ("player-short", "no-cards", "one-card", "cards-on-empty-area")

BOTH = (("money.rounding", ("down", "nearest", "up")), ("money.unit", ("0.01", "0.5", "1")),
        ("settle.sides_early", ("true", "false")),
        ("surrender.on_blackjack", ("refuse", "allow")), ("split.resplit_order", ("adjacent", "last")),
        ("control.call", ("allow", "refuse")), ("absent.soft_min", ("12", "15", "17", "19", "21")),
        ("stand.min_total", ("0", "12", "15", "17")), ("window.stand_closes", ("true", "false")),
        ("double.min", ("table_min", "chip_unit")), ("outage.conclusive", ("computed", "announced")),
        ("repairs.subsequent_deal", ("request", "decision")))
SWITCHES = {"mbs": BOTH + (("repairs.detrimental", ("enforced", "pit")), ("repairs.decline_disclosed", ("stand", "keep_turn")),
                           ("repairs.late_card_withdraw", ("around", "before")), ("dealer.soft17", ("stand", "hit")),
                           ("insurance.of_absent", ("keeps", "declines")), ("limits.under_standoff", ("not_settled", "settled")),
                           ("faceup.before_first_card", ("refer", "play")), ("double.ace_nine", ("refuse", "allow")),
                           ("split_side.by", ("followers", "controller", "anyone")),
                           ("settle.blackjack_early", ("true", "false")), ("even_money.insurance_of_others", ("keep", "return"))),
            "rws": BOTH + (("hit.hard_21", ("refuse", "allow")), ("ace.choice", ("best_total", "declared")),
                           ("dealer.blackjack_vs_21", ("lose", "push")), ("repairs.options_for_sides", ("true", "false")),
                           ("limits.unseated_priority", ("highest", "first_placed")),
                           ("even_money.insurance", ("return", "keep")))}


def headers(game, rng):
    areas = rng.choice((1, 2, 3, 4))
    head = [f"game {game}", f"decks {rng.randint(*DECKS[game])}", "areas 7"]
    if rng.random() < 0.9:
        head.append("limits main 25 1000")
    if rng.random() < 0.8:
        head.append("limits side 5 200")
    for name in PEOPLE:
        credit = f" {rng.randint(0, 900)}" if rng.random() < 0.15 else ""
        head.append(f"player {name}{credit}")
    seats = list(range(1, areas + 1))
    rng.shuffle(seats)
    for name in PEOPLE[: len(seats)]:
        if rng.random() < 0.6:
            head.append(f"seat {name} {seats.pop()}")
    if rng.random() < 0.1:
        head.append("shuffle machine")
    if rng.random() < 0.25:
        name, values = rng.choice(SWITCHES[game[:3]])
        head.append(f"set {name} {rng.choice(values)}")
    return head


# ---- What hardly ever comes about by itself, line by line. ----


def said(*lines):
    return [lambda spec, line=line: line for line in lines]


def three_areas(player, *cards):
    """A, B and C play alone on areas 1 to 3; cards by rank in the order of the deal, the Dealer's the fourth."""
    amounts = [player.rng.choice((25, 50, 100)) for _ in range(3)]
    return said(*(f"{who}: bet {area} main {cents}" for who, area, cents in zip("ABC", (1, 2, 3), amounts))), [
        lambda spec, card=card, n=n: f"shoe: {card}{spec.document.suits[n % 4]}" for n, card in enumerate(cards)]


def side_claims(player):
    """Two who are equally far from an area want its side wager [mbs 3.17.2.3, 3.17.2.4]; a fourth one comes
    [3.17.1]."""
    rng, side = player.rng, SIDES[player.game][0]
    bets, _ = three_areas(player)
    own = said(f"A: bet 1 {side} {rng.choice((5, 10))}") * rng.randint(0, 1)
    full = said(*(f"{who}: bet 2 {side} 5" for who in "BDA"))
    return bets + own + rng.choice((
        said(f"A: claim 2 {side}", f"C: claim 2 {side}", "A: agree C", "C: disagree", f"C: bet 2 {side} 5", f"D: bet 2 {side} 5"),
        full + said(f"C: bet 2 {side} 5"), full[:2] + said(f"C: claim 2 {side}", f"A: claim 2 {side}", f"A: bet 2 {side} 5")))


def insurance_claims(player):
    """... or its declined Insurance [mbs 3.27.4.3, 3.27.4.4]."""
    rng = player.rng
    bets, cards = three_areas(player, "9", "8", "7", "A", "6", "5", "4")
    own = said("A: insure 1 5") * rng.randint(0, 1)
    both = said("A: claim 2/B insurance", "C: claim 2/B insurance")
    return bets + said("dealer: close") + cards + said("dealer: settle", "B: decline insurance 2") + own + both + rng.choice((
        said("A: insure 2/B 5", "C: insure 2/B 5"), said("A: disagree", "C: disagree", "D: insure 2/B 5", "A: insure 2/B 5")))


def passed_by_two(player):
    """A hand is passed over, and two areas have received cards since [mbs 5.18]."""
    bets, cards = three_areas(player, "9", "8", "7", "6", "6", "5", "4", "2", "3")
    return bets + said("dealer: close") + cards[:7] + said("dealer: proceed 2", "B: hit 2") + cards[7:8] + said(
        "B: stand 2", "C: hit 3") + cards[8:] + said("dealer: irregularity skipped 1")


def begins_with(player):
    """A chain that begins with a report of a rare kind."""
    rng, side = player.rng, SIDES[player.game][0]
    bets, cards = three_areas(player, "T", "9", "7", "6", "6", "8", "5", "4", "2")
    odd = said("D: bet 1 main 1500 unnoticed", "D: bet 2 main 5 unnoticed", f"D: bet 4 {side} 5 unnoticed")
    start = bets + odd[:rng.randint(0, 3)] + said(f"A: bet 1 {side} 5") * rng.randint(0, 1) + said("dealer: close")
    short = start + cards[:2] + said("dealer: proceed")
    one = said("A: bet 1 main 50", "dealer: close") + cards[:1] + cards[2:4]
    lines, kind = rng.choice((
        (short, "one-card 1"), (short, "no-cards 3"), (short, "player-short 3"), (short, "dealer-no-card"),
        (start + cards[:2] + [lambda spec: "shoe: 5" + spec.document.suits[0] + " > 5"] + said("dealer: settle"),
         "cards-on-empty-area 5"),
        (bets + said(f"A: bet 1 {side} 5", "dealer: close") + cards[:7] + said("dealer: proceed"), "pairs-unsettled"),
        (start + cards[:7] + said("dealer: proceed 2"), "skipped 1"), (start + cards[:7], "insufficient-cards"),
        (one + said("A: stand 1", "dealer: settle") + [lambda spec: "shoe: T" + spec.document.suits[1]] + [
            lambda spec: "shoe: 5" + spec.document.suits[2] + " > dealer"], "extra-dealer-card"),
        (start + cards[:2], "pairs-without-bet 4")))
    return lines + said(f"dealer: irregularity {kind}")


STAGES = (side_claims, insurance_claims, passed_by_two, begins_with, begins_with, begins_with, begins_with)

FOLLOWED = collections.Counter()  # (game, kind, kind): how often the one has followed the other in a chain


class Player:
    """Plays the next line, whoever does it."""

    def __init__(self, game, rng, head):
        self.rng = rng
        self.game = game
        self.areas = rng.choice((1, 2, 3, 3, 4))
        self.rounds = 0
        self.most = rng.choice((1, 1, 2, 3))
        self.sweep = 0.002
        self.rich = rng.choice(("A23456789T", "A23456789T", "8T9A", "A7T", "2356A"))
        self.hunt, self.goals = None, ()
        self.plan()

    def plan(self):
        rng = self.rng
        self.bets = rng.choice((1, 2, 3, 4, 5, 7))
        self.errors = rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
        self.slips = rng.choice((0, 0, 0, 1, 1, 2))
        self.chat = rng.choice((0, 0.1, 0.3))
        self.claims = rng.random() < 0.15
        self.chain = rng.random() < 0.06  # one report after the other: whatever holds
        self.last_kind = None
        self.staged = rng.choice(STAGES)(self) if rng.random() < 0.05 else []
        self.chain |= bool(self.staged)
        self.slips += 10 * self.chain
        self.bets += 3 * self.chain
        self.bets += 6 * self.claims
        self.stuck = 0

    def line(self, engine, spec):
        rng = self.rng
        line = self.hunt and self.hunt.line(self, spec)
        if line:
            return line
        self.stuck += 1
        if self.stuck > 120:
            return None
        if rng.random() < 0.04:
            return self.anything(spec)
        if self.staged and spec.phase in ("betting", "dealing") and not spec.asked and rng.random() < 0.95:
            line = self.staged.pop(0)(spec)
            self.last_kind = line.split()[2] if ": irregularity" in line else self.last_kind
            return line
        if self.chain and spec.phase in ("betting", "dealing", "ended") and not spec.asked and rng.random() < 0.35:
            return self.holding(spec)
        if spec.phase == "idle":
            if spec.to_burn and rng.random() < 0.9:
                return "shoe: " + self.card(spec)
            if rng.random() < 0.1:
                return "dealer: shuffle full"
            return "dealer: open"
        if spec.phase == "ended":
            if spec.voided and rng.random() < 0.2:
                return "dealer: end"
            self.rounds += 1
            if self.rounds >= self.most:
                return None
            self.plan()
            return "---"
        if spec.asked == "reconstructable":
            return f"pit: decide reconstructable {rng.choice(('yes', 'yes', 'no'))}"
        if spec.asked == "shift":
            return f"shift: decide {rng.choice(('continue', 'continue', 'void'))}"
        if self.errors and rng.random() < (0.05 if spec.phase == "betting" else 0.12):
            self.errors -= 1
            return self.report(spec)
        line = self.goals and rng.random() < 0.4 and self.aimed(spec, rng.choice(self.goals))
        if line:
            return line
        if spec.phase == "betting":
            mains = [s for s in spec.stakes if s.kind == "main"] or rng.random() < (0.1 if spec.stakes else 0.01)
            if self.bets > 0 or not mains:
                self.bets -= 1
                return self.bet(spec)
            if self.game == "rws-blackjack" and rng.random() < 0.1:
                return f"{rng.choice(PEOPLE)}: squeeze {self.spot()}"
            if spec.squeeze_asked and rng.random() < 0.8:
                return f"dealer: decide squeeze {rng.choice(('yes', 'yes', 'yes', 'no'))}"
            if spec.advised and rng.random() < 0.6:
                who, area = rng.choice(PEOPLE), rng.choice(sorted(stake.area for stake in spec.advised))
                return rng.choice((f"{who}: withdraw", f"{who}: withdraw {area}", f"{who}: raise {area} main {self.amount()}"))
            return "dealer: close"
        return self.dealing(spec)

    def place(self, spec):
        return self.rng.choice(["dealer", "discard", str(self.spot()), str(self.spot())]
                               + [spec.place_of(hand) for hand in spec.hands_in_order()])

    def report(self, spec):
        rng = self.rng
        if rng.random() < 0.4 and self.outside(spec):
            return f"dealer: irregularity {rng.choice(self.outside(spec))}"
        roll = rng.random()
        if roll < 0.25:
            return "pit: irregularity power-failure"
        if roll < 0.4:
            return f"dealer: irregularity faceup-card {self.card(spec)}"
        if roll < 0.5:
            return "dealer: irregularity cards-mixed"
        if roll < 0.62 and spec.phase == "dealing" and not (
                (spec.front and spec.all_done()) or (spec.to_burn and not spec.laid)):
            return self.together(spec)
        if roll < 0.55:
            return rng.choice(("dealer: irregularity pairs-unsettled", f"dealer: irregularity pairs-without-bet {self.spot()}"))
        if roll < 0.6 and self.game != "rws-blackjack":
            return "dealer: irregularity no-burn"
        if roll < 0.67:
            return f"dealer: irregularity {rng.choice(('over-maximum', 'below-minimum'))} {self.spot()}"
        if roll < 0.7:
            return "dealer: irregularity insufficient-cards"
        return f"dealer: irregularity {rng.choice(PLAIN)}"

    def scout(self, goals):
        """Somebody who plays on a copy of the table, makes no report, and errs as these reports need it."""
        one, rng = copy.copy(self), random.Random(self.rng.random())
        one.rng, one.hunt, one.staged = rng, None, []
        one.goals = goals + ["skipped"] if "extra-dealer-card" in goals else goals  # so that somebody still waits then
        one.errors, one.slips, one.bets = 0, rng.choice((0, 1, 3)), rng.choice((2, 4, 6))
        one.chain, one.claims, one.chat, one.stuck, one.areas = False, False, 0.05, 0, max(3, self.areas)
        return one

    def aimed(self, spec, kind):
        """A line without which there would be nothing to report; None if there is none now."""
        rng, who, spot = self.rng, self.rng.choice(PEOPLE), self.spot()
        if kind == "squeeze-faceup" and spec.phase in ("betting", "dealing"):
            return rng.choice((f"{who}: squeeze {spot}", "dealer: decide squeeze yes"))
        if spec.phase == "betting":
            return {"over-maximum": f"{who}: bet {spot} main 1500 unnoticed",
                    "below-minimum": f"{who}: bet {spot} main 5 unnoticed",
                    "pairs-without-bet": f"{who}: bet {rng.randint(5, 7)} {SIDES[self.game][0]} 5 unnoticed",
                    "pairs-unsettled": f"{who}: bet {spot} {SIDES[self.game][0]} 5"}.get(kind)
        if spec.phase != "dealing" or spec.astray or spec.to_burn or not spec.laid:
            return None
        if kind == "extra-dealer-card":
            return f"shoe: {self.card(spec)} > dealer" if spec.complete and not spec.turn() and not spec.wanted() else None
        if kind == "cards-on-empty-area":
            return f"shoe: {self.card(spec)} > {rng.randint(5, 7)}"
        if kind == "skipped":
            return f"dealer: proceed {self.some_hand(spec)}" if spec.complete else None
        if kind in ("dealer-no-card", "no-cards", "one-card", "player-short"):
            return rng.choice(("dealer: settle", "dealer: proceed")) if not spec.complete else None
        if kind == "pairs-unsettled":
            return "dealer: proceed" if spec.interim == "due" else None
        return None

    def said_of(self, spec, kind):
        """What could be said after the name of a report so that it holds now: words after words."""
        if spec.phase == "ended" or spec.asked:
            return []
        needs = spec.law.REPORTS[kind][0]
        areas = [[str(area)] for area in range(1, spec.headers.areas + 1)]
        words = [[]]
        if kind in ("player-short", "no-cards", "one-card", "cards-on-empty-area", "skipped", "over-maximum",
                    "below-minimum", "pairs-without-bet"):
            words = areas
        elif kind == "other":
            words = [["something"]]
        elif kind == "faceup-card":
            words = [[self.card(spec)]]
        elif kind == "simultaneous":
            words = [self.together(spec).split()[3:]]
        elif kind == "squeeze-faceup":
            words = [[spec.place_of(hand)] for hand in spec.hands_in_order()]
        elif kind == "card-not-wanted":
            words = areas + [["dealer"]] + [[spec.place_of(hand)] for hand in spec.hands_in_order() if hand.of_split]
        return [said for said in words if self.holds(spec, kind, needs, said)]

    def holding_now(self, spec, kind):
        """A report of that kind, if one holds."""
        said = [[]] if kind == "previous-round-error" else self.said_of(spec, kind)
        return " ".join(["dealer: irregularity", kind, *self.rng.choice(said)]) if said else None

    def holding(self, spec):
        """A report that holds now, each kind as likely as any other; one that voids the round seldom."""
        rng = self.rng
        found = {"previous-round-error": [[]]}
        for kind in spec.law.REPORTS:
            said = self.said_of(spec, kind)
            if said and (kind not in VOIDING or rng.random() < 0.1):
                found[kind] = said
        rare = sorted(kind for kind in found if kind in RARE)
        kind = rng.choice(rare if rare and rng.random() < 0.5 else sorted(found))
        if self.last_kind and rng.random() < 0.7:  # what has followed the last one least
            kind = min(sorted(found), key=lambda one: FOLLOWED[self.game, self.last_kind, one])
        FOLLOWED[self.game, self.last_kind, kind] += 1
        self.last_kind = kind
        return " ".join(["dealer: irregularity", kind] + rng.choice(found[kind]))

    def holds(self, spec, kind, needs, said):
        """Some are about wagers or about cards: of the other half of a round the law is not asked."""
        wagers = ("over-maximum", "below-minimum", "pairs-without-bet")
        anytime = ("faceup-card", "cut-card", "cut-card-missed", "power-failure", "shoe-order", "other") + VOIDING
        if spec.phase == "betting" and kind not in wagers + anytime:
            return False
        if kind in ("card-not-wanted", "skipped") and "." not in said[0] and said[0] != "dealer":
            if len(spec.hands.get(int(said[0]), ())) > 1 and kind == "card-not-wanted":
                return False
        if kind == "simultaneous" and ((spec.front and spec.all_done()) or (spec.to_burn and not spec.laid)):
            return False  # not compared yet (README)
        return needs is None or not list(needs(spec, said))

    def outside(self, spec):
        """Reports of wagers that are over the maximum or under the minimum."""
        found = []
        for stake in spec.stakes:
            limit = spec.headers.limit(stake.kind)
            if limit and stake.kind != "insurance" and not limit[0] <= stake.cents <= limit[1]:
                found.append(f"{'over-maximum' if stake.cents > limit[1] else 'below-minimum'} {stake.area}")
            box = sum(s.cents for s in spec.mains(stake.area))
            if limit and stake.kind == "main" and box > limit[1]:
                found.append(f"over-maximum {stake.area}")
        return found

    def misdeal(self, spec):
        """A report of cards that lie wrong, most often by a name that fits."""
        rng = self.rng
        places = [spec.place_of(hand) for hand in spec.hands_in_order()] + ["dealer"]
        wrong = [laid for laid in spec.strays()] or ([laid for laid in spec.initial_cards()] if spec.initial_wrong() else [])
        if wrong and rng.random() < 0.7:
            place = rng.choice(wrong).place
            places = [place if isinstance(place, str) else spec.place_of(place)] if place != "discard" else places
        kind = rng.choice(("wrong-order", "wrong-order", "wrong-hand", "wrong-hand", "card-not-wanted",
                           "card-not-wanted", "extra-dealer-card", "dealer-no-card", "short", "empty", "skipped"))
        if any(laid.place is spec.dealer for laid in spec.strays()) and spec.dealer_was_complete() and rng.random() < 0.5:
            kind = "extra-dealer-card"
        if len(spec.strays()) > 1 and kind not in ("wrong-order", "wrong-hand"):
            kind = "wrong-hand"  # what came in the stead of a card asked for is ruled on with it
        if kind == "card-not-wanted":
            return f"dealer: irregularity {kind} {rng.choice(places)}"
        if kind == "empty":
            return f"dealer: irregularity cards-on-empty-area {rng.choice(places).replace('dealer', '1').replace('discard', '2').split('.')[0]}"
        if kind == "short":
            area = rng.choice([area for area in spec.dealt if len(spec.initial_on(area)) < 2] or [self.spot()])
            kinds = AREA_KINDS[:3] if spec.initial_on(area) or rng.random() < 0.3 else ("no-cards",)
            return f"dealer: irregularity {rng.choice(kinds)} {area}"
        if kind == "skipped":
            return f"dealer: irregularity skipped {rng.choice(places).replace('dealer', '1').replace('discard', '2').split('.')[0]}"
        return f"dealer: irregularity {kind}"

    def together(self, spec):
        rng = self.rng
        cards = ["?"] * rng.choice((2, 2, 3))
        if rng.random() < 0.5:
            cards[rng.randrange(len(cards))] = self.card(spec)
        if rng.random() < 0.4:
            cards = [self.card(spec) if rng.random() < 0.8 else card for card in cards]
        for at, known in enumerate(spec.front[: len(cards)]):
            cards[at] = known if rng.random() < 0.9 else cards[at]
        order = rng.choice(("", "", " order unknown", " order known"))
        return f"dealer: irregularity simultaneous {' '.join(cards)}{order}"

    def dealing(self, spec):
        rng = self.rng
        wanted = spec.wanted()
        if spec.down() and rng.random() < (0.2 if spec.deal else 0.7):
            return self.reveal(spec)
        if spec.riffle and rng.random() < 0.7:
            who = spec.cutter() if rng.random() < 0.8 else rng.choice(PEOPLE)
            return "dealer: shuffle discards" if spec.riffle == "due" else f"{who}: cut"
        if rng.random() < 0.03 and self.calm(spec):
            return self.reread(spec)
        if spec.astray and rng.random() < 0.04 and not spec.beyond:
            return "pit: decide reconstructable no"
        if spec.astray and rng.random() < (0.9 if spec.beyond else 0.5):
            return self.misdeal(spec)
        if self.chain and spec.interim == "due" and rng.random() < 0.3:
            return "dealer: proceed"  # without the settlement
        if spec.passed and rng.random() < 0.25:
            return f"dealer: irregularity skipped {rng.choice(spec.passed).area}"
        if spec.to_burn and not spec.laid and rng.random() < 0.2:
            return f"shoe: {self.card(spec)} > {self.place(spec)}"
        if spec.to_burn and spec.laid:
            return "dealer: irregularity no-burn"
        if self.slips and not spec.to_burn and not spec.astray and rng.random() < (
                (0.15 if not spec.complete else 0.08) * (1 + self.chain)):
            self.slips -= 1
            return self.slip(spec, wanted)
        if spec.astray and not wanted:
            roll = rng.random()
            if not spec.complete and roll < 0.5:
                return f"shoe: {self.card(spec)} > {self.place(spec)}"
            if not spec.complete and roll < 0.8:
                return rng.choice(("dealer: settle", "dealer: proceed"))
        hand = spec.chooses()
        if hand and rng.random() < 0.6:
            who = "pit" if hand is spec.dealer or not spec.controller(hand) else spec.controller(hand)
            return f"{who}: {self.choice(spec)}"
        if spec.choosers and rng.random() < 0.4:
            who = rng.choice(PEOPLE)
            return rng.choice((f"{who}: continue", f"{who}: takeback", f"{who}: takeback {self.spot()}"))
        if spec.withdrawers and rng.random() < 0.3:
            who = rng.choice(PEOPLE)
            return rng.choice((f"{who}: withdraw", f"{who}: withdraw", f"{who}: continue",
                               f"{who}: withdraw {self.spot()}", f"pit: decide withdraw {rng.choice(('yes', 'no'))} {who}"))
        if spec.short and rng.random() < 0.5:
            who, area = rng.choice(sorted(spec.short))
            return rng.choice((f"{who}: withdraw {area}", f"{who}: withdraw", f"{who}: continue"))
        if spec.late_first and rng.random() < 0.3 and spec.turn():
            return f"{spec.controller(spec.turn()) or 'A'}: finish {spec.place_of(spec.turn())}"
        hand = spec.asked_to_take()
        if hand and rng.random() < 0.8:
            if spec.offer is None:
                return f"{spec.controller(hand)}: {self.choice(spec)}"
            return f"{spec.controller(hand)}: {rng.choice(('accept', 'refuse'))} {spec.offer}"
        if self.claims and spec.window == "insurance" and self.game != "rws-blackjack" and rng.random() < 0.9:
            return self.claim(spec)
        if spec.complete and rng.random() < self.chat:
            return self.option(spec)
        hand = spec.turn()
        if wanted:
            if rng.random() < 0.3 and (spec.following or spec.doubling):
                return self.option(spec)
            if wanted != "discard" and wanted.area in spec.squeezers and rng.random() < 0.7:
                return "shoe: ?"
            if spec.deal and not spec.front and not spec.to_burn and rng.random() < 0.1:
                return "shoe: " + " ".join(self.card(spec) for _ in spec.deal)
            return "shoe: " + self.card(spec)
        if hand:
            return self.decision(spec, hand)
        return "dealer: end"

    def calm(self, spec):
        """No card lies wrong and nobody is asked: one can be entered anew."""
        return spec.laid and not (spec.asked or spec.astray or spec.down())

    def reread(self, spec):
        """The card just entered, or another."""
        rng = self.rng
        if rng.random() < 0.5 and spec.last in spec.laid and not isinstance(spec.last.place, str):
            hand = spec.last.place
            number = spec.lying_on(hand).index(spec.last)
        else:
            hand = rng.choice([hand for hand in list(spec.hands_in_order()) + [spec.dealer] if hand.cards] or [None])
            if hand is None:
                return "dealer: reread " + self.card(spec)
            number = rng.randrange(len(hand.cards))
        return f"{rng.choice(('pit', 'pit', 'shift', 'dealer'))}: reread {self.card(spec)} {spec.place_of(hand)} {number + 1}"

    def reveal(self, spec):
        """Cards that lie face down are turned up."""
        rng = self.rng
        hand = rng.choice(spec.down())
        who = spec.squeezers.get(hand.area) if rng.random() < 0.8 else rng.choice(PEOPLE + ("dealer",))
        count = rng.randint(1, hand.cards.count("?"))
        return f"{who}: reveal {spec.place_of(hand)} {' '.join(self.card(spec) for _ in range(count))}"

    def choice(self, spec):
        """Among cards that lie out: one by its place, or some by their faces; or none of them."""
        rng = self.rng
        seen = [card for card in spec.out if card != "?"]
        if not seen or rng.random() < 0.4:
            return f"pick {rng.randint(1, len(spec.out))}"
        if rng.random() < 0.3:
            return f"refuse {' '.join(spec.out)}"
        rng.shuffle(seen)
        if rng.random() < 0.3:
            return f"accept {seen[0]}"
        return f"pick {' '.join(seen[: rng.randint(1, len(seen))])}"

    def slip(self, spec, wanted):
        """Something goes wrong at the layout."""
        rng = self.rng
        hands = list(spec.hands_in_order())
        if spec.complete and rng.random() < 0.25:
            return f"dealer: proceed {spec.place_of(rng.choice(hands))}" if hands and rng.random() < 0.8 else "dealer: proceed"
        if not spec.complete and spec.laid and rng.random() < 0.2:
            return rng.choice(("dealer: settle", "dealer: proceed"))
        if spec.complete and not spec.turn() and rng.random() < 0.5:
            return f"shoe: {self.card(spec)} > dealer"
        return f"shoe: {self.card(spec)} > {self.place(spec)}"

    def card(self, spec):
        if spec.out and spec.out[0] != "?" and self.rng.random() < 0.9:
            return spec.out[0]
        if spec.front and self.rng.random() < 0.95:
            return spec.front[0]
        ranks = self.rich if self.rng.random() < 0.6 else "A23456789T" + spec.document.faces
        return self.rng.choice(ranks) + self.rng.choice(spec.document.suits)

    def amount(self):
        rng = self.rng
        return rng.choice((f"{rng.randint(25, 100)}", "25", "50", "100", f"{rng.randint(25, 100)}.{rng.randint(0, 99):02}",
                           f"{rng.randint(0, 300)}", "1000", "24.99", "1000.01", "5", "200"))

    def spot(self):
        return self.rng.randint(1, self.areas)

    def bet(self, spec):
        rng = self.rng
        who = rng.choice(PEOPLE)
        roll = rng.random()
        if self.claims and self.game != "rws-blackjack" and rng.random() < 0.4:
            return self.claim(spec)
        if roll < 0.6:
            mark = rng.choice(("", "", "", "", " front", " unnoticed"))
            if mark == " unnoticed" and rng.random() < 0.5:
                return f"{who}: bet {self.spot()} main {rng.choice(('1000.01', '1500', '24.99', '5'))}{mark}"
            if rng.random() < 0.05:
                return f"dealer: place {who} {self.spot()} main {self.amount()}"
            return f"{who}: bet {self.spot()} main {self.amount()}{mark}"
        if roll < 0.85:
            mark = " unnoticed" if rng.random() < 0.05 else ""
            if self.game == "rws-blackjack" and rng.random() < 0.4:
                return f"{who}: bet boom-busted {rng.choice((5, 10, 50))}{mark}"
            spot = self.spot()
            return f"{who}: bet {spot} {rng.choice(SIDES[self.game])} {rng.choice((3, 5, 10, 25.5, 200, 300))}{mark}"
        if roll < 0.9:
            return f"{who}: raise {self.spot()} main {self.amount()}"
        if roll < 0.94:
            return f"{who}: pull {self.spot()} {rng.choice(('main', 'main') + SIDES[self.game])}" + rng.choice(("", " 10"))
        if roll < 0.97:
            return f"dealer: call {self.spot()} {who}"
        return f"{who}: leave" + rng.choice(("", f" {self.spot()}"))

    def claim(self, spec):
        """Somebody wants another's spot, or answers in a tie."""
        rng = self.rng
        tie = spec.open_tie()
        if tie and rng.random() < 0.6:
            return rng.choice((f"{rng.choice(tie[2])}: agree {rng.choice(tie[1])}", f"{rng.choice(tie[2])}: disagree"))
        who = rng.choice(PEOPLE)
        if spec.window == "insurance":
            owner, area = rng.choice([(s.who, s.area) for s in spec.stakes if s.kind == "main"] or [("A", 1)])
            if ("insurance", owner, area) not in spec.declined:
                return f"{owner}: decline insurance {area}"
            return rng.choice((f"{who}: claim {area}/{owner} insurance", f"{who}: claim {area}/{owner} insurance",
                               f"{who}: insure {area}/{owner} {rng.choice((5, 10, 12.5))}"))
        return f"{who}: claim {rng.choice([s.area for s in spec.stakes] or [1])} {rng.choice(SIDES[self.game])}"

    def some_hand(self, spec):
        hands = [spec.place_of(hand) for hand in spec.hands_in_order()]
        return self.rng.choice(hands or ["1"])

    def option(self, spec):
        rng = self.rng
        who, hand = rng.choice(PEOPLE), self.some_hand(spec)
        area = hand.split(".")[0]
        if spec.following and rng.random() < 0.5:
            new = spec.place_of(spec.following)
            choices = [f"{who}: follow {new}", f"{who}: follow {new}", f"{who}: decline split {new}"]
            if self.game == "mbs-ace-race-v4":
                choices += [f"{who}: bet {hand} ace-race-split {rng.choice((5, 10, 300))}"] * 3
            return rng.choice(choices)
        if spec.doubling and rng.random() < 0.5:
            place = spec.place_of(spec.doubling[-1])
            return rng.choice((f"{who}: double {place} {self.amount()}", f"{who}: double {place} 25",
                               f"{who}: decline double {place}"))
        return rng.choice((
            f"{who}: surrender {hand}", f"{who}: surrender {hand}", f"{who}: insure {area} {rng.choice((5, 10, 12.5, 50, 500))}",
            f"{who}: insure {area}/{rng.choice(PEOPLE)} {rng.choice((5, 10))}",
            f"{who}: even {area}", f"{who}: even {area}", f"{who}: decline insurance {hand}", f"{who}: decline insurance {hand}",
            f"{who}: decline surrender {hand}", f"{who}: decline even {hand}", f"{who}: leave {area}",
            f"{who}: leave", f"{who}: back", f"{who}: back {area}", "dealer: shut surrender",
            "dealer: shut insurance", "dealer: settle", "dealer: offer surrender", "dealer: offer insurance"))

    def decision(self, spec, hand):
        rng = self.rng
        place = spec.place_of(hand)
        who = spec.controller(hand) if rng.random() < 0.93 else rng.choice(PEOPLE)
        stake = next((s for s in spec.stakes_on(hand) if s.who == who), None)
        if len(hand.cards) == 2 and hand.cards[0][0] == hand.cards[1][0] and rng.random() < 0.5:
            return f"{who}: split {place}"
        if len(hand.cards) == 2 and rng.random() < 0.25:
            most = f"{stake.original / 100:.2f}" if stake else "25"
            return f"{who}: double {place} {rng.choice((most, most, '25', self.amount()))}"
        total = spec.total(hand)[0]
        if any(laid.wanted for laid in spec.strays()):
            return f"{who}: stand {place}"  # nobody draws twice while a card asked for lies astray
        if rng.random() < (0.85 if total < 12 else 0.5 if total < 17 else 0.1):
            return f"{who}: hit {place}"
        if rng.random() < 0.1:
            return f"{who}: split {place}"
        return f"{who}: stand {place}"

    def anything(self, spec):
        rng = self.rng
        who, hand = rng.choice(PEOPLE), self.some_hand(spec)
        return rng.choice((
            lambda: self.bet(spec), lambda: self.option(spec) if spec.complete else "dealer: open",
            lambda: "dealer: close", lambda: "dealer: end", lambda: "dealer: shuffle full",
            lambda: f"shoe: {self.card(spec)}", lambda: f"{who}: hit {hand}",
            lambda: f"{who}: object {rng.choice(PEOPLE)}", lambda: f"pit: clear {who}",
            lambda: f"pit: decide full-patronage {rng.choice(('yes', 'no'))}",
            lambda: f"pit: decide withdraw {rng.choice(('yes', 'no'))} {who}",
            lambda: "pit: decide reconstructable no",
            lambda: f"pit: restrict {who} areas {rng.choice((1, 1, 2))}",
            lambda: f"pit: restrict {self.spot()} wagers {rng.choice((1, 2, 3))}",
            lambda: f"{who}: stand {hand}", lambda: f"{who}: split {hand}",
            lambda: f"{who}: double {hand} {self.amount()}", lambda: f"{who}: sit {self.spot()}",
            lambda: f"{who}: rise", lambda: f"{who}: squeeze {self.spot()}", lambda: "shoe: ?",
            lambda: f"dealer: irregularity squeeze-faceup {hand}", lambda: f"dealer: void {rng.choice(VOID_CLAUSES)}",
            lambda: "dealer: shuffle discards", lambda: f"{who}: cut"))()

    def quiet(self, spec):
        return False

    def candidates(self, engine, spec):
        lines = []
        places = [spec.place_of(hand) for hand in spec.hands_in_order()]
        for who in PEOPLE:
            lines += engine.legal(who)
            lines += [f"{who}: {verb} {place}" for verb in ("hit", "stand", "split", "surrender", "even", "finish", "follow")
                      for place in places]
            lines += [f"{who}: {word}" for word in ("continue", "takeback", f"accept {spec.offer}", f"refuse {spec.offer}")
                      if spec.offer or "None" not in word]
        lines += [self.anything(spec) for _ in range(20)]
        return [line for line in lines if not any(word in line for word in ("squeeze", "claim", "unnoticed"))]
