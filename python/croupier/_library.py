# SPDX-License-Identifier: Apache-2.0
"""The shared library, by its own header: cffi reads croupier.h as it is, less what is only for compilers."""
from __future__ import annotations

import os
import pathlib
import re
from typing import Any

import cffi

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent.parent  # of a checkout


def _first(*places: pathlib.Path | None) -> pathlib.Path:
    for place in places:
        if place and place.exists():
            return place
    raise ImportError(f"croupier: none of these is there: {', '.join(str(place) for place in places if place)}")


def _declarations(header: str) -> str:
    """What cffi takes: no comments, no preprocessor, no attributes."""
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    inside = re.search(r"#define CROUPIER_API[^\n]*\n(.*)\n#endif", header, flags=re.DOTALL)
    assert inside, "croupier.h has no declarations"
    declared = re.sub(r"#ifdef __cplusplus.*?#endif", "", inside[1], flags=re.DOTALL)
    return declared.replace("CROUPIER_API ", "")


_named = os.environ.get("CROUPIER_LIBRARY")
ffi = cffi.FFI()
ffi.cdef(_declarations(_first(HERE / "croupier.h", TREE / "include/croupier/croupier.h").read_text()))
library: Any = ffi.dlopen(str(_first(pathlib.Path(_named) if _named else None, HERE / "libcroupier.so.0", TREE / "build/libcroupier.so.0")))


class CroupierError(Exception):
    """A failure of the library: `status` is negative and pinned for good, `code` its name."""

    def __init__(self, status: int, sentence: str | None = None):
        self.status = status
        self.code = text(library.croupier_status_name(status))
        super().__init__(sentence or text(library.croupier_status_sentence(status)))


def text(value: Any) -> str:
    """A text that belongs to the library."""
    return ffi.string(value).decode()


def take(value: Any) -> str | None:
    """A text that belongs to the caller; it is given back."""
    if value == ffi.NULL:
        return None
    try:
        return text(value)
    finally:
        library.croupier_text_free(value)


def check(status: int) -> None:
    if status < 0:
        raise CroupierError(status)
