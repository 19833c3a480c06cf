"""Properties over all commands: nothing hides computation, nothing turns text into computation, nothing crashes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from commands import cases
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from known_domains import CODE

from r3gym.accounting import ChargeKind, ContestContext, classify, judge_command
from r3gym.accounting.bookkeeping import ShellStep
from r3gym.sandbox import Workspace, open_workspace

LABELS = CODE.labels()
COUNTED = [c for _, c, kind in cases() if kind is ChargeKind.COUNTED]
FREE = [c for family, c, kind in cases() if kind is ChargeKind.FREE and family != "bookkeeping"]
#: Text without NUL bytes and lone surrogates: what a shell can be given at all.
TEXT = st.text(alphabet=st.characters(blacklist_characters="\0", blacklist_categories=("Cs",)))

#: Surroundings of which the interpreter of free commands runs every one. {} stands where a command can stand.
KEEPS_FREE = [
    "ls; {}",
    "ls && {}",
    "ls || {}",
    "ls\n{}",
    "{}\nls",
    "( {}\n)",
    "{{ {}\n}}",
    "! ( {}\n)",
    "if test -f a; then\n{}\nfi",
    "if [ -d a ]; then ls; else\n{}\nfi",
    "for f in *; do\n{}\ndone",
    "A=1; {}",
    "cd /app && {}",
    "cat <<'EOF'\ntext\nEOF\n{}",
    "set -euo pipefail\n{}",
]
#: Surroundings that only a shell runs.
COUNTS = [
    "echo $( {}\n)",
    'echo "$( {}\n)"',
    "cat <( {}\n)",
    "ls > >( {}\n)",
    "f() {{ {}\n}}; f",
    "ls & {}",
    'cat <<< "$( {}\n)"',
    "while true; do\n{}\ndone",
]


def kind(command: str, focus: str | None = "A") -> ChargeKind:
    return classify(command, CODE, LABELS, focus, 5).kind


def heredoc(command: str) -> bool:
    return "<<" in command or command.endswith("\\")


@given(
    st.sampled_from([c for c in COUNTED if not heredoc(c)]), st.lists(st.sampled_from(KEEPS_FREE + COUNTS), max_size=3)
)
def test_a_counted_command_stays_counted_in_any_passive_context(command: str, contexts: list[str]) -> None:
    for context in contexts:
        command = context.format(command)
    assert kind(command) is ChargeKind.COUNTED


#: A loop in a loop multiplies, and a variable changed in a loop accumulates: those count.
LOOP = re.compile(r"(?m)^for |[A-Z]=")
STAYS_FREE = [c for c in FREE if not heredoc(c) and not c.startswith("#")]


@given(st.sampled_from(STAYS_FREE), st.lists(st.sampled_from(KEEPS_FREE), max_size=2))
def test_a_free_command_stays_free_in_any_passive_context(command: str, contexts: list[str]) -> None:
    for context in contexts:
        if not (context.startswith("for ") and LOOP.search(command)):
            command = context.format(command)
    assert kind(command) is ChargeKind.FREE


@given(st.sampled_from(STAYS_FREE), st.sampled_from(COUNTS))
def test_no_free_command_is_free_where_only_a_shell_could_run_it(command: str, context: str) -> None:
    charge = classify(context.format(command), CODE, LABELS, "A", 5)
    assert charge.kind is ChargeKind.COUNTED or charge.category == "scope"


@given(TEXT)
def test_quoted_text_is_data(text: str) -> None:
    quoted = "'" + text.replace("'", "'\\''") + "'"
    assert kind(f"echo {quoted} > notes.txt", None) is ChargeKind.FREE


@given(TEXT)
def test_text_in_a_quoted_heredoc_is_data(text: str) -> None:
    body = re.sub(r"(?m)^EOF$", "EOF.", text)
    for line in (body, f"\\boxed{{{body}}}", f"\\[{body}", f"<answer>{body}", f"#include {body}", f"'{body}"):
        assert kind(f"cat > notes.txt <<'EOF'\n{line}\nEOF", None) is ChargeKind.FREE


@given(st.text())
def test_any_text_gets_a_charge_and_always_the_same(command: str) -> None:
    first = classify(command, CODE, LABELS, "A", 5)
    assert first == classify(command, CODE, LABELS, "A", 5)


FRAGMENTS = [
    *"'\"\\`$(){}[]<>|&;#!\n \t=*?~",
    "$(",
    "$((",
    "))",
    "<<EOF\n",
    "EOF\n",
    "<<'E'\n",
    "E\n",
    "<(",
    "if ",
    "fi",
]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=3)), max_size=60), st.integers(1, 400))
def test_hostile_text_of_any_length_gets_a_charge(pieces: list[str], times: int) -> None:
    command = ("".join(pieces) * times)[:100_000]
    assert classify(command, CODE, LABELS, "A", 5).kind in ChargeKind


@pytest.fixture(scope="module")
def workspace() -> Iterator[Workspace]:
    with open_workspace() as opened:
        yield opened


#: Each of these puts 42 into the output when the shell evaluates it, and contains no "42" itself.
COMPUTING = ["$((6*7))", "$[6*7]", "`echo $((6*7))`", "$(echo $[6*7])", "${x:=4}${y:=2}"]
PIECES = [
    *COMPUTING,
    "'",
    '"',
    "\\",
    "\n",
    " ",
    "echo ",
    "cat <<EOF\n",
    "\nEOF\n",
    "cat <<'EOF'\n",
    "cat <<E\\OF\n",
    "<<< ",
    "# ",
    "#",
    "]",
    "\r",
    "{ ",
    "; ",
    "| cat ",
    "é",
    "$'",
    '$"',
    "$(",
    ")",
    "`",
    "x=",
]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=9))
def test_what_is_called_free_does_not_compute(workspace: Workspace, pieces: list[str]) -> None:
    """Neither when it is run as it was judged, nor in bash: a free command means the same to both."""
    command = "echo " + "".join(pieces)
    judged = judge_command(command, ContestContext(CODE, LABELS, "A", 5))
    if judged.charge.kind is ChargeKind.FREE:
        for part in judged.steps:
            assert isinstance(part.step, ShellStep)
            assert "42" not in workspace.run_free(part.step.program).output, command
        assert "42" not in workspace.run(command, 5).output, command


def test_the_real_shell_does_compute_these() -> None:
    """The control of the test above."""
    with open_workspace() as opened:
        for computing in COMPUTING:
            assert "42" in opened.run(f"echo {computing}", 5).output
