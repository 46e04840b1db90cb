# SPDX-License-Identifier: Apache-2.0
"""Goal: a house signs with a key that a PKCS#11 module holds and never gives away. The module is SoftHSM, the keys are made
with OpenSC's own tool."""
import contextlib
import glob
import os
import pathlib
import re
import signal
import subprocess
import time
import urllib.request

import tap

MODULE = (glob.glob("/usr/lib/softhsm/libsofthsm2.so") + glob.glob("/usr/lib/*/softhsm/libsofthsm2.so"))[0]


class Token:
    """A token of SoftHSM in a folder of its own, with Ed25519 keys by their labels."""

    def __init__(self, folder, *labels):
        self.folder = pathlib.Path(folder)
        (self.folder / "tokens").mkdir()
        (self.folder / "softhsm.conf").write_text(f"directories.tokendir = {self.folder}/tokens\nlog.level = ERROR\n")
        # SoftHSM keeps some bytes of its own in libcrypto, where LeakSanitizer sees no name to suppress.
        self.env = {"SOFTHSM2_CONF": str(self.folder / "softhsm.conf"), "ASAN_OPTIONS": "detect_leaks=0"}
        self.pin = self.folder / "pin"
        self.pin.write_text("1234\n")
        self.tool("softhsm2-util", "--init-token", "--free", "--label", "house", "--pin", "1234", "--so-pin", "5678")
        for number, label in enumerate(labels, 1):
            self.tool("pkcs11-tool", "--module", MODULE, "--login", "--pin", "1234", "--token-label", "house", "--keypairgen",
                      "--key-type", "EC:edwards25519", "--label", label, "--id", f"{number:02}")

    def tool(self, *words):
        subprocess.run(words, check=True, capture_output=True, env={**os.environ, **self.env})

    def uri(self, label, pin=None):
        return f"pkcs11:token=house;object={label}?module-path={MODULE}&pin-source={pin or self.pin}"


def house(folder):
    db = f"{folder}/house.db"
    tap.done("play", "mbs-7up-baccarat", "--db", db, input="1 25\n")
    return db


@contextlib.contextmanager
def served(db, folder, token):
    """A server of that house with its key in the token, which writes its log to FOLDER/events; gives its address."""
    server = subprocess.Popen([tap.COMMAND, "serve", "--demo", f"--db={db}", "--listen=127.0.0.1:0", f"--log={folder}/events"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, **token.env}, text=True, cwd=folder)
    try:
        yield re.search(r"http://[0-9.:]+", server.stdout.readline())[0]
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=30) == 0


def test_turn():
    """the house turns to a key of the module, plays on, and an audit believes either key"""
    with tap.folder() as folder:
        token = Token(folder, "croupier")
        db = house(folder)
        first = tap.run("key", "show", "--db", db, "--json").json()
        tap.done("key", "turn", "--db", db, "--by", "Ada", "--module", token.uri("croupier"), env=token.env)
        second = tap.run("key", "show", "--db", db, "--json").json()
        assert first["key"] != second["key"] and first["origin"] == second["origin"]
        written = pathlib.Path(f"{db}.key").read_text().split("\n")
        assert written[0] == token.uri("croupier") and len(written[1]) == 64, written
        before = tap.run("audit", "--db", db, "--json").json()
        tap.done("play", "mbs-7up-baccarat", "--db", db, input="1 25\n1 25\n", env=token.env)
        for key in (first, second):
            told = tap.run("audit", "--db", db, "--key", key["key"], "--json").json()
            assert told["clean"] and told["log"]["sealed"] > before["log"]["sealed"] and told["rounds"] > before["rounds"]
            assert told["log"]["tail_entries"] == 0
        # and back to a key in a file
        tap.done("key", "turn", "--db", db, "--by", "Ada", env=token.env)
        assert not pathlib.Path(f"{db}.key").read_text().startswith("pkcs11:")
        assert tap.run("audit", "--db", db, "--key", second["key"], "--json").json()["clean"]


def test_names():
    """a key goes by its label or its number, its PIN by value, by file or by the file's URI"""
    with tap.folder() as folder:
        token = Token(folder, "a", "b", "c", "d")
        db = house(folder)
        for words in (f"object=a?module-path={MODULE}&pin-value=1234", f"object=b?module-path={MODULE}&pin-source=file:{token.pin}",
                      f"object=c?module-path={MODULE}&pin-source=file://{token.pin}", f"id=%04?module-path={MODULE}&pin-source={token.pin}"):
            before = tap.run("key", "show", "--db", db, "--json").json()["key"]
            tap.done("key", "turn", "--db", db, "--by", "Ada", "--module", f"pkcs11:token=house;{words}", env=token.env)
            assert tap.run("key", "show", "--db", db, "--json").json()["key"] != before, words
        assert tap.run("audit", "--db", db, "--json").json()["clean"]


