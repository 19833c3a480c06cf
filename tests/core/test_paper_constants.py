"""The paper's numbers agree with each other, and no other module writes them down again."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from r3gym.campaigns.campaign_file import CampaignFile, EnvLimits
from r3gym.core.paper_constants import (
    CONTESTS_PER_DOMAIN,
    CURVE_GRID,
    PRESSURES,
    PROBLEMS_PER_CONTEST,
    REPEATS,
    TIER_MIX,
)
from r3gym.core.tier import Tier
from r3gym.envs.contest_env import ContestEnv
from r3gym.paper.published import published
from r3gym.sandbox.interface import Limits

TOP = Path(__file__).parents[2]
ROOMS = ("r3gym", "envs", "policies", "schedulers", "sandbox", "train")
REPEATED = {
    (0.05, 0.1, 0.2, 0.4, 0.8): "CURVE_GRID",
    (0.2, 0.8): "PRESSURES",
    ("0.2", "0.8"): "PRESSURES",
}


def test_the_numbers_agree() -> None:
    assert sum(TIER_MIX.values()) == PROBLEMS_PER_CONTEST == 6
    assert CONTESTS_PER_DOMAIN * PROBLEMS_PER_CONTEST == 300
    assert set(PRESSURES) < set(CURVE_GRID)
    assert REPEATS == 5


def test_the_numbers_are_the_papers() -> None:
    """Sections Task-Suite Construction and Model-specific budget calibration, appendix Budget grid."""
    assert TIER_MIX == {Tier.EASY: 3, Tier.MEDIUM: 2, Tier.HARD: 1}
    assert CONTESTS_PER_DOMAIN == 50
    assert PRESSURES == (0.2, 0.8)
    assert CURVE_GRID == (0.05, 0.1, 0.2, 0.4, 0.8)
    assert REPEATS == 5


def test_a_campaign_plays_the_papers_numbers_unless_it_says_otherwise() -> None:
    least = CampaignFile(name="least")
    assert least.repeats == 5
    assert least.contest_levels() == ((0.2, None), (0.8, None))
    assert least.target.contests == 10


def test_an_agent_has_the_papers_sandbox() -> None:
    """Table "Limits of the agentic sandbox"."""
    printed = {row["limit"]: row["math_and_ar"] for row in published().table("sandbox").records()}
    limits = Limits()
    assert (limits.cpus, limits.memory_mb, limits.storage_mb) == (1, printed["memory"], printed["storage"])
    assert (printed["cpus"], printed["memory"], printed["storage"]) == (1, 2048, 10240)
    seconds = inspect.signature(ContestEnv).parameters["wall_clock_s"].default
    assert seconds == EnvLimits().wall_clock_s == printed["agent timeout"] == 7200


@pytest.mark.parametrize("room", ROOMS)
def test_nobody_repeats_the_grid_or_the_pressures(room: str) -> None:
    for file in (TOP / room).rglob("*.py"):
        if file.name == "paper_constants.py" or "data" in file.relative_to(TOP).parts:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Tuple | ast.List):
                values = tuple(item.value for item in node.elts if isinstance(item, ast.Constant))
                name = REPEATED.get(values)
                assert name is None, f"{file.relative_to(TOP)}:{node.lineno}: use paper_constants.{name}"
