"""Judge the episodes of a campaign's folder from their records. Nothing is played, and no policy is needed.

By default the answers without a verdict are judged (``judge_error``, ``unjudged``, episodes that were played and never
judged); with ``again`` all of them. A judged episode gets its record rewritten, which keeps the earlier verdicts, and
then a row of its own, which counts from then on. Killed between the two, the next judging writes the row.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from r3gym.campaigns.bill_file import BILL, JudgeCalls, read_bill
from r3gym.campaigns.campaign_file import load_without_policies
from r3gym.campaigns.judging_notes import JudgingNote, add_note
from r3gym.campaigns.judging_progress import JudgingProgress
from r3gym.campaigns.playing import LISTENING_S
from r3gym.campaigns.record_judging import JudgedRecord, can_be_judged, judge_record
from r3gym.campaigns.store import CAMPAIGN, Store, read_definition, read_plan, record_name
from r3gym.campaigns.suite_selection import ChosenSuite, choose_suites
from r3gym.campaigns.totals import CampaignTotals
from r3gym.core.known_domains import get_domain
from r3gym.core.problem import hash_problem
from r3gym.errors import InputError
from r3gym.judging.judges import Judges, check_judges, load_judges
from r3gym.models.bill import Bill
from r3gym.models.breaker import Breakers
from r3gym.models.guards import Guards, guarding
from r3gym.records.campaign_folder import read_manifest, read_rows
from r3gym.records.counting_row import rows_that_count
from r3gym.records.planned import PlannedEpisode
from r3gym.records.reading import RecordError, read_record
from r3gym.records.rows import EpisodeRow
from r3gym.utils.hashing import hash_json


@dataclass(frozen=True)
class EpisodesToJudge:
    """A folder's episodes that are to be judged, and the judges.

    ``rows`` are the rows that count so far. ``answers`` is the number of answers to be judged as far as rows tell it.
    ``without_record`` await judging and cannot be judged: their record is not there.
    """

    folder: Path
    suites: tuple[ChosenSuite, ...]
    judges: Judges
    again: bool
    episodes: tuple[PlannedEpisode, ...]
    rows: dict[str, EpisodeRow]
    answers: int
    without_record: int

    def reference_of(self, episode: PlannedEpisode) -> str:
        """Return the reference that loads an episode's suite."""
        wanted = (episode.suite, episode.domain)
        return next(chosen.reference for chosen in self.suites if (chosen.given, chosen.domain.name) == wanted)


@dataclass
class JudgingSummary:
    """What a judging did: answers judged, verdicts that changed, why the judge failed, and the score before and after.

    ``kept``: answers with a verdict that the judge failed on this time; their verdict stands.
    """

    episodes: int = 0
    judged: int = 0
    changed: int = 0
    kept: int = 0
    rows: int = 0
    unreadable: list[str] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    before: float | None = None
    after: float | None = None
    awaiting: int = 0
    stopped: bool = False


def find_episodes(folder: Path, *, again: bool = False, judges: Path | None = None) -> EpisodesToJudge:
    """Find what there is to judge in a folder, by its own judges or by those of a file. Read-only.

    Raises `InputError` when the judges are not ready, or when the suite has other statements than were played.
    """
    campaign = load_without_policies(folder / CAMPAIGN, base=read_definition(folder).base)
    chosen_judges = campaign.judges if judges is None else load_judges(judges)
    for domain in campaign.file.domains:
        check_judges(chosen_judges, get_domain(domain))
    suites = choose_suites(campaign)
    _check_statements(folder, suites)
    rows = rows_that_count(read_rows(folder))
    found, answers, lost = [], 0, 0
    for episode in read_plan(folder):
        row = rows.get(episode.id)
        open_answers = 0 if row is None else _answers(row, again)
        if row is not None and row.failure is None and not open_answers:
            continue
        path = folder / record_name(episode.id)
        if not path.exists():
            lost += open_answers > 0
        elif (row is not None and row.failure is None) or _was_played(path):
            found.append(episode)
            answers += open_answers
    return EpisodesToJudge(folder, suites, chosen_judges, again, tuple(found), rows, answers, lost)


