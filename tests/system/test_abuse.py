# SPDX-License-Identifier: Apache-2.0
"""Bad input, people without rights, and floods: a clear error, nothing changed, the connection kept unless it is abuse."""
import json
import pathlib
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PATIENCE, PEOPLE_ALL, Casino, Socket, table  # noqa: E402

FEW = {"Mei": "player", "Dan": "dealer", "Cai": "cashier", "Aud": "auditor"}


def house():
    return Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)], people=FEW)


def test_malformed_messages():
    """each malformed message is answered with a code and a sentence, and the connection goes on"""
    act = {"type": "act", "id": "x", "table": "bj", "act": "bet 1 main 20"}
    rows = [
        ("", "bad-message"), ("{", "bad-message"), ("[]", "bad-message"), ("null", "bad-message"),
        ('{"type":"act","type":"act"}', "bad-message"), ('{"type":7}', "bad-message"), ('{"type":"dance"}', "bad-message"),
        (json.dumps({**act, "colour": "red"}), "bad-message"), (json.dumps({**act, "id": 7}), "bad-message"),
        (json.dumps({**act, "id": ""}), "bad-message"), (json.dumps({**act, "id": "a b"}), "bad-message"),
        (json.dumps({**act, "id": "x" * 65}), "bad-message"), (json.dumps({"type": "act", "id": "y"}), "bad-message"),
        (json.dumps({**act, "table": "nowhere"}), "no-table"), ('{"type":"watch","table":"bj","since":1.5}', "bad-message"),
        ('{"type":"hello","protocol":2}', "bad-message"), ('{"type":"hello","protocol":1,"token":"no"}', "not-logged-in"),
        ('{"type":"ping"} x', "bad-message"),
    ]
    with house() as casino:
        mei = casino.visit("Mei")
        for text, code in rows:
            mei.send(text)
            error = mei.expect("error")
            assert error["code"] == code and error["sentence"], (text, error)
            mei.send({"type": "ping"})
            mei.expect("pong")


def test_bad_acts():
    """words that are no act, amounts that are none, somebody else's act: refused, nothing changed"""
    rows = ["", "bet", "bet 1", "bet 1 main", "bet 1 main -20", "bet 1 main 20.001", "bet 1 main 1e3", "bet 9 main 20",
            "bet 1 tie 20", "bet 1 main 99999999999999999999", "bet 1 main 1 unnoticed", "bet 1 pair 5 unnoticed", "hit 1\ndealer: open", "hit 1 # no", "Dan: open", "open",
            "deal", "card Th", "shuffle full", "agree Nobody", "irregularity foreign-card", "decide void", "x" * 300]
    with house() as casino:
        casino.buy_in("Mei", 10000)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("bj")
        dan.watch("bj")
        while dan.offers("bj", "deal"):
            dan.done("bj", "deal")
        dan.done("bj", "open")
        seq = dan.seqs["bj"]
        for words in rows:
            answer = mei.act("bj", words)
            assert not answer["ok"] and answer["sentence"], (words, answer)
        own = mei.act("bj", "bet 1 main 1 unnoticed")
        assert own["status"] == "not-entitled" and own["clauses"], own
        assert not any("unnoticed" in offer["act"] for offer in mei.states["bj"]["offers"])
        assert mei.act("bj", "bet 1 main 200")["status"] == "player-short"
        mei.watch("bj")
        assert mei.seqs["bj"] == seq and mei.states["bj"]["stakes"] == [] and casino.balance("Mei") == 10000


def test_rights():
    """who is not logged in, or has another role, can look and nothing more"""
    with house() as casino:
        nobody = casino.visit()
        nobody.watch("bj")
        assert "balance" not in nobody.states["bj"] and nobody.states["bj"]["offers"] == []
        assert nobody.act("bj", "open")["status"] == "not-logged-in"
        cai = casino.visit("Cai")
        cai.watch("bj")
        assert cai.act("bj", "open")["status"] == "forbidden"
        for method, path, body in [("GET", "/api/me", None), ("GET", "/api/players", None), ("GET", "/api/users", None),
                                   ("GET", "/api/export/ledger.csv", None), ("GET", "/api/audit", None),
                                   ("POST", "/api/tables/bj/open", {"id": "a"}), ("DELETE", "/api/session", None)]:
            assert casino.http(method, path, body)[0] == 401, path
        for path in ["/api/users", "/api/audit", "/api/players", "/api/export/rounds.csv"]:
            assert casino.http("GET", path, token=casino.token("Mei"))[0] == 403, path
        assert casino.http("POST", "/api/cage/buy-in", {"id": "a", "amount": 100}, casino.token("Mei"))[0] == 403
        for bad in [{"id": "a", "player": "Mei", "amount": -5}, {"id": "b", "player": "Mei", "amount": 0},
                    {"id": "c", "player": "Mei", "amount": 1.5}, {"id": "d", "player": "Dan", "amount": 5},
                    {"id": "e", "player": "Mei", "amount": 10 ** 18}, {"player": "Mei", "amount": 5},
                    {"id": "f", "player": "Mei", "amount": 5, "tip": 1}]:
            status, answer = casino.http("POST", "/api/cage/buy-in", bad, casino.token("Cai"))
            assert status in (400, 404, 409) and answer["error"]["sentence"], (bad, answer)
        assert casino.balance("Mei") == 0


