"""`r3gym ablate` in the real sandbox: a campaign, the tables, the exit codes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from agent_play import DONE, sh
from command_line import r3gym_command
from loopback_model import calls, model_server

ABLATE = ("ablate", "--policy", "scripted:tunnel", "--domain", "math", "--contests", "0,1", "--repeats", "1")


def out(folder: Path) -> tuple[str, str]:
    return "--out", str(folder)


def cli(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [r3gym_command(), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=500, cwd="/")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Two math contests under three schedulers, with curves."""
    folder = tmp_path_factory.mktemp("ablate") / "run"
    done = cli(*ABLATE, "--schedulers", "none,coverage,index", "--pressure", "0.8", "--curves", *out(folder), "--json")
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout)


def test_it_compares_every_scheduler_with_the_first(played: tuple[Path, dict[str, Any]]) -> None:
    (comparison,) = played[1]["comparisons"]
    assert comparison["budget"] == 8, "the published cap of DeepSeek-V4-Pro"
    assert (comparison["contests"], comparison["episodes"]) == (2, 6)
    assert [side["scheduler"] for side in comparison["sides"]] == ["none", "coverage", "index"]
    coverage, index = comparison["differences"]
    assert coverage["mean"]["estimate"] == pytest.approx(
        comparison["sides"][1]["score"]["estimate"] - comparison["sides"][0]["score"]["estimate"]
    )
    assert comparison["sides"][1]["covered"] == 6
    assert comparison["sides"][1]["blocked"] > 0
    assert index["scheduler"] == "index"
    assert "alpha" in played[1]["power"]["formula"]


def test_with_curves_it_says_what_share_of_the_gap_is_recovered(played: tuple[Path, dict[str, Any]]) -> None:
    (comparison,) = played[1]["comparisons"]
    gap = comparison["oracle"] - comparison["sides"][0]["score"]["estimate"]
    assert gap > 0
    for difference in comparison["differences"]:
        assert difference["recovered"]["estimate"] == pytest.approx(difference["mean"]["estimate"] / gap)


def test_a_finished_folder_is_only_computed_again(played: tuple[Path, dict[str, Any]]) -> None:
    folder, before = played
    rows = (folder / "rows.jsonl").read_bytes()
    done = cli(*ABLATE, "--schedulers", "none,coverage,index", "--pressure", "0.8", "--curves", *out(folder), "--json")
    assert json.loads(done.stdout) == before
    assert (folder / "rows.jsonl").read_bytes() == rows
    other = cli(*ABLATE, "--schedulers", "none,stop", "--pressure", "0.8", *out(folder))
    assert (other.returncode, "made for another campaign" in other.stderr) == (2, True)


def test_the_same_folder_is_a_campaign_that_others_can_go_on_with(played: tuple[Path, dict[str, Any]]) -> None:
    done = cli("campaign", "resume", str(played[0]), "--json")
    assert done.returncode == 0, done.stderr


def test_the_tables_fit_eighty_columns_and_show_the_papers_beside(played: tuple[Path, dict[str, Any]]) -> None:
    done = cli(*ABLATE, "--schedulers", "none,coverage,index", "--pressure", "0.8", "--curves", *out(played[0]))
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in done.stdout
    assert any(line.split()[:5] == ["DeepSeek-V4-Pro", "math", "4.48", "4.56", "4.90"] for line in lines)


def test_two_domains_make_a_matrix(tmp_path: Path) -> None:
    call = ("--domain", "math,ar", "--schedulers", "none,round_robin", "--budget", "2")
    done = cli(*ABLATE, *call, *out(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    assert "the best of the row" in done.stdout
    assert "no policy dominates" in done.stdout or "is best in every row" in done.stdout


def test_a_model_is_led_by_a_driver_and_free_without_one(tmp_path: Path) -> None:
    """It wants two paid steps on the first problem; the driver lets it have one."""
    turns = [
        sh("focus_problem 1"),
        sh("python3 -c 'print(5)'"),
        sh("python3 -c 'print(6)'"),
        calls(("submit_answer", {"problem": "1", "answer": "5"})),
        DONE,
    ]
    call = ("ablate", "--policy", "llm", "--model", "my-model", "--domain", "math", "--contests", "0", "--budget", "4")
    rest = ("--schedulers", "none,round_robin", "--repeats", "1", "--workers", "1", "--json")
    with model_server(calls(("note_number", {"number": 7})), *turns, *turns) as server:
        done = cli(*call, *rest, "--base-url", server.url, *out(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    free, led = json.loads(done.stdout)["comparisons"][0]["sides"]
    assert (free["unused"], free["blocked"]) == (2, 0)
    assert (led["unused"], led["blocked"]) == (3, 1)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (("--schedulers", "none"), "a comparison needs two or more"),
        (("--schedulers", "none,,index"), "none of them empty"),
        (("--schedulers", "none,fifo"), "choose one of none"),
        (("--pressure", "hard"), "not a number"),
        (("--policy", "tortoise"), "choose one of scripted:tunnel"),
        (("--policy", "llm"), "say which model"),
    ],
)
def test_a_wrong_call_names_the_rule_and_leaves_nothing(tmp_path: Path, call: tuple[str, ...], says: str) -> None:
    done = cli(*ABLATE, *call, *out(tmp_path / "run"))
    assert (done.returncode, says in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "run").exists()
