# SPDX-License-Identifier: Apache-2.0
"""Goal: a house lives in a file or in a PostgreSQL, moves between the two with the same heads and the same root, and no command shows a
password. A PostgreSQL of its own is started; pgbouncer too, where it is installed."""
import json
import os
import pathlib
import pwd
import shutil
import subprocess
import sys
import time

import tap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgres  # noqa: E402

SERVER = None


def play(db, rounds=3, cwd=None):
    tap.done("play", "mbs-7up-baccarat", "--db", db, input="1 25\n" * rounds, cwd=cwd)


def root(text):
    return json.loads(text)["root"]


def test_there_and_back():
    """a file moves into a PostgreSQL and back: same entries, same root; both ends are audited clean; what is not empty is refused"""
    with tap.folder() as folder:
        there = SERVER.database("there")
        play(f"{folder}/a.db")
        first = tap.done("db", "copy", f"{folder}/a.db", there, "--json")
        assert tap.run("audit", "--db", there).status == 0
        assert "is not empty" in tap.refused(2, "db", "copy", f"{folder}/a.db", there)
        second = tap.done("db", "copy", there, f"{folder}/b.db", "--json")
        assert root(first) == root(second), (first, second)
        assert tap.run("audit", "--db", f"{folder}/b.db").status == 0
        assert "is not empty" in tap.refused(2, "db", "copy", there, f"{folder}/a.db")
        assert "no house to copy" in tap.refused(2, "db", "copy", f"{folder}/none.db", f"{folder}/c.db")
        assert not pathlib.Path(folder, "c.db").exists()
        entries = [tap.done("journal", "show", "--json", f"--db={db}") for db in (f"{folder}/a.db", there, f"{folder}/b.db")]
        assert entries[0] == entries[1] == entries[2]


def test_the_house_goes_on():
    """play, key, journal, audit and backup take an address wherever they take a file; the key is a file of its own that is never replaced"""
    with tap.folder() as folder:
        there = SERVER.database("goes-on")
        play(there, cwd=folder)
        assert pathlib.Path(folder, "goes-on.key").exists()
        play(there, cwd=folder)
        key = json.loads(tap.done("key", "show", "--json", "--db", there, cwd=folder))["key"]
        assert tap.run("audit", "--db", there, "--key", key).status == 0
        assert "all in order" in tap.done("journal", "verify", "--db", there)
        assert "all in order" in tap.done("backup", "--db", there, "--out", f"{folder}/copy.db")
        assert tap.run("audit", "--db", f"{folder}/copy.db", "--key", key).status == 0
        tap.done("key", "turn", "--by", "Ada", "--db", there, cwd=folder)
        play(there, cwd=folder)
        assert tap.run("audit", "--db", there, "--key", key).status == 0
        pathlib.Path(folder, "goes-on.key").unlink()
        assert "key is missing" in tap.refused(2, "play", "mbs-7up-baccarat", "--db", there, input="", cwd=folder)


def test_prepared():
    """the owner prepares the tables for a server's role, which then plays and has no right to change anything"""
    with tap.folder() as folder:
        there = SERVER.database("prepared")
        SERVER.sql("CREATE ROLE dealer LOGIN")
        assert "version" in tap.done("db", "prepare", there, "--server", "dealer")
        assert "version" in tap.done("db", "prepare", there, "--server", "dealer"), "twice does no harm"
        play(there.replace("croupier@", "dealer@"), cwd=folder)
        assert tap.run("audit", "--db", there).status == 0
        assert SERVER.sql("SELECT count(*) FROM information_schema.role_table_grants WHERE grantee = 'dealer' AND table_name IN"
                          " ('journal', 'postings', 'checkpoints', 'cosignatures', 'log') AND privilege_type NOT IN ('SELECT', 'INSERT')",
                          "prepared") == "0"
        assert "is a file" in tap.refused(2, "db", "prepare", f"{folder}/a.db")
        assert "does not exist" in tap.refused(2, "db", "prepare", there, "--server", "nobody-here")


def test_no_password_is_shown():
    """an address that cannot be reached is named without its password, at once"""
    start = time.monotonic()
    for command in (("audit",), ("journal", "verify"), ("journal", "show"), ("play", "mbs-7up-baccarat"), ("key", "show")):
        said = tap.refused(2, *command, "--db", "postgresql://mei:verysecret@127.0.0.1:1/none", input="")
        assert "verysecret" not in said and "127.0.0.1" in said, said
    assert time.monotonic() - start < 20


def test_pgbouncer():
    """everything works through pgbouncer in session mode"""
    if not shutil.which("pgbouncer"):
        print("# pgbouncer is not installed: not tried")
        return
    direct = SERVER.database("pooled")
    with tap.folder() as folder:
        os.chmod(folder, 0o777)
        socket = f"{SERVER.folder}/pool"
        os.mkdir(socket)
        os.chmod(socket, 0o777)
        settings = pathlib.Path(SERVER.folder, "pgbouncer.ini")
        settings.write_text(f"[databases]\npooled = host={SERVER.folder} dbname=pooled user=croupier\n[pgbouncer]\nlisten_addr =\n"
                            f"unix_socket_dir = {socket}\nlisten_port = 6432\nauth_type = any\npool_mode = session\n", encoding="utf-8")
        os.chmod(settings, 0o644)
        with open(f"{SERVER.folder}/pgbouncer.log", "wb") as log:
            process = subprocess.Popen(["pgbouncer", str(settings)], preexec_fn=SERVER.become, stdout=log, stderr=log)
        try:
            end = time.monotonic() + 10
            while not pathlib.Path(socket, ".s.PGSQL.6432").exists():
                assert time.monotonic() < end and process.poll() is None, pathlib.Path(f"{SERVER.folder}/pgbouncer.log").read_text(encoding="utf-8")
                time.sleep(0.05)
            pooled = f"postgresql://croupier@/pooled?host={socket}&port=6432"
            play(pooled, cwd=folder)
            play(pooled, cwd=folder)
            assert tap.run("audit", "--db", pooled).status == 0
            assert tap.done("journal", "show", "--db", pooled) == tap.done("journal", "show", "--db", direct)
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    if not postgres.skip():
        with postgres.Postgres() as SERVER:
            tap.main(globals())
