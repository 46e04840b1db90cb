# SPDX-License-Identifier: Apache-2.0
"""Goal: the library rules on every record of the tree, line by line, as the records expect."""
import ctypes
import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402

library = ctypes.CDLL(str(pathlib.Path(os.environ.get("BUILD", "build")) / "libcroupier.so.0"))
for name in ("rulebook_new", "round_new", "round_clone", "round_events", "round_record", "round_legal", "round_view"):
    getattr(library, f"croupier_{name}").restype = ctypes.c_void_p
library.croupier_round_sentence.restype = ctypes.c_char_p

ACT = re.compile(r"[^\s=#][^\s:]*:\s")


def text(pointer):
    value = ctypes.cast(pointer, ctypes.c_char_p).value.decode()
    library.croupier_text_free(ctypes.c_void_p(pointer))
    return value


class Table:
    def __init__(self, game, headers):
        book = ctypes.c_void_p(library.croupier_rulebook_new(game.encode()))
        self.handle = ctypes.c_void_p(library.croupier_round_new(book, headers.encode(), None))
        library.croupier_rulebook_free(book)
        assert self.handle.value, headers

    def apply(self, line):
        return library.croupier_round_apply(self.handle, line.encode())

    def text(self, what, *words):
        return text(getattr(library, f"croupier_round_{what}")(self.handle, *(word.encode() for word in words)))

    def free(self):
        library.croupier_round_free(self.handle)


def lines_of(path):
    for line in path.read_text().splitlines():
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        if line and not re.match(r"(title|table|date|round|format)\b", line):
            yield line


def play(path):
    """Plays the first round of a record; True if it has no other."""
    lines = list(lines_of(path))
    whole = "---" not in lines
    lines = lines[:lines.index("---")] if not whole else lines
    start = next(i for i, line in enumerate(lines) if ACT.match(line))
    game = next(line.split()[1] for line in lines[:start] if line.startswith("game "))
    table = Table(game, "\n".join(line for line in lines[:start] if not line.startswith("game ")))
    results = {}
    for i, line in enumerate(lines[start:], start):
        if line.startswith("="):
            continue
        refusal = any(re.match(r"=\s*refused\b", after) for after in following(lines, i))
        before = table.text("view", "pit") if refusal else None
        status = table.apply(line)
        assert (status > 0) if refusal else status == 0, f"{path.name}: {line}: {status} {sentence(table)}"
        assert not refusal or table.text("view", "pit") == before, f"{path.name}: {line}: a refusal changed something"
        results.update(results_of(table))
    if '"phase":"ended"' not in table.text("view", "display"):
        assert table.apply("dealer: end") == 0, f"{path.name}: dealer: end: {sentence(table)}"
        results.update(results_of(table))
    for line in lines:
        wanted = re.match(r"=\s*result (\S+) (?:(\d\S*) )?(\S+) ([+-]?[\d.]+)", line)
        if wanted:
            who, spot, wager, amount = wanted.groups()
            got = results.get((who, spot or "", wager))
            assert got == round(float(amount) * 100), f"{path.name}: {line}: {got}"
    record = table.text("record")
    table.free()
    return whole, record


def following(lines, i):
    """The expectations that stand after line i."""
    for line in lines[i + 1:]:
        if not line.startswith("="):
            return
        yield line


def sentence(table):
    return library.croupier_round_sentence(table.handle).decode()


def results_of(table):
    return {(event["who"], event.get("spot", ""), event["wager"]): event["amount"]
            for event in json.loads(table.text("events")) if event["kind"] == "result"}


def add_test(game):
    def test():
        paths = sorted((tap.ROOT / "tests/records" / game).glob("*.round"))
        assert len(paths) > 20
        with tap.folder() as folder:
            for path in paths:
                whole, record = play(path)
                if whole:
                    (pathlib.Path(folder) / path.name).write_text(record)
            assert "= net" in tap.done("replay", folder)  # what the library wrote is a record too
    test.__doc__ = f"{game}: acts, refusals and results of every record"
    globals()[f"test_{game}"] = test


for game in tap.GAMES:
    add_test(game)

if __name__ == "__main__":
    tap.main(dict(globals()))
