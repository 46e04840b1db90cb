# SPDX-License-Identifier: Apache-2.0
"""The feed to a real NATS server with JetStream: it begins behind the last message that the stream has, whatever happened to it before,
and all balances can be worked out from the stream alone. The few words of NATS that are needed to look are spoken here."""
import base64
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent)]
import postgres  # noqa: E402
import tap  # noqa: E402
from casino import PATIENCE, Casino, table  # noqa: E402
from fleet import free_port  # noqa: E402

NATS = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")
STREAM = "croupier"


class Nats:
    """nats-server as a child process, and a client of its text protocol."""

    def __init__(self, folder):
        self.port = free_port()
        self.process = subprocess.Popen([NATS, "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", folder], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.line = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
                break
            except OSError:
                assert time.monotonic() < end, "nats-server does not start"
                time.sleep(0.05)
        self.file = self.line.makefile("rb")
        assert self.file.readline().startswith(b"INFO ")
        self.line.sendall(b'CONNECT {"verbose":false}\r\nSUB answers 1\r\n')

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    def ask(self, subject, body):
        data = json.dumps(body).encode()
        self.line.sendall(f"PUB {subject} answers {len(data)}\r\n".encode() + data + b"\r\n")
        while True:
            words = self.file.readline().split()
            if words[0] == b"PING":
                self.line.sendall(b"PONG\r\n")
            elif words[0] == b"MSG":
                return json.loads(self.file.read(int(words[-1]) + 2))

    def messages(self):
        """What the stream holds, oldest first."""
        state = self.ask(f"$JS.API.STREAM.INFO.{STREAM}", {})["state"]
        for number in range(state["first_seq"], state["last_seq"] + 1):
            yield json.loads(base64.b64decode(self.ask(f"$JS.API.STREAM.MSG.GET.{STREAM}", {"seq": number})["message"]["data"]))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.line.close()
        self.process.terminate()
        self.process.wait(PATIENCE)


def balances(rows):
    """Of players and all others, from the stream alone; positions have no gap, and none comes twice."""
    names, sums, last = {}, {}, 0
    for row in rows:
        assert row["position"] == last + 1, (row["position"], last)
        last = row["position"]
        if row["kind"] == "account":
            number, kind, name = row["text"].split()[1:4]
            names[f"account {number}"] = f"{kind}:{name}"
        for move in row["money"]:
            sums[move["account"]] = sums.get(move["account"], 0) + move["cents"]
    return {names[account]: cents for account, cents in sums.items()}, last


def publish(casino, nats, *more):
    return [tap.COMMAND, "feed", f"--db={casino.database}", f"--nats={nats.url}", f"--stream={STREAM}", *more]


def published(casino, nats):
    done = subprocess.run(publish(casino, nats), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_stream():
    """balances follow from the stream; a feed that was killed goes on behind its last message, and one that is up to date sends nothing"""
    with postgres.Postgres() as server, tap.folder() as folder, Nats(folder) as nats, \
            Casino([table("mbs-7up-baccarat", "b1", betting=0)], database=server.database("house"), hurry=True) as casino:
        made = nats.ask(f"$JS.API.STREAM.CREATE.{STREAM}", {"name": STREAM, "subjects": ["croupier.feed"], "storage": "file"})
        assert "error" not in made, made
        expected = {"Mei": 0, "Tan": 0}
        for turn in range(4):
            following = subprocess.Popen(publish(casino, nats, "--follow"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for number in range(8):
                who = ("Mei", "Tan")[number % 2]
                casino.buy_in(who, 100 + number)
                expected[who] += 100 + number
            following.kill()
            following.wait()
        published(casino, nats)
        found, last = balances(nats.messages())
        assert {name: found[f"player:{name}"] for name in expected} == expected and sum(found.values()) == 0, found
        assert last == len(tap.done("feed", f"--db={casino.database}").splitlines())
        published(casino, nats)
        assert balances(nats.messages()) == (found, last)


def test_no_server():
    """without a NATS server, or without the stream, it says so and fails"""
    with tap.folder() as folder, Nats(folder) as nats:
        tap.done("play", "mbs-7up-baccarat", "--seed", 5, "--db", f"{folder}/a.db", input="1 25\n")
        assert STREAM in tap.refused(2, "feed", f"--db={folder}/a.db", f"--nats={nats.url}")
        assert tap.refused(2, "feed", f"--db={folder}/a.db", f"--nats=nats://127.0.0.1:{free_port()}")


if __name__ == "__main__":
    if not NATS:
        print("1..0 # SKIP nats-server is not installed")
    elif not postgres.skip():
        tap.main(globals())
