# SPDX-License-Identifier: Apache-2.0
"""Every game to settlement by protocol alone, as every role, on virtual shoes and with entered cards."""
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import GAMES, PEOPLE_ALL, Casino, table  # noqa: E402
from rounds import answer_offers, bet, play_out  # noqa: E402

STAKE = 2000


def test_virtual_shoes():
    """a player alone plays every game on a virtual shoe; balances follow the results to the cent"""
    with Casino([table(game, f"t{i}", result=3000) for i, game in enumerate(GAMES)]) as casino:
        balance = casino.buy_in("Mei", 100000)
        mei = casino.visit("Mei")
        for i, game in enumerate(GAMES):
            name = f"t{i}"
            mei.watch(name)
            mei.until(name, lambda s: s["phase"] == "betting", "betting")
            number = mei.states[name]["round"]
            answer = bet(mei, name, game)
            assert answer["balance"] == balance - STAKE, answer
            state = play_out(mei, name, number)
            assert all(s["settled"] for s in state["stakes"]), state["stakes"]
            balance += sum(s["result"] for s in state["stakes"] if s["who"] == "Mei")
            assert mei.states[name]["balance"] == balance == casino.balance("Mei")
            assert state["last"][0]["round"] == number and not state["last"][0]["void"]
            mei.send({"type": "unwatch", "table": name})
        status, audit = casino.http("GET", "/api/audit", token=casino.token("Aud"))
        assert status == 200 and audit["clean"] and audit["sum"] == 0, audit


class Cards:
    """A physical shoe: ranks in a fixed order, each suit in turn, never more copies than the decks hold."""

    def __init__(self, game):
        suits = ["fi", "go", "ea", "wo", "wa"] if game == "mbs-star-elements" else ["s", "h", "d", "c"]
        ranks = "T95T8T7T642T3T9T8T7"
        self.cards = [rank + suit for suit in suits for rank in dict.fromkeys(ranks)] * 3
        self.cards = [card for card in self.cards if card[0] in "T98765432"]

    def next(self):
        return self.cards.pop(0)


def deal(dealer, name, cards):
    """What the one who deals has to do now; False if it is not his turn."""
    verbs = {o["verb"]: o for o in dealer.offers(name)}
    state = dealer.states[name]
    if "card" in verbs and not state["wants"]["turn"]:
        dealer.done(name, f"card {cards.next()}")
        return True
    if "end" in verbs and not state["wants"]["turn"]:
        dealer.done(name, "end")
        return True
    return False


def test_entered_cards():
    """a dealer opens, closes, enters every card and ends the round; the player sees each card; every game"""
    tables = [table(game, f"t{i}", device="entered", people=PEOPLE_ALL) for i, game in enumerate(GAMES)]
    with Casino(tables) as casino:
        casino.buy_in("Mei", 100000)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        for i, game in enumerate(GAMES):
            name, cards, before = f"t{i}", Cards(game), casino.balance("Mei")
            mei.watch(name)
            dan.watch(name)
            assert dan.done(name, "shuffle full")["ok"]
            while any(o["verb"] == "card" for o in dan.offers(name)):
                dan.done(name, f"card {cards.next()}")  # burnt
            dan.done(name, "open")
            number = dan.states[name]["round"]
            mei.until(name, lambda s: s["phase"] == "betting", "betting")
            bet(mei, name, game)
            dan.done(name, "close")
            for _ in range(60):
                if dan.states[name]["phase"] == "ended":
                    break
                mei.until(name, lambda s: mei.seqs[name] >= dan.seqs[name], "the dealer's act")
                if answer_offers(mei, name):
                    dan.until(name, lambda s: dan.seqs[name] >= mei.seqs[name], "the player's act")
                elif not deal(dan, name, cards):
                    dan.done(name, "proceed")
            state = dan.states[name]
            assert state["phase"] == "ended" and state["round"] == number, (game, state["wants"])
            mei.until(name, lambda s: s["phase"] == "ended", "the end")
            result = sum(s["result"] for s in mei.states[name]["stakes"])
            assert casino.balance("Mei") == before + result
            assert all("?" not in hand["cards"] for hand in state["hands"])


