"""Properties over all commands: nothing hides computation, nothing turns text into computation, nothing crashes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from commands import cases
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from known_domains import CODE

from r3gym.accounting import ChargeKind, classify
from r3gym.sandbox import Workspace, open_workspace

LABELS = CODE.labels()
COUNTED = [c for _, c, kind in cases() if kind is ChargeKind.COUNTED]
FREE = [c for family, c, kind in cases() if kind is ChargeKind.FREE and family != "bookkeeping"]
#: Text without NUL bytes and lone surrogates: what a shell can be given at all.
TEXT = st.text(alphabet=st.characters(blacklist_characters="\0", blacklist_categories=("Cs",)))

#: Passive surroundings. {} stands where a command can stand.
CONTEXTS = [
    "ls; {}",
    "ls && {}",
    "ls || {}",
    "ls\n{}",
    "{}\nls",
    "( {}\n)",
    "{{ {}\n}}",
    "echo $( {}\n)",
    'echo "$( {}\n)"',
    "cat <( {}\n)",
    "ls > >( {}\n)",
    "! ( {}\n)",
    "A=1; {}",
    "cd /app && {}",
    "cat <<'EOF'\ntext\nEOF\n{}",
    "f() {{ {}\n}}; f",
    "ls & {}",
    'cat <<< "$( {}\n)"',
]


def kind(command: str, focus: str | None = "A") -> ChargeKind:
    return classify(command, CODE, LABELS, focus, 5).kind


def heredoc(command: str) -> bool:
    return "<<" in command or command.endswith("\\")


@given(st.sampled_from([c for c in COUNTED if not heredoc(c)]), st.lists(st.sampled_from(CONTEXTS), max_size=3))
def test_a_counted_command_stays_counted_in_any_passive_context(command: str, contexts: list[str]) -> None:
    for context in contexts:
        command = context.format(command)
    assert kind(command) is ChargeKind.COUNTED


#: A function counts unless it is defined for sure, so it is no context that keeps a command free.
KEEPS_FREE = [c for c in CONTEXTS if not c.startswith("f()")]
STAYS_FREE = [c for c in FREE if not heredoc(c) and "()" not in c and "function" not in c and "#" not in c]


@given(st.sampled_from(STAYS_FREE), st.lists(st.sampled_from(KEEPS_FREE), max_size=2))
def test_a_free_command_stays_free_in_any_passive_context(command: str, contexts: list[str]) -> None:
    for context in contexts:
        command = context.format(command)
    assert kind(command) is ChargeKind.FREE


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
def test_what_is_called_free_does_not_compute_in_the_real_shell(workspace: Workspace, pieces: list[str]) -> None:
    """The grammar against bash itself: where they read a command differently, arithmetic could slip through."""
    command = "echo " + "".join(pieces)
    if kind(command) is ChargeKind.FREE:
        output = workspace.run(command, 5, free=True).output
        assert "42" not in output, command


def test_the_real_shell_does_compute_these() -> None:
    """The control of the test above."""
    with open_workspace() as opened:
        for computing in COMPUTING:
            assert "42" in opened.run(f"echo {computing}", 5).output
