# SPDX-License-Identifier: Apache-2.0
"""What the books say over HTTP: every round and posting as CSV, accounts, recall of the first round, the audit; while tables play on."""
import csv
import io
import os
import pathlib
import subprocess
import sys
import threading
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import COMMAND, GAMES, PEOPLE_ALL, Casino, table  # noqa: E402

PLAIN = 12
ROUNDS = 30  # more than a table shows, and more than one shoe


def rows(casino, path):
    status, text = casino.http("GET", path, token=casino.token("Aud"), raw=True)
    assert status == 200, text
    return list(csv.DictReader(io.StringIO(text)))


def find(casino, query, who="Pat"):
    status, answer = casino.http("GET", f"/api/rounds?{query}", token=casino.token(who))
    assert status == 200, answer
    return answer


def check_find(casino, played, middle):
    """The same rounds by questions, in pages."""
    answer = find(casino, "player=Mei")
    numbers = [row["round"] for row in answer["rounds"]]
    assert numbers == sorted(played, reverse=True) and "next" not in answer, numbers
    for row in answer["rounds"]:
        assert row["table"] == "bac" and row["players"] == [{"name": "Mei", "staked": 2000, "result": played[row["round"]]}], row
        assert row["win"] == -played[row["round"]] and row["begun"] <= row["ended"] and row["irregularities"] == [], row
    paged, query = [], "player=Mei&limit=7"
    while query:
        page = find(casino, query)
        assert len(page["rounds"]) <= 7
        paged += page["rounds"]
        query = f"player=Mei&limit=7&before={page['next']}" if "next" in page else ""
    assert paged == answer["rounds"], "pages make the whole"
    late = find(casino, f"player=Mei&from={middle}")["rounds"]
    early = find(casino, f"player=Mei&to={middle}")["rounds"]
    assert late + early == answer["rounds"] and early and late, (middle, [(r["round"], r["begun"]) for r in late + early], numbers)
    assert find(casino, "player=Tan")["rounds"] == [] and find(casino, "player=nobody")["rounds"] == []
    assert find(casino, "amount=2001")["rounds"] == [] and find(casino, "irregularity=any")["rounds"] == []
    assert len(find(casino, "amount=2000&table=bac")["rounds"]) == len(played) and find(casino, "amount=1&table=bj")["rounds"] == []
    for wrong in ("limit=0", "limit=101", "from=noon", "before=-1", "amount=x"):
        assert casino.http("GET", f"/api/rounds?{wrong}", token=casino.token("Pat"))[0] == 400, wrong
    for who in ("Mei", "Dan", "Cai"):
        assert casino.http("GET", "/api/rounds", token=casino.token(who))[0] == 403, who
    last = casino.http("GET", "/api/tables/bac/rounds")[1]["rounds"]
    older = casino.http("GET", f"/api/tables/bac/rounds?before={last[3]['round']}")[1]["rounds"]
    assert older == last[4:], "a page of the list behind that round"


def test_find_what_went_wrong():
    """two players, a wager taken back, one placed by the dealer, an irregularity, a double: each told as it was"""
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)]) as casino:
        for name in ("Mei", "Tan"):
            casino.buy_in(name, 50000)
        mei, tan, dan = casino.visit("Mei"), casino.visit("Tan"), casino.visit("Dan")
        for visitor in (mei, tan, dan):
            visitor.watch("t1")
        dan.done("t1", "shuffle full")
        assert tan.ask({"type": "sit", "table": "t1", "area": 2})["ok"]
        while any(o["verb"] == "card" for o in dan.offers("t1")):
            dan.done("t1", "card 2c")
        dan.done("t1", "open")
        mei.until("t1", lambda s: s["phase"] == "betting", "betting")
        mei.done("t1", "bet 3 main 50")
        mei.done("t1", "pull 3 main")
        mei.done("t1", "bet 1 main 20")
        dan.done("t1", "place Tan 2 main 30")
        dan.done("t1", "close")
        dan.done("t1", "irregularity other a glass on the felt")
        row = find(casino, "irregularity=any")["rounds"][0]
        assert row["irregularities"] == ["other"] and "ended" not in row, row
        assert sorted((p["name"], p["staked"], p["result"]) for p in row["players"]) == [("Mei", 2000, -2000), ("Tan", 3000, -3000)], row
        casino.visit("Sue").done("t1", "decide void seen by all")
        row = find(casino, "irregularity=other", "Aud")["rounds"][0]
        assert row["irregularities"] == ["decide", "other"] and "ended" in row and row["win"] == 0, row
        assert sorted((p["name"], p["staked"], p["result"]) for p in row["players"]) == [("Mei", 2000, 0), ("Tan", 3000, 0)], row
        assert find(casino, "irregularity=wrong-hand")["rounds"] == []
        assert len(find(casino, "player=Tan&amount=3000")["rounds"]) == 1 and find(casino, "player=Mei&amount=3000")["rounds"] == []


