"""Compute every figure of a campaign's folder: cell by cell, with intervals, and the macros over domains."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from r3gym.analysis.accuracy import accuracy
from r3gym.analysis.attributed_output import output_share, wasted_output
from r3gym.analysis.attribution import attribution_counts
from r3gym.analysis.bootstrap import ResampledFigure, Resampling, macro, resample
from r3gym.analysis.contest_score import contest_score
from r3gym.analysis.context_stress import context_stress, paired_contests
from r3gym.analysis.cross_fitted_oracle import cross_fitted_oracle
from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.omissions import omissions
from r3gym.analysis.oracle_portfolio import oracle_portfolio
from r3gym.analysis.oracle_score import CellOracle, equal_allocation, gap, gap_ratio, oracle_of, oracle_score
from r3gym.analysis.protocol_outcomes import OutcomeCell, count_awaiting, protocol_outcomes
from r3gym.analysis.regret import regret
from r3gym.analysis.scheduler_scores import scheduler_scores
from r3gym.analysis.selected_misses import selected_misses
from r3gym.analysis.unsure_verdicts import unsure_verdicts
from r3gym.cells.campaign import CampaignData, read_campaign
from r3gym.cells.cell import (
    MACRO,
    CellKey,
    ContestCell,
    CurveCell,
    across_domains,
    sort_key,
)
from r3gym.cells.gathering import contest_cells, curve_cells, target_cells
from r3gym.cells.table import NO_WORD, EpisodeTable
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.oracle.costs import OracleCost
from r3gym.oracle.resampling import Interval
from r3gym.records.row_file import Progress
from r3gym.records.rows import OLDEST_POLICY

#: The tables, in the order in which they are shown.
TABLES = (
    "main",
    "tiers",
    "positions",
    "portfolio",
    "misses",
    "waste",
    "omissions",
    "attribution",
    "unsure",
    "schedulers",
    "stress",
    "regret",
    "outcomes",
)


@dataclass(frozen=True, slots=True, eq=False)
class CellResult:
    """The figures of a cell, of a mean over domains, or of a comparison of schedulers.

    In a mean over domains ``over`` says for each figure over which. ``complete`` is True when neither the contests nor
    the curves (if there are any) lack a run. An incomplete cell has no figures, or unofficial ones if requested.
    """

    key: CellKey
    budget: int | None
    contests: int
    complete: bool
    estimates: Mapping[Name, Interval]
    over: Mapping[Name, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MissingRuns:
    """The missing runs of a cell; ``kind`` is contest, curve or target."""

    key: CellKey
    kind: str
    missing_runs: tuple[str, ...]
    whole: int


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """The whole analysis. ``failed`` counts episodes without a result by failure class; ``torn`` counts torn lines.

    ``awaiting`` counts answers that a judge has still to decide: they are zeros in every figure.
    """

    paths: tuple[Path, ...]
    resampling: Resampling
    allow_incomplete: bool
    episodes: int
    cells: tuple[CellResult, ...]
    macros: tuple[CellResult, ...]
    schedulers: tuple[CellResult, ...]
    stress: tuple[CellResult, ...]
    missing: tuple[MissingRuns, ...]
    without_curves: tuple[CellKey, ...]
    #: Suites of the manifest without any contest run: reference and domain.
    unplayed: tuple[tuple[str, str], ...]
    failed: Mapping[str, int]
    torn: int
    #: Agentic episodes by the version of the rules that counted their actions.
    counting_policies: Mapping[str, int] = field(default_factory=dict)
    #: The costs that every oracle of this analysis pays.
    oracle_cost: OracleCost = OracleCost.NOMINAL
    #: Counts of protocol outcomes, of complete and incomplete cells.
    outcomes: tuple[OutcomeCell, ...] = ()
    awaiting: int = 0


def analyse(
    paths: Sequence[Path],
    *,
    resampling: Resampling | None = None,
    allow_incomplete: bool = False,
    tables: Iterable[str] = TABLES,
    progress: Progress | None = None,
    oracle_cost: OracleCost = OracleCost.NOMINAL,
) -> Analysis:
    """Analyse one campaign, or several together. The same rows, seed and resamples give the same figures."""
    wanted = set(tables)
    if unknown := wanted - set(TABLES):
        raise InputError(f"no table {', '.join(sorted(unknown))}; there are: {', '.join(TABLES)}")
    return analyse_campaign(
        read_campaign(paths, progress),
        resampling=resampling,
        allow_incomplete=allow_incomplete,
        tables=wanted,
        oracle_cost=oracle_cost,
    )


def analyse_campaign(
    campaign: CampaignData,
    *,
    resampling: Resampling | None = None,
    allow_incomplete: bool = False,
    tables: Iterable[str] = TABLES,
    oracle_cost: OracleCost = OracleCost.NOMINAL,
) -> Analysis:
    """Analyse campaigns that were read already."""
    wanted = set(tables)
    work = _AnalysisRun(campaign, resampling or Resampling(), allow_incomplete, wanted, oracle_cost)
    contests, curves = contest_cells(campaign), curve_cells(campaign)
    missing_runs = [
        MissingRuns(c.key, "contest", tuple(c.missing()), c.played.size) for c in contests if not c.complete
    ]
    missing_runs += [
        MissingRuns(c.key, "curve", tuple(c.missing()), c.outcome.size) for c in curves.values() if not c.complete
    ]
    cells, macros = work.cells(contests, curves)
    stress, missing_stress_runs = work.stress(curves)
    return Analysis(
        paths=campaign.paths,
        resampling=work.resampling,
        allow_incomplete=allow_incomplete,
        episodes=len(campaign.table),
        cells=cells,
        macros=macros,
        schedulers=work.schedulers(contests, curves) if "schedulers" in wanted else (),
        stress=stress,
        missing=(*missing_runs, *missing_stress_runs),
        without_curves=tuple(c.key for c in contests if c.key.curves not in curves),
        unplayed=tuple(sorted(set(campaign.suites) - {(c.key.suite, c.key.domain) for c in contests})),
        failed=Counter(sorted(f.failure for f in campaign.table.failed)),
        torn=campaign.table.torn,
        counting_policies=_counting_policies(campaign.table),
        oracle_cost=oracle_cost,
        outcomes=protocol_outcomes(campaign.table) if "outcomes" in wanted else (),
        awaiting=count_awaiting(campaign.table),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _AnalysisRun:
    """One run of the analysis."""

    campaign: CampaignData
    resampling: Resampling
    allow_incomplete: bool
    tables: set[str]
    oracle_cost: OracleCost

    def cells(
        self, contests: Sequence[ContestCell], curves: Mapping[CellKey, CurveCell]
    ) -> tuple[tuple[CellResult, ...], tuple[CellResult, ...]]:
        """Return every contest cell, and the means over the domains of each policy, regime and scheduler."""
        found: dict[CellKey, CellResult] = {}
        macros = []
        by_key = {cell.key: cell for cell in contests}
        for keys in across_domains(by_key):
            mates = [by_key[key] for key in keys]
            drawn: dict[str, Mapping[Name, ResampledFigure]] = {}
            for cell in mates:
                found[cell.key], drawn[cell.key.domain] = self._cell(cell, curves.get(cell.key.curves))
            if len(mates) > 1 and any(drawn.values()):
                macros.append(_macro([found[cell.key] for cell in mates], drawn))
        ordered = tuple(found[cell.key] for cell in contests)
        return ordered, tuple(sorted(macros, key=lambda one: sort_key(one.key)))

    def _cell(self, cell: ContestCell, curves: CurveCell | None) -> tuple[CellResult, Mapping[Name, ResampledFigure]]:
        complete = cell.complete and (curves is None or curves.complete)
        usable = cell.complete or self.allow_incomplete
        figures: dict[Name, Figure] = {}
        played = cell.reduced()
        if usable and len(played.contests):
            if curves is not None and not (curves.complete or self.allow_incomplete):
                curves = None
            figures = cell_figures(played, curves, self.tables, self.oracle_cost)
        resampled = self._resampled(figures, played.key.domain, len(played.contests))
        estimates = {name: one.interval() for name, one in resampled.items()}
        return CellResult(cell.key, cell.budget, len(played.contests), complete, estimates), resampled

    def _resampled(self, figures: Mapping[Name, Figure], domain: str, contests: int) -> dict[Name, ResampledFigure]:
        return resample(figures, self.resampling.counts(contests, domain)) if figures else {}

    def schedulers(
        self, contests: Sequence[ContestCell], curves: Mapping[CellKey, CurveCell]
    ) -> tuple[CellResult, ...]:
        """Return a comparison for each policy, regime and suite."""
        together: dict[CellKey, list[ContestCell]] = defaultdict(list)
        for cell in contests:
            together[replace(cell.key, scheduler="")].append(cell)
        found = []
        for key, cells in together.items():
            figures = scheduler_scores(cells)
            oracle = self._oracle(cells[0], curves.get(key.curves))
            if oracle is not None:
                figures["oracle", ""] = oracle_score(oracle)
            resampled = self._resampled(figures, key.domain, len(cells[0].contests))
            estimates = {name: one.interval() for name, one in resampled.items()}
            complete = all(cell.complete for cell in cells)
            found.append(CellResult(key, cells[0].budget, len(cells[0].contests), complete, estimates))
        return tuple(found)

    def _oracle(self, cell: ContestCell, curves: CurveCell | None) -> CellOracle | None:
        if curves is None or not (curves.complete or self.allow_incomplete):
            return None
        return oracle_of(cell, curves, self.oracle_cost)

    def stress(self, curves: Mapping[CellKey, CurveCell]) -> tuple[tuple[CellResult, ...], tuple[MissingRuns, ...]]:
        """Return the target-in-suite diagnostic of each policy and suite, and the missing targets of begun contests."""
        found, missing_runs = [], []
        for target in target_cells(self.campaign) if "stress" in self.tables else ():
            begun = [any(row) for row in target.runs.tolist()]
            partly = [
                f"{target.suite.contests[c]} position {p + 1}"
                for c, row in enumerate(target.runs.tolist())
                for p, runs in enumerate(row)
                if begun[c] and not runs
            ]
            if partly:
                missing_runs.append(MissingRuns(target.key, "target", tuple(partly), sum(begun) * target.suite.size))
            control = curves.get(target.key.curves)
            estimates: dict[Name, Interval] = {}
            pairs = 0
            complete = control is not None and not partly and bool((control.outcome[:, -1] >= 0).all())
            if control is not None and (complete or self.allow_incomplete):
                pairs = int(paired_contests(target, control).sum())
                if pairs:
                    resampled = self._resampled(context_stress(target, control), target.key.domain, pairs)
                    estimates = {name: one.interval() for name, one in resampled.items()}
            found.append(CellResult(target.key, None, pairs, complete, estimates))
        return tuple(found), tuple(missing_runs)


def cell_figures(
    cell: ContestCell,
    curves: CurveCell | None,
    tables: Iterable[str] = TABLES,
    oracle_cost: OracleCost = OracleCost.NOMINAL,
) -> dict[Name, Figure]:
    """Return the figures of one cell for these tables; without curves only those that need none."""
    wanted = set(tables)
    contest = contest_score(cell)
    found: dict[Name, Figure] = {("contest", ""): contest}
    if wanted & {"tiers", "positions"}:
        found |= accuracy(cell)
    if "positions" in wanted:
        found |= output_share(cell)
    if "waste" in wanted:
        found |= wasted_output(cell)
    if wanted & {"omissions", "positions"}:
        found |= omissions(cell)
    if "attribution" in wanted:
        found |= attribution_counts(cell)
    if "unsure" in wanted:
        found |= unsure_verdicts(cell)
    oracle = None if curves is None else oracle_of(cell, curves, oracle_cost)
    if curves is None or oracle is None:
        return found
    best = oracle_score(oracle)
    found["oracle", ""] = best
    found["equal", ""] = equal_allocation(oracle)
    found["gap", ""] = gap(contest, best)
    found["gap_ratio", ""] = gap_ratio(contest, best)
    fitted = cross_fitted_oracle(cell, curves, oracle_cost)
    if fitted is not None:
        found["cross_fitted_oracle", ""] = fitted
        found["cross_fitted_gap", ""] = gap(contest, fitted)
        found["cross_fitted_gap_ratio", ""] = gap_ratio(contest, fitted)
    if "misses" in wanted:
        found |= selected_misses(cell, oracle)
    if "portfolio" in wanted:
        found |= oracle_portfolio(cell, oracle)
    if "regret" in wanted:
        found |= regret(cell, oracle)
    return found


def _counting_policies(table: EpisodeTable) -> dict[str, int]:
    """Return how many agentic episodes each version of the counting rules counted; rows that do not say are older."""
    agentic = table.column["setting"] == table.number(Setting.AGENTIC)
    numbers = Counter(table.column["counting_policy"][agentic].tolist())
    named = Counter[str]()
    for number, count in numbers.items():
        named[OLDEST_POLICY if number == NO_WORD else table.word(number)] += count
    return dict(sorted(named.items()))


def _macro(mates: Sequence[CellResult], drawn: Mapping[str, Mapping[Name, ResampledFigure]]) -> CellResult:
    suites = {cell.key.suite for cell in mates}
    found = macro(drawn)
    return CellResult(
        key=replace(mates[0].key, domain=MACRO, suite=suites.pop() if len(suites) == 1 else ""),
        budget=None,
        contests=sum(cell.contests for cell in mates if cell.estimates),
        complete=all(cell.complete for cell in mates),
        estimates={name: one.interval() for name, (one, _) in found.items()},
        over={name: domains for name, (_, domains) in found.items()},
    )