def test_trouble():
    """a token, key, PIN or module that is not there is named; nothing is written, and no PIN is told"""
    with tap.folder() as folder:
        token = Token(folder, "croupier", "twin", "twin")
        db = house(folder)
        wrong = token.folder / "wrong"
        wrong.write_text("9999\n")
        empty = token.folder / "empty"
        empty.write_text("")
        size = tap.run("journal", "verify", "--db", db, "--json").json()["entries"]
        rows = [
            (token.uri("nobody"), "exactly one such Ed25519 key"),
            (token.uri("twin"), "exactly one such Ed25519 key"),
            (token.uri("croupier", wrong), "refuses the PIN"),
            (token.uri("croupier", token.folder / "none"), "PIN cannot be read"),
            (token.uri("croupier").replace("token=house", "token=other"), "no module has such a token"),
            (token.uri("croupier").replace(MODULE, "/nowhere.so"), "cannot be loaded"),
            ("pkcs11:token=house;nonsense", "is not a PKCS#11 URI"),
            (token.uri("croupier").replace("object=", "colour=red;object="), "is not a PKCS#11 URI"),
            (f"pkcs11:token=house;object=croupier?module-path={MODULE}&pin-value=" + "9999" * 100, "the PIN is too long"),
            (f"pkcs11:token=house;object=croupier?module-path={MODULE}", "exactly one such Ed25519 key"),  # nobody has signed in
            (token.uri("croupier", empty), "PIN cannot be read"),
            ("pkcs11:token=house;object=croupier?pin-value=4711", "croupier: "),  # whichever modules this machine knows
            (f"pkcs11:token=house;object={'x' * 3000}?module-path={MODULE}", "is not a house key"),
            (token.uri("croupier").replace("object=", "object=" + "x" * (1025 - len(token.uri("croupier")))), "the URI of the key is too long"),
            (f"pkcs11:token=other;object=x?module-path={MODULE}&pin-value=4711", "no module has such a token"),
        ]
        for uri, reason in rows:
            told = tap.refused(2, "key", "turn", "--db", db, "--by", "Ada", "--module", uri, env=token.env)
            assert reason in told and "9999" not in told and "4711" not in told, (uri, told)
            assert not os.path.exists(f"{db}.key.next"), uri
        assert "pkcs11:" in tap.refused(2, "key", "turn", "--db", db, "--by", "Ada", "--module", "nonsense", env=token.env)
        assert tap.run("journal", "verify", "--db", db, "--json").json()["entries"] == size


def test_faulty():
    """a module that fails or answers what no module should: whichever call it is, nothing is signed and nothing is written"""
    with tap.folder() as folder:
        token = Token(folder, "croupier")
        db = house(folder)
        size = tap.run("journal", "verify", "--db", db, "--json").json()["entries"]
        uri = token.uri("croupier").replace(MODULE, os.environ["FAULTY_MODULE"])
        rows = [("C_GetSlotList", "no module has such a token"), ("C_GetTokenInfo", "no module has such a token"),
                ("C_OpenSession", "the token cannot be opened"), ("C_FindObjectsInit", "exactly one"), ("C_FindObjects", "exactly one"),
                ("half a key", "exactly one"), ("C_GetAttributeValue", "exactly one"), ("a short point", "exactly one"),
                ("a long point", "exactly one"), ("C_Sign", "The new key stays in"), ("a short signature", "The new key stays in"),
                ("a wrong signature", "The new key stays in")]
        for call, reason in rows:
            told = tap.refused(2, "key", "turn", "--db", db, "--by", "Ada", "--module", uri,
                               env={**token.env, "FAULTY_REAL": MODULE, "FAULTY_CALL": call})
            assert reason in told, (call, told)
            assert tap.run("journal", "verify", "--db", db, "--json").json()["entries"] == size, call
            assert os.path.exists(f"{db}.key.next") == ("stays" in reason), call
            pathlib.Path(f"{db}.key.next").unlink(missing_ok=True)
        tap.done("key", "turn", "--db", db, "--by", "Ada", "--module", uri, env={**token.env, "FAULTY_REAL": MODULE})
        assert tap.run("audit", "--db", db, "--json", env={**token.env, "FAULTY_REAL": MODULE}).json()["clean"]


