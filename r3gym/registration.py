"""The Gymnasium ids: ``R3Contest-{Code,Math,AR}-v0`` and the per-task ``R3Single-{Code,Math,AR}-v0``."""

from __future__ import annotations

import gymnasium as gym

from r3gym.domains import Domain


def environment_ids() -> tuple[str, ...]:
    """The registered ids, contests first.

    >>> environment_ids()[:3]
    ('R3Contest-Code-v0', 'R3Contest-Math-v0', 'R3Contest-AR-v0')
    """
    return tuple(f"R3{form}-{d.gym_name}-v0" for form in ("Contest", "Single") for d in Domain)


def register_all() -> None:
    """Register every id; called once by ``import r3gym``. Entry points are strings, so nothing heavy is imported."""
    for env_id in environment_ids():
        form, name, _ = env_id.split("-")
        domain = next(d for d in Domain if d.gym_name == name)
        gym.register(
            id=env_id,
            entry_point="r3gym.envs.contest_env:ContestEnv",
            vector_entry_point="r3gym.envs.thread_vector:make_contest_vector",
            kwargs={"domain": domain.value, "single": form == "R3Single"},
        )
