# SPDX-License-Identifier: Apache-2.0
"""Goal: a shoe can be checked by anybody. The recipe of docs/journal.md is followed here once more, in another language
and without our library, and must give what the command gives."""
import hashlib
import struct

import tap

DECKS = {"french": ("A23456789TJQK", "s h d c"), "elements": ("A23456789TFLS", "fi go ea wo wa")}


def turn(x, n):
    return ((x << n) | (x >> (32 - n))) & 0xFFFFFFFF


def block(key, counter, nonce):
    """One block of ChaCha20, RFC 8439."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, *struct.unpack("<3I", nonce)]
    words = list(start)
    for columns in [((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
                    ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))] * 10:
        for a, b, c, d in columns:
            for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                words[x] = (words[x] + words[y]) & 0xFFFFFFFF
                words[z] = turn(words[z] ^ words[x], by)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(words, start)))


def draws(seed):
    for counter in range(1 << 32):
        yield from struct.unpack("<8Q", block(seed, counter, b"croupiershoe"))


def order(deck, decks, seed):
    ranks, suits = DECKS[deck]
    cards = [rank + suit for _ in range(decks) for suit in suits.split() for rank in ranks]
    stream = draws(seed)
    for left in range(len(cards), 1, -1):
        product = (next(stream) >> 32) * left
        while product % (1 << 32) < (1 << 32) % left:
            product = (next(stream) >> 32) * left
        at = product >> 32
        cards[left - 1], cards[at] = cards[at], cards[left - 1]
    return cards


def commitment(table, shoe, deck, decks, seed):
    text = f"croupier shoe 1\n{table}\n{shoe}\n{deck} {decks}\n{seed.hex()}\n"
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


def words(table, shoe, deck, decks, seed, promised=None):
    return ["verify-shoe", "--table", table, "--shoe", shoe, "--deck", deck, "--decks", decks, "--seed", seed.hex(),
            "--commitment", promised or commitment(table, shoe, deck, decks, seed)]


def test_recipe():
    """the published recipe, followed by another program, gives the same commitment and the same order"""
    for number, (deck, decks) in enumerate([("french", 1), ("french", 6), ("french", 8), ("elements", 4), ("elements", 10)]):
        seed = hashlib.sha256(bytes([number])).digest()
        found = tap.run(*words("bj-1", number + 1, deck, decks, seed), "--json").json()
        assert found["committed"] is True
        assert found["order"] == order(deck, decks, seed), (deck, decks)


def test_cards():
    """cards are compared from the front of the shoe on, and the first that differs is named"""
    seed = bytes(32)
    right = order("french", 8, seed)
    start = words("T1", 1, "french", 8, seed)
    assert "All 416 cards" in tap.done(*start, *right)
    other = "As" if right[2] != "As" else "Kd"
    outcome = tap.run(*start, *right[:2], other)
    assert outcome.status == 1 and f"Card 3 is {other}; the seed gives {right[2]}." in outcome.out
    outcome = tap.run(*start, *right, "As")
    assert outcome.status == 1 and "Card 417 is more" in outcome.out
    assert tap.done(*start, "--order").split()[-416:] == right


def test_other_seed():
    """a seed that was not committed to is found out, whatever fact is another"""
    seed, other = bytes(32), bytes([1]) + bytes(31)
    right = commitment("T1", 1, "french", 8, seed)
    for row in [("T2", 1, "french", 8, seed), ("T1", 2, "french", 8, seed), ("T1", 1, "elements", 8, seed),
                ("T1", 1, "french", 6, seed), ("T1", 1, "french", 8, other)]:
        outcome = tap.run(*words(*row, right))
        assert outcome.status == 1 and "NOT" in outcome.out, row


def test_usage():
    """what is missing or malformed is named"""
    start = words("T1", 1, "french", 8, bytes(32))
    assert "--table is missing" in tap.refused(2, "verify-shoe")
    assert "--seed" in tap.refused(2, *[word if word != bytes(32).hex() else "zz" for word in start])
    assert "--deck takes french or elements" in tap.refused(2, *["tarot" if word == "french" else word for word in start])
    assert 'bad card "1x"' in tap.refused(2, *start, "1x")
    assert "--shoe" in tap.refused(2, *start, "--shoe", "0")
    assert "--decks" in tap.refused(2, *start, "--decks", "11")
    assert "--commitment" in tap.refused(2, *start, "--commitment", "12")


if __name__ == "__main__":
    tap.main(globals())
