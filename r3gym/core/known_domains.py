"""Domains by name: the built-in ones, and those that installed packages register as entry points ``r3gym.domains``.

The name of an entry point is the word inside the Gymnasium ids (``SQL`` in ``R3Contest-SQL-v0``), and the domain's name
is its lower case. It names a class without arguments that implements `r3gym.core.domain.Domain`. Names are known
without importing a domain, so a broken package is reported when it is used and affects nothing else.
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
    """Return the names inside Gymnasium ids, built-in ones first in the paper's order, without importing a domain."""
    return (*_BUILTIN, *(plugin.entry.name for plugin in _others().values()))


def domain_names() -> tuple[str, ...]:
    """Return the names that `get_domain` takes: built-in ones first in the paper's order, then the others by name.

    >>> domain_names()[:3]
    ('code', 'math', 'ar')
    """
    return (*_BUILTIN_NAMES, *_others())


def check_domain(name: str) -> str:
    """Return the name of a domain; raise `InputError`, which lists the known names, when there is no such domain."""
    if name not in _BUILTIN_NAMES:
        _installed(name)
    return name


def get_domain(which: str | Domain) -> Domain:
    """Return the domain of this name; a domain is returned unchanged.

    Raises `InputError`, which lists the known names, when there is no such domain.

    >>> get_domain("math").long_name
    'mathematics'
    """
    return which if isinstance(which, Domain) else _load(which)


def paper_domains() -> tuple[Domain, ...]:
    """Return the three domains of the paper, which ship with r3gym."""
    return tuple(map(get_domain, _BUILTIN_NAMES))


def domains() -> tuple[Domain, ...]:
    """Return all domains that can be loaded; `list_domains` reports why another cannot."""
    return tuple(get_domain(entry.name) for entry in list_domains() if entry.works)


def list_domains() -> list[ListEntry]:
    """Return every domain with a one-line description, or with the reason why it cannot be loaded."""
    found = []
    for name in domain_names():
        try:
            found.append(ListEntry(name, get_domain(name).long_name))
        except InputError as error:
            found.append(ListEntry(name, f"broken: {error}", works=False))
    return found


@cache
def domain_number(name: str) -> int:
    """Return the index of a domain among the known ones, as used by packed states and random streams."""
    return domain_names().index(name)


@cache
def numbered_domain(number: int) -> Domain:
    """Return the domain with this `domain_number`. Entry points are searched once, since many states are unpacked.

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
    """Return installed domains by name. Of entry points whose names differ only in case, the first is used."""
    found: dict[str, Plugin] = {}
    for gym_name, plugin in sorted(find_plugins(GROUP, _BUILTIN).items()):
        if gym_name.lower() not in _BUILTIN_NAMES:
            found.setdefault(gym_name.lower(), plugin)
    return found
