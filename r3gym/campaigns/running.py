"""Run a campaign: play the pending episodes, retry failures, and store every result as it arrives.

What has no budget comes first. When the campaign measures its own caps they are computed from its baseline and frozen
in the folder; the rest is planned with them. A failed baseline run is left out of the mean and counted, like one that
hit a cap.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from r3gym.calibration.calibration_file import CellName, read_calibration
from r3gym.campaigns.accepting import accept_changes, change_notes, manifest_text, refuse_changes
from r3gym.campaigns.bill_file import CampaignBill, read_bill
from r3gym.campaigns.bill_writing import BillWriter
from r3gym.campaigns.campaign_file import Campaign, load_campaign
from r3gym.campaigns.caps import frozen_caps, known_calibration
from r3gym.campaigns.episode_loop import EpisodeLoop, Watch
from r3gym.campaigns.executors import Executor
from r3gym.campaigns.growing import check_growth
from r3gym.campaigns.open_turns import open_spends
from r3gym.campaigns.plan import ORDER, plan
from r3gym.campaigns.prepared import PreparedCampaign, prepare
from r3gym.campaigns.recovering import recover_rows
from r3gym.campaigns.spending import SpendLimits, bill_terms, check_limits
from r3gym.campaigns.stage_detection import StageDetection
from r3gym.campaigns.store import (
    BUDGETS,
    CAMPAIGN,
    DEFINITION,
    PLANS,
    CampaignDefinition,
    Store,
    planned_ids,
    read_definition,
)
from r3gym.campaigns.suite_selection import make_manifest
from r3gym.campaigns.totals import CampaignTotals
from r3gym.records.campaign_folder import MANIFEST, counted_rows, read_rows
from r3gym.records.row_file import RowTail
from r3gym.records.rows import ModelSpend
from r3gym.records.run_kind import UNBUDGETED
from r3gym.utils.hashing import hash_json
from r3gym.utils.redaction import hide
from r3gym.utils.sealing import checksum


def reopen(folder: Path, *, accept_change: bool = False) -> PreparedCampaign:
    """Load the campaign of a folder from the folder's copy of its file, to continue it."""
    prepared = prepare(load_campaign(folder / CAMPAIGN, base=read_definition(folder).base))
    check_unchanged(folder, prepared, accept_change=accept_change)
    return prepared


def is_edited(folder: Path) -> bool:
    """Return whether the folder's copy of the campaign's file is not as a run left it."""
    if not (folder / MANIFEST).exists():
        return False
    return read_definition(folder).differs_from((folder / CAMPAIGN).read_bytes())


def check_unchanged(folder: Path, prepared: PreparedCampaign, *, accept_change: bool = False) -> None:
    """Raise `InputError` when the campaign differs from the one that the folder was made for, naming every difference.

    A campaign that only has more episodes is the same one, grown (`r3gym.campaigns.growing`). With ``accept_change``
    only what makes other episodes of it is refused.
    """
    if not (folder / MANIFEST).exists():
        return
    decided = read_definition(folder)
    refuse_changes(folder, decided, prepared.identity, accept_change=accept_change)
    if decided.definition != prepared.identity:
        caps = frozen_caps(prepared.campaign, prepared.suites, folder, freeze=False)
        check_growth(folder, [*plan(prepared.campaign, prepared.suites, caps)])


def check_ready(folder: Path, prepared: PreparedCampaign, *, accept_change: bool = False) -> None:
    """Raise `InputError` for every problem that can be found before the campaign is played."""
    check_unchanged(folder, prepared, accept_change=accept_change)
    prepared.campaign.check_ready()
    if prepared.campaign.file.capped_kinds() and not (folder / BUDGETS).exists():
        known_calibration(prepared.campaign, prepared.suites)


def open_folder(store: Store, prepared: PreparedCampaign) -> CampaignDefinition:
    """Write the campaign's files into the folder, if they are not there already, and return its definition.

    What `check_ready` let pass was accepted: the definition becomes the present one, and says what changed.
    """
    folder, campaign = store.folder, prepared.campaign
    text = hide(campaign.text, campaign.judges.secrets())
    if not (folder / MANIFEST).exists():
        decided = CampaignDefinition(
            definition=prepared.identity,
            episodes=prepared.size(),
            base=campaign.base,
            file=checksum(text.encode()),
        )
        store.write(DEFINITION, decided.to_text())
        store.write(CAMPAIGN, text)
        manifest = make_manifest(campaign, prepared.suites, hash_json(prepared.identity))
        store.write(MANIFEST, manifest_text(manifest))  # last: it marks the folder as a campaign's
        return decided
    if (folder / CAMPAIGN).read_text("utf-8") != text:
        store.write(CAMPAIGN, text)  # another executor or address: the same campaign
    manifest = make_manifest(campaign, prepared.suites, "")
    return accept_changes(store, prepared.identity, manifest, prepared.size(), file=checksum(text.encode()))


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
    limits: SpendLimits | None = None,
) -> CampaignTotals:
    """Play all pending episodes and return the campaign's totals.

    With ``retry_failed``, failed episodes are pending too. After ``stop`` is set no episode begins; those under way are
    finished or, once the executor drains, left (`Executor.drain`). Then `CampaignStopped` is raised. With ``pilot``
    only so many episodes of each kind, policy, setting, domain, level and scheduler are played; caps that are to be
    measured wait for the whole baseline. ``accept_change``: go on although the campaign's definition changed.
    ``limits`` hold over all runs, by default those of the file. Episodes whose calls a circuit breaker or the bill
    refuses stay pending; the folder's bill says why (`r3gym.campaigns.bill_file`).
    """
    limits = file_limits(prepared.campaign) if limits is None else limits
    check_limits(prepared.campaign, limits)
    check_ready(store.folder, prepared, accept_change=accept_change)
    decided = open_folder(store, prepared)
    recover_rows(store)
    tally = CampaignTotals.of(read_rows(store.folder))
    store.drop_turns(tally.done)
    stages = StageDetection.of(prepared.campaign, counted_rows(store.folder))
    terms = bill_terms(store.folder, prepared.campaign, limits)
    before = read_bill(store.folder).judges
    with executor.guarded(terms) as bill:
        money = BillWriter(store, terms, before, bill)
        stop = stop or threading.Event()
        pending = EpisodeLoop(
            prepared, store, executor, tally, stages, retry_failed, watch, stop, decided, money, pilot
        )
        try:
            _play_rounds(prepared, store.folder, pending)
        finally:
            money.write(pending.held, pending.owed_of)
    return tally


def _play_rounds(prepared: PreparedCampaign, folder: Path, pending: EpisodeLoop) -> None:
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
    changes: tuple[str, ...] = ()

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
        decided.episodes,
        tally,
        tail.torn_bytes,
        (folder / BUDGETS).exists() and bool(read_calibration(folder / BUDGETS)),
        underway,
        read_bill(folder),
        tuple(change_notes(folder)),
    )
