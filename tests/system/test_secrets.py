# SPDX-License-Identifier: Apache-2.0
"""Every byte sent to every role, over WebSocket and HTTP, in rounds of every game: no order of the shoe, no seed before its time, no
card that lies face down, nobody else's balance, no secret. What was in the shoe is known from its seed, afterwards."""
import collections
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import GAMES, PEOPLE_ALL, Casino, table  # noqa: E402

ROUNDS = 3
MONEY = {"Mei": 7777777, "Tan": 8888888}
LOOKS = ("/api/tables", "/api/tables/{t}/rounds", "/api/tables/{t}/rounds/1", "/api/tables/{t}/rounds/1/record", "/api/tables/{t}/shoes",
         "/api/tables/{t}/shoes/1", "/api/tables/{t}/numbers", "/api/me", "/api/users", "/api/games")


class Floor:
    """A table with everybody around it. After each act all visitors read what they got, and it is noted how many cards had left."""

    def __init__(self, casino, name, game):
        self.casino, self.name, self.game = casino, name, game
        self.everybody = [casino.visit(who) for who in casino.people] + [casino.visit()]
        self.by_name = {visitor.name: visitor for visitor in self.everybody}
        self.read = collections.defaultdict(int)  # how much of each visitor's messages has been looked at
        self.seen = collections.defaultdict(list)  # by visitor: (cards that had left the shoe, text)
        self.down = {}  # faces that lie down, by the number of the card in the shoe
        self.hidden = 0  # how many there were
        for visitor in self.everybody:
            visitor.watch(name)
        self.note()

    def note(self):
        for visitor in self.everybody:
            visitor.send({"type": "ping"})
            visitor.expect("pong")
        drawn = self.drawn()
        for visitor in self.everybody:
            fresh = visitor.received[self.read[visitor.name]:]
            self.read[visitor.name] = len(visitor.received)
            self.seen[visitor.name] += [(drawn, set(self.down), text) for text in fresh]

    def drawn(self):
        shoe = self.by_name["Dan"].states[self.name]["shoe"]
        return self.cards() - shoe["left"]

    def cards(self):
        return self.by_name["Dan"].states[self.name]["decks"] * (65 if self.game == "mbs-star-elements" else 52)

    def do(self, who, words):
        before = self.drawn()
        self.by_name[who].done(self.name, words)
        self.by_name["Dan"].watch(self.name)
        hand = next((h for h in self.by_name["Dan"].states[self.name]["hands"] if h["place"] == "1"), {"cards": []})
        if words == "deal" and hand["cards"][-1:] == ["?"] and self.spot == "1":
            self.down[before] = True
            self.hidden += 1
        if words.startswith("reveal"):
            self.down.clear()
        self.note()

    def step(self):
        """The next thing somebody has to do; False when the round is over."""
        dan = self.by_name["Dan"]
        state = dan.states[self.name]
        if state["phase"] == "ended":
            return False
        for who in ("Mei", "Tan"):
            offers = {o["verb"]: o for o in self.by_name[who].offers(self.name)}
            for verb in ("reveal", "decline", "stand", "hit", "continue"):
                if verb in offers and (verb == "reveal" or who in state["wants"]["from"]):
                    if verb == "reveal" and any(o["verb"] == "deal" for o in dan.offers(self.name)):
                        continue  # the deal goes on around cards that lie face down
                    self.do(who, offers[verb]["act"])
                    return True
        offers = {o["verb"]: o for o in dan.offers(self.name)}
        words = next((verb for verb in ("deal", "end") if verb in offers), "proceed")
        self.spot = offers.get("deal", {}).get("spot", "")
        self.do("Dan", words)
        return True

    def round(self):
        while any(o["verb"] == "deal" for o in self.by_name["Dan"].offers(self.name)):
            self.spot = ""
            self.do("Dan", "deal")  # burnt
        self.do("Dan", "open")
        main = GAMES[self.game]
        for who, area in (("Mei", "1 "), ("Tan", "2 ")):
            self.do(who, f"bet {area if main == 'main' else ''}{main} 20")
        squeezes = [o["act"] for o in self.by_name["Mei"].offers(self.name, "squeeze") if o["act"] == "squeeze 1"]
        for words in squeezes[:1]:
            self.do("Mei", words)
            self.do("Dan", "decide squeeze yes")
        self.do("Dan", "close")
        while self.step():
            pass


