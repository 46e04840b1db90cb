# SPDX-License-Identifier: Apache-2.0
"""The house's day over the protocol: chips and cash by count, slips with two people, days and shifts; what is refused, and what is on disk
afterwards."""
import hashlib
import json
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import NUMBERS, PATIENCE, PEOPLE_ALL, Casino, table  # noqa: E402
from test_codes import code, set_up  # noqa: E402

HOUSE = ("chips: [1000, 500, 100, 25, 5]\ncages: [main, vip]\n"
         "day: {zone: Asia/Singapore, turns: \"06:00\", shifts: [day, night]}\n")


def ask(casino, who, path, **body):
    """The answer's status, fit to compare. A second person ("with") gives their password, unless the caller says otherwise."""
    body.setdefault("id", f"h-{next(NUMBERS)}")
    if "with" in body:
        body.setdefault("password", casino.passwords[body["with"]])
    code, answer = casino.http("POST", path, body, casino.token(who))
    return answer["error"]["code"] if "error" in answer else answer["status"]


def done(casino, who, path, **body):
    status = ask(casino, who, path, **body)
    assert status == "ok", f"{who} {path} {body}: {status}"


def house(casino, who="Sue"):
    code, answer = casino.http("GET", "/api/house", token=casino.token(who))
    assert code == 200, answer
    return answer


def slip(casino, what, name, cents):
    """Asked by the pit, confirmed by the cage."""
    done(casino, "Pat", f"/api/tables/{name}/{what}", amount=cents)
    number = house(casino)["slips"][-1]["slip"]
    done(casino, "Cai", f"/api/slips/{number}/confirm")
    return number


def pieces(cents):
    """As few as possible."""
    words = []
    for chip in (100000, 50000, 10000, 2500, 500):
        words.append(f"{chip // 100}x{cents // chip}")
        cents %= chip
    assert cents == 0, cents
    return " ".join(words)


def begin_day(casino):
    done(casino, "Sue", "/api/house/cage/supply", amount=100000000)
    done(casino, "Sue", "/api/house/cage/fund", amount=20000000)
    done(casino, "Sue", "/api/house/day/open")
    done(casino, "Sue", "/api/house/shift/open", name="day")


def count_cages(casino):
    for cage in house(casino)["cages"]:
        small = cage["chips"] % 500  # what a payment of 3 to 2 leaves below a chip is counted as cash
        done(casino, "Cai", "/api/cage/count", what="chips", cage=cage["cage"], pieces=pieces(cage["chips"] - small), cash=small,
             **{"with": "Sue"})
        done(casino, "Cai", "/api/cage/count", what="cash", cage=cage["cage"], cash=cage["cash"], **{"with": "Sue"})


def audit(casino):
    outcome = tap.run("audit", f"--db={casino.database}", "--json")
    assert outcome.status == 0, outcome.out + outcome.err
    return json.loads(outcome.out)


def test_a_demo_that_counts():
    """the example of a house's day: nothing is open; once the cage has chips its people buy in and play, and the books are in order"""
    head, tables = (tap.ROOT / "examples" / "house" / "day.yaml").read_text().split("tables:\n")
    more = "".join(f"{line}\n" for line in head.splitlines() if not line.startswith(("#", "demo:")))
    with Casino([tables.replace("_seconds: 1", "_seconds: ")], demo=True, people={}, more=more, hurry=True) as casino:
        for name, role in {"Sue": "shift-manager", "Pat": "pit-manager", "Cai": "cashier"}.items():
            casino.tokens[name] = casino.http("POST", "/api/session", {"demo": role})[1]["token"]
        casino.passwords["Dana"] = ""  # nobody has one
        assert ask(casino, "Pat", "/api/tables/blackjack/open") == "day-closed"
        begin_day(casino)
        assert ask(casino, "Pat", "/api/tables/blackjack/count", what="opening", pieces="1000x50", **{"with": "Dana"}) == "count-differs"
        slip(casino, "fill", "blackjack", 5000000)
        done(casino, "Pat", "/api/tables/blackjack/count", what="opening", pieces="1000x50", **{"with": "Dana"})
        done(casino, "Pat", "/api/tables/blackjack/open")
        end = time.monotonic() + 4 * PATIENCE  # bots come, buy in, bet and decide by the clocks of people, and the first round may end even
        while house(casino)["tables"][0]["float"] == 5000000:
            assert time.monotonic() < end, house(casino)
            time.sleep(0.2)
        assert house(casino)["cages"][0]["cash"] > 20000000, "players have brought cash"
        casino.stop()
        audit(casino)


