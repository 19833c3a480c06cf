"""A parse explains itself: the state, why this answer was taken, and every candidate with its line."""

from __future__ import annotations

import pytest
from known_domains import AR, CODE, MATH

from r3gym.core.domain import Domain
from r3gym.core.verdict import ParsedAnswer
from r3gym.domains.code.trace import program_coverage
from r3gym.parsing import parse_completion
from r3gym.parsing.answer_file import parse_answer_file, write_slot
from r3gym.parsing.attribution import section_spans

PROGRAM = "#include <iostream>\nint main() { std::cout << 1; }"
FENCED = f"```cpp\n{PROGRAM}\n```\n"
PLAN = "\n".join(f"Problem {label}: easy" for label in "ABCDEF")


def read(text: str, domain: Domain, problems: int = 6) -> dict[str, ParsedAnswer]:
    return {found.label: found for found in parse_completion(text, domain, domain.labels(problems))}


def candidates(found: ParsedAnswer) -> list[tuple[int, str]]:
    return [(one.line, one.note) for one in found.candidates]


# ---------------------------------------------------------------- mathematics and abstract reasoning


def test_each_box_is_a_candidate_with_its_line() -> None:
    found = read("Problem 1\n\\boxed{2}\nand \\boxed{3} so\nProblem 2\n\\boxed{", MATH)
    assert candidates(found["1"]) == [(2, "box"), (3, "box")]
    assert (found["1"].answer, found["1"].why) == ("3", "the last of 2 boxes")
    assert (candidates(found["2"]), found["2"].detail) == ([(5, "box, not closed")], "the box is not closed")
    assert found["3"].detail == "no section for problem 3"


@pytest.mark.parametrize(("domain", "name"), [(MATH, "box"), (AR, "answer tag")])
def test_what_was_looked_for_is_named(domain: Domain, name: str) -> None:
    assert read("nothing", domain, 1)[domain.labels(1)[0]].detail == f"no {name} and no final-answer line"
    labels = domain.labels(1)
    (file,) = parse_answer_file(b"nothing", domain.marker, labels)  # type: ignore[attr-defined]
    assert file.detail == f"no {name}", "an answer file has no final-answer lines"


def test_a_tag_that_opens_again_was_not_closed() -> None:
    (found,) = read("<answer>1 <answer>2</answer>", AR, 1).values()
    assert (found.answer, candidates(found)) == ("2", [(1, "answer tag, not closed"), (1, "answer tag")])


def test_a_file_about_one_problem_needs_no_heading_and_a_file_about_two_does() -> None:
    (one,) = parse_answer_file(b"\\boxed{4}", MATH.marker, ("1",))
    assert one.answer == "4"
    two = parse_answer_file(b"\\boxed{4}", MATH.marker, ("1", "2"))
    assert [found.answer for found in two] == [None, None]


def test_writing_beside_an_open_box_keeps_what_every_other_section_says() -> None:
    before = "Problem 1\n\\boxed{\n\nProblem 3\n\\boxed{7}\n\nProblem 5\n\\boxed{}\n"
    read_before = parse_answer_file(before.encode(), MATH.marker, MATH.labels())
    after = write_slot(before, MATH.marker, MATH.labels(), "2", "5")
    found = parse_answer_file(after.encode(), MATH.marker, MATH.labels())
    assert found[1].answer == "5"
    others = [(one.state, one.answer) for one in found if one.label != "2"]
    assert others == [(one.state, one.answer) for one in read_before if one.label != "2"]


def test_an_answer_beside_answers_without_labels_gives_every_one_its_label() -> None:
    before = "\\boxed{1}\n\\boxed{2}\n\\boxed{3}\n\\boxed{4}\n\\boxed{5}\n\\boxed{6}\n"
    after = write_slot(before, MATH.marker, MATH.labels(), "2", "9")
    assert after.splitlines()[:5] == ["Problem 1", "\\boxed{1}", "", "Problem 2", "\\boxed{9}"]
    found = parse_answer_file(after.encode(), MATH.marker, MATH.labels())
    assert [one.answer for one in found] == ["1", "9", "3", "4", "5", "6"]
    declined = write_slot(before, MATH.marker, MATH.labels(), "2", "No answer")
    found = parse_answer_file(declined.encode(), MATH.marker, MATH.labels())
    assert [one.answer for one in found] == ["1", None, "3", "4", "5", "6"]


def test_the_answer_of_a_lone_problem_replaces_what_has_no_heading() -> None:
    assert write_slot("\\boxed{3}", MATH.marker, ("1",), "1", "5") == "Problem 1\n\\boxed{5}\n"


def test_an_answer_that_two_problems_could_own_is_left_out_with_a_remark() -> None:
    found = read("Problem 1\n\\boxed{1}\nproblem 2 then has the value \\boxed{2}", MATH)
    assert [found["1"].answer, found["2"].answer] == ["1", None]
    assert "a box after a mention of problem 2 was left out" in f"{found['1'].why} {found['1'].detail}"


