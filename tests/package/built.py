# SPDX-License-Identifier: Apache-2.0
"""The packages of what is committed, built once for every test that wants them, below the build folder."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402

FOLDER = pathlib.Path(tap.COMMAND).parent / "package"


def stamp():
    head = subprocess.run(["git", "-C", tap.ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    return f"{head} {(tap.ROOT / 'web' / 'dist' / 'index.html').stat().st_mtime_ns}"


def packages():
    """Paths of the .deb files; DEBS names a folder that has them already."""
    folder = os.environ.get("DEBS")
    if not folder:
        kept = FOLDER / "stamp"
        if not kept.exists() or kept.read_text() != stamp():
            subprocess.run([tap.ROOT / "tools" / "deb", FOLDER], check=True, stdout=subprocess.DEVNULL)
            kept.write_text(stamp())
        folder = FOLDER / "deb"
    return sorted(p for p in pathlib.Path(folder).glob("*.deb") if "-dbgsym" not in p.name)