def test_raise_to_all_one_has():
    """a raise names the whole wager: what lies there is paid already, and the rest of the balance can follow it"""
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)]) as casino:
        casino.buy_in("Mei", 50000)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        for visitor in (mei, dan):
            visitor.watch("t1")
        assert dan.done("t1", "shuffle full")["ok"]
        while any(o["verb"] == "card" for o in dan.offers("t1")):
            dan.done("t1", "card 2c")
        dan.done("t1", "open")
        mei.until("t1", lambda s: s["phase"] == "betting", "betting")
        mei.done("t1", "bet 1 main 300")
        mei.until("t1", lambda s: s["balance"] == 20000, "the balance after it")
        offer = next(o for o in mei.offers("t1", "raise") if o["wager"] == "main")
        assert offer["max"] == min(50000, next(l["max"] for l in mei.states["t1"]["limits"] if l["wager"] == "main")), offer
        assert mei.done("t1", "raise 1 main 500")["ok"]
        assert casino.balance("Mei") == 0


def test_many_spectators():
    """an update is written once for all who see the same, and players have their own"""
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)]) as casino:
        def made():
            text = casino.http("GET", "/metrics", raw=True)[1]
            return int(next(line for line in text.splitlines() if line.startswith("croupier_updates_made_total ")).split()[1])
        crowd = [casino.visit(language=language) for language in ("en", "zh") for _ in range(12)]
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        for visitor in (*crowd, mei, dan):
            visitor.watch("t1")
        before = made()
        assert dan.done("t1", "shuffle full")["ok"]
        for visitor in (*crowd, mei):
            visitor.until("t1", lambda s: s["shoe"]["number"] and s["wants"]["card"], "the shuffle")
        acts = max(len(visitor.updates) for visitor in crowd)
        assert acts and made() - before <= 4 * acts, "two languages of spectators, one player, one dealer"
        assert len({json.dumps(v.states["t1"], sort_keys=True) for v in crowd[:12]}) == 1
        assert crowd[0].states["t1"]["wants"]["sentence"] != crowd[12].states["t1"]["wants"]["sentence"]
        assert "balance" in mei.states["t1"] and "balance" not in crowd[0].states["t1"]


def test_who_is_asked():
    """surrender is open to all while area 2 plays: everybody is told who is asked about which hand, and whose clock runs"""
    with Casino([table("mbs-blackjack-v6", "t1", device="entered", people=PEOPLE_ALL)]) as casino:
        for name in ("Mei", "Tan"):
            casino.buy_in(name, 50000)
        mei, tan, dan = casino.visit("Mei"), casino.visit("Tan"), casino.visit("Dan")
        nobody = casino.visit(None)
        people = (mei, tan, dan, nobody)
        for visitor in people:
            visitor.watch("t1")

        def together():
            for visitor in people:
                visitor.until("t1", lambda s: visitor.seqs["t1"] >= dan.seqs["t1"], "the same moment")

        def asked(visitor):
            return [(q["who"], q["spot"], q["topic"], q["until"] is not None, q.get("acts")) for q in visitor.states["t1"]["asked"]]

        assert dan.done("t1", "shuffle full")["ok"]
        while any(o["verb"] == "card" for o in dan.offers("t1")):
            dan.done("t1", "card 2c")
        dan.done("t1", "open")
        mei.until("t1", lambda s: s["phase"] == "betting", "betting")
        assert asked(mei) == []
        mei.done("t1", "bet 2 main 20")
        tan.done("t1", "bet 7 main 20")
        dan.done("t1", "close")
        for card in ("8h", "9c", "Kd", "Td", "7s"):
            dan.done("t1", f"card {card}")
        together()
        window = ["surrender 7", "decline surrender 7"]
        turn = ["surrender 2", "hit 2", "stand 2", "double 2 10"]
        assert asked(nobody) == [("Mei", "2", "turn", True, None), ("Tan", "7", "surrender", False, None)], asked(nobody)
        assert asked(dan) == asked(nobody)
        assert asked(tan) == [("Mei", "2", "turn", True, None), ("Tan", "7", "surrender", False, window)], asked(tan)
        assert asked(mei)[1] == ("Tan", "7", "surrender", False, None)
        assert asked(mei)[0][:4] == ("Mei", "2", "turn", True) and sorted(asked(mei)[0][4]) == sorted(turn), asked(mei)
        assert set(turn) <= {o["act"] for o in mei.offers("t1")}, "answers are offers"
        mei.done("t1", "stand 2")
        dan.until("t1", lambda s: dan.seqs["t1"] >= mei.seqs["t1"], "the stand")
        together()
        assert [q[:4] for q in asked(nobody)] == [("Tan", "7", "turn", True)], asked(nobody)


