#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make cluster: a house on several hosts, on this one: three servers of the demo floor, three PostgreSQL under Patroni with etcd, haproxy in
front of both, Prometheus. All on loopback, everything below build/cluster, ended by Ctrl-C or make cluster-stop.

    tools/cluster.py [--build DIR] [--port N]    starts it, says where everything is, and stays
    tools/cluster.py --stop                      ends the one that runs from this build folder

The lease is Patroni's documented one (ttl 30, loop_wait 10, retry_timeout 10), over etcd's v2 interface; commits wait for a second host
(synchronous_mode_strict). tests/chaos uses the database's half."""
import argparse
import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import postgres  # noqa: E402

PR_SET_PDEATHSIG = 1
NODES = ("one", "two", "three")
SERVERS = ("a", "b", "c")
GAMES = (("mbs-blackjack-v6", "main"), ("mbs-ace-race-v4", "main"), ("mbs-star-elements", "main"), ("rws-blackjack", "main"),
         ("mbs-7up-baccarat", "banker"))
PROGRAMS = {"patroni": "patroni", "etcd": "etcd-server", "haproxy": "haproxy", "prometheus": "prometheus"}


def find(program):
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


def missing(names=("patroni", "etcd", "haproxy")):
    """Packages that have to be installed first."""
    lack = [PROGRAMS[name] for name in names if not find(name)]
    return lack if postgres.programs() else lack + ["postgresql"]


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def ask(url, seconds=1.0):
    """The status of HTTP; None: no answer."""
    try:
        with urllib.request.urlopen(url, timeout=seconds) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def wait_for(condition, what, seconds=120):
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise RuntimeError(f"{what} did not come in {seconds} s")
        time.sleep(0.2)
    return found


class Processes:
    """Children that end with us, in the opposite order of their start."""

    def __init__(self, folder):
        self.folder, self.running = pathlib.Path(folder), []

    def start(self, name, words, who=None, environment=None, folder=None):
        def become():
            if who:
                os.setgroups([])
                os.setgid(who.pw_gid)
                os.setuid(who.pw_uid)
            os.setsid()
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        with open(self.folder / f"{name}.log", "ab") as log:
            process = subprocess.Popen([str(word) for word in words], preexec_fn=become, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                       cwd=folder or self.folder, env={**os.environ, **(environment or {})})
        self.running.append((name, process))
        return process

    def end(self):
        for name, process in reversed(self.running):
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
        for name, process in reversed(self.running):
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.running = []


def patroni_yaml(node, folder, programs):
    return f"""# written by tools/cluster.py; deploy/patroni.yml is the one for hosts of their own
scope: croupier
name: {node.name}
restapi: {{listen: "127.0.0.1:{node.api}", connect_address: "127.0.0.1:{node.api}"}}
etcd: {{host: "127.0.0.1:{node.etcd}"}}
bootstrap:
  dcs:
    ttl: 30
    loop_wait: 10
    retry_timeout: 10
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters:
        wal_retrieve_retry_interval: 200ms
        max_connections: 100
        shared_buffers: 32MB
        wal_log_hints: 'on'
        wal_keep_size: 256MB
  initdb: [{{encoding: UTF8}}, {{locale: C}}]
postgresql:
  listen: 127.0.0.1:{node.port}
  connect_address: 127.0.0.1:{node.port}
  data_dir: {node.data}
  bin_dir: {programs}
  pgpass: {folder}/{node.name}.pgpass
  authentication:
    superuser: {{username: croupier}}
    replication: {{username: croupier}}
    rewind: {{username: croupier}}
  parameters: {{unix_socket_directories: ''}}
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
watchdog: {{mode: 'off'}}
"""


