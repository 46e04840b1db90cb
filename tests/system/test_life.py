# SPDX-License-Identifier: Apache-2.0
"""Tables come and go: the configuration is read again while the house is open, and what was taken off the floor stays readable for ever."""
import pathlib
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import NUMBERS, PATIENCE, Casino, table  # noqa: E402
from test_house import HOUSE, ask, audit, begin_day, done, house, slip  # noqa: E402

PEOPLE = {"Mei": "player", "Dan": "dealer", "Pat": "pit-manager", "Sue": "shift-manager", "Cai": "cashier", "Ada": "administrator"}


def write(casino, *tables):
    """Another configuration for the running server; what stands above the tables stays."""
    text = casino.config.read_text()
    casino.config.write_text(text[:text.index("tables:\n")] + "tables:\n" + "".join(tables))


def wait(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.05)


def lobby(casino, query=""):
    return {t["id"]: t for t in casino.http("GET", f"/api/tables{query}")[1]["tables"]}


def play(casino, name):
    """One round of Mei's; its number."""
    mei = casino.visit("Mei")
    mei.watch(name)
    number = mei.until(name, lambda s: s["phase"] == "betting")["round"]
    mei.done(name, "bet banker 20")
    mei.until(name, lambda s: s["round"] > number or s["phase"] == "ended", "the end of the round")
    mei.socket.close()
    return number


def verify_shoes(casino, name):
    """Every shoe of a retired table can be verified by anybody: the last one, too, behind which no other comes."""
    shoes = lambda: casino.http("GET", f"/api/tables/{name}/shoes")[1]["shoes"]  # noqa: E731
    wait(lambda: shoes() and all(shoe.get("seed") for shoe in shoes()), "the seed of the last shoe")
    for shoe in shoes():
        tap.done("verify-shoe", "--commitment", shoe["commitment"], "--seed", shoe["seed"], "--table", name, "--shoe", shoe["shoe"],
                 "--deck", shoe["deck"], "--decks", shoe["decks"])


def test_read_again():
    """a table is added, one retired, one renamed, limits change: first as a preview, then by SIGHUP and from the administrator's page"""
    tables = {name: table("mbs-7up-baccarat", name, betting=0) for name in ("b1", "b2", "b3")}
    with Casino([tables["b1"], tables["b2"]], people=PEOPLE) as casino:
        casino.buy_in("Mei", 100000)
        done(casino, "Pat", "/api/tables/b1/fill", amount=500000)
        played = play(casino, "b1")
        see = lambda: casino.http("GET", "/api/configuration", token=casino.token("Ada"))[1]  # noqa: E731
        assert see() == {"status": "nothing-to-change", "changes": [], "faults": []}
        changed = tables["b2"].replace("[10, 1000]", "[20, 500]") + "    title: Baccarat two\n"
        write(casino, changed, tables["b3"])
        wanted = [("renamed", "b2", "Baccarat two"), ("limits", "b2", "banker 20 500"), ("added", "b3", "mbs-7up-baccarat"), ("retired", "b1", "")]
        assert [(c["what"], c["table"], c["says"]) for c in see()["changes"]] == wanted, see()
        assert set(lobby(casino)) == {"b1", "b2"}, "a preview changes nothing"
        assert casino.http("GET", "/api/configuration", token=casino.token("Sue"))[0] == 403
        casino.process.send_signal(signal.SIGHUP)
        wait(lambda: set(lobby(casino)) == {"b2", "b3"}, "the new floor")
        wait(lambda: next(w for w in lobby(casino)["b2"]["limits"] if w["wager"] == "banker")["min"] == 2000, "the limits")
        assert lobby(casino)["b2"]["title"] == "Baccarat two" and lobby(casino)["b3"]["open"]
        wait(lambda: not lobby(casino, "?retired=1")["b1"]["open"], "the retired table's end")
        bank = lambda: casino.http("GET", "/api/tables/b1/numbers", token=casino.token("Pat"))[1]["bank"]  # noqa: E731
        wait(lambda: bank() == 0, "the bank handed back")
        mei = casino.visit("Mei")
        mei.watch("b1")
        assert mei.act("b1", "bet banker 20")["status"] == "table-retired"
        assert casino.http("GET", f"/api/tables/b1/rounds/{played}")[1]["complete"], "its rounds can be read"
        verify_shoes(casino, "b1")
        write(casino, "  - id: b2\n    game: nothing\n")
        faults = see()
        assert faults["status"] == "bad-config" and faults["faults"][0]["line"] > 1 and faults["changes"] == [], faults
        write(casino, changed, tables["b3"], tables["b1"])
        code, answer = casino.http("POST", "/api/configuration", {"id": f"c-{next(NUMBERS)}"}, casino.token("Ada"))
        assert code == 200 and [c["what"] for c in answer["changes"]] == ["added"], answer
        assert set(lobby(casino)) == {"b1", "b2", "b3"}, "a table may come back"
        done(casino, "Pat", "/api/tables/b1/open")
        play(casino, "b1")
        casino.stop()
        audit(casino)
        shown = tap.run("journal", "show", f"--db={casino.database}", "--table=house").out
        for line in ("table added b3 mbs-7up-baccarat", "table retired b1", "table renamed b2 Baccarat two"):
            assert line in shown, line


