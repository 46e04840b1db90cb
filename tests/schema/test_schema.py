#!/usr/bin/env python3
"""Goal: the JSON Schema for editors is the key table's, accepts every good rulebook and refuses every bad one that a
schema can refuse; what only the loader can find is listed below with the reason."""
import json
import os
import pathlib
import re
import subprocess
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
CROUPIER = os.environ["CROUPIER"]
PRINT_SCHEMA = os.environ["PRINT_SCHEMA"]

# Bad files the schema takes for good, and why it must: it sees one value at a time, in one place.
ONLY_THE_LOADER = {
    "areas-reversed": "compares two values",
    "count-backwards": "compares two numbers inside a text",
    "deal-three-cards": "counts cards over two keys",
    "decks-over-the-family": "the range depends on the family",
    "decks-reversed": "compares two values",
    "decks-under-the-family": "the range depends on the family",
    "double-any-with-totals": "one key forbids another",
    "double-hard-without-totals": "one key needs another",
    "draws-on-a-natural": "compares two lists",
    "insurance-against-nothing": "one key needs another",
    "insurance-over-the-wager": "the size of a ratio",
    "insurance-wager-not-offered": "a key and a wager belong together",
    "insurance-without-a-wager": "a key and a wager belong together",
    "pay-line-hidden": "needs the meaning of other lines",
    "pay-line-impossible": "needs the cards",
    "pay-line-impossible-bust": "needs the cards",
    "pay-line-impossible-in-one-deck": "needs the cards",
    "pay-line-impossible-ranks": "needs the cards",
    "pay-line-named-twice": "compares lines",
    "pay-line-without-count": "one key needs another",
    "pay-line-wrong-key": "depends on the judge",
    "pay-table-misses-a-count": "needs the meaning of all lines",
    "pay-table-misses-a-total": "needs the meaning of all lines",
    "pay-table-misses-three-sevens": "needs the meaning of all lines",
    "pay-table-without-blackjack": "needs the meaning of all lines",
    "pay-table-without-regular": "needs the meaning of all lines",
    "push-on-a-tie-wager": "compares a key and a line",
    "rank-not-in-deck": "depends on the deck",
    "split-into-one": "compares two values",
    "split-more-aces": "compares two values",
    "two-main-wagers": "counts wagers",
    "wager-judged-wrongly": "compares two values",
    "wager-limits": "compares two values",
    "wager-named-like-a-role": "the words of round records",
    "wager-named-twice": "compares wagers",
    "wager-of-the-other-family": "depends on the family",
}
# Bad files no reader of YAML turns into data a schema could look at, or that differ for the loader only in spelling.
NOT_DATA = {
    "alias": "anchors and aliases are gone once it is data",
    "tag": "tags are gone once it is data",
}


class Reader(yaml.SafeLoader):
    """YAML 1.2 as editors read it: true and false, numbers, text; no dates, no yes and no, no sexagesimals."""


Reader.yaml_implicit_resolvers = {}
for tag, expression, first in (
        ("bool", r"true|false", "tf"), ("null", r"~|null|", "~n"),
        ("int", r"[-+]?[0-9]+", "-+0123456789"), ("float", r"[-+]?[0-9]+\.[0-9]*", "-+0123456789")):
    Reader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(rf"^(?:{expression})$"), list(first) + [""])


def construct_mapping(reader, node):
    keys = [reader.construct_object(key) for key, _ in node.value]
    for key in keys:
        if keys.count(key) > 1:
            raise yaml.constructor.ConstructorError(None, None, f"duplicate key {key}", node.start_mark)
    return {key: reader.construct_object(value, deep=True) for key, (_, value) in zip(keys, node.value)}


Reader.add_constructor("tag:yaml.org,2002:map", construct_mapping)


def schema_says(validator, path):
    """None if it is good, else the first complaint; not being YAML is a complaint too."""
    try:
        documents = list(yaml.load_all(path.read_bytes().decode("utf-8"), Reader))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        return f"not YAML: {error}"
    if len(documents) != 1:
        return f"{len(documents)} documents"
    errors = sorted(validator.iter_errors(documents[0]), key=str)
    return errors[0].message if errors else None


def loader_says(path):
    run = subprocess.run([CROUPIER, "rulebook", "check", str(path)], capture_output=True, text=True, errors="replace")
    return None if run.returncode == 0 else run.stderr


class Points:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, good, name, why=""):
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {name}" + ("" if good else f"\n# {why}"))


def main():
    points = Points()
    checked_in = (ROOT / "rulebooks" / "schema.json").read_text(encoding="utf-8")
    made = subprocess.run([PRINT_SCHEMA], capture_output=True, text=True, check=True).stdout
    points.check(made == checked_in, "rulebooks/schema.json is what the key table makes",
                 "run print_schema > rulebooks/schema.json")
    schema = json.loads(checked_in)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)

    good = sorted(ROOT.glob("rulebooks/*.yaml")) + sorted(ROOT.glob("examples/*.yaml"))
    points.check(len(good) >= 9, "five shipped and four example rulebooks")
    for path in good:
        points.check(schema_says(validator, path) is None, f"schema accepts {path.name}", schema_says(validator, path))
        points.check(loader_says(path) is None, f"loader accepts {path.name}", loader_says(path))

    bad = sorted(ROOT.glob("tests/bad/*.yaml"))
    points.check(len(bad) >= 40, "forty bad rulebooks")
    for path in bad:
        points.check(loader_says(path) is not None, f"loader refuses {path.name}")
        says = schema_says(validator, path)
        reason = ONLY_THE_LOADER.get(path.stem) or NOT_DATA.get(path.stem)
        if reason:
            points.check(says is None, f"schema cannot refuse {path.name}: {reason}", f"it does: {says}")
        else:
            points.check(says is not None, f"schema refuses {path.name}")
    known = {path.stem for path in bad}
    for name in sorted((ONLY_THE_LOADER.keys() | NOT_DATA.keys()) - known):
        points.check(False, f"the list of exceptions names {name}", "no such file in tests/bad")
    print(f"1..{points.count}")
    return 1 if points.failed else 0


if __name__ == "__main__":
    sys.exit(main())
