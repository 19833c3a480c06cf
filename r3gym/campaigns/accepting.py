"""Refuse changes of a campaign's definition by name, or accept them and say so wherever its rows are shown.

A definition is compared when a campaign goes on. While it runs, everything is read once but the answer keys: each
result says which keys judged it, so a key that is changed meanwhile is noticed with the first answer that it judges.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from r3gym.campaigns.identity import DefinitionChange, changes_between
from r3gym.campaigns.store import DEFINITION, AcceptedChange, CampaignDefinition, Store, read_definition
from r3gym.errors import InputError
from r3gym.records.campaign_folder import MANIFEST, counted_rows, read_manifest
from r3gym.records.campaign_manifest import CampaignManifest
from r3gym.records.rows import EpisodeRow
from r3gym.utils.hashing import hash_json
from r3gym.utils.sealing import seal_text

#: How many changed answer keys are named one by one.
_NAMED = 5


def refuse_changes(
    folder: Path, decided: CampaignDefinition, now: Mapping[str, Any], *, accept_change: bool = False
) -> None:
    """Raise `InputError` that names what changed, unless all of it can be accepted and is."""
    changes = changes_between(decided.definition, now)
    refused = [change for change in changes if not change.acceptable]
    if accept_change and not refused:
        return
    if refused:
        raise InputError(
            f"{folder}: made for another campaign: {_listed(refused)}. Other episodes belong in another folder: give "
            "one with --out, or undo the change"
        )
    if changes:
        remedy = (
            f"Accept it with --accept-change and judge again with `r3gym campaign judge {folder} --again`; nothing has "
            "to be played again"
            if all(change.key for change in changes)
            else "Episodes before and after it are not comparable: undo it, give another folder with --out, or accept "
            "it with --accept-change, and every table will say so"
        )
        raise InputError(f"{folder}: changed since the campaign began: {_listed(changes)}. {remedy}")


def accept_changes(
    store: Store, now: Mapping[str, Any], manifest: CampaignManifest, episodes: int, *, file: str
) -> CampaignDefinition:
    """Make ``now`` the folder's definition and note what changed; return the definition. The caller asked before.

    ``file`` is the checksum of the campaign's file, which may have changed in what decides nothing.

    A campaign that only grew has nothing to note; its definition, manifest and number of episodes become the new ones.
    """
    decided = read_definition(store.folder)
    changes = changes_between(decided.definition, now)
    merged = {**decided.definition, **{name: now[name] for name in now if name in decided.definition}}
    if (merged, episodes, file) != (decided.definition, decided.episodes, decided.file):
        noted = decided.changes
        if changes:
            when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            noted = (*noted, AcceptedChange(when=when, what=tuple(change.what for change in changes)))
        decided = decided.model_copy(
            update={"definition": merged, "changes": noted, "episodes": episodes, "file": file}
        )
        store.write(DEFINITION, decided.to_text())
    own = hash_json(decided.definition)
    if read_manifest(store.folder).definition != own:  # a runner that was killed may not have come to it
        store.write(MANIFEST, manifest_text(manifest.model_copy(update={"definition": own})))
    return decided


def manifest_text(manifest: CampaignManifest) -> str:
    """Return the text of ``manifest.json``, with its checksum."""
    return seal_text(manifest.model_dump_json(indent=1) + "\n")


def refuse_other_keys(folder: Path, decided: CampaignDefinition, row: EpisodeRow) -> None:
    """Raise `InputError` when a result was judged with other answer keys than those of the definition."""
    problems = other_keys(decided.definition, row)
    if problems:
        raise InputError(
            f"suite {row.suite}: the answer key of problem {', '.join(problems)} changed while the campaign ran. The "
            f"episode is kept and marked. Go on with `r3gym campaign resume {folder} --accept-change`, then judge "
            f"again with `r3gym campaign judge {folder} --again`; or undo the change and do the same"
        )


def other_keys(definition: Mapping[str, Any], row: EpisodeRow) -> list[str]:
    """Return the problems of a row that were judged with another answer key than the definition's."""
    keys: Mapping[str, str] = definition.get("keys", {}).get(f"{row.suite} {row.domain}", {})
    return [
        slot.problem_id
        for slot in row.slots
        if slot.key is not None and keys.get(slot.problem_id, slot.key) != slot.key
    ]


def change_notes(folder: Path, rows: Iterable[EpisodeRow] | None = None) -> list[str]:
    """Return what every table of a campaign must say: accepted changes, with the episodes before and after each.

    Empty for a campaign that never changed. ``rows`` are those that count, if they are at hand.
    """
    if not (folder / DEFINITION).exists():
        return []
    decided = read_definition(folder)
    if not decided.changes:
        return []
    counted = [row for row in (counted_rows(folder) if rows is None else rows) if row.failure is None]
    editions = Counter(row.edition for row in counted)
    notes = []
    for number, change in enumerate(decided.changes, 1):
        before = sum(count for edition, count in editions.items() if edition < number)
        notes.append(
            f"{folder.name}: {before} episodes before and {len(counted) - before} after {change.when} differ in: "
            f"{_shortened(change.what)} (accepted with --accept-change)"
        )
    stale = sum(bool(other_keys(decided.definition, row)) for row in counted)
    if stale:
        notes.append(
            f"{folder.name}: {stale} episodes were judged with another answer key than the suite has now; "
            f"`r3gym campaign judge {folder} --again` judges them again"
        )
    return notes


def _listed(changes: list[DefinitionChange]) -> str:
    return _shortened([change.what for change in changes])


def _shortened(what: Iterable[str]) -> str:
    """Return the sentences in a line; of many alike (answer keys) the first few are named, the others counted."""
    told = list(what)
    more = f"; and {len(told) - _NAMED} more" if len(told) > _NAMED else ""
    return "; ".join(told[:_NAMED]) + more
