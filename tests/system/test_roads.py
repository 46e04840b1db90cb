# SPDX-License-Identifier: Apache-2.0
"""The five baccarat roads against a second implementation, written from their published description: random shoes by the thousand,
and a shoe played at a table."""
import json
import os
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import Casino, table  # noqa: E402

PRINT = os.environ.get("PRINT_ROADS", "build/tests/system/print_roads")
SHOES = 5000
ROWS = 6


def lay(marks):
    """Places on a grid of six rows: equal marks go down, then to the right where the way down is not free; another mark begins
    in the first column, right of the last beginning, whose top is free."""
    taken, places, start = set(), [], -1
    for number, mark in enumerate(marks):
        if number and mark == marks[number - 1]:
            column, row = places[-1]
            bent = column != start
            below = (column, row + 1)
            place = below if not bent and row + 1 < ROWS and below not in taken else (column + 1, row)
        else:
            start += 1
            while (start, 0) in taken:
                start += 1
            place = (start, 0)
        taken.add(place)
        places.append(place)
    return places


def drawn(marks):
    """The big road on endless paper: the cells of each column, never bent."""
    cells, column, row = [], -1, 0
    for number, mark in enumerate(marks):
        column, row = (column, row + 1) if number and mark == marks[number - 1] else (column + 1, 0)
        cells.append((column, row))
    return cells


def colour(cells, cell, back):
    """The rule for a cell below another: red if its neighbour `back` columns to the left is there, or if that column
    had ended a row earlier already; blue if it ends just above."""
    column, row = cell
    beside, above = (column - back, row) in cells, (column - back, row - 1) in cells
    return "red" if beside == above else "blue"


def derived(marks, back):
    """A cell that begins a column gets the opposite of what the last column would have got by going on."""
    path, colours, seen = drawn(marks), [], set()
    for column, row in path:
        seen.add((column, row))
        if column > back or (column == back and row > 0):
            if row:
                colours.append(colour(seen, (column, row), back))
            else:
                before = max(r for c, r in seen if c == column - 1)
                other = colour(seen, (column - 1, before + 1), back)
                colours.append("blue" if other == "red" else "red")
    return [[*place, mark] for place, mark in zip(lay(colours), colours)]


def roads(results):
    """Every road as [column, row, mark] or, on the big road, with the ties that followed."""
    winners = [r for r in results if r != "tie"]
    ties = [0] * len(winners)
    count = 0
    for r in results:
        if r != "tie":
            count += 1
        elif count:
            ties[count - 1] += 1
    return {"bead": [[i // ROWS, i % ROWS, r] for i, r in enumerate(results)],
            "big": [[*place, mark, tied] for place, mark, tied in zip(lay(winners), winners, ties)],
            "bigEye": derived(winners, 1), "small": derived(winners, 2), "cockroach": derived(winners, 3)}


def plain(found):
    """The protocol's cells as lists."""
    return {name: [[c["column"], c["row"], c["mark"]] + ([c.get("ties", 0)] if name == "big" else []) for c in cells]
            for name, cells in found.items()}


def shoe(chance):
    """Results of one shoe; some have long runs, some change all the time, some have hardly a winner."""
    stay, tie = chance.choice((0.5, 0.9, 0.97, 0.1)), chance.choice((0.095, 0, 0.6))
    last, results = "banker", []
    for _ in range(chance.randrange(0, 110)):
        if chance.random() < tie:
            results.append("tie")
            continue
        last = last if chance.random() < stay else {"banker": "player", "player": "banker"}[last]
        results.append(last)
    return results


def test_known():
    """the description's own example: the second implementation is right about a shoe done by hand"""
    results = ["banker"] * 2 + ["player"] * 3 + ["banker"] + ["tie"] + ["banker"] + ["player"]
    found = roads(results)
    assert found["big"] == [[0, 0, "banker", 0], [0, 1, "banker", 0], [1, 0, "player", 0], [1, 1, "player", 0], [1, 2, "player", 0],
                            [2, 0, "banker", 1], [2, 1, "banker", 0], [3, 0, "player", 0]]
    assert [mark for *_, mark in found["bigEye"]] == ["red", "blue", "blue", "red", "blue"]
    assert [mark for *_, mark in found["small"]] == ["red", "red"] and found["cockroach"] == []


def test_random_shoes():
    """five thousand shoes: the same cells, marks and ties on all five roads"""
    chance = random.Random(7)
    shoes = [shoe(chance) for _ in range(SHOES)]
    text = "".join("".join(r[0] for r in results) + "\n" for results in shoes)
    told = subprocess.run([PRINT], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(told) == SHOES
    for results, line in zip(shoes, told):
        wanted, found = roads(results), plain(json.loads(line))
        assert found == wanted, (results, [name for name in wanted if wanted[name] != found[name]])


def test_at_a_table():
    """the roads of a live table are those of the rounds it has dealt"""
    with Casino([table("mbs-7up-baccarat", "bac", betting=0)], people={"Mei": "player", "Cai": "cashier"}, hurry=True) as casino:
        casino.buy_in("Mei", 1000000)
        mei = casino.visit("Mei")
        mei.watch("bac")
        for _ in range(20):
            mei.until("bac", lambda s: s["phase"] == "betting" and not s["stakes"], "betting")
            mei.done("bac", "bet banker 20")
        mei.until("bac", lambda s: s["phase"] == "betting" and not s["stakes"], "the next round")
        rounds = casino.http("GET", "/api/tables/bac/rounds")[1]["rounds"]
        state = mei.watch("bac")["state"]
        assert len(rounds) >= 20 and plain(state["roads"]) == roads([r["winner"] for r in reversed(rounds)])


if __name__ == "__main__":
    tap.main(globals())
