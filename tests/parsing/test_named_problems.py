"""Which problems a printed text names: the ways scripts print several answers, and what only looks like one."""

from __future__ import annotations

import time

import pytest

from r3gym.parsing.named_problems import named_problems

NUMBERS, LETTERS = tuple("123456"), tuple("ABCDEF")


@pytest.mark.parametrize(
    "output",
    [
        "Problem 3: 42",
        "problem_3 -> 42",
        "Problem #3 is 42",
        "## Problem 3",
        "**Problem 3**: 42",
        "- Problem 3: 42",
        "task 3 42",
        "P3 = 42",
        "Q3: 7",
        "results: P3=4;",
        "#3 42",
        "3) 42",
        "3. 42",
        "(3) 42",
        "[3] 42",
        "3: 42",
        "3 = 42",
        "3 -> 42",
        "answer 3: 42",
        "ans3 = 4",
        "{'problem_3': 42}",
        '  "problem_3": 42,',
    ],
)
def test_a_labelled_answer_names_its_problem(output: str) -> None:
    assert named_problems(f"solving\n{output}\ndone", NUMBERS) == ("3",)


@pytest.mark.parametrize(
    "output",
    [
        "3",
        "42",
        "3.14",
        "3:45",
        "3 42",
        "3 == 4",
        "(3, 4)",
        "[3, 4]",
        "{3: 1}",
        "f(3) = 4",
        "P(3) = 1",
        "p3x = 4",
        "exit 3",
        "[exit 3]",
        "Answer: 3",
        "answer 3",
        "ans = 3",
        "Problem 31: 4",
        "problem 3.5",
        'File "/app/problem_3/x.py", line 3',
        "cat problem_3/statement.md",
        "problem_3.py",
        "0: 1\n1: 1\n2: 2\n3: 6",
        "1) a\n2) b\n7) c",
    ],
)
def test_what_only_looks_like_one_names_nothing(output: str) -> None:
    assert named_problems(output, NUMBERS) == ()


def test_several_answers_name_several_problems_in_presented_order() -> None:
    assert named_problems("P5=1 P2=7, P1: 3", NUMBERS) == ("1", "2", "5")
    assert named_problems("6) 1\n2) 7", NUMBERS) == ("2", "6")
    assert named_problems("12: 1\nProblem 1: 7", tuple(map(str, range(1, 13)))) == ("1", "12")


def test_letters_are_labels_only_as_capitals_with_a_sign_after_them() -> None:
    assert named_problems("A: 7\nProblem B: ok\n#C 3", LETTERS) == ("A", "B", "C")
    for output in ("A better way", "Problem A better", "a: 7", "AB: 4", "A = 3\nX = 5"):
        assert named_problems(output, LETTERS) == (), output


@pytest.mark.parametrize("piece", [" ", "\t", "problem ", "1", "P1", "(", "- ", "problem 3 ", "3\n", "#", "answer 3 "])
def test_a_hostile_output_costs_linear_time(piece: str) -> None:
    started = time.process_time()
    named_problems(piece * (400_000 // len(piece)), NUMBERS)
    assert time.process_time() - started < 60, "quadratic time would be an hour"
