# SPDX-License-Identifier: Apache-2.0
"""Who gets in, and who cannot keep others out. Each test is a hole that once was open."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import Clocked, PATIENCE, PEOPLE_ALL, Casino, table  # noqa: E402

DROPPED_SECONDS = 8  # server/transport_loop.c
FEW = {"Mei": "player", "Pat": "pit-manager", "Ada": "administrator"}


def house(**more):
    return Casino([table("mbs-blackjack-v6", "bj", people=PEOPLE_ALL)], **{"people": FEW, "hurry": True, **more})


def log_in(casino, name, password, address):
    """The status of a log-in from another address of this machine."""
    peer = http.client.HTTPConnection("127.0.0.1", casino.port, timeout=PATIENCE, source_address=(address, 0))
    peer.request("POST", "/api/session", json.dumps({"user": name, "password": password}))
    with contextlib.closing(peer):
        return peer.getresponse().status


def at_once(count, ask):
    """The results of `count` calls that run side by side."""
    results, lock = [], threading.Lock()

    def one(number):
        result = ask(number)
        with lock:
            results.append(result)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_parallel_guesses():
    """many guesses at once are counted when they are made: five a minute are looked at, the others are refused"""
    with house() as casino:
        codes = at_once(40, lambda number: casino.http("POST", "/api/session", {"user": "Pat", "password": f"guess {number} of Pat"})[0])
        assert 4 <= codes.count(401) <= 5 and codes.count(429) == 40 - codes.count(401), codes
        more = [casino.http("POST", "/api/session", {"user": "Pat", "password": f"guess {number} of Pat"})[0] for number in range(10)]
        assert codes.count(401) + more.count(401) == 5 and more.count(429) == 10 - more.count(401), (codes, more)
        assert casino.http("POST", "/api/session", {"user": "Mei", "password": casino.passwords["Mei"]})[0] == 200, "others are not kept out"


def test_pin_is_for_players():
    """a PIN of four digits lets a player in, and nobody of the staff"""
    with house() as casino:
        ada = casino.token("Ada")
        users = casino.http("GET", "/api/users", token=ada)[1]["users"]
        for name, taken in (("Mei", True), ("Pat", False), ("Ada", False)):
            old = {"old": casino.passwords["Ada"]} if name == "Ada" else {}
            status, answer = casino.http("POST", f"/api/users/{name}/password", {"pin": "0000", **old}, ada)
            assert status == 200 if taken else answer["error"]["code"] == "pin-for-players", (name, answer)
            number = next(user["number"] for user in users if user["user"] == name)
            assert casino.http("POST", "/api/session", {"number": number, "pin": "0000"})[0] == (200 if taken else 401), name


def test_sums_do_not_hold_up_the_door():
    """somebody logs in while a simulation that anybody may ask for is still running"""
    with house() as casino:
        answered = []

        def simulate():
            request = urllib.request.Request(casino.address("/api/simulate/mbs-blackjack-v6?rounds=100000000"))
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    answered.append(answer.status)
            except OSError:
                answered.append(0)

        threads = [threading.Thread(target=simulate, daemon=True) for _ in range(8)]
        for thread in threads:
            thread.start()
        assert casino.http("POST", "/api/session", {"user": "Mei", "password": casino.passwords["Mei"]})[0] == 200
        assert len(answered) < len(threads), "the simulations were over before the log-in"
        casino.kill()
        for thread in threads:
            thread.join()


def test_silent_connections():
    """5,000 silent connections, 300 unfinished headers and 100 simulations: somebody new still logs in and bets"""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    with house() as casino:
        casino.token("Ada")
        idle = [socket.create_connection(("127.0.0.1", casino.port), timeout=PATIENCE) for _ in range(5000)]
        for peer in idle[:300]:
            peer.sendall(b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        for peer in idle[300:400]:
            peer.sendall(b"GET /api/simulate/mbs-blackjack-v6?seed=7 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        mei = casino.visit("Mei")
        mei.watch("bj")
        assert mei.act("bj", "sit 1")["ok"]
        assert casino.http("GET", "/healthz")[0] == 200
        for peer in idle:
            peer.close()


def test_silent_connections_are_dropped():
    """a connection that says nothing, one that never ends its header and one that drips it byte by byte are dropped within seconds"""
    with house() as casino:
        peers = [socket.create_connection(("127.0.0.1", casino.port), timeout=PATIENCE) for _ in range(3)]
        for peer in peers[1:]:
            peer.sendall(b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        began, left = time.monotonic(), dict(enumerate(peers))
        while left and time.monotonic() - began < 3 * DROPPED_SECONDS:
            for number, peer in list(left.items()):
                try:
                    if number == 2:
                        peer.sendall(b"x")
                    peer.settimeout(0.2)
                    if peer.recv(4096) == b"":
                        del left[number]
                except TimeoutError:
                    pass
                except OSError:
                    del left[number]
        assert not left, left
        for peer in peers:
            peer.close()


def test_wrong_tries_do_not_hold_up_the_door():
    """sixty wrong log-ins of one address: an honest person at another one waits for a few of them and no more"""
    with house() as casino:
        answered = []

        def wrong(number):
            code, _ = casino.http("POST", "/api/session", {"user": f"nobody{number}", "password": "wrong wrong"})
            answered.append(code)

        threads = [threading.Thread(target=wrong, args=(number,)) for number in range(60)]
        for thread in threads:
            thread.start()
        while not answered:
            time.sleep(0.001)
        assert log_in(casino, "Mei", casino.passwords["Mei"], "127.0.0.2") == 200
        for thread in threads:
            thread.join()
        assert answered.count(401) <= 8 and answered.count(429) >= 52, answered  # looked at; sent away


def test_strangers_keep_nobody_out():
    """five wrong tries at a manager's name keep them out nowhere else; twenty-five not at the terminal they have used before"""
    with house() as casino:
        def tried(addresses):
            return [log_in(casino, "Pat", "not the password", address) for address in addresses for _ in range(5)]
        assert tried(["127.0.0.2"]) == [401] * 5
        assert log_in(casino, "Pat", casino.passwords["Pat"], "127.0.0.2") == 429, "guesses go on"
        assert log_in(casino, "Pat", casino.passwords["Pat"], "127.0.0.1") == 200
        assert tried(f"127.0.0.{last}" for last in range(3, 7)).count(429) == 5
        assert log_in(casino, "Pat", casino.passwords["Pat"], "127.0.0.1") == 200


