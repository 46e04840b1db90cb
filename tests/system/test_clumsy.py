# SPDX-License-Identifier: Apache-2.0
"""A clumsy or hostile staff and public: whatever was accepted reads back, audits, replays and outlasts a restart; whatever was
refused changed nothing and said why."""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PEOPLE_ALL, Casino, table  # noqa: E402
from night import Night  # noqa: E402

SEED = int(os.environ.get("CLUMSY_SEED", "7"))
ACTS = int(os.environ.get("CLUMSY_ACTS", "500"))


def small():
    return Casino([table("mbs-blackjack-v6", "drawn", people=PEOPLE_ALL), table("mbs-blackjack-v6", "entered", device="entered", people=PEOPLE_ALL)],
                  people={"Mei": "player", "Dan": "dealer", "Pat": "pit-manager", "Cai": "cashier"}, hurry=True)


def test_fresh_shoe():
    """a round is dealt from every shoe: of a machine, with the cutting card at its front, and with one cut for more decks than there are"""
    tables = [table("mbs-blackjack-v6", "front", betting=0, decision=0, extra="    decks: 6\n    cut: 311\n"),
              table("mbs-blackjack-v6", "more", betting=0, decision=0, extra="    decks: 6\n"),
              table("mbs-star-elements", "machine", betting=0, decision=0, extra="    shuffle: machine\n")]
    with Casino(tables, people={"Mei": "player", "Cai": "cashier"}, hurry=True) as casino:
        casino.stop()
        casino.config.write_text(casino.config.read_text().replace("decks: 6\n  - id: machine", "decks: 8\n    cut: 380\n  - id: machine"))
        casino.start()
        casino.buy_in("Mei", 100000)
        for where in ("front", "more", "machine"):
            mei = casino.visit("Mei")
            mei.watch(where)
            for number in (1, 2):
                state = mei.until(where, lambda s: s["phase"] == "betting" and s["round"] == number, f"round {number}")
                assert state["shoe"]["number"] == number, (where, state["shoe"])
                mei.done(where, "bet 1 main 20")
            mei.socket.close()


def test_keys():
    """a manager's request needs an id that can be told from every other; no field that means nothing is passed over"""
    with small() as casino:
        pat = casino.token("Pat")
        for path in ("fill", "credit"):
            body = {"id": f"{path}-for", "amount": 5, "player": "Mei"}
            assert casino.http("POST", f"/api/tables/drawn/{path}", body, pat)[0] == 400, path
        for path, body in (("open", {}), ("close", {}), ("limits", {"wager": "main", "min": 0, "max": 5}), ("fill", {"amount": 5})):
            for key in ("", "a b", "a\nb", "k" * 65, "钥匙"):
                status, answer = casino.http("POST", f"/api/tables/drawn/{path}", {"id": key, **body}, pat)
                assert status == 400 and answer["error"]["code"] == "bad-message", (path, key, answer)
            assert casino.http("POST", f"/api/tables/drawn/{path}", {"id": f"{path}-{'k' * 57}"[:64], **body}, pat)[0] == 200, path


def test_shuffle():
    """who shuffles all cards begins a shoe, however he spaces the words; not at a table that is closed"""
    with small() as casino:
        dan, pat = casino.visit("Dan"), casino.token("Pat")
        # A virtual shoe is shuffled when it is opened; entered cards wait for the Dealer to shuffle them.
        for where, first in (("drawn", 2), ("entered", 1)):
            dan.watch(where)
            for number, words in enumerate(["shuffle full", " shuffle  full "], first):
                dan.done(where, words)
                assert dan.states[where]["shoe"]["number"] == number, where
            assert casino.http("POST", f"/api/tables/{where}/close", {"id": f"close-{where}"}, pat)[0] == 200
            dan.watch(where)
            for words, status in (("shuffle full", "table-closed"), ("shuffle full # all", "bad-text")):
                before = dan.seqs[where]
                assert dan.act(where, words)["status"] == status
                dan.watch(where)
                assert dan.seqs[where] == before and not dan.states[where]["open"], (where, words)
        shoes = casino.http("GET", "/api/tables/drawn/shoes")[1]["shoes"]
        assert ["seed" in shoe for shoe in sorted(shoes, key=lambda shoe: shoe["shoe"])] == [True, True, False], shoes
        casino.stop()
        assert "shoe-differs" not in (casino.path / "events").read_text()
        tap.done("audit", f"--db={casino.database}")


def test_what_would_go():
    """a refusal says what would go: the card that comes first, what the table waits for, in the reader's language; a preview too"""
    with small() as casino:
        casino.buy_in("Mei", 10 ** 5)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("entered")
        dan.watch("entered")
        for words in ("shuffle full", "card 2h", "open"):
            dan.done("entered", words)
        mei.done("entered", "bet 1 main 20")
        for words in ("close", "card Th", "card 6c", "card 5d", "irregularity faceup-card 9s"):
            dan.done("entered", words)
        assert dan.act("entered", "card 9s")["sentence"].endswith(" Mei decides for area 1."), dan.act("entered", "card 9s")
        mei.done("entered", "hit 1")
        answer = dan.act("entered", "card 9d")
        assert answer["status"] == "card-not-front" and answer["sentence"].endswith(" The next one is 9s."), answer
        assert mei.act("entered", "stand 1")["sentence"].endswith(" The next card goes to area 1."), mei.act("entered", "stand 1")
        dan.send({"type": "preview", "table": "entered", "act": "card 9d"})
        assert dan.expect("previewed")["sentence"].endswith(" The next one is 9s.")
        other = casino.visit("Dan", language="zh")
        other.watch("entered")
        sentence = other.act("entered", "card 9d")["sentence"]
        assert "9s" in sentence and "next" not in sentence, sentence


