"""`ScheduledAgent`: wraps an agent so that a driver chooses the problem of every paid step, or a guard blocks some.

Before every decision of the agent the driver looks at the visible state and names the problem of the next paid step.
The agent is told in three ways, to suit any kind of agent: ``info["next_problem"]`` (a label, None for no more), a
line at the end of the last action's text, and the rule in the instruction. The focus is not changed for it: of several
commands that a model sends at once, the second would be charged to a problem that it was not written for. A paid
command on another problem is blocked with a reason instead, by the environment's guard (``scheduler=`` the same driver,
the usual way) or, where the environment has none, here.

A guard (``coverage``, ``verification``) chooses nothing. `r3gym.policies.playing.play_episode` hands it to the
environment, which enforces it and writes its blocks into ledger, record and row: nothing differs from an environment
made with it.
In a loop of one's own ``env.reset(options={"scheduler": agent.guard})`` does this; without it the blocked commands are
answered here, as far as they can be judged without the sandbox, and do not reach the environment.

The agent decides when to finish. When the driver wants no more paid steps, the agent has some actions left to record
its answers; then the episode is finished.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from r3gym.accounting import ChargeKind, ContestContext, JudgedCommand, judge_command
from r3gym.core.actions import Action, Verb, action_from_dict, action_to_dict
from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.core.state import ContestState, read_state
from r3gym.envs.result_text import balance, block_text, outcome_line
from r3gym.errors import InputError
from r3gym.policies.base import NoteTaker, Policy, ReportingPolicy
from r3gym.prompts.instruction import BudgetView
from r3gym.schedulers import Driver, Scheduler, make_scheduler
from r3gym.schedulers.driving import announcement, block_elsewhere

#: Actions that an agent has for recording its answers once the driver has ended the paid work.
CLOSING_ACTIONS = 30
#: Blocked commands in a row after which a guarded agent's episode is finished, as the environment's step cap would do.
MAX_BLOCKED_BY_GUARD = 400
#: Consecutive blocked commands after which the episode is finished (environments without a guard).
MAX_BLOCKED_IN_A_ROW = 30


class ScheduledAgent:
    """An agent under a scheduler: a driver chooses the problem of each paid step, a guard blocks some of them.

    ``scheduler`` is a driver, a guard, or the name of one (`r3gym.schedulers`). Make the environment with the same
    scheduler, so that what it blocks is in the ledger and in the record; in an environment without one the agent's own
    notes count the blocks.
    """

    def __init__(self, agent: Policy, scheduler: str | Scheduler) -> None:
        self._agent = agent
        self._scheduler = make_scheduler(scheduler) if isinstance(scheduler, str) else scheduler
        self._driver = self._scheduler if isinstance(self._scheduler, Driver) else None
        self._labels: tuple[str, ...] = ()
        self._ids: tuple[str, ...] = ()
        self._domain: Domain | None = None  # known from the first info
        self._target = ""
        self._guarded = self._spent = False
        self._told: tuple[int, str | None] | None = None
        self._choices: list[str | None] = []
        self._blocked = self._closing = 0

    @property
    def guard(self) -> Scheduler | None:
        """The guard that the environment is to enforce; None for a driver."""
        return None if self._driver is not None else self._scheduler

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """Return the agent's next action; an info with an instruction starts a new contest."""
        if "instruction" in info:
            info = self._begin(obs, info)
        state = self._state(obs)
        if self._driver is None:
            return self._act_guarded(obs, info, state)
        choice = self._choice(state, info)
        told = self._announce_choice(obs, info, state, choice)
        if choice is None:
            self._closing += 1
            if self._closing > CLOSING_ACTIONS:
                return action_to_dict(Action(Verb.FINISH), self._labels)
        for _ in range(MAX_BLOCKED_IN_A_ROW):
            action = self._agent.act(*told)
            paid = None if self._guarded else self._paid_command(action, state)
            if paid is None or paid.problem == choice:
                return action
            reason = block_elsewhere(self._driver.name, paid.problem, choice).reason
            told = self._refuse(*told, paid.charge.word, reason)
        return action_to_dict(Action(Verb.FINISH), self._labels)

    def _act_guarded(self, obs: dict[str, Any], info: dict[str, Any], state: ContestState) -> dict[str, Any]:
        """Return the agent's next action that the guard lets through; it is told of each one that is not sent."""
        told = (obs, info)
        for _ in range(MAX_BLOCKED_BY_GUARD):
            action = self._agent.act(*told)
            paid = None if self._guarded else self._paid_command(action, state)
            if paid is None:
                return action
            review = self._scheduler.review(replace(state, focus=paid.problem))
            if not review.blocked:
                return action
            told = self._refuse(*told, paid.charge.word, review.reason)
        return action_to_dict(Action(Verb.FINISH), self._labels)

    def report_to(self, note: NoteTaker) -> None:
        """Let the agent report its events to ``note``, if it can."""
        if isinstance(self._agent, ReportingPolicy):
            self._agent.report_to(note)

    def notes(self) -> dict[str, Any]:
        """Return the agent's notes, and what the driver chose: one entry per decision, None for no more.

        Of a guard that the environment enforces there is nothing to say: its blocks are in the record.
        """
        if self._guarded and self._driver is None:
            return self._agent.notes()
        driven = {"scheduler": self._scheduler.name, "choices": self._choices, "blocked_here": self._blocked}
        return {**self._agent.notes(), "driven_by": driven}

    def _begin(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """Start a contest; return the info with the driver's rule in the instruction, added if missing."""
        guard = str(info["scheduler"])
        name = self._scheduler.name
        if guard not in ("none", name):
            raise InputError(
                f"the environment has scheduler={guard!r} and the agent is driven by {name!r}: they would "
                f"contradict each other; make the environment with scheduler={name!r}"
            )
        self._labels, self._domain = tuple(info["labels"]), get_domain(info["domain"])
        self._ids = tuple(info["problems"])
        self._target, self._guarded = str(info["target"]), guard == name
        self._spent, self._blocked, self._closing, self._choices = False, 0, 0, []
        state = self._state(obs)
        if self._driver is not None:
            # The rule in the instruction ends with the first choice, so it is not repeated.
            self._told = (state.used, self._choice(state, info))
            self._choices.append(self._told[1])
        rule = "" if self._guarded else self._scheduler.directive(state)
        return {**info, "instruction": f"{info['instruction']}\n\n{rule}"} if rule else info

    def _state(self, obs: dict[str, Any]) -> ContestState:
        """Return the state that the driver sees: in target-in-suite mode the target only."""
        if self._domain is None:
            raise InputError("the first info must come from env.reset(): it holds the instruction")
        return read_state(obs, self._domain, self._labels).narrowed(self._target)

    def _choice(self, state: ContestState, info: dict[str, Any]) -> str | None:
        """Return the driver's choice, taken from the environment where it runs the driver, since the budget may be
        hidden here.
        """
        if self._guarded:
            return None if info["next_problem"] is None else str(info["next_problem"])
        assert self._driver is not None
        self._spent = self._spent or info["charge"]["category"] == "budget"
        return None if self._spent else self._driver.choose(state)

    def _announce_choice(
        self, obs: dict[str, Any], info: dict[str, Any], state: ContestState, choice: str | None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Add the choice to the info, and to the text after every paid step and every change of choice."""
        info = {**info, "next_problem": choice}
        if self._told == (state.used, choice):
            return obs, info
        self._told = (state.used, choice)
        self._choices.append(choice)
        return {**obs, "text": f"{obs['text']}\n\n[{announcement(choice)}]".lstrip()}, info

    def _paid_command(self, action: dict[str, Any], state: ContestState) -> JudgedCommand | None:
        """Return the action as the environment's accounting sees it if it is a paid command, else None."""
        parsed = action_from_dict(action, self._labels)
        if parsed.verb is not Verb.COMMAND:
            return None
        context = ContestContext(
            domain=state.domain,
            labels=self._labels,
            focus=state.focus,
            remaining=state.remaining,
            target=self._target or None,
            problem_ids=self._ids,
        )
        judged = judge_command(parsed.text, context)
        return judged if judged.charge.kind is ChargeKind.COUNTED else None

    def _refuse(
        self, obs: dict[str, Any], info: dict[str, Any], word: str, reason: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the observation and info for a command that was not sent, as the environment's guard would answer."""
        self._blocked += 1
        kind = ChargeKind.BLOCKED
        charge = {"kind": kind.value, "category": "scheduler", "reason": reason, "word": word}
        later = {name: value for name, value in info.items() if name != "instruction"}
        line = outcome_line(exit_code=None, kind=kind, word=word, balance=self._balance(obs, info))
        text = f"{block_text(reason)}\n{line}"
        return {**obs, "text": text, "charge": 1 + list(ChargeKind).index(kind)}, {**later, "charge": charge}

    def _balance(self, obs: dict[str, Any], info: dict[str, Any]) -> str:
        """Return what is left, as much of it as the environment shows."""
        if info["ledger"] is not None:
            return balance(self._state(obs), BudgetView.RUNNING)
        return balance(self._state(obs), BudgetView.TOTAL) if int(obs["total"][0]) >= 0 else ""


def with_scheduler(agent: Policy, scheduler: str) -> Policy:
    """Return the agent wrapped in `ScheduledAgent` for a driver, or unchanged for a guard."""
    return ScheduledAgent(agent, scheduler) if isinstance(make_scheduler(scheduler), Driver) else agent
