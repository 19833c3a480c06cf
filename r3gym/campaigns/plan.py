"""Plan a campaign: the ordered list of its episodes, each with its identity and its seed.

The identity of an episode is the hash of all that defines it: policy, setting, suite content, contest, problem, budget
and its level, scheduler, repeat, seed, judges, sandbox, limits, prompts, counting rules. Address, key, executor and
folder are not part of it.

Seeds depend only on the campaign's seed and on what is played: the same contest in the same repeat gets the same seed
under every scheduler, pressure and policy, so that they can be compared in pairs. The levels of a curve are independent
runs (the paper), so there the level is part of the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from r3gym.accounting import POLICY_VERSION
from r3gym.calibration.calibration_file import Calibration
from r3gym.campaigns.campaign_file import Campaign
from r3gym.campaigns.store import read_plan_file
from r3gym.campaigns.suite_selection import ChosenSuite, target_contests
from r3gym.core.contest import Contest
from r3gym.core.paper_constants import CURVE_GRID
from r3gym.core.setting import Setting
from r3gym.domains.prompt_files import prompts_hash
from r3gym.policies.spec import PolicySpec
from r3gym.records.planned import PlannedEpisode
from r3gym.records.run_kind import SINGLE_PROBLEM, UNBUDGETED, RunKind
from r3gym.utils.hashing import hash_json

#: The order in which kinds are played: those with a budget need the result of the baseline.
ORDER = (RunKind.BASELINE, RunKind.SINGLE, RunKind.CONTEST, RunKind.CURVE, RunKind.TARGET)

_SEEDS = 1 << 31


@dataclass(frozen=True)
class _PlanCell:
    """What the episodes of a policy in a setting and suite have in common."""

    campaign: Campaign
    policy: PolicySpec
    setting: Setting
    chosen: ChosenSuite
    calibration: Calibration | None
    common: str

    def cap(self, kind: RunKind, pressure: float | None, budget: int | None) -> int | None:
        if kind in UNBUDGETED or pressure is None or self.calibration is None:
            return budget
        wanted = (self.policy.name, self.setting, self.chosen.domain.name)
        cell = next((cell for cell in self.calibration.cells if cell.name == wanted), None)
        if cell is None:
            return None  # its baseline is not complete yet
        return cell.contest_cap(pressure) if kind is RunKind.CONTEST else cell.curve_cap(pressure)

    def episode(
        self,
        kind: RunKind,
        contest: str,
        repeat: int,
        *,
        problem: str | None = None,
        target: str | None = None,
        scheduler: str = "none",
        pressure: float | None = None,
        budget: int | None = None,
    ) -> PlannedEpisode:
        played = [contest, problem, pressure] if kind in SINGLE_PROBLEM else [contest, target]
        seed = episode_seed(self.campaign.file.seed, [self.chosen.given, self.chosen.domain.name, *played], repeat)
        cap = self.cap(kind, pressure, budget)
        parts = [kind.value, contest, problem, target, scheduler, pressure, cap, repeat, seed]
        known = kind in UNBUDGETED or cap is not None
        return PlannedEpisode(
            id=hash_json([self.common, *parts])[:32] if known else "",
            kind=kind,
            policy=self.policy.name,
            setting=self.setting,
            domain=self.chosen.domain.name,
            suite=self.chosen.given,
            contest=contest,
            problem_id=problem,
            target=target,
            scheduler=scheduler,
            pressure=pressure,
            budget=cap,
            repeat=repeat,
            seed=seed,
        )


def plan(
    campaign: Campaign, suites: Sequence[ChosenSuite], calibration: Calibration | None, *kinds: RunKind
) -> Iterator[PlannedEpisode]:
    """Yield all episodes of these kinds (by default of the whole campaign), in the order in which they are played.

    Where the calibration has no cell yet, episodes whose budget depends on it have no identity: they can only be
    counted.
    """
    for kind in ORDER:
        if kind not in campaign.file.kinds or (kinds and kind not in kinds):
            continue
        for policy in campaign.policies:
            for setting in (s for s in campaign.file.settings if s in policy.settings()):
                for chosen in suites:
                    common = _common(campaign, policy, setting, chosen)
                    yield from _of_kind(kind, _PlanCell(campaign, policy, setting, chosen, calibration, common))


def episode_seed(seed: int, played: Sequence[object], repeat: int) -> int:
    """Return the seed of an episode: from the campaign's seed, what is played, and the repeat."""
    return int(hash_json([seed, list(played), repeat])[:16], 16) % _SEEDS


