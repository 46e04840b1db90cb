# SPDX-License-Identifier: Apache-2.0
"""What a player does in a round, by protocol alone."""
from casino import GAMES


def bet(player, name, game, amount="20"):
    main = GAMES[game]
    return player.done(name, f"bet {main} {amount}" if main != "main" else f"bet 1 {main} {amount}")


def answer_offers(player, name):
    """One sensible act of a player who has something to decide; False if he has not."""
    offers = {o["verb"]: o for o in player.offers(name)}
    state = player.states[name]
    if player.name not in state["wants"]["from"]:
        return False
    for verb in ("decline", "stand", "hit", "continue"):
        if verb in offers:
            player.done(name, offers[verb]["act"])
            return True
    return False


def play_out(player, name, number):
    """Plays until round `number` has ended."""
    state = player.states[name]
    while not (state["round"] == number and state["phase"] == "ended"):
        assert state["round"] == number, f"round {number} went by unseen"
        if not answer_offers(player, name):
            assert player.receive() is not None
        state = player.states[name]
    return state
