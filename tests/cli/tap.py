# SPDX-License-Identifier: Apache-2.0
"""The little that black-box tests of commands need: run the command, say ok or not ok in TAP.

A test file defines functions test_*; each opens with its goal, which becomes its line in the report."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback

COMMAND = os.path.abspath(os.environ.get("CROUPIER", "build/croupier"))
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GAMES = ["mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements", "rws-blackjack", "mbs-7up-baccarat"]


class Outcome:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def json(self):
        assert self.status == 0, f"exit {self.status}: {self.err}"
        return json.loads(self.out)


def run(*words, env=None, input=None, cwd=None):
    """croupier WORDS..., with its exit status, output and complaints."""
    done = subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True, timeout=60, input=input, cwd=cwd,
                          env={**os.environ, **(env or {})})
    return Outcome(done)


def done(*words, **more):
    """The output of a command that must succeed and complain of nothing."""
    outcome = run(*words, **more)
    assert outcome.status == 0, f"{words}: exit {outcome.status}: {outcome.err}"
    assert outcome.err == "", f"{words}: complained: {outcome.err}"
    return outcome.out


def refused(status, *words, **more):
    """The complaint of a command that must fail with this status and print nothing else."""
    outcome = run(*words, **more)
    assert outcome.status == status, f"{words}: exit {outcome.status}, wanted {status}: {outcome.out}{outcome.err}"
    assert outcome.out == "", f"{words}: printed: {outcome.out}"
    assert outcome.err, f"{words}: said nothing"
    return outcome.err


def folder():
    return tempfile.TemporaryDirectory(prefix="croupier-test-")


def on_sqlite(reason):
    """Leaves a test out where the suite runs on a PostgreSQL (tests/postgres.py); the reason is printed."""
    def mark(test):
        test.left_out = reason if os.environ.get("CROUPIER_TEST_PG") else None
        return test
    return mark


def main(names):
    tests = [(name, test) for name, test in names.items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        goal = (test.__doc__ or name).strip().splitlines()[0]
        if getattr(test, "left_out", None):
            print(f"ok {number} - {goal} # SKIP {test.left_out}")
            continue
        try:
            test()
            print(f"ok {number} - {goal}")
        except Exception:  # an assertion, a time-out, JSON that is none: each is a failed test
            failed += 1
            print(f"not ok {number} - {goal}")
            print("".join(f"# {line}\n" for line in traceback.format_exc().splitlines()), end="")
        sys.stdout.flush()
    sys.exit(1 if failed else 0)
