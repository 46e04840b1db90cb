#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the server under load: measure.py BUILD [TERMINALS [TABLES [SECONDS]]]. One line a figure; the last says whether the
books are clean afterwards."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build")
terminals, tables, seconds = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 2000), (3, 300), (4, 30)))
GAMES = [("mbs-blackjack-v6", "main"), ("mbs-ace-race-v4", "main"), ("mbs-star-elements", "main"), ("rws-blackjack", "main"),
         ("mbs-7up-baccarat", "banker")]


def call(port, path, token=None, body=None):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=None if body is None else json.dumps(body).encode())
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=600) as answer:
        return answer.read().decode()


with tempfile.TemporaryDirectory(prefix="load-") as folder:
    config = pathlib.Path(folder) / "load.yaml"
    lines = [f"listen: 127.0.0.1:0\ndatabase: {folder}/load.db\ndemo: true\nguests: {terminals}\nbots: 0\n"
             f"connections: {terminals + 64}\ntables:\n"]
    for number in range(1, tables + 1):
        game, wager = GAMES[number % len(GAMES)]
        lines.append(f"  - {{id: t{number}, game: {game}, limits: {{{wager}: [10, 1000]}}, betting_seconds: 3, decision_seconds: 5, "
                     f"pace_ms: 200, result_ms: 500}}\n")
    config.write_text("".join(lines))
    begun = time.monotonic()
    server = subprocess.Popen([build / "croupier", "serve", f"--config={config}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True)
    port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
    print(f"server/start {time.monotonic() - begun:.2f} s with {tables} tables and {terminals} guests", flush=True)
    try:
        subprocess.run([build / "tests/load/load", str(port), str(terminals), str(tables), str(seconds), str(server.pid)], check=True)
        metrics = dict(re.findall(r"^(croupier_\w+) (\d+)$", call(port, "/metrics"), re.M))
        print(f"server/rounds {metrics['croupier_rounds_total']} rounds, {metrics['croupier_acts_total']} acts in all, "
              f"{metrics['croupier_commit_waits_total']} commits")
        usage = pathlib.Path(f"/proc/{server.pid}/stat").read_text().split()
        print(f"server/cpu {(int(usage[13]) + int(usage[14])) / 100:.1f} s of processor time")
        token = json.loads(call(port, "/api/session", body={"demo": "auditor"}))["token"]
        audit = json.loads(call(port, "/api/audit", token))
        print(f"server/audit {'clean' if audit['clean'] and audit['sum'] == 0 else audit['difference']} (sum {audit['sum']})")
    finally:
        server.terminate()
        server.wait(timeout=30)
