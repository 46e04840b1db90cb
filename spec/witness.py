#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random rounds through both witnesses: the engine and the spec.

    spec/witness.py [--games GAME,...] [--rounds N] [--seed N] [--jobs N] [--resume FILE] [--json]
    spec/witness.py --record FILE...

Prints its progress, every difference as the smallest record that shows it, and what was covered.
Exit status: 0 both agree in everything, 1 they differ somewhere, 2 wrong use.
"""
import argparse
import collections
import gc
import glob
import json
import multiprocessing
import os
import pathlib
import pickle
import random
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import compare  # noqa: E402
import generate  # noqa: E402
import hunt  # noqa: E402
from engine import Engine, library  # noqa: E402
from games import GAMES, KINDS, table_of  # noqa: E402
from record import Headers, is_header, strip  # noqa: E402

ALL_CHECKS = ("clauses", "offers")
OFFERED = ("hit", "stand", "split", "surrender", "even", "accept", "refuse", "continue", "takeback", "finish",
           "follow")  # what somebody may do is offered to them, in these very words
LOOK = 0.35  # after how many of the lines the whole table is compared; a difference stays until then


def headers_of(lines):
    headers = Headers()
    for line in lines:
        headers.read(line)
    return headers


def both(lib, game, head):
    """Both witnesses at the same table."""
    return Engine(lib, game, [line for line in head if not line.startswith("game ")]), table_of(
        game, headers_of(head))


def differs(lib, game, head, lines, checks):
    """The first difference of a record: (number of the line, sentence); None if they agree."""
    try:
        engine, spec = both(lib, game, head)
    except ValueError:
        return None
    for number, line in enumerate(lines):
        reason = compare.difference(engine, spec, line, checks)
        if reason:
            return number, reason
    return None


ENDED = "the engine ended the process"  # by an assertion of its own, or a fault


class Failed(Exception):
    """The generator or a check failed: no difference of the witnesses, but a fault of this program."""


def outcome(function):
    try:
        return function()
    except Exception as error:
        return Failed(f"this program fails: {type(error).__name__} {error}\n# " + "\n# ".join(
            traceback.format_exc().splitlines()[-5:]))


def in_child(function):
    """Runs it in a process of its own; gives what it gives, or None if that process was ended."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as pipe:
                pickle.dump(outcome(function), pipe)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        given = pipe.read()
    os.waitpid(child, 0)
    given = pickle.loads(given) if given else None
    if isinstance(given, Failed):
        raise given
    return given


def differs_or_ends(lib, game, head, lines, checks):
    """As differs, for an engine that may end its process at the last line."""
    found = in_child(lambda: (differs(lib, game, head, lines, checks),))
    return found[0] if found else (len(lines) - 1, ENDED)


def alike(one, other):
    """Is it the same sort of difference?"""
    return one.split()[:6] == other.split()[:6]


def shrink(lib, game, head, lines, checks, differs=differs):
    """The smallest record that still differs: lines are left out as long as a difference stays."""
    found = differs(lib, game, head, lines, checks)
    if not found:
        return lines, "not seen again"
    lines = lines[: found[0] + 1]
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines) - 1:
            shorter = lines[:at] + lines[at + size:]
            again = shorter and differs(lib, game, head, shorter, checks)
            if again and alike(again[1], found[1]) and shorter[again[0]] == lines[found[0]]:
                lines, found = shorter[: again[0] + 1], again
            else:
                at += size
        size //= 2
    return lines, found[1]


def shrink_head(lib, game, head, lines, checks, reason, differs=differs):
    for line in list(head):
        if line.split()[0] in ("player", "seat", "set", "limits"):
            shorter = [other for other in head if other != line]
            again = differs(lib, game, shorter, lines, checks)
            if again and alike(again[1], reason):
                head = shorter
    return head


