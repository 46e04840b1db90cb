# SPDX-License-Identifier: Apache-2.0
"""docs/openapi.yaml and docs/asyncapi.yaml say what the code does: the same routes, the same messages, the same fields."""
import json
import pathlib
import re
import sys

import jsonschema
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tap  # noqa: E402
from casino import Casino, table  # noqa: E402

SOURCE = tap.ROOT / "src" / "server"


def rows(name, start):
    text = (SOURCE / name).read_text()
    text = text[text.index(start):]
    return text[:text.index("\n};")]


def test_routes():
    """every route of the code is in openapi.yaml, and nothing else, with its parameters"""
    described = yaml.safe_load((tap.ROOT / "docs" / "openapi.yaml").read_text())["paths"]
    routes = re.findall(r'\{METHOD_(\w+),[^"{]*"([^"]+)"', rows("api.c", "} routes[] = {"))
    wanted = {(m.lower(), p.replace("/T/", "/{table}/").replace("/X", "/{name}")) for m, p in routes}
    found = {(m, p) for p, methods in described.items() for m in methods if m != "parameters"}
    assert len(routes) > 25 and wanted == found, wanted ^ found
    for path, methods in described.items():
        given = {p["name"] for p in methods.get("parameters", []) if p["in"] == "path"}
        assert given == set(re.findall(r"{(\w+)}", path)), path
    page = (tap.ROOT / "docs" / "protocol.md").read_text()
    for _, path in routes:
        last = path.replace("/T", "").rstrip("/X").split("/")[-1]
        assert last in page, f"{path} is not in protocol.md"


def test_client_messages():
    """every message of a client is in asyncapi.yaml with exactly its fields"""
    described = yaml.safe_load((tap.ROOT / "docs" / "asyncapi.yaml").read_text())["components"]["messages"]
    text = rows("conversation.c", "} types[] = {").replace("\n", " ")
    for short, name in (("TYPE_FIELD", "type"), ("ID_FIELD", "id"), ("TABLE_FIELD", "table")):
        text = text.replace(short, '{"%s", FIELD_STRING, true}' % name)
    types = re.findall(r'\{"(\w+)",\s*on_\w+,\s*\{(.*?)\}\}', text)
    assert len(types) == 12, types
    for name, fields in types:
        found = re.findall(r'"(\w+)",\s*FIELD_\w+,\s*(true|false)', fields)
        payload = described[name]["payload"]
        assert set(payload["properties"]) == {field for field, _ in found}, name
        assert set(payload["required"]) == {field for field, needed in found if needed == "true"}, name


def test_server_messages():
    """what the server really sends satisfies asyncapi.yaml"""
    described = yaml.safe_load((tap.ROOT / "docs" / "asyncapi.yaml").read_text())["components"]["messages"]
    seen = set()
    with Casino([table("mbs-7up-baccarat", "bac", people="open, close, deal, settle, absent")],
                people={"Mei": "player", "Dan": "dealer", "Cai": "cashier"}) as casino:
        casino.buy_in("Mei", 10000)
        mei, dan = casino.visit("Mei"), casino.visit("Dan")
        mei.watch("bac")
        dan.watch("bac")
        dan.done("bac", "open")
        mei.done("bac", "bet banker 20")
        follower = casino.visit(changes=True)
        follower.watch("bac")
        mei.done("bac", "raise banker 30")
        mei.done("bac", "raise banker 40")
        while not any("changes" in update for update in follower.updates):
            follower.expect("update")
        mei.send({"type": "preview", "table": "bac", "act": "bet tie 1"})
        mei.expect("previewed")
        mei.send({"type": "ping"})
        mei.expect("pong")
        mei.send("{}")
        mei.expect("error")
        for text in mei.received + dan.received + follower.received:
            message = json.loads(text)
            seen.add(message["type"])
            jsonschema.validate(message, described[message["type"]]["payload"])
    assert seen >= {"welcome", "snapshot", "update", "answer", "previewed", "error", "pong"}, seen


if __name__ == "__main__":
    tap.main(globals())
