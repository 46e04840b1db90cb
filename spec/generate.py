# SPDX-License-Identifier: Apache-2.0
"""Random tables, random people, random errors. Knows the words of the notation and no rule: it asks
the spec and the engine what could come next, and now and then does something else.

Rare things are weighed up: half of the rounds have an irregularity, and up to four follow one
another; wagers outside the limits, absent people and failing terminals are as likely as not.
"""
import generate_baccarat
import generate_blackjack
import scramble

PLAYERS = {
    "mbs-blackjack-v6": generate_blackjack,
    "mbs-ace-race-v4": generate_blackjack,
    "mbs-star-elements": generate_blackjack,
    "rws-blackjack": generate_blackjack,
    "mbs-7up-baccarat": generate_baccarat,
}


def headers(game, rng, kinds=()):
    """Those of a random table. Where reports of these kinds are hunted for it has limits, and side wagers may be
    settled late."""
    head = PLAYERS[game].headers(game, rng)
    while kinds and not any(line.startswith(("limits main", "limits all")) for line in head):
        head = PLAYERS[game].headers(game, rng)
    if "pairs-unsettled" in kinds and rng.random() < 0.4:
        head = [line for line in head if not line.startswith("set ")] + ["set settle.sides_early false"]
    return head


def player(game, rng, head):
    return PLAYERS[game].Player(game, rng, head)


def scrambled(game, player):
    """Baccarat's generator makes an error whether or not another was reported."""
    return player if PLAYERS[game] is generate_baccarat else scramble.Scrambler(player)
