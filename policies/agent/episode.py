"""One episode of an agent: ask, read, act, answer, until the model ends the contest or a cap does.

A turn's calls are performed one by one, each as an action of its own. What is no action is answered with advice and
never reaches the environment, so it is never charged. An episode without progress is ended with the recorded answers.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from r3gym.core.actions import Action, Verb
from r3gym.errors import CallRefused, InputError, ModelFailure, TimeLimitReached
from r3gym.models.chat_model import REFUSED, ChatModel
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.policies.agent.arguments import ProblemNames
from r3gym.policies.agent.context import ContextWindow, cut_in_half, fit
from r3gym.policies.agent.dialogue import Dialogue, Exchange
from r3gym.policies.agent.journal import Journal
from r3gym.policies.agent.json_mode import json_note, read_json, turn_schema
from r3gym.policies.agent.protocol_errors import ProtocolError, ToolMode
from r3gym.policies.agent.reading import Turn, read_native
from r3gym.policies.agent.tools import Toolset, native_tools
from r3gym.prompts.instruction import split_role
from r3gym.prompts.templates import prompt
from r3gym.records.contestant import ENDED_BY_FILTER

#: The contestant's word for an episode whose time came while a call was under way.
OUT_OF_TIME = "the time limit came during a call, which was cut"

#: What the environment sends back after an action: observation and info.
StepReturn = tuple[dict[str, Any], dict[str, Any]]
ActionGenerator = Generator[Action, StepReturn, None]


@dataclass(frozen=True)
class Caps:
    """Limits after which an episode without progress is ended: turns in a row without a call, protocol errors in all,
    and turns after the finalisation prompt. A call that was refused is a call: the model was told why."""

    barren_turns: int = 6
    protocol_errors: int = 60
    closing_turns: int = 20

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InputError(f"{name}={value!r}: give a whole number, 1 or more")


@dataclass(frozen=True)
class AgentEpisodeConfig:
    """What is fixed for an episode: the model, how its calls travel, when to give up, and the episode's own name."""

    model: ChatModel
    mode: ToolMode
    caps: Caps
    run: str
    seed: int | None = None
    toolset: Toolset = Toolset.TWO
    #: On the monotonic clock: no call goes on after it.
    deadline: float | None = None


