# SPDX-License-Identifier: Apache-2.0
"""Players' terminals take part in the shuffle: promised before the house's commitment, told after it, in the order of the cards; and
nobody who stays away stops a table."""
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import Casino, Lucky, table  # noqa: E402

WAIT = 2.0  # seconds a table waits for a number



def rows(casino):
    out = tap.done("journal", "show", "--json", f"--db={casino.database}")
    return [row for row in map(json.loads, out.splitlines()) if row["table"] == "bj"]


def kinds(casino):
    return [row["kind"] for row in rows(casino)]


def house(**more):
    return Casino([table("mbs-blackjack-v6", "bj", extra="    decks: 4\n", **more)],
                  people={"Mei": "player", "Tan": "player", "Dan": "dealer", "Pat": "pit-manager", "Cai": "cashier"}, hurry=True)


def settle(visitor):
    """What has been sent so far was taken."""
    visitor.send({"type": "ping"})
    visitor.expect("pong")


def test_first_shoe():
    """nothing is committed to before a player is there; then their number is in the first shoe, at once, and all entries stand in order"""
    with house() as casino:
        casino.visit().watch("bj")
        time.sleep(1.5)
        assert kinds(casino) == ["opened"]
        began = time.monotonic()
        mei = casino.visit("Mei", Lucky)
        mei.watch("bj")
        done = mei.until_luck("bj", 1, "done")
        assert time.monotonic() - began < WAIT
        mei.until("bj", lambda state: state["phase"] == "betting")
        assert kinds(casino)[:5] == ["opened", "luck", "committed", "mixed", "round"]
        asked = mei.until_luck("bj", 1, "reveal")
        assert asked["numbers"] == [{"name": "Mei", "commitment": mei.promised("bj", 1)}]
        assert done["numbers"] == [{"name": "Mei", "commitment": mei.promised("bj", 1), "value": mei.secrets["bj", 1]}]
        assert rows(casino)[3]["text"] == f"shoe 1\nMei {mei.secrets['bj', 1]}\n"
        shoe = casino.http("GET", "/api/tables/bj/shoes/1")[1]
        assert shoe["luck"] == done["numbers"] and shoe["commitment"] == done["commitment"] == asked["commitment"]


def test_not_before_commitment():
    """no number is asked for before the commitments are on disk; one that comes earlier, or for another shoe, is not taken"""
    with house() as casino:
        mei = casino.visit("Mei", Lucky, silent=True)
        mei.send({"type": "watch", "table": "bj", "luck": True})
        assert mei.expect("luck")["stage"] == "gather"
        for shoe, code in ((2, "luck-late"), (0, "luck-late")):
            mei.send({"type": "promise", "table": "bj", "shoe": shoe, "commitment": "0" * 64})
            assert mei.expect("error")["code"] == code
        asked = mei.until_luck("bj", 1, "reveal")
        assert kinds(casino)[:3] == ["opened", "luck", "committed"] and asked["numbers"][0].get("value") is None
        for value, shoe, code in (("0" * 64, 1, "luck-differs"), (mei.secrets["bj", 1], 2, "luck-late"), ("0" * 63, 1, "bad-message")):
            mei.send({"type": "reveal", "table": "bj", "shoe": shoe, "value": value})
            assert mei.expect("error")["code"] == code
        tan = casino.visit("Tan", Lucky)
        tan.send({"type": "watch", "table": "bj", "luck": True})
        tan.expect("luck")
        tan.send({"type": "reveal", "table": "bj", "shoe": 1, "value": "0" * 64})
        assert tan.expect("error")["code"] == "luck-unknown"
        tan.send({"type": "promise", "table": "bj", "shoe": 1, "commitment": "0" * 64})
        assert tan.expect("error")["code"] == "luck-late"
        dan = casino.visit("Dan")
        dan.send({"type": "promise", "table": "bj", "shoe": 1, "commitment": "0" * 64})
        assert dan.expect("error")["code"] == "forbidden"


def test_stays_away():
    """a number that is not told is left out after two seconds, an act meanwhile waits, and the audit counts it"""
    with house() as casino:
        casino.buy_in("Tan", 100000)
        mei = casino.visit("Mei", Lucky, silent=True)
        mei.watch("bj")
        mei.until_luck("bj", 1, "reveal")
        began = time.monotonic()
        tan = casino.visit("Tan")
        tan.watch("bj")
        tan.done("bj", "sit 2")
        assert 0.5 < time.monotonic() - began < WAIT + 2.5
        assert rows(casino)[3]["text"] == "shoe 1\nMei -\n"
        casino.stop()
        audit = json.loads(tap.done("audit", "--json", f"--db={casino.database}"))
        assert audit["clean"] and audit["luck"] == {"numbers": 0, "numbers_away": 1, "shoes_unplayed": 0}


def test_not_waited_for():
    """a program that does not take part is not waited for, and a terminal that promises nothing only so long"""
    with house() as casino:
        began = time.monotonic()
        tan = casino.visit("Tan")
        tan.watch("bj")
        tan.until("bj", lambda state: state["phase"] == "betting")
        assert time.monotonic() - began < WAIT and "luck" not in kinds(casino)
    with house() as casino:
        began = time.monotonic()
        tan = casino.visit("Tan")
        tan.send({"type": "watch", "table": "bj", "luck": True})
        tan.expect("snapshot")
        tan.until("bj", lambda state: state["phase"] == "betting")
        assert WAIT - 0.2 < time.monotonic() - began < WAIT + 3 and "luck" not in kinds(casino)


