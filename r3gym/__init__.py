"""r3gym: six problems, one budget. Importing it registers the Gymnasium environments.

>>> import gymnasium as gym, r3gym
>>> gym.spec("R3Contest-Code-v0").kwargs["domain"]
'code'
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

if not (Path(__file__).parent / "envs").is_dir():
    raise ImportError(
        f"{Path(__file__).parent / 'envs'} is not a folder: this checkout has lost its symbolic links; "
        "clone it onto a file system that keeps them, or install a wheel (python -m build)"
    )

from r3gym.core.contest import Contest, Suite
from r3gym.core.domain import Domain
from r3gym.core.problem import Problem
from r3gym.core.state import ContestState, ProblemState
from r3gym.registration import environment_ids, register_all
from r3gym.version import __version__

__all__ = [
    "Contest",
    "ContestState",
    "Domain",
    "Problem",
    "ProblemState",
    "Suite",
    "__version__",
    "build_suite",
    "environment_ids",
    "load_suite",
]

register_all()


def __getattr__(name: str) -> Any:
    """Suites read files with pydantic and YAML; they are loaded when somebody asks for them."""
    if name in ("load_suite", "build_suite"):
        from r3gym import suites

        return getattr(suites, name)
    raise AttributeError(f"module 'r3gym' has no attribute {name!r}")
