# SPDX-License-Identifier: Apache-2.0
"""Puts one line to both witnesses and says where they differ.

Compared are: accepted or not; hands, wagers and money after every accepted line; what was told of
results, voids, returned wagers and questions; and the clauses. The spec names the clauses that
decide; the engine cites these, and may cite their surroundings (3.8 beside 3.8.1)."""
import traceback

from record import Fault, Refused


TOLD = ("result", "void", "returned", "asked")


def pairs(engine):
    """The engine's events in the form of the spec's."""
    told = []
    for event in engine.events(TOLD):
        kind = event["kind"]
        if kind == "result":
            told.append((kind, event["who"], event.get("spot", ""), event["wager"], event["amount"],
                         event["reason"], frozenset(event["clauses"])))
        elif kind == "void":
            told.append((kind, frozenset(event["clauses"])))
        elif kind == "returned":
            told.append((kind, event["who"], event.get("spot", ""), event["wager"],
                         event["amount"]))
        elif kind == "asked":
            told.append((kind, event["question"]))
    settled = {event[1:4] for event in told if event[0] == "result"}
    return [event for event in told if event[0] != "returned" or event[1:4] not in settled]


def shown(event):
    return " ".join(",".join(sorted(part)) if isinstance(part, frozenset) else str(part)
                    for part in event)


def rule(spec, line):
    """What the spec says: (True, clauses), (False, grounds) or (None, reason)."""
    try:
        if line == "---":
            return True, spec.next_round()
        return True, spec.apply(line)
    except Refused as refused:
        return False, refused.grounds
    except (Fault, ValueError) as fault:
        return None, str(fault)
    except Exception as error:  # a fault of the spec is a difference
        at = traceback.extract_tb(error.__traceback__)[-1]
        return "fails", f"{type(error).__name__} {error} at {at.filename.split('/')[-1]}:{at.lineno}"


def difference(engine, spec, line, checks, look=True):
    """None if both agree on this line, otherwise one sentence. Leaves both after the line. Without
    `look` the table itself is not looked at: what differs there is still seen later."""
    status = engine.next() if line == "---" else engine.apply(line)
    accepted, what = rule(spec, line)
    if accepted == "fails":
        return f"the spec fails: {what}"
    if (status == 0) != (accepted is True):
        if status == 0:
            return f"accepted by the engine [{' '.join(engine.clauses())}], refused by the spec {what}"
        return (f"refused by the engine ({engine.status(status)}: {engine.sentence()} "
                f"[{' '.join(engine.clauses())}]), accepted by the spec [{' '.join(what)}]")
    if status:
        return against(engine, status, accepted, what) if "clauses" in checks else None
    return after(engine, spec, line, what, checks, look)


def against(engine, status, accepted, grounds):
    """Both refuse: the engine's ground must be one that the spec knows to hold."""
    if status < 0 or accepted is None:
        return None
    cited = set(engine.clauses())
    if any(set(ground) <= cited for ground in grounds):
        return None
    return f"refused by both; the engine cites {sorted(cited)} ({engine.sentence()}), the spec {grounds}"


def after(engine, spec, line, clauses, checks, look):
    """Both accept: money, hands, what was told, and the clauses."""
    if "clauses" in checks and "irregularity" in line:
        cited = engine.all_clauses()
        if not set(clauses) <= cited:
            return f"the engine rules by {sorted(cited)}, the spec by {sorted(clauses)}"
    if line == "---":
        return None
    told = [event for event in pairs(engine) if event[0] in spec.TOLD]
    said = [event for event in spec.events if event[0] in spec.TOLD]
    if not told and not said:
        return state(engine, spec) if look else None
    told.sort(key=lambda event: str(plain(event)))
    said.sort(key=lambda event: str(plain(event)))
    if [plain(event) for event in told] != [plain(event) for event in said]:
        only = "; ".join(shown(event) for event in told if event not in said)
        lacks = "; ".join(shown(event) for event in said if event not in told)
        return f"only the engine tells: {only or '-'}; only the spec: {lacks or '-'}"
    if "clauses" in checks:
        for one, other in zip(told, said):
            if not all(there >= part for there, part in zip(one, other) if isinstance(part, frozenset)):
                return f"the engine cites: {shown(one)}; the spec: {shown(other)}"
    return state(engine, spec) if look else None


def plain(event):
    return tuple(part for part in event if not isinstance(part, frozenset))


def state(engine, spec):
    view = engine.view()
    if view["phase"] != spec.phase or view["voided"] != spec.voided:
        return f"engine: {view['phase']}, void {view['voided']}; spec: {spec.phase}, {spec.voided}"
    hands = {hand["place"]: hand["cards"] for hand in view["hands"] if hand["cards"]}
    if hands != spec.hands_view():
        return f"hands: engine {hands}, spec {spec.hands_view()}"
    lies = sorted((s["who"], s.get("spot", ""), s["wager"], s["placed"], s["effective"], s["settled"],
                   s.get("reason", ""), s.get("result", 0)) for s in view["stakes"])
    own = sorted(spec.layout())
    if lies != own:
        return (f"wagers: only engine {[s for s in lies if s not in own]}, "
                f"only spec {[s for s in own if s not in lies]}")
    return None
