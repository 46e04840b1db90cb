# SPDX-License-Identifier: Apache-2.0
"""The engine, through its public library (include/croupier/croupier.h). The spec never uses it."""
import ctypes
import json
import os


def library(path=None):
    lib = ctypes.CDLL(path or os.environ.get("CROUPIER_LIBRARY", "build/libcroupier.so"))
    for name in ("rulebook_new", "round_new", "round_clone", "round_events", "round_legal",
                 "round_view", "round_record"):
        getattr(lib, "croupier_" + name).restype = ctypes.c_void_p
    for name in ("round_sentence", "round_clauses", "status_name"):
        getattr(lib, "croupier_" + name).restype = ctypes.c_char_p
    return lib


class Engine:
    """Rounds at one table, as the engine rules on them."""

    def __init__(self, lib, game, headers, handle=None):
        self.lib = lib
        if handle is None:
            book = self.book(game, tuple(line for line in headers if line.startswith("set ")))
            text = "\n".join(line for line in headers if not line.startswith("set ")) + "\n"
            faults = ctypes.c_void_p()
            handle = lib.croupier_round_new(book, text.encode(), ctypes.byref(faults))
            if not handle:
                raise ValueError(self.text(faults.value))
        self.round = ctypes.c_void_p(handle)

    BOOKS = {}  # (game, switches): rulebook, read once

    def book(self, game, switches):
        if (game, switches) not in self.BOOKS:
            book = ctypes.c_void_p(self.lib.croupier_rulebook_new(game.encode()))
            for line in switches:
                words = line.split()
                if self.lib.croupier_rulebook_set(book, words[1].encode(), words[2].encode()):
                    raise ValueError(f"the engine does not know the switch: {line}")
            self.BOOKS[game, switches] = book
        return self.BOOKS[game, switches]

    def text(self, pointer):
        if not pointer:
            return ""
        text = ctypes.string_at(pointer).decode()
        self.lib.croupier_text_free(ctypes.c_void_p(pointer))
        return text

    def __del__(self):
        if getattr(self, "round", None):
            self.lib.croupier_round_free(self.round)

    def clone(self):
        return Engine(self.lib, None, None, self.lib.croupier_round_clone(self.round))

    def apply(self, line):
        """0 accepted, positive refused, negative not a line."""
        return self.lib.croupier_round_apply(self.round, line.encode())

    def next(self):
        return self.lib.croupier_round_next(self.round)

    def clauses(self):
        return self.lib.croupier_round_clauses(self.round).decode().split()

    def sentence(self):
        return self.lib.croupier_round_sentence(self.round).decode()

    def status(self, number):
        return self.lib.croupier_status_name(number).decode()

    def events(self):
        return json.loads(self.text(self.lib.croupier_round_events(self.round)))

    def view(self):
        return json.loads(self.text(self.lib.croupier_round_view(self.round, b"shift")))

    def legal(self, who):
        return self.text(self.lib.croupier_round_legal(self.round, who.encode())).split("\n")[:-1]
