"""The identity of a campaign: everything that can change its results, by name, and what differs between two of them.

It is taken once, when the campaign starts, and compared whenever the campaign goes on. Texts and answer keys are there
as hashes: enough to say which one changed. Addresses, keys of services and secrets are no part of it. (The hash of a
short answer can be guessed: a folder is for those who may see the keys, as a suite's own manifest is.)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from r3gym.campaigns.campaign_file import Campaign
from r3gym.campaigns.growing import is_growth
from r3gym.campaigns.suite_selection import ChosenSuite
from r3gym.core.problem import hash_problem
from r3gym.domains.prompt_files import prompt_texts
from r3gym.judging.artifacts import hash_key
from r3gym.suites import load_keys
from r3gym.utils.hashing import hash_json
from r3gym.version import __version__

#: Packages whose version can change a verdict.
_JUDGING_PACKAGES = ("math-verify", "reasoning-gym", "sympy")
#: What cannot be accepted: it says which episodes there are.
_DESIGN = frozenset(
    "name seed repeats kinds settings domains suites contests pressures budgets schedulers calibration target".split()
)
_ABSENT = object()
_SHOWN = 60


@dataclass(frozen=True)
class DefinitionChange:
    """One difference: a sentence, whether it can be accepted, and whether judging again is what it asks for."""

    what: str
    acceptable: bool = True
    key: bool = False


def identity(campaign: Campaign, suites: Sequence[ChosenSuite]) -> dict[str, Any]:
    """Return everything that defines the campaign's results, as plain JSON."""
    named = {f"{chosen.given} {chosen.domain.name}": chosen for chosen in suites}
    found = {
        **campaign.definition(),
        "content": {name: chosen.suite.content_hash for name, chosen in named.items()},
        "contest_problems": {name: _contests(chosen) for name, chosen in named.items()},
        "problems": {name: _problems(chosen) for name, chosen in named.items()},
        "keys": {name: _keys(chosen) for name, chosen in named.items()},
        "prompt_texts": {name: hash_json(text)[:16] for name, text in prompt_texts(*campaign.file.domains).items()},
        "versions": _versions(campaign),
    }
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def changes_between(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[DefinitionChange]:
    """Return what differs, each as a sentence.

    What only adds episodes is no change (`r3gym.campaigns.growing`). What an older folder does not say is not compared.
    """
    found = [
        change
        for name in sorted({*before, *now})
        if name in before and before[name] != now.get(name, _ABSENT) and not is_growth(name, before, now)
        for change in _PHRASES.get(name, _field)(name, before[name], now.get(name))
    ]
    named = {name for name in ("prompt_texts", "problems", "contest_problems", "keys") if name in before}
    if "prompts" in before and before["prompts"] != now.get("prompts") and "prompt_texts" not in named:
        found.append(DefinitionChange("prompts: changed"))
    if (
        before.get("content") != now.get("content")
        and not is_growth("content", before, now)
        and ("problems" not in named or not any(before[name] != now[name] for name in named - {"prompt_texts"}))
    ):
        suites = ", ".join(_differing(before.get("content", {}), now.get("content", {})))
        found.append(DefinitionChange(f"suite {suites}: its content changed", acceptable="problems" in named))
    return found


def _contests(chosen: ChosenSuite) -> dict[str, list[str]]:
    return {contest.id: [problem.id for problem in contest.problems] for contest in chosen.contests}


def _problems(chosen: ChosenSuite) -> dict[str, str]:
    return {p.id: hash_problem(p)[:16] for contest in chosen.contests for p in contest.problems}


def _keys(chosen: ChosenSuite) -> dict[str, str]:
    wanted = {p.id for contest in chosen.contests for p in contest.problems}
    keys = load_keys(chosen.reference, chosen.domain, wanted)
    return {problem: hash_key(chosen.domain.bank, keys[problem]) for problem in sorted(wanted)}


def _versions(campaign: Campaign) -> dict[str, str]:
    found = {"r3gym": __version__}
    for package in _JUDGING_PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    for policy in campaign.policies:
        found |= policy.versions()
    return found


def _field(name: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    """Name the changes of a field of the campaign file, part by part where it is a table."""
    for path, was, is_now in _leaves(before, now, (name,)):
        yield DefinitionChange(f"{'.'.join(path)} {_from_to(was, is_now)}", acceptable=name not in _DESIGN)


def _policies(_: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    for policy in sorted({*before, *now}):
        if policy not in before:
            continue  # the campaign grew
        if policy not in now:
            yield DefinitionChange(f"policy {policy} removed", acceptable=False)
            continue
        for path, was, is_now in _leaves(before[policy], now[policy], ()):
            own = path[0] == "profile" and len(path) > 1
            field = ".".join(path[1:] if own else path)
            whose = f"profile of {policy}" if own else f"policy {policy}"
            yield DefinitionChange(f"{whose}: {field} {_from_to(was, is_now)}", acceptable=path[0] != "calibration")


def _judges(_: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    for path, was, is_now in _leaves(before, now, ()):
        place = f": {'.'.join(path[1:])}" if path[1:] else ""
        yield DefinitionChange(f"judge of {path[0]}{place} {_from_to(was, is_now)}")


def _texts(_: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    for name in _differing(before, now):
        what = "added" if name not in before else "removed" if name not in now else "changed"
        yield DefinitionChange(f"prompts: {name} {what}")


def _changed_keys(_: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    for suite, problem in _differing_parts(before, now):
        if problem in before[suite] and problem in now[suite]:
            yield DefinitionChange(f"suite {suite}: the answer key of problem {problem} changed", key=True)


def _changed_problems(_: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    for suite, problem in _differing_parts(before, now):
        if problem in before[suite]:
            there = problem in now[suite]
            what = "changed" if there else "removed"
            yield DefinitionChange(f"suite {suite}: the text of problem {problem} {what}", acceptable=there)


def _changed_contests(_: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    for suite, contest in _differing_parts(before, now):
        if contest in before[suite]:
            yield DefinitionChange(f"suite {suite}: contest {contest} has other problems", acceptable=False)


def _changed_versions(_: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    for name in _differing(before, now):
        if name in before:  # a new policy may bring a package of its own
            yield DefinitionChange(f"version of {name} {_from_to(before.get(name), now.get(name))}")


def _nothing(_: str, before: Any, now: Any) -> Iterator[DefinitionChange]:
    del before, now
    yield from ()


#: How the changes of each part of a definition are named; the fields of the file have `_field`.
_PHRASES = {
    "policies": _policies,
    "judges": _judges,
    "prompts": _nothing,  # its texts are named one by one
    "content": _nothing,  # its problems and keys are
    "prompt_texts": _texts,
    "problems": _changed_problems,
    "contest_problems": _changed_contests,
    "keys": _changed_keys,
    "versions": _changed_versions,
}


def _leaves(before: Any, now: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Yield the path and both values of everything that differs in nested tables."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name in _differing(before, now):
            yield from _leaves(before.get(name), now.get(name), (*path, name))
    elif before != now:
        yield path, before, now


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    return sorted(name for name in {*before, *now} if before.get(name, _ABSENT) != now.get(name, _ABSENT))


def _differing_parts(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the suite and the name of what differs in suites that are in both; the others are named as suites."""
    for suite in _differing(before, now):
        if suite in before and suite in now:
            yield from ((suite, name) for name in _differing(before[suite], now[suite]))


def _from_to(was: Any, now: Any) -> str:
    shown = [json.dumps(value, ensure_ascii=False) for value in (was, now)]
    return "changed from {} to {}".format(*(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…" for text in shown))
