# SPDX-License-Identifier: Apache-2.0
"""Everything the commands say of the five games, compared with what they said before, to the last digit.

  test_golden.py           compares, as TAP
  test_golden.py --write   keeps what is said now; read `git diff tests/golden` before you commit it

Figures, charts and signs are kept as files. Long texts (a story for every record, rulebooks with all their keys, pages,
drawings, simulations) are kept as fingerprints in fingerprints.tsv, a line each."""
import concurrent.futures
import difflib
import hashlib
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COMMAND = os.environ.get("CROUPIER", str(ROOT / "build" / "croupier"))
BLACKJACKS = ["mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements", "rws-blackjack"]
GAMES = BLACKJACKS + ["mbs-7up-baccarat"]
LANGUAGES = ["en"] + (ROOT / "po" / "LINGUAS").read_text().split()
LIMITS = "--limits=main=25-1000,side=5-200"
HANDS = [("8,8", "T"), ("A,A", "6"), ("A,7", "9"), ("T,6", "A"), ("5,6", "T"), ("A,T", "A"), ("2,3,4", "5")]
LINES_SHOWN = 40


def whole():
    """File name: words of the command that prints it."""
    rows = {}
    for game in GAMES:
        rows[f"{game}.odds"] = ["odds", game, "--distribution", "--json"]
        rows[f"{game}.edge"] = ["edge", game, "--json"]
        for language in LANGUAGES:
            rows[f"{game}.sign.{language}"] = ["sign", game, f"--lang={language}", "--decks=6", LIMITS]
    for game in BLACKJACKS:
        rows[f"{game}.strategy"] = ["strategy", game]
    return rows


def printed():
    """Name: words of a command whose output is only compared by its fingerprint."""
    rows = {}
    for game in GAMES:
        rows[f"show {game}"] = ["rulebook", "show", game]
        rows[f"sign {game} page"] = ["sign", game, "--html=-"]
        rows[f"sign {game} json"] = ["sign", game, "--json", LIMITS]
        rows[f"rule {game}"] = ["rule", game, "--list", "--json"]
        rows[f"simulate {game}"] = ["simulate", game, "--json", "--rounds=65536", "--seed=5", "--threads=1"]
    for game in BLACKJACKS:
        rows[f"strategy {game} page"] = ["strategy", game, "--html=-"]
        rows[f"strategy {game} drawing"] = ["strategy", game, "--svg=-"]
        rows[f"simulate {game} shoe"] = ["simulate", game, "--json", "--rounds=65536", "--seed=5", "--threads=1", "--boxes=3",
                                         "--penetration=0.75", "--strategy=total"]
        for hand, dealer in HANDS:
            rows[f"hand {game} {hand} against {dealer}"] = ["odds", game, "--json", f"--hand={hand}", f"--dealer={dealer}"]
    for record in sorted((ROOT / "tests" / "records").glob("*/*.round")):
        rows[f"story {record.parent.name} {record.stem.split('-')[0]}"] = ["replay", "--explain", str(record.relative_to(ROOT))]
    return rows


def said(words):
    """What the command prints. Complaints and exit status belong to it; times of a simulation do not."""
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, cwd=ROOT, timeout=300)
    lines = [line for line in done.stdout.splitlines() if '"seconds"' not in line and '"rounds_per_second"' not in line]
    tail = [f"exit {done.returncode}", done.stderr] if done.returncode or done.stderr else []
    return "\n".join(lines + tail) + "\n"


def all_said(rows):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(rows, pool.map(said, rows.values())))


def fingerprint(text):
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def write(files, prints):
    for old in HERE.glob("*.txt"):
        old.unlink()
    for name, text in files.items():
        (HERE / f"{name}.txt").write_text(text)
    (HERE / "fingerprints.tsv").write_text("".join(f"{fingerprint(text)}\t{name}\n" for name, text in sorted(prints.items())))


def compare_files(files):
    faults = []
    for name, text in files.items():
        path = HERE / f"{name}.txt"
        kept = path.read_text() if path.exists() else ""
        if kept != text:
            diff = list(difflib.unified_diff(kept.splitlines(), text.splitlines(), f"kept/{name}", f"now/{name}", lineterm="", n=1))
            faults.append("\n".join(diff[:LINES_SHOWN]))
    return faults + [f"{path.name} is kept, and no command prints it" for path in HERE.glob("*.txt") if path.stem not in files]


def compare_prints(prints):
    kept = dict(reversed(line.split("\t", 1)) for line in (HERE / "fingerprints.tsv").read_text().splitlines())
    rows = printed()
    faults = []
    for name, text in prints.items():
        if name not in kept:
            faults.append(f"{name}: there is no fingerprint yet")
        elif kept[name] != fingerprint(text):
            faults.append(f"{name} differs: croupier {' '.join(rows[name])}")
    return faults + [f"{name}: kept, and no longer printed" for name in kept if name not in prints]


def report(number, goal, faults):
    print(f"{'not ok' if faults else 'ok'} {number} - {goal}")
    for fault in faults[:LINES_SHOWN]:
        print("".join(f"# {line}\n" for line in fault.splitlines()), end="")
    if len(faults) > LINES_SHOWN:
        print(f"# ... and {len(faults) - LINES_SHOWN} more")


def main():
    files, prints = all_said(whole()), all_said(printed())
    if sys.argv[1:] == ["--write"]:
        write(files, prints)
        return 0
    print("1..2")
    faults = [compare_files(files), compare_prints(prints)]
    report(1, "odds, edges, strategies and signs are what they were, to the last digit", faults[0])
    report(2, "stories, rulebooks, pages, drawings and simulations have the fingerprints they had", faults[1])
    if any(faults):
        print("# If this was meant: tests/golden/test_golden.py --write, and read git diff tests/golden.")
    return 1 if any(faults) else 0


sys.exit(main())
