# SPDX-License-Identifier: Apache-2.0
"""The environments by the published contracts of Gymnasium and PettingZoo: spaces, seeds, reset, step, terminated and
truncated, masks, determinism; the libraries' own checkers where they are installed. Run with the package under test."""
import inspect
import json
import sys

import numpy as np

import croupier
from croupier import Batch, BlackjackEnv, BlackjackVectorEnv, CroupierError, Round, Rulebook
from croupier.aec import HAS_PETTINGZOO, TableEnv
from croupier.spaces import HAS_GYMNASIUM, AutoresetMode

BLACKJACKS = croupier.games()[:4]


def any_action(random, mask):
    return int(random.choice(np.flatnonzero(mask)))


def test_rulebooks():
    book = Rulebook("mbs-blackjack-v6")
    before = book.hash
    book.change({"double.on": "hard", "double.totals": "[10, 11]"})
    assert book.hash != before
    for changes, code in (({"no.key": "1"}, "not-found"), ({"dealer.soft17": "x"}, "bad-text"), ({"double.totals": "[]"}, "bad-rulebook")):
        try:
            book.change(changes)
            raise AssertionError(changes)
        except CroupierError as error:
            assert error.code == code, error.code
    assert Rulebook(yaml=croupier.game_yaml("rws-blackjack")).hash == Rulebook("rws-blackjack").hash
    try:
        Rulebook(yaml="id: mine\nfamly: x\n", name="mine.yaml")
        raise AssertionError("a bad book was read")
    except CroupierError as error:
        assert "mine.yaml:2:1:" in str(error)
    told = Rulebook("rws-blackjack").simulate(1 << 16, seed=3, decks=6)
    assert told == Rulebook("rws-blackjack").simulate(1 << 16, seed=3, decks=6, threads=2)
    try:
        Rulebook("rws-blackjack").simulate(1 << 40, watch=lambda done, whole: False)
        raise AssertionError("it was not stopped")
    except CroupierError as error:
        assert error.code == "cancelled"


def test_rounds():
    table = Round(Rulebook("mbs-7up-baccarat"), "decks 8\nlimits all 5 1000\n")
    assert table.apply("terminal: open").accepted
    refused = table.apply("Tom: bet tie 5000")
    assert refused.status > 0 and refused.clauses == ["2.2"] and refused.sentence
    copy = table.clone()
    assert copy.apply("Tom: bet tie 50").accepted and "Tom" not in table.record()
    assert table.legal("terminal") == ["terminal: close"]


def test_gymnasium():
    for game in BLACKJACKS:
        for bets in ((), (1, 2, 8)):
            env = BlackjackEnv(game, bets=bets, decks=6)
            seen = []
            for _ in range(2):  # the same seed gives the same episodes
                random = np.random.default_rng(5)
                story = []
                observation, info = env.reset(seed=11)
                for _ in range(300):
                    assert env.observation_space.contains(observation) and observation.dtype == np.int32
                    assert info["action_mask"].dtype == np.int8 and info["action_mask"].shape == (env.action_space.n,)
                    assert info["action_mask"].any()
                    action = any_action(random, info["action_mask"])
                    observation, reward, terminated, truncated, info = env.step(action)
                    assert isinstance(reward, float) and isinstance(terminated, bool) and truncated is False
                    assert terminated or reward == 0
                    story.append((observation.tolist(), reward, terminated))
                    if terminated:
                        try:
                            env.step(action)
                            raise AssertionError("a step after the end")
                        except RuntimeError:
                            pass
                        observation, info = env.reset()
                seen.append(story)
            assert seen[0] == seen[1] and sum(end for _, _, end in seen[0]) > 50
            other, _ = env.reset(seed=12)
            assert any(reward for _, reward, _ in seen[0])
            assert env.observation_space.contains(other)
    env = BlackjackEnv()
    _, info = env.reset(seed=1)
    try:
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
        raise AssertionError("an action that is not allowed")
    except CroupierError as error:
        assert error.code == "bad-number" and "mask" in str(error)


