"""The spaces. Agentic: actions are a verb, a problem and a text; observations are the visible state and a text.
Tool-free: the action is a completion; the observation is a prompt and a token budget.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from r3gym.core.actions import Verb
from r3gym.core.completion import FinishReason

_SAMPLE_CHARACTERS = "abcdefghijklmnopqrstuvwxyz 0123456789./-_"
_LONGEST_SAMPLE = 24

#: Larger than any budget or count that occurs, small enough for every integer type a learner may cast to.
MAX_COUNT = 2**31 - 1


class FreeText(spaces.Text):
    """Any string up to a length.

    Gymnasium's own `Text` checks every character against a set and rejects spaces, line ends and the empty string by
    default. Membership here is type and length; samples are short so that a random policy stays cheap.

    >>> FreeText(100).contains("g++ -O2 'ü.cpp'"), FreeText(100)
    (True, FreeText(100))
    """

    def __init__(self, max_length: int, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=_SAMPLE_CHARACTERS, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a short random string; masks have the meaning that they have in `gymnasium.spaces.Text`."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        length = int(self.np_random.integers(0, min(self.max_length, _LONGEST_SAMPLE) + 1))
        return "".join(self.np_random.choice(list(_SAMPLE_CHARACTERS), size=length))

    def contains(self, x: Any) -> bool:
        """Return whether ``x`` is a string that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"FreeText({self.max_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FreeText) and self.max_length == other.max_length

    __hash__ = None  # type: ignore[assignment]

    @property
    def is_np_flattenable(self) -> bool:
        """False: free text has no fixed numeric form; the numeric view of a contest is a separate environment."""
        return False


def action_space(problems: int, max_text: int) -> spaces.Dict:
    """Return the action space: verb, problem (0 for none, then presented order), text."""
    return spaces.Dict(
        {
            "verb": spaces.Discrete(len(Verb)),
            "problem": spaces.Discrete(problems + 1),
            "text": FreeText(max_text),
        }
    )


def observation_space(problems: int, max_text: int) -> spaces.Dict:
    """Return the observation space: the visible state as numbers, and the text that answers the last action.

    ``total``, ``used`` and ``remaining`` are -1 where the budget view hides them or the run is unbudgeted;
    ``last_exit`` is -1 before a problem's first paid command; ``charge`` is 0 at reset, then 1 + the kind's index.
    """
    count = spaces.Box(-1, MAX_COUNT, (1,), np.int64)
    counts = spaces.Box(-1, MAX_COUNT, (problems,), np.int64)
    return spaces.Dict(
        {
            "total": count,
            "used": count,
            "remaining": count,
            "focus": spaces.Discrete(problems + 1),
            "paid_steps": counts,
            "shelved": spaces.MultiBinary(problems),
            "candidate": spaces.MultiBinary(problems),
            "candidate_version": counts,
            "checks_since_change": counts,
            "last_exit": counts,
            "charge": spaces.Discrete(5),
            "text": FreeText(max_text),
        }
    )


def completion_action_space(max_text: int, *, two_stage: bool) -> spaces.Dict:
    """Return the space of completions: text, reasoning, reported tokens (-1: not reported), why it ended
    (`r3gym.core.completion.FinishReason`).

    In the two-stage protocol also the finaliser's output and ``final_finish``: 0 when it did not run, then 1 + why it
    ended.
    """
    stage_one: dict[str, spaces.Space[Any]] = {
        "text": FreeText(max_text),
        "reasoning": FreeText(max_text),
        "tokens": spaces.Discrete(MAX_COUNT + 2, start=-1),
        "finish": spaces.Discrete(len(FinishReason)),
    }
    stage_two: dict[str, spaces.Space[Any]] = {
        "final": FreeText(max_text),
        "final_finish": spaces.Discrete(1 + len(FinishReason)),
    }
    return spaces.Dict({**stage_one, **stage_two} if two_stage else stage_one)


def prompt_observation_space(max_text: int) -> spaces.Dict:
    """Return the space of prompts with their token budget (-1: unlimited)."""
    return spaces.Dict({"prompt": FreeText(max_text), "budget": spaces.Box(-1, MAX_COUNT, (1,), np.int64)})
