#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What one and three servers do on one PostgreSQL: hosts.py BUILD [TABLES [SECONDS]]. One line a figure.

Two terminals at every table (tests/load/load) bet and answer at once, without a pause, and the tables have no clocks, so that servers and
database are all there is to wait for. Beside it stands what the same PostgreSQL gives in the same run to pgbench's simple update (-N),
before and after: one small commit each, while a commit of ours takes all entries that wait. The audit of the books ends each part."""
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
from casino import GAMES, PATIENCE, Casino, table  # noqa: E402
from fleet import free_port  # noqa: E402

BENCH_CLIENTS = 8
BENCH_SECONDS = 8
FIGURES = ("acts", "rounds", "commit_waits", "overtaken")


def pgbench(server):
    found = subprocess.run([f"{server.bin}/pgbench", "-h", server.folder, "-U", "croupier", "-N", "-n", "-c", str(BENCH_CLIENTS), "-T", str(BENCH_SECONDS),
                            "bench"], capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"tps = ([\d.]+)", found)[1])
    print(f"hosts/pgbench {rate:.0f} updates/s simple updates with {BENCH_CLIENTS} clients; load average "
          f"{' '.join(f'{value:.1f}' for value in os.getloadavg())} on {os.cpu_count()} processors", flush=True)
    return rate


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
        said = f"bots: 0\nguests: {4 * tables}\n"
        said += f"server:\n  name: {name}\n  address: http://127.0.0.1:{port}\n" if count > 1 else ""
        made.append(Casino(floor, demo=True, people={}, more=said, database=database, port=port, hurry=True,
                           key=made and f"{made[0].beside}.key"))
    return database, made


def shares(made):
    """What each server runs, once every table runs at one of them and each has some."""
    end = time.monotonic() + PATIENCE
    while True:
        found = [[row["id"] for row in each.http("GET", "/api/tables")[1]["tables"]] for each in made]
        if all(found) and len(sum(found, [])) == tables:
            return found
        assert time.monotonic() < end, f"{[len(some) for some in found]} of {tables} tables run"
        time.sleep(0.1)


def players(each, ids):
    """Two terminals at each of these tables, who do not think."""
    words = [build / "tests" / "load" / "load", str(each.port), str(2 * len(ids)), ",".join(ids), str(seconds + 8), str(each.process.pid),
             str(2 * len(ids)), "0"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def costs(made, server):
    return [processor(each.process.pid) for each in made] + [processor(server.process.pid)]


def run(made, server):
    """Figures a second, and processors used: by each server, and by PostgreSQL."""
    load = [players(each, ids) for each, ids in zip(made, shares(made))]
    while figures(made)["rounds"] < tables:  # all have come, and play
        time.sleep(0.2)
    time.sleep(2)
    before, cost, begun = figures(made), costs(made, server), time.monotonic()
    time.sleep(seconds)
    after, took = figures(made), time.monotonic() - begun
    used = [(now - then) / took for now, then in zip(costs(made, server), cost)]
    late = [float(re.search(r"answer_p99 ([\d.]+)", each.communicate(timeout=120)[0])[1]) for each in load]
    return {name: (after[name] - before[name]) / took for name in FIGURES}, used, max(late)


def measure(server, count, bench):
    database, made = houses(server, count)
    try:
        rate, used, late = run(made, server)
    finally:
        for each in made:
            each.__exit__()
    print(f"hosts/{count}/acts {rate['acts']:.0f} acts/s, {rate['rounds']:.0f} rounds/s, {rate['commit_waits']:.0f} commits/s, "
          f"{rate['overtaken']:.1f} overtaken/s at {tables} tables; processors: servers {sum(used[:-1]):.2f}, PostgreSQL {used[-1]:.2f}\n"
          f"hosts/{count}/answer_p99 {late:.1f} ms\nhosts/{count}/share_of_pgbench {rate['acts'] / bench:.2f} acts for each simple update of pgbench", flush=True)
    audit = subprocess.run([tap.COMMAND, "audit", f"--db={database}"], capture_output=True, text=True, check=False)
    if audit.returncode:
        print(f"hosts/{count}: the audit is not clean:\n{audit.stdout}", file=sys.stderr)
    return audit.returncode


def main():
    if not postgres.programs():
        print("hosts: PostgreSQL is not installed: left out", file=sys.stderr)
        return 0
    with postgres.Postgres(["max_connections=100"]) as server:
        server.sql("CREATE DATABASE bench")
        server.run("pgbench", "-h", server.folder, "-U", "croupier", "-i", "-q", "-s", "10", "bench")
        worst = max([measure(server, count, pgbench(server)) for count in (1, 3)])
        pgbench(server)
    return worst


if __name__ == "__main__":
    sys.exit(main())
