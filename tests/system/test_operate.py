# SPDX-License-Identifier: Apache-2.0
"""What an operator relies on: TLS, headers, metrics, the log, a graceful stop, and a configuration whose faults are named."""
import json
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PATIENCE, PEOPLE_ALL, Casino, Visitor, table  # noqa: E402

FEW = {"Mei": "player", "Dan": "dealer", "Cai": "cashier"}


EC, RSA = ("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"), ("rsa:2048",)


def certificate(folder, kind=EC):
    """A self-signed certificate for 127.0.0.1, as two PEM files."""
    cert, key = pathlib.Path(folder) / "cert.pem", pathlib.Path(folder) / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", *kind, "-nodes", "-days", "2",
                    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
                   check=True, capture_output=True)
    return cert, key


def test_tls():
    """with a certificate: HTTPS and WebSocket over it, checked by the client; plain HTTP gets nothing; one that cannot be read is named"""
    with tap.folder() as folder:
        cert, key = certificate(folder)
        trusting = ssl.create_default_context(cafile=cert)
        with Casino([table("mbs-7up-baccarat", "bac")], people=FEW, more=f"certificate: {cert}\nkey: {key}\n", tls=trusting) as casino:
            assert casino.http("GET", "/healthz")[1] == {"ok": True}
            assert casino.headers("/healthz")["Strict-Transport-Security"] == "max-age=31536000"
            casino.buy_in("Mei", 10000)
            mei = casino.visit("Mei")
            mei.watch("bac")
            mei.until("bac", lambda s: s["phase"] == "betting", "betting")
            mei.done("bac", "bet banker 20")
            casino.tls = ssl.create_default_context()
            try:
                Visitor(casino)
                raise AssertionError("a certificate nobody vouches for was believed")
            except ssl.SSLCertVerificationError:
                casino.tls = trusting
            with socket.create_connection(("127.0.0.1", casino.port), timeout=PATIENCE) as plain:
                plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                try:
                    answer = plain.recv(4096)
                except ConnectionError:
                    answer = b""
                assert b"200" not in answer
        wrong = tap.run("serve", "--demo", "--listen=127.0.0.1:0", f"--config={bad_certificate(folder)}")
        assert wrong.status == 2 and "certificate" in wrong.err, wrong.err


def test_forward_secrecy():
    """TLS 1.3 and 1.2 with forward secrecy; no suite without it, and nothing older"""
    def spoken(casino, cert, version, ciphers=None):
        """What is agreed on with a client that knows nothing else; "" if nothing is."""
        context = ssl.create_default_context(cafile=cert)
        context.minimum_version = context.maximum_version = version
        context.set_ciphers((ciphers or "ALL") + ":@SECLEVEL=0")
        try:
            with socket.create_connection(("127.0.0.1", casino.port), timeout=PATIENCE) as peer:
                with context.wrap_socket(peer, server_hostname="127.0.0.1") as secure:
                    return secure.cipher()[0]
        except (ssl.SSLError, ConnectionError):
            return ""
    with tap.folder() as folder:
        cert, key = certificate(folder, RSA)  # suites without forward secrecy need an RSA key
        more = f"certificate: {cert}\nkey: {key}\n"
        with Casino([table("mbs-7up-baccarat", "bac")], people=FEW, more=more, tls=ssl.create_default_context(cafile=cert)) as casino:
            assert spoken(casino, cert, ssl.TLSVersion.TLSv1_3).startswith("TLS_")
            assert spoken(casino, cert, ssl.TLSVersion.TLSv1_2).startswith("ECDHE-")
            for suite in ("AES128-GCM-SHA256", "AES256-SHA256", "AES128-SHA", "ECDHE-RSA-AES128-SHA"):
                assert spoken(casino, cert, ssl.TLSVersion.TLSv1_2, suite) == "", suite
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                assert spoken(casino, cert, ssl.TLSVersion.TLSv1_1) == "" and spoken(casino, cert, ssl.TLSVersion.TLSv1) == ""


