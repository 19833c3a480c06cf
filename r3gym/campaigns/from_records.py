"""Episodes that were played one by one, as a campaign's folder: what reads campaigns can then read them too."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from r3gym.accounting import POLICY_VERSION
from r3gym.campaigns.suite_selection import ChosenSuite, played_suite
from r3gym.errors import InputError
from r3gym.records.campaign_folder import MANIFEST, ROWS
from r3gym.records.campaign_manifest import CampaignManifest
from r3gym.records.planned import PlannedEpisode
from r3gym.records.reading import read_record
from r3gym.records.rows import EpisodeRow
from r3gym.suites import load_suite
from r3gym.utils.hashing import hash_json
from r3gym.version import __version__


def campaign_from_records(
    records: Sequence[Path], folder: Path, *, name: str, pressure: float | None = None
) -> CampaignManifest:
    """Write manifest and rows of these records into a folder; ``pressure`` is that of all of them, if they had one.

    The manifest lists the contests that were played and no others, one repeat each, so that the folder is complete.
    """
    rows = []
    played: dict[tuple[str, str], list[str]] = {}
    for path in records:
        record = read_record(path)
        planned = replace(PlannedEpisode.from_record(record), pressure=pressure)
        row = EpisodeRow.from_record(record, planned)
        rows.append(row.model_copy(update={"record": os.path.relpath(path, folder)}))
        contests = played.setdefault((planned.suite, planned.domain), [])
        if planned.contest not in contests:
            contests.append(planned.contest)
    if not rows:
        raise InputError(f"{folder}: no records to make a campaign of")
    suites = []
    for (reference, domain), contests in played.items():
        suite = load_suite(reference, domain)
        kept = tuple(contest for contest in suite.contests if contest.id in contests)
        suites.append(played_suite(ChosenSuite(reference, suite.reference, suite, kept)))
    manifest = CampaignManifest(
        name=name,
        definition=hash_json([row.id for row in rows]),
        repeats=1,
        suites=tuple(suites),
        versions={"r3gym": __version__, "counting_policy": POLICY_VERSION},
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", "utf-8")
    (folder / ROWS).write_text("".join(row.model_dump_json() + "\n" for row in rows), "utf-8")
    return manifest