def test_foreign_pages():
    """a page of another house, or one that points its own name at this machine, is sent away"""
    with house(more="hosts: [casino.example]\n") as casino:
        token = casino.token("Ada")

        def ask(method, path, **headers):
            peer = http.client.HTTPConnection("127.0.0.1", casino.port, timeout=PATIENCE)
            peer.request(method, path, "{}", {"Authorization": f"Bearer {token}", **headers})
            return peer.getresponse().status
        ours = f"127.0.0.1:{casino.port}"
        assert ask("GET", "/api/me") == 200
        assert ask("GET", "/api/me", Host="casino.example") == 200
        assert ask("GET", "/api/me", Host="evil.example") == 421
        assert ask("GET", "/", Host="evil.example:80") == 421
        assert ask("POST", "/api/users/Mei/revoke", Origin="https://evil.example") == 403
        assert ask("POST", "/api/users/Mei/revoke", Origin="null") == 403
        assert ask("DELETE", "/api/session", Origin="http://127.0.0.1:1") == 403
        assert ask("GET", "/api/me") == 200
        assert ask("POST", "/api/users/Mei/revoke", Origin=f"http://{ours}") == 200

        def upgraded(*headers):
            peer = socket.create_connection(("127.0.0.1", casino.port), timeout=PATIENCE)
            lines = ["GET /ws HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol: croupier.1", *headers]
            peer.sendall("\r\n".join(lines + ["", ""]).encode())
            try:
                return b" 101 " in peer.recv(100)
            except ConnectionError:
                return False
        assert upgraded(f"Host: {ours}") and upgraded(f"Host: {ours}", f"Origin: http://{ours}")
        assert upgraded("Host: casino.example", "Origin: https://casino.example")
        assert not upgraded(f"Host: {ours}", "Origin: https://evil.example")
        assert not upgraded("Host: evil.example", "Origin: http://evil.example")
        assert not upgraded(f"Host: {ours}", "Origin: https://" + "e" * 3000)


