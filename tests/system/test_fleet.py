# SPDX-License-Identifier: Apache-2.0
"""Several servers on one PostgreSQL (docs/scale.md): who runs what, a server that dies, one that sleeps, one that is drained, two that want
the same chips, a database that goes away, and the feed. Nothing that was acknowledged is lost, nothing is booked twice, the audit is clean."""
import contextlib
import http.server
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent), str(HERE.parent / "chaos")]
import postgres  # noqa: E402
import tap  # noqa: E402
from base import Line  # noqa: E402
from casino import COMMAND, GAMES, Casino, table  # noqa: E402
from fleet import Fleet  # noqa: E402
from witness import Witness, seen, wait_for, with_witness  # noqa: E402

SERVER = None
NUMBER = iter(range(1000))


def tables(betting=60, decision=60):
    return [table(game, f"t{i}", betting=betting, decision=decision) for i, game in enumerate(GAMES)]


def house(names="ab", **more):
    return Fleet(SERVER.database(f"fleet{next(NUMBER)}"), tables(**more), names)


def clean(fleet):
    audit = tap.run("audit", f"--db={fleet.database}")
    assert audit.status == 0, audit.out + audit.err
    return audit.out


def one_of_each(fleet):
    """A table of each server that has one."""
    found = {}
    for name, server in fleet.owners().items():
        found.setdefault(server.port, name)
    return list(found.values())


def bet(visitor, name, amount):
    main = {"t4": "banker"}.get(name, "main")
    spot = "" if name == "t4" else "1 "
    return visitor.act(name, f"bet {spot}{main} {amount}")


def test_shares():
    """each table runs once; the others say where; everybody logs in everywhere; a balance is the same everywhere"""
    with house() as fleet:
        a, b = fleet.servers.values()
        assert fleet.runs(a) | fleet.runs(b) == {f"t{i}" for i in range(5)} and not fleet.runs(a) & fleet.runs(b)
        token = b.token("Mei")
        assert a.http("GET", "/api/me", token=token)[1]["user"] == "Mei"
        here, there = (a, b) if fleet.desk() is a else (b, a)
        status, answer = there.http("POST", "/api/cage/buy-in", {"id": "x", "player": "Mei", "amount": 100}, token)
        assert status == 421 and answer["error"]["address"] == here.address(""), answer
        fleet.buy_in("Mei", 50000)
        for server in (a, b):
            end = time.monotonic() + 2
            while server.http("GET", "/api/me", token=token)[1]["balance"] != 50000:
                assert time.monotonic() < end
        elsewhere = sorted(fleet.runs(b))
        if elsewhere:
            visitor = a.visit("Mei")
            visitor.send({"type": "watch", "table": elsewhere[0]})
            moved = visitor.expect("error")
            assert moved["code"] == "moved" and moved["address"] == b.address("") and moved["table"] == elsewhere[0], moved
            assert a.http("GET", f"/api/tables/{elsewhere[0]}/rounds")[0] == 421
        assert b.http("DELETE", "/api/session", token=token)[0] == 200
        end = time.monotonic() + 2
        while a.http("GET", "/api/me", token=token)[0] != 401:
            assert time.monotonic() < end, "logged out elsewhere, and still in"
        listed = json.loads(tap.done("servers", fleet.database, "--json"))
        assert {row["name"]: row["state"] for row in listed} == {"a": "alive", "b": "alive"}
        assert sorted(sum((row["runs"] for row in listed), [])) == ["desk", "t0", "t1", "t2", "t3", "t4"]
        clean(fleet)


