"""What tests of the model client share: short waits, and no memory of servers that had the same port before."""

from __future__ import annotations

import pytest

from r3gym.models import client, probe, retrying


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_S", 0.01)
    monkeypatch.setattr(client, "_forms", {})
    monkeypatch.setattr(probe, "_known", {})
