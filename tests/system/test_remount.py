# SPDX-License-Identifier: Apache-2.0
"""The file system of the books turns read-only under a running server, as ext4 does when its disk reports errors: nothing is acknowledged
that is not on disk, everybody is told, and after it was mended the house goes on with exactly what was acknowledged.

The file system is real: ext4 in a file, mounted where nobody else sees it (unshare), and told to abort. A remount in the ordinary way is
refused by the kernel while a file is open for writing, so that it cannot happen to a server that runs."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PEOPLE_ALL, Casino, table  # noqa: E402

INSIDE = "CROUPIER_TEST_MOUNTS"  # set where mounts are one's own


class Disk:
    """A small ext4 in a file, at a place."""

    def __init__(self, folder):
        self.image, self.place = pathlib.Path(folder, "image"), pathlib.Path(folder, "place")
        self.place.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(64 << 20)
        self.run("mkfs.ext4", "-q", "-F", self.image)

    def run(self, *words):
        done = subprocess.run([*map(str, words)], capture_output=True, text=True)
        assert done.returncode == 0, f"{words}: {done.stderr}"

    def mount(self):
        self.run("mount", "-o", "loop", self.image, self.place)

    def give_up(self):
        """What the kernel does to a file system that cannot be trusted any more."""
        self.run("mount", "-o", "remount,abort", self.place)

    def unmount(self):
        self.run("umount", self.place)


def why_not():
    """Why this cannot be tried here; None: it can."""
    if os.environ.get("CROUPIER_TEST_PG"):
        return "is about SQLite's file; what a database of its own does without a disk is a fault of make chaos"
    if os.geteuid() != 0:
        return "only root may mount a file system"
    missing = [name for name in ("unshare", "mkfs.ext4", "mount", "umount") if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]
    if missing:
        return f"{', '.join(missing)}: not installed"
    if subprocess.run(["unshare", "--mount", "--propagation=private", "true"], capture_output=True).returncode != 0:
        return "mounts of one's own are not permitted here"
    return None


def why_no_disk():
    """With mounts of one's own: whether a file can be mounted at all."""
    with tempfile.TemporaryDirectory(prefix="croupier-disk-", ignore_cleanup_errors=True) as folder:
        try:
            disk = Disk(folder)
            disk.mount()
            disk.unmount()
        except AssertionError as error:
            return f"a file cannot be mounted here: {' '.join(str(error).split())}"
    return None


def metric(casino, name):
    text = casino.http("GET", "/metrics", raw=True)[1]
    return int(next(line for line in text.splitlines() if line.startswith(name + " ")).split()[1])


