# SPDX-License-Identifier: Apache-2.0
"""A running casino and its visitors, for tests over loopback: the server as a child process, HTTP by urllib, and a
WebSocket client small enough to read. Everything a visitor receives is kept, byte for byte."""
import base64
import contextlib
import hashlib
import itertools
import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

COMMAND = os.path.abspath(os.environ.get("CROUPIER", "build/croupier"))
NUMBERS = itertools.count(1)  # for ids that nobody used before
PATIENCE = 20.0 * float(os.environ.get("PATIENCE_TIMES", "1"))  # seconds to wait for anything; under a sanitizer all takes longer
HIRED = {}  # the file of people of an older house, by who they are


class Socket:
    """A WebSocket connection: text frames in, text frames out."""

    def __init__(self, port, path="/ws", protocol="croupier.1", tls=None):
        self.peer = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        if tls:
            self.peer = tls.wrap_socket(self.peer, server_hostname="127.0.0.1")
        key = base64.b64encode(os.urandom(16)).decode()
        self.peer.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                           f"Sec-WebSocket-Protocol: {protocol}\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace"))
        self.closed = None  # the code the server closed with

    def _more(self):
        data = self.peer.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        self.buffer += data

    def _take(self, count):
        while len(self.buffer) < count:
            self._more()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def send_frame(self, opcode, payload, final=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if final else 0) | opcode])
        size = len(payload)
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        self.peer.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def receive(self):
        """The next text frame, or None when the server has closed."""
        whole = b""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            opcode = first & 15
            if opcode == 8:
                self.closed = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                return None
            if opcode == 9:
                self.send_frame(10, payload)
                continue
            if opcode == 10:
                continue
            whole += payload
            if first & 0x80:
                return whole.decode()

    def close(self):
        self.peer.close()


def changed(state, message):
    """The state after an update that tells what is different."""
    return {key: value for key, value in {**state, **message["changes"]}.items() if key not in message.get("gone", [])}


