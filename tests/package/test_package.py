# SPDX-License-Identifier: Apache-2.0
"""The Debian packages, unpacked into a root of their own: everything is there, the configuration starts, the pages are served, and a database of an
earlier start goes on. Slow: the packages are built first, unless DEBS names a folder that has them."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from built import packages  # noqa: E402

WORK = tempfile.TemporaryDirectory(prefix="package-")
ROOT = pathlib.Path(WORK.name) / "root"


def unpack():
    if not ROOT.exists():
        for package in packages():
            subprocess.run(["dpkg-deb", "-x", package, ROOT], check=True)
    return ROOT


def scripts(package):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "-e", package, f"{folder}/c"], check=True)
        return {p.name: p.read_text() for p in pathlib.Path(f"{folder}/c").iterdir() if p.name not in ("md5sums",)}


class Served:
    """The installed command, with the installed configuration, as the unit would start it."""

    def __enter__(self):
        root = unpack()
        database = pathlib.Path(WORK.name) / "books.db"
        libraries = next(root.glob("usr/lib/*/libcroupier.so.*")).parent
        self.process = subprocess.Popen([root / "usr/bin/croupier", "serve", f"--config={root}/etc/croupier/casino.yaml", f"--db={database}", "--listen=127.0.0.1:0"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "LD_LIBRARY_PATH": str(libraries)})
        line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", line).group(1))
        return self

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return answer.read().decode()

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(timeout=30) == 0


def test_what_is_there():
    """command, library, header, pages, man pages of every command, API descriptions, examples, configuration, unit, user, logrotate, completion"""
    root = unpack()
    for path in ("usr/bin/croupier", "etc/croupier/casino.yaml", "lib/systemd/system/croupier.service", "usr/lib/sysusers.d/croupier.conf",
                 "etc/logrotate.d/croupier", "usr/share/bash-completion/completions/croupier", "usr/share/croupier/pages/index.html",
                 "usr/share/man/man1/croupier.1.gz", "usr/include/croupier/croupier.h"):
        assert (root / path).exists(), path
    documents = " ".join(p.name for p in (root / "usr/share/doc/croupier").rglob("*"))
    for name in ("openapi.yaml", "asyncapi.yaml", "guide.md", "classic-6d-s17.yaml"):
        assert name in documents, name
    commands = re.findall(r"^  ([a-z-]+)", tap.done("--help"), re.M)
    pages = {p.name for p in (root / "usr/share/man/man1").iterdir()}
    for name in ("serve", "report", "audit", "journal-show", "user-add"):
        assert f"croupier-{name}.1.gz" in pages, (name, sorted(pages))
    assert commands and list(root.glob("usr/lib/*/libcroupier.so")) and list(root.glob("usr/lib/*/pkgconfig/croupier.pc"))


def test_scripts():
    """the user is made at the installation, the configuration is the operator's, nothing is started unasked"""
    control = scripts(next(p for p in packages() if p.name.startswith("croupier_")))
    assert "systemd-sysusers" in control["postinst"], control.keys()
    assert "/etc/croupier/casino.yaml" in control["conffiles"]
    assert "deb-systemd-invoke start" not in control["postinst"]


def test_it_serves():
    """the installed command starts with the installed configuration, gives its pages, and goes on with its database"""
    for _ in range(2):
        with Served() as served:
            assert "<html" in served.get("/") and "Croupier" in served.get("/")
            tables = json.loads(served.get("/api/tables"))["tables"]
            assert [t["id"] for t in tables] == ["bj-1", "bac-1"] and all(t["open"] for t in tables)
    assert tap.run("audit", f"--db={WORK.name}/books.db").status == 0


if __name__ == "__main__":
    tap.main(globals())
