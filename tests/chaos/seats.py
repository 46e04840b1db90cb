# SPDX-License-Identifier: Apache-2.0
"""Players and a cashier who play through faults, and remember what they were told.

A seat is one player at one table. It bets when bets are open and answers when it is asked, follows the table wherever it goes, and asks
again with the same id whatever was not answered. The model is made of answers alone: an id that was accepted or refused, and what each
round came to. Rounds whose end a seat did not see are looked up when all is over (recall)."""
import asyncio
import collections
import hashlib
import time

from casino import changed
from wire import PATIENCE, QUIET, SHAKE, Gone, Wire, http

# The same request may be sent again: nothing was booked, or nobody knows yet.
AGAIN = {"moved", "no-table", "overtaken", "no-database", "unknown", "stopping", "stopped", "fenced", "store-locked", "not-logged-in",
         "too-many", "server-busy", "store-read-only", "store-full", "store-io", "store-stopped"}


AVOIDED = 2.0  # seconds in which somebody who was not answered asks the other servers
CALM = 1.0  # seconds in which nobody tries again what was refused
SILENT = 0.3  # seconds in which nobody else tries a server that did not answer


def key_of(who, name):
    """How the log calls a request (docs/journal.md)."""
    return hashlib.blake2b(f"{who}\0{name}".encode(), digest_size=32).hexdigest()[:32]


class Model:
    """What anybody was told."""

    def __init__(self):
        self.accepted, self.refused = {}, {}  # by key: what it was
        self.chips = collections.Counter()  # of a player: bought less cashed
        self.told = {}  # (player, table, round): what it came to
        self.played = set()  # ... in which that player has, or may have, a wager
        self.statuses, self.again = collections.Counter(), collections.Counter()
        self.acts = 0

    def answered(self, who, request, ok, status):
        self.acts += 1
        (self.accepted if ok else self.refused)[key_of(who, request["id"])] = request
        if not ok:
            self.statuses[status] += 1


class Floor:
    """Where servers listen, by address; and the tokens of people."""

    def __init__(self, servers):
        self.servers = servers  # name: port
        self.tokens = {}
        self.turn = 0
        self.silent = {}  # port: when it did not answer

    def ports(self):
        return list(self.servers.values())

    def any(self):
        self.turn += 1
        return self.ports()[self.turn % len(self.servers)]

    def might_answer(self, port):
        """False: somebody has just tried."""
        return time.monotonic() - self.silent.get(port, 0.0) > SILENT

    async def ask_at(self, port, path, token):
        """From one server, which must answer."""
        end = time.monotonic() + 60
        while True:
            try:
                status, answer = await http(port, "GET", path, token=token)
                if status == 200:
                    return answer
                why = answer
            except Gone as gone:
                why = gone
            assert time.monotonic() < end, f"{port} {path}: {why}"
            await asyncio.sleep(0.1)

    async def ask(self, method, path, body=None, token=None, until=60, told=None):
        """Goes where it is pointed, and asks until somebody answers for good; every try that was in vain is told."""
        end, port = time.monotonic() + until, self.any()
        while True:
            status = None
            try:
                status, answer = await http(port, method, path, body, token)
            except Gone:
                code = "no answer"
            if status is not None:
                said = answer.get("error") or {}
                code = said.get("code") or answer.get("status", "ok")
                if code not in AGAIN and status != 503:
                    return status, answer
            if told is not None:
                told[code] += 1
            if status == 421 and said.get("address"):
                port = int(said["address"].rsplit(":", 1)[1].split("/")[0])
            else:
                port = self.any()
                await asyncio.sleep(0.1)
            if time.monotonic() > end:
                raise AssertionError(f"{method} {path}: nobody answers: {code}")


