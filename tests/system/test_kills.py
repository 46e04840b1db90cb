# SPDX-License-Identifier: Apache-2.0
"""The server is killed at random moments while bots play at a table of every game, again and again on one database. Whatever anybody was
told before a kill is in the journal after it, and the audit is clean. KILLS says how often (12), KILL_SEED when."""
import json
import os
import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import GAMES, Casino, table  # noqa: E402

KILLS = int(os.environ.get("KILLS", "12"))
LIFE = 0.8  # seconds at most, from the first thing that is told
AUDIT_EVERY = 10


def listen(visitor):
    """Reads until the server is gone."""
    try:
        while visitor.receive() is not None:
            pass
    except (ConnectionError, OSError):
        pass


def journal(casino):
    """The number of the last entry of each table, and every request's key with its text."""
    last, requests = {}, {}
    for line in tap.done("journal", "show", "--json", f"--db={casino.database}").splitlines():
        row = json.loads(line)
        last[row["table"]] = row["entry"]
        if row["kind"] == "money":
            requests[row["key"]] = row["text"]
    return last, requests


def life(casino, number, luck):
    """One life of the server: what people were told in it."""
    booked = 0
    display = casino.visit()
    for i in range(len(GAMES)):
        display.watch(f"t{i}")
    reader = threading.Thread(target=listen, args=(display,))
    reader.start()
    end = time.monotonic() + luck.uniform(0, LIFE)
    while time.monotonic() < end:
        body = {"id": f"kill-{number}-{booked}", "player": "Mei", "amount": 100}
        status, answer = casino.http("POST", "/api/cage/buy-in", body, casino.token("Cai"))
        assert status == 200 and answer["ok"], answer
        booked += 1
    casino.process.kill()
    reader.join()
    casino.process.wait()
    return booked, display.seqs


def test_kills():
    """nothing that anybody was told is lost, no buy-in is booked twice, the audit is clean"""
    luck = random.Random(os.environ.get("KILL_SEED", "7"))
    tables = [table(game, f"t{i}", betting=0, decision=0, extra="    cut: 200\n") for i, game in enumerate(GAMES)]
    with Casino(tables, demo=True, hurry=True, more="bots: 3\n") as casino:
        casino.passwords = {}
        told, rows, booked = 0, {}, 0
        for number in range(KILLS):
            casino.tokens = {"Cai": casino.http("POST", "/api/session", {"demo": "cashier"})[1]["token"]}
            more, seqs = life(casino, number, luck)
            booked += more
            for name, seq in seqs.items():
                assert seq >= rows.get(name, 0), (name, seq, rows)
                rows[name] = seq
            told += sum(seqs.values())
            if number % AUDIT_EVERY == AUDIT_EVERY - 1 or number == KILLS - 1:
                last, requests = journal(casino)
                assert all(last[name] >= seq for name, seq in rows.items()), (last, rows)
                assert len([text for text in requests.values() if text == "buy-in Mei 1\n"]) >= booked, (len(requests), booked)
                audit = tap.run("audit", f"--db={casino.database}")
                assert audit.status == 0, audit.out + audit.err
            casino.start()
        print(f"# {KILLS} kills, {booked} buy-ins answered, entries told {rows}")


if __name__ == "__main__":
    tap.main(globals())
