# SPDX-License-Identifier: Apache-2.0
"""Goal: a journal can be checked by anybody. docs/journal.md is followed here once more, in another language and without
our library; and what is changed in a database afterwards is found by croupier audit, with its entry."""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess

import tap

BLACKJACK = "play-mbs-blackjack-v6"
KINDS = dict(enumerate("founded chain account document opened closed round acts refused recovered committed revealed "
                       "money corrected signed note key loss person session".split(), 1))


def blake(data):
    return hashlib.blake2b(data, digest_size=32).digest()


class Reader:
    """The forms of section 2."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self):
        value = self.number()
        return value // 2 if value % 2 == 0 else -(value + 1) // 2

    def bytes(self):
        size = self.number()
        self.at += size
        return self.data[self.at - size:self.at]


def read(data):
    reader = Reader(data)
    old = data[0] == 1
    numbers = ("format", "number") if old else ("format", "chain", "number")
    entry = {name: reader.number() for name in numbers + ("time", "kind", "role")}
    entry |= {name: reader.bytes() for name in (("who", "key") if old else ("who", "key", "request"))}
    entry["round"] = 0 if old else reader.number()
    entry["text"] = reader.bytes()
    entry["postings"] = [(reader.number(), reader.signed()) for _ in range(reader.number())]
    assert reader.at == len(data) - (32 if old else 0), "something stands behind the postings"
    entry["hash"] = data[-32:] if old else leaf(data)
    return entry


def sha(data):
    return hashlib.sha256(data).digest()


def leaf(data):
    return sha(b"\0" + data)


def root(leaves):
    """Section 7."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha(b"")
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\1" + root(leaves[:left]) + root(leaves[left:]))


def origin(key):
    return "croupier/" + sha(key)[:16].hex()


def body(key, size, digest):
    return f"{origin(key)}\n{size}\n{base64.b64encode(digest).decode()}\n".encode()


def signed(key, text, signature):
    """Ed25519, by OpenSSL."""
    with tap.folder() as folder:
        for name, data in (("key", bytes.fromhex("302a300506032b6570032100") + key), ("text", text), ("signature", signature)):
            pathlib.Path(folder, name).write_bytes(data)
        return subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", f"{folder}/key", "-keyform", "DER", "-rawin",
                               "-in", f"{folder}/text", "-sigfile", f"{folder}/signature"], capture_output=True).returncode == 0


def play(db, game="mbs-blackjack-v6", rounds=3):
    lines = (["1 25", ""] + ["stand 1", "", "decline insurance 1"] * 2) * rounds
    tap.done("play", game, "--seed", 3, "--db", db, input="\n".join(lines) + "\n")


def rows(db):
    with sqlite3.connect(db) as connection:
        return connection.execute("SELECT position, chain, previous, entry FROM journal ORDER BY position").fetchall()


def change(db, sql, *values):
    """As somebody would who has the file: the triggers are taken off and put back."""
    with sqlite3.connect(db) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(sql, values).rowcount == 1
        for _, text in triggers:
            connection.execute(text)


def test_example():
    """the examples of docs/journal.md are right"""
    page = (pathlib.Path(tap.ROOT) / "docs/journal.md").read_text()
    previous, entry = re.search(r"^    ([0-9a-f]{64})\n\nand the entry itself.*?\n\n    ([0-9a-f\n ]+)\n", page, re.M).groups()
    data = bytes.fromhex("".join(entry.split()))
    assert bytes.fromhex(previous) == blake(b"croupier journal 1\nT1")
    found = read(data)
    assert found["text"] == b"hello\n" and KINDS[found["kind"]] == "note"
    assert blake(bytes.fromhex(previous) + data[:-32]) == found["hash"]
    blocks = ["".join(block.split()) for block in re.findall(r"(?:^    [0-9a-f]+\n)+", page, re.M)]
    entries = [bytes.fromhex(block) for block in blocks[:3]]
    assert [KINDS[read(entry)["kind"]] for entry in entries] == ["founded", "note", "money"]
    assert read(entries[2])["postings"] == [(1, 10000), (2, -10000)] and read(entries[2])["who"] == b"cage1"
    leaves = [leaf(entry) for entry in entries]
    assert "".join(one.hex() for one in leaves) in blocks
    assert "".join(root(leaves[:size]).hex() for size in (1, 2, 3)) in blocks
    key = bytes.fromhex(read(entries[0])["text"].split()[2].decode())
    assert body(key, 3, root(leaves)).decode().rstrip().replace("\n", "\n    ") in page
    assert all(base64.b64encode(one).decode() in page for one in leaves[1:]), "the proof of section 9"
    promised, cards = re.search(r"^    ([0-9a-f]{64})\n\nand begins with\n\n    ([^\n]+)$", page, re.M).groups()
    assert "All" in tap.done("verify-shoe", "--table", "T1", "--shoe", 1, "--deck", "french", "--decks", 8, "--seed", "0" * 64,
                             "--commitment", promised, *cards.split())


