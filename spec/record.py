# SPDX-License-Identifier: Apache-2.0
"""Lines of a round record (docs/notation.md), read into plain values.

Nothing here knows a rule of any game. A line that is not one is a Fault; what the rules have
against a line that is one, the games say.
"""

STAFF = ("dealer", "pit", "shift", "terminal")


class Fault(Exception):
    """The line cannot be read. It is neither accepted nor refused."""


class Act:
    """One line: who does what. `words` are the words after the verb."""

    __slots__ = ("who", "verb", "words")

    def __init__(self, who, verb, words):
        self.who, self.verb, self.words = who, verb, words


class Refused(Exception):
    """The rules have something against an act. `grounds` are all reasons that hold, each a tuple
    of clauses; whoever refuses may give any one of them."""

    def __init__(self, grounds):
        super().__init__(grounds)
        self.grounds = grounds


def strip(line):
    """A line without its comment and the blanks around it."""
    if "#" not in line:
        return line.strip()
    if line.startswith("#"):
        return ""
    for at in range(1, len(line)):
        if line[at] == "#" and line[at - 1] in " \t":
            return line[:at].strip()
    return line.strip()


def read_act(line):
    """'Mei: bet 1 main 100' as an Act."""
    who, colon, rest = line.partition(":")
    words = rest.split()
    if not colon or not words:
        raise Fault(f"not an act: {line}")
    if who == "shoe":
        return Act(who, "card", words)
    return Act(who, words[0], words[1:])


def read_cents(word):
    """An amount with at most two decimals, in hundredths."""
    whole, _, part = word.partition(".")
    if not whole.isdigit() or len(part) > 2 or (part and not part.isdigit()):
        raise Fault(f"bad amount {word}")
    return int(whole) * 100 + int((part + "00")[:2])


def is_cents(word):
    return word[:1].isdigit()


class Headers:
    """What the lines before the first act say."""

    def __init__(self):
        self.game = None
        self.decks = None
        self.areas = 7
        self.limits = {}  # kind, "side" or "all": (least, most)
        self.credit = {}  # name: hundredths
        self.seats = {}  # name: area
        self.switches = {}  # name: value
        self.machine = False

    def read(self, line):
        words = line.split()
        head, rest = words[0], words[1:]
        if head == "game":
            self.game = rest[0]
        elif head == "decks":
            self.decks = int(rest[0])
        elif head == "areas":
            self.areas = int(rest[0])
        elif head == "limits":
            self.limits[rest[0]] = (read_cents(rest[1]), read_cents(rest[2]))
        elif head == "player":
            self.credit[rest[0]] = read_cents(rest[1]) if len(rest) > 1 else None
        elif head == "seat":
            self.seats[rest[0]] = int(rest[1])
        elif head == "set":
            self.switches[rest[0]] = rest[1]
        elif head == "shuffle":
            self.machine = rest[0] == "machine"
        elif head not in ("title", "table", "date", "round", "format"):
            raise Fault(f"unknown header {head}")

    def limit(self, kind, main="main"):
        """Least and most of a wager of this kind; None where no line sets one."""
        for name in (kind, "all") if kind == main else (kind, "side", "all"):
            if name in self.limits:
                return self.limits[name]
        return None


HEADER_WORDS = {
    "format", "game", "decks", "areas", "limits", "player", "seat", "set", "shuffle", "title",
    "table", "date", "round",
}


def is_header(line):
    return line.split()[0] in HEADER_WORDS and not line.split()[0].endswith(":")