def run_judging(
    todo: EpisodesToJudge,
    store: Store,
    workers: int,
    *,
    stop: threading.Event | None = None,
    watch: Callable[[JudgingSummary], None] = lambda _: None,
) -> JudgingSummary:
    """Judge the episodes, several at once, and store what comes out; after ``stop`` is set no answer is begun."""
    stop, summary, bill = stop or threading.Event(), JudgingSummary(), Bill()
    tally = CampaignTotals.of(read_rows(store.folder))
    summary.before = tally.mean_score
    progress = JudgingProgress(store.folder, hash_json(todo.judges.to_json())) if todo.again else None
    queue = deque(e for e in todo.episodes if progress is None or e.id not in progress.done)
    with (
        guarding(Guards(Breakers(), bill)),
        ThreadPoolExecutor(max_workers=workers, thread_name_prefix="r3gym-judge") as pool,
    ):
        for episode, outcome in _judged(todo, queue, pool, workers, stop):
            summary.episodes += 1
            if isinstance(outcome, str):
                summary.unreadable.append(f"{episode.id}: {outcome}")
            else:
                _store(todo, store, tally, summary, episode, outcome)
                if progress is not None and not outcome.stopped:
                    progress.add(episode.id)
            watch(summary)
    summary.stopped = summary.stopped or bool(queue)
    if progress is not None:
        progress.close(finished=not summary.stopped)
    summary.after, summary.awaiting = tally.mean_score, tally.awaiting
    if summary.episodes:
        _note(store.folder, todo, summary)
    if bill.state.judge_requests:
        booked = read_bill(store.folder)
        booked = booked.model_copy(update={"judges": booked.judges + JudgeCalls.of(bill.state)})
        store.write(BILL, booked.to_text())
    return summary


def _judged(
    todo: EpisodesToJudge,
    queue: deque[PlannedEpisode],
    pool: ThreadPoolExecutor,
    workers: int,
    stop: threading.Event,
) -> Iterator[tuple[PlannedEpisode, JudgedRecord | str]]:
    """Yield every episode as it is judged, with a sentence instead when its record cannot be read."""
    flying: dict[Future[JudgedRecord | str], PlannedEpisode] = {}
    while (queue and not stop.is_set()) or flying:
        while queue and len(flying) < workers and not stop.is_set():
            episode = queue.popleft()
            flying[pool.submit(_judge_one, todo, episode, stop)] = episode
        ended, _ = wait(flying, timeout=LISTENING_S, return_when=FIRST_COMPLETED)
        for one in ended:
            yield flying.pop(one), one.result()


def _judge_one(todo: EpisodesToJudge, episode: PlannedEpisode, stop: threading.Event) -> JudgedRecord | str:
    try:
        record = read_record(todo.folder / record_name(episode.id))
    except RecordError as error:
        return str(error)
    reference = todo.reference_of(episode)
    return judge_record(record, episode, reference, todo.judges, again=todo.again, stopping=stop.is_set)


def _store(
    todo: EpisodesToJudge,
    store: Store,
    tally: CampaignTotals,
    summary: JudgingSummary,
    episode: PlannedEpisode,
    outcome: JudgedRecord,
) -> None:
    """Write the record and the row of a judged episode, unless they say what is stored already."""
    row, before = EpisodeRow.from_record(outcome.record, episode), todo.rows.get(episode.id)
    if before is not None and before.failure is None:
        row = row.model_copy(update={"spend": before.spend})
    if before is None or before.failure is not None or _verdicts(before) != _verdicts(row):
        tally.add(store.add(row, outcome.record))
        summary.rows += 1
    summary.judged += outcome.judged
    summary.changed += outcome.changed
    waiting = {slot.label for slot in row.slots if slot.diagnostic is not None}
    summary.kept += len(set(outcome.failed) - waiting)
    summary.faults.update(outcome.failed.values())
    summary.stopped = summary.stopped or outcome.stopped


def _verdicts(row: EpisodeRow) -> list[tuple[object, ...]]:
    return [(s.label, s.correct, s.verdict, s.unsure, s.score, s.second, row.judges) for s in row.slots]


def _answers(row: EpisodeRow, again: bool) -> int:
    return sum(slot.verdict is not None for slot in row.slots) if again else row.awaiting


def _was_played(path: Path) -> bool:
    try:
        return can_be_judged(read_record(path))
    except RecordError:
        return False  # the episode is played again


def _check_statements(folder: Path, suites: tuple[ChosenSuite, ...]) -> None:
    """Raise `InputError` when a statement is not the one that was played; a key may be another one."""
    played = {(suite.reference, suite.domain): suite.problem_hashes for suite in read_manifest(folder).suites}
    for chosen in suites:
        known = played.get((chosen.given, chosen.domain.name), {})
        problems = {p.id: p for contest in chosen.suite.contests for p in contest.problems}
        changed = sorted(p for p, own in known.items() if p in problems and hash_problem(problems[p]) != own)
        if changed:
            raise InputError(
                f"{folder}: suite {chosen.given}: {', '.join(changed[:5])}: other statements than those that were "
                "played, so the answers cannot be judged by it; bring back the suite as it was (keys may change)"
            )


def _note(folder: Path, todo: EpisodesToJudge, summary: JudgingSummary) -> None:
    note = JudgingNote(
        at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        again=todo.again,
        judges=todo.judges.to_record(),
        episodes=summary.episodes,
        answers_judged=summary.judged,
        verdicts_changed=summary.changed,
        mean_score=(summary.before, summary.after),
        awaiting=summary.awaiting,
        stopped=summary.stopped,
    )
    add_note(folder, note)
