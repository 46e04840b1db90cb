# SPDX-License-Identifier: Apache-2.0
"""Goal: a witness on another host sees the log grow, cosigns it, and finds out whoever rewrites it; one that is away, or that
disagrees, is told to the pit and stops no table."""
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
import tap  # noqa: E402
from casino import Casino, table  # noqa: E402
from witness import NAME, Witness, founded, seen, wait_for, with_witness  # noqa: E402

def entries(casino):
    return int(tap.run("journal", "verify", "--db", casino.database, "--json").json()["entries"])


def test_protocol():
    """the answers are those of C2SP tlog-witness: status, body and type"""
    with tempfile.TemporaryDirectory(prefix="witness-") as folder:
        db = f"{folder}/a.db"
        tap.done("play", "mbs-7up-baccarat", "--seed", 5, "--db", db, input="1 25\n")
        shown = tap.run("key", "show", "--db", db, "--json").json()
        with Witness(folder, shown["verifier"]) as witness:
            note = checkpoint(db, shown)
            size = note.split("\n")[1]
            assert witness.post("nonsense")[0] == 400
            assert witness.post(f"old 1\n\n{note}")[:2] == (409, "0\n")
            assert witness.post(f"old 1\n\n{note}")[2] == "text/x.tlog.size"
            assert witness.post(f"old {int(size) + 1}\n\n{note}")[0] == 400
            status, lines, kind = witness.post(f"old 0\n\n{note}")
            assert status == 200 and lines.startswith(f"— {NAME} ") and lines.count("\n") == 1, lines
            assert witness.latest(shown["origin"]) == note + lines
            assert witness.post(f"old 0\n\n{note}")[:2] == (409, f"{size}\n")
            assert witness.post(f"old {size}\n\n{note}")[0] == 200
            other = note.replace(shown["origin"], "croupier/" + "0" * 32)
            assert witness.post(f"old 0\n\n{other}")[0] == 404
            forged = note.replace(f"\n{size}\n", f"\n{int(size) + 1}\n", 1)
            assert witness.post(f"old {size}\n\n{forged}")[0] == 403
            assert witness.post("", "/nothing")[0] == 404
            pathlib.Path(folder, "seen").write_text(note + lines)
            audited = tap.done("audit", "--db", db, "--checkpoint", f"{folder}/seen", "--witness", witness.key)
            assert "includes the checkpoint known from outside" in audited and "Clean" in audited
            assert "not signed with any of the given keys" in tap.refused(2, "audit", "--db", db, "--checkpoint", f"{folder}/seen")
            # What was cosigned is known for ever.
            witness.stop(signal.SIGKILL)
            witness.start()
            assert witness.latest(shown["origin"]) == note + lines
            assert witness.post(f"old 0\n\n{note}")[:2] == (409, f"{size}\n")
            assert witness.stop() == 0


def checkpoint(db, shown):
    """The last checkpoint of a database as a note, put together by hand."""
    import base64
    with sqlite3.connect(db) as connection:
        size, root, signature = connection.execute(
            "SELECT size, root, signature FROM checkpoints ORDER BY size DESC LIMIT 1").fetchone()
    name, number, _ = shown["verifier"].split("+", 2)
    line = base64.b64encode(bytes.fromhex(number) + signature).decode()
    return f"{name}\n{size}\n{base64.b64encode(root).decode()}\n\n— {name} {line}\n"


def test_cosigned():
    """everything a server writes is cosigned within seconds, and the cosignatures are kept; an audit believes the witness"""
    casino, shown = founded()
    with casino, Witness(casino.path, shown["verifier"]) as witness:
        with_witness(casino, witness)
        casino.start()
        for _ in range(3):
            casino.buy_in("Mei", 100000)
        wait_for(lambda: seen(witness, shown["origin"]) >= 10, "the witness")
        casino.stop()
        # What the end left unseen is seen at the next start.
        casino.start()
        wait_for(lambda: seen(witness, shown["origin"]) >= entries(casino), "the rest")
        casino.stop()
        head = casino.path / "head"
        head.write_text(witness.latest(shown["origin"]))
        clean = tap.done("audit", "--db", casino.database, "--key", shown["key"], "--checkpoint", head, "--witness", witness.key)
        assert "includes the checkpoint" in clean
        kept = casino.rows("SELECT size, line FROM cosignatures")
        assert kept and all(line.startswith(f"— {NAME} ") for _, line in kept)
        assert f"{len(kept)} cosignatures are kept with the log, {len(kept)} by the witnesses named here" in clean, clean
        assert f"Those witnesses have seen the first {entries(casino)} entries of {entries(casino)}." in clean, clean
        unnamed = tap.done("audit", "--db", casino.database, "--key", shown["key"])
        assert f"{len(kept)} cosignatures are kept with the log, 0 by" in unnamed, unnamed


