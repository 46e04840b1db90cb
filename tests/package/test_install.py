# SPDX-License-Identifier: Apache-2.0
"""The packages in a Debian of their own: installed as an earlier version, started as the service starts, used over HTTP and by a browser, upgraded with
the books kept, removed, purged. Slow, and only as root: the root is made from the Debian mirrors this machine is set up with."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "system"))
import tap  # noqa: E402
from built import FOLDER, packages  # noqa: E402
from casino import Visitor  # noqa: E402

ROOT = FOLDER / "root"
OLD = FOLDER / "old"
EARLIER = "0.0.1"
PASSWORD = "a long way from the felt"
BOOKS = "/var/lib/croupier/croupier.db"


def sh(*words, **more):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=900, **more)
    assert done.returncode == 0, f"{words}: exit {done.returncode}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def inside(*words, **more):
    return sh("chroot", ROOT, *words, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}, **more)


def as_earlier(package):
    """The same package with a lower version, a file that is gone since, and another configuration."""
    tree = OLD / "tree"
    sh("dpkg-deb", "-R", package, tree)
    control = tree / "DEBIAN" / "control"
    version = re.search(r"^Version: (.*)$", control.read_text(), re.M).group(1)
    control.write_text(control.read_text().replace(f"Version: {version}", f"Version: {EARLIER}").replace(f"(= {version})", f"(= {EARLIER})"))
    if (tree / "usr/share/croupier").is_dir():
        (tree / "usr/share/croupier/old-file").write_text("gone since\n")
        with open(tree / "etc/croupier/casino.yaml", "a") as conf:
            conf.write("# as it was\n")
    sh("dpkg-deb", "--root-owner-group", "-b", tree, OLD / package.name.replace(version, EARLIER))
    shutil.rmtree(tree)


def make_root():
    """A minimal Debian with the earlier packages in it."""
    shutil.rmtree(OLD, ignore_errors=True)
    shutil.rmtree(ROOT, ignore_errors=True)
    OLD.mkdir(parents=True)
    for package in packages():
        as_earlier(package)
    mirrors = sh("apt-get", "indextargets", "--format", "deb $(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages", "Origin: Debian")
    (FOLDER / "sources.list").write_text("".join(sorted(set(mirrors.splitlines(True)))))
    suite = re.search(r"VERSION_CODENAME=(\S+)", pathlib.Path("/etc/os-release").read_text()).group(1)
    names = [p.name for p in OLD.glob("*.deb") if not p.name.startswith("croupier-mpi")]
    sh("mmdebstrap", "--variant=minbase", "--include=logrotate", f"--customize-hook=copy-in {OLD} /",
       f"--customize-hook=chroot \"$1\" apt-get install -y --no-install-recommends {' '.join(f'/{OLD.name}/{name}' for name in names)}",
       suite, ROOT, FOLDER / "sources.list")
    shutil.rmtree(ROOT / OLD.name)


def unit(key):
    return re.search(rf"^{key}=(.*)$", (ROOT / "lib/systemd/system/croupier.service").read_text(), re.M).group(1)


def user_of(name):
    line = next(row for row in (ROOT / "etc/passwd").read_text().splitlines() if row.startswith(f"{name}:"))
    return line.split(":")


class Served:
    """What the unit says, as its user, in its folders; and another port, for the machine may have a house already."""

    tls = None

    def __enter__(self):
        _, _, uid, gid, _, home, _ = user_of(unit("User"))
        for name, mode in ((f"var/lib/{unit('StateDirectory')}", unit("StateDirectoryMode")), (f"var/log/{unit('LogsDirectory')}", unit("LogsDirectoryMode"))):
            (ROOT / name).mkdir(exist_ok=True)
            os.chmod(ROOT / name, int(mode, 8))
            os.chown(ROOT / name, int(uid), int(gid))
        start = unit("ExecStart").split()
        mounted = ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$@"', ROOT]  # for as long as it runs
        self.process = subprocess.Popen([*mounted, f"--userspec={uid}:{gid}", ROOT, "/bin/sh", "-c", 'umask 077; cd "$0" && exec "$@"',
                                         unit("WorkingDirectory"), *start, "--listen=127.0.0.1:0"],
                                        stdout=subprocess.PIPE, stderr=open(FOLDER / "log", "w"), text=True)
        lines = []
        while not (found := re.search(r"http://[^ ]*:(\d+)/", lines[-1] if lines else "")):
            lines.append(self.process.stdout.readline())
            assert lines[-1], (FOLDER / "log").read_text()
        self.port = int(found.group(1))
        self.said = "".join(lines) + (FOLDER / "log").read_text()
        return self

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return answer.read().decode()

    def ask(self, path, body, token=""):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(),
                                         {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.code} {error.read().decode()}") from error

    def log_in(self, user, password=PASSWORD):
        return self.ask("/api/session", {"user": user, "password": password})["token"]

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=60) == 0, (FOLDER / "log").read_text()


def look(served, user):
    """In a browser, from outside."""
    node = sh(tap.ROOT / "tools" / "web-node").strip()
    sh(f"{node}/node", pathlib.Path(__file__).parent / "look.mjs", f"http://127.0.0.1:{served.port}/", user, PASSWORD, FOLDER / f"{user}.png")


def play(served, token):
    """A wager stands: money has gone from the player to the table."""
    mei = Visitor(served, "mei", "player", token)
    mei.watch("bj-1")
    mei.until("bj-1", lambda state: any(offer["verb"] == "bet" for offer in state["offers"]), "an offer")
    answer = mei.done("bj-1", "bet 1 main 25")
    assert answer["balance"] == 97500, answer
    mei.socket.close()


def balance(served):
    request = urllib.request.Request(f"http://127.0.0.1:{served.port}/api/me", headers={"Authorization": f"Bearer {served.log_in('mei')}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read())["balance"]


def audited():
    report = json.loads(inside("croupier", "audit", f"--db={BOOKS}", "--json"))
    return report


def test_it_installs():
    """an earlier version goes into an empty Debian with what it depends on, makes its user, and starts nothing"""
    make_root()
    assert EARLIER in inside("dpkg-query", "-W", "-f", "${Version} ${Status}", "croupier")
    name, _, uid, gid, _, home, shell = user_of("croupier")
    assert int(uid) < 1000 and home == "/var/lib/croupier" and shell.endswith("nologin")
    folder = (ROOT / "etc/croupier").stat()
    assert folder.st_mode & 0o777 == 0o750 and folder.st_gid == int(gid), "a configuration may hold a password"
    assert not (ROOT / BOOKS[1:]).exists() and not list((ROOT / "var/log").glob("croupier*"))
    inside("logrotate", "-d", "/etc/logrotate.d/croupier")
    inside("bash", "-c", ". /usr/share/bash-completion/completions/croupier && complete -p croupier")
    for command in re.findall(r"^  ([a-z-]+)", inside("croupier", "--help"), re.M):
        assert (ROOT / f"usr/share/man/man1/croupier-{command}.1.gz").exists(), command


def test_it_is_used():
    """as its service: pages, a first administrator, people, a buy-in, a wager, and a browser from outside"""
    with Served() as served:
        assert "<html" in served.get("/") and [t["id"] for t in json.loads(served.get("/api/tables"))["tables"]] == ["bj-1", "bac-1"]
        once = re.search(r"one-time password (\S+)", (FOLDER / "log").read_text()).group(1)
        first = served.log_in("admin", once)
        served.ask("/api/users/admin/password", {"password": PASSWORD}, first)
        admin = served.log_in("admin")
        for user, role in (("mei", "player"), ("cara", "cashier"), ("pat", "pit-manager")):
            served.ask("/api/users", {"user": user, "name": user.title(), "role": role, "password": PASSWORD}, admin)
        served.ask("/api/tables/bj-1/fill", {"id": "f1", "amount": 1000000}, served.log_in("pat"))
        served.ask("/api/cage/buy-in", {"id": "b1", "player": "mei", "amount": 100000}, served.log_in("cara"))
        play(served, served.log_in("mei"))
        look(served, "mei")
    state = (ROOT / BOOKS[1:]).stat()
    assert state.st_uid == int(user_of("croupier")[2]) and state.st_mode & 0o077 == 0, "nobody else reads the books"


def test_it_is_upgraded():
    """over the earlier version, with the books kept and clean, the operator's configuration untouched, and what is gone gone"""
    before = audited()
    conf = ROOT / "etc/croupier/casino.yaml"
    mine = conf.read_text().replace("title: Blackjack 1", "title: Our own table")
    conf.write_text(mine)
    debs = [p for p in packages() if not p.name.startswith("croupier-mpi")]
    (ROOT / "new").mkdir()
    for package in debs:
        shutil.copy(package, ROOT / "new")
    inside("dpkg", "--force-confdef", "--force-confold", "-i", *(f"/new/{p.name}" for p in debs))
    shutil.rmtree(ROOT / "new")
    assert EARLIER not in inside("dpkg-query", "-W", "-f", "${Version}", "croupier")
    assert not (ROOT / "usr/share/croupier/old-file").exists() and conf.read_text() == mine
    with Served() as served:
        assert "Our own table" in served.get("/api/tables")
        look(served, "mei")
        assert balance(served) in (97500, 100000, 102500, 103750), "the wager stands, or is settled"
    after = audited()
    assert after["entries"] > before["entries"], (before, after)