def test_taken_out_while_down():
    """a table that is no longer in the configuration hands its bank back at the next start; its rounds, shoes and receipts stay in reach"""
    keep, gone = table("mbs-7up-baccarat", "b1", betting=0), table("mbs-7up-baccarat", "b2", betting=0)
    with Casino([keep, gone], people=PEOPLE) as casino:
        casino.buy_in("Mei", 100000)
        done(casino, "Pat", "/api/tables/b2/fill", amount=28593750)
        played = play(casino, "b2")
        casino.stop()
        write(casino, keep)
        casino.start()
        assert set(lobby(casino)) == {"b1"} and lobby(casino, "?retired=1")["b2"]["retired"]
        wait(lambda: casino.http("GET", "/api/tables/b2/numbers", token=casino.token("Pat"))[1]["bank"] == 0, "the bank handed back")
        assert casino.http("GET", f"/api/tables/b2/rounds/{played}")[1]["complete"]
        verify_shoes(casino, "b2")
        assert "banker" in casino.http("GET", f"/api/tables/b2/rounds/{played}/record", token=casino.token("Pat"), raw=True)[1]
        casino.stop()
        audit(casino)
        casino.start()
        casino.stop()
        shown = tap.run("journal", "show", f"--db={casino.database}", "--table=house").out
        assert shown.count("table retired b2") >= 1


def test_retired_in_a_house_that_counts():
    """there the bank goes back by a slip with two people"""
    keep, gone = table("mbs-7up-baccarat", "b1", betting=0), table("mbs-7up-baccarat", "b2", betting=0)
    with Casino([keep, gone], people=PEOPLE, more=HOUSE) as casino:
        begin_day(casino)
        slip(casino, "fill", "b2", 100000)
        write(casino, keep)
        casino.process.send_signal(signal.SIGHUP)
        wait(lambda: set(lobby(casino)) == {"b1"}, "the smaller floor")
        row = next(t for t in house(casino)["tables"] if t["table"] == "b2")
        assert row["float"] == 100000, row
        assert ask(casino, "Pat", "/api/tables/b2/open") == "table-retired"
        slip(casino, "credit", "b2", 100000)
        wait(lambda: "table retired b2" in tap.run("journal", "show", f"--db={casino.database}", "--table=house").out, "the note")
        casino.stop()
        audit(casino)


def test_another_rulebook():
    """a rulebook changes at the first shoe of its day, with both hashes in the books; rounds before it are told by the old one"""
    before = table("mbs-blackjack-v6", "t1", betting=0, decision=1)
    with Casino([before], people=PEOPLE) as casino:
        copy = casino.path / "copy.yaml"
        copy.write_text((tap.ROOT / "rulebooks" / "mbs-blackjack-v6.yaml").read_text().replace("11:1", "9:1"))
        pays = lambda: next(s for s in casino.http("GET", "/api/tables/t1/sign")[1]["sections"] if s.get("wager") == "pair")["rows"][0]["says"]  # noqa: E731
        casino.buy_in("Mei", 100000)
        done(casino, "Pat", "/api/tables/t1/fill", amount=5000000)

        def one_round():
            mei = casino.visit("Mei")
            mei.watch("t1")
            number = mei.until("t1", lambda s: s["phase"] == "betting")["round"]
            mei.done("t1", "bet 1 main 20")
            mei.until("t1", lambda s: s["round"] > number or s["phase"] == "ended", "the end of the round")
            mei.socket.close()
            return number

        old = one_round()
        write(casino, before + "    next: {rulebook: copy.yaml, from: 9999-01-01}\n")
        casino.process.send_signal(signal.SIGHUP)
        wait(lambda: "9999-01-01" in (casino.path / "log").read_text(), "the note of the change")
        done(casino, "Pat", "/api/tables/t1/close")
        done(casino, "Pat", "/api/tables/t1/open")
        assert pays() == "11 to 1", "its day has not come"
        write(casino, before + "    next: {rulebook: copy.yaml, from: 2000-01-01}\n")
        casino.process.send_signal(signal.SIGHUP)
        wait(lambda: "2000-01-01" in (casino.path / "log").read_text(), "the note of the change")
        assert pays() == "11 to 1", "not in the middle of a shoe"
        done(casino, "Pat", "/api/tables/t1/close")
        done(casino, "Pat", "/api/tables/t1/open")
        assert pays() == "9 to 1"
        limits = {w["wager"]: w for w in lobby(casino)["t1"]["limits"]}
        assert limits["main"]["min"] == 1000 and limits["main"]["max"] == 100000, "limits of the same name stay"
        new = one_round()
        for number in (old, new):
            assert casino.http("GET", f"/api/tables/t1/rounds/{number}")[1]["complete"], number
        casino.kill()
        casino.start()
        assert pays() == "9 to 1", "and after a kill"
        one_round()
        assert casino.http("GET", "/api/configuration", token=casino.token("Ada"))[1]["status"] == "nothing-to-change"
        casino.stop()
        assert audit(casino)["rounds"] >= 3
        shown = tap.run("journal", "show", f"--db={casino.database}", "--table=house").out
        assert shown.count("table rulebook t1 ") == 1


if __name__ == "__main__":
    tap.main(globals())
