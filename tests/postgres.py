#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL of one's own, for the time of a test: made in a temporary folder, reached by a Unix socket, durable, gone afterwards.

    tests/postgres.py COMMAND...    runs a command beside it. CROUPIER_TEST_DB is its address, CROUPIER_TEST_PG its folder; the server's
                                    number is the first line of data/postmaster.pid in there. A server that ends is started again.

PostgreSQL does not run as root: then an ordinary user is taken. Without its programs a TAP test is skipped, and says so."""
import ctypes
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

READY_SECONDS = 60
RETRY_SECONDS = 0.2
PR_SET_PDEATHSIG = 1


def programs():
    """The folder of initdb and postgres; None: they are not installed."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: -int(path.split("/")[4]))
    found = shutil.which("initdb")
    folders += [os.path.dirname(os.path.realpath(found))] if found else []
    return next((path for path in folders if os.access(f"{path}/initdb", os.X_OK) and os.access(f"{path}/postgres", os.X_OK)), None)


def somebody():
    """Whom to run it as: nobody in particular, unless we are root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    return None


class Postgres:
    """`settings`: like "max_connections=100". `small`: called with the folder of the data before anything is in it."""

    def __init__(self, settings=(), small=None):
        self.bin = programs()
        self.who = somebody()
        self.folder = tempfile.mkdtemp(prefix="croupier-pg-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.data = f"{self.folder}/data"
        self.settings = settings
        self.ending = False
        self.lock = threading.Lock()
        os.mkdir(self.data, 0o700)
        if small:
            small(self.data)
        if self.who:
            for path in (self.folder, self.data):
                os.chown(path, self.who.pw_uid, self.who.pw_gid)
        self.make()
        self.start()
        threading.Thread(target=self.watch, daemon=True).start()

    def make(self):
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "croupier", "-E", "UTF8", "--no-locale", "--no-sync")

    def become(self):
        """In the child: the ordinary user, and no longer than we are."""
        if self.who:
            os.setgroups([])
            os.setgid(self.who.pw_gid)
            os.setuid(self.who.pw_uid)
        os.setsid()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)

    def run(self, program, *args):
        done = subprocess.run([f"{self.bin}/{program}", *args], preexec_fn=self.become, cwd=self.folder, capture_output=True, text=True,
                              timeout=120, check=False)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}{done.stdout}")
        return done.stdout

    def start(self):
        words = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self.folder}", "-c", "max_connections=60",
                 "-c", "shared_buffers=32MB", "-c", "log_checkpoints=off"]
        for setting in self.settings:
            words += ["-c", setting]
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen([f"{self.bin}/postgres", "-D", self.data, *words], preexec_fn=self.become, cwd=self.folder,
                                            stdout=log, stderr=log)
        end = time.monotonic() + READY_SECONDS
        while subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", self.folder, "-U", "croupier"], check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(pathlib.Path(f"{self.folder}/log").read_text(encoding="utf-8"))
            time.sleep(0.05)

    def watch(self):
        """Starts it again when somebody has ended it; also if it takes several tries, as with a full disk."""
        while not self.ending:
            self.process.wait()
            with self.lock:
                if not self.ending:
                    try:
                        self.start()
                    except RuntimeError:
                        time.sleep(RETRY_SECONDS)

    @property
    def url(self):
        return f"postgresql://croupier@/postgres?host={self.folder}"

    def sql(self, text, database="postgres"):
        return self.run("psql", "-h", self.folder, "-U", "croupier", "-d", database, "-v", "ON_ERROR_STOP=1", "-qAtc", text).strip()

    def database(self, name):
        """A database of its own, and its address."""
        self.sql(f'CREATE DATABASE "{name}"')
        return f"postgresql://croupier@/{name}?host={self.folder}"

    def end(self):
        with self.lock:
            self.ending = True
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


class Standby(Postgres):
    """A hot standby of another one: it follows, and can only be read."""

    def __init__(self, primary, settings=()):
        self.primary = primary
        super().__init__(settings)

    def make(self):
        self.run("pg_basebackup", "-h", self.primary.folder, "-U", "croupier", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync")

    def follow(self, seconds=20):
        """Until it has everything that the primary has now."""
        end, wanted = time.monotonic() + seconds, self.primary.sql("SELECT pg_current_wal_flush_lsn()")
        while self.sql(f"SELECT coalesce(pg_last_wal_replay_lsn() >= '{wanted}', false)") != "t":
            assert time.monotonic() < end, "the standby does not follow"
            time.sleep(0.05)


def skip():
    """For a TAP test: says why it is skipped, if it is."""
    if programs():
        return False
    print("1..0 # SKIP PostgreSQL's programs (initdb, postgres) are not installed")
    return True


def main():
    if skip():
        return 0
    with Postgres() as server:
        environment = dict(os.environ, CROUPIER_TEST_DB=server.url, CROUPIER_TEST_PG=server.folder)
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