def bad_certificate(folder):
    config = pathlib.Path(folder) / "bad.yaml"
    config.write_text(f"database: {folder}/x.db\ncertificate: {folder}/none.pem\nkey: {folder}/none.pem\n")
    return config


def served(folder, *words):
    """What a server that is told to stop at once said on its two outputs."""
    with subprocess.Popen([tap.COMMAND, "serve", "--listen=127.0.0.1:0", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as server:
        try:
            first = server.stdout.readline()
            server.terminate()
            return first, server.communicate(timeout=PATIENCE)[1]
        finally:
            server.kill()  # one that did not end would be waited for without end


def test_said_at_the_start():
    """what keeps a casino from starting, or from being as configured, is said once and with the reason"""
    with tap.folder() as folder:
        config, books = pathlib.Path(folder) / "casino.yaml", f"{folder}/the books.db"
        config.write_text("stop_seconds: 0\ntables: [{id: bj, game: mbs-blackjack-v6, decks: 6, limits: {all: none}}]\n")
        assert served(folder)[1].count("there are no tables") == 1
        assert served(folder, "--listen=localhost:0")[0].startswith("croupier: 0 tables at http://localhost:")
        with subprocess.Popen([tap.COMMAND, "serve", "--config", config, "--db", books, "--listen=127.0.0.1:0"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            said = server.stdout.readline()
            assert said.startswith("croupier: 1 table at http://127.0.0.1:"), said
            port = said.split(":")[-1].strip("/\n")
            taken = tap.run("serve", "--db", books, "--listen=127.0.0.1:0").err
            assert taken.count(books) == 1 and f"in use by another croupier process, number {server.pid}" in taken, taken
            taken = tap.run("serve", "--db", f"{folder}/other.db", f"--listen=127.0.0.1:{port}").err
            assert f"cannot listen on 127.0.0.1:{port}: Address already in use" in taken, taken
            server.terminate()
        same = served(folder, "--config", config, "--db", books)[1]
        assert "goes on" not in same, same
        config.write_text("stop_seconds: 0\ntables: [{id: bj, game: mbs-blackjack-v6, decks: 8, limits: {all: none}}]\n")
        other = served(folder, "--config", config, "--db", books)[1]
        assert "table bj goes on as it was begun, not as configured: decks 6, areas 7, device virtual, shuffle manual;" in other, other
        key = pathlib.Path(books + ".key")
        key.unlink()
        lost = tap.refused(2, "serve", "--db", books, "--listen=127.0.0.1:0")
        assert "the house's key is missing" in lost and not key.exists(), lost
        key.write_text("0" * 64 + "\n")
        key.chmod(0o600)
        lost = tap.refused(2, "serve", "--db", books, "--listen=127.0.0.1:0")
        assert f"croupier: {books}: the log is signed with another house key\ncroupier: put back the key" in lost, lost
        assert "--db: the name is longer than" in tap.refused(2, "serve", "--db", "x" * 600)


def test_headers():
    """every answer, good or bad, page or data, carries the strict headers; nothing from elsewhere is allowed"""
    with Casino([table("mbs-7up-baccarat", "bac")], people={}) as casino:
        for path in ("/healthz", "/metrics", "/api/tables", "/api/nothing", "/api/me", "/nothing.html"):
            headers = casino.headers(path)
            policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
            assert policy["default-src"] == "'none'" and policy["frame-ancestors"] == "'none'" and policy["base-uri"] == "'none'"
            assert all("*" not in value and "http" not in value for value in policy.values()), policy
            assert "unsafe" not in policy["script-src"].replace("wasm-unsafe-eval", ""), policy
            assert headers["X-Content-Type-Options"] == "nosniff" and headers["X-Frame-Options"] == "DENY", path
            assert headers["Referrer-Policy"] == "no-referrer" and headers["Cross-Origin-Opener-Policy"] == "same-origin", path
            assert headers["Cross-Origin-Resource-Policy"] == "same-origin" and "camera=()" in headers["Permissions-Policy"], path
            assert headers["Cache-Control"] == "no-store" and "Strict-Transport-Security" not in headers, path
            assert not any(name.lower().startswith("access-control") or name.lower() == "server" for name in headers), path


def test_metrics():
    """the metrics are in Prometheus' form, as promtool sees it, and count what happens"""
    with Casino([table("mbs-7up-baccarat", "bac")], people=FEW) as casino:
        casino.buy_in("Mei", 10000)
        mei = casino.visit("Mei")
        mei.watch("bac")
        mei.until("bac", lambda s: s["phase"] == "betting", "betting")
        mei.done("bac", "bet banker 20")
        assert not mei.act("bac", "bet banker 1")["ok"]
        text = casino.http("GET", "/metrics", raw=True)[1]
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert values["croupier_clients"] == "1" and values["croupier_refusals_total"] == "1" and values["croupier_store_halted"] == "0"
        assert int(values["croupier_acts_total"]) >= 2 and values["croupier_answer_seconds_count"] == "2", values
        assert int(values["croupier_turn_seconds_count"]) > 2, values
        assert values['croupier_table_open{table="bac"}'] == "1" and values['croupier_table_watchers{table="bac"}'] == "1", values
        assert casino.headers("/metrics")["Content-Type"].startswith("text/plain; version=0.0.4")
        if not shutil.which("promtool"):
            print("# promtool is not installed")
            return
        check = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
        assert check.returncode == 0 and not check.stderr, check.stderr


def test_log():
    """the log is one JSON object a line, each with time, level and event; no secret is in it"""
    with Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)], people=FEW) as casino:
        token = casino.token("Mei")
        casino.http("POST", "/api/session", {"user": "Mei\n{\"x\":1}", "password": "a wrong secret"})
        casino.stop()
        text = (casino.path / "events").read_text()
        events = [json.loads(line) for line in text.splitlines()]
        assert text.endswith("\n") and all(isinstance(e["time"], int) and e["level"] in ("info", "warning", "error") for e in events)
        assert [e["event"] for e in events] == ["people-taken-over", "started", "login", "login-refused", "stopping", "stopped"], events
        assert events[2]["user"] == "Mei" and token not in text and "secret" not in text


def test_stop_finishes_rounds():
    """told to stop, the server begins no round, finishes the one under way, answers, says goodbye, and leaves with 0"""
    tables = [table("mbs-7up-baccarat", "bac", betting=1, result=2000), table("mbs-7up-baccarat", "quiet")]
    with Casino(tables, people=FEW, stop=15) as casino:
        casino.buy_in("Mei", 10000)
        mei, quiet = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("bac")
        quiet.watch("quiet")
        mei.until("bac", lambda s: s["phase"] == "betting", "betting")
        mei.done("bac", "bet banker 20")
        number = mei.states["bac"]["round"]
        casino.process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        assert quiet.act("quiet", "open")["status"] == "stopping"
        while mei.receive() is not None:
            pass
        assert mei.socket.closed == 1001 and casino.process.wait(timeout=PATIENCE) == 0
        assert mei.states["bac"]["round"] == number and mei.states["bac"]["phase"] == "ended", "it was finished"
        result = sum(stake["result"] for stake in mei.states["bac"]["stakes"])
        casino.start()
        assert casino.balance("Mei") == 10000 + result
        recall = casino.http("GET", f"/api/tables/bac/rounds/{number}", token=casino.token("Mei"))[1]
        assert recall["steps"][-1]["cause"]["act"] == "end", "no power failure was ruled on"


def test_stop_parks_rounds():
    """a round that cannot end in time is parked and taken up by its game's clause; a second signal does not wait"""
    with Casino([table("rws-blackjack", "bj", people=PEOPLE_ALL)], people=FEW, stop=60) as casino:
        casino.buy_in("Mei", 10000)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("bj")
        dan.watch("bj")
        while dan.offers("bj", "deal"):
            dan.done("bj", "deal")
        dan.done("bj", "open")
        mei.done("bj", "bet 1 main 20")
        dan.done("bj", "close")
        dan.done("bj", "deal")
        casino.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        assert dan.done("bj", "deal")["ok"], "a round under way goes on"
        assert casino.process.poll() is None
        casino.process.send_signal(signal.SIGTERM)
        assert casino.process.wait(timeout=PATIENCE) == 0
        casino.start()
        assert casino.balance("Mei") == 10000, "[rws 5.4.2] void, the wager returned"


def test_answers_in_flight():
    """what was asked at the moment of the stop is either done and told, or not done at all"""
    with Casino([table("mbs-7up-baccarat", "bac")], people=FEW) as casino:
        tokens = casino.token("Cai"), casino.token("Mei")
        told = []

        def pay_in():
            for number in range(10000):
                try:
                    status, answer = casino.http("POST", "/api/cage/buy-in", {"id": f"p{number}", "player": "Mei", "amount": 100}, tokens[0])
                except OSError:
                    return
                if status == 200:
                    told.append(answer["balance"])
        paying = threading.Thread(target=pay_in)
        paying.start()
        time.sleep(0.5)
        casino.stop()
        paying.join()
        casino.start()
        balance = casino.http("GET", "/api/me", token=tokens[1])[1]["balance"]
        assert told and max(told) <= balance <= max(told) + 100, (max(told), balance)


def test_configuration():
    """the example is good as it stands; every fault is named with file, line and column, several at once"""
    with tap.folder() as folder:
        path = pathlib.Path(folder) / "c.yaml"
        path.write_text(tap.done("serve", "--example-config") + "tables_: []\n")
        complaint = tap.run("serve", f"--config={path}")
        lines = path.read_text().count("\n")
        assert complaint.status == 2 and complaint.err.startswith(f"{path}:{lines}:1: ") and '"tables"' in complaint.err, complaint.err
        one = "tables:\n  - {id: a, game: rws-blackjack%s}\n"
        rows = [  # a text, and where its fault begins
            ("listen: 127.0.0.1:99999\n", "127"), ("listen: [1]\n", "[1]"), ("session_hours: 0\n", "0"), ("stop_seconds: -1\n", "-1"),
            ("demo: perhaps\n", "perhaps"), ("tables:\n  - id: a\n", "id"), ("tables:\n  - {id: a, game: poker}\n", "poker"),
            (one % ", decks: 99", "99"), (one.replace("id: a", "id: a b") % "", "a b"), (one.replace("id: a", "id: ..") % "", ".."), (one % ", limits: {all: none, tie: [1, 2]}", "tie"),
            (one % "", "{id"), (one % ", limits: {main: [1, 2]}", "{main"), (one % ", limits: {all: some}", "some"),
            (one % ", limits: {main: [3, 2]}", "[3"), (one % ", limits: {main: [0.001, 2]}", "[0"), (one % ", people: [dance]", "dance"),
            (one % ", device: magic", "magic"), (one % "" + "  - {id: a, game: rws-blackjack}\n", "a, game"),
            ("tables:\n  - {id: a, rulebook: missing.yaml}\n", "missing"), ("listen: 1\nlisten: 2\n", "listen: 2")]
        for text, fault in rows:
            path.write_text(text)
            before = text[:text.rindex(fault)]
            place = f"{path}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: "
            complaint = tap.run("serve", f"--config={path}")
            assert complaint.status == 2 and place in complaint.err, (text, place, complaint.err)
        path.write_text("a: [\n")
        assert f"{path}:2:1: " in tap.run("serve", f"--config={path}").err
        path.write_text("session_hours: 0\nconnections: many\n")
        assert len(tap.run("serve", f"--config={path}").err.splitlines()) == 2
        gone = tap.run("serve", f"--config={folder}/gone.yaml")
        assert gone.status == 2 and "gone.yaml" in gone.err


if __name__ == "__main__":
    tap.main(globals())
