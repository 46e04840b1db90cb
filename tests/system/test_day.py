# SPDX-License-Identifier: Apache-2.0
"""A whole gaming day of twelve tables over protocol and shell: open, float, twenty players, fills, credits, drop, a limit reached, an exclusion, a
rulebook changed, a table added and one retired, a kill and a restart in the middle, close. The reports balance to the cent with the books and with sums that this test makes by itself from what its players were told."""
import csv
import io
import json
import pathlib
import random
import re
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import GAMES, Casino, table  # noqa: E402
from test_life import lobby, wait, write  # noqa: E402
from test_house import HOUSE, ask, audit, count_cages, done, house, pieces, slip  # noqa: E402

SEED = 22
TABLES = [(f"t{i:02}", game) for i, game in enumerate([g for g in GAMES for _ in range(3)][:12])]
PLAYERS = [f"P{i:02}" for i in range(20)]
STAFF = {"Dan": "dealer", "Pat": "pit-manager", "Sue": "shift-manager", "Cai": "cashier", "Aud": "auditor"}
ADDED, RETIRED, TURNED = ("t12", "mbs-7up-baccarat"), TABLES[11][0], "t03"
BUY_IN, FLOAT, ROUNDS = 200000, 5000000, 3


class Sums:
    """What the test knows without the books: what each player staked and got, by the events they were shown."""

    def __init__(self):
        self.turnover, self.result, self.rounds, self.fills, self.credits, self.drop = {}, {}, {}, {}, {}, {}

    def add(self, kind, name, cents):
        kind[name] = kind.get(name, 0) + cents


def play_round(casino, sums, name, game, player, dice):
    """One round: a wager, whatever decision, until it has ended. What moved is taken from the events."""
    player.watch(name)
    state = player.until(name, lambda s: s["phase"] == "betting" and any(o["verb"] == "bet" for o in s["offers"]), "betting")
    number, first = state["round"], len(player.updates)
    stake = 500 * dice.randint(2, 20)
    spot = "" if game == "mbs-7up-baccarat" else f"{dice.randint(1, state['areas'])} "
    answer = player.act(name, f"bet {spot}{GAMES[game]} {stake // 100}")
    assert answer["ok"], (name, answer)
    while True:
        state = player.states[name]
        if state["round"] != number or state["phase"] in ("ended", "idle"):
            break
        mine = [a for asked in state["asked"] for a in asked.get("acts", [])]
        if mine:
            words = next((a for verb in ("stand", "decline") for a in mine if a.split()[0] == verb), None)
            if words:
                player.act(name, words)
                continue
        player.receive()
    for update in player.updates[first:]:
        for event in update["events"]:
            if update["table"] != name or event.get("who") not in (None, player.name):
                continue
            sign = {"paid": -1, "unpaid": 1, "taken": 1, "untaken": -1}.get(event["kind"])
            if sign:
                sums.add(sums.result, name, sign * event["amount"])
            if event["kind"] == "wagered":
                sums.add(sums.turnover, name, event["amount"])
    sums.add(sums.rounds, name, 1)
    player.send({"type": "unwatch", "table": name})


def begin_table(casino, sums, name):
    slip(casino, "fill", name, FLOAT)
    sums.add(sums.fills, name, FLOAT)
    done(casino, "Pat", f"/api/tables/{name}/count", what="opening", pieces=pieces(FLOAT), **{"with": "Dan"})
    done(casino, "Pat", f"/api/tables/{name}/open")