def test_limits():
    """a round is exported, and told as a record, with the limits it was played by, whenever they were changed"""
    with small() as casino:
        casino.buy_in("Mei", 10 ** 6)
        mei, dan, pat = casino.visit("Mei"), casino.visit("Dan"), casino.token("Pat")
        mei.watch("entered")
        dan.watch("entered")
        for number, limit in enumerate((3, 4000, 7), 1):
            dan.done("entered", "shuffle full")
            for step in range(150):  # he cannot make up his mind
                body = {"id": f"{number}-{step}", "wager": "main", "min": 1 + step % 2, "max": 100 * limit + step // 149}
                assert casino.http("POST", "/api/tables/entered/limits", body, pat)[0] == 200
            dan.done("entered", "open")
            mei.done("entered", f"bet 1 main {limit}.01")
            dan.done("entered", "close")
            dan.done("entered", "irregularity foreign-card")
            dan.watch("entered")
            if dan.states["entered"]["phase"] != "ended":
                dan.done("entered", "end")
            body = {"id": f"end-{number}", "wager": "main", "min": 9999, "max": 9999}
            assert casino.http("POST", "/api/tables/entered/limits", body, pat)[0] == 200
            mei.done("entered", "sit 2")
            mei.done("entered", "rise")
            record = casino.path / "one.round"
            record.write_text(casino.http("GET", f"/api/tables/entered/rounds/{number}/record", token=pat, raw=True)[1])
            tap.done("replay", record)
        casino.stop()
        tap.done("journal", "export", f"--db={casino.database}", f"--out={casino.path}/records")
        for file in (casino.path / "records").glob("entered-*.round"):
            tap.done("replay", file)


def fidget(casino, acts, connection=480, together=16):
    """Wagers put down and taken back by somebody who cannot make up their mind: a few at a time, so that the table keeps up, and on several
    connections, since one that sends more than 50 messages a second for ten seconds is ended."""
    for first in range(0, acts, connection):
        mei = casino.visit("Mei", changes=True)
        for start in range(first, first + connection, together):
            steps = range(start, start + together)
            for step in steps:
                words = "pull 1 main" if step % 2 else "bet 1 main 100"
                mei.send({"type": "act", "id": f"fidget-{step}", "table": "entered", "act": words})
            last = mei.wait_answer(f"fidget-{steps[-1]}")
            assert last["ok"], last
        mei.socket.close()


def test_long_round():
    """a round of which the record is longer than 64 KiB is had from the server, by the page and as a record, and replays"""
    with small() as casino:
        casino.buy_in("Mei", 10 ** 6)
        dan, pat = casino.visit("Dan"), casino.token("Pat")
        dan.done("entered", "shuffle full")
        dan.done("entered", "open")
        fidget(casino, 3840)
        casino.visit("Mei").done("entered", "bet 1 main 100")
        dan.done("entered", "close")
        dan.done("entered", "irregularity foreign-card")
        dan.watch("entered")
        if dan.states["entered"]["phase"] != "ended":
            dan.done("entered", "end")
        status, text = casino.http("GET", "/api/tables/entered/rounds/1/record", token=pat, raw=True)
        assert status == 200 and len(text) > 65536, (status, len(text))
        assert text.count("pull 1 main") == 1920 and text.count("bet 1 main 100") == 1921
        record = casino.path / "long.round"
        record.write_text(text)
        tap.done("replay", record)
        status, told = casino.http("GET", "/api/tables/entered/rounds/1", token=pat)
        assert status == 200 and len(told["steps"]) > 3840, (status, str(told)[:300])
        casino.stop()
        tap.done("audit", f"--db={casino.database}")


def test_restrictions():
    """any number of areas or wagers the pit says is read again after the next shoe and the next start"""
    with small() as casino:
        mei, pit = casino.visit("Mei"), casino.visit("Pat")
        pit.watch("drawn")
        mei.watch("drawn")
        mei.done("drawn", "sit 1")
        for words in ("restrict Mei areas 0", "restrict Mei areas 254", "restrict 1 wagers 254"):
            pit.done("drawn", words)
        assert casino.http("POST", "/api/tables/drawn/open", {"id": "open"}, casino.token("Pat"))[0] == 200
        casino.kill()
        casino.start()
        tap.done("audit", f"--db={casino.database}")


def test_night():
    """a night of clumsy acts at nine tables: the books read back, audit, replay, and go on after every stop"""
    Night(SEED).run(ACTS)


if __name__ == "__main__":
    tap.main(globals())