def test_gone_before():
    """a terminal that goes before its promise is written takes it along; the other player's goes in"""
    with house() as casino:
        dan = casino.visit("Dan")
        mei, tan = casino.visit("Mei", Lucky), casino.visit("Tan", Lucky)
        mei.watch("bj")
        mei.until_luck("bj", 1, "done")
        tan.watch("bj")
        settle(tan)
        settle(mei)
        mei.socket.close()
        dan.watch("bj")
        if dan.states["bj"]["phase"] == "idle":
            dan.act("bj", "shuffle full")  # unless it was done meanwhile
        status, answer = casino.http("POST", "/api/tables/bj/close", {"id": "c"}, casino.token("Pat"))
        assert status == 200, answer
        assert casino.http("POST", "/api/tables/bj/open", {"id": "o"}, casino.token("Pat"))[0] == 200
        last = max(message["shoe"] for message in tan.luck) + 1
        done = tan.until_luck("bj", last, "done")
        assert [row["name"] for row in done["numbers"]] == ["Tan"] and "value" in done["numbers"][0]


def test_table_for_one():
    """at a table for one, another player begins another shoe, with their number in it; a player who comes back goes on"""
    with Casino([table("mbs-blackjack-v6", "bj", extra="    solo: true\n")], people={"Mei": "player", "Tan": "player"}, hurry=True) as casino:
        for shoe, name in ((1, "Mei"), (2, "Tan")):
            visitor = casino.visit(name, Lucky)
            for _ in range(2):
                visitor.watch("bj")
                done = visitor.until_luck("bj", shoe, "done")
                assert [row["name"] for row in done["numbers"]] == [name] and "value" in done["numbers"][0]
                visitor.until("bj", lambda state: state["phase"] == "betting" and state["shoe"]["number"] == shoe)
                visitor.send({"type": "unwatch", "table": "bj"})
            visitor.socket.close()
        assert casino.http("GET", "/api/tables/bj/shoes")[1]["shoes"][0]["shoe"] == 2
        casino.stop()
        assert tap.run("audit", f"--db={casino.database}").status == 0


def test_restart():
    """killed between promise and number: the same terminal tells it to the next server, and it goes in"""
    with house() as casino:
        mei = casino.visit("Mei", Lucky, silent=True)
        mei.watch("bj")
        mei.until_luck("bj", 1, "reveal")
        casino.kill()
        casino.start()
        time.sleep(WAIT + 0.5)  # nobody is there: nothing is decided without them
        assert kinds(casino) == ["opened", "luck", "committed"]
        again = casino.visit("Mei", Lucky)
        again.secrets = mei.secrets
        again.watch("bj")
        assert again.until_luck("bj", 1, "done")["numbers"][0]["value"] == mei.secrets["bj", 1]


def test_verified():
    """with what is published, anybody checks seed, numbers and cards; a house that changes or leaves out a number is found"""
    with house() as casino:
        casino.buy_in("Mei", 100000)
        mei, tan = casino.visit("Mei", Lucky), casino.visit("Tan", Lucky, silent=True)
        tan.watch("bj")  # he takes part, and promises when he has read that he may
        mei.watch("bj")
        mei.expect("luck")
        tan.expect("luck")
        mei.until_luck("bj", 1, "done")
        mei.until("bj", lambda state: state["phase"] == "betting")
        mei.done("bj", "bet 1 main 20")
        mei.until("bj", lambda state: state["phase"] == "ended")
        assert casino.http("POST", "/api/tables/bj/close", {"id": "c"}, casino.token("Pat"))[0] == 200
        assert casino.http("POST", "/api/tables/bj/open", {"id": "o"}, casino.token("Pat"))[0] == 200
        shoe = casino.http("GET", "/api/tables/bj/shoes/1")[1]
        cards = [line[6:] for row in rows(casino) for line in row["text"].splitlines() if line.startswith("shoe: ")]
        cards = [card.split()[0] for card in cards]
        facts = ["--table=bj", "--shoe=1", f"--deck={shoe['deck']}", f"--decks={shoe['decks']}", f"--commitment={shoe['commitment']}",
                 f"--seed={shoe['seed']}"]
        luck = [f"--luck={row['name']}={row['commitment']}={row.get('value', '-')}" for row in shoe["luck"]]
        assert len(luck) == 2 and cards
        good = tap.run("verify-shoe", *facts, *luck, *cards)
        assert good.status == 0 and "1 players' numbers" in good.out and "1 were not given" in good.out, good.out + good.err
        assert tap.run("verify-shoe", *facts, *cards).status == 1  # by the seed alone
        other = [word.replace(mei.secrets["bj", 1], "0" * 64) for word in luck]
        bad = tap.run("verify-shoe", *facts, *other, *cards)
        assert bad.status == 1 and "The number of Mei is NOT" in bad.out, bad.out
        casino.stop()
        audit = json.loads(tap.done("audit", "--json", f"--db={casino.database}"))
        assert audit["clean"] and audit["luck"]["numbers"] >= 1 and audit["luck"]["numbers_away"] >= 1


if __name__ == "__main__":
    tap.main(globals())
