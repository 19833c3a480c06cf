"""Where figures come from: the analysis of one run, or of several side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from r3gym.analysis import Analysis, Resampling
from r3gym.analysis.analyse import analyse_campaign
from r3gym.analysis.oracle_score import CellOracle, oracle_of
from r3gym.campaigns.accepting import change_notes
from r3gym.cells.campaign import CampaignData, read_campaign
from r3gym.cells.cell import CellKey, ContestCell, CurveCell
from r3gym.cells.gathering import contest_cells, curve_cells
from r3gym.errors import InputError
from r3gym.figures.fitting import short_names, shorter
from r3gym.figures.options import FigureOptions
from r3gym.figures.run_facts import RunFacts
from r3gym.oracle.costs import OracleCost
from r3gym.records.row_file import Progress


@dataclass(frozen=True, eq=False)
class RunSource:
    """One run: one campaign's folder, or several that are analysed as one. ``label`` names it beside others."""

    label: str
    campaign: CampaignData
    analysis: Analysis
    facts: RunFacts

    @cached_property
    def contests(self) -> tuple[ContestCell, ...]:
        """The contest cells that may be used: complete ones, or all if the analysis allows incomplete ones."""
        cells = contest_cells(self.campaign)
        if self.analysis.allow_incomplete:
            return tuple(played for cell in cells if len((played := cell.reduced()).contests))
        return tuple(cell for cell in cells if cell.complete)

    @cached_property
    def curves(self) -> dict[CellKey, CurveCell]:
        """The curve cells that may be used."""
        every = curve_cells(self.campaign)
        return {key: c for key, c in every.items() if c.complete or self.analysis.allow_incomplete}

    @cached_property
    def changes(self) -> list[str]:
        """What must be said wherever these rows are shown: accepted changes of the campaigns' definitions."""
        return [note for path in self.campaign.paths for note in change_notes(path)]

    def oracle(self, cell: ContestCell) -> CellOracle | None:
        """Return the oracle of a contest cell; None without curves or a budget."""
        curves = self.curves.get(cell.key.curves)
        return None if curves is None else oracle_of(cell, curves, self.analysis.oracle_cost)


@dataclass(frozen=True, eq=False)
class FigureSource:
    """The runs of a figure; with more than one, series are named with their run."""

    runs: tuple[RunSource, ...]

    @property
    def several(self) -> bool:
        """Whether there is more than one run."""
        return len(self.runs) > 1


def policy_names(source: FigureSource, width: int = 28) -> dict[str, str]:
    """Return a short name for each policy of all runs; no two are alike."""
    return short_names((key.policy for key in _keys(source)), width)


def check_choice(source: FigureSource, options: FigureOptions) -> None:
    """Raise `InputError` where the reader asks for a policy, a domain or a setting that no run has."""
    keys = _keys(source)
    for name in ("policy", "domain", "setting"):
        asked, known = getattr(options, name), sorted({getattr(key, name) for key in keys})
        if asked is not None and asked not in known:
            there = ", ".join(shorter(one) for one in known) or "none with a result"
            raise InputError(f"{name} {asked!r} is not in the run; there are: {there}")


def _keys(source: FigureSource) -> list[CellKey]:
    """Return the keys of all cells of all runs."""
    keys: list[CellKey] = []
    for run in source.runs:
        keys += [*(cell.key for cell in run.contests), *run.curves, *(cell.key for cell in run.analysis.cells)]
        keys += [cell.key for cell in (*run.analysis.schedulers, *run.analysis.stress)]
    return keys


def read_source(
    paths: Sequence[Path | str],
    *,
    compare: bool = False,
    resampling: Resampling | None = None,
    allow_incomplete: bool = False,
    oracle_cost: OracleCost = OracleCost.NOMINAL,
    progress: Progress | None = None,
) -> FigureSource:
    """Read and analyse campaigns: as one run, or side by side with ``compare``."""
    folders = [Path(path) for path in paths]
    if compare and len(folders) < 2:
        raise InputError("a comparison needs at least two runs")
    labels = run_labels(folders) if compare else [" + ".join(run_labels(folders))]
    found = []
    for label, group in zip(labels, [[path] for path in folders] if compare else [folders], strict=True):
        facts = RunFacts()
        campaign = read_campaign(group, progress, facts.add)
        analysis = analyse_campaign(
            campaign, resampling=resampling, allow_incomplete=allow_incomplete, oracle_cost=oracle_cost
        )
        found.append(RunSource(label, campaign, analysis, facts))
    return FigureSource(tuple(found))


def run_labels(paths: Iterable[Path]) -> list[str]:
    """Return the shortest ends of paths that tell them apart.

    >>> run_labels([Path("runs/a/one"), Path("runs/b/one")]), run_labels([Path("runs/a")])
    (['a/one', 'b/one'], ['a'])
    """
    parts = [path.resolve().parts[1:] if path.name in ("", "..") else path.parts for path in paths]
    length = 1
    while length < max(map(len, parts)) and len({part[-length:] for part in parts}) < len(parts):
        length += 1
    return ["/".join(part[-length:]) for part in parts]
