"""``r3gym figure``: files by suffix, all at once, lists, and what a wrong call is told."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from command_line import r3gym_command

from r3gym.figures import FIGURES

GALLERY = Path(__file__).resolve().parents[2] / "docs/gallery"
FAST = ("--resamples", "50")


def r3gym(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([r3gym_command(), *map(str, words)], capture_output=True, text=True, check=False)


def test_the_list_names_every_figure_and_what_it_needs() -> None:
    listed = json.loads(r3gym("figure", "--list", "--json").stdout)
    assert [one["figure"] for one in listed] == list(FIGURES)
    assert all(one["needs"] for one in listed)
    assert "learning_curves" in r3gym("figure", "--list").stdout


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("csv", b"run,policy,")])
def test_the_suffix_chooses_picture_or_table(tmp_path: Path, suffix: str, start: bytes) -> None:
    file = tmp_path / f"x.{suffix}"
    done = r3gym("figure", "wasted_output", GALLERY, "-o", file, *FAST)
    assert done.returncode == 0, done.stderr
    assert file.read_bytes().startswith(start)
    assert "n = 8 contests" in " ".join(done.stdout.split())


def test_all_figures_into_a_folder(tmp_path: Path) -> None:
    done = r3gym("figure", "--all", GALLERY, "-o", tmp_path, "--json", *FAST)
    assert done.returncode == 0, done.stderr
    entries = {entry["figure"]: entry for entry in json.loads(done.stdout)}
    assert {name for name, entry in entries.items() if entry["missing"]} == {
        "coordinate",
        "funnel",
        "miss_causes",
        "eci",
    }
    for name, entry in entries.items():
        assert (tmp_path / f"{name}.svg").exists() == (tmp_path / f"{name}.csv").exists() == (entry["missing"] is None)


def test_missing_data_is_said_and_the_exit_code_is_1(tmp_path: Path) -> None:
    done = r3gym("figure", "eci", GALLERY, "-o", tmp_path / "x.svg", *FAST)
    assert done.returncode == 1
    assert "--index FILE" in done.stderr
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("figure",), "give a figure"),
        (("figure", "wasted_output", GALLERY), "give a figure"),
        (("figure", "nonsense", GALLERY, "-o", "x.svg"), "no figure 'nonsense'; there are: contest_equal_oracle"),
        (("figure", "wasted_output", GALLERY, "-o", "x.jpg"), "x.jpg: a figure is written as .svg, .png, .csv"),
        (("figure", "wasted_output", GALLERY, "--compare", "-o", "x.svg"), "at least two runs"),
        (
            ("figure", "omissions", GALLERY, "--policy", "nobody", "-o", "x.svg"),
            "'nobody' is not in the run; there are",
        ),
        (("figure", "scoreboard", GALLERY, "--contest", "none-such", "-o", "x.svg"), "'none-such' was not played"),
        (("figure", "episode_lanes", GALLERY, "--episode", "zzz", "-o", "x.svg"), "no agentic contest"),
        (("figure", "learning_curves", GALLERY, "-o", "x.svg"), "holds no validation.jsonl"),
    ],
)
def test_a_wrong_call_ends_with_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = r3gym(*words)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())


@pytest.mark.parametrize("index", ['{"tunnel": NaN, "scanner": 1}', "[1]", '{"tunnel": "high"}', "{"])
def test_an_index_that_maps_no_policies_to_finite_numbers_is_named(tmp_path: Path, index: str) -> None:
    (tmp_path / "index.json").write_text(index)
    done = r3gym("figure", "eci", GALLERY, "-o", tmp_path / "x.svg", "--index", tmp_path / "index.json", *FAST)
    assert done.returncode == 2
    assert "index.json: an index maps policies to finite numbers in JSON" in " ".join(done.stderr.split())


def test_learning_curves_of_a_training_run(tmp_path: Path) -> None:
    scores = [{"cell": "math 0.2", "scheduler": s, "mean": m, "margin": 0.1, "within": 0.05} for s, m in _MEANS]
    lines = [json.dumps({"steps": steps, "scores": scores}) for steps in (1000, 2000)]
    (tmp_path / "validation.jsonl").write_text("\n".join(lines) + "\n")
    done = r3gym("figure", "learning_curves", tmp_path, "-o", tmp_path / "x.csv")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "x.csv").read_text().splitlines()[1] == "1000,math 0.2,learned,2.5,0.1,0.05"
    (tmp_path / "validation.jsonl").write_text("{}\n")
    broken = r3gym("figure", "learning_curves", tmp_path, "-o", tmp_path / "x.svg")
    assert broken.returncode == 2
    assert "line 1: not an evaluation" in broken.stderr


_MEANS = (("learned", 2.5), ("coverage", 2.0))
