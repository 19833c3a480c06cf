"""r3gym: six problems, one budget. Importing it registers the Gymnasium environments.

>>> import gymnasium as gym, r3gym
>>> gym.spec("R3Contest-Code-v0").kwargs["domain"]
'code'
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

# Python started at the top of a checkout finds this folder before the installed package, without its sister rooms
# (envs/, policies/ ...): let it look for them where the checkout has them.
_checkout = Path(__file__).parents[1]
if (_checkout / "pyproject.toml").is_file() and (_checkout / "envs").is_dir():
    __path__.append(str(_checkout))

from r3gym.contest import Contest, Suite  # noqa: E402
from r3gym.domains import Domain  # noqa: E402
from r3gym.problem import Problem  # noqa: E402
from r3gym.registration import environment_ids, register_all  # noqa: E402
from r3gym.state import ContestState, ProblemState  # noqa: E402
from r3gym.version import __version__  # noqa: E402

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
