"""Policies that installed packages offer under the entry point ``r3gym.policies``.

An entry point names a class or function; it is called with ``suite``, ``domain`` and ``seed``, and with ``parameter``
when the name carries words after a colon (``hare:42``), all as keywords, and returns a `Policy` for one episode or
many. The first line of its docstring is what ``r3gym list`` shows.
"""

from __future__ import annotations

from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.errors import InputError
from r3gym.policies.base import Policy
from r3gym.utils.plugins import Plugin, find_plugins

GROUP = "r3gym.policies"

#: The policies of r3gym itself, with one line each; their names are taken.
SHIPPED = {
    "scripted:tunnel": "Drafts from the bank; stays until it looks solved.",
    "scripted:scanner": "Drafts from the bank; one step per problem in turn.",
    "scripted:tunnel:blind": "A tunnel whose checks do not tell right from wrong.",
    "llm": "A chat model (--model, --base-url).",
}


def installed_policies() -> dict[str, Plugin]:
    """Return the policies of installed packages, by name."""
    return find_plugins(GROUP, {name.partition(":")[0] for name in SHIPPED})


def check_policy(spec: str) -> None:
    """Raise `InputError` unless an installed package offers this policy and can be loaded."""
    _plugin(spec).load()


def package_version(spec: str) -> dict[str, str]:
    """Return the name and version of the package that offers this policy; nothing when it does not say."""
    package = _plugin(spec).entry.dist
    return {} if package is None else {package.name: package.version}


def call_installed(spec: str, *, suite: str, domain: Domain | str, seed: int) -> Policy:
    """Make the policy of an installed package. Raises `InputError` when there is none, or when it is no policy."""
    plugin = _plugin(spec)
    _, colon, parameter = spec.partition(":")
    words = {"parameter": parameter} if colon else {}
    made = plugin.call(suite=suite, domain=get_domain(domain).name, seed=seed, **words)
    if not isinstance(made, Policy):
        raise InputError(
            f"policy={spec!r}: what {plugin.origin} returns is not a policy: it needs act(obs, info) and notes()"
        )
    return made


def _plugin(spec: str) -> Plugin:
    others = installed_policies()
    plugin = others.get(spec.partition(":")[0])
    if plugin is None:
        raise InputError(f"policy={spec!r}: choose one of {', '.join((*SHIPPED, *others))}")
    return plugin
