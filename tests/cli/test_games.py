# SPDX-License-Identifier: Apache-2.0
"""Goal: croupier games lists the five games, in one form for people and one for programs."""
import re

import tap

DECKS = {"mbs-blackjack-v6": (1, 8), "mbs-ace-race-v4": (2, 8), "mbs-star-elements": (4, 6), "rws-blackjack": (4, 8),
         "mbs-7up-baccarat": (4, 10)}
WAGERS = {
    "mbs-blackjack-v6": {"main", "pair", "insurance"},
    "mbs-ace-race-v4": {"main", "pair", "ace-race", "ace-race-split", "insurance"},
    "mbs-star-elements": {"main", "pair", "super-star-sevens", "three-stars", "insurance"},
    "rws-blackjack": {"main", "rws-pairs", "boom-busted", "insurance"},
    "mbs-7up-baccarat": {"player", "banker", "tie", "super-sevens"},
}


def test_five():
    """--json lists the five games by id"""
    games = tap.run("games", "--json").json()
    assert sorted(game["id"] for game in games) == sorted(tap.GAMES)


def test_fields():
    """each has name, operator, version, date, family, decks, wagers and a hash of its own"""
    games = tap.run("games", "--json").json()
    for game in games:
        for field in ("name", "operator", "version"):
            assert game[field].strip(), (game["id"], field)
        assert re.match(r"20\d\d-\d\d-\d\d", game["effective"]), game["effective"]
        assert game["family"] == ("baccarat" if "baccarat" in game["id"] else "blackjack")
        assert (game["decks"]["min"], game["decks"]["max"]) == DECKS[game["id"]]
        assert game["decks"]["deck"] == ("elements" if "elements" in game["id"] else "french")
        assert set(game["wagers"]) == WAGERS[game["id"]]
        assert re.fullmatch(r"[0-9a-f]{64}", game["hash"])
    assert len({game["hash"] for game in games}) == 5


def test_text():
    """the table for people has one line a game, and its columns are aligned"""
    heading, *lines = tap.done("games").splitlines()
    assert len(lines) == 5
    column = heading.index("FAMILY")
    for line in lines:
        assert line[column:].startswith(("blackjack ", "baccarat ")), line
        assert line[column - 2:column] == "  ", line


def test_arguments():
    """it takes no arguments"""
    assert "takes no arguments" in tap.refused(2, "games", "mbs-blackjack-v6")


if __name__ == "__main__":
    tap.main(globals())
