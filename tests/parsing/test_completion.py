"""Tool-free parsing: one completion, single-problem and contest, the three domains; one test per rule of the paper."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import AR, CODE, DOMAINS, MATH

from r3gym.core.domain import Domain
from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.parsing import parse_completion

PROGRAM = "#include <iostream>\nint main() { std::cout << 1; }"
BRUTE = "int main() { for (;;) {} }"
MARKED = [(MATH, "\\boxed{%s}"), (AR, "<answer>%s</answer>")]


def fenced(program: str = PROGRAM, language: str = "cpp") -> str:
    return f"```{language}\n{program}\n```\n"


def single(text: str, domain: Domain = CODE) -> ParsedAnswer:
    return parse_completion(text, domain, domain.labels(1))[0]


def contest(text: str | None, domain: Domain = CODE) -> dict[str, ParsedAnswer]:
    return {found.label: found for found in parse_completion(text, domain, domain.labels())}


def states(text: str, domain: Domain = CODE) -> list[str]:
    return [found.state.value for found in contest(text, domain).values()]


# ---------------------------------------------------------------- code, single problem


@pytest.mark.parametrize(
    "text",
    [
        fenced(),
        fenced(language="c++"),
        fenced(language=""),
        fenced(language="C++17"),
        f"~~~cpp\n{PROGRAM}\n~~~",
        f"Here it is.\n\n  ```cpp\n{PROGRAM}\n  ```\nIt runs in O(n).",
        f"````cpp\n{PROGRAM}\n````",
        f"```cpp\n{PROGRAM}```",
        fenced("1 2\n3", "text") + fenced(),
        fenced() + fenced("1 2\n3", "text"),
    ],
)
def test_single_code_is_taken_from_a_fenced_block(text: str) -> None:
    assert single(text).answer == PROGRAM


@pytest.mark.parametrize("key", ["code", "solution", "program"])
def test_single_code_is_taken_from_structured_output(key: str) -> None:
    import json

    assert single(json.dumps({"thoughts": "easy", key: PROGRAM})).answer == PROGRAM
    assert single(fenced(json.dumps({key: fenced()}), "json")).answer == PROGRAM


def test_single_code_falls_back_to_a_complete_main_program() -> None:
    assert single(f"The program:\n\n{PROGRAM}\n\nIt prints one.").answer == PROGRAM


def test_of_several_complete_programs_the_last_counts() -> None:
    assert single(f"Slow:\n{fenced(BRUTE)}Fast:\n{fenced()}").answer == PROGRAM
    assert single(f"{fenced()}The core of it:\n{fenced('int x = 1;')}").answer == PROGRAM


def test_an_unclosed_fence_counts_around_a_complete_program_only() -> None:
    assert single(f"```cpp\n{PROGRAM}").answer == PROGRAM
    assert single(f"So:\n```cpp\n{PROGRAM}\n\nIt runs in O(n).").answer == PROGRAM
    assert single(f"```cpp\n{PROGRAM.removesuffix('}')}").state is ParseState.MALFORMED


def test_prose_may_stand_before_an_include_on_its_line() -> None:
    assert single(f"Here is the code: {PROGRAM}\nDone.").answer == PROGRAM


def test_no_complete_program_is_unparsable() -> None:
    assert single(fenced("void solve() {}")).state is ParseState.UNPARSABLE
    assert single(fenced("// int main() {}")).state is ParseState.UNPARSABLE
    assert single(fenced("print(1)", "python")).state is ParseState.UNPARSABLE
    assert single(fenced("")).state is ParseState.UNPARSABLE


@pytest.mark.parametrize("text", ["", "I could not solve it.", "MISSING", fenced("MISSING", ""), "No answer."])
def test_no_program_is_missing(text: str) -> None:
    assert single(text).state is ParseState.MISSING


# ---------------------------------------------------------------- code, contest


def test_contest_code_has_a_section_for_each_problem() -> None:
    text = "".join(f"## Problem {label}: title\nidea\n{fenced(PROGRAM + f'//{label}')}" for label in "ABCDEF")
    assert [found.answer for found in contest(text).values()] == [PROGRAM + f"//{label}" for label in "ABCDEF"]


def test_contest_code_in_any_order_and_not_for_all_problems() -> None:
    found = contest(f"**Problem C**\n{fenced()}===== Problem A: x =====\n{fenced(BRUTE)}")
    assert (found["A"].answer, found["C"].answer) == (BRUTE, PROGRAM)
    assert {found[label].state for label in "BDEF"} == {ParseState.MISSING}


def test_a_section_without_code_or_with_the_missing_marker_is_missing() -> None:
    text = f"Problem A\nMISSING\nProblem B: MISSING\nProblem C\n{fenced('MISSING', '')}Problem D\ntoo hard\n"
    text += f"Problem E\n{fenced()}"
    assert states(text) == ["missing"] * 4 + ["answered", "missing"]


def test_several_code_blocks_in_a_section_are_malformed() -> None:
    assert states(f"Problem A\n{fenced()}{fenced()}Problem B\n{fenced()}")[:2] == ["malformed", "answered"]


def test_a_block_of_sample_output_is_no_code_block() -> None:
    assert states(f"Problem A\n{fenced('1 2', 'text')}{fenced()}")[0] == "answered"


def test_a_section_without_a_program_is_no_duplicate() -> None:
    plan = "Scan first.\n" + "".join(f"- Problem {label}: two pointers\n" for label in "ABCDEF")
    sections = "".join(f"## Problem {label}\n{fenced()}" for label in "ABCDEF")
    recap = "".join(f"Problem {label}: O(n)\n" for label in "ABCDEF")
    assert states(plan + "\n" + sections + recap) == ["answered"] * 6


def test_unlabelled_blocks_that_name_another_problem_are_not_taken_in_order() -> None:
    text = "".join(fenced(f"// Problem {label}\n{PROGRAM}") for label in "BACDEF")
    assert states(text) == ["malformed", "malformed"] + ["answered"] * 4


def test_programs_under_headings_of_one_letter_are_not_taken_in_order() -> None:
    text = "".join(f"### {label}. title\n{fenced(f'{PROGRAM} // {label}')}" for label in "FEDCBA")
    assert [found.answer for found in contest(text).values()] == [f"{PROGRAM} // {label}" for label in "ABCDEF"]


def test_a_letter_inside_a_program_is_no_heading() -> None:
    programs = {label: f"/*\nA. the idea\n*/\n{PROGRAM} // {label}" for label in "FEDCBA"}
    text = "".join(f"### {label}. title\n{fenced(program)}" for label, program in programs.items())
    assert {label: found.answer for label, found in contest(text).items()} == programs


def test_blocks_without_labels_one_of_which_is_not_closed_say_so() -> None:
    text = fenced() * 5 + f"```cpp\n{PROGRAM}"
    assert states(text) == ["malformed"] * 6
    assert {found.detail for found in contest(text).values()} == {"no labels, and a code block is not closed"}
    details = {found.detail for found in contest(fenced() * 5).values()}
    assert details == {"no labels, and 5 code blocks instead of 6"}


def test_a_duplicate_label_fails_only_that_problem() -> None:
    text = f"Problem A\n{fenced()}Problem B\n{fenced()}Problem A\n{fenced()}"
    assert states(text)[:3] == ["malformed", "answered", "missing"]


@pytest.mark.parametrize("heading", ["Problem B", "## Problem B", "**Problem B: title**"])
def test_an_unclosed_fence_fails_only_its_section(heading: str) -> None:
    text = f"Problem A\n```cpp\n{PROGRAM}\n{heading}\n{fenced()}"
    assert states(text)[:2] == ["malformed", "answered"]
    assert states(f"Problem A\n{fenced()}Problem B\n```cpp\n{PROGRAM}")[:2] == ["answered", "malformed"]


def test_a_section_without_a_complete_program_is_unparsable() -> None:
    assert states(f"Problem A\n{fenced('int f();')}")[0] == "unparsable"


def test_six_unlabelled_blocks_are_taken_in_order() -> None:
    programs = [f"{PROGRAM} // {i}" for i in range(6)]
    assert [found.answer for found in contest("".join(map(fenced, programs))).values()] == programs


@pytest.mark.parametrize("count", [1, 5, 7])
def test_another_number_of_unlabelled_blocks_is_malformed(count: int) -> None:
    assert states(fenced() * count) == ["malformed"] * 6


def test_an_unlabelled_block_of_the_six_may_be_missing_or_unparsable() -> None:
    text = fenced() * 4 + fenced("MISSING", "") + fenced("int x;")
    assert states(text) == ["answered"] * 4 + ["missing", "unparsable"]


def test_a_comment_in_a_program_is_no_heading() -> None:
    program = f"/*\nProblem B: not a heading\n*/\n{PROGRAM}"
    found = contest(f"Problem A\n{fenced(program)}")
    assert found["A"].answer == program
    assert found["B"].state is ParseState.MISSING


def test_a_bare_program_in_a_section_counts() -> None:
    assert contest(f"Problem A\n{PROGRAM}\nProblem B\n{BRUTE}\n")["A"].answer == PROGRAM


# ---------------------------------------------------------------- mathematics and abstract reasoning


@pytest.mark.parametrize(("domain", "marker"), MARKED)
def test_single_answer_is_the_last_marker(domain: Domain, marker: str) -> None:
    assert single(f"first {marker % 1}, no: {marker % ' 2 '}. Done", domain).answer == "2"


@pytest.mark.parametrize(("domain", "marker"), MARKED)
def test_a_marker_wins_over_a_final_answer_line(domain: Domain, marker: str) -> None:
    assert single(f"{marker % 7}\nFinal Answer: 8", domain).answer == "7"
    assert single(f"Final Answer: {marker % 7}", domain).answer == "7"


@pytest.mark.parametrize("domain", [MATH, AR])
@pytest.mark.parametrize(
    "line",
    [
        "Final Answer: 42",
        "final answer: 42",
        "**Final Answer:** 42",
        "**Final Answer**: 42",
        "**Final Answer: 42**",
        "### Final Answer\n\n42",
        "Final Answer:\n42",
        "The final answer is 42",
        "Final Answer: 1\nwait\nFinal Answer: 42",
    ],
)
def test_without_a_marker_a_final_answer_line_counts(domain: Domain, line: str) -> None:
    assert single(f"We think.\n{line}", domain).answer == "42"
    assert contest(f"Problem 1\n{line}\nProblem 2\nx", domain)["1"].answer == "42"


@pytest.mark.parametrize("domain", [MATH, AR])
def test_an_empty_final_answer_line_is_unparsable_and_no_answer_is_missing(domain: Domain) -> None:
    assert single("Final Answer:", domain).state is ParseState.UNPARSABLE
    assert single("Final Answer: No answer.", domain).state is ParseState.MISSING
    assert single("I would say 42", domain).state is ParseState.MISSING


@pytest.mark.parametrize(
    ("domain", "text"),
    [
        (MATH, "\\boxed{1"),
        (MATH, "\\boxed x"),
        (AR, "<answer>1"),
    ],
)
def test_a_broken_only_marker_is_malformed(domain: Domain, text: str) -> None:
    assert single(f"{text}\nFinal Answer: 3", domain).state is ParseState.MALFORMED


@pytest.mark.parametrize(
    "text", ["Answers:\n1. -3", "Answers:\n1) - 3", "Problem 1 Final Answer: -3", "Answers:\nProblem 1 - -3"]
)
def test_a_sign_is_never_taken_for_a_separator(text: str) -> None:
    assert contest(text, MATH)["1"].answer in ("-3", "- 3", None)


def test_a_program_in_a_worked_section_names_no_problem() -> None:
    listing = "```python\n# Problem 1: brute force\nprint(3)\n```"
    found = contest(f"## Problem 2\n{listing}\n\\boxed{{7}}", MATH)
    assert (found["1"].answer, found["2"].answer) == (None, "7")


def test_thoughts_in_the_visible_text_are_no_answers() -> None:
    assert contest("<think>Problem 1: \\boxed{9}</think>\nProblem 2: \\boxed{7}", MATH)["1"].answer is None
    assert single("<think>maybe <answer>1</answer></think>\n<answer>2</answer>", AR).answer == "2"


def test_a_tag_that_names_its_problem_is_that_problems() -> None:
    found = contest('<answer id="2">x</answer> <answer_1>y</answer_1>', AR)
    assert (found["1"].answer, found["2"].answer) == ("y", "x")
    assert contest('Problem 3\n<answer id="1">x</answer>', AR)["3"].answer == "x"  # the heading is the contract


def test_boxes_stand_in_for_tags_where_there_are_none() -> None:
    found = contest("Problem 1: \\boxed{RED}", AR)["1"]
    assert (found.answer, found.unmarked) == ("RED", True)
    assert contest("Problem 1: \\boxed{RED}\nProblem 2: <answer>x</answer>", AR)["1"].answer is None


def test_a_fence_around_the_whole_document_is_no_code_block() -> None:
    for marks in ("```", "````"):
        text = (
            f"{marks}markdown\n"
            + "\n".join(f"## Problem {label}\n{fenced(PROGRAM)}" for label in "ABCDEF")
            + f"\n{marks}"
        )
        assert all(found.answer for found in contest(text).values())


def test_backslashes_that_a_string_literal_swallowed_are_restored() -> None:
    found = contest("Problem 1: \boxed{\frac{1}{2}}\nProblem 2: \\boxed{3\times 4}", MATH)
    assert (found["1"].answer, found["2"].answer) == (r"\frac{1}{2}", r"3\times 4")


def test_newlines_that_a_shell_did_not_expand_end_lines() -> None:
    found = contest(r"Problem 1: \boxed{1}\nProblem 2: \boxed{\nu}\n", MATH)
    assert (found["1"].answer, found["2"].answer) == ("1", r"\nu")


def test_a_box_without_braces_holds_a_number_that_is_complete() -> None:
    assert single("Thus $\\boxed 5$.", MATH).answer == "5"
    assert single("Thus \\boxed12.\n", MATH).answer == "12"
    assert single("Thus \\boxed 1", MATH).state is ParseState.MALFORMED  # the text may be cut


def test_an_unfinished_marker_never_cancels_an_earlier_complete_one() -> None:
    assert single("\\boxed{1} or \\boxed{2", MATH).answer == "1"
    assert single("<answer>1</answer> or <answer>2", AR).answer == "1"
    assert single("\\boxed{1}, so \\boxed{} or \\boxed{...}", MATH).answer == "1"


def test_a_complete_box_after_a_broken_one_counts() -> None:
    assert single(r"I will write \boxed{\frac{1}{2} hm, no: \boxed{3}", MATH).answer == "3"


@pytest.mark.parametrize(("domain", "marker"), MARKED)
@pytest.mark.parametrize(
    "heading",
    [
        "Problem 2",
        "## Problem 2",
        "**Problem 2: title**",
        "===== Problem 2 =====",
        "• Problem 2",
        "Problem ID: 2",
        "Problem No. 2",
        "Problem #2:",
        "Problem (2)",
        "Problem **2**",
        "1. Problem 2:",
        "\\textbf{Problem 2}",
        "\\section*{Problem 2: title}",
        "<h2>Problem 2</h2>",
        "【Problem 2】",
        "Problem 2 Answer:",
        "Problem 2 final answer is",
        "**Answer to Problem 2:**",
        "Final Answer (Problem 2):",
        "Answer 2:",
        "Final Answer 2:",
        "Problem 2 of 6",
        "Problem 2/6:",
        "Problem 2 ✅",
        "## Problem 2 Counting paths",
        "**Problem 2 Counting paths**",
        "=== Problem 2 Counting paths ===",
    ],
)
def test_headings_in_any_usual_dress(domain: Domain, marker: str, heading: str) -> None:
    text = f"Problem 1\n{marker % 1}\n{heading}\n{marker % 2}\nProblem 3\n{marker % 3}"
    assert [contest(text, domain)[label].answer for label in "123"] == ["1", "2", "3"]


def test_problem_level_final_answer_lines_are_found() -> None:
    text = (
        "We solve them.\nProblem 1 Final Answer: 10\nFinal Answer for Problem 2: 20\nFinal Answer 3: 30\nProblem 4: x"
    )
    assert [contest(text, MATH)[label].answer for label in "1234"] == ["10", "20", "30", None]


def test_an_answer_line_completes_its_section_and_is_no_duplicate() -> None:
    text = (
        "## Problem 1\ntry \\boxed{9}\nProblem 1 Answer: \\boxed{5}\n## Problem 2\nhm\nAnswer to Problem 1: \\boxed{6}"
    )
    assert contest(text, MATH)["1"].answer == "6"
    assert contest("Problem 1 Answer: \\boxed{5}\nProblem 1 Answer: \\boxed{5}", MATH)["1"].answer == "5"


@pytest.mark.parametrize(("domain", "marker"), MARKED)
def test_markers_without_labels_are_read_in_order_only_if_they_are_as_many_as_problems(
    domain: Domain, marker: str
) -> None:
    text = "".join(marker % n + "\n" for n in range(1, 7))
    assert [found.answer for found in contest(text, domain).values()] == list("123456")
    assert states(text + marker % 7, domain) == ["missing"] * 6
    assert states(marker % 1, domain) == ["missing"] * 6


def test_a_plan_of_some_problems_does_not_own_the_answer_after_it() -> None:
    """One that names the last problem, and at least three, ends at the blank line as a plan of all does."""
    plan = "Problem 1: count it\nProblem 3: square it\nProblem 6: bound it\n\n"
    assert states(plan + "The value is \\boxed{5}.", MATH) == ["missing"] * 6


def test_letters_name_no_problem_once_numbers_do() -> None:
    text = "Now let me turn to problem 2.\nWe get \\boxed{5}.\n\nProblem B: \\boxed{7}\n"
    assert [contest(text, MATH)[label].answer for label in "12"] == [None, "5"]
    assert contest("Problem B: \\boxed{7}\n", MATH)["2"].answer == "7"


def test_a_row_of_answers_below_labels_ends_the_table() -> None:
    table = "| Problem 1 | Problem 2 |\n|---|---|\n| \\boxed{10} | \\boxed{20} |\n"
    found = contest(table + "For Problem 3: |x - 1| = 2, so \\boxed{3}\n", MATH)
    assert [found[label].answer for label in "123"] == ["10", "20", "3"]


# ---------------------------------------------------------------- any input


def test_no_completion_is_missing_and_undecodable_text_unparsable() -> None:
    for domain in DOMAINS:
        assert {found.state for found in contest(None, domain).values()} == {ParseState.MISSING}
        assert set(states("Problem 1 \\boxed{1} \udcff", domain)) == {"unparsable"}


PIECES = ["Problem A", "Problem 1", "## Problem B:", "Problem 2 Final Answer: ", "\n", "\r\n", "```", "```cpp\n", "~~~",
          PROGRAM, "int main(){}", "\\boxed{", "}", "{", "\\", "<answer>", "</answer>", "Final Answer:", "MISSING",
          "No answer", "x", " ", '{"code": "', '"}', "\u2028"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(), st.sampled_from(DOMAINS), st.booleans())
def test_parsing_never_raises(text: str, domain: Domain, whole: bool) -> None:
    labels = domain.labels(6 if whole else 1)
    found = parse_completion(text, domain, labels)
    assert tuple(answer.label for answer in found) == labels
    for answer in found:
        assert (answer.answer is not None) == (answer.state is ParseState.ANSWERED)
        assert answer.answer is None or answer.answer == answer.answer.strip() != ""


@given(
    st.permutations("ABCDEF"), st.integers(0, 6), st.sampled_from(["## Problem %s", "Problem %s:", "**Problem %s**"])
)
def test_programs_come_back_whatever_the_order(order: list[str], count: int, heading: str) -> None:
    chosen = order[:count]
    text = "\n".join(f"{heading % label}\n{fenced(f'{PROGRAM} // {label}')}" for label in chosen)
    expected = {label: f"{PROGRAM} // {label}" if label in chosen else None for label in "ABCDEF"}
    assert {label: found.answer for label, found in contest(text).items()} == expected


@pytest.mark.parametrize(
    "piece",
    [
        *("`", "\\boxed{", "{", "<answer", "```cpp\n", "Problem 1\n", " ", "=", "Final Answer:\n", "/*", "'\""),
        *(pytest.param(line, marks=pytest.mark.slow) for line in ("\n", "}\n")),
    ],
)
def test_much_of_anything_is_read_in_one_pass(piece: str) -> None:
    text = "#include <x>\nint main(){" + piece * (200_000 // len(piece))
    began = time.process_time()
    for domain in DOMAINS:
        single(text, domain)
        contest(text, domain)
    # A quadratic pass takes minutes; the bound only has to tell the two apart on a busy machine.
    assert time.process_time() - began < 30


@pytest.mark.parametrize(
    "said",
    [
        "Wait, problem 4 is wrong: the answer is \\boxed{25}.",
        "Problem 4 needs a second look: \\boxed{25}",
        "Hmm, Problem 4 was off by a factor: it should be \\boxed{25}.",
        "Oops! Problem 4, recomputed: $\\boxed{25}$",
    ],
)
def test_a_clause_about_a_problem_claims_the_answer_after_its_colon(said: str) -> None:
    sections = "\n".join(f"Problem {i}: \\boxed{{{i}}}" for i in range(1, 7))
    found = parse_completion(f"{sections}\n\n{said}", MATH, MATH.labels())
    assert [one.answer for one in found] == ["1", "2", "3", "25", "5", "6"]


def test_a_clause_about_another_problem_leaves_the_answer_of_the_section_alone() -> None:
    text = "Problem 1: as problem 2 shows: the sum is even, so \\boxed{7}\nProblem 2: by problem 1: \\boxed{8}"
    found = parse_completion(text, MATH, MATH.labels(2))
    assert [one.answer for one in found] == ["7", "8"]