class Node:
    """One PostgreSQL with its Patroni."""

    def __init__(self, name, folder, etcd):
        self.name, self.etcd, self.port, self.api = name, etcd, free_port(), free_port()
        self.home = pathlib.Path(folder) / name
        self.data = self.home / "data"
        self.patroni = None

    def is_primary(self):
        return ask(f"http://127.0.0.1:{self.api}/primary") == 200

    def is_standby(self):
        return ask(f"http://127.0.0.1:{self.api}/replica") == 200

    def is_synchronous(self):
        return ask(f"http://127.0.0.1:{self.api}/synchronous") == 200

    def postmaster(self):
        """The number of its PostgreSQL; None: it does not run."""
        try:
            number = int((self.data / "postmaster.pid").read_text().split()[0])
            os.kill(number, 0)
            return number
        except (OSError, ValueError, IndexError):
            return None


class Base:
    """Three PostgreSQL under Patroni, and one address that is always the primary's. `small`: called with the folder of each node's data."""

    def __init__(self, folder, small=None):
        lack = missing()
        if lack:
            raise RuntimeError(f"these packages are missing: {' '.join(lack)}")
        self.folder = pathlib.Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.who = postgres.somebody()
        self.processes = Processes(self.folder)
        self.port, self.read_port, self.etcd_port = free_port(), free_port(), free_port()
        self.nodes = [Node(name, self.folder, self.etcd_port) for name in NODES]
        try:
            self.open(small)
        except BaseException:
            self.end()
            raise

    def own(self, path):
        if self.who:
            os.chown(path, self.who.pw_uid, self.who.pw_gid)

    def open(self, small):
        peer = free_port()
        self.processes.start("etcd", [find("etcd"), "--name=one", f"--data-dir={self.folder}/etcd", "--enable-v2=true", "--log-level=error",
                                      f"--listen-client-urls=http://127.0.0.1:{self.etcd_port}",
                                      f"--advertise-client-urls=http://127.0.0.1:{self.etcd_port}",
                                      f"--listen-peer-urls=http://127.0.0.1:{peer}", f"--initial-advertise-peer-urls=http://127.0.0.1:{peer}",
                                      f"--initial-cluster=one=http://127.0.0.1:{peer}"])
        wait_for(lambda: ask(f"http://127.0.0.1:{self.etcd_port}/health") == 200, "etcd")
        self.own(self.folder)
        for node in self.nodes:
            node.home.mkdir(exist_ok=True)
            self.own(node.home)
            if small:
                node.data.mkdir(mode=0o700)
                small(node.data)
                self.own(node.data)
            (self.folder / f"{node.name}.yml").write_text(patroni_yaml(node, self.folder, postgres.programs()))
            self.start_node(node)
            if node is self.nodes[0]:
                wait_for(node.is_primary, "a primary")
        wait_for(lambda: any(node.is_synchronous() for node in self.nodes), "a synchronous standby")
        self.start_haproxy()
        self.sql("CREATE DATABASE house", "postgres", self.primary().port)

    def start_node(self, node):
        node.patroni = self.processes.start(node.name, [find("patroni"), self.folder / f"{node.name}.yml"], self.who, {"PATRONI_LOG_LEVEL": "INFO"})

    def start_haproxy(self):
        def backend(question):
            return "".join(f"    server {node.name} 127.0.0.1:{node.port} check port {node.api}\n" for node in self.nodes), question
        text = "global\n    maxconn 2000\ndefaults\n    mode tcp\n    timeout connect 2s\n    timeout client 1h\n    timeout server 1h\n    timeout check 2s\n"
        for name, port, question in (("primary", self.port, "/primary"), ("standby", self.read_port, "/replica")):
            servers, question = backend(question)
            text += (f"listen {name}\n    bind 127.0.0.1:{port}\n    option httpchk GET {question}\n    http-check expect status 200\n"
                     f"    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions\n{servers}")
        (self.folder / "haproxy-base.cfg").write_text(text)
        self.processes.start("haproxy-base", [find("haproxy"), "-db", "-f", self.folder / "haproxy-base.cfg"])
        wait_for(self.answers, "the primary through haproxy")  # at first it takes every node for one

    def answers(self):
        try:
            return self.sql("SELECT pg_is_in_recovery()", "postgres") == "f" and self.primary() is not None
        except RuntimeError:
            return False

    def url(self, database="house", port=None):
        return f"postgresql://croupier@127.0.0.1:{port or self.port}/{database}?sslmode=disable&gssencmode=disable"

    def sql(self, text, database="house", port=None):
        done = subprocess.run([f"{postgres.programs()}/psql", self.url(database, port), "-v", "ON_ERROR_STOP=1", "-qAtc", text], capture_output=True, text=True,
                              timeout=60, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def primary(self):
        return next((node for node in self.nodes if node.is_primary()), None)

    def standbys(self):
        return [node for node in self.nodes if node.is_standby()]

    def whole(self):
        """A primary, two standbys, one of them synchronous."""
        return self.primary() is not None and len(self.standbys()) == 2 and any(node.is_synchronous() for node in self.nodes)

    def end(self):
        self.processes.end()
        for node in self.nodes:
            number = node.postmaster()
            if number:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGCONT)
                    os.kill(number, signal.SIGQUIT)
        wait_for(lambda: not any(node.postmaster() for node in self.nodes), "the end of PostgreSQL", 30)