def test_outside():
    """a demo, and passwords in clear text, are not offered to other machines unless the configuration says so"""
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder) / "casino.yaml"

        def start(words, *options):
            config.write_text(f"listen: 0.0.0.0:0\ndatabase: {folder}/a.db\n{words}tables: []\n")
            with subprocess.Popen([tap.COMMAND, "serve", f"--config={config}", *options], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, cwd=folder) as server:
                line = server.stdout.readline()
                if line:
                    server.terminate()
                return line, server.stderr.read()
        assert "passwords would travel in clear text" in start("")[1]
        assert "anybody can be anybody" in start("outside: [clear-text]\n", "--demo")[1]
        assert "passwords would travel in clear text" in start("outside: [demo]\n", "--demo")[1], "each word allows one thing"
        assert "takes demo and clear-text" in start("outside: [everything]\n")[1]
        assert "://" in start("outside: [clear-text]\n")[0]


def test_own_password():
    """whoever changes their own password shows the old one; an administrator sets another's without it"""
    with house() as casino:
        path, token = "/api/users/Mei/password", casino.token("Mei")
        new = {"password": "another secret"}
        assert casino.http("POST", path, new, token)[0] == 401
        assert casino.http("POST", path, {**new, "old": "wrong"}, token)[0] == 401
        assert casino.http("GET", "/api/me", token=token)[0] == 200
        assert casino.http("POST", path, {**new, "old": casino.passwords["Mei"]}, token)[0] == 200
        assert casino.http("POST", "/api/session", {"user": "Mei", **new})[0] == 200
        assert casino.http("POST", path, {"password": "a third one"}, casino.token("Ada"))[0] == 200
        own = "/api/users/Ada/password"
        assert casino.http("POST", own, {"password": "a third one"}, casino.token("Ada"))[0] == 401


def test_lock_file_deleted():
    """a second server does not start on a database in use, although somebody deleted its lock file"""
    with house() as casino:
        for name in os.listdir(casino.path):
            if name.endswith(".lock"):
                os.unlink(casino.path / name)
        second = tap.run("serve", f"--config={casino.config}", "--listen=127.0.0.1:0", cwd=casino.path)
        assert second.status != 0 and "in use by another croupier process" in second.err, second.err
        assert casino.http("GET", "/healthz")[0] == 200


def test_demo_ends_with_the_demo():
    """a session of the demo's administrator opens nothing after a restart without the demo on the same database"""
    with house(demo=True) as casino:
        token = casino.http("POST", "/api/session", {"demo": "administrator"})[1]["token"]
        assert casino.http("GET", "/api/users", token=token)[0] == 200
        casino.stop()
        casino.config.write_text(casino.config.read_text().replace("demo: true", "demo: false"))
        casino.start()
        assert casino.http("GET", "/api/users", token=token)[0] == 401
        assert casino.http("POST", "/api/session", {"demo": "administrator"})[0] == 403


