"""Budget calibration: from a model's natural use to caps, and the paper's published caps, shipped as data.

A *pressure* is the share of a model's own unbudgeted use R-infinity: 0.2 is strong, 0.8 moderate. R-infinity is the
mean over completed unbudgeted contests. There are two rounding rules, both exact (no floating point):

- a contest's cap is the whole number nearest to ``pressure x R-infinity``, halves up. The paper only says "rounding";
  of its 36 published pairs of caps this fits 32, all 18 agentic ones among them, and rounding down fits 21;
- a level of a response curve is rounded down, as the paper's appendix says.

The published caps are for contests of six problems. For another number of problems they are scaled in proportion, like
natural use: a contest of twelve has twice the budget.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from r3gym.core.paper_constants import MODERATE_PRESSURE, PROBLEMS_PER_CONTEST
from r3gym.errors import InputError

#: The model whose caps apply when a pressure is given without a model.
DEFAULT_MODEL = "DeepSeek-V4-Pro"


def contest_cap(natural: Fraction, pressure: float) -> int:
    """Return the budget of a contest: the nearest whole number, halves up.

    >>> contest_cap(Fraction(25, 2), 0.2), contest_cap(Fraction(41, 2), 0.2)
    (3, 4)
    """
    return int(exact(pressure) * natural + Fraction(1, 2))


def curve_cap(natural: Fraction, level: float) -> int:
    """Return the budget of a level of a response curve, rounded down. It may be 0, and two levels may be equal.

    >>> [curve_cap(Fraction(15), level) for level in (0.05, 0.1, 0.2, 0.4, 0.8)]
    [0, 1, 3, 6, 12]
    """
    return int(exact(level) * natural)


def exact(number: float) -> Fraction:
    """Return the exact value of a number's decimal notation: 0.2 is one fifth, unlike its binary form."""
    return Fraction(str(number))


@cache
def _published() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(files("r3gym").joinpath("data/published_caps.json").read_text("utf-8"))
    return data


def calibrated_models() -> tuple[str, ...]:
    """Return the models with published caps."""
    return tuple(_published()["caps"])


def published_domains() -> tuple[str, ...]:
    """Return the domains with published caps, in the order of the paper's tables."""
    return tuple(next(iter(_published()["caps"].values())))


def scaled_cap(cap: int, problems: int) -> int:
    """Scale the budget of a six-problem contest to ``problems``: nearest whole number, halves up, at least 1.

    >>> [scaled_cap(7, problems) for problems in (2, 6, 9, 12)]
    [2, 7, 11, 14]
    """
    return max(1, int(Fraction(cap * problems, PROBLEMS_PER_CONTEST) + Fraction(1, 2)))


def published_caps(
    model: str, domain: str, setting: str = "agentic", problems: int = PROBLEMS_PER_CONTEST
) -> dict[str, int]:
    """Return the paper's contest budgets of a model by pressure, scaled to the number of problems.

    Raise `InputError` for a model, domain or setting without published caps.

    >>> published_caps("glm-5.2", "code"), published_caps("glm-5.2", "code", problems=12)
    ({'0.2': 7, '0.8': 28}, {'0.2': 14, '0.8': 56})
    """
    caps = _published()["caps"]
    by_name = {name.lower(): name for name in caps}
    name = by_name.get(model.lower())
    if name is None:
        raise InputError(
            f"model={model!r}: the paper publishes caps for {', '.join(caps)}; for another model give budget=N"
        )
    if setting not in ("agentic", "tool_free"):
        raise InputError(f"setting={setting!r}: choose agentic or tool_free")
    if domain not in caps[name]:
        raise InputError(f"domain={domain!r}: the paper publishes caps for {', '.join(caps[name])}; give budget=N")
    return {pressure: scaled_cap(cap, problems) for pressure, cap in caps[name][domain][setting].items()}


def published_cap(
    model: str, domain: str, pressure: float, setting: str = "agentic", problems: int = PROBLEMS_PER_CONTEST
) -> int:
    """Return the paper's contest budget in counted actions (``agentic``) or output tokens (``tool_free``).

    Raise `InputError` where the paper publishes none.

    >>> published_cap("GLM-5.2", "code", 0.2), published_cap("GPT-5.5", "ar", 0.8, "tool_free")
    (7, 141)
    """
    levels = published_caps(model, domain, setting, problems)
    cap = levels.get(f"{pressure:g}")
    if cap is None:
        raise InputError(
            f"pressure={pressure:g}: caps are published for {' and '.join(levels)}; for another level give budget=N"
        )
    return cap


def published_natural(
    model: str, domain: str, setting: str = "agentic", problems: int = PROBLEMS_PER_CONTEST
) -> Fraction:
    """Return the R-infinity that the published caps imply: the cap at 0.8, divided by 0.8.

    The paper does not publish R-infinity. Of the two published caps the larger one has the smaller rounding error.

    >>> published_natural("GLM-5.2", "code")
    Fraction(35, 1)
    """
    of_six = Fraction(published_cap(model, domain, MODERATE_PRESSURE, setting)) / exact(MODERATE_PRESSURE)
    return of_six * problems / PROBLEMS_PER_CONTEST
