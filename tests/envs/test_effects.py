"""What a step did for which problems, seen in a real workspace."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from r3gym.envs import effects
from r3gym.envs.contest_workspace import open_contest_workspace
from r3gym.envs.effects import EffectWatch, changed_areas, group_files, list_entries, owner
from r3gym.sandbox import Limits, Workspace
from r3gym.suites import load_suite

MATH, CODE = (load_suite("embedded", domain).contest(0) for domain in ("math", "code"))


@pytest.fixture
def math() -> Iterator[Workspace]:
    with open_contest_workspace("bubblewrap", Limits(), MATH) as workspace:
        yield workspace


def test_one_script_for_three_problems_is_seen_in_its_output(math: Workspace) -> None:
    watch = EffectWatch(math, MATH)
    ran = math.run("python3 -c 'for n in (1, 2, 4): print(f\"Problem {n}: {n * 7}\")'", 20)
    seen = watch.after(ran.output)
    assert (seen.named, seen.wrote, seen.changed) == (("1", "2", "4"), (), 0)
    assert watch.after(None).named == (), "what a free command prints was not computed by it"


def test_files_created_changed_and_removed_are_seen_by_problem(math: Workspace) -> None:
    watch = EffectWatch(math, MATH)
    math.run("echo 1 > /app/problem_2/a; echo 1 > /app/problem_3/b; echo 1 > /tmp/c; mkdir /app/problem_4/empty", 20)
    seen = watch.after("")
    assert seen.wrote == ("2", "3")
    assert (seen.paths, seen.changed) == (("/app/problem_2/a", "/app/problem_3/b", "/tmp/c"), 3)
    math.run("cat /app/problem_2/a", 20)
    assert watch.after("").wrote == (), "reading changes nothing"
    math.run("rm /app/problem_2/a; echo 2 >> /app/problem_3/b", 20)
    assert watch.after("").wrote == ("2", "3")


def test_an_answer_file_belongs_to_its_problem_only_when_it_is_its_own() -> None:
    assert owner("/app/solution_B.cpp", CODE) == "B"
    assert owner("/app/problem_B/x/y", CODE) == "B"
    assert owner("/app/problem_BB/x", CODE) == effects.ELSEWHERE
    assert owner("/logs/artifacts/answer.txt", MATH) == effects.ELSEWHERE, "`candidates` says whose answer changed"


def test_many_changes_keep_a_count_and_the_first_paths(math: Workspace) -> None:
    watch = EffectWatch(math, MATH)
    math.run("for n in $(seq 100 199); do echo > /app/problem_1/f$n; done", 20)
    seen = watch.after("")
    assert (seen.wrote, seen.changed, len(seen.paths)) == (("1",), 100, effects.MOST_PATHS)
    assert seen.paths[0] == "/app/problem_1/f100"


def test_a_crowd_of_files_is_not_followed(math: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effects, "MOST_FILES", 50)
    watch = EffectWatch(math, MATH)
    math.run("for n in $(seq 60); do echo > /tmp/f$n; done", 20)
    assert watch.after("Problem 1: 2").wrote is None
    monkeypatch.setattr(math, "fingerprint", None)
    assert watch.after("Problem 1: 2").named == ("1",), "the output is still read, the files are not"


def test_a_fingerprint_of_another_shape_is_not_known() -> None:
    assert list_entries("a hash") is None
    assert list_entries(("a", "b")) is None
    assert group_files({}, MATH) == {label: {} for label in (*MATH.labels, "")}


def test_listings_are_compared_file_by_file() -> None:
    old = {"1": {"/a": (1, 1), "/b": (2, 2)}, "2": {"/c": (3, 3)}}
    assert changed_areas(old, old) == {}
    assert changed_areas(old, {"1": {"/a": (1, 1), "/b": (2, 9)}, "2": {}}) == {"1": ("/b",), "2": ("/c",)}