class Seat:
    """It has one line, to the server that has the table. While it does not know which one that is, it goes on asking whoever answers, and
    tries wherever it is pointed to; the first that shows the table has it."""

    def __init__(self, floor, model, player, table, luck):
        self.floor, self.model, self.player, self.table, self.luck = floor, model, player, table, luck
        self.number = 0
        self.request, self.sent, self.first_round = None, 0.0, 0
        self.last = None  # the last that was accepted
        self.state = {}
        self.lines, self.line = [], None  # all that are open or being opened; the one on which the table is shown
        self.next = 0.0  # when one is opened, if there is none
        self.port = None  # of the server that has the table, as far as is known
        self.asked = 0.0  # when that was sent which was answered last
        self.avoided, self.doubtful = {}, None  # port: until when we do not go there, since it did not answer; a server under a fault
        self.since = self.shown = self.answer = 0.0  # a fault; the first time after it that a table asked for, or an act, was answered
        self.calm = 0.0  # until when somebody whose act was refused waits, unless the table changes
        self.closing = self.over = False

    def __str__(self):
        told = {name: self.state.get(name) for name in ("phase", "round", "wants", "asked")}
        offers = [offer["act"] for offer in self.state.get("offers", ())]
        return f"{self.player} at {self.table}, request {self.request}, {'on' if self.line else 'without'} a line, {told}, offers {offers}"

    # ---- Lines. ----

    def reach(self, port):
        known = any(wire.port == port for wire in self.lines)
        if not known and self.floor.might_answer(port) and self.avoided.get(port, 0.0) < time.monotonic():
            self.lines.append(Wire(port, self.floor.tokens[self.player], self))

    def lost(self, wire, _why):
        self.lines.remove(wire)
        if not wire.open:
            self.floor.silent[wire.port] = time.monotonic()
        if self.line is wire:
            self.line, self.state, self.sent = None, {}, 0.0
        self.next = time.monotonic() + 0.1 * self.luck.random()

    def drop(self, wire):
        self.avoided[wire.port] = time.monotonic() + AVOIDED
        wire.close()
        self.lost(wire, "given up")

    def watch(self, wire):
        wire.send({"type": "watch", "table": self.table})
        wire.asked, wire.again = time.monotonic(), 0.0

    def settle(self, wire):
        """The table is here."""
        for other in [other for other in self.lines if other is not wire]:
            other.close()
        self.lines, self.line, self.port, self.sent = [wire], wire, wire.port, 0.0

    def elsewhere(self, wire, port):
        """It is not here, or not yet."""
        if self.line is wire:
            self.line, self.state, self.sent = None, {}, 0.0
        wire.again = time.monotonic() + 0.15 + 0.1 * self.luck.random()
        if port and port != wire.port:
            self.reach(port)

    def tick(self, now):
        """What time brings: called ten times a second."""
        for wire in list(self.lines):
            waits = wire.asked if wire is not self.line and wire.asked and not wire.again else self.sent if wire is self.line and self.sent else wire.last
            if wire.again and now > wire.again:
                self.watch(wire)
            elif now - waits > (PATIENCE if wire.open else SHAKE):
                self.drop(wire)
            elif wire.open and now - wire.last > QUIET:
                wire.ping()
        if not self.lines and now > self.next and not self.over:
            self.reach(self.floor.any())
        if self.line:
            self.decide()

    def leave(self):
        self.over = True
        for wire in self.lines:
            wire.close()
        self.lines, self.line = [], None

    # ---- Messages. ----

    def heard(self, wire, message):
        kind = message["type"]
        if kind == "open":
            self.watch(wire)
        elif kind == "update" and self.line is not wire:
            pass  # of what has changed since a state that is forgotten: it was asked for again
        elif kind in ("snapshot", "update"):
            if kind == "snapshot" and not self.shown and wire.asked > self.since and wire.port != self.doubtful:
                self.shown = wire.last
            if self.line is not wire:
                self.settle(wire)
            self.see(message)
            self.decide()
        elif kind == "answer" and self.line is wire and self.request and message["id"] == self.request["id"]:
            self.answered(wire, message["ok"], message["status"])
            self.decide()
        elif kind == "error":
            self.pointed(wire, message)

    def pointed(self, wire, message):
        code = message["code"]
        if code not in AGAIN and self.request and message.get("id") == self.request["id"]:
            self.answered(wire, False, code)
            return
        self.model.again[code] += 1
        if code == "not-logged-in":  # who is not greeted on this line is not heard on it either
            self.drop(wire)
            return
        address = message.get("address")
        self.elsewhere(wire, int(address.rsplit(":", 1)[1].split("/")[0]) if address else None)

    def see(self, message):
        before, self.calm = self.state, 0.0
        self.state = message["state"] if "state" in message else changed(before, message)
        place = (self.player, self.table, before["round"] if before and before["phase"] != "ended" else self.state["round"])
        for event in message.get("events", ()):
            if event["kind"] == "result" and event.get("who") == self.player:
                self.model.told[place] = self.model.told.get(place, 0) + event["amount"]
        if self.mine():
            self.model.played.add((self.player, self.table, self.state["round"]))

    def mine(self):
        return any(stake["who"] == self.player for stake in self.state["stakes"])

    # ---- Acts. ----

    def decide(self):
        if not self.line or not self.state or self.sent or self.over:
            return
        if self.request:  # the same, at whoever has the table now
            self.send()
            return
        if time.monotonic() < self.calm:
            return
        offers = [offer for offer in self.state["offers"] if offer["verb"] in ("bet", "hit", "stand", "decline", "double", "split", "surrender")]
        betting = self.state["phase"] == "betting"
        if not offers or (betting and (self.closing or self.mine())):
            return
        offer = self.luck.choice(offers)
        words = offer["act"]
        if offer["verb"] == "bet":
            words = f"{words.rsplit(' ', 1)[0]} {self.luck.choice((10, 10, 20, 50))}"
        self.number += 1
        self.request = {"type": "act", "table": self.table, "act": words, "id": f"{self.player}-{self.table}-{self.number}"}
        self.first_round = self.state["round"]
        self.send()

    def send(self):
        self.line.send(self.request)
        self.sent = time.monotonic()

    def answered(self, wire, ok, status):
        if status in AGAIN:
            self.model.again[status] += 1
            self.elsewhere(wire, None)
            return
        if ok:  # if it had to be sent twice, in one of these
            self.model.played.update((self.player, self.table, number) for number in range(self.first_round, self.state["round"] + 1))
            self.last = self.request
        self.calm = 0.0 if ok else time.monotonic() + CALM
        self.model.answered(self.player, self.request, ok, status)
        self.asked = self.sent
        if not self.answer and self.sent > self.since:
            self.answer = time.monotonic()
        self.request, self.sent = None, 0.0

    def touched(self, begun, lives):
        """By a fault. If its server lives, showing the table proves nothing there: it may not know yet that it has lost it."""
        self.since, self.shown, self.answer = begun, 0.0, 0.0
        self.doubtful = self.port if lives else None

    def idle(self):
        return self.closing and not self.request and self.state and (not self.mine() or self.state["phase"] == "ended")

    async def once_more(self):
        """The last act that was accepted, again; the answer. For a seat that is over."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                return await Question(self.port or self.floor.any(), self.floor.tokens[self.player], self.table, self.last).answer()
            except Gone as gone:
                self.port = gone.port
                await asyncio.sleep(0.1)
        raise AssertionError(f"{self.table}: nobody answers {self.last}")


class Question:
    """One act on a line of its own."""

    def __init__(self, port, token, table, request):
        self.table, self.request = table, request
        self.done = asyncio.get_running_loop().create_future()
        self.wire = Wire(port, token, self)

    def lost(self, _wire, why):
        if not self.done.done():
            self.done.set_exception(Gone(why))

    def heard(self, wire, message):
        if message["type"] == "open":
            wire.send({"type": "watch", "table": self.table})
            wire.send(self.request)
        elif self.done.done():
            return
        elif message["type"] == "answer" and message["id"] == self.request["id"]:
            self.done.set_result(message)
        elif message["type"] == "error":
            address = message.get("address")
            self.done.set_exception(Gone(message["code"], int(address.rsplit(":", 1)[1].split("/")[0]) if address else None))

    async def answer(self):
        try:
            return await asyncio.wait_for(self.done, PATIENCE)
        except asyncio.TimeoutError as error:
            raise Gone("no answer") from error
        finally:
            self.wire.close()


async def sit(seats):
    """The clock of all seats."""
    while not all(seat.over for seat in seats):
        now = time.monotonic()
        for seat in seats:
            seat.tick(now)
        await asyncio.sleep(0.1)


class Cashier:
    """Sells and takes back chips all the time."""

    def __init__(self, floor, model, players, luck, seconds=0.3):
        self.floor, self.model, self.players, self.luck, self.seconds = floor, model, players, luck, seconds
        self.number = 0
        self.over = False
        self.last = collections.deque(maxlen=50)

    async def trade(self, player, what, cents):
        self.number += 1
        body = {"id": f"c-{self.number}", "player": player, "amount": cents}
        status, answer = await self.floor.ask("POST", f"/api/cage/{what}", body, self.floor.tokens["Cai"], until=300, told=self.model.again)
        ok = status == 200 and answer.get("ok", False)
        self.model.answered("Cai", {**body, "what": what}, ok, answer.get("status") or answer.get("error", {}).get("code"))
        if ok:
            self.model.chips[player] += cents if what == "buy-in" else -cents
            self.last.append((what, body))
        return ok, answer

    async def run(self):
        while not self.over:
            what = "buy-in" if self.luck.random() < 0.7 else "cash-out"
            await self.trade(self.luck.choice(self.players), what, self.luck.randrange(1, 20) * 100)
            await asyncio.sleep(self.seconds)