def test_output_between_answers_without_headings_belongs_to_the_problem_named_last() -> None:
    text = "1. \\boxed{1}\nlong work here\n2. \\boxed{2}\n3. \\boxed{3}"
    spans = section_spans(text, MATH, MATH.labels())
    assert [(span.label, text[span.start : span.end].strip()) for span in spans] == [
        ("1", "1. \\boxed{1}\nlong work here"),
        ("2", "2. \\boxed{2}"),
        ("3", "3. \\boxed{3}"),
    ]


# ---------------------------------------------------------------- code


def test_a_program_is_the_only_one_of_its_sections() -> None:
    found = read(f"text\n\nProblem A\n{FENCED}\nProblem B\nplan only\n\nProblem C\n```cpp\nint main() {{\n", CODE)
    assert (found["A"].why, candidates(found["A"])) == ("the only section with a program", [(4, "code block")])
    assert (found["B"].detail, candidates(found["B"])) == ("no program", [])
    assert (found["C"].detail, candidates(found["C"])) == (
        "a code block is not closed",
        [(13, "code block, not closed")],
    )


def test_sections_without_a_program_are_counted() -> None:
    found = read(f"Problem A\nfirst\n\nProblem A\nsecond\n\nProblem A\nthird\n\nProblem A\n{FENCED}", CODE)
    assert found["A"].why == "the only section with a program (3 without one)"


@pytest.mark.parametrize(
    ("block", "state"),
    [("```python\nprint(1)\n```", "unparsable"), ("```cpp\nint main() {", "malformed"), ("words", "missing")],
)
def test_of_sections_without_a_program_a_broken_block_says_more_than_words(block: str, state: str) -> None:
    text = f"Problem A\nMISSING\n\nProblem A\n{block}\n"
    assert read(text, CODE)["A"].state.value == state
    assert read(f"{text}\n\nProblem A\nlast words" if state == "unparsable" else text, CODE)["A"].state.value == state


def test_of_sections_that_say_nothing_the_last_counts() -> None:
    assert read("Problem A\nMISSING\n\nProblem A\nwords", CODE)["A"].declined is False
    assert read("Problem A\nwords\n\nProblem A\nMISSING", CODE)["A"].declined is True


def test_blocks_in_order_are_each_the_candidate_of_their_problem() -> None:
    found = read("\n\n".join([FENCED] * 6), CODE)
    assert [candidates(one) for one in found.values()] == [[(1 + 6 * at, "code block")] for at in range(6)]
    assert found["C"].why == "no labels, and exactly 6 code blocks: taken in order"


def test_a_block_says_what_it_lacks() -> None:
    (found,) = read("```cpp\nx = 1\n```\n```cpp\nint main() {", CODE, 1).values()
    assert candidates(found) == [(1, "code block, no main"), (4, "code block, not closed")]


@pytest.mark.parametrize(("text", "declined"), [("MISSING", True), ("```\nMISSING\n```", True), ("hello", False)])
def test_a_text_that_says_that_there_is_no_program_declined(text: str, declined: bool) -> None:
    (found,) = read(text, CODE, 1).values()
    assert (found.state.value, found.declined) == ("missing", declined)


@pytest.mark.parametrize(("language", "state"), [("json", "answered"), ("text", "unparsable")])
def test_a_json_object_is_read_where_its_block_says_json(language: str, state: str) -> None:
    (found,) = read(f'```{language}\n{{"code": "#include <x>\\nint main() {{}}"}}\n```', CODE, 1).values()
    assert found.state.value == state


def test_a_plan_of_all_problems_is_no_section_when_as_many_programs_follow() -> None:
    assert [one.state.value for one in read(f"{PLAN}\n\n" + "\n".join([FENCED] * 6), CODE).values()] == ["answered"] * 6
    assert [one.state.value for one in read(f"{PLAN}\n" + "\n".join([FENCED] * 6), CODE).values()] == ["answered"] * 6
    ended = read(f"{PLAN}\n\n" + "\n".join([FENCED] * 2), CODE)
    assert {one.detail for one in ended.values()} == {"no labels, and 2 code blocks instead of 6"}
    goes_on = read(f"{PLAN}\n" + "\n".join([FENCED] * 5), CODE)
    assert goes_on["F"].detail == "5 code blocks in the section", "its last line may be the heading of what follows"


def test_a_letter_inside_a_program_is_no_heading() -> None:
    inside = PROGRAM.replace("{", "{\nB)\n")
    found = read(f"A)\n```cpp\n{inside}\n```\nB)\n{FENCED}C)\n{FENCED}", CODE)
    assert [one.state.value for one in found.values()] == ["answered"] * 3 + ["missing"] * 3
    assert found["A"].answer == inside


def test_coverage_is_the_share_of_a_programs_runs_of_tokens() -> None:
    half = "int main() { int a = 1; int b = 2; int c = 3; return a + b + c; }"
    covered = program_coverage(half.replace("return a + b + c", "while (true) c *= b - a"), half)
    assert 0.3 < covered < 0.9
    assert program_coverage(half, half) == 1.0
    assert program_coverage(half, "nothing of it") == 0.0
