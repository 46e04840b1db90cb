# SPDX-License-Identifier: Apache-2.0
"""A server starts as soon on a long journal as on a short one, and shows an account, the last round and an old one as soon: what is read for
it does not grow."""
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import GAMES, Casino, table  # noqa: E402
from witness import wait_for  # noqa: E402

ROUNDS, GROWTH = 6000, 600_000  # some three megabytes of entries; what shoes in use may differ by


class Old(Casino):
    """Begins with what bots have left, all of it today."""

    rounds = ROUNDS

    def hire(self):
        super().hire()
        made = subprocess.run([os.environ["MAKE_BOOKS"], str(self.rounds)], capture_output=True, text=True, check=True).stdout.strip()
        shutil.move(made, self.database)
        shutil.rmtree(os.path.dirname(made))
        key = pathlib.Path(f"{self.database}.key")
        key.write_text("01" + 31 * "00" + "\n")
        key.chmod(0o600)


class Young(Old):
    rounds = 200


def read_so_far(pid, thread=""):
    return int(pathlib.Path(f"/proc/{pid}{thread}/io").read_text(encoding="utf-8").split()[1])


def bytes_read(house):
    """By the thread that serves, up to the moment at which it does, at the first start, which fills tables, and the next; then for each page."""
    found, each = {}, house.rounds // len(GAMES)
    with house([table(game, f"t{number}") for number, game in enumerate(GAMES, 1)],
               people={"Ana": "player", "Tan": "player", "Pat": "pit-manager"}) as casino:
        found["first start"] = read_so_far(casino.process.pid, f"/task/{casino.process.pid}")
        casino.stop()
        casino.start()
        pid = casino.process.pid
        found["start"] = read_so_far(pid, f"/task/{pid}")
        tokens = {name: casino.token(name) for name in ("Ana", "Tan", "Pat")}
        wait_for(lambda: sum(row["rounds"] for row in casino.http("GET", "/api/numbers", token=tokens["Pat"])[1]["tables"]) == house.rounds,
                 "the figures of the day")
        for what, who, path in (("account", "Ana", "/api/me/ledger?limit=50"), ("empty account", "Tan", "/api/me/ledger"),
                                ("last round", "Ana", f"/api/tables/t5/rounds/{each}"), ("old round", "Ana", f"/api/tables/t1/rounds/{each // 2}")):
            before = read_so_far(pid)
            status, answer = casino.http("GET", path, token=tokens[who])
            assert status == 200 and answer, (path, status)
            found[what] = read_so_far(pid) - before
    return found


@tap.on_sqlite("SQLite's pages are read by the server itself")
def test_growth():
    """thirty times as many rounds today: no more is read, and the pit gets the figures of the day all the same"""
    young, old = bytes_read(Young), bytes_read(Old)
    print(f"# bytes after {Young.rounds} rounds: {young}")
    print(f"# bytes after {Old.rounds} rounds: {old}")
    for what, size in old.items():
        assert size < young[what] + GROWTH, (what, young[what], size)


if __name__ == "__main__":
    tap.main(globals())
