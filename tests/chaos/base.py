# SPDX-License-Identifier: Apache-2.0
"""The databases that chaos is brought to. Each offers the same verbs; whatever has no meaning for one is not in its list of faults."""
import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import postgres

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))
import cluster  # noqa: E402

CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 0x40000
DISK_MB = 2560


def own_mounts():
    """Mounts of this process and its children are theirs alone, and go with them. False: this account may not."""
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.unshare(CLONE_NEWNS) == 0 and libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) == 0


def small_disk(folder):
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=0700", "none", folder], check=True, capture_output=True)


def family(pid):
    """A process and its children, as numbers."""
    found = [pid]
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(path.read_text(errors="replace").rsplit(")", 1)[1].split()[1]) == pid:
                found.append(int(path.parent.name))
    return found


def send_all(pids, what):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, what)


def pause(pid, seconds):
    stopped = family(pid)
    send_all(stopped, signal.SIGSTOP)
    try:
        time.sleep(seconds)
    finally:
        send_all(stopped, signal.SIGCONT)


def fill(folder, seconds):
    """A disk without room, for a while."""
    ballast = pathlib.Path(folder) / "ballast"
    try:
        with open(ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
            for size in (1 << 20, 4096, 1):
                with contextlib.suppress(OSError):
                    while file.write(bytes(size)) == size:
                        pass
        time.sleep(seconds)
    finally:
        ballast.unlink(missing_ok=True)


class Line:
    """line.py as a child process."""

    def __init__(self, target):
        self.process = subprocess.Popen([sys.executable, str(pathlib.Path(__file__).with_name("line.py")), target], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def say(self, words):
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)


class One:
    """One PostgreSQL, which comes back by itself."""
    name = "one PostgreSQL"

    def __init__(self):
        self.small = own_mounts()
        self.server = postgres.Postgres(["max_connections=100"], small=small_disk if self.small else None)
        self.server.sql("CREATE DATABASE house")
        self.target = f"{self.server.folder}/.s.PGSQL.5432"
        self.url = f"postgresql://croupier@/house?host={self.server.folder}"

    def faults(self):
        return ["crash", "restart", "pause", "terminate"] + (["full"] if self.small else [])

    def why_not(self):
        return [] if self.small else ["full: this account may not mount a small disk"]

    def do(self, what, luck):
        getattr(self, what)(luck)

    def crash(self, luck):
        send_all(family(self.server.process.pid), signal.SIGKILL)

    def restart(self, luck):
        self.server.process.send_signal(signal.SIGINT)

    def pause(self, luck):
        pause(self.server.process.pid, luck.uniform(0.5, 15))

    def terminate(self, luck):
        self.server.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'croupier%'")

    def full(self, luck):
        fill(self.server.data, luck.uniform(1, 5))

    def end(self):
        self.server.end()


class Three:
    """Three PostgreSQL under Patroni, commits on two of them, and haproxy in front. A fault waits until all three are back."""
    name = "three PostgreSQL under Patroni"

    def __init__(self):
        self.small = own_mounts()
        self.folder = tempfile.mkdtemp(prefix="croupier-cluster-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.base = cluster.Base(self.folder, small_disk if self.small else None)
        self.target, self.url = f"127.0.0.1:{self.base.port}", self.base.url()

    def faults(self):
        return ["primary killed", "primary paused", "primary restarted", "standby killed", "standby paused", "standby restarted", "terminate"] + \
            (["primary full", "standby full"] if self.small else [])

    def why_not(self):
        return [] if self.small else ["primary full, standby full: this account may not mount a small disk"]

    def node(self, who, luck):
        found = [self.base.primary()] if who == "primary" else self.base.standbys()
        return luck.choice([node for node in found if node] or self.base.nodes)

    def do(self, what, luck):
        if what == "terminate":
            with contextlib.suppress(RuntimeError):
                self.base.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'croupier%'")
            return
        who, verb = what.split()
        node = self.node(who, luck)
        pid = node.postmaster()
        if verb == "full":
            fill(node.data, luck.uniform(1, 10))
        elif pid and verb == "paused":  # with its Patroni: the whole host
            stopped = family(node.patroni.pid) + family(pid)
            send_all(stopped, signal.SIGSTOP)
            try:
                time.sleep(luck.choice((luck.uniform(1, 10), luck.uniform(35, 50))))
            finally:
                send_all(stopped, signal.SIGCONT)
        elif pid:
            send_all([pid] if verb == "restarted" else family(pid), signal.SIGINT if verb == "restarted" else signal.SIGKILL)
        cluster.wait_for(self.base.whole, f"{what}: all three nodes", 180)

    def end(self):
        self.base.end()
        if self.small:
            for node in self.base.nodes:
                subprocess.run(["umount", node.data], check=False, capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)
