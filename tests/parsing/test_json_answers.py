"""Answers written as JSON: read for the problems that its keys name, as far as the document is complete."""

from __future__ import annotations

import json
import time

import pytest
from known_domains import AR, MATH

from r3gym.core.domain import Domain
from r3gym.parsing import parse_completion
from r3gym.parsing.answer_file import parse_answer_file

LABELS = ("1", "2", "3")
VALUES = [r"\frac{1}{2}", "7", r"\{1, 2\}"]


def read(text: str, domain: Domain = MATH) -> list[str | None]:
    return [found.answer for found in parse_completion(text, domain, LABELS)]


@pytest.mark.parametrize(
    "document",
    [
        dict(zip(LABELS, VALUES, strict=True)),
        {f"Problem {label}": value for label, value in zip(LABELS, VALUES, strict=True)},
        {f"problem_{label}": {"answer": value} for label, value in zip(LABELS, VALUES, strict=True)},
        {"answers": VALUES},
        {"answers": [{"problem": int(label), "answer": value} for label, value in zip(LABELS, VALUES, strict=True)]},
        [{"id": f"P{label}", "final_answer": value} for label, value in zip(LABELS, VALUES, strict=True)],
        {label: rf"\boxed{{{value}}}" for label, value in zip(LABELS, VALUES, strict=True)},
    ],
)
def test_a_document_that_lists_all_answers_is_read(document: object) -> None:
    for text in (json.dumps(document), f"My answers:\n```json\n{json.dumps(document, indent=2)}\n```\n"):
        assert read(text) == VALUES


def test_values_are_as_written_and_null_is_no_answer() -> None:
    assert read('{"1": 0.10, "2": [[1, 0], [0, 1]], "3": null}', AR) == ["0.10", "[[1, 0], [0, 1]]", None]


def test_latex_whose_backslashes_were_not_escaped_is_read_too() -> None:
    assert read(r'{"1": "\sqrt{2}", "2": "\boxed{\frac{1}{2}}", "3": "x"}') == [r"\sqrt{2}", r"\frac{1}{2}", "x"]


def test_an_object_that_names_other_things_is_no_list_of_answers() -> None:
    assert read('{"1": 3, "2": 1, "7": 2}', AR) == [None] * 3
    graph = 'Problem 1: <answer>{"1": 3, "2": 1}</answer>'
    assert read(graph, AR) == ['{"1": 3, "2": 1}', None, None]


def test_headings_outside_of_the_document_come_first() -> None:
    text = 'Problem 2\n```json\n{"1": 3, "2": 1}\n```\nFinal Answer: <answer>yes</answer>'
    assert read(text, AR) == [None, "yes", None]


def test_an_answer_file_needs_the_marker_in_the_document_too() -> None:
    marked = json.dumps(dict(zip(LABELS, (rf"\boxed{{{value}}}" for value in VALUES), strict=True)))
    assert [one.answer for one in parse_answer_file(marked.encode(), MATH.marker, LABELS)] == VALUES  # type: ignore[attr-defined]
    bare = json.dumps(dict(zip(LABELS, VALUES, strict=True)))
    assert [one.answer for one in parse_answer_file(bare.encode(), MATH.marker, LABELS)] == [None] * 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("wrap", ["{}", r"\boxed{{{}}}"])
def test_a_cut_document_loses_what_comes_after_the_cut_and_nothing_else(wrap: str) -> None:
    text = json.dumps({"answers": {f"Problem {n}": wrap.format(v) for n, v in zip(LABELS, VALUES, strict=True)}})
    best: list[str | None] = [None] * 3
    for at in range(len(text) + 1):
        found = read(text[:at])
        assert all(one in (None, value) for one, value in zip(found, VALUES, strict=True)), text[:at]
        assert all(new is not None or old is None for new, old in zip(found, best, strict=True)), text[:at]
        best = found
    assert best == VALUES


def test_one_object_with_the_answer_of_one_problem() -> None:
    assert parse_completion('```json\n{"reasoning": "x", "answer": 42}\n```', MATH, ("1",))[0].answer == "42"


@pytest.mark.parametrize("unit", ['{"1": ', '{"1": {', '[{"problem": 1, ', '{"1": "', '{"1": "x"}\n', "[[", '\\"'])
def test_hostile_documents_cost_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        start = time.process_time()
        read(text)
        return time.process_time() - start

    # Four times the text; a quadratic reader would need sixteen times as long. Below a tenth of a second all is noise.
    assert seconds(40_000) < 10 * max(seconds(10_000), 0.1)
