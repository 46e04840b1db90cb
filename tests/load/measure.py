#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the server under load: measure.py BUILD [TERMINALS [TABLES [SECONDS [SPECTATORS]]]]. One line a figure.

Terminals play real rounds over WebSocket (load.c); each act is on disk before its answer. Beside the answers stand what the same disk
gives in the same run to bare inserts of the same size in groups of the same size, the processor time of an act in the first and in the
last third (flat if nothing grows), what else the machine was doing, and the audit of the books afterwards. 600 seconds show ten
minutes. Spectators are terminals besides, which watch the same tables and never act."""
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build")
terminals, tables, seconds, spectators = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 2000), (3, 300), (4, 30), (5, 0)))
players, terminals = terminals, terminals + spectators
GAMES = [("mbs-blackjack-v6", "main"), ("mbs-ace-race-v4", "main"), ("mbs-star-elements", "main"), ("rws-blackjack", "main"),
         ("mbs-7up-baccarat", "banker")]
TICKS = os.sysconf("SC_CLK_TCK")


def call(port, path, token=None, body=None):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=None if body is None else json.dumps(body).encode())
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=600) as answer:
        return answer.read().decode()


def configuration(folder):
    lines = [f"listen: 127.0.0.1:0\ndatabase: {folder}/load.db\ndemo: true\nguests: {terminals}\nbots: 0\nstop_seconds: 0\n"
             f"connections: {terminals + 64}\ntables:\n"]
    for number in range(1, tables + 1):
        game, wager = GAMES[number % len(GAMES)]
        lines.append(f"  - {{id: t{number}, game: {game}, limits: {{all: none, {wager}: [10, 1000]}}, betting_seconds: 3, decision_seconds: 5, "
                     f"pace_ms: 200, result_ms: 500}}\n")
    path = pathlib.Path(folder) / "load.yaml"
    path.write_text("".join(lines))
    return path


class Watcher(threading.Thread):
    """Processor time and acts of the server, twice a second, while the terminals play."""

    def __init__(self, port, pid):
        super().__init__(daemon=True)
        self.port, self.pid, self.samples, self.over = port, pid, [], False

    def sample(self):
        text = call(self.port, "/metrics")
        values = dict(re.findall(r"^(croupier_\w+) (\d+)$", text, re.M))
        values["turns"] = {end: int(count) for end, count in re.findall(r'^croupier_turn_seconds_bucket{le="([^"]+)"} (\d+)$', text, re.M)}
        usage = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return time.monotonic(), (int(usage[11]) + int(usage[12])) / TICKS, int(values["croupier_acts_total"]), values

    def run(self):
        while not self.over:
            self.samples.append(self.sample())
            time.sleep(0.5)

    def used(self):
        """Milliseconds of processor time while terminals played."""
        played = [s for s in self.samples if s[0] >= self.samples[-1][0] - seconds]
        return 1000 * (played[-1][1] - played[0][1])

    def turns(self):
        """Turns of the server's loop while terminals played: how many, and within how many milliseconds so many of a thousand were done."""
        played = [s for s in self.samples if s[0] >= self.samples[-1][0] - seconds]
        first, last = played[0][3]["turns"], played[-1][3]["turns"]
        counts = {end: last[end] - first[end] for end in last}
        within = {rank: next((1000 * float(end) for end in counts if counts[end] >= counts["+Inf"] * rank / 1000), None) for rank in (500, 990, 999)}
        return counts["+Inf"], within, counts["+Inf"] - counts["0.0050"]

    def costs(self):
        """Milliseconds of processor time per act in the first and the last third of the time in which terminals played."""
        played = [s for s in self.samples if s[0] >= self.samples[-1][0] - seconds]
        third = len(played) // 3
        return [1000 * (b[1] - a[1]) / max(1, b[2] - a[2]) for a, b in ((played[0], played[third]), (played[-third - 1], played[-1]))]


def bare_rate(folder, size, group):
    """Entries a second that SQLite takes in groups on the same disk, with the same settings and nothing else to do."""
    bare = sqlite3.connect(f"{folder}/bare.db", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE entries(position INTEGER PRIMARY KEY, entry BLOB NOT NULL)")
    count, begun = 0, time.monotonic()
    while time.monotonic() < begun + 3:
        bare.execute("BEGIN")
        bare.executemany("INSERT INTO entries(entry) VALUES(?)", [(os.urandom(size),) for _ in range(group)])
        bare.execute("COMMIT")
        count += group
    took = time.monotonic() - begun
    bare.close()
    return count / took, count / group / took


def report_store(folder, values):
    journal = sqlite3.connect(f"file:{folder}/load.db?mode=ro", uri=True)
    entries, size = journal.execute("SELECT count(*), avg(length(entry)) FROM journal WHERE chain > 1").fetchone()
    journal.close()
    group = max(1, round(entries / max(1, int(values["croupier_commit_waits_total"]))))
    rate, commits = bare_rate(folder, round(size), group)
    print(f"server/bare_commits {rate:.0f} entries/s of {size:.0f} bytes in groups of {group}, {commits:.0f} commits/s: what this disk gave "
          f"in this run")


def load_average():
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


with tempfile.TemporaryDirectory(prefix="load-", dir=os.path.abspath(os.environ.get("BENCH_DIR", "."))) as folder:
    begun = time.monotonic()
    server = subprocess.Popen([build / "croupier", "serve", f"--config={configuration(folder)}"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
    print(f"server/start {time.monotonic() - begun:.2f} s with {tables} tables and {terminals} guests; load average {load_average()} on "
          f"{os.cpu_count()} processors", flush=True)
    watcher = Watcher(port, server.pid)
    try:
        watcher.start()
        told = subprocess.run([build / "tests/load/load", *(str(word) for word in (port, terminals, tables, seconds, server.pid, players))],
                              check=True, stdout=subprocess.PIPE, text=True).stdout
        print(told, end="", flush=True)
        watcher.over = True
        watcher.join()
        values = watcher.sample()[3]
        first, last = watcher.costs()
        messages = float(re.search(r"server/messages (\S+)", told)[1]) * seconds
        print(f"server/cpu_per_message {watcher.used() / max(1, messages):.4f} ms of processor time")
        print(f"server/rounds {values['croupier_rounds_total']} rounds, {values['croupier_acts_total']} acts of terminals and tables, "
              f"{values['croupier_commit_waits_total']} commits")
        count, within, late = watcher.turns()
        print(f"server/turn {within[999]:g} ms and less of 99.9 % of {count} turns of the loop ({within[500]:g} ms of half, {within[990]:g} ms of 99 %); "
              f"{late} took more than 5 ms")
        print(f"server/cpu_per_act {first:.2f} ms in the first third, {last:.2f} ms in the last; load average {load_average()}")
    finally:
        server.terminate()
        server.wait(timeout=60)
    report_store(folder, values)
    audit = subprocess.run([build / "croupier", "audit", f"--db={folder}/load.db", "--json"], capture_output=True, text=True)
    found = json.loads(audit.stdout)
    print(f"server/audit {'clean' if audit.returncode == 0 else found['difference']}: {found['entries']} entries, {found['rounds']} rounds, "
          f"sum {found['sum_cents']}")
    sys.exit(audit.returncode)
