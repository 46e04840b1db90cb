#!/usr/bin/env python3
"""The catalogues of messages, po/CODE.po.

  tools/catalogue.py                      what is missing, left over or different in form, language by language; exit status 1 if anything is
  tools/catalogue.py --update [CODE ...]  brings catalogues up to date with the sources (a CODE that is new is begun)
  tools/catalogue.py --c C H PO ...       the tables for the build

A text is asked for where the sources mark it, N_("..."), for every summary in rulebooks/clauses.tsv and for the houses of the rulebooks. Blanks such as {who} and %u
must be the same in every language, and the terms of docs/glossary.md are translated as it says."""
import gettext
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LITERAL = r'"(?:[^"\\]|\\.)*"'
MARKED = re.compile(r'\bN_\(\s*((?:' + LITERAL + r'\s*)+)\)')
BLANK = re.compile(r"\{[a-z_]*\}|%[0-9.]*[a-z]+|%%")


def unquote(literals):
    """The text of C string literals that stand one after the other."""
    joined = "".join(part[1:-1] for part in re.findall(LITERAL, literals))
    return re.sub(r'\\(u[0-9a-fA-F]{4}|.)', lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "u" else {"n": "\n", "t": "\t"}.get(m[1], m[1]), joined)


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def asked():
    """Every text that wants a translation, in the order of the sources, with the place where it stands."""
    found = {}
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        text = re.sub(r"\\\n", " ", path.read_text())
        if path.name == "mark.h":
            continue
        for match in MARKED.finditer(text):
            found.setdefault(unquote(match[1]), str(path.relative_to(ROOT)))
    rows = (ROOT / "rulebooks" / "clauses.tsv").read_text().splitlines()
    column = rows[0].split("\t").index("summary")
    for row in rows[1:]:
        found.setdefault(row.split("\t")[column], "rulebooks/clauses.tsv")
    for path in sorted((ROOT / "rulebooks").glob("*.yaml")):
        house = re.search(r"^operator: *(.*)$", path.read_text(), re.M)
        found.setdefault(house[1].strip("\"'"), str(path.relative_to(ROOT)))
    found.pop("", None)
    return found


def load(path):
    """The translations of a catalogue, and what its header says; fails on what msgfmt does not take."""
    with tempfile.NamedTemporaryFile(suffix=".mo") as out:
        subprocess.run(["msgfmt", "-o", out.name, str(path)], check=True)
        translations = gettext.GNUTranslations(open(out.name, "rb"))
    said = {key: value for key, value in translations._catalog.items() if key}
    return said, translations.info()


def catalogues():
    return sorted((ROOT / "po").glob("*.po"))


def template():
    lines = ['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=UTF-8\\n"', '"Content-Transfer-Encoding: 8bit\\n"', ""]
    for text, place in asked().items():
        lines += [f"#: {place}", f"msgid {quote(text)}", 'msgstr ""', ""]
    return "\n".join(lines)


def update(codes):
    with tempfile.NamedTemporaryFile("w", suffix=".pot", delete=False) as file:
        file.write(template())
    for path in [ROOT / "po" / f"{code}.po" for code in codes] or catalogues():
        if not path.exists():
            subprocess.run(["msginit", "--no-translator", "-l", path.stem, "-i", file.name, "-o", str(path)], check=True)
        subprocess.run(["msgmerge", "--quiet", "--no-fuzzy-matching", "--no-wrap", "--update", "--backup=none", str(path), file.name], check=True)
        subprocess.run(["msgattrib", "--no-obsolete", "--no-wrap", "-o", str(path), str(path)], check=True)
    pathlib.Path(file.name).unlink()


def terms():
    """The terms of the glossary by language: {"zh": {"Dealer": ["荷官", "庄家"]}}."""
    section = (ROOT / "docs" / "glossary.md").read_text().split("## In other languages")[1]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]
    codes = rows[0][1:]
    return {code: {row[0]: row[place].split(", ") for row in rows[2:]} for place, code in enumerate(codes, 1)}


