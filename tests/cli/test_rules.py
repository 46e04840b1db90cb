# SPDX-License-Identifier: Apache-2.0
"""Goal: every clause of the register can be read, with what cites it, and the counts of coverage are its own."""
import re

import tap

COLUMNS = ["game", "clause", "kind", "actor", "summary", "how"]


def register(game):
    heading, *lines = (tap.ROOT / "rulebooks/clauses.tsv").read_text(encoding="utf-8").splitlines()
    assert heading.split("\t") == COLUMNS
    return [row for row in (dict(zip(COLUMNS, line.split("\t"))) for line in lines) if row["game"] == game]


def test_all():
    """every clause of the register is listed, in its order, with its summary"""
    for game in tap.GAMES:
        rows = register(game)
        listed = tap.run("rules", game, "--json").json()
        assert listed["game"] == game
        assert [{name: c[name] for name in COLUMNS[1:]} for c in listed["clauses"]] == [{name: r[name] for name in COLUMNS[1:]} for r in rows]
        assert all(re.search("[\u4e00-\u9fff]", c["summaries"]["zh"]) and c["summaries"]["zh"].endswith("。") for c in listed["clauses"])
        lines = tap.done("rules", game).splitlines()
        assert len(lines) == len(rows) + 1
        for line, row in zip(lines[1:], rows):
            assert line.startswith(row["clause"] + " ") and line.endswith(row["summary"])


def test_one():
    """a clause comes with those below it and with the files that cite it, and no others"""
    found = tap.run("rules", "mbs-blackjack-v6", "3.25", "--json").json()["clauses"]
    assert [c["clause"] for c in found] == ["3.25", "3.25.1", "3.25.1.1", "3.25.1.2", "3.25.1.3"]
    assert "src/rulebook/sign_blackjack.c" in found[0]["code"]
    text = tap.done("rules", "mbs-blackjack-v6", "3.25")
    assert "3.25.1.3" in text and "src/rulebook/sign_blackjack.c" in text and "3.26" not in text
    table = tap.run("rules", "mbs-7up-baccarat", "3.7", "--json").json()["clauses"]
    assert "3.7/banker-3" in [c["clause"] for c in table]
    only = tap.run("rules", "rws-blackjack", "3.2", "--json").json()["clauses"]
    assert all(c["clause"] == "3.2" or c["clause"].startswith("3.2.") for c in only)


def test_unknown():
    """a clause that does not exist is refused"""
    none = ".".join(["3", "99"])  # written whole, it would be a citation of a clause that does not exist
    assert f"has no clause {none}" in tap.refused(2, "rules", "rws-blackjack", none)
    assert "too many" in tap.refused(2, "rules", "rws-blackjack", "3.2", "3.3")
    assert "name a GAME" in tap.refused(2, "rules")
    assert "leave out 3.2" in tap.refused(2, "rules", "rws-blackjack", "3.2", "--coverage")


def test_coverage():
    """the counts of --coverage are those of the clauses listed"""
    for game in tap.GAMES:
        clauses = tap.run("rules", game, "--json").json()["clauses"]
        coverage = tap.run("rules", game, "--coverage", "--json").json()
        kinds = {tally["kind"]: tally for tally in coverage["kinds"]}
        assert kinds["all"]["clauses"] == len(clauses)
        for evidence in ("code", "tests", "records"):
            assert kinds["all"][evidence] == sum(bool(c[evidence]) for c in clauses)
            assert kinds["all"][evidence] == sum(t[evidence] for kind, t in kinds.items() if kind != "all")
        uncited = [c["clause"] for c in clauses if not (c["code"] or c["tests"] or c["records"])]
        assert [c["clause"] for c in coverage["uncited"]] == uncited
        text = tap.done("rules", game, "--coverage")
        assert ("Cited by nothing" in text) == bool(uncited)


if __name__ == "__main__":
    tap.main(globals())
