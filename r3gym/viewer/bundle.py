"""Write a run as static files that any web server can show, in any folder of it: all addresses are relative."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from r3gym.errors import InputError
from r3gym.records.reading import RecordError
from r3gym.viewer.board import boards
from r3gym.viewer.documents import Documents
from r3gym.viewer.index import CHUNK
from r3gym.viewer.pages import page_files
from r3gym.viewer.run import Run, UnknownEpisode


def write_bundle(run: Run, folder: Path, progress: Callable[[], object] = lambda: None) -> tuple[int, list[str]]:
    """Write the files; return how many episodes have a page of their own, and sentences on what could not be shown.

    Raises `InputError` when the folder holds anything already.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder}: not empty; --bundle writes into a new folder, so that nothing old stays in it")
    documents = Documents(run, live=False)
    data = folder / "data"
    (folder / "static").mkdir(parents=True)
    for name, content in page_files().items():
        target = folder / name if name == "index.html" else folder / "static" / name
        target.write_bytes(content)
    _write(data / "run.json", documents.run_document() | {"open": []})
    for number in range(-(-len(run.entries) // CHUNK)):
        _write(data / "index" / f"{number}.json", documents.chunk(number))
    shown, missing = 0, []
    for entry in run.all_counting():
        _write(data / "analysis" / f"{entry.key}.json", documents.analysis(entry.key))
        if entry.record is not None:
            try:
                _write(data / "episode" / f"{entry.key}.json", documents.episode(entry.key))
                shown += 1
            except (RecordError, UnknownEpisode) as error:
                missing.append(f"{entry.key}: {error}")
        progress()
    for key, _ in boards(run):
        _write(data / "board" / f"{key}.json", documents.board(key))
    return shown, missing


def _write(file: Path, value: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), "utf-8")