@tap.on_sqlite("forges a copy of the database file")
def test_forged():
    """a cosignature that is put under another checkpoint, or under none, is found; so is that there is none, by whoever names the witness"""
    casino, shown = founded()
    with casino, Witness(casino.path, shown["verifier"]) as witness:
        with_witness(casino, witness)
        casino.start()
        casino.buy_in("Mei", 100000)
        wait_for(lambda: len(casino.rows("SELECT size FROM cosignatures")) > 1, "two cosignatures")
        casino.stop()
        for sql, says in (("UPDATE cosignatures SET size = (SELECT min(size) FROM checkpoints) WHERE rowid = (SELECT max(rowid) FROM"
                           " cosignatures)", "did not sign this checkpoint"),
                          ("UPDATE cosignatures SET size = 1000000 WHERE rowid = (SELECT max(rowid) FROM cosignatures)",
                           "no such checkpoint"),
                          ("UPDATE cosignatures SET line = line || 'x' WHERE rowid = 1", "its line is no signature"),
                          ("UPDATE cosignatures SET line = '' WHERE rowid = 1", "its line is no signature"),
                          ("DELETE FROM cosignatures", "none of the witnesses named has signed")):
            forged = casino.path / "forged.db"
            forged.unlink(missing_ok=True)
            shutil.copy(casino.database, forged)
            with sqlite3.connect(forged) as connection:
                guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'cosignatures'").fetchall()
                for guard, _ in guards:
                    connection.execute(f"DROP TRIGGER {guard}")
                assert connection.execute(sql).rowcount >= 1
                for _, guard in guards:
                    connection.execute(guard)
            found = tap.run("audit", "--db", forged, "--key", shown["key"], "--witness", witness.key)
            assert found.status == 1 and says in found.out, found.out + found.err


@tap.on_sqlite("puts an older database file back; system-restore does that with PostgreSQL")
def test_rewritten():
    """a database put back behind what a witness has seen does not start; who goes on all the same is named in the journal"""
    casino, shown = founded()
    with casino, Witness(casino.path, shown["verifier"]) as witness:
        shutil.copy(casino.database, casino.path / "old.db")
        with_witness(casino, witness)
        casino.start()
        casino.buy_in("Mei", 100000)
        casino.stop()
        casino.start()
        wait_for(lambda: seen(witness, shown["origin"]) >= entries(casino), "the witness")
        casino.stop()
        head = casino.path / "head"
        head.write_text(witness.latest(shown["origin"]))
        for file in casino.path.glob("casino.db-*"):
            file.unlink()
        shutil.copy(casino.path / "old.db", casino.database)
        refused = tap.refused(2, "serve", f"--config={casino.config}")
        assert "A witness has seen entries that this log does not have" in refused and "--accept-loss" in refused, refused
        told = ["serve", f"--config={casino.config}", "--checkpoint", head, "--key", shown["key"]]
        refused = tap.refused(2, *told)
        assert "entries is known, and this log has" in refused, refused
        found = tap.run("audit", "--db", casino.database, "--key", shown["key"], "--checkpoint", head)
        assert found.status == 1 and "is known, and this log has" in found.out, found.out
        going_on = subprocess.Popen([tap.COMMAND, *map(str, told), "--accept-loss", "Ada"], stdout=subprocess.PIPE, text=True,
                                    stderr=subprocess.DEVNULL)
        assert "://" in going_on.stdout.readline()
        going_on.terminate()
        assert going_on.wait(timeout=20) == 0
        loss = [line for line in tap.done("journal", "show", "--db", casino.database).splitlines() if "loss, " in line]
        assert len(loss) == 1 and "Ada" in loss[0], loss
        told = ["audit", "--db", casino.database, "--key", shown["key"], "--checkpoint", head]
        unheard = tap.run(*told)
        assert unheard.status == 1 and "Ada accepts here that this log has lost it" in unheard.out, unheard.out
        assert tap.run(*told, "--accept-loss", "Bob").status == 1
        heard = tap.run(*told, "--accept-loss", "Ada")
        assert heard.status == 0 and "Lost, as accepted in the log: 1 of the checkpoints" in heard.out, heard.out


def test_away():
    """a witness that is away stops no table: acts are taken as ever, the pit is told, and it catches up when it is back"""
    casino, shown = founded()
    with casino, Witness(casino.path, shown["verifier"]) as witness:
        with_witness(casino, witness)
        witness.stop()
        casino.start()
        pit = casino.visit("Pat")
        pit.watch("bac")
        began = time.monotonic()
        casino.buy_in("Mei", 100000)
        assert time.monotonic() - began < 5
        while not any(alarm["code"] == "witness-away" for alarm in pit.alarms):
            assert time.monotonic() - began < 60, "the pit was not told"
            pit.receive()
        status, metrics = casino.http("GET", "/metrics", raw=True)
        assert status == 200 and "croupier_witnesses_behind 1" in metrics, metrics
        witness.start()
        while not any(alarm["code"] == "witness-well" for alarm in pit.alarms):
            assert time.monotonic() - began < 120, "the pit was not told that all is well"
            pit.receive()
        assert seen(witness, shown["origin"]) > 0
        casino.stop()


tap.main(globals())
