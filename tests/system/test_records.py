# SPDX-License-Identifier: Apache-2.0
"""Every round record of the repository, played by protocol alone: each act by the one who does it, each card entered by the dealer,
each irregularity previewed and then confirmed; refusals cite the record's clause, and everybody's money comes out as the record says."""
import concurrent.futures
import pathlib
import re
import sys

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PEOPLE_ALL, Casino  # noqa: E402

STAFF = {"dealer": "Dan", "terminal": "Dan", "pit": "Pat", "shift": "Sue"}
RICH = 10 ** 10  # cents
TABLES = 120  # at a casino


class Record:
    """A file's headers, and its lines round by round."""

    def __init__(self, path):
        self.path, self.headers, self.rounds, self.unfit = path, {}, [[]], ""
        self.seats, self.limits = [], {}
        for line in path.read_text().splitlines():
            line = line.split(" # ")[0].strip() if not line.startswith("#") else ""
            if line == "---":
                self.rounds.append([])
            elif re.match(r"(=|[^\s:]+:) ", line):
                self.rounds[-1].append(line)
            elif line:
                self.header(*line.split(" ", 1))

    def header(self, key, value=""):
        words = value.split()
        later = len(self.rounds) > 1 or self.rounds[0]
        if key in ("set",) or (key == "player" and len(words) > 1) or (later and key in ("limits", "player", "shuffle")):
            self.unfit = f"{key} {value}"  # a switch, a credit, or what changes between rounds
        elif key == "seat":
            self.rounds[-1].append(f"seat {value}") if later else self.seats.append(words)
        elif key == "limits":
            self.limits[words[0]] = [float(word) for word in words[1:]]
        else:
            self.headers[key] = value

    def people(self):
        return {line.split(":")[0] for lines in self.rounds for line in lines if ":" in line.split(" ")[0]} - {*STAFF, "shoe"}

    def table(self, name, wagers):
        """The table's lines of a configuration."""
        limits = {"all": "none"}
        for wager in wagers:
            side = wager not in ("main", "player", "banker", "tie")
            found = self.limits.get(wager) or self.limits.get("all") or self.limits.get("side" if side else "main")
            if found and wager != "insurance":
                limits[wager] = "[%g, %g]" % tuple(found)
        lines = {"id": name, "game": self.headers["game"], "device": "entered", "people": f"[{PEOPLE_ALL}]", "decks": self.headers["decks"],
                 "shuffle": self.headers.get("shuffle", "manual"), "limits": "{" + ", ".join(f"{k}: {v}" for k, v in limits.items()) + "}"}
        if "baccarat" not in self.headers["game"]:
            lines["areas"] = self.headers.get("areas", "7")
        return "  - " + "\n    ".join(f"{key}: {value}" for key, value in lines.items()) + "\n"


