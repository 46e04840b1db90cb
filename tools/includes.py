#!/usr/bin/env python3
"""Fails on an #include that the table of allowed includes (includes.tsv) does not permit, and on files of one folder
that include each other in a circle. A module is a .c file with its header. FOLDERS_IN_KNOTS lists the folders that
still have circles; a folder that is free of them must be taken off the list, so it only shrinks."""
import pathlib
import re
import sys

FOLDERS_IN_KNOTS = set()

root = pathlib.Path(__file__).resolve().parent.parent
allowed = {}
for line in (root / "tools" / "includes.tsv").read_text().splitlines():
    if line and not line.startswith("#"):
        folder, _, uses = line.partition("\t")
        allowed[folder] = set(uses.split())


def knots(uses):
    """The groups of modules that reach each other (Tarjan)."""
    index, low, stack, groups = {}, {}, [], []

    def visit(module):
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(uses[module]):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            at = stack.index(module)
            groups.append(sorted(stack[at:]))
            del stack[at:]

    for module in sorted(uses):
        if module not in index:
            visit(module)
    return [group for group in groups if len(group) > 1]


faults = 0
modules = {}
for path in sorted((root / "src").rglob("*.[ch]")):
    folder = path.relative_to(root / "src").parts[0]
    if folder not in allowed:
        print(f"{path.relative_to(root)}: folder src/{folder} is not in tools/includes.tsv")
        faults += 1
        continue
    uses = modules.setdefault(folder, {}).setdefault(path.stem, set())
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s+"([^"/]+)/([^"]+)\.h"', line)
        if found and found[1] == folder and found[2] != path.stem:
            uses.add(found[2])
            modules[folder].setdefault(found[2], set())
        if found and found[1] != folder and found[1] not in allowed[folder] | {"croupier"}:
            print(f"{path.relative_to(root)}:{number}: src/{folder} may not include from src/{found[1]}")
            faults += 1
for folder, uses in modules.items():
    found = knots(uses)
    if found and folder not in FOLDERS_IN_KNOTS:
        faults += 1
        for group in found:
            print(f"src/{folder}: these include each other in a circle: {' '.join(group)}")
    if not found and folder in FOLDERS_IN_KNOTS:
        print(f"src/{folder} has no circles any more: take it off FOLDERS_IN_KNOTS in tools/includes.py")
        faults += 1
sys.exit(1 if faults else 0)
