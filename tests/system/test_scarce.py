# SPDX-License-Identifier: Apache-2.0
"""Memory, descriptors and a disk that are not there when they are asked for: the server says so, goes on or stops by itself, and is never
ended by a signal; the books audit clean afterwards."""
import contextlib
import os
import pathlib
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
import casino as house  # noqa: E402
from casino import COMMAND, Casino, Lucky, table  # noqa: E402

FAULTY = os.environ["FAULTY"]
SITES = int(os.environ.get("SCARCE_SITES", "5"))  # of the places that ask for memory, spread over all; 0: every one
house.PATIENCE = 6.0  # what is refused memory may never answer
PEOPLE = {"Mei": "player", "Pat": "pit-manager", "Cai": "cashier", "Adm": "administrator"}


class Scarce(Casino):
    """A server with faulty.c in it."""

    def __init__(self, **faults):
        self.faults = {key: str(value) for key, value in faults.items()}
        super().__init__([table("mbs-blackjack-v6", "bj", betting=1, decision=1)], people=PEOPLE, hurry=True)

    def start(self):
        kept = dict(os.environ)
        os.environ.update(self.faults, LD_PRELOAD=FAULTY)
        try:
            super().start()
        finally:
            os.environ.clear()
            os.environ.update(kept)


def evening(casino):
    """What people ask of a house; whatever is refused is refused."""
    with contextlib.suppress(AssertionError, ConnectionError, OSError, KeyError, ValueError):
        casino.buy_in("Mei", 100000)
        mei = casino.visit("Mei", Lucky)
        mei.socket.peer.settimeout(4)
        mei.watch("bj")
        mei.until("bj", lambda state: state["phase"] == "betting")
        mei.act("bj", "bet 1 main 20")
        mei.send({"type": "preview", "table": "bj", "act": "bet 1 main 30"})
        mei.until("bj", lambda state: state["phase"] == "ended" and state["round"] >= 1)
    for path in ("tables", "games", "me", "me/ledger", "tables/bj/rounds", "tables/bj/rounds/1", "tables/bj/shoes/1", "tables/bj/sign", "odds/mbs-7up-baccarat"):
        with contextlib.suppress(AssertionError, ConnectionError, OSError, KeyError, ValueError):
            casino.http("GET", f"/api/{path}", token=casino.token("Mei"), raw=True)
    for path in ("audit", "rounds", "numbers", "tables/bj/rounds/1/record", "export/ledger.csv", "export/rounds.csv", "players"):
        with contextlib.suppress(AssertionError, ConnectionError, OSError, KeyError, ValueError):
            casino.http("GET", f"/api/{path}", token=casino.token("Pat"), raw=True)
    with contextlib.suppress(AssertionError, ConnectionError, OSError, KeyError, ValueError):
        casino.http("POST", "/api/users", {"user": "New", "role": "player", "password": "long enough"}, casino.token("Adm"), raw=True)


def ended(casino):
    """The status of the server after it was told to stop; it may have stopped by itself."""
    if casino.process.poll() is None:
        casino.process.terminate()
    status = casino.process.wait(timeout=20)
    casino.log.close()
    return status


def where(site):
    """The function of that place, for people."""
    out = subprocess.run(["addr2line", "-fe", COMMAND, site], capture_output=True, text=True).stdout
    return out.split("\n")[0] if out else site


def test_memory():
    """every place of the program that asks for memory is refused it, at the start and while people play"""
    with tempfile.TemporaryDirectory() as folder:
        listed = pathlib.Path(folder, "sites")
        casino = Scarce(FAULTY_LIST=listed)
        evening(casino)
        assert ended(casino) == 0
        casino.folder.cleanup()
        sites = sorted(set(listed.read_text().split()))
        assert len(sites) > 30, len(sites)
    started = 0
    tried = sites[::-(-len(sites) // SITES)] if SITES else sites
    for site in tried:
        casino = None
        try:
            casino = Scarce(FAULTY_SITE=site)
        except AssertionError as error:  # it did not start: it has said why
            assert re.search("did not start: '' .+", str(error), re.S), (site, where(site), str(error))
            continue
        started += 1
        evening(casino)
        status = ended(casino)
        assert status >= 0, (site, where(site), status, (casino.path / "log").read_text()[-500:])
        audit = tap.run("audit", f"--db={casino.database}")
        assert audit.status == 0, (site, where(site), audit.out + audit.err)
        casino.folder.cleanup()
    print(f"# {len(tried)} of {len(sites)} places, {started} of them let the server start")


def test_descriptors():
    """without descriptors new connections wait or are turned away, those inside go on, and afterwards everybody is let in again"""
    with Scarce() as casino:
        casino.buy_in("Mei", 100000)
        mei = casino.visit("Mei")
        mei.watch("bj")
        used = len(os.listdir(f"/proc/{casino.process.pid}/fd"))
        resource.prlimit(casino.process.pid, resource.RLIMIT_NOFILE, (used + 6, used + 200))
        lines = []
        for _ in range(30):
            with contextlib.suppress(OSError):
                lines.append(socket.create_connection(("127.0.0.1", casino.port), timeout=2))
        mei.send({"type": "ping"})
        mei.expect("pong")
        mei.until("bj", lambda state: state["phase"] == "betting")
        mei.done("bj", "bet 1 main 20")
        for line in lines:
            line.close()
        resource.prlimit(casino.process.pid, resource.RLIMIT_NOFILE, (used + 100, used + 200))
        end = time.monotonic() + 20
        while True:
            with contextlib.suppress(OSError):
                if casino.http("GET", "/healthz")[1] == {"ok": True}:
                    break
            assert time.monotonic() < end, "nobody is let in any more"
            time.sleep(0.2)
        casino.stop()
        assert tap.run("audit", f"--db={casino.database}").status == 0


def test_disk_cannot_be_read():
    """while the disk gives EIO, what needs it is answered with an error, and the house does not fall over"""
    with tempfile.TemporaryDirectory() as folder:
        trigger = pathlib.Path(folder, "broken")
        casino = Scarce(FAULTY_READ=trigger)
        evening(casino)
        trigger.touch()
        pat = casino.token("Pat")
        codes = [casino.http("GET", f"/api/{path}", token=pat, raw=True)[0] for path in ("rounds", "audit", "export/ledger.csv", "tables/bj/rounds/1")]
        assert casino.process.poll() is None and any(code >= 500 for code in codes), codes
        assert casino.http("GET", "/api/tables")[0] == 200
        trigger.unlink()
        assert ended(casino) >= 0
        assert tap.run("audit", f"--db={casino.database}").status == 0
        casino.folder.cleanup()


if __name__ == "__main__":
    tap.main(globals())
