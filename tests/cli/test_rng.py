# SPDX-License-Identifier: Apache-2.0
"""Goal: a laboratory can judge the source of the shoes: a report with a verdict, the same as JSON, and the raw stream."""
import subprocess

import tap


def test_report():
    """the repeatable source is judged the same every time, and well; so is the system's, but for one run in a hundred"""
    first = tap.run("rng-test", "--draws", "2e6", "--seed", 1, "--json").json()
    assert first == tap.run("rng-test", "--draws", "2e6", "--seed", 1, "--json").json()
    assert first["good"] and first["source"] == "seeded" and len(first["trials"]) >= 19
    assert all(0 <= trial["p"] <= 1 and trial["freedom"] > 0 and trial["draws"] > 0 for trial in first["trials"])
    tries = [tap.run("rng-test", "--draws", "2e6") for _ in range(3)]
    assert sum(one.status == 0 for one in tries) >= 2, [one.out for one in tries]  # three in a million otherwise
    assert "99 %" in next(one.out for one in tries if one.status == 0)


def test_raw():
    """the raw stream is the source's own bytes, as many as are taken, and never twice the same"""
    def take(count, *words):
        with subprocess.Popen([tap.COMMAND, "rng-test", "--raw", *map(str, words)], stdout=subprocess.PIPE) as process:
            data = process.stdout.read(count)
            process.stdout.close()
        return data
    one, two = take(100000), take(100000)
    assert len(one) == 100000 and one != two and len(set(one)) == 256
    assert take(4096, "--seed", 5) == take(4096, "--seed", 5) != take(4096, "--seed", 6)


def test_bad_input():
    """what is no number of draws is refused"""
    for words in (("--draws", "5"), ("--draws", "many"), ("--draws", "1e99"), ("--seed", "x"), ("--seed", "-1"), ("word",)):
        tap.refused(2, "rng-test", *words)


tap.main(globals())