def processor_seconds(casino):
    """What the server has used of the processor."""
    fields = pathlib.Path(f"/proc/{casino.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def buy(casino, cents, name):
    return casino.http("POST", "/api/cage/buy-in", {"id": name, "player": "Mei", "amount": cents}, casino.token("Cai"))


def told(answer):
    """The status and the sentence a person gets, wherever they stand."""
    found = answer.get("error", answer)
    return found.get("status") or found.get("code"), found["sentence"] if "sentence" in found else found.get("message")


def play_until_betting(casino):
    visitors = [casino.visit(name) for name in ("Mei", "Dan", "Pat")]
    for visitor in visitors:
        visitor.watch("bj")
    dan = visitors[1]
    while dan.offers("bj", "deal"):
        dan.done("bj", "deal")
    dan.done("bj", "open")
    return visitors


def look_around(casino, mei, pat, aud):
    """Everybody is told what is wrong; looking is possible; a server that can do nothing does nothing."""
    status, answer = buy(casino, 700, "doubtful")
    assert status == 503 and not answer.get("ok"), (status, answer)
    code, sentence = told(answer)
    assert code in ("unknown", "store-read-only", "store-io") and sentence, answer
    alarm = pat.alarms[0] if pat.alarms else pat.expect("alarm")
    assert alarm["level"] == "error" and alarm["code"] in ("store-io", "store-read-only") and alarm["sentence"], alarm
    refused = mei.act("bj", "pull 1 main")
    assert not refused["ok"] and refused["status"].startswith("store-") and refused["sentence"], refused
    status, answer = buy(casino, 100, "late")
    code, sentence = told(answer)
    assert status == 503 and code.startswith("store-") and sentence, answer
    assert casino.http("GET", "/healthz") == (503, {"ok": False}) and metric(casino, "croupier_store_halted") == 1
    assert casino.http("GET", "/api/tables")[0] == 200 and casino.balance("Mei") == 48000, "looking is possible, and shows what is on disk"
    status, answer = casino.http("POST", "/api/session", {"user": "Tan", "password": casino.passwords["Tan"]})
    assert status in (200, 503), (status, answer)
    assert status == 200 or told(answer)[1], answer
    assert casino.http("GET", "/api/audit", token=aud)[0] in (200, 503)
    assert '"event":"store-stopped"' in (casino.path / "events").read_text()
    before = processor_seconds(casino)
    time.sleep(2)
    assert processor_seconds(casino) - before < 0.5, "it spins"
    assert casino.process.poll() is None


def test_remount():
    """a file system that turns read-only under the server: a clear answer, an alarm, no spinning; mended, it goes on with what was acknowledged"""
    with tempfile.TemporaryDirectory(prefix="croupier-disk-", ignore_cleanup_errors=True) as folder:
        disk = Disk(folder)
        disk.mount()
        with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)], place=disk.place) as casino:
            casino.buy_in("Mei", 50000)
            aud = casino.token("Aud")
            mei, _, pat = play_until_betting(casino)
            mei.done("bj", "bet 1 main 20")
            disk.give_up()
            look_around(casino, mei, pat, aud)
            casino.stop()  # an orderly end, with status 0
            refused = tap.run("serve", f"--config={casino.config}", cwd=casino.path)
            assert refused.status == 2 and str(casino.database) in refused.err, (refused.status, refused.err)
            disk.unmount()
            disk.mount()
            casino.tokens = {}
            casino.start()
            assert metric(casino, "croupier_store_halted") == 0 and casino.http("GET", "/healthz")[0] == 200
            shown = casino.balance("Mei")
            staked = sum(s["placed"] for s in casino.visit("Dan").watch("bj")["state"]["stakes"] if not s["settled"])
            assert shown + staked in (50000, 50700), (shown, staked)  # exactly what was acknowledged, or what was told to be unknown with it
            assert buy(casino, 700, "doubtful")[1]["ok"] and casino.balance("Mei") + staked == 50700, "asked again, it is booked once"
            assert casino.http("GET", "/api/audit", token=casino.token("Aud"))[1]["clean"]
            casino.stop()
            audit = tap.run("audit", f"--db={casino.database}")
            assert audit.status == 0, audit.out + audit.err
        disk.unmount()


def test_remount_at_rest():
    """the same while nobody asks for anything: the next to ask is told"""
    with tempfile.TemporaryDirectory(prefix="croupier-disk-", ignore_cleanup_errors=True) as folder:
        disk = Disk(folder)
        disk.mount()
        with Casino([table("mbs-7up-baccarat", "bac", people=PEOPLE_ALL)], place=disk.place) as casino:
            casino.buy_in("Mei", 10000)
            casino.token("Mei")
            time.sleep(1.5)  # everything is sealed
            disk.give_up()
            time.sleep(1.5)
            before = processor_seconds(casino)
            time.sleep(1)
            assert casino.process.poll() is None and processor_seconds(casino) - before < 0.5
            status, answer = buy(casino, 700, "first")
            assert status == 503 and told(answer)[0] and told(answer)[1], (status, answer)
            assert casino.balance("Mei") == 10000
            casino.kill()
            disk.unmount()
            disk.mount()
            casino.start()
            assert casino.balance("Mei") in (10000, 10700)
            assert buy(casino, 700, "first")[1]["ok"] and casino.balance("Mei") == 10700
            casino.stop()
            assert tap.run("audit", f"--db={casino.database}").status == 0
        disk.unmount()


if __name__ == "__main__":
    if os.environ.get(INSIDE):
        os.environ["PATH"] += ":/usr/sbin:/sbin"
        reason = why_no_disk()
    else:
        reason = why_not()
        if not reason:
            os.environ[INSIDE] = "1"
            os.execvp("unshare", ["unshare", "--mount", "--propagation=private", sys.executable, __file__])
    if reason:
        print(f"1..0 # SKIP {reason}")
    else:
        tap.main(globals())