def test_where_wagers_lie():
    """each wager says where it lies on the layout, and one on the outcome whom it backs"""
    games = ["mbs-ace-race-v4", "mbs-7up-baccarat"]
    with Casino([table(game, f"t{i}") for i, game in enumerate(games)]) as casino:
        mei = casino.visit("Mei")
        layout = {}
        for i in range(2):
            state = mei.watch(f"t{i}")["state"]
            layout[i] = {limit["wager"]: (limit["place"], limit.get("backs")) for limit in state["limits"]}
        assert layout[0]["main"] == ("main", None) and layout[0]["pair"] == ("side", None), layout[0]
        assert layout[0]["ace-race-split"] == ("split", None) and layout[0]["insurance"] == ("insurance", None), layout[0]
        assert layout[1]["player"] == ("box", "player") and layout[1]["tie"] == ("box", "tie"), layout[1]
        assert layout[1]["super-sevens"] == ("box", None), layout[1]


def test_a_table_that_stands_still():
    """the pit is told, once, of a table at which nothing happens: whoever has its page open, and of one that should deal by itself"""
    tables = [table("mbs-blackjack-v6", "hand", device="entered", people=PEOPLE_ALL),
              table("mbs-blackjack-v6", "self", betting=3600, extra="    solo: true\n"), table("mbs-blackjack-v6", "empty", device="entered", people=PEOPLE_ALL)]
    with Casino(tables, more="idle_seconds: 2\n") as casino:
        casino.buy_in("Mei", 50000)
        mei, dan, pat = casino.visit("Mei"), casino.visit("Dan"), casino.visit("Pat")
        for name in ("hand", "self", "empty"):
            dan.watch(name)  # a page with Deal
        mei.watch("hand")
        dan.done("hand", "shuffle full")
        while any(o["verb"] == "card" for o in dan.offers("hand")):
            dan.done("hand", "card 2c")
        dan.done("hand", "open")
        mei.until("hand", lambda s: s["phase"] == "betting", "betting")
        mei.done("hand", "bet 1 main 20")
        numbers = {n["table"]: n for n in casino.http("GET", "/api/numbers", token=casino.token("Pat"))[1]["tables"]}
        assert numbers["hand"]["dealer"] == "Dan" and numbers["hand"]["idle"] >= 0 and numbers["hand"]["escrow"] == 2000, numbers["hand"]

        def alarm_of(name):
            """The next alarm of that table: on a busy machine another may come first."""
            while (alarm := pat.expect("alarm"))["table"] != name:
                pass
            return alarm
        alarm = alarm_of("hand")
        assert alarm["code"] == "table-idle" and int(alarm["what"]) >= 2 and alarm["what"] in alarm["sentence"], alarm
        mei.watch("self")
        mei.until("self", lambda s: s["phase"] == "betting", "betting")
        mei.done("self", "bet 1 main 20")
        alarm = alarm_of("self")
        assert (alarm["code"], alarm["level"]) == ("table-stopped", "error"), alarm
        seen = casino.visit("Pat").watch("hand")["state"]["alarms"]
        assert [a["code"] for a in seen] == ["table-idle"], "told once"
        assert casino.visit("Pat").watch("empty")["state"]["alarms"] == [], "nobody waits there"


def test_table_for_one():
    """at a table for one the first who comes plays, and says when bets close; anybody else is refused until they go"""
    with Casino([table("mbs-blackjack-v6", "t1", betting=3600, extra="    solo: true\n"), table("mbs-blackjack-v6", "t2")]) as casino:
        for name in ("Mei", "Tan"):
            casino.buy_in(name, 100000)
        mei, tan = casino.visit("Mei"), casino.visit("Tan")
        mei.watch("t1")
        tan.watch("t1")
        mei.until("t1", lambda s: s["phase"] == "betting", "betting")
        assert mei.states["t1"]["solo"]
        listed = {t["id"]: t for t in casino.http("GET", "/api/tables")[1]["tables"]}
        assert listed["t1"]["solo"] and listed["t1"]["taken"] and not listed["t2"]["solo"] and not listed["t2"]["taken"]
        assert tan.act("t1", "bet 2 main 20")["status"] == "seat-taken"
        mei.send({"type": "ready", "table": "t1"})
        assert mei.expect("error")["code"] == "not-now", "no bets yet"
        for words, code in (({"speed": "warp", "company": 0}, "bad-message"), ({"speed": "fast", "company": -1}, "bad-message")):
            mei.send({"type": "arrange", "table": "t1", **words})
            assert mei.expect("error")["code"] == code, words
        tan.send({"type": "arrange", "table": "t1", "speed": "fast", "company": 0})
        assert tan.expect("error")["code"] == "seat-taken"
        tan.send({"type": "arrange", "table": "t2", "speed": "fast", "company": 0})
        assert tan.expect("error")["code"] == "forbidden", "not a table for one"
        mei.send({"type": "arrange", "table": "t1", "speed": "fast", "company": 3})
        shown = mei.expect("snapshot")["state"]
        assert (shown["speed"], shown["company"], shown["companyMax"]) == ("fast", 0, 0), "no demo, no company"
        assert mei.done("t1", "bet 1 main 20")["ok"]
        tan.send({"type": "ready", "table": "t1"})
        assert tan.expect("error")["code"] == "seat-taken"
        mei.send({"type": "ready", "table": "t1"})
        mei.until("t1", lambda s: s["phase"] != "betting", "bets closed at once")
        number = mei.states["t1"]["round"]
        play_out(mei, "t1", number)
        for message in ({"type": "unwatch", "table": "t1"}, {"type": "ping"}):
            mei.send(message)
        mei.expect("pong")
        tan.until("t1", lambda s: s["phase"] == "betting" and s["round"] > number, "the next round")
        assert tan.done("t1", "bet 2 main 20")["ok"]


