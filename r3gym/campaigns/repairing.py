"""Repair a campaign's folder: make rows, plan and caps again from the records, and keep what was broken aside.

Records are what was paid for; everything else follows from them. Rows that are whole stay as they are: an episode
whose record was not kept has nothing else. Definition and manifest follow from the campaign's file and its suites.
"""

from __future__ import annotations

import re
import shutil
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from r3gym.calibration.calibration_file import CalibratedCell, Calibration, CellName, write_calibration
from r3gym.campaigns.accepting import manifest_text
from r3gym.campaigns.campaign_file import load_campaign
from r3gym.campaigns.checking import FolderCheck, record_paths
from r3gym.campaigns.identity import changes_between
from r3gym.campaigns.measuring import measure
from r3gym.campaigns.plan import ORDER, plan
from r3gym.campaigns.prepared import PreparedCampaign, prepare
from r3gym.campaigns.recovering import rows_of_records, whole_record
from r3gym.campaigns.store import (
    BUDGETS,
    CAMPAIGN,
    DEFINITION,
    PLANS,
    AcceptedChange,
    CampaignDefinition,
    Store,
    plan_text,
    read_definition_file,
    record_name,
)
from r3gym.campaigns.suite_selection import make_manifest
from r3gym.core.paper_constants import CURVE_GRID
from r3gym.errors import InputError
from r3gym.records.campaign_folder import MANIFEST, ROWS, counted_rows, read_manifest
from r3gym.records.planned import PlannedEpisode
from r3gym.records.row_file import parse_row, read_row_lines, row_line
from r3gym.records.rows import EpisodeRow
from r3gym.records.run_kind import UNBUDGETED, RunKind
from r3gym.utils.atomic_files import write_durably
from r3gym.utils.hashing import hash_json
from r3gym.utils.sealing import checksum

#: The folder for what was broken, one inside it for each repair.
BROKEN = "broken"


def repair_folder(store: Store, found: FolderCheck) -> list[str]:
    """Repair what a check found, while ``store`` holds the folder's lock; return what was done, a line for each thing.

    Raises `InputError` when the definition or the manifest is broken and the campaign's file cannot replace it.
    """
    aside = store.folder / BROKEN / time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    done = _definition(store, found, aside)
    done += _records_aside(store.folder, found, aside)
    done += _rows(store, found, aside)
    done += _plans(store, found, aside)
    done += _budgets(store.folder, found, aside)
    done += _side_files(store, found, aside)
    if aside.exists():
        done.append(f"what was broken is in {aside.relative_to(store.folder)}/")
    return done


def _set_aside(folder: Path, name: str, aside: Path) -> None:
    """Move a file of the folder, or what there is of it, to the folder for broken files."""
    if (folder / name).exists():
        (aside / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(folder / name, aside / name)


def _prepared(folder: Path, base: Path) -> PreparedCampaign:
    return prepare(load_campaign(folder / CAMPAIGN, base=base))


def _definition(store: Store, found: FolderCheck, aside: Path) -> list[str]:
    wanted = found.broken_files & {DEFINITION, MANIFEST}
    if not wanted:
        return []
    folder = store.folder
    decided = None if DEFINITION in wanted else read_definition_file(folder)
    try:
        prepared = _prepared(folder, _base_of(folder) if decided is None else decided.base)
    except InputError as error:
        raise InputError(
            f"{', '.join(sorted(wanted))}: follow from the campaign's file, which cannot be loaded: {error}. Put back "
            "what it names, or name it by its full path in the folder's campaign.toml; the records are not touched"
        ) from None
    said = []
    if decided is None:
        decided = _definition_again(folder, prepared, manifest_is_whole=MANIFEST not in wanted)
        said = [f"{DEFINITION}: {change.what[0]}" for change in decided.changes]
        _set_aside(folder, DEFINITION, aside)
        store.write(DEFINITION, decided.to_text())
    else:
        _refuse_other_suites(decided, prepared)
    _set_aside(folder, MANIFEST, aside)
    manifest = make_manifest(prepared.campaign, prepared.suites, hash_json(decided.definition))
    store.write(MANIFEST, manifest_text(manifest))
    return [f"{' and '.join(sorted(wanted))}: made again from {CAMPAIGN} and the suites as they are now", *said]


def _definition_again(folder: Path, prepared: PreparedCampaign, *, manifest_is_whole: bool) -> CampaignDefinition:
    """Return the definition as it is now. What is lost with the old one stays visible in every table.

    The rows know how many changes had been accepted, and the manifest the hash of the definition that was lost.
    """
    lost = AcceptedChange(when="unknown", what=("a change whose name was lost with the damaged definition",))
    changes = [lost] * max((row.edition for row in counted_rows(folder)), default=0)
    if manifest_is_whole and read_manifest(folder).definition != hash_json(prepared.identity):
        what = "the definition was damaged, and what it follows from is not now what it was then"
        changes.append(AcceptedChange(when=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), what=(what,)))
    return CampaignDefinition(
        definition=prepared.identity,
        episodes=prepared.size(),
        base=prepared.campaign.base,
        changes=tuple(changes),
        file=checksum((folder / CAMPAIGN).read_bytes()),
    )


