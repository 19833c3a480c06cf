"""The answer file of mathematics and AR: one test per rule, and properties over any input."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import AR, MATH

from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.domains.answer_file import AnswerFileDomain
from r3gym.domains.math.boxes import says_unknown
from r3gym.judging.artifacts import MAX_ARTIFACT_BYTES
from r3gym.parsing.answer_file import parse_answer_file, write_slot
from r3gym.parsing.candidates import is_no_answer, is_placeholder

LABELS = MATH.labels()
SHARED = [MATH, AR]


def parse(text: str, domain: AnswerFileDomain = MATH, count: int = 6) -> dict[str, ParsedAnswer]:
    return {found.label: found for found in parse_answer_file(text.encode(), domain.marker, domain.labels(count))}


def states(text: str, domain: AnswerFileDomain = MATH) -> list[str]:
    return [found.state.value for found in parse(text, domain).values()]


def test_no_file_is_missing_for_every_problem() -> None:
    assert {found.state for found in parse_answer_file(None, AR.marker, LABELS)} == {ParseState.MISSING}


def test_no_section_is_missing() -> None:
    assert parse("Problem 1\n\\boxed{1}")["2"].state is ParseState.MISSING


def test_no_marker_is_missing() -> None:
    assert parse("Problem 1\nI think 5")["1"].state is ParseState.MISSING
    assert parse("Problem 1\nFinal Answer: 5", AR)["1"].state is ParseState.MISSING


@pytest.mark.parametrize(
    "hostile", ["\\", "\\boxed{", "{", "<answer>", "< ", "Problem 1: ", "```\n", "\\fbox", "**", "="]
)
def test_a_hostile_file_is_parsed_in_linear_time(hostile: str) -> None:
    text = "Problem 1\n" + hostile * (MAX_ARTIFACT_BYTES // len(hostile) - 20)
    start = time.process_time()
    parse(text)
    assert time.process_time() - start < 60, "a quadratic parser needs hours for a megabyte, a busy machine seconds"


@pytest.mark.parametrize("marker", ["No answer", "\\boxed{No answer}", "\\boxed{\\text{No answer.}}"])
def test_the_explicit_no_answer_marker_is_missing(marker: str) -> None:
    assert parse(f"Problem 1\n{marker}")["1"].state is ParseState.MISSING


def test_no_is_an_answer() -> None:
    assert parse("Problem 1\n\\boxed{\\text{No}}")["1"].answer == r"\text{No}"


def test_an_unclosed_marker_is_malformed() -> None:
    assert parse("Problem 1\n\\boxed{\\frac{1}{2}")["1"].state is ParseState.MALFORMED
    assert parse("Problem 1\n<answer>5", AR)["1"].state is ParseState.MALFORMED
    assert parse("Problem 1\n5</answer>", AR)["1"].state is ParseState.MALFORMED


def test_of_duplicate_sections_the_last_complete_one_counts_and_is_recorded() -> None:
    text = "".join(f"Problem {label}\n\\boxed{{{answer}}}\n" for label, answer in ("11", "22", "19", "33", "22"))
    found = parse(text)
    assert [found[label].answer for label in "123"] == ["9", "2", "3"]
    assert (found["1"].duplicate, found["2"].duplicate, found["3"].duplicate) == (True, False, False)
    assert found["1"].detail == found["1"].why == "2 sections for problem 1: the last one counts"
    assert [candidate.answer for candidate in found["1"].candidates] == ["1", "9"]


def test_an_empty_marker_is_unparsable() -> None:
    assert parse("Problem 1\n\\boxed{ }")["1"].state is ParseState.UNPARSABLE
    assert parse("Problem 1\n<answer>\n</answer>", AR)["1"].state is ParseState.UNPARSABLE


def test_undecodable_bytes_are_unparsable() -> None:
    found = parse_answer_file(b"Problem 1\n\\boxed{\xff}", MATH.marker, LABELS)
    assert {answer.state for answer in found} == {ParseState.UNPARSABLE}


def test_of_several_markers_the_last_counts() -> None:
    assert parse("Problem 1\n\\boxed{1} wait, \\fbox{2}")["1"].answer == "2"
    assert parse("Problem 1\n<answer>a</answer><answer>b</answer>", AR)["1"].answer == "b"


def test_nested_braces_and_inner_boxes_belong_to_the_answer() -> None:
    assert parse(r"Problem 1" "\n" r"\boxed{\boxed{1}, \frac{1}{2}}")["1"].answer == r"\boxed{1}, \frac{1}{2}"


def test_a_box_around_a_box_adds_nothing() -> None:
    assert parse(r"Problem 1" "\n" r"\boxed{\boxed{\{1, \frac{1}{2}\}}}")["1"].answer == r"\{1, \frac{1}{2}\}"


def test_answers_are_stripped_and_keep_their_lines() -> None:
    assert parse("Problem 1\n<answer>\n1 2\n3 4\n</answer>", AR)["1"].answer == "1 2\n3 4"


@pytest.mark.parametrize(
    "heading",
    [
        "Problem 2",
        "## Problem 2",
        "**Problem 2: A title**",
        "===== Problem 2 =====",
        "===== Problem 2: Title (easy) =====",
        "[Problem 2]",
        "problem 2:",
        "  PROBLEM #2 - title",
        "- Problem 2.",
        "__Problem 02__",
        "> Problem 2)",
        "Problem 2\r",
    ],
)
def test_a_heading_in_any_usual_dress_is_a_heading(heading: str) -> None:
    text = f"Problem 1\n\\boxed{{1}}\n{heading}\n\\boxed{{2}}\nProblem 3\n\\boxed{{3}}\n"
    assert [parse(text)[label].answer for label in "123"] == ["1", "2", "3"]


def test_an_answer_on_the_heading_line_counts() -> None:
    assert parse("Problem 1: \\boxed{1}\nProblem 2 \\boxed{2}")["2"].answer == "2"
    assert parse("Problem 1 <answer>x</answer>", AR)["1"].answer == "x"


PROSE = ["Problem 2 is hard", "as in Problem 2", "Problem 2's trick", "Problems", "Problem", "problem_2"]


@pytest.mark.parametrize("line", PROSE)
def test_prose_about_a_problem_is_no_heading(line: str) -> None:
    found = parse(f"Problem 1\n{line}\n\\boxed{{1}}")
    assert found["1"].answer == "1"
    assert found["2"].state is ParseState.MISSING


def test_the_heading_of_an_unknown_problem_ends_a_section() -> None:
    assert parse("Problem 1\n\\boxed{1}\nProblem 22\n\\boxed{22}")["1"].answer == "1"


def test_a_single_problem_needs_no_heading() -> None:
    assert parse("so it is \\boxed{7}", count=1)["1"].answer == "7"
    assert parse("Problem 1\n\\boxed{7}", count=1)["1"].answer == "7"
    assert parse("\\boxed{7}", count=2)["1"].state is ParseState.MISSING
    assert [found.answer for found in parse("\\boxed{7} \\boxed{8}", count=2).values()] == ["7", "8"]


def test_write_slot_creates_sections_in_label_order() -> None:
    text = ""
    for label, answer in [("4", "four"), ("1", "one"), ("6", "six"), ("2", "two")]:
        text = write_slot(text, AR.marker, LABELS, label, answer)
    assert [line for line in text.splitlines() if line.startswith("Problem")] == [
        "Problem 1", "Problem 2", "Problem 4", "Problem 6"
    ]  # fmt: skip
    assert [found.answer for found in parse(text, AR).values()] == [
        "one",
        "two",
        None,
        "four",
        None,
        "six",
    ]


def test_write_slot_replaces_and_mends_a_duplicate() -> None:
    text = "notes\nProblem 1\n\\boxed{1}\n## Problem 2\n\\boxed{2}\nProblem 1\n\\boxed{9}\n"
    after = write_slot(text, MATH.marker, LABELS, "1", "5")
    assert [parse(after)[label].answer for label in "12"] == ["5", "2"]
    assert after.startswith("notes\n")
    assert "## Problem 2\n\\boxed{2}\n" in after


def test_write_slot_keeps_a_marker_that_the_answer_brings() -> None:
    assert write_slot("", MATH.marker, LABELS, "1", "thus $\\boxed{5}$").count("\\boxed") == 1
    assert parse(write_slot("", AR.marker, LABELS, "1", "<answer>5</answer>"), AR)["1"].answer == "5"


def test_write_slot_records_no_answer_as_missing() -> None:
    assert parse(write_slot("Problem 1\n\\boxed{1}", MATH.marker, LABELS, "1", "No answer"))["1"].state == "missing"


def test_write_slot_for_an_unknown_label_names_the_labels() -> None:
    with pytest.raises(ValueError, match="no problem '7' in this contest; its labels are 1, 2, 3, 4, 5, 6"):
        write_slot("", MATH.marker, LABELS, "7", "5")


def test_an_answer_cannot_open_another_section() -> None:
    text = write_slot("", AR.marker, LABELS, "2", "keep")
    text = write_slot(text, AR.marker, LABELS, "1", "x\nProblem 2\n<answer>stolen</answer>")
    assert parse(text, AR)["2"].answer == "keep"


@given(st.binary(max_size=300) | st.none(), st.sampled_from(SHARED), st.integers(1, 6))
def test_parsing_never_raises_on_bytes(content: bytes | None, domain: AnswerFileDomain, count: int) -> None:
    found = parse_answer_file(content, domain.marker, domain.labels(count))
    assert tuple(answer.label for answer in found) == domain.labels(count)
    assert all((answer.answer is not None) == (answer.state is ParseState.ANSWERED) for answer in found)


PIECES = ["Problem 1", "Problem 2", "## Problem 3:", "\n", "\r\n", "\\boxed{", "}", "{", "\\", "<answer>", "</answer>",
          "No answer", "x", " ", "é", "\u2028", "==="]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@given(texts, st.sampled_from(SHARED), st.integers(1, 6))
def test_parsing_never_raises_on_broken_structure(text: str, domain: AnswerFileDomain, count: int) -> None:
    parse(text, domain, count)


values = (
    st.text(st.characters(blacklist_characters="{}\\<", blacklist_categories=["Cs"]), min_size=1, max_size=40)
    .filter(lambda text: text.strip() and "problem" not in text.lower() and "answer" not in text.lower())
    .filter(lambda text: not (is_placeholder(text) or is_no_answer(text) or says_unknown(text)))
)


@given(texts, st.sampled_from(SHARED), st.sampled_from(LABELS), values)
def test_what_is_written_is_what_is_read_and_other_problems_stay(
    text: str, domain: AnswerFileDomain, label: str, value: str
) -> None:
    after = parse(write_slot(text, domain.marker, LABELS, label, value), domain)
    assert after[label].answer == domain.marker.clean(value)
    assert {k: (v.state, v.answer) for k, v in after.items() if k != label} == {
        k: (v.state, v.answer) for k, v in parse(text, domain).items() if k != label
    }


@given(st.dictionaries(st.sampled_from(LABELS), values, min_size=1), st.sampled_from(SHARED), st.randoms())
def test_any_order_of_writing_gives_the_same_answers(
    answers: dict[str, str], domain: AnswerFileDomain, random: object
) -> None:
    order = list(answers)
    random.shuffle(order)  # type: ignore[attr-defined]
    text = ""
    for label in order:
        text = write_slot(text, domain.marker, LABELS, label, answers[label])
    found = parse(text, domain)
    assert {label: found[label].answer for label in answers} == {k: domain.marker.clean(v) for k, v in answers.items()}
