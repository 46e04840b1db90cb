# SPDX-License-Identifier: Apache-2.0
"""The server is stopped behind every single entry of a shoe change, a round, an irregularity and a closing, also where the entry
shared its commit with others, and started again: it goes on as if nobody had stopped it."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PATIENCE, PEOPLE_ALL, Casino, Lucky, table  # noqa: E402

PREFIX = os.environ["PREFIX"]
SHOE = ("opened", "luck", "committed", "mixed")  # steps of a shoe that follow one another by themselves


def entries(database):
    out = tap.done("journal", "show", "--json", f"--db={database}")
    return [json.loads(line) for line in out.splitlines()]


class Evening:
    """Everything that a table goes through, with the phase after each entry."""

    def __init__(self, casino):
        self.casino, self.phases = casino, {}
        casino.buy_in("Mei", 100000)
        self.mei, self.dan = casino.visit("Mei", Lucky), casino.visit("Dan")
        self.mei.watch("bj")
        self.mei.until_luck("bj", 1, "done")
        self.dan.watch("bj")
        self.note()
        self.round()
        self.round(report=True)
        self.say(self.dan, "shuffle full")
        self.mei.until_luck("bj", 2, "done")
        self.round()
        for path in ("close", "open"):
            assert casino.http("POST", f"/api/tables/bj/{path}", {"id": path}, casino.token("Pat"))[0] == 200
        self.mei.until_luck("bj", 3, "done")
        self.dan.until("bj", lambda state: state["shoe"]["number"] == 3 and state["shoe"]["ready"])
        self.dan.watch("bj")
        self.note()

    def note(self):
        self.phases[self.dan.seqs["bj"]] = self.dan.states["bj"]["phase"]

    def say(self, who, words):
        who.done("bj", words)
        self.dan.watch("bj")
        self.note()

    def round(self, report=False):
        mei, dan = self.mei, self.dan
        while dan.offers("bj", "deal"):
            self.say(dan, "deal")
        self.say(dan, "open")
        self.say(mei, "bet 1 main 20")
        self.say(dan, "close")
        while dan.states["bj"]["phase"] != "ended":
            mei.watch("bj")
            verbs = [offer["verb"] for offer in dan.offers("bj")]
            answers = [offer["act"] for verb in ("stand", "decline") for offer in mei.offers("bj", verb)]
            if report and dan.states["bj"]["hands"]:
                self.say(dan, "irregularity faceup-card ?")
                report = False
            elif answers and (dan.states["bj"]["wants"]["turn"] or "deal" not in verbs):
                self.say(mei, answers[0])
            else:
                self.say(dan, next((word for word in ("deal", "end") if word in verbs), "proceed"))


def expected(rows, at, phases):
    """The kinds of the entries that the system writes by itself after the entry `at`, in the original or instead of it."""
    row, rest = rows[at], [other for other in rows[at + 1:] if other["table"] == "bj"]
    known = [number for number in phases if number <= row["entry"]]
    phase = phases[max(known)] if known else "idle"
    if phase not in ("idle", "ended"):
        return ["recovered"]
    closed = [other["kind"] for other in rows[:at + 1] if other["kind"] in ("opened", "closed") and other["table"] == "bj"][-1:] == ["closed"]
    if closed or row["kind"] not in SHOE + ("revealed",):
        return []
    found = []
    for other in rest:
        if other["kind"] not in SHOE and "shuffle full" not in other["text"]:
            break
        # What was promised and not written is lost with the server; nobody is there any more who promised it.
        if row["kind"] not in ("opened", "revealed") or other["kind"] not in ("luck", "mixed"):
            found.append(other["kind"])
    return found


def added(casino, before, wanted):
    """The kinds of entries that the server has added by itself: as many as are wanted, or more."""
    end = time.monotonic() + PATIENCE
    while True:
        now = [row["kind"] for row in entries(casino.database) if row["table"] == "bj"]
        kinds = [kind for kind in now[before:] if kind != "signed"]
        if len(kinds) >= len(wanted) or time.monotonic() > end:
            return kinds
        time.sleep(0.1)


@tap.on_sqlite("cuts copies of the database file behind every entry")
def test_every_entry():
    """behind every entry: the same steps follow, the audit is clean, and the table plays on"""
    with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL, extra="    decks: 4\n")], hurry=True) as casino:
        evening = Evening(casino)
        casino.stop()
        whole = casino.path / "whole.db"
        shutil.copy(casino.database, whole)
        rows = entries(whole)
        places = [at for at, row in enumerate(rows) if row["table"] == "bj"]
        assert {*SHOE, "revealed", "round", "acts", "closed"} <= {rows[at]["kind"] for at in places}
        for at in places:
            for file in casino.path.glob("casino.db*"):
                if file.suffix != ".key":
                    file.unlink()
            casino.hire()
            subprocess.run([PREFIX, whole, casino.database, str(at + 1)], check=True)
            casino.tokens = {}
            casino.start()
            assert casino.http("GET", "/healthz")[1] == {"ok": True}
            before = len([row for row in rows[:at + 1] if row["table"] == "bj"])
            wanted = expected(rows, at, evening.phases)
            if rows[at]["kind"] in SHOE + ("revealed",):
                dan = casino.visit("Dan")
                dan.watch("bj")  # a shoe is not committed to before somebody is there
            kinds = added(casino, before, wanted)
            assert kinds == wanted, (rows[at], kinds, wanted)
            if at == places[-1] or rows[at]["kind"] in SHOE:
                assert casino.visit("Dan").watch("bj")["state"]["open"]
            casino.stop()
            audit = tap.run("audit", f"--db={casino.database}")
            assert audit.status == 0, (rows[at], audit.out + audit.err)


if __name__ == "__main__":
    tap.main(globals())