class AgentEpisode:
    """The agent's side of one contest."""

    def __init__(self, setting: AgentEpisodeConfig, info: dict[str, Any], journal: Journal) -> None:
        profile, labels = setting.model.profile, tuple(info["labels"])
        self._setting, self._journal = setting, journal
        self._names = ProblemNames(labels, tuple(info["problems"]))
        native = setting.mode is ToolMode.NATIVE
        self._tools = native_tools(labels, setting.toolset) if native else ()
        self._schema = None if native else turn_schema(labels, setting.toolset)
        #: The problem in examples: one that may be worked on.
        self._example = str(info.get("target") or labels[0])
        note = prompt("agent_native") if native else json_note(self._example, setting.toolset)
        role, task = split_role(info["instruction"]) if profile.system_role else ("", info["instruction"])
        self._dialogue = Dialogue(
            system=role,
            opening=f"{note}\n\n{task}",
            mode=setting.mode,
            resend_reasoning=native and profile.resend_reasoning,
            frame=len(str(self._tools)),
        )
        journal.opened(self._tools, self._schema)
        self._finalization: str = info["finalization"]
        self._window = ContextWindow.of(profile.context_window, profile.max_turn_tokens)

    def play(self, obs: dict[str, Any], info: dict[str, Any]) -> ActionGenerator:
        """Yield actions and receive their results. Raises `ModelFailure` when the model's service fails."""
        if _spent(obs, info):
            self._dialogue = replace(self._dialogue, opening=f"{self._dialogue.opening}\n\n{self._finalize()}")
        while True:
            try:
                reply, turn = self._ask()
            except TimeLimitReached:
                yield from out_of_time(self._journal)
                return
            self._journal.read(turn, self._setting.mode, self._example, self._setting.toolset)
            if turn.completes:
                yield from self._end("finished")
                return
            answers, spent = [], False
            for call in turn.calls:
                if call.action is None:
                    assert call.fault is not None
                    answers.append(self._advice(call.fault))
                    continue
                self._journal.note_action()
                obs, info = yield call.action
                answers.append(str(obs["text"]))
                spent = spent or _spent(obs, info)
            exchange = Exchange(
                turn=len(self._journal.calls),
                content=reply.content,
                reasoning=reply.reasoning,
                calls=turn.calls,
                answers=tuple(answers),
                advice="" if turn.fault is None else self._advice(turn.fault),
                budget=_running_budget(info),
                finalization=self._finalize() if spent and self._journal.finalized_after is None else "",
            )
            worn_out = self._end_reason()
            if worn_out:
                yield from self._end(worn_out)
                return
            self._journal.note_messages(exchange.notes)
            self._dialogue = self._dialogue.added(exchange)

    def _ask(self) -> tuple[ChatReply, Turn]:
        """Return the model's reply and its next turn, with the dialogue cut to the model's window."""
        self._dialogue, trims = fit(self._dialogue, self._window.room)
        self._journal.note_trims(trims, "estimate")
        most = self._setting.model.profile.most_requests
        try:
            request, reply = self._complete(most)
        except ModelFailure as failure:
            # The error text is not available here; if the prompt was too long, halving it helps.
            shorter, trims = cut_in_half(self._dialogue)
            most -= failure.attempts  # one bound for the turn, whoever asks again
            if failure.status not in REFUSED or not trims or most < 1 or isinstance(failure, CallRefused):
                self._journal.ended = "the model service failed"
                raise
            self._dialogue = shorter
            self._journal.note_trims(trims, f"the service answered HTTP {failure.status}")
            request, reply = self._complete(most)
        self._window = self._window.seen(self._dialogue.weight, reply.usage)
        self._journal.note_call(request, reply)
        max_tokens = request.max_tokens or 0
        if self._setting.mode is ToolMode.JSON:
            return reply, read_json(reply, self._names, max_tokens=max_tokens)
        return reply, read_native(reply, self._names, max_tokens=max_tokens, taken=self._dialogue.call_ids)

    def _complete(self, most_requests: int) -> tuple[ChatRequest, ChatReply]:
        request = ChatRequest(
            messages=self._dialogue.messages(),
            max_tokens=self._window.cap_after(self._dialogue.weight),
            tools=self._tools,
            schema=self._schema,
            seed=self._setting.seed,
            run=f"{self._setting.run}/{len(self._journal.calls) + 1}",
            deadline=self._setting.deadline,
            most_requests=most_requests,
        )
        self._journal.asking = request
        try:
            return request, self._setting.model.complete(request)
        except ModelFailure as failure:
            self._journal.note_failure(request, failure)
            raise

    def _advice(self, fault: ProtocolError) -> str:
        return fault.advice(self._setting.mode, self._example, self._setting.toolset)

    def _finalize(self) -> str:
        self._journal.finalized_after = len(self._journal.calls)
        return self._finalization

    def _end_reason(self) -> str:
        """Return why the episode must end now, or ""."""
        caps, journal = self._setting.caps, self._journal
        if journal.filtered_turns >= caps.barren_turns:
            return ENDED_BY_FILTER
        if journal.turns_without_call >= caps.barren_turns:
            return f"{journal.turns_without_call} turns in a row without a call"
        if len(journal.errors) >= caps.protocol_errors:
            return f"{len(journal.errors)} protocol errors"
        closing = len(journal.calls) - (journal.finalized_after or 0)
        if journal.finalized_after is not None and closing >= caps.closing_turns:
            return f"{closing} turns after finalisation"
        return ""

    def _end(self, why: str) -> ActionGenerator:
        self._journal.ended = why
        self._journal.note_action()
        yield Action(Verb.FINISH)


def out_of_time(journal: Journal) -> ActionGenerator:
    """End an episode whose time is up: a free look at the status, with which the environment's own clock ends it."""
    journal.ended = OUT_OF_TIME
    journal.note_action()
    yield Action(Verb.STATUS)
    journal.note_action()
    yield Action(Verb.FINISH)  # an environment without a clock


def _spent(obs: dict[str, Any], info: dict[str, Any]) -> bool:
    """Return whether the budget is spent: it shows zero or, where it is hidden, a command was blocked for it."""
    return int(obs["remaining"][0]) == 0 or int(obs["total"][0]) == 0 or info["charge"]["category"] == "budget"


def _running_budget(info: dict[str, Any]) -> str:
    """Return the balance to show after a turn; "" where it cannot change or is hidden."""
    ledger = info["ledger"]
    return str(info["budget_note"]) if ledger is not None and ledger["total"] is not None else ""
