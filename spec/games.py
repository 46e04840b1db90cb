# SPDX-License-Identifier: Apache-2.0
"""Which document belongs to which game."""
import baccarat
from baccarat import Baccarat
from blackjack import BlackjackAceRace, BlackjackRws, BlackjackStarElements, BlackjackV6

GAMES = {
    "mbs-blackjack-v6": BlackjackV6,
    "mbs-ace-race-v4": BlackjackAceRace,
    "mbs-star-elements": BlackjackStarElements,
    "rws-blackjack": BlackjackRws,
    "mbs-7up-baccarat": Baccarat,
}

KINDS = {game: ("previous-round-error", *(baccarat if table is Baccarat else table.law).REPORTS)
         for game, table in GAMES.items()}  # of irregularities


def table_of(game, headers):
    return GAMES[game](headers)
