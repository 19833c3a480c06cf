"""The Gymnasium ids.

``R3Contest-{Code,Math,AR}-v0`` and the per-task ``R3Single-{Code,Math,AR}-v0`` are the agentic setting,
``R3ToolFree-{Code,Math,AR}-v0`` and ``R3ToolFreeSingle-{Code,Math,AR}-v0`` the tool-free one.
``R3Allocation-{Code,Math,AR}-v0`` is the simulated twin, which no sandbox and no model stands behind.
"""

from __future__ import annotations

import gymnasium as gym

from r3gym.core.domain import Domain

#: For each form: its environment, the maker of its vector, and whether it is one problem instead of six.
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
    """The registered ids of contests, agentic ones first; the twin's are `twin_ids`.

    >>> environment_ids()[:3]
    ('R3Contest-Code-v0', 'R3Contest-Math-v0', 'R3Contest-AR-v0')
    """
    return tuple(f"{form}-{d.gym_name}-v0" for form in _FORMS for d in Domain)


def twin_ids() -> tuple[str, ...]:
    """The registered ids of the simulated twin.

    >>> twin_ids()
    ('R3Allocation-Code-v0', 'R3Allocation-Math-v0', 'R3Allocation-AR-v0')
    """
    return tuple(f"R3Allocation-{d.gym_name}-v0" for d in Domain)


def register_all() -> None:
    """Register every id; called once by ``import r3gym``. Entry points are strings, so nothing heavy is imported."""
    for form, (environment, vector, single) in _FORMS.items():
        for domain in Domain:
            gym.register(
                id=f"{form}-{domain.gym_name}-v0",
                entry_point=environment,
                vector_entry_point=vector,
                kwargs={"domain": domain.value, "single": single},
            )
    for domain, twin in zip(Domain, twin_ids(), strict=True):
        gym.register(id=twin, entry_point=_TWIN[0], vector_entry_point=_TWIN[1], kwargs={"domain": domain.value})
