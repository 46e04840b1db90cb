# SPDX-License-Identifier: Apache-2.0
"""A server starts as soon on a long journal as on a short one: what its own thread reads before it opens the door does not grow."""
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


def bytes_read(house):
    """By the thread that serves, up to the moment at which it does; at the second start, since the first fills tables."""
    with house([table(game, f"t{number}") for number, game in enumerate(GAMES, 1)], people={"Ana": "player", "Pat": "pit-manager"}) as casino:
        casino.stop()
        casino.start()
        pid = casino.process.pid
        read = int(pathlib.Path(f"/proc/{pid}/task/{pid}/io").read_text(encoding="utf-8").split()[1])
        wait_for(lambda: sum(row["rounds"] for row in casino.http("GET", "/api/numbers", token=casino.token("Pat"))[1]["tables"]) ==
                     house.rounds, "the figures of the day")
    return read


@tap.on_sqlite("SQLite's pages are read by the server itself")
def test_start():
    """thirty times as many rounds today: no more is read, and the pit gets the figures of the day all the same"""
    young, old = bytes_read(Young), bytes_read(Old)
    print(f"# {young} bytes after {Young.rounds} rounds, {old} after {Old.rounds}")
    assert old < young + GROWTH, (young, old)


if __name__ == "__main__":
    tap.main(globals())
