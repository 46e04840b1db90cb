# SPDX-License-Identifier: Apache-2.0
"""Goal: what went wrong at a table is ruled on by the engine from a round of its own, asked or told, and the answer
names the clause."""
import json

import tap

KINDS = tap.done("complete", "--", "rule", "--kind", "").split()


def ruling(game, *words, status=0):
    outcome = tap.run("rule", game, "--json", *words)
    assert outcome.status == status, (game, words, outcome.err)
    return json.loads(outcome.out)


def situations(game):
    return tap.run("rule", game, "--list", "--json").json()["situations"]


def words_of(one):
    return ["--kind", one["kind"], "--phase", one["phase"], "--case", one["case"]]


def test_rulings():
    """the clauses of the documents, game by game and moment by moment"""
    rows = [
        ("mbs-blackjack-v6", "wrong-order", "deal", "repairable", "5.6.1", "are put right"),
        ("mbs-blackjack-v6", "wrong-order", "deal", "beyond-repair", "5.2", "The round is void"),
        ("mbs-blackjack-v6", "wrong-hand", "play", "player", "5.6.2", "goes from area 2 to area 1"),
        ("mbs-ace-race-v4", "card-not-wanted", "play", "player", "5.8", "Ben may take the card on offer"),
        ("mbs-star-elements", "one-card", "play", "", "5.16", "Ben may play the one card or withdraw"),
        ("mbs-blackjack-v6", "dealer-no-card", "play", "settled", "5.12", "The next card goes to the Dealer."),
        ("mbs-blackjack-v6", "simultaneous", "draw", "both-seen", "5.23", "The pit manager picks"),
        ("mbs-blackjack-v6", "power-failure", "deal", "", "5.29.1", "may withdraw"),
        ("mbs-blackjack-v6", "power-failure", "play", "", "5.29.2", "The round goes on"),
        ("mbs-blackjack-v6", "over-maximum", "deal", "", "5.27", "$1000 counts"),
        ("rws-blackjack", "wrong-hand", "play", "player", "5.10.1", "The cards stay as they are"),
        ("rws-blackjack", "wrong-order", "dealt", "", "5.9", "may go on or take the wager back"),
        ("rws-blackjack", "missing-card", "draw", "", "5.5.2", "The round is void"),
        ("rws-blackjack", "power-failure", "deal", "", "5.4.2", "The round is void"),
        ("mbs-7up-baccarat", "simultaneous", "deal", "order-unknown", "5.8.1", "The round is void"),
        ("mbs-7up-baccarat", "wrong-order", "deal", "repairable", "5.7", "The cards of Banker are put right"),
        ("mbs-7up-baccarat", "terminal-failure", "betting", "", "5.10", "Cem takes no part in the round"),
    ]
    for game, kind, phase, case, clause, says in rows:
        told = ruling(game, "--kind", kind, "--phase", phase, "--case", case)
        story = " ".join([line for act in told["acts"] for line in act["story"]] + [told["next"]])
        assert clause in [one["clause"] for one in told["clauses"]], (game, kind, phase, told["clauses"])
        assert says in story, (game, kind, phase, story)


def test_every_kind():
    """every kind is ruled on in some moment, or refused as one that does not go wrong in this game"""
    for game in tap.GAMES:
        listed = {one["kind"] for one in situations(game)}
        for kind in KINDS:
            if kind in listed:
                continue
            outcome = tap.run("rule", game, "--kind", kind, "--json")
            told = json.loads(outcome.out)
            assert outcome.status == 1 and told["acts"][0]["status"] == "not-applicable", (game, kind, told)


def test_every_situation():
    """every situation listed is ruled on with what the list says, and its record replays to the same ruling"""
    for game in tap.GAMES:
        for one in situations(game):
            told = ruling(game, *words_of(one))
            cited = {clause for act in told["acts"] for clause in act["clauses"]}
            assert all(act["ok"] for act in told["acts"]), (game, one)
            assert set(told["acts"][0]["clauses"]) <= set(one["clauses"]), (game, one)
            assert cited or not one["clauses"], (game, one)


