"""Check a campaign's folder: every checksum, rows against records, the plan, the caps and the definition.

Nothing is changed. A *finding* is damage, or a contradiction between files; a *note* is what one should know: files
without checksums (of older versions), rows of no planned episode, records whose row is made again on resume.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from r3gym.calibration.calibration_file import Calibration, read_calibration
from r3gym.campaigns.accepting import other_keys
from r3gym.campaigns.record_checks import CheckedRecord, RecordCheck, check_records
from r3gym.campaigns.side_files import SideFile, damaged_side_files
from r3gym.campaigns.store import (
    BUDGETS,
    CAMPAIGN,
    DEFINITION,
    PLANS,
    RECORDS,
    CampaignDefinition,
    read_definition_file,
    read_plan_file,
)
from r3gym.errors import InputError
from r3gym.records.campaign_folder import MANIFEST, ROWS, read_manifest
from r3gym.records.counting_row import replaces
from r3gym.records.planned import PlannedEpisode
from r3gym.records.row_file import RowLine, RowTail, parse_row, read_row_lines
from r3gym.records.rows import EpisodeRow
from r3gym.records.run_kind import UNBUDGETED, RunKind
from r3gym.utils.hashing import hash_json
from r3gym.utils.sealing import unseal_line, unseal_text


@dataclass(frozen=True)
class Finding:
    """Something that is wrong: the file in the folder, and what."""

    file: str
    what: str


@dataclass
class FolderCheck:
    """All that was found in a folder.

    ``rows`` and ``sealed`` hold the row that counts of each episode, and whether its line had a checksum; ``bad_lines``
    are the numbers of lines that are no rows; ``damaged``: records that cannot be used; ``contradicted``: records whose
    row says something else; ``kinds``: what was played; ``rowless``: episodes with a record that has a result, and no
    such row; ``side_files``: what is damaged of that which follows from nothing else.
    """

    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lines: int = 0
    rows: dict[str, EpisodeRow] = field(default_factory=dict)
    sealed: set[str] = field(default_factory=set)
    bad_lines: set[int] = field(default_factory=set)
    plan: dict[str, PlannedEpisode] = field(default_factory=dict)
    records: int = 0
    damaged: set[str] = field(default_factory=set)
    contradicted: set[str] = field(default_factory=set)
    rowless: set[str] = field(default_factory=set)
    kinds: set[RunKind] = field(default_factory=set)
    broken_files: set[str] = field(default_factory=set)
    side_files: list[SideFile] = field(default_factory=list)

    def find(self, file: str, what: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(file, what))


def check_folder(folder: Path, progress: Callable[[int], object] = lambda _: None) -> FolderCheck:
    """Check everything in a campaign's folder. ``progress`` is told how many records were checked since it was told."""
    if not any((folder / name).exists() for name in (MANIFEST, DEFINITION, CAMPAIGN, ROWS, RECORDS)):
        raise InputError(f"{folder}: no campaign's folder; `r3gym campaign run` makes one")
    found = FolderCheck()
    decided = _own_files(folder, found)
    _plans(folder, found, decided)
    _unsealed_files(folder, found)
    _rows(folder, found, strict=decided is not None and _has_checksum(folder / DEFINITION))
    _records(folder, found, progress)
    _missing_lists(folder, found)
    for one in damaged_side_files(folder):
        found.find(one.name, one.fault)
        found.side_files.append(one)
    if decided is not None:
        stale = sum(bool(other_keys(decided.definition, row)) for row in found.rows.values())
        if stale:
            found.notes.append(f"{stale} episodes were judged with another answer key than the definition's")
    return found


def record_paths(folder: Path) -> Iterator[Path]:
    """Yield the files of all records."""
    return (path for path in (folder / RECORDS).glob("*/*.json") if not path.name.startswith("."))


