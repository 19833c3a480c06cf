"""The counted-action rules. A command is free only when nothing in it computes; in doubt it counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3gym.accounting import Kind, classify

LABELS = ("A", "B", "C", "D", "E", "F")

FREE = [
    "pwd",
    "ls -la /app",
    "cat notes.txt",
    "cat notes.txt | head -n 3",
    "which g++; type python3",
    "echo 'the answer is 42' > /app/problem_A/notes.txt",
    'echo "$HOME"',
    "printf '%s\\n' 'x' >> /logs/artifacts/answer.txt",
    "mkdir -p /app/problem_A/tests && touch /app/problem_A/tests/1.in",
    "cp /app/problem_A/draft.cpp /app/solution_A.cpp",
    "mv a b; rm -f c; ln -s d e; chmod +x f",
    "cat > /app/solution_A.cpp <<'EOF'\n#include <cstdio>\nint main() { printf(\"%d\", $x `y` $(z)); }\nEOF",
    "cat > notes <<EOF\nplain text\nEOF",
    "tee notes.txt < draft.txt",
    "export NAME=value",
    "NAME=value",
    "cd /app/problem_B",
    "ls > /dev/null 2>&1",
    "sleep 1",
    "date +%s",
    "# a comment",
    "true || false",
    "cat > notes.md <<'EOF'\nZürich, 東京, \U0001f600 `x` $(y)\nEOF",
    "echo 'Größe' > notes.txt",
    "echo submit python3 g++ '$((1+1))'",
]
COUNTED = [
    "python3 -c 'print(1)'",
    "awk '{print $1}' x",
    "bc <<< 1+1",
    "node x.js",
    "g++ -O2 a.cpp -o a",
    "java Main",
    "./a.out < sample_1.in",
    "grep x notes.txt",
    "rg x",
    "sed -n 1p x",
    "sed -i s/a/b/ x",
    "wc -l x",
    "sort x | uniq",
    "seq 9",
    "tr a b < x",
    "expr 1 + 1",
    "let x=1",
    "echo $((1 + 1))",
    "echo $[1 + 1]",
    "((x = 1))",
    "echo {1..9}",
    "for i in 1 2; do ls; done",
    "for ((i = 0; i < 9; i++)); do :; done",
    "echo $(ls)",
    "echo `ls`",
    "cat <(python3 x.py)",
    "ls > >(cat)",
    "python3 x.py &",
    "cat <<EOF\n$(python3 x.py)\nEOF",
    "cat <<EOF\n$((6 * 7))\nEOF",
    "cat notes.txt && python3 x.py",
    "cat notes.txt | python3",
    "bash -c ls",
    "eval ls",
    "source x.sh",
    "xargs ls < x",
    "find . -name x",
    "env ls",
    "diff a b",
    "cmp a b",
    "g++ --version",
    "f() { ls; }; f",
    "trap 'python3 x' EXIT",
    "alias ls=python3",
    "PATH=/app:$PATH",
    "export PATH=/app",
    "export LD_PRELOAD=/app/x.so",
    "BASH_ENV=/app/x ls",
    "LD_PRELOAD=/app/x.so ls",
    "printf '%d' 0x1f",
    "date -d '2020-01-01 +3 days'",
    "$cmd x",
    '"$cmd" x',
    "py''thon3 x",
    "/bin/ls",
    "echo ${x#a}",
    "[[ a < b ]]",
    "exec ls",
    "export -f ls",
    "declare -i x=1+1",
    "cat <<é\nê\ncat <<'E'\né\npython3 x\nE",
    "cat <<'\x01\x01'\né\ncat <<'E'\n\x01\x01\npython3 x\nE",
    "cat <<'a b'\nx\na b",
    "éls",
    "ls\u00a0x | pythön",
]


@pytest.mark.parametrize("command", FREE)
def test_free_commands_only_inspect_move_or_record(command: str) -> None:
    assert classify(command, LABELS, None, 0).kind is Kind.FREE


@pytest.mark.parametrize("command", COUNTED)
def test_computation_is_counted(command: str) -> None:
    charge = classify(command, LABELS, "A", 5)
    assert charge.kind is Kind.COUNTED, charge
    assert charge.reason


@pytest.mark.parametrize("command", COUNTED)
def test_a_passive_prefix_does_not_make_computation_free(command: str) -> None:
    assert classify(f"ls\n{command}", LABELS, "A", 5).kind is Kind.COUNTED
    assert classify(f"cd /app && true\n{command}", LABELS, "A", 5).kind is Kind.COUNTED


@pytest.mark.parametrize(
    ("command", "focus", "remaining", "category"),
    [
        ("python3 x", None, 5, "focus"),
        ("python3 /app/problem_B/x.py", "A", 5, "scope"),
        ("g++ /app/solution_A.cpp /app/solution_B.cpp", "A", 5, "scope"),
        ("python3 x > /logs/artifacts/answer.txt", "A", 5, "scope"),
        ("python3 x", "A", 0, "budget"),
        ("curl http://127.0.0.1/submit", "A", 5, "judge"),
        ("submit solution_A.cpp", "A", 5, "judge"),
        ("cat solution_A.cpp | submit", None, 0, "judge"),
    ],
)
def test_blocked_before_it_runs(command: str, focus: str | None, remaining: int, category: str) -> None:
    charge = classify(command, LABELS, focus, remaining)
    assert (charge.kind, charge.category) == (Kind.BLOCKED, category)


def test_the_order_of_block_reasons_is_judge_focus_scope_budget() -> None:
    everything = "curl x; python3 /app/problem_B/x"
    assert classify(everything, LABELS, None, 0).category == "judge"
    assert classify("python3 /app/problem_B/x", LABELS, None, 0).category == "focus"
    assert classify("python3 /app/problem_B/x", LABELS, "A", 0).category == "scope"
    assert classify("python3 x", LABELS, "A", 0).category == "budget"


def test_standing_in_another_problems_area_is_out_of_scope() -> None:
    assert classify("./a.out", LABELS, "A", 5, cwd="/app/problem_B").category == "scope"
    assert classify("./a.out", LABELS, "A", 5, cwd="/app/problem_A").kind is Kind.COUNTED
    assert classify("./a.out", LABELS, "A", 5, cwd="/app/problem_B/sub").category == "scope"


def test_a_cd_at_the_beginning_says_where_a_command_works() -> None:
    assert classify("cd /app/problem_A && ./a.out", LABELS, "A", 5, cwd="/app/problem_B").kind is Kind.COUNTED
    assert classify("cd ../problem_B; ./a.out", LABELS, "A", 5, cwd="/app/problem_A").category == "scope"
    assert classify("cd .. && ./a.out", LABELS, "A", 5, cwd="/app/problem_B").kind is Kind.COUNTED


def test_reading_another_problems_files_with_a_free_command_is_allowed() -> None:
    assert classify("cat /app/problem_B/statement.md", LABELS, "A", 0).kind is Kind.FREE


def test_only_the_target_may_be_computed_for() -> None:
    assert classify("python3 x", LABELS, "B", 5, target="A").category == "target"
    assert classify("python3 x", LABELS, "A", 5, target="A").kind is Kind.COUNTED


@pytest.mark.parametrize("command", ["", "  \n", "cat 'open", "ls |", "if true", "a\0b"])
def test_what_cannot_be_read_is_a_protocol_error(command: str) -> None:
    assert classify(command, LABELS, "A", 5).kind is Kind.PROTOCOL_ERROR


@given(st.text())
def test_any_text_gets_a_charge_and_always_the_same(command: str) -> None:
    assert classify(command, LABELS, "A", 5) == classify(command, LABELS, "A", 5)


@given(st.text(alphabet=st.characters(blacklist_characters="\0", blacklist_categories=("Cs",))))
def test_quoted_text_is_data(text: str) -> None:
    quoted = "'" + text.replace("'", "'\\''") + "'"
    assert classify(f"echo {quoted} > notes.txt", LABELS, None, 0).kind is Kind.FREE


def test_the_reason_points_at_the_part_that_decided() -> None:
    command = "ls && g++ a.cpp && ls"
    start, end = classify(command, LABELS, "A", 5).span
    assert command[start:end] == "g++ a.cpp"
