"""What episodes without a result have cost: read from their stored replies, while the campaign runs or is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from r3gym.campaigns.store import TURNS
from r3gym.models.turn_events import read_events, read_history
from r3gym.models.turn_log import TurnFile
from r3gym.records.rows import ModelSpend
from r3gym.records.turns import CallsPaid


def open_spends(folder: Path) -> Iterator[tuple[str, ModelSpend]]:
    """Yield the identity and the spend of every episode whose replies are stored."""
    for path in sorted((folder / TURNS).glob("*/*.jsonl")):
        paid = read_history(read_events(TurnFile(path).read())).paid
        yield path.stem, ModelSpend.of_calls(CallsPaid.model_validate(asdict(paid)))
