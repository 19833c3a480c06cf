"""Checks shared by the environments' arguments: limits are numbers, and a budget has one of three sources."""

from __future__ import annotations

from r3gym.calibration.caps import DEFAULT_MODEL, published_cap, scaled_cap
from r3gym.core.domain import Domain
from r3gym.core.paper_constants import MODERATE_PRESSURE
from r3gym.core.setting import Setting
from r3gym.envs.spaces import MAX_COUNT
from r3gym.errors import InputError


def check_limits(**limits: float) -> None:
    """Raise `InputError` for limits that are not numbers from 0 to `MAX_COUNT`."""
    for name, value in limits.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_COUNT:
            raise InputError(f"{name}={value!r}: give a number from 0 to {MAX_COUNT}")


def budget_total(
    budget: int | str | None,
    pressure: float | None,
    model: str | None,
    domain: Domain,
    setting: Setting,
    problems: int,
) -> int | None:
    """Return the budget in the setting's unit for contests of ``problems`` problems, None for an unbudgeted run."""
    if budget is None and pressure is None and model is None and domain.default_budgets is not None:
        return scaled_cap(domain.default_budgets[setting.value], problems)
    if budget is None:
        level = MODERATE_PRESSURE if pressure is None else pressure
        return published_cap(model or DEFAULT_MODEL, domain.name, level, setting, problems)
    if pressure is not None or model is not None:
        raise InputError(f"budget={budget!r} with pressure or model: give one or the other")
    if budget == "unlimited":
        return None
    if isinstance(budget, bool) or not isinstance(budget, int) or budget > MAX_COUNT:
        raise InputError(f"budget={budget!r}: give a whole number of {setting.unit.phrase}, or 'unlimited'")
    return budget


def check_target(target: str | None, labels: tuple[str, ...]) -> str | None:
    """Return the label of the only problem to work on, in the contest's spelling."""
    target = None if target is None else str(target).upper()
    if target is not None and target not in labels:
        raise InputError(f"target={target!r}: give a label of this contest: {', '.join(labels)}")
    return target