class Visitor:
    """Somebody at a terminal. `states` holds the last state of each table he watches. `changes`: asks for what has changed, and puts the
    states together."""

    def __init__(self, casino, name="", role="display", token=None, language="en", changes=False):
        self.changes = changes
        self.casino, self.name, self.role, self.token = casino, name, role, token
        self.language = language
        self.received = []  # every text frame
        self.states, self.seqs, self.updates, self.alarms = {}, {}, [], []
        self.answers = {}
        self.connect()

    def connect(self):
        self.socket = Socket(self.casino.port, tls=self.casino.tls)
        hello = {"type": "hello", "protocol": 1, "language": self.language}
        if self.token:
            hello["token"] = self.token
        if self.changes:
            hello["changes"] = True
        self.send(hello)
        self.welcome = self.expect("welcome")

    def send(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self.socket.send_frame(1, text.encode())

    def receive(self):
        text = self.socket.receive()
        if text is None:
            return None
        self.received.append(text)
        message = json.loads(text)
        kind = message["type"]
        if kind in ("snapshot", "update"):
            self.states[message["table"]] = message["state"] if "state" in message else changed(self.states[message["table"]], message)
            self.seqs[message["table"]] = message["seq"]
        if kind == "update":
            self.updates.append(message)
        if kind == "alarm":
            self.alarms.append(message)
        if kind == "answer":
            self.answers[message["id"]] = message
        return message

    def expect(self, kind):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.receive()
            assert message is not None, f"closed with {self.socket.closed} while waiting for {kind}"
            if message["type"] == kind:
                return message
        raise AssertionError(f"{self.name}: no {kind} came")

    def watch(self, table, since=None):
        message = {"type": "watch", "table": table}
        if since is not None:
            message["since"] = since
        self.send(message)
        return self.expect("snapshot")

    def ask(self, message):
        """Sends what needs an id and waits for its answer."""
        message.setdefault("id", f"{self.name}-{next(NUMBERS)}")
        self.send(message)
        return self.wait_answer(message["id"])

    def wait_answer(self, name):
        self.answers.pop(name, None)
        end = time.monotonic() + PATIENCE
        while name not in self.answers:
            assert time.monotonic() < end, f"{self.name}: no answer to {name}"
            message = self.receive()
            assert message is not None, f"closed with {self.socket.closed}"
            if message["type"] == "error" and message.get("id") == name:
                return {"ok": False, "status": message["code"], **message}
        return self.answers[name]

    def act(self, table, words):
        return self.ask({"type": "act", "table": table, "act": words})

    def done(self, table, words):
        answer = self.act(table, words)
        assert answer["ok"], f"{self.name}: {words}: {answer}"
        return answer

    def until(self, table, condition, what="the condition"):
        """Reads until the table's state satisfies the condition."""
        end = time.monotonic() + PATIENCE
        while not condition(self.states[table]):
            assert time.monotonic() < end, f"{self.name}: {table}: {what} did not come; phase {self.states[table]['phase']}"
            assert self.receive() is not None, "closed"
        return self.states[table]

    def offers(self, table, verb=None):
        found = self.states[table]["offers"]
        return [o for o in found if verb is None or o["verb"] == verb]


class Lucky(Visitor):
    """A player whose terminal takes part in the shuffle (docs/protocol.md, Luck). `secrets` outlasts the connection, as a page's storage
    outlasts a reload; `luck` holds every message about it. `silent`: promises a number and never tells it."""

    def __init__(self, *arguments, silent=False, **more):
        self.secrets, self.luck, self.silent = {}, [], silent
        super().__init__(*arguments, **more)

    def watch(self, table, since=None):
        self.send({"type": "watch", "table": table, "luck": True})
        return self.expect("snapshot")

    def promised(self, table, shoe):
        return luck_promise(table, shoe, self.name, self.secrets[table, shoe])

    def promise(self, table, shoe):
        self.secrets.setdefault((table, shoe), os.urandom(32).hex())
        self.send({"type": "promise", "table": table, "shoe": shoe, "commitment": self.promised(table, shoe)})

    def receive(self):
        message = super().receive()
        if message and message["type"] == "luck":
            self.luck.append(message)
            table, shoe = message["table"], message["shoe"]
            if message["stage"] in ("gather", "done"):
                self.promise(table, shoe + (message["stage"] == "done"))
            elif message["stage"] == "reveal" and not self.silent:
                mine = [row for row in message["numbers"] if row["name"] == self.name]
                known = (table, shoe) in self.secrets  # or it was promised by another terminal of the same person
                if mine and known and mine[0]["commitment"] == self.promised(table, shoe):
                    self.send({"type": "reveal", "table": table, "shoe": shoe, "value": self.secrets[table, shoe]})
        return message

    def until_luck(self, table, shoe, stage):
        found = [m for m in self.luck if (m["table"], m["shoe"], m["stage"]) == (table, shoe, stage)]
        while not found:
            message = self.expect("luck")
            found = [message] if (message["table"], message["shoe"], message["stage"]) == (table, shoe, stage) else []
        return found[0]


def luck_promise(table, shoe, name, value):
    text = f"croupier luck 1\n{table}\n{shoe}\n{name}\n{value}\n"
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


def made_database(folder):
    """The address of a new database on the PostgreSQL whose folder that is."""
    name = f"casino_{os.getpid()}_{next(NUMBERS)}"
    subprocess.run(["psql", "-h", folder, "-U", "croupier", "-d", "postgres", "-qc", f"CREATE DATABASE {name}"], check=True, capture_output=True)
    return f"postgresql://croupier@/{name}?host={folder}"


class Casino:
    """The server as a child process, with people of every role."""

    ROLES = {"Mei": "player", "Tan": "player", "Dan": "dealer", "Sup": "pit-supervisor", "Pat": "pit-manager",
             "Sue": "shift-manager", "Cai": "cashier", "Aud": "auditor"}

    def __init__(self, tables, demo=False, people=None, stop=0, more="", tls=None, hurry=False, database=None, port=0,
                 key=None, place=None):
        self.tls = tls  # how to check the certificate; None: no TLS
        # In a hurry the books lie in memory: for tests that are not about the disk.
        self.folder = tempfile.TemporaryDirectory(prefix="casino-", dir="/dev/shm" if hurry and os.access("/dev/shm", os.W_OK) else None)
        self.path = pathlib.Path(self.folder.name)
        if not database and os.environ.get("CROUPIER_TEST_PG"):  # of tests/postgres.py: a database of one's own there
            database = made_database(os.environ["CROUPIER_TEST_PG"])
        self.database = database or (place or self.path) / "casino.db"  # the place: a folder that others may touch
        self.beside = self.path / database.split("?")[0].rsplit("/", 1)[1] if database else self.database  # what the files beside it are called
        self.config = self.path / "casino.yaml"
        self.config.write_text(f"listen: 127.0.0.1:{port}\ndatabase: {self.database}\ndemo: {str(demo).lower()}\n"
                               f"stop_seconds: {stop}\n{more}tables:\n" +
                               "".join(tables))
        if key:  # of a house that is founded
            shutil.copy(key, f"{self.beside}.key")
        self.people = self.ROLES if people is None else people
        self.tokens = {}
        self.run = 0
        self.hire()
        self.start()

    def hire(self):
        """People and their passwords; hashing takes its time, so the same people are made once. They come as a file of an older house,
        which the server takes over into its database."""
        self.passwords = {name: f"secret of {name}" for name in self.people}
        who = tuple(self.people.items())
        if self.people and who not in HIRED:
            with tempfile.TemporaryDirectory(prefix="hired-") as folder:
                for name, role in self.people.items():
                    subprocess.run([COMMAND, "user", "add", name, role, f"--db={folder}/a.db"], check=True, capture_output=True)
                    subprocess.run([COMMAND, "user", "password", name, f"--db={folder}/a.db"], check=True, capture_output=True,
                                   input=self.passwords[name], text=True)
                with contextlib.closing(sqlite3.connect(f"{folder}/a.db")) as connection:
                    rows = connection.execute("SELECT line FROM people").fetchall()
            rows.sort(key=lambda row: int(row[0].split()[2]))
            HIRED[who] = "croupier people 1\n" + "".join(f"{row[0]}\n" for row in rows)
        if self.people:
            file = pathlib.Path(f"{self.beside}.people")
            file.write_text(HIRED[who], encoding="utf-8")
            file.chmod(0o600)

    def start(self):
        self.run += 1
        self.log = open(self.path / "log", "a")
        self.process = subprocess.Popen([COMMAND, "serve", f"--config={self.config}", f"--log={self.path}/events"],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True, cwd=self.path, env={**os.environ, **self.surroundings()})
        line = self.process.stdout.readline()
        assert "://" in line, f"the server did not start: {line!r} {(self.path / 'log').read_text()}"
        self.port = int(line.split("://")[1].split("/")[0].rsplit(":", 1)[1])

    def surroundings(self):
        """What the server is started with besides."""
        return {}

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.tokens = {}

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(timeout=PATIENCE) == 0
        self.log.close()

    def close(self):
        self.stop()
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.log.close()
        self.folder.cleanup()

    def http(self, method, path, body=None, token=None, raw=False):
        """(status, JSON)"""
        data = None if body is None else (body if isinstance(body, bytes) else json.dumps(body).encode())
        request = urllib.request.Request(self.address(path), data=data, method=method)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE, context=self.tls) as answer:
                text = answer.read().decode()
                return answer.status, (text if raw else json.loads(text))
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            return error.code, (text if raw else json.loads(text))

    def address(self, path):
        return f"http{'s' if self.tls else ''}://127.0.0.1:{self.port}{path}"

    def headers(self, path):
        try:
            with urllib.request.urlopen(self.address(path), timeout=PATIENCE, context=self.tls) as answer:
                return answer.headers
        except urllib.error.HTTPError as error:
            return error.headers

    def token(self, name):
        if name not in self.tokens:
            status, answer = self.http("POST", "/api/session", {"user": name, "password": self.passwords[name]})
            assert status == 200, answer
            self.tokens[name] = answer["token"]
        return self.tokens[name]

    def visit(self, name="", visitor=Visitor, **kind):
        if not name:
            return visitor(self, **kind)
        return visitor(self, name, self.people[name], self.token(name), **kind)

    def buy_in(self, player, cents):
        body = {"id": f"buy-{player}-{self.run}-{time.monotonic_ns()}", "player": player, "amount": cents}
        status, answer = self.http("POST", "/api/cage/buy-in", body, self.token("Cai"))
        assert status == 200 and answer["ok"], answer
        return answer["balance"]

    def balance(self, name):
        return self.http("GET", "/api/me", token=self.token(name))[1]["balance"]

    # ---- The database behind its back, whichever it is. ----

    def psql(self, *words):
        return subprocess.run([words[0], "-d", self.database, *words[1:]], check=True, capture_output=True, text=True).stdout

    def rows(self, sql):
        """What a SELECT gives."""
        if isinstance(self.database, str):
            found = json.loads(self.psql("psql", "-qAtc", f"SELECT coalesce(json_agg(r), '[]') FROM ({sql}) r"))
            return [tuple(row.values()) for row in found]
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(sql).fetchall()

    def change(self, sql):
        if isinstance(self.database, str):
            self.psql("psql", "-v", "ON_ERROR_STOP=1", "-qc", sql)
            return
        with contextlib.closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute(sql)

    def holds(self, data):
        """Whether these bytes stand in the database: anywhere in SQLite's files, or in a row of PostgreSQL."""
        if isinstance(self.database, str):
            dump = self.psql("pg_dump")
            return data.decode() in dump or data.hex() in dump
        return any(data in file.read_bytes() for file in self.path.glob("casino.db*"))


