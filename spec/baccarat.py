# SPDX-License-Identifier: Apache-2.0
"""Electronic 7 Up Baccarat (MBS), w.e.f. 8 May 2023: the document as a program.

One function for each clause that decides something, in the order of the document and named by its
number. Read it beside the law. `t` is the table: what lies there, and nothing worked out in
advance. A function `against_...` gives every reason that holds against an act, as clauses; an act
without a reason against it is accepted.

Where the law is silent, the reading is named: AMB-74 is an entry of docs/readings.md.
"""
from functools import lru_cache

from record import Fault, Refused, read_cents
from table import Stake, Table

# ---- 1. Definitions ----

PERMANENT = 7  # [1.1.4] always the first card of "Player"


def clause_1_1_1(t, place):
    """Hand: the cards dealt to "Player" or "Banker", as points; "Player" has the permanent 7."""
    points = [clause_3_3(card) for where, card in t.dealt if where == place]
    return [PERMANENT] + points if place == "player" else points


def clause_1_1_2(player, banker):
    """Initial deal: two cards to "Player", the permanent 7 included, and two to "Banker"."""
    return len(player) == 2 and len(banker) == 2


def clause_1_1_3(player, banker):
    """Natural: eight or nine in the initial deal."""
    return clause_3_4(player[:2]) >= 8 or clause_3_4(banker[:2]) >= 8


def clause_1_1_7(player, banker):
    """Super 7's: how many 7s both hands have, the permanent one included. Two or more win."""
    return (player + banker).count(7)


def clause_1_1_8(player, banker):
    """Tie: the same point total at the end."""
    return clause_3_4(player) == clause_3_4(banker)


# ---- 2. Mode of Play ----

DECKS = range(4, 11)  # [2.1]


def clause_2_2(t, kind, cents, unit_only=False):
    """The terminals show the least and the most of each wager. The least step is the unit of the
    table [AMB-01]."""
    if cents == 0 or cents % t.unit():
        yield ("2.2",)
    if unit_only:
        return
    limit = t.headers.limit(kind, main=None)
    if limit and not limit[0] <= cents <= limit[1]:
        yield ("2.2",)


# ---- 3. How to Play ----


def clause_3_1(t):
    """Bets are open."""
    t.phase = "betting"


def clause_3_2(t):
    """Bets are closed. What a terminal has not accepted by now takes no part [5.10.2, AMB-80]."""
    t.phase = "dealing"
    for stake in t.open_stakes():
        if stake.pending:
            t.give_back(stake, ("3.2",))
            t.stakes.remove(stake)


def clause_3_3(card):
    """Point value: Two to Nine as they are, Ace one [3.3.1]; Ten, Jack, Queen, King zero [3.3.2]."""
    return POINTS[card[0]]


POINTS = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}
POINTS.update({str(point): point for point in range(2, 10)})


def clause_3_4(points):
    """Point total: the right digit of the sum."""
    return sum(points) % 10


KINDS = ("player", "banker", "tie", "super-sevens")  # [3.5.1]


def clause_3_6(dealt):
    """Where the next card of the initial deal goes: Banker, Player, Banker [3.6.1, 3.6.2]."""
    return ("banker", "player", "banker")[dealt]


def clause_3_7(player, banker):
    """The Table of Play: where the next card goes after the initial deal, and by which line of the
    table; None if no more cards are drawn."""
    if clause_1_1_3(player, banker):
        return None, "3.7/natural"
    if len(player) == 2 and clause_3_4(player) <= 5:
        return "player", "3.7/player"
    if len(banker) > 2:
        return None, "3.7"
    total = clause_3_4(banker)
    if len(player) == 2:  # "Player" stands on 6 or 7
        return ("banker" if total <= 5 else None), "3.7/player-stands"
    third = player[2]
    draws = {
        0: True, 1: True, 2: True,
        3: third != 8,
        4: third in (2, 3, 4, 5, 6, 7),
        5: third in (4, 5, 6, 7),
        6: third in (6, 7),
        7: False,
    }[total]
    return ("banker" if draws else None), f"3.7/banker-{total}" if total > 2 else "3.7/banker-0-2"


def next_place(player, banker, dealt):
    """3.6 and 3.7 together: where card number `dealt` (from 0) goes; None if none is drawn."""
    if dealt < 3:
        return clause_3_6(dealt)
    return clause_3_7(player, banker)[0]


