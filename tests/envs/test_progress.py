"""What counts as progress, and that no regular play comes near the end that a stall has."""

from __future__ import annotations

from typing import Any

import pytest

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Verb
from r3gym.core.charge import ChargeKind
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.core.state import ContestState, ProblemState
from r3gym.envs.live_env import LiveEnv
from r3gym.envs.progress import ProgressWatch, default_stall_cap
from r3gym.errors import InputError
from r3gym.policies import EpisodeContext, named_policy, with_scheduler
from r3gym.policies.playing import play_episode

from contest_actions import do  # isort: skip

NOTHING: set[tuple[str, str]] = set()


def state(focus: str | None = None, shelved: str = "") -> ContestState:
    problems = tuple(ProblemState(label, shelved=label in shelved) for label in "ABC")
    return ContestState(get_domain("code"), problems, focus, total=3, used=0, remaining=3)


def test_progress_is_a_charge_or_something_that_was_not_there_before() -> None:
    watch, free = ProgressWatch(10, state()), ChargeKind.FREE
    idle = []
    for kind, text, place, answers in (
        (free, "a b", state(), NOTHING),  # a new output
        (free, "a b", state(), NOTHING),
        (ChargeKind.BLOCKED, "no", state(), NOTHING),  # a new text
        (ChargeKind.BLOCKED, "no", state(), NOTHING),
        (free, "a b", state("A"), NOTHING),  # a new focus
        (free, "a b", state(), NOTHING),  # back again
        (free, "a b", state(None, "A"), NOTHING),  # shelved
        (free, "no", state(None, "A"), {("A", "1")}),  # an answer
        (free, "no", state(None, "A"), {("A", "2")}),  # another
        (free, "no", state(None, "A"), {("A", "1")}),  # the first again
        (ChargeKind.COUNTED, "no", state(None, "A"), NOTHING),  # a unit
    ):
        watch.step(kind, text, place, answers)
        idle.append(watch.idle)
    assert idle == [0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0]


def test_a_second_reading_of_every_problem_ends_nothing() -> None:
    for problems in range(1, 13):
        cap = default_stall_cap(problems)
        assert cap > 2 * problems + 2  # a focus and a look each, the status, and one more
        watch = ProgressWatch(cap, state())
        for _ in range(2 * problems + 2):
            watch.step(ChargeKind.FREE, "seen", state(), NOTHING)
        assert not watch.stalled


def test_the_notice_comes_once_and_the_end_at_the_cap(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, stall_cap=6)
    env.reset(seed=0)
    steps = [env.step(do(Verb.STATUS)) for _ in range(7)]
    told = [number for number, step in enumerate(steps) if "After 3 more actions like these" in step[0]["text"]]
    assert told == [3]
    assert [step[3] for step in steps] == [False] * 6 + [True]  # truncated, and judged as it is
    assert (steps[-1][4]["ending"], steps[-1][4]["result"]["score"]) == ("stalled", 0)


def test_a_cap_that_is_no_number_is_refused(make_env: Any) -> None:
    with pytest.raises(InputError, match="stall_cap=-1"):
        make_env("R3Contest-Math-v0", stall_cap=-1)


@pytest.mark.parametrize("scheduler", ["none", "coverage", "verification"])
@pytest.mark.parametrize("who", ["tunnel", "scanner"])
def test_regular_play_does_not_even_come_near_the_notice(make_env: Any, who: str, scheduler: str) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, budget=12, scheduler=scheduler)
    context = EpisodeContext(Setting.AGENTIC, get_domain("math"), "embedded", "none", 0, run="r")
    policy = with_scheduler(named_policy(f"scripted:{who}").make(context).policy, scheduler)
    live, idle = env.unwrapped, [0]
    assert isinstance(live, LiveEnv)
    played = play_episode(env, policy, seed=0, on_step=lambda _: idle.append(live._progress.idle))  # type: ignore[attr-defined]
    assert played.info["ending"] == "finished"
    assert max(idle) <= 2