def test_one_time_password():
    """whoever came in with a password for one use may choose another, and nothing else"""
    with house(people={"Mei": "player"}) as casino:
        password = re.search(r"one-time password (\S+)", (casino.path / "log").read_text())[1]
        session = casino.http("POST", "/api/session", {"user": "admin", "password": password})[1]
        assert session["mustChange"], session
        body = {"user": "Eve", "role": "administrator", "password": "eve's own password"}
        status, answer = casino.http("POST", "/api/users", body, session["token"])
        assert status == 403 and answer["error"]["code"] == "must-change", answer
        assert casino.http("POST", "/api/users/admin/password", {"password": "a password of one's own"}, session["token"])[0] == 200
        token = casino.http("POST", "/api/session", {"user": "admin", "password": "a password of one's own"})[1]["token"]
        assert casino.http("POST", "/api/users", body, token)[0] == 200
        assert casino.http("POST", "/api/session", {"user": "admin", "password": password})[0] == 401, "it worked once"


def test_last_administrator():
    """the last administrator cannot be revoked, by themselves or anybody"""
    with house() as casino:
        status, answer = casino.http("POST", "/api/users/Ada/revoke", token=casino.token("Ada"))
        assert status == 409 and answer["error"]["code"] == "last-administrator", answer
        assert casino.http("GET", "/api/users", token=casino.token("Ada"))[0] == 200


def test_refusals_in_the_reader_s_language():
    """a refusal over HTTP and one over WebSocket are in the language that was asked for"""
    with house() as casino:
        request = urllib.request.Request(casino.address("/api/users"), headers={"Accept-Language": "zh-Hans,en;q=0.5"})
        try:
            urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            assert json.loads(error.read())["error"]["sentence"] == "请先登录。"
        mei = casino.visit("Mei", language="zh")
        mei.watch("bj")
        assert mei.act("bj", "bet 1 main 20")["sentence"] == "尚未开放下注。"


def test_clock_put_back_and_forward():
    """whoever puts the wall clock back does not stop a table; whoever puts it forward does not close bets"""
    tables = [table("mbs-7up-baccarat", "quick"), table("mbs-7up-baccarat", "slow", betting=3600)]
    with Clocked(tables, people={"Mei": "player", "Cai": "cashier"}, hurry=True) as casino:
        casino.buy_in("Mei", 100000)
        mei = casino.visit("Mei")
        for name in ("quick", "slow"):
            mei.watch(name)
            mei.until(name, lambda s: s["phase"] == "betting", "betting")
        number = mei.states["quick"]["round"]
        mei.done("quick", "bet banker 20")
        casino.put_clock(-60)
        mei.until("quick", lambda s: s["round"] > number, "the end of the round, with the clock put back")
        mei.done("slow", "bet banker 20")
        casino.put_clock(30 * 3600)  # longer than a session lasts
        assert casino.http("GET", "/api/me", token=casino.token("Mei"))[0] == 200
        number = mei.states["quick"]["round"]
        mei.until("quick", lambda s: s["phase"] == "betting", "betting")
        mei.done("quick", "bet banker 20")
        mei.until("quick", lambda s: s["round"] > number, "another round, with the clock put forward")
        assert mei.states["slow"]["phase"] == "betting", mei.states["slow"]["phase"]


def test_a_role_from_nowhere():
    """a dealer whom somebody makes a cashier in the table of people, and in no entry: the cage believes it, and the audit finds what they did"""
    with house(people={**FEW, "Dan": "dealer", "Cai": "cashier"}) as casino:
        casino.buy_in("Mei", 100000)
        casino.stop()
        assert tap.run("audit", "--db", casino.database).status == 0
        casino.change("UPDATE people SET line = replace(line, 'Dan dealer ', 'Dan cashier ') WHERE name = 'Dan'")
        casino.start()
        code, answer = casino.http("POST", "/api/cage/buy-in", {"player": "Mei", "amount": 100000, "id": "1"}, casino.token("Dan"))
        assert code == 200 and answer["ok"], answer
        casino.stop()
        found = tap.run("audit", "--db", casino.database)
        assert found.status == 1 and "Dan acted in a capacity (cage) that the journal never gave them" in found.out, found.out + found.err


if __name__ == "__main__":
    tap.main(globals())