def test_another_program():
    """the page is enough for another program: numbers, tree, checkpoints, declarations and balances of a real journal"""
    with tap.folder() as folder:
        db = f"{folder}/a.db"
        play(db)
        play(db, "mbs-7up-baccarat")
        names, numbers, last, leaves, due, latest = {1: "house"}, {}, {}, [], [], 0
        accounts, balances, kinds = {}, {}, set()
        for place, (position, chain, previous, data) in enumerate(rows(db), 1):
            entry = read(data)
            assert position == place and previous == last.get(chain, 0)
            assert entry["format"] == 2 and entry["chain"] == chain and entry["number"] == numbers.get(chain, 0) + 1
            if leaves and (len(leaves) % 1024 == 0 or entry["time"] // 1000 > latest // 1000):
                due.append(len(leaves))
            leaves.append(leaf(data))
            latest = max(latest, entry["time"])
            numbers[chain], last[chain] = entry["number"], position
            kind, words = KINDS[entry["kind"]], entry["text"].split(b"\n")[0].decode().split()
            kinds.add(kind)
            if kind == "chain":
                assert words[1] == str(len(names) + 1)
                names[int(words[1])] = words[2]
            elif kind == "account":
                accounts[int(words[1])] = words[2]
                balances[int(words[1])] = 0
            elif kind == "document":
                assert blake(entry["text"].split(b"\n", 1)[1]).hex() == words[1]
            for account, cents in entry["postings"]:
                balances[account] += cents
                assert balances[account] >= 0 or accounts[account] not in ("player", "escrow")
            assert sum(balances.values()) == 0
        assert {"founded", "document", "opened", "committed", "round", "acts", "money"} <= kinds, kinds
        key = bytes.fromhex(read(rows(db)[0][3])["text"].split()[2].decode())
        with sqlite3.connect(db) as connection:
            kept = connection.execute("SELECT size, root, signature FROM checkpoints ORDER BY size").fetchall()
        assert {*due, len(leaves)} <= {size for size, _, _ in kept}, (due, [size for size, _, _ in kept])
        for size, digest, signature in kept:
            assert digest == root(leaves[:size])
            assert signed(key, body(key, size, digest), signature), size
        assert all(balances[n] == 0 for n, kind in accounts.items() if kind == "escrow")


def test_show():
    """show prints entries for people and for programs, of one table or of all"""
    with tap.folder() as folder:
        db = f"{folder}/a.db"
        play(db)
        text = tap.done("journal", "show", "--db", db, "--table", BLACKJACK)
        assert "Guest: bet 1 main 25" in text and "player:Guest -25" in text and "dealer: end" in text
        lines = tap.done("journal", "show", "--db", db, "--json").splitlines()
        assert len(lines) == len(rows(db))
        assert tap.done("journal", "show", "--db", db, "--table", "house", "--count", 1).count("founded") == 1
        assert "no table t9" in tap.refused(2, "journal", "show", "--db", db, "--table", "t9")


def test_export():
    """exported records run in croupier replay, shoe by shoe, without a refusal"""
    with tap.folder() as folder:
        db = f"{folder}/a.db"
        for game in tap.GAMES:
            play(db, game, 4)
        tap.done("journal", "export", "--db", db, "--out", f"{folder}/records")
        files = sorted(pathlib.Path(folder, "records").iterdir())
        assert len(files) == len(tap.GAMES), files
        for file in files:
            outcome = tap.run("replay", file)
            assert outcome.status == 0, f"{file}: {outcome.out}{outcome.err}\n{file.read_text()}"
            assert file.read_text().count("---") >= 1, "only one round"
        one = tap.done("journal", "export", "--db", db, "--table", BLACKJACK)
        assert one == pathlib.Path(folder, "records", f"{BLACKJACK}-1.round").read_text()


def test_flipped_byte():
    """a byte changed in any entry is found by audit and verify, with table and entry"""
    with tap.folder() as folder:
        db = f"{folder}/a.db"
        play(db)
        all_rows = rows(db)
        for position, _, _, data in all_rows[:: max(1, len(all_rows) // 12)]:
            copy = shutil.copy(db, f"{folder}/{position}.db")
            at = len(data) // 2
            change(copy, "UPDATE journal SET entry = ? WHERE position = ?", data[:at] + bytes([data[at] ^ 4]) + data[at + 1:],
                   position)
            found = tap.run("audit", "--db", copy, "--json")
            assert found.status == 1, f"{position}: {found.out}{found.err}"
            assert f'"entry": {read(data)["number"]}' in found.out, f"{position}: {found.out}"
            assert tap.run("journal", "verify", "--db", copy).status == 1


def test_altered_posting():
    """a posting, a balance or a key that was changed in the tables is found, although every entry is right"""
    with tap.folder() as folder:
        db = f"{folder}/a.db"
        play(db)
        for number, (sql, says) in enumerate([
            ("UPDATE postings SET cents = cents + 1 WHERE rowid = (SELECT max(rowid) FROM postings)", r"entry \d+: its postings"),
            ("UPDATE accounts SET folded_cents = folded_cents + 100 WHERE number = (SELECT max(number) FROM accounts)",
             "balance"),
            ("DELETE FROM postings WHERE rowid = 1", r"entry \d+: its postings|do not add up"),
        ]):
            copy = shutil.copy(db, f"{folder}/{number}.db")
            change(copy, sql)
            found = tap.run("audit", "--db", copy)
            assert found.status == 1 and re.search(says, found.out), f"{sql}: {found.out}{found.err}"


def test_other_key():
    """who has noted down the house's key finds a journal that another house wrote"""
    with tap.folder() as folder:
        db = f"{folder}/a.db"
        play(db)
        key = tap.run("journal", "verify", "--db", db, "--json").json()["key"]
        assert tap.run("audit", "--db", db, "--key", key).status == 0
        other = ("1" if key[0] == "0" else "0") + key[1:]
        found = tap.run("audit", "--db", db, "--key", other)
        assert found.status == 1 and "never signed with the key that is known" in found.out, found.out


def test_since():
    """an audit that leaves a mark is gone on with: only what is new is looked at, and a mark of another log is refused"""
    with tap.folder() as folder:
        db, mark = f"{folder}/a.db", f"{folder}/mark"
        play(db)
        first = tap.run("audit", "--db", db, "--mark", mark, "--json").json()
        assert first["since"] == 0 and first["mark"] == first["entries"] and first["rounds"] > 0, first
        play(db)
        again = tap.run("audit", "--db", db, "--since", mark, "--mark", mark, "--json").json()
        whole = tap.run("audit", "--db", db, "--mark", f"{folder}/whole", "--json").json()
        assert again["clean"] and again["since"] == first["mark"] and again["mark"] == whole["mark"], again
        assert again["entries"] == whole["entries"] - first["entries"] and again["rounds"] == whole["rounds"] - first["rounds"]
        assert pathlib.Path(mark).read_bytes() == pathlib.Path(folder, "whole").read_bytes()
        text = tap.done("audit", "--db", db, "--since", mark)
        assert f"Behind the mark of {again['mark']} entries" in text and "Clean" in text, text
        other = f"{folder}/b.db"
        play(other)
        found = tap.run("audit", "--db", other, "--since", mark)
        assert found.status == 1 and "Different" in found.out, found.out
        cut = pathlib.Path(folder, "cut")
        cut.write_text(pathlib.Path(mark).read_text()[:-9])
        assert "cut off or was changed" in tap.refused(2, "audit", "--db", db, "--since", cut)
        assert "not a mark" in tap.refused(2, "audit", "--db", db, "--since", db)
        assert "No such file" in tap.refused(2, "audit", "--db", db, "--since", f"{folder}/none")


def test_archive():
    """closed months move into a file; audit, verify, show and export read both as one, and say what they need"""
    library = next(iter(sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
    assert library, "faketime is missing (debian/control)"
    with tap.folder() as folder:
        db, archive = f"{folder}/a.db", f"{folder}/2026-03.archive"
        moves = "\n".join(["1 25", ""] + ["stand 1", "", "decline insurance 1"] * 2) + "\n"
        then = dict(os.environ, LD_PRELOAD=str(library), FAKETIME="2026-03-10 12:00:00", ASAN_OPTIONS="verify_asan_link_order=0")
        subprocess.run([tap.COMMAND, "play", "mbs-blackjack-v6", "--seed", "3", "--db", db], input=moves * 300, text=True, env=then,
                       capture_output=True, timeout=100, check=True)
        before = rows(db)
        assert len(before) > 1024, len(before)
        assert "is not over yet" in tap.refused(2, "journal", "archive", "--db", db, "--out", archive, "--until", "2999-12")
        assert "takes a month" in tap.refused(2, "journal", "archive", "--db", db, "--out", archive, "--until", "March")
        assert "could be archived" in tap.refused(2, "journal", "archive", "--db", db, "--out", archive, "--until", "2026-02")
        whole = tap.run("audit", "--db", db, "--json").json()
        said = tap.run("journal", "archive", "--db", db, "--out", archive, "--until", "2026-03", "--json").json()
        assert said["first"] == 1 and said["last"] == len(before) // 1024 * 1024, said
        assert said["root"] == root([leaf(data) for _, _, _, data in before[:said["last"]]]).hex()
        assert [row for row in before if row[0] > said["last"]] == [row for row in rows(db) if row[0] > said["last"]]
        assert tap.run("audit", "--db", db).status == 0  # it lies beside the database
        assert tap.run("backup", "--db", db, "--out", f"{folder}/copy.db").status == 0
        archive = shutil.move(archive, f"{folder}/records.archive")
        assert "2026-03.archive" in tap.refused(2, "audit", "--db", db)
        assert "2026-03.archive" in tap.refused(2, "backup", "--db", db, "--out", f"{folder}/second.db")
        again = tap.run("audit", "--db", db, "--archive", archive, "--json").json()
        assert {**again, "seconds": 0} == {**whole, "seconds": 0}, (again, whole)
        assert tap.run("journal", "verify", "--db", db, "--archive", archive).status == 0
        assert len(tap.done("journal", "show", "--db", db, "--archive", archive, "--json").splitlines()) == len(before)
        tap.done("journal", "export", "--db", db, "--archive", archive, "--out", f"{folder}/records")


def test_upgrade():
    """upgrade leaves every entry as it is, and prints the root that anybody works out from the file; not without the key"""
    with tap.folder() as folder:
        db = f"{folder}/a.db"
        tap.done("play", "mbs-blackjack-v6", "--db", db, input="1 25\n\n" + "stand 1\n\n" * 9)  # with a key of its own
        before = rows(db)
        said = tap.run("journal", "upgrade", "--db", db, "--json").json()
        assert rows(db) == before and said["entries"] == len(before) and said["format_1"] == 0, said
        assert said["root"] == root([leaf(data) for _, _, _, data in before]).hex()
        assert said["root"] in tap.done("journal", "upgrade", "--db", db)
        os.rename(f"{db}.key", f"{folder}/elsewhere")
        assert "a.db.key" in tap.refused(2, "journal", "upgrade", "--db", db) and not os.path.exists(f"{db}.key")
        assert "none.db" in tap.refused(2, "journal", "upgrade", "--db", f"{folder}/none.db")


def test_unreadable():
    """what is no database is told as such: exit status 2"""
    with tap.folder() as folder:
        path = pathlib.Path(folder, "x.db")
        path.write_text("This is not a database. " * 100)
        for words in (["audit"], ["journal", "verify"], ["journal", "show"]):
            assert "x.db" in tap.refused(2, *words, "--db", path)
            tap.refused(2, *words, "--db", f"{folder}/none.db")


def test_read_only():
    """a laboratory audits a copy it cannot write beside, by a name with every character"""
    with tap.folder() as folder:
        place = pathlib.Path(folder) / "100% of #1?"
        place.mkdir()
        play(place / "copy.db")
        command = pathlib.Path(shutil.copy(tap.COMMAND, folder))
        for path, mode in ((place / "copy.db", 0o444), (place, 0o555), (pathlib.Path(folder), 0o755)):
            path.chmod(mode)
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
        for words in (["audit"], ["journal", "verify"], ["journal", "show"], ["journal", "export", "--table", BLACKJACK]):
            done = subprocess.run([command, *words, "--db", place / "copy.db"], capture_output=True, text=True, timeout=60, **nobody)
            assert done.returncode == 0 and done.stdout, (words, done.stderr)
        place.chmod(0o755)


def test_reading():
    """the hash of a rulebook is that over the lines `rulebook show` prints, as section 4 says"""
    for game in tap.run("games", "--json").json():
        keys = tap.run("rulebook", "show", game["id"], "--json").json()
        assert blake("".join(f"{key['key']}: {key['value']}\n" for key in keys).encode()).hex() == game["hash"]


def test_no_database():
    """a database that is not there, or has no journal in it, is told in one line, with its name once"""
    with tap.folder() as folder:
        empty = pathlib.Path(folder) / "empty.db"
        empty.touch()
        for words in (["audit"], ["journal", "show"], ["journal", "verify"], ["journal", "export", "--table", "x"]):
            missing = tap.refused(2, *words, "--db", f"{folder}/none.db")
            assert missing == f"croupier: {folder}/none.db: No such file or directory\n", missing
            said = tap.refused(2, *words, "--db", empty)
            assert said == f"croupier: {empty}: holds no journal\n", said


tap.main(globals())
