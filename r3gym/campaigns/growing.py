"""A campaign grows in its folder: what only adds episodes is accepted, what changes existing ones is refused by name.

More repeats, kinds, settings, domains, suites, contests, pressures, budgets, schedulers and policies add episodes, and
those that were planned keep their identity, because it depends on nothing but what they play (`r3gym.campaigns.plan`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from r3gym.campaigns.store import PLANS, Store, plan_text, read_plan
from r3gym.core.paper_constants import PRESSURES
from r3gym.errors import InputError
from r3gym.records.planned import PlannedEpisode

#: Lists of the campaign file that may get longer.
_LISTS = ("kinds", "settings", "domains", "suites", "budgets", "schedulers")


def is_growth(name: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Return whether the change of this field between two definitions of a campaign can only add episodes.

    >>> is_growth("repeats", {"repeats": 3}, {"repeats": 5}), is_growth("repeats", {"repeats": 5}, {"repeats": 3})
    (True, False)
    >>> is_growth("pressures", {"pressures": [0.2]}, {"pressures": [0.2, 0.5]}), is_growth("seed", {"seed": 0}, {})
    (True, False)
    """
    old, new = before.get(name), now.get(name)
    if name == "repeats":
        return isinstance(old, int) and isinstance(new, int) and old < new
    if name == "contests":  # None: all of them
        return old is not None and (new is None or set(old) < set(new))
    if name == "pressures":  # none: the paper's
        return set(old or PRESSURES) <= set(new or PRESSURES)
    if name in _LISTS:
        return set(old or ()) < set(new or ())
    if name == "policies":
        return all(_same_policy(policy, (new or {}).get(key)) for key, policy in (old or {}).items())
    if name == "content":
        return _holds(old, new)
    if name == "calibration":  # nothing was capped by it
        return old is None
    # One hash for the prompts of all domains: those of each episode's own domain are in its identity.
    return name in ("prompts", "prompt_texts") and is_growth("domains", before, now) and _holds(old, new)


def _holds(old: Any, new: Any) -> bool:
    """Return whether a new table has all that the old one has; a hash says nothing of what it was made from."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return True
    return all(key in new and new[key] == value for key, value in old.items())


def _same_policy(before: Mapping[str, Any], now: Mapping[str, Any] | None) -> bool:
    if now is None:
        return False
    capped = before.get("calibration") is not None
    return all(now.get(key) == before.get(key) for key in {*before, *now} if capped or key != "calibration")


def check_growth(folder: Path, planned: Sequence[PlannedEpisode]) -> None:
    """Raise `InputError` when an episode that the folder has planned is not among these, naming the first one."""
    wanted = {replace(episode, id="") for episode in planned}  # an accepted change leaves planned ones their identity
    for episode in read_plan(folder):
        if replace(episode, id="") not in wanted:
            raise InputError(
                f"{folder}: the changed campaign no longer has the {episode.kind} episode of policy "
                f"{episode.policy!r}, {episode.problem_id or episode.contest}, repeat {episode.repeat} as it was "
                "planned. A campaign may grow, its episodes may not change: give another folder with --out, or undo "
                "the change"
            )


def write_plan(store: Store, name: str, planned: Sequence[PlannedEpisode]) -> None:
    """Write a plan unless the folder has it. One that grew replaces the old, whose episodes it must hold."""
    assert name in PLANS
    path = store.folder / name
    text = plan_text(planned)
    if not path.exists() or path.read_text("utf-8") != text:
        store.write(name, text)
