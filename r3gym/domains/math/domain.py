"""Mathematics: a boxed answer per problem, judged by equivalence with the reference."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from r3gym.core.domain import StepFeedback
from r3gym.core.domain_prompts import DomainPrompts
from r3gym.domains.answer_file import UNCHANGED_ANSWER, WHERE, WHERE_ONE, AnswerFileDomain
from r3gym.domains.math.boxes import BOX
from r3gym.domains.math.trace import math_tokens
from r3gym.domains.prompt_files import read_prompts
from r3gym.domains.trace import answer_coverage

if TYPE_CHECKING:
    from r3gym.domains.math.bank import MathBank


class MathDomain(AnswerFileDomain):
    """Boxed answers, judged by equivalence with a reference."""

    gym_name = "Math"
    long_name = "mathematics"
    marker = BOX
    marker_pattern = re.compile(r"(?:\\f?|(?<!\w))box(?:ed)?\s*\{|^\s*\}", re.MULTILINE)
    feedback = StepFeedback(tested=False, exit_looks=0.97, exit_fails=0.7)

    @property
    def bank(self) -> MathBank:
        """Problems with their keys, and the judge."""
        from r3gym.domains.math.bank import MathBank

        return MathBank()

    @cached_property
    def prompts(self) -> DomainPrompts:
        """The texts beside this module."""
        return read_prompts(
            self.name,
            "tool_free_finaliser_answers",
            "single_role",
            where=WHERE,
            where_one=WHERE_ONE,
            format=r"A final answer stands in \boxed{}, between the braces, exact unless the problem asks otherwise.",
            unchanged_answer=UNCHANGED_ANSWER,
        )

    def trace_coverage(self, answer: str, trace: str) -> float:
        """Return 1.0 if the trace contains the answer, independent of LaTeX formatting, else 0.0."""
        return answer_coverage(answer, trace, math_tokens)
