# SPDX-License-Identifier: Apache-2.0
"""Goal: the sign says what the rulebook says, in two languages, and changes with it."""
import html.parser
import pathlib

import tap


def sign(*words):
    return tap.run("sign", *words, "--json").json()


def pays(of):
    return {(section["wager"], row["topic"]): row["says"] for section in of["sections"] if section["kind"] == "pays"
            for row in section["rows"]}


def says(of, topic):
    found = [row["says"] for section in of["sections"] for row in section["rows"] if row["topic"] == topic]
    assert len(found) == 1, (topic, found)
    return found[0]


def ratios(game, wager):
    return [value for (name, _), value in pays(sign(game)).items() if name == wager]


def test_pays():
    """the pay tables of the five games are those of the rule documents"""
    assert ratios("mbs-blackjack-v6", "main") == ["3 to 2", "1 to 1"]
    assert ratios("mbs-ace-race-v4", "main") == ["6 to 5", "1 to 1"]
    assert ratios("rws-blackjack", "main") == ["6 to 5", "1 to 1"]
    assert ratios("mbs-blackjack-v6", "pair") == ["11 to 1"]
    assert ratios("mbs-ace-race-v4", "ace-race") == ["50 to 1", "15 to 1", "8 to 1", "5 to 1"]
    assert ratios("mbs-ace-race-v4", "ace-race-split") == ["10 to 1"]
    assert ratios("mbs-star-elements", "super-star-sevens") == ["4,000 to 1", "400 to 1", "40 to 1"]
    assert ratios("mbs-star-elements", "three-stars") == ["500 to 1", "50 to 1"]
    assert ratios("rws-blackjack", "rws-pairs") == ["50 to 1", "20 to 1", "12 to 1", "6 to 1"]
    assert ratios("rws-blackjack", "insurance") == ["2 to 1"]
    assert sorted(ratios("mbs-7up-baccarat", "banker")) == ["1 to 1", "9 to 5"]
    assert sorted(ratios("mbs-7up-baccarat", "super-sevens")) == sorted(
        ["2 to 1", "5 to 1", "17 to 1", "70 to 1", "700 to 1"])


def test_rules():
    """what the Dealer does and what a Player may do differ where the documents differ"""
    v6, ace_race, rws = sign("mbs-blackjack-v6"), sign("mbs-ace-race-v4"), sign("rws-blackjack")
    assert "stands on every 17" in says(v6, "Draws") and "on soft 17" in says(ace_race, "Draws")
    assert "original wager only" in says(v6, "Dealer's Blackjack")
    assert "lose all their wagers" in says(ace_race, "Dealer's Blackjack")
    assert "any first two cards" in says(v6, "Double") and "Only on hard 10–11" in says(ace_race, "Double")
    assert "Below 12 you must draw" in says(rws, "Stand or draw")
    assert "any total" in says(v6, "Stand or draw")
    assert "not against the Dealer's Ace" in says(rws, "Surrender")


def test_baccarat():
    """the table of third cards is the one of clause 3.7"""
    of = sign("mbs-7up-baccarat")
    assert "first card is always the 7" in says(of, "First card")
    assert says(of, "Deal") == "Banker, Player, Banker."
    assert says(of, "Banker 0–2") == "Always draws."
    assert says(of, "Banker 3").endswith("counts 0–7, 9.")
    assert says(of, "Banker 4").endswith("counts 2–7.")
    assert says(of, "Banker 5").endswith("counts 4–7.")
    assert says(of, "Banker 6").endswith("counts 6–7.")
    assert says(of, "Banker 7") == "Stands."


def test_clauses():
    """every pay line and nearly every rule is said with its clauses"""
    for game in tap.GAMES:
        for section in sign(game)["sections"]:
            for row in section["rows"]:
                assert section["kind"] != "pays" or row["clauses"], (game, row)


def test_odds():
    """for every wager how often it is paid and the house edge, as croupier odds has them; without decks, or if one likes, nothing of it"""
    for game in tap.GAMES:
        decks = tap.run("games", "--json").json()
        decks = next(g for g in decks if g["id"] == game)["decks"]["min"]
        exact = {w["kind"]: w for w in tap.run("odds", game, f"--decks={decks}", "--distribution", "--json").json()["wagers"]}
        sign = tap.run("sign", game, f"--decks={decks}", "--json").json()
        told = {s["wager"]: s for s in sign["sections"] if "odds" in s}
        assert set(told) == {s["wager"] for s in sign["sections"] if s["kind"] == "pays"}, game
        for kind, section in told.items():
            edge, chance = exact[kind]["house_edge"], exact[kind].get("hit_frequency")
            assert abs(section["odds"]["edge"] - edge * 1e6) <= 0.51, (game, kind, section, edge)
            assert chance is None or abs(section["odds"]["chance"] - chance * 1e6) <= 0.51, (game, kind, section, chance)
            assert f"{edge * 100:.2f} %" in section["note"], (game, kind, section["note"], edge)
        for words in ([], [f"--decks={decks}", "--no-odds"]):
            assert all("odds" not in s for s in tap.run("sign", game, *words, "--json").json()["sections"]), game


