"""The counted-action rules where a table of commands is not enough: focus, scope, budget, order, reasons."""

from __future__ import annotations

import pytest
from known_domains import AR, CODE, MATH

from r3gym.accounting import Charge, ChargeKind, classify

CODE, MATH = CODE, MATH


def charge(command: str, focus: str | None = "A", remaining: int | None = 5, **more: str) -> Charge:
    return classify(command, CODE, CODE.labels(), focus, remaining, **more)


def math_charge(command: str, focus: str | None = "1", remaining: int | None = 5, **more: str) -> Charge:
    return classify(command, MATH, MATH.labels(), focus, remaining, **more)


def test_a_counted_command_without_focus_is_blocked() -> None:
    assert (charge("python3 x", focus=None).kind, charge("python3 x", focus=None).category) == (
        ChargeKind.BLOCKED,
        "focus",
    )


def test_a_counted_command_after_exhaustion_is_blocked() -> None:
    assert charge("python3 x", remaining=0).category == "budget"


def test_an_unbudgeted_run_is_never_exhausted() -> None:
    assert charge("python3 x", remaining=None).kind is ChargeKind.COUNTED


@pytest.mark.parametrize("command", ["cat x", "echo 42 > /logs/artifacts/answer.txt", "mark_task_complete", "cp a b"])
def test_free_commands_need_neither_focus_nor_budget(command: str) -> None:
    assert charge(command, focus=None, remaining=0).kind is ChargeKind.FREE


def test_the_order_of_block_reasons_is_judge_focus_scope_budget() -> None:
    assert charge("curl x; python3 /app/problem_B/x", None, 0).category == "judge"
    assert charge("python3 /app/problem_B/x", None, 0).category == "focus"
    assert charge("python3 /app/problem_B/x", "A", 0).category == "scope"
    assert charge("python3 x", "A", 0).category == "budget"


def test_one_command_costs_at_most_one_unit_whatever_it_contains() -> None:
    assert charge("python3 a; python3 b; g++ c.cpp && ./a.out").kind is ChargeKind.COUNTED


def test_standing_in_another_problems_area_is_out_of_scope() -> None:
    assert charge("./a.out", cwd="/app/problem_B").category == "scope"
    assert charge("./a.out", cwd="/app/problem_B/sub").category == "scope"
    assert charge("./a.out", cwd="/app/problem_A").kind is ChargeKind.COUNTED


def test_a_cd_at_the_beginning_says_where_a_command_works() -> None:
    assert charge("cd /app/problem_A && ./a.out", cwd="/app/problem_B").kind is ChargeKind.COUNTED
    assert charge("cd ../problem_B; ./a.out", cwd="/app/problem_A").category == "scope"
    assert charge("cd .. && ./a.out", cwd="/app/problem_B").kind is ChargeKind.COUNTED


def test_reading_another_problems_files_with_a_free_command_is_allowed() -> None:
    assert charge("cat /app/problem_B/statement.md").kind is ChargeKind.FREE


def test_a_counted_command_on_the_shared_answer_file_is_blocked() -> None:
    assert math_charge("python3 x > /logs/artifacts/answer.txt").category == "scope"
    assert math_charge("grep x answer.txt", cwd="/logs/artifacts").category == "scope"
    assert math_charge("python3 /app/problem_1/x.py").kind is ChargeKind.COUNTED
    assert math_charge("python3 /app/problem_2/x.py").category == "scope"
    for path in ("/logs//artifacts/answer.txt", "/logs/./artifacts/answer.txt", "/logs/artifacts/*"):
        assert math_charge(f"python3 x > {path}").category == "scope", path


def test_a_comment_or_a_longer_name_is_no_access() -> None:
    assert charge("python3 x # as in /app/problem_B/y").kind is ChargeKind.COUNTED
    assert charge("python3 my_problem_Bx.py").kind is ChargeKind.COUNTED
    assert charge("python3 -c 'print(\"problem_Best\")'").kind is ChargeKind.COUNTED


def test_a_number_sign_inside_a_word_is_no_comment() -> None:
    """The grammar and bash differ here; what bash would evaluate is counted."""
    for before in ("]", "{ ]", "a\r", "]\\\n", "~\\\n", "a"):
        assert charge(f"echo {before}# $((6*7))").kind is ChargeKind.COUNTED, before
    assert charge("ls # $((6*7))").kind is ChargeKind.FREE
    assert charge("ls;# $((6*7))").kind is ChargeKind.FREE
    assert charge("#$((6*7))").kind is ChargeKind.FREE


def test_judge_words_count_in_command_position_only() -> None:
    for command in ("echo submit", "cat submit.txt", "cat > a.cpp <<'EOF'\n// judge, submit\nEOF", "ls judge"):
        assert charge(command).kind is ChargeKind.FREE
    assert charge("python3 submit.py").kind is ChargeKind.COUNTED


def test_only_the_target_may_be_computed_for() -> None:
    assert charge("python3 x", "B", target="A").category == "target"
    assert charge("python3 x", "A", target="A").kind is ChargeKind.COUNTED


def test_an_empty_command_or_a_nul_byte_is_a_protocol_error() -> None:
    for command in ("", "  \n ", "ls\0"):
        assert charge(command).kind is ChargeKind.PROTOCOL_ERROR


def test_the_reason_points_at_the_part_that_decided() -> None:
    command = "ls && g++ ä.cpp && ls"
    start, end = charge(command).span
    assert command.encode()[start:end].decode() == "g++ ä.cpp"


def test_the_rules_are_the_same_in_every_domain() -> None:
    from commands import cases

    for _, command, kind in cases():
        if kind in (ChargeKind.FREE, ChargeKind.COUNTED, ChargeKind.PROTOCOL_ERROR):
            for domain, focus in ((MATH, "1"), (AR, "1")):
                assert classify(command, domain, domain.labels(), focus, 5).kind is kind, command
