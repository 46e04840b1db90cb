#!/usr/bin/env python3
"""Goal: tools/clauses.py finds every form of citation, in code, rulebooks, tests and records, and refuses clauses that
do not exist; the tree itself cites none of those."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "clauses.py"
V6, AR, SE, RWS, BAC = ("mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements", "rws-blackjack", "mbs-7up-baccarat")
GROUNDS = 'X(GROUND_OPEN, "open", "..") X(GROUND_CLOSE, "close", "..")\n'

# What one file says, and which (game, clause) it must be evidence for; None: it must be refused.
ROWS = [
    ("one document", "src/a.c", "/* [v6 3.25] */", {(V6, "3.25")}),
    ("the three of MBS", "src/a.c", "/* [mbs 3.25] */", {(V6, "3.25"), (AR, "3.25"), (SE, "3.25")}),
    ("without a document", "src/a.c", "/* [3.25] half */", {(V6, "3.25"), (AR, "3.25"), (SE, "3.25")}),
    ("several in a bracket", "src/a.c", "/* [rws 5.7, 5.7.1] */", {(RWS, "5.7"), (RWS, "5.7.1")}),
    ("two documents in a bracket", "src/a.c", "/* [v6 3.25; rws 3.17] */", {(V6, "3.25"), (RWS, "3.17")}),
    ("two brackets", "src/a.c", "// [v6 3.25] [rws 3.17]", {(V6, "3.25"), (RWS, "3.17")}),
    ("a range", "src/a.c", "/* [rws 5.5.1-5.5.3] */", {(RWS, "5.5.1"), (RWS, "5.5.2"), (RWS, "5.5.3")}),
    ("a name with hyphens", "src/a.c", "/* [bac 3.7/banker-0-2] */", {(BAC, "3.7/banker-0-2")}),
    ("an end and an appendix", "src/a.c", "/* [rws 5.7-end, App.B] */", {(RWS, "5.7-end"), (RWS, "App.B")}),
    ("over a line end", "src/a.c", "/* [rws 3.15.2.a,\n * 3.17] */", {(RWS, "3.15.2.a"), (RWS, "3.17")}),
    ("beside a reading", "src/a.c", "/* [rws 3.24; AMB-42] [AMB-64, 65] */", {(RWS, "3.24")}),
    ("in code, not a comment", "src/a.c", "int a[3.25];", set()),
    ("an index in a comment", "src/a.c", "/* a[i] and b[12] */", set()),
    ("a clause nobody wrote", "src/a.c", "/* [v6 3.99] */", None),
    ("of another document", "src/a.c", "/* [bac 3.25] */", None),
    ("a misspelt list", "src/a.c", "/* [rws 5.7 5.8] */", None),
    ("a value of a rulebook", f"rulebooks/{RWS}.yaml", 'wagers:\n  - clauses: "3.9 3.14"\n', {(RWS, "3.9"), (RWS, "3.14")}),
    ("a comment of a rulebook", f"rulebooks/{RWS}.yaml", "dealer:\n  soft17: stand # [3.24] AMB-16\n", {(RWS, "3.24")}),
    ("a ground nobody gives", f"rulebooks/{RWS}.yaml", 'grounds:\n  close: "3.10"\n', set()),
    ("a ground that code gives", f"rulebooks/{RWS}.yaml", 'grounds:\n  open: "3.3"\n', {(RWS, "3.3")}),
    ("a ground with a wrong clause", f"rulebooks/{RWS}.yaml", 'grounds:\n  close: "9.9"\n', None),
    ("a test's comment", "tests/unit/test_a.c", "/* [se 4.3] */", {(SE, "4.3")}),
    ("a test's name", "tests/unit/test_a.c", "void test_rws_3_20_must_draw(void)", {(RWS, "3.20")}),
    ("a test's row", "tests/unit/test_a.c", '{"x", "rws-blackjack", "3.20 3.21"},', {(RWS, "3.20"), (RWS, "3.21")}),
    ("a test's row with a wrong clause", "tests/unit/test_a.c", '{"rws-blackjack", "9.9"},', None),
    ("a test in Python", "tests/a/test_a.py", "# [bac 3.9]\n", {(BAC, "3.9")}),
    ("a record", f"tests/records/{RWS}/a.round",
     "game rws-blackjack\ndealer: open\n= paid A 1 main 3.20 3.16\n= net A +3.20\n", {(RWS, "3.16")}),
    ("a record's comment", f"tests/records/{RWS}/a.round", "game rws-blackjack\n= hand 1 12 # 3.20\n", set()),
    ("a record with a wrong clause", f"tests/records/{RWS}/a.round", "game rws-blackjack\n= void 9.9.9\n", None),
]


def run(root, *arguments):
    return subprocess.run([sys.executable, str(TOOL), "--root", str(root), *arguments], capture_output=True, text=True)


def tree(folder, name, text):
    root = pathlib.Path(folder)
    files = {"rulebooks/clauses.tsv": (ROOT / "rulebooks/clauses.tsv").read_text(encoding="utf-8"),
             "src/rulebook/ground_list.h": GROUNDS, "src/give.c": "give(GROUND_OPEN);", name: text}
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")
    return root


def found(result):
    rows = json.loads(result.stdout)
    return {(row["game"], row["clause"]) for row in rows if row["code"] or row["tests"] or row["records"]}


def right(name, text, wanted):
    with tempfile.TemporaryDirectory() as folder:
        result = run(tree(folder, name, text), "--json")
        if wanted is None:
            return result.returncode == 1 and name in result.stderr and "no clause" in result.stderr, result.stderr
        return result.returncode == 0 and found(result) == wanted, f"{found(result)} {result.stderr}"


def unproved():
    """Clauses that are kept automatically or by a command, without code or without a test or record."""
    rows = json.loads(run(ROOT, "--json").stdout)
    kept = [row for row in rows if row["how"] in ("automatic", "command")]
    return [f"{row['game']} {row['clause']}" for row in kept if not row["code"] or not row["tests"] + row["records"]]


def main():
    points = []
    for about, name, text, wanted in ROWS:
        good, why = right(name, text, wanted)
        points.append((good, about, why))
    bare = unproved()
    points.append((not bare, "every clause kept by the engine or by a command has code, and a test or record", bare))
    whole = run(ROOT, "--missing")
    points.append((whole.returncode == 0, "this tree cites only clauses that exist", whole.stderr))
    for number, (good, about, why) in enumerate(points, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {about}" + ("" if good else f"\n# {why}"))
    print(f"1..{len(points)}")
    print("# " + "\n# ".join(whole.stdout.splitlines()[-6:]))
    return 0 if all(good for good, _, _ in points) else 1


if __name__ == "__main__":
    sys.exit(main())
