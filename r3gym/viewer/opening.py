"""Open what a person names: a campaign's folder, a folder of records, or one record."""

from __future__ import annotations

from pathlib import Path

from r3gym.errors import InputError
from r3gym.records.campaign_folder import MANIFEST
from r3gym.viewer.campaign_run import CampaignRun
from r3gym.viewer.record_run import RecordRun
from r3gym.viewer.run import Run


def open_run(path: Path, *, whole: bool = True) -> Run:
    """Return the run at a path, its list read; raise `InputError` for anything else, saying what would do.

    Unless ``whole``, only what a second suffices for is read; `Run.refresh` reads on.
    """
    if not path.exists():
        raise InputError(f"{path}: not found; give a campaign's folder, a folder of records, or one record (.json)")
    run = CampaignRun(path) if (path / MANIFEST).is_file() else RecordRun(path)
    while not run.refresh() and whole:
        pass
    if isinstance(run, CampaignRun):
        run.opened = True
    return run