GAMES = {
    "mbs-blackjack-v6": "main", "mbs-ace-race-v4": "main", "mbs-star-elements": "main", "rws-blackjack": "main",
    "mbs-7up-baccarat": "banker",
}


class Clocked(Casino):
    """A house whose clock on the wall the test sets (clock.c); what waits goes by another, which nobody sets."""

    def surroundings(self):
        if not (self.path / "clock").exists():
            self.put_clock(0)
        return {"LD_PRELOAD": os.environ["CLOCK"], "CLOCK_FILE": str(self.path / "clock"), "ASAN_OPTIONS": "verify_asan_link_order=0"}

    def put_clock(self, seconds):
        """So many seconds before (or behind) the machine's."""
        with open(self.path / "clock", "r+b" if (self.path / "clock").exists() else "wb") as file:
            file.write(struct.pack("=q", seconds))

    def set_clock(self, moment):
        """`moment` is a datetime with its zone."""
        self.put_clock(round(moment.timestamp() - time.time()))


def table(game, name, device="virtual", people="", pace=0, betting=1, decision=3, result=0, extra=""):
    main = GAMES[game]
    return (f"  - id: {name}\n    game: {game}\n    device: {device}\n    people: [{people}]\n    pace_ms: {pace}\n"
            f"    betting_seconds: {betting}\n    decision_seconds: {decision}\n    result_ms: {result}\n"
            f"    limits: {{all: none, {main}: [10, 1000]}}\n{extra}")


PEOPLE_ALL = "open, close, deal, settle, absent"