def change_floor(casino, sums, tables):
    """A table comes, one goes, and one gets another rulebook, while the house is open."""
    copy = casino.path / "copy.yaml"
    copy.write_text((tap.ROOT / "rulebooks" / "mbs-ace-race-v4.yaml").read_text().replace("11:1", "10:1"))
    tables[TURNED] += "    next: {rulebook: copy.yaml, from: 2000-01-01}\n"
    tables[ADDED[0]] = table(ADDED[1], ADDED[0], betting=0, decision=2, pace=0, result=0)
    del tables[RETIRED]
    write(casino, *tables.values())
    casino.process.send_signal(signal.SIGHUP)
    wait(lambda: RETIRED not in lobby(casino) and ADDED[0] in lobby(casino), "the new floor")
    wait(lambda: not lobby(casino, "?retired=1")[RETIRED]["open"], "the end of the retired table")
    begin_table(casino, sums, ADDED[0])
    left = next(t for t in house(casino)["tables"] if t["table"] == RETIRED)["float"]
    slip(casino, "credit", RETIRED, left)
    sums.add(sums.credits, RETIRED, left)
    done(casino, "Pat", f"/api/tables/{TURNED}/close")
    done(casino, "Pat", f"/api/tables/{TURNED}/open")
    sign = casino.http("GET", f"/api/tables/{TURNED}/sign")[1]
    assert any(row["says"] == "10 to 1" for s in sign["sections"] for row in s["rows"]), "played by the new book from this shoe on"


def protect(casino):
    """A limit is reached; somebody is excluded."""
    last = casino.visit(PLAYERS[19])
    done(casino, PLAYERS[19], "/api/me/limit", what="stake", period="once", value=100)
    last.watch(ADDED[0])
    last.until(ADDED[0], lambda s: s["phase"] == "betting")
    assert last.act(ADDED[0], "bet banker 10")["status"] == "stake-limit"
    last.socket.close()
    done(casino, "Sue", f"/api/players/{PLAYERS[18]}/exclude", days=30, by="house")
    login = {"user": PLAYERS[18], "password": casino.passwords[PLAYERS[18]]}
    assert casino.http("POST", "/api/session", login)[1]["error"]["code"] == "excluded"


def report(casino, *more):
    outcome = tap.run("report", f"--db={casino.database}", "--json", *more)
    assert outcome.status == 0, outcome.err
    return json.loads(outcome.out)


def check_report(made, sums, floats):
    """Every table of the report against the test's own sums."""
    rows = {row["table"]: row for row in made["tables"]}
    assert set(rows) == {name for name, _ in [*TABLES, ADDED]}, rows.keys()
    for name, row in rows.items():
        wanted = {"opening": 0, "fills": sums.fills.get(name, 0), "credits": sums.credits.get(name, 0), "drop": sums.drop.get(name, 0),
                  "closing": floats[name], "result": sums.result.get(name, 0), "turnover": sums.turnover.get(name, 0),
                  "rounds": sums.rounds.get(name, 0), "voids": 0}
        assert {key: row[key] for key in wanted} == wanted, (name, row, wanted)
        assert row["win"] == row["closing"] + row["credits"] + row["drop"] - row["opening"] - row["fills"], row
        held = row["holdBasisPoints"]
        assert held is None if row["drop"] == 0 else held == int(row["win"] * 10000 / row["drop"]), row
    for part in ("games", "dealers", "hours"):
        for key in ("result", "turnover", "rounds", "drop", "theoretical"):
            whole = sum(row[key] for row in made[part])
            assert abs(whole - made["total"][key]) <= (20 if key == "theoretical" else 0), (part, key, whole, made["total"])
    assert made["total"]["theoretical"] != 0


def check_numbers(tables, sums):
    """The figures of the floor while it plays: drop is what went into the box, and hold is of that, not of what was staked."""
    for row in tables:
        drop, turnover, result = (kind.get(row["table"], 0) for kind in (sums.drop, sums.turnover, sums.result))
        assert (row["drop"], row["turnover"], row["win"]) == (drop, turnover, result), (row, drop, turnover, result)
        assert row["holdBasisPoints"] == (int(result * 10000 / drop) if drop else 0), row
    assert any(row["drop"] for row in tables) and any(row["win"] for row in tables)