class Tally:
    """What was covered."""

    def __init__(self):
        self.rounds = collections.Counter()
        self.disturbed = 0
        self.acts = 0
        self.clauses = collections.Counter()
        self.kinds = collections.Counter()
        self.couples = collections.Counter()
        self.differences = []

    def add(self, other):
        for name in ("rounds", "clauses", "kinds", "couples"):
            getattr(self, name).update(getattr(other, name))
        self.disturbed += other.disturbed
        self.acts += other.acts
        self.differences += other.differences

    def written(self, part):
        """A finished part as one line of the file of --resume."""
        counts = {name: [[list(key) if isinstance(key, tuple) else key, count]
                         for key, count in getattr(self, name).items()]
                  for name in ("rounds", "clauses", "kinds", "couples")}
        return json.dumps({"part": part, "disturbed": self.disturbed, "acts": self.acts,
                           "differences": self.differences, **counts})

    @staticmethod
    def read(line):
        """The part and its tally from such a line."""
        kept, tally = json.loads(line), Tally()
        for name in ("rounds", "clauses", "kinds", "couples"):
            counter = getattr(tally, name)
            for key, count in kept[name]:
                counter[tuple(key) if isinstance(key, list) else key] = count
        tally.disturbed, tally.acts = kept["disturbed"], kept["acts"]
        tally.differences = [tuple(found) for found in kept["differences"]]
        return kept["part"], tally


class Trace:
    """Keeps in a file what is put to the engine, so that it is there when the engine ends the process."""

    def __init__(self, file):
        self.file = file

    def table(self, head):
        self.file.seek(0)
        self.file.truncate()
        self.file.write(json.dumps(head) + "\n")

    def line(self, line, copy=False):
        """`copy`: put to a copy of the table, which stays as it is."""
        self.file.write(("? " if copy else "! ") + line + "\n")
        self.file.flush()

    @staticmethod
    def read(path):
        """Headers and lines, the last of which was put last."""
        head, *lines = pathlib.Path(path).read_text().splitlines()
        return json.loads(head), [line[2:] for line in lines[:-1] if line.startswith("!")] + [lines[-1][2:]]


def one_table(lib, game, rng, checks, tally, trace=None, kinds=(), scrambled=0):
    """A few rounds at one random table, where reports may be hunted for. Gives (head, lines, reason) of a difference,
    or None."""
    head = generate.headers(game, rng, kinds)
    if trace:
        trace.table(head)
    engine, spec = both(lib, game, head)
    player = generate.player(game, rng, head)
    player.hunt = hunt.Hunt(kinds) if kinds else None
    if rng.random() < scrambled:
        player = generate.scrambled(game, player)
    lines = []
    kinds = []
    glance = random.Random(rng.random())
    while True:
        line = player.line(engine, spec)
        if line is None:
            break
        lines.append(line)
        tally.acts += 1
        if trace:
            trace.line(line)
        look = line.endswith((": end", ": close")) or glance.random() < LOOK
        reason = compare.difference(engine, spec, line, checks, look)
        if reason:
            return head, lines, reason
        for clause in engine.all_clauses() if look else engine.clauses():
            tally.clauses[game, clause] += 1
        if line == "---" or line.endswith(": open"):
            kinds = []
        words = line.split()
        if words[1:2] == ["irregularity"] and spec.accepted:
            kinds.append(words[2])
            tally.kinds[game, words[2]] += 1
            if len(kinds) == 1:
                tally.disturbed += 1
            elif len(kinds) > 1:
                tally.couples[game, kinds[-2], kinds[-1]] += 1
        if player.sweep and spec.accepted and not player.quiet(spec) and rng.random() < player.sweep:
            reason = sweep(engine, spec, player, checks, trace)
            if reason:
                return head, lines + [reason[0]], reason[1]
    tally.rounds[game] += player.rounds
    return None


def sweep(engine, spec, player, checks, trace):
    """Every candidate line at this moment, on copies of both: what is offered and what is accepted
    must be the same."""
    frozen = pickle.dumps(spec)
    offered = {}
    for line in player.candidates(engine, spec):
        copy, own = engine.clone(), pickle.loads(frozen)
        if trace:
            trace.line(line, copy=True)
        reason = compare.difference(copy, own, line, checks)
        copy.free()
        if reason:
            return line, reason
        who, _, rest = line.partition(": ")
        if own.accepted and rest.split()[0] in OFFERED:
            if who not in offered:
                offered[who] = engine.legal(who)
            if line not in offered[who]:
                return line, f"accepted by both, but not offered to {who}"
    return None


