"""Solver models: what a profile's numbers mean, what was fitted to the paper, and what a campaign's rows become."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import CODE, DOMAINS
from typer.testing import CliRunner

from r3gym.campaigns import (
    CampaignContest,
    CampaignManifest,
    CampaignProblem,
    CampaignSuite,
    Ending,
    EpisodeRow,
    RunKind,
    Slot,
)
from r3gym.cli.main import app
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.core.tier import Tier
from r3gym.core.verdict import ParseState
from r3gym.errors import InputError
from r3gym.simulation.contests import Contests
from r3gym.simulation.curves import curve_law, measured_feedback
from r3gym.simulation.fitting import fitted_models, residuals, targets
from r3gym.simulation.library import make_world, read_profiles, shipped_profiles
from r3gym.simulation.playing import play_habit
from r3gym.simulation.profiles import TierSkill, profile_world
from r3gym.simulation.world import ATOMS, KEEPS, NEVER, PASSES, Feedback

shares = st.floats(0, 1)


@given(free=shares, never=shares, hazard=st.floats(0.05, 1), ramp=st.integers(0, 6))
def test_a_law_has_the_shares_it_was_given(free: float, never: float, hazard: float, ramp: int) -> None:
    law = TierSkill(free=free, never=min(never, 1 - free), hazard=hazard, ramp=ramp).law()
    assert abs((law == 0).mean() - free) <= 1 / ATOMS
    assert (law == NEVER).mean() >= min(never, 1 - free) - 1 / ATOMS
    assert not ((law > 0) & (law <= ramp)).any()
    assert (np.diff(law.astype(int)) >= 0).all()


def test_a_constant_hazard_is_geometric_and_a_spread_is_even() -> None:
    law = TierSkill(hazard=0.5).law()
    assert [(law == n).sum() for n in (1, 2, 3)] == [128, 64, 32]
    law = TierSkill(ramp=1, spread=2).law()
    assert [(law == n).sum() for n in (1, 2, 3, 4)] == [0, 128, 128, 0]


@given(st.builds(Feedback, *(shares,) * 6))
def test_outcomes_have_their_probabilities(feedback: Feedback) -> None:
    wrong, right = feedback.outcomes()
    for codes, looks in ((wrong, feedback.looks_wrong), (right, feedback.looks_right)):
        passes = looks * feedback.exit_looks + (1 - looks) * feedback.exit_fails
        assert abs(((codes & PASSES) > 0).mean() - passes) <= 2 / ATOMS
        assert abs(((codes & KEEPS) > 0).mean() - looks * feedback.keeps) <= 2 / ATOMS


def test_every_published_model_has_a_fitted_profile_in_every_domain() -> None:
    found = {(p.name, p.domain) for p in shipped_profiles()}
    assert found == {(model, domain.name) for model in fitted_models() for domain in DOMAINS}


@pytest.mark.parametrize("profile", shipped_profiles(), ids=lambda p: f"{p.name} {p.domain}")
def test_simulated_scores_land_near_the_published_ones(profile: object) -> None:
    """Within 0.4 of a problem on average; the worst single numbers are in docs/twin.md."""
    found = residuals(profile, contests=1024)  # type: ignore[arg-type]
    assert {r.quantity for r in found} == set(targets(profile.name, get_domain(profile.domain)))  # type: ignore[attr-defined]
    assert np.sqrt(np.mean([r.difference**2 for r in found])) < 0.4


def test_guards_change_what_a_habit_does() -> None:
    """In code the paper's coverage beats its reference for all three models; the fitted stand-ins must show that."""
    for name in ("DeepSeek-V4-Pro", "GLM-5.2", "Hy-3"):
        world = make_world([CODE], name, 0.2)
        assert play_habit(world, 1000, 3, "coverage").score.mean() > play_habit(world, 1000, 3).score.mean()


def test_fit_says_loudly_that_it_is_no_measurement() -> None:
    arguments = ["twin", "fit", "--model", "Hy-3", "--domain", "code", "--contests", "64"]
    outcome = CliRunner().invoke(app, arguments)
    assert outcome.exit_code == 0, outcome.exception
    assert "not these models" in " ".join(outcome.stdout.split())
    rows = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert len(rows["residuals"]) == 10
    assert "measurement" in rows["note"]


