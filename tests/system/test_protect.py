# SPDX-License-Identifier: Apache-2.0
"""Patrons are held to what they set for themselves, and to what others have said of them: by the server, whoever asks, and after a kill."""
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PEOPLE_ALL, Casino, table  # noqa: E402
from test_house import ask, audit, done  # noqa: E402
from test_life import wait  # noqa: E402


def protection(casino, who="Mei", path="/api/me/protection"):
    code, answer = casino.http("GET", path, token=casino.token(who))
    assert code == 200, answer
    return answer


def test_limits():
    """stake and loss: lower at once, higher tomorrow; staff cannot place what the player may not; a restart forgets nothing"""
    with Casino([table("mbs-7up-baccarat", "b1", people=PEOPLE_ALL, device="entered")]) as casino:
        for name in ("Mei", "Tan"):
            casino.buy_in(name, 100000)
        done(casino, "Mei", "/api/me/limit", what="stake", period="once", value=5000)
        done(casino, "Mei", "/api/me/limit", what="loss", period="day", value=8000)
        assert ask(casino, "Mei", "/api/me/limit", what="luck", period="day", value=1) == "bad-message"
        assert ask(casino, "Dan", "/api/me/limit", what="loss", period="day", value=1) == "forbidden"
        mei, tan, dan = casino.visit("Mei"), casino.visit("Tan"), casino.visit("Dan")
        for visitor in (mei, tan, dan):
            visitor.watch("b1")
        dan.done("b1", "shuffle full")
        dan.done("b1", "open")
        assert mei.act("b1", "bet banker 51")["status"] == "stake-limit"
        mei.done("b1", "bet banker 50")
        assert mei.act("b1", "bet player 31")["status"] == "loss-limit", "what lies on the layout may be lost"
        assert dan.act("b1", "place Mei player 31")["status"] == "loss-limit", "nor by the dealer's hand"
        tan.done("b1", "bet player 100")
        done(casino, "Mei", "/api/me/limit", what="loss", period="day", value=50000)
        assert mei.act("b1", "bet player 31")["status"] == "loss-limit", "higher counts tomorrow"
        limits = {(row["what"], row["period"]): row for row in protection(casino)["limits"]}
        assert limits["loss", "day"]["value"] == 8000 and limits["loss", "day"]["next"] == 50000 and limits["stake", "once"]["value"] == 5000
        assert protection(casino)["lostDay"] == 5000
        casino.kill()
        casino.start()
        assert protection(casino)["lostDay"] in (5000, 0), "read from the account again, or the round was handed back"
        mei = casino.visit("Mei")
        mei.watch("b1")
        limits = {(row["what"], row["period"]): row for row in protection(casino)["limits"]}
        assert limits["loss", "day"]["value"] == 8000 and limits["loss", "day"]["next"] == 50000
        done(casino, "Mei", "/api/me/limit", what="loss", period="day", value=1000)
        assert protection(casino)["limits"][0]["value"] == 1000 and "next" not in protection(casino)["limits"][0], "lower counts at once"
        # Who may see it: the player, the shift manager, the auditor.
        assert protection(casino, "Sue", "/api/players/Mei/protection")["limits"] and protection(casino, "Aud", "/api/players/Mei/protection")
        for who in ("Dan", "Pat", "Cai", "Tan"):
            assert casino.http("GET", "/api/players/Mei/protection", token=casino.token(who))[0] == 403, who
        casino.stop()
        audit(casino)