def _refuse_other_suites(decided: CampaignDefinition, prepared: PreparedCampaign) -> None:
    """Raise `InputError` when the suites, which the manifest follows from, are not those of the definition."""
    parts = ("problems", "contest_problems")
    changes = changes_between(*({name: one[name] for name in parts} for one in (decided.definition, prepared.identity)))
    if changes:
        raise InputError(
            f"{MANIFEST}: follows from the suites, and these are not now what they were: "
            f"{'; '.join(change.what for change in changes[:5])}. Bring them back; the records are not touched"
        )


def _base_of(folder: Path) -> Path:
    """Return the folder of relative paths that a broken definition names, if that can still be read."""
    text = (folder / DEFINITION).read_bytes() if (folder / DEFINITION).exists() else b""
    named = re.search(rb'"base": ?"([^"\\\\]+)"', text)
    base = folder.absolute() if named is None else Path(named[1].decode("utf-8", "replace"))
    return base if base.is_dir() else folder.absolute()


def _records_aside(folder: Path, found: FolderCheck, aside: Path) -> list[str]:
    for episode in found.damaged:
        _set_aside(folder, record_name(episode), aside)
    there = len(found.damaged)
    return [f"records: {there} that cannot be used are aside"] if there else []


def _rows(store: Store, found: FolderCheck, aside: Path) -> list[str]:
    """Write the rows again: whole lines as they are, then the rows that only records have."""
    folder, path = store.folder, store.folder / ROWS
    kept: list[bytes] = []
    whole: set[str] = set()
    loose = 0
    for line in read_row_lines(path) if path.exists() else ():
        if line.number in found.bad_lines:
            continue
        row = parse_row(path, line)
        if row.record is not None and row.id in found.damaged:
            kept.append(row_line(row.model_copy(update={"record": None})))
            loose += 1
        else:
            kept.append(line.data)
        if row.failure is None and row.id not in found.contradicted:
            whole.add(row.id)
    lost = [path.stem for path in sorted(record_paths(folder)) if path.stem not in whole]
    made = list(rows_of_records(folder, lost))
    if not (found.bad_lines or made or loose):
        return []
    if path.exists():
        (aside / ROWS).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, aside / ROWS)
    lines = [*kept, *(row_line(row) for row in made)]
    store.replace_rows(b"".join(line + b"\n" for line in lines))
    said = [f"{ROWS}: {len(kept)} rows kept, {len(made)} made again from records"]
    if loose:
        said.append(f"{ROWS}: {loose} rows named a record that cannot be used, and name none now")
    return said


def _plans(store: Store, found: FolderCheck, aside: Path) -> list[str]:
    folder, said = store.folder, []
    for name in sorted(found.broken_files & set(PLANS)):
        kinds = UNBUDGETED if name == PLANS[0] else tuple(kind for kind in ORDER if kind not in UNBUDGETED)
        episodes, source = _planned_again(folder, found, kinds)
        _set_aside(folder, name, aside)
        store.write(name, plan_text(episodes))
        said.append(f"{name}: {len(episodes)} episodes, from {source}")
    return said