def test_it_is_removed():
    """removed: no command, no unit; configuration, books and user stay"""
    inside("dpkg", "-r", "libcroupier-dev", "croupier", "libcroupier0")
    assert not (ROOT / "usr/bin/croupier").exists() and not (ROOT / "lib/systemd/system/croupier.service").exists()
    assert (ROOT / "etc/croupier/casino.yaml").exists() and (ROOT / BOOKS[1:]).exists() and user_of("croupier")


def test_it_is_purged():
    """purged: nothing is left but the books and the user who owns them"""
    (ROOT / "var/log/croupier/house.log").write_text("{}\n")
    inside("dpkg", "-P", "croupier", "libcroupier0")
    left = sh("find", ROOT, "-xdev", "-name", "*croupier*", "-not", "-path", f"{ROOT}/proc/*").splitlines()
    left = sorted(path.removeprefix(str(ROOT)) for path in left)
    books = [path for path in left if not path.startswith("/var/lib/croupier")]
    assert books == [] and (ROOT / BOOKS[1:]).exists(), left
    assert user_of("croupier"), "files are his: a user is never given to somebody else"


def test_lintian():
    """lintian finds no error"""
    done = subprocess.run(["lintian", "--fail-on=error", "--allow-root", *map(str, packages())], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


if __name__ == "__main__":
    if os.geteuid() != 0:
        print("1..0 # SKIP a Debian of its own is made by root only")
        sys.exit(0)
    tap.main(globals())
