# SPDX-License-Identifier: Apache-2.0
"""croupier replay as a black box: results, complaints by line, stories, JSON, exit status."""
import json
import pathlib
import re

import tap
from tap import ROOT, done, folder, main, refused, run

RECORDS = ROOT / "tests" / "records"
HEAD = "game mbs-7up-baccarat\ndecks 8\nlimits all 5 5000\n"
ROUND = "terminal: open\nA: bet banker 100\nterminal: close\nshoe: 7h 4c Td 9s\n"
SPLIT = """game mbs-blackjack-v6
decks 6
limits main 25 1000
limits side 5 200
seat Mei 1
dealer: open
Mei: bet 1 main 100
Tan: bet 1 main 50
Lim: bet 1 main 25
dealer: close
shoe: 9h 6c 9d
dealer: shut surrender
Mei: split 1
Tan: decline split 1.2
Lim: follow 1.2
shoe: Th
Mei: stand 1.1
shoe: 2s
Mei: double 1.2 100
shoe: Tc Td 4d
"""


def test_all_records():
    """All records of a folder are run at one go, in well under a second."""
    folder_of = RECORDS / "mbs-7up-baccarat"
    count = len(list(folder_of.glob("*.round")))
    out = done("replay", folder_of)
    assert re.fullmatch(rf"{count} records, \d+ rounds, \d+ acts: all met\n", out), (count, out)


def test_results_can_be_pasted():
    """A record without expectations prints its results; with them pasted in, all is met."""
    with folder() as name:
        path = pathlib.Path(name) / "x.round"
        path.write_text(HEAD + ROUND)
        results = done("replay", path)
        assert results == "= result A banker +180 win 3.8 4.1\n= net A +180\n", results
        path.write_text(HEAD + ROUND + "dealer: end\n" + results)
        assert "all met" in done("replay", path)
        assert run("replay", path).status == 0


def test_several_rounds():
    """Results of several rounds stand apart by the separator; standard input is read for -."""
    out = done("replay", "-", input=HEAD + ROUND + "---\n" + ROUND)
    assert out == "= result A banker +180 win 3.8 4.1\n= net A +180\n---\n= result A banker +180 win 3.8 4.1\n= net A +180\n", out


def test_faults_of_a_file():
    """A file that cannot be read is told by line, all its faults; status 2."""
    with folder() as name:
        path = pathlib.Path(name) / "x.round"
        path.write_text("game rws-blackjack\ndecks 8\nA: hti 1\nshoe: 1h\nA: bet 1 main\nA: bet tie 10\nseat A 1\n")
        err = refused(2, "replay", path)
    lines = [line.replace(str(path), "x.round") for line in err.splitlines()]
    assert lines == [
        'x.round:3: unknown verb "hti" for a person',
        'x.round:4: bad card "1h" (rank A 2-9 T J Q K, suit s h d c)',
        'x.round:5: missing amount after "main"',
        'x.round:6: wager "tie" is not played in rws-blackjack',
        'x.round:7: header "seat" after the first act'], lines
    assert "No such file" in refused(2, "replay", "/nowhere/x.round")


def test_not_met():
    """An act refused and an expectation not met are told by line; status 1."""
    outcome = run("replay", "-", input=HEAD + ROUND + "A: bet tie 5\n= void\n")
    assert outcome.status == 1
    assert outcome.err == "-:8: refused: Bets are closed. [5.5]\n-:9: expected void, got no such event\n", outcome.err
    assert "1 differs" in outcome.out


def test_json():
    """--json gives results, nets and faults of every file."""
    data = json.loads(run("replay", "--json", "-", input=HEAD + ROUND).out)
    assert data == [{"file": "-", "good": True, "faults": [], "rounds": [{
        "void": False, "net_cents": {"A": 18000},
        "results": [{"person": "A", "wager": "banker", "cents": 18000, "reason": "win", "clauses": "3.8 4.1"}]}]}], data
    bad = run("replay", "--json", "-", input="game whist\n")
    assert bad.status == 2
    assert json.loads(bad.out) == [{"file": "-", "good": False, "rounds": [],
                                    "faults": [{"line": 1, "message": 'unknown game "whist"'}]}]


