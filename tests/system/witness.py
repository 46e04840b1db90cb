# SPDX-License-Identifier: Apache-2.0
"""A running witness, for tests over loopback, and casinos whose log it is shown."""
import pathlib
import signal
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import casino as house
import tap
from casino import Casino, table

NAME = "witness.example/w1"


class Witness:
    """croupier witness as a child process."""

    def __init__(self, folder, *logs, port=0):
        self.folder, self.logs, self.port = pathlib.Path(folder), logs, port
        self.start()

    def start(self):
        words = [tap.COMMAND, "witness", "--name", NAME, f"--db={self.folder}/witness.db", f"--listen=127.0.0.1:{self.port}"]
        self.process = subprocess.Popen(words + [f"--log={log}" for log in self.logs], stdout=subprocess.PIPE,
                                        stderr=open(self.folder / "complaints", "a"), text=True)
        line = self.process.stdout.readline().split()
        assert line[:2] == ["croupier:", "witness"], line
        self.key, self.url = line[2], line[4].rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        return self.process.wait(timeout=20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def post(self, body, path="/add-checkpoint"):
        request = urllib.request.Request(self.url + path, data=body.encode(), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode(), answer.headers["Content-Type"]
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers["Content-Type"]

    def latest(self, origin):
        """The last checkpoint it has cosigned, or None."""
        try:
            with urllib.request.urlopen(f"{self.url}/latest?log={urllib.parse.quote(origin, safe='')}", timeout=20) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            assert error.code == 404
            return None


def seen(witness, origin):
    note = witness.latest(origin)
    return int(note.split("\n")[1]) if note else 0


def wait_for(condition, what):
    end = time.monotonic() + house.PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.1)


def founded(**more):
    """A casino that was opened once, so that its log has a name and a key; and the key."""
    casino = Casino([table("mbs-7up-baccarat", "bac")], hurry=True, **more)
    casino.stop()
    return casino, tap.run("key", "show", "--db", casino.database, "--json").json()


def with_witness(casino, witness):
    text = casino.config.read_text().split("witnesses:")[0]
    tables = text[text.index("tables:"):]
    casino.config.write_text(text.replace(tables, f"witnesses: [{{url: {witness.url}, key: '{witness.key}'}}]\n{tables}"))
