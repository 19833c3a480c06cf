"""The learned scheduler: order does not matter, NumPy and torch agree, files are checked, the card is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_domains import AR, CODE, DOMAINS, MATH

from r3gym.core.domain import Domain
from r3gym.core.packed_state import unpack
from r3gym.errors import InputError
from r3gym.schedulers import Driver, make_scheduler
from r3gym.schedulers.learned import FORMAT, LAYERS, load_learned
from r3gym.simulation.contests import Contests
from r3gym.simulation.library import make_world
from r3gym.train.evaluation import half_width
from r3gym.train.scheduler_results import ALL, EXACT, scheduler_results


def states(count: int, seed: int, steps: int = 9) -> Any:
    """Packed states from random play."""
    contests = Contests(make_world(DOMAINS, "validation"), count)
    contests.reset(seed + np.arange(count))
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        over = contests.step(rng.integers(0, 6, count)).ended
        contests.renew(np.flatnonzero(over))
    return contests.packed()


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1000), order=st.permutations(range(6)))
def test_permuted_problems_give_permuted_preferences(seed: int, order: list[int]) -> None:
    packed = states(20, seed)
    network = load_learned().network
    words = packed.reshape(20, 7, 8)
    shuffled = words[:, [*order, 6]].reshape(20, 56)
    before, after = network.preferences(packed), network.preferences(shuffled)
    assert np.allclose(before[:, [*order, 6]], after, atol=1e-5)


def test_focus_and_shelving_change_nothing() -> None:
    packed = states(50, 3).reshape(50, 7, 8)
    moved = packed.copy()
    moved[:, :6, 5:7] = 1 - moved[:, :6, 5:7]
    network = load_learned().network
    assert (network.preferences(packed.reshape(50, 56)) == network.preferences(moved.reshape(50, 56))).all()


def test_the_shipped_scheduler_is_a_driver_by_name() -> None:
    scheduler = make_scheduler("learned")
    assert isinstance(scheduler, Driver)
    for row in states(100, 1):
        state = unpack(row)
        assert scheduler.choose(state) in (*state.labels, None)
        assert "next counted action" in scheduler.directive(
            state
        ) or "no further counted actions" in scheduler.directive(state)


def test_a_spent_budget_is_the_end() -> None:
    row = states(1, 2)[0]
    row[50] = 0  # remaining
    assert make_scheduler("learned").choose(unpack(row)) is None


def test_the_shipped_scheduler_has_its_card() -> None:
    card = load_learned().network.card
    assert card["settings"]["seed"] is not None
    assert {score["scheduler"] for score in card["validation"]} >= {
        "learned",
        "none",
        "coverage",
        "round_robin",
        "index",
    }
    assert "simulated" in card["what"]
    assert card["limits"]
    assert "GLM-5.2" in card["data"]["never seen"]


@pytest.mark.parametrize("domain", [*(pytest.param(domain, marks=pytest.mark.slow) for domain in (CODE, MATH)), AR])
def test_the_shipped_scheduler_beats_every_fixed_one_on_held_out_profiles(domain: Domain) -> None:
    """And it reaches 95 % of what any online policy could reach, where that is known exactly (docs/learned.md)."""
    found = scheduler_results(load_learned().network, [domain], "held_out", 200, 0)
    for result in found:
        if result.scheduler != "learned" and result.group == ALL:
            assert result.margin > result.within, result
        if result.scheduler == "learned" and result.group == EXACT:
            assert result.exact
            assert result.of_ceiling > 0.95, result
    assert {result.group for result in found} >= {ALL, EXACT}


def test_intervals_count_luck_that_profiles_share_once() -> None:
    gains = np.random.default_rng(0).integers(-2, 3, (1, 400))
    assert half_width(np.repeat(gains, 8, axis=0)) == pytest.approx(half_width(gains))
    apart = np.random.default_rng(1).integers(-2, 3, (8, 400))
    assert half_width(apart) < half_width(gains) / 2
    assert half_width(gains.T) == pytest.approx(half_width(gains)), "one contest of each profile"


def test_the_shipped_scheduler_needs_no_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from r3gym.schedulers import make_scheduler; print(make_scheduler('learned').name)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "learned"


@pytest.mark.parametrize(
    ("content", "message"), [(b"", "not an exported scheduler"), (b"PK\x03\x04broken", "not an exported scheduler")]
)
def test_a_broken_file_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "x.npz").write_bytes(content)
    with pytest.raises(InputError, match=message):
        make_scheduler(f"learned:{tmp_path / 'x.npz'}")
    with pytest.raises(InputError, match="cannot be read"):
        make_scheduler(f"learned:{tmp_path / 'nowhere.npz'}")


def test_a_file_of_another_format_or_network_is_refused(tmp_path: Path) -> None:
    weights = dict(load_learned().network.weights)
    np.savez(tmp_path / "old.npz", card=np.array(json.dumps({"format": "r3gym-scheduler-1"})), **weights)
    with pytest.raises(InputError, match="r3gym-scheduler-1"):
        load_learned(str(tmp_path / "old.npz"))
    card = np.array(json.dumps({"format": FORMAT}))
    np.savez(tmp_path / "part.npz", card=card, **{k: v for k, v in weights.items() if LAYERS[0] not in k})
    with pytest.raises(InputError, match=r"encode_1\.weight"):
        load_learned(str(tmp_path / "part.npz"))
    np.savez(tmp_path / "other.npz", card=card, **{**weights, "encode_1.weight": np.zeros((4, 4))})
    with pytest.raises(InputError, match="other features"):
        load_learned(str(tmp_path / "other.npz"))
