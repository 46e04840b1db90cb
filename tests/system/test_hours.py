# SPDX-License-Identifier: Apache-2.0
"""What the house does by the clock on the wall, which the test sets: shifts have hours, over midnight and over the night the clock is put back, and so
have reports; a patron plays as long as they said."""
import datetime
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import PEOPLE_ALL, Clocked, table  # noqa: E402
from test_house import ask, audit, done, house  # noqa: E402
from test_protect import protection  # noqa: E402

# Berlin puts its clock back at 01:00 UTC of this day: 02:00 to 03:00 comes twice.
CHANGE = datetime.datetime(2027, 10, 31, 1, 0, tzinfo=datetime.timezone.utc)
DAY = ('day: {zone: Europe/Berlin, turns: "06:00", late_minutes: 10, shifts: [{name: day, from: "06:00"}, {name: evening, from: "20:00"}, '
       '{name: night, from: "02:30"}]}\n')


def at(casino, minutes):
    casino.set_clock(CHANGE + datetime.timedelta(minutes=minutes))


def play(casino, mei):
    mei.until("b1", lambda s: s["phase"] == "betting", "betting")
    number = mei.states["b1"]["round"]
    mei.done("b1", "bet banker 20")
    mei.until("b1", lambda s: s["round"] > number or s["phase"] == "ended", "the end of the round")


def due(casino):
    day = house(casino)["day"]
    return day["shift"], day["shiftDue"], (day["dueSince"] / 1000 - CHANGE.timestamp()) / 60 if day["shiftDue"] else None


def report(casino, *words):
    return json.loads(tap.done("report", f"--db={casino.database}", "2027-10-30", "--json", *words))


def test_shifts():
    """a shift is due at its hour, once, overdue ten minutes later; shifts and hours of the report are those of the clock on the wall"""
    with Clocked([table("mbs-7up-baccarat", "b1", result=500)], more=DAY, hurry=True) as casino:
        at(casino, -180)  # midnight
        done(casino, "Sue", "/api/house/day/open")
        assert (house(casino)["day"]["date"], house(casino)["day"]["zone"]) == ("2027-10-30", "Europe/Berlin"), "the day turns at six"
        assert due(casino) == ("", "evening", -420), "it began before midnight"
        done(casino, "Sue", "/api/house/shift/open", name="evening")
        assert due(casino) == ("evening", "", None)
        done(casino, "Sue", "/api/tables/b1/open")
        casino.buy_in("Mei", 100000)
        mei, pat = casino.visit("Mei"), casino.visit("Pat")
        mei.watch("b1"), pat.watch("b1")
        at(casino, -90)
        play(casino, mei)  # 01:30
        at(casino, -29)
        assert due(casino) == ("evening", "night", -30)
        assert not any(alarm["code"] == "shift-overdue" for alarm in pat.alarms)
        at(casino, -19)
        while not any(alarm["code"] == "shift-overdue" for alarm in pat.alarms):
            pat.expect("alarm")
        told = [alarm for alarm in pat.alarms if alarm["code"] == "shift-overdue"]
        assert told[0]["what"] == "night" and told[0]["sentence"] == "The shift night should be open by now, and is not.", told
        done(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"})
        done(casino, "Sue", "/api/house/shift/open", name="night")
        at(casino, -15)
        play(casino, mei)  # 02:45
        at(casino, 10)
        assert due(casino) == ("night", "", None), "02:10 the second time: it is not evening again"
        play(casino, mei)
        at(casino, 75)
        play(casino, mei)  # 03:15
        assert due(casino) == ("night", "", None)
        at(casino, 241)  # 06:01
        assert due(casino) == ("night", "day", 240)
        assert len([alarm for alarm in pat.alarms if alarm["code"] == "shift-overdue"]) == 1, "told once"
        done(casino, "Sue", "/api/tables/b1/close")
        done(casino, "Sue", "/api/house/shift/close", **{"with": "Cai"})
        done(casino, "Sue", "/api/house/day/close", **{"with": "Cai"})
        casino.stop()
        audit(casino)
        whole = report(casino)
        assert {row["hour"]: row["rounds"] for row in whole["hours"]} == {"01": 1, "02": 2, "03": 1}, whole["hours"]
        assert sum(row["turnover"] for row in whole["hours"]) == whole["total"]["turnover"] == 8000
        assert (report(casino, "--shift=evening")["total"]["rounds"], report(casino, "--shift=night")["total"]["rounds"]) == (1, 3)
        assert whole["from"].endswith("+0200") and whole["to"].endswith("+0100"), (whole["from"], whole["to"])


def test_time_limit():
    """half an hour a day: wagers less than ten minutes apart are one sitting, breaks do not count, a kill forgets nothing, the next day begins anew"""
    with Clocked([table("mbs-7up-baccarat", "b1", people=PEOPLE_ALL, device="entered")], hurry=True) as casino:
        at(casino, 600)
        casino.buy_in("Mei", 100000)
        done(casino, "Mei", "/api/me/limit", what="time", period="day", value=30)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("b1"), dan.watch("b1")
        dan.done("b1", "shuffle full")
        dan.done("b1", "open")
        mei.done("b1", "bet banker 10")
        for minutes, played in ((609, 9), (618, 18), (640, 18), (649, 27)):  # 22 minutes without a wager are a break
            at(casino, minutes + 0.5)
            mei.done("b1", f"raise banker {minutes - 590}")
            assert protection(casino)["minutes"] == played, (minutes, protection(casino)["minutes"])
        at(casino, 653.5)
        mei.done("b1", "raise banker 63")
        assert mei.act("b1", "raise banker 70")["status"] == "time-limit"
        assert dan.act("b1", "place Mei player 10")["status"] == "time-limit", "nor by the dealer's hand"
        casino.kill()
        casino.start()
        assert protection(casino)["minutes"] == 31, "read from the account again"
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("b1"), dan.watch("b1")
        dan.done("b1", "open")  # the round before was handed back
        assert mei.act("b1", "bet banker 20")["status"] == "time-limit"
        at(casino, 600 + 24 * 60)
        casino.tokens = {}
        assert protection(casino)["minutes"] == 0
        mei.done("b1", "bet banker 20")
        casino.stop()
        audit(casino)


if __name__ == "__main__":
    tap.main(globals())
