# SPDX-License-Identifier: Apache-2.0
"""Goal: the module for browsers gives the digits, faults and rulings of the command, is small, and can be packed."""
import json
import os
import pathlib
import subprocess
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = tap.ROOT / "wasm" / "package"
BUILD = os.environ.get("BUILD", "build")
ALL = os.environ.get("WASM_ALL")  # every number of decks
SIZE_MAX = 250_000
# Faults of the text itself: two readers of YAML word and place them each in its own way.
ONE_READER = ("not YAML", "is not text", "bytes; it may have", "anchors, aliases", "second document", "cannot be kept")


def call(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, **more)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


if not (tap.ROOT / "web/node_modules/yaml").is_dir():
    print("1..0 # SKIP the packages of the pages are not there")
    sys.exit(0)
node = pathlib.Path(call(tap.ROOT / "tools/web-node").strip())
call(tap.ROOT / "wasm/build", env={**os.environ, "BUILD": BUILD})


class Module:
    def __init__(self):
        self.process = subprocess.Popen([node / "node", HERE / "ask.mjs", PACKAGE / "croupier.js"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def ask(self, *question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        return reply.get("answer", reply)


module = Module()


def told(*words):
    return json.loads(tap.done(*words, "--json"))


def decks_of(game):
    low, high = (next(int(key["value"]) for key in told("rulebook", "show", game) if key["key"] == f"cards.decks.{end}")
                 for end in ("min", "max"))
    return range(low, high + 1) if ALL else sorted({low, 6})


def test_size():
    """the module has at most 250 KB compressed"""
    size = len(zlib.compress((PACKAGE / "croupier.wasm").read_bytes(), 9))
    assert 50_000 < size <= SIZE_MAX, size


def test_odds():
    """odds of every wager have the command's digits"""
    for game in tap.GAMES:
        for decks in decks_of(game):
            assert module.ask(game, {}, "odds", decks) == told("odds", game, f"--decks={decks}"), (game, decks)
            assert module.ask(game, {}, "odds", decks, True) == told("odds", game, f"--decks={decks}", "--distribution"), (game, decks)


def test_strategy():
    """so have strategies"""
    for game in tap.GAMES[:4]:
        for decks in decks_of(game):
            assert module.ask(game, {}, "strategy", decks) == told("strategy", game, f"--decks={decks}"), (game, decks)
    assert module.ask(tap.GAMES[4], {}, "strategy", 8)["code"] == "not-found"


def test_removal_and_hands():
    """so have the effects of removal, the price of a changed rule, and the actions on a hand"""
    assert module.ask("mbs-7up-baccarat", {}, "removal", 8, -1) == told("cost", "mbs-7up-baccarat", "--decks=8", "--error=card-missing")
    hand = module.ask("rws-blackjack", {"dealer.soft17": "hit"}, "handOdds", 6, "8,8", "T", "5 5")
    assert [row["action"] for row in hand["actions"]][0] in ("split", "surrender", "stand", "hit"), hand
    assert module.ask("rws-blackjack", {}, "handOdds", 6, "8,8", "T", "5 5") == \
        told("odds", "rws-blackjack", "--decks=6", "--hand=8,8", "--dealer=T", "--seen=5 5")


def test_changed_books():
    """keys are changed together or not at all, and the hash is the command's"""
    changes = {"double.on": "hard", "double.totals": "[10, 11]"}
    words = [f"--switch={key}={value}" for key, value in changes.items()]
    assert module.ask("mbs-blackjack-v6", changes, "odds", 6) != module.ask("mbs-blackjack-v6", {}, "odds", 6), words
    assert module.ask("mbs-blackjack-v6", {"double.on": "hard"}, "hash")["code"] == "bad-rulebook"
    assert module.ask("mbs-blackjack-v6", {"no.key": "1"}, "hash")["code"] == "not-found"


def test_rulebooks():
    """every rulebook and every bad one is read as the command reads it: hash, or faults at the same places"""
    for path in sorted((tap.ROOT / "rulebooks").glob("*.yaml")):
        text = path.read_text()
        if "\nfamily:" in text:
            assert module.ask(text, {}, "hash") == told("rulebook", "check", path)[0]["hash"], path.name
    for path in sorted((tap.ROOT / "tests/bad").glob("*.yaml")):
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue  # a text in JavaScript is never that
        reply = module.ask(text if "\n" in text else text + "\n", {}, "hash")
        faults = json.loads(tap.run("rulebook", "check", path, "--json").out)[0]["faults"]
        assert isinstance(reply, dict) and reply["code"] == "bad-rulebook", path.name
        if not any(reason in faults[0]["message"] for reason in ONE_READER):
            found = [tuple(line.split(":", 3)[1:]) for line in reply["message"].splitlines()]
            assert found == [(str(fault["line"]), str(fault["column"]), " " + fault["message"]) for fault in faults], (path.name, found, faults)


def test_round():
    """a round is ruled on as in the library"""
    lines = ["terminal: open", "Mei: bet banker 100", "Tom: bet tie 5000", "terminal: close", "shoe: 9h 5d 4c Ks", "shoe: 6d", "dealer: end"]
    reply = module.ask("mbs-7up-baccarat", {}, "round", "decks 8\nlimits all 5 1000\n", lines)
    assert reply["rulings"] == ["ok", "ok", "over-maximum", "ok", "ok", "ok", "ok"], reply
    record = tap.folder()
    path = pathlib.Path(record.name) / "one.round"
    path.write_text(reply["record"])
    assert "= net Mei +100" in tap.done("replay", path)


def test_pack():
    """npm pack takes the folder: module, types, page"""
    packed = json.loads(call(node / "npm", "pack", "--dry-run", "--json", cwd=PACKAGE, env={**os.environ, "PATH": f"{node}:{os.environ['PATH']}"}))
    names = {file["path"] for file in packed[0]["files"]}
    assert names == {"README.md", "croupier.d.ts", "croupier.js", "croupier.wasm", "package.json"}, names
    version = json.loads((PACKAGE / "package.json").read_text())["version"]
    assert f"version: '{version}'" in (tap.ROOT / "meson.build").read_text()


tap.main(globals())
