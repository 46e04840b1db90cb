#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make chaos: several servers, many tables, players who bet all the time, and random faults by a seed that is printed.

Every fault waits until the tables it touched are playing again: shown by a server that has it now to somebody who asked for it after the
fault, or somebody there was answered what they asked after it; and until somebody was answered in any case. Of the database only answers count. At
the end the log is audited with what a witness has seen, every answer that anybody got is looked for in it, and all balances are compared with
what the players were told. Ends with a table of faults and seconds; exit status 1 if anything is missing, booked twice, or stands still."""
import argparse
import asyncio
import collections
import ctypes
import functools
import json
import os
import pathlib
import random
import signal
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "cli"), str(HERE.parent / "system")]


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--seed", type=int, default=None, help="repeats the choice of faults; default: a new one")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--betting", type=int, default=1, help="seconds in which wagers are taken: the pace of all")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--database", choices=["one", "cluster"], default="one", help="one PostgreSQL, or three under Patroni")
    parser.add_argument("--minutes", type=float, default=60, help="no fault begins later")
    parser.add_argument("--only", default="", help="faults, with commas between them")
    parser.add_argument("--keep", action="store_true", help="what the servers said is kept also when all is well")
    return parser.parse_args()


ARGS = options()
os.environ.setdefault("CROUPIER", str(pathlib.Path(ARGS.build).resolve() / "croupier"))
os.environ.setdefault("CLOCK", str(pathlib.Path(ARGS.build).resolve() / "tests/system/clock.so"))
import base  # noqa: E402
import casino  # noqa: E402
import cluster  # noqa: E402
import postgres  # noqa: E402
import tap  # noqa: E402
import verdict  # noqa: E402
from casino import GAMES, Casino, Clocked, table  # noqa: E402
from fleet import Fleet  # noqa: E402
from seats import Cashier, Floor, Model, Seat, sit  # noqa: E402
from witness import Witness, with_witness  # noqa: E402

SKIPPED = 77  # as meson has it
STAND_STILL = 240.0  # seconds after which a fault has done harm that lasts
WRONG_SHOWN = 200
CHIPS = 10000000  # cents that everybody begins with: nobody is to run out of them, or tables fall silent


def say(words):
    print(words, flush=True)


# ---- The house. ----

def people(count):
    """Players, a cashier and an auditor, all with one password whose hash costs little; as the file of an older house."""
    sodium = ctypes.CDLL("libsodium.so.23")
    hashed = ctypes.create_string_buffer(128)
    assert sodium.sodium_init() >= 0 and sodium.crypto_pwhash_str(hashed, b"chaos", ctypes.c_ulonglong(5), ctypes.c_ulonglong(1), ctypes.c_size_t(8192)) == 0
    roles = {f"P{i:03}": "player" for i in range(count)} | {"Cai": "cashier", "Aud": "auditor"}
    lines = ["croupier people 1\n"]
    for number, (name, role) in enumerate(roles.items()):
        veil = f"+veil={os.urandom(32).hex()}" if role == "player" else ""
        lines.append(f"{name} {role} {100001 + number} active{veil}@1794979890753 {hashed.value.decode()} - {name}\n")
    casino.HIRED[tuple(roles.items())] = "".join(lines)
    return roles


class House(Fleet):
    """Servers that reach the database each by a line of its own, the last with a clock that can be set, and a witness."""

    def __init__(self, database, names, tables, roles):
        self.base, self.tables, self.servers, self.more, self.folder = database, tables, {}, "connections: 4096\n", None
        self.lines, self.witness = {}, None
        self.own = tempfile.TemporaryDirectory(prefix="chaos-")
        try:
            self.open(database, names, roles)
        except BaseException:
            self.__exit__()
            raise

    def open(self, database, names, roles):
        for name in names:
            self.lines[name] = base.Line(database.target)
            self.database = f"postgresql://croupier@127.0.0.1:{self.lines[name].port}/house?sslmode=disable&gssencmode=disable"
            server = self.add(name, roles, kind=Clocked if name == names[-1] else Casino)
            if not self.witness:
                server.stop()
                self.key = tap.run("key", "show", "--db", database.url, "--json").json()
                self.witness = Witness(self.own.name, self.key["verifier"])
                with_witness(server, self.witness)
                self.more += f"witnesses: [{{url: {self.witness.url}, key: '{self.witness.key}'}}]\n"
                server.start()
        self.database = database.url

    def __exit__(self, *what):
        for line in self.lines.values():
            line.say("good")
        super().__exit__(*what)
        for line in self.lines.values():
            line.end()
        if self.witness:
            self.witness.__exit__()
        self.own.cleanup()


# ---- Faults: each is a function of the run and returns the seats that it touches. ----

class Run:
    def __init__(self, house, database, luck):
        self.house, self.database, self.luck = house, database, luck
        self.model = Model()
        self.floor = Floor({name: server.own_port for name, server in house.servers.items()})
        self.seats, self.cashier = [], None
        self.times, self.answers = collections.defaultdict(list), collections.defaultdict(list)
        self.counts = collections.Counter()

    def seats_of(self, name):
        port = self.floor.servers[name]
        return [seat for seat in self.seats if seat.port == port]

    async def start(self, name):
        """Until it is up: while the database is away, a server that starts gives up."""
        server = self.house.servers[name]
        end = time.monotonic() + STAND_STILL
        while True:
            try:
                return await asyncio.to_thread(server.start)
            except AssertionError:
                server.process.wait()
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.5)

    async def killed(self, *names):
        touched = [seat for name in names for seat in self.seats_of(name)]
        begun = time.monotonic()
        for name in names:
            await asyncio.to_thread(self.house.kill, name)

        async def back():
            for name in names:
                await asyncio.sleep(self.luck.uniform(0, 6))
                await self.start(name)
        return touched, begun, back()

    async def stopped(self, name):
        touched = self.seats_of(name)
        begun = time.monotonic()
        self.house.stop(name)
        seconds = self.luck.choice((self.luck.uniform(0.2, 2), self.luck.uniform(4, 10)))

        async def back():
            await asyncio.sleep(seconds)
            self.house.wake(name)
        return touched, begun, back()

    async def on_line(self, name, words, seconds):
        touched = self.seats_of(name)
        begun = time.monotonic()
        self.house.lines[name].say(words)

        async def back():
            await asyncio.sleep(seconds)
            self.house.lines[name].say("good")
        return touched, begun, back()

    async def at_database(self, what):
        begun = time.monotonic()
        return list(self.seats), begun, asyncio.to_thread(self.database.do, what, self.luck)

    async def clock(self, name):
        begun = time.monotonic()
        server = self.house.servers[name]
        server.put_clock(self.luck.choice((-1, 1)) * self.luck.choice((5, 60, 600, 3600)))

        async def back():
            await asyncio.sleep(self.luck.uniform(1, 4))
            server.put_clock(0)
        return self.seats_of(name), begun, back()

    def kinds(self):
        names = list(self.house.servers)

        def one():
            return self.luck.choice(names)
        server = {
            "server killed": lambda: self.killed(one()),
            "server stopped": lambda: self.stopped(one()),
            "two servers killed": lambda: self.killed(*self.luck.sample(names, 2)),
            "line dropped": lambda: self.on_line(one(), "drop", 0),
            "line slow": lambda: self.on_line(one(), f"slow {self.luck.uniform(0.02, 0.3):.2f}", self.luck.uniform(1, 6)),
            "line silent": lambda: self.on_line(one(), "hole", self.luck.uniform(1, 8)),
            "clock jumps": lambda: self.clock(names[-1]),
        }
        if len(names) < 3:
            del server["two servers killed"]
        return server, {f"database {what}": functools.partial(self.at_database, what) for what in self.database.faults()}

    async def playing(self, kind, touched, begun):
        """Seconds for each table until somebody there is answered again."""
        tables = {}
        for seat in touched:
            tables.setdefault(seat.table, []).append(seat)
        while waiting := [name for name, seats in tables.items() if not any(seat.answer for seat in seats)]:
            if time.monotonic() - begun > STAND_STILL:
                raise AssertionError(f"{kind}: {len(waiting)} tables stand still: {waiting[:10]}")
            await asyncio.sleep(0.05)
        for seats in tables.values():
            answered = min(seat.answer for seat in seats if seat.answer)
            shown = min((seat.shown for seat in seats if seat.shown and not kind.startswith("database")), default=answered)
            self.answers[kind].append(answered - begun)
            self.times[kind].append(min(shown, answered) - begun)

    async def everybody(self, begun):
        """All servers are up, and every table has answered since."""
        while not all(seat.asked > begun for seat in self.seats):
            if time.monotonic() - begun > STAND_STILL:
                still = [seat for seat in self.seats if seat.asked <= begun]
                raise AssertionError(f"{len(still)} seats stand still: " + "; ".join(map(str, still[:10])))
            await asyncio.sleep(0.05)
        for name, server in self.house.servers.items():
            if server.process.poll() is not None or halted(self.house.events(name)):
                raise AssertionError(f"server {name} has stopped by itself: {(server.path / 'log').read_text()[-500:]}{self.house.events(name)[-1000:]}")

    async def fault(self, number, kind, do):
        touched, begun, back = await do()
        for seat in touched:
            seat.touched(begun, "killed" not in kind)
        self.counts[kind] += 1
        healed = asyncio.ensure_future(back)
        await asyncio.gather(self.playing(kind, touched, begun), healed)
        worst = max(self.times[kind][-len({seat.table for seat in touched}):], default=0)
        say(f"{number:4} {kind:26} {len({seat.table for seat in touched}):4} tables  {worst:6.2f} s  {self.model.acts} acts")
        await self.everybody(time.monotonic())
        await asyncio.sleep(self.luck.uniform(0, 0.5))

    async def login(self, roles):
        gate = asyncio.Semaphore(3)

        async def one(name):
            async with gate:
                status, answer = await self.floor.ask("POST", "/api/session", {"user": name, "password": "chaos"})
                assert status == 200, answer
                self.floor.tokens[name] = answer["token"]
        await asyncio.gather(*(one(name) for name in roles))

    async def begin(self, roles):
        await self.login(roles)
        players = [name for name, role in roles.items() if role == "player"]
        self.cashier = Cashier(self.floor, self.model, players, random.Random(0))
        for player in players:
            ok, answer = await self.cashier.trade(player, "buy-in", CHIPS)
            assert ok, answer
        count = len(self.house.tables)
        self.seats = [Seat(self.floor, self.model, players[(i + shift) % count], f"t{i}", random.Random(i * 2 + shift)) for i in range(count) for shift in (0, 1)]
        self.tasks = [asyncio.ensure_future(thing) for thing in (sit(self.seats), self.cashier.run())]
        return players

    def works(self):
        """Seats and cashier have not failed."""
        for task in self.tasks:
            if task.done():
                task.result()

    async def finish(self):
        """Everybody plays their round to its end."""
        self.cashier.over = True
        for seat in self.seats:
            seat.closing = True
        end = time.monotonic() + STAND_STILL
        while not all(seat.idle() for seat in self.seats):
            self.works()
            if time.monotonic() > end:
                still = [seat for seat in self.seats if not seat.idle()]
                raise AssertionError(f"{len(still)} seats do not come to an end: " + "; ".join(map(str, still[:10])))
            await asyncio.sleep(0.1)
        for seat in self.seats:
            seat.leave()
        await asyncio.gather(*self.tasks)

    async def faults(self):
        server, database = self.kinds()
        only = [kind for kind in ARGS.only.split(",") if kind]
        every = {kind: do for kind, do in {**server, **database}.items() if not only or kind in only}
        end = time.monotonic() + ARGS.minutes * 60
        for number in range(1, ARGS.faults + 1):
            if time.monotonic() > end:
                say(f"the time is over after {number - 1} faults")
                break
            kind = self.luck.choice(list(every))
            self.works()
            await self.fault(number, kind, every[kind])

    def report(self):
        server, database = self.kinds()
        say(f"\n{'fault':26} {'count':>5} {'tables':>6}  playing again {'p50 s':>6} {'p99 s':>6} {'max s':>6}  act answered {'p50 s':>6} {'p99 s':>6}")
        for title, kinds in (("servers", server), ("database", database)):
            for kind in kinds:
                if self.counts[kind]:
                    say(row(kind, self.counts[kind], self.times[kind], self.answers[kind]))
            say(row(f"all of {title}", *(sum((found[kind] for kind in kinds), start) for found, start in
                                         ((self.counts, 0), (self.times, []), (self.answers, [])))))
        say(f"acts answered {self.model.acts}: {len(self.model.accepted)} accepted, {len(self.model.refused)} refused by " +
            (", ".join(f"{status} {count}" for status, count in self.model.statuses.most_common()) or "nothing"))
        say("asked again after " + (", ".join(f"{status} {count}" for status, count in self.model.again.most_common()) or "nothing"))


def halted(events):
    """Whether a server has stopped for good; one that was fenced starts anew."""
    return any('"event":"store-stopped"' in line and '"status":"fenced"' not in line for line in events.splitlines())


def part(times, which):
    return sorted(times)[min(len(times) - 1, int(len(times) * which))] if times else 0.0


def row(name, count, times, answers):
    return (f"{name:26} {count:5} {len(times):6}                {part(times, 0.5):6.2f} {part(times, 0.99):6.2f} {part(times, 1):6.2f}"
            f"               {part(answers, 0.5):6.2f} {part(answers, 0.99):6.2f}")


# ---- The verdict. ----

async def judge(run, players):
    wrong, count = await verdict.repeated(run.floor, run.model, run.seats, run.cashier)
    say(f"{count} ids sent once more")
    log = await asyncio.to_thread(verdict.Log, tap.COMMAND, run.database.url)
    wrong += verdict.booked(run.model, log)
    more, unseen = await verdict.balances(run.floor, run.model, log, players)
    wrong += more
    say(f"{log.last} entries, {len(run.model.told)} rounds with a wager told to the end, {unseen} looked up, {log.kinds['recovered']} recoveries")
    return wrong


def audit(house):
    """With the house's key and what the witness has seen last."""
    folder = pathlib.Path(house.own.name)
    origin = house.key["origin"]
    (folder / "seen").write_text(house.witness.latest(origin) or "")
    found = casino.subprocess.run([tap.COMMAND, "audit", "--db", house.base.url, "--key", house.key["key"], "--checkpoint", folder / "seen", "--witness",
                                   house.witness.key], capture_output=True, text=True, timeout=1800, check=False)
    say(found.stdout.strip())
    return [] if found.returncode == 0 and "includes the checkpoint" in found.stdout else [f"audit: {found.stdout}{found.stderr}"]


