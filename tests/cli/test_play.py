# SPDX-License-Identifier: Apache-2.0
"""Goal: a newcomer sits down at any of the five games, plays a few rounds by number and by word, asks for hints and the
sign, leaves, and finds the money again; and what was played stands up to an audit."""
import os
import re
import signal
import subprocess

import tap

SEED = ("--seed", 5)


def play(game, lines, *more):
    outcome = tap.run("play", game, *SEED, *more, input="\n".join(lines) + "\n")
    assert outcome.status == 0, f"{game}: exit {outcome.status}: {outcome.err}\n{outcome.out}"
    assert outcome.err == "", outcome.err
    return outcome.out


def hands(count):
    """A round: the first wager on offer, no more bets, then stand or go on until it is over."""
    return ["1 25", ""] + ["stand 1", "", "decline insurance 1"] * 2 if count == 1 else hands(1) + hands(count - 1)


def check(game):
    with tap.folder() as folder:
        db = f"{folder}/play.db"
        said = play(game, hands(3), "--db", db)
        assert re.search(r"^ +1  bet .*\[[\d. ]+\]$", said, re.M), f"no offer with its clause:\n{said}"
        assert "no more bets" in said and re.search(r"^You leave with \S+$", said.replace("> ", ""), re.M), said
        found = tap.run("audit", "--db", db, "--json").json()
        assert found["clean"] and found["rounds"] >= 1 and found["sum_cents"] == 0, found
        left = re.search(r"You leave with (\S+)", said).group(1)
        again = play(game, ["q"], "--db", db)
        assert f"You have {left}" in again, f"the money is not there again:\n{again}"
        assert tap.run("audit", "--db", db, "--json").json()["clean"]


def test_blackjack_v6():
    """MBS blackjack: rounds are played to the end, kept, and clean in the audit"""
    check("mbs-blackjack-v6")


def test_ace_race():
    """the same for Ace Race"""
    check("mbs-ace-race-v4")


def test_star_elements():
    """the same for Star Elements"""
    check("mbs-star-elements")


def test_rws():
    """the same for RWS blackjack"""
    check("rws-blackjack")


def test_baccarat():
    """the same for baccarat"""
    check("mbs-7up-baccarat")


def test_same_seed():
    """the same seed deals the same cards, and another one others"""
    lines = hands(3)
    one = play("mbs-7up-baccarat", lines)
    assert one == play("mbs-7up-baccarat", lines)
    other = tap.run("play", "mbs-7up-baccarat", "--seed", 6, input="\n".join(lines) + "\n").out
    assert other != one


def test_hint():
    """h gives the worth of each choice: the exact odds of the wagers, and of the hand in turn"""
    said = play("mbs-7up-baccarat", ["h"])
    assert re.search(r"tie +4\.09\d\d %", said), said
    for seed in range(1, 20):
        said = tap.run("play", "mbs-blackjack-v6", "--seed", seed, input="1 25\n\n\nh\n").out
        if "in turn" in said:
            break
    assert re.search(r"^    (stand|hit) +[+-]\d\.\d{4}$", said, re.M), said


def test_sign():
    """s prints the sign of this table, with its limits"""
    said = play("rws-blackjack", ["s"], "--limits", "all=20-200")
    assert "RWS" in said and "20" in said and "200" in said


def test_refusals():
    """what the rules refuse is told with its reason, and the game goes on"""
    said = play("mbs-blackjack-v6", ["", "99", "bet 1 main 5", "bet 1 main much", "hop", "buy 50"])
    assert "Place a wager first" in said
    assert "No act has that number" in said
    assert said.count("Not possible:") == 3, said
    assert re.search(r"Not possible: .*\[[\d. ]+\]", said), "no clause with the refusal"
    assert "You have $1050" in said


def test_newcomer():
    """the area need not be said where only one thing is meant; what cannot be meant is explained"""
    said = play("mbs-blackjack-v6", ["bet 100", "deal", "undo", "pull", "bet 50", "", "stand"])
    assert "Guest puts $100 on the Main wager of area 1" in said, said
    assert "? helps" in said.split("unknown verb")[1]
    assert "cannot be undone" in said
    assert "Guest gets $100 back from the Main wager of area 1." in said, said
    assert "Guest puts $50 on the Main wager of area 1" in said
    said = play("mbs-7up-baccarat", ["bet 100"])
    assert "There are 4 of these" in said, said


def test_leaving():
    """who leaves in the middle of a round has it finished by the rules for absent players"""
    with tap.folder() as folder:
        db = f"{folder}/play.db"
        said = play("mbs-blackjack-v6", ["1 25", ""], "--db", db)
        assert "You leave with" in said
        shown = tap.done("journal", "show", "--db", db, "--table", "play-mbs-blackjack-v6")
        assert "dealer: end" in shown, shown


def test_called_away():
    """Ctrl-C, an end from outside and a reader who went away leave the table in order, and nothing behind"""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, None):
        with tap.folder() as folder:
            with subprocess.Popen([tap.COMMAND, "play", "mbs-blackjack-v6", "--seed", "3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": folder}) as player:
                while "bet 1 main" not in player.stdout.readline():
                    pass
                assert os.listdir(folder), "nothing was kept while it was played"
                player.stdin.write("1 25\n\n")
                player.stdin.flush()
                while "[" not in player.stdout.readline():
                    pass
                if number:
                    player.send_signal(number)
                    assert "You leave with" in player.communicate(timeout=60)[0]
                else:
                    player.stdout.close()
                    player.stdin.write("stand 1\n" * 3)
                    player.stdin.flush()
                player.wait(timeout=60)
            assert os.listdir(folder) == [], (number, os.listdir(folder))


def test_usage():
    """a game is needed, and sensible options"""
    assert "name a GAME" in tap.refused(2, "play")
    assert "--limits" in tap.refused(2, "play", "rws-blackjack", "--limits", "main")
    assert "--seed" in tap.refused(2, "play", "rws-blackjack", "--seed", "x")
    for name in ("a b", "dealer", "", "x" * 40):
        assert f"--name {name}: A name starts with a letter" in tap.refused(2, "play", "rws-blackjack", "--name", name)
    for amount in ("lots", "0", "-5"):
        assert f"--buy-in {amount}: must be an amount" in tap.refused(2, "play", "rws-blackjack", f"--buy-in={amount}")
    assert "longer than" in tap.refused(2, "play", "rws-blackjack", "--db", "x" * 600)


tap.main(globals())