def work(task):
    """Rounds of one game from one seed, in a process of their own: an engine that ends it is a difference."""
    try:
        tally = in_child(lambda: part_of(task))
        found = ended_at(task) if tally is None else None
    except Failed as failed:
        tally, found = None, (task[0], [f"game {task[0]}"], [], str(failed), str(failed))
    if tally is None:
        tally = Tally()
        tally.differences.append(found)
    return f"{task[0]} {task[1]}", tally


def ended_at(task):
    """The smallest record on which the engine ends the process: the part is played again, and traced."""
    game, checks = task[0], task[3]
    with tempfile.NamedTemporaryFile("w", suffix=".trace") as file:
        if in_child(lambda: part_of(task, Trace(file))):
            return game, [f"game {game}"], [], "the engine ended the process, and not again", ENDED
        head, lines = Trace.read(file.name)
    lib = library()
    lines, again = shrink(lib, game, head, lines, checks, differs_or_ends)
    return game, shrink_head(lib, game, head, lines, checks, again, differs_or_ends), lines, again, ENDED


def part_of(task, trace=None):
    game, seed, rounds, checks, seconds, most, scrambled = task
    if hasattr(gc, "set_threshold"):
        gc.set_threshold(100_000)  # tables are many and short-lived, and hardly any is part of a cycle
    lib = library()
    tally = Tally()
    rng = random.Random(f"{game}/{seed}")
    end = time.time() + seconds if seconds else None
    seen = []
    hunted = hunt.for_part(game, int(seed.rpartition("/")[2])) if rounds > 100 else []
    while tally.rounds[game] < rounds and not (end and time.time() > end):
        found = one_table(lib, game, rng, checks, tally, trace, hunted.pop() if hunted else (), scrambled)
        if found:
            head, lines, reason = found
            lines, again = shrink(lib, game, head, lines, checks)
            head = shrink_head(lib, game, head, lines, checks, again)
            sort = again.split()[:9] + lines[-1].split()[1:3]
            if sort not in seen:
                seen.append(sort)
                tally.differences.append((game, head, lines, again, reason))
            if len(tally.differences) >= most:
                break
    return tally


