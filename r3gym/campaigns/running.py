"""Run a campaign: play the pending episodes, retry failures, and store every result as it arrives.

What has no budget comes first. When the campaign measures its own caps they are computed from its baseline and frozen
in the folder; the rest is planned with them. A failed baseline run is left out of the mean and counted, like one that
hit a cap.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from r3gym.calibration.calibration_file import (
    CalibratedCell,
    Calibration,
    CellName,
    published_cell,
    read_calibration,
    write_calibration,
)
from r3gym.campaigns.accepting import accept_changes, change_notes, manifest_text, refuse_changes, refuse_other_keys
from r3gym.campaigns.campaign_file import MEASURED, PUBLISHED, Campaign, load_campaign
from r3gym.campaigns.executors import Executor
from r3gym.campaigns.identity import identity
from r3gym.campaigns.measuring import measure
from r3gym.campaigns.open_turns import open_spends
from r3gym.campaigns.plan import ORDER, keep_identities, plan
from r3gym.campaigns.playing import Task, make_task
from r3gym.campaigns.record_judging import can_be_judged
from r3gym.campaigns.recovering import recover_rows
from r3gym.campaigns.stage_detection import StageDetection
from r3gym.campaigns.store import (
    BUDGETS,
    CAMPAIGN,
    DEFINITION,
    PLANS,
    PROBES,
    CampaignDefinition,
    Store,
    plan_text,
    planned_ids,
    read_definition,
    record_name,
    turns_name,
)
from r3gym.campaigns.suite_selection import ChosenSuite, choose_suites, make_manifest
from r3gym.campaigns.totals import CampaignTotals, is_unjudged
from r3gym.core.paper_constants import CURVE_GRID
from r3gym.core.setting import Setting
from r3gym.domains.prompt_files import prompts_hash
from r3gym.records.campaign_folder import MANIFEST, counted_rows, read_rows
from r3gym.records.planned import PlannedEpisode
from r3gym.records.reading import RecordError, read_record
from r3gym.records.record import EpisodeRecord
from r3gym.records.row_file import RowTail
from r3gym.records.rows import EpisodeRow, ModelSpend
from r3gym.records.run_kind import UNBUDGETED, RunKind
from r3gym.utils.hashing import hash_json
from r3gym.utils.redaction import hide

#: Called after every episode that ended for good, with its row.
Watch = Callable[[EpisodeRow], None]


class CampaignStopped(Exception):
    """The campaign was asked to stop before all its episodes had a result; what it has is stored."""


@dataclass(frozen=True)
class PreparedCampaign:
    """A campaign with its suites loaded."""

    campaign: Campaign
    suites: tuple[ChosenSuite, ...]

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that defines the results, as it was when the campaign was prepared or first asked for it."""
        return identity(self.campaign, self.suites)

    def size(self) -> int:
        """Return the number of episodes."""
        return sum(1 for _ in plan(self.campaign, self.suites, None))

    def suite_of(self, episode: PlannedEpisode) -> ChosenSuite:
        """Return the suite of an episode."""
        wanted = (episode.suite, episode.domain)
        return next(chosen for chosen in self.suites if (chosen.given, chosen.domain.name) == wanted)


def prepare(campaign: Campaign) -> PreparedCampaign:
    """Load the campaign's suites."""
    return PreparedCampaign(campaign, choose_suites(campaign))


def reopen(folder: Path, *, accept_change: bool = False) -> PreparedCampaign:
    """Load the campaign of a folder from the folder's copy of its file, to continue it."""
    prepared = prepare(load_campaign(folder / CAMPAIGN, base=read_definition(folder).base))
    check_unchanged(folder, prepared, accept_change=accept_change)
    return prepared


def check_unchanged(folder: Path, prepared: PreparedCampaign, *, accept_change: bool = False) -> None:
    """Raise `InputError` when the campaign differs from the one that the folder was made for, naming every difference.

    With ``accept_change`` only what makes other episodes of it is refused.
    """
    if (folder / MANIFEST).exists():
        refuse_changes(folder, read_definition(folder), prepared.identity, accept_change=accept_change)


