# SPDX-License-Identifier: Apache-2.0
"""Goal: the list of parts is whole, well formed and the same each time."""
import json
import re
import subprocess

import tap

ROOT = tap.ROOT


def made():
    return subprocess.run([ROOT / "tools" / "sbom.py"], capture_output=True, text=True, check=True).stdout


def test_every_part():
    """every package of debian/control and of web/package-lock.json is in it, once, and nothing else"""
    bom = json.loads(made())
    assert (bom["bomFormat"], bom["specVersion"]) == ("CycloneDX", "1.5")
    assert bom["metadata"]["component"]["name"] == "croupier"
    refs = [part["bom-ref"] for part in bom["components"]]
    assert len(refs) == len(set(refs)) and sorted(bom["dependencies"][0]["dependsOn"]) == sorted(refs)
    control = (ROOT / "debian" / "control").read_text().split("\nPackage:")[0]
    listed = re.findall(r"^ ([a-z0-9.+-]+)", control, re.M)
    assert len(listed) > 30 and {f"deb:{name}" for name in listed} == {ref for ref in refs if ref.startswith("deb:")}
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    wanted = {f"npm:{row.get('name', path.split('node_modules/')[-1])}@{row['version']}" for path, row in lock.items() if path}
    assert len(wanted) > 20 and wanted == {ref for ref in refs if ref.startswith("npm:")}


def test_what_a_part_tells():
    """parts of npm have a hash, what is installed here has its version, and parts of the tests are told apart"""
    parts = {part["bom-ref"]: part for part in json.loads(made())["components"]}
    assert all(re.fullmatch(r"[0-9a-f]{40,128}", part["hashes"][0]["content"]) for ref, part in parts.items() if ref.startswith("npm:") and "hashes" in part)
    assert sum("hashes" in part for ref, part in parts.items() if ref.startswith("npm:")) > 20
    sodium = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libsodium-dev"], capture_output=True, text=True).stdout
    assert parts["deb:libsodium-dev"].get("version", "") == sodium and parts["deb:libsodium-dev"]["scope"] == "required"
    assert parts["deb:valgrind"]["scope"] == "excluded"


def test_same():
    """made twice, it is the same to the byte"""
    assert made() == made()


if __name__ == "__main__":
    tap.main(globals())
