"""Domains by name: ours, and those that installed packages offer under the entry point ``r3gym.domains``.

The name of an entry point is the word inside the Gymnasium ids (``SQL`` in ``R3Contest-SQL-v0``), and the domain's name
is its lower case. It names a class without arguments that implements `r3gym.core.domain.Domain`. Names are known
without importing a domain, so a broken package is named when it is used and spoils nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from r3gym.core.domain import Domain
from r3gym.errors import InputError
from r3gym.utils.plugins import ListEntry, Plugin, find_plugins, load_object

GROUP = "r3gym.domains"

_BUILTIN: Mapping[str, str] = {
    "Code": "r3gym.domains.code.domain:CodeDomain",
    "Math": "r3gym.domains.math.domain:MathDomain",
    "AR": "r3gym.domains.ar.domain:ARDomain",
}
_BUILTIN_NAMES = tuple(gym_name.lower() for gym_name in _BUILTIN)


def gym_names() -> tuple[str, ...]:
    """The words inside Gymnasium ids, ours first in the paper's order; nothing is imported."""
    return (*_BUILTIN, *(plugin.entry.name for plugin in _others().values()))


def domain_names() -> tuple[str, ...]:
    """The names that `get_domain` takes, ours first in the paper's order, others by name.

    >>> domain_names()[:3]
    ('code', 'math', 'ar')
    """
    return (*_BUILTIN_NAMES, *_others())


def check_domain(name: str) -> str:
    """The name of a domain, checked. `InputError` lists the known ones."""
    if name not in _BUILTIN_NAMES:
        _installed(name)
    return name


def get_domain(which: str | Domain) -> Domain:
    """The domain of this name; a domain is returned as it is. `InputError` lists the known ones.

    >>> get_domain("math").long_name
    'mathematics'
    """
    return which if isinstance(which, Domain) else _load(which)


def paper_domains() -> tuple[Domain, ...]:
    """The three domains of the paper, which ship with r3gym."""
    return tuple(map(get_domain, _BUILTIN_NAMES))


def domains() -> tuple[Domain, ...]:
    """All domains that can be loaded; what is wrong with another says `list_domains`."""
    return tuple(get_domain(entry.name) for entry in list_domains() if entry.works)


def list_domains() -> list[ListEntry]:
    """Every domain with one line; one that cannot be loaded says why."""
    found = []
    for name in domain_names():
        try:
            found.append(ListEntry(name, get_domain(name).long_name))
        except InputError as error:
            found.append(ListEntry(name, f"broken: {error}", works=False))
    return found


@cache
def domain_number(name: str) -> int:
    """The place of a domain among the known ones, as packed states and random streams count it."""
    return domain_names().index(name)


@cache
def numbered_domain(number: int) -> Domain:
    """The domain with this `domain_number`. Entry points are searched once: states are unpacked by the thousand.

    >>> numbered_domain(domain_number("ar")).name
    'ar'
    """
    return get_domain(domain_names()[number])


@cache
def _load(name: str) -> Domain:
    if name in _BUILTIN_NAMES:
        made: object = load_object(list(_BUILTIN.values())[_BUILTIN_NAMES.index(name)])()
    else:
        plugin = _installed(name)
        made = plugin.call()
        if not isinstance(made, Domain) or made.name != name:
            raise InputError(f"domain={name!r}: what {plugin.origin} returns is not the domain {name!r}")
    assert isinstance(made, Domain)
    return made


def _installed(name: str) -> Plugin:
    others = _others()
    if name not in others:
        raise InputError(f"domain={name!r}: choose one of {', '.join((*_BUILTIN_NAMES, *others))}")
    return others[name]


def _others() -> dict[str, Plugin]:
    """Installed domains by name. Two entry points whose names differ in case only are one domain, the first."""
    found: dict[str, Plugin] = {}
    for gym_name, plugin in sorted(find_plugins(GROUP, _BUILTIN).items()):
        if gym_name.lower() not in _BUILTIN_NAMES:
            found.setdefault(gym_name.lower(), plugin)
    return found
