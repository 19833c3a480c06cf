"""Budget calibration: the paper's published caps per model, domain, setting and pressure, shipped as data.

A *pressure* is the share of a model's own unbudgeted use: 0.2 is strong, 0.8 moderate. Measuring the caps of a model
of your own is a campaign; until then give ``budget`` explicitly.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from r3gym.domains import Domain
from r3gym.errors import InputError

#: The model whose caps apply when a pressure is given without a model.
DEFAULT_MODEL = "DeepSeek-V4-Pro"


@cache
def _published() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(files("r3gym").joinpath("data/published_caps.json").read_text("utf-8"))
    return data


def calibrated_models() -> tuple[str, ...]:
    """The models with published caps."""
    return tuple(_published()["caps"])


def published_cap(model: str, domain: Domain, pressure: float, setting: str = "agentic") -> int:
    """The paper's contest budget in counted actions (``agentic``) or output tokens (``tool_free``).

    >>> published_cap("GLM-5.2", Domain.CODE, 0.2), published_cap("GPT-5.5", Domain.AR, 0.8, "tool_free")
    (7, 141)
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
    levels: dict[str, int] = caps[name][domain.value][setting]
    cap = levels.get(f"{pressure:g}")
    if cap is None:
        raise InputError(
            f"pressure={pressure:g}: caps are published for {' and '.join(levels)}; for another level give budget=N"
        )
    return cap
