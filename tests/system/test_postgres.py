# SPDX-License-Identifier: Apache-2.0
"""The real server on a PostgreSQL: bots play at a table of every game while the server is killed, and while the database under it is
stopped at once. Nothing anybody was told is lost, and the audit is clean. KILLS says how often the server is killed (4)."""
import json
import os
import pathlib
import random
import signal
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent)]
import postgres  # noqa: E402
import tap  # noqa: E402
from casino import GAMES, Casino, table  # noqa: E402
from test_house import HOUSE, ask, begin_day, done, house, slip  # noqa: E402

KILLS = int(os.environ.get("KILLS", "4"))
SERVER = None


def tables():
    return [table(game, f"t{i}", betting=0, decision=0, extra="    cut: 200\n") for i, game in enumerate(GAMES)]


def open_casino(name):
    return Casino(tables(), demo=True, hurry=True, more="bots: 3\n", database=SERVER.database("house" if name == 0 else name))


def demo_token(casino, role="cashier"):
    return casino.http("POST", "/api/session", {"demo": role})[1]["token"]


def requests(casino):
    rows = [json.loads(line) for line in tap.done("journal", "show", "--json", f"--db={casino.database}").splitlines()]
    return rows, [row["text"] for row in rows if row["kind"] == "money" and row["text"].startswith("buy-in Mei")]


def buy(casino, token, name):
    return casino.http("POST", "/api/cage/buy-in", {"id": name, "player": "Mei", "amount": 100}, token)


def clean(casino):
    audit = tap.run("audit", f"--db={casino.database}")
    assert audit.status == 0, audit.out + audit.err


def test_kills():
    """the server is killed while bots play: what anybody was told is there, nothing is booked twice, the audit is clean"""
    luck = random.Random(os.environ.get("KILL_SEED", "5"))
    with open_casino(0) as casino:
        casino.passwords = {}
        booked = 0
        for number in range(KILLS):
            token = demo_token(casino)
            end = time.monotonic() + 0.5 + luck.uniform(0, 1)
            while time.monotonic() < end:
                status, answer = buy(casino, token, f"kill-{number}-{booked}")
                assert status == 200 and answer["ok"], answer
                booked += 1
            casino.kill()
            casino.start()
        status, answer = buy(casino, demo_token(casino), f"kill-{KILLS - 1}-{booked - 1}")
        assert status == 200 and answer["ok"], ("the same id once more", answer)
        casino.stop()
        rows, bought = requests(casino)
        rounds = len([row for row in rows if row["kind"] == "round"])
        assert len([text for text in bought if text == "buy-in Mei 1\n"]) == booked, (len(bought), booked)
        assert rounds > KILLS, rounds
        clean(casino)
        print(f"# {KILLS} kills, {booked} buy-ins answered, {rounds} entries that begin a round, {len(rows)} entries")


def test_database_stopped():
    """the database is stopped at once: the server waits for it and goes on by itself; nothing is lost, nothing is booked twice"""
    with Casino(tables(), demo=True, hurry=True, more="bots: 3\n", database=SERVER.database("stopped")) as casino:
        casino.passwords = {}
        token = demo_token(casino)
        booked = 0
        while booked < 20:
            status, answer = buy(casino, token, f"stop-{booked}")
            assert status == 200 and answer["ok"], answer
            booked += 1
        old = SERVER.process.pid
        server = casino.process.pid
        SERVER.process.send_signal(signal.SIGQUIT)
        end = time.monotonic() + 60
        while SERVER.process.pid == old or SERVER.process.poll() is not None:
            assert time.monotonic() < end
            time.sleep(0.05)
        while True:  # the same request, until it is done
            status, answer = buy(casino, token, f"stop-{booked}")
            if status == 200 and answer["ok"]:
                break
            assert status == 503 and answer["error"]["code"] == "no-database", (status, answer)
            assert time.monotonic() < end
            time.sleep(0.1)
        booked += 1
        assert casino.process.pid == server and casino.process.poll() is None
        assert casino.http("GET", "/healthz")[1]["ok"]
        casino.stop()
        bought = requests(casino)[1]
        assert len([text for text in bought if text == "buy-in Mei 1\n"]) == booked, (bought, booked)
        clean(casino)


def test_an_audit_goes_on():
    """an audit goes on behind a mark on this database, too, and finds what was changed behind it"""
    with Casino(tables()[:1], demo=True, hurry=True, database=SERVER.database("marked")) as casino:
        casino.passwords = {}
        mark = casino.path / "mark"
        for number in range(8):
            if number == 4:
                casino.stop()
                assert tap.run("audit", f"--db={casino.database}", f"--mark={mark}").status == 0
                casino.start()
            assert buy(casino, demo_token(casino), f"marked-{number}")[0] == 200
        casino.stop()
        audit = tap.run("audit", f"--db={casino.database}", f"--since={mark}", "--json")
        found = json.loads(audit.out)
        assert audit.status == 0 and found["since"] > 0 and 4 <= found["entries"] < found["since"], audit.out + audit.err
        SERVER.sql("ALTER TABLE postings DISABLE TRIGGER stays; UPDATE postings p SET balance = balance + 1 WHERE kind = 1 AND posting ="
                   " (SELECT max(posting) FROM postings q WHERE q.account = p.account);"
                   "ALTER TABLE postings ENABLE ALWAYS TRIGGER stays", "marked")
        audit = tap.run("audit", f"--db={casino.database}", f"--since={mark}")
        assert audit.status == 1 and "its postings are not those" in audit.out, audit.out + audit.err


def test_a_house_that_counts():
    """chips, slips, counts, a kill and the report are the same on this database"""
    with postgres.Postgres() as own, Casino([table("mbs-7up-baccarat", "b1", betting=0)], more=HOUSE, hurry=True,
                                            database=own.database("house")) as casino:
        begin_day(casino)
        slip(casino, "fill", "b1", 5000000)
        done(casino, "Pat", "/api/tables/b1/count", what="opening", pieces="1000x49", reason="one is missing", **{"with": "Dan"})
        casino.kill()
        casino.start()
        state = house(casino)
        assert state["day"]["open"] and state["tables"][0]["float"] == 4900000 and state["tables"][0]["counted"], state
        assert ask(casino, "Cai", "/api/cage/buy-in", player="Mei", amount=100000000) == "cage-short"
        made = tap.run("report", f"--db={casino.database}", "--json", state["day"]["date"]).json()
        assert made["total"]["win"] == -100000 and made["missing"] == 100000, made["total"]
        code, over = casino.http("GET", f"/api/reports/{state['day']['date']}", token=casino.token("Aud"))
        assert code == 200 and over["total"] == made["total"], over
        casino.stop()
        clean(casino)


if __name__ == "__main__":
    if not postgres.skip():
        with postgres.Postgres() as SERVER:
            tap.main(globals())
