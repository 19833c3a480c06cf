"""The paper's trajectory cases as regressions: a scripted agent repeats each of them in the real sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest
from contest_actions import do, run

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Verb
from r3gym.core.drafts import ProblemDrafts
from r3gym.core.known_domains import get_domain
from r3gym.policies.bank_drafts import insider_drafts

TRY = run("python3 -c 'print(1)'")


class Actor:
    """Performs a written script and keeps the books of what the runtime answered."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        self.env = env
        self.obs, self.info = env.reset(seed=0)
        self.charges: list[dict[str, str]] = []
        self.drafts: dict[str, ProblemDrafts] = insider_drafts(
            "embedded", get_domain(self.info["domain"]), self.info["problems"]
        )

    def do(self, action: dict[str, Any]) -> dict[str, str]:
        self.obs, _, _, _, self.info = self.env.step(action)
        self.charges.append(self.info["charge"])
        return self.charges[-1]

    def focus(self, number: int) -> None:
        self.do(do(Verb.FOCUS, number))

    def pay(self, number: int) -> dict[str, str]:
        """Focus and compute: one paid step if nobody objects."""
        self.focus(number)
        return self.do(TRY)

    def record(self, number: int, *, right: bool) -> None:
        """Hand in the bank's right draft, or a wrong one (free)."""
        drafts = self.drafts[self.info["problems"][number - 1]]
        assert drafts.right is not None
        self.do(do(Verb.SUBMIT, number, drafts.right if right else drafts.wrong[0]))

    @property
    def spent(self) -> tuple[int, ...]:
        return tuple(int(n) for n in self.obs["paid_steps"])

    @property
    def blocked_by_scheduler(self) -> list[str]:
        return [c["reason"] for c in self.charges if (c["kind"], c["category"]) == ("blocked", "scheduler")]

    def finish(self) -> dict[str, Any]:
        self.do(do(Verb.FINISH))
        result: dict[str, Any] = self.info["result"]
        return result


@pytest.fixture
def act() -> Iterator[Any]:
    actors: list[Actor] = []

    def make(domain: str, **settings: Any) -> Actor:
        actors.append(Actor(gym.make(f"R3Contest-{domain}-v0", contest=2, **settings)))
        return actors[-1]

    yield make
    for actor in actors:
        actor.env.close()


A, B, C, D, E, F = range(1, 7)
#: What the two runs of the matched case ended with.
ACCEPTED = {"none": (B, F), "verification": (B, D, E, F)}
#: Where the agent wants to spend, in order: under the guard three of these are reinvestments that come too early.
WISHES = {"none": (A, A, A, B, B, B, F), "verification": (A, A, B, B, C, D, D, E, F, A)}


@pytest.mark.parametrize(
    ("scheduler", "allocation", "score"), [("none", (3, 3, 0, 0, 0, 1), 2), ("verification", (2, 1, 1, 1, 1, 1), 4)]
)
def test_the_matched_case(act: Any, scheduler: str, allocation: tuple[int, ...], score: int) -> None:
    """DS-Pro on Code Set 12, seven actions: the reference on A, B and F against broader coverage under Strategy B."""
    agent = act("Code", pressure=0.2, model="DeepSeek-V4-Pro", scheduler=scheduler)
    assert agent.obs["total"][0] == 7, "the budget of the paper's case"
    for wish in WISHES[scheduler]:
        if agent.pay(wish)["kind"] == "counted":
            agent.record(wish, right=wish in ACCEPTED[scheduler])
    assert agent.spent == allocation
    assert agent.obs["remaining"][0] == 0
    assert len(agent.blocked_by_scheduler) == (3 if scheduler == "verification" else 0)
    assert all("coverage: problem" in reason for reason in agent.blocked_by_scheduler)
    result = agent.finish()
    assert result["score"] == score
    assert [p["parse"] == "answered" for p in result["problems"]] == [n > 0 for n in allocation]


def test_case_one_ten_actions_on_one_problem(act: Any) -> None:
    """DeepSeek-Chat on Code Set 47, ten actions: repair upon repair of problem C, and nothing for the other five."""
    agent = act("Code", budget=10)
    agent.do(do(Verb.STATUS))
    agent.focus(C)
    for _ in range(5):  # constructing and rewriting
        agent.do(run("cd /app/problem_C && printf 'int main() { return 0 }' > a.cpp && wc -c a.cpp"))
    for _ in range(3):  # compilation failures
        agent.do(run("cd /app/problem_C && g++ a.cpp"))
    agent.do(run("cd /app/problem_C && printf 'int main() { return 0; }' > a.cpp && g++ a.cpp"))
    agent.do(run("cd /app/problem_C && ./a.out < sample_1.in"))
    agent.do(run("cp /app/problem_C/a.cpp /app/solution_C.cpp"))
    assert agent.spent == (0, 0, 10, 0, 0, 0)
    assert agent.obs["remaining"][0] == 0
    assert agent.do(TRY)["category"] == "budget"
    result = agent.finish()
    assert result["score"] == 0
    assert [p["verdict"] for p in result["problems"] if p["label"] == "C"] == ["wrong_answer"]
    assert [p["parse"] for p in result["problems"]].count("missing") == 5


def test_case_one_cannot_happen_under_coverage(act: Any) -> None:
    agent = act("Code", budget=10, scheduler="coverage")
    assert agent.pay(C)["kind"] == "counted"
    assert agent.pay(C)["kind"] == "blocked"
    assert "next is one of A, B, D, E, F (focus_problem A)" in agent.info["charge"]["reason"]


def test_case_three_weak_finalisation_under_coverage_with_one_action_unused(act: Any) -> None:
    """DS-Pro on AR Contest 9, seven actions: a blocked return to problem 3, and a known defect that is handed in."""
    agent = act("AR", pressure=0.8, model="DeepSeek-V4-Pro", scheduler="coverage")
    assert agent.obs["total"][0] == 7
    for number in (1, 2, 3):
        assert agent.pay(number)["kind"] == "counted"
        agent.record(number, right=number < 3)
    assert agent.obs["remaining"][0] == 4
    refused = agent.pay(3)
    assert (refused["kind"], refused["category"]) == ("blocked", "scheduler")
    assert refused["reason"].endswith("next is one of 4, 5, 6 (focus_problem 4)")
    agent.do(do(Verb.SHELVE, 3, "does not use all letters"))
    assert agent.obs["remaining"][0] == 4, "a blocked command costs nothing"
    for number in (4, 5, 6):
        assert agent.pay(number)["kind"] == "counted"
        agent.record(number, right=number == 4)
    assert agent.spent == (1, 1, 1, 1, 1, 1)
    mask = agent.env.get_wrapper_attr("action_masks")()
    assert mask[2], "the guard permits the return to problem 3 now"
    result = agent.finish()  # "I'll keep my current answer."
    assert agent.info["ledger"]["remaining"] == 1
    assert result["score"] == 3
    assert not result["problems"][2]["correct"]
