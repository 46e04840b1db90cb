# SPDX-License-Identifier: Apache-2.0
"""Goal: rulebooks can be exported, changed, checked and shown; faults come with their place."""
import pathlib
import re

import tap


def test_export():
    """what is exported is the file in rulebooks/, byte for byte, and sound"""
    with tap.folder() as folder:
        for game in tap.GAMES:
            text = tap.done("rulebook", "export", game)
            assert text == (tap.ROOT / "rulebooks" / f"{game}.yaml").read_text()
            path = pathlib.Path(folder) / f"{game}.yaml"
            path.write_text(text)
            assert tap.done("rulebook", "check", path) == ""
            assert tap.done("rulebook", "show", path) == tap.done("rulebook", "show", game)


def test_examples():
    """the examples of other houses' rules are sound"""
    examples = sorted((tap.ROOT / "examples").glob("*.yaml"))
    assert len(examples) >= 4
    assert tap.done("rulebook", "check", *examples) == ""
    for example in examples:
        tap.done("sign", "--rulebook", example)
        tap.done("sign", "--rulebook", example, "--lang", "zh")


def test_faults():
    """a fault is FILE:LINE:COLUMN: reason; every file is checked; status 2"""
    with tap.folder() as folder:
        good, bad, worse = (pathlib.Path(folder) / name for name in ("good.yaml", "bad.yaml", "worse.yaml"))
        text = tap.done("rulebook", "export", "rws-blackjack")
        good.write_text(text)
        bad.write_text(text.replace("family: blackjack", "famliy: blackjack"))
        worse.write_bytes(bytes(range(256)))
        line = text[:text.index("family: blackjack")].count("\n") + 1
        complaints = tap.refused(2, "rulebook", "check", good, bad, worse).splitlines()
        assert any(complaint.startswith(f"{bad}:{line}:1: ") and "family" in complaint for complaint in complaints)
        assert any(complaint.startswith(f"{worse}:") for complaint in complaints)
        assert not any(complaint.startswith(str(good)) for complaint in complaints)
        for complaint in complaints:
            assert re.match(r".+\.yaml(:\d+:\d+)?: .+", complaint), complaint
        for words in (("sign",), ("rulebook", "show")):
            assert f"{bad}:{line}:1: " in tap.refused(2, *words, "--rulebook", bad)


def test_faults_json():
    """the same as JSON"""
    with tap.folder() as folder:
        bad = pathlib.Path(folder) / "bad.yaml"
        text = tap.done("rulebook", "export", "rws-blackjack")
        bad.write_text(text.replace("6:5", "6:0"))
        outcome = tap.run("rulebook", "check", "--json", tap.ROOT / "rulebooks/rws-blackjack.yaml", bad)
        assert outcome.status == 2
        good, faulty = tap.json.loads(outcome.out)
        assert good["ok"] and good["id"] == "rws-blackjack" and good["faults"] == []
        assert not faulty["ok"] and faulty["faults"][0]["line"] > 0 and "6:0" in faulty["faults"][0]["message"], faulty


def test_no_file():
    """a file that is not there, a folder, and no file at all"""
    assert "No such file" in tap.refused(2, "rulebook", "check", "/nonexistent/book.yaml")
    assert "directory" in tap.refused(2, "rulebook", "check", "/")
    assert "at least one FILE" in tap.refused(2, "rulebook", "check")
    assert "GAME" in tap.refused(2, "rulebook", "export")
    assert "GAME" in tap.refused(2, "rulebook", "show")
    assert "GAME" in tap.refused(2, "sign")


def test_show():
    """every key has its value and a legend; switches name their reading; text and JSON agree"""
    for game in tap.GAMES:
        keys = tap.run("rulebook", "show", game, "--json").json()
        assert len(keys) > 60 and len({key["key"] for key in keys}) == len(keys)
        text = tap.done("rulebook", "show", game)
        for key in keys:
            assert "legend" in key or key["key"].startswith("grounds."), key
            assert key["key"] in text
    switches = {key["key"]: key for key in tap.run("rulebook", "show", "rws-blackjack", "--json").json() if "switch" in key}
    assert any(key["switch"] == "rws.hit_hard_21" and key["reading"] == "AMB-21" for key in switches.values())


def test_readings():
    """docs/readings.md gives for every switch its key, its name in records, its value and the alternatives"""
    page = (tap.ROOT / "docs/readings.md").read_text()
    entries = {entry.split()[0]: entry for entry in page.split("\n### ")[1:]}
    assert len(entries) == 111
    for game in tap.GAMES:
        for key in tap.run("rulebook", "show", game, "--json").json():
            if "reading" not in key:
                continue
            switch = " ".join(entries[key["reading"]].partition("**Switch:**")[2].split())
            path = re.sub(r"^wagers\.[a-z0-9-]+\.", "wagers.KIND.", key["key"])
            assert f"`{path}`" in switch, (key, switch)
            assert "switch" not in key or f"`{key['switch']}`" in switch, (key, switch)
            words = key["allowed"].replace(" or ", ", ").split(", ")  # "a number from 0 to 3" is no word
            for word in [key["value"], *(word for word in words if " " not in word)]:
                assert re.search(rf"\b{re.escape(word)}\b", switch), (word, key, switch)


if __name__ == "__main__":
    tap.main(globals())