def _own_files(folder: Path, found: FolderCheck) -> CampaignDefinition | None:
    decided = None
    try:
        decided = read_definition_file(folder)
    except InputError as error:
        _broken(folder, found, DEFINITION, error)
    try:
        made_for = read_manifest(folder).definition
        if decided is not None and made_for != hash_json(decided.definition):
            raise InputError(f"made for another definition than that in {DEFINITION}")
    except InputError as error:
        _broken(folder, found, MANIFEST, error)
    if not (folder / CAMPAIGN).exists() or not (folder / CAMPAIGN).stat().st_size:
        found.find(CAMPAIGN, "missing or empty: put the campaign's file there")
    elif decided is not None:
        _campaign_file(folder, found, decided)
    return decided


def _unsealed_files(folder: Path, found: FolderCheck) -> None:
    whole = [name for name in (MANIFEST, DEFINITION, BUDGETS) if name not in found.broken_files]
    unsealed = [name for name in whole if (folder / name).exists() and not _has_checksum(folder / name)]
    if unsealed:
        found.notes.append(f"{', '.join(unsealed)}: without a checksum, of an older version of r3gym")


def _broken(folder: Path, found: FolderCheck, name: str, error: InputError) -> None:
    found.find(name, _without_name(error, folder / name))
    found.broken_files.add(name)


def _campaign_file(folder: Path, found: FolderCheck, decided: CampaignDefinition) -> None:
    from r3gym.campaigns.campaign_file import load_campaign
    from r3gym.campaigns.identity import changes_between

    try:
        campaign = load_campaign(folder / CAMPAIGN, base=decided.base)
    except InputError as error:
        found.find(CAMPAIGN, f"cannot be loaded here: {error}")
        return
    changes = changes_between(
        {n: v for n, v in decided.definition.items() if n in campaign.definition()}, campaign.definition()
    )
    for change in changes:
        if change.acceptable:
            found.notes.append(f"changed since the campaign began: {change.what}; `resume` will refuse it")
        else:
            found.find(CAMPAIGN, f"not the campaign of {DEFINITION}: {change.what}")
    if not changes and decided.differs_from((folder / CAMPAIGN).read_bytes()):
        found.find(
            CAMPAIGN,
            "not as a run left it: edited, or a flipped bit, in a comment or a field that changes no result (limits, "
            "addresses, executor); look at it, `r3gym campaign resume` takes it as it is",
        )


def _plans(folder: Path, found: FolderCheck, decided: CampaignDefinition | None) -> None:
    for name in PLANS:
        if not (folder / name).exists():
            continue
        try:
            for episode in read_plan_file(folder / name):
                if episode.id in found.plan:
                    found.find(name, f"episode {episode.id} is planned twice")
                    found.broken_files.add(name)
                found.plan[episode.id] = episode
        except InputError as error:
            _broken(folder, found, name, error)
    if decided is not None and len(found.plan) > decided.episodes and not found.broken_files & set(PLANS):
        found.find(DEFINITION, f"says {decided.episodes} episodes, and {len(found.plan)} are planned")
    if (folder / BUDGETS).exists():
        _budgets(folder, found)
    elif any(_is_capped(episode) for episode in found.plan.values()):
        found.find(BUDGETS, "missing, and episodes are planned with caps")
        found.broken_files.add(BUDGETS)


def _budgets(folder: Path, found: FolderCheck) -> None:
    try:
        caps = read_calibration(folder / BUDGETS)
        wrong = [
            episode for episode in found.plan.values() if _is_capped(episode) and _cap(caps, episode) != episode.budget
        ]
    except InputError as error:
        _broken(folder, found, BUDGETS, error)
        return
    if wrong:
        one = wrong[0]
        found.find(BUDGETS, f"{len(wrong)} planned episodes have other caps, such as {one.id} ({one.budget} units)")
        found.broken_files.add(BUDGETS)


def _is_capped(episode: PlannedEpisode) -> bool:
    return episode.budget is not None and episode.pressure is not None


def _cap(caps: Calibration, episode: PlannedEpisode) -> int:
    cell, level = caps.cell((episode.policy, episode.setting, episode.domain)), episode.pressure or 0.0
    return cell.contest_cap(level) if episode.kind is RunKind.CONTEST else cell.curve_cap(level)


