# SPDX-License-Identifier: Apache-2.0
"""The engine, through its public library (include/croupier/croupier.h). The spec never uses it.

PyPy calls C fast by cffi, which it brings along; CPython has ctypes. Both are used in the same way:
a function of the library takes and gives bytes, numbers and handles."""
import json
import os

DECLARED = """
    void *croupier_rulebook_new(const char *); int croupier_rulebook_set(void *, const char *, const char *);
    void *croupier_round_new(void *, const char *, char **); void *croupier_round_clone(void *);
    void croupier_round_free(void *); int croupier_round_apply(void *, const char *);
    int croupier_round_next(void *); const char *croupier_round_sentence(void *);
    const char *croupier_round_clauses(void *); char *croupier_round_events(void *);
    char *croupier_round_legal(void *, const char *); char *croupier_round_view(void *, const char *);
    const char *croupier_status_name(int); void croupier_text_free(char *);
"""


def path_of_library():
    return os.environ.get("CROUPIER_LIBRARY", "build/libcroupier.so")


class Cffi:
    """The library as PyPy likes it."""

    def __init__(self, path):
        import cffi

        self.ffi = cffi.FFI()
        self.ffi.cdef(DECLARED)
        self.lib = self.ffi.dlopen(path)

    def text(self, pointer):
        return self.ffi.string(pointer).decode() if pointer else ""

    def owned(self, pointer):
        text = self.text(pointer)
        self.lib.croupier_text_free(pointer)
        return text

    def new_round(self, book, headers):
        faults = self.ffi.new("char **")
        return self.lib.croupier_round_new(book, headers, faults), faults[0]


class Ctypes:
    """The library as every Python has it."""

    def __init__(self, path):
        import ctypes

        self.ctypes = ctypes
        self.lib = ctypes.CDLL(path)
        for line in DECLARED.split(";"):
            if "(" in line:
                result, _, rest = line.strip().partition("croupier_")
                function = getattr(self.lib, "croupier_" + rest[: rest.index("(")])
                function.argtypes = [self.kind(word) for word in rest[rest.index("(") + 1: rest.index(")")].split(",")]
                function.restype = None if result.strip() == "void" else self.kind(result)

    def kind(self, word):
        if "const char *" in word:
            return self.ctypes.c_char_p
        return self.ctypes.c_void_p if "*" in word else self.ctypes.c_int

    def text(self, value):
        if isinstance(value, int):
            value = self.ctypes.string_at(value)
        return value.decode() if value else ""

    def owned(self, pointer):
        text = self.text(pointer)
        self.lib.croupier_text_free(pointer)
        return text

    def new_round(self, book, headers):
        faults = self.ctypes.c_void_p()
        return self.lib.croupier_round_new(book, headers, self.ctypes.byref(faults)), faults.value


def library(path=None):
    path = path or path_of_library()
    try:
        return Cffi(path)
    except ImportError:
        return Ctypes(path)


class Engine:
    """Rounds at one table, as the engine rules on them."""

    def __init__(self, library, game, headers, handle=None):
        self.library, self.lib = library, library.lib
        self.round = handle
        self.cited = None
        if handle is None:
            book = self.book(game, tuple(line for line in headers if line.startswith("set ")))
            text = "\n".join(line for line in headers if not line.startswith("set ")) + "\n"
            self.round, faults = library.new_round(book, text.encode())
            if not self.round:
                raise ValueError(library.owned(faults))

    BOOKS = {}  # (game, switches): rulebook, read once

    def book(self, game, switches):
        if (game, switches) not in self.BOOKS:
            book = self.lib.croupier_rulebook_new(game.encode())
            for line in switches:
                words = line.split()
                if self.lib.croupier_rulebook_set(book, words[1].encode(), words[2].encode()):
                    raise ValueError(f"the engine does not know the switch: {line}")
            self.BOOKS[game, switches] = book
        return self.BOOKS[game, switches]

    def free(self):
        """Gives the round back at once; PyPy collects late."""
        if self.round:
            self.lib.croupier_round_free(self.round)
        self.round = None

    def __del__(self):
        self.free()

    def clone(self):
        return Engine(self.library, None, None, self.lib.croupier_round_clone(self.round))

    def apply(self, line):
        """0 accepted, positive refused, negative not a line."""
        self.cited = None
        return self.lib.croupier_round_apply(self.round, line.encode())

    def next(self):
        self.cited = None
        return self.lib.croupier_round_next(self.round)

    def clauses(self):
        """Those of the last line, read once."""
        if self.cited is None:
            self.cited = self.library.text(self.lib.croupier_round_clauses(self.round)).split()
        return self.cited

    def all_clauses(self):
        """Those of the last line and of everything that followed from it."""
        return set(self.clauses()).union(*(event["clauses"] for event in self.events()))

    def sentence(self):
        return self.library.text(self.lib.croupier_round_sentence(self.round))

    def status(self, number):
        return self.library.text(self.lib.croupier_status_name(number))

    def events(self, kinds=()):
        """What followed, in order; [] without reading it if none of these words is in it."""
        text = self.library.owned(self.lib.croupier_round_events(self.round))
        if kinds and not any(kind in text for kind in kinds):
            return []
        return json.loads(text)

    def view(self):
        return json.loads(self.library.owned(self.lib.croupier_round_view(self.round, b"shift")))

    def legal(self, who):
        return self.library.owned(self.lib.croupier_round_legal(self.round, who.encode())).split("\n")[:-1]
