# SPDX-License-Identifier: Apache-2.0
"""Goal: the library can be installed, found with pkg-config, compiled against and run, and exports only its header."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
HERE = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r"version: '([0-9.]+)'", (tap.ROOT / "meson.build").read_text())[1]
place = tap.folder()
installed = pathlib.Path(place.name)


def call(*words, **env):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **env})
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def find(name):
    found = sorted(installed.rglob(name))
    assert found, f"{name} was not installed"
    return found[0]


def pkg_config(*words):
    return call("pkg-config", *words, "croupier", PKG_CONFIG_SYSROOT_DIR=str(installed),
                PKG_CONFIG_PATH=str(find("croupier.pc").parent)).split()


def test_install():
    """an installed tree has command, header, library, pkg-config file, manual page and completion"""
    call("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", installed)
    for name in ("bin/croupier", "include/croupier/croupier.h", "libcroupier.so.0", "libcroupier.a", "croupier.pc",
                 "man1/croupier.1", "bash-completion/completions/croupier"):
        parts = pathlib.PurePath(name)
        assert any(path.as_posix().endswith("/" + name) for path in installed.rglob(parts.name)), name


@contextlib.contextmanager
def demo():
    """The address of the installed command's demo."""
    with subprocess.Popen([find("bin/croupier"), "serve", "--demo", "--listen=127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"http://\S+/", server.stdout.readline())[0]
        finally:
            server.terminate()


def test_pages():
    """the installed command serves the pages installed beside it"""
    folder = find("croupier.1").parents[2] / "croupier/pages"
    assert folder.is_dir(), "no folder of pages was installed"
    (folder / "index.html").write_text("<p>the pages</p>")
    with demo() as address, urllib.request.urlopen(address, timeout=20) as page:
        assert page.read() == b"<p>the pages</p>"


def test_exports():
    """the shared library exports what the header declares, and nothing else"""
    header = find("croupier.h").read_text()
    declared = set(re.findall(r"CROUPIER_API[^;]*?\b(croupier_\w+)\(", header))
    symbols = call("nm", "-D", "--defined-only", find("libcroupier.so.0")).split()
    exported = {name for name in symbols[2::3]}
    assert declared and exported == declared, exported ^ declared


def test_soname():
    """the shared library carries a SONAME with the number of its interface"""
    assert "Library soname: [libcroupier.so.0]" in call("readelf", "-d", find("libcroupier.so.0"))


def test_pkg_config():
    """pkg-config knows the version"""
    assert pkg_config("--modversion") == [VERSION]


def sanitizers():
    """A library with sanitizers wants a program that has them too."""
    needed = call("readelf", "-d", find("libcroupier.so.0"))
    return ["-fsanitize=address,undefined"] if "libasan" in needed else []


def expect(output):
    assert output == (HERE / "expected.txt").read_text().replace("VERSION", VERSION), output


def test_c():
    """a C program compiles without warnings and does what it should"""
    program = installed / "embed"
    call("cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", HERE / "embed.c", "-o", program,
         *pkg_config("--cflags", "--libs"), *sanitizers())
    expect(call(program, LD_LIBRARY_PATH=str(find("libcroupier.so.0").parent)))


def test_record():
    """the record that the library writes is run by croupier replay"""
    output = call(installed / "embed", LD_LIBRARY_PATH=str(find("libcroupier.so.0").parent))
    record = installed / "embed.round"
    record.write_text(output.partition("record:\n")[2])
    assert "= net Mei +100" in tap.done("replay", record)


def test_examples():
    """the examples in examples/c compile without warnings and do what they promise"""
    says = {"round": ["You already have this wager there. Raise it instead. [3.10.2]", "Mei is paid $100 for the Main wager of area 1."],
            "odds": ["rws-blackjack: house edge 1.466778 %; with wagers.main.pays.blackjack.odds 3:2: 0.166610 %"]}
    sources = sorted((tap.ROOT / "examples" / "c").glob("*.c"))
    assert {source.stem for source in sources} == {*says, "bot"}, "each example has its line here"
    for source in sources:
        if source.stem in says:
            output = call(example(source), LD_LIBRARY_PATH=str(find("libcroupier.so.0").parent))
            assert all(line in output for line in says[source.stem]), output


def example(source, *libraries):
    program = installed / f"example-{source.stem}"
    call("cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", program,
         *pkg_config("--cflags", "--libs"), *libraries, *sanitizers())
    return program


def test_bot():
    """the example of a bot plays two rounds at a table of the demo, over WebSocket"""
    program = example(tap.ROOT / "examples" / "c" / "bot.c", *call("pkg-config", "--libs", "libwebsockets", "jansson").split())
    with demo() as address:
        asks = urllib.request.Request(address + "api/session", json.dumps({"demo": "player"}).encode())
        with urllib.request.urlopen(asks, timeout=20) as answer:
            token = json.load(answer)["token"]
        port = re.search(r":(\d+)/$", address)[1]
        output = call(program, port, token, "mbs-blackjack-v6-3", 2, LD_LIBRARY_PATH=str(find("libcroupier.so.0").parent))
        assert re.fullmatch(r"(round \d+: [+-]\d+\.\d\d so far\n){2}", output), output


def test_cxx():
    """so does the same as C++, where a C++ compiler is at hand"""
    if not shutil.which("c++"):
        return
    program = installed / "embed++"
    call("c++", "-x", "c++", "-Wall", "-Wextra", "-Wpedantic", "-Werror", HERE / "embed.c", "-o", program,
         *pkg_config("--cflags", "--libs"), *sanitizers())
    expect(call(program, LD_LIBRARY_PATH=str(find("libcroupier.so.0").parent)))


if __name__ == "__main__":
    tap.main(globals())
