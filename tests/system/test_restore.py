# SPDX-License-Identifier: Apache-2.0
"""The restore drill, done: a house is backed up with pgbackrest while people play, its data folder is lost, and it is restored. What was
archived is all there, audit is clean with what a witness has seen, and a restore that ends too early is noticed: no server goes on."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parent)]
import postgres  # noqa: E402
import tap  # noqa: E402
from casino import Casino, table  # noqa: E402
from witness import Witness, seen, wait_for, with_witness  # noqa: E402

BACKREST = shutil.which("pgbackrest")


class Backed(postgres.Postgres):
    """A PostgreSQL whose write-ahead log goes to a repository of pgbackrest."""

    def __init__(self):
        self.repository = tempfile.mkdtemp(prefix="croupier-backup-", dir="/tmp")
        self.config = f"{self.repository}/pgbackrest.conf"
        self.lost = False
        super().__init__(["archive_mode=on", f"archive_command={BACKREST} --config={self.config} --stanza=house archive-push %p"], small=self.write)

    def write(self, data):
        """The configuration, before there is a database: /etc/pgbackrest.conf of deploy/ with everything in one folder."""
        pathlib.Path(self.config).write_text(
            f"[global]\nrepo1-path={self.repository}/repo\nlog-path={self.repository}\nlock-path={self.repository}/lock\n"
            f"log-level-console=warn\nlog-level-file=off\nstart-fast=y\narchive-timeout=60\n"
            f"repo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=a word for this test\n"
            f"[house]\npg1-path={data}\npg1-socket-path={self.folder}\npg1-user=croupier\npg1-database=postgres\n", encoding="utf-8")
        if self.who:
            for path in (self.repository, self.config):
                os.chown(path, self.who.pw_uid, self.who.pw_gid)

    def backrest(self, *words):
        done = subprocess.run([BACKREST, f"--config={self.config}", "--stanza=house", *words], preexec_fn=self.become, cwd=self.folder,
                              capture_output=True, text=True, timeout=180, check=False)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"

    def watch(self):
        """It stays down while its disk is lost."""
        while not self.ending:
            self.process.wait()
            while self.lost and not self.ending:
                time.sleep(0.05)
            with self.lock:
                if not self.ending and self.process.poll() is not None:
                    self.start()

    def lose(self):
        """The host's disk is gone."""
        self.lost = True
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        shutil.rmtree(self.data)

    def restore(self, *words):
        if pathlib.Path(self.data).exists():
            self.lose()
        os.mkdir(self.data, 0o700)
        if self.who:
            os.chown(self.data, self.who.pw_uid, self.who.pw_gid)
        self.backrest("restore", *words)
        self.lost = False
        end = time.monotonic() + postgres.READY_SECONDS
        while True:
            try:
                if self.sql("SELECT pg_is_in_recovery()") == "f":
                    return
            except RuntimeError:
                pass
            assert time.monotonic() < end, pathlib.Path(f"{self.folder}/log").read_text(encoding="utf-8")[-2000:]
            time.sleep(0.2)

    def end(self):
        super().end()
        shutil.rmtree(self.repository, ignore_errors=True)


def audit(casino, witness, shown, folder):
    pathlib.Path(folder, "seen").write_text(witness.latest(shown["origin"]), encoding="utf-8")
    return tap.run("audit", "--db", casino.database, "--key", shown["key"], "--checkpoint", f"{folder}/seen", "--witness", witness.key)


def test_the_drill():
    """backed up, lost, restored: everything is there and the audit is clean; restored too short, no server starts on it"""
    with Backed() as server, tap.folder() as folder:
        server.backrest("stanza-create")
        casino = Casino([table("mbs-7up-baccarat", "b1", betting=0)], database=server.database("house"), hurry=True)
        shown = tap.run("key", "show", "--db", casino.database, "--json").json()
        casino.stop()
        with casino, Witness(folder, shown["verifier"]) as witness:
            with_witness(casino, witness)
            casino.start()
            for number in range(10):
                casino.buy_in("Mei", 100)
            server.backrest("--type=full", "backup")
            for number in range(15):
                casino.buy_in("Mei", 100)
            size = int(tap.run("journal", "verify", "--db", casino.database, "--json").json()["entries"])
            wait_for(lambda: seen(witness, shown["origin"]) >= size, "the witness's signature")
            casino.stop()
            last = server.sql("SELECT pg_walfile_name(pg_switch_wal())")
            wait_for(lambda: server.sql("SELECT last_archived_wal FROM pg_stat_archiver") >= last, "the archive")
            server.lose()

            server.restore("--type=immediate", "--target-action=promote")
            short = audit(casino, witness, shown, folder)
            assert short.status == 1, short.out + short.err
            try:
                casino.start()
            except AssertionError as error:
                assert "--accept-loss" in str(error), error
            else:
                raise AssertionError("a server went on behind what its witness has seen")

            server.restore("--target-timeline=current")
            whole = audit(casino, witness, shown, folder)
            assert whole.status == 0 and "includes the checkpoint" in whole.out, whole.out + whole.err
            casino.start()
            assert casino.balance("Mei") == 2500


if __name__ == "__main__":
    if not BACKREST:
        print("1..0 # SKIP pgbackrest is not installed")
    elif not postgres.skip():
        tap.main(globals())