def test_recall_and_record():
    """a finished round is recalled step by step, and its record replays to the same results"""
    with Casino([table("mbs-7up-baccarat", "bac", result=2000)]) as casino:
        casino.buy_in("Mei", 50000)
        mei = casino.visit("Mei")
        mei.watch("bac")
        mei.until("bac", lambda s: s["phase"] == "betting", "betting")
        number = mei.states["bac"]["round"]
        bet(mei, "bac", "mbs-7up-baccarat")
        state = play_out(mei, "bac", number)
        result = sum(s["result"] for s in state["stakes"])
        status, recall = casino.http("GET", f"/api/tables/bac/rounds/{number}", token=casino.token("Mei"))
        assert status == 200 and recall["complete"], recall
        assert [s["cause"]["act"] for s in recall["steps"]][-1] == "end"
        assert (recall["openingCredit"], recall["closingCredit"]) == (50000, 50000 + result), recall["steps"]
        assert recall["steps"][-1]["state"]["stakes"] == state["stakes"]
        assert casino.http("GET", f"/api/tables/bac/rounds/{number}/record", token=casino.token("Mei"))[0] == 403
        status, record = casino.http("GET", f"/api/tables/bac/rounds/{number}/record", token=casino.token("Dan"), raw=True)
        assert status == 200 and "Mei: bet banker 20" in record
        assert f"table bac\nround {number}\n" in record, "it says which round it is"
        with tap.folder() as folder:
            path = pathlib.Path(folder) / "a.round"
            path.write_text(record)
            told = tap.done("replay", path)
        net = f"{result / 100:+.2f}".replace(".00", "") if result else "0"
        assert f"= net Mei {net}" in told, (told, result)
        assert casino.http("GET", "/api/tables/bac/rounds/999")[0] == 404


def test_preview():
    """a preview tells what would follow and changes nothing; the next card cannot be looked at"""
    with Casino([table("rws-blackjack", "bj", people=PEOPLE_ALL)]) as casino:
        casino.buy_in("Mei", 50000)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("bj")
        dan.watch("bj")
        for offer in list(dan.offers("bj", "deal")):
            dan.done("bj", offer["act"])
        dan.done("bj", "open")
        mei.until("bj", lambda s: s["phase"] == "betting", "betting")
        seq = mei.seqs["bj"]
        mei.send({"type": "preview", "table": "bj", "act": "bet 1 main 20"})
        seen = mei.expect("previewed")
        assert seen["ok"] and seen["state"]["stakes"][0]["placed"] == STAKE and seen["events"][0]["kind"] == "wagered"
        mei.send({"type": "preview", "table": "bj", "act": "bet 1 main 5"})
        refused = mei.expect("previewed")
        assert not refused["ok"] and refused["clauses"] and refused["status"] == "under-minimum", refused
        mei.watch("bj")
        assert mei.seqs["bj"] == seq and mei.states["bj"]["stakes"] == [] and casino.balance("Mei") == 50000
        bet(mei, "bj", "rws-blackjack")
        dan.done("bj", "close")
        dan.send({"type": "preview", "table": "bj", "act": "deal"})
        assert dan.expect("previewed")["status"] == "forbidden"


