#!/usr/bin/env python3
"""Part of make coverage: a branch that is not taken is not counted where a comment in front of the statement says why it cannot be,
/* unreached: why */. A statement whose branches are all taken says so no more, and the comment is an error.

    tools/unreached.py ALL.json COUNTED.json    of gcovr"""
import json
import re
import sys


def marked(text):
    """Of each such comment its line, and those of the statement's head behind it."""
    for at, words in enumerate(text):
        if not re.match(r"\s*/\* unreached: ", words):
            continue
        begin = next(i for i in range(at, len(text)) if "*/" in text[i]) + 1
        head = ""
        for end in range(begin, len(text)):
            head += " " + text[end].strip()
            whole = head.count("(") == head.count(")")
            if whole and re.search(r"[;{]$|^ (\} )?(else )?(if|while|for|switch) .*\)$", head):
                break
        yield at + 1, range(begin + 1, end + 2)


coverage = json.load(open(sys.argv[1]))
stale = 0
for file in coverage["files"]:
    lines = {line["line_number"]: line for line in file["lines"]}
    for number, statement in marked(open(file["file"]).read().splitlines()):
        here = [lines[at] for at in statement if at in lines]
        if all(branch["count"] for line in here for branch in line["branches"]):
            print(f"{file['file']}:{number}: it is reached, or there is no branch")
            stale += 1
        for line in here:
            line["branches"] = [branch for branch in line["branches"] if branch["count"]]
json.dump(coverage, open(sys.argv[2], "w"))
sys.exit(1 if stale else 0)
