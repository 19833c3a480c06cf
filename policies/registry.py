"""Policies by name: ours, and those that installed packages offer under the entry point ``r3gym.policies``.

A name may carry words after a colon (``scripted:tunnel:blind``). An entry point names a class or function; it is called
with ``suite``, ``domain`` and ``seed``, and with ``parameter`` when words were given, all as keywords, and returns a
`Policy` for one episode or many. The first line of its docstring is what ``r3gym list`` shows.
"""

from __future__ import annotations

from typing import TypedDict

from r3gym.core.domain import Domain
from r3gym.errors import InputError
from r3gym.policies.base import Policy
from r3gym.policies.competence import FEEDBACKS
from r3gym.policies.scripted import PERSONALITIES, ScriptedSolver
from r3gym.utils.plugins import Listed, Plugin, find_plugins

GROUP = "r3gym.policies"


class ScriptedWords(TypedDict):
    """The scripted solver's own arguments."""

    personality: str
    feedback: str


#: The models' policies are made from profiles and addresses, so they are listed here and made elsewhere.
_BUILTIN = {
    "scripted:tunnel": "Drafts from the bank; stays until it looks solved.",
    "scripted:scanner": "Drafts from the bank; one step per problem in turn.",
    "scripted:tunnel:blind": "A tunnel whose checks do not tell right from wrong.",
    "llm": "A chat model (--model, --base-url).",
}


def list_policies() -> list[Listed]:
    """Every policy with one line; one that cannot be loaded says why."""
    return [Listed(name, what) for name, what in _BUILTIN.items()] + [p.listed() for p in _others().values()]


def make_policy(spec: str, *, suite: str, domain: Domain | str, seed: int) -> Policy:
    """A policy that plays without a model's address: the scripted solver, or one that a package offers.

    >>> make_policy("scripted:tunnel:blind", suite="embedded", domain="code", seed=0).notes()["name"]
    'scripted:tunnel:blind'
    """
    name, colon, parameter = spec.partition(":")
    if name == "scripted":
        return ScriptedSolver(suite, domain, seed=seed, **scripted_words(spec))
    plugin = _installed(spec)
    words = {"parameter": parameter} if colon else {}
    made = plugin.call(suite=suite, domain=Domain(domain).value, seed=seed, **words)
    if not isinstance(made, Policy):
        raise InputError(
            f"policy={spec!r}: what {plugin.origin} returns is not a policy: it needs act(obs, info) and notes()"
        )
    return made


def check_policy(spec: str) -> None:
    """Raise `InputError` unless an installed package offers this policy and can be loaded."""
    _installed(spec).load()


def _installed(spec: str) -> Plugin:
    others = _others()
    plugin = others.get(spec.partition(":")[0])
    if plugin is None:
        raise InputError(f"policy={spec!r}: choose one of {', '.join((*_BUILTIN, *others))}")
    return plugin


def scripted_words(spec: str) -> ScriptedWords:
    """What the words of ``scripted:...`` say, in any order.

    >>> scripted_words("scripted:blind")
    {'personality': 'tunnel', 'feedback': 'blind'}
    """
    found = ScriptedWords(personality=PERSONALITIES[0], feedback=FEEDBACKS[0])
    for word in spec.split(":")[1:]:
        if word in PERSONALITIES:
            found["personality"] = word
        elif word in FEEDBACKS:
            found["feedback"] = word
        else:
            raise InputError(f"policy={spec!r}: {word!r} is none of {', '.join(PERSONALITIES + FEEDBACKS)}")
    return found


def _others() -> dict[str, Plugin]:
    return find_plugins(GROUP, {name.partition(":")[0] for name in _BUILTIN})
