#!/usr/bin/env python3
"""Part of make coverage: a branch that is not taken is not counted where a comment in front of the statement says why it cannot be,
/* unreached: why */. A statement whose branches are all taken says so no more, and the comment is an error. A switch without a default
names every value there is, so the branch behind its last case is not counted either.

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


def whole_switches(text):
    """Lines of the switches that have no default."""
    for at, words in enumerate(text):
        if re.match(r"\s*switch \(", words):
            indent = re.match(r"\s*", words)[0]
            end = next(i for i in range(at, len(text)) if text[i] == indent + "}")
            if not any(line.startswith(indent + "default:") for line in text[at:end]):
                yield at + 1


coverage = json.load(open(sys.argv[1]))
stale = 0
for file in coverage["files"]:
    lines = {line["line_number"]: line for line in file["lines"]}
    text = open(file["file"]).read().splitlines()
    for at in whole_switches(text):
        if at in lines and lines[at]["branches"] and not lines[at]["branches"][-1]["count"]:
            del lines[at]["branches"][-1]
    for number, statement in marked(text):
        here = [lines[at] for at in statement if at in lines]
        if all(branch["count"] for line in here for branch in line["branches"]):
            print(f"{file['file']}:{number}: it is reached, or there is no branch")
            stale += 1
        for line in here:
            line["branches"] = [branch for branch in line["branches"] if branch["count"]]
json.dump(coverage, open(sys.argv[2], "w"))
sys.exit(1 if stale else 0)