def cards_in(text):
    """Every card a text names, whether in a hand, an event, a sentence or a record."""
    return set(re.findall(r"(?<![A-Za-z0-9])([A2-9TJQKFLS](?:[shdc]|fi|go|ea|wo|wa))(?![A-Za-z0-9])", text))


def looked(casino, name):
    """What each role gets over HTTP."""
    return {who or "display": "".join(casino.http("GET", path.format(t=name), token=casino.token(who) if who else None, raw=True)[1]
                                      for path in LOOKS) for who in [*casino.people, ""]}


def order_of(casino, name, decks):
    """The shoe from the seed it was promised with."""
    assert casino.http("POST", f"/api/tables/{name}/open", {"id": f"next-{name}"}, casino.token("Pat"))[0] == 200
    shoe = casino.http("GET", f"/api/tables/{name}/shoes/1")[1]
    told = tap.done("verify-shoe", f"--table={name}", "--shoe=1", f"--deck={shoe['deck']}", f"--decks={decks}", "--order",
                    f"--commitment={shoe['commitment']}", f"--seed={shoe['seed']}", "--json")
    return json.loads(told)["order"], shoe["seed"]


def check_texts(floor, order, seed, balances):
    for visitor in floor.everybody:
        for drawn, down, text in floor.seen[visitor.name]:
            assert seed not in text and "argon2" not in text and "secret of" not in text, visitor.role
            open_cards = {card for number, card in enumerate(order[:drawn]) if number not in down or visitor.name == "Mei"}
            ahead = cards_in(text) - open_cards
            assert not ahead, f"{floor.game}: {visitor.role} {visitor.name} saw {ahead} after {drawn} cards: {text[:300]}"
            for name, values in balances.items():
                assert name == visitor.name or not any(f":{value}" in text for value in values), f"{visitor.name} saw {name}'s balance"
            assert visitor.role == "player" or '"balance"' not in text, f"{visitor.role} saw a balance"


def test_every_byte():
    """three rounds of every game under the eyes of every role: nobody sees more than he may"""
    hidden = 0
    with Casino([table(game, f"t{i}", people=PEOPLE_ALL) for i, game in enumerate(GAMES)], hurry=True) as casino:
        for name, cents in MONEY.items():
            casino.buy_in(name, cents)
        for i, game in enumerate(GAMES):
            floor = Floor(casino, f"t{i}", game)
            balances = {name: {casino.balance(name)} for name in MONEY}
            for _ in range(ROUNDS):
                floor.round()
                for name in MONEY:
                    balances[name].add(casino.balance(name))
            hidden += floor.hidden
            drawn, texts = floor.drawn(), looked(casino, f"t{i}")
            order, seed = order_of(casino, f"t{i}", floor.by_name["Dan"].states[f"t{i}"]["decks"])
            assert len(order) == floor.cards()
            check_texts(floor, order, seed, balances)
            for who, text in texts.items():
                assert seed not in text and cards_in(text) <= set(order[:drawn]), (game, who)
                assert "argon2" not in text and "secret of" not in text
            for visitor in floor.everybody:
                visitor.socket.close()
        events = (casino.path / "events").read_text()
        assert "secret of" not in events and "seed" not in events and not any(token in events for token in casino.tokens.values())
    assert hidden >= ROUNDS, "cards lay face down"


if __name__ == "__main__":
    tap.main(globals())