def check_shapes(casino, date, made):
    """The same as CSV and as text, from the shell and over HTTP."""
    text = tap.done("report", f"--db={casino.database}", date, "--csv", "--currency=SGD")
    rows = list(csv.DictReader(io.StringIO(text)))
    total = next(row for row in rows if row["kind"] == "total")
    assert total["currency"] == "SGD" and total["win"] == f"{made['total']['win'] / 100:.2f}", total
    assert total["from"].endswith("+0800"), "the time of the house's own zone"
    for row in rows:
        drop, win = float(row["drop"] or 0), float(row["win"])
        assert bool(row["opening"]) == bool(row["closing"]) == (row["kind"] in ("table", "total")), "a game has no float"
        assert row["hold_percent"] == ("" if drop == 0 else row["hold_percent"]) and (drop == 0 or abs(float(row["hold_percent"]) - 100 * win / drop) < 0.011), row
    for words, complaint in ((("--shift=day", date[:7]), "goes with a date"), (("--shift=day",), "goes with a date"), (("--csv",), "name a date"),
                             (("--currency=sgd", date), "three capital letters"), (("2026-99",), "the period must be a date")):
        assert complaint in tap.refused(2, "report", f"--db={casino.database}", *words), words
    assert casino.http("GET", f"/api/reports/{date[:7]}?shift=day", token=casino.token("Aud"))[0] == 400
    words = tap.done("report", f"--db={casino.database}", date)
    assert f"{made['total']['turnover'] / 100:.2f}" in words and "t01" in words, words
    assert "\n  all " in words and "XXX" not in words, words
    shift = tap.done("report", f"--db={casino.database}", date, "--shift=day")
    assert "\n  Dan " in shift and not re.search(r"\n  \S+(\s+0\.00){4}\s+0 ", shift), "nobody is listed who did nothing"
    assert "; amounts in SGD\n" in tap.done("report", f"--db={casino.database}", date, "--currency=SGD")


