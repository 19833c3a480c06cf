"""Output lengths of reference models from the ``single`` runs of a campaign: the paper's measure of difficulty.

A length is the use of an unbudgeted single-problem run in the unit of its setting: output tokens as the provider
reported them (reasoning included, the finaliser of two stages not), or counted actions. A model's length for a problem
is the mean over its runs that ended by themselves. Left out and counted, as in a calibration, are runs that

- a cap stopped (``safety_cap``: the provider's ``length``, the step cap, the wall clock; ``gave_up``): what was written
  until then is a lower bound and no length;
- failed (``failed``), or whose provider reported no token count (``no token count``).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from fractions import Fraction
from pathlib import Path

from r3gym.campaigns.store import read_definition, read_plan
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records.campaign_folder import read_manifest, read_rows
from r3gym.records.counting_row import rows_that_count
from r3gym.records.planned import PlannedEpisode
from r3gym.records.rows import Ending, EpisodeRow, RunKind
from r3gym.suites.lengths import ReferenceLengths

_SHOWN = 5


def single_lengths(
    folder: Path,
    domain: str,
    *,
    setting: Setting | None = None,
    models: Sequence[str] = (),
    count_capped: bool = False,
) -> ReferenceLengths:
    """Return the lengths of a domain's problems by the policies of a campaign (by default all of them).

    With ``count_capped`` a run that a safety cap stopped counts with what it used. Raise `InputError` when the campaign
    has no such runs, is unfinished, or a model has no complete run of a problem.
    """
    planned = _chosen(folder, _planned(folder, domain), setting, models)
    result = _results(folder, {episode.id for episode in planned})
    _check_finished(folder, planned, result)
    used: dict[tuple[str, str], list[int]] = defaultdict(list)
    why: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for episode in planned:
        place, row = (episode.policy, str(episode.problem_id)), result[episode.id]
        reason = _left_out(row, count_capped)
        if reason is None:
            used[place].append(row.spent)
        else:
            why[place][reason] += 1
    _check_covered(folder, why, used)
    by_model: dict[str, dict[str, Fraction]] = defaultdict(dict)
    for (model, problem), lengths in used.items():
        by_model[model][problem] = Fraction(sum(lengths), len(lengths))
    return ReferenceLengths(
        folder.resolve().name,
        dict(by_model),
        planned[0].setting.unit,
        _hashes(folder, domain, {problem for _, problem in used}),
        sum(map(len, used.values())),
        dict(sum(why.values(), Counter[str]())),
    )


def _planned(folder: Path, domain: str) -> list[PlannedEpisode]:
    """Return the campaign's single runs in a domain."""
    kinds = read_definition(folder).definition.get("kinds", [])
    if RunKind.SINGLE not in kinds:
        raise InputError(
            f"{folder}: a campaign of kind {', '.join(kinds)}; lengths come from unbudgeted single runs: "
            f"play a campaign with kinds = ['{RunKind.SINGLE}']"
        )
    planned = [episode for episode in read_plan(folder) if episode.kind is RunKind.SINGLE]
    if not planned:
        raise InputError(f"{folder}: nothing was played yet; play it: r3gym campaign resume {folder}")
    here = [episode for episode in planned if episode.domain == domain]
    if not here:
        domains = ", ".join(sorted({episode.domain for episode in planned}))
        raise InputError(f"{folder}: its single runs are of {domains}, not of {domain}; give a campaign of {domain}")
    return here


def _chosen(
    folder: Path, planned: list[PlannedEpisode], setting: Setting | None, models: Sequence[str]
) -> list[PlannedEpisode]:
    """Return the runs of one setting and of the chosen models."""
    settings = sorted({episode.setting for episode in planned})
    if setting is None and len(settings) > 1:
        units = ", ".join(f"{one} ({one.unit.phrase})" for one in settings)
        raise InputError(f"{folder}: single runs in {units}; lengths have one unit: choose one with --setting")
    found = [episode for episode in planned if setting in (None, episode.setting)]
    if not found:
        raise InputError(f"{folder}: its single runs are {', '.join(settings)}, not {setting}; choose that --setting")
    known = dict.fromkeys(episode.policy for episode in found)
    unknown = [model for model in models if model not in known]
    if unknown:
        raise InputError(f"--model {', '.join(unknown)}: {folder} has no such policy; it has {', '.join(known)}")
    return [episode for episode in found if not models or episode.policy in models]


def _results(folder: Path, wanted: Collection[str]) -> dict[str, EpisodeRow]:
    """Return the row that counts of each wanted episode."""
    return rows_that_count(row for row in read_rows(folder) if row.id in wanted)


def _check_finished(folder: Path, planned: Sequence[PlannedEpisode], result: dict[str, EpisodeRow]) -> None:
    pending = [episode for episode in planned if episode.id not in result]
    if pending:
        one = pending[0]
        raise InputError(
            f"{folder}: unfinished: {len(pending)} of {len(planned)} single runs were not played yet (the first: "
            f"problem {one.problem_id!r}, model {one.policy!r}, repeat {one.repeat}); play them: "
            f"r3gym campaign resume {folder}"
        )


def _left_out(row: EpisodeRow, count_capped: bool) -> str | None:
    """Return why a run measures no length, None if it does."""
    if row.failure is not None:
        return "failed"
    if row.ending is not Ending.FINISHED and not (count_capped and row.ending is Ending.SAFETY_CAP):
        return str(row.ending)
    if row.setting is Setting.TOOL_FREE and row.spent == 0:  # a completion of no tokens does not exist
        return "no token count"
    return None


def _check_covered(
    folder: Path, why: dict[tuple[str, str], Counter[str]], used: dict[tuple[str, str], list[int]]
) -> None:
    """Raise `InputError` when a model has no complete run of a problem: means over different models do not compare."""
    without = [place for place in why if not used.get(place)]
    if not without:
        return
    shown = "; ".join(
        f"problem {problem!r}, model {model!r}: "
        + ", ".join(f"{count} {reason}" for reason, count in sorted(why[model, problem].items()))
        for model, problem in without[:_SHOWN]
    )
    more = f"; and {len(without) - _SHOWN} more" if len(without) > _SHOWN else ""
    fixes = [fix for reason, fix in _FIXES.items() if any(reason in why[place] for place in without)]
    raise InputError(
        f"{folder}: no complete run: {shown}{more}. Every reference model needs one of every problem. "
        f"{' '.join(fixes).replace('RUN', str(folder))} Or leave a model out: name the others with --model"
    )


_FIXES = {
    "failed": "Failed runs: r3gym campaign retry RUN --failed.",
    "safety_cap": "A run that a cap stopped is no unbudgeted length: measure again with a higher safety_cap "
    "(tool-free) or limits (agentic), or accept what was used as a lower bound with --count-capped.",
    "gave_up": "A model that gave up did not complete: see the records of its runs.",
    "no token count": "Without a token count there is no length: use a server that reports usage.",
}


def _hashes(folder: Path, domain: str, problems: Collection[str]) -> dict[str, str]:
    """Return the hash of each problem as it was played; raise `InputError` when an id names two problems."""
    found: dict[str, str] = {}
    for suite in read_manifest(folder).suites:
        for problem, digest in suite.problem_hashes.items() if suite.domain == domain else ():
            if problem in problems and found.setdefault(problem, digest) != digest:
                raise InputError(
                    f"{folder}: {problem!r} names two different problems of its suites; measure them in campaigns apart"
                )
    return found