def check_ready(folder: Path, prepared: PreparedCampaign, *, accept_change: bool = False) -> None:
    """Raise `InputError` for every problem that can be found before the campaign is played."""
    check_unchanged(folder, prepared, accept_change=accept_change)
    prepared.campaign.check_ready()
    if prepared.campaign.file.capped_kinds() and not (folder / BUDGETS).exists():
        known_calibration(prepared)


def open_folder(store: Store, prepared: PreparedCampaign) -> CampaignDefinition:
    """Write the campaign's files into the folder, if they are not there already, and return its definition.

    What `check_ready` let pass was accepted: the definition becomes the present one, and says what changed.
    """
    folder, campaign = store.folder, prepared.campaign
    text = hide(campaign.text, campaign.judges.secrets())
    if not (folder / MANIFEST).exists():
        decided = CampaignDefinition(definition=prepared.identity, episodes=prepared.size(), base=campaign.base)
        store.write(DEFINITION, decided.to_text())
        store.write(CAMPAIGN, text)
        manifest = make_manifest(campaign, prepared.suites, hash_json(prepared.identity))
        store.write(MANIFEST, manifest_text(manifest))  # last: it marks the folder as a campaign's
        return decided
    if (folder / CAMPAIGN).read_text("utf-8") != text:
        store.write(CAMPAIGN, text)  # another executor or address: the same campaign
    return accept_changes(store, prepared.identity)


def run_campaign(
    prepared: PreparedCampaign,
    store: Store,
    executor: Executor,
    *,
    retry_failed: bool = False,
    watch: Watch = lambda _: None,
    stop: threading.Event | None = None,
    pilot: int | None = None,
    accept_change: bool = False,
) -> CampaignTotals:
    """Play all pending episodes and return the campaign's totals.

    With ``retry_failed``, failed episodes are pending too. After ``stop`` is set no episode begins; those under way are
    finished or, once the executor drains, left (`Executor.drain`). Then `CampaignStopped` is raised. With ``pilot``
    only the first so many episodes of each kind, policy, setting and domain are played; caps that are to be measured
    wait for the whole baseline. ``accept_change``: go on although the campaign's definition changed.
    """
    check_ready(store.folder, prepared, accept_change=accept_change)
    decided = open_folder(store, prepared)
    recover_rows(store)
    tally = CampaignTotals.of(read_rows(store.folder))
    store.drop_turns(tally.done)
    stages = StageDetection.of(prepared.campaign, counted_rows(store.folder))
    pending = _EpisodeLoop(
        prepared, store, executor, tally, stages, retry_failed, watch, stop or threading.Event(), decided, pilot
    )
    rest = [kind for kind in ORDER if kind in prepared.campaign.file.kinds and kind not in UNBUDGETED]
    pending.play(PLANS[0], plan(prepared.campaign, prepared.suites, None, *UNBUDGETED))
    if rest and not _waits_for_baseline(prepared, store.folder, tally):
        caps = frozen_caps(prepared, store.folder)
        pending.play(PLANS[1], plan(prepared.campaign, prepared.suites, caps, *rest))
    return tally


def _waits_for_baseline(prepared: PreparedCampaign, folder: Path, tally: CampaignTotals) -> bool:
    """Return whether caps are to be measured and episodes of the baseline have no row yet (after a pilot)."""
    if (folder / BUDGETS).exists() or MEASURED not in map(prepared.campaign.calibration_of, prepared.campaign.policies):
        return False
    baseline = plan(prepared.campaign, prepared.suites, None, RunKind.BASELINE)
    return any(episode.id not in tally.done and episode.id not in tally.failed for episode in baseline)