def test_the_same_chips():
    """the same chips at two tables of two servers at once: one wager stands, one is refused, again and again"""
    with house() as fleet:
        pair = one_of_each(fleet)
        assert len(pair) == 2, "both servers have a table"
        refused = 0
        for turn in range(6):
            fleet.buy_in("Mei", 10000, f"chips-{turn}")
            visitors = [fleet.visit("Mei", name) for name in pair]
            answers = [None, None]

            def place(i, visitors=visitors, answers=answers):
                answers[i] = bet(visitors[i], pair[i], 100)
            threads = [threading.Thread(target=place, args=(i,)) for i in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(answer["ok"] for answer in answers) == [False, True], answers
            loser = next(answer for answer in answers if not answer["ok"])
            assert loser["status"] == "player-short", loser
            refused += 1
            winner = answers.index(next(answer for answer in answers if answer["ok"]))
            for server in fleet.servers.values():
                end = time.monotonic() + 5
                while server.http("GET", "/api/me", token=visitors[0].token)[1]["balance"] != 0:
                    assert time.monotonic() < end
            visitors[winner].act(pair[winner], "withdraw 1" if pair[winner] != "t4" else "withdraw")
            status, answer = fleet.http("GET", "/api/me", token=visitors[0].token)
            fleet.http("POST", "/api/cage/cash-out", {"id": f"out-{turn}", "player": "Mei", "amount": answer["balance"]}, visitors[0].casino.token("Cai")) \
                if answer["balance"] else None
            for visitor in visitors:
                visitor.socket.close()
            if answer["balance"] == 0:
                break  # the wager stays: one race was run
        assert refused >= 1
        clean(fleet)


def test_a_server_dies():
    """a server is killed in the middle of a round: another plays on within seconds, as the rules say; what was told is there"""
    with house() as fleet:
        fleet.buy_in("Mei", 100000)
        name = "t4"
        owner = fleet.owners()[name]
        visitor = fleet.visit("Mei", name)
        answer = bet(visitor, name, 100)
        assert answer["ok"], answer
        dead = next(key for key, server in fleet.servers.items() if server is owner)
        other = "a" if dead == "b" else "b"
        fleet.kill(dead)
        seconds = fleet.settle([other])
        print(f"# {seconds:.1f} s until all tables run again")
        again = fleet.servers[other].visit("Mei")
        again.watch(name)
        rows = [json.loads(line) for line in tap.done("journal", "show", "--json", f"--db={fleet.database}", f"--table={name}").splitlines()]
        assert any("bet" in row["text"] and "Mei" in row["text"] for row in rows)
        repeated = again.ask({"type": "act", "table": name, "act": "bet banker 100", "id": answer["id"]})
        assert repeated["ok"] and repeated["sentence"] != "", repeated  # booked once: the same id is the same request
        assert again.states[name]["balance"] == 90000 or any(row["kind"] == "recovered" for row in rows), again.states[name]
        fleet.start(dead)
        fleet.settle()
        fleet.buy_in("Mei", 100)
        clean(fleet)


def test_a_server_sleeps():
    """a server that slept longer than its lease fails its next commit, starts anew, and writes nothing twice"""
    with house() as fleet:
        fleet.buy_in("Mei", 100000)
        name = one_of_each(fleet)[0]
        owner = fleet.owners()[name]
        sleeper = next(key for key, server in fleet.servers.items() if server is owner)
        other = "a" if sleeper == "b" else "b"
        visitor = fleet.visit("Mei", name)
        fleet.stop(sleeper)
        fleet.settle([other])
        visitor.send({"type": "act", "table": name, "act": "bet 1 main 100" if name != "t4" else "bet banker 100", "id": "asleep"})
        fleet.wake(sleeper)
        end = time.monotonic() + 10
        while "fenced" not in fleet.events(sleeper):
            assert time.monotonic() < end, fleet.events(sleeper)[-2000:]
            time.sleep(0.1)
        fleet.settle()
        assert fleet.servers[sleeper].process.poll() is None
        rows = tap.done("journal", "show", "--json", f"--db={fleet.database}", f"--table={name}").splitlines()
        assert not any("bet" in json.loads(row)["text"] for row in rows), "what it had in hand when it slept is not written"
        clean(fleet)


def test_starts_anew_without_a_database():
    """a server that was taken for dead starts anew; if the database lets nobody in just then, it waits for it, and SIGTERM still ends it"""
    with house() as fleet:
        fleet.share()
        b = fleet.servers["b"]
        name = fleet.database.split("?")[0].rsplit("/", 1)[1]
        fleet.stop("b")
        wait_for(lambda: set(fleet.owners().values()) == {fleet.servers["a"]}, "all tables at the other server")
        SERVER.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", "postgres")
        fleet.wake("b")
        wait_for(lambda: (b.path / "log").read_text().count("The database cannot be reached") > 1, "two tries")
        assert b.process.poll() is None
        SERVER.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true", "postgres")
        wait_for(lambda: fleet.events("b").count('"started"') == 2, "its second life")
        fleet.settle()
        fleet.share()
        clean(fleet)
        fleet.stop("b")
        wait_for(lambda: set(fleet.owners().values()) == {fleet.servers["a"]}, "all tables at the other server")
        SERVER.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", "postgres")
        fleet.wake("b")
        wait_for(lambda: (b.path / "log").read_text().count("The database cannot be reached") > 3, "two tries")
        b.process.terminate()
        assert b.process.wait(10) == 0
        SERVER.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true", "postgres")


def test_drained():
    """a server hands over everything between rounds, and takes its share again; players are told where"""
    with house() as fleet:
        fleet.buy_in("Mei", 100000)
        name = next(iter(fleet.runs(fleet.servers["a"])))
        visitor = fleet.visit("Mei", name)
        assert tap.run("drain", fleet.database, "a").status == 0
        fleet.settle(["b"])
        moved = visitor.expect("error")
        assert moved["code"] == "moved" and moved["address"] == fleet.servers["b"].address(""), moved
        assert not fleet.runs(fleet.servers["a"])
        rows = tap.done("journal", "show", "--json", f"--db={fleet.database}").splitlines()
        assert not any(json.loads(row)["kind"] == "recovered" for row in rows)
        assert tap.run("drain", fleet.database, "a", "--back").status == 0
        fleet.settle()
        end = time.monotonic() + 10
        while not fleet.runs(fleet.servers["a"]):
            assert time.monotonic() < end
            time.sleep(0.1)
        wrong = tap.run("drain", fleet.database, "nobody")
        assert wrong.status == 2 and "nobody" in wrong.err
        clean(fleet)


def test_the_database_goes_away():
    """the database is stopped and started again under both servers: nothing acknowledged is lost, and nobody has to start anew"""
    with house() as fleet:
        told = 0
        fleet.buy_in("Mei", 100, "before")
        pids = [server.process.pid for server in fleet.servers.values()]
        SERVER.process.send_signal(3)  # at once, as a crash
        for i in range(10):
            told += 100
            fleet.buy_in("Mei", 100, f"during-{i}")
        assert [server.process.pid for server in fleet.servers.values()] == pids
        assert all(server.process.poll() is None for server in fleet.servers.values())
        token = fleet.servers["a"].token("Mei")
        end = time.monotonic() + 5  # what another server has written is seen within a moment
        while fleet.http("GET", "/api/me", token=token)[1]["balance"] != 100 + told:
            assert time.monotonic() < end
        clean(fleet)


def test_a_session_while_the_database_is_away():
    """a session that another server has opened is not taken for one that never was, because the database cannot be asked for it"""
    with house() as fleet:
        b, name = fleet.servers["b"], fleet.database.split("?")[0].rsplit("/", 1)[1]
        fleet.buy_in("Mei", 100)
        token = fleet.servers["a"].token("Mei")
        SERVER.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", "postgres")
        SERVER.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'", "postgres")
        wait_for(lambda: '"store-away"' in fleet.events("b"), "the loss of the database")
        assert b.http("GET", "/api/me", token=token)[0] == 503
        SERVER.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true", "postgres")
        wait_for(lambda: b.http("GET", "/api/me", token=token)[0] == 200, "the session")
        clean(fleet)


def test_dropped_while_taking_over():
    """connections are dropped again and again while a server takes over tables and desk: it takes that for what it is, and plays on"""
    with house() as fleet:
        desk = fleet.desk()
        dead = next(key for key, server in fleet.servers.items() if server is desk)
        other = "a" if dead == "b" else "b"
        fleet.buy_in("Mei", 100)
        fleet.kill(dead)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            SERVER.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'croupier%'")
        fleet.settle([other])
        fleet.buy_in("Mei", 100)
        assert "store-stopped" not in fleet.events(other), fleet.events(other)[-2000:]
        clean(fleet)


def test_reads_on_a_dropped_connection():
    """connections dropped between two questions are no reason to answer that the database is away: reading just asks again"""
    with house("a") as fleet:
        fleet.buy_in("Mei", 1000)
        server = fleet.servers["a"]
        token = server.token("Mei")
        for _ in range(4):
            status, answer = server.http("GET", "/api/me/ledger", token=token)
            assert status == 200, answer
            SERVER.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'croupier%'")


def test_not_before_it_is_ready():
    """a server that takes its time to start is given no table before it can run it: nobody waits for it"""
    with house("a") as fleet, tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        shown = tap.run("key", "show", "--db", fleet.database, "--json").json()
        with Witness(folder, shown["verifier"]) as witness:
            witness.process.send_signal(signal.SIGSTOP)  # whoever starts waits two seconds for its answer
            fleet.more = f"witnesses: [{{url: {witness.url}, key: '{witness.key}'}}]\n"
            starting = threading.Thread(target=fleet.add, args=("b",))
            starting.start()
            name = fleet.database.split("?")[0].rsplit("/", 1)[1]
            wait_for(lambda: SERVER.sql("SELECT count(*) FROM servers WHERE name = 'b' AND until > clock_timestamp()", name) == "1", "the lease of b")
            end = time.monotonic() + 1
            while time.monotonic() < end:
                assert len(fleet.runs(fleet.servers["a"])) == 5, "a table waits for a server that is not there yet"
            witness.process.send_signal(signal.SIGCONT)
            starting.join()
            wait_for(lambda: fleet.runs(fleet.servers["b"]), "tables of b")
        fleet.settle()
        clean(fleet)


def test_a_witness():
    """servers with a witness start and start again while another signs the log; the audit believes what it has seen"""
    with house("a") as fleet, tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        shown = tap.run("key", "show", "--db", fleet.database, "--json").json()
        with Witness(folder, shown["verifier"]) as witness:
            fleet.servers["a"].stop()
            with_witness(fleet.servers["a"], witness)
            fleet.start("a")
            fleet.more = f"witnesses: [{{url: {witness.url}, key: '{witness.key}'}}]\n"
            fleet.add("b")
            fleet.settle()
            for number in range(20):
                fleet.buy_in("Mei", 100, f"seen-{number}")
            wait_for(lambda: seen(witness, shown["origin"]) > 40, "the witness's signature")
            for turn in range(3):
                fleet.kill("b")
                fleet.buy_in("Mei", 100, f"again-{turn}")
                fleet.start("b")
            fleet.settle()
            pathlib.Path(folder, "seen").write_text(witness.latest(shown["origin"]), encoding="utf-8")
            audit = tap.run("audit", "--db", fleet.database, "--key", shown["key"], "--checkpoint", f"{folder}/seen", "--witness", witness.key)
            assert audit.status == 0 and "includes the checkpoint" in audit.out, audit.out + audit.err


class Faster(http.server.BaseHTTPRequestHandler):
    """A way to the witness on which everybody is late: it answers as the witness would after another server has shown it the next checkpoint."""
    last = None  # how large the last checkpoint is, as a function
    late = 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        shown = int(body.split("\n\n", 1)[1].splitlines()[1])
        wait_for(lambda: Faster.last() > shown, "another checkpoint")
        Faster.late += 1
        answer = f"{Faster.last()}\n".encode()
        self.send_response(409)
        self.send_header("Content-Type", "text/x.tlog.size")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def test_a_witness_that_is_always_ahead():
    """a server that starts while another signs faster than it can ask does not take that for a loss: the database has what the witness has seen"""
    with house("a") as fleet, tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        shown = tap.run("key", "show", "--db", fleet.database, "--json").json()
        name = fleet.database.split("?")[0].rsplit("/", 1)[1]
        fleet.buy_in("Mei", 100)
        Faster.last, Faster.late = (lambda: int(SERVER.sql("SELECT max(size) FROM checkpoints", name))), 0
        with Witness(folder, shown["verifier"]) as witness, http.server.ThreadingHTTPServer(("127.0.0.1", 0), Faster) as relay:
            over = threading.Event()

            def write():
                while not over.is_set():
                    fleet.buy_in("Mei", 100)
            threads = [threading.Thread(target=relay.serve_forever), threading.Thread(target=write)]
            for thread in threads:
                thread.start()
            try:
                fleet.more = f"witnesses: [{{url: 'http://127.0.0.1:{relay.server_port}', key: '{witness.key}'}}]\n"
                fleet.add("b")
                assert Faster.late, "it was asked"
            finally:
                over.set()
                relay.shutdown()
                for thread in threads:
                    thread.join()
            fleet.settle()
            clean(fleet)


def test_silent_in_a_commit():
    """a server whose line falls silent in the middle of a commit holds up the others for two seconds, not for as long as it is silent"""
    with house("a") as fleet:
        line = Line(f"{SERVER.folder}/.s.PGSQL.5432")
        direct, name = fleet.database, fleet.database.split("?")[0].rsplit("/", 1)[1]

        def come():
            with contextlib.suppress(OSError):
                fleet.servers["b"].token("Mei")
        log_in = threading.Thread(target=come)
        try:
            fleet.database = f"postgresql://croupier@127.0.0.1:{line.port}/{name}?sslmode=disable&gssencmode=disable"
            fleet.add("b")
            fleet.database = direct
            fleet.settle()
            def holding():
                return SERVER.sql(f"SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = '{name}'") != "0"
            line.say("slow 0.5")
            log_in.start()
            wait_for(holding, "b in its transaction")
            line.say("hole")
            begun = time.monotonic()
            wait_for(lambda: not holding(), "its end")
            assert time.monotonic() - begun < 4, time.monotonic() - begun
            fleet.settle({"a"})
        finally:
            line.say("good")
            fleet.servers["b"].kill()
            line.end()
            log_in.join()
        clean(fleet)


@contextlib.contextmanager
def on_a_line(names="ab"):
    """A house whose second server reaches the database by a line that can be made bad."""
    with house(names[0]) as fleet:
        line = Line(f"{SERVER.folder}/.s.PGSQL.5432")
        direct, name = fleet.database, fleet.database.split("?")[0].rsplit("/", 1)[1]
        try:
            fleet.database = f"postgresql://croupier@127.0.0.1:{line.port}/{name}?sslmode=disable&gssencmode=disable"
            for other in names[1:]:
                fleet.add(other)
            fleet.database = direct
            yield fleet, line
        finally:
            line.say("good")
            for other in names[1:]:
                fleet.servers[other].kill()
            line.end()


def test_cut_off_from_the_database():
    """the line between a server and the database falls silent: at the end of its lease it sends its pages to the server that takes over, and
    says no to acts, while its own calls still wait; what was under way goes along by its id; when the line is good again it is one of them"""
    with on_a_line() as (fleet, line):
        fleet.share()
        fleet.buy_in("Mei", 100000)
        a, b = fleet.servers["a"], fleet.servers["b"]
        name = sorted(fleet.runs(b))[0]
        visitor = fleet.visit("Mei", name)
        line.say("hole")
        begun = time.monotonic()
        visitor.send({"type": "act", "table": name, "act": "bet banker 100" if name == "t4" else "bet 1 main 100", "id": "under-way"})
        moved = visitor.expect("error")
        print(f"# told after {time.monotonic() - begun:.1f} s")
        assert moved["code"] == "moved" and moved["table"] == name and moved["address"] == a.address(""), moved
        assert "cut-off" in fleet.events("b") and "store-away" not in fleet.events("b"), "by its own clock, not by calls that time out"
        answer = visitor.answers.get("under-way") or visitor.wait_answer("under-way")
        assert answer["status"] == "moved", answer
        visitor.send({"type": "act", "table": name, "act": "bet banker 200" if name == "t4" else "bet 1 main 200", "id": "later"})
        refused = visitor.expect("error")
        assert refused["id"] == "later" and refused["code"] == "moved" and refused["sentence"], refused
        assert not fleet.runs(b)
        status, answer = b.http("GET", f"/api/tables/{name}/rounds")
        assert status == 421 and answer["error"]["address"] == a.address(""), answer
        assert b.http("POST", "/api/session", {"user": "Mei", "password": "x"})[0] == 503
        wait_for(lambda: name in fleet.runs(a), "the table at the other server")
        again = a.visit("Mei")
        again.watch(name)
        answer = again.ask({"type": "act", "table": name, "act": "bet banker 100" if name == "t4" else "bet 1 main 100", "id": "under-way"})
        assert answer["ok"], answer
        print(f"# playing again after {time.monotonic() - begun:.1f} s")
        assert '"fenced"' not in fleet.events("b"), "it is still silent"
        line.say("good")
        wait_for(lambda: '"fenced"' in fleet.events("b"), "the fence")
        fleet.settle()
        fleet.share()
        rows = [json.loads(row) for row in tap.done("journal", "show", "--json", f"--db={fleet.database}", f"--table={name}").splitlines()]
        assert sum("bet" in row["text"] and "Mei" in row["text"] for row in rows) == 1, rows
        clean(fleet)


def test_cut_off_and_alone():
    """where nobody could take over, nobody is sent away: what was asked for waits, and is done when the database is back; a player who has not
    played yet is asked to ask again, since nobody knows whether they have an account"""
    with on_a_line("ab") as (fleet, line):
        fleet.share()
        fleet.buy_in("Mei", 100000)
        b = fleet.servers["b"]
        tap.done("drain", fleet.database, "a")
        fleet.settle({"b"})
        fleet.servers["a"].stop()
        visitor, new = fleet.visit("Mei", "t4"), fleet.visit("Tan", "t4")
        wait_for(lambda: {row["name"]: row["state"] for row in tap.run("servers", fleet.database, "--json").json()}["a"] != "alive", "the end of a")
        line.say("hole")
        visitor.send({"type": "act", "table": "t4", "act": "bet banker 100", "id": "waits"})
        time.sleep(4.5)  # longer than its lease
        assert len(fleet.runs(b)) == 5
        visitor.send({"type": "ping"})
        visitor.expect("pong")  # it goes on talking
        first = {"type": "act", "table": "t4", "act": "bet banker 100", "id": "first"}
        answer = new.ask(first)
        assert answer["status"] == "no-database", answer
        line.say("good")
        answer = visitor.wait_answer("waits")
        assert answer["ok"], answer
        answer = new.ask(first)
        assert answer["status"] == "player-short", answer
        assert '"cut-off"' not in fleet.events("b") and "fenced" not in fleet.events("b")
        clean(fleet)


def test_bots_go_along():
    """the demonstration's bots belong to their table, whichever server runs it: a round that a dead server left behind is played to its end"""
    plans = [f"  - {{id: t{i}, game: {game}, limits: {{all: [5, 200], {main}: [10, 1000]}}, betting_seconds: 2, decision_seconds: 60}}\n"
             for i, (game, main) in enumerate(GAMES.items())]
    with Fleet(SERVER.database(f"fleet{next(NUMBER)}"), plans, "ab", more="bots: 2\n", people={}, demo=True) as fleet:
        a = fleet.servers["a"]

        def rounds(server):
            return {row["id"]: row["round"] for row in server.http("GET", "/api/tables")[1]["tables"] if row["phase"] == "dealing"}
        wait_for(lambda: rounds(a), "a round at a")
        left = rounds(a)
        fleet.kill("a")
        fleet.settle({"b"})
        def now():
            return {row["id"]: row["round"] for row in fleet.servers["b"].http("GET", "/api/tables")[1]["tables"]}
        wait_for(lambda: all(now()[name] > number for name, number in left.items()), f"the rounds after {left}")
        clean(fleet)


def test_an_id_that_is_still_written():
    """the same id while its entry waits for a database that is away is not answered as done: it may still be refused"""
    with house("a") as fleet:
        server = fleet.servers["a"]
        cashier = server.token("Cai")
        fleet.buy_in("Mei", 100)
        body = {"id": "waits", "player": "Mei", "amount": 100}
        first = threading.Thread(target=lambda: server.http("POST", "/api/cage/buy-in", body, cashier))
        pids = [int(line) for line in SERVER.sql("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'croupier%'").splitlines()]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            first.start()
            time.sleep(0.5)
            status, answer = server.http("POST", "/api/cage/buy-in", body, cashier)
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
        first.join()
        assert not answer.get("ok"), answer
        assert fleet.http("POST", "/api/cage/buy-in", body, cashier)[1]["ok"]
        clean(fleet)


def held(fleet, row, seconds):
    """Somebody has that row of the database for a while: whoever wants it waits. Returns when they have it."""
    name = fleet.database.split("?")[0].rsplit("/", 1)[1]
    thread = threading.Thread(target=SERVER.sql, args=(f"BEGIN; SELECT 1 FROM {row} FOR UPDATE; SELECT pg_sleep({seconds}); COMMIT", name))
    thread.start()
    wait_for(lambda: SERVER.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "1", "the lock")
    return thread


def test_the_same_id_at_the_same_moment():
    """one id at two servers while neither can commit: one of them is kept, the other is told that the id is used, and both go on"""
    with house() as fleet:
        fleet.buy_in("Mei", 100000)
        pair = one_of_each(fleet)
        visitors = [fleet.visit("Mei", name) for name in pair]
        lock = held(fleet, "head", 1.5)
        for visitor, name in zip(visitors, pair):
            visitor.send({"type": "act", "table": name, "id": "twice", "act": f"bet {'' if name == 't4' else '1 '}{'banker' if name == 't4' else 'main'} 10"})
        answers = [visitor.wait_answer("twice") for visitor in visitors]
        lock.join()
        assert sorted((answer["ok"], answer["status"]) for answer in answers) == [(False, "id-reused"), (True, "ok")], answers
        for visitor, name in zip(visitors, pair):
            assert bet(visitor, name, 10)["ok"] or visitor.states[name]["stakes"], name
        for name in fleet.servers:
            assert "store-stopped" not in fleet.events(name), fleet.events(name)[-2000:]
        rows = [json.loads(line) for line in tap.done("feed", f"--db={fleet.database}").splitlines()]
        keys = [row["key"] for row in rows if row["key"]]
        assert len(keys) == len(set(keys))
        clean(fleet)


def test_one_desk():
    """a server that has given the desk away does not take it up again while the database has not heard of that yet: two would sign the log"""
    with house() as fleet:
        here = next(name for name, server in fleet.servers.items() if server is fleet.desk())
        there = next(name for name in fleet.servers if name != here)
        lock = held(fleet, "owners WHERE thing = 'desk'", 2.5)
        tap.done("drain", fleet.database, here)
        lock.join()

        def desk(name):
            return [json.loads(line)["event"] for line in fleet.events(name).splitlines() if '"desk-' in line]
        wait_for(lambda: desk(there)[-1:] == ["desk-taken-up"], "the desk at the other server")
        assert desk(here) == ["desk-taken-up", "desk-moved"], desk(here)
        fleet.buy_in("Mei", 100)
        clean(fleet)


def test_many_tables_at_once():
    """all tables of a server that died come in one transaction, however many there are"""
    count = 180
    games = list(GAMES)
    floor = [table(games[i % len(games)], f"t{i}", betting=60) for i in range(count)]
    database = SERVER.database(f"fleet{next(NUMBER)}")
    with Fleet(database, floor, "ab") as fleet:
        gone = fleet.runs(fleet.servers["a"])
        assert len(gone) > 64, len(gone)
        fleet.kill("a")
        took = fleet.settle({"b"})
        name = database.split("?")[0].rsplit("/", 1)[1]
        listed = ", ".join(f"'{thing}'" for thing in gone)
        assert SERVER.sql(f"SELECT count(DISTINCT xmin::text), count(*) FROM owners WHERE thing IN ({listed}) AND server = 'b'", name) == f"1|{len(gone)}"
        print(f"# {len(gone)} tables after {took:.1f} s")
        clean(fleet)


def test_the_feed():
    """a consumer rebuilds all balances from the feed alone, over HTTP and from the command; positions have no gap"""
    with house() as fleet:
        for i in range(5):
            fleet.buy_in(["Mei", "Tan"][i % 2], 1000 + i)
        server = fleet.servers["b"]
        token = server.token("Aud")
        names, balances, last = {}, {}, 0
        while True:
            status, text = server.http("GET", f"/api/feed?after={last}&count=7", token=token, raw=True)
            assert status == 200, text
            rows = [json.loads(line) for line in text.splitlines()]
            if not rows:
                break
            for row in rows:
                assert row["position"] == last + 1
                last = row["position"]
                if row["kind"] == "account":
                    number, kind, name = row["text"].split()[1:4]
                    names[f"account {number}"] = f"{kind}:{name}"
                for move in row["money"]:
                    balances[move["account"]] = balances.get(move["account"], 0) + move["cents"]
        found = {names[number]: cents for number, cents in balances.items() if cents}
        assert found["player:Mei"] == 1000 + 1002 + 1004 and found["player:Tan"] == 1001 + 1003, found
        assert sum(found.values()) == 0
        printed = [json.loads(line)["position"] for line in tap.done("feed", f"--db={fleet.database}", "--after=3").splitlines()]
        assert printed[0] == 4 and printed == list(range(4, printed[-1] + 1))
        bad = server.http("GET", "/api/feed?count=0", token=token)
        assert bad[0] == 400, bad


def test_alone_or_together():
    """a server without a name wants the database for itself; two of one name are refused; a name needs a PostgreSQL"""
    with house("a") as fleet:
        key = f"{fleet.servers['a'].beside}.key"
        for said, words in (("", "one process at a time"), ("server:\n  name: a\n  address: http://127.0.0.1:1\n", "called \"a\" too")):
            try:
                Casino(fleet.tables, more=said, database=fleet.database, key=key, people={}).close()
            except AssertionError as error:
                assert words in str(error), error
            else:
                raise AssertionError("it started")
        refused = subprocess.run([COMMAND, "serve", "--listen=127.0.0.1:0", "--config=/dev/stdin"], text=True, capture_output=True, check=False,
                                 input="database: /tmp/none.db\nserver:\n  name: a\n  address: http://127.0.0.1:1\n", timeout=30)
        assert refused.returncode == 2 and "PostgreSQL" in refused.stderr, refused.stderr


SHORT = ("test_shares", "test_the_same_chips", "test_a_server_dies", "test_the_feed")  # the rest waits for leases to end

if __name__ == "__main__":
    if not postgres.skip():
        with postgres.Postgres(["max_connections=100"]) as SERVER:
            tap.main({name: test for name, test in globals().items() if os.environ.get("FLEET") in ("all", name) or (name in SHORT and not os.environ.get("FLEET"))})