def _rows(folder: Path, found: FolderCheck, *, strict: bool) -> None:
    if not (folder / ROWS).exists():
        return
    tail, without = RowTail(), list[int]()
    for line in read_row_lines(folder / ROWS, tail):
        found.lines += 1
        try:
            row = parse_row(folder / ROWS, line)
        except InputError as error:
            found.find(ROWS, _without_name(error, folder / ROWS))
            found.bad_lines.add(line.number)
            continue
        sealed = _is_sealed(line)
        if not sealed:
            without.append(line.number)
        found.kinds.add(row.kind)
        before = found.rows.get(row.id)
        if replaces(row.failure is not None, None if before is None else before.failure is not None):
            found.rows[row.id] = row
            (found.sealed.add if sealed else found.sealed.discard)(row.id)
    if without and strict:
        found.find(
            ROWS, f"{len(without)} rows have no checksum, the first in line {without[0]}; this folder's rows have"
        )
    elif without:
        found.notes.append(f"{ROWS}: {len(without)} rows without a checksum, of an older version of r3gym")
    if tail.torn_bytes:
        found.notes.append(f"{ROWS}: the last line is torn ({tail.torn_bytes} bytes); `resume` cuts it off")
    strays = sum(row not in found.plan for row in found.rows) if found.plan else 0
    if strays and not found.broken_files & set(PLANS) and all((folder / name).exists() for name in PLANS):
        found.notes.append(f"{ROWS}: {strays} episodes are not planned, and count nowhere")


def _records(folder: Path, found: FolderCheck, progress: Callable[[int], object]) -> None:
    there = {path.stem: path for path in sorted(record_paths(folder))}
    named = {row.id: folder / row.record for row in found.rows.values() if row.record is not None}
    checks = [
        RecordCheck(path, found.rows.get(name) if name in named else None, name in found.sealed)
        for name, path in {**named, **there}.items()
    ]
    unsealed = 0
    for one in check_records(checks, progress):
        found.records += one.file.exists()
        found.kinds |= set() if one.kind is None else {one.kind}
        unsealed += not one.sealed and not one.damaged
        _record(folder, found, one)
    if unsealed:
        found.notes.append(f"{RECORDS}: {unsealed} records without a checksum, of an older version of r3gym")
    if found.rowless:
        found.notes.append(
            f"{RECORDS}: {len(found.rowless)} records have a result and no row; `resume` makes their rows"
        )


def _record(folder: Path, found: FolderCheck, one: CheckedRecord) -> None:
    episode, name = one.file.stem, one.file.relative_to(folder).as_posix()
    if one.fault is not None:
        found.find(name, one.fault)
        (found.damaged if one.damaged else found.contradicted).add(episode)
    row = found.rows.get(episode)
    if one.result and not one.damaged and (row is None or row.failure is not None):
        found.rowless.add(episode)


def _missing_lists(folder: Path, found: FolderCheck) -> None:
    """Find rows and plans that are not there although episodes of theirs were played."""
    if found.rowless and not (folder / ROWS).exists():
        found.find(ROWS, f"missing, and {len(found.rowless)} records have a result")
    for name, without_budget in zip(PLANS, (True, False), strict=True):
        played = any((kind in UNBUDGETED) == without_budget for kind in found.kinds)
        if played and not (folder / name).exists():
            found.find(name, "missing, and episodes of it were played")
            found.broken_files.add(name)


def _is_sealed(line: RowLine) -> bool:
    return unseal_line(line.data)[1]


def _has_checksum(path: Path) -> bool:
    try:
        return unseal_text(path.read_bytes())[1]
    except (OSError, InputError):
        return False


def _without_name(error: InputError, path: Path) -> str:
    """Return a message without the file that it begins with, and without the remedy, which is this command."""
    return str(error).removeprefix(str(path)).lstrip(":, ").partition("; `r3gym campaign check")[0]
