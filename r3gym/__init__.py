"""r3gym: six problems, one budget. Importing it registers the Gymnasium environments.

>>> import gymnasium as gym, r3gym
>>> gym.spec("R3Contest-Code-v0").kwargs["domain"]
'code'
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

if not (Path(__file__).parent / "envs").is_dir():
    raise ImportError(
        f"{Path(__file__).parent / 'envs'} is not a folder: this checkout has lost its symbolic links; "
        "clone it onto a file system that keeps them, or install a wheel (python -m build)"
    )

from r3gym.core.contest import Contest, Suite
from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.core.problem import Problem
from r3gym.core.state import ContestState, ProblemState
from r3gym.registration import environment_ids, register_all
from r3gym.version import __version__

__all__ = [
    "Contest",
    "ContestState",
    "Domain",
    "EpisodeRecord",
    "Problem",
    "ProblemState",
    "Suite",
    "__version__",
    "build_suite",
    "environment_ids",
    "get_domain",
    "load_suite",
    "play_episode",
    "read_record",
]

#: Names whose modules read files with pydantic and YAML: they are imported when they are first used.
_LAZY = {
    "EpisodeRecord": "r3gym.records",
    "build_suite": "r3gym.suites",
    "load_suite": "r3gym.suites",
    "play_episode": "r3gym.policies.playing",
    "read_record": "r3gym.records",
}

register_all()


def __getattr__(name: str) -> Any:
    """Import a public name that `import r3gym` leaves out to stay light."""
    if name not in _LAZY:
        raise AttributeError(f"module 'r3gym' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)