def test_values():
    """The exact value of every action: of what is allowed, of the shoe as it was seen, and as the command tells it."""
    env = BlackjackEnv("mbs-blackjack-v6", decks=6, penetration=0, values=True)
    book = Rulebook("mbs-blackjack-v6")
    random = np.random.default_rng(2)
    letters = "A23456789T"
    observation, info = env.reset(seed=3)
    compared = 0
    while compared < 30:
        row = dict(zip(croupier.SIGHTS, observation.tolist()))
        if row["phase"] == 1 and row["total"] < 21:
            hand = "".join(letters[value - 1] * row[f"held_{value}"] for value in range(1, 11))
            told = {action["action"]: action["expected_value"] for action in book.hand_odds(",".join(hand), letters[row["dealer"] - 1], 6)["actions"]}
            mine = {name: value for name, value in zip(croupier.ACTIONS, info["values"]) if not np.isnan(value) and name != "insure"}
            assert mine == {name.replace("-", "_"): value for name, value in told.items()}, (hand, mine, told)
            compared += 1
        assert not (~np.isnan(info["values"]) & (info["action_mask"] == 0)).any()
        observation, _, terminated, _, info = env.step(any_action(random, info["action_mask"]))
        if terminated:
            observation, info = env.reset()


def test_vector():
    env = BlackjackVectorEnv("rws-blackjack", 64, bets=(1, 4))
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    stories = []
    for _ in range(2):
        random = np.random.default_rng(7)
        sights, info = env.reset(seed=21)
        assert env.observation_space.contains(sights) and sights.shape == (64, len(croupier.SIGHTS))
        rounds = 0
        total = 0.0
        for _ in range(200):
            mask = info["action_mask"]
            assert mask.shape == (64, env.single_action_space.n) and mask.any(1).all()
            actions = (random.random(mask.shape) * mask).argmax(1)
            assert env.action_space.contains(actions)
            sights, rewards, terminated, truncated, info = env.step(actions)
            assert rewards.dtype == np.float64 and terminated.dtype == truncated.dtype == np.dtype(bool) and not truncated.any()
            assert not rewards[~terminated].any()
            if terminated.any():  # same-step autoreset: what ended, and where
                assert (info["_final_obs"] == terminated).all() and (info["_final_info"] == terminated).all()
                seat = int(np.flatnonzero(terminated)[0])
                assert env.single_observation_space.contains(info["final_obs"][seat]) and info["final_info"]["action_mask"][seat].any()
            else:
                assert "final_obs" not in info and "final_info" not in info
            rounds += int(terminated.sum())
            total += rewards.sum()
        stories.append((rounds, total, sights.tolist()))
    assert stories[0] == stories[1] and stories[0][0] > 1000


def test_aec():
    for game in BLACKJACKS:
        totals = []
        for _ in range(2):
            env = TableEnv(game, 3)
            random = np.random.default_rng(4)
            story = []
            for episode in range(25):
                env.reset(seed=episode)
                assert env.agents == env.possible_agents == ["player_1", "player_2", "player_3"]
                for agent in env.agent_iter():
                    observation, reward, terminated, truncated, info = env.last()
                    assert not truncated
                    if terminated:
                        story.append((agent, reward))
                        env.step(None)
                        continue
                    assert env.observation_space(agent).contains(observation), observation
                    assert info["action_mask"].any() and not any(env.infos[other]["action_mask"].any() for other in env.agents if other != agent)
                    env.step(any_action(random, info["action_mask"]))
                assert not env.agents
            assert len(story) == 75 and {agent for agent, _ in story} == set(env.possible_agents)
            totals.append(story)
        assert totals[0] == totals[1]


def test_documented():
    """Everything that is public says what it is, and its types."""
    everything = [getattr(croupier, name) for name in croupier.__all__] + [TableEnv]
    classes = [one for one in everything if inspect.isclass(one)]
    calls = [one for one in everything if inspect.isfunction(one)]
    for one in classes:
        assert one.__doc__, one
        for name, member in vars(one).items():
            call = member.fget if isinstance(member, property) else member
            if not name.startswith("_") and inspect.isfunction(call):
                calls.append(call)
    assert len(classes) > 7 and len(calls) > 25
    for call in calls:
        assert call.__doc__ and "return" in call.__annotations__, call.__qualname__


def test_batch():
    batch = Batch(Rulebook("mbs-star-elements"), 8, decks=6, penetration=0.5)
    batch.reset(1)
    try:
        batch.step([0] * 7)
        raise AssertionError("too few actions")
    except ValueError:
        pass


def test_checkers():
    """Where the libraries are installed their own checkers have a look."""
    if HAS_GYMNASIUM:
        from gymnasium.utils.env_checker import check_env

        check_env(BlackjackEnv(), skip_render_check=True)
    if HAS_PETTINGZOO:
        from pettingzoo.test import api_test

        api_test(TableEnv(), num_cycles=50)
    print(json.dumps({"gymnasium": HAS_GYMNASIUM, "pettingzoo": HAS_PETTINGZOO, "library": croupier.__version__}), file=sys.stderr)


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        print(f"ok {name}")