def test_profiles_of_a_file(tmp_path: Path) -> None:
    mine = [p.model_dump(mode="json") for p in shipped_profiles()[:1]]
    (tmp_path / "mine.json").write_text(json.dumps(mine))
    assert read_profiles(tmp_path / "mine.json") == [shipped_profiles()[0]]
    assert len(make_world([shipped_profiles()[0].domain], str(tmp_path / "mine.json"))) == 1
    mine[0]["tiers"]["easy"]["free"] = 2
    (tmp_path / "mine.json").write_text(json.dumps(mine))
    with pytest.raises(InputError, match=r"tiers\.easy\.free"):
        read_profiles(tmp_path / "mine.json")


def row(problem: str, cap: int, used: int, right: bool, repeat: int = 1, kind: RunKind = RunKind.CURVE) -> EpisodeRow:
    slot = Slot(problem_id=problem, label="A", correct=right, parse=ParseState.ANSWERED, spent=used, paid_steps=used)
    return EpisodeRow(
        id=f"{kind}-{problem}-{cap}-{repeat}",
        kind=kind,
        policy="scripted",
        setting=Setting.AGENTIC,
        domain="code",
        suite="s",
        contest="c1",
        problem_id=problem if kind is RunKind.CURVE else None,
        pressure=0.2 if kind is RunKind.CONTEST else cap / 20,
        budget=cap,
        repeat=repeat,
        seed=repeat,
        spent=used,
        paid_steps=used,
        slots=(slot,),
        ending=Ending.FINISHED,
    )


def test_a_curve_becomes_the_steps_its_runs_used() -> None:
    runs = [row("p", 1, 1, False), row("p", 1, 1, False, 2), row("p", 4, 2, True), row("p", 4, 4, False, 2)]
    runs += [row("p", 8, 6, True), row("p", 8, 7, True, 2)]
    law = curve_law(runs)
    assert [(law == n).sum() for n in (1, 2, 6, 7, NEVER)] == [0, 128, 64, 64, 0]
    assert (curve_law([row("p", 4, 4, False)]) == NEVER).all()
    assert (curve_law([row("p", 0, 0, True)]) == 0).all(), "solved without a paid step"


def test_a_dearer_level_that_did_worse_takes_nothing_away() -> None:
    law = curve_law([row("p", 2, 2, True), row("p", 4, 4, False)])
    assert (law == 2).all()


def test_belief_is_measured_by_who_stops_early() -> None:
    runs = [row("p", 8, 3, True, n) for n in range(1, 10)] + [row("p", 8, 8, False, n) for n in range(10, 19)]
    found = measured_feedback(runs, CODE)
    assert found.looks_right == pytest.approx(0.95)
    assert found.looks_wrong == pytest.approx(0.05)


def test_a_campaign_folder_becomes_a_world(tmp_path: Path) -> None:
    problems = tuple(CampaignProblem(id=f"p{n}", tier=Tier.EASY) for n in range(6))
    suite = CampaignSuite(
        reference="s",
        domain="code",
        name="s",
        content_hash="0",
        tiers="declared",
        contests=(CampaignContest(id="c1", problems=problems),),
    )
    (tmp_path / "manifest.json").write_text(
        CampaignManifest(name="m", definition="d", repeats=1, suites=(suite,)).model_dump_json()
    )
    rows = [row(f"p{n}", 4, n, True) for n in range(6)]
    (tmp_path / "rows.jsonl").write_text("".join(r.model_dump_json() + "\n" for r in rows))
    with pytest.raises(InputError, match="no contest of code"):
        make_world([CODE], f"campaign:{tmp_path}", 0.2)
    rows.append(row("p0", 7, 5, True, kind=RunKind.CONTEST))
    (tmp_path / "rows.jsonl").write_text("".join(r.model_dump_json() + "\n" for r in rows))
    contests = Contests(make_world([CODE], f"campaign:{tmp_path}", 0.2, None), 3)
    contests.reset([1, 2, 3])
    assert (contests.hidden[:, :6] & 255).tolist() == [[0, 1, 2, 3, 4, 5]] * 3
    assert profile_world(shipped_profiles()[:1]).shuffled
