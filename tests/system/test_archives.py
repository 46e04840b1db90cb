# SPDX-License-Identifier: Apache-2.0
"""A month of a house on PostgreSQL moves into an archive while its server goes on and a standby follows (docs/journal.md, section 13): play,
pages, receipts, audit, journal, feed, report, backup and copy say what they said before; without the file each of them names it."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent)]
import postgres  # noqa: E402
import tap  # noqa: E402
from casino import COMMAND, Casino, table  # noqa: E402

PRIMARY = STANDBY = CASINO = None
TABLE = "play-mbs-blackjack-v6"
WORDS = (["journal", "show", "--json"], ["journal", "verify"], ["feed"], ["report", "2026-03-10"], ["report", "2026-03", "--json"])


class March(Casino):
    """A house that played in March."""

    def hire(self):
        super().hire()
        library = next(iter(sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
        assert library, "faketime is missing (debian/control)"
        moves = "1 25\n\n" + "stand 1\n\ndecline insurance 1\n" * 2
        subprocess.run([COMMAND, "play", "mbs-blackjack-v6", "--db", self.database, "--buy-in", "100000"], input=moves * 300, text=True,
                       env=dict(os.environ, LD_PRELOAD=str(library), FAKETIME="2026-03-10 12:00:00",
                                ASAN_OPTIONS="verify_asan_link_order=0"), capture_output=True, timeout=100, cwd=self.path, check=True)


def at(server):
    return f"postgresql://croupier@/house?host={server.folder}"


def said(server, cwd):
    """Of March alone: the server writes on."""
    found = {}
    for words in WORDS:
        outcome = tap.run(*words, f"--db={at(server)}", cwd=cwd)
        assert outcome.status == 0 and outcome.out, (words, outcome.out[-500:], outcome.err)
        lines = outcome.out.splitlines()
        found[tuple(words)] = [line for line in lines if "verify" not in words and "host=" not in line][:1024]
    return found


def page(path, raw=False):
    return CASINO.http("GET", f"/api/tables/{TABLE}/{path}", token=CASINO.token("Guest"), raw=raw)


def test_while_people_play():
    """the round at hand goes on, an old one is shown as before, and so are its receipt and the guest's account"""
    guest = CASINO.visit("Guest")
    guest.watch(TABLE)
    guest.until(TABLE, lambda state: state["phase"] == "betting")
    assert guest.act(TABLE, "bet 1 main 25")["ok"]
    before, account = page("rounds/2"), CASINO.http("GET", "/api/me/ledger?limit=100", token=CASINO.token("Guest"))[1]["lines"]
    told = said(PRIMARY, CASINO.path)
    server = CASINO.process.pid
    archived = tap.run("journal", "archive", f"--db={CASINO.database}", "--out=march.archive", "--until=2026-03", "--json", cwd=CASINO.path)
    assert archived.status == 0 and archived.json()["last"] % 1024 == 0, archived.out + archived.err
    assert int(PRIMARY.sql("SELECT count(*) FROM journal", "house")) < 1024
    assert page("rounds/2") == before and before[0] == 200 and before[1]["complete"]
    status, text = page("rounds/2/receipt", raw=True)
    assert status == 200 and tap.run("verify-receipt", "-", input=text).status == 0, (status, text[:300])
    lines = CASINO.http("GET", "/api/me/ledger?limit=100", token=CASINO.token("Guest"))[1]["lines"]
    assert len(lines) == 100 and [line for line in lines if line in account] == account[:100 - (lines.index(account[0]))], (lines, account)
    guest.until(TABLE, lambda state: state["phase"] != "betting")
    assert CASINO.process.poll() is None and CASINO.process.pid == server
    assert said(PRIMARY, CASINO.path) == told
    again = tap.refused(2, "journal", "archive", f"--db={CASINO.database}", "--out=more.archive", "--until=2026-03", cwd=CASINO.path)
    assert "could be archived" in again, again


def test_standby():
    """the standby says the same, with the file beside whoever asks, named, or not at all"""
    STANDBY.follow()
    assert said(STANDBY, CASINO.path) == said(PRIMARY, CASINO.path)
    with tap.folder() as folder:
        archive = CASINO.path / "march.archive"
        for words in (["audit"], ["journal", "verify"]):
            assert tap.run(*words, f"--db={at(STANDBY)}", cwd=CASINO.path).status == 0, words
            assert "march.archive" in tap.refused(2, *words, f"--db={at(STANDBY)}", cwd=folder), words
            assert tap.run(*words, f"--db={at(STANDBY)}", f"--archive={archive}", cwd=folder).status == 0, words
        assert tap.run("audit", f"--db={at(STANDBY)}", f"--archive={archive}", f"--mark={folder}/mark", cwd=folder).status == 0
        assert tap.run("audit", f"--db={at(STANDBY)}", f"--since={folder}/mark", cwd=folder).status == 0  # it needs no archive
        assert "march.archive" in tap.refused(2, "backup", f"--db={at(PRIMARY)}", f"--out={folder}/b.db", cwd=folder)


def test_moves():
    """a backup and a copy hold every entry, and need no archive any more"""
    CASINO.stop()
    with tap.folder() as folder:
        whole = len(tap.done("journal", "show", "--json", f"--db={at(PRIMARY)}", cwd=CASINO.path).splitlines())
        tap.done("backup", f"--db={at(PRIMARY)}", f"--out={folder}/b.db", cwd=CASINO.path)
        other = PRIMARY.database("other")
        assert tap.run("db", "copy", at(PRIMARY), other, cwd=CASINO.path).status == 0
        for database in (f"{folder}/b.db", other):
            assert tap.run("audit", f"--db={database}", cwd=folder).status == 0, database
            assert len(tap.done("journal", "show", "--json", f"--db={database}", cwd=folder).splitlines()) == whole
        assert "db copy" in tap.refused(2, "restore", f"--db={at(PRIMARY)}", f"--from={folder}/b.db", cwd=folder)


if __name__ == "__main__":
    if not postgres.skip():
        with postgres.Postgres(["max_connections=60"]) as PRIMARY:
            with March([table("mbs-blackjack-v6", TABLE)], people={"Guest": "player", "Pat": "pit-manager", "Aud": "auditor"},
                       database=PRIMARY.database("house")) as CASINO:
                with postgres.Standby(PRIMARY) as STANDBY:
                    tap.main(dict(globals()))
