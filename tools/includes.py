#!/usr/bin/env python3
"""Fails on an #include that the table of allowed includes (includes.tsv) does not permit."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
allowed = {}
for line in (root / "tools" / "includes.tsv").read_text().splitlines():
    if line and not line.startswith("#"):
        folder, _, uses = line.partition("\t")
        allowed[folder] = set(uses.split())

faults = 0
for path in sorted((root / "src").rglob("*.[ch]")):
    folder = path.relative_to(root / "src").parts[0]
    if folder not in allowed:
        print(f"{path.relative_to(root)}: folder src/{folder} is not in tools/includes.tsv")
        faults += 1
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s+"([^"/]+)/', line)
        if found and found[1] != folder and found[1] not in allowed[folder] | {"croupier"}:
            print(f"{path.relative_to(root)}:{number}: src/{folder} may not include from src/{found[1]}")
            faults += 1
sys.exit(1 if faults else 0)
