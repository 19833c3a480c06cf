"""Run a campaign: play the pending episodes, retry failures, and store every result as it arrives.

What has no budget comes first. When the campaign measures its own caps they are computed from its baseline and frozen
in the folder; the rest is planned with them. A failed baseline run is left out of the mean and counted, like one that
hit a cap.
"""

from __future__ import annotations

import json
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from r3gym.calibration.calibration_file import CellName
from r3gym.campaigns.bill_file import CampaignBill, read_bill
from r3gym.campaigns.bill_writing import BillWriter
from r3gym.campaigns.campaign_file import Campaign, load_campaign
from r3gym.campaigns.caps import frozen_caps, known_calibration
from r3gym.campaigns.executors import Executor
from r3gym.campaigns.growing import check_growth, is_growth, write_plan
from r3gym.campaigns.holding import HeldPolicies
from r3gym.campaigns.open_turns import open_spends
from r3gym.campaigns.plan import ORDER, plan
from r3gym.campaigns.playing import Task, make_task
from r3gym.campaigns.price_groups import pilot_of
from r3gym.campaigns.spending import SpendLimits, bill_terms, check_limits
from r3gym.campaigns.stage_detection import StageDetection
from r3gym.campaigns.store import (
    BUDGETS,
    CAMPAIGN,
    DEFINITION,
    PLANS,
    PROBES,
    CampaignDefinition,
    Store,
    planned_ids,
    read_definition,
    record_name,
    turns_name,
)
from r3gym.campaigns.suite_selection import ChosenSuite, choose_suites, definition, make_manifest
from r3gym.campaigns.totals import CampaignTotals
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records.campaign_folder import MANIFEST, read_manifest, read_rows
from r3gym.records.planned import PlannedEpisode
from r3gym.records.row_file import RowTail
from r3gym.records.rows import EpisodeRow, ModelSpend
from r3gym.records.run_kind import UNBUDGETED
from r3gym.utils.hashing import hash_json
from r3gym.utils.redaction import hide

#: Seconds after which a wait for results is interrupted, to see whether a policy that is held back may try again.
_LOOK_S = 1.0

#: Called after every episode that ended for good, with its row.
Watch = Callable[[EpisodeRow], None]


class CampaignStopped(Exception):
    """The campaign was asked to stop before all its episodes had a result; what it has is stored."""


@dataclass(frozen=True)
class PreparedCampaign:
    """A campaign with its suites loaded."""

    campaign: Campaign
    suites: tuple[ChosenSuite, ...]

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


def reopen(folder: Path) -> PreparedCampaign:
    """Load the campaign of a folder from the folder's copy of its file, to continue it."""
    prepared = prepare(load_campaign(folder / CAMPAIGN, base=read_definition(folder).base))
    check_unchanged(folder, prepared)
    return prepared


def check_unchanged(folder: Path, prepared: PreparedCampaign) -> None:
    """Raise `InputError` when the campaign differs from the one that the folder was made for, naming the difference.

    A campaign that only has more episodes is the same one, grown (`r3gym.campaigns.growing`).
    """
    if not (folder / MANIFEST).exists():
        return
    before = read_definition(folder).definition
    now = json.loads(json.dumps(definition(prepared.campaign, prepared.suites)))
    names = [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]
    changed = [_change(name, before.get(name), now.get(name)) for name in names if not is_growth(name, before, now)]
    if names and not changed:
        campaign, suites = prepared.campaign, prepared.suites
        caps = frozen_caps(campaign, suites, folder, freeze=False)
        check_growth(folder, [*plan(campaign, suites, caps)])
    if any(changed):
        raise InputError(
            f"{folder}: made for another definition of this campaign; changed: {', '.join(filter(None, changed))}. "
            "Its rows would not be comparable: give another folder with --out, or undo the change"
        )


def check_ready(folder: Path, prepared: PreparedCampaign) -> None:
    """Raise `InputError` for every problem that can be found before the campaign is played."""
    check_unchanged(folder, prepared)
    prepared.campaign.check_ready()
    if prepared.campaign.file.capped_kinds() and not (folder / BUDGETS).exists():
        known_calibration(prepared.campaign, prepared.suites)


