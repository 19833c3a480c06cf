"""The counted-action rules where a table of commands is not enough: focus, scope, budget, order, reasons."""

from __future__ import annotations

import subprocess

import pytest
from known_domains import AR, CODE, MATH

from r3gym.accounting import Charge, ChargeKind, ContestContext, classify, judge_command


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


def test_the_order_of_block_reasons_is_judge_budget_focus_target_scope() -> None:
    """A spent budget comes first, so that no way out leads to a computation that cannot be paid."""
    command = "python3 /app/problem_B/x"
    assert charge(f"curl x; {command}", None, 0, target="C").category == "judge"
    assert charge(command, None, 0, target="C").category == "budget"
    assert charge(command, None, 5, target="C").category == "focus"
    assert charge(command, "A", 5, target="C").category == "target"
    assert charge(command, "A", 5, target="A").category == "scope"
    assert charge("python3 x", "A", 5, target="A").kind is ChargeKind.COUNTED


def test_one_command_costs_at_most_one_unit_whatever_it_contains() -> None:
    assert charge("python3 a; python3 b; g++ c.cpp && ./a.out").kind is ChargeKind.COUNTED


@pytest.mark.parametrize("cwd", ["/app", "/app/problem_A", "/app/problem_B", "/app/problem_B/sub", "/tmp"])
def test_where_the_shell_stands_blocks_nothing(cwd: str) -> None:
    for command in (
        "./a.out",
        "python3 -c 'print(2**10)'",
        "cd /app/problem_A && ./a.out",
        "cd .. && ./a.out",
        "g++ -o /tmp/a /app/solution_A.cpp && /tmp/a < /app/problem_A/sample_1.in",
        "cat > /app/solution_A.cpp <<'EOF'\nint main() {}\nEOF\ncd /app/problem_A && g++ ../solution_A.cpp",
    ):
        assert charge(command, cwd=cwd).kind is ChargeKind.COUNTED, command
    assert charge("cd ../problem_B; ./a.out", cwd=cwd).category == "scope"


def test_where_the_shell_stands_decides_what_a_free_tool_may_write() -> None:
    assert charge("cp a b", cwd="/app/problem_A").kind is ChargeKind.FREE
    assert charge("cp python3 b", cwd="/usr/bin").kind is ChargeKind.COUNTED
    assert charge("cd /usr/bin && cp python3 b").kind is ChargeKind.COUNTED


def test_bookkeeping_words_take_effect_in_order() -> None:
    context = ContestContext(CODE, CODE.labels(), "A", 5)
    judged = judge_command("focus_problem B && python3 x.py", context)
    assert (judged.charge.kind, judged.problem) == (ChargeKind.COUNTED, "B")
    judged = judge_command("python3 x.py && focus_problem B", context)
    assert (judged.charge.kind, judged.problem) == (ChargeKind.COUNTED, "A")
    assert charge("focus_problem B && python3 /app/problem_A/x").category == "scope"
    assert charge("focus_problem B; g++ x.cpp", focus=None, target="A").category == "target"
    assert charge("shelve_problem A; python3 x").category == "focus"
    assert charge("python3 x; focus_problem B; python3 y").category == "scope"
    assert charge("focus_problem nosuchproblem && python3 x").kind is ChargeKind.COUNTED


@pytest.mark.parametrize(
    "command",
    [
        "focus_problem B | cat",
        "for p in A B; do focus_problem $p; done",
        "if focus_problem B; then ls; fi",
        "echo $(contest_status)",
        "(focus_problem B)",
        "ls || focus_problem B",
        "focus_problem $X && ls",
        "bash -c 'focus_problem B'",
        "ls && mark_task_complete",
    ],
)
def test_a_bookkeeping_word_out_of_place_is_refused_at_no_cost(command: str) -> None:
    refused = charge(command)
    assert (refused.kind, refused.category) == (ChargeKind.BLOCKED, "helper")
    assert refused.word in command
    assert f"'{refused.word}'" in refused.reason


def test_reading_another_problems_files_with_a_free_command_is_allowed() -> None:
    assert charge("cat /app/problem_B/statement.md").kind is ChargeKind.FREE


def test_a_counted_command_on_the_shared_answer_file_is_blocked() -> None:
    assert math_charge("python3 x > /logs/artifacts/answer.txt").category == "scope"
    assert math_charge("cd /logs/artifacts && grep x answer.txt").category == "scope"
    assert math_charge("python3 /app/problem_1/x.py").kind is ChargeKind.COUNTED
    assert math_charge("python3 /app/problem_2/x.py").category == "scope"
    for path in ("/logs//artifacts/answer.txt", "/logs/./artifacts/answer.txt", "/logs/artifacts/*"):
        assert math_charge(f"python3 x > {path}").category == "scope", path


