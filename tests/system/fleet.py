# SPDX-License-Identifier: Apache-2.0
"""Several servers of one house on one PostgreSQL, and somebody who follows wherever a table goes."""
import pathlib
import signal
import socket
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PATIENCE, Casino, Visitor  # noqa: E402


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Fleet:
    """`names` are the servers. The first founds the house; the others get its key, as an operator would copy it."""

    demo = False

    def __init__(self, database, tables, names="ab", more="", people=None, demo=False):
        self.database, self.tables, self.more, self.demo = database, tables, more, demo
        self.servers = {}
        self.folder = None
        try:
            for name in names:
                self.add(name, people)
            self.share()
        except BaseException:
            self.__exit__()
            raise

    def add(self, name, people=None, kind=Casino):
        first = next(iter(self.servers.values()), None)
        port = free_port()
        said = f"server:\n  name: {name}\n  address: http://127.0.0.1:{port}\n{self.more}"
        server = kind(self.tables, more=said, database=self.database, port=port, hurry=True, key=first and f"{first.beside}.key",
                      people={} if first else people, demo=self.demo)
        if first:
            server.people, server.passwords = first.people, first.passwords
        server.own_port = port
        self.servers[name] = server
        return server

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers.values():
            if server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
            server.__exit__()

    def alive(self):
        return {name: server for name, server in self.servers.items() if server.process.poll() is None}

    def runs(self, server):
        try:
            return {table["id"] for table in server.http("GET", "/api/tables")[1]["tables"]}
        except OSError:
            return set()  # it starts anew

    def owners(self, among=None):
        """Table to server, of what runs now."""
        return {table: server for name, server in self.alive().items() if among is None or name in among for table in self.runs(server)}

    def settle(self, among=None, seconds=PATIENCE):
        """Every table runs somewhere, at one place; returns how long that took."""
        begun = time.monotonic()
        wanted = len(self.tables)
        while True:
            found = [table for name, server in self.alive().items() if among is None or name in among for table in self.runs(server)]
            if len(found) == wanted == len(set(found)):
                return time.monotonic() - begun
            assert time.monotonic() - begun < seconds, f"{found} run, of {wanted}"
            time.sleep(0.05)

    def share(self):
        """Every server has tables, and every table runs."""
        end = time.monotonic() + PATIENCE
        while not all(set(row["runs"]) - {"desk"} for row in tap.run("servers", self.database, "--json").json()):
            assert time.monotonic() < end, "a server has no share"
            time.sleep(0.05)
        self.settle()

    def desk(self):
        """The server that does what belongs to no table."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for server in self.alive().values():
                status, answer = server.http("POST", "/api/cage/buy-in", {})
                if status not in (409, 421):
                    return server
            time.sleep(0.1)
        raise AssertionError("nobody has the desk")

    def http(self, method, path, body=None, token=None):
        """Asks one server, and goes where it points."""
        end = time.monotonic() + PATIENCE
        while True:
            for server in self.alive().values():
                try:
                    status, answer = server.http(method, path, body, token)
                except OSError:
                    continue
                if status == 421 or (isinstance(answer, dict) and answer.get("error", {}).get("code") in ("overtaken", "no-database")):
                    continue
                if status == 503 and answer.get("status") == "no-database":  # the same id, once it is back
                    continue
                return status, answer
            assert time.monotonic() < end, "no server answers"
            time.sleep(0.1)

    def token(self, name):
        """A session is good everywhere: of whichever server answers."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for server in self.alive().values():
                try:
                    return server.token(name)
                except OSError:  # it starts anew
                    time.sleep(0.1)
        raise AssertionError("no server lets anybody in")

    def buy_in(self, player, cents, name=None):
        cashier = self.token("Cai")
        body = {"id": name or f"buy-{time.monotonic_ns()}", "player": player, "amount": cents}
        status, answer = self.http("POST", "/api/cage/buy-in", body, cashier)
        assert status == 200 and answer["ok"], answer
        return answer["balance"]

    def visit(self, name, table):
        """Somebody at that table, wherever it is."""
        server = self.owners()[table]
        visitor = Visitor(server, name, server.people[name], server.token(name))
        visitor.watch(table)
        visitor.until(table, lambda state: state["phase"] == "betting", "betting")
        return visitor

    def kill(self, name):
        self.servers[name].kill()

    def stop(self, name):
        self.servers[name].process.send_signal(signal.SIGSTOP)

    def wake(self, name):
        self.servers[name].process.send_signal(signal.SIGCONT)

    def start(self, name):
        self.servers[name].start()

    def events(self, name):
        return pathlib.Path(self.servers[name].path / "events").read_text(encoding="utf-8")
