"""Small solver models for tests."""

from __future__ import annotations

import pytest

from r3gym.simulation.profiles import Profile, Signals, Tiers, TierSkill

NOISY = Signals(looks_right=0.85, looks_wrong=0.15, exit_looks=0.9, exit_fails=0.2, keeps=0.7, drafts=0.3)


def make_profile(signals: Signals = NOISY, budgets: tuple[int, int] = (5, 12), free: float = 0.1) -> Profile:
    tiers = Tiers(
        easy=TierSkill(free=free, hazard=0.5),
        medium=TierSkill(free=free / 2, never=0.2, hazard=0.6, ramp=1),
        hard=TierSkill(never=0.3, ramp=2, spread=4),
    )
    return Profile(name="test", domain="code", tiers=tiers, feedback=signals, budgets=budgets)


@pytest.fixture
def noisy_profile() -> Profile:
    return make_profile()