def frozen_caps(prepared: PreparedCampaign, folder: Path, *, freeze: bool = True) -> Calibration | None:
    """Return the folder's frozen caps; if it has none, compute them and (``freeze``) write them into the folder."""
    if (folder / BUDGETS).exists():
        return read_calibration(folder / BUDGETS)
    campaign = prepared.campaign
    if not campaign.file.capped_kinds():
        return None
    cells = known_calibration(prepared)
    if any(campaign.calibration_of(policy) == MEASURED for policy in campaign.policies):
        measured = measure(read_rows(folder))
        cells += [measured.cell(name) for name, source in _sources(prepared) if source == MEASURED]
    pressures = [pressure for pressure, _ in campaign.file.contest_levels() if pressure is not None]
    calibration = Calibration(cells=tuple(cell.freeze(pressures, CURVE_GRID) for cell in cells))
    if freeze:
        write_calibration(folder / BUDGETS, calibration)
    return calibration


def known_calibration(prepared: PreparedCampaign) -> list[CalibratedCell]:
    """Return the calibration that is known before anything is played: published caps, and files."""
    cells = []
    sizes = {chosen.domain.name: chosen.suite.problems_per_contest for chosen in prepared.suites}
    for (policy, setting, domain), source in _sources(prepared):
        if source.partition(":")[0] == PUBLISHED:
            model = source.partition(":")[2] or str(prepared.campaign.policy(policy).paper_name())
            cells.append(published_cell(policy, model, setting, domain, sizes[domain]))
        elif source != MEASURED:
            cells.append(read_calibration(prepared.campaign.base / source).cell((policy, setting, domain)))
    return cells


def _sources(prepared: PreparedCampaign) -> list[tuple[CellName, str]]:
    """Return the source of the caps of each policy in each setting and domain."""
    campaign = prepared.campaign
    domains = dict.fromkeys(chosen.domain.name for chosen in prepared.suites)
    return [
        ((policy.name, setting, domain), source)
        for policy in campaign.policies
        if (source := campaign.calibration_of(policy)) is not None
        for setting in campaign.file.settings
        if setting in policy.settings()
        for domain in domains
    ]


