#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Goal: docs/irregularities.md is what the register and the records say today, and its links lead somewhere."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "irregularities.md"


def main():
    made = subprocess.run([sys.executable, str(ROOT / "tools" / "irregularities.py")], capture_output=True, text=True)
    page = PAGE.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", page)
    dead = [link for link in links if not (PAGE.parent / link).exists()]
    points = [
        (made.returncode == 0, "every clause of section 5 has a record, every other one says who keeps it", made.stderr),
        (made.stdout == page, "the page is up to date", "run tools/irregularities.py --write"),
        (len(links) > 100 and not dead, "every link leads to a file", dead),
    ]
    for number, (good, about, why) in enumerate(points, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {about}" + ("" if good else f"\n# {why}"))
    print(f"1..{len(points)}")
    return 0 if all(good for good, _, _ in points) else 1


if __name__ == "__main__":
    sys.exit(main())