def test_setting():
    """decks and limits of the table are shown; the narrower word wins"""
    of = sign("mbs-blackjack-v6", "--decks", 6, "--limits", "pair=5-100,main=25-1000,all=1-2")
    assert says(of, "Decks") == "6 decks of 52 cards"
    table = [row["says"] for row in of["sections"][0]["rows"]]
    assert table == ["6 decks of 52 cards", "25 to 1,000", "5 to 100"]
    assert says(sign("mbs-star-elements"), "Decks") == "4 to 6 decks of 65 cards"


def test_bad_setting():
    """decks outside the range and limits that are none are refused with the reason"""
    assert "1 to 8 decks" in tap.refused(2, "sign", "mbs-blackjack-v6", "--decks", 9)
    assert "1 to 8 decks" in tap.refused(2, "sign", "mbs-blackjack-v6", "--decks", "six")
    for limits in ("main", "main=", "main=5", "main=10-5", "main=0-5", "=1-2", "main=1-2,", "main=-5-10", "main=1-2-3"):
        assert "WAGER=MIN-MAX" in tap.refused(2, "sign", "mbs-blackjack-v6", "--limits", limits), limits
    assert 'did you mean "pair"' in tap.refused(2, "sign", "mbs-blackjack-v6", "--limits", "piar=5-10")
    assert "insurance" in tap.refused(2, "sign", "mbs-blackjack-v6", "--limits", "insurance=5-10")
    assert "en, ms or zh" in tap.refused(2, "sign", "mbs-blackjack-v6", "--lang", "fr")


def test_languages():
    """the two languages have the same sections, rows, figures and clauses"""
    for game in tap.GAMES:
        english, chinese = sign(game), sign(game, "--lang", "zh")
        assert chinese["language"] == "zh" and chinese["title"] != english["title"]
        for ours, theirs in zip(english["sections"], chinese["sections"], strict=True):
            assert ours["heading"] != theirs["heading"], (game, ours["heading"])
            for row, same in zip(ours["rows"], theirs["rows"], strict=True):
                assert row["clauses"] == same["clauses"]
                assert row["says"] != same["says"], (game, row)
                if ours["kind"] == "pays":
                    high, _, low = row["says"].partition(" to ")
                    assert same["says"] == ("1 赔 0.5（赢一半）" if row["says"] == "1 to 2" else f"{low} 赔 {high}"), same


def test_text():
    """the text has a line for every row, and the hash of the rulebook at its foot"""
    of = sign("rws-blackjack")
    text = tap.done("sign", "rws-blackjack")
    for section in of["sections"]:
        assert section["heading"] in text
        for row in section["rows"]:
            assert row["says"] in text, row
    assert text.rstrip().endswith(of["hash"])


class Page(html.parser.HTMLParser):
    """Checks that elements are closed in order, and keeps the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.links = [], "", []
        self.feed(text)
        assert self.open == [], self.open

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text += data


def test_page():
    """--html writes a page that stands alone, sound in its elements, with every row on it"""
    with tap.folder() as folder:
        path = pathlib.Path(folder) / "sign.html"
        for game in tap.GAMES:
            for language in ("en", "zh"):
                assert tap.done("sign", game, "--lang", language, "--html", path) == ""
                text = path.read_text()
                page = Page(text)
                assert page.links == [] and "url(" not in text and "<script" not in text
                for section in sign(game, "--lang", language)["sections"]:
                    for row in section["rows"]:
                        assert row["topic"] in page.text and row["says"] in page.text, row
        assert tap.done("sign", game, "--html", "-", "--lang", "zh") == text
        assert "No such file" in tap.refused(2, "sign", game, "--html", f"{folder}/none/sign.html")


def test_escaping():
    """names of a rulebook cannot break out of the page"""
    with tap.folder() as folder:
        book = pathlib.Path(folder) / "book.yaml"
        text = tap.done("rulebook", "export", "rws-blackjack")
        name = tap.run("games", "--json").json()
        name = next(game["name"] for game in name if game["id"] == "rws-blackjack")
        assert name in text
        book.write_text(text.replace(name, "<script>A & B</script>"))
        page = tap.done("sign", "--rulebook", book, "--html", "-")
        assert "<script>" not in page and "&lt;script&gt;A &amp; B" in page


def test_one_pay_changed():
    """changing one pay in an exported copy changes the sign and the hash, and nothing else"""
    with tap.folder() as folder:
        book = pathlib.Path(folder) / "mine.yaml"
        text = tap.done("rulebook", "export", "mbs-blackjack-v6")
        assert text.count("11:1") == 1, "the pay of the Pair wager"
        book.write_text(text.replace("11:1", "12:1"))
        ours, theirs = sign("mbs-blackjack-v6"), sign("--rulebook", book)
        assert ours["hash"] != theirs["hash"]
        changed = [(old, new) for old, new in zip(pays(ours).items(), pays(theirs).items(), strict=True) if old != new]
        assert [(old[1], new[1]) for old, new in changed] == [("11 to 1", "12 to 1")], changed
        book.write_text("# a comment is not a rule\n" + text)
        assert sign("--rulebook", book)["hash"] == ours["hash"]


if __name__ == "__main__":
    tap.main(globals())