def test_record():
    """--record prints a record that replay reads and explains with the same words"""
    with tap.folder() as folder:
        path = f"{folder}/x.round"
        for game in tap.GAMES:
            for one in situations(game)[::9]:
                record = tap.done("rule", game, *words_of(one), "--record")
                assert record.startswith(f"game {game}\n"), record
                with open(path, "w", encoding="utf-8") as file:
                    file.write(record)
                outcome = tap.run("replay", "--explain", path)
                assert outcome.status in (0, 1), outcome.err
                assert "not read" not in outcome.err and "unknown" not in outcome.err, outcome.err
                first = ruling(game, *words_of(one))["acts"][0]["story"][0]
                assert first in outcome.out, (first, outcome.out)


def test_questions():
    """answers come from standard input, by number or by word; questions go to standard error"""
    outcome = tap.run("rule", "mbs-blackjack-v6", input="wrong-hand\nplay\nplayer\n")
    assert outcome.status == 0, outcome.err
    assert "What went wrong?" in outcome.err and "What went wrong?" not in outcome.out
    assert "3h goes from area 2 to area 1. [5.6 5.6.2]" in outcome.out, outcome.out
    number = outcome.err.splitlines()
    number = next(line.split()[0] for line in number if " wrong-hand " in line)
    again = tap.run("rule", "mbs-blackjack-v6", input=f"{number}\n2\n1\n")
    assert again.out == outcome.out, again.out


def test_question_asked_again():
    """a word that is no answer is asked for again, and one answer is not asked for"""
    outcome = tap.run("rule", "mbs-blackjack-v6", "--kind", "skipped", input="nonsense\n99\ntwo-later\n")
    assert outcome.status == 0, outcome.err
    assert outcome.err.count("1-2> ") == 3 and "When was it noticed?" not in outcome.err, outcome.err
    assert "5.18" in outcome.out


def test_no_answer():
    """input that ends before the answer is wrong usage"""
    for words in (("mbs-blackjack-v6",), ("rws-blackjack", "--kind", "wrong-hand")):
        outcome = tap.run("rule", *words, input="")
        assert outcome.status == 2 and outcome.out == "", outcome.out


def test_refused():
    """a report that the rules refuse ends with status 1 and says why"""
    outcome = tap.run("rule", "mbs-blackjack-v6", "--kind", "terminal-failure")
    assert outcome.status == 1 and "Refused: This cannot go wrong in this game." in outcome.out, outcome.out
    outcome = tap.run("rule", "mbs-blackjack-v6", "--kind", "insufficient-cards", "--phase", "betting", "--case", "manual")
    assert outcome.status == 1 and "Refused" in outcome.out, outcome.out


def test_wrong_words():
    """words that are none, and with --json words that are missing, are wrong usage"""
    assert 'did you mean "wrong-hand"?' in tap.refused(2, "rule", "rws-blackjack", "--kind", "wrong-hnad")
    assert "there is no phase" in tap.refused(2, "rule", "rws-blackjack", "--phase", "supper")
    assert "say --kind: " in tap.refused(2, "rule", "rws-blackjack", "--json")
    assert "say --phase: dealt, play" in tap.refused(2, "rule", "rws-blackjack", "--json", "--kind", "wrong-hand")
    assert "say --case: " in tap.refused(2, "rule", "rws-blackjack", "--json", "--kind", "skipped")
    assert "say --case: " in tap.refused(2, "rule", "rws-blackjack", "--kind", "skipped", "--case", "three-later")
    assert "GAME" in tap.refused(2, "rule")
    assert 'did you mean "rws-blackjack"' in tap.refused(2, "rule", "rws-blackjak", "--list")


def test_own_rulebook():
    """a rulebook of the house is ruled by its own clauses and readings"""
    with tap.folder() as folder:
        text = tap.done("rulebook", "export", "mbs-blackjack-v6").replace("id: mbs-blackjack-v6", "id: house")
        path = f"{folder}/house.yaml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        told = tap.run("rule", "--rulebook", path, "--json", "--kind", "skipped", "--case", "one-later").json()
        assert told["game"] == "house" and told["acts"][0]["clauses"] == ["5.17"], told


tap.main(globals())
