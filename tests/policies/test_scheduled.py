"""`ScheduledAgent`: any agent works where a driver tells it to, and finishes with every answer recorded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from agent_play import DONE, profile, sh
from agent_play import play as play_model
from contest_actions import do, run
from format1_view import format1_view
from loopback_model import ModelServer, ScriptedCompletion, calls, model_server

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Verb
from r3gym.core.state import ContestState
from r3gym.core.tier import Tier
from r3gym.errors import InputError
from r3gym.policies import LLMAgent, ScheduledAgent, ScriptedSolver, Skill, with_scheduler
from r3gym.policies.playing import play_episode
from r3gym.policies.scheduled import CLOSING_ACTIONS
from r3gym.records.record import EpisodeRecord
from r3gym.records.rows import EpisodeRow
from r3gym.schedulers import BaseDriver, Driver, make_scheduler, scheduler_names

DRIVERS = [name for name in scheduler_names() if isinstance(make_scheduler(name), Driver)]
SECOND_TRY = dict.fromkeys(Tier, Skill(2, 2, 0.0))


def play(agent: Any, domain: str = "Math", **settings: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The last info and the record of one contest."""
    env = gym.make(f"R3Contest-{domain}-v0", **{"contest": 0, **settings})
    try:
        info = play_episode(env, agent, seed=0).info
        return info, format1_view(env.get_wrapper_attr("log").record())
    finally:
        env.close()


def paid_path(record: dict[str, Any]) -> str:
    return "".join(s["focus"] for s in record["steps"] if s["charge"]["kind"] == "counted")


def solver(domain: str = "math", **settings: Any) -> ScriptedSolver:
    return ScriptedSolver("embedded", domain, **{"profile": SECOND_TRY, **settings})


@pytest.mark.parametrize("guarded", [True, False])
@pytest.mark.parametrize("name", DRIVERS)
def test_every_driver_leads_the_scripted_solver_through_a_contest(name: str, guarded: bool) -> None:
    driver = make_scheduler(name)
    agent = ScheduledAgent(solver(), driver)
    info, record = play(agent, budget=9, scheduler=driver.name if guarded else "none")
    led = record["policy"]["driven_by"]
    choices = iter(led["choices"])  # some change before the step is paid: a recorded answer is news to the driver
    assert all(label in choices for label in paid_path(record))
    assert info["ledger"]["blocked"] == 0, "an agent that listens is never blocked"
    assert record["policy"]["name"] == "scripted:tunnel"
    touched = [p for p in info["result"]["problems"] if p["spent"]]
    assert touched
    assert all(p["parse"] == "answered" for p in touched), "every candidate is recorded"


def test_the_driver_decides_after_every_paid_step() -> None:
    _, record = play(ScheduledAgent(solver(), "round_robin"), budget=12, scheduler="round_robin")
    assert paid_path(record) == "123456123456"
    info, record = play(ScheduledAgent(solver(), "greedy"), budget=9, scheduler="greedy")
    assert paid_path(record) == "112233445"
    assert info["result"]["score"] == 4


def test_it_stops_when_the_driver_wants_no_more_and_leaves_the_rest_unspent() -> None:
    info, record = play(ScheduledAgent(solver(), "round_robin"), budget=20, scheduler="round_robin")
    assert info["ledger"]["used"] == 12
    assert record["policy"]["driven_by"]["choices"][-1] is None
    assert info["result"]["score"] == 6


def test_it_works_in_the_real_sandbox_with_programs() -> None:
    agent = ScheduledAgent(solver("code"), "sequential:2")
    info, record = play(agent, "Code", budget=6, scheduler="sequential:2")
    assert info["ledger"]["used"] == 6
    assert paid_path(record) == "".join(sorted(paid_path(record))), "two at most each, in presented order"
    assert {p["parse"] for p in info["result"]["problems"] if p["spent"]} == {"answered"}


@pytest.mark.parametrize(("guard", "path"), [("equal", "1234"), ("none", "1122")])
def test_a_hidden_budget_is_known_to_the_environments_driver_only(guard: str, path: str) -> None:
    """Without a guard the driver believes that there is no limit; the budget ends the contest all the same."""
    info, record = play(ScheduledAgent(solver(), "equal"), budget=4, scheduler=guard, budget_view="hidden")
    assert paid_path(record) == path
    assert {p["parse"] for p in info["result"]["problems"] if p["spent"]} == {"answered"}


def test_the_environment_itself_says_what_is_next_when_its_scheduler_drives() -> None:
    env = gym.make("R3Contest-Math-v0", contest=0, budget=1, scheduler="greedy")
    assert env.reset(seed=0)[1]["next_problem"] == "1"
    env.step(do(Verb.FOCUS, 1))
    assert env.step(run("python3 -c 'print(1)'"))[4]["next_problem"] is None
    env.close()


def test_in_target_mode_the_driver_sees_the_target_only() -> None:
    _, record = play(ScheduledAgent(solver(), "round_robin"), budget=5, scheduler="round_robin", target="4")
    assert paid_path(record) == "44"