# ---- The floor above it. ----

def casino_yaml(name, port, front, base):
    lines = [f"listen: 127.0.0.1:{port}\ndatabase: {base.url()}\nserver:\n  name: {name}\n  address: http://127.0.0.1:{front}/s/{name}\n"
             f"demo: true\nbots: 2\npages: {ROOT}/web/dist\nstop_seconds: 2\ntables:\n"]
    for number in range(10):
        game, wager = GAMES[number % len(GAMES)]
        lines.append(f"  - {{id: t{number}, title: Table {number + 1}, game: {game}, limits: {{all: [5, 200], {wager}: [10, 1000]}}, betting_seconds: 10}}\n")
    return "".join(lines)


def front_cfg(front, ports):
    text = (f"global\n    maxconn 4000\ndefaults\n    mode http\n    timeout connect 2s\n    timeout client 1h\n    timeout server 1h\n"
            f"    timeout tunnel 1h\n    option redispatch\n    retries 3\nfrontend casino\n    bind 127.0.0.1:{front}\n")
    text += "".join(f"    use_backend {name} if {{ path_beg /s/{name}/ }}\n" for name in ports) + "    default_backend any\n"
    check = "    option httpchk GET /healthz\n    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions\n"
    for name, port in ports.items():
        text += f"backend {name}\n    http-request replace-path /s/{name}(/.*) \\1\n{check}    server {name} 127.0.0.1:{port} check\n"
    text += f"backend any\n    balance roundrobin\n{check}" + "".join(f"    server {name} 127.0.0.1:{port} check\n" for name, port in ports.items())
    return text


