#!/usr/bin/env python3
"""The clause register against the tree: which code, tests and records cite each clause of the five documents.

    tools/clauses.py [GAME]             a table: clause, kind, how, and where it is cited
    tools/clauses.py --missing          clauses nobody cites, counted by kind and by how
    tools/clauses.py --json             the same as data
    tools/clauses.py --c OUT --deps OUT the register as C source for the library, and its dependencies for ninja

Citations: comments of C say [v6 3.25], [mbs 5.8, 5.9], [mbs 3.27.4.1-3.27.4.5] or [v6 3.25; rws 3.17]; a number without
a document, [3.25], speaks of the three MBS blackjacks; [AMB-..] is a reading and no clause. A rulebook cites by the
clauses of its entries; those of a ground count where code gives the ground. A test cites in comments, in names
(test_rws_3_20_...), and in rows that name the game ("rws-blackjack" ... "3.20"); a record by its expectations.
An id that is not in the register is a fault: FILE:LINE: reason, exit status 1."""
import argparse
import collections
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = {
    "v6": ["mbs-blackjack-v6"], "ar": ["mbs-ace-race-v4"], "se": ["mbs-star-elements"], "rws": ["rws-blackjack"],
    "bac": ["mbs-7up-baccarat"], "mbs": ["mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements"]}
GAMES = [name for key in ("v6", "ar", "se", "rws", "bac") for name in DOCUMENTS[key]]
CLAUSE = r"(?:App\.[A-Z]|\d{1,2}(?:\.(?:\d{1,2}|[a-z]))+(?:/[a-z0-9-]+|-end)?)"
BRACKET = re.compile(r"\[([^\[\]]{1,300})\]")
LOOKS_CITED = re.compile(r"(?:(?:%s)\s+)?%s" % ("|".join(DOCUMENTS), CLAUSE))
EVIDENCE = ("code", "tests", "records")


class Register:
    def __init__(self, path):
        lines = path.read_text(encoding="utf-8").splitlines()
        self.columns = lines[0].split("\t")
        self.rows = [dict(zip(self.columns, line.split("\t"))) for line in lines[1:]]
        self.order = collections.defaultdict(list)
        for row in self.rows:
            self.order[row["game"]].append(row["clause"])
        self.cited = collections.defaultdict(lambda: {kind: set() for kind in EVIDENCE})
        self.faults = []
        self.scanned = [path]

    def has(self, game, clause):
        return clause in self.order[game]

    def cite(self, games, clause, kind, file, line):
        """True if the clause stands in at least one of the documents."""
        known = [game for game in games if self.has(game, clause)]
        for game in known:
            self.cited[game, clause][kind].add(file)
        if not known:
            self.faults.append(f"{file}:{line}: no clause {clause} in {' '.join(games)}")

    def expand(self, games, item):
        """A clause, or every clause of a range first-last."""
        ends = re.fullmatch(f"({CLAUSE})-({CLAUSE})", item)
        if not ends or any(self.has(game, item) for game in games):
            return [item]
        found = []
        for game in games:
            if self.has(game, ends[1]) and self.has(game, ends[2]):
                order = self.order[game]
                found += order[order.index(ends[1]):order.index(ends[2]) + 1]
        return list(dict.fromkeys(found)) or [item]


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def cite_bracket(register, content, kind, file, line, games=None):
    """One bracket's content: groups by semicolon, each with its document, items by comma."""
    content = re.sub(r"\s*\n[\s*]*", " ", content).strip()
    if not LOOKS_CITED.match(content):
        return
    named = None
    for group in content.split(";"):
        words = group.strip().split(None, 1)
        if len(words) == 2 and words[0] in DOCUMENTS:
            named, group = DOCUMENTS[words[0]], words[1]
        for item in group.split(","):
            item = item.strip()
            if re.fullmatch(r"(AMB-)?\d+(\.\.\d+)?", item):
                continue
            here = named or games or DOCUMENTS["mbs"]
            for clause in register.expand(here, item):
                register.cite(here, clause, kind, file, line)


