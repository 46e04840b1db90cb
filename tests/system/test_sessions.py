# SPDX-License-Identifier: Apache-2.0
"""Sessions: they outlast a restart, expire, and end at once when they are closed or somebody loses his access."""
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PEOPLE_ALL, Casino, table  # noqa: E402

FEW = {"Mei": "player", "Dan": "dealer", "Pat": "pit-manager", "Cai": "cashier", "Ada": "administrator"}


def house():
    return Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)], people=FEW)


def me(casino, token):
    return casino.http("GET", "/api/me", token=token)[0]


def until_closed(visitor):
    """The last message before the server closes the connection."""
    last = None
    while (message := visitor.receive()) is not None:
        last = message
    return last


def test_restart():
    """who is logged in stays so over a stop and over a kill; who has logged out does not come back"""
    with house() as casino:
        mei, dan = casino.token("Mei"), casino.token("Dan")
        assert casino.http("DELETE", "/api/session", token=dan)[0] == 200
        for end in (casino.stop, casino.kill):
            end()
            casino.start()
            assert me(casino, mei) == 200 and me(casino, dan) == 401
        casino.tokens = {"Mei": mei}
        visitor = casino.visit("Mei")
        assert visitor.welcome["user"] == "Mei"
        kept = str(casino.rows("SELECT name, line FROM sessions"))
        assert "Mei" in kept and mei not in kept


def test_expiry():
    """a session whose time is over is gone after the next start"""
    with house() as casino:
        mei = casino.token("Mei")
        casino.stop()
        line = casino.rows("SELECT line FROM sessions")[0][0]
        casino.change(f"UPDATE sessions SET line = '{' '.join(line.split()[:-1])} {int(time.time() * 1000) + 6000}'")
        casino.start()
        assert me(casino, mei) == 200
        casino.tokens = {"Mei": mei}
        visitor = casino.visit("Mei")
        visitor.watch("bj")
        assert until_closed(visitor)["code"] == "not-logged-in", "the open connection ends with it"
        assert me(casino, mei) == 401


def test_revocation():
    """a new password, another role or a revocation ends every session, open connections too"""
    changes = {"Mei": ("user", "password", "Mei"), "Dan": ("user", "role", "Dan", "pit-supervisor"), "Pat": ("user", "revoke", "Pat")}
    with house() as casino:
        for name, words in changes.items():
            visitor = casino.visit(name)
            visitor.watch("bj")
            tap.done(*words, f"--db={casino.database}", input="a new secret\n", cwd=casino.path)
            assert until_closed(visitor)["code"] == "not-logged-in"
            assert visitor.socket.closed == 1008 and me(casino, visitor.token) == 401, name
        casino.tokens, casino.passwords["Mei"] = {}, "a new secret"
        assert me(casino, casino.token("Mei")) == 200
        cai = casino.token("Cai")
        assert casino.http("POST", "/api/users/Cai/password", {"password": "short"}, casino.token("Ada"))[0] == 400
        assert me(casino, cai) == 200, "a password that is refused ends nothing"
        assert casino.http("POST", "/api/users/Cai/revoke", token=casino.token("Ada"))[0] == 200
        assert me(casino, cai) == 401


def test_revocation_stands():
    """a password that is still being made when its person is revoked does not bring him back; nor is one added twice"""
    with house() as casino:
        ada, pat, codes = casino.token("Ada"), casino.token("Pat"), []

        def post(path, body, token):
            codes.append(casino.http("POST", path, body, token)[0])
        making = [threading.Thread(target=post, args=("/api/users/Pat/password", {"password": f"new secret {i}"}, pat)) for i in range(4)]
        making += [threading.Thread(target=post, args=("/api/users", {"user": "Bea", "role": role, "password": "bea's secret"}, ada))
                   for role in ("player", "cashier", "dealer")]
        for thread in making:
            thread.start()
        assert casino.http("POST", "/api/users/Pat/revoke", token=ada)[0] == 200
        for thread in making:
            thread.join()
        people = {user["user"]: user for user in casino.http("GET", "/api/users", token=ada)[1]["users"]}
        assert people["Pat"]["revoked"] and codes.count(409) == 2, (people["Pat"], codes)
        for i in range(4):
            assert casino.http("POST", "/api/session", {"user": "Pat", "password": f"new secret {i}"})[0] == 401


if __name__ == "__main__":
    tap.main(globals())
