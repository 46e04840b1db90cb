# SPDX-License-Identifier: Apache-2.0
"""Goal: the wheel installs into a fresh environment and works there: the library, the environments, both examples."""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # the one that Debian's packages are for
ALL = os.environ.get("PYTHON_ALL")  # learn until it is as good as it must be
place = tap.folder()
venv = pathlib.Path(place.name) / "venv"


def call(*words, timeout=600, **more):
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "CROUPIER_LIBRARY", "LD_LIBRARY_PATH")}
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=timeout, env={**env, **more}, cwd=place.name)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


if subprocess.run([PYTHON, "-c", "import build, cffi, numpy, setuptools, wheel, venv, ensurepip"], capture_output=True).returncode:
    print("1..0 # SKIP python3-build, -cffi, -numpy, -venv or -wheel is missing")
    sys.exit(0)


def test_wheel():
    """make wheel builds a wheel with the library in it, and a fresh environment takes it"""
    wheel = call(tap.ROOT / "tools/wheel", BUILD=str(pathlib.Path(os.environ.get("BUILD", "build")).absolute())).strip()
    assert re.search(r"croupier-[0-9.]+-py3-none-linux_\w+\.whl$", wheel), wheel
    call(PYTHON, "-m", "venv", "--system-site-packages", venv)
    call(venv / "bin/pip", "install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", tap.ROOT / wheel)
    told = call(venv / "bin/python", "-c", "import croupier; print(croupier.__file__, croupier.__version__, croupier.Rulebook('mbs-blackjack-v6').edge(0, 6))")
    file, version, edge = told.split()
    assert pathlib.Path(file).is_relative_to(venv), file
    assert f"version: '{version}'" in (tap.ROOT / "meson.build").read_text()
    assert float(edge) == tap.run("odds", "mbs-blackjack-v6", "--decks", 6, "--json").json()["wagers"][0]["house_edge"]


def test_contract():
    """the environments keep the contracts of Gymnasium and PettingZoo"""
    said = call(venv / "bin/python", HERE / "contract.py").splitlines()
    assert said and len(said) == (HERE / "contract.py").read_text().count("\ndef test_"), said


def test_compare():
    """the example that compares five games agrees with its own simulation"""
    said = call(venv / "bin/python", tap.ROOT / "python/examples/compare.py").splitlines()[1:]
    assert {line.split()[0] for line in said} == set(tap.GAMES)
    apart = [float(line.split()[-1]) for line in said if re.search(r"[+-]\d+\.\d\d$", line)]
    assert len(apart) > 12 and all(abs(z) < 4.5 for z in apart), apart


def test_learn():
    """the example that learns basic strategy gives away less and less; all of it: less than 0.1 % of the exact value"""
    words = [] if ALL else ["--rounds", "3e6"]
    said = call(venv / "bin/python", tap.ROOT / "python/examples/learn.py", "--svg", "regret.svg", *words, timeout=3000)
    regrets = [float(found) for found in re.findall(r"regret ([0-9.]+) %", said)]
    assert len(regrets) == 12 and regrets[-1] < regrets[0] / 2 and regrets[-1] < 1.5, said
    assert not ALL or regrets[-1] < 0.1, said
    assert (pathlib.Path(place.name) / "regret.svg").read_text().startswith("<svg")


tap.main(globals())
