# SPDX-License-Identifier: Apache-2.0
"""What one more spectator costs an update, in instructions as Valgrind counts them: the same at ten as at many. A count, not a time."""
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
import casino as house  # noqa: E402
from casino import PEOPLE_ALL, Casino, table  # noqa: E402

CROWDS = (10, 85, 160)  # equally far apart
RAISES = 10
MORE_AT_MOST = 1.15  # of the cost of a spectator, from the smaller crowds to the larger


class Counted(Casino):
    """The server under callgrind, which counts what floor_tell does."""

    def start(self):
        command, counts = house.COMMAND, self.path / "counts"
        wrapper = self.path / "counted"
        wrapper.write_text(f"#!/bin/sh\nexec valgrind -q --tool=callgrind --callgrind-out-file={counts} --collect-atstart=no "
                           f"--toggle-collect=floor_tell {command} \"$@\"\n")
        wrapper.chmod(0o755)
        house.COMMAND = str(wrapper)
        try:
            super().start()
        finally:
            house.COMMAND = command

    def count(self):
        """Stops the server and reads the count."""
        self.stop()
        return int(re.search(r"^(?:summary|totals): (\d+)", (self.path / "counts").read_text(), re.M).group(1))


def cost(size, changes):
    """Instructions of an update about a raise, with that many spectators."""
    casino = Counted([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)], people={"Dan": "dealer", "Mei": "player", "Cai": "cashier"},
                     hurry=True)
    with casino:
        casino.buy_in("Mei", 1000000)
        dan = casino.visit("Dan")
        dan.watch("t1")
        dan.done("t1", "shuffle full")
        while dan.states["t1"]["phase"] != "betting":
            dan.done("t1", next(o["act"] for o in dan.offers("t1") if o["verb"] in ("open", "card")).replace("?", "5h"))
        mei = casino.visit("Mei")
        mei.watch("t1")
        before = len(dan.updates)
        crowd = [casino.visit(changes=changes) for _ in range(size)]
        for visitor in crowd:
            visitor.watch("t1")
        mei.done("t1", "bet 1 main 20")
        for i in range(RAISES):
            mei.done("t1", f"raise 1 main {30 + 10 * i}")
        last = mei.seqs["t1"]
        for visitor in (dan, *crowd):
            while visitor.seqs["t1"] < last:
                visitor.receive()
        assert len(dan.updates) - before == RAISES + 1 and all(len(visitor.updates) == RAISES + 1 for visitor in crowd)
        return casino.count() / (RAISES + 1)


def grows(changes):
    few, some, many = (cost(size, changes) for size in CROWDS)
    small, large = (some - few) / (CROWDS[1] - CROWDS[0]), (many - some) / (CROWDS[2] - CROWDS[1])
    print(f"# {'changes' if changes else 'whole states'}: {few:.0f} instructions an update with {CROWDS[0]} spectators; one more costs {small:.0f}, "
          f"from {CROWDS[1]} on {large:.0f}")
    assert 0 < large < small * MORE_AT_MOST


def test_changes():
    """one more spectator who is told changes costs the same whatever the crowd"""
    grows(True)


def test_whole():
    """one more spectator who is told whole states costs the same whatever the crowd"""
    grows(False)


if __name__ == "__main__":
    if not shutil.which("valgrind"):
        print("1..0 # SKIP Valgrind is not installed")
    else:
        tap.main(globals())