def scan_c(register, path, kind):
    text = path.read_text(encoding="utf-8")
    file = str(path.relative_to(ROOT))
    for comment in re.finditer(r"/\*.*?\*/|//[^\n]*", text, re.S):
        for bracket in BRACKET.finditer(comment[0]):
            cite_bracket(register, bracket[1], kind, file, line_of(text, comment.start() + bracket.start()))
    if kind == "tests":
        scan_names_and_rows(register, text, file)
    return set(re.findall(r"\bGROUND_[A-Z0-9_]+\b", text))


def scan_names_and_rows(register, text, file):
    for name in re.finditer(r"\btest_(%s)_(\d+(?:_\d+)+)" % "|".join(DOCUMENTS), text):
        register.cite(DOCUMENTS[name[1]], name[2].replace("_", "."), "tests", file, line_of(text, name.start()))
    for number, line in enumerate(text.splitlines(), 1):
        games = [game for game in GAMES if f'"{game}"' in line]
        for quoted in re.finditer(f'"({CLAUSE}(?: {CLAUSE})*)"', line) if games else ():
            for clause in quoted[1].split():
                register.cite(games, clause, "tests", file, number)


def scan_python(register, path):
    text = path.read_text(encoding="utf-8")
    file = str(path.relative_to(ROOT))
    for comment in re.finditer(r"#[^\n]*|\"\"\".*?\"\"\"", text, re.S):
        for bracket in BRACKET.finditer(comment[0]):
            cite_bracket(register, bracket[1], "tests", file, line_of(text, comment.start() + bracket.start()))
    scan_names_and_rows(register, text, file)


def scan_rulebook(register, path, ground_files):
    """Clauses of entries, brackets of comments; a ground's clauses where code gives the ground."""
    file = str(path.relative_to(ROOT))
    game = [path.stem]
    section = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if re.match(r"[a-z]", line):
            section = line.split(":")[0]
        value, _, comment = line.partition("#")
        for bracket in BRACKET.finditer(comment):
            cite_bracket(register, bracket[1], "code", file, number, game)
        ground = re.match(r"  ([a-z0-9-]+):", value) if section == "grounds" else None
        for quoted in re.finditer(f'"({CLAUSE}(?: {CLAUSE})*)"', value):
            for clause in quoted[1].split():
                if not ground:
                    register.cite(game, clause, "code", file, number)
                elif not register.has(game[0], clause):
                    register.cite(game, clause, "code", file, number)
                else:
                    register.cited[game[0], clause]["code"] |= ground_files.get(ground[1], set())


def scan_record(register, path):
    file = str(path.relative_to(ROOT))
    text = path.read_text(encoding="utf-8")
    games = re.findall(r"^\s*game\s+(\S+)", text, re.M)
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        if not games or not (line.startswith("=") or ": void " in line):
            continue
        for word in line.split()[-1:] if ": void " in line else cited_by_expectation(line.split()[1:]):
            register.cite(games[:1], word, "records", file, number)


def cited_by_expectation(words):
    """The clauses at the end of an expectation; a hand (1.2) or an amount (12.50) before them looks alike and is none."""
    arguments = 1
    if words[0] in ("paid", "taken", "returned", "effective"):
        arguments = 5 if words[2][0].isdigit() else 4
    elif words[0] == "stands":
        arguments = 2
    elif {"from", "to"} & set(words):
        arguments = max(i for i, word in enumerate(words) if word in ("from", "to")) + 2
    start = len(words)
    while start > arguments and re.fullmatch(CLAUSE, words[start - 1]):
        start -= 1
    return words[start:]


def ground_keys():
    text = (ROOT / "src/rulebook/ground_list.h").read_text(encoding="utf-8")
    return dict(re.findall(r'X\((GROUND_[A-Z0-9_]+),\s*"([a-z0-9-]+)"', text))


