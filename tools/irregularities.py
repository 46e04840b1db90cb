#!/usr/bin/env python3
"""Writes docs/irregularities.md: every kind of irregularity with its remedies and a story, and every clause of section 5
with the act that invokes it and a record that shows it.

    tools/irregularities.py             prints the page
    tools/irregularities.py --write     writes it; a test compares it with what is printed

Kinds and remedies are the rows of src/rulebook/irregularity.h and of the rulebooks; stories are told by the program
itself ($CROUPIER, or build/croupier). Summaries are those of rulebooks/clauses.tsv. The record is one that expects the clause, and the act is the one in that
record after which it does. What people keep themselves or what is shown is said in tools/irregularities.tsv."""
import argparse
import os
import pathlib
import re
import subprocess
import sys

import clauses

PAGE = clauses.ROOT / "docs" / "irregularities.md"
KEPT = clauses.ROOT / "tools" / "irregularities.tsv"
MBS = clauses.DOCUMENTS["mbs"]
PARTS = [("The three blackjacks of Marina Bay Sands", MBS), ("Blackjack of Resorts World Sentosa", ["rws-blackjack"]),
         ("7 Up Baccarat", ["mbs-7up-baccarat"])]
NAMES = {tuple(games): key for key, games in clauses.DOCUMENTS.items()}

HEAD = """# Irregularities

An irregularity is reported by an act of a round record ([notation.md](notation.md), section 7)
and ruled on by section 5 of the game's document. This page lists the kinds, with each rulebook's
remedy and a story told by the program; then, for each clause of these sections, an act that
invokes it and a record of `tests/records` in which the engine cites it. `croupier rule GAME` plays
such situations, `croupier replay --explain FILE` tells a record as a story. Where a clause is
unclear, [readings.md](readings.md) says how we read it.

`tools/irregularities.py --write` makes this page; a test fails if the page differs from it.
"""


ROWS = clauses.ROOT / "src" / "rulebook" / "irregularity.h"
CROUPIER = os.environ.get("CROUPIER", str(clauses.ROOT / "build" / "croupier"))
HOUSES = [("MBS blackjack", "mbs-blackjack-v6"), ("RWS Blackjack", "rws-blackjack"), ("7 Up Baccarat", "mbs-7up-baccarat")]
STORY_LINES = 6


def rows_of(list_name):
    """(name, words) of each row of an X-macro in irregularity.h, in its order."""
    text = ROWS.read_text(encoding="utf-8")
    text = text[text.index(f"#define {list_name}(X)"):]
    text = text[:text.index("\n\n") if "\n\n" in text else None]
    return re.findall(r'X\([A-Z_0-9]+,\s*"([^"]+)",\s*(?:N_\()?"((?:[^"\\]|\\.)*)"', text)


def rules_of(game):
    """kind to the entry of a rulebook's `irregularities`, as {key: value}."""
    text = (clauses.ROOT / "rulebooks" / f"{game}.yaml").read_text(encoding="utf-8")
    section = re.search(r"^irregularities:\n((?: .*\n|\n)*)", text, re.M)[1]
    entries = re.findall(r"^  ([a-z-]+): \{(.*)\}", section, re.M)
    return {kind: dict(re.findall(r'([a-z_]+): "?([^",]*)"?', entry)) for kind, entry in entries}


def remedy_words(words, rule):
    early = f"{words[rule['remedy']]} ({rule['clauses']})" if "clauses" in rule else words[rule["remedy"]]
    if "late" not in rule:
        return early, "the same"
    return early, f"{words[rule['late']]} ({rule['late_clauses']})" if "late_clauses" in rule else words[rule["late"]]


def story_of(kind):
    """The report of this kind and what followed from it, from the shortest record that has one: (path, lines)."""
    found = []
    for path in sorted((clauses.ROOT / "tests" / "records").glob("*/*.round")):
        text = path.read_text(encoding="utf-8")
        if re.search(rf"^\w+: irregularity {kind}( |$)(?!(.*\n)= refused)", text, re.M):
            found.append((len(text), path))
    for _, path in sorted(found):
        told = subprocess.run([CROUPIER, "replay", "--explain", str(path)], capture_output=True, text=True, check=False)
        lines = told.stdout.splitlines()
        number = next(number for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
                      if re.match(rf"\w+: irregularity {kind}( |$)", line))
        at = next((i for i, line in enumerate(lines) if re.match(rf" *{number} ", line)), None)
        if at is None:
            continue
        story = [lines[at]]
        for line in lines[at + 1:]:
            if re.match(r" *\d+ [A-Z]", line) or line.startswith(("Round", "In all")):
                break
            if line.startswith("      ") and not line.startswith("       "):
                story.append(line)
        if len(story) > 1:
            return path, [re.sub(r"^ *(\d+ )?", "", line) for line in story[:STORY_LINES]]
    return None, []


