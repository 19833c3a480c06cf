"""A completion: what one tool-free episode consists of, and its Gymnasium form.

The *one-stage* protocol has a visible text and, for some models, a reasoning channel. The *two-stage* protocol, for
thinking models, adds the output of a finaliser that saw nothing but those two. *Auto* is for models of which it is not
known: the reply itself decides whether a finaliser follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

import numpy as np

from r3gym.errors import InputError


class ToolFreeProtocol(StrEnum):
    """How a tool-free run is made: one budgeted completion, or budgeted reasoning and an uncharged finaliser.

    ``AUTO`` has the one-stage prompt; a reply that shows a reasoning channel is stage 1, and a finaliser follows.
    """

    ONE_STAGE = "one_stage"
    TWO_STAGE = "two_stage"
    AUTO = "auto"

    @property
    def may_finalise(self) -> bool:
        """Whether an action has a place for a finaliser's output."""
        return self is not ToolFreeProtocol.ONE_STAGE


class StageDecision(StrEnum):
    """What decided the number of stages of an episode."""

    PROFILE = "profile"  # the model's profile says whether it thinks
    CHOSEN = "chosen"  # the user said 1 or 2
    DETECTED = "detected"  # the first reply of the same policy, earlier in the campaign
    DETECTED_HERE = "detected_here"  # this episode's own reply, to the one-stage prompt


class FinishReason(IntEnum):
    """Why a completion ended; its number is the Gymnasium encoding. ``FILTER``: the provider's content filter."""

    STOP = 0
    LENGTH = 1
    OTHER = 2
    FILTER = 3

    @classmethod
    def of(cls, word: str) -> FinishReason:
        """Return the finish reason for a provider's string.

        >>> FinishReason.of("length"), FinishReason.of("content_filter"), FinishReason.of("")
        (<FinishReason.LENGTH: 1>, <FinishReason.FILTER: 3>, <FinishReason.OTHER: 2>)
        """
        return {"stop": cls.STOP, "length": cls.LENGTH, "content_filter": cls.FILTER}.get(word, cls.OTHER)


@dataclass(frozen=True)
class Completion:
    """What the model wrote. Reasoning comes first, then text.

    ``tokens`` are the provider-reported completion tokens of the budgeted call, None when it reported none. ``final``
    is the finaliser's output, None when it did not run.
    """

    text: str
    reasoning: str = ""
    tokens: int | None = None
    finish: FinishReason = FinishReason.STOP
    final: str | None = None
    final_finish: FinishReason = FinishReason.STOP


def completion_from_dict(value: Mapping[str, Any], protocol: ToolFreeProtocol) -> Completion:
    """Read the Gymnasium form. ``tokens`` is -1 when nothing was reported; ``final_finish`` is 0 when the finaliser
    did not run, then 1 + its finish.

    >>> value = {"text": "7", "reasoning": "", "tokens": 3, "finish": 1}
    >>> completion = completion_from_dict(value, ToolFreeProtocol.ONE_STAGE)
    >>> completion.text, completion.tokens, completion.finish, completion.final
    ('7', 3, <FinishReason.LENGTH: 1>, None)
    """
    needed = {"text", "reasoning", "tokens", "finish"}
    needed |= {"final", "final_finish"} if protocol.may_finalise else set()
    if set(value) != needed:
        fix = "a solver's stages and the environment's protocol must agree" if "final" in {*value} ^ needed else ""
        raise InputError(
            f"action with {', '.join(sorted(value))}: a {protocol} action has {', '.join(sorted(needed))}"
            + (f"; {fix}" if fix else "")
        )
    tokens = int(value["tokens"])
    ran = int(value["final_finish"]) if protocol.may_finalise else 0
    return Completion(
        text=str(value["text"]),
        reasoning=str(value["reasoning"]),
        tokens=None if tokens < 0 else tokens,
        finish=FinishReason(int(value["finish"])),
        final=str(value["final"]) if ran else None,
        final_finish=FinishReason(ran - 1) if ran else FinishReason.STOP,
    )


def completion_to_dict(completion: Completion, protocol: ToolFreeProtocol) -> dict[str, Any]:
    """Return the Gymnasium form of a completion."""
    action: dict[str, Any] = {
        "text": completion.text,
        "reasoning": completion.reasoning,
        "tokens": np.int64(-1 if completion.tokens is None else completion.tokens),
        "finish": np.int64(completion.finish),
    }
    if protocol.may_finalise:
        ran = completion.final is not None
        action["final"] = completion.final or ""
        action["final_finish"] = np.int64(1 + completion.final_finish if ran else 0)
    return action
