"""The Gymnasium ids: six forms for every domain, with the domain's word inside (``Code``, ``Math``, ``AR`` ...).

``R3Contest-Code-v0`` and the per-task ``R3Single-Code-v0`` are the agentic setting, ``R3ToolFree-Code-v0`` and
``R3ToolFreeSingle-Code-v0`` the tool-free one. ``R3Allocation-Code-v0`` is the simulated twin, without
sandbox or model. Domains of installed packages get the same ids, without being imported.
"""

from __future__ import annotations

import gymnasium as gym

from r3gym.core.known_domains import gym_names

#: For each form: its environment, the maker of its vector, and whether it is one problem instead of a contest.
_AGENTIC = ("r3gym.envs.contest_env:ContestEnv", "r3gym.envs.thread_vector:make_contest_vector")
_TOOL_FREE = ("r3gym.envs.tool_free_env:ToolFreeEnv", "r3gym.envs.thread_vector:make_tool_free_vector")
_FORMS = {
    "R3Contest": (*_AGENTIC, False),
    "R3Single": (*_AGENTIC, True),
    "R3ToolFree": (*_TOOL_FREE, False),
    "R3ToolFreeSingle": (*_TOOL_FREE, True),
}
_TWIN = ("r3gym.envs.allocation_env:AllocationEnv", "r3gym.envs.allocation_vector:make_allocation_vector")


def environment_ids() -> tuple[str, ...]:
    """Return the registered ids of contests, agentic ones first; the twin's are `twin_ids`.

    >>> environment_ids()[:3]
    ('R3Contest-Code-v0', 'R3Contest-Math-v0', 'R3Contest-AR-v0')
    """
    return tuple(f"{form}-{word}-v0" for form in _FORMS for word in gym_names())


def twin_ids() -> tuple[str, ...]:
    """Return the registered ids of the simulated twin.

    >>> twin_ids()[:3]
    ('R3Allocation-Code-v0', 'R3Allocation-Math-v0', 'R3Allocation-AR-v0')
    """
    return tuple(f"R3Allocation-{word}-v0" for word in gym_names())


def register_all() -> None:
    """Register every id; called once by ``import r3gym``. Entry points are strings, so nothing heavy is imported."""
    for word in gym_names():
        for form, (environment, vector, single) in _FORMS.items():
            gym.register(
                id=f"{form}-{word}-v0",
                entry_point=environment,
                vector_entry_point=vector,
                kwargs={"domain": word.lower(), "single": single},
            )
        gym.register(
            id=f"R3Allocation-{word}-v0",
            entry_point=_TWIN[0],
            vector_entry_point=_TWIN[1],
            kwargs={"domain": word.lower()},
        )
