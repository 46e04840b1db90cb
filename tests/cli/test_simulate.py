# SPDX-License-Identifier: Apache-2.0
"""Goal: croupier simulate gives the same totals however a run is cut, loses nothing, and refuses what makes no sense."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import tap

ROUNDS = 300000


def simulate(*words):
    return tap.run("simulate", *words, "--json").json()


def same(*runs):
    assert all(run["totals"] == runs[0]["totals"] and run["blocks"] == runs[0]["blocks"] for run in runs)


def test_shape():
    """--json has the members others read"""
    result = simulate("mbs-blackjack-v6", "--decks", 6, "--rounds", ROUNDS)
    for member in ("game", "decks", "rounds", "seed", "threads", "seconds", "rounds_per_second", "wagers"):
        assert member in result, member
    assert result["rounds"] >= ROUNDS
    assert [wager["kind"] for wager in result["wagers"]] == ["main", "pair", "insurance"]
    for wager in result["wagers"]:
        assert {"kind", "mean", "standard_error", "exact", "z"} <= set(wager)


def test_every_game():
    """every game agrees with its exact odds, by both strategies of the odds"""
    for game in tap.GAMES:
        for strategy in ("composition", "total"):
            result = simulate(game, "--rounds", 3000000, "--strategy", strategy)
            zs = {wager["kind"]: wager["z"] for wager in result["wagers"] if wager["z"] is not None}
            assert len(zs) >= 2, zs
            assert all(abs(z) < 4 for z in zs.values()), (game, strategy, zs)


def test_threads():
    """one, two and three threads give identical totals"""
    same(*(simulate("rws-blackjack", "--rounds", ROUNDS, "--threads", n) for n in (1, 2, 3)))


def test_pieces():
    """a run cut in three and added up is the run, in any order"""
    with tap.folder() as folder:
        files = []
        for piece in (3, 1, 2):
            files.append(f"{folder}/{piece}.json")
            pathlib.Path(files[-1]).write_text(
                tap.done("simulate", "mbs-ace-race-v4", "--rounds", ROUNDS, "--piece", f"{piece}/3", "--json"))
        whole = simulate("mbs-ace-race-v4", "--rounds", ROUNDS)
        same(whole, tap.run("simulate", "--merge", *files, "--json").json())
        assert "counted twice" in tap.refused(2, "simulate", "--merge", files[0], files[0])
        other = f"{folder}/other.json"
        pathlib.Path(other).write_text(
            tap.done("simulate", "mbs-ace-race-v4", "--rounds", ROUNDS, "--seed", 2, "--piece", "1/3", "--json"))
        assert "seeds differ" in tap.refused(2, "simulate", "--merge", files[0], other)
        pathlib.Path(other).write_text('{"run": 1}')
        assert "damaged" in tap.refused(2, "simulate", "--merge", files[0], other)


def test_ranks():
    """two ranks of MPI give the same totals"""
    if not shutil.which("mpirun") or not list(pathlib.Path(tap.COMMAND).parent.glob("src/mpi/*.so")):
        return
    done = subprocess.run(["mpirun", "-n", "2", tap.COMMAND, "simulate", "mbs-7up-baccarat", "--rounds", str(ROUNDS), "--mpi",
                           "--json"], capture_output=True, text=True, timeout=60)
    text = done.stdout[done.stdout.index("{"):]  # mpirun itself may have said something before
    same(simulate("mbs-7up-baccarat", "--rounds", ROUNDS), json.loads(text))


def handles(pid, number):
    """whether the process has got so far as to catch this signal"""
    caught = next(line for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("SigCgt"))
    return int(caught.split()[1], 16) >> (number - 1) & 1


def test_checkpoint():
    """an interrupted run leaves a checkpoint, and goes on from it to the same totals"""
    with tap.folder() as folder:
        file = f"{folder}/run.json"
        words = ["simulate", "mbs-star-elements", "--rounds", "60000000", "--checkpoint", file, "--json"]
        run = subprocess.Popen([tap.COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not handles(run.pid, signal.SIGINT):
            time.sleep(0.01)
        time.sleep(0.2)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        assert run.returncode == 0 and "interrupted" in err, err
        early = json.loads(out)
        assert 0 < early["rounds"] < 60000000, early["rounds"]
        assert json.loads(pathlib.Path(file).read_text())["totals"] == early["totals"]
        same(simulate("mbs-star-elements", "--rounds", 60000000), tap.run(*words).json())
        assert "another run" in tap.refused(2, "simulate", "mbs-star-elements", "--rounds", 65, "--checkpoint", file)
        pathlib.Path(file).write_text("{")
        assert f"{file}:1:" in tap.refused(2, *words)


def test_tables():
    """boxes, a lasting shoe, a chart and a count from files"""
    result = simulate("mbs-blackjack-v6", "--decks", 2, "--rounds", ROUNDS, "--boxes", 7)
    main = result["wagers"][0]
    assert main["placed"] == 7 * result["rounds"] and abs(main["z"]) < 4
    with tap.folder() as folder:
        count = f"{folder}/hi-lo.txt"
        pathlib.Path(count).write_text("tags -1 1 1 1 1 1 0 0 0 -1\nbet -20 1\nbet 2 8\ninsure 3\n")
        counted = simulate("mbs-blackjack-v6", "--decks", 2, "--rounds", 4000000, "--penetration", 0.8, "--counting", count)
        assert counted["wagers"][0]["exact"] is None
        flat = simulate("mbs-blackjack-v6", "--decks", 2, "--rounds", 4000000, "--penetration", 0.8)
        better, error = (counted["wagers"][0]["mean"] - flat["wagers"][0]["mean"], counted["wagers"][0]["standard_error"])
        assert better > 3 * error, "a count that bets on rich shoes must beat flat bets"
        chart = f"{folder}/chart.csv"
        pathlib.Path(chart).write_text("hand,2,3,4,5,6,7,8,9,T,A\n16,S,S,S\n")
        complaint = tap.refused(2, "simulate", "mbs-blackjack-v6", "--strategy", chart)
        assert f"{chart}:2:5: hand 16 against 5: a cell is missing" in complaint, complaint


def test_picture():
    """--svg draws both pictures"""
    with tap.folder() as folder:
        tap.done("simulate", "rws-blackjack", "--rounds", 20000000, "--svg", f"{folder}/a.svg", "--bankroll", 100)
        text = pathlib.Path(f"{folder}/a.svg").read_text()
        assert text.count("<polyline") > 20 and "exact" in text


def test_bad_input():
    """what is impossible is named, with status 2"""
    for words, said in ((("--decks", 9), "is played with 1 to 8 decks"), (("--rounds", 0), "--rounds 0"),
                        (("--rounds", "many"), "--rounds many"), (("--boxes", 8), "--boxes 8"),
                        (("--rounds", 5, "--seconds", 1), "exclude each other"), (("--piece", "4/3", "--rounds", 9), "--piece"),
                        (("--piece", "1/3"), "--piece needs --rounds"), (("--strategy", "no-such-file.csv"), "no-such-file.csv"),
                        (("--penetration", 2), "--penetration 2"), (("--counting", "x"), "--counting needs"),
                        (("--seed", "x"), "--seed x"), (("--threads", 0), "--threads 0"), (("--insurance", "maybe"), "maybe")):
        complaint = tap.refused(2, "simulate", "mbs-blackjack-v6", *words)
        assert said in complaint, (words, complaint)
    assert "leave out --boxes" in tap.refused(2, "simulate", "mbs-7up-baccarat", "--boxes", 2)


def test_nothing():
    """a file that is not there, a strategy that is none, and a piece without rounds are told as what they are"""
    assert tap.refused(2, "simulate", "--merge", "none.json") == "croupier: none.json: No such file or directory\n"
    assert "must be composition, total, mimic, never-bust or a file" in tap.refused(2, "simulate", "rws-blackjack", "--strategy", "mimicry")
    assert "inf" not in tap.done("simulate", "mbs-7up-baccarat", "--rounds", "1e4", "--piece", "1/2")


def test_risk_of_a_spread():
    """N0 and ruin are of the money of whole rounds, bets as placed: they agree with mean and error, and follow the spread"""
    with tap.folder() as folder:
        for name, bets in (("spread", "bet -20 1\nbet 1 2\nbet 2 4\nbet 3 8\n"), ("flat", "bet -20 1\n")):
            pathlib.Path(f"{folder}/{name}").write_text("tags -1 1 1 1 1 1 0 0 0 -1\n" + bets)
        risks = {}
        for name in ("spread", "flat"):
            told = tap.run("simulate", "mbs-blackjack-v6", "--decks", 6, "--rounds", 4000000, "--penetration", 0.75, "--counting",
                           f"{folder}/{name}", "--bankroll", 200, "--horizon", 20000, "--json").json()
            main, risks[name] = told["wagers"][0], told["risk"]
            by_error = told["rounds"] * (main["standard_error"] / main["mean"]) ** 2
            assert abs(risks[name]["n0"] / by_error - 1) < 1e-9, (name, risks, by_error)
    assert risks["spread"]["deviation_per_round"] > 2.5 > 1.2 > risks["flat"]["deviation_per_round"]
    assert risks["spread"]["probability_of_ruin"] > 0.01


if __name__ == "__main__":
    tap.main(globals())
