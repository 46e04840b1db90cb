# SPDX-License-Identifier: Apache-2.0
"""Goal: docs/security.md promises nothing that no test shows: each row names tests, and each name is one."""
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402


def rows():
    text = (tap.ROOT / "docs" / "security.md").read_text()
    cells = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [row for row in cells if "---" not in row[0] and "could want" not in row[0]]


def test_every_row_names_a_test():
    """every row of the page names tests that exist, or a command of make"""
    told = subprocess.run(["meson", "introspect", "--tests", os.environ["BUILD"]], capture_output=True, text=True, check=True).stdout
    names = {row["name"] for row in json.loads(told)}
    commands = set(re.findall(r"^([a-z-]+):", (tap.ROOT / "Makefile").read_text(), re.M))
    assert len(rows()) > 25
    for row in rows():
        tests = re.findall(r"`([^`]+)`", row[2])
        assert tests, row
        for test in tests:
            assert test in names or (test.startswith("make ") and test[5:] in commands), (row[0], test)


if __name__ == "__main__":
    tap.main(globals())
