# SPDX-License-Identifier: Apache-2.0
"""Goal: croupier odds, strategy and edge tell what the library computes, for people and for programs."""
from fractions import Fraction
import csv
import io
import json
import xml.etree.ElementTree

import tap

BLACKJACKS = [game for game in tap.GAMES if "baccarat" not in game]


def test_every_wager_of_every_game():
    """--json has every wager of the book; probabilities are exact, add up to one and give the edge"""
    for game in tap.GAMES:
        books = {book["id"]: book for book in tap.run("games", "--json").json()}
        odds = tap.run("odds", game, "--json").json()
        assert odds["game"] == game and odds["rulebook_hash"] == books[game]["hash"]
        assert [wager["kind"] for wager in odds["wagers"]] == books[game]["wagers"]
        for wager in odds["wagers"]:
            if wager["kind"] != "main":
                check_exact(wager)


def check_exact(wager):
    total, edge = Fraction(0), Fraction(0)
    for outcome in wager["outcomes"]:
        probability = Fraction(outcome["probability_fraction"])
        num, _, den = outcome["pays"].partition(":")
        total += probability
        edge -= probability * Fraction(int(num), int(den or 1))
        assert abs(float(probability) - outcome["probability"]) < 1e-15
    assert total == 1, wager["kind"]
    assert edge == Fraction(wager["house_edge_fraction"]), wager["kind"]
    assert abs(float(edge) - wager["house_edge"]) < 1e-15
    assert wager["standard_deviation"] > 0 and 0 < wager["hit_frequency"] < 1


def test_main_wager():
    """the main wager has its value, how it was found, and the cost of playing by totals"""
    for game in BLACKJACKS:
        odds = tap.run("odds", game, "--wager", "main", "--distribution", "--json").json()
        assert len(odds["wagers"]) == 1
        wager = odds["wagers"][0]
        assert wager["house_edge"] == -wager["expected_value"]
        assert -0.03 < wager["total_dependent_expected_value"] < wager["expected_value"] < 0.01
        assert "CDZ-" in wager["method"]
        assert 1.0 < wager["standard_deviation"] < 1.25
        assert abs(sum(outcome["probability"] for outcome in wager["outcomes"]) - 1) < 1e-12
        assert abs(wager["element_of_risk"] * wager["mean_total_wager"] - wager["house_edge"]) < 1e-15
        assert 0.4 < wager["hit_frequency"] < 0.45
        mean = sum(outcome["probability"] * result_of(outcome) for outcome in wager["outcomes"])
        assert abs(mean - wager["expected_value"]) < 1e-13


def result_of(outcome):
    """what a unit staked wins, from "3:2", "-1:2", "-1"; a split has its mean"""
    if outcome["pays"] is None:
        return outcome["mean"]
    return float(Fraction(outcome["pays"].replace(":", "/")))


DISTRIBUTION_KEYS = ("hit_frequency", "standard_deviation")
WAGER_KEYS = {"kind": str, "house_edge": float, "outcomes": list} | dict.fromkeys(DISTRIBUTION_KEYS, float)
MAIN_KEYS = {"expected_value": float, "method": str, "total_dependent_expected_value": float}


def check_keys(value, keys, where):
    for key, kind in keys.items():
        assert isinstance(value[key], kind), (where, key, value[key])


def check_wagers(wagers, where):
    for wager in wagers:
        main = wager["kind"] == "main"
        check_keys(wager, WAGER_KEYS | (MAIN_KEYS if main else {"house_edge_fraction": str}), where)
        assert main == (wager["house_edge_fraction"] is None), where
        for outcome in wager["outcomes"]:
            check_keys(outcome, {"name": str, "probability": float}, where)
            assert main == (outcome["probability_fraction"] is None), where
            assert isinstance(outcome["pays"], str) or (main and outcome["name"] == "split"), where


def test_json_shape():
    """programs find the documented keys, each of its own kind, for every game, hand and table of edges"""
    for game in tap.GAMES:
        odds = tap.run("odds", game, "--distribution", "--json").json()
        check_keys(odds, {"game": str, "rulebook_hash": str, "decks": int, "wagers": list}, game)
        check_wagers(odds["wagers"], game)
    for game in BLACKJACKS:
        answer = tap.run("odds", game, "--hand", "8,8", "--dealer", "T", "--json").json()
        check_keys(answer, {"hand": str, "dealer": str, "actions": list, "best": str}, game)
        for action in answer["actions"]:
            check_keys(action, {"action": str, "expected_value": float}, game)
        assert answer["best"] == answer["actions"][0]["action"], game
    for game in tap.GAMES:
        table = tap.run("edge", game, "--json").json()
        check_keys(table, {"game": str, "rulebook_hash": str, "wagers": list}, game)
        for wager in table["wagers"]:
            check_keys(wager, {"kind": str, "edges": list}, game)
            for edge in wager["edges"]:
                check_keys(edge, {"decks": int, "house_edge": float}, game)
                assert wager["kind"].startswith("main") == (edge["house_edge_fraction"] is None), game