def test_books():
    """thirty rounds at a small shoe: each is in rounds.csv once, can be recalled, and the money adds up everywhere"""
    small = "    cut: 380\n"  # a shoe is over after some thirty cards
    with Casino([table("mbs-7up-baccarat", "bac", result=0, betting=0, extra=small + "    decks: 8\n"),
                 table("mbs-blackjack-v6", "bj")]) as casino:
        begun = int(time.time() * 1000)
        casino.buy_in("Mei", 1000000)
        mei = casino.visit("Mei")
        mei.watch("bac")
        played, middle = {}, None
        while len(played) < ROUNDS:
            mei.until("bac", lambda s: s["phase"] == "betting" and s["round"] not in played, "betting")
            number = mei.states["bac"]["round"]
            mei.done("bac", "bet banker 20")
            state = mei.until("bac", lambda s: s["round"] > number or s["phase"] == "ended", "the end")
            if state["round"] > number:
                state = next(u["state"] for u in reversed(mei.updates) if u["state"]["round"] == number)
            played[number] = sum(stake["result"] for stake in state["stakes"])
            if len(played) == ROUNDS // 2:
                time.sleep(0.05)
                middle = int(time.time() * 1000)
        mei.socket.close()
        found = rows(casino, "/api/export/rounds.csv")
        assert [int(row["round"]) for row in found] == sorted(played), found
        assert {row["table"] for row in found} == {"bac"} and {row["void"] for row in found} == {"no"}
        assert int(found[-1]["shoe"]) > 2, "several shoes"
        for row in found:
            assert row["wagered"] == "20" and round(100 * float(row["win"])) == -played[int(row["round"])], row
        early, late = rows(casino, f"/api/export/rounds.csv?to={middle}"), rows(casino, f"/api/export/rounds.csv?from={middle}")
        assert early + late == found and early and late
        assert rows(casino, "/api/export/rounds.csv?table=bj") == [] and rows(casino, f"/api/export/rounds.csv?to={begun}") == []
        assert casino.http("GET", "/api/export/rounds.csv?from=noon", token=casino.token("Aud"))[0] == 400
        check_find(casino, played, middle)
        postings = rows(casino, "/api/export/ledger.csv")
        assert round(sum(100 * float(row["amount"]) for row in postings)) == 0
        assert len(rows(casino, f"/api/export/ledger.csv?from={middle}")) < len(postings)
        statement = casino.http("GET", "/api/me/ledger", token=casino.token("Mei"))[1]
        assert statement["balance"] == casino.balance("Mei") == 1000000 + sum(played.values()) == statement["lines"][0]["balance"]
        assert statement["lines"][-1]["what"].startswith("buy-in Mei") and statement["lines"][0]["table"] == "bac"
        # Stakes by what Mei did, payments by what the Dealer did: an entry holds both where one follows from the other.
        for line in statement["lines"][:-1]:
            assert line["what"].startswith("Mei: bet" if line["amount"] < 0 else "dealer: end"), line
        for number in (min(played), max(played)):
            recall = casino.http("GET", f"/api/tables/bac/rounds/{number}", token=casino.token("Mei"))[1]
            assert recall["complete"] and recall["closingCredit"] - recall["openingCredit"] == played[number], number
        audit = casino.http("GET", "/api/audit", token=casino.token("Aud"))[1]
        assert audit["clean"] and audit["sum"] == 0 and audit["rounds"] >= ROUNDS, audit
        shoes = casino.http("GET", "/api/tables/bac/shoes")[1]["shoes"]
        assert [("seed" in shoe) for shoe in shoes] == [False] + [True] * (len(shoes) - 1)