class Floor:
    def __init__(self, base, build, front):
        self.base, self.build, self.front = base, pathlib.Path(build).resolve(), front
        self.processes = Processes(base.folder)
        self.ports = {name: free_port() for name in SERVERS}
        self.prometheus = free_port()

    def start_server(self, name):
        folder = self.base.folder / f"server-{name}"
        return self.processes.start(f"server-{name}", [self.build / "croupier", "serve", f"--config={folder}/casino.yaml"], folder=folder)

    def open(self):
        first = None
        for name, port in self.ports.items():
            folder = self.base.folder / f"server-{name}"
            folder.mkdir()
            (folder / "casino.yaml").write_text(casino_yaml(name, port, self.front, self.base))
            if first:
                shutil.copy(first / "house.key", folder / "house.key")  # of one house, as an operator copies it
            self.start_server(name)
            wait_for(lambda port=port: ask(f"http://127.0.0.1:{port}/healthz") == 200, f"server {name}")
            first = first or folder
        (self.base.folder / "haproxy-front.cfg").write_text(front_cfg(self.front, self.ports))
        self.processes.start("haproxy-front", [find("haproxy"), "-db", "-f", self.base.folder / "haproxy-front.cfg"])
        wait_for(lambda: ask(f"http://127.0.0.1:{self.front}/api/tables") == 200, "the front")
        if find("prometheus"):
            targets = ", ".join(f"'127.0.0.1:{port}'" for port in self.ports.values())
            (self.base.folder / "prometheus.yml").write_text(
                f"global: {{scrape_interval: 2s}}\nrule_files: ['{ROOT}/deploy/alerts.yml']\nscrape_configs:\n"
                f"  - {{job_name: croupier, static_configs: [{{targets: [{targets}]}}]}}\n")
            self.processes.start("prometheus", [find("prometheus"), f"--config.file={self.base.folder}/prometheus.yml",
                                                f"--storage.tsdb.path={self.base.folder}/prometheus", f"--web.listen-address=127.0.0.1:{self.prometheus}"])

    def tell(self):
        print(f"the house          http://127.0.0.1:{self.front}/")
        for name, port in self.ports.items():
            print(f"server {name}           http://127.0.0.1:{self.front}/s/{name}/   kill {self.number(f'server-{name}')}; it is started again")
        print(f"Prometheus         http://127.0.0.1:{self.prometheus}/")
        print(f"database           {self.base.url()}")
        for node in self.base.nodes:
            print(f"node {node.name:13} port {node.port}, Patroni http://127.0.0.1:{node.api}/cluster, kill {node.postmaster()}")
        print(f"who runs what      {self.build}/croupier servers '{self.base.url()}'")
        print("Ctrl-C or make cluster-stop ends all of it.", flush=True)

    def number(self, name):
        return next((process.pid for known, process in reversed(self.processes.running) if known == name), None)

    def watch(self):
        """Servers that end are started again, as systemd does."""
        while True:
            for name in SERVERS:
                process = next(process for known, process in reversed(self.processes.running) if known == f"server-{name}")
                if process.poll() is not None:
                    self.processes.running.remove((f"server-{name}", process))
                    time.sleep(1)
                    print(f"server {name} has ended with {process.returncode}; it is started again, number {self.start_server(name).pid}", flush=True)
            time.sleep(0.5)

    def end(self):
        self.processes.end()


def stop(folder):
    try:
        number = int((folder / "pid").read_text())
        if "cluster.py" not in pathlib.Path(f"/proc/{number}/cmdline").read_text():
            raise OSError
        os.kill(number, signal.SIGTERM)
    except (OSError, ValueError):
        print("no cluster runs from this build folder")
        return 0
    wait_for(lambda: not pathlib.Path(f"/proc/{number}").exists(), "its end", 90)
    print("the cluster has ended")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--port", type=int, default=8080, help="of the house")
    parser.add_argument("--seconds", type=float, default=None, help="ends by itself after so long")
    parser.add_argument("--stop", action="store_true")
    args = parser.parse_args()
    folder = pathlib.Path(args.build).resolve() / "cluster"
    if args.stop:
        return stop(folder)
    if (folder / "pid").exists() and pathlib.Path(f"/proc/{(folder / 'pid').read_text()}").exists():
        print("it runs already; make cluster-stop ends it", file=sys.stderr)
        return 2
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "pid").write_text(str(os.getpid()))

    def leave(*_):
        raise KeyboardInterrupt
    signal.signal(signal.SIGTERM, leave)
    if args.seconds:
        signal.signal(signal.SIGALRM, leave)
        signal.setitimer(signal.ITIMER_REAL, args.seconds)
    base = floor = None
    try:
        print("three PostgreSQL under Patroni ...", flush=True)
        base = Base(folder)
        floor = Floor(base, args.build, args.port)
        print("three servers ...", flush=True)
        floor.open()
        floor.tell()
        floor.watch()
    except KeyboardInterrupt:
        print("ending ...", flush=True)
    finally:
        for thing in (floor, base):
            if thing:
                thing.end()
        (folder / "pid").unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
