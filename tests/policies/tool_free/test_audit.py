"""The audit of a finaliser: what it copied passes, what it made up is flagged."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from known_domains import AR, CODE, MATH

from r3gym.core.domain import Domain
from r3gym.parsing import parse_completion
from r3gym.policies.tool_free.audit import audit_final

PROGRAM = """#include <iostream>
using namespace std;  // the usual
int main() {
    int n; cin >> n;
    /* count */ cout << "n = " << n + 1 << '\\n';
}"""


def flagged(answer: str, trace: str, domain: Domain = MATH) -> bool:
    final = f"<answer>{answer}</answer>" if domain.name == "ar" else f"\\boxed{{{answer}}}"
    audit = audit_final(final, trace, domain, ("1",))
    assert len(audit.findings) == 1, "there must be an answer for this to mean anything"
    return bool(audit.flagged)


@pytest.mark.parametrize(
    ("answer", "trace"),
    [
        ("12", "so n = 12."),
        ("12", "12, and no more"),
        (r"\frac{1}{2}", "x = 1/2"),
        (r"\dfrac{1}{2}", r"x=\frac12"),
        ("(n+1)/2", r"\frac{n+1}{2}"),
        ("1000", "about 1,000 ways"),
        ("1{,}000{,}000", "1000000"),
        (r"\left( 1, 2 \right)", "(1,2)"),
        (r"2\sqrt{3}", "2 sqrt(3)"),
        (r"3 \cdot 2^{n}", "3*2^n"),
        (r"\text{yes}", "Yes, it is"),
        ("-5", "x = −5"),
        (r"x^2+1", r"$x^{2} + 1$"),
        ("50\\%", "50%"),
        (r"\frac{\sqrt{2}}{\frac{1}{3}}", r"\frac{\sqrt{2}}{1/3}"),
    ],
)
def test_the_same_mathematics_in_other_dress_passes(answer: str, trace: str) -> None:
    assert not flagged(answer, trace)


@pytest.mark.parametrize(
    ("answer", "trace"),
    [
        ("12", "so n = 123"),
        ("12", "so n = 312"),
        ("12", "so n = 12.5"),
        ("2.5", "so n = 12.5"),
        ("7", "nothing here"),
        ("7", ""),
        ("x+2", "x + 1 and 2"),
        (r"\frac{1}{3}", "1/2 or 3"),
        ("yes", "yesterday"),
        ("(2,1)", "(1,2)"),
        ("-5", "5"),
    ],
)
def test_what_the_trace_does_not_hold_is_flagged(answer: str, trace: str) -> None:
    assert flagged(answer, trace)


def test_answers_of_abstract_reasoning_are_compared_to_the_sign() -> None:
    assert not flagged("1 2\n3 4", "the grid is\n1  2\n3  4", AR)
    assert not flagged("['a', 'b']", "gives ['a','b']", AR)
    assert flagged("1 2\n3 5", "the grid is\n1 2\n3 4", AR)
    assert flagged("([{}])", "([{})]", AR)


def code(program: str, trace: str) -> tuple[bool, float]:
    (finding,) = audit_final(f"```cpp\n{program}\n```", trace, CODE, ("A",)).findings
    return finding.found, finding.coverage


def test_a_program_of_the_trace_passes_whatever_became_of_spaces_and_comments() -> None:
    trace = f"Don't forget http://x.y/z, then:\n```cpp\n{PROGRAM}\n```\nDone."
    assert code(PROGRAM, trace) == (True, 1.0)
    bare = PROGRAM.replace("  // the usual", "").replace("/* count */ ", "")
    assert code(bare, trace) == (True, 1.0)
    assert code(re.sub(r"(?m)^    ", "\t", bare), trace) == (True, 1.0)
    assert code(PROGRAM, f"prose around\n{PROGRAM}\nwithout fences") == (True, 1.0)
    assert code(PROGRAM, f"```cpp\n{PROGRAM}") == (True, 1.0), "a block that the budget cut open"


def test_a_program_that_was_changed_is_flagged_with_how_much_of_it_the_trace_holds() -> None:
    found, coverage = code(PROGRAM.replace("n + 1", "n + 2"), f"```cpp\n{PROGRAM}\n```")
    assert not found
    assert 0.7 < coverage < 1
    found, coverage = code(PROGRAM, "Sort, then two pointers. I have no time to write it.")
    assert not found
    assert coverage < 0.1


def test_a_string_literal_is_part_of_the_program() -> None:
    changed = PROGRAM.replace('"n = "', '"m = "')
    assert not code(changed, f"```cpp\n{PROGRAM}\n```")[0]


def test_only_answers_are_checked_and_each_by_itself() -> None:
    final = "Problem 1: \\boxed{5}\nProblem 2\nNo answer\nProblem 3: \\boxed{6}\nProblem 4: \\boxed{7"
    audit = audit_final(final, "Problem 1 is 5", MATH, MATH.labels())
    assert [f.label for f in audit.findings] == ["1", "3"]
    assert audit.to_json() == {
        "flagged": ["3"],
        "answers": [{"label": "1", "found": True, "coverage": 1.0}, {"label": "3", "found": False, "coverage": 0.0}],
    }


EDGES = st.sampled_from([" ", "\n", " = ", ". ", "\\boxed{", "}", "$"])


@given(
    st.text(max_size=40),
    st.text(min_size=1, max_size=30) | st.from_regex(r"\\frac\{\d{1,3}\}\{x\+\d\}|-?\d{1,6}(\.\d+)?", fullmatch=True),
    st.text(max_size=40),
    EDGES,
    EDGES,
    st.sampled_from((MATH, AR)),
)
@example("", "\\", "x", " ", " ", MATH)
def test_an_answer_copied_from_the_trace_is_never_flagged(
    before: str, answer: str, after: str, left: str, right: str, domain: Domain
) -> None:
    final = f"<answer>{answer}</answer>" if domain.name == "ar" else f"\\boxed{{{answer}}}"
    (parsed,) = parse_completion(final, domain, ("1",))
    assume(parsed.answer is not None and parsed.answer == answer.strip())
    assert audit_final(final, before + left + answer + right + after, domain, ("1",)).flagged == ()


@given(st.text(max_size=40), st.text(max_size=60), st.text(max_size=40))
def test_a_program_copied_from_a_block_of_the_trace_is_never_flagged(before: str, inner: str, after: str) -> None:
    program = f"int main() {{ {inner} }}"
    (parsed,) = parse_completion(f"```cpp\n{program}\n```", CODE, ("A",))
    assume(parsed.answer == program)
    trace = f"{before}\n```cpp\n{program}\n```\n{after}"
    assert audit_final(f"```cpp\n{program}\n```", trace, CODE, ("A",)).flagged == ()


@given(st.text(alphabet="\\frac{}1/ ,", max_size=300), st.text(alphabet="\\frac{}1/ ,", min_size=1, max_size=40))
def test_the_audit_is_total(trace: str, answer: str) -> None:
    audit_final(f"\\boxed{{{answer}}}", trace, MATH, ("1",))
