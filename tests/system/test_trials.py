# SPDX-License-Identifier: Apache-2.0
"""Tables by rulebooks that visitors bring: played by that very book, bounded, gone when nobody is there, and every word of it in the books."""
import json
import pathlib
import re
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import NUMBERS, Casino, Visitor, table  # noqa: E402
from test_house import audit  # noqa: E402
from test_life import lobby, wait  # noqa: E402

FLOOR = [table("mbs-7up-baccarat", "b1", betting=0)]
ORIGINAL = (tap.ROOT / "rulebooks" / "mbs-7up-baccarat.yaml").read_text()


def generous(odds):
    """The book with other odds for Player and Banker: whichever wins pays them."""
    lines, wager = [], ""
    for line in ORIGINAL.splitlines(keepends=True):
        wager = m.group(1) if (m := re.match(r"  - kind: (\w+)", line)) else wager
        lines.append(re.sub(r"odds: \d+:\d+", f"odds: {odds}", line) if wager in ("player", "banker") else line)
    return "".join(lines)


class Demo(Casino):
    def __init__(self, more="", demo=True, people=None):
        super().__init__(FLOOR, demo=demo, people=people or {}, more=f"bots: 0\nguests: 4\n{more}")

    def guest(self, role="player"):
        """Somebody new of the demo: name and token."""
        answer = self.http("POST", "/api/session", {"demo": role})[1]
        return answer["user"], answer["token"]

    def ask(self, token, book, decks=None, key=None):
        body = {"id": key or f"t-{next(NUMBERS)}", "rulebook": book, **({"decks": decks} if decks is not None else {})}
        return self.http("POST", "/api/trials", body, token)

    def trial(self, token, book, decks=None):
        """The table's id; two new books need a moment between them."""
        found = []
        wait(lambda: found.append(self.ask(token, book, decks)) or found[-1][0] != 429, "a table")
        assert found[-1][0] == 200 and found[-1][1]["ok"], found[-1]
        return found[-1][1]["table"]


def come(casino, guest, name):
    visitor = Visitor(casino, guest[0], "player", guest[1])
    visitor.watch(name)
    visitor.until(name, lambda s: s["phase"] == "betting", "an open table")
    return visitor


def play(visitor, name, times):
    """Rounds of 25 on both sides until one of them has won: it pays `times` its stake. How many rounds that took: a tie pays neither."""
    for played in range(1, 9):
        number = visitor.until(name, lambda s: s["phase"] == "betting")["round"]
        seen = len(visitor.updates)
        for side in ("player", "banker"):
            visitor.done(name, f"bet {side} 25")
        visitor.send({"type": "ready", "table": name})
        visitor.until(name, lambda s: s["round"] > number or s["phase"] == "ended", "the end of the round")
        events = [e for u in visitor.updates[seen:] for e in u["events"]]
        paid = [e["amount"] for e in events if e["kind"] == "paid"]
        if paid:
            assert paid == [2500 * times], paid
            return played
    raise AssertionError("eight ties in a row")


def test_that_very_book():
    """the table's sign, its payments and its odds are those of the book that was brought; the same book is the same table, for one at a time"""
    with Demo() as casino:
        assert casino.http("GET", "/api/trials")[1] == {"most": 8, "tables": 0}
        mei, tan = casino.guest(), casino.guest()
        name = casino.trial(mei[1], generous("3:1"), 6)
        assert re.fullmatch(r"trial-[0-9a-f]{12}-1", name) and casino.http("GET", "/api/trials")[1]["tables"] == 1
        row = lobby(casino)[name]
        assert row["solo"] and row["trial"] and row["open"] and row["decks"] == 6 and "trial" not in lobby(casino)["b1"], row
        sign = casino.http("GET", f"/api/tables/{name}/sign")[1]
        assert [s["rows"][0]["says"] for s in sign["sections"] if s.get("wager") == "player"] == ["3 to 1"], sign
        edge = lambda query: casino.http("GET", f"/api/odds/mbs-7up-baccarat?decks=6{query}")[1]["wagers"][0]["house_edge"]  # noqa: E731
        assert edge("") > 0 > edge(f"&table={name}"), "a coach tells the odds of the table"
        assert casino.http("GET", f"/api/odds/rws-blackjack?table={name}")[0] == casino.http("GET", "/api/odds/mbs-7up-baccarat?table=none")[0] == 404
        visitor = come(casino, mei, name)
        assert visitor.states[name]["trial"]
        play(visitor, name, 3)
        assert casino.trial(mei[1], generous("3:1"), 6) == name, "who is there is sent there again"
        assert casino.trial(tan[1], generous("3:1"), 6) == name[:-1] + "2", "another player has a table of their own"
        assert casino.trial(tan[1], generous("3:1"), 8) == name[:-1] + "3", "other decks are another table"
        assert casino.trial(tan[1], generous("4:1"))[:-2] != name[:-2]
        casino.process.send_signal(signal.SIGHUP)
        wait(lambda: "is what it was" in (casino.path / "log").read_text().lower(), "the end of the reading")
        assert name in lobby(casino), "the configuration says nothing of trials"
        casino.stop()
        assert audit(casino)["rounds"] >= 1
        shown = tap.run("journal", "show", f"--db={casino.database}", "--table=house").out
        assert f"table added {name} mbs-7up-baccarat" in shown
        assert shown.count(f"    document {name.split('-')[1]}") == 1, "the book, word for word, once"