def other_terms(said, glossary):
    """Translations that do not use the glossary's word for a term of their English text."""
    for term, words in glossary.items():
        has = re.compile(rf"\b{term}(s|ed|d|ing)?\b", 0 if term[0].isupper() else re.I)
        for text, translation in said.items():
            if has.search(BLANK.sub("", text)) and not any(word.lower() in translation.lower() for word in words):
                yield f"\"{term}\" is not {' or '.join(words)}: {text} -> {translation}"


def check():
    wanted, glossaries, faults = asked(), terms(), 0
    for path in catalogues():
        said, info = load(path)
        problems = [] if path.stem in glossaries else ["docs/glossary.md has no terms in this language"]
        problems += other_terms(said, glossaries.get(path.stem, {}))
        problems += [f"no {field} in its header" for field in ("x-language-name", "x-language-tag") if not info.get(field)]
        problems += [f"missing: {text}   ({place})" for text, place in wanted.items() if not said.get(text)]
        problems += [f"left over: {text}" for text in said if text not in wanted]
        problems += [f"blanks differ: {text} -> {said[text]}" for text in wanted
                     if said.get(text) and sorted(BLANK.findall(text)) != sorted(BLANK.findall(said[text]))]
        problems += [f"%-blanks in another order: {text} -> {said[text]}" for text in wanted if said.get(text) and
                     [b for b in BLANK.findall(text) if b[0] == "%"] != [b for b in BLANK.findall(said[text]) if b[0] == "%"]]
        for problem in problems:
            print(f"{path.relative_to(ROOT)}: {problem}")
        faults += len(problems)
    print(f"{len(wanted)} texts, {len(catalogues())} catalogues, {faults} faults")
    return 1 if faults else 0


def tables(source, header, paths):
    languages = [("en", "en", "English", {})]
    for path in map(pathlib.Path, paths):
        said, info = load(path)
        languages.append((path.stem, info["x-language-tag"], info["x-language-name"], said))
    texts = sorted(set().union(*(said for *_, said in languages)), key=lambda text: text.encode())
    codes = [code for code, *_ in languages]
    pathlib.Path(header).write_text(
        "/* Made by tools/catalogue.py from the folder po. */\n#ifndef CROUPIER_LANGUAGE_LIST_H\n#define CROUPIER_LANGUAGE_LIST_H\n\n"
        f"#define LANGUAGE_LIST(X) {' '.join(f'X({i}, {code})' for i, code in enumerate(codes))}\n"
        f"enum {{ LANGUAGE_COUNT = {len(codes)} }};\n\n#endif\n")
    lines = ['#include "language/catalogue.h"', "", f"const size_t catalogue_count = {len(texts)};", "const char *const catalogue_english[] = {"]
    lines += [f"    {quote(text)}," for text in texts] + ["};"]
    for code, _, _, said in languages[1:]:
        lines += [f"static const char *const says_{code}[] = {{"] + [f"    {quote(said.get(text) or text)}," for text in texts] + ["};"]
    lines += ["const struct catalogue_language catalogue_languages[LANGUAGE_COUNT] = {"]
    lines += [f"    {{{quote(code)}, {quote(tag)}, {quote(name)}, {'says_' + code if code != 'en' else 'NULL'}}}," for code, tag, name, _ in languages]
    choices = ", ".join(codes[:-1]) + f" or {codes[-1]}" if len(codes) > 1 else codes[0]
    lines += ["};", f"const char *const catalogue_choices = {quote(choices)};", ""]
    pathlib.Path(source).write_text("\n".join(lines))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--c"]:
        tables(sys.argv[2], sys.argv[3], sys.argv[4:])
    elif sys.argv[1:2] == ["--update"]:
        update(sys.argv[2:])
    elif len(sys.argv) == 1:
        sys.exit(check())
    else:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
