"""`ToolFreeSolver`: a chat model in the tool-free setting, by the paper's protocol.

A model without a reasoning channel answers in one stage. A thinking model answers in two: the budgeted call with
thinking on writes a scratchpad; a second call with thinking off, which sees that scratchpad and no problem statement,
puts it into the required form. Only the first is charged; the second is logged apart and audited. Where nothing says
which kind a model is, the reply to the budgeted call does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from r3gym.core.completion import Completion, FinishReason, ToolFreeProtocol, completion_to_dict
from r3gym.core.known_domains import get_domain
from r3gym.core.metering import meter
from r3gym.errors import InputError, ModelFailure
from r3gym.models.chat_model import ChatModel
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.opening import open_model
from r3gym.models.profile import ModelProfile
from r3gym.models.usage import UsageTotals
from r3gym.policies.base import NoteTaker
from r3gym.policies.tool_free.audit import FinaliserAudit, audit_final
from r3gym.policies.tool_free.stage_choice import choose_stages
from r3gym.policies.tool_free.stage_log import StageLog, stage_usage
from r3gym.policies.tool_free.trace import CHARACTERS_PER_TOKEN, Trace, density, room_for_trace, tokens_of
from r3gym.prompts.tool_free import finaliser_messages

if TYPE_CHECKING:
    from r3gym.models.reply_store import ReplyStore

#: An unbudgeted run gets what its window holds, and at least this.
_LEAST_SAFETY_CAP = 256


class ToolFreeSolver:
    """A policy for tool-free contests and single problems: a chat model behind an OpenAI-compatible server.

    - ``model``: the model's name on the server, or a ready `r3gym.models.ChatModel`.
    - ``base_url``, ``profile``, ``api_key_env``, ``cassette``: see `r3gym.models.opening.open_model`.
    - ``stages``: 1, 2, or ``auto``: as the profile's ``thinking.enabled`` says; where it says nothing, a reply that
      shows a reasoning channel is stage 1. `protocol` is what to make the environment with; one made for a number of
      stages must agree, or decides where nothing else does. ``thinks``: an earlier reply of the model showed a
      reasoning channel; it counts where nothing else says.
    - ``run``: a name that separates this run's episodes from others in the same cassette. ``seed``: sent to the server.
    - ``safety_cap``: the cap of an unbudgeted run; what the context window leaves when not given.
    - ``final_cap``: the finaliser's cap; the profile's ``max_turn_tokens`` when not given.

    A service that fails raises `r3gym.errors.ModelFailure`, and `r3gym.policies.playing.play_episode` makes the episode
    void.
    """

    def __init__(
        self,
        model: str | ChatModel | None = None,
        *,
        base_url: str | None = None,
        profile: str | Path | ModelProfile | None = None,
        api_key_env: str | None = None,
        cassette: str | Path | ReplyStore | None = None,
        stages: int | str = "auto",
        thinks: bool = False,
        run: str = "",
        seed: int | None = None,
        safety_cap: int | None = None,
        final_cap: int | None = None,
    ) -> None:
        for name, cap in (("safety_cap", safety_cap), ("final_cap", final_cap)):
            if cap is not None and (isinstance(cap, bool) or not isinstance(cap, int) or cap < 1):
                raise InputError(f"{name}={cap!r}: give a number of tokens, 1 or more")
        self._model = open_model(model, base_url=base_url, profile=profile, api_key_env=api_key_env, cassette=cassette)
        self._choice = choose_stages(stages, self._model.profile, thinks=thinks)
        self.protocol = self._choice.protocol
        self._run, self._seed, self._safety_cap, self._final_cap = run, seed, safety_cap, final_cap
        self._episodes: Counter[str] = Counter()
        self._note: NoteTaker | None = None
        self._begin("")

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """Return the completion for a prompt. Each call is an episode of its own."""
        messages, made_for = info.get("messages"), info.get("protocol")
        if messages is None or made_for is None:
            raise InputError("this info holds no prompt: ToolFreeSolver plays R3ToolFree environments, after reset()")
        choice = self._choice.within(ToolFreeProtocol(made_for))
        if choice.protocol.may_finalise:
            self._check_room(str(info["finalization"]))
        self._begin(str(info["contest"]))
        self._played = choice
        budget = int(obs["budget"][0])
        completion = self._solve(messages, None if budget < 0 else budget, info)
        return completion_to_dict(completion, choice.protocol)

    def report_to(self, note: NoteTaker) -> None:
        """Report every reply to ``note`` as it arrives."""
        self._note = note

    def notes(self) -> dict[str, Any]:
        """Return the policy's part of the record: its configuration, its calls, and the messages."""
        return {
            "name": "tool-free-solver",
            "profile": self._model.profile.to_record(),
            **self._played_as(),
            "run": self._name,
            "seed": self._seed,
            "stages": [stage.to_json() for stage in self._stages],
            "trace": None if self._trace is None else {"dropped": self._trace.dropped},
            "usage": self._usage().to_json(),
            "audit": None if self._audit is None else self._audit.to_json(),
        }

    def _begin(self, contest: str) -> None:
        self._episodes[contest] += 1
        self._name = "/".join(part for part in (self._run, contest, str(self._episodes[contest])) if part)
        self._stages: list[StageLog] = []
        self._asking: StageLog | None = None
        self._trace: Trace | None = None
        self._audit: FinaliserAudit | None = None
        self._played = self._choice

    def _played_as(self) -> dict[str, str]:
        """Return the protocol and what decided it; nothing before a reply has."""
        if self._played.by is None:
            return {}
        return {"protocol": self._played.protocol.value, "protocol_by": self._played.by.value}

    def _solve(
        self, messages: tuple[Mapping[str, Any], ...], budget: int | None, info: Mapping[str, Any]
    ) -> Completion:
        if budget == 0:  # the zero level of a response curve: nothing may be written, so the model is not called
            return Completion("", tokens=0)
        thinking = self._model.profile.thinking.enabled
        cap, kind = (self._window_left(messages), "safety") if budget is None else (budget, "budget")
        reply = self._call(1, tuple(messages), cap, kind, thinking)
        self._played = self._played.after(reply)
        drafted = Completion(
            text=reply.content,
            reasoning=reply.reasoning,
            tokens=None if reply.usage is None else reply.usage.completion_tokens,
            finish=FinishReason.of(reply.finish),
        )
        if self._played.protocol is ToolFreeProtocol.ONE_STAGE:
            return drafted
        return self._finalise(drafted, budget, reply, info)

    def _finalise(
        self, drafted: Completion, budget: int | None, reply: ChatReply, info: Mapping[str, Any]
    ) -> Completion:
        counts = meter(drafted, budget)  # nothing from beyond the budget may reach the finaliser
        whole = Trace(counts.reasoning, counts.text)
        if whole.empty:
            self._trace = whole
            return drafted
        window, instruction = self._model.profile.context_window, str(info["finalization"])
        room = room_for_trace(window, self._last_cap, instruction, density(whole, reply.usage))
        self._trace = trace = whole.fitted(room)
        said = finaliser_messages(instruction, trace.reasoning, trace.visible)
        final = self._call(2, said, self._last_cap, "safety", thinking=False)
        self._audit = audit_final(final.content, whole.text, get_domain(info["domain"]), tuple(info["labels"]))
        return Completion(
            drafted.text,
            drafted.reasoning,
            drafted.tokens,
            drafted.finish,
            final.content,
            FinishReason.of(final.finish),
        )

    def _call(
        self, stage: int, messages: tuple[Mapping[str, Any], ...], cap: int, kind: str, thinking: bool | None
    ) -> ChatReply:
        request = ChatRequest(messages, max_tokens=cap, thinking=thinking, seed=self._seed, run=self._name)
        log = StageLog(stage, cap, kind, thinking, request=request)
        self._asking = log  # what an interrupt leaves
        try:
            reply = self._model.complete(request)
        except ModelFailure as failure:
            self._asking = None
            self._stages.append(replace(log, failure=failure))
            raise
        self._asking = None
        self._stages.append(replace(log, reply=reply))
        if self._note is not None:
            self._note("turn", self._stages[-1].to_json())
        return reply

    def _usage(self) -> UsageTotals:
        under_way = [] if self._asking is None else [self._asking]
        return stage_usage([*self._stages, *under_way], self._model.profile)

    @property
    def _last_cap(self) -> int:
        profile = self._model.profile
        return self._final_cap or min(profile.max_turn_tokens, profile.context_window // 2)

    def _check_room(self, instruction: str) -> None:
        """Raise `InputError`, before anything is charged, if the window has no room for the finaliser's trace."""
        profile = self._model.profile
        if room_for_trace(profile.context_window, self._last_cap, instruction, CHARACTERS_PER_TOKEN) <= 0:
            raise InputError(
                f"model {profile.name!r}: a context_window of {profile.context_window} tokens leaves no room for a "
                f"trace beside a final reply of {self._last_cap}: correct the window, give a smaller final_cap, or "
                "stages=1 if it does not think"
            )

    def _window_left(self, messages: tuple[Mapping[str, Any], ...]) -> int:
        if self._safety_cap is not None:
            return self._safety_cap
        asked = sum(tokens_of(str(message["content"])) for message in messages)
        return max(_LEAST_SAFETY_CAP, self._model.profile.context_window - asked)
