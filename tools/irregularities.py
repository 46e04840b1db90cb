#!/usr/bin/env python3
"""Writes docs/irregularities.md: every clause of section 5, the act that invokes it, and a record that shows it.

    tools/irregularities.py             prints the page
    tools/irregularities.py --write     writes it; a test compares it with what is printed

Summaries are those of rulebooks/clauses.tsv. The record is one that expects the clause, and the act is the one in that
record after which it does. What people keep themselves or what is shown is said in tools/irregularities.tsv."""
import argparse
import pathlib
import re
import sys

import clauses

PAGE = clauses.ROOT / "docs" / "irregularities.md"
KEPT = clauses.ROOT / "tools" / "irregularities.tsv"
MBS = clauses.DOCUMENTS["mbs"]
PARTS = [("The three blackjacks of Marina Bay Sands", MBS), ("Blackjack of Resorts World Sentosa", ["rws-blackjack"]),
         ("7 Up Baccarat", ["mbs-7up-baccarat"])]
NAMES = {tuple(games): key for key, games in clauses.DOCUMENTS.items()}

HEAD = """# Irregularities

What goes wrong at a table is reported by an act of a round record ([notation.md](notation.md), section 7) and ruled on by
section 5 of the game's document. For each clause of these sections this page names an act that invokes it and a record of
`tests/records` in which the engine cites it. `croupier rule GAME` plays such situations, `croupier replay --explain FILE`
tells a record as a story. Where a clause is unclear, [readings.md](readings.md) says how we read it.

This page is made by `tools/irregularities.py --write`; a test fails when it is not what that prints.
"""


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
