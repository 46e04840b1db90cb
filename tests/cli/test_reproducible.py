# SPDX-License-Identifier: Apache-2.0
"""Goal: two builds of the same tree, in folders of different names and at different times, are the same bytes."""
import hashlib
import os
import pathlib
import subprocess
import tempfile

import tap

MADE = ("croupier", "libcroupier.so.0.1.0", "libcroupier.a")


def build(folder):
    """A copy of what git knows of the tree, built without a cache."""
    source = pathlib.Path(folder, "source")
    source.mkdir(parents=True)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=tap.ROOT, capture_output=True, check=True).stdout
    packed = subprocess.Popen(["tar", "--null", "-T", "-", "-c"], cwd=tap.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    taken = subprocess.Popen(["tar", "-x", "-C", str(source)], stdin=packed.stdout)
    packed.stdin.write(b"\0".join(name for name in files.split(b"\0") if name and not name.startswith(b"web/")))
    packed.stdin.close()
    assert packed.wait() == 0 and taken.wait() == 0
    (source / "web" / "dist").mkdir(parents=True)
    environment = {**os.environ, "CC": "cc", "CCACHE_DISABLE": "1", "LANG": "C.UTF-8"}
    subprocess.run(["meson", "setup", "out", "--prefix=/usr"], cwd=source, env=environment, check=True, capture_output=True)
    subprocess.run(["ninja", "-C", "out", *MADE], cwd=source, env=environment, check=True, capture_output=True)
    return {name: hashlib.sha256((source / "out" / name).read_bytes()).hexdigest() for name in MADE}


def test_same_bytes():
    """the command and both libraries come out the same"""
    with tempfile.TemporaryDirectory(prefix="first-") as first, tempfile.TemporaryDirectory(prefix="the-second-of-them-") as second:
        one, two = build(first), build(pathlib.Path(second, "deeper", "down"))
        assert one == two, [name for name in MADE if one[name] != two[name]]


if __name__ == "__main__":
    tap.main(globals())