def test_distribution():
    """without --distribution all is the same, but what split rounds make slow is not there; a hand has none"""
    for game in tap.GAMES:
        quick = tap.run("odds", game, "--json").json()
        whole = tap.run("odds", game, "--distribution", "--json").json()
        for wager in whole["wagers"]:
            if wager["kind"] == "main":
                split = next(outcome for outcome in wager["outcomes"] if outcome["name"] == "split")
                together = split.pop("results")
                within = split.pop("results_within")
                assert [one["result"] for one in together] == list(range(8, -9, -1)), game
                assert abs(sum(one["probability"] for one in together) - split["probability"]) < 20 * within < 1e-6, game
                mean = sum(one["result"] * one["probability"] for one in together) / split["probability"]
                assert abs(mean - split["mean"]) < 1e-6, game
                wager.update(dict.fromkeys(DISTRIBUTION_KEYS))
        assert quick == whole, game
    assert "SPLIT HANDS TOGETHER" in tap.done("odds", BLACKJACKS[0], "--wager", "main", "--distribution")
    assert "standard deviation" not in tap.done("odds", BLACKJACKS[0], "--wager", "main")
    assert "standard deviation" in tap.done("odds", BLACKJACKS[0], "--wager", "main", "--distribution")
    assert "not with --hand" in tap.refused(2, "odds", BLACKJACKS[0], "--distribution", "--hand", "8,8", "--dealer", "T")


