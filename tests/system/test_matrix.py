# SPDX-License-Identifier: Apache-2.0
"""Who may ask for what: matrix.tsv, every request and message by every role, with good, expired, revoked and forged sessions, walked on a
live server. Let through is whatever is answered with something else than that the role may not, or that nobody is logged in."""
import contextlib
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
import yaml  # noqa: E402
from casino import Casino, table  # noqa: E402

ROLES = {"d": "", "p": "Mei", "D": "Dan", "s": "Sup", "m": "Pat", "S": "Sue", "c": "Cai", "a": "Aud", "A": "Adm"}
PEOPLE = {**Casino.ROLES, "Adm": "administrator", "Eve": "administrator"}
ROWS = [line.split("\t") for line in (pathlib.Path(__file__).parent / "matrix.tsv").read_text().splitlines() if line and line[0] != "#"]
HTTP = [(what.split()[0], what.split()[1], who) for what, who in ROWS if not what.startswith("WS")]
MESSAGES = [(what.split()[1], who) for what, who in ROWS if what.startswith("WS")]

# What each is asked with: enough to be understood, about somebody who does not exist where something would change.
BODIES = {"/api/users": {"user": "2bad", "role": "player"}, "/api/users/{name}/password": {"password": "long enough"},
          "/api/users/{name}/code": {"remove": True}, "/api/cage/buy-in": {"id": "m", "player": "Nobody", "amount": 100},
          "/api/cage/cash-out": {"id": "n", "player": "Nobody", "amount": 100}, "/api/session": {"user": "Nobody", "password": "x"},
          "/api/trials": {"id": "t", "rulebook": "x"},
          "/api/tables/{table}/limits": {"id": "l", "wager": "none", "min": 1, "max": 2}}
TELL = {"act": {"id": "a1", "act": "nothing"}, "preview": {"act": "nothing"}, "sit": {"id": "a2", "area": 99}, "leave": {"id": "a3"},
        "arrange": {"speed": "none", "company": 0}, "promise": {"shoe": 99, "commitment": "0" * 64}, "reveal": {"shoe": 99, "value": "0" * 64}}


def house():
    return Casino([table("mbs-blackjack-v6", "bj")], people=PEOPLE, hurry=True)


def ask(casino, method, path, token):
    where = path.replace("{table}", "bj").replace("{name}", "1" if "/T/" in path or "{table}" in path else "Nobody")
    body = None if method in ("GET", "DELETE") else {"id": "x", "amount": 100} if path.endswith(("fill", "credit")) else \
        BODIES.get(path, {"id": "x"} if "{table}" in path else {})
    status, text = casino.http(method, where, body, token, raw=True)
    code = json.loads(text)["error"]["code"] if text.startswith('{"error"') else ""
    return status, code


def shut(status, code):
    """Kept out: not logged in, or not for this role."""
    return (status == 401 and code == "not-logged-in") or (status == 403 and code == "forbidden")


def test_rows():
    """the matrix has a row for every route and every message there is, and no other"""
    described = yaml.safe_load((tap.ROOT / "docs" / "openapi.yaml").read_text())["paths"]
    routes = {(m.upper(), p) for p, methods in described.items() for m in methods if m != "parameters"}
    assert routes == {(method, path) for method, path, _ in HTTP}, routes ^ {(method, path) for method, path, _ in HTTP}
    source = (tap.ROOT / "src" / "server" / "conversation.c").read_text()
    types = set(re.findall(r'\{"(\w+)",\s*on_\w+,', source))
    assert types == {name for name, _ in MESSAGES}, types ^ {name for name, _ in MESSAGES}


def test_requests():
    """every request by every role is let through or kept out as the matrix says"""
    cells = 0
    with house() as casino:
        for method, path, who in HTTP:
            for role, name in ROLES.items():
                if (method, path) == ("DELETE", "/api/session"):
                    casino.tokens.pop(name, None)
                token = casino.token(name) if name else None
                status, code = ask(casino, method, path, token)
                if (method, path) == ("DELETE", "/api/session"):
                    casino.tokens.pop(name, None)
                assert shut(status, code) == (role not in who), (method, path, PEOPLE.get(name, "display"), status, code)
                assert role not in who or status < 500, (method, path, status, code)
                cells += 1
    print(f"# {cells} cells")


def answer(visitor, kind):
    """What came of a message: the code of an error or the status of an answer; "" for none. A ping behind it tells that it was taken."""
    visitor.send({"type": kind, **({} if kind == "ping" else {"table": "bj"}), **TELL.get(kind, {})})
    visitor.send({"type": "ping"})
    said = ""
    while True:
        message = visitor.receive()
        if message is None:
            return "closed"
        if message["type"] == "pong":
            break
        if message["type"] == "error":
            said = message["code"]
        if message["type"] == "answer":
            said = message["status"]
    if kind == "ping":
        visitor.expect("pong")
    return said


def test_messages():
    """every message by every role"""
    cells = 0
    with house() as casino:
        for role, name in ROLES.items():
            visitor = casino.visit(name)
            visitor.send({"type": "watch", "table": "bj", "luck": True})
            visitor.expect("snapshot")
            for kind, who in MESSAGES:
                if kind == "hello":
                    continue  # every visitor has said it
                said = answer(visitor, kind)
                if kind == "unwatch":
                    visitor.send({"type": "watch", "table": "bj", "luck": True})
                    visitor.expect("snapshot")
                assert (said in ("forbidden", "not-logged-in")) == (role not in who), (kind, PEOPLE.get(name, "display"), said)
                cells += 1
            visitor.socket.close()
    print(f"# {cells} cells")


def forged(token):
    """Tokens that nobody was given."""
    return [token[:-1] + ("0" if token[-1] != "0" else "1"), token[:-2], token + "00", token.upper() + "x", "0" * len(token), "-", token.replace(token[0], "z", 1)]


def test_bad_sessions():
    """expired, revoked, closed and forged sessions open nothing that a display may not see, over HTTP and WebSocket"""
    cells = 0
    with house() as casino:
        good = casino.token("Eve")
        expired, closed = casino.token("Sue"), casino.token("Pat")
        assert casino.http("DELETE", "/api/session", token=closed)[0] == 200
        assert casino.http("POST", "/api/users/Eve/revoke", {}, casino.token("Adm"))[0] == 200
        casino.stop()
        for name, line in casino.rows("SELECT name, line FROM sessions"):  # the time of one session is over
            user, opened, _ = line.split()
            if user == "Sue":
                casino.change(f"UPDATE sessions SET line = '{user} {opened} {int(opened) + 1}' WHERE name = '{name}'")
        casino.start()
        casino.tokens = {}
        kept = casino.token("Sue")
        for token in [good, expired, closed, *forged(kept)]:
            for method, path, who in HTTP:
                status, code = ask(casino, method, path, token)
                assert shut(status, code) == ("d" not in who), (token, method, path, status, code)
                cells += 1
            with contextlib.closing(casino.visit().socket) as line:
                line.send_frame(1, json.dumps({"type": "hello", "protocol": 1, "token": token}).encode())
                said = json.loads(line.receive())
                assert said["type"] == "error" and said["code"] == "not-logged-in", said
                cells += 1
        assert casino.http("GET", "/api/me", token=kept)[0] == 200
    print(f"# {cells} cells")


if __name__ == "__main__":
    tap.main(globals())