def test_tables_go_on():
    """a long question to the journal keeps no table waiting"""
    with Casino([table(game, f"t{i}", result=0, betting=0) for i, game in enumerate(GAMES)], demo=True) as casino:
        time.sleep(3)
        mei, token, slowest = casino.visit("Mei"), casino.token("Aud"), 0
        asking = threading.Thread(target=lambda: [casino.http("GET", path, token=token, raw=True) for _ in range(5) for path in
                                                  ("/api/export/rounds.csv", "/api/export/ledger.csv", "/api/audit")])
        asking.start()
        while asking.is_alive():
            sent = time.monotonic()
            mei.send({"type": "ping"})
            mei.expect("pong")
            slowest = max(slowest, time.monotonic() - sent)
            time.sleep(0.03)
        assert slowest < 5, slowest
        assert casino.http("GET", "/api/audit", token=casino.token("Aud"))[1]["clean"]


def test_credit_of_what_is_there():
    """a credit is given of what the bank holds, and no more; the cage can pay out afterwards"""
    with Casino([table("mbs-7up-baccarat", "bac")], hurry=True) as casino:
        def move(what, cents):
            return casino.http("POST", f"/api/tables/bac/{what}", {"id": f"{what}-{cents}", "amount": cents}, casino.token("Pat"))
        assert move("fill", 500000)[0] == 200
        status, answer = move("credit", 999999999999)
        assert status == 409 and answer["error"]["code"] == "bank-short", answer
        assert move("credit", 500001)[0] == 409
        assert move("credit", 500000)[1]["balance"] == 0
        casino.buy_in("Mei", 100)
        body = {"id": "out", "player": "Mei", "amount": 100}
        assert casino.http("POST", "/api/cage/cash-out", body, casino.token("Cai"))[0] == 200


    


def plain_rounds(casino, mei, name, game, count):
    """Rounds with one wager, and nothing that is not asked for: number, how many decisions. Every other hand is given up where that is
    asked: where it is, all others have two decisions."""
    played = {}
    while len(played) < count:
        mei.until(name, lambda s: s["phase"] == "betting" and s["round"] not in played, "betting")
        number, decisions = mei.states[name]["round"], 0
        if "sit" in {offer["verb"] for offer in mei.offers(name)}:
            mei.ask({"type": "sit", "table": name, "area": 1})
        bet = f"bet {GAMES[game]} 20" if GAMES[game] != "main" else "bet 1 main 20"
        assert mei.ask({"type": "act", "table": name, "act": bet, "id": str(uuid.uuid4())})["ok"], bet
        state = mei.states[name]
        while state["round"] == number and state["phase"] != "ended":
            act = next((o["act"] for verb in (("surrender",) if number % 2 else ()) + ("decline", "stand", "hit") for o in mei.offers(name, verb)), None)
            if "Mei" in state["wants"]["from"] and act:
                assert mei.ask({"type": "act", "table": name, "act": act, "id": str(uuid.uuid4())})["ok"], act
                decisions += 1
            else:
                assert mei.receive() is not None
            state = mei.states[name]
        played[number] = decisions
    return played


@tap.on_sqlite("an entry has the same bytes in every database")
def test_plain_rounds():
    """a round of one person with one wager and one decision: at most four entries and 400 bytes at a table of every game"""
    with Casino([table(game, f"t{i}", betting=0) for i, game in enumerate(GAMES)]) as casino:
        casino.buy_in("Mei", 10000000)
        mei, told = casino.visit("Mei"), {}
        for i, game in enumerate(GAMES):
            mei.watch(f"t{i}")
            played = plain_rounds(casino, mei, f"t{i}", game, PLAIN)
            time.sleep(0.1)
            rows = casino.rows("SELECT r.round, count(*), sum(length(j.entry)) FROM rounds r JOIN chains c ON c.number = r.chain AND"
                               f" c.name = 't{i}' JOIN journal j ON j.chain = r.chain AND j.position >= r.position AND j.position <"
                               " (SELECT position FROM rounds n WHERE n.chain = r.chain AND n.round = r.round + 1) GROUP BY r.round")
            rows = [(number, entries, size) for number, entries, size in rows if number in played and number > 1]  # the first has the shuffle
            assert len(rows) >= PLAIN - 2, rows
            for number, entries, size in rows:
                assert entries <= 3 + played[number], f"{game}, round {number}: {entries} entries, {played[number]} decisions"
                assert played[number] > 1 or (entries <= 4 and size <= 400), f"{game}, round {number}: {entries} entries, {size} bytes"
            mean = sum(size for _, _, size in rows) / len(rows)
            assert mean <= 400, f"{game}: {mean} bytes a round"
            told[game] = ", ".join(f"{count} with {decisions} decisions ({max(sizes)} bytes at most)" for decisions in range(4)
                                   if (sizes := [size for number, _, size in rows if played[number] == decisions]) and (count := len(sizes)))
            told[game] += f"; {mean:.0f} bytes a round"
        for game, words in told.items():
            print(f"# {game}: {words}")