def clause_3_8(player, banker):
    """The higher point total wins; the same is a Tie [3.8.1]."""
    if clause_1_1_8(player, banker):
        return "tie"
    return "player" if clause_3_4(player) > clause_3_4(banker) else "banker"


def clause_3_9(t):
    """The cutting card appears: it is removed and the round is completed."""
    return ("3.9",)


# ---- 4. Settlement ----


def clause_4_1(kind, total):
    """What "Player", "Banker" and Tie pay: so many for so many."""
    seven = total == 7
    return {"player": (1, 2) if seven else (1, 1), "banker": (9, 5) if seven else (1, 1),
            "tie": (9, 1) if seven else (7, 1)}[kind]


def clause_4_2(sevens):
    """What Super 7's pays."""
    return {2: (2, 1), 3: (5, 1), 4: (17, 1), 5: (70, 1), 6: (700, 1)}[sevens]


def settle(t, stake, player, banker):
    """One wager at the end of the round: profit or loss, the word for it, the clauses."""
    outcome = clause_3_8(player, banker)
    if stake.kind == "super-sevens":
        sevens = clause_1_1_7(player, banker)
        if sevens < 2:
            return -stake.cents, "lose", {"1.1.7"}
        return t.pay(stake.cents, clause_4_2(min(sevens, 6))), "win", {"1.1.7", "4.2"}
    if stake.kind == outcome:
        own = banker if outcome == "banker" else player
        clauses = {"4.1", "3.8.1" if outcome == "tie" else "3.8"}
        return t.pay(stake.cents, clause_4_1(stake.kind, clause_3_4(own))), "win", clauses
    if outcome == "tie":
        return 0, "push", {"3.8.1"}
    return -stake.cents, "lose", {"3.8"} | ({"1.1.9"} if stake.kind == "tie" else set())


# ---- 5. Irregularities ----


def clause_5_1(t):
    """Extra, missing or foreign cards, or unshuffled ones: this round is void [5.1.1], earlier
    ones stand [5.1.2]."""
    t.void(("5.1", "5.1.1"))


def clause_5_2(t):
    """The order in the device is altered and cannot be reconstructed: void."""
    t.void(("5.2",))


def clause_5_3(t):
    """Too few cards to complete the round: void. Cards lying out in a known order are dealt first;
    if they suffice, the cards have sufficed."""
    t.void(("5.3",))


def cards_suffice(t):
    """Whether the round can be completed without another card from the device."""
    faces = [card for _, card in t.dealt] + t.front
    if "?" in faces:
        faces = faces[: faces.index("?")]
    player, banker = [PERMANENT], []
    for number, card in enumerate(faces):
        place = next_place(player, banker, number)
        if place is None:
            return True
        (player if place == "player" else banker).append(clause_3_3(card))
    return len(faces) >= 3 and next_place(player, banker, len(faces)) is None


def clause_5_4(t):
    """After "No more bets" no wager may be withdrawn."""
    if t.phase != "betting":
        yield ("5.4",)


def clause_5_5(t):
    """After "No more bets" no wager may be placed or increased."""
    if t.phase != "betting":
        yield ("5.5",)


def clause_5_6(t, card):
    """A card is found face up after the first one was dealt: it is played as if face down. Before
    the first card: the shift manager's [AMB-81]."""
    t.front.append(card)
    t.left.append(False)
    before = t.switch("faceup.before_first_card")
    if t.dealt or before == "play":
        return ("5.6",)
    if before == "burn":
        t.to_burn = 1
        return ("5.6",)
    return t.ask("shift", ("6.1",))


def clause_5_7(t):
    """Cards dealt in an incorrect order: reconstructed. Each card goes where it would have gone in
    the order in which they left the device; what is over goes back to the front of it."""
    right, over = reconstructed([card for _, card in t.dealt])
    t.dealt = right
    t.front = over + t.front
    t.left = [False] * len(over) + t.left
    for card in over:
        t.count(card, -1)
    return ("5.7",)


def reconstructed(cards):
    """The cards as they ought to lie, and those that are over."""
    player, banker, right = [PERMANENT], [], []
    for number, card in enumerate(cards):
        place = next_place(player, banker, number)
        if place is None:
            return right, cards[number:]
        (player if place == "player" else banker).append(clause_3_3(card))
        right.append((place, card))
    return right, []


