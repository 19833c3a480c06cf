"""Schedulers by name: those of r3gym, and those of installed packages (entry point ``r3gym.schedulers``).

A name may carry a parameter after a colon (``sequential:4``). An entry point names a class or function that returns a
scheduler; it is called without arguments, or with the parameter's text. The first line of its docstring is what
``r3gym list`` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from r3gym.errors import InputError
from r3gym.schedulers.base import Scheduler
from r3gym.utils.plugins import ListEntry, Plugin, find_plugins, load_object, one_line

GROUP = "r3gym.schedulers"


@dataclass(frozen=True)
class Builtin:
    """A scheduler of r3gym: where it is (imported when needed), and how its parameter is read (None: it has none)."""

    where: str
    read: Callable[[str], object] | None = None


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise InputError(f"{text!r} is not a whole number above 0")
    return int(text)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{text!r} is not a number") from None


_BUILTIN: Mapping[str, Builtin] = {
    "none": Builtin("r3gym.schedulers.none:NoScheduler"),
    "coverage": Builtin("r3gym.schedulers.coverage:Coverage"),
    "verification": Builtin("r3gym.schedulers.verification:Verification"),
    "stop": Builtin("r3gym.schedulers.stop:Stop"),
    "equal": Builtin("r3gym.schedulers.plain_drivers:Equal"),
    "round_robin": Builtin("r3gym.schedulers.plain_drivers:RoundRobin"),
    "greedy": Builtin("r3gym.schedulers.plain_drivers:Greedy"),
    "sequential": Builtin("r3gym.schedulers.plain_drivers:Sequential", _whole),
    "index": Builtin("r3gym.schedulers.index:Index", str),
    "shadow_price": Builtin("r3gym.schedulers.shadow_price:ShadowPrice", _number),
    "learned": Builtin("r3gym.schedulers.learned:load_learned", str),
}


def scheduler_names() -> tuple[str, ...]:
    """Return the names that `make_scheduler` accepts, those of r3gym first."""
    return (*_BUILTIN, *_others())


def list_schedulers() -> list[ListEntry]:
    """List every scheduler with one line; the line of one that cannot be loaded says why."""
    own = [ListEntry(name, one_line(load_object(b.where))) for name, b in _BUILTIN.items()]
    return own + [plugin.list_entry() for plugin in _others().values()]


def make_scheduler(spec: str) -> Scheduler:
    """Make a scheduler by its name, with its parameter if it takes one.

    >>> make_scheduler("coverage").name, make_scheduler("sequential:4").name
    ('coverage', 'sequential:4')
    """
    name, colon, parameter = spec.partition(":")
    if name in _BUILTIN:
        return _make_builtin(spec, _BUILTIN[name], parameter if colon else None)
    others = _others()
    if name not in others:
        raise InputError(f"scheduler={spec!r}: choose one of {', '.join((*_BUILTIN, *others))}")
    made = others[name].call(*([parameter] if colon else []))
    if not isinstance(made, Scheduler):
        raise InputError(
            f"scheduler={spec!r}: what {others[name].origin} returns is not a scheduler: it needs name, "
            "directive(state) and review(state)"
        )
    return made


def _make_builtin(spec: str, builtin: Builtin, parameter: str | None) -> Scheduler:
    if parameter is not None and builtin.read is None:
        raise InputError(f"scheduler={spec!r}: {spec.partition(':')[0]} takes no parameter")
    made = load_object(builtin.where)
    if parameter is None or builtin.read is None:
        scheduler: Scheduler = made()
        return scheduler
    try:
        scheduler = made(builtin.read(parameter))
    except InputError as error:
        raise InputError(f"scheduler={spec!r}: {error}") from None
    return scheduler


def _others() -> dict[str, Plugin]:
    return find_plugins(GROUP, _BUILTIN)