def open_folder(store: Store, prepared: PreparedCampaign) -> None:
    """Write the campaign's files into the folder, if they are not there already (`check_ready`) or if it has grown."""
    folder, campaign = store.folder, prepared.campaign
    text = hide(campaign.text, campaign.judges.secrets())
    defined = definition(campaign, prepared.suites)
    if not (folder / MANIFEST).exists() or read_manifest(folder).definition != hash_json(defined):
        decided = CampaignDefinition(definition=defined, episodes=prepared.size(), base=campaign.base)
        store.write(DEFINITION, decided.model_dump_json(indent=1) + "\n")
        store.write(CAMPAIGN, text)
        manifest = make_manifest(campaign, prepared.suites)
        store.write(MANIFEST, manifest.model_dump_json(indent=1) + "\n")  # last: it marks the folder as a campaign's
    elif (folder / CAMPAIGN).read_text("utf-8") != text:
        store.write(CAMPAIGN, text)  # another executor or address: the same campaign


def run_campaign(
    prepared: PreparedCampaign,
    store: Store,
    executor: Executor,
    *,
    retry_failed: bool = False,
    watch: Watch = lambda _: None,
    stop: threading.Event | None = None,
    pilot: int | None = None,
    limits: SpendLimits | None = None,
) -> CampaignTotals:
    """Play all pending episodes and return the campaign's totals.

    With ``retry_failed``, failed episodes are pending too. After ``stop`` is set no episode begins; those under way are
    finished or, once the executor drains, left (`Executor.drain`). Then `CampaignStopped` is raised. With ``pilot``
    only so many episodes of each kind, policy, setting, domain, level and scheduler are played; caps that are to be
    measured wait for the whole baseline. ``limits`` hold over all runs, by default those of the file. Episodes whose
    calls a circuit breaker or the bill refuses stay pending; the folder's bill says why (`r3gym.campaigns.bill_file`).
    """
    limits = file_limits(prepared.campaign) if limits is None else limits
    check_limits(prepared.campaign, limits)
    check_ready(store.folder, prepared)
    open_folder(store, prepared)
    tally = CampaignTotals.of(read_rows(store.folder))
    store.drop_turns(tally.done)
    stages = StageDetection.of(prepared.campaign, read_rows(store.folder))
    terms = bill_terms(store.folder, prepared.campaign, limits)
    before = read_bill(store.folder).judges
    with executor.guarded(terms) as bill:
        money = BillWriter(store, terms, before, bill)
        pending = _EpisodeLoop(
            prepared, store, executor, tally, stages, retry_failed, watch, stop or threading.Event(), money, pilot
        )
        try:
            _play_rounds(prepared, store.folder, pending)
        finally:
            money.write(pending.held, pending.owed_of)
    return tally


def _play_rounds(prepared: PreparedCampaign, folder: Path, pending: _EpisodeLoop) -> None:
    """Play what has no budget, then the rest; again for policies whose baseline was complete only in between."""
    rest = [kind for kind in ORDER if kind in prepared.campaign.file.kinds and kind not in UNBUDGETED]
    pending.play(PLANS[0], plan(prepared.campaign, prepared.suites, None, *UNBUDGETED))
    known: set[CellName] | None = None
    while rest:
        caps = frozen_caps(prepared.campaign, prepared.suites, folder)
        cells = set() if caps is None else {cell.name for cell in caps.cells}
        if cells == known:
            return
        known = cells
        pending.play(PLANS[1], plan(prepared.campaign, prepared.suites, caps, *rest))


