# SPDX-License-Identifier: Apache-2.0
"""What is in deploy/ is read by the programs it is for, where they are installed, and names only figures that a server really tells."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import Casino, table  # noqa: E402

DEPLOY = tap.ROOT / "deploy"
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def checked(program, *words, cwd=None):
    """Runs a program over a file; without the program nothing is known."""
    found = shutil.which(program, path=PATH)
    if not found:
        print(f"# {program} is not installed: not looked at")
        return
    done = subprocess.run([found, *map(str, words)], capture_output=True, text=True, cwd=cwd, timeout=60, check=False)
    assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


def test_nginx():
    """nginx takes its configuration; prefixes go to their servers without them, and WebSockets pass"""
    with tap.folder() as folder:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=casino.house", "-days", "2", "-keyout",
                        f"{folder}/casino.key", "-out", f"{folder}/casino.pem"], check=True, capture_output=True)
        text = (DEPLOY / "nginx.conf").read_text()
        assert text.count("proxy_set_header Upgrade $http_upgrade;") == 1
        for name in "abc":
            assert f"location /s/{name}/ {{ proxy_pass http://croupier_{name}/; }}" in text
        pathlib.Path(folder, "croupier.conf").write_text(text.replace("/etc/ssl/croupier", folder))
        pathlib.Path(folder, "nginx.conf").write_text(f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n"
                                                      f"include {folder}/croupier.conf;\n}}\n")
        checked("nginx", "-t", "-p", folder, "-c", f"{folder}/nginx.conf")


def test_haproxy():
    """haproxy takes its configuration"""
    checked("haproxy", "-c", "-f", DEPLOY / "haproxy.cfg")


def test_prometheus():
    """promtool takes scrape configuration and rules"""
    checked("promtool", "check", "config", "prometheus.yml", cwd=DEPLOY)


def test_patroni():
    """Patroni takes its configuration, moved to loopback; the lease is the documented one, commits wait for a second host"""
    text = (DEPLOY / "patroni.yml").read_text()
    for line in ("ttl: 30", "loop_wait: 10", "retry_timeout: 10", "synchronous_mode: true", "synchronous_mode_strict: true",
                 "wal_retrieve_retry_interval: 200ms"):
        assert re.search(rf"^ +{line}\b", text, re.M), line
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    found = shutil.which("patroni", path=PATH)
    if not found or not programs:
        print("# Patroni or PostgreSQL is not installed: not looked at")
        return
    with tap.folder() as folder:
        text = re.sub(r"listen: 10\.0\.0\.11:(\d+)", r"listen: 127.0.0.1:5\1", text).replace("/var/lib/postgresql/15/house", f"{folder}/data")
        pathlib.Path(folder, "patroni.yml").write_text(text.replace("/usr/lib/postgresql/15/bin", str(programs[-1].parent)))
        done = subprocess.run([found, "--validate-config", f"{folder}/patroni.yml"], capture_output=True, text=True, timeout=60, check=False)
        faults = [line for line in (done.stdout + done.stderr).splitlines() if line and "is not reachable" not in line]  # no etcd is there
        assert not faults, faults


def test_pgbackrest():
    """pgbackrest reads its configuration"""
    checked("pgbackrest", f"--config={DEPLOY}/pgbackrest.conf", "--stanza=house", "help", "restore")
    text = (DEPLOY / "pgbackrest.conf").read_text()
    assert "[house]" in text and "repo1-cipher-type=aes-256-cbc" in text


def test_units():
    """systemd takes both units; one of several has its own configuration and folder"""
    units = pathlib.Path(os.environ["CROUPIER"]).resolve().parent / "deploy"
    one, several = ((units / name).read_text() for name in ("croupier.service", "croupier@.service"))
    assert "/etc/croupier/casino.yaml" in one and "StateDirectory=croupier\n" in one and "@" not in one.replace("@system-service", "").replace(
        "@privileged", "").replace("@resources", "")
    assert "--config=/etc/croupier/%i.yaml" in several and "WorkingDirectory=/var/lib/croupier/%i\n" in several


def test_figures():
    """dashboard and alerts speak of figures that a server tells"""
    with Casino([table("mbs-7up-baccarat", "b1")], hurry=True, people={}) as casino:
        told = set(re.findall(r"^(croupier_\w+)", casino.http("GET", "/metrics", raw=True)[1], re.M))
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    expressions += re.findall(r"^ +expr: (.*)$", (DEPLOY / "alerts.yml").read_text(), re.M)
    named = set(re.findall(r"croupier_\w+", " ".join(expressions)))
    assert len(expressions) > 15 and named and named <= told, named - told


if __name__ == "__main__":
    tap.main(globals())
