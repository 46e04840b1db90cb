#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Goal: no ground stands in the list that no code gives, and no refusal that no test or record provokes.

A refusal counts as provoked by a unit test that names its status, by a test of a command that names its word, or by a
record in which replay tells its sentence."""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("CROUPIER", str(ROOT / "build" / "croupier"))
LOAD_ONLY = {"table-busy"}  # a live table's queue overflows: nothing short of a flood does that
STATUS = re.compile(r'X\((STATUS_[A-Z0-9_]+),\s*(-?\d+),\s*"([a-z0-9-]+)",\s*N_\("((?:[^"\\]|\\.)*)"\)\)')


def read(pattern):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern)))


def unused_grounds():
    grounds = re.findall(r"X\((GROUND_[A-Z0-9_]+)", read("src/rulebook/ground_list.h"))
    given = set()
    for path in ROOT.glob("src/**/*.c"):
        given |= set(re.findall(r"\bGROUND_[A-Z0-9_]+\b", path.read_text(encoding="utf-8")))
    assert len(grounds) > 100
    return [ground for ground in grounds if ground not in given]


def told_by_records():
    done = subprocess.run([COMMAND, "replay", "--explain", str(ROOT / "tests" / "records")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def unprovoked():
    refusals = [row for row in STATUS.findall(read("src/base/status_list.h")) if int(row[1]) > 0]
    named = set(re.findall(r"\bSTATUS_[A-Z0-9_]+\b", read("tests/unit/**/*.[ch]") + read("tests/embed/*.c")))
    words = set(re.findall(r'"([a-z0-9-]+)"', read("tests/cli/*.py") + read("tests/system/*.py")))
    story = told_by_records()
    assert len(refusals) > 100
    return [name for status, _, name, sentence in refusals
            if name not in LOAD_ONLY and status not in named and name not in words and f"Refused: {sentence}" not in story]


def main():
    points = [(unused_grounds(), "every ground is given by some code"),
              (unprovoked(), "every refusal is provoked by some test or record")]
    print(f"1..{len(points)}")
    for number, (missing, about) in enumerate(points, 1):
        print(f"{'not ok' if missing else 'ok'} {number} - {about}")
        for name in missing:
            print(f"# {name}")
    return 1 if any(missing for missing, _ in points) else 0


if __name__ == "__main__":
    sys.exit(main())