def test_log_in():
    """wrong passwords and PINs are refused and slowed down; a session ends when it is closed"""
    with house() as casino:
        assert casino.http("POST", "/api/session", {"user": "Mei", "password": "wrong one"})[0] == 401
        assert casino.http("POST", "/api/session", {"user": "Nobody", "password": "wrong one"})[0] == 401
        assert casino.http("POST", "/api/session", {"user": "Mei"})[0] == 400
        assert casino.http("POST", "/api/session", {"demo": "player"})[0] == 403
        number = tap.run("user", "list", "--json", f"--db={casino.database}").json()[0]["number"]
        tap.run("user", "password", "Mei", "--pin", f"--db={casino.database}", input="4711\n", cwd=casino.path)
        assert casino.http("POST", "/api/session", {"number": number, "pin": "4711"})[0] == 200
        codes = [casino.http("POST", "/api/session", {"number": number, "pin": "0000"})[0] for _ in range(7)]
        assert codes[:5] == [401] * 5 and codes[-1] == 429, codes
        token = casino.token("Aud")
        assert casino.http("GET", "/api/me", token=token)[1]["role"] == "auditor"
        assert casino.http("DELETE", "/api/session", token=token)[0] == 200
        assert casino.http("GET", "/api/me", token=token)[0] == 401


def closed_with(peer):
    try:
        while peer.receive() is not None:
            pass
    except (ConnectionError, OSError):
        return None
    return peer.closed


def test_floods():
    """frames that are too long, too many or never good end the connection, and nobody else's"""
    with house() as casino:
        other = casino.visit()
        too_long = Socket(casino.port)
        too_long.send_frame(1, b'{"type":"ping","pad":"' + b"x" * 20000 + b'"}')
        assert closed_with(too_long) in (1008, None)
        binary = Socket(casino.port)
        binary.send_frame(2, b"\x00\x01")
        assert closed_with(binary) in (1003, None)
        nonsense = Socket(casino.port)
        for _ in range(30):
            try:
                nonsense.send_frame(1, b"nonsense")
            except OSError:
                break
        assert closed_with(nonsense) in (1008, None)
        flood = Socket(casino.port)
        try:
            for _ in range(700):
                flood.send_frame(1, b'{"type":"ping"}')
        except OSError:
            pass
        assert closed_with(flood) in (1008, None)
        other.send({"type": "ping"})
        other.expect("pong")
        assert casino.http("GET", "/healthz")[1] == {"ok": True}


def test_http_edges():
    """other protocols, other paths, long bodies and wrong methods are refused; headers are strict"""
    with house() as casino:
        for path in ("/wss", "/"):
            try:
                Socket(casino.port, path=path)
                raise AssertionError(f"{path} took a WebSocket")
            except (ConnectionError, OSError):
                pass
        raw = socket.create_connection(("127.0.0.1", casino.port), timeout=PATIENCE)
        raw.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                    b"HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n")
        assert b" 101 " not in raw.recv(4096)
        raw.close()
        assert casino.http("POST", "/api/session", b"{" + b" " * 70000 + b"}")[0] == 413
        assert casino.http("POST", "/api/session", b"{}{}")[0] == 400
        assert casino.http("GET", "/api/nothing")[0] == 404
        assert casino.http("GET", "/api/tables/nowhere/sign")[0] == 404
        assert casino.http("GET", "/../etc/passwd")[0] == 404
        assert casino.http("GET", "/api/tables/bj/sign?lang=zh")[1]["title"]
        clauses = casino.http("GET", "/api/tables/bj/clauses")[1]["clauses"]
        assert "No more bets" in {row["clause"]: row["summary"] for row in clauses}["3.2"]
        metrics = casino.http("GET", "/metrics", raw=True)[1]
        assert "croupier_tables 1" in metrics


if __name__ == "__main__":
    tap.main(globals())