def _of_kind(kind: RunKind, cell: _PlanCell) -> Iterator[PlannedEpisode]:
    file, contests = cell.campaign.file, cell.chosen.contests
    repeats = range(1, file.repeats + 1)
    if kind is RunKind.BASELINE:
        yield from (cell.episode(kind, contest.id, repeat) for contest in contests for repeat in repeats)
    elif kind is RunKind.SINGLE:
        for contest_id, problem_id in _each_once(contests):
            yield from (cell.episode(kind, contest_id, repeat, problem=problem_id) for repeat in repeats)
    elif kind is RunKind.CONTEST:
        # One completion leaves nothing to schedule.
        schedulers = file.schedulers if cell.setting is Setting.AGENTIC else ("none",)
        for contest in contests:
            for pressure, budget in file.contest_levels():
                for scheduler in schedulers:
                    for repeat in repeats:
                        yield cell.episode(
                            kind, contest.id, repeat, scheduler=scheduler, pressure=pressure, budget=budget
                        )
    elif kind is RunKind.CURVE:
        for contest_id, problem_id in _each_once(contests):
            for level in CURVE_GRID:
                for repeat in repeats:
                    yield cell.episode(kind, contest_id, repeat, problem=problem_id, pressure=level)
    else:  # every position once, with the largest budget of a single problem
        for contest in target_contests(contests, file.target.contests, file.target.seed):
            for label, problem in zip(contest.labels, contest.problems, strict=True):
                yield cell.episode(kind, contest.id, 1, problem=problem.id, target=label, pressure=CURVE_GRID[-1])


def keep_identities(plan_file: Path, episodes: Iterable[PlannedEpisode]) -> list[PlannedEpisode]:
    """Return the episodes with the identities that a plan on disk gave them.

    They differ from those of today when a change of the definition was accepted: the episodes are the same ones.
    """
    planned = list(episodes)
    if not plan_file.exists():
        return planned
    known = {replace(episode, id=""): episode.id for episode in read_plan_file(plan_file)}
    return [replace(episode, id=known.get(replace(episode, id=""), episode.id)) for episode in planned]


def _each_once(contests: Sequence[Contest]) -> Iterator[tuple[str, str]]:
    """Yield contest and problem, by id; a problem that is in several contests is given once."""
    seen: set[str] = set()
    for contest in contests:
        for problem in contest.problems:
            if problem.id not in seen:
                seen.add(problem.id)
                yield contest.id, problem.id


def _common(campaign: Campaign, policy: PolicySpec, setting: Setting, chosen: ChosenSuite) -> str:
    """Return the hash of what defines all episodes of a cell."""
    file, agentic = campaign.file, setting is Setting.AGENTIC
    return hash_json(
        {
            "policy": [policy.name, policy.definition()],
            "setting": setting.value,
            "domain": chosen.domain.name,
            "suite": [chosen.given, chosen.suite.content_hash],
            "judge": campaign.judges.record_of(chosen.domain.name),
            "sandbox": file.sandbox,
            "limits": file.limits.model_dump(mode="json") if agentic else None,
            "show_difficulty": file.show_difficulty,
            "prompts": prompts_hash(chosen.domain.name),
            "counting_policy": POLICY_VERSION,
        }
    )
