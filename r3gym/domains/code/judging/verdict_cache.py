"""Cached reports of programs that were judged before, keyed by content."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from r3gym.domains.code.judging.report import JudgeReport
from r3gym.utils.json_cache import default_cache_dir, load_value, store_value

__all__ = ["default_cache_dir", "load", "store"]


def load(folder: Path, key: str) -> JudgeReport | None:
    """Return the report stored under ``key``, marked as cached, or None."""
    try:
        report = JudgeReport.from_json(load_value(folder, key))
    except (ValueError, KeyError, TypeError):
        return None
    return replace(report, cached=True)


def store(folder: Path, key: str, report: JudgeReport) -> None:
    """Store a report if it is repeatable."""
    if report.repeatable:
        store_value(folder, key, report.to_json())
