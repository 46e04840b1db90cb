# SPDX-License-Identifier: Apache-2.0
"""Rules, exact odds and simulation of casino table games, and environments for programs that learn to play them.

    from croupier import Rulebook
    Rulebook("rws-blackjack").odds(6)["wagers"][0]["house_edge"]

Everything is computed by libcroupier, which the package brings along; CROUPIER_LIBRARY names another one. Digits are those
of the command."""
from ._library import CroupierError, library as _library, text as _text
from .batch import SIGHTS, Batch
from .env import BlackjackEnv, BlackjackVectorEnv
from .round import Round, Ruling
from .rulebook import ACTIONS, Rulebook, game_yaml, games

__version__: str = _text(_library.croupier_version())
__all__ = ["ACTIONS", "Batch", "BlackjackEnv", "BlackjackVectorEnv", "CroupierError", "Round", "Rulebook", "Ruling", "SIGHTS", "game_yaml", "games"]
