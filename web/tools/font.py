#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes public/fonts: the Chinese characters that pages and server can say, taken from Debian's fonts-noto-cjk, so that no page shows boxes.
Made at build time, kept out of the repository; skipped when newer than what it is made from. Without the font or fonttools the pages are built
without it, with a message: they then use the fonts of the machine."""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = HERE.parent / "public" / "fonts"
FONT = pathlib.Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
SIMPLIFIED = "Noto Sans CJK SC"
# The choice of languages stands on every page: the characters of their names are a file of their own.
NAME = re.compile(r"^export const about.* name: '([^']+)'", re.MULTILINE)
SOURCES = [HERE.parent / "src", HERE.parent / "studio" / "words", ROOT / "rulebooks", ROOT / "po", ROOT / "src"]
KINDS = {".ts", ".svelte", ".yaml", ".tsv", ".po", ".c", ".h"}


def is_chinese(character):
    return "\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def sources():
    return [path for folder in SOURCES for path in sorted(folder.rglob("*")) if path.suffix in KINDS]


def fresh(files):
    made = [OUT / "zh.woff2", OUT / "zh-button.woff2"]
    newest = max(path.stat().st_mtime for path in [*files, pathlib.Path(__file__)])
    return all(path.exists() and path.stat().st_mtime > newest for path in made)


def write(characters, name):
    from fontTools import subset, ttLib

    names = [font["name"].getDebugName(1) for font in ttLib.TTCollection(FONT, lazy=True).fonts]
    font = ttLib.TTFont(FONT, fontNumber=names.index(SIMPLIFIED), lazy=True)
    options = subset.Options(flavor="woff2", layout_features=["kern", "locl", "vert"], name_IDs=[1, 2, 13, 14], notdef_outline=True)
    work = subset.Subsetter(options)
    work.populate(text=characters)
    work.subset(font)
    subset.save_font(font, str(OUT / name), options)


def main():
    files = sources()
    if fresh(files):
        return
    try:
        import brotli  # noqa: F401  woff2 is compressed with it
        import fontTools  # noqa: F401
    except ImportError as missing:
        sys.exit(print(f"croupier: no Chinese font in the pages: {missing.name} is missing", file=sys.stderr))
    if not FONT.exists():
        sys.exit(print("croupier: no Chinese font in the pages: fonts-noto-cjk is missing", file=sys.stderr))
    text = {character for path in files for character in path.read_text(encoding="utf-8") if is_chinese(character)}
    OUT.mkdir(parents=True, exist_ok=True)
    write("".join(sorted(text)), "zh.woff2")
    names = [name for path in sorted((HERE.parent / "src" / "words").glob("*.ts")) for name in NAME.findall(path.read_text(encoding="utf-8"))]
    write("".join(sorted({character for name in names for character in name if is_chinese(character)})), "zh-button.woff2")


main()
