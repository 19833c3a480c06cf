"""What follows from the paper's numbers: each check agrees where it should, and fails on an altered number."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from altered_paper import with_cell, with_claim
from paper_audit.audit import check_paper
from paper_audit.budgets import common_use, most_funded
from paper_audit.finding import Agreement, PaperFinding

from r3gym.paper import PaperData

OPUS = {"setting": "agentic", "model": "Claude-Opus-4.8", "pressure": 0.2, "domain": "math"}
HY_CODE = {"setting": "tool_free", "model": "Hy-3", "pressure": 0.8, "domain": "code"}


@cache
def as_published() -> tuple[PaperFinding, ...]:
    return tuple(check_paper())


def named(words: str, paper: PaperData | None = None) -> PaperFinding:
    """The one finding whose check starts with these words."""
    findings = as_published() if paper is None else check_paper(paper)
    (found,) = [finding for finding in findings if finding.check.startswith(words)]
    return found


def standing(words: str, paper: PaperData | None = None) -> Agreement:
    return named(words, paper).standing


AGREES = [
    "main and full tables print the same",
    "cells of the main table",
    "cells with the oracle strictly higher",
    "cells with the oracle not lower",
    "matched comparisons of 36 in which the agentic",
    "matched comparisons of 36 in which pressure 0.8",
    "the model with the largest mean agentic gap ratio",
    "columns with the wrong best or second mark",
    "mean tool-free gap",
    "contest score = 6 x accuracy",
    "accuracy over all",
    "equal shares of GPT-5.5",
    "one rule of rounding for all caps (agentic)",
    "agentic oracles above their number of actions",
    "budgets of case III",
    "reference and oracle as in the main table",
    "rows with the wrong score in bold",
    "cells of nine in which a scheduler",
    "rows in which no scheduler, A, B",
    "rows in which B is above A",
    "code rows in which both",
    "cells of DeepSeek-V4-Pro that differ",
    "mean control minus stress",
    "target episodes of a cell",
    "case I: problems the oracle selects",
    "matched example: score",
    "case contests with three easy",
    "annotated trajectories",
    "stage-2 audit",
    "runs of a problem for its response curve",
    "assignments the oracle enumerates",
    "problems of a domain",
    "runs behind an entry of the tier tables",
    "p-values are exact",
    "cells with p below 0.05",
    "the twelve correlations come from one ranking",
    "mean Spearman correlation",
    "mean absolute difference of gap ratios",
    "the same of the six pairs",
    "largest difference of gap ratios",
    "tool-free math at pressure 0.2",
]
ROUNDING = [
    "gap ratio = 1 - contest / oracle (main)",
    "gap ratio = 1 - contest / oracle (full)",
    "oracle not below contest where they print the same",
    "cap at 0.8 and cap at 0.2 from one unbudgeted use (agentic)",
    "difference = control - stress",
    "cells of 12 that lose at most 5",
]
CONTRADICTS = [
    "gap ratios that the printed scores do not give",
    "tier tables are over five runs",
    "cap at 0.8 and cap at 0.2 from one unbudgeted use (tool-free)",
    "one rule of rounding for all caps (tool-free)",
    "oracle at pressure 0.2 not above",
    "rows whose difference of A and B",
    "case I: cheapest successes are levels",
    "stress scores are shares of 60",
    "said in 3 places: models of six for which equal allocation",
    "said in 4 places: what a funded problem costs",
    "said in 2 places: what counts as an action",
    "said in 2 places: stages of DeepSeek-Chat",
    "said in 2 places: whether a thinking model's",
    "said in 2 places: completions of a tool-free",
    "said in 2 places: whether prompts may show tiers",
    "said in 2 places: what the oracle of Hy-3",
    "said in 2 places: what the two further DeepSeek",
]


@pytest.mark.parametrize("words", AGREES)
def test_what_agrees(words: str) -> None:
    assert standing(words) is Agreement.AGREES


@pytest.mark.parametrize("words", ROUNDING)
def test_what_holds_up_to_rounding(words: str) -> None:
    assert standing(words) is Agreement.ROUNDING


@pytest.mark.parametrize("words", CONTRADICTS)
def test_where_the_paper_contradicts_itself(words: str) -> None:
    assert standing(words) is Agreement.CONTRADICTS


def test_these_are_all_contradictions_and_every_other_finding_is_a_repetition_or_not_checkable() -> None:
    findings = as_published()
    listed = (*AGREES, *ROUNDING, *CONTRADICTS)
    rest = [f for f in findings if not any(f.check.startswith(words) for words in listed)]
    assert sum(f.standing is Agreement.CONTRADICTS for f in findings) == len(CONTRADICTS)
    assert all(f.standing is Agreement.NOT_CHECKABLE or f.check.startswith("said in") for f in rest)
    assert all(f.note.startswith("needs ") for f in findings if f.standing is Agreement.NOT_CHECKABLE)


def test_the_equal_allocation_claim_names_both_places() -> None:
    found = named("said in 3 places: models of six")
    assert found.published == "3 (abstract, section 1)"
    assert "against 4 (section 4.2" in found.recomputed


def test_oracles_that_their_grid_cannot_reach_are_named() -> None:
    note = named("oracle at pressure 0.2").note
    assert "DeepSeek-V4-Pro tool-free ar 0.2: 4.02" in note
    assert "Qwen3.7-Max tool-free ar 0.2: 4.06" in note
    assert "Claude-Opus-4.8 tool-free math 0.2: 4.30" in note


def test_the_correlations_name_the_ranking_and_the_model_left_out() -> None:
    order = "DeepSeek-V4-Pro, GLM-5.2, Qwen3.7-Max, Claude-Opus-4.8, GPT-5.5; Hy-3 is left out"
    assert named("the twelve correlations").note.endswith(order)


ALTERED: list[tuple[str, PaperData, str]] = [
    ("a gap ratio", with_cell("main", HY_CODE, gap_ratio=24.71), "gap ratio = 1 - contest / oracle (main)"),
    ("a contest of one table", with_cell("main", HY_CODE, contest=2.94), "main and full tables print the same"),
    ("a contest of both", with_cell("full", HY_CODE, contest=2.86), "contest score = 6 x accuracy"),
    ("an oracle", with_cell("main", OPUS, oracle=4.45, gap_ratio=-0.22), "cells with the oracle not lower"),
    ("a gap where there was none", with_cell("main", OPUS, oracle=4.5), "cells with the oracle strictly higher"),
    ("a mark", with_cell("main", OPUS, mark=None), "columns with the wrong best or second mark"),
    ("a looser budget that hurts", with_cell("main", HY_CODE, gap_ratio=60.0), "matched comparisons of 36 in which pr"),
    ("tools that hurt", with_cell("main", OPUS, gap_ratio=60.0), "matched comparisons of 36 in which the agentic"),
    (
        "a tier",
        with_cell("tiers-agentic", {"model": "Hy-3", "pressure": 0.2, "domain": "ar"}, easy=33.3),
        "accuracy over all",
    ),
    (
        "a cap",
        with_cell("budgets", {"model": "GPT-5.5", "domain": "code"}, **{"agentic_0.8": 12}),
        "cap at 0.8 and cap at 0.2 from one unbudgeted use (agentic)",
    ),
    (
        "a small cap",
        with_cell("budgets", {"model": "GPT-5.5", "domain": "ar"}, **{"tool_free_0.2": 42}),
        "equal shares",
    ),
    (
        "many actions and an oracle above them",
        with_cell("budgets", {"model": "GLM-5.2", "domain": "code"}, **{"agentic_0.2": 3, "agentic_0.8": 5}),
        "agentic oracles above",
    ),
    (
        "a case budget",
        with_cell("budgets", {"model": "DeepSeek-V4-Pro", "domain": "ar"}, **{"agentic_0.8": 8}),
        "budgets of case III",
    ),
    (
        "a reference score",
        with_cell("schedulers", {"model": "Hy-3", "domain": "ar"}, none=1.2),
        "reference and oracle as in the main table",
    ),
    (
        "a scheduler that wins once more",
        with_cell("schedulers", {"model": "Hy-3", "domain": "ar"}, coverage=1.3),
        "cells of nine in which a scheduler",
    ),
    (
        "another best",
        with_cell("schedulers", {"model": "Hy-3", "domain": "code"}, verification=1.6),
        "rows in which no scheduler, A, B",
    ),
    (
        "B above A in code",
        with_cell("schedulers", {"model": "GLM-5.2", "domain": "code"}, verification=3.0),
        "rows in which B is above A",
    ),
    (
        "code that a scheduler hurts",
        with_cell("schedulers", {"model": "GLM-5.2", "domain": "code"}, verification=2.0),
        "code rows in which both",
    ),
    (
        "a difference",
        with_cell("context", {"setting": "agentic", "model": "Qwen3.7-Max", "domain": "math"}, difference=0.3),
        "difference = control - stress",
    ),
    (
        "a larger loss",
        with_cell("context", {"setting": "agentic", "model": "Qwen3.7-Max", "domain": "math"}, difference=6.0),
        "mean control minus stress",
    ),
    (
        "a loss of DeepSeek",
        with_cell("context", {"setting": "agentic", "model": "DeepSeek-V4-Pro", "domain": "code"}, difference=5.1),
        "cells of DeepSeek-V4-Pro",
    ),
    (
        "a p-value",
        with_cell("eci", {"setting": "agentic", "domain": "ar", "pressure": 0.8}, p=0.21),
        "p-values are exact",
    ),
    (
        "a correlation",
        with_cell("eci", {"setting": "agentic", "domain": "ar", "pressure": 0.8}, spearman=0.7),
        "the twelve correlations",
    ),
    (
        "a significant cell",
        with_cell("eci", {"setting": "agentic", "domain": "code", "pressure": 0.8}, p=0.02),
        "cells with p below 0.05",
    ),
    ("a case", with_cell("case-overcommitment", {"label": "A"}, cheapest_success=4), "case I: problems the oracle"),
    ("a case score", with_cell("case-scheduler", {"label": "D"}, verification_outcome="wrong"), "matched example"),
    ("a case tier", with_cell("case-scheduler", {"label": "D"}, tier="hard"), "case contests with three easy"),
    ("an audit", with_cell("stage2-audit", {"quantity": "calls"}, count=290), "stage-2 audit"),
]
CLAIMS: list[tuple[str, Any]] = [
    ("cells", 73),
    ("cells-strictly-higher", 70),
    ("agentic-lower", 28),
    ("looser-lower", 22),
    ("tool-free-mean-gap", 1.15),
    ("equal-thresholds", [38, 48, 6]),
    ("context-within-five", 11),
    ("context-mean", 1.2),
    ("context-deepseek", 5),
    ("context-episodes", [60, 700]),
    ("scheduler-wins", 7),
    ("scheduler-best", [2, 4, 3]),
    ("scheduler-directions", ["none", "some", "some"]),
    ("scheduler-code", 2),
    ("largest-agentic-gap", "GPT-5.5"),
    ("eci-mean", [-0.29, 0.35]),
    ("eci-significant", 1),
    ("eci-near-pairs", [9.6, 21.1]),
    ("eci-far-pairs", [11.9, 19.2]),
    ("eci-largest-difference", 60.5),
    ("eci-extremes", [43.75, 4.3]),
    ("annotation", [9000, 900, 36]),
    ("curve-runs", 30),
    ("oracle-assignments", 15625),
    ("pool", [150, 100, 50, 301]),
    ("tier-runs", [150, 100, 50, 300]),
]


@pytest.mark.parametrize(("what", "paper", "words"), ALTERED, ids=[what for what, _, _ in ALTERED])
def test_an_altered_number_is_caught(what: str, paper: PaperData, words: str) -> None:
    assert standing(words) is not Agreement.CONTRADICTS, f"{what}: the check already fails on the paper"
    assert standing(words, paper) is Agreement.CONTRADICTS


@pytest.mark.parametrize(("claim", "value"), CLAIMS, ids=[claim for claim, _ in CLAIMS])
def test_an_altered_claim_is_caught(claim: str, value: Any) -> None:
    def contradictions(findings: Iterable[PaperFinding]) -> set[str]:
        return {finding.check for finding in findings if finding.standing is Agreement.CONTRADICTS}

    assert contradictions(check_paper(with_claim(claim, value))) - contradictions(as_published())


def test_caps_share_an_unbudgeted_use_only_within_rounding() -> None:
    assert common_use(834, 3336, "down")
    assert not common_use(36, 141, "down")
    assert common_use(36, 141, "up")
    assert not any(common_use(25500, 101989, rule) for rule in ("down", "to nearest", "up"))


def test_a_strong_budget_funds_four_problems_unless_levels_round_down_further() -> None:
    assert {most_funded(cap) for cap in (36, 229, 472, 9303, 19161)} == {4}
    assert most_funded(8) == 8  # the use may be as low as 35, and 0.05 of it is one action
    assert most_funded(4) is None


def test_the_audit_prints_its_findings_and_ends_with_zero_though_the_paper_contradicts_itself() -> None:
    done = call_audit("--json")
    assert done.returncode == 0
    findings = json.loads(done.stdout)
    assert {"agrees", "rounding", "contradicts", "not checkable"} == {finding["standing"] for finding in findings}
    only = call_audit("--only", "contradicts")
    assert only.returncode == 0
    assert "equal allocation" in only.stdout
    assert "wasted" not in only.stdout
    assert f"{len(findings)} checks" in only.stdout


def call_audit(*arguments: str) -> subprocess.CompletedProcess[str]:
    tool = Path(__file__).parents[2] / "tools" / "paper_audit"
    return subprocess.run([sys.executable, tool, *arguments], capture_output=True, text=True, check=False)
