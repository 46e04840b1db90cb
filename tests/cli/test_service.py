# SPDX-License-Identifier: Apache-2.0
"""Goal: the service runs with as little of the machine as systemd can take away, under a user of its own."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import tap

SERVICE = pathlib.Path(os.environ["SERVICE"])


def analyze(*words):
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True)


# What stays open: a server speaks to the network and to a database beside it, and ProtectClock lets the clock be read.
LEFT_OPEN = {"RootDirectoryOrRootImage", "PrivateMounts", "PrivateNetwork", "IPAddressDeny", "RestrictAddressFamilies_AF_UNIX",
             "RestrictAddressFamilies_AF_INET_INET6", "DeviceAllow"}


def test_exposure():
    """systemd-analyze security gives less than 2.0, and knows of nothing else that could be closed"""
    if not shutil.which("systemd-analyze"):
        return  # nothing here can tell
    rows = json.loads(analyze("security", "--offline=yes", "--json=short", SERVICE).stdout)
    assert {row["json_field"] for row in rows if row["set"] is False} <= LEFT_OPEN, rows
    out = analyze("security", "--offline=yes", SERVICE).stdout
    level = re.search(r"Overall exposure level for \S+: ([0-9.]+)", out)
    assert level and float(level.group(1)) < 2.0, out[-2000:]


def test_unjudged():
    """what systemd-analyze does not judge: no memory is left in a file, no other port is listened on, no call is a crash"""
    lines = SERVICE.read_text().splitlines()
    for line in ("Group=croupier", "LimitCORE=0", "PrivateIPC=yes", "SocketBindDeny=any", "DevicePolicy=closed",
                 "AmbientCapabilities=", "ConfigurationDirectoryMode=0750", "LogsDirectoryMode=0750",
                 "KeyringMode=private", "SystemCallErrorNumber=EPERM"):
        assert line in lines, line
    assert [line for line in lines if line.startswith("SocketBindAllow=")] == ["SocketBindAllow=tcp:8080"], lines


def test_user():
    """it runs as the user that croupier.sysusers makes, who cannot log in and owns its folder"""
    unit = SERVICE.read_text()
    user = (tap.ROOT / "deploy" / "croupier.sysusers").read_text()
    assert "User=croupier\n" in unit and re.search(r"^u croupier - .* /var/lib/croupier /usr/sbin/nologin$", user, re.M)
    assert "StateDirectory=croupier\n" in unit and "StateDirectoryMode=0700\n" in unit and "UMask=0077\n" in unit
    if shutil.which("systemd-sysusers"):
        with tempfile.TemporaryDirectory() as root:
            pathlib.Path(root, "etc").mkdir()
            done = subprocess.run(["systemd-sysusers", f"--root={root}", str(tap.ROOT / "deploy" / "croupier.sysusers")], capture_output=True, text=True)
            made = pathlib.Path(root, "etc", "passwd")
            assert done.returncode == 0 and "croupier:x:" in made.read_text(), done.stderr


def test_command():
    """it starts the command where that is installed, and no secret is in its arguments"""
    start = re.search(r"^ExecStart=(.*)$", SERVICE.read_text(), re.M).group(1)
    assert re.match(r"/\S*/bin/croupier serve ", start) and "password" not in start and "key" not in start
    assert "@" not in start


if __name__ == "__main__":
    tap.main(globals())
