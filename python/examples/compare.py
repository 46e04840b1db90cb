# SPDX-License-Identifier: Apache-2.0
"""Compares the five games: what the house keeps, how wild each is, and what a million rounds of best play say of it.

    python3 compare.py"""
from __future__ import annotations

from croupier import Rulebook, games


def main() -> None:
    print(f"{'game':20} {'wager':22} {'house edge':>11} {'deviation':>10} {'simulated':>11} {'z':>6}")
    for game in games():
        book = Rulebook(game)
        played = {wager["kind"]: wager for wager in book.simulate(1 << 20, decks=6, threads=2, seed=5)["wagers"]}
        for wager in book.odds(6, distribution=True)["wagers"]:
            mean, error = (played[wager["kind"]][what] for what in ("mean", "standard_error"))
            # What a player's own decisions give rise to (Insurance, split Aces) is counted given that it is placed at all.
            apart = (mean + wager["house_edge"]) / error if mean is not None and "condition" not in wager else None
            print(f"{game:20} {wager['kind']:22} {100 * wager['house_edge']:10.4f}% {wager['standard_deviation']:10.4f} "
                  f"{'' if mean is None else f'{-100 * mean:10.4f}%':>11} {'' if apart is None else f'{apart:+.2f}':>6}")


if __name__ == "__main__":
    main()