def scan(register):
    keys = ground_keys()
    ground_files = collections.defaultdict(set)
    for path in sorted(ROOT.glob("src/**/*.[ch]")):
        register.scanned.append(path)
        used = scan_c(register, path, "code")
        if path.name != "ground_list.h":
            for ground in used & keys.keys():
                ground_files[keys[ground]].add(str(path.relative_to(ROOT)))
    for game in GAMES:
        path = ROOT / "rulebooks" / f"{game}.yaml"
        if path.exists():
            register.scanned.append(path)
            scan_rulebook(register, path, ground_files)
    for path in sorted(ROOT.glob("tests/**/*")):
        if path.is_relative_to(ROOT / "tests" / "clauses"):  # the test of this tool cites what it likes
            continue
        if path.suffix in (".c", ".h"):
            scan_c(register, path, "tests")
        elif path.suffix == ".py":
            scan_python(register, path)
        elif path.suffix == ".round" and "records" in path.parts:
            scan_record(register, path)
        elif not path.is_dir():
            continue
        register.scanned.append(path)
    register.scanned += [path for path in ROOT.glob("src/**") if path.is_dir()]


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def short_name(file):
    """A record by its number: its folder is the game's name, and a string of C has 4095 bytes at most."""
    numbered = re.fullmatch(r"tests/records/[^/]+/(S\d+)-[^/]+", file)
    return numbered[1] if numbered else file


def write_c(register, out, deps):
    lines = ["/* Made by tools/clauses.py. */", '#include "rulebook/register.h"', "",
             "extern const struct clause clause_register[];", "const struct clause clause_register[] = {"]
    for row in register.rows:
        cited = register.cited[row["game"], row["clause"]]
        fields = [row[name] for name in ("game", "clause", "kind", "actor", "how", "summary")]
        fields += [" ".join(sorted(map(short_name, cited[kind]))) for kind in EVIDENCE]
        lines.append("    {" + ", ".join(c_string(field) for field in fields) + "},")
    lines += ["    {0}};", ""]
    text = "\n".join(lines)
    path = pathlib.Path(out)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    files = " ".join(str(file).replace(" ", "\\ ") for file in register.scanned)
    pathlib.Path(deps).write_text(f"{out}: {files}\n", encoding="utf-8")


def rows_of(register, game):
    for row in register.rows:
        if not game or row["game"] == game:
            cited = register.cited[row["game"], row["clause"]]
            yield {**row, **{kind: sorted(cited[kind]) for kind in EVIDENCE}}


def print_table(rows):
    for row in rows:
        counts = [f"{kind} {' '.join(row[kind])}" for kind in ("code", "tests") if row[kind]]
        if row["records"]:
            counts.append(f"{len(row['records'])} records")
        print(f"{row['game']:18} {row['clause']:15} {row['kind']:13} {row['how']:10} {'; '.join(counts) or '-'}")


def print_missing(rows):
    rows = list(rows)
    missing = [row for row in rows if not any(row[kind] for kind in EVIDENCE)]
    for row in missing:
        print(f"{row['game']:18} {row['clause']:15} {row['kind']:13} {row['how']:10} {row['summary']}")
    print(f"{len(missing)} of {len(rows)} clauses are not cited.")
    for column in ("kind", "how"):
        counts = collections.Counter(row[column] for row in missing)
        print(f"  by {column}: " + (", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"))
    for kind in EVIDENCE:
        print(f"  without {kind}: {sum(1 for row in rows if not row[kind])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--c", metavar="OUT")
    parser.add_argument("--deps", metavar="OUT")
    parser.add_argument("--root", metavar="FOLDER", help="another tree than the one this tool is in")
    arguments = parser.parse_args()
    if arguments.root:
        global ROOT
        ROOT = pathlib.Path(arguments.root).resolve()
    register = Register(ROOT / "rulebooks" / "clauses.tsv")
    scan(register)
    if arguments.c:
        write_c(register, arguments.c, arguments.deps)
    elif arguments.json:
        print(json.dumps(list(rows_of(register, arguments.game)), indent=1))
    elif arguments.missing:
        print_missing(rows_of(register, arguments.game))
    else:
        print_table(rows_of(register, arguments.game))
    for fault in register.faults:
        print(fault, file=sys.stderr)
    return 1 if register.faults else 0


if __name__ == "__main__":
    sys.exit(main())