class Headstrong:
    """Wants the second problem, whatever it is told; records one answer when it hears that nothing is left."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.next_problems: list[str | None] = []

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        self.heard.append(obs["text"])
        self.next_problems.append(info["next_problem"])
        return do(Verb.FOCUS, 2) if int(obs["focus"]) != 2 else run("python3 -c 'print(1)'")

    def notes(self) -> dict[str, Any]:
        return {"name": "headstrong"}


@pytest.mark.parametrize("guarded", [True, False])
def test_a_paid_command_elsewhere_is_blocked_with_a_reason(guarded: bool) -> None:
    agent = Headstrong()
    info, record = play(
        ScheduledAgent(agent, "greedy"),
        budget=3,
        scheduler="greedy" if guarded else "none",
        free_step_cap=40,
        stall_cap=40,
    )
    assert info["ledger"]["used"] == 0
    reason = "blocked, not run, no cost: greedy: not problem 2 now; next is 1 (focus_problem 1)"
    assert f"{reason}\n[not run, no cost; blocked: python3; 3 of 3 left]" in agent.heard
    assert set(agent.next_problems) == {"1"}
    blocked = info["ledger"]["blocked"] + record["policy"]["driven_by"]["blocked_here"]
    assert blocked >= 30
    assert info["result"]["score"] == 0, "it ends, whatever the agent does"


class AtOnce(BaseDriver):
    """Wants one step on the third problem and then no more."""

    name = "at_once"

    def choose(self, state: ContestState) -> str | None:
        return None if state.used else "3"


class Chatty(Headstrong):
    """Does as it is told, and then never stops looking at files."""

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        super().act(obs, info)
        if info["next_problem"] is None:
            return run("ls")
        return do(Verb.FOCUS, 3) if int(obs["focus"]) != 3 else run("python3 -c 'print(1)'")


def test_an_agent_that_never_ends_is_ended_some_actions_after_the_driver() -> None:
    agent = Chatty()
    info, record = play(ScheduledAgent(agent, AtOnce()), budget=3, stall_cap=100)
    assert info["ledger"]["used"] == 1
    assert record["steps"][-1]["verb"] == "finish"
    assert sum("ls" in s["text"] for s in record["steps"]) == CLOSING_ACTIONS
    said = [text for text in agent.heard if "no further counted actions" in text]
    assert len(said) == 1, "said once, at the end of what the last step answered"
    assert said[0].startswith("1\n")


class Stubborn:
    """Plays a fixed list of actions, whatever it is told, and remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        pay = run("python3 -c 'print(1)'")
        self._plan = [do(Verb.FOCUS, 1), pay, pay, do(Verb.FOCUS, 2), pay, do(Verb.SUBMIT, 1, "7"), pay]
        self._plan += [run("focus_problem 3 && python3 -c 'print(3)'"), pay]
        for problem in (4, 5, 6, 1):
            self._plan += [do(Verb.FOCUS, problem), pay, pay, pay]
        self._plan += [do(Verb.SUBMIT, 1, "8"), pay, pay, run("ls"), do(Verb.FINISH)]

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        self.heard.append(str(obs["text"]))
        return self._plan.pop(0)

    def notes(self) -> dict[str, Any]:
        return {"name": "stubborn"}