def clause_5_8(t, cards, known):
    """Two or more cards leave together. In a known order they are dealt in it; a card known to be
    next comes first, and then the order of two is known [AMB-85]. Otherwise void [5.8.1]."""
    cards = t.front[: len(cards)] + cards[len(t.front):]
    known = known or (t.front != [] and len(cards) - len(t.front) <= 1)
    t.front, t.left = t.front[len(cards):], t.left[len(cards):]
    if known and t.just_said:
        clause_5_2(t)
        return ("5.2",)
    if known:
        t.front, t.left = cards + t.front, [True] * len(cards) + t.left
        return ("5.8",)
    if t.switch("together.unneeded") == "aside" and not t.astray() and t.wanted() is None:
        return ("5.8",)
    t.void(("5.8.1",))
    return ("5.8.1",)


def clause_5_9(t):
    """The round cannot go on: void if no wager is conclusively won or lost [5.9.1], otherwise
    play continues [5.9.2]."""
    if clause_5_9_2(t):
        return ("5.9", "5.9.2")
    t.void(("5.9", "5.9.1"))
    return ("5.9", "5.9.1")


def clause_5_9_2(t):
    """Is an outcome established? Any of the four wagers of 3.5.1, placed or not [AMB-74], that no
    further card can change [AMB-75]. Cards count where 5.7 will put them; those inside the device
    do not."""
    if t.phase != "dealing":
        return False
    right, over = reconstructed([card for _, card in t.dealt])
    player = (PERMANENT,) + tuple(clause_3_3(card) for place, card in right if place == "player")
    banker = tuple(clause_3_3(card) for place, card in right if place == "banker")
    coming = [None] * len(over) + [POINTS.get(card[0]) if left else None
                                   for card, left in zip(t.front, t.left)]
    ends = possible_ends(player, banker, tuple(coming))
    kinds = KINDS
    if t.switch("outage.outcome_basis") == "placed":
        kinds = {stake.kind for stake in t.open_stakes()}
    if t.switch("outage.conclusive") == "announced":
        return next_place(player, banker, len(right)) is None and bool(kinds)
    for kind in kinds:
        if kind == "super-sevens":
            if len({sevens for _, sevens in ends}) == 1:
                return True
        elif {winner == kind for winner, _ in ends} == {True}:
            return True
        elif kind == "tie" and all(winner != "tie" for winner, _ in ends):
            return True
        elif kind != "tie" and all(winner not in (kind, "tie") for winner, _ in ends):
            return True
    return False


@lru_cache(maxsize=None)
def possible_ends(player, banker, coming=()):
    """Every (winner, Super 7's won) that further cards can still bring about. `coming` are the next
    ones, as points; None for one that nobody may know."""
    place = next_place(player, banker, len(player) + len(banker) - 1)
    if place is None:
        return frozenset({(clause_3_8(player, banker), clause_1_1_7(player, banker) >= 2)})
    ends = set()
    for point in range(10) if not coming or coming[0] is None else coming[:1]:
        if place == "player":
            ends |= possible_ends(player + (point,), banker, coming[1:])
        else:
            ends |= possible_ends(player, banker + (point,), coming[1:])
    return frozenset(ends)


def clause_5_10(t, names):
    """Terminals fail and the round goes on: accepted wagers are in it [5.10.1], others never took
    part [5.10.2]. Acceptance decides [AMB-80]; an accepted wager cannot be changed any more."""
    clauses = {"5.10"}
    for name in names:
        accepted = [s for s in t.stakes if s.who == name and not s.pending]
        clauses.add("5.10.1" if accepted else "5.10.2")
        t.failed.add(name)
        for stake in [s for s in t.stakes if s.who == name and s.pending]:
            t.give_back(stake, ("5.10", "5.10.2"))
            t.stakes.remove(stake)
    return tuple(clauses)


def clause_5_10_failed(t, who):
    """Against a change at a terminal that has failed: what was accepted is in the round [5.10.1];
    who had nothing accepted takes no part in it [5.10.2]."""
    accepted = [s for s in t.stakes if s.who == who and not s.pending]
    yield ("5.10.1",) if accepted else ("5.10.2",)


# ---- 6. General Provisions ----