def test_rulebook():
    """--rulebook FILE serves the records of its game."""
    book = ROOT / "examples" / "punto-banco-8d.yaml"
    record = "game punto-banco-8d\ndecks 8\ndealer: open\nA: bet banker 100\ndealer: close\nshoe: 2h 4c 3d 3s Th\n"
    assert done("replay", "--rulebook", book, "-", input=record) == "= result A banker +95 win\n= net A +95\n"
    assert 'unknown game "punto-banco-8d"' in run("replay", "-", input=record).err
    refused(2, "replay", "--rulebook", "/nowhere.yaml", "-", input=record)


def test_reasons_once():
    """No story gives the same reason twice in a row, however many grounds rest on its clause."""
    story = done("replay", "--explain", RECORDS).splitlines()
    twice = [line for before, line in zip(story, story[1:]) if line == before and line.startswith("        ")]
    assert len(story) > 10000 and not twice, twice[0]


def test_story_of_a_split():
    """--explain tells a split that one follows and another declines so that it reads right aloud."""
    story = done("replay", "--explain", "-", input=SPLIT)
    sentences = [line.strip() for line in story.splitlines()]
    order = ["Mei splits area 1.", "Tan does not follow the split onto area 1, hand 2.", "Lim follows the split onto area 1, hand 2.",
             "Mei stands on area 1, hand 1.", "Mei doubles area 1, hand 2 with $100.", "The Dealer announces the outcome."]
    at = 0
    for sentence in order:
        found = [i for i, line in enumerate(sentences) if i >= at and sentence in line]
        assert found, f"{sentence}\n{story}"
        at = found[0]
    assert "3.24.2" in story and "3.24.1" in story


def test_what_is_not_there():
    """A folder without records is no success; a game nobody knows is told where another comes from."""
    with folder() as place:
        for more in [], ["--json"]:
            outcome = run("replay", place, *more)
            assert outcome.status == 2 and "there are no records (*.round) in this folder" in outcome.err + outcome.out, outcome.err
        path = pathlib.Path(place) / "x.round"
        path.write_text("game harbour-21\ndecks 6\n")
        assert "give --rulebook FILE" in refused(2, "replay", path)


def test_other_editors():
    """Line ends of another system and a mark at the start of the file change nothing."""
    with folder() as place:
        path = pathlib.Path(place) / "x.round"
        path.write_bytes(b"\xef\xbb\xbf" + (HEAD + ROUND).replace("\n", "\r\n").encode())
        assert "= net A +180" in done("replay", path)


STORIES = (  # game, number of the record, what its story says, what it does not say
    ("mbs-ace-race-v4", "S132", "Decided: the Pair of area 1 (A), lost.", None),  # in a power failure: which wager, and how
    ("mbs-ace-race-v4", "S133", "Decided: the Main wager of area 1 (A), over 21.", None),
    ("mbs-blackjack-v6", "S109", " is to cut the cards.", None),
    ("rws-blackjack", "S153", "A loses $200 on the doubled wager of area 1.", "loses $200 on the Initial Bet"),
    ("mbs-blackjack-v6", "S268", "you may double with no more than that. [5.27]", "over the original wager"),
    ("mbs-blackjack-v6", "S269", "you may insure half of that at most. [5.27]", "over the original wager"),
    ("mbs-blackjack-v6", "S026", "The double is over the original wager. [1.1.2 3.26]", None),
    ("mbs-blackjack-v6", "S280", "So many cards cannot be chosen here.", "how many cards"),
    ("mbs-blackjack-v6", "S605", "The cards of the Dealer are right as they lie: 6s, 6.", "The cards of the Dealer are put right"),
    ("rws-blackjack", "S774", "Ah goes from area 2 ", None),
    ("mbs-ace-race-v4", "S793", "2c goes from where it lay out to the discard holder.", None),
)


