"""Mathematics: a boxed answer per problem, judged by equivalence with the reference."""

from __future__ import annotations

from r3gym.domains.answer_file import AnswerFileDomain


class MathDomain(AnswerFileDomain):
    """Boxed answers, judged by equivalence with a reference."""

    gym_name = "Math"
    long_name = "mathematics"
