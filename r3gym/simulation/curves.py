"""The solver model of a campaign: measured response curves, replayed problem by problem.

Each contest of the campaign becomes a template. The steps a problem takes are drawn from what its single-problem runs
used when they succeeded; the rate at which a solver believes a wrong answer is the share of wrong runs that it ended by
itself, with budget left. It is still a model: a replayed run does not depend on the other problems.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from r3gym.core.domain import Domain
from r3gym.core.known_domains import domain_number
from r3gym.core.paper_constants import PRESSURES
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records.campaign_folder import counted_rows, read_manifest
from r3gym.records.campaign_manifest import CampaignManifest
from r3gym.records.rows import Ending, EpisodeRow, RunKind
from r3gym.simulation.world import ATOMS, LARGEST_BUDGET, NEVER, Feedback, World


def campaign_world(folder: Path, domain: Domain, pressure: float | None = None) -> World:
    """Make the world of a campaign's agentic curves: a template for every policy and contest that has them all."""
    manifest = read_manifest(folder)
    rows = [row for row in counted_rows(folder) if row.domain == domain.name and row.setting is Setting.AGENTIC]
    return curve_world(manifest, rows, domain, pressure, str(folder))


def curve_world(
    manifest: CampaignManifest, rows: Iterable[EpisodeRow], domain: Domain, pressure: float | None, source: str
) -> World:
    """Make the same world from rows in memory; ``source`` names them in errors."""
    runs: dict[str, dict[str, list[EpisodeRow]]] = defaultdict(lambda: defaultdict(list))
    budgets: dict[str, dict[float, int]] = defaultdict(dict)
    for row in rows:
        if row.failure is not None or row.budget is None:
            continue
        if row.kind is RunKind.CURVE and row.problem_id is not None:
            runs[row.policy][row.problem_id].append(row)
        elif row.kind is RunKind.CONTEST and row.pressure is not None:
            budgets[row.policy][row.pressure] = min(row.budget, LARGEST_BUDGET)
    names: list[str] = []
    laws: list[npt.NDArray[np.uint8]] = []
    slots, feedbacks, table = [], [], []
    contests = [contest for suite in manifest.suites if suite.domain == domain.name for contest in suite.contests]
    for policy, by_problem in runs.items():
        caps = [budgets[policy].get(level) for level in (PRESSURES if pressure is None else (pressure,) * 2)]
        if not all(caps):
            continue
        place = {problem: len(laws) + number for number, problem in enumerate(by_problem)}
        laws += [curve_law(measured) for measured in by_problem.values()]
        feedback = measured_feedback([row for measured in by_problem.values() for row in measured], domain)
        for contest in contests:
            problems = [problem.id for problem in contest.problems]
            if all(problem in place for problem in problems):
                names.append(f"{policy} {contest.id}")
                slots.append([place[problem] for problem in problems])
                feedbacks.append(feedback)
                table.append(caps)
    if not names:
        raise InputError(
            f"{source}: no contest of {domain.name} has curves of all its problems and a contest budget; run the "
            "campaign's curves and contests at the pressure first"
        )
    sizes = sorted({len(problems) for problems in slots})
    if len(sizes) > 1:
        raise InputError(
            f"{source}: contests of {' and '.join(map(str, sizes))} {domain.name} problems; a simulated world has one "
            "size: make a campaign for each"
        )
    return World(
        names=tuple(names),
        domain=np.full(len(names), domain_number(domain.name), np.uint8),
        laws=np.array(laws, np.uint8),
        slots=np.array(slots, np.int64),
        outcomes=np.array([feedback.outcomes() for feedback in feedbacks], np.uint8),
        drafts=np.array([feedback.drafted() for feedback in feedbacks], np.uint16),
        budgets=np.array(table, np.uint8),
        patience=np.full(len(names), 100, np.uint8),
        rechecks=np.zeros(len(names), np.uint8),
        shuffled=False,
    )


def curve_law(runs: Iterable[EpisodeRow]) -> npt.NDArray[np.uint8]:
    """Estimate the paid steps until right from one problem's runs at several caps.

    The success rate is assumed not to fall with the cap (a larger cap that did worse counts as equal). The increase at
    a level is spread evenly over the steps that its successful runs used.
    """
    levels: dict[int, list[EpisodeRow]] = defaultdict(list)
    for row in runs:
        levels[row.budget or 0].append(row)
    reached, mass = 0.0, dict[int, float]()
    for cap in sorted(levels):
        won = [min(row.paid_steps or 0, NEVER - 1) for row in levels[cap] if row.score > 0]
        rate = len(won) / len(levels[cap])
        for used in won:
            mass[used] = mass.get(used, 0.0) + max(0.0, rate - reached) / len(won)
        reached = max(reached, rate)
    steps = sorted(mass)
    edges = np.cumsum([mass[step] for step in steps])
    middles = (np.arange(ATOMS) + 0.5) / ATOMS
    return np.array([*steps, NEVER], np.uint8)[np.searchsorted(edges, middles)]


def measured_feedback(runs: Iterable[EpisodeRow], domain: Domain) -> Feedback:
    """Estimate how well the solver knows when it is done: the right and wrong runs it ended with budget left.

    One run of each kind is added that was undecided, so that few runs never give certainty. Exit statuses are not in
    the rows; they are the domain's (`r3gym.core.domain.StepFeedback`).
    """
    ended, counted = {True: 0.5, False: 0.5}, {True: 1.0, False: 1.0}
    for row in runs:
        right = row.score > 0
        counted[right] += 1
        ended[right] += row.ending is Ending.FINISHED and (row.paid_steps or 0) < (row.budget or 0)
    exit_looks, exit_fails = domain.feedback.exit_looks, domain.feedback.exit_fails
    return Feedback(ended[True] / counted[True], ended[False] / counted[False], exit_looks, exit_fails)
