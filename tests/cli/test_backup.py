# SPDX-License-Identifier: Apache-2.0
"""Goal: a copy of the books is whole or not there; and nobody goes back behind what is known without a name."""
import pathlib

import tap


def play(db, rounds=1):
    tap.done("play", "mbs-7up-baccarat", "--db", db, input="1 25\n" * rounds)


def entries(db):
    return tap.run("journal", "verify", "--db", db, "--json").json()["entries"]


def test_copy():
    """a copy holds every entry and is audited clean; one that is there is not written over, a damaged source gives none"""
    with tap.folder() as folder:
        db, copy = f"{folder}/a.db", f"{folder}/copy.db"
        play(db)
        assert "all in order" in tap.done("backup", "--db", db, "--out", copy)
        assert entries(copy) == entries(db) and tap.run("audit", "--db", copy).status == 0
        assert "is there already" in tap.refused(2, "backup", "--db", db, "--out", copy)
        data = bytearray(pathlib.Path(db).read_bytes())
        at = data.rindex(b"dealer: open")
        data[at] ^= 1
        pathlib.Path(folder, "bad.db").write_bytes(data)
        assert "its bytes" in tap.refused(2, "backup", "--db", f"{folder}/bad.db", "--out", f"{folder}/none.db")
        assert not list(pathlib.Path(folder).glob("none.db*"))
        assert "No such file" in tap.refused(2, "backup", "--db", f"{folder}/no.db", "--out", f"{folder}/none.db")
        tap.refused(2, "restore", "--from", f"{folder}/bad.db", "--db", f"{folder}/none.db")
        assert not pathlib.Path(folder, "none.db").exists()


def test_put_back():
    """a copy takes the place of the books; one that lacks sealed entries does not, unless somebody answers for it by name"""
    with tap.folder() as folder:
        db, copy = f"{folder}/a.db", f"{folder}/copy.db"
        play(db)
        key = tap.run("key", "show", "--db", db, "--json").json()["key"]
        tap.done("backup", "--db", db, "--out", copy)
        pathlib.Path(db).unlink()
        assert "all in order" in tap.done("restore", "--from", copy, "--db", db)
        play(db)
        after = entries(db)
        refused = tap.refused(2, "restore", "--from", copy, "--db", db)
        assert "is known, and this log has" in refused and "--accept-loss" in refused, refused
        assert entries(db) == after, "nothing was changed"
        tap.done("restore", "--from", copy, "--db", db, "--accept-loss", "Ada")
        assert entries(db) == entries(copy) + 1
        loss = [line for line in tap.done("journal", "show", "--db", db).splitlines() if "loss, " in line]
        assert len(loss) == 1 and "Ada" in loss[0], loss
        assert tap.run("audit", "--db", db, "--key", key).status == 0
        play(db)
        assert tap.run("audit", "--db", db, "--key", key).status == 0


def test_another_house():
    """the books of another house do not take the place of these"""
    with tap.folder() as folder:
        mine, other = f"{folder}/a.db", f"{folder}/b.db"
        play(mine)
        play(other)
        assert "the head is one of the log" in tap.refused(2, "restore", "--from", other, "--db", mine)


tap.main(globals())