def file_limits(campaign: Campaign) -> SpendLimits:
    """Return the limits that the campaign file gives."""
    return SpendLimits(campaign.file.max_calls, campaign.file.max_cost)


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
    money: BillWriter
    pilot: int | None = None
    held: HeldPolicies = field(default_factory=HeldPolicies)
    _planned: dict[str, list[PlannedEpisode]] = field(default_factory=dict)
    _ended: set[str] = field(default_factory=set)  # in this run

    def play(self, name: str, episodes: Iterator[PlannedEpisode]) -> None:
        """Play the pending episodes of this plan, and those of earlier ones that are still owed."""
        self._planned[name] = [episode for episode in episodes if episode.id]
        write_plan(self.store, name, self._planned[name])
        every = [episode for planned in self._planned.values() for episode in planned]
        chosen = every if self.pilot is None else pilot_of(every, self.pilot)
        queue = deque(episode for episode in chosen if self._is_pending(episode))
        attempts: Counter[str] = Counter()
        spent: dict[str, ModelSpend] = {}  # by attempts that failed
        flying, left, alone = 0, 0, set[str]()
        while True:
            while flying < self.executor.width and not self.stop.is_set():
                episode = self.stages.next_of(queue, alone, self.held.may_start)
                if episode is None:
                    break
                if self.stages.is_first(episode):
                    alone.add(episode.policy)
                self.held.started(episode.policy)
                self.executor.submit(self._task(episode))
                flying += 1
            if self.money.is_due():
                self.money.write(self.held, self.owed_of)
            if not flying:
                break  # what is left is held back, or the campaign stops
            if not self.executor.wait(_LOOK_S):
                continue  # the pause of a policy that is held back may be over
            task, finished = self.executor.next()
            flying -= 1
            row = finished.row
            if task.episode.setting is Setting.TOOL_FREE:
                alone.discard(task.episode.policy)
            if finished.refused is not None:
                self.held.hold(task.episode.policy, finished.refused)
                queue.appendleft(task.episode)  # it has begun: when calls are let through again it goes on first
                continue
            if row is None:
                left += 1
                continue
            self.held.release(row.policy)
            self.stages.add(row)
            if row.spend is not None and (finished.record is None or finished.record.calls is None):
                spent[row.id] = row.spend + spent.pop(row.id, ModelSpend())
                row = row.model_copy(update={"spend": spent[row.id]})
            if row.failure is not None:
                attempts[row.id] += 1
                if attempts[row.id] < self.prepared.campaign.file.attempts:
                    queue.append(task.episode)  # behind the others: the cause of a failure may need time to clear
                    continue
                counted = row.failure.model_copy(update={"attempts": attempts[row.id]})
                row = row.model_copy(update={"failure": counted})
            row = self.store.add(row, finished.record if self._kept(row) else None)
            self._ended.add(row.id)
            self.tally.add(row)
            self.watch(row)
        if self.stop.is_set() and (queue or left):
            raise CampaignStopped

    def owed_of(self, policy: str) -> int:
        """Return how many episodes of a policy have no row, those included that need its caps first."""
        every = sum(1 for e in plan(self.prepared.campaign, self.prepared.suites, None) if e.policy == policy)
        known = (e for planned in self._planned.values() for e in planned if e.policy == policy)
        return every - sum(1 for e in known if e.id in self.tally.done or e.id in self.tally.failed)

    def _task(self, episode: PlannedEpisode) -> Task:
        task, folder = make_task(self.prepared.campaign, self.prepared.suite_of(episode), episode), self.store.folder
        task = replace(task, thinks=self.stages.thinks.get(episode.policy, False))
        if task.policy.waits():
            task = replace(task, turns=self.executor.turn_storage(folder / turns_name(episode.id)))
        if not self.executor.shares_disk:
            return task
        kept = self.prepared.campaign.file.records != "none"
        return replace(task, record=folder / record_name(episode.id) if kept else None, probes=folder / PROBES)

    def _is_pending(self, episode: PlannedEpisode) -> bool:
        if episode.id in self.tally.done or episode.id in self._ended:
            return False
        return self.retry_failed or episode.id not in self.tally.failed

    def _kept(self, row: EpisodeRow) -> bool:
        records = self.prepared.campaign.file.records
        return records == "all" or (records == "failed" and row.failure is not None)


@dataclass(frozen=True)
class CampaignStatus:
    """The status of a campaign's folder: all its episodes, the totals of its rows, the length of a torn last line.

    ``tally`` counts the calls of episodes without a row too; ``open_calls`` is their share. ``bill`` has what no row
    says: limits, judges' calls, refusals.
    """

    total: int
    tally: CampaignTotals
    torn_bytes: int
    caps_known: bool
    open_calls: ModelSpend
    bill: CampaignBill

    @property
    def pending(self) -> int:
        """Planned episodes without a row."""
        return self.total - len(self.tally.done) - len(self.tally.failed)

    @property
    def spent_at_most(self) -> float | None:
        """What was spent at most, judges included; None where prices are in several currencies or there are none."""
        parts = (self.tally.costs, self.tally.unsettled_costs, self.tally.unreported_costs)
        currencies = {currency for part in parts for currency in part} | {self.bill.currency} - {None}
        if len(currencies) != 1:
            return None
        return sum(sum(part.values()) for part in parts) + self.bill.judges.cost + self.bill.judges.bounded


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
    return CampaignStatus(
        decided.episodes, tally, tail.torn_bytes, (folder / BUDGETS).exists(), underway, read_bill(folder)
    )


def _change(name: str, before: object, now: object) -> str:
    if before == now:
        return ""
    if isinstance(before, dict) and isinstance(now, dict):
        keys = sorted(key for key in {*before, *now} if before.get(key) != now.get(key))
        return f"{name} ({', '.join(keys)})"
    shown = [json.dumps(value, ensure_ascii=False)[:60] for value in (before, now)]
    return f"{name} from {shown[0]} to {shown[1]}"
