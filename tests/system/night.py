# SPDX-License-Identifier: Apache-2.0
"""A night of clumsy or hostile staff and public at every kind of table. What they do follows from a seed, which is told when something
is wrong; the virtual shoes do not."""
import json
import pathlib
import random
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PEOPLE_ALL, Casino, table  # noqa: E402

STOP_EVERY = 250  # acts
PLAYERS = ["Mei", "岳母", "limits", "yes", "n" * 31]
PEOPLE = {**{name: "player" for name in PLAYERS}, "Dan": "dealer", "Dot": "dealer", "Pat": "pit-manager",
          "Sue": "shift-manager", "Cai": "cashier", "Aud": "auditor"}
STAFF = ["Dan", "Dot", "Pat", "Sue"]
HUGE = 10 ** 12
AMOUNTS = [0, 1, 99, 100, 1000, 1001, 2500, 9999, 100000, 100001, HUGE, HUGE + 1, 2 ** 62, -1]
FREE = ["", "the card fell", "'quoted' \"words\"", "a\ttab", "a\nline", "# no comment", "a # b", "---", "牌掉在地上了", "x" * 180,
        "é" * 70, "1", "?", "> 2", "= void", "Mei: hit 1", "\u202eright", "\u00a0"]
# What people and staff can say: W a wager, M an amount, A an area, H a hand, P a person, C a card, O an option, T words; ~ may be left out.
FORMS = {
    "player": """bet W M B~|raise W M|pull W M~|claim W|agree P|disagree|object P|squeeze A|reveal H C~ C~|sit A|rise|leave A~|back A~|surrender H|
insure H M|even A|hit H|stand H|split H|double H M|follow H|decline O H|pick C|pick 1|accept C|refuse C~|continue|finish H|withdraw A~|
takeback A~|cut""",
    "staff": """reveal H C~ C~|pick C|pick 1|open|close|place P W M B~|call A P|settle|proceed H~|offer O|shut O|shuffle full|shuffle discards|
shuffle  full|decide squeeze Y|decide reconstructable Y|decide full-patronage Y|decide withdraw Y P|decide reopen-previous|decide continue T|
decide void T|void 3.1|void 5.8|end|restrict P areas N|restrict A wagers N|clear P|deal|deal > L|card C|card C > L|card ?|count C C C*7 C|
irregularity K|irregularity K A~|irregularity card-not-wanted L|irregularity skipped A|irregularity simultaneous C C order known|
irregularity faceup-card C|irregularity faceup-card ?|irregularity terminal-failure P P|irregularity squeeze-faceup L|irregularity other T|
irregularity one-card A|irregularity no-cards A|irregularity over-maximum A|irregularity below-minimum A|irregularity player-short A""",
}
FORMS = {who: [form.strip() for form in forms.replace("\n", "").split("|")] for who, forms in FORMS.items()}
VERBS = """bet raise pull claim agree disagree object squeeze reveal sit rise leave back surrender insure even hit stand split double follow
decline pick accept refuse continue finish withdraw takeback cut open close place call settle proceed offer shut irregularity shuffle
decide void end restrict clear deal card count""".split()
KINDS = """card-not-wanted player-short no-cards one-card cards-on-empty-area skipped simultaneous faceup-card over-maximum below-minimum
pairs-without-bet terminal-failure squeeze-faceup other power-failure wrong-order wrong-hand foreign-card extra-card missing-card
unshuffled insufficient-cards""".split()
SUITS = {"elements": ["fi", "go", "ea", "wo", "wa"], "french": list("shdc")}
EXAMPLES = {"euro": "european-6d.yaml", "punto": "punto-banco-8d.yaml"}


def by_file(name, device):
    return (f"  - id: {name}\n    rulebook: {tap.ROOT}/examples/{EXAMPLES[name]}\n    limits: {{all: none}}\n    device: {device}\n    people: [{PEOPLE_ALL}]\n"
            f"    title: 第一张桌子\n    cut: 250\n")


