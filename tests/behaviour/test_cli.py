"""``r3gym behaviour`` from the shell: what is written, what is said, and how it ends."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from command_line import r3gym_command

RECORDS = Path(__file__).parents[2] / "docs/behaviour/records"


def r3gym(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([r3gym_command(), *map(str, words)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli") / "run"
    folder.mkdir()
    for name in ("case-1", "case-3", "planner", "cut-completion"):
        shutil.copy(RECORDS / f"{name}.json", folder)
    shutil.copytree(RECORDS / "labels", folder / "labels")
    done = r3gym("behaviour", "label", folder, "--json")
    assert json.loads(done.stdout)["labelled"] == 4, done.stderr
    return folder


def test_what_is_labelled_is_not_labelled_again(run: Path) -> None:
    before = (run / "labels/rules.jsonl").read_bytes()
    assert json.loads(r3gym("behaviour", "label", run, "--json").stdout)["before"] == 4
    assert (run / "labels/rules.jsonl").read_bytes() == before


def test_labels_can_stand_elsewhere_and_where_they_cannot_stand_is_said(run: Path, tmp_path: Path) -> None:
    into = tmp_path / "rules.jsonl"
    assert r3gym("behaviour", "label", run, "--into", into).returncode == 0
    assert into.read_bytes() == (run / "labels/rules.jsonl").read_bytes()
    done = r3gym("behaviour", "label", run, "--into", "/proc/rules.jsonl")
    assert done.returncode == 2
    assert "--into FILE writes them elsewhere" in " ".join(done.stderr.split())


def test_check_accepts_what_stands_and_names_what_does_not(run: Path) -> None:
    assert r3gym("behaviour", "check", run, "rules").returncode == 0
    done = r3gym("behaviour", "check", run, "hand")  # labels of records that are not here
    assert done.returncode == 1
    assert "scripted-01.json: the run has no record of it" in done.stderr


def test_compare_and_agree_print_numbers(run: Path) -> None:
    found = {
        one["kind"]: one for one in json.loads(r3gym("behaviour", "compare", run, "rules", "hand", "--json").stdout)
    }
    assert found["overcommitment"]["precision"]["true"] == 1
    kinds = json.loads(r3gym("behaviour", "agree", run, "rules", "hand", "--resamples", "50", "--json").stdout)["kinds"]
    assert kinds[-1]["kind"] == "all"
    assert 0 < kinds[-1]["alpha"]["estimate"] <= 1


def test_import_looks_every_quotation_up_in_its_record(run: Path, tmp_path: Path) -> None:
    rows = [
        {"episode": "case-1.json", "kind": "coverage", "problem": "C", "value": "true", "step": 3, "field": "text",
         "quote": "g++ /app/solution_C.cpp -DN=1"},
        {"episode": "case-1.json", "kind": "overcommitment", "problem": "C", "value": "true", "turn": 7,
         "field": "reasoning", "quote": "The file is broken"},
        {"episode": "cut-completion.json", "kind": "coverage", "problem": "3", "value": "true", "step": 0,
         "field": "text", "quote": "This one is long. Let x be"},
        {"episode": "case-1.json", "kind": "observation", "value": "true", "turn": 7, "field": "reasoning",
         "quote": "no"},
    ]  # fmt: skip
    file, into = tmp_path / "labels.jsonl", tmp_path / "player.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = r3gym("behaviour", "import", run, file, "--name", "p", "--annotator", "player", "--into", into, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["stored"]) == (1, 3)
    assert "line 4: case-1.json: 'no' does not stand in turn 7" in told["refused"][0]
    stored = [json.loads(line) for line in into.read_text().splitlines()]
    assert stored[1]["quotations"][0]["text"] == "g++ solution_C.cpp -DN=1"  # as annotators see it
    assert [one["event"] for one in stored[3]["quotations"]] == ["s0.8", "s0.9"]  # one for each sentence
    assert r3gym("behaviour", "check", run, into).returncode == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("label", "nowhere"), "nowhere: not found; give a campaign's folder"),
        (("label", RECORDS, "--by", "magic"), "--by magic: choose rules or model"),
        (("label", RECORDS, "--by", "model"), "needs --model NAME"),
        (("check", RECORDS, "nobody"), "has no such label set (hand"),
        (("agree", RECORDS, "hand"), "agreement needs two or more"),
        (("show", "nowhere.json"), "nowhere.json: cannot be read"),
    ],
)
def test_a_wrong_call_names_input_rule_and_fix(given: tuple[object, ...], said: str) -> None:
    done = r3gym("behaviour", *given)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())


def test_the_codebook_and_a_record_as_annotators_see_it() -> None:
    book = json.loads(r3gym("behaviour", "codebook", "--json").stdout)
    assert len(book["causes"]) == 8  # seven and insufficient
    seen = r3gym("behaviour", "show", RECORDS / "case-3.json").stdout
    assert "[s10] shelve 3: shelve 3 palindrome" in seen
    assert "/app" not in seen