def clause_6_1(t):
    """Anything else is the Gaming Shift Manager's to decide."""
    return t.ask("shift", ("6.1",))


HIGHER = {"dealer": 0, "pit": 1, "shift": 2}  # [6.2]


def clause_6_3(t):
    """A display that is wrong changes nothing: the cards stand."""
    return ("6.3",)


# ---- The table: which act calls which clause ----


class Baccarat(Table):
    SWITCHES = {"money.unit": "0.01", "money.rounding": "down", "outage.outcome_basis": "offered",
                "outage.conclusive": "computed", "faceup.before_first_card": "refer",
                "together.unneeded": "void", "burn.count": "0", "burn.when": "after_shuffle"}

    def begin(self):
        super().begin()
        self.dealt = []  # (place, card) in the order in which they left the device
        self.front = [card for card, left in zip(self.front, self.left) if not left]
        self.left = [False] * len(self.front)  # of those at the front: has it left and lies out?
        self.failed = set()
        self.beyond_repair = self.just_said = False
        if self.switch("burn.when") == "each_round":
            self.to_burn = int(self.switch("burn.count"))
        if self.headers.machine:
            self.used, self.gone = {}, 0

    # ---- what lies there ----

    def too_many(self, card):
        """Another card is known to come first, or no copy of this one is left."""
        first = self.front[:1]
        if first and first[0] not in ("?", card):
            return True
        return self.used.get(card, 0) >= self.headers.decks

    def take(self, card):
        """A card leaves the device, or is taken from those lying out."""
        self.front, self.left = self.front[1:], self.left[1:]
        self.count(card, 1)

    def hand(self, place):
        return clause_1_1_1(self, place)

    def astray(self):
        """Does a card lie where it does not belong?"""
        return reconstructed([card for _, card in self.dealt])[0] != self.dealt

    def wanted(self):
        """Where the next card goes; None if none is wanted or the table is only followed."""
        if self.astray():
            return None
        return next_place(self.hand("player"), self.hand("banker"), len(self.dealt))

    def due_as_it_lies(self):
        """A card that the hands, as they lie, still want before the end: its clause; or None."""
        player, banker = self.hand("player"), self.hand("banker")
        if len(player) < 2 or len(banker) < 2:
            return "3.6"
        place, line = clause_3_7(player, banker)
        return line if place else None

    def void(self, clauses):
        self.tell("void", frozenset(clauses))
        for stake in self.open_stakes():
            if stake.pending:
                self.give_back(stake, clauses)
                self.stakes.remove(stake)
            else:
                self.conclude(stake, 0, "void", clauses)
        self.phase, self.voided, self.asked = "ended", True, None

    def hands_view(self):
        return {place: [card for where, card in self.dealt if where == place]
                for place in ("player", "banker") if place in [where for where, _ in self.dealt]}

    def layout(self):
        """The wagers as they lie: who, where, which, how much, and what became of them."""
        return [(s.who, s.spot, s.kind, s.cents, s.cents, s.settled, s.reason, s.result)
                for s in self.stakes]

    def find(self, who, kind):
        for stake in self.stakes:
            if stake.who == who and stake.kind == kind:
                return stake
        return None

    # ---- acts ----

    def rule(self, act):
        if act.verb != "decide":  # "just before a report" (docs/notation.md 7)
            self.just_said, self.beyond_repair = self.beyond_repair, False
        try:
            return self.ruled(act)
        except (Refused, Fault, ValueError, IndexError):
            if act.verb != "decide":
                self.beyond_repair = self.just_said
            raise

    def ruled(self, act):
        if act.who == "shoe":
            return self.card(act)
        if act.verb in ("bet", "raise", "pull") and act.who not in HIGHER and act.who != "terminal":
            return getattr(self, "do_" + act.verb)(act.who, act.words)
        if act.who in HIGHER or act.who == "terminal":
            does = getattr(self, "do_" + act.verb, None)
            if does and act.verb not in ("bet", "raise", "pull"):
                return does(act)
        raise Refused([()])

    def against_wager(self, who):
        if self.asked:
            yield ()
        if self.phase == "idle":
            yield ("3.1",)
        else:
            yield from clause_5_5(self)
        if who in self.failed:
            yield from clause_5_10_failed(self, who)

    def do_bet(self, who, words):
        kind, cents, marks = words[0], read_cents(words[1]), words[2:]
        if kind not in KINDS:
            raise Fault(f"no wager {kind}")
        grounds = list(self.against_wager(who))
        if self.find(who, kind):
            grounds.append(("3.5.1",))
        grounds += clause_2_2(self, kind, cents, "unnoticed" in marks)
        if self.owned(who) is not None and self.owned(who) < cents:
            grounds.append(())
        self.against(grounds)
        stake = Stake(who, "", kind, cents)
        stake.pending = "pending" in marks
        self.stakes.append(stake)
        self.book(who, -cents)
        return ("3.5.1",)

    def do_raise(self, who, words):
        kind, cents = words[0], read_cents(words[1])
        stake = self.find(who, kind)
        grounds = list(self.against_wager(who))
        if not stake:
            grounds.append(("3.5.1",))
        else:
            if cents <= stake.cents:
                grounds.append(("2.2",))
            if self.owned(who) is not None and self.owned(who) < cents - stake.cents:
                grounds.append(())
        grounds += clause_2_2(self, kind, cents)
        self.against(grounds)
        self.book(who, stake.cents - cents)
        stake.cents = cents
        return ("3.5.1",)

    def do_pull(self, who, words):
        kind = words[0]
        stake = self.find(who, kind)
        grounds = [()] if self.asked else []
        grounds += [("3.1",)] if self.phase == "idle" else list(clause_5_4(self))
        if who in self.failed:
            grounds += clause_5_10_failed(self, who)
        if not stake:
            grounds.append(("3.5.1",))
        else:
            cents = read_cents(words[1]) if len(words) > 1 else stake.cents
            if cents == 0:
                raise Fault("nothing is taken off")
            left = stake.cents - cents
            if cents % self.unit() or left < 0:
                grounds.append(("2.2",))
            elif left and self.headers.limit(kind, None) and left < self.headers.limit(kind, None)[0]:
                grounds.append(("2.2",))
        self.against(grounds)
        self.book(who, cents)
        self.tell("returned", who, "", kind, cents)
        stake.cents = left
        if not left:
            self.stakes.remove(stake)
        return ("3.5.1",)

    def do_place(self, act):
        if act.who == "terminal":
            raise Refused([()])
        return self.do_bet(act.words[0], act.words[1:])

    def do_accept(self, act):
        who = act.words[0]
        waiting = [stake for stake in self.stakes if stake.who == who and stake.pending]
        grounds = [()] if act.who != "terminal" or self.asked else []
        if self.phase != "betting":
            grounds.append(("3.2",))
        if who in self.failed:
            grounds += clause_5_10_failed(self, who)
        if not waiting:
            grounds.append(("3.5.1",))
        self.against(grounds)
        for stake in waiting:
            stake.pending = False
        return ("3.5.1",)

    def do_open(self, act):
        grounds = [("3.1",)] if self.phase != "idle" else []
        if self.to_burn or self.asked:
            grounds.append(())
        self.against(grounds)
        clause_3_1(self)
        return ("3.1",)

    def do_close(self, act):
        grounds = [("3.2",)] if self.phase != "betting" else []
        if self.asked:
            grounds.append(())
        self.against(grounds)
        clause_3_2(self)
        return ("3.2",)

    def card(self, act):
        """`shoe: CARD...` or `shoe: CARD > PLACE`."""
        if ">" in act.words:
            return self.one_card(act.words[0], act.words[2])
        before = (list(self.dealt), list(self.left), list(self.front), dict(self.used), self.to_burn)
        clauses = ()
        try:
            for card in act.words:
                clauses = self.one_card(card, None)
        except Refused:
            self.dealt, self.left, self.front, self.used, self.to_burn = before
            self.events = []
            raise
        return clauses

    def one_card(self, card, stated):
        if self.to_burn and self.phase != "betting":
            return self.burn(card, stated)
        grounds = []
        if self.asked:
            grounds.append(())
        if self.phase != "dealing":
            grounds.append(())
        place = self.wanted()
        if place is None and stated is None:
            grounds.append((self.due_as_it_lies() or "3.7",))
            grounds.append(())
        if card == "?" or self.too_many(card):
            grounds.append(())
        self.against(grounds)
        self.take(card)
        self.dealt.append((stated or place, card))
        return ("3.6",) if len(self.dealt) <= 3 else ("3.7",)

    def burn(self, card, stated):
        """A card that goes to the discard holder before the round [AMB-73]."""
        self.against([()] if card == "?" or stated not in (None, "discard") or self.too_many(card)
                     else [])
        self.take(card)
        self.to_burn -= 1
        return ()

    def do_end(self, act):
        if self.phase == "ended" and self.voided:
            return ()
        grounds = [()] if self.asked or act.who == "terminal" else []
        if self.phase != "dealing" or self.to_burn:
            grounds.append(())
        due = self.due_as_it_lies()
        if due:
            grounds.append((due,))
        self.against(grounds)
        player, banker = self.hand("player"), self.hand("banker")
        for stake in self.stakes:
            self.conclude(stake, *settle(self, stake, player, banker))
        self.phase = "ended"
        return ("3.8",)

    def do_shuffle(self, act):
        grounds = [()] if act.words[0] != "full" or act.who == "terminal" else []
        if self.phase not in ("idle", "ended"):
            grounds.append(())
        self.against(grounds)
        self.front, self.left, self.used, self.gone = [], [], {}, 0
        self.to_burn = int(self.switch("burn.count"))
        return ()

    def do_void(self, act):
        """`void CLAUSE`: only a clause that voids rounds, and only where it does."""
        clause = act.words[0]
        grounds = [()] if self.asked or act.who == "terminal" else []
        if self.phase not in ("betting", "dealing"):
            grounds.append(())
        if clause in ("5.1", "5.1.1"):
            pass
        elif clause == "5.3":
            if cards_suffice(self):
                grounds.append(("5.3",))
        elif clause == "5.9.1":
            if clause_5_9_2(self):
                grounds.append(("5.9.2",))
        else:
            grounds.append(())
        self.against(grounds)
        self.void((clause,))
        return (clause,)

    def do_decide(self, act):
        what, answer = act.words[0], act.words[1:2]
        if act.who == "terminal":
            raise Refused([()])
        if what == "reopen-previous":
            raise Refused([("5.1.2",)])
        if what in ("void", "continue"):
            self.against([()] if self.asked != "shift" or act.who != "shift" else [])
            self.asked = None
            if what == "void":
                self.void(("6.1",))
            return ("6.1",)
        if what != "reconstructable":
            raise Refused([()])
        grounds = [()] if HIGHER[act.who] < 1 else []
        if self.asked == "reconstructable":
            self.against(grounds)
            self.asked = None
            if answer == ["no"]:
                clause_5_2(self)
                return ("5.2",)
            if self.astray():
                clause_5_7(self)
            return ("5.7",)
        if self.asked or self.phase != "dealing" or answer == ["yes"]:
            grounds.append(())
        self.against(grounds)
        self.beyond_repair = True
        return ("5.2",)

    def do_reread(self, act):
        """A card was entered wrongly."""
        card = act.words[0]
        grounds = [()] if self.asked or act.who == "terminal" or self.phase != "dealing" else []
        if not self.dealt:
            raise Refused([()])
        at = len(self.dealt) - 1
        if len(act.words) > 1:
            if act.words[1] not in ("player", "banker"):
                raise Fault(f"no hand {act.words[1]}")
            lie = [n for n, (place, _) in enumerate(self.dealt) if place == act.words[1]]
            number = int(act.words[2])
            if not 1 <= number <= len(lie):
                raise Refused([()])
            at = lie[number - 1]
            if at != len(self.dealt) - 1 and HIGHER.get(act.who, 0) < 1:
                grounds.append(())
        place, old = self.dealt[at]
        if old == card or self.used.get(card, 0) >= self.headers.decks:
            grounds.append(())
        self.against(grounds)
        self.count(old, -1)
        self.count(card, 1)
        self.dealt[at] = (place, card)
        return ()

    # ---- reports ----

    def do_irregularity(self, act):
        kind, words = act.words[0], act.words[1:]
        if act.who == "terminal":
            raise Refused([()])
        if kind == "previous-round-error":
            self.against([()] if self.asked else [])
            return ("5.1.2",)
        grounds = [()] if self.asked else []
        if self.phase not in ("betting", "dealing"):
            grounds.append(())
        report = REPORTS.get(kind)
        if not report:
            raise Refused(grounds + [()])
        needs, does = report
        grounds += needs(self, words)
        self.against(grounds)
        return does(self, words)


