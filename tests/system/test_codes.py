# SPDX-License-Identifier: Apache-2.0
"""Time codes of the staff (RFC 6238): set up with the password, asked for at every log-in, each good once, taken away by an
administrator or from the shell; demanded of everybody but players where the configuration says so."""
import base64
import hashlib
import hmac
import json
import pathlib
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import Casino, table  # noqa: E402

PEOPLE = {"Mei": "player", "Dan": "dealer", "Pat": "pit-manager", "Adm": "administrator"}


def code(secret, steps=0):
    """The code of now, or of so many half minutes later; worked out here and not by liboath."""
    at = int(time.time()) // 30 + steps
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", at), hashlib.sha1).digest()
    offset = digest[19] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7fffffff) % 10 ** 6:06}"


def log_in(casino, name, **more):
    status, answer = casino.http("POST", "/api/session", {"user": name, "password": casino.passwords[name], **more})
    return answer["token"] if status == 200 else answer["error"]["code"]


def set_up(casino, name, token):
    status, offered = casino.http("POST", f"/api/users/{name}/code", {}, token)
    assert status == 200 and offered["uri"].startswith("otpauth://totp/Croupier:") and offered["secret"] in offered["uri"], offered
    body = {"code": code(offered["secret"]), "old": casino.passwords[name]}
    status, answer = casino.http("POST", f"/api/users/{name}/code", body, token)
    assert status == 200 and answer == {"user": name, "code": True}, answer
    return offered["secret"], body["code"]


def refused(casino, path, body, token):
    status, answer = casino.http("POST", path, body, token)
    return status >= 400 and answer["error"]["code"]


def house(**more):
    return Casino([table("mbs-7up-baccarat", "bac")], people=PEOPLE, hurry=True, **more)


def test_log_in():
    """with a code set up, the password alone is not enough, a wrong code is none, and a right one works once"""
    with house() as casino:
        dan = casino.token("Dan")
        secret, used = set_up(casino, "Dan", dan)
        assert log_in(casino, "Dan") == "code-needed"
        assert log_in(casino, "Dan", code="000000") == "code-wrong" or code(secret) == "000000"
        assert log_in(casino, "Dan", code=used) == "code-wrong"  # it was used to set it up
        later = code(secret, 1)
        assert len(log_in(casino, "Dan", code=later)) > 20
        casino.tokens = {}
        time.sleep(1)
        assert log_in(casino, "Dan", code=later) in ("code-wrong", "too-many")
        people = casino.http("GET", "/api/users", token=casino.token("Adm"))[1]["users"]
        assert {row["user"]: row["code"] for row in people} == {"Mei": False, "Dan": True, "Pat": False, "Adm": False}
        assert "secret" not in json.dumps(people) and secret not in (casino.path / "events").read_text()
        casino.stop()
        told = [json.loads(line) for line in tap.done("journal", "show", "--json", f"--db={casino.database}").splitlines()]
        assert any(row["kind"] == "person" and row["text"] == "person code Dan dealer\n" and row["who"] == "Dan" for row in told)
        assert not any(secret in row["text"] for row in told)


def test_set_up():
    """it takes the password and a code of the secret that was offered; players have none, and nobody sets up another's"""
    with house() as casino:
        dan, pat, mei = casino.token("Dan"), casino.token("Pat"), casino.token("Mei")
        assert refused(casino, "/api/users/Dan/code", {"code": "123456", "old": casino.passwords["Dan"]}, dan) == "code-wrong"
        secret = casino.http("POST", "/api/users/Dan/code", {}, dan)[1]["secret"]
        assert refused(casino, "/api/users/Dan/code", {"code": code(secret), "old": "not the password"}, dan) == "wrong-password"
        assert refused(casino, "/api/users/Dan/code", {"code": code(secret)}, dan) == "wrong-password"
        assert refused(casino, "/api/users/Dan/code", {}, pat) == "forbidden"
        assert refused(casino, "/api/users/Mei/code", {}, mei) == "forbidden"
        assert refused(casino, "/api/users/Dan/code", {"remove": True}, pat) == "forbidden"
        assert refused(casino, "/api/users/Dan/code", {}, casino.token("Adm")) == "forbidden"
        assert len(log_in(casino, "Dan")) > 20  # nothing counts before it is confirmed


def test_recovery():
    """a lost telephone: an administrator takes the code away, or the shell does; the person's own way needs the password"""
    with house() as casino:
        dan, adm = casino.token("Dan"), casino.token("Adm")
        set_up(casino, "Dan", dan)
        assert refused(casino, "/api/users/Dan/code", {"remove": True}, dan) == "wrong-password"
        assert casino.http("POST", "/api/users/Dan/code", {"remove": True}, adm)[1] == {"user": "Dan", "code": False}
        assert len(log_in(casino, "Dan")) > 20
        set_up(casino, "Adm", adm)
        assert log_in(casino, "Adm") == "code-needed"
        tap.done("user", "code", "Adm", f"--db={casino.database}", cwd=casino.path)
        time.sleep(1.5)
        assert len(log_in(casino, "Adm")) > 20
        casino.stop()
        told = tap.done("journal", "show", "--json", f"--db={casino.database}")
        assert told.count("person code Dan dealer") == 2 and told.count("person code Adm administrator") == 2


def test_demanded():
    """where the configuration demands it, staff without a code can set one up and nothing else; players are not asked"""
    with house(more="staff_codes: true\n") as casino:
        status, answer = casino.http("POST", "/api/session", {"user": "Pat", "password": casino.passwords["Pat"]})
        assert status == 200 and answer["codeFirst"] is True
        token = answer["token"]
        assert refused(casino, "/api/tables/bac/close", {"id": "c"}, token) == "code-first"
        dan = casino.visit("Dan")
        dan.watch("bac")
        assert dan.act("bac", "open")["status"] == "code-first"
        set_up(casino, "Pat", token)
        assert casino.http("POST", "/api/tables/bac/close", {"id": "c"}, token)[0] == 200
        assert refused(casino, "/api/users/Pat/code", {"remove": True, "old": casino.passwords["Pat"]}, token) == "code-first"
        mei = casino.visit("Mei")
        mei.watch("bac")
        assert casino.http("GET", "/api/me", token=casino.token("Mei"))[0] == 200
        tap.done("user", "code", "Pat", f"--db={casino.database}", cwd=casino.path)


def test_pin():
    """a PIN is for players: none is set for staff, by anybody"""
    with house() as casino:
        adm = casino.token("Adm")
        assert refused(casino, "/api/users", {"user": "Eve", "role": "administrator", "pin": "0000"}, adm) == "pin-for-players"
        assert refused(casino, "/api/users/Dan/password", {"pin": "0000"}, adm) == "pin-for-players"
        assert casino.http("POST", "/api/users/Mei/password", {"pin": "4711"}, adm)[0] == 200
        casino.stop()
        bad = tap.run("user", "password", "Adm", "--pin", f"--db={casino.database}", input="0000\n", cwd=casino.path)
        assert bad.status != 0 and "PIN is for players" in bad.err, bad.err


if __name__ == "__main__":
    tap.main(globals())