def test_away():
    """a module that is away keeps the house from starting, with the reason; back again, it signs on"""
    with tap.folder() as folder:
        token = Token(folder, "croupier")
        db = house(folder)
        tap.done("key", "turn", "--db", db, "--by", "Ada", "--module", token.uri("croupier"), env=token.env)
        os.rename(token.folder / "tokens", token.folder / "away")
        (token.folder / "tokens").mkdir()
        told = tap.refused(2, "play", "mbs-7up-baccarat", "--db", db, input="1 25\n", env=token.env)
        assert "no module has such a token" in told, told
        os.rmdir(token.folder / "tokens")
        os.rename(token.folder / "away", token.folder / "tokens")
        tap.done("play", "mbs-7up-baccarat", "--db", db, input="1 25\n", env=token.env)
        key = tap.run("key", "show", "--db", db, "--json").json()["key"]
        assert tap.run("audit", "--db", db, "--key", key, "--json").json()["clean"]


def test_another():
    """another key under the same name is not the house's: nothing starts with it, nothing is signed with it, and the right one goes on"""
    with tap.folder() as folder, tap.folder() as elsewhere:
        token, other = Token(folder, "croupier"), Token(elsewhere, "croupier")
        db = house(folder)
        tap.done("key", "turn", "--db", db, "--by", "Ada", "--module", token.uri("croupier"), env=token.env)
        key = tap.run("key", "show", "--db", db, "--json").json()["key"]
        size = tap.run("journal", "verify", "--db", db, "--json").json()["entries"]

        def exchange():
            os.rename(token.folder / "tokens", token.folder / "held")
            os.rename(other.folder / "tokens", token.folder / "tokens")
            os.rename(token.folder / "held", other.folder / "tokens")

        exchange()
        told = tap.refused(2, "play", "mbs-7up-baccarat", "--db", db, input="1 25\n", env=token.env)
        assert "key" in told, told
        assert tap.run("journal", "verify", "--db", db, "--json").json()["entries"] == size
        exchange()
        with served(db, folder, token) as address:
            def unsealed():
                with urllib.request.urlopen(f"{address}/metrics", timeout=10) as answer:
                    return int(re.search(r"^croupier_log_unsealed (\d+)", answer.read().decode(), re.M)[1])

            def wait_for(condition, what):
                end = time.monotonic() + 60
                while not condition():
                    assert time.monotonic() < end, what
                    time.sleep(0.2)

            wait_for(lambda: not unsealed(), "nothing was sealed")
            exchange()
            wait_for(unsealed, "another key signed")
            exchange()
            wait_for(lambda: not unsealed(), "the right key did not sign again")
        assert tap.run("audit", "--db", db, "--key", key, "--json").json()["clean"]


def test_server():
    """the server signs every second with the module's key"""
    with tap.folder() as folder:
        token = Token(folder, "croupier")
        db = house(folder)
        tap.done("key", "turn", "--db", db, "--by", "Ada", "--module", token.uri("croupier"), env=token.env)
        key = tap.run("key", "show", "--db", db, "--json").json()["key"]
        before = tap.run("journal", "verify", "--db", db, "--json").json()["checkpoints"]
        with served(db, folder, token):
            end = time.monotonic() + 30
            while tap.run("journal", "verify", "--db", db, "--json").json()["checkpoints"] < before + 3:
                assert time.monotonic() < end, "nothing was sealed"
                time.sleep(0.2)
        assert tap.run("audit", "--db", db, "--key", key, "--json").json()["clean"]


def test_lost():
    """a module that is lost while tables play is told of, tables go on, and all is sealed once it is back"""
    with tap.folder() as folder:
        token = Token(folder, "croupier")
        db = house(folder)
        tap.done("key", "turn", "--db", db, "--by", "Ada", "--module", token.uri("croupier"), env=token.env)
        key = tap.run("key", "show", "--db", db, "--json").json()["key"]
        with served(db, folder, token) as address:
            def figure(name):
                with urllib.request.urlopen(f"{address}/metrics", timeout=10) as answer:
                    return int(re.search(rf"^{name} (\d+)", answer.read().decode(), re.M)[1])

            def wait_for(condition, what):
                end = time.monotonic() + 60
                while not condition():
                    assert time.monotonic() < end, what
                    time.sleep(0.2)

            os.rename(token.folder / "tokens", token.folder / "away")
            wait_for(lambda: figure("croupier_log_unsealed"), "nobody was told")
            alarms, acts = figure("croupier_alarms_total"), figure("croupier_commit_waits_total")
            assert alarms > 0
            wait_for(lambda: figure("croupier_commit_waits_total") > acts, "tables stopped")
            os.rename(token.folder / "away", token.folder / "tokens")
            wait_for(lambda: not figure("croupier_log_unsealed"), "nobody was told that it is well")
        log = pathlib.Path(f"{folder}/events").read_text()
        assert '"log-unsealed"' in log and '"log-sealed"' in log, log[-500:]
        assert tap.run("audit", "--db", db, "--key", key, "--json").json()["clean"]


tap.main(globals())
