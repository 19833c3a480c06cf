"""An answer that is followed by its problem's name, and a sentence that calls an earlier answer wrong."""

from __future__ import annotations

import pytest
from known_domains import AR, CODE, MATH

from r3gym.parsing import parse_completion

LABELS = ("1", "2", "3")


def read(text: str, domain: object = MATH) -> list[str | None]:
    return [found.answer for found in parse_completion(text, domain, LABELS)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "behind", ["— Problem {}", "(Problem {})", "for Problem {}.", "[Problem #{}]", "is the answer to question {}"]
)
def test_a_name_at_the_end_of_the_line_of_a_box_is_its_problem(behind: str) -> None:
    text = "\n".join(rf"$\boxed{{{n}0}}$ {behind.format(n)}" for n in (2, 1, 3))
    assert read(text) == ["10", "20", "30"]


def test_a_heading_says_it_first() -> None:
    assert read("## Problem 1\n\\boxed{5} (Problem 2)\n## Problem 2\n\\boxed{6}") == ["5", "6", None]


def test_an_answer_after_such_a_line_is_nobodys_until_it_is_named() -> None:
    assert read("\\boxed{10} (Problem 1)\n\\boxed{20} (Prob") == ["10", None, None]


@pytest.mark.parametrize(
    "sentence",
    [
        "Wait, Problem 2 is wrong. It should be",
        "Problem 2's answer was incorrect, sorry. Correct:",
        "Oh no, problem 2 is not right. I get",
    ],
)
def test_a_sentence_that_calls_an_answer_wrong_turns_to_its_problem(sentence: str) -> None:
    text = "".join(f"Problem {n}: <answer>{n}0</answer>\n\n" for n in LABELS)
    assert read(f"{text}{sentence} <answer>21</answer>.", AR) == ["10", "21", "30"]


@pytest.mark.parametrize(
    "tag", ["&lt;answer&gt;{}&lt;/answer&gt;", r"\<answer\>{}\</answer\>", "<answer>\u200b{}\u200b</answer>"]
)
def test_tags_that_a_renderer_escaped_and_signs_without_width(tag: str) -> None:
    assert read("\n".join(f"Problem {n}: {tag.format(f'{n}0')}" for n in LABELS), AR) == ["10", "20", "30"]


def test_a_box_that_says_unknown_is_no_answer_in_mathematics_alone() -> None:
    assert read(r"Problem 1: \boxed{\text{unknown}}") == [None, None, None]
    assert read("Problem 1: <answer>unknown</answer>", AR)[0] == "unknown"


def test_letters_on_the_lines_before_code_blocks_are_labels_in_any_order() -> None:
    programs = {label: f"int main() {{ return {n}; }}" for n, label in enumerate("ABC")}
    text = "\n".join(f"Here goes {label} at last\n```cpp\n{programs[label]}\n```" for label in "CAB")
    found = parse_completion(text, CODE, ("A", "B", "C"))
    assert {one.label: one.answer for one in found} == programs
