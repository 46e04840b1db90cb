# SPDX-License-Identifier: Apache-2.0
"""Which document belongs to which game."""
from baccarat import Baccarat

GAMES = {"mbs-7up-baccarat": Baccarat}


def table_of(game, headers):
    return GAMES[game](headers)