def test_staff_orders():
    """limits, fills, closing and opening are for managers, between rounds, and are in force at once"""
    with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)]) as casino:
        pat, dan, mei = casino.token("Pat"), casino.token("Dan"), casino.token("Mei")
        limits = {"id": "limits-1", "wager": "main", "min": 5000, "max": 90000}
        assert casino.http("POST", "/api/tables/bj/limits", limits, dan)[0] == 403
        assert casino.http("POST", "/api/tables/bj/limits", limits)[0] == 401
        assert casino.http("POST", "/api/tables/bj/limits", limits, pat)[0] == 200
        shown = casino.http("GET", "/api/tables")[1]["tables"][0]["limits"][0]
        assert shown == {"wager": "main", "label": "Main wager", "labels": {"en": "Main wager", "ms": "Taruhan utama", "zh": "主注"}, "place": "main", "min": 5000, "max": 90000}
        assert casino.http("POST", "/api/tables/bj/fill", {"id": "fill-1", "amount": 700000}, pat)[0] == 200
        assert casino.http("POST", "/api/tables/bj/fill", {"id": "fill-1", "amount": 700000}, pat)[0] == 200
        numbers = casino.http("GET", "/api/tables/bj/numbers", token=pat)[1]
        assert numbers["bank"] == 700000, "a repeated fill is booked once"
        assert casino.http("GET", "/api/tables/bj/numbers", token=mei)[0] == 403
        assert casino.http("POST", "/api/tables/bj/close", {"id": "close-1"}, pat)[0] == 200
        visitor = casino.visit("Dan")
        visitor.watch("bj")
        assert visitor.states["bj"]["open"] is False
        assert visitor.act("bj", "open")["status"] == "table-closed"
        assert casino.http("POST", "/api/tables/bj/open", {"id": "open-1"}, pat)[0] == 200
        visitor.until("bj", lambda s: s["open"], "the opening")
        assert visitor.states["bj"]["limits"][0]["min"] == 5000, "limits outlive the closing"


def test_an_empty_table_is_closed():
    """bets are open and nobody has a wager: the table can be closed at once, at every game; with a wager it cannot"""
    for game, main in GAMES.items():
        with Casino([table(game, "t1", betting=3600)]) as casino:
            casino.buy_in("Mei", 50000)
            pat, mei = casino.token("Pat"), casino.visit("Mei")
            mei.watch("t1")
            mei.until("t1", lambda s: s["phase"] == "betting", "betting")
            bet(mei, "t1", game)
            assert casino.http("POST", "/api/tables/t1/close", {"id": "close-1"}, pat)[0] == 409, game
            mei.done("t1", f"pull {main}" if main != "main" else "pull 1 main")
            status, answer = casino.http("POST", "/api/tables/t1/close", {"id": "close-2"}, pat)
            assert status == 200, (game, answer)
            mei.until("t1", lambda s: not s["open"], "the closing")
            assert casino.http("POST", "/api/tables/t1/open", {"id": "open-1"}, pat)[0] == 200
            mei.until("t1", lambda s: s["phase"] == "betting", "bets again")
            casino.stop()
            assert "lean" in tap.done("audit", f"--db={casino.database}")


def test_higher_roles():
    """[mbs 6.2] a higher role does what a lower one may, and the journal names the person; a lower one does not decide for a higher"""
    with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)]) as casino:
        casino.buy_in("Mei", 50000)
        mei, staff = casino.visit("Mei"), {name: casino.visit(name) for name in ("Dan", "Sup", "Pat", "Sue")}
        for visitor in (mei, *staff.values()):
            visitor.watch("bj")
        while staff["Sue"].offers("bj", "deal"):
            staff["Sue"].done("bj", "deal")
        staff["Sup"].done("bj", "open")
        number = staff["Sup"].states["bj"]["round"]
        mei.done("bj", "bet 1 main 20")
        staff["Pat"].done("bj", "close")
        for name in ("Sue", "Pat", "Sup"):
            staff[name].done("bj", "deal")
        staff["Dan"].done("bj", "irregularity other two cards on the floor")
        assert staff["Dan"].watch("bj")["state"]["wants"]["question"] == "shift"
        assert not staff["Dan"].act("bj", "decide continue nothing seen")["ok"]
        assert not staff["Sup"].act("bj", "decide continue nothing seen")["ok"]
        staff["Sue"].done("bj", "decide void seen by all")
        recall = casino.http("GET", f"/api/tables/bj/rounds/{number}", token=casino.token("Dan"))[1]
        did = [(step["cause"].get("person"), step["cause"]["act"].split()[0]) for step in recall["steps"]]
        for person, act in (("Sup", "open"), (None, "bet"), ("Pat", "close"), ("Sue", "card"), ("Pat", "card"), ("Sup", "card"),
                            ("Dan", "irregularity"), ("Sue", "decide")):
            assert (person, act) in did, (person, act, did)
        assert casino.balance("Mei") == 50000


if __name__ == "__main__":
    tap.main(globals())
