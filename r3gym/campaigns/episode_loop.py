"""The loop over a campaign's pending episodes: play, judge, repeat what failed, hold back what is refused, store.

An episode that was played is stored before it is judged, so that judging can be interrupted and done again.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from r3gym.campaigns.accepting import refuse_other_keys
from r3gym.campaigns.bill_writing import BillWriter
from r3gym.campaigns.executors import Executor
from r3gym.campaigns.growing import write_plan
from r3gym.campaigns.holding import HeldPolicies
from r3gym.campaigns.plan import keep_identities, plan
from r3gym.campaigns.playing import Task, make_task
from r3gym.campaigns.prepared import PreparedCampaign
from r3gym.campaigns.price_groups import pilot_of
from r3gym.campaigns.record_judging import can_be_judged
from r3gym.campaigns.stage_detection import StageDetection
from r3gym.campaigns.store import PROBES, CampaignDefinition, Store, record_name, turns_name
from r3gym.campaigns.totals import CampaignTotals, is_unjudged
from r3gym.core.setting import Setting
from r3gym.domains.prompt_files import prompts_hash
from r3gym.records.planned import PlannedEpisode
from r3gym.records.reading import RecordError, read_record
from r3gym.records.record import EpisodeRecord
from r3gym.records.rows import EpisodeRow, ModelSpend

#: Seconds after which a wait for results is interrupted, to see whether a policy that is held back may try again.
_LOOK_S = 1.0

#: Called after every episode that ended for good, with its row.
Watch = Callable[[EpisodeRow], None]


class CampaignStopped(Exception):
    """The campaign was asked to stop before all its episodes had a result; what it has is stored."""


@dataclass
class EpisodeLoop:
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
    money: BillWriter
    pilot: int | None = None
    held: HeldPolicies = field(default_factory=HeldPolicies)
    _planned: dict[str, list[PlannedEpisode]] = field(default_factory=dict)
    _ended: set[str] = field(default_factory=set)  # in this run

    def play(self, name: str, episodes: Iterator[PlannedEpisode]) -> None:
        """Play the pending episodes of this plan, and those of earlier ones that are still owed."""
        self._planned[name] = keep_identities(self.store.folder / name, (one for one in episodes if one.id))
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
            row, record = finished.row, finished.record
            if task.episode.setting is Setting.TOOL_FREE:
                alone.discard(task.episode.policy)
            if finished.refused is not None:
                self.held.hold(task.episode.policy, finished.refused)
                queue.appendleft(task.episode)  # it has begun: when calls are let through again it goes on first
                continue
            if row is None:
                left += 1
                continue
            if task.played is not None and record is None:  # the executor lost it: it stays as it was played
                row, record = EpisodeRow.from_record(task.played, task.episode), task.played
            self.held.release(row.policy)
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
            self._ended.add(row.id)
            self.tally.add(row)
            self.watch(row)
            refuse_other_keys(self.store.folder, self.decided, row)
        if self.stop.is_set() and (queue or left):
            raise CampaignStopped

    def owed_of(self, policy: str) -> int:
        """Return how many episodes of a policy have no row, those included that need its caps first."""
        every = sum(1 for e in plan(self.prepared.campaign, self.prepared.suites, None) if e.policy == policy)
        known = (e for planned in self._planned.values() for e in planned if e.policy == policy)
        return every - sum(1 for e in known if e.id in self.tally.done or e.id in self.tally.failed)

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

    def _is_pending(self, episode: PlannedEpisode) -> bool:
        if episode.id in self._ended:
            return False
        if episode.id in self.tally.done:
            return episode.id in self.tally.unjudged and (self.store.folder / record_name(episode.id)).exists()
        return self.retry_failed or episode.id not in self.tally.failed

    def _kept(self, row: EpisodeRow) -> bool:
        records = self.prepared.campaign.file.records
        return records == "all" or bool(row.awaiting) or (records == "failed" and row.failure is not None)