async def play(house, database, roles, seed):
    run = Run(house, database, random.Random(seed))
    wrong = []
    try:
        players = await run.begin(roles)
        await run.everybody(time.monotonic())
        say(f"everybody plays: {len(run.seats)} seats at {len(house.tables)} tables of {len(house.servers)} servers on {database.name}")
        await run.faults()
        await run.finish()
        run.report()
        wrong = await judge(run, players)
    except AssertionError as error:
        run.report()
        wrong = [str(error)]
    finally:
        for task in getattr(run, "tasks", ()):
            task.cancel()
    return wrong


def make_database():
    return base.One() if ARGS.database == "one" else base.Three()


def lacking():
    """What has to be installed for this."""
    if ARGS.database == "cluster":
        return cluster.missing()
    return [] if postgres.programs() else ["postgresql"]


def main():
    if lacking():
        say(f"left out: these packages are missing: {' '.join(lacking())}")
        return SKIPPED
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    seed = ARGS.seed if ARGS.seed is not None else random.SystemRandom().randrange(1 << 31)
    say(f"chaos: seed {seed}, {ARGS.faults} faults, {ARGS.tables} tables (repeat with --seed={seed})")
    games = list(GAMES)
    tables = [table(games[i % len(games)], f"t{i}", betting=ARGS.betting, decision=2, result=100) for i in range(ARGS.tables)]
    roles = people(ARGS.tables)
    begun = time.monotonic()
    database = make_database()
    try:
        for why in database.why_not():
            say(f"left out: {why}")
        with House(database, "abcdefgh"[:ARGS.servers], tables, roles) as house:
            say(f"founded in {time.monotonic() - begun:.1f} s")
            wrong = asyncio.run(play(house, database, roles, seed))
            wrong += audit(house)
            if wrong or ARGS.keep:
                keep(house)
    finally:
        database.end()
    for line in wrong[:WRONG_SHOWN]:
        say(f"WRONG {line}")
    say(f"chaos: {'clean' if not wrong else f'{len(wrong)} things are wrong'}, seed {seed}, {(time.monotonic() - begun) / 60:.1f} minutes")
    return 1 if wrong else 0


def keep(house):
    """What the servers said, for whoever looks into it."""
    folder = pathlib.Path(ARGS.build) / "chaos"
    folder.mkdir(exist_ok=True)
    for name, server in house.servers.items():
        for what in ("events", "log"):
            (folder / f"{name}.{what}").write_text((server.path / what).read_text(errors="replace"))
    (folder / "servers.json").write_text(json.dumps(tap.run("servers", house.base.url, "--json").out))
    say(f"what the servers said is in {folder}")


if __name__ == "__main__":
    sys.exit(main())
