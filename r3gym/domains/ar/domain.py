"""Abstract reasoning: a tagged answer per problem, judged by the scorer of its reasoning-gym generator."""

from __future__ import annotations

from r3gym.domains.answer_file import AnswerFileDomain


class ARDomain(AnswerFileDomain):
    """Tagged answers, judged by reasoning-gym's scorers."""

    gym_name = "AR"
    long_name = "abstract reasoning"
