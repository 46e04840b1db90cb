# SPDX-License-Identifier: Apache-2.0
"""What is asked when the faults are over: is everything there that anybody was told, once, and nothing else?"""
import asyncio
import collections
import json
import random
import subprocess

from seats import key_of


def entries(command, database):
    """The log by the feed, an entry at a time."""
    feed = subprocess.Popen([command, "feed", f"--db={database}"], stdout=subprocess.PIPE, text=True)
    for line in feed.stdout:
        yield json.loads(line)
    assert feed.wait() == 0, "the feed failed"


class Log:
    """What the feed gives: how often each request was booked, and all balances."""

    def __init__(self, command, database):
        self.keys, self.balances, names, last = collections.Counter(), collections.Counter(), {}, 0
        self.kinds = collections.Counter()
        for row in entries(command, database):
            assert row["position"] == last + 1, f"position {row['position']} follows {last}"
            last = row["position"]
            self.kinds[row["kind"]] += 1
            if row["key"]:
                self.keys[row["key"]] += 1
            if row["kind"] == "account":
                number, kind, name = row["text"].split()[1:4]
                names[f"account {number}"] = f"{kind}:{name}"
            for move in row["money"]:
                self.balances[names[move["account"]]] += move["cents"]
        self.last = last


def booked(model, log):
    """Differences between what was answered and what is in the log."""
    wrong = []
    for key, request in model.accepted.items():
        if log.keys[key] != 1:
            wrong.append(f"{request['id']}: accepted, and booked {log.keys[key]} times")
    for key, request in model.refused.items():
        if log.keys[key] != 0:
            wrong.append(f"{request['id']}: refused, and booked {log.keys[key]} times")
    twice = sum(1 for count in log.keys.values() if count > 1)
    if twice:
        wrong.append(f"{twice} keys are in the log more than once")
    return wrong


async def result_of(floor, player, table, number, told=False):
    """What a round came to for a player, by the journal; a round that did not come about, to nothing."""
    status, answer = await floor.ask("GET", f"/api/tables/{table}/rounds/{number}", token=floor.tokens[player])
    if status == 404:
        return f"nothing: {answer['error']['code']}" if told else 0
    assert status == 200, (table, number, status, answer)
    last = answer["steps"][-1]["state"]
    assert last["phase"] == "ended" or not any(stake["who"] == player for stake in last["stakes"]), (table, number, last)
    return sum(stake["result"] for stake in last["stakes"] if stake["who"] == player)


async def results(floor, model, sample=200):
    """Result of all rounds by player; what was told is compared with the journal in a sample."""
    sums, wrong = collections.Counter(), []
    unseen = sorted(model.played - set(model.told))
    told = sorted(model.told)
    looked = unseen + random.Random(1).sample(told, min(sample, len(told)))
    for at in range(0, len(looked), 8):
        part = looked[at:at + 8]
        for place, cents in zip(part, await asyncio.gather(*(result_of(floor, *place, told=place in model.told) for place in part))):
            if place in model.told and cents != model.told[place]:
                wrong.append(f"round {place}: {model.told[place]} was told, {cents} is in the journal")
            elif place not in model.told:
                sums[place[0]] += cents
    for place, cents in model.told.items():
        sums[place[0]] += cents
    return sums, wrong, len(unseen)


async def balances(floor, model, log, players):
    sums, wrong, unseen = await results(floor, model)
    for player in players:
        expected = model.chips[player] + sums[player]
        if log.balances[f"player:{player}"] != expected:
            wrong.append(f"{player}: the model says {expected}, the log {log.balances[f'player:{player}']}")
        for port in floor.ports():
            answer = (await floor.ask_at(port, "/api/me", floor.tokens[player]))["balance"]
            if answer != expected:
                wrong.append(f"{player}: the model says {expected}, the server at {port} {answer}")
    if sum(log.balances.values()) != 0:
        wrong.append(f"all balances together are {sum(log.balances.values())}")
    return wrong, unseen


async def repeated(floor, model, seats, cashier):
    """The same ids once more: answered as done, for buy-ins with nothing booked."""
    wrong, count = [], 0
    for what, body in list(cashier.last):
        status, answer = await floor.ask("POST", f"/api/cage/{what}", body, floor.tokens["Cai"])
        count += 1
        if status != 200 or not answer["ok"]:
            wrong.append(f"{body['id']} once more: {answer}")
    for seat in seats:
        if seat.last:
            answer = await seat.once_more()
            count += 1
            if not answer["ok"]:
                wrong.append(f"{seat.last['id']} once more: {answer}")
    return wrong, count


__all__ = ["Log", "balances", "booked", "key_of", "repeated"]