def print_kinds():
    words = dict(rows_of("REMEDY_LIST"))
    houses = [(name, game, rules_of(game)) for name, game in HOUSES]
    lines = ["\n## The kinds"]
    for kind, says in rows_of("IRREGULARITY_LIST"):
        occurs = [(name, rules[kind]) for name, _, rules in houses if kind in rules]
        lines += [f"\n### `{kind}`\n", f"{says[0].upper()}{says[1:]}.\n"]
        lines += ["| house | noticed in time | noticed late |", "| --- | --- | --- |"]
        lines += ["| {} | {} | {} |".format(name, *remedy_words(words, rule)) for name, rule in occurs]
        path, story = story_of(kind)
        if path:
            name = re.match(r"S\d+|[^.]+", path.name)[0]
            lines += [f"\n[{name}](../{path.relative_to(clauses.ROOT)}) tells:\n", "```text", *story, "```"]
    return lines


def acts_of(path, clause):
    """The acts of a record after which the clause is expected, with what is expected. A card alone invokes nothing:
    behind it stands the report of the round, or else what was done last."""
    act = cause = None
    for line in path.read_text(encoding="utf-8").splitlines():
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        if line.startswith("="):
            if act and clause in clauses.cited_by_expectation(line.split()[1:]):
                yield cause if act.startswith("shoe:") else act, line.split()[1]
        elif line == "---":
            cause = None
        elif ": " in line:
            act = line
            if not act.startswith("shoe:") and not (cause and ": irregularity " in cause):
                cause = act
            if ": void " in line and line.split()[-1] == clause:
                yield act, "void"


def rank(found):
    """Reports tell most, then decisions and refusals at the moment itself; the settlement at the end tells least."""
    act, expected, game, path = found
    verb = act.split(": ", 1)[1].split()[0]
    return (verb != "irregularity", verb == "end", expected == "result", clauses.GAMES.index(game), len(act), path)


def example(register, games, clause):
    found = []
    for game in games:
        for file in register.cited[game, clause]["records"]:
            found += [(act, expected, game, file) for act, expected in acts_of(clauses.ROOT / file, clause)]
    if not found:
        sys.exit(f"no record shows {clause} of {' '.join(games)}")
    act, _, _, path = min(found, key=rank)
    return act, path


def row_of(register, games, clause):
    act, path = example(register, games, clause["clause"])
    name = re.match(r"S\d+|[^.]+", pathlib.Path(path).name)[0]
    return f"| {clause['clause']} | {clause['summary']} | `{act}` | [{name}](../{path}) |"


def print_part(register, title, games):
    lines = [f"\n## {title}\n", "| clause | in our words | act | record |", "| --- | --- | --- | --- |"]
    for clause in register.rows:
        if clause["game"] != games[0] or not clause["clause"].startswith("5."):
            continue
        lines.append(row_of(register, games, clause))
        for other in games[1:]:
            twin = next(row for row in register.rows if (row["game"], row["clause"]) == (other, clause["clause"]))
            if twin["summary"] != clause["summary"]:
                lines.append(row_of(register, [other], twin).replace("| 5.", f"| `{other}` 5.", 1))
    return lines


def kept():
    """(documents, clause, how) to what keeps or shows it, from the hand-written table."""
    lines = KEPT.read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t") for line in lines]


def print_kept(register, how, title, column):
    rows = [(key, clause, text) for key, clause, kind, text in kept() if kind == how]
    covered = {(game, clause) for key, clause, _ in rows for game in clauses.DOCUMENTS[key]}
    wanted = {(row["game"], row["clause"]) for row in register.rows if row["how"] == how}
    if covered != wanted:
        sys.exit(f"{KEPT.name}: {how}: {sorted(covered ^ wanted)}")
    lines = [f"\n## {title}\n", f"| document | clause | in our words | {column} |", "| --- | --- | --- | --- |"]
    for key, clause, text in rows:
        game = clauses.DOCUMENTS[key][0]
        summary = next(row["summary"] for row in register.rows if (row["game"], row["clause"]) == (game, clause))
        lines.append(f"| {key} | {clause} | {summary} | {text} |")
    return lines


def page():
    register = clauses.Register(clauses.ROOT / "rulebooks" / "clauses.tsv")
    clauses.scan(register)
    lines = [HEAD.rstrip("\n")]
    lines += print_kinds()
    for title, games in PARTS:
        lines += print_part(register, title, games)
    lines += print_kept(register, "human", "What people decide", "recorded by")
    lines += print_kept(register, "display", "What is shown", "where")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    text = page()
    if arguments.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