def tasks(arguments):
    """The parts, a game after the other in turn, so that an interrupted run has some of each."""
    share = 2000 if arguments.rounds > 4000 else max(1, arguments.rounds // arguments.jobs)
    for number, begin in enumerate(range(0, arguments.rounds, share)):
        for game in arguments.games:
            yield (game, f"{arguments.seed}/{number}", min(share, arguments.rounds - begin),
                   arguments.checks, arguments.seconds, arguments.most, arguments.scramble)


def show_difference(found, out=sys.stdout):
    game, head, lines, reason, first = found
    print(f"\n# {reason}" + (f"\n# (first seen as: {first})" if first != reason else ""), file=out)
    print("\n".join(head), file=out)
    print("\n".join(lines), file=out)


class Pairs:
    """Of all pairs of the kinds of a game: those that have followed one another, those that
    cannot, with the reason, those that cannot and have all the same, and the rest."""

    def __init__(self, tally, game):
        self.occurred, self.cannot, self.wrong, self.missing = [], collections.Counter(), [], []
        rows, kinds = list(hunt.impossible()), sorted(KINDS[game])
        for first in kinds:
            for then in kinds:
                why = hunt.why_not(game, rows, first, then)
                if (game, first, then) in tally.couples:
                    self.occurred.append((first, then))
                    if why:
                        self.wrong.append((first, then))
                elif why:
                    self.cannot[why] += 1
                else:
                    self.missing.append((first, then))

    def sentence(self):
        every = "every pair that can occur has occurred" if not self.missing else f"{len(self.missing)} have not occurred"
        return f"{len(self.occurred)} pairs have occurred, {sum(self.cannot.values())} cannot, {every}"


DECIDES = ("irregularity", "settlement", "option", "betting", "deal", "draw")  # kinds of clauses in the register
RULED = ("automatic", "command")  # ... that the engine rules by, without people who do something else


class Clauses:
    """The clauses of a game's document that decide something, by the register: those cited, themselves or by what
    stands under them, and the rest. None of them is out of reach of the generator."""

    def __init__(self, tally, game, register=pathlib.Path(__file__).resolve().parent.parent / "rulebooks/clauses.tsv"):
        rows = [line.split("\t") for line in register.read_text().splitlines()[1:]]
        deciding = [row[1] for row in rows if row[0] == game and row[2] in DECIDES and row[5] in RULED]
        cited = {clause for name, clause in tally.clauses if name == game}
        self.cited = [clause for clause in deciding if any(
            one == clause or one.startswith((clause + ".", clause + "/")) for one in cited)]
        self.missing = [clause for clause in deciding if clause not in self.cited]

    def sentence(self):
        every = "every one" if not self.missing else f"{len(self.missing)} have not been"
        return f"{len(self.cited)} have been cited, {every}"


def report(tally, arguments, began):
    if arguments.json:
        print(json.dumps({
            "rounds": dict(tally.rounds), "acts": tally.acts, "disturbed": tally.disturbed,
            "seconds": round(time.time() - began, 1),
            "differences": [{"game": d[0], "record": d[1] + d[2], "reason": d[3]}
                            for d in tally.differences],
            "clauses": {f"{g} {c}": n for (g, c), n in sorted(tally.clauses.items())},
            "kinds": {f"{g} {k}": n for (g, k), n in sorted(tally.kinds.items())},
            "pairs": {" ".join(k): n for k, n in sorted(tally.couples.items())},
            "clauses_missing": {game: Clauses(tally, game).missing for game in arguments.games},
            "pairs_missing": {game: [" ".join(pair) for pair in Pairs(tally, game).missing]
                              for game in arguments.games}}, indent=1))
        return
    if arguments.coverage:
        for game in arguments.games:
            print(f"\n{game}: clauses cited")
            cited = sorted((c, n) for (g, c), n in tally.clauses.items() if g == game)
            print("  " + "  ".join(f"{clause}:{count}" for clause, count in cited))
            clauses = Clauses(tally, game)
            print(f"{game}: clauses that decide something: {clauses.sentence()}")
            if clauses.missing:
                print(f"  not yet: {' '.join(clauses.missing)}")
            print(f"{game}: irregularities")
            print("  " + "  ".join(f"{k}:{n}" for (g, k), n in sorted(tally.kinds.items()) if g == game))
            pairs = Pairs(tally, game)
            print(f"{game}: which irregularities have followed one another: {pairs.sentence()}")
            for why, count in sorted(pairs.cannot.items()):
                print(f"  {count} cannot: {why}")
            for kind in sorted({first for first, _ in pairs.missing}):
                print(f"  not yet after {kind}: {' '.join(then for first, then in pairs.missing if first == kind)}")
    for game in arguments.games:
        pairs = Pairs(tally, game)
        for first, then in pairs.wrong:
            print(f"{game}: {then} has followed {first}, and spec/pairs.tsv says that it cannot")
        couples = sum(1 for key in tally.couples if key[0] == game)
        kinds = sum(1 for key in tally.kinds if key[0] == game)
        clauses = sum(1 for key in tally.clauses if key[0] == game)
        print(f"{game}: {tally.rounds[game]} rounds, {clauses} clauses, {kinds} kinds of "
              f"irregularities, {couples} pairs of them")
    print(f"{sum(tally.rounds.values())} rounds, {tally.acts} acts, {tally.disturbed} rounds with an "
          f"irregularity, {len(tally.differences)} differences, {time.time() - began:.0f} s")


def arguments_of():
    parser = argparse.ArgumentParser(description="Random rounds through the engine and the spec.")
    parser.add_argument("--games", default=",".join(GAMES), help="comma-separated; all if left out")
    parser.add_argument("--rounds", type=int, default=2000, help="of each game (2000)")
    parser.add_argument("--seed", default="1", help="any word")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=0, help="no part goes on for longer")
    parser.add_argument("--most", type=int, default=3, help="differences after which a part stops")
    parser.add_argument("--checks", default=",".join(ALL_CHECKS))
    parser.add_argument("--scramble", type=float, default=0.1, metavar="SHARE",
                        help="of the tables: an error comes upon another that was not reported (0.1)")
    parser.add_argument("--resume", metavar="FILE",
                        help="keep every finished part in FILE, and go on with what it does not have")
    parser.add_argument("--coverage", action="store_true", help="print each clause with its count")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tap", action="store_true", help="one line of TAP a game")
    parser.add_argument("--record", nargs="+", metavar="FILE", help="put records to both instead")
    arguments = parser.parse_args()
    arguments.games = arguments.games.split(",")
    for game in arguments.games:
        if game not in GAMES:
            parser.error(f"no game {game}; there are {', '.join(GAMES)}")
    arguments.checks = tuple(arguments.checks.split(","))
    return arguments


