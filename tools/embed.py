#!/usr/bin/env python3
"""Writes files into C source: embed.py OUT.c ARRAY FILE... gives `const struct embedded ARRAY[]`, ended by a null name.

The name of an entry is the file's name without its folder and ending."""
import pathlib
import sys

out, array, files = sys.argv[1], sys.argv[2], sys.argv[3:]
lines = ["/* Made by tools/embed.py. */", '#include "base/embedded.h"', ""]
for number, name in enumerate(files):
    data = pathlib.Path(name).read_bytes()
    lines.append(f"static const unsigned char data_{number}[] = {{")
    for start in range(0, len(data), 20):
        lines.append("    " + ",".join(str(byte) for byte in data[start:start + 20]) + ",")
    lines += ["    0};", ""]
lines.append(f"extern const struct embedded {array}[];")
lines.append(f"const struct embedded {array}[] = {{")
for number, name in enumerate(files):
    path = pathlib.Path(name)
    lines.append(f'    {{"{path.stem}", data_{number}, {path.stat().st_size}U}},')
lines += ["    {0, 0, 0}};", ""]
pathlib.Path(out).write_text("\n".join(lines))