def _planned_again(folder: Path, found: FolderCheck, kinds: Sequence[RunKind]) -> tuple[list[PlannedEpisode], str]:
    """Return the plan of these kinds: computed where the campaign is what it was, else what records and lines name."""
    known = {episode.id: episode for episode in [*found.plan.values(), *_places(folder)] if episode.kind in kinds}
    try:
        prepared = _prepared(folder, read_definition_file(folder).base)
        caps = None if kinds == UNBUDGETED else caps_of(known.values(), counted_rows(folder))
        computed = list(plan(prepared.campaign, prepared.suites, caps, *kinds))
    except InputError:
        computed = []
    if computed and {episode.id for episode in computed} >= set(known):
        return computed, f"{CAMPAIGN} and the suites; they name all episodes of the records"
    return sorted(known.values(), key=_order), "the records; episodes without one are not known"


def _places(folder: Path) -> Iterable[PlannedEpisode]:
    for path in sorted(record_paths(folder)):
        record = whole_record(path)
        if record is not None and record.place is not None:
            yield PlannedEpisode.from_place(record.place)


def _order(episode: PlannedEpisode) -> tuple[object, ...]:
    where = (episode.policy, episode.setting, episode.domain, episode.suite, episode.contest)
    what = (episode.problem_id or "", episode.scheduler, episode.pressure or 0.0, episode.budget or 0, episode.repeat)
    return ORDER.index(episode.kind), *where, *what


def _budgets(folder: Path, found: FolderCheck, aside: Path) -> list[str]:
    if BUDGETS not in found.broken_files:
        return []
    known = {episode.id: episode for episode in [*found.plan.values(), *_places(folder)]}
    _set_aside(folder, BUDGETS, aside)
    caps = caps_of(known.values(), counted_rows(folder))
    write_calibration(folder / BUDGETS, caps)
    return [f"{BUDGETS}: the caps of {len(caps.cells)} policies and settings, as their episodes were planned with"]


def _side_files(store: Store, found: FolderCheck, aside: Path) -> list[str]:
    said = []
    for one in found.side_files:
        _set_aside(store.folder, one.name, aside)
        if one.whole is None:
            said.append(f"{one.name}: put aside; what only it knew, such as the calls of judges, is counted no more")
        else:
            write_durably(store.folder / one.name, one.whole.decode("utf-8"))
            said.append(f"{one.name}: its whole lines are kept")
    return said


def caps_of(episodes: Iterable[PlannedEpisode], rows: Sequence[EpisodeRow]) -> Calibration:
    """Return the frozen caps that these episodes were planned with; natural use is measured where there is a baseline.

    Without one it is what the largest cap stands for: only levels that were never frozen would follow from it.
    """
    caps: dict[CellName, dict[RunKind, dict[float, int]]] = defaultdict(lambda: defaultdict(dict))
    for episode in episodes:
        if episode.pressure is not None and episode.budget is not None:
            kind = RunKind.CONTEST if episode.kind is RunKind.CONTEST else RunKind.CURVE
            caps[episode.policy, episode.setting, episode.domain][kind][episode.pressure] = episode.budget
    baseline = [row for row in rows if row.kind is RunKind.BASELINE]
    measured = {cell.name: cell for cell in measure(baseline).cells} if baseline else {}
    return Calibration(cells=tuple(_cell(name, known, measured.get(name)) for name, known in caps.items()))


def _cell(name: CellName, known: dict[RunKind, dict[float, int]], measured: CalibratedCell | None) -> CalibratedCell:
    policy, setting, domain = name
    level, cap = max((known.get(RunKind.CONTEST) or known[RunKind.CURVE]).items())
    cell = measured or CalibratedCell(
        policy=policy,
        setting=setting,
        domain=domain,
        source="the caps of the records",
        natural=str(Fraction(cap) / Fraction(str(level))),
    )
    contest = {f"{at:g}": units for at, units in sorted(known.get(RunKind.CONTEST, {}).items())}
    curve = {f"{at:g}": units for at, units in sorted(known.get(RunKind.CURVE, {}).items())}
    frozen = cell.freeze([], CURVE_GRID)
    return frozen.model_copy(update={"contest": contest, "curve": {**frozen.curve, **curve}})