def test_stories_say_what_a_pit_manager_needs():
    """What stories once left out or said wrongly, each with a record on which it was seen or could be."""
    for game, number, says, not_that in STORIES:
        (path,) = (RECORDS / game).glob(f"{number}-*.round")
        story = done("replay", "--explain", path)
        assert says in story, (number, says, story)
        assert not not_that or not_that not in story, (number, not_that)


def test_a_bet_taken_back_is_not_paid():
    """Whoever takes the wager back is told of no payment on that spot afterwards; no sentence begins with a gap."""
    for path in sorted((RECORDS / "rws-blackjack").glob("*.round")):
        if "takeback" not in path.read_text():
            continue
        taken = set()
        for line in done("replay", "--explain", path).splitlines():
            assert not re.match(r" {6}( goes| takes|[a-z]+ \$)", line), (path, line)
            if line.startswith("===") or re.search(r"announces|opens the bets", line):
                taken = set()
            back = re.match(r" {6}(\S+) gets \$\S+ back from the Initial Bet of (area \d)", line)
            paid = re.match(r" {6}(\S+) wins \$\S+ on the (?:Initial Bet|doubled wager) of (area \d)", line)
            taken |= {back.groups()} if back else set()
            assert not paid or paid.groups() not in taken, (path, line)


def acts_of(story):
    """The lines of a story by act: the act, then what follows from it and why."""
    acts = []
    for line in story.splitlines():
        if re.match(r" {1,4}\d+ ", line):
            acts.append([line])
        elif line.startswith("      ") and acts:
            acts[-1].append(line)
    return acts


def test_the_shift_manager_decides_what_is_still_open():
    """That the shift manager decides is said where the shift manager is waited for, or would have to do it: not beside
    what is decided, and not where there is nothing to decide."""
    asked = 0
    for act in acts_of(done("replay", "--explain", RECORDS)):
        says = any(re.search(r"[Ss]hift [Mm]anager (or above )?decides\.", line) for line in act[1:])
        waits = any("Waiting for the Shift Manager's decision." in line for line in act)
        asked += waits
        decided = re.search(r"The shift manager decides: ", act[0])
        assert not (says or waits) or not decided, "\n".join(act)
        due = re.search("Another question must be answered first|the shift manager puts it right|an earlier", act[0])
        assert not says or waits or due, "\n".join(act)
    assert asked > 30, asked


ORDER = """game rws-blackjack
decks 6
dealer: open
A: bet 1 main 100
B: bet 2 main 100
dealer: close
shoe: Th 9h
shoe: 7c > 1
shoe: 8d > 2
shoe: 6s > dealer
shoe: 5s > 1
dealer: irregularity wrong-order
"""


def test_the_order_in_which_cards_go_is_told():
    """Cards that are put right are told one by one in the order in which they left the shoe, each with where from and
    where to; the one that is over goes back to the front, and every hand that has changed is told as it lies then."""
    act = acts_of(done("replay", "--explain", "-", input=ORDER + "dealer: irregularity foreign-card\n"))[-2]
    goes = [re.sub(r" \[.*", "", line.strip()) for line in act[1:] if line.startswith("      ") and not line.startswith("       ")]
    assert goes[:7] == [
        "7c goes from area 1 to the Dealer.", "8d goes from area 2 to area 1.", "6s goes from the Dealer to area 2.",
        "5s goes from area 1 back to the front of the shoe.", "The cards of area 1 are put right: Th and 8d, 18.",
        "The cards of area 2 are put right: 9h and 6s, 15.", "The cards of the Dealer are put right: 7c, 7."], goes


if __name__ == "__main__":
    main(globals())
