"""The one place where policies are made from names and tables: for ``play``, campaigns, ``ablate`` and Python.

A name may carry words after a colon (``scripted:tunnel:blind``, ``hare:42``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TypedDict

from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.models.loading import load_profile
from r3gym.policies.base import Policy
from r3gym.policies.competence import FEEDBACKS
from r3gym.policies.installed import SHIPPED, check_policy, installed_policies
from r3gym.policies.scripted import PERSONALITIES
from r3gym.policies.shipped_specs import InstalledSpec, ModelSpec, ScriptedSpec
from r3gym.policies.spec import EpisodeContext, PolicySpec
from r3gym.utils.plugins import ListEntry

SPEC_GROUP = "r3gym.campaign_policies"

_SPECS: dict[str, type[PolicySpec]] = {"scripted": ScriptedSpec, "llm": ModelSpec, "installed": InstalledSpec}


class ScriptedOptions(TypedDict):
    """The scripted solver's own arguments."""

    personality: str
    feedback: str


@cache
def policy_kinds() -> Mapping[str, type[PolicySpec]]:
    """Return every kind of policy by its name: those of r3gym, then those of other packages."""
    found = dict(_SPECS)
    for entry in entry_points(group=SPEC_GROUP):
        made = entry.load()
        if not (isinstance(made, type) and issubclass(made, PolicySpec)):
            raise InputError(f"entry point {entry.name!r} of {SPEC_GROUP}: not a PolicySpec class")
        if missing := sorted(getattr(made, "__abstractmethods__", ())):
            raise InputError(f"entry point {entry.name!r} of {SPEC_GROUP}: {made.__name__} lacks {', '.join(missing)}")
        found.setdefault(entry.name, made)
    return found


def list_policies() -> list[ListEntry]:
    """List every policy with one line; the line of one that cannot be loaded says why."""
    return [ListEntry(name, what) for name, what in SHIPPED.items()] + [
        p.list_entry() for p in installed_policies().values()
    ]


def named_policy(
    spec: str, *, model: str | None = None, base_url: str | None = None, api_key_env: str | None = None
) -> PolicySpec:
    """Return the policy of a name as given on a command line; ``llm`` needs a ``model``.

    A scripted policy never gives up a problem.

    >>> named_policy("scripted:blind").kind
    'scripted'
    """
    kind = spec.partition(":")[0]
    if spec == "llm":
        if model is None:
            raise InputError("--policy llm: say which model with --model NAME, and where it is with --base-url URL")
        given = {"base_url": base_url, "api_key_env": api_key_env}
        fields = {name: value for name, value in given.items() if value is not None}
        load_profile(model, **fields)  # raises for a wrong profile or address
        return ModelSpec.model_validate({"name": _plain(Path(model).stem), "kind": "llm", "model": model, **fields})
    if kind == "scripted":
        return ScriptedSpec.model_validate(
            {"name": _plain(spec), "kind": kind, "patience": None, **scripted_options(spec)}
        )
    check_policy(spec)
    return InstalledSpec(name=_plain(spec), kind="installed", policy=spec)


def make_policy(spec: str, *, suite: str, domain: Domain | str, seed: int) -> Policy:
    """Make a policy that needs no model address: the scripted solver, or one that a package offers.

    >>> make_policy("scripted:tunnel:blind", suite="embedded", domain="code", seed=0).notes()["name"]
    'scripted:tunnel:blind'
    """
    if spec == "llm":
        check_policy(spec)
    episode = EpisodeContext(Setting.AGENTIC, get_domain(domain), suite, "none", seed, run=f"play-{seed}")
    return named_policy(spec).make(episode).policy


def scripted_options(spec: str) -> ScriptedOptions:
    """Parse the words of ``scripted:...``, which may be in any order.

    >>> scripted_options("scripted:blind")
    {'personality': 'tunnel', 'feedback': 'blind'}
    """
    found = ScriptedOptions(personality=PERSONALITIES[0], feedback=FEEDBACKS[0])
    for word in spec.split(":")[1:]:
        if word in PERSONALITIES:
            found["personality"] = word
        elif word in FEEDBACKS:
            found["feedback"] = word
        else:
            raise InputError(f"policy={spec!r}: {word!r} is none of {', '.join(PERSONALITIES + FEEDBACKS)}")
    return found


def _plain(name: str) -> str:
    """Return the name without characters that file names and tables cannot hold."""
    return re.sub(r"[^A-Za-z0-9._+:-]", "-", name).lstrip("._+:-")[:80] or "policy"
