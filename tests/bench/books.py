# SPDX-License-Identifier: Apache-2.0
"""What the books of a house cost after ROUNDS rounds of one person: size, audit, start-up, and how long a player waits for pages of history.

    tests/bench/books.py BUILD [ROUNDS]

Bots play at a table of every game; then the server is started on what they left, and four processes ask it at once."""
import json
import multiprocessing
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import time
from http.client import HTTPConnection

HERE = pathlib.Path(__file__).resolve().parent
READERS, QUESTIONS, ROUNDS = 4, 200, 20_000


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def ask(port, token, path, count, queue):
    """One reader: seconds of each answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    times = []
    for _ in range(count):
        start = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, (path, answer.status)
        times.append(time.perf_counter() - start)
    queue.put(times)


def measure(casino, name, path, says):
    queue = multiprocessing.Queue()
    readers = [multiprocessing.Process(target=ask, args=(casino.port, casino.token("Ana"), path, QUESTIONS, queue)) for _ in range(READERS)]
    for reader in readers:
        reader.start()
    times = sum((queue.get() for _ in readers), [])
    for reader in readers:
        reader.join()
    print(f"books.{name}.p50 {percentile(times, 0.5):.1f} ms {says}, {READERS} readers at once", flush=True)
    print(f"books.{name}.p99 {percentile(times, 0.99):.1f} ms", flush=True)


def sizes(database, rounds):
    with sqlite3.connect(database) as connection:
        entries, used = connection.execute("SELECT count(*), sum(length(entry)) FROM journal WHERE chain > 1").fetchone()
    print(f"books.entries_per_round {entries / rounds:.2f} entries of the tables")
    print(f"books.bytes_per_round {used / rounds:.0f} bytes of these")
    print(f"books.file_bytes_per_round {os.path.getsize(database) / rounds:.0f} bytes the whole database", flush=True)


def audit(command, database, rounds):
    mark = f"{database}.mark"
    for name, words in (("audit", []), ("audit_again", ["--since", mark])):
        start = os.times()
        done = subprocess.run([command, "audit", "--db", database, "--mark", mark, "--json", *words], capture_output=True, text=True, check=True)
        end, said = os.times(), json.loads(done.stdout)
        used = end.children_user + end.children_system - start.children_user - start.children_system
        if not words:
            print(f"books.audit {rounds / used:.0f} rounds/s of one core's time")
            print(f"books.audit_now {rounds / said['seconds']:.0f} rounds/s on this machine as busy as it is")
        else:
            print(f"books.{name} {used:.2f} s of one core's time, behind the mark that leaves nothing", flush=True)


def main(build, rounds):
    os.environ["CROUPIER"] = f"{os.path.abspath(build)}/croupier"
    sys.path.insert(0, str(HERE.parent / "system"))
    from casino import GAMES, Casino, table

    start = time.monotonic()
    made = subprocess.run([f"{build}/tests/bench/make_books", str(rounds)], capture_output=True, text=True, check=True).stdout.strip()
    print(f"# {rounds} rounds in {time.monotonic() - start:.0f} s", flush=True)

    class Old(Casino):
        """Begins with what the bots left."""

        def hire(self):
            super().hire()
            shutil.move(made, self.database)
            shutil.rmtree(os.path.dirname(made))
            key = pathlib.Path(f"{self.database}.key")
            key.write_text("01" + 31 * "00" + "\n")
            key.chmod(0o600)
            sizes(self.database, rounds)
            audit(os.environ["CROUPIER"], self.database, rounds)
            self.begun = time.monotonic()

    with Old([table(game, f"t{number}") for number, game in enumerate(GAMES, 1)], people={"Ana": "player", "Aud": "auditor"}) as casino:
        print(f"books.start {(time.monotonic() - casino.begun) * 1000:.0f} ms from the start of the server to its address", flush=True)
        each = rounds // len(GAMES)
        measure(casino, "ledger", "/api/me/ledger?limit=50", "the last 50 lines of an account")
        measure(casino, "latest_round", f"/api/tables/t5/rounds/{each}", "the last round, step by step")
        measure(casino, "old_round", f"/api/tables/t1/rounds/{each // 2}", "a round half the journal ago, step by step")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "build", int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS)
