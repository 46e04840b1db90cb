# SPDX-License-Identifier: Apache-2.0
"""Several seats at one table, by PettingZoo's AEC interface, played by the rules engine itself.

Every agent has one area and bets one unit each round; one episode is one round. First every agent that has a choice before
the subsequent deal is asked for it (surrender, even money, Insurance; `stand` lets it pass), then hands are played in the
order of the table. Rewards come when the round ends, exact in units."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .round import Round
from .rulebook import ACTIONS, Rulebook
from .spaces import Box, Discrete

try:
    from pettingzoo import AECEnv

    HAS_PETTINGZOO = True
except ImportError:
    HAS_PETTINGZOO = False

    class AECEnv:  # type: ignore[no-redef]
        """As much of it as is needed."""

        @property
        def num_agents(self) -> int:
            return len(self.agents)

        @property
        def max_num_agents(self) -> int:
            return len(self.possible_agents)

        @property
        def unwrapped(self) -> Any:
            return self

        def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
            while self.agents and max_iter > 0:
                max_iter -= 1
                yield self.agent_selection

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            agent = self.agent_selection
            return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent],
                    self.infos[agent])

        def close(self) -> None:
            pass


UNIT_CENTS = 10000
CARDS = {"french": [rank + suit for suit in "shdc" for rank in "A23456789TJQK"],
         "elements": [rank + suit for suit in ("fi", "go", "ea", "wo", "wa") for rank in "A23456789TFLS"]}
VALUE = {**{rank: 10 for rank in "TJQKFLS"}, "A": 1, **{str(number): number for number in range(2, 10)}}
STAND, HIT, DOUBLE, SPLIT, SURRENDER, EVEN, INSURE = range(len(ACTIONS))
OPTIONS = {"surrender": SURRENDER, "even": EVEN, "insure": INSURE}
PLAYS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT}


class TableEnv(AECEnv):  # type: ignore[misc,valid-type]
    """Several seats at one table. `observe(agent)`: the hand to decide on (ten counts, Aces first), the Dealer's card,
    whether the hand was split, and how many cards of each value lie on the table. `infos[agent]["action_mask"]` says what
    is allowed."""

    metadata = {"render_modes": [], "name": "croupier_table_v0", "is_parallelizable": False}
    render_mode = None

    def __init__(self, book: Rulebook | str = "mbs-blackjack-v6", seats: int = 3, decks: int = 6):
        self.book = Rulebook(book) if isinstance(book, str) else book
        keys = {key["key"]: key["value"] for key in self.book.keys()}
        self._deck = CARDS[keys["cards.deck"]]
        self._insurance = [int(part) for part in keys["insurance.max"].split(":")]
        self._decks = decks
        self.possible_agents = [f"player_{number}" for number in range(1, seats + 1)]
        self.agents: list[str] = []
        self._names = {agent: f"P{number}" for number, agent in enumerate(self.possible_agents, 1)}
        self._agents = {name: agent for agent, name in self._names.items()}
        high = np.array([21] * 10 + [10, 1] + [decks * len(self._deck)] * 10, np.int32)
        self.observation_spaces = {agent: Box(0, high, (22,), np.int32) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The same object every time, as the interface wants it."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of ACTIONS; the same object every time."""
        return self.action_spaces[agent]

    # ---- The table. ----

    def _say(self, line: str) -> None:
        ruling = self.round.apply(line)
        if not ruling.accepted:
            raise RuntimeError(f"{line}: {ruling.sentence}")
        for event in ruling.events:
            if event["kind"] == "result":
                self._won[self._agents[event["who"]]] += event["amount"]

    def _draw(self) -> None:
        self._say(f"shoe: {self._shoe.pop()}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A fresh shoe, a wager of one unit for everybody, and the cards up to the first decision."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": np.zeros(len(ACTIONS), np.int8)} for agent in self.agents}
        self._won = dict.fromkeys(self.agents, 0)
        self._shoe = [str(card) for card in self._rng.permutation(self._deck * self._decks)]
        seats = "".join(f"seat {self._names[agent]} {area}\n" for area, agent in enumerate(self.agents, 1))
        self.round = Round(self.book, f"decks {self._decks}\nareas 7\nlimits main 1 1000000\n{seats}")
        self._say("dealer: open")
        for area, agent in enumerate(self.agents, 1):
            self._say(f"{self._names[agent]}: bet {area} main {UNIT_CENTS // 100}")
        self._say("dealer: close")
        for _ in range(len(self.agents) + 1 + len(self.agents)):
            self._draw()
        self._say("dealer: settle")
        self._asking = list(self.agents)  # who has not been asked for an option yet
        self._advance()

    def _lines(self, agent: str) -> dict[str, str]:
        """What the agent may do by its verb, on the hand whose turn it is or on its own area."""
        name = self._names[agent]
        acts = [line.split(": ", 1)[1].split() for line in self.round.legal(name)]
        return {act[0]: " ".join(act) for act in acts if len(act) > 1 and act[0] in {**OPTIONS, **PLAYS}}

    def _advance(self) -> None:
        """On to the next decision, or to the end of the round."""
        while self._asking:
            choices = [OPTIONS[verb] for verb in self._lines(self._asking[0]) if verb in OPTIONS]
            if choices:
                return self._select(self._asking[0], [STAND, *choices])
            self._asking.pop(0)
        while True:
            view = self.round.view("display")
            if view["phase"] == "ended":
                return self._finish()
            if view["wants"]["card"]:
                self._draw()
            elif view["wants"]["turn"]:
                self._spot = view["wants"]["turn"]
                agent = self.possible_agents[int(self._spot.split(".")[0]) - 1]
                return self._select(agent, [PLAYS[verb] for verb in self._lines(agent) if verb in PLAYS])
            else:
                self._say("dealer: end")

    def _select(self, agent: str, allowed: list[int]) -> None:
        self.agent_selection = agent
        mask = np.zeros(len(ACTIONS), np.int8)
        mask[allowed] = 1
        for other in self.agents:
            self.infos[other] = {"action_mask": mask if other == agent else np.zeros(len(ACTIONS), np.int8)}

    def _finish(self) -> None:
        for agent in self.agents:
            self.rewards[agent] = self._won[agent] / UNIT_CENTS
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": np.zeros(len(ACTIONS), np.int8)}
            self._cumulative_rewards[agent] += self.rewards[agent]
        self.agent_selection = self.agents[0]

    # ---- The interface. ----

    def observe(self, agent: str) -> NDArray[np.int32]:
        """What the agent sees now: see TableEnv."""
        seen = np.zeros(22, np.int32)
        area = str(self.possible_agents.index(agent) + 1)
        spot = self._spot if not self._asking and getattr(self, "_spot", "").split(".")[0] == area else area
        for hand in self.round.view("display")["hands"]:
            for card in hand["cards"]:
                value = VALUE[card[0]]
                seen[11 + value] += 1
                if hand["place"] == spot:
                    seen[value - 1] += 1
                if hand["place"] == "dealer" and not seen[10]:
                    seen[10] = value
        seen[11] = "." in spot
        return seen

    def step(self, action: int | None) -> None:
        """The decision of `agent_selection`; None once its round has ended."""
        agent = self.agent_selection
        if self.terminations[agent]:
            return self._leave(agent, action)
        if action is None or not self.infos[agent]["action_mask"][action]:
            raise ValueError(f"{agent} may not do {action}: {self.infos[agent]['action_mask'].tolist()}")
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards[agent] = 0.0
        area = self.possible_agents.index(agent) + 1
        if self._asking:
            self._take_option(agent, area, int(action))
        else:
            verb = ACTIONS[action]
            amount = f" {UNIT_CENTS // 100}" if action == DOUBLE else ""
            self._say(f"{self._names[agent]}: {verb} {self._spot}{amount}")
        self._advance()

    def _take_option(self, agent: str, area: int, action: int) -> None:
        num, den = self._insurance
        line = {SURRENDER: f"surrender {area}", EVEN: f"even {area}", INSURE: f"insure {area} {UNIT_CENTS / 100 * num / den:.2f}"}.get(action)
        if line:
            self._say(f"{self._names[agent]}: {line}")
        if action != INSURE:
            self._asking.pop(0)

    def _leave(self, agent: str, action: int | None) -> None:
        """An agent whose round has ended steps with None, and is gone."""
        if action is not None:
            raise ValueError("the round has ended for this agent: step(None)")
        self.agents.remove(agent)
        for what in (self.rewards, self.terminations, self.truncations, self.infos, self._cumulative_rewards):
            what.pop(agent)
        if self.agents:
            self.agent_selection = self.agents[0]


__all__ = ["TableEnv"]
