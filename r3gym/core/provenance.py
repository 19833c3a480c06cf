"""Whether a verdict comes from the judge that the paper used or from a stand-in."""

from __future__ import annotations

from enum import StrEnum

#: The kinds of judges that this rule knows by name; a judge's name is ``KIND/VERSION`` or ``KIND/VERSION:MODEL``.
MATH_MODEL_JUDGE = "math-llm"
LIGHTCP_JUDGE = "lightcpverifier"
AR_JUDGE = "reasoning-gym"

#: The paper's judge model for mathematics, in the spelling of model ids.
PAPER_MATH_MODEL = "deepseek-v4-flash"


class JudgeProvenance(StrEnum):
    """Whether a judge is the paper's own or a stand-in, whose scores are not comparable with the paper's."""

    PAPER = "paper"
    STAND_IN = "stand-in"


def judge_provenance(judge: str) -> JudgeProvenance:
    """Return whether the judge of this name is the one that the paper used for its domain.

    The paper's are the model judge with its own model (with any prefix of the host before its name), LightCPVerifier
    and reasoning-gym's scorers.

    >>> judge_provenance("math-llm/1:deepseek-ai/DeepSeek-V4-Flash").value, judge_provenance("math-offline").value
    ('paper', 'stand-in')
    """
    name, _, model = judge.partition(":")
    kind = name.partition("/")[0]
    if kind == MATH_MODEL_JUDGE:
        ours = model.rpartition("/")[2].lower() == PAPER_MATH_MODEL
        return JudgeProvenance.PAPER if ours else JudgeProvenance.STAND_IN
    return JudgeProvenance.PAPER if kind in (LIGHTCP_JUDGE, AR_JUDGE) else JudgeProvenance.STAND_IN