def test_json_digits():
    """decimals come with at least 12 significant digits"""
    for words in (("odds", "mbs-blackjack-v6"), ("odds", "mbs-blackjack-v6", "--hand", "8,8", "--dealer", "A"),
                  ("edge", "mbs-blackjack-v6")):
        digits = []
        def keep(text):
            digits.append(len(text.split("e")[0].replace("-", "").replace(".", "").strip("0")))
            return float(text)
        json.loads(tap.done(*words, "--json"), parse_float=keep)
        assert max(digits) >= 15 and sorted(digits)[len(digits) // 2] >= 12, (words, sorted(digits))


def test_hand():
    """--hand lists every legal action, best first, in either notation of cards"""
    answer = tap.run("odds", "mbs-blackjack-v6", "--hand", "8,8", "--dealer", "T", "--json").json()
    values = [action["expected_value"] for action in answer["actions"]]
    assert values == sorted(values, reverse=True)
    assert answer["best"] == answer["actions"][0]["action"] == "surrender"
    assert {action["action"] for action in answer["actions"]} == {"surrender", "split", "hit", "stand", "double"}
    whole = tap.run("odds", "mbs-blackjack-v6", "--hand", "8s 8d", "--dealer", "Kh", "--json").json()
    assert whole["actions"] == answer["actions"]
    elements = tap.run("odds", "mbs-star-elements", "--hand", "8fi,8wa", "--dealer", "S", "--json").json()
    assert elements["best"] == "surrender"


def test_hand_by_rules():
    """what a rulebook forbids is not offered"""
    def actions(game, hand, dealer):
        answer = tap.run("odds", game, "--hand", hand, "--dealer", dealer, "--json").json()
        return [action["action"] for action in answer["actions"]]
    assert "surrender" not in actions("mbs-blackjack-v6", "T,6", "A")
    assert "double" not in actions("mbs-ace-race-v4", "5,4", "6")
    assert "double" in actions("mbs-ace-race-v4", "A,9", "6")
    assert "stand" not in actions("rws-blackjack", "5,4", "6")
    assert actions("rws-blackjack", "A,T", "A") == ["even-money", "wait"]
    assert actions("mbs-blackjack-v6", "A,T", "A") == ["wait", "even-money"]
    assert sorted(actions("mbs-blackjack-v6", "5,4,3", "6")) == ["hit", "stand"]


def test_seen_cards():
    """--seen changes the shoe: with twenty small cards gone insurance becomes a good wager"""
    fresh = tap.run("odds", "mbs-blackjack-v6", "--decks", 1, "--hand", "9,8", "--dealer", "A", "--json").json()
    seen = tap.run("odds", "mbs-blackjack-v6", "--decks", 1, "--hand", "9,8", "--dealer", "A", "--seen",
                   "2,2,2,2,3,3,3,3,4,4,4,4,5,5,5,5", "--json").json()
    assert fresh["insurance"]["expected_value"] < 0 < seen["insurance"]["expected_value"]
    assert (seen["insurance"]["winning_cards"], seen["insurance"]["cards_left"]) == (16, 33)


def test_refusals():
    """wrong cards, decks, wagers and combinations are refused with a reason"""
    game = "mbs-blackjack-v6"
    assert "not a card of this deck" in tap.refused(2, "odds", game, "--hand", "8,X", "--dealer", "T")
    assert "1 to 8 decks" in tap.refused(2, "odds", game, "--decks", 9)
    assert tap.refused(2, "odds", game, "--wager", "boom-busted").endswith(f"{game} has main, pair, insurance\n")
    assert "go together" in tap.refused(2, "odds", game, "--hand", "8,8")
    assert "one card" in tap.refused(2, "odds", game, "--hand", "8,8", "--dealer", "T,T")
    assert "does not hold" in tap.refused(2, "odds", game, "--decks", 1, "--hand", "8,8,A", "--dealer", "8",
                                          "--seen", "8,8")
    assert "no decision" in tap.refused(2, "odds", game, "--hand", "8", "--dealer", "8")
    assert "Too few cards" in tap.refused(2, "odds", game, "--decks", 1, "--hand", "2,3", "--dealer", "8", "--seen",
                                          ",".join(["T"] * 16 + ["9"] * 4 + ["7"] * 4))
    assert "no decisions" in tap.refused(2, "strategy", "mbs-7up-baccarat")
    assert "no decisions" in tap.refused(2, "odds", "mbs-7up-baccarat", "--hand", "8,8", "--dealer", "T")


def test_strategy():
    """the chart has every row, and says in its foot what it was computed for"""
    text = tap.done("strategy", "mbs-ace-race-v4", "--decks", 8)
    for part in ("Hard totals", "Soft totals", "Pairs", "A,A", "10,10", "House edge", "8 decks of 52 cards",
                 "take even money"):
        assert part in text, part
    chart = tap.run("strategy", "mbs-ace-race-v4", "--decks", 8, "--json").json()
    assert chart["chart"][0]["rows"]["11"]["6"] == "Dh"
    assert chart["chart"][2]["rows"]["8,8"]["10"].startswith("R")
    assert len(chart["chart"][2]["rows"]) == 10


def test_strategy_pages():
    """drawing and page are well formed and say the same as the chart"""
    with tap.folder() as folder:
        tap.done("strategy", "rws-blackjack", "--svg", f"{folder}/chart.svg", "--html", f"{folder}/chart.html")
        svg = xml.etree.ElementTree.parse(f"{folder}/chart.svg").getroot()
        html = open(f"{folder}/chart.html", encoding="utf-8").read()
    words = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert "Pairs" in words and "Surrender, else hit" in words
    assert html.count("<td style=\"background") == 34 * 10 and "http" not in html


def test_edge():
    """edge has one row a wager and one column a number of decks; its plot is well formed"""
    edge = tap.run("edge", "mbs-star-elements", "--json").json()
    assert [wager["kind"] for wager in edge["wagers"]] == ["main", "main-printed", "pair", "super-star-sevens",
                                                           "three-stars", "insurance"]
    for wager in edge["wagers"]:
        assert [point["decks"] for point in wager["edges"]] == [4, 5, 6]
    pair = edge["wagers"][2]["edges"][0]
    assert Fraction(pair["house_edge_fraction"]) == Fraction(259 - 12 * 19, 259)
    svg = tap.done("edge", "mbs-star-elements", "--svg", "-")
    xml.etree.ElementTree.fromstring(svg)
    assert len(tap.done("edge", "mbs-star-elements").splitlines()) == 7


def rows_of(*words):
    return list(csv.DictReader(io.StringIO(tap.done(*words, "--csv"))))


def test_csv():
    """odds, edge and simulate as comma-separated values have the numbers of the JSON, to the last digit"""
    told = tap.run("odds", "mbs-7up-baccarat", "--decks", 8, "--json").json()
    flat = [(wager["kind"], line["name"], line["pays"], line["probability"], line["probability_fraction"], wager["house_edge"])
            for wager in told["wagers"] for line in wager["outcomes"]]
    rows = rows_of("odds", "mbs-7up-baccarat", "--decks", 8)
    assert flat == [(row["kind"], row["outcome"], row["pays"], float(row["probability"]), row["probability_fraction"],
                     float(row["house_edge"])) for row in rows]
    hand = tap.run("odds", "rws-blackjack", "--hand", "8,8", "--dealer", "T", "--json").json()["actions"]
    assert hand == [{"action": row["action"], "expected_value": float(row["expected_value"])}
                    for row in rows_of("odds", "rws-blackjack", "--hand", "8,8", "--dealer", "T")]
    edges = tap.run("edge", "mbs-7up-baccarat", "--json").json()["wagers"]
    assert [(wager["kind"], edge["decks"], edge["house_edge"], edge["house_edge_fraction"]) for wager in edges for edge in wager["edges"]] == \
        [(row["kind"], int(row["decks"]), float(row["house_edge"]), row["house_edge_fraction"]) for row in rows_of("edge", "mbs-7up-baccarat")]
    played = ("simulate", "mbs-7up-baccarat", "--rounds", 100000, "--seed", 3)
    wagers = tap.run(*played, "--json").json()["wagers"]
    assert [(wager["kind"], wager["placed"], wager["mean"]) for wager in wagers] == \
        [(row["kind"], int(row["placed"]), float(row["mean"])) for row in rows_of(*played)]


if __name__ == "__main__":
    tap.main(globals())