def test_a_day_of_one_table():
    """from the first chip to a closed day: every refusal on the way, every balance, a kill in the middle, and a clean audit"""
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)], more=HOUSE) as casino:
        assert ask(casino, "Pat", "/api/tables/t1/open") == "day-closed", "no table opens before the day"
        assert ask(casino, "Cai", "/api/cage/buy-in", player="Mei", amount=100) == "day-closed"
        begin_day(casino)
        assert ask(casino, "Sue", "/api/house/day/open") == "day-open"
        assert ask(casino, "Sue", "/api/house/shift/open", name="night") == "shift-open"
        assert ask(casino, "Pat", "/api/house/day/close", **{"with": "Cai"}) == "forbidden"
        # The bank has nothing to sell yet.
        assert ask(casino, "Dan", "/api/tables/t1/purchase", player="Tan", amount=100000) == "bank-short"
        done(casino, "Pat", "/api/tables/t1/fill", amount=5000000)
        assert ask(casino, "Pat", "/api/slips/1/confirm") == "same-person", "who asks does not confirm"
        assert ask(casino, "Cai", "/api/slips/2/confirm") == "no-slip"
        casino.kill()
        casino.start()
        assert house(casino)["slips"] == [{"slip": 1, "what": "fill", "table": "t1", "amount": 5000000, "asked": "Pat"}], "a slip survives"
        assert house(casino)["day"]["open"] and house(casino)["day"]["shift"] == "day"
        done(casino, "Cai", "/api/slips/1/confirm")
        assert ask(casino, "Cai", "/api/slips/1/confirm") == "no-slip"
        assert ask(casino, "Pat", "/api/tables/t1/count", what="opening", pieces="1000x50", **{"with": "Pat"}) == "same-person"
        assert ask(casino, "Pat", "/api/tables/t1/count", what="opening", pieces="1000x50", **{"with": "Mei"}) == "two-people"
        assert ask(casino, "Pat", "/api/tables/t1/count", what="opening", pieces="1000x49", **{"with": "Dan"}) == "count-differs"
        assert ask(casino, "Pat", "/api/tables/t1/count", what="opening", pieces="999x50", **{"with": "Dan"}) == "bad-count"
        done(casino, "Pat", "/api/tables/t1/count", what="opening", pieces="1000x50", **{"with": "Dan"})
        done(casino, "Pat", "/api/tables/t1/open")
        done(casino, "Cai", "/api/cage/buy-in", player="Mei", amount=200000)
        done(casino, "Dan", "/api/tables/t1/purchase", player="Tan", amount=100000)
        assert ask(casino, "Cai", "/api/cage/buy-in", player="Mei", amount=100000000) == "cage-short"
        assert ask(casino, "Cai", "/api/cage/cash-out", player="Mei", amount=200001) == "player-short"
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("t1"), dan.watch("t1")
        dan.done("t1", "shuffle full")
        dan.done("t1", "open")
        offer = mei.until("t1", lambda s: any(o["verb"] == "bet" for o in s["offers"])) and mei.offers("t1", "bet")[0]
        assert offer["step"] == 500 and offer["min"] % 500 == 0 and offer["max"] % 500 == 0, offer
        assert mei.act("t1", "bet 1 main 50.01")["status"] == "chip-step", "no wager of a cent"
        mei.done("t1", "bet 1 main 50")
        assert mei.act("t1", "raise 1 main 50.01")["status"] == "chip-step"
        dan.done("t1", "close")
        for card in ("Th", "9c", "8d", "Ts"):
            dan.act("t1", f"card {card}")
        # Whatever the cards, the round is played to its end by whoever is asked.
        for _ in range(12):
            state = dan.states["t1"]
            if state["phase"] == "ended":
                break
            if state["wants"]["from"]:
                mei.done("t1", "stand 1")
                dan.until("t1", lambda s: not s["wants"]["from"])
            elif state["wants"]["card"]:
                dan.done("t1", "card 7h")
            else:
                dan.done("t1", "end" if state["wants"]["mayEnd"] else "proceed")
        assert dan.states["t1"]["phase"] == "ended", dan.states["t1"]["wants"]
        assert ask(casino, "Pat", "/api/tables/t1/credit", amount=1000000) == "ok"
        assert ask(casino, "Sue", "/api/house/day/close", **{"with": "Cai"}) == "shift-open"
        done(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"})
        assert ask(casino, "Sue", "/api/house/day/close", **{"with": "Cai"}) == "tables-open"
        done(casino, "Pat", "/api/tables/t1/close")
        assert ask(casino, "Sue", "/api/house/day/close", **{"with": "Cai"}) == "slips-open"
        done(casino, "Cai", "/api/slips/2/refuse")
        assert ask(casino, "Sue", "/api/house/day/close", **{"with": "Cai"}) == "not-counted"
        t1 = house(casino)["tables"][0]
        assert t1["box"] == 100000 and not t1["counted"], t1
        # One chip of 25 is missing.
        done(casino, "Pat", "/api/tables/t1/count", what="closing", pieces=pieces(t1["float"] - 2500), reason="one is missing",
             **{"with": "Dan"})
        casino.kill()
        casino.start()
        assert house(casino)["tables"][0]["float"] == t1["float"] - 2500, "what was counted is what is there"
        done(casino, "Pat", "/api/tables/t1/count", what="drop", cash=100000, **{"with": "Dan"})
        assert house(casino)["tables"][0]["box"] == 0
        count_cages(casino)
        assert ask(casino, "Sue", "/api/house/day/close", **{"with": "Cai"}) == "count-differs", "a variance needs a reason"
        done(casino, "Sue", "/api/house/day/close", reason="one chip of 25 is missing at t1", **{"with": "Cai"})
        assert ask(casino, "Sue", "/api/house/day/open") == "day-over", "a day is opened once"
        assert not house(casino)["day"]["open"]
        casino.stop()
        audit(casino)
        shown = tap.run("journal", "show", f"--db={casino.database}", "--table=house").out
        assert "win" in shown and "slip 1 fill t1 50000" in shown, shown[-2000:]


def test_the_second_person_proves_it():
    """whoever confirms a count or a closing gives their own password, and their time code; nobody else can, and nothing of it is kept"""
    people = {**Casino.ROLES, "Adm": "administrator"}
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)], more=HOUSE, people=people) as casino:
        begin_day(casino)
        slip(casino, "fill", "t1", 5000000)
        count = {"what": "opening", "pieces": "1000x50", "with": "Dan", "id": "count-1"}
        path = "/api/tables/t1/count"
        assert casino.http("POST", path, count, casino.token("Pat"))[1]["error"]["code"] == "two-people", "a name is no proof"
        assert ask(casino, "Pat", path, **count, password="not the password") == "wrong-password"
        assert ask(casino, "Pat", path, **count, password=casino.passwords["Pat"]) == "wrong-password", "nor is one's own"
        assert ask(casino, "Pat", path, **{**count, "with": "Pat"}) == "same-person"
        assert not house(casino)["tables"][0]["counted"], "nothing was written"
        done(casino, "Pat", path, **count)
        done(casino, "Pat", path, **count)  # the same again: the same answer
        assert house(casino)["tables"][0]["counted"]
        secret, used = set_up(casino, "Cai", casino.token("Cai"))
        assert ask(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"}) == "code-needed"
        assert ask(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"}, code=used) == "code-wrong"
        assert house(casino)["day"]["shift"] == "day"
        done(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"}, code=code(secret, 1))
        done(casino, "Sue", "/api/house/shift/open", name="night")
        casino.http("POST", "/api/users/Dan/revoke", {}, casino.token("Adm"))
        assert ask(casino, "Pat", path, **{**count, "id": "count-2"}) == "two-people", "whoever has left confirms nothing"
        casino.stop()
        told = [json.loads(line) for line in tap.done("journal", "show", "--json", f"--db={casino.database}").splitlines()]
        counts = [row for row in told if row["kind"] == "count" and row["text"].startswith("count ")]
        assert len(counts) == 1 and " with Dan\n" in counts[0]["text"] and counts[0]["who"] == "Pat", counts
        said = (casino.path / "events").read_bytes()
        assert not any(casino.holds(casino.passwords[name].encode()) or casino.passwords[name].encode() in said for name in ("Dan", "Cai"))
        assert casino.holds(b"with Dan"), "what is looked for would be found"


def reseal(lines):
    """A mark with other lines, and the last one right again: docs/journal.md, section 12."""
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}end {hashlib.sha256(bytes(1) + text.encode()).hexdigest()}\n"


def test_an_audit_that_goes_on_in_the_middle_of_a_day():
    """a mark tells the day that was open: slips, counts and the closing behind it are judged like all others"""
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)], more=HOUSE, hurry=True) as casino:
        begin_day(casino)
        slip(casino, "fill", "t1", 5000000)
        done(casino, "Pat", "/api/tables/t1/count", what="opening", pieces="1000x50", **{"with": "Dan"})
        done(casino, "Pat", "/api/tables/t1/credit", amount=100000)
        done(casino, "Mei", "/api/me/limit", what="stake", period="once", value=5000)
        casino.stop()
        mark = casino.path / "mark"
        tap.done("audit", f"--db={casino.database}", "--mark", mark)
        lines = mark.read_text().splitlines()[:-1]
        assert any(line.startswith("day is 1 ") and " day 2 0 " in line for line in lines), lines
        assert any(line.startswith("day slip 2 credit t1 100000 Pat") for line in lines) and any(line.startswith("stands patron Mei ") for line in lines)
        casino.tokens = {}
        casino.start()
        done(casino, "Cai", "/api/slips/2/confirm")
        done(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"})
        done(casino, "Pat", "/api/tables/t1/count", what="closing", pieces="1000x49", **{"with": "Dan"})
        count_cages(casino)
        done(casino, "Sue", "/api/house/day/close", **{"with": "Cai"})
        casino.stop()
        since = ("audit", f"--db={casino.database}", "--since", mark)
        tap.done(*since)
        bank = next(line for line in lines if line.startswith("day account") and line.endswith(" 5000000 0 0"))
        rows = [("the fills of a table", [line.replace(" 5000000 0 0", " 4000000 0 0") if line == bank else line for line in lines]),
                ("the slip that waited", [line for line in lines if not line.startswith("day slip")]),
                ("who asked for it", [line.replace("100000 Pat", "100000 Cai") for line in lines]),
                ("the shift", [line.replace(" day 2 0 ", " night 2 0 ") if line.startswith("day is") else line for line in lines]),
                ("a patron's limit", [line.replace("5000", "9000") if line.startswith("stands") else line for line in lines]),
                ("who is a cashier", [line for line in lines if not line.startswith("staff ") or not line.endswith(" Cai")])]
        for about, changed in rows:
            assert changed != lines, about
            mark.write_text(reseal(changed))
            assert tap.run(*since).status == 1, about
        mark.write_text(reseal([line for line in lines if not line.startswith(("day ", "stands ", "staff "))]))
        tap.done(*since)  # a mark from before: judged from the next opening on


def test_cages():
    """chips and cash go from one cage to another, and never more than there is"""
    with Casino([table("mbs-7up-baccarat", "b1")], more=HOUSE) as casino:
        begin_day(casino)
        done(casino, "Sue", "/api/house/cage/transfer", cage="vip", amount=5000000, **{"from": "main"})
        done(casino, "Sue", "/api/house/cage/remit", cage="vip", amount=100000, **{"from": "main"})
        assert [(c["cage"], c["chips"], c["cash"]) for c in house(casino)["cages"]] == [("main", 95000000, 19900000), ("vip", 5000000, 100000)]
        assert ask(casino, "Sue", "/api/house/cage/transfer", cage="vip", amount=95000001, **{"from": "main"}) == "cage-short"
        assert ask(casino, "Sue", "/api/house/cage/transfer", cage="main", amount=1, **{"from": "main"}) == "same-account"
        assert ask(casino, "Sue", "/api/house/cage/lodge", cage="vip", amount=100001) == "cage-short"
        assert ask(casino, "Sue", "/api/house/cage/steal", amount=1) == "not-found"
        assert ask(casino, "Cai", "/api/house/cage/supply", amount=1) == "forbidden"
        same = {"id": "twice", "amount": 100}
        before = house(casino)["cages"][0]["chips"]
        for _ in range(2):
            done(casino, "Sue", "/api/house/cage/supply", **same)
        assert house(casino)["cages"][0]["chips"] == before + 100, "the same request is booked once"
        assert ask(casino, "Sue", "/api/house/cage/supply", id="twice", amount=200) == "id-reused"
        casino.stop()
        audit(casino)


def test_a_house_that_does_not_count():
    """without chips in the configuration nothing of this is offered, and everything is as before"""
    with Casino([table("mbs-7up-baccarat", "b1")]) as casino:
        assert house(casino)["counts"] is False
        for path in ("/api/house/cage/supply", "/api/tables/b1/count", "/api/tables/b1/purchase"):
            who = "Pat" if "count" in path else "Dan" if "purchase" in path else "Sue"
            body = {"amount": 100, "player": "Mei"} if "purchase" in path else {"with": "Dan", "what": "opening"} if "count" in path else {"amount": 1}
            assert ask(casino, who, path, **body) == "no-chips", path
        assert ask(casino, "Sue", "/api/house/day/open") == "no-chips"
        done(casino, "Pat", "/api/tables/b1/fill", amount=100)
        assert ask(casino, "Pat", "/api/tables/b1/credit", amount=101) == "bank-short"
        assert house(casino)["tables"][0]["open"], "its tables start open"


def test_cover():
    """with cover a wager is refused that the bank could not pay; without it is taken"""
    with Casino([table("mbs-7up-baccarat", "b1", betting=60, extra="    cover: true\n"), table("mbs-7up-baccarat", "b2", betting=60)]) as casino:
        casino.buy_in("Mei", 1000000)
        mei = casino.visit("Mei")
        for name in ("b1", "b2"):
            mei.watch(name)
            mei.until(name, lambda s: s["phase"] == "betting")
        assert mei.act("b1", "bet banker 100")["status"] == "bank-cover"
        mei.done("b2", "bet banker 100")
        done(casino, "Pat", "/api/tables/b1/fill", amount=17999)
        assert mei.act("b1", "bet banker 100")["status"] == "bank-cover", "Banker with 7 points is paid 9 to 5"
        done(casino, "Pat", "/api/tables/b1/fill", amount=1)
        mei.done("b1", "bet banker 100")
        assert mei.act("b1", "bet player 10")["status"] == "bank-cover", "everything on the layout counts"


def test_clauses_follow_the_book():
    """a copy of a rulebook with another pay at a table: its clauses tell that pay; the sign tells chances and edges, unless they are turned off"""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy.yaml"
        text = (tap.ROOT / "rulebooks" / "mbs-blackjack-v6.yaml").read_text()
        assert text.count("11:1") == 1
        assert text.count("hard_min: 12 ") == 1
        copy.write_text(text.replace("11:1", "9:1").replace("hard_min: 12 ", "hard_min: 13 "))
        tables = [table("mbs-blackjack-v6", "t1"), table("mbs-blackjack-v6", "t2").replace("game: mbs-blackjack-v6", f"rulebook: {copy}")]
        with Casino(tables) as casino:
            differs = {name: casino.http("GET", f"/api/tables/{name}/clauses")[1]["differs"] for name in ("t1", "t2")}
            assert differs["t1"] == [] and sorted(differs["t2"], key=lambda row: row["key"]) == [
                {"key": "absent.hard_min", "value": "13", "original": "12"}, {"key": "wagers.pair.pays.pair.odds", "value": "9:1", "original": "11:1"}], differs
            said = {name: {c["clause"]: c["summary"] for c in casino.http("GET", f"/api/tables/{name}/clauses")[1]["clauses"]} for name in ("t1", "t2")}
            assert "9 to 1" in said["t2"]["3.15.1"] and "9 to 1" not in said["t1"]["3.15.1"] and set(said["t1"]) == set(said["t2"])
            for name, lang, word in (("t1", "en", "house edge 10.36 %"), ("t2", "en", "house edge"), ("t1", "zh", "赌场优势10.36 %"), ("t1", "ms", "kelebihan kasino 10.36 %")):
                sign = casino.http("GET", f"/api/tables/{name}/sign?lang={lang}")[1]
                pair = next(s for s in sign["sections"] if s.get("wager") == "pair")
                assert word in pair["note"], (name, lang, pair["note"])
                if name == "t2":
                    assert pair["odds"]["edge"] > 200000, "nine to one is worse"
        with Casino([table("mbs-blackjack-v6", "t1")], more="sign_odds: false\n") as casino:
            sign = casino.http("GET", "/api/tables/t1/sign")[1]
            assert all("odds" not in s and "edge" not in s["note"] for s in sign["sections"])


def test_tables_that_start_closed():
    """open: false waits until somebody opens the table"""
    with Casino([table("mbs-7up-baccarat", "b1", extra="    open: false\n")]) as casino:
        assert casino.http("GET", "/api/tables")[1]["tables"][0]["open"] is False
        done(casino, "Pat", "/api/tables/b1/open")
        assert casino.http("GET", "/api/tables")[1]["tables"][0]["open"] is True


if __name__ == "__main__":
    tap.main(globals())
