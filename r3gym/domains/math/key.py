"""The key of a mathematics problem."""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.core.keys import AnswerKey


@dataclass(frozen=True)
class MathKey(AnswerKey):
    """The reference answer of a mathematics problem, with a short solution where the bank has one."""

    reference: str
    solution: str = ""
