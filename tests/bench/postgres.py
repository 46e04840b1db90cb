# SPDX-License-Identifier: Apache-2.0
"""How many acts a second become durable on a PostgreSQL, beside pgbench's simple-update of the same run: the same server, the same disk.

    tests/bench/postgres.py BUILD"""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgres  # noqa: E402

CLIENTS, SECONDS = 8, 10


def pgbench(server, *words):
    return server.run("pgbench", "-h", server.folder, "-U", "croupier", *words, "postgres")


def main(build):
    if not postgres.programs():
        print("# PostgreSQL's programs are not installed")
        return
    with postgres.Postgres() as server:
        pgbench(server, "-i", "-q")
        rates = {}
        for clients in (1, CLIENTS):
            said = pgbench(server, "-N", "-n", "-c", str(clients), "-T", str(SECONDS))
            rates[clients] = float(re.search(r"^tps = ([0-9.]+)", said, re.M).group(1))
            print(f"store.postgres.simple_update_{clients} {rates[clients]:.0f} transactions/s (pgbench -N, clients: {clients})")
        done = subprocess.run([f"{build}/tests/bench/bench_store"], env=dict(os.environ, CROUPIER_TEST_DB=server.database("bench")),
                              capture_output=True, text=True, check=True)
        print(done.stdout, end="")
        acts = float(re.search(r"durable_acts ([0-9.]+)", done.stdout).group(1))
        print(f"store.postgres.share_of_simple_update {acts / rates[CLIENTS]:.1f} ratio (acts beside transactions of {CLIENTS} clients)")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "build")