def test_a_day_of_twelve_tables():
    """twelve tables, twenty players, a kill and a restart in the middle: the reports balance with the books and with the test's own sums"""
    dice, sums = random.Random(SEED), Sums()
    people = {**{name: "player" for name in PLAYERS}, **STAFF}
    tables = {name: table(game, name, betting=0, decision=2, pace=0, result=0) for name, game in TABLES}
    playing, players = list(TABLES), list(PLAYERS)
    with Casino(tables.values(), people=people, more=HOUSE, hurry=True) as casino:
        done(casino, "Sue", "/api/house/cage/supply", amount=100000000)
        done(casino, "Sue", "/api/house/cage/fund", amount=20000000)
        done(casino, "Sue", "/api/house/day/open")
        done(casino, "Sue", "/api/house/shift/open", name="day")
        for name, _ in TABLES:
            begin_table(casino, sums, name)
        for i, name in enumerate(PLAYERS):
            done(casino, "Cai", "/api/cage/buy-in", player=name, amount=BUY_IN)
            at = TABLES[i % len(TABLES)][0]
            if i % 2 == 0:
                done(casino, "Dan", f"/api/tables/{at}/purchase", player=name, amount=50000)
                sums.add(sums.drop, at, 50000)
        for turn in range(ROUNDS):
            for i, name in enumerate(players):
                at, game = playing[(i + turn) % len(playing)]
                visitor = casino.visit(name)
                play_round(casino, sums, at, game, visitor, dice)
                visitor.socket.close()
            if turn == 0:
                casino.kill()
                casino.start()
                done(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"})
                done(casino, "Sue", "/api/house/shift/open", name="night")
            if turn == 1:
                slip(casino, "credit", TABLES[0][0], 1000000)
                sums.add(sums.credits, TABLES[0][0], 1000000)
                slip(casino, "fill", TABLES[1][0], 250000)
                sums.add(sums.fills, TABLES[1][0], 250000)
                before = casino.http("GET", "/api/numbers", token=casino.token("Pat"))[1]["tables"]
                check_numbers(before, sums)
                casino.stop()
                casino.start()
                keys, end = ("table", "rounds", "turnover", "drop", "win", "bank", "since"), time.monotonic() + 20
                before = [[row[key] for key in keys] for row in before]
                while True:  # the figures so far are worked out beside the tables
                    after = [[row[key] for key in keys] for row in casino.http("GET", "/api/numbers", token=casino.token("Pat"))[1]["tables"]]
                    if after == before:
                        break
                    assert time.monotonic() < end, (before, after)
                    time.sleep(0.05)
                change_floor(casino, sums, tables)
                protect(casino)
                playing = [t for t in TABLES if t[0] != RETIRED] + [ADDED]
                players = PLAYERS[:18]
        done(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"})
        floats = {}
        for name in lobby(casino):
            done(casino, "Pat", f"/api/tables/{name}/close")
        for row in house(casino)["tables"]:
            missing = 500 if row["table"] == TABLES[2][0] else 0
            # What a payment of 3 to 2 leaves below a chip is counted as cash.
            found = row["float"] - missing
            done(casino, "Pat", f"/api/tables/{row['table']}/count", what="closing", pieces=pieces(found - found % 500), cash=found % 500,
                 **({"reason": "a chip is missing"} if missing else {}), **{"with": "Dan"})
            floats[row["table"]] = found
            done(casino, "Pat", f"/api/tables/{row['table']}/count", what="drop", cash=row["box"], **{"with": "Dan"})
        balances = {name: casino.balance(name) for name in PLAYERS}
        for name in PLAYERS:
            if balances[name]:
                done(casino, "Cai", "/api/cage/cash-out", player=name, amount=balances[name])
        count_cages(casino)
        assert ask(casino, "Sue", "/api/house/day/close", **{"with": "Cai"}) == "count-differs"
        date = house(casino)["day"]["date"]
        done(casino, "Sue", "/api/house/day/close", reason="a chip of 5 is missing at t02", **{"with": "Cai"})
        made = report(casino, date)
        check_report(made, sums, floats)
        # The players lost what the tables won by play.
        bought = len(PLAYERS) * BUY_IN + sum(sums.drop.values())
        assert bought - sum(balances.values()) == sum(sums.result.values()) == made["total"]["win"] + 500
        assert made["missing"] == 500
        assert made["shifts"] == ["day", "night"], made["shifts"]
        shifts = [report(casino, date, f"--shift={name}") for name in ("day", "night")]
        for key in ("result", "turnover", "rounds"):
            assert sum(s["total"][key] for s in shifts) == made["total"][key], key
        assert report(casino, date[:7])["total"] == {**made["total"]}, "the month has one day so far"
        card = report(casino, date, "--table=t00")
        assert card["total"]["win"] == next(r for r in made["tables"] if r["table"] == "t00")["win"] and len(card["tables"]) == 1
        check_shapes(casino, date, made)
        code, over = casino.http("GET", f"/api/reports/{date}", token=casino.token("Aud"))
        assert code == 200 and over["tables"] == made["tables"] and over["total"] == made["total"], over
        assert casino.http("GET", "/api/reports", token=casino.token("Aud"))[1]["days"][0]["date"] == date
        assert casino.http("GET", f"/api/reports/{date}", token=casino.token("Cai"))[0] == 403
        casino.stop()
        audit(casino)
        # The books say the same by the postings alone.
        kept = dict(casino.rows("SELECT a.name, SUM(p.cents) FROM postings p JOIN accounts a ON p.account = a.number WHERE a.kind = 3 GROUP BY a.name"))
        assert {name: cents for name, cents in kept.items() if cents} == {name: cents for name, cents in floats.items() if cents}, (kept, floats)
        assert floats[RETIRED] == 0


if __name__ == "__main__":
    tap.main(globals())