def anytime(t, words):
    return ()


def dealing(t, words):
    return [()] if t.phase != "dealing" else []


def some_cards(t, words):
    return [()] if not t.dealt else []


def something_astray(t, words):
    return [("5.7",)] if not t.astray() else []


def astray_on(t, words):
    """A card lies on that hand and does not belong there."""
    right = reconstructed([card for _, card in t.dealt])[0]
    right += [("front", "")] * (len(t.dealt) - len(right))
    if any(lies[0] == words[0] != belongs[0] for lies, belongs in zip(t.dealt, right)):
        return []
    return [("5.7",)]


def more_needed(t, words):
    return [("5.3",)] if t.phase in ("betting", "dealing") and cards_suffice(t) else []


def outside_limits(which):
    def needs(t, words):
        for stake in t.open_stakes():
            limit = t.headers.limit(stake.kind, main=None)
            if limit and (stake.cents > limit[1] if which == "over" else stake.cents < limit[0]):
                return []
        return [("6.1",)]
    return needs


def fits_front(t, words):
    """Cards drawn together: those known to be next come first."""
    cards = [word for word in words if word not in ("order", "known", "unknown")]
    grounds = dealing(t, words)
    if len(cards) < 2:
        grounds = grounds + [()]
    if words[-1] not in ("known", "unknown"):
        grounds = grounds + [("5.8",)]
    if any(t.left) or t.to_burn:
        grounds = grounds + [("5.8",)]
    for known, card in zip(t.front, cards):
        if card not in (known, "?"):
            grounds = grounds + [("5.8",)]
    if too_many_copies(t, cards[len(t.front):]):
        grounds = grounds + [("5.8",)]
    return grounds