class Archived(Casino):
    """A house that played in March, and was archived since."""

    def hire(self):
        super().hire()
        library = next(iter(sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
        assert library, "faketime is missing (debian/control)"
        moves = "1 25\n\n" + "stand 1\n\ndecline insurance 1\n" * 2
        subprocess.run([COMMAND, "play", "mbs-blackjack-v6", "--db", self.database, "--buy-in", "100000"], input=moves * 300, text=True,
                       env=dict(os.environ, LD_PRELOAD=str(library), FAKETIME="2026-03-10 12:00:00",
                                ASAN_OPTIONS="verify_asan_link_order=0"), capture_output=True, timeout=100, cwd=self.path,
                       check=True)
        subprocess.run([COMMAND, "journal", "archive", "--db", self.database, "--out", self.path / "march.archive", "--until", "2026-03"],
                       capture_output=True, check=True, cwd=self.path)


def test_archived():
    """old rounds come from the archive while it lies beside the database, then its name is told; the house goes on without it"""
    name = "play-mbs-blackjack-v6"
    with Archived([table("mbs-blackjack-v6", name)], people={"Guest": "player", "Pat": "pit-manager", "Aud": "auditor"}) as casino:
        status, answer = casino.http("GET", f"/api/tables/{name}/rounds/2", token=casino.token("Guest"))
        assert status == 200 and answer["complete"], status  # read from the archive, which lies beside the database
        status, text = casino.http("GET", f"/api/tables/{name}/rounds/2/receipt", token=casino.token("Guest"), raw=True)
        assert status == 200 and tap.run("verify-receipt", "-", input=text).status == 0, (status, text[:300])
        assert casino.http("GET", "/api/audit", token=casino.token("Aud"))[1]["clean"]
        casino.stop()
        (casino.path / "march.archive").rename(casino.path / "elsewhere")
        casino.start()
        casino.tokens = {}
        status, answer = casino.http("GET", f"/api/tables/{name}/rounds/2", token=casino.token("Guest"))
        assert status == 404 and answer["error"]["code"] == "archived" and "march.archive" in answer["error"]["sentence"], answer
        statement = casino.http("GET", "/api/me/ledger", token=casino.token("Guest"))[1]
        assert statement["lines"] and statement.get("archived") and "next" not in statement, statement.keys()
        found = casino.http("GET", "/api/rounds?limit=100", token=casino.token("Pat"))
        assert found[0] == 200 and found[1]["rounds"], found
        last = found[1]["rounds"][0]["round"]
        assert casino.http("GET", f"/api/tables/{name}/rounds/{last}", token=casino.token("Guest"))[0] == 200
        assert casino.http("GET", f"/api/tables/{name}/rounds/2/receipt", token=casino.token("Guest"))[0] == 404
        ended = next(row["round"] for row in found[1]["rounds"] if "ended" in row)
        status, text = casino.http("GET", f"/api/tables/{name}/rounds/{ended}/receipt", token=casino.token("Guest"), raw=True)
        assert status == 200 and tap.run("verify-receipt", "-", input=text).status == 0, (status, text[:300])
        shoes = casino.http("GET", f"/api/tables/{name}/shoes")
        assert shoes[0] == 200 and shoes[1]["shoes"], shoes
        before = casino.balance("Guest")
        guest = casino.visit("Guest")
        guest.watch(name)
        guest.until(name, lambda state: state["phase"] == "betting")
        assert guest.act(name, "bet 1 main 25")["ok"] and casino.balance("Guest") == before - 2500


if __name__ == "__main__":
    tap.main(globals())