def test_a_comment_or_a_longer_name_is_no_access() -> None:
    assert charge("python3 x # as in /app/problem_B/y").kind is ChargeKind.COUNTED
    assert charge("python3 my_problem_Bx.py").kind is ChargeKind.COUNTED
    assert charge("python3 -c 'print(\"problem_Best\")'").kind is ChargeKind.COUNTED


def test_a_number_sign_inside_a_word_is_no_comment() -> None:
    for before in ("]", "{ ]", "a\r", "]\\\n", "~\\\n", "a"):
        assert charge(f"echo {before}# $((6*7))").kind is ChargeKind.COUNTED, before
    assert charge("ls # $((6*7))").kind is ChargeKind.FREE
    assert charge("ls;# $((6*7))").kind is ChargeKind.FREE
    assert charge("#$((6*7))").kind is ChargeKind.FREE


def test_judge_words_count_in_command_position_only() -> None:
    for command in ("echo submit", "cat submit.txt", "cat > a.cpp <<'EOF'\n// judge, submit\nEOF", "ls judge"):
        assert charge(command).kind is ChargeKind.FREE
    assert charge("python3 submit.py").kind is ChargeKind.COUNTED


@pytest.mark.parametrize(
    "command",
    [
        "python3 -c 'import requests; requests.get(\"http://x\")'",
        "python3 - <<'EOF'\nfrom urllib.request import urlopen\nEOF",
        "node -e 'fetch(\"http://x\")'",
        "./submit.sh",
        "submit_solution A",
        "live_judge solution_A.cpp",
    ],
)
def test_judge_like_words_and_network_calls_in_a_program_are_blocked(command: str) -> None:
    assert (charge(command).kind, charge(command).category) == (ChargeKind.BLOCKED, "judge")


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
    assert charge(command).word == "g++"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("tail -f x", "'tail -f' is not one of its free forms (-f waits)"),
        ("set", "'set' is not one of its free forms"),
        ("sort x", "'sort' is listed as text or data processing"),
        ("./a.out", "'./a.out' runs a program"),
        ("frobnicate", "'frobnicate' is no tool that is known to be free"),
    ],
)
def test_the_reason_says_why_a_command_counts(command: str, reason: str) -> None:
    assert charge(command).reason == reason


def test_a_heredoc_whose_text_comes_after_a_bookkeeping_word_is_refused() -> None:
    for command in ("cat <<EOF; focus_problem B; ls\nx\nEOF", "cat <<EOF && focus_problem B\nx\nEOF"):
        assert charge(command).kind is ChargeKind.BLOCKED
    assert charge("cat <<EOF\nx\nEOF\nfocus_problem B").kind is ChargeKind.FREE


def test_a_syntax_error_has_the_words_of_the_shell() -> None:
    assert "unexpected EOF while looking for matching" in charge("cat 'open").reason


def test_the_rules_are_the_same_in_every_domain() -> None:
    from commands import cases

    for _, command, kind in cases():
        if kind in (ChargeKind.FREE, ChargeKind.COUNTED, ChargeKind.PROTOCOL_ERROR):
            for domain, focus in ((MATH, "1"), (AR, "1")):
                assert classify(command, domain, domain.labels(), focus, 5).kind is kind, command


def test_half_a_surrogate_pair_does_not_hide_a_syntax_error() -> None:
    """Bash reads a question mark in its place, and so does the question whether bash can read the command."""
    assert charge("echo \ud800 (").kind is ChargeKind.PROTOCOL_ERROR
    assert charge("case \ud800 in x) ls;; esac").kind is ChargeKind.COUNTED


@pytest.mark.parametrize("error", [FileNotFoundError("/bin/bash"), subprocess.TimeoutExpired("bash", 5)])
def test_a_command_counts_where_bash_cannot_be_asked(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(subprocess, "run", fails)
    assert charge("echo (").kind is ChargeKind.COUNTED


def test_a_subshell_keeps_its_folder_to_itself_and_a_group_does_not() -> None:
    assert charge("(cd /usr/bin); cp python3 b").kind is ChargeKind.FREE
    assert charge("(cd /usr/bin && cp python3 b)").kind is ChargeKind.COUNTED
    assert charge("{ cd /usr/bin; }; cp python3 b").kind is ChargeKind.COUNTED


def test_what_stands_before_a_substitution_is_not_forgotten() -> None:
    assert charge("curl x; echo $(ls)").category == "judge"
    assert charge("python3 x; echo $(ls)").word == "python3"
    assert charge("echo $(ls); curl x").category == "judge"
