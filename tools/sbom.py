#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The list of parts (SBOM) as CycloneDX 1.5 JSON, on standard output: what the command and the pages are built from and with.

Made from debian/control (packages of Debian, with the version that is installed here, if any) and web/package-lock.json (npm, with
version, licence and hash). The same tree and the same machine give the same bytes: no time, no random serial number."""
import base64
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def field(name):
    """The packages of one field of debian/control, without versions; the first of alternatives."""
    text = (ROOT / "debian" / "control").read_text()
    found = re.search(rf"^{name}:((?:[ \t].*\n|\n(?=[ \t]))+)", text, re.M)
    words = [word.split("|")[0] for word in found.group(1).split(",")]
    return sorted({re.sub(r"\(.*?\)", "", word).strip() for word in words} - {""})


def installed(packages):
    """What dpkg knows of them here: name to version."""
    out = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\t${Version}\t${Status}\n", *packages], capture_output=True, text=True).stdout
    rows = [line.split("\t") for line in out.splitlines()]
    return {name: version for name, version, status in rows if status.endswith(" installed")}


def debian_parts():
    parts = []
    build, check = field("Build-Depends"), field("XS-Check-Depends")
    versions = installed(build + check)
    for name in sorted(set(build) | set(check)):
        version = versions.get(name)
        part = {"type": "library" if name.startswith("lib") else "application", "bom-ref": f"deb:{name}", "name": name,
                "purl": f"pkg:deb/debian/{name}" + (f"@{version}" if version else ""),
                "scope": "required" if name in build else "excluded"}
        if version:
            part["version"] = version
        parts.append(part)
    return parts


def npm_parts():
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    parts = {}
    for path, row in lock["packages"].items():
        if not path:
            continue
        name = row.get("name", path.split("node_modules/")[-1])
        part = {"type": "library", "bom-ref": f"npm:{name}@{row['version']}", "name": name, "version": row["version"],
                "purl": f"pkg:npm/{name.replace('@', '%40')}@{row['version']}", "scope": "excluded" if row.get("dev") else "required"}
        if "license" in row:
            part["licenses"] = [{"expression": row["license"]}]
        if "integrity" in row:
            kind, value = row["integrity"].split(" ")[0].split("-", 1)
            part["hashes"] = [{"alg": kind.upper().replace("SHA", "SHA-"), "content": base64.b64decode(value).hex()}]
        parts[part["bom-ref"]] = part
    return [parts[ref] for ref in sorted(parts)]


def version():
    return re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text()).group(1)


def main():
    parts = debian_parts() + npm_parts()
    me = {"type": "application", "bom-ref": "croupier", "name": "croupier", "version": version(), "licenses": [{"license": {"id": "Apache-2.0"}}]}
    bom = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": me}, "components": parts,
           "dependencies": [{"ref": "croupier", "dependsOn": [part["bom-ref"] for part in parts]}]}
    json.dump(bom, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
