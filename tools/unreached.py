#!/usr/bin/env python3
"""Part of make coverage: branches on a line that says /* unreached: why */ are not counted. Such a line whose branches are all taken
says what is not so any more, and is an error.

    tools/unreached.py ALL.json COUNTED.json    of gcovr"""
import json
import re
import sys

MARK = re.compile(r"/\* unreached: ")
coverage = json.load(open(sys.argv[1]))
stale = 0
for file in coverage["files"]:
    text = open(file["file"]).read().splitlines()
    lines = {line["line_number"]: line for line in file["lines"]}
    for number, words in enumerate(text, 1):
        if not MARK.search(words):
            continue
        branches = lines.get(number, {}).get("branches", [])
        if all(branch["count"] for branch in branches):
            print(f"{file['file']}:{number}: says it is not reached, and " + ("is" if branches else "has no branch"))
            stale += 1
        if branches:
            lines[number]["branches"] = []
json.dump(coverage, open(sys.argv[2], "w"))
sys.exit(1 if stale else 0)
