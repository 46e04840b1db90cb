#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make soak: a casino under load and abuse for SOAK_MINUTES (30), from SOAK_SEED (1): soak.py BUILD. One line a figure.

Bots play at every table; players at terminals that take part in the shuffle play among them, come and go; strangers send what nobody
should: broken frames, unfinished headers, wrong passwords, forged tokens, connections that say nothing, readers that never read. Memory,
descriptors and the time to an answer are told of the beginning and of the end; whatever grows shows. Fails when the books do not audit
clean, the server stops by itself, descriptors are left over, or memory has grown by more than a quarter and 24 MiB."""
import os
import pathlib
import random
import socket
import sys
import threading
import time

build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
os.environ.setdefault("CROUPIER", str(build / "croupier"))
tests = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(tests / "cli"), str(tests / "system")]
import tap  # noqa: E402
from casino import GAMES, Casino, Lucky, Socket, Visitor, table  # noqa: E402

SECONDS = float(os.environ.get("SOAK_MINUTES", "30")) * 60
SEED = int(os.environ.get("SOAK_SEED", "1"))
PLAYERS, SAMPLE_SECONDS, FAULT_SECONDS = 8, 2.0, 0.5
stopped = threading.Event()
answers, troubles = [], []  # (when, seconds) of every act; what went wrong that should not


def place(number):
    return f"t{number % 10}"


class Player(threading.Thread):
    """Somebody at a terminal: takes the first thing they are offered, and now and then goes elsewhere."""

    def __init__(self, casino, number):
        super().__init__(daemon=True)
        self.casino, self.number, self.random = casino, number, random.Random(SEED * 1000 + number)

    def sit_down(self):
        token = self.casino.http("POST", "/api/session", {"demo": "player"})[1]["token"]
        name = self.casino.http("GET", "/api/me", token=token)[1]["user"]
        return Lucky(self.casino, name, "player", token) if self.random.random() < 0.7 else Visitor(self.casino, name, "player", token)

    def act(self, visitor, where):
        offers = [offer for offer in visitor.states[where]["offers"] if offer["verb"] in ("bet", "hit", "stand", "decline", "split", "double")]
        if not offers:
            visitor.receive()
            return
        offer = self.random.choice(offers)
        words = offer["act"]
        began = time.monotonic()
        visitor.act(where, words)
        answers.append((began, time.monotonic() - began))
        stopped.wait(self.random.random() * 0.4)

    def run(self):
        while not stopped.is_set():
            try:
                visitor, where = self.sit_down(), place(self.random.randrange(10))
                visitor.socket.peer.settimeout(5)
                visitor.watch(where)
                for _ in range(self.random.randrange(5, 60)):
                    if stopped.is_set():
                        break
                    try:
                        self.act(visitor, where)
                    except TimeoutError:
                        break
                visitor.socket.close()
            except (AssertionError, ConnectionError, OSError, KeyError) as error:
                if not stopped.is_set():
                    troubles.append(f"player {self.number}: {type(error).__name__} {error}")
                    stopped.wait(0.5)


# ---- Strangers. ----

def half_a_header(casino, rng):
    line = socket.create_connection(("127.0.0.1", casino.port), timeout=5)
    line.sendall(b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * rng.randrange(100))
    return line


def silence(casino, rng):
    return socket.create_connection(("127.0.0.1", casino.port), timeout=5)


def broken_frames(casino, rng):
    line = Socket(casino.port)
    for _ in range(rng.randrange(1, 30)):
        line.send_frame(1, bytes(rng.randrange(256) for _ in range(rng.randrange(200))) if rng.random() < 0.5 else b'{"type": "act"}')
    return line.peer


def never_reads(casino, rng):
    line = Socket(casino.port)
    line.send_frame(1, b'{"type": "hello", "protocol": 1}')
    for number in range(10):
        line.send_frame(1, b'{"type": "watch", "table": "%s"}' % place(number).encode())
    return line.peer


def wrong_password(casino, rng):
    casino.http("POST", "/api/session", {"user": f"guest{rng.randrange(20)}", "password": f"guess {rng.random()}"})


def forged_token(casino, rng):
    casino.http("GET", "/api/users", token=f"{rng.getrandbits(256):064x}")


def long_path(casino, rng):
    casino.http("GET", "/api/" + "x" * rng.randrange(1, 3000), raw=True)


FAULTS = [half_a_header, silence, broken_frames, never_reads, wrong_password, forged_token, long_path]


class Strangers(threading.Thread):
    def __init__(self, casino):
        super().__init__(daemon=True)
        self.casino, self.random, self.count, self.lines = casino, random.Random(SEED), 0, []

    def run(self):
        while not stopped.wait(self.random.random() * FAULT_SECONDS * 2):
            self.count += 1
            try:
                line = self.random.choice(FAULTS)(self.casino, self.random)
                if line:
                    self.lines.append(line)
            except (ConnectionError, OSError):
                pass  # that is what the server is for
            while len(self.lines) > 40:
                self.lines.pop(0).close()


# ---- What is measured. ----

def look(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    memory = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
    return time.monotonic(), memory, len(os.listdir(f"/proc/{process.pid}/fd"))


def middle(values, part=0.5):
    values = sorted(values)
    return values[min(int(len(values) * part), len(values) - 1)] if values else 0


def tenth(samples, began, ended, which):
    """Samples of one tenth of the time."""
    low = began + (ended - began) * which / 10
    return [sample for sample in samples if low <= sample[0] < low + (ended - began) / 10]


def tell(name, value, unit=""):
    print(f"soak/{name} {value}{' ' + unit if unit else ''}", flush=True)


def main():
    tables = [table(game, place(i), pace=50, betting=2, decision=2, result=300) for i, game in enumerate(list(GAMES) * 2)]
    casino = Casino(tables, demo=True, people={}, more=f"guests: {PLAYERS * 2}\nbots: 3\n")
    samples, began = [], time.monotonic()
    idle = look(casino.process)
    strangers = Strangers(casino)
    people = [Player(casino, number) for number in range(PLAYERS)]
    for thread in [strangers, *people]:
        thread.start()
    while time.monotonic() - began < SECONDS and casino.process.poll() is None:
        samples.append(look(casino.process))
        time.sleep(SAMPLE_SECONDS)
    ended = time.monotonic()
    alive = casino.process.poll() is None
    stopped.set()
    for thread in [strangers, *people]:
        thread.join(timeout=30)
    for line in strangers.lines:
        line.close()
    time.sleep(12 if alive else 0)  # idle connections are dropped after eight seconds
    rest = look(casino.process) if alive else idle
    if alive:
        casino.stop()
    audit = tap.run("audit", f"--db={casino.database}")
    first, last = tenth(samples, began, ended, 1), tenth(samples, began, ended, 9)
    before, after = (middle([sample[1] for sample in part]) for part in (first, last))
    tell("seconds", f"{ended - began:.0f}")
    tell("acts", len(answers))
    tell("faults", strangers.count)
    tell("memory", f"{before} KiB in the second tenth, {after} KiB in the last")
    tell("descriptors", f"{idle[2]} idle at first, {middle([s[2] for s in first])} then {middle([s[2] for s in last])} under load, {rest[2]} idle at the end")
    for name, which in (("second tenth", 1), ("last", 9)):
        times = [seconds for _, seconds in tenth(answers, began, ended, which)]
        tell(f"answer, {name}", f"p50 {middle(times) * 1000:.0f} ms, p99 {middle(times, 0.99) * 1000:.0f} ms, {len(times)} acts")
    tell("rounds", audit.out.split(" rounds")[0].rsplit(" ", 1)[-1])
    tell("troubles", len(troubles))
    for trouble in troubles[:10]:
        print(f"  {trouble}")
    faults = [what for what, bad in (("the server stopped by itself", not alive), ("the audit: " + audit.out + audit.err, audit.status != 0),
                                     (f"descriptors are left: {rest[2] - idle[2]}", rest[2] > idle[2] + 8),
                                     ("memory has grown", after > before * 1.25 + 24576)) if bad]
    print("soak: " + ("; ".join(faults) if faults else "clean"))
    casino.folder.cleanup()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
