# SPDX-License-Identifier: Apache-2.0
"""Goal: every command helps, complains and completes in the same way, and nothing about it can drift."""
import pathlib
import re
import subprocess

import tap


def commands(*prefix):
    """Every command as its words: ("games",), ("rulebook", "check")."""
    listed = re.findall(r"^  ([a-z-]+) ", tap.done(*prefix, "--help"), re.M)
    assert listed
    for name in listed:
        text = tap.done(*prefix, name, "--help")
        if "\nCommands:\n" in text:
            yield from commands(*prefix, name)
        else:
            yield (*prefix, name)


def options(words):
    return set(re.findall(r"--[a-z][a-z-]*", tap.done(*words, "--help"))) - {"--usage"}


def test_help():
    """every command has --help, which starts with its usage and names itself"""
    seen = list(commands())
    assert ("games",) in seen and ("rulebook", "check") in seen, seen
    # argp looks at the byte behind its buffer: where that is a blank, a text that ends just there loses its line feed. It is one here.
    blank = {"MALLOC_PERTURB_": "223"}
    for words in seen:
        text = tap.done(*words, "--help", env=blank)
        assert text.startswith("Usage: croupier " + " ".join(words)), text
        assert len(text.splitlines()) > 3 and text.endswith("\n"), text
        if len(words) == 1:
            assert tap.done("help", *words, env=blank) == text
    assert "no command \"gmaes\"" in tap.refused(2, "help", "gmaes")


