"""``r3gym oracle``: the batch contract, and one contest."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command_line import r3gym_command
from plain_oracle import enumerate_all, random_instance

GOOD: dict[str, Any] = {"id": "g", "budget": 5, "costs": [[0, 2], [0, 3]], "successes": [[0, 1], [0, 5]], "repeats": 5}
BEST = {"successes": 6, "cost": 5, "assignment": [1, 1], "selected": [0, 1]}


BAD: list[tuple[dict[str, Any] | str, str]] = [
    (GOOD | {"budget": -1}, '"budget" is -1'),
    (GOOD | {"budget": 5.0}, '"budget" is 5.0'),
    (GOOD | {"budget": True}, '"budget" is True'),
    (GOOD | {"budget": None}, '"budget" is None'),
    (GOOD | {"costs": [[0, 2], [0, "3"]]}, "\"costs.1.1\" is '3'"),
    (GOOD | {"costs": [[0, 2], [0, -3]]}, '"costs.1.1" is -3'),
    (GOOD | {"costs": [[0, 2]]}, "costs has 1 problems and successes has 2"),
    (GOOD | {"costs": [[0, 2], [0, 3, 4]]}, "problem 1 has 3 costs and 2 successes"),
    (GOOD | {"costs": [[1, 2], [0, 3]]}, "problem 0: level 0 is the zero option"),
    (GOOD | {"costs": [], "successes": []}, '"costs" is []'),
    (GOOD | {"successes": [[0, 1], [0, 6]]}, "problem 1 has 6 successes out of 5 repeats"),
    (GOOD | {"repeats": 0}, '"repeats" is 0'),
    ({key: value for key, value in GOOD.items() if key != "repeats"}, '"repeats": Field required'),
    (GOOD | {"attempts": [[]]}, "attempts has 1 problems and costs has 2"),
    (GOOD | {"attempts": [[], [{"level": 2, "correct": True, "cost": 1}]]}, "problem 1 has an attempt at level 2"),
    (GOOD | {"attempts": [[], [{"level": 1, "correct": True}]]}, "a correct attempt with cost None"),
    (GOOD | {"attempts": [[], [{"level": 1, "correct": 1, "cost": 1}]]}, '"attempts.1.0.correct" is 1'),
    ("{", "not JSON"),
    ('{"budget": NaN}', "NaN is no JSON value"),
    ("[]", "a row is a JSON object"),
]


def run(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [r3gym_command(), "oracle", *map(str, arguments)], capture_output=True, text=True, input=stdin, check=False
    )


def batch(path: Path, *rows: dict[str, Any] | str) -> list[dict[str, Any]]:
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    done = run("--batch", path)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def attempts(*costs: int | None) -> list[dict[str, Any]]:
    return [{"level": 1, "correct": cost is not None, "cost": cost or 0} for cost in costs]


def test_one_row_out_for_each_row_in_in_the_same_order(tmp_path: Path) -> None:
    rng = random.Random(1)
    instances = [random_instance(rng) for _ in range(300)]
    rows = [
        {"id": n, "budget": budget, "costs": costs, "successes": successes, "repeats": 5}
        for n, (costs, successes, budget) in enumerate(instances)
    ]
    answers = batch(tmp_path / "rows.jsonl", *rows)
    assert len(answers) == len(rows)
    for n, (instance, answer) in enumerate(zip(instances, answers, strict=True)):
        value, cost, assignment = enumerate_all(*instance)
        selected = [p for p, level in enumerate(assignment) if instance[1][p][level]]
        assert answer == {
            "id": n,
            "successes": value,
            "cost": cost,
            "assignment": list(assignment),
            "selected": selected,
            "equal": None,
        }


def test_equal_is_the_replay_of_the_attempts(tmp_path: Path) -> None:
    rows = [
        GOOD | {"attempts": [attempts(2, 9), attempts(3)]},
        GOOD | {"budget": 6, "attempts": [attempts(2, 9), attempts(3)]},
        GOOD | {"attempts": [[], [None, {"level": 1, "correct": None, "cost": None}, {"level": 1, "correct": None}]]},
        GOOD | {"attempts": [[{"level": 0, "correct": True, "cost": 0}], attempts(None)]},
        GOOD | {"attempts": None},
    ]
    assert [answer["equal"] for answer in batch(tmp_path / "rows.jsonl", *rows)] == [1, 2, 0, 0, None]


def test_a_bad_row_is_an_error_row_and_the_others_go_on(tmp_path: Path) -> None:
    answers = batch(tmp_path / "rows.jsonl", *(row for bad, _ in BAD for row in (bad, GOOD)))
    assert answers[1::2] == [{"id": "g", **BEST, "equal": None}] * len(BAD)
    for number, ((bad, said), answer) in enumerate(zip(BAD, answers[::2], strict=True)):
        assert set(answer) == {"id", "error"}
        assert answer["id"] == ("g" if isinstance(bad, dict) else None)
        assert answer["error"].startswith(f"line {2 * number + 1}: ")
        assert said in answer["error"]


def test_one_contest_as_a_table(tmp_path: Path) -> None:
    path = tmp_path / "contest.json"
    path.write_text(json.dumps(GOOD | {"attempts": [attempts(2), attempts(4)]}))
    done = run(path)
    assert done.returncode == 0, done.stderr
    assert "oracle 1.2 of 2 problems expected (6 successes / 5 repeats), cost 5 of 5" in done.stdout
    assert "equal share 1 problems within 2 each" in done.stdout


def test_one_contest_as_json_from_stdin() -> None:
    done = run("-", "--json", stdin=json.dumps(GOOD))
    assert json.loads(done.stdout) == {"id": "g", **BEST, "equal": None}


@pytest.mark.parametrize(
    ("text", "said"), [("{", "not JSON"), ("[]", "give one JSON object"), ('{"budget": 1}', '"costs": Field required')]
)
def test_one_wrong_contest_is_a_wrong_call(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "contest.json"
    path.write_text(text)
    done = run(path)
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert said in done.stderr


@pytest.mark.parametrize("arguments", [(), ("a.json", "--batch", "b.jsonl"), ("nowhere.json",), ("--batch", "nowhere")])
def test_a_wrong_call_says_what_to_give(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("r3gym: ")


def test_observed_costs_are_those_of_the_attempts(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    given = GOOD | {"attempts": [attempts(1, 2), attempts(3, None)]}
    path.write_text("\n".join(map(json.dumps, (given, GOOD))))
    solved, refused = map(json.loads, run("--batch", path, "--oracle-cost", "observed").stdout.splitlines())
    # One of five successes is enough: each problem is bought once, for 1 and for 3.
    assert solved == {
        "id": "g",
        "successes": 10,
        "cost": 4,
        "assignment": [1, 1],
        "selected": [0, 1],
        "equal": 1,
        "oracle_cost": "observed",
    }
    assert '"attempts" is missing: --oracle-cost observed' in refused["error"]
    single = tmp_path / "one.json"
    single.write_text(json.dumps(given))
    shown = run(single, "--oracle-cost", "observed").stdout
    assert "oracle 2 of 2 problems expected" in shown
    assert "Oracle cost observed" in shown
    assert "Oracle cost nominal" in run(single).stdout
