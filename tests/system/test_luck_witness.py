# SPDX-License-Identifier: Apache-2.0
"""Goal: a witness puts a number into the shuffle that house and players together cannot foresee: promised for one commitment, told last and
once, signed for the very list it went into; away, silent, forged or twice asked, it stops no table and is not believed."""
import contextlib
import http.server
import json
import pathlib
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import Casino, Lucky, table  # noqa: E402
from witness import NAME, Witness  # noqa: E402

WAIT = 2.0  # seconds a table waits for a number


class Road(http.server.ThreadingHTTPServer):
    """Somebody on the way between house and witness. `asked` holds what passed; `change(title, answer)` gives what the house is told
    instead, None for nothing; `blind`: no checkpoint gets through. The witness behind it is a real one."""

    def __init__(self, witness):
        super().__init__(("127.0.0.1", 0), Passer)
        self.witness, self.asked, self.change, self.blind = witness, [], lambda title, answer: answer, False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class Passer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        try:
            status, text, _ = self.server.witness.post(body, self.path)
        except urllib.error.URLError:
            status, text = 502, ""
        if self.path == "/luck":
            self.server.asked.append((body, status))
            text = self.server.change(body.split("\n")[0], text)
        elif self.server.blind:
            text = None
        if text is None:
            status, text = 503, ""
        self.send_response(status)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def house(game="mbs-blackjack-v6", name="bj"):
    """A casino, the witness that gives it numbers, the road between them, and the name of the log."""
    casino = Casino([table(game, name)],
                    people={"Mei": "player", "Tan": "player", "Pat": "pit-manager", "Cai": "cashier"}, hurry=True)
    casino.stop()
    shown = tap.run("key", "show", "--db", casino.database, "--json").json()
    with casino, Witness(casino.path, shown["verifier"]) as witness, Road(witness) as road:
        text = casino.config.read_text()
        casino.config.write_text(text.replace("tables:", f"witnesses: [{{url: '{road.url}', key: '{witness.key}', luck: true}}]\ntables:", 1))
        casino.start()
        yield casino, witness, road, shown["origin"]
        road.shutdown()


def rows(casino):
    out = tap.done("journal", "show", "--json", f"--db={casino.database}")
    return [row for row in map(json.loads, out.splitlines()) if row["table"] == "bj"]


def text_of(casino, kind):
    return [row["text"] for row in rows(casino) if row["kind"] == kind][-1]


def told(witness, origin, shoe=1):
    """What the witness has signed for a shoe, or None."""
    try:
        where = f"{witness.url}/luck?log={urllib.parse.quote(origin, safe='')}&table=bj&shoe={shoe}"
        with urllib.request.urlopen(where, timeout=20) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        assert error.code == 404
        return None


def seated(casino, **more):
    mei = casino.visit("Mei", Lucky, **more)
    mei.watch("bj")
    return mei


def betting(visitor):
    visitor.until("bj", lambda state: state["phase"] == "betting")


def finish(casino):
    """Ends shoe 1, and gives what is published of it as arguments of verify-shoe."""
    for step in ("close", "open"):
        assert casino.http("POST", f"/api/tables/bj/{step}", {"id": step}, casino.token("Pat"))[0] == 200
    shoe = casino.http("GET", "/api/tables/bj/shoes/1")[1]
    cards = [line[6:].split()[0] for row in rows(casino) for line in row["text"].splitlines() if line.startswith("shoe: ")]
    luck = [f"--luck={row['name']}={row['commitment']}={row.get('value', '-')}" for row in shoe["luck"]]
    return ["--table=bj", "--shoe=1", f"--deck={shoe['deck']}", f"--decks={shoe['decks']}", f"--commitment={shoe['commitment']}",
            f"--seed={shoe['seed']}"], luck, cards


def test_number():
    """the number is in luck and mixed under the witness's name, after the player's, and all is checked by what the witness signed"""
    with house() as (casino, witness, road, origin):
        casino.buy_in("Mei", 100000)
        began = time.monotonic()
        mei = seated(casino)
        done = mei.until_luck("bj", 1, "done")
        assert time.monotonic() - began < WAIT
        assert {row["name"] for row in done["numbers"]} == {"Mei", NAME} and all("value" in row for row in done["numbers"])
        titles = [body.split("\n")[0] for body, _ in road.asked]
        assert titles == ["croupier luck 1", "croupier mixed 1"], titles
        assert mei.secrets["bj", 1] in road.asked[1][0]  # the witness tells last: it has seen the others'
        statement = told(witness, origin)
        assert statement.split("\n\n")[0].endswith(text_of(casino, "mixed").rstrip("\n")), statement
        betting(mei)
        mei.done("bj", "bet 1 main 20")
        mei.until("bj", lambda state: state["phase"] == "ended")
        facts, luck, cards = finish(casino)
        assert cards
        signed = casino.path / "statement"
        signed.write_text(statement)
        by = [f"--witness={witness.key}", f"--statement={signed}"]
        good = tap.run("verify-shoe", *facts, *luck, *by, *cards)
        assert good.status == 0 and "The witness has signed" in good.out and "All " in good.out, good.out + good.err
        unasked = tap.run("verify-shoe", *facts, *luck, *cards)
        assert unasked.status == 0 and "is not checked" in unasked.out, unasked.out
        # A list that the witness did not sign: without a player's number, or in another order. A statement that was changed.
        for other in ([word for word in luck if "Mei=" not in word], luck[::-1]):
            bad = tap.run("verify-shoe", *facts, *other, *by)
            assert bad.status == 1 and "has NOT signed" in bad.out, bad.out
        signed.write_text(statement.replace("\nbj\n", "\nbk\n"))
        assert "has NOT signed" in tap.run("verify-shoe", *facts, *luck, *by).out
        casino.stop()
        audit = json.loads(tap.done("audit", "--json", f"--db={casino.database}"))
        assert audit["clean"] and audit["luck"]["numbers"] >= 2, audit


