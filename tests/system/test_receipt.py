# SPDX-License-Identifier: Apache-2.0
"""Goal: who took part in a round gets a receipt of it that shows what the house wrote down, to anybody and without the house;
nobody else gets one, and no receipt that was changed is believed."""
import base64
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import Casino, table  # noqa: E402
from witness import Witness, founded, seen, wait_for, with_witness  # noqa: E402


def play_round(casino, name="Mei"):
    """A round of baccarat in which this player has a wager; its number."""
    player = casino.visit(name)
    casino.buy_in(name, 100000)
    player.watch("bac")
    state = player.until("bac", lambda s: s["phase"] == "betting", "betting")
    player.done("bac", "bet player 100")
    number = state["round"]
    player.until("bac", lambda s: s["round"] > number or (s["phase"] == "ended" and s["round"] == number), "the end")
    return number


def get(casino, name, number):
    """Status and text, or the error's code."""
    status, text = casino.http("GET", f"/api/tables/bac/rounds/{number}/receipt", token=name and casino.token(name), raw=True)
    return status, text if status == 200 else json.loads(text)["error"]["code"]


def receipt(casino, name, number):
    """The text, once the round is sealed."""
    answer = []

    def sealed():
        answer[:] = get(casino, name, number)
        return answer[0] != 409
    wait_for(sealed, "the checkpoint")
    return answer


def verify(text, *words):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text)
        file.flush()
        return tap.run("verify-receipt", file.name, *words)


def test_of_the_last_round():
    """the round on the table has a receipt as soon as it has ended, before another one begins"""
    with Casino([table("mbs-7up-baccarat", "bac", result=60000)], demo=True, more="bots: 0\n") as casino:  # nobody plays before the player
        player = casino.visit("Mei")
        casino.buy_in("Mei", 100000)
        player.watch("bac")
        number = player.until("bac", lambda s: s["phase"] == "betting", "betting")["round"]
        player.done("bac", "bet player 100")
        player.until("bac", lambda s: s["phase"] == "ended" and s["round"] == number, "the end")
        status, text = receipt(casino, "Mei", number)
        assert status == 200 and f"\nbac\n{number}\n" in text, (status, text)


def test_receipt():
    """a player's receipt is proved, with the house's key and with a witness's, and says what was done"""
    casino, key = founded()
    with tempfile.TemporaryDirectory() as folder, Witness(folder, key["verifier"]) as witness, casino:
        with_witness(casino, witness)
        casino.start()
        number = play_round(casino)
        status, text = receipt(casino, "Mei", number)
        assert status == 200 and text.startswith(f"croupier receipt 2\nbac\n{number}\nentry "), text[:200]
        found = verify(text, "--key", key["key"], "--json").json()
        assert found["proved"] and found["signed"] and found["table"] == "bac" and found["round"] == number
        lines = "".join(entry["text"] for entry in found["entries"])
        assert "Mei: bet player 100" in lines, lines
        assert found["entries"][0]["kind"] == "opened"
        numbers = [entry["entry"] for entry in found["entries"][1:]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert sum(posting["cents"] for entry in found["entries"] for posting in entry["money"]) == 0
        # the same by the witness alone, once it has cosigned so far
        size = int(re.search(r"\ncroupier/\w+\n(\d+)\n", text)[1])
        wait_for(lambda: seen(witness, key["origin"]) >= size, "the witness")
        wait_for(lambda: "witness.example" in receipt(casino, "Mei", number)[1], "the cosignature")
        told = verify(receipt(casino, "Mei", number)[1], "--witness", witness.key)
        assert told.status == 0 and "Proved:" in told.out and "Signed with a key" in told.out, told.out
        casino.stop()
        # and by the shell, from the same books
        shell = tap.run("journal", "receipt", "--db", casino.database, "--table", "bac", "--round", number)
        assert shell.status == 0 and verify(shell.out, "--key", key["key"]).status == 0
        assert tap.run("journal", "receipt", "--db", casino.database, "--table", "bac", "--round", 999999).status == 2


def test_who():
    """a player without a wager in the round gets none, a stranger neither; staff and auditors do"""
    with Casino([table("mbs-7up-baccarat", "bac")], hurry=True) as casino:
        number = play_round(casino)
        assert receipt(casino, "Mei", number)[0] == 200
        assert receipt(casino, "Aud", number)[0] == 200
        assert receipt(casino, "Dan", number)[0] == 200
        casino.buy_in("Tan", 1000)
        assert receipt(casino, "Tan", number) == [403, "not-your-round"]
        assert receipt(casino, None, number)[0] == 401
        assert receipt(casino, "Mei", number + 1000)[0] == 404
        for name in ("0", "-1", "1x", "99999999999999999999"):
            assert get(casino, "Mei", name)[0] == 404, name


def parts(text):
    """head, entries, note"""
    blocks = text.split("\n\n")
    first = blocks[0].split("\n", 3)
    entries = [first[3]] + [block for block in blocks[1:] if block.startswith("entry ")]
    note = text[text.index("\n\ncroupier/") + 2:]
    return "\n".join(first[:3]) + "\n", entries, note


def test_forged():
    """a receipt with an entry changed, left out, added, moved, or against another log is not proved"""
    casino, key = founded()
    with casino:
        casino.start()
        number = play_round(casino)
        text = receipt(casino, "Mei", number)[1]
        other = receipt(casino, "Mei", play_round(casino))[1]
        with tempfile.TemporaryDirectory() as folder:
            db = f"{folder}/other.db"
            tap.done("play", "mbs-7up-baccarat", "--seed", 5, "--db", db, input="1 25\n")
            strange = tap.run("key", "show", "--db", db, "--json").json()
    head, entries, note = parts(text)
    assert len(entries) >= 4

    def made(entries, note=note, head=head):
        return head + "".join(entry + "\n\n" for entry in entries) + note
    assert made(entries) == text and verify(text, "--key", key["key"]).status == 0

    def changed(entry):
        lines = entry.split("\n")
        raw = bytearray(base64.b64decode(lines[0][6:]))
        raw[-1] ^= 2
        return "\n".join(["entry " + base64.b64encode(raw).decode()] + lines[1:])
    forged = {
        "an entry changed": made(entries[:1] + [changed(entries[1])] + entries[2:]),
        "the first left out": made(entries[:1] + entries[2:]),
        "one left out in the middle": made(entries[:2] + entries[3:]),
        "the last left out, another round's put there": made(entries[:-1] + parts(other)[1][1:2]),
        "entries exchanged": made(entries[:1] + entries[:0:-1]),
        "no beginning of a shoe": made(entries[1:]),
        "nothing but the beginning": made(entries[:1]),
        "another round's number": made(entries, head=head.replace(f"\n{number}\n", f"\n{number + 1}\n")),
        "an index moved": made(entries[:1] + [re.sub(r"index (\d+)", lambda m: f"index {int(m[1]) + 1}", entries[1])] + entries[2:]),
        "against another root": made(entries, parts(other)[2].replace(*(re.search(r"\n(\S+=)\n", n)[1] for n in (parts(other)[2], note)))),
    }
    for what, words in forged.items():
        told = verify(words, "--key", key["key"])
        assert told.status == 1 and "Not proved" in told.out, (what, told.status, told.out, told.err)
    told = verify(text, "--key", strange["key"])
    assert told.status == 1 and "Not signed with any key that was given" in told.out
    assert "not whose log it is" in verify(text).out
    told = verify("croupier receipt 2\nnonsense\n")
    assert told.status == 2 and "is not a receipt" in told.err


tap.main(globals())
