# SPDX-License-Identifier: Apache-2.0
"""Players and a cashier who play through faults, and remember what they were told.

A seat is one player at one table. It bets when bets are open and answers when it is asked, follows the table wherever it goes, and asks
again with the same id whatever was not answered. The model is made of answers alone: an id that was accepted or refused, and what each
round came to. Rounds whose end a seat did not see are looked up when all is over (recall)."""
import asyncio
import collections
import hashlib
import time

from wire import PATIENCE, Gone, Wire, http

# The same request may be sent again: nothing was booked, or nobody knows yet.
AGAIN = {"moved", "no-table", "overtaken", "no-database", "unknown", "stopping", "stopped", "fenced", "store-locked", "not-logged-in",
         "too-many", "server-busy", "store-read-only", "store-full", "store-io", "store-stopped"}


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

    def ports(self):
        return list(self.servers.values())

    def any(self):
        self.turn += 1
        return self.ports()[self.turn % len(self.servers)]

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
    def __init__(self, floor, model, player, table, luck):
        self.floor, self.model, self.player, self.table, self.luck = floor, model, player, table, luck
        self.number = 0
        self.request, self.sent, self.first_round = None, 0.0, 0
        self.last = None  # the last that was accepted
        self.state = {}
        self.port = None  # of the server that has the table, as far as is known
        self.opened = self.shown = 0.0  # when the line was opened on which the table was shown last, and when it was
        self.good = 0.0  # when something was answered last
        self.asked = 0.0  # when that had been sent
        self.refused = False  # by the state that we know
        self.closing = self.over = False

    async def run(self):
        while not self.over:
            wire = None
            try:
                wire = await Wire.open(self.port or self.floor.any(), self.floor.tokens[self.player])
                await self.play(wire)
            except Gone as gone:
                self.port = gone.port
                await asyncio.sleep((0.02 if gone.port else 0.05) + 0.1 * self.luck.random())
            finally:
                if wire:
                    wire.close()

    async def play(self, wire):
        wire.send({"type": "watch", "table": self.table})
        self.state, self.sent = {}, 0.0
        opened = heard = time.monotonic()
        while not self.over:
            self.decide(wire)
            message = await wire.receive(0.25)
            if message is None:
                if time.monotonic() - (self.sent or heard) > PATIENCE:
                    raise Gone("no answer")
                continue
            heard = time.monotonic()
            kind = message["type"]
            if kind in ("snapshot", "update"):
                self.see(message, wire)
                self.opened, self.shown = opened, heard if self.opened != opened else self.shown
            elif kind == "answer" and self.request and message["id"] == self.request["id"]:
                self.answered(message["ok"], message["status"])
            elif kind == "error":
                self.pointed(message)

    def pointed(self, message):
        code = message["code"]
        if code not in AGAIN and self.request and message.get("id") == self.request["id"]:
            self.answered(False, code)
            return
        self.model.again[code] += 1
        address = message.get("address")
        raise Gone(code, int(address.rsplit(":", 1)[1].split("/")[0]) if address else None)

    def see(self, message, wire):
        before, self.state, self.port, self.refused = self.state, message["state"], wire.port, False
        place = (self.player, self.table, before["round"] if before and before["phase"] != "ended" else self.state["round"])
        for event in message.get("events", ()):
            if event["kind"] == "result" and event.get("who") == self.player:
                self.model.told[place] = self.model.told.get(place, 0) + event["amount"]
        if self.mine():
            self.model.played.add((self.player, self.table, self.state["round"]))

    def mine(self):
        return any(stake["who"] == self.player for stake in self.state["stakes"])

    def decide(self, wire):
        if self.request and not self.sent and self.state:  # the same, at whoever has the table now
            return self.send(wire)
        if self.request or not self.state or self.refused:
            return None
        offers = [offer for offer in self.state["offers"] if offer["verb"] in ("bet", "hit", "stand", "decline", "double", "split", "surrender")]
        betting = self.state["phase"] == "betting"
        if betting and (self.closing or self.mine()):
            return None
        if not offers:
            return None
        offer = self.luck.choice(offers)
        words = offer["act"]
        if offer["verb"] == "bet":
            words = f"{words.rsplit(' ', 1)[0]} {self.luck.choice((10, 10, 20, 50))}"
        self.number += 1
        self.request = {"type": "act", "table": self.table, "act": words, "id": f"{self.player}-{self.table}-{self.number}"}
        self.first_round = self.state["round"]
        return self.send(wire)

    def send(self, wire):
        wire.send(self.request)
        self.sent = time.monotonic()

    def answered(self, ok, status):
        if status in AGAIN:
            self.model.again[status] += 1
            self.sent = 0.0
            raise Gone(status)
        if ok:  # if it had to be sent twice, in one of these
            self.model.played.update((self.player, self.table, number) for number in range(self.first_round, self.state["round"] + 1))
            self.last = self.request
        self.refused = not ok
        self.model.answered(self.player, self.request, ok, status)
        self.asked, self.good = self.sent, time.monotonic()
        self.request, self.sent = None, 0.0

    def idle(self):
        return self.closing and not self.request and self.state and (not self.mine() or self.state["phase"] == "ended")

    async def once_more(self):
        """The last act that was accepted, again; the answer. For a seat that is over."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            wire = None
            try:
                wire = await Wire.open(self.port or self.floor.any(), self.floor.tokens[self.player])
                wire.send({"type": "watch", "table": self.table})
                wire.send(self.last)
                while message := await wire.receive(PATIENCE):
                    if message["type"] == "answer" and message["id"] == self.last["id"]:
                        return message
                    if message["type"] == "error":
                        self.pointed(message)
            except Gone as gone:
                self.port = gone.port
                await asyncio.sleep(0.1)
            finally:
                if wire:
                    wire.close()
        raise AssertionError(f"{self.table}: nobody answers {self.last}")


class Cashier:
    """Sells and takes back chips all the time."""

    def __init__(self, floor, model, players, luck, seconds=0.3):
        self.floor, self.model, self.players, self.luck, self.seconds = floor, model, players, luck, seconds
        self.number = 0
        self.good = self.asked = 0.0
        self.over = False
        self.last = collections.deque(maxlen=50)

    async def trade(self, player, what, cents):
        self.number += 1
        body = {"id": f"c-{self.number}", "player": player, "amount": cents}
        asked = time.monotonic()
        status, answer = await self.floor.ask("POST", f"/api/cage/{what}", body, self.floor.tokens["Cai"], until=300, told=self.model.again)
        ok = status == 200 and answer.get("ok", False)
        self.model.answered("Cai", {**body, "what": what}, ok, answer.get("status") or answer.get("error", {}).get("code"))
        if ok:
            self.model.chips[player] += cents if what == "buy-in" else -cents
            self.last.append((what, body))
        self.asked, self.good = asked, time.monotonic()
        return ok, answer

    async def run(self):
        while not self.over:
            what = "buy-in" if self.luck.random() < 0.7 else "cash-out"
            await self.trade(self.luck.choice(self.players), what, self.luck.randrange(1, 20) * 100)
            await asyncio.sleep(self.seconds)
