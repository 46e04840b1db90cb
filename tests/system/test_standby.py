# SPDX-License-Identifier: Apache-2.0
"""Reading on a hot standby (docs/scale.md): audit, reports, the journal and the feed say there what they say of the primary, while the
primary's server goes on; whoever would write is told that they cannot."""
import datetime
import json
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent)]
import postgres  # noqa: E402
import tap  # noqa: E402
from casino import GAMES, Casino, table  # noqa: E402

PRIMARY = STANDBY = CASINO = None


def at(server, database="house"):
    return f"postgresql://croupier@/{database}?host={server.folder}"


def rest():
    """Nobody plays any more, and the standby has it all."""
    CASINO.stop()
    STANDBY.follow()


def test_while_people_play():
    """the audit of a standby is clean while the primary is written to, also from a mark on"""
    with tap.folder() as folder:
        for _ in range(3):
            audit = tap.run("audit", "--db", at(STANDBY), f"--mark={folder}/mark")
            assert audit.status == 0 and "Clean" in audit.out, audit.out + audit.err
        time.sleep(1)
        audit = tap.run("audit", "--db", at(STANDBY), f"--since={folder}/mark", "--json")
        assert audit.status == 0, audit.out + audit.err


def test_the_same_words():
    """verify, journal, feed and the report of the day are the same at both"""
    rest()
    last = datetime.datetime.fromisoformat(json.loads(tap.done("feed", f"--db={at(PRIMARY)}").splitlines()[-1])["time"].rstrip("Z"))
    date = str((last - datetime.timedelta(hours=6)).date())  # a gaming day turns at 06:00
    for words in (["journal", "show", "--json"], ["journal", "verify"], ["feed"], ["report", date], ["report", date, "--json"]):
        found = [tap.run(*words, f"--db={at(server)}") for server in (PRIMARY, STANDBY)]
        assert found[0].status == 0 and found[0].out, (words, found[0].out[-500:], found[0].err)
        assert found[1].status == 0 and same(found[1].out) == same(found[0].out), (words, found[1].out[-500:], found[1].err)


def same(text):
    """Without how long it took, and where."""
    return [line.split(" (")[0] for line in text.splitlines() if "host=" not in line]


def test_who_would_write():
    """a server, and a command that writes, say that the database can only be read"""
    for words in (["serve", "--listen=127.0.0.1:0"], ["user", "add", "Ann", "player"]):
        refused = tap.run(*words, f"--db={at(STANDBY)}", cwd=CASINO.path)
        assert refused.status not in (0, 139) and "read" in refused.err.lower(), (words, refused.status, refused.out, refused.err)


if __name__ == "__main__":
    if not postgres.skip():
        with postgres.Postgres(["max_connections=60"]) as PRIMARY:
            with Casino([table(game, f"t{i}", betting=0, decision=0) for i, game in enumerate(GAMES)], demo=True, hurry=True, more="bots: 3\n",
                        database=PRIMARY.database("house")) as CASINO:
                time.sleep(2)
                with postgres.Standby(PRIMARY) as STANDBY:
                    tap.main(dict(globals()))