def test_time_out_and_exclusion():
    """no seat and no wager in a time-out; nobody excluded gets in; a choice of one's own lasts, one by others can be lifted; the list in a file"""
    more = "exclusions: excluded.txt\n"
    with Casino([table("mbs-blackjack-v6", "t1", betting=60, result=60000)], more=more) as casino:
        for name in ("Mei", "Tan"):
            casino.buy_in(name, 100000)
        mei, tan = casino.visit("Mei"), casino.visit("Tan")
        mei.watch("t1"), tan.watch("t1")
        assert ask(casino, "Mei", "/api/me/time-out", hours=0) == "bad-message"
        done(casino, "Mei", "/api/me/time-out", hours=2)
        assert mei.ask({"type": "sit", "table": "t1", "area": 1})["status"] == "time-out"
        assert ask(casino, "Mei", "/api/me/time-out", hours=1) == "time-out", "it cannot be shortened"
        assert protection(casino)["timeOut"] > 0
        done(casino, "Sue", "/api/players/Tan/exclude", days=30, by="family")
        assert tan.ask({"type": "sit", "table": "t1", "area": 2})["status"] == "excluded"
        casino.tokens.pop("Tan")
        code, answer = casino.http("POST", "/api/session", {"user": "Tan", "password": casino.passwords["Tan"]})
        assert code == 409 and answer["error"]["code"] == "excluded", (code, answer)
        assert ask(casino, "Pat", "/api/players/Tan/exclude", days=1, by="house") == "forbidden"
        assert ask(casino, "Sue", "/api/players/Tan/exclude", days=1, by="me") == "bad-message"
        done(casino, "Sue", "/api/players/Tan/readmit")
        casino.token("Tan")
        done(casino, "Tan", "/api/me/exclusion", days=0)
        assert ask(casino, "Sue", "/api/players/Tan/readmit") == "not-readmitted"
        casino.kill()
        casino.start()
        code, answer = casino.http("POST", "/api/session", {"user": "Tan", "password": casino.passwords["Tan"]})
        assert answer["error"]["code"] == "excluded"
        (casino.path / "excluded.txt").write_text("Mei\n")
        casino.process.send_signal(signal.SIGHUP)
        login = {"user": "Mei", "password": casino.passwords["Mei"]}
        wait(lambda: casino.http("POST", "/api/session", login)[0] == 409, "the list")
        casino.stop()
        audit(casino)
        shown = tap.run("journal", "show", f"--db={casino.database}", "--table=house").out
        assert "excluded Tan until never by self" in shown and "readmitted Tan" in shown


def test_reminder_and_statement():
    """a player is told time and result, and has a statement by month"""
    with Casino([table("mbs-7up-baccarat", "b1", betting=0)], more="reminder_seconds: 1\n") as casino:
        casino.buy_in("Mei", 100000)
        mei = casino.visit("Mei")
        reminder = mei.expect("reminder")
        assert reminder["minutes"] == 0 and reminder["result"] == 0, reminder
        mei.watch("b1")
        number = mei.until("b1", lambda s: s["phase"] == "betting")["round"]
        mei.done("b1", "bet banker 50")
        mei.until("b1", lambda s: s["round"] > number or s["phase"] == "ended")
        balance = casino.balance("Mei")
        while mei.expect("reminder")["result"] != balance - 100000:
            pass
        months = casino.http("GET", "/api/me/statement", token=casino.token("Mei"))[1]["months"]
        assert len(months) == 1 and months[0]["bought"] == 100000 and months[0]["staked"] == 5000, months
        assert months[0]["result"] == balance - 100000 and months[0]["cashed"] == 0, months
        assert casino.http("GET", "/api/players/Mei/statement", token=casino.token("Sue"))[1]["months"] == months
        assert casino.http("GET", "/api/players/Mei/statement", token=casino.token("Dan"))[0] == 403


def test_what_stands_beside_the_journal():
    """an audit compares the shelf with the entries; a database from before has it filled at the first start"""
    with Casino([table("mbs-7up-baccarat", "b1", people=PEOPLE_ALL, device="entered")], hurry=True) as casino:
        done(casino, "Mei", "/api/me/limit", what="stake", period="once", value=5000)
        done(casino, "Sue", "/api/players/Tan/exclude", days=30, by="law")
        audit(casino)  # while it runs
        casino.stop()
        rows = dict(casino.rows("SELECT name, line FROM footing"))
        assert set(rows) == {"filled", "patron Mei", "patron Tan"}, rows
        casino.change("UPDATE footing SET line = replace(line, '5000', '9000') WHERE name = 'patron Mei'")
        said = tap.run("audit", f"--db={casino.database}")
        assert said.status == 1 and "patron Mei" in said.out + said.err, (said.status, said.out, said.err)
        casino.change("DELETE FROM footing")
        assert tap.run("audit", f"--db={casino.database}").status == 0, "from before: there is nothing to compare"
        casino.start()
        assert {(row["what"], row["value"]) for row in protection(casino)["limits"]} >= {("stake", 5000)}
        casino.stop()
        assert dict(casino.rows("SELECT name, line FROM footing")) == rows
        audit(casino)


if __name__ == "__main__":
    tap.main(globals())
