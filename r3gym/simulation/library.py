"""Worlds by name: the shipped profiles, drawn ones, your own file, or a campaign's measured curves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from r3gym.core.contest_size import check_problem_count
from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.core.paper_constants import PRESSURES, PROBLEMS_PER_CONTEST
from r3gym.errors import InputError
from r3gym.simulation.profiles import Profile, profile_world
from r3gym.simulation.randomise import random_profiles
from r3gym.simulation.world import World, joined

#: Models whose fitted profiles no training run sees, nor profiles drawn around them.
HELD_OUT = ("GLM-5.2", "GPT-5.5")
#: Drawn profiles: how many, and the seeds that keep training, validation and the two tests apart.
DRAWN = {"train": (4096, 1), "validation": (64, 2), "held_out": (6, 3), "test": (24, 4)}

_PROFILES = TypeAdapter(list[Profile])


@cache
def shipped_profiles() -> tuple[Profile, ...]:
    """Return the profiles fitted to the paper's tables: simulated stand-ins, not measurements of any model."""
    text = files("r3gym").joinpath("data/simulated_profiles.json").read_text("utf-8")
    return tuple(_PROFILES.validate_python(json.loads(text)["profiles"]))


def profiles_named(name: str, domain: Domain) -> list[Profile]:
    """Return the profiles of a domain with this name.

    ``train``, ``validation``, ``held_out`` and ``test`` are splits without a profile in common; a model's name is its
    fitted profile; anything else is a JSON file with a list of profiles.

    >>> [p.name for p in profiles_named("held_out", get_domain("code"))][:2]
    ['GLM-5.2', 'GPT-5.5']
    """
    fitted = [p for p in shipped_profiles() if p.domain == domain.name]
    if name in DRAWN:
        count, seed = DRAWN[name]
        seen, unseen = ([p for p in fitted if (p.name in HELD_OUT) == held] for held in (False, True))
        shown = {"train": seen, "held_out": unseen}.get(name, [])
        around = {"train": seen, "validation": seen, "test": unseen}.get(name, [])
        return shown + random_profiles(domain, count, seed, around)
    named = [p for p in fitted if p.name.lower() == name.lower()]
    if named:
        return named
    if not Path(name).is_file():
        known = ", ".join((*DRAWN, *(p.name for p in fitted)))
        raise InputError(f"profiles={name!r}: no such file; give a JSON file of profiles or one of {known}")
    return [p for p in read_profiles(Path(name)) if p.domain == domain.name]


def read_profiles(path: Path) -> list[Profile]:
    """Read the profiles in a JSON file: a list, or an object with the key ``profiles``."""
    try:
        value = json.loads(path.read_text("utf-8"))
        return _PROFILES.validate_python(value["profiles"] if isinstance(value, dict) else value)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except (KeyError, ValueError) as error:  # a ValidationError is a ValueError too
        first = error.errors(include_url=False)[0] if isinstance(error, ValidationError) else None
        where = f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first else str(error)
        raise InputError(f"{path}: not a list of profiles: {where} (docs/twin.md shows one)") from None


def make_world(
    domains: Sequence[Domain],
    profiles: str = "train",
    pressure: float | None = None,
    budget: int | None = None,
    problems: int | None = None,
) -> World:
    """Make the world of the named profiles; without ``pressure`` and ``budget`` each episode draws a pressure.

    ``problems`` is the size of its contests, six by default. ``campaign:DIR`` is the world of a campaign's measured
    curves (`r3gym.simulation.curves`), whose contests have the size they were played with.
    """
    make = _drawn_world if profiles in DRAWN else _make_world
    return make(tuple(get_domain(domain) for domain in domains), profiles, pressure, budget, problems)


def _make_world(
    domains: tuple[Domain, ...], profiles: str, pressure: float | None, budget: int | None, problems: int | None
) -> World:
    size = check_problem_count(PROBLEMS_PER_CONTEST if problems is None else problems)
    if profiles.startswith("campaign:"):
        from r3gym.simulation.curves import campaign_world

        found = joined(
            [campaign_world(Path(profiles.removeprefix("campaign:")), domain, pressure) for domain in domains]
        )
        if problems is not None and found.problems != problems:
            raise InputError(
                f"problems={problems}: the contests of {profiles} have {found.problems}; leave problems out"
            )
        return found if budget is None else found.with_budgets(budget)
    chosen = [p for domain in domains for p in profiles_named(profiles, domain)]
    if not chosen:
        raise InputError(f"profiles={profiles!r}: holds no profile of {', '.join(map(str, domains))}")
    if pressure is not None and pressure not in PRESSURES:
        raise InputError(
            f"pressure={pressure:g}: profiles have budgets for {' and '.join(map(str, PRESSURES))}; give budget=N"
        )
    if pressure is not None and budget is None:
        place = PRESSURES.index(pressure)
        chosen = [p.model_copy(update={"budgets": (p.budgets[place],) * 2}) for p in chosen]
    world = profile_world(chosen, problems=size)
    return world if budget is None else world.with_budgets(budget)


#: Hundreds of profiles take a moment to draw; files are read again every time, since they may change.
_drawn_world = lru_cache(maxsize=32)(_make_world)
