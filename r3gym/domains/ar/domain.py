"""Abstract reasoning: a tagged answer per problem, judged by the scorer of its reasoning-gym generator."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from r3gym.core.domain_prompts import DomainPrompts
from r3gym.domains.answer_file import UNCHANGED_ANSWER, WHERE, WHERE_ONE, AnswerFileDomain
from r3gym.domains.prompt_files import read_prompts
from r3gym.parsing.tags import TAG

if TYPE_CHECKING:
    from r3gym.domains.ar.bank import ARBank


class ARDomain(AnswerFileDomain):
    """Tagged answers, judged by reasoning-gym's scorers."""

    gym_name = "AR"
    long_name = "abstract reasoning"
    marker = TAG
    marker_pattern = re.compile(r"</?answer\s*>", re.IGNORECASE)

    @property
    def bank(self) -> ARBank:
        """Problems with their keys, and the judge."""
        from r3gym.domains.ar.bank import ARBank

        return ARBank()

    @cached_property
    def prompts(self) -> DomainPrompts:
        """The texts beside this module."""
        return read_prompts(
            self.name,
            "tool_free_finaliser_answers",
            where=WHERE,
            where_one=WHERE_ONE,
            format="A final answer stands between <answer> and </answer>, with nothing else inside the tags.",
            unchanged_answer=UNCHANGED_ANSWER,
        )
