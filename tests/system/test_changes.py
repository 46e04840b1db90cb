# SPDX-License-Identifier: Apache-2.0
"""Telling by differences (docs/protocol.md, Changes): the state that a client puts together from the changes is, after every update, the state
that a client without them is sent: for every kind of viewer, in two languages, over whole rounds."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import GAMES, PEOPLE_ALL, Casino, Visitor, table  # noqa: E402
from rounds import bet, play_out  # noqa: E402

VIEWERS = ["Mei", "Tan", "Dan", "Sup", ""]
LANGUAGES = ["en", "zh"]


class Reader(Visitor):
    """Keeps what every update came to: its number, what it had instead of the state, its size, and the state."""

    def __init__(self, *arguments, **more):
        self.history = []
        super().__init__(*arguments, **more)

    def receive(self):
        message = super().receive()
        if message and message["type"] == "update":
            self.history.append((message["seq"], "changes" in message, len(self.received[-1]), self.states[message["table"]]))
        return message

    def read_to(self, seq):
        while not self.history or self.history[-1][0] < seq:
            assert self.receive() is not None


def pairs(casino, name):
    """Of every viewer in each language: one without changes and one with."""
    found = {}
    for who in VIEWERS:
        for language in LANGUAGES:
            found[who, language] = tuple(casino.visit(who, visitor=Reader, language=language, changes=changes) for changes in (False, True))
    for pair in found.values():
        for visitor in pair:
            visitor.began = visitor.watch(name)["seq"]
    return found


def compare(found):
    """Every pair has seen the same; returns by viewer (updates, of them as changes, their bytes if they were whole, their bytes)."""
    last = max(v.history[-1][0] for pair in found.values() for v in pair if v.history)
    figures = {}
    for who, (plain, changed) in found.items():
        plain.read_to(last)
        changed.read_to(last)
        since = max(plain.began, changed.began)  # a table that deals by itself may go on while they come
        both = [[row for row in visitor.history if since < row[0] <= last] for visitor in (plain, changed)]
        assert [row[0] for row in both[0]] == [row[0] for row in both[1]], who
        for (seq, _, size, state), (_, is_change, less, rebuilt) in zip(*both):
            assert state == rebuilt, f"{who} {seq}: " + ", ".join(k for k in {*state, *rebuilt} if state.get(k) != rebuilt.get(k))
            figures[who] = [a + b for a, b in zip(figures.get(who, (0, 0, 0, 0)), (1, is_change, size * is_change, less * is_change))]
        assert not any(row[1] for row in plain.history), "nobody is told changes who did not ask for them"
    return figures


def play(casino, game, name, found, rounds=2):
    mei = found["Mei", "en"][0]
    for _ in range(rounds):
        mei.until(name, lambda s: s["phase"] == "betting", "betting")
        number = mei.states[name]["round"]
        bet(mei, name, game)
        play_out(mei, name, number)


def test_every_game():
    """two rounds of every game on a virtual shoe: the states are the same, most updates are changes, and they are smaller"""
    with Casino([table(game, f"t{i}", result=200) for i, game in enumerate(GAMES)]) as casino:
        casino.buy_in("Mei", 100000)
        casino.buy_in("Tan", 50000)
        for i, game in enumerate(GAMES):
            found = pairs(casino, f"t{i}")
            play(casino, game, f"t{i}", found)
            for (who, language), (updates, told, plain, changed) in compare(found).items():
                print(f"# {game}, {who or 'display'}, {language}: {told} of {updates} updates as changes, of {changed / told:.0f} bytes where {plain / told:.0f} are whole")
                assert told >= updates - 1, "after the first update everybody is told changes"
                assert changed < plain * (0.9 if who else 0.7), "smaller; much smaller for those without offers"
            for pair in found.values():
                for visitor in pair:
                    visitor.socket.close()


def test_entered():
    """a dealer deals entered cards, one of two wagers is taken, a person leaves and comes: the states are the same"""
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)]) as casino:
        casino.buy_in("Mei", 100000)
        casino.buy_in("Tan", 100000)
        found = pairs(casino, "t1")
        dan, mei, tan = found["Dan", "en"][0], found["Mei", "en"][0], found["Tan", "en"][0]
        for who, words in ((dan, "shuffle full"), (dan, "card 5h"), (dan, "open")):
            answer = who.act("t1", words)
            assert answer["ok"] or words != "open", answer
        mei.done("t1", "bet 1 main 20")
        tan.done("t1", "bet 2 main 30")
        late = casino.visit("Tan", visitor=Reader, changes=True)
        late.watch("t1")
        dan.done("t1", "close")
        for card in "Th 6c 9d 5s 4c".split():
            dan.done("t1", f"card {card}")
        last = dan.history[-1][0]
        compare(found)
        late.read_to(last)
        assert late.states["t1"] == tan.states["t1"]


def test_asked_again():
    """a state on request: watch again, in the middle; the changes after it fit what came"""
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)]) as casino:
        found = pairs(casino, "t1")
        dan = found["Dan", "en"][0]
        dan.done("t1", "shuffle full")
        for pair in found.values():
            assert pair[1].watch("t1")["state"] == pair[1].states["t1"]
        while dan.states["t1"]["phase"] != "betting":
            act = next(o["act"] for o in dan.offers("t1") if o["verb"] in ("open", "card"))
            dan.done("t1", act.replace("?", "5h"))
        compare(found)


def test_came_back():
    """a connection that comes back with `since` is told whole states, and changes after them"""
    with Casino([table("mbs-blackjack-v6", name, device="entered", people=PEOPLE_ALL) for name in ("t1", "t2")]) as casino:
        casino.buy_in("Mei", 100000)
        dan, plain = casino.visit("Dan"), casino.visit("Mei", visitor=Reader)
        mei = casino.visit("Mei", visitor=Reader, changes=True)
        for visitor in (dan, plain, mei):
            visitor.watch("t1")
        dan.done("t1", "shuffle full")
        mei.read_to(dan.seqs["t1"])
        since = mei.seqs["t1"]
        mei.socket.close()
        while dan.states["t1"]["phase"] != "betting":
            act = next(o["act"] for o in dan.offers("t1") if o["verb"] in ("open", "card"))
            dan.done("t1", act.replace("?", "5h"))
        mei.connect()
        mei.send({"type": "watch", "table": "t1", "since": since})
        mei.read_to(dan.seqs["t1"])
        assert [row[1] for row in mei.history][-1] is False
        plain.done("t1", "bet 1 main 20")
        plain.done("t1", "raise 1 main 40")
        mei.read_to(plain.seqs["t1"])
        plain.read_to(plain.seqs["t1"])
        assert mei.states["t1"] == plain.states["t1"] and mei.history[-1][1], "changes again"
        since = mei.seqs["t1"]
        mei.socket.close()
        dan.done("t1", "close")
        for card in ("5h", "6d", "9c"):
            dan.done("t1", f"card {card}")
        casino.visit("Tan").watch("t2")  # the last that was told is of another table
        mei.connect()
        mei.send({"type": "watch", "table": "t1", "since": since})
        for visitor in (mei, plain):
            visitor.read_to(dan.seqs["t1"])

        def asked(visitor):  # people's clock is a millisecond more or less when it is told again
            return {seq: [{**one, "until": one["until"] is not None} for one in state["asked"]] for seq, _, _, state in visitor.history if seq > since}
        told = asked(plain)
        assert asked(mei) == told, "what was asked then"
        assert not told[since + 1] and told[dan.seqs["t1"]], "nobody was asked at first, and somebody in the end"


if __name__ == "__main__":
    tap.main(globals())