@dataclass
class _EpisodeLoop:
    """The loop over pending episodes, one stage after the other."""

    prepared: PreparedCampaign
    store: Store
    executor: Executor
    tally: CampaignTotals
    stages: StageDetection
    retry_failed: bool
    watch: Watch
    stop: threading.Event
    decided: CampaignDefinition
    pilot: int | None = None

    def play(self, name: str, episodes: Iterator[PlannedEpisode]) -> None:
        planned = keep_identities(self.store.folder / name, episodes)
        if not (self.store.folder / name).exists():
            self.store.write(name, plan_text(planned))
        queue = deque(episode for episode in self._chosen(planned) if self._is_pending(episode))
        attempts: Counter[str] = Counter()
        spent: dict[str, ModelSpend] = {}  # by attempts that failed
        flying, left, alone = 0, 0, set[str]()
        while (queue and not self.stop.is_set()) or flying:
            while flying < self.executor.width and not self.stop.is_set():
                episode = self.stages.next_of(queue, alone)
                if episode is None:
                    break
                if self.stages.is_first(episode):
                    alone.add(episode.policy)
                self.executor.submit(self._task(episode))
                flying += 1
            task, finished = self.executor.next()
            flying -= 1
            row, record = finished.row, finished.record
            if task.episode.setting is Setting.TOOL_FREE:
                alone.discard(task.episode.policy)
            if row is None:
                left += 1
                continue
            if task.played is not None and record is None:  # the executor lost it: it stays as it was played
                row, record = EpisodeRow.from_record(task.played, task.episode), task.played
            self.stages.add(row)
            if task.played is None and row.awaiting and record is not None:
                self.store.keep_played(row.id, record)
                self.executor.submit(replace(task, played=record))
                flying += 1
                continue
            if row.spend is not None and (record is None or record.calls is None):
                spent[row.id] = row.spend + spent.pop(row.id, ModelSpend())
                row = row.model_copy(update={"spend": spent[row.id]})
            left += self.stop.is_set() and is_unjudged(row)
            if row.failure is not None:
                attempts[row.id] += 1
                if attempts[row.id] < self.prepared.campaign.file.attempts:
                    queue.append(task.episode)  # behind the others: the cause of a failure may need time to clear
                    continue
                counted = row.failure.model_copy(update={"attempts": attempts[row.id]})
                row = row.model_copy(update={"failure": counted})
            row = self.store.add(row, record if self._kept(row) else None)
            self.tally.add(row)
            self.watch(row)
            refuse_other_keys(self.store.folder, self.decided, row)
        if queue or left:
            raise CampaignStopped

    def _task(self, episode: PlannedEpisode) -> Task:
        task, folder = make_task(self.prepared.campaign, self.prepared.suite_of(episode), episode), self.store.folder
        task = replace(
            task,
            thinks=self.stages.thinks.get(episode.policy, False),
            edition=len(self.decided.changes),
            prompts=prompts_hash(episode.domain),
            played=self._played(episode),
        )
        if task.policy.waits():
            task = replace(task, turns=self.executor.turn_storage(folder / turns_name(episode.id)))
        if not self.executor.shares_disk:
            return task
        kept = self.prepared.campaign.file.records != "none"
        return replace(task, record=folder / record_name(episode.id) if kept else None, probes=folder / PROBES)

    def _played(self, episode: PlannedEpisode) -> EpisodeRecord | None:
        """Return the record of an episode that was played to its end already, and need only be judged."""
        path = self.store.folder / record_name(episode.id)
        if not path.exists():
            return None
        try:
            record = read_record(path)
        except RecordError:
            return None  # not whole: its replies are still there
        return record if can_be_judged(record) else None

    def _chosen(self, planned: list[PlannedEpisode]) -> Iterator[PlannedEpisode]:
        """Yield the episodes to be played: all, or the first few of each group."""
        seen: Counter[object] = Counter()
        for episode in planned:
            group = (episode.kind, episode.policy, episode.setting, episode.domain)
            seen[group] += 1
            if self.pilot is None or seen[group] <= self.pilot:
                yield episode

    def _is_pending(self, episode: PlannedEpisode) -> bool:
        if episode.id in self.tally.done:
            return episode.id in self.tally.unjudged and (self.store.folder / record_name(episode.id)).exists()
        return self.retry_failed or episode.id not in self.tally.failed

    def _kept(self, row: EpisodeRow) -> bool:
        records = self.prepared.campaign.file.records
        return records == "all" or bool(row.awaiting) or (records == "failed" and row.failure is not None)


@dataclass(frozen=True)
class CampaignStatus:
    """The status of a campaign's folder: all its episodes, the totals of its rows, the length of a torn last line.

    ``tally`` counts the calls of episodes without a row too; ``open_calls`` is their share.
    """

    total: int
    tally: CampaignTotals
    torn_bytes: int
    caps_known: bool
    open_calls: ModelSpend
    changes: tuple[str, ...] = ()

    @property
    def pending(self) -> int:
        """Planned episodes without a row."""
        return self.total - len(self.tally.done) - len(self.tally.failed)


def campaign_status(folder: Path) -> CampaignStatus:
    """Return the status of a campaign's folder. Read-only: no lock, suite or model is needed."""
    decided, tail = read_definition(folder), RowTail()
    tally = CampaignTotals.of(read_rows(folder, tail), planned_ids(folder))
    underway = ModelSpend()
    for episode, spend in open_spends(folder):
        if episode not in tally.done:  # otherwise its row holds it
            failed = tally.failed.get(episode)
            underway += spend.beyond(None if failed is None else failed.spend)
    tally.add_spend(underway)
    changes = tuple(change_notes(folder))
    return CampaignStatus(decided.episodes, tally, tail.torn_bytes, (folder / BUDGETS).exists(), underway, changes)