def floor():
    """Every game, cards drawn and entered, shuffled by hand and by machine, and two rulebooks of the house's own."""
    return [table("mbs-blackjack-v6", "v6", people=PEOPLE_ALL, extra="    cut: 260\n"),
            table("mbs-ace-race-v4", "ar", device="entered", people=PEOPLE_ALL),
            table("mbs-star-elements", "se", people=PEOPLE_ALL, extra="    shuffle: machine\n"),
            table("rws-blackjack", "rws", people=PEOPLE_ALL, extra="    cut: 300\n"),
            table("rws-blackjack", "rws-e", device="entered", people=PEOPLE_ALL, extra="    shuffle: machine\n"),
            table("mbs-7up-baccarat", "bac", people=PEOPLE_ALL, extra="    cut: 380\n"),
            table("mbs-7up-baccarat", "bac-e", device="entered", people=PEOPLE_ALL), by_file("euro", "virtual"), by_file("punto", "entered")]


class Night:
    """Whatever was accepted reads back, audits, replays and outlasts a restart; whatever was refused changed nothing and said why."""

    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.visitors, self.told, self.acts, self.accepted, self.keys = {}, [], 0, 0, []
        self.seen, self.busy = {}, {}
        self.floor = {plan.split("id: ")[1].split("\n")[0]: plan for plan in floor()}
        self.tables = list(self.floor)

    def fault(self, what):
        last = "\n".join(map(str, self.told[-12:]))
        return f"seed {self.seed}, after {self.acts} acts: {what}\n{last}"

    def check(self, good, what):
        assert good, self.fault(what)

    # ---- Who and where. ----

    def visitor(self, name):
        visitor = self.visitors.get(name)
        if visitor is None or visitor.count > 480:
            if visitor:
                visitor.socket.close()
            visitor = self.visitors[name] = self.casino.visit(name)
            visitor.count, visitor.at = 1, None
        return visitor

    def come(self, name, where):
        visitor = self.visitor(name)
        if visitor.at != where:
            if visitor.at:
                visitor.send({"type": "unwatch", "table": visitor.at})
                visitor.count += 1
            visitor.at = where
        visitor.watch(where)
        ready = lambda state: state["shoe"]["ready"] or not state["open"]
        if PEOPLE[name] in ("player", "dealer"):
            visitor.until(where, ready, "a shoe")  # it is made ready when somebody comes to play
        visitor.ready = ready(visitor.states[where])
        visitor.count += 1
        return visitor

    def leave(self, visitor):
        """Nobody stays: who does not read is dropped."""
        visitor.send({"type": "unwatch", "table": visitor.at})
        visitor.count += 1
        visitor.at = None

    # ---- What. ----

    def card(self, state):
        deck = "elements" if "element" in state["game"] else "french"
        return self.random.choice("A23456789TJQK") + self.random.choice(SUITS[deck])

    def amount(self, offer=None):
        if offer and "min" in offer and self.random.random() < 0.9:
            low, high = offer["min"], offer["max"]
            return self.random.choice([low, low, high, low + 1, (low + high) // 2, high + 1, max(low - 1, 0), min(low * 3, high)])
        return self.random.choice(AMOUNTS)

    def words_of(self, offer, state, sober=False):
        words = offer["act"].split(" ")
        if "min" in offer:
            cents = max(offer["min"], min(offer["max"], 2000)) if sober else self.amount(offer)
            at = max(i for i, word in enumerate(words) if word.replace(".", "").isdigit())
            words[at] = f"{cents / 100:.2f}" if cents < 10 ** 15 else str(cents)
        if state["device"] == "entered" or offer["verb"] not in ("reveal", "irregularity"):
            words = [self.card(state) if word == "?" else word for word in words]
        text = " ".join(words)
        if offer["verb"] in ("card", "deal") and self.random.random() < 0.04:
            text += " > " + self.random.choice(["1", "2", "dealer", "banker", "player", "discard", "9", "1.2"])
        if offer["act"] in ("irregularity other",) or offer["act"].startswith(("decide continue", "decide void")):
            text += " " + self.random.choice(FREE)
        return text

    def thing(self, state):
        wagers = [limit["wager"] for limit in state["limits"]] + ["insurance", "main", "nothing"]
        return self.random.choice([
            str(self.random.randrange(0, 9)), f"{self.random.randrange(1, 8)}.{self.random.randrange(0, 5)}", self.random.choice(PLAYERS),
            f"{self.random.randrange(1, 8)}/{self.random.choice(PLAYERS)}", self.random.choice(wagers), self.card(state),
            self.card(state) + "*3", f"{abs(self.random.choice(AMOUNTS)) / 100:.2f}", self.random.choice(["yes", "no", "full", "discards",
            "surrender", "insurance", "even", "areas", "wagers", "front", "unnoticed", "pending", "?", ">", "dealer", "banker", "254", "255",
            "void", "continue", "squeeze", "reconstructable", "full-patronage", "withdraw", "reopen-previous", "order", "known", "3.1"]),
            self.random.choice(FREE)])

    def slot(self, mark, state):
        pick, area = self.random.choice, self.random.randrange(0, 9)
        wagers = [limit["wager"] for limit in state["limits"]]
        if mark == "W":
            return (f"{pick([area, f'{area}/{pick(PLAYERS)}', f'{area}.2'])} " if state["areas"] else "") + pick(wagers)
        return {"M": lambda: pick(["10", "20", "25.01", "100", "1000", "1000.01", "0", "5"]), "B": lambda: pick(["front", "unnoticed", "pending"]),
                "A": lambda: str(area), "H": lambda: pick([str(area), f"{area}.1", f"{area}.2", f"{area}/{pick(PLAYERS)}"]),
                "P": lambda: pick(PLAYERS), "C": lambda: pick([self.card(state), "?"]), "C*7": lambda: self.card(state) + "*7",
                "O": lambda: pick(["surrender", "insurance", "even", "split", "double"]), "Y": lambda: pick(["yes", "no"]),
                "N": lambda: pick(["0", "1", "3", "8", "9", "200", "254", "255"]),
                "L": lambda: pick(["dealer", "player", "banker", "discard", str(area)]),
                "K": lambda: pick(KINDS), "T": lambda: pick(FREE)}.get(mark, lambda: mark)()

    def formed(self, who, state):
        """Well said, at whatever moment."""
        words = []
        for mark in self.random.choice(FORMS[who]).split(" "):
            if not mark.endswith("~") or self.random.random() < 0.4:
                words.append(self.slot(mark.rstrip("~"), state))
        return " ".join(words)

    def invented(self, who, state):
        chance = self.random.random()
        if chance < 0.8:
            return self.formed("player" if who in PLAYERS else "staff", state)
        chance = self.random.random()
        if chance < 0.2:
            kind = self.random.choice(KINDS)
            return f"irregularity {kind} {self.thing(state) if self.random.random() < 0.6 else ''}".strip()
        if chance < 0.3:
            who = self.random.choice(PLAYERS)
            return self.random.choice([f"restrict {who} areas {self.random.choice([0, 1, 7, 8, 200, 254, 255])}", f"clear {who}",
                                       f"restrict {self.random.randrange(1, 8)} wagers {self.random.choice([0, 1, 99, 254])}",
                                       f"place {who} {self.random.randrange(1, 8)} main {self.random.choice(['5', '20', '1000', '2000'])}"
                                       f"{self.random.choice(['', ' unnoticed', ' front', ' pending'])}",
                                       f"call {self.random.randrange(1, 8)} {who}", f"irregularity terminal-failure {who} {who}"])
        if chance < 0.4:
            return self.random.choice(["open", "close", "end", "settle", "proceed", "shuffle full", "shuffle discards", "count",
                                       "count " + " ".join(self.card(state) for _ in range(self.random.randrange(30)))])
        return " ".join([self.random.choice(VERBS)] + [self.thing(state) for _ in range(self.random.randrange(4))])

    def choice(self, visitor, where):
        state = visitor.states[where]
        offers = state["offers"]
        plain = [offer for offer in offers if offer["verb"] not in ("irregularity", "void", "shuffle", "restrict", "place")]
        chance = self.random.random()
        if offers and chance < (0.7 if plain else 0.15):
            offer = self.random.choice(plain if plain and chance < 0.65 else offers)
            return self.words_of(offer, state)
        return self.invented(visitor.name, state)

    def message(self, visitor, where):
        chance = self.random.random()
        if chance < 0.04 and visitor.name in PLAYERS:
            area = self.random.choice([0, 1, 2, 7, 8, -1, 2 ** 62])
            return {"type": "sit", "id": f"s{self.acts}-{self.casino.run}-{chance}", "table": where, "area": area}
        if chance < 0.06 and visitor.name in PLAYERS:
            return {"type": "leave", "id": f"l{self.acts}-{self.casino.run}-{chance}", "table": where}
        message = {"type": "act", "table": where, "act": self.choice(visitor, where)}
        message["id"] = self.random.choice(self.keys) if chance > 0.98 and self.keys else f"w{self.acts}-{self.casino.run}-{chance}"
        return message

    # ---- Doing it. ----

    def judge(self, visitor, where, message, answer, before):
        self.acts += 1
        self.told.append((visitor.name, where, message, answer.get("status"), answer.get("sentence")))
        repeated = message["id"] in self.keys
        self.check(answer.get("sentence"), "no sentence")
        if answer["ok"]:
            self.accepted += 1
            if not repeated and visitor.name:
                self.keys.append(message["id"])
            return
        if self.random.random() < 0.3:
            visitor.watch(where)
            visitor.count += 1
            # What a manager asks for makes the shoe ready first, and that is written whatever becomes of the rest.
            self.check(not visitor.ready or visitor.seqs[where] == before, f"refused, and yet something was written at {where}")

    def act(self):
        where = self.random.choice(self.tables)
        name = self.random.choice(PLAYERS if self.random.random() < 0.45 else STAFF)
        visitor = self.come(name, where)
        for _ in range(self.random.randrange(1, 8)):
            message = self.message(visitor, where)
            before = visitor.seqs[where]
            answer = visitor.ask(message)
            visitor.count += 1
            self.judge(visitor, where, message, answer, before)
        if self.random.random() < 0.1:
            visitor.send({"type": "preview", "table": where, "act": self.choice(visitor, where)})
            seen = visitor.expect("previewed")
            visitor.count += 1
            self.check(seen["sentence"], "a preview without a sentence")
        self.leave(visitor)

    def steady(self):
        """Somebody who knows his work, so that rounds come to an end between the others."""
        where, bettors = self.random.choice(self.tables), self.random.sample(PLAYERS, 2)
        dealer = self.come("Dan", where)
        for _ in range(25):
            state = dealer.states[where]
            if state["phase"] == "betting" and len(state["stakes"]) < 3:
                visitor = self.come(self.random.choice(bettors), where)
                words = visitor.offers(where, "bet")
            elif state["wants"]["turn"] and state["wants"]["from"]:
                visitor = self.come(self.random.choice(state["wants"]["from"]), where)
                words = visitor.offers(where)
            else:
                visitor = dealer
                words = [o for o in state["offers"] if o["verb"] in ("deal", "card", "close", "end", "open", "settle", "proceed", "reveal")]
            if words:
                message = {"type": "act", "id": f"t{self.acts}-{self.casino.run}", "table": where}
                message["act"] = self.words_of(self.random.choice(words), visitor.states[where], sober=True)
                before, answer = visitor.seqs[where], visitor.ask(message)
                visitor.count += 1
                self.judge(visitor, where, message, answer, before)
                words = words if answer["ok"] else []
            if visitor is not dealer:
                self.leave(visitor)
            if not words:
                break
            dealer = self.come("Dan", where)
        self.leave(dealer)

    def together(self):
        """Two dealers at once."""
        where = self.random.choice(self.tables)
        both = [self.come(name, where) for name in ("Dan", "Dot")]
        asked = []
        for visitor in both:
            message = self.message(visitor, where)
            visitor.send(message)
            visitor.count += 1
            asked.append((visitor, message))
        for visitor, message in asked:
            answer = visitor.wait_answer(message["id"])
            self.acts += 1
            self.told.append((visitor.name, where, message, answer.get("status")))
            if answer["ok"]:
                self.accepted += 1
                self.keys.append(message["id"])
        for visitor in both:
            self.leave(visitor)

    def http(self, method, path, body=None, by=None):
        status, answer = self.casino.http(method, path, body, self.casino.token(by) if by else None, raw=True)
        self.acts += 1
        self.told.append((by, method, path, body, status, answer[:200]))
        self.check(status < 500, f"{path} answered {status}")
        self.check(status == 200 or '"sentence":"' in answer, f"{path}: no sentence")
        self.accepted += status == 200
        return status, answer

    def manage(self):
        where, random_ = self.random.choice(self.tables), self.random
        key = random_.choice(self.keys) if self.keys and random_.random() < 0.05 else f"h{self.acts}-{self.casino.run}"
        chance = random_.random()
        if chance < 0.35:
            wager = random_.choice(["main", "pair", "insurance", "player", "banker", "tie", "side", "all", "", "boom-busted", "three-stars",
                                    "super-sevens", "ace-race", "ace-race-split", "rws-pairs", "super-star-sevens"])
            low, high = sorted([max(self.amount(), 0), max(self.amount(), 0)]) if random_.random() < 0.4 else (1000, 100000)
            if random_.random() < 0.1:
                low, high = high, low
            self.http("POST", f"/api/tables/{where}/limits", {"id": key, "wager": wager, "min": low, "max": high}, "Pat")
        elif chance < 0.5:
            self.http("POST", f"/api/tables/{where}/{random_.choice(['fill', 'credit'])}", {"id": key, "amount": self.amount()}, "Sue")
        elif chance < 0.62:
            self.http("POST", f"/api/tables/{where}/{random_.choice(['open', 'open', 'close'])}", {"id": key}, "Pat")
        elif chance < 0.9:
            who = random_.choice(PLAYERS + ["Dan", "nobody", "shoe", ""])
            self.http("POST", f"/api/cage/{random_.choice(['buy-in', 'buy-in', 'cash-out'])}",
                      {"id": key, "player": who, "amount": self.amount()}, "Cai")
        else:
            long = random_.choice(["k" * 64, "k" * 65, "k" * 300, "", "a b", "钥匙" * 20, "a\nb"])
            path = random_.choice([f"/api/tables/{where}/open", f"/api/tables/{where}/close", f"/api/tables/{where}/fill"])
            body = {"id": long, **({"amount": 100} if path.endswith("fill") else {})}
            status, _ = self.http("POST", path, body, "Pat")
            self.check(status != 200 or long == "k" * 64, f"an id of {len(long)} characters was taken: {long!r}")

    # ---- Looking. ----

    def recall(self):
        """Every round is told to everybody, and nobody is told a card that is not shown to him now."""
        for where in self.tables:
            name = self.random.choice(["", "Mei", "Dan", "Aud"])
            visitor = self.come(name, where) if name else None
            rounds = self.casino.http("GET", "/api/tables")[1]["tables"]
            last = next(t for t in rounds if t["id"] == where)["round"]
            for number in {last, self.random.randrange(last + 1), 0, last + 1}:
                status, text = self.http("GET", f"/api/tables/{where}/rounds/{number}", by=name)
                self.check(status == (200 if 0 < number <= last else 404), f"round {number} of {last} at {where}: {status} {text[:300]}")
                if status == 200 and name:
                    told = json.loads(text)
                    if number == last and visitor.states[where]["phase"] != "idle":
                        now, then = visitor.states[where]["hands"], told["steps"][-1]["state"]["hands"]
                        self.check(now == then, f"{where}: recall shows {then} to {name}, the table {now}")
                if name in ("Dan", "Aud") and 0 < number <= last:
                    status, text = self.http("GET", f"/api/tables/{where}/rounds/{number}/record", by=name)
                    self.check(status == 200, f"no record of round {number} at {where}: {text}")
                    if number < last:
                        (self.casino.path / "one.round").write_text(text)
                        self.replay(where, self.casino.path / "one.round")
            if visitor:
                self.leave(visitor)
            for path in ("rounds", "shoes", "sign", "sign?lang=zh", "clauses"):
                self.check(self.http("GET", f"/api/tables/{where}/{path}")[0] == 200, path)
            self.check(self.http("GET", f"/api/tables/{where}/numbers", by="Aud")[0] == 200, "numbers")

    def books(self):
        """Everything that must be the same after a restart: tables between rounds, and players with nothing on a layout. What is not
        on the floor now is as it was last seen."""
        for where in self.tables:
            visitor = self.come("Pat", where)
            state = visitor.states[where]
            under_way = state["phase"] not in ("idle", "ended")
            self.busy[where] = {stake["who"] for stake in state["stakes"] if under_way}
            self.seen.pop(where, None)
            if not under_way:
                self.seen[where] = {key: state[key] for key in ("title", "game", "rulebook", "round", "phase", "decks", "areas", "open", "device",
                                                             "limits", "hands", "shoe")}
                self.seen[where]["people"] = [{k: v for k, v in who.items() if k != "present"} for who in state["people"]]
            self.leave(visitor)
        money = {p["user"]: p["balance"] for p in self.casino.http("GET", "/api/players", token=self.casino.token("Cai"))[1]["players"]}
        busy = set().union(*self.busy.values())
        return dict(self.seen), {name: cents for name, cents in money.items() if name not in busy}

    def replay(self, where, *files):
        own = [f"--rulebook={tap.ROOT}/examples/{EXAMPLES[where]}"] if where in EXAMPLES else []
        outcome = tap.run("replay", *own, *files)
        self.check(outcome.status == 0, f"replay of {files}: exit {outcome.status}: {outcome.out[-600:]}{outcome.err}")

    def commands(self):
        database = f"--db={self.casino.database}"
        out = self.casino.path / "records"
        shutil.rmtree(out, ignore_errors=True)
        for words in (["journal", "verify", database], ["audit", database], ["journal", "export", database, f"--out={out}"]):
            outcome = tap.run(*words)
            self.check(outcome.status == 0, f"{words}: exit {outcome.status}: {outcome.out[-300:]}{outcome.err}")
        for where in self.floor:
            files = [file for file in out.iterdir() if file.name.rsplit("-", 1)[0] == where]
            if files:
                self.replay(where, *files)

    def restart(self):
        before, money = self.books()
        was = set(self.tables)
        for visitor in self.visitors.values():
            visitor.socket.close()
        self.visitors = {}
        tokens = self.casino.tokens
        (self.casino.kill if self.random.random() < 0.5 else self.casino.stop)()
        self.casino.tokens = tokens
        self.commands()
        self.tables = self.random.sample(sorted(self.floor), self.random.choice([len(self.floor), len(self.floor) - 1, len(self.floor) - 3]))
        text = self.casino.config.read_text().split("tables:\n")[0]
        self.casino.config.write_text(text + "tables:\n" + "".join(self.floor[where] for where in self.tables))
        self.casino.start()
        after, money_after = self.books()
        for where, state in before.items():
            if where in self.tables and where not in was:  # it was retired meanwhile, and so closed
                state, after[where]["open"] = {**state, "open": False}, False
            self.check(after.get(where) == state, f"{where} was {state} and is {after.get(where)}")
        self.check(all(money_after.get(name, cents) == cents for name, cents in money.items()), f"money was {money} and is {money_after}")
        audit = self.casino.http("GET", "/api/audit", token=self.casino.token("Aud"))[1]
        self.check(audit["clean"], audit)

    def run(self, acts):
        begun = time.monotonic()
        with Casino(floor(), people=PEOPLE, hurry=True) as self.casino:
            for name in PLAYERS:
                self.http("POST", "/api/cage/buy-in", {"id": f"first-{PLAYERS.index(name)}", "player": name, "amount": 500000}, "Cai")
            due = STOP_EVERY
            while self.acts < acts:
                chance = self.random.random()
                if chance < 0.25:
                    self.steady()
                elif chance < 0.8:
                    self.act()
                elif chance < 0.85:
                    self.together()
                elif chance < 0.99:
                    self.manage()
                else:
                    self.recall()
                if self.acts >= due:
                    self.restart()
                    due = self.acts + STOP_EVERY
            self.recall()
            self.restart()
            rounds = {t["id"]: t["round"] for t in self.casino.http("GET", "/api/tables")[1]["tables"]}
            print(f"# {self.acts} acts, {self.accepted} accepted, rounds {rounds}, {time.monotonic() - begun:.1f} s")