def too_many_copies(t, cards):
    """More of a card than the decks have: those that left, those known to be next, and these."""
    return any(t.used.get(card, 0) + t.front.count(card) + cards.count(card) > t.headers.decks for card in cards if card != "?")


def front_unknown(t, words):
    """A card seen is the next one; while another is known to be that, none is reported. All copies of it must not have
    left."""
    return [("5.6",)] if t.front or t.to_burn or t.too_many(words[0]) else []


def void_5_1(t, words):
    clause_5_1(t)
    return ("5.1", "5.1.1")


def void_5_3(t, words):
    clause_5_3(t)
    return ("5.3",)


def put_right(t, words):
    if t.just_said:
        clause_5_2(t)
        return ("5.2",)
    return clause_5_7(t)


def together(t, words):
    cards = [word for word in words if word not in ("order", "known", "unknown")]
    return clause_5_8(t, cards, words[-1] == "known")


def face_up(t, words):
    return clause_5_6(t, words[0])


REPORTS = {  # kind: (what must be so, what follows)
    "foreign-card": (anytime, void_5_1),
    "extra-card": (anytime, void_5_1),
    "missing-card": (anytime, void_5_1),
    "unshuffled": (anytime, void_5_1),
    "insufficient-cards": (more_needed, void_5_3),
    "cards-mixed": (some_cards, lambda t, w: t.ask("reconstructable", ("5.7",))),
    "shoe-order": (anytime, lambda t, w: t.ask("reconstructable", ("5.7",))),
    "wrong-order": (something_astray, put_right),
    "wrong-hand": (something_astray, put_right),
    "card-not-wanted": (astray_on, put_right),
    "extra-dealer-card": (something_astray, put_right),
    "dealer-no-card": (something_astray, put_right),
    "player-short": (something_astray, put_right),
    "simultaneous": (fits_front, together),
    "faceup-card": (front_unknown, face_up),
    "cut-card": (anytime, lambda t, w: clause_3_9(t)),
    "cut-card-missed": (anytime, lambda t, w: ()),
    "over-maximum": (outside_limits("over"), lambda t, w: clause_6_1(t)),
    "below-minimum": (outside_limits("below"), lambda t, w: clause_6_1(t)),
    "power-failure": (anytime, lambda t, w: clause_5_9(t)),
    "terminal-failure": (anytime, lambda t, w: clause_5_10(t, w)),
    "wrong-total": (anytime, lambda t, w: clause_6_3(t)),
    "other": (anytime, lambda t, w: clause_6_1(t)),
}