def test_full_disk():
    """a result that cannot be written is not passed over in silence"""
    for words in (["games"], ["games", "--json"], ["rulebook", "export", "rws-blackjack"], ["rules", "rws-blackjack"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([tap.COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        assert done.returncode == 2 and done.stderr == "croupier: the result cannot be written: No space left on device\n", done.stderr


def test_version():
    """--version is the version of the build"""
    meson = (tap.ROOT / "meson.build").read_text()
    version = re.search(r"version: '([0-9.]+)'", meson)[1]
    assert tap.done("--version") == f"croupier {version}\n"


def test_nothing():
    """without a command the help goes to standard error and the status is 2"""
    assert tap.refused(2).startswith("Usage: croupier COMMAND")
    assert tap.refused(2, "rulebook").startswith("Usage: croupier rulebook COMMAND")


def test_unknown_command():
    """a misspelt command gets the nearest one"""
    assert tap.refused(2, "gmaes") == 'croupier: there is no command "gmaes"; did you mean "games"?\n'
    assert "see croupier --help" in tap.refused(2, "xyzzy-plugh")
    assert 'did you mean "export"' in tap.refused(2, "rulebook", "exprot")


def test_unknown_option():
    """an option no command has ends with status 2"""
    for words in commands():
        assert "no-such-option" in tap.refused(2, *words, "--no-such-option")


def test_folder_as_database():
    """a folder given as the database is refused by name, and nothing is laid beside it"""
    with tap.folder() as place:
        (pathlib.Path(place) / "db").mkdir()
        given = f"{place}/db"
        for words in [words for words in commands() if "--db" in options(words)]:
            arguments = {"play": ["rws-blackjack"]}.get(words[0], [])
            assert f"{given} is a folder" in tap.refused(2, *words, *arguments, "--db", given), words
        assert [path.name for path in pathlib.Path(place).iterdir()] == ["db"]


def test_no_arguments():
    """a command whose usage names no argument refuses one and names it"""
    none = [words for words in commands() if tap.done(*words, "--help").splitlines()[0].endswith("[OPTION...]")]
    assert {("games",), ("audit",), ("serve",), ("journal", "show"), ("journal", "verify"), ("journal", "export")} <= set(none)
    for words in none:
        assert "arguments: x" in tap.refused(2, *words, "x"), words


def test_unknown_game():
    """a misspelt game gets the nearest one; one that is like none gets the list"""
    for words in (("rules",), ("sign",), ("rulebook", "show"), ("rulebook", "export")):
        assert 'did you mean "rws-blackjack"' in tap.refused(2, *words, "rws-blackjak"), words
        assert 'did you mean "mbs-blackjack-v6"' in tap.refused(2, *words, "mbs-blackjack"), words  # its end is missing
        text = tap.refused(2, *words, "tiddlywinks")
        assert all(game in text for game in tap.GAMES), text


def test_completion_knows_every_word():
    """completion offers every command and every option that --help shows"""
    top = set(tap.done("complete", "--", "").split())
    assert {words[0] for words in commands()} | {"--help"} == top, top
    for words in commands():
        offered = set(tap.done("complete", "--", *words, "--").split())
        missing = options(words) - offered - {"--version"}
        assert not missing, (words, missing)


def test_completion_of_arguments():
    """completion offers games where a game is due, and nothing where a file is"""
    assert tap.done("complete", "--", "sign", "").split() == tap.GAMES
    assert tap.done("complete", "--", "sign", "rws").split() == ["rws-blackjack"]
    assert tap.done("complete", "--", "sign", "--lang", "").split() == ["en", *(tap.ROOT / "po" / "LINGUAS").read_text().split()]
    assert tap.done("complete", "--", "sign", "--lang", "=", "z").split() == ["zh"]
    assert tap.done("complete", "--", "sign", "--decks", "6", "mbs-a").split() == ["mbs-ace-race-v4"]
    assert tap.done("complete", "--", "rulebook", "e").split() == ["export"]
    assert tap.done("complete", "--", "rulebook", "check", "") == ""
    assert tap.done("complete", "--", "sign", "--html", "") == ""


def test_bash():
    """the script for bash completes through the command itself"""
    script = f"""
        source {tap.ROOT}/docs/completion/croupier.bash
        COMP_WORDS=({tap.COMMAND} rulebook sh); COMP_CWORD=2; _croupier; echo "${{COMPREPLY[@]}}"
        COMP_WORDS=({tap.COMMAND} sign ''); COMP_CWORD=2; _croupier; echo "${{#COMPREPLY[@]}}"
        """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "show\n5\n", (done.stdout, done.stderr)


def test_manual():
    """the manual page names every command and every option"""
    page = (tap.ROOT / "docs/man/croupier.1.scd").read_text()
    synopsis = page[:page.index("# DESCRIPTION")]
    for words in commands():
        name = " ".join(words)
        assert f"*croupier {name}*" in synopsis or f"*croupier {words[0]}* *" in synopsis, name
        start = page.find(f"\n*croupier {name}*", page.index("# COMMANDS"))
        assert start >= 0, f"croupier {name} is not in the manual"
        end = page.find("\n*croupier ", start + 1)
        for option in options(words) - {"--help", "--version"}:
            assert f"*{option}*" in page[start:end], f"{option} of croupier {name} is not in the manual"


def test_colours():
    """no colours where the output is not a terminal; on one, unless NO_COLOR is set"""
    def on_terminal(**env):
        words = ["script", "-qec", f"{tap.COMMAND} games", "/dev/null"]
        return subprocess.run(words, capture_output=True, text=True, timeout=60,
                              env={"TERM": "xterm", "PATH": "/usr/bin:/bin", **env}).stdout
    assert "\033[" not in tap.done("games")
    assert "\033[" in on_terminal()
    assert "\033[" not in on_terminal(NO_COLOR="1")


def test_game_and_rulebook():
    """a game and a rulebook at once are one too many, and that is said"""
    for words in (("sign",), ("odds",), ("play",), ("rulebook", "show"), ("simulate",), ("rule",)):
        assert "a GAME or --rulebook, not both" in tap.refused(2, *words, "rws-blackjack", "--rulebook", "x.yaml"), words


def test_people():
    """a role nobody can have, somebody who is not there and a house without people are named"""
    with tap.folder() as place:
        books = ["--db", f"{place}/house.db"]
        assert "there is no role \"daeler\"; there are player, dealer," in tap.refused(2, "user", "add", "Dan", "daeler", *books)
        assert f"{place}/house.db: No such file" in tap.refused(2, "user", "list", *books)
        tap.done("user", "add", "Dan", "dealer", *books)
        for words in (["role", "Dora", "dealer"], ["revoke", "Dora"]):
            assert f"there is no \"Dora\" in {place}/house.db" in tap.refused(2, "user", *words, *books)
            assert "there is no \"Dora\" in" in tap.refused(2, "user", *words, "--db", f"{place}/none.db")
            assert not (pathlib.Path(place) / "none.db").exists(), "no house is founded by looking for somebody"
        assert "there is no role" in tap.refused(2, "user", "role", "Dan", "daeler", *books)
        assert "Somebody has that name" in tap.refused(2, "user", "add", "Dan", "dealer", *books)
        assert [row["user"] for row in tap.run("user", "list", "--json", *books).json()] == ["Dan"]


def test_people_of_an_older_house():
    """the file of an older house is taken over once, and kept under another name; one that cannot be read is named, and nothing is lost"""
    with tap.folder() as place:
        books = ["--db", f"{place}/house.db"]
        file = pathlib.Path(place, "house.db.people")
        tap.done("user", "add", "Dan", "dealer", *books)
        file.write_text("junk\n", encoding="utf-8")
        assert f"{file}: " in tap.refused(2, "user", "add", "Eve", "dealer", *books)
        assert file.read_text(encoding="utf-8") == "junk\n"
        file.write_text("croupier people 1\nMei player 100002 active@0 - - Mei Ling\nDan auditor 100001 active@0 - - Another\n",
                        encoding="utf-8")
        tap.done("user", "add", "Eve", "dealer", *books)
        rows = {row["user"]: row for row in tap.run("user", "list", "--json", *books).json()}
        assert [(name, row["role"], row["number"]) for name, row in rows.items()] == [
            ("Dan", "dealer", 100001), ("Mei", "player", 100002), ("Eve", "dealer", 100003)], rows
        assert rows["Mei"]["name"] == "Mei Ling"
        assert not file.exists() and pathlib.Path(f"{file}.old").exists()
        told = tap.done("journal", "show", *books)
        assert "person added Mei player" in told and "person added Dan dealer" in told and "argon" not in told
        assert tap.run("audit", *books).status == 0


if __name__ == "__main__":
    tap.main(globals())
