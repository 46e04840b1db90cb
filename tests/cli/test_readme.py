# SPDX-License-Identifier: Apache-2.0
"""Goal: what the README shows is what the commands do.

A block ```console has commands after "$ ", their further lines after "> ", and their output; "..." stands for anything, within a line or for lines;
"[2]" alone on a line is the exit status, 0 where it is left out."""
import os
import pathlib
import re
import subprocess

import tap


def steps(block):
    """(command, lines of output, status) of one block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], [], 0])
        elif line.startswith("> "):
            found[-1][0] += "\n" + line[2:]
        elif re.fullmatch(r"\[\d\]", line):
            found[-1][2] = int(line[1])
        else:
            found[-1][1].append(line)
    return found


def pattern(lines):
    whole = ["(?:.*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n" for line in lines]
    return "".join(whole)


def check(page):
    blocks = re.findall(r"```console\n(.*?)```", (tap.ROOT / page).read_text(), re.S)
    assert blocks, page
    with tap.folder() as folder:
        (pathlib.Path(folder) / "croupier").symlink_to(pathlib.Path(tap.COMMAND).resolve())
        (pathlib.Path(folder) / "rulebooks").symlink_to(tap.ROOT / "rulebooks")
        (pathlib.Path(folder) / "tests").symlink_to(tap.ROOT / "tests")
        for block in blocks:
            for command, lines, status in steps(block):
                done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=120,
                                      env={**os.environ, "PATH": folder + ":" + os.environ["PATH"]})
                shown = done.stdout + done.stderr
                assert done.returncode == status, f"{command}: exit {done.returncode}\n{shown}"
                assert re.fullmatch(pattern(lines), shown), f"{command} printed\n{shown}\nand not\n" + "\n".join(lines)


def test_readme():
    """README.md"""
    check("README.md")


def test_rulebook():
    """docs/rulebook.md"""
    check("docs/rulebook.md")


def test_every_command():
    """README.md has an example of every command"""
    page = (tap.ROOT / "README.md").read_text()
    for name in re.findall(r"^  ([a-z-]+) ", tap.done("--help"), re.M):
        assert re.search(rf"^[$>] croupier {name}\b", page, re.M), name


def test_named_commands():
    """every command a page names exists, with the options it is given there"""
    helps = {}
    for page in [*tap.ROOT.glob("*.md"), *tap.ROOT.glob("docs/*.md")]:
        for name, rest in re.findall(r"(?:^|[`$|(] ?)croupier ([a-z][a-z-]+)([^`\n|#]*)", page.read_text(), re.M):
            if re.match(r"(?: seed)? [12]\b", rest):
                continue  # a text that is hashed: `croupier shoe 1`
            words = (name, *re.findall(r"^ ([a-z]+)", rest)) if name in ("rulebook", "journal", "key", "user", "db") else (name,)
            if words not in helps:
                helps[words] = tap.done(*words, "--help")
            for option in re.findall(r"--[a-z][a-z-]+", rest):
                assert option in helps[words], f"{page.name}: croupier {' '.join(words)} has no {option}"
    assert len(helps) > 20, helps.keys()


def test_architecture():
    """ARCHITECTURE.md has every folder, with what it may use, and names only files that exist"""
    page = (tap.ROOT / "ARCHITECTURE.md").read_text()
    rows = {folder: uses.split() for folder, uses in re.findall(r"^\| `src/([a-z]+)` \|[^|]*\|([^|]*)\|$", page, re.M)}
    lines = [line.partition("\t") for line in (tap.ROOT / "tools/includes.tsv").read_text().splitlines()]
    assert rows == {folder: uses.split() for folder, _, uses in lines if not folder.startswith("#")}
    folder = ""
    for name in re.findall(r"`([a-z_/]+\.(?:c|h|md|yaml))`", page.partition("## A tour")[2]):
        folder = name.rpartition("/")[0] or folder
        assert (tap.ROOT / folder / name.rpartition("/")[2]).exists(), name


def test_links():
    """every file that a page links to exists"""
    for page in [*tap.ROOT.glob("*.md"), *tap.ROOT.glob("docs/*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


if __name__ == "__main__":
    tap.main(globals())
