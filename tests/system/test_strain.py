# SPDX-License-Identifier: Apache-2.0
"""Readers who do not read, and disks that do not write: nobody else waits, and nothing acknowledged is lost."""
import os
import pathlib
import resource
import socket
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import GAMES, PATIENCE, PEOPLE_ALL, Casino, table  # noqa: E402


def metric(casino, name):
    text = casino.http("GET", "/metrics", raw=True)[1]
    return int(next(line for line in text.splitlines() if line.startswith(name + " ")).split()[1])


def resident_kb(casino):
    status = pathlib.Path(f"/proc/{casino.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def test_slow_reader():
    """whoever does not read is dropped after a bounded while; tables, other readers and memory do not notice; he may resume"""
    tables = [table(game, f"t{i}", betting=0, decision=1) for i, game in enumerate(GAMES)]
    # Under the sanitizer freed memory is kept for a while: that is not the server's.
    os.environ["ASAN_OPTIONS"] = "quarantine_size_mb=1"
    with Casino(tables, demo=True, hurry=True) as casino:
        del os.environ["ASAN_OPTIONS"]
        quick, slow = casino.visit("Tan"), casino.visit("Mei")
        slow.socket.peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for i in range(len(GAMES)):
            slow.watch(f"t{i}")
            quick.watch(f"t{i}")
        seq = dict(slow.seqs)
        time.sleep(3)  # the bots have computed their cards by now
        before, slowest, end = resident_kb(casino), 0, time.monotonic() + 3 * PATIENCE
        while metric(casino, "croupier_dropped_readers_total") == 0:
            assert time.monotonic() < end, "the slow reader is still there"
            for _ in range(5):  # each asks for a whole state; nobody reads it
                try:
                    slow.send({"type": "watch", "table": "t0"})
                except OSError:
                    break
            asked = time.monotonic()
            quick.send({"type": "ping"})
            quick.expect("pong")
            slowest = max(slowest, time.monotonic() - asked)
            time.sleep(0.1)
        assert slowest < 5, f"another reader waited {slowest:.2f} s"
        assert resident_kb(casino) - before < 16384, f"{resident_kb(casino) - before} KB more: what is kept for a slow reader is bounded"
        last = quick.seqs["t4"]
        quick.until("t4", lambda s: quick.seqs["t4"] > last, "play going on")
        try:
            while slow.receive() is not None:
                pass
            assert slow.socket.closed == 1013, slow.socket.closed
        except (ConnectionError, OSError):
            pass  # the goodbye did not fit, either
        slow.connect()
        slow.send({"type": "watch", "table": "t4", "since": seq["t4"]})
        assert slow.receive()["seq"] > seq["t4"]


@tap.on_sqlite("limits the size of the database file; a full disk of PostgreSQL is a fault of make chaos")
def test_disk_trouble():
    """a disk that takes nothing more: a clear error, an alarm, health and metrics say so; what was acknowledged is there afterwards"""
    with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)]) as casino:
        casino.buy_in("Mei", 50000)
        mei, dan, pat = casino.visit("Mei"), casino.visit("Dan"), casino.visit("Pat")
        for visitor in (mei, dan, pat):
            visitor.watch("bj")
        while dan.offers("bj", "deal"):
            dan.done("bj", "deal")
        dan.done("bj", "open")
        mei.done("bj", "bet 1 main 20")
        size = max(file.stat().st_size for file in casino.path.glob("casino.db*"))
        resource.prlimit(casino.process.pid, resource.RLIMIT_FSIZE, (size, size))  # no file grows any more
        acknowledged, refused = 48000, None
        for number in range(2000):
            status, answer = casino.http("POST", "/api/cage/buy-in", {"id": f"n{number}", "player": "Mei", "amount": 1}, casino.token("Cai"))
            if status != 200:
                refused = status, answer
                break
            acknowledged = answer["balance"]
        assert refused and refused[0] == 503 and refused[1]["status"] == "unknown" and refused[1]["sentence"], refused
        alarm = pat.alarms[0] if pat.alarms else pat.expect("alarm")
        assert alarm["level"] == "error" and alarm["code"].startswith("store-") and alarm["sentence"], alarm
        again = mei.act("bj", "pull 1 main")
        assert not again["ok"] and again["status"].startswith("store-"), again
        status, answer = casino.http("POST", "/api/cage/buy-in", {"id": "late", "player": "Mei", "amount": 100}, casino.token("Cai"))
        assert status == 503 and answer["error"]["code"].startswith("store-"), answer
        assert casino.http("GET", "/healthz") == (503, {"ok": False}) and metric(casino, "croupier_store_halted") == 1
        assert casino.http("GET", "/api/tables")[0] == 200, "looking is still possible"
        assert '"event":"store-stopped"' in (casino.path / "events").read_text()
        casino.kill()
        casino.start()
        assert casino.balance("Mei") + staked(casino) == acknowledged + 2000, "exactly what was acknowledged"
        assert casino.http("GET", "/api/audit", token=casino.token("Aud"))[1]["clean"]


def staked(casino):
    """What lies on the table; nothing once the round is void."""
    visitor = casino.visit("Dan")
    return sum(s["placed"] for s in visitor.watch("bj")["state"]["stakes"] if not s["settled"])


def test_bad_places():
    """a database that cannot be opened or written is told at the start, with its name"""
    with tap.folder() as folder:
        config = pathlib.Path(folder) / "c.yaml"
        (pathlib.Path(folder) / "text.db").write_text("this is no database, but long enough to be looked at as one\n" * 40)
        for place in ("/proc/casino.db", f"{folder}/none/casino.db", folder, f"{folder}/text.db"):
            config.write_text(f"listen: 127.0.0.1:0\ndatabase: {place}\n")
            outcome = tap.run("serve", f"--config={config}")
            assert outcome.status == 2 and place in outcome.err and "Traceback" not in outcome.err, (place, outcome.err)


if __name__ == "__main__":
    tap.main(globals())
