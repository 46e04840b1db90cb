# SPDX-License-Identifier: Apache-2.0
"""Power failures, lost connections, repeated requests: nothing acknowledged is lost and nothing is booked twice."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import GAMES, PEOPLE_ALL, Casino, table  # noqa: E402


def cards_of(game):
    suit = "fi" if game == "mbs-star-elements" else "h"
    return ["5" + suit, "6" + suit, "4" + suit, "3" + suit, "2" + suit, "8" + suit]


def begin(casino, name, game, cards):
    """A round with one wager of 20 and one card on the table; returns the cards left."""
    mei, dan = casino.visit("Mei"), casino.visit("Dan")
    mei.watch(name)
    dan.watch(name)
    dan.done(name, "shuffle full")
    cards = list(cards)
    while dan.offers(name, "card"):
        dan.done(name, f"card {cards.pop(0)}")
    dan.done(name, "open")
    main = GAMES[game]
    mei.done(name, f"bet {main} 20" if main != "main" else "bet 1 main 20")
    dan.done(name, "close")
    dan.done(name, f"card {cards.pop(0)}")
    return mei, dan, cards


def test_power_failure():
    """killed in the middle of a round, each game goes on as its own clause says, with the same balances"""
    tables = [table(game, f"t{i}", device="entered", people=PEOPLE_ALL) for i, game in enumerate(GAMES)]
    with Casino(tables) as casino:
        casino.buy_in("Mei", 100000)
        before = {}
        for i, game in enumerate(GAMES):
            mei, dan, _ = begin(casino, f"t{i}", game, cards_of(game))
            before[game] = dan.states[f"t{i}"]
        assert casino.balance("Mei") == 100000 - 2000 * len(GAMES)
        casino.kill()
        casino.start()
        returned = 0
        for i, game in enumerate(GAMES):
            dan = casino.visit("Dan")
            state = dan.watch(f"t{i}")["state"]
            assert state["round"] == before[game]["round"]
            rounds = casino.http("GET", f"/api/tables/t{i}/rounds/{state['round']}", token=casino.token("Dan"))[1]
            last = rounds["steps"][-1]
            assert last["cause"]["act"] == "irregularity power-failure" and last["cause"]["system"], last["cause"]
            if game in ("rws-blackjack", "mbs-7up-baccarat"):  # [rws 5.4.2] [bac 5.9.1]
                assert state["voided"] and state["phase"] == "ended", (game, state["phase"])
                returned += 2000
            else:  # [mbs 5.29.2] the option to withdraw, or play on from the same card
                assert not state["voided"] and state["hands"] == before[game]["hands"], game
                mei = casino.visit("Mei")
                mei.watch(f"t{i}")
                assert mei.offers(f"t{i}", "withdraw"), [o["act"] for o in mei.offers(f"t{i}")]
        assert casino.balance("Mei") == 100000 - 2000 * len(GAMES) + returned
        audit = casino.http("GET", "/api/audit", token=casino.token("Aud"))[1]
        assert audit["clean"] and audit["sum"] == 0, audit


def step(mei, dan, name):
    """The next thing that has to be done in a round that a person deals from a virtual shoe."""
    dan.watch(name)
    mei.watch(name)
    verbs = [offer["verb"] for offer in dan.offers(name)]
    answers = [offer["act"] for verb in ("stand", "hit") for offer in mei.offers(name, verb)]
    if dan.states[name]["wants"]["turn"] and answers:
        mei.done(name, answers[0])
    elif dan.states[name]["phase"] == "betting":
        mei.done(name, "bet 1 main 20")
        dan.done(name, "close")
    else:
        words = next((word for word in ("deal", "end", "open") if word in verbs), "proceed")
        dan.done(name, words)


def test_virtual_shoe_goes_on():
    """after each kill a virtual shoe goes on at the exact card, and its revealed seed proves every card"""
    extra = "    decks: 4\n    cut: 200\n"
    with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL, extra=extra)]) as casino:
        casino.buy_in("Mei", 100000)
        for _ in range(4):
            mei, dan = casino.visit("Mei"), casino.visit("Dan")
            for _ in range(5):
                step(mei, dan, "bj")
            casino.kill()
            casino.start()
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        dan.watch("bj")
        while dan.states["bj"]["phase"] not in ("idle", "ended"):
            step(mei, dan, "bj")
            dan.watch("bj")
        state = dan.states["bj"]
        record = "".join(casino.http("GET", f"/api/tables/bj/rounds/{n}/record", token=casino.token("Dan"), raw=True)[1]
                         for n in range(1, state["round"] + 1))
        drawn = [word for line in record.splitlines() if line.startswith("shoe:") for word in line.split()[1:]]
        assert state["shoe"]["number"] == 1 and 4 * 52 - state["shoe"]["left"] == len(drawn) >= 5, drawn
        assert "seed" not in casino.http("GET", "/api/tables/bj/shoes/1")[1], "not before its end"
        assert casino.http("POST", "/api/tables/bj/open", {"id": "next-shoe"}, casino.token("Pat"))[0] == 200
        shoe = casino.http("GET", "/api/tables/bj/shoes/1")[1]
        proof = tap.run("verify-shoe", "--table=bj", "--shoe=1", f"--deck={shoe['deck']}", "--decks=4",
                        f"--commitment={shoe['commitment']}", f"--seed={shoe['seed']}", *drawn)
        assert proof.status == 0, proof.out + proof.err


def test_resume():
    """a connection that was lost takes up the table where it is, and sees what it missed"""
    with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)]) as casino:
        casino.buy_in("Mei", 50000)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("bj")
        dan.watch("bj")
        seq = mei.seqs["bj"]
        mei.socket.close()
        while dan.offers("bj", "deal"):
            dan.done("bj", "deal")
        dan.done("bj", "open")
        mei.connect()
        mei.updates.clear()
        mei.send({"type": "watch", "table": "bj", "since": seq})
        mei.until("bj", lambda s: mei.seqs["bj"] == dan.seqs["bj"], "the last state")
        assert mei.states["bj"]["phase"] == "betting"
        assert [u["cause"]["act"] for u in mei.updates][-1:] == ["open"], mei.updates
        # Far too long ago, or from the future: a snapshot.
        for since in (0, 10 ** 9):
            mei.send({"type": "watch", "table": "bj", "since": since})
            assert mei.expect("snapshot")["seq"] == dan.seqs["bj"]


def test_repeated_requests():
    """the same id twice is done once and answered the same, also after a restart"""
    with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)]) as casino:
        casino.buy_in("Mei", 50000)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("bj")
        dan.watch("bj")
        while dan.offers("bj", "deal"):
            dan.done("bj", "deal")
        dan.done("bj", "open")
        bet = {"type": "act", "id": "my-bet", "table": "bj", "act": "bet 1 main 20"}
        first = mei.ask(dict(bet))
        again = mei.ask(dict(bet))
        assert first["ok"] and first == again and casino.balance("Mei") == 48000
        refused = mei.ask({"type": "act", "id": "low", "table": "bj", "act": "bet 2 main 1"})
        assert not refused["ok"] and refused == mei.ask({"type": "act", "id": "low", "table": "bj", "act": "bet 2 main 1"})
        body = {"id": "once", "player": "Mei", "amount": 1000}
        for _ in range(3):
            assert casino.http("POST", "/api/cage/buy-in", body, casino.token("Cai"))[0] == 200
        assert casino.balance("Mei") == 49000
        casino.kill()
        casino.start()
        mei = casino.visit("Mei")
        mei.watch("bj")
        assert mei.ask(dict(bet))["ok"] and casino.balance("Mei") == 49000
        assert casino.http("POST", "/api/cage/buy-in", body, casino.token("Cai"))[0] == 200
        assert casino.balance("Mei") == 49000


def test_one_server_per_file():
    """a second server on the same database refuses with a clear message; a stop leaves it to the next"""
    with Casino([table("mbs-7up-baccarat", "bac")]) as casino:
        second = tap.run("serve", f"--config={casino.config}", cwd=casino.path)
        assert second.status == 2 and "in use by another" in second.err, second.err
        casino.stop()
        casino.start()
        assert casino.http("GET", "/healthz")[1] == {"ok": True}


if __name__ == "__main__":
    tap.main(globals())
