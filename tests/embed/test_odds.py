# SPDX-License-Identifier: Apache-2.0
"""Goal: whatever a command tells about a game's odds, the library tells in the same words, for changed books, too."""
import ctypes
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402

library = ctypes.CDLL(str(pathlib.Path(os.environ.get("BUILD", "build")) / "libcroupier.so.0"))
library.croupier_rulebook_new.restype = ctypes.c_void_p
library.croupier_status_name.restype = ctypes.c_char_p
WATCH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_ulonglong, ctypes.c_ulonglong)


class Wish(ctypes.Structure):
    _fields_ = [("decks", ctypes.c_uint), ("threads", ctypes.c_uint), ("rounds", ctypes.c_ulonglong), ("seed", ctypes.c_ulonglong)]


class Book:
    def __init__(self, game):
        self.handle = ctypes.c_void_p(library.croupier_rulebook_new(game.encode()))

    def ask(self, what, *more):
        """The answer, or the name of the status."""
        out = ctypes.c_void_p()
        status = getattr(library, f"croupier_{what}")(self.handle, *more, ctypes.byref(out))
        if status:
            assert not out.value
            return library.croupier_status_name(status).decode()
        text = ctypes.cast(out, ctypes.c_char_p).value.decode()
        library.croupier_text_free(out)
        return json.loads(text)

    def set(self, key, value):
        assert library.croupier_rulebook_set(self.handle, key.encode(), value.encode()) == 0


def told(*words):
    return json.loads(tap.done(*words, "--json"))


def test_odds():
    """odds and edges of every game are those of the commands, to the last digit"""
    for game in tap.GAMES:
        book = Book(game)
        assert book.ask("odds", 0) == told("odds", game)
        assert book.ask("odds_distribution", 0) == told("odds", game, "--distribution")
        assert book.ask("edges") == told("edge", game)
        assert book.ask("odds", 99) == "bad-number"


def test_strategy():
    """so are strategies; a game without decisions has none"""
    for game in tap.GAMES[:4]:
        assert Book(game).ask("strategy", 6) == told("strategy", game, "--decks=6")
    assert Book(tap.GAMES[4]).ask("strategy", 0) == "not-found"


def test_hand():
    """so is every action on a hand, with cards that are gone; wrong words have a status"""
    book = Book("rws-blackjack")
    for hand, dealer, seen in (("8,8", "T", None), ("A 7", "9", "2 2 5"), ("Th,6c", "A", None)):
        more = [f"--seen={seen}"] if seen else []
        answer = book.ask("hand_odds", 6, hand.encode(), dealer.encode(), seen.encode() if seen else None)
        assert answer == told("odds", "rws-blackjack", "--decks=6", f"--hand={hand}", f"--dealer={dealer}", *more)
    assert book.ask("hand_odds", 6, b"8,Z", b"T", None) == "bad-text"
    assert book.ask("hand_odds", 6, b"8,8", b"T,T", None) == "bad-text"
    assert book.ask("hand_odds", 6, b"8", b"T", None) == "bad-hand"
    assert book.ask("hand_odds", 4, b"8,8", b"T", b"8 " * 16) == "cards-gone"


def test_changed_book():
    """a changed key changes the odds"""
    book = Book("rws-blackjack")
    before = book.ask("edges")
    book.set("wagers.main.pays.blackjack.odds", "3:2")
    after = book.ask("edges")
    main = [answer["wagers"][0]["edges"][0]["house_edge"] for answer in (before, after)]
    assert main[1] < main[0] - 0.01, main


def test_edge():
    """the edge of one wager alone is the one among all"""
    for game in tap.GAMES:
        book = Book(game)
        for number, wager in enumerate(book.ask("odds", 0)["wagers"]):
            edge = ctypes.c_double()
            assert library.croupier_edge(book.handle, number, 0, ctypes.byref(edge)) == 0
            assert edge.value == wager["house_edge"], (game, wager["kind"])
        assert library.croupier_edge(book.handle, 99, 0, ctypes.byref(edge)) == -6
        assert library.croupier_edge(book.handle, 0, 99, ctypes.byref(edge)) == -4


def test_cost():
    """so are the price of an error and the effects of removal, of baccarat too"""
    right, wrong = Book("mbs-blackjack-v6"), Book("mbs-blackjack-v6")
    wrong.set("surrender.not_against", "[]")
    told_cost = told("cost", "mbs-blackjack-v6", "--decks=6", "--error=surrender-against-ace")
    assert right.ask("cost", wrong.handle, 6) == told_cost
    assert right.ask("cost", Book("rws-blackjack").handle, 6) == "not-found"
    for game in ("mbs-blackjack-v6", "mbs-7up-baccarat"):
        for change, error in ((-1, "card-missing"), (1, "card-extra")):
            assert Book(game).ask("removal", 6, change) == told("cost", game, "--decks=6", f"--error={error}")
    assert right.ask("removal", 6, 0) == "bad-number"


def test_simulation():
    """a simulation comes near the exact values, is the same for any number of threads, and can be stopped"""
    for game in ("mbs-blackjack-v6", "mbs-7up-baccarat"):
        book = Book(game)
        one = book.ask("simulate", ctypes.byref(Wish(6, 1, 1 << 20, 7)), None, None)
        assert one == book.ask("simulate", ctypes.byref(Wish(6, 2, 1 << 20, 7)), None, None)
        exact = {wager["kind"]: wager["house_edge"] for wager in book.ask("odds", 6)["wagers"]}
        for wager in one["wagers"]:
            if wager["placed"]:
                assert abs(wager["mean"] + exact[wager["kind"]]) < 5 * wager["standard_error"], wager
    seen = []
    stop = WATCH(lambda context, rounds, whole: seen.append((rounds, whole)) or 0)
    assert Book("mbs-blackjack-v6").ask("simulate", ctypes.byref(Wish(6, 1, 1 << 40, 7)), stop, None) == "cancelled"
    assert seen and seen[0][0] < seen[0][1] == 1 << 40
    assert Book("mbs-blackjack-v6").ask("simulate", ctypes.byref(Wish(6, 1, 0, 7)), None, None) == "bad-number"


tap.main(globals())
