"""Actions in both forms, and the bookkeeping helpers as shell words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3gym.core.actions import Action, Verb, action_from_dict, action_to_dict, parse_helper

LABELS = ("A", "B", "C", "D", "E", "F")


@pytest.mark.parametrize(
    ("command", "action"),
    [
        ("focus_problem B", Action(Verb.FOCUS, "B")),
        ("  focus_problem   3  ", Action(Verb.FOCUS, "3")),
        ("focus_problem 'B'", Action(Verb.FOCUS, "B")),
        ("shelve_problem B too slow, come back later", Action(Verb.SHELVE, "B", "too slow, come back later")),
        ("shelve_problem", Action(Verb.SHELVE)),
        ("contest_status", Action(Verb.STATUS)),
        ("contest_status now please", Action(Verb.STATUS)),
        ("mark_task_complete", Action(Verb.FINISH)),
        ("task_complete", Action(Verb.FINISH)),
        (r"submit_answer 2 \boxed{\frac{1}{2}}", Action(Verb.SUBMIT, "2", r"\boxed{\frac{1}{2}}")),
        ("submit_answer 2 'x < 3; y > 4'", Action(Verb.SUBMIT, "2", "x < 3; y > 4")),
        ('submit_answer 1 "(3, 5)"', Action(Verb.SUBMIT, "1", "(3, 5)")),
    ],
)
def test_a_command_that_is_exactly_a_helper_is_that_action(command: str, action: Action) -> None:
    assert parse_helper(command) == action


@pytest.mark.parametrize(
    "command",
    [
        "focus_problem B && ./a.out",
        "focus_problem B; ls",
        "focus_problem B\nls",
        "focus_problem $(cat x)",
        "submit_answer 1 `cat answer`",
        'submit_answer 1 "$(python3 x.py)"',
        "mark_task_complete | cat",
        "contest_status > status.txt",
        "ls",
        "echo focus_problem B",
        "focus_problems B",
        "",
    ],
)
def test_a_helper_inside_a_longer_command_is_an_ordinary_command(command: str) -> None:
    assert parse_helper(command) is None


@given(st.sampled_from([v for v in Verb if v is not Verb.COMMAND]), st.integers(0, 6), st.text(max_size=50))
def test_the_two_forms_agree(verb: Verb, number: int, text: str) -> None:
    action = Action(verb, LABELS[number - 1] if number else "", text)
    assert action_from_dict(action_to_dict(action, LABELS), LABELS) == action


@given(st.text())
def test_reading_a_helper_never_fails(text: str) -> None:
    for command in (text, f"submit_answer {text}", f"focus_problem {text}"):
        assert parse_helper(command) is None or isinstance(parse_helper(command), Action)


def test_a_problem_number_outside_the_contest_is_refused() -> None:
    with pytest.raises(ValueError, match="problem=7: this contest has problems 1 to 6"):
        action_from_dict({"verb": 0, "problem": 7, "text": ""}, LABELS)