def test_once():
    """for a shoe a witness promises once and tells once, to the house's key alone, durably"""
    with house() as (casino, witness, road, origin):
        seated(casino).until_luck("bj", 1, "done")
        (promise, _), (mix, _) = road.asked[:2]
        first = witness.post(promise, "/luck")[1]
        statement = told(witness, origin)
        witness.stop()
        witness.start()
        again = witness.post(promise, "/luck")
        assert again[0] == 200 and again[1].split("\n\n")[0] == first.split("\n\n")[0]
        assert witness.post(mix, "/luck")[:2] == (200, statement)
        assert witness.post(promise.replace("\nbj\n", "\nbk\n"), "/luck")[0] == 403
        assert witness.post(promise.replace(origin, "croupier/" + "0" * 32), "/luck")[0] == 404
        assert witness.post("nonsense", "/luck")[0] == 400
        assert told(witness, origin, 7) is None


def test_away():
    """a witness that is away stops no table, and is not in the shoe"""
    with house() as (casino, witness, road, origin):
        witness.stop()
        began = time.monotonic()
        mei = seated(casino)
        betting(mei)
        assert time.monotonic() - began < WAIT + 2
        assert text_of(casino, "luck").splitlines()[1:] == [f"Mei {mei.promised('bj', 1)}"]


def test_silent():
    """a witness that promises and does not tell is left out, and the journal says so; what it told in vain, it shows to whoever asks"""
    with house() as (casino, witness, road, origin):
        road.change = lambda title, answer: None if "mixed" in title else answer
        began = time.monotonic()
        betting(seated(casino))
        assert time.monotonic() - began < 2 * WAIT + 2
        assert f"\n{NAME} -\n" in text_of(casino, "mixed") and f"\n{NAME} " in text_of(casino, "luck")
        assert f"\n{NAME} -\n" not in told(witness, origin)
        casino.stop()
        audit = json.loads(tap.done("audit", "--json", f"--db={casino.database}"))
        assert audit["clean"] and audit["luck"]["numbers_away"] == 1, audit


def test_forged():
    """a promise or a number that the witness's key has not signed is not taken"""
    for title in ("luck", "mixed"):
        with house() as (casino, witness, road, origin):
            def forge(asked, answer):
                if title not in asked:
                    return answer
                lines = answer.split("\n")
                at = next(i for i, line in enumerate(lines) if line.startswith(NAME))
                lines[at] = f"{NAME} {'1' * 64}"
                return "\n".join(lines)

            road.change = forge
            betting(seated(casino))
            if title == "luck":
                assert NAME not in text_of(casino, "luck")
            else:
                assert f"\n{NAME} -\n" in text_of(casino, "mixed")


def test_second_list():
    """a house that has heard the number and comes back with another list hears nothing more, and writes that down"""
    with house() as (casino, witness, road, origin):
        asked = threading.Event()

        def hold(title, answer):
            if "mixed" in title and not asked.is_set():
                casino.kill()
                asked.set()
            return answer

        road.change = hold
        mei = seated(casino)
        with contextlib.suppress(Exception):  # the line is cut
            mei.until_luck("bj", 1, "done")
        assert asked.wait(20)
        casino.start()
        again = casino.visit("Mei", Lucky, silent=True)
        again.watch("bj")
        betting(again)
        assert text_of(casino, "mixed") == "".join(f"{line.split()[0]} -\n" if " " in line and not line.startswith("shoe ") else line + "\n"
                                                   for line in text_of(casino, "luck").splitlines())
        assert [status for _, status in road.asked][-1] == 409
        assert mei.secrets["bj", 1] in told(witness, origin)


@tap.on_sqlite("puts an older database file back")
def test_second_commitment():
    """a house that puts back its books and begins the shoe again, with another seed, gets no promise for it"""
    with house("mbs-7up-baccarat", "bac") as (casino, witness, road, origin):
        road.blind = True
        casino.stop()
        kept = pathlib.Path(casino.database).read_bytes()
        casino.config.write_text(casino.config.read_text() + table("mbs-blackjack-v6", "bj"))
        commitments = set()
        for status in (200, 409):
            casino.start()
            betting(seated(casino))
            assert [code for body, code in road.asked if "luck" in body.split("\n")[0]][-1] == status, road.asked
            assert (NAME in text_of(casino, "luck")) == (status == 200)
            commitments.add(text_of(casino, "committed"))
            casino.stop()
            for file in casino.path.glob("casino.db-*"):
                file.unlink()
            pathlib.Path(casino.database).write_bytes(kept)
            casino.tokens.clear()  # the sessions are gone with it
        assert len(commitments) == 2


def test_final():
    """once the witness is asked, no terminal's number is taken any more: the list that it signs is the one that counts"""
    with house() as (casino, witness, road, origin):
        asked, go = threading.Event(), threading.Event()

        def hold(title, answer):
            if "mixed" in title:
                asked.set()
                go.wait(1.5)
            return answer

        road.change = hold
        mei = seated(casino, silent=True)
        mei.until_luck("bj", 1, "reveal")
        assert asked.wait(20)
        mei.send({"type": "reveal", "table": "bj", "shoe": 1, "value": mei.secrets["bj", 1]})
        assert mei.expect("error")["code"] == "luck-late"
        go.set()
        betting(mei)
        mixed = text_of(casino, "mixed")
        assert "\nMei -\n" in mixed and f"{NAME} -" not in mixed, mixed


if __name__ == "__main__":
    tap.main(globals())