def rounds_of(path):
    """A file's headers, game and lines; headers between rounds are kept as lines of their own."""
    head, lines, game, begun = [], [], None, False
    for line in pathlib.Path(path).read_text().splitlines():
        line = strip(line)
        if not line or line.startswith("="):
            continue
        if line == "---":
            lines.append(line)
        elif is_header(line):
            if line.split()[0] == "game":
                game = line.split()[1]
            (lines if begun else head).append(line)
        else:
            begun = True
            lines.append(line)
    return game, head, lines


def put_records(arguments):
    """Each record through both; a line of the answer for each."""
    lib = library()
    bad = skipped = 0
    files = [path for name in arguments.record for path in sorted(glob.glob(name)) or [name]]
    for path in files:
        game, head, lines = rounds_of(path)
        if any(is_header(line) for line in lines if line != "---"):
            print(f"{path}: has headers between its rounds; skipped")
            skipped += 1
            continue
        found = differs_or_ends(lib, game, head, lines, arguments.checks)
        if found:
            bad += 1
            print(f"{path}: {lines[found[0]]}: {found[1]}")
    print(f"{len(files)} records, {skipped} skipped, {bad} differ")
    return 1 if bad else 0


def parts_kept(path):
    """The parts that an interrupted run has finished: part: tally."""
    if not path or not os.path.exists(path):
        return {}
    return dict(Tally.read(line) for line in pathlib.Path(path).read_text().splitlines())


def main():
    arguments = arguments_of()
    if arguments.record:
        sys.exit(put_records(arguments))
    began = time.time()
    tally = Tally()
    total = arguments.rounds * len(arguments.games)
    kept = parts_kept(arguments.resume)
    for part in kept.values():
        tally.add(part)
    before = sum(tally.rounds.values())
    left = [task for task in tasks(arguments) if f"{task[0]} {task[1]}" not in kept]
    with multiprocessing.Pool(arguments.jobs) as pool:
        for name, part in pool.imap_unordered(work, left):
            tally.add(part)
            if arguments.resume:
                with open(arguments.resume, "a", encoding="utf-8") as file:
                    file.write(part.written(name) + "\n")
            if not arguments.json and not arguments.tap:
                for found in part.differences:
                    show_difference(found)
                    sys.stdout.flush()
            done = sum(tally.rounds.values())
            if not arguments.tap:
                print(f"\r{done} of {total} rounds, {len(tally.differences)} differences, "
                      f"{(done - before) / (time.time() - began + 0.01):.0f} rounds/s ", end="", file=sys.stderr,
                      flush=True)
            if len(tally.differences) >= arguments.most * arguments.jobs:
                pool.terminate()
                break
    if arguments.tap:
        print(f"1..{len(arguments.games)}")
        for number, game in enumerate(arguments.games, 1):
            bad = [found for found in tally.differences if found[0] == game]
            word = "not ok" if bad or not tally.rounds[game] else "ok"
            print(f"{word} {number} - {game}: {tally.rounds[game]} rounds through both")
            for found in bad:
                game, head, lines, reason, _ = found
                print("".join(f"# {line}\n" for line in [reason] + head + lines), end="")
    else:
        print(file=sys.stderr)
        report(tally, arguments, began)
    wrong = [pair for game in arguments.games for pair in Pairs(tally, game).wrong]
    sys.exit(1 if tally.differences or wrong else 0)


if __name__ == "__main__":
    main()