class Drawn(Stubborn):
    """Plays actions that a seed drew: paid, free, blocked, mixed and broken ones, on any problem."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        draw = random.Random(seed)
        commands = [
            "python3 -c 'print(1)'",
            "python3 -c 'print(2)'",
            "no_such_program 1",
            "cd /tmp",
            "python3 x.py",
            "ls",
        ]
        commands += [
            "focus_problem 3 && python3 -c 'print(3)'",
            "printf 7 > note.txt; python3 -c 'print(7)'",
            "for",
            "",
        ]
        self._plan = []
        for _ in range(45):
            problem = draw.randint(1, 6)
            pick = draw.random()
            if pick < 0.3:
                self._plan.append(do(Verb.FOCUS, problem))
            elif pick < 0.4:
                self._plan.append(do(draw.choice((Verb.SUBMIT, Verb.SHELVE)), problem, str(draw.randint(0, 9))))
            else:
                self._plan.append(run(draw.choice(commands)))
        self._plan.append(do(Verb.FINISH))


def played_record(agent: Any, **settings: Any) -> EpisodeRecord:
    env = gym.make("R3Contest-Math-v0", contest=0, budget=10, **settings)
    try:
        play_episode(env, agent, seed=0)
        return env.get_wrapper_attr("log").record()
    finally:
        env.close()


def without_times(record: EpisodeRecord) -> dict[str, Any]:
    plain = record.model_dump(mode="json", exclude={"clock"})
    for step in plain["steps"]:
        step.pop("seconds", None)
        step.pop("at", None)
    return plain


@pytest.mark.parametrize("view", ["running", "total", "hidden"])
@pytest.mark.parametrize("name", ["coverage", "verification"])
def test_a_guard_around_the_agent_has_the_same_effect_as_the_environments(name: str, view: str) -> None:
    """Whatever the agent does: it hears the same, and record and row are the same but for the clock."""
    blocked = 0
    for make in (Stubborn, *(partial(Drawn, seed) for seed in range(4))):
        inside, outside = make(), make()
        kept = played_record(inside, scheduler=name, budget_view=view)
        sent = played_record(ScheduledAgent(outside, name), budget_view=view)
        assert inside.heard == outside.heard, "the same results, the same blocks, the same last lines"
        assert without_times(kept) == without_times(sent)
        rows = [EpisodeRow.from_record(record) for record in (kept, sent)]
        assert rows[0].model_copy(update={"started": "", "seconds": 0.0}) == rows[1].model_copy(
            update={"started": "", "seconds": 0.0}
        )
        assert rows[1].scheduler == name
        blocked += sum(s.charge is not None and s.charge.category == "scheduler" for s in sent.steps)
    assert blocked >= 10


@pytest.mark.parametrize("name", ["coverage", "verification"])
def test_in_a_loop_of_ones_own_a_reset_asks_for_the_guard_or_the_wrapper_answers(name: str) -> None:
    heard = []
    for settings, asked in (({"scheduler": name}, False), ({}, True), ({}, False)):
        bare = Stubborn()
        agent = bare if settings else ScheduledAgent(bare, name)
        env = gym.make("R3Contest-Math-v0", contest=0, budget=12, **settings)
        obs, info = env.reset(seed=0, options={"scheduler": agent.guard} if asked else None)
        over = False
        while not over:
            obs, _, ended, cut, info = env.step(agent.act(obs, info))
            over = ended or cut
        heard.append((bare.heard, info["result"], info["ledger"]["used"]))
        env.close()
    assert heard[0] == heard[1] == heard[2]
    assert agent.notes()["driven_by"]["blocked_here"] >= 3


def test_a_guard_of_another_name_is_refused_before_the_episode() -> None:
    with pytest.raises(InputError, match="make the environment with scheduler='coverage'"):
        played_record(ScheduledAgent(Stubborn(), "coverage"), scheduler="verification")


@pytest.mark.parametrize("name", ["coverage", "verification"])
def test_a_solver_plays_the_same_under_a_guard_inside_and_around(name: str) -> None:
    for seed in (0, 1):
        there, kept = play(solver(seed=seed), budget=9, scheduler=name)
        here, sent = play(ScheduledAgent(solver(seed=seed), name), budget=9)
        assert there["result"] == here["result"]
        assert paid_path(kept) == paid_path(sent)
    both, _ = play(ScheduledAgent(solver(seed=1), name), budget=9, scheduler=name)
    assert both["result"] == here["result"]


def test_two_schedulers_would_contradict_each_other() -> None:
    with pytest.raises(InputError, match="make the environment with scheduler='index'"):
        play(ScheduledAgent(solver(), "index"), scheduler="coverage")


def test_an_agent_is_wrapped_only_where_the_scheduler_drives() -> None:
    agent = solver()
    assert with_scheduler(agent, "coverage") is agent
    assert isinstance(with_scheduler(agent, "index"), ScheduledAgent)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    turns: list[ScriptedCompletion] = [
        sh("focus_problem 1"),
        calls(  # two paid commands at once: the second is for a problem that had its turn
            ("bash_command", {"command": "python3 -c 'print(10 + 1)'"}),
            ("bash_command", {"command": "python3 -c 'print(10 + 2)'"}),
            ("submit_answer", {"problem": "1", "answer": "11"}),
        ),
        sh("focus_problem 2"),
        sh("python3 -c 'print(22)'"),
        calls(("submit_answer", {"problem": "2", "answer": "22"})),
        DONE,
    ]
    with model_server(*turns) as running:
        yield running


def test_a_model_is_told_in_words_and_blocked_where_it_does_not_listen(server: ModelServer, tmp_path: Path) -> None:
    agent: Any = ScheduledAgent(LLMAgent(profile=profile(server)), "round_robin")
    episode = play_model(agent, tmp_path, budget=2, scheduler="round_robin")
    ledger = episode.played.info["ledger"]
    assert (ledger["used"], ledger["blocked"]) == (2, 1)
    assert [s["parse"] for s in episode.record["result"]["problems"][:2]] == ["answered", "answered"]
    sent = server.requests[-1].body["messages"]
    assert "Scheduler: the next counted action is for problem 1" in sent[1]["content"], "in the instruction"
    answers = [m["content"] for m in sent if m["role"] == "tool"]
    assert answers[1].startswith("11\n[exit 0; counted: python3; 1 of 2 left]")
    assert "[Scheduler: the next counted action is for problem 2 (focus_problem 2).]" in answers[1]
    assert answers[2].startswith("blocked, not run, no cost: round_robin: not problem 1 now; next is 2")
    assert "no further counted actions" in answers[5]
    assert episode.notes["ended"] == "finished"
    assert episode.notes["driven_by"]["choices"] == ["1", "2", None]