def test_refusals():
    """only in a demo, only players, only a book that holds, only so many: every refusal says why"""
    with Demo("trials: 1\n") as casino:
        mei, tan = casino.guest(), casino.guest()
        token = mei[1]
        assert casino.ask("", ORIGINAL)[1]["error"]["code"] == "not-logged-in"
        assert casino.ask(casino.guest("dealer")[1], ORIGINAL)[1]["error"]["code"] == "forbidden"
        code, answer = casino.ask(token, ORIGINAL.replace("decks:", "ducks:", 1))
        assert code == 400 and answer["error"]["code"] == "bad-rulebook" and re.match(r"Line \d+, column \d+: .*ducks", answer["error"]["sentence"]), answer
        for decks in (-1, 300, 7000000):
            assert casino.ask(token, ORIGINAL, decks)[1]["error"]["code"] == "bad-number", decks
        assert casino.ask(token, "x" * 70000)[0] == 413
        assert casino.http("POST", "/api/trials", {"id": "a"}, token)[1]["error"]["code"] == "bad-message"
        assert casino.http("GET", "/api/trials")[1]["tables"] == 0, "nothing was begun"
        first = casino.trial(token, generous("3:1"))
        code, answer = casino.ask(tan[1], generous("4:1"))
        assert code == 429 and answer["error"]["code"] == "too-many", "two new books in a row"
        second = casino.trial(tan[1], generous("4:1"))
        assert not lobby(casino).get(first), "an empty table makes room"
        visitor = come(casino, tan, second)
        found = []
        wait(lambda: found.append(casino.ask(token, generous("3:1"))) or "is taken" in found[-1][1].get("error", {}).get("sentence", ""), "the refusal")
        assert found[-1][0] == 429
        body = "same-id"
        visitor.socket.close()
        wait(lambda: not lobby(casino)[second]["taken"], "the free table")
        assert casino.ask(token, generous("3:1"), key=body)[1]["table"] == first, "a retired table comes back"
        assert casino.ask(token, generous("3:1"), key=body)[1]["table"] == first, "the same request again"
        assert casino.ask(token, generous("4:1"), key=body)[1]["status"] == "id-reused"
    for more, demo in (("trials: 0\n", True), ("", False)):
        with Demo(more, demo, {"Mei": "player"}) as casino:
            token = casino.guest()[1] if demo else casino.token("Mei")
            assert casino.http("GET", "/api/trials")[1] == {"most": 0, "tables": 0}
            code, answer = casino.ask(token, ORIGINAL)
            assert code == 403 and "Only a demo" in answer["error"]["sentence"], answer


def test_comes_and_goes():
    """a table where nobody plays goes; a kill in the middle of a round loses nothing, and the book comes back to its table"""
    with Demo("trial_seconds: 1\n") as casino:
        mei = casino.guest()
        name = casino.trial(mei[1], generous("3:1"))
        visitor = come(casino, mei, name)
        played = play(visitor, name, 3)
        visitor.until(name, lambda s: s["phase"] == "betting")
        visitor.done(name, "bet player 25")
        visitor.done(name, "bet banker 25")
        casino.kill()
        casino.start()
        assert name not in lobby(casino), "after a restart it is off the floor"
        wait(lambda: not lobby(casino, "?retired=1")[name]["open"], "the end of its round")
        mei = casino.guest()
        assert casino.trial(mei[1], generous("3:1")) == name
        wait(lambda: lobby(casino)[name]["open"], "the open table")
        visitor = come(casino, mei, name)
        assert lobby(casino)[name]["solo"]
        played += play(visitor, name, 3)
        visitor.socket.close()
        wait(lambda: name not in lobby(casino), "the end of a table that nobody is at")
        shown = lambda: tap.run("journal", "show", f"--db={casino.database}", "--table=house").out  # noqa: E731
        wait(lambda: [line.split()[1] for line in shown().splitlines() if name in line and " table " in line][-1] == "retired", "the note")
        notes = shown().count(f"table retired {name}")
        casino.stop()
        casino.start()
        casino.stop()
        assert shown().count(f"table retired {name}") == notes, "noted once"
        audit(casino)
        rounds = []  # what was done in each; one that nobody came to in time has no wager
        for line in tap.done("journal", "show", "--json", f"--db={casino.database}", f"--table={name}").splitlines():
            entry = json.loads(line)
            rounds += [""] if entry["kind"] == "round" else []
            if rounds:
                rounds[-1] += entry["text"]
        assert sum(" bet " in text for text in rounds) == played + 1, "those that were played, and one that was cut off"


if __name__ == "__main__":
    tap.main(globals())
