#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What one and three servers do on one PostgreSQL: hosts.py BUILD [TABLES [SECONDS]]. One line a figure.

The demo's people play at every table, without clocks, so that the servers and the database are all there is to wait for. Beside it stands
what the same PostgreSQL gives in the same run to pgbench's simple update (-N), which is one small commit each; a commit of ours takes all
entries that wait. The audit of the books ends each part."""
import os
import pathlib
import re
import subprocess
import sys
import time

build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
tables, seconds = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 100), (3, 20)))
os.environ.setdefault("CROUPIER", str(build / "croupier"))
tests = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(tests), str(tests / "cli"), str(tests / "system")]
import postgres  # noqa: E402
import tap  # noqa: E402
from casino import GAMES, Casino, table  # noqa: E402
from fleet import free_port  # noqa: E402

BENCH_CLIENTS = 8
FIGURES = ("acts", "rounds", "commit_waits", "overtaken")


def pgbench(server):
    found = subprocess.run([f"{server.bin}/pgbench", "-h", server.folder, "-U", "croupier", "-N", "-n", "-c", str(BENCH_CLIENTS), "-T", "8", "bench"],
                           capture_output=True, text=True, check=True).stdout
    return float(re.search(r"tps = ([\d.]+)", found)[1])


def figures(servers):
    """The sums of all servers."""
    sums = dict.fromkeys(FIGURES, 0)
    for server in servers:
        text = server.http("GET", "/metrics", raw=True)[1]
        for name in FIGURES:
            sums[name] += int(re.search(rf"^croupier_{name}_total (\d+)", text, re.M)[1])
    return sums


def processor(pid):
    """Seconds of processor time of a process and its children."""
    total = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(errors="replace").rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(path.parent.name) == pid or int(fields[1]) == pid:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def houses(server, count):
    database = server.database(f"house{count}")
    games = list(GAMES)
    floor = [table(games[i % len(games)], f"t{i}", betting=0, decision=0) for i in range(tables)]
    made = []
    for name in "abc"[:count]:
        port = free_port()
        said = f"bots: 4\nserver:\n  name: {name}\n  address: http://127.0.0.1:{port}\n" if count > 1 else "bots: 4\n"
        made.append(Casino(floor, demo=True, people={}, more=said, database=database, port=port, hurry=True,
                           key=made and f"{made[0].beside}.key"))
    return database, made


def measure(server, count):
    database, made = houses(server, count)
    try:
        time.sleep(6)
        before, cost = figures(made), [processor(each.process.pid) for each in made] + [processor(server.process.pid)]
        begun = time.monotonic()
        time.sleep(seconds)
        after, took = figures(made), time.monotonic() - begun
        used = [(now - then) / took for now, then in zip([processor(each.process.pid) for each in made] + [processor(server.process.pid)], cost)]
    finally:
        for each in made:
            each.__exit__()
    rate = {name: (after[name] - before[name]) / took for name in FIGURES}
    print(f"hosts/{count} {rate['acts']:.0f} acts/s, {rate['rounds']:.0f} rounds/s, {rate['commit_waits']:.0f} commits/s, {rate['overtaken']:.1f} overtaken/s at "
          f"{tables} tables; processors: servers {sum(used[:-1]):.2f}, PostgreSQL {used[-1]:.2f}", flush=True)
    audit = subprocess.run([tap.COMMAND, "audit", f"--db={database}"], capture_output=True, text=True, check=False)
    print(f"hosts/{count}/audit {'clean' if audit.returncode == 0 else audit.stdout}", flush=True)
    return audit.returncode


def main():
    if not postgres.programs():
        print("hosts: PostgreSQL is not installed: left out")
        return 0
    with postgres.Postgres(["max_connections=100"]) as server:
        server.sql("CREATE DATABASE bench")
        server.run("pgbench", "-h", server.folder, "-U", "croupier", "-i", "-q", "-s", "10", "bench")
        worst = 0
        for count in (1, 3):
            print(f"hosts/pgbench {pgbench(server):.0f} simple updates/s with {BENCH_CLIENTS} clients; load average "
                  f"{' '.join(f'{value:.1f}' for value in os.getloadavg())} on {os.cpu_count()} processors", flush=True)
            worst = max(worst, measure(server, count))
        print(f"hosts/pgbench {pgbench(server):.0f} simple updates/s", flush=True)
    return worst


if __name__ == "__main__":
    sys.exit(main())
