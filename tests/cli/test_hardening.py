# SPDX-License-Identifier: Apache-2.0
"""Goal: the binary is built with the usual hardening. Read from the ELF file itself."""
import re
import subprocess

import tap


def elf(*words):
    return subprocess.run(["readelf", "--wide", *words, tap.COMMAND], capture_output=True, text=True, check=True).stdout


def is_sanitized():
    return "asan" in elf("--dynamic")


def test_position_independent():
    """the command is position independent"""
    assert re.search(r"Type:\s+DYN", elf("--file-header"))


def test_relocations_are_read_only():
    """relocations are read only and bound at the start; the stack is not executable"""
    headers, dynamic = elf("--program-headers"), elf("--dynamic")
    assert "GNU_RELRO" in headers
    assert re.search(r"BIND_NOW|FLAGS_1.*NOW", dynamic), dynamic
    stack = next(line for line in headers.splitlines() if "GNU_STACK" in line)
    assert " RWE " not in stack, stack


def test_stack_and_strings_are_guarded():
    """stacks have canaries and calls of the C library are checked"""
    if is_sanitized():
        return  # the sanitizers check more
    symbols = elf("--dyn-syms")
    assert "__stack_chk_fail" in symbols
    assert re.search(r"__\w+_chk\b", symbols.replace("__stack_chk_fail", "")), "no call is fortified"


def test_control_flow():
    """indirect branches go to marked places only, where the processor can check it"""
    if "X86-64" not in elf("--file-header") or is_sanitized():
        return
    # The mark of the whole file stands only if every object of the link has it, and Debian's own start-up files do not; what they
    # begin with says nothing about ours.
    code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "--disassemble=main", tap.COMMAND], capture_output=True, text=True, check=True).stdout
    assert re.search(r"<main>:\n\s*[0-9a-f]+:\s+endbr64", code), code


if __name__ == "__main__":
    tap.main(globals())
