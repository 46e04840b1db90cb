#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Goal: every round record of the project is met by the engine. One line of TAP a record."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
COMMAND = os.environ.get("CROUPIER", "build/croupier")


def main():
    records = sorted(HERE.glob("*/*.round"))
    print(f"1..{len(records)}")
    failed = not records
    for number, path in enumerate(records, 1):
        name = path.relative_to(HERE)
        done = subprocess.run([COMMAND, "replay", path], capture_output=True, text=True, timeout=60)
        met = done.returncode == 0
        failed |= not met
        print(f"{'ok' if met else 'not ok'} {number} - {name}")
        if not met:
            print("".join(f"# {line}\n" for line in done.stderr.splitlines()), end="")
    sys.exit(1 if failed else 0)


main()
