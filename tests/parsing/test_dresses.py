"""Rows of an audit by strangers: headings, boxes, markers and fences in dresses that the other tests do not wear."""

from __future__ import annotations

import pytest
from known_domains import AR, CODE, DOMAINS, MATH

from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.parsing import parse_completion
from r3gym.parsing.answer_file import parse_answer_file

HEADINGS = [
    "Problem\u00a0{}",
    "Problem-{}",
    "<problem {}>",
    "<Problem {}>",
    "<p><b>Problem {}</b></p>",
    '<h3 class="title">Problem {}</h3>',
    r"\item[Problem {}]",
    r"\noindent\textbf{{Problem {}.}}",
    r"\noindent \textbf{{Problem {}}}",
    "> ## Problem {}",
    "【Problem {}】",
    "{{Problem {}}}",
    "Problem {} of 6",
    "$\\textbf{{Problem {}}}$",
]
PROGRAM = "#include <iostream>\nint main() { std::cout << %d; }"


def states(found: tuple[ParsedAnswer, ...]) -> list[str]:
    return [answer.state.value for answer in found]


@pytest.mark.parametrize("heading", HEADINGS)
def test_headings_in_these_dresses_open_a_section(heading: str) -> None:
    text = "".join(f"{heading.format(n)}\n\\boxed{{{n * 11}}}\n\n" for n in range(1, 7))
    for found in (
        parse_completion(text, MATH, MATH.labels()),
        parse_answer_file(text.encode(), MATH.marker, MATH.labels()),
    ):
        assert [answer.answer for answer in found] == ["11", "22", "33", "44", "55", "66"]


def test_an_arrow_may_stand_between_label_and_answer() -> None:
    text = "".join(f"Problem {n} → <answer>{n}</answer>\n" for n in range(1, 7))
    found = parse_completion(text, AR, AR.labels())
    assert [answer.answer for answer in found] == list("123456")


@pytest.mark.parametrize("answer", ["<answer>Problem 2</answer>", "<answer>problem 2: yes</answer>"])
def test_an_answer_that_speaks_of_a_problem_is_no_heading(answer: str) -> None:
    found = parse_completion(f"Problem 1\n{answer}\nProblem 2\n<answer>x</answer>", AR, ("1", "2"))
    assert states(found) == ["answered", "answered"]
    assert found[1].answer == "x"


@pytest.mark.parametrize("box", [r"\\boxed{42}", r"\\\boxed{42}", r"x \\ \boxed{42}", r"\\boxed {42}"])
def test_a_box_with_backslashes_doubled_on_the_way_is_a_box(box: str) -> None:
    assert parse_completion(box, MATH, ("1",))[0].answer == "42"


@pytest.mark.parametrize(
    "content",
    [
        r"\mathrm{No\ answer}",
        r"\text{No~answer}",
        r"\textit{No answer}",
        r"\textbf{NO ANSWER.}",
        r"\text{No}\;\text{answer}",
        "NO_ANSWER",
        r"\operatorname{No\,answer}",
        r"\mbox{no answer}",
    ],
)
def test_the_no_answer_marker_in_any_font_is_missing(content: str) -> None:
    assert parse_completion(rf"\boxed{{{content}}}", MATH, ("1",))[0].state is ParseState.MISSING


def test_code_beside_the_language_word_belongs_to_the_program() -> None:
    (found,) = parse_completion("```cpp " + PROGRAM % 1 + "\n```", CODE, ("A",))
    assert found.answer == PROGRAM % 1


@pytest.mark.parametrize("heading", ["Problem {}", "**Problem {}**", "===== Problem {} =====", "## Problem {}"])
@pytest.mark.parametrize("fence", ["```", "```cpp"])
def test_an_unclosed_fence_fails_its_problem_and_no_other(heading: str, fence: str) -> None:
    blocks = [f"{heading.format(label)}\n{fence}\n{PROGRAM % i}\n```\n" for i, label in enumerate("ABCDEF")]
    blocks[2] = blocks[2].removesuffix("```\n")
    found = parse_completion("\n".join(blocks), CODE, tuple("ABCDEF"))
    assert states(found) == ["answered", "answered", "malformed", "answered", "answered", "answered"]
    assert found[3].answer == PROGRAM % 3


@pytest.mark.parametrize(
    "comment",
    ["// Problem A\n", "/* Problem A */\n", "/*\nProblem B: title\n*/\n", "/*\n * Problem A\n */\n", " // Problem C\n"],
)
def test_a_program_may_name_its_problem_in_a_comment(comment: str) -> None:
    text = "\n".join(f"Problem {label}\n```cpp\n{comment}{PROGRAM % i}\n```" for i, label in enumerate("ABCDEF"))
    found = parse_completion(text, CODE, tuple("ABCDEF"))
    assert [answer.answer for answer in found] == [(comment + PROGRAM % i).strip() for i in range(6)]


def test_a_sample_that_looks_like_a_heading_does_not_end_its_block() -> None:
    sample = "```text\nProblem B\n```\n"
    text = f"Problem A\n{sample}```cpp\n{PROGRAM % 0}\n```\nProblem B\n```cpp\n{PROGRAM % 1}\n```\n"
    found = parse_completion(text, CODE, tuple("AB"))
    assert [answer.answer for answer in found] == [PROGRAM % 0, PROGRAM % 1]


@pytest.mark.parametrize(
    "hostile",
    [
        "```\n/*\n" + "Problem A\n" * 15_000,
        "/*" * 200_000 + "\nProblem A\n```\n",
        "<a " * 200_000 + "Problem 1",
        r"\a\b" * 100_000 + "Problem 1",
        "\\" * 500_000 + "boxed{1}",
        ("<b>" * 3 + "Problem 1\n") * 10_000,
    ],
)
def test_hostile_dresses_are_read_in_one_pass(hostile: str) -> None:
    for domain in DOMAINS:
        assert len(parse_completion(hostile, domain, domain.labels())) == 6