class Play:
    """One record at its own table."""

    def __init__(self, casino, record, table):
        self.casino, self.record, self.table = casino, record, table
        self.visitors, self.previews, self.acts, self.nets = {}, 0, 0, 0

    def visitor(self, name):
        if name not in self.visitors:
            self.visitors[name] = self.casino.visit(name)
            self.visitors[name].watch(self.table)
        return self.visitors[name]

    def act(self, who, words, wanted):
        """`wanted` is None for an act that is accepted, or the clause that refuses it."""
        visitor = self.visitor(STAFF.get(who, who))
        if words.startswith(("irregularity", "decide")):
            visitor.send({"type": "preview", "table": self.table, "act": words})
            seen = visitor.expect("previewed")
            assert seen["ok"] == (wanted is None), f"preview of {who}: {words}: {seen['status']} {seen['sentence']}"
            self.previews += 1
        answer = visitor.act(self.table, words)
        self.acts += 1
        assert answer["ok"] == (wanted is None), f"{who}: {words}: {answer['status']} {answer['sentence']}"
        assert not wanted or wanted in answer["clauses"], f"{who}: {words}: {wanted} not in {answer['clauses']}"
        return answer

    def introduce(self, lines):
        """That a wager went unnoticed is for staff to say, as one that they place is, of somebody who has acted: they put one down and
        take it up again, before others bet, so that nothing rests on it."""
        placed = [re.match(r"(?:\w+: place (\w+) |(\w+): bet .*\bunnoticed\b)", line) for line in lines]
        for who in dict.fromkeys(found[1] or found[2] for found in placed if found):
            offers = self.visitor(who).watch(self.table)["state"]["offers"]
            bet = next(offer["act"] for offer in offers if offer["verb"] == "bet")
            self.act(who, bet, None)
            self.act(who, " ".join(["pull", *bet.split()[1:-1]]), None)

    def line(self, line, following):
        who, words = line.split(": ", 1)
        refused = re.match(r"= refused ?(\S*)", following)
        wanted = refused[1] if refused else None
        if who not in STAFF and words.startswith("bet ") and "unnoticed" in words.split():
            return self.act("dealer", words.replace("bet ", f"place {who} ", 1), wanted)
        if who != "shoe":
            return self.act(who, words, wanted)
        cards = [words] if ">" in words else words.split()
        for number, card in enumerate(cards):
            answer = self.act("dealer", f"card {card}", wanted if number == len(cards) - 1 else None)
        return answer

    def net(self, name, amount):
        state = self.visitor("Dan").watch(self.table)["state"]
        found = sum(stake["result"] for stake in state["stakes"] if stake["who"] == name)
        assert found == round(100 * float(amount)), f"= net {name} {amount}, but {found}"
        self.nets += 1

    def round(self, lines):
        for number, line in enumerate(lines):
            if line.startswith("seat "):
                name, area = line.split()[1:]
                self.visitor(name).ask({"type": "sit", "table": self.table, "area": int(area)})
            elif line.startswith("= net "):
                self.net(*line.split()[2:4])
            elif not line.startswith("="):
                self.line(line, lines[number + 1] if number + 1 < len(lines) else "")
                if line.endswith(": open"):
                    self.introduce(lines)

    def run(self):
        for name, area in self.record.seats:
            answer = self.visitor(name).ask({"type": "sit", "table": self.table, "area": int(area)})
            assert answer["ok"], answer
        try:
            for lines in self.record.rounds:
                self.round(lines)
        finally:
            for visitor in self.visitors.values():
                visitor.socket.close()


def wagers_of(game):
    return [wager["kind"] for wager in yaml.safe_load(tap.done("rulebook", "export", game))["wagers"]]


def play(records, people, wagers):
    """Plays the records at a casino with a table for each; the plays, and what went wrong."""
    tables = [record.table(f"r{number}", wagers[record.headers["game"]]) for number, record in enumerate(records)]
    roles = {**{name: "player" for name in people}, "Dan": "dealer", "Pat": "pit-manager", "Sue": "shift-manager", "Cai": "cashier"}
    faults = []

    def run(one):
        try:
            one.run()
        except (AssertionError, OSError) as fault:
            faults.append(f"{one.record.path.parent.name}/{one.record.path.name}: {fault}")
    with Casino(tables, people=roles, hurry=True) as casino:
        for name in roles:
            casino.token(name)
        for name in people:
            casino.buy_in(name, RICH)
        plays = [Play(casino, record, f"r{number}") for number, record in enumerate(records)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(run, plays))
    return plays, faults


def test_records():
    """every record plays over the protocol to its own results, whoever acts in it"""
    records = [Record(path) for path in sorted((tap.ROOT / "tests" / "records").glob("*/*.round"))]
    fit = [record for record in records if not record.unfit]
    people = sorted(set().union(*(record.people() for record in fit)) | {name for record in fit for name, _ in record.seats})
    wagers = {game: wagers_of(game) for game in {record.headers["game"] for record in fit}}
    plays, faults = [], []
    for start in range(0, len(fit), TABLES):
        some, wrong = play(fit[start:start + TABLES], people, wagers)
        plays, faults = plays + some, faults + wrong
    assert not faults, "\n".join([f"{len(faults)} of {len(fit)}", *sorted(faults)])
    kinds = {line.split()[2] for record in fit for lines in record.rounds for line in lines if re.match(r"\w+: irregularity", line)}
    listed = re.findall(r'X\(IRREGULARITY_\w+,\s*"([a-z-]+)"', (tap.ROOT / "src/rulebook/irregularity.h").read_text())
    assert kinds == set(listed), f"never reported: {set(listed) - kinds}"
    print(f"# {len(fit)} records, {sum(p.acts for p in plays)} acts, {sum(p.previews for p in plays)} previews, {sum(p.nets for p in plays)} results, "
          f"{len(kinds)} kinds of irregularity; not played: {len(records) - len(fit)} with a switch, a credit or limits that change")


if __name__ == "__main__":
    tap.main(globals())
