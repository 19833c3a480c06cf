"""What the agent reads after an action: outcome line, cut output, blocks and focus."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import CODE

from r3gym.accounting import classify
from r3gym.core.budget import Budget, Ledger
from r3gym.core.charge import ChargeKind
from r3gym.core.state import ContestState, ProblemState
from r3gym.envs.result_text import balance, block_text, cut_output, error_text, focus_text, outcome_line
from r3gym.prompts.block_texts import block_reason
from r3gym.prompts.instruction import BudgetView
from r3gym.prompts.templates import prompt_table

LABELS = CODE.labels()
MARKER = re.compile(r"^\[\.\.\. ([\d,]+) bytes left out(?:; the whole output is in (\S+))? \.\.\.\]\n", re.MULTILINE)
lines = st.lists(st.text(alphabet="abé€😀 [.]", max_size=30), max_size=40).map("\n".join)


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ((0, ChargeKind.COUNTED, "g++", "2 of 7 left", ()), "[exit 0; counted: g++; 2 of 7 left]"),
        ((1, ChargeKind.FREE, "cat", "2 of 7 left", ()), "[exit 1; free; 2 of 7 left]"),
        (
            (124, ChargeKind.COUNTED, "./a.out", "0 of 7 left", ["stopped after 120 s"]),
            "[exit 124, stopped after 120 s; counted: ./a.out; 0 of 7 left]",
        ),
        ((None, ChargeKind.BLOCKED, "julia", "2 of 7 left", ()), "[not run, no cost; blocked: julia; 2 of 7 left]"),
        ((None, ChargeKind.PROTOCOL_ERROR, "", "7 in all", ()), "[not run, no cost; not understood; 7 in all]"),
        ((None, ChargeKind.FREE, "", "", ()), "[free]"),
        ((0, ChargeKind.COUNTED, "a\nb", "", ()), "[exit 0; counted: a b]"),
    ],
)
def test_the_outcome_line_says_what_happened_what_it_cost_and_what_is_left(values: tuple, line: str) -> None:  # type: ignore[type-arg]
    exit_code, kind, word, left, notes = values
    assert outcome_line(exit_code=exit_code, kind=kind, word=word, balance=left, notes=notes) == line


@given(st.integers(0, 9) | st.none(), st.sampled_from(BudgetView))
def test_the_balance_of_a_ledger_is_that_of_its_state(total: int | None, view: BudgetView) -> None:
    ledger = Ledger.opened(Budget(total), LABELS)
    problems = tuple(ProblemState(label) for label in LABELS)
    assert balance(ledger, view) == balance(ContestState(CODE, problems, None, total, 0, ledger.remaining), view)
    assert balance(Ledger.opened(Budget(None), LABELS).counted("A"), view) == "1 used"


@given(lines | st.text(max_size=400), st.integers(0, 300), st.sampled_from(["", "/tmp/output_3.txt"]))
def test_a_cut_keeps_the_beginning_and_the_end_and_counts_what_is_left_out(text: str, limit: int, where: str) -> None:
    size = len(text.encode())
    cut = cut_output(text, limit, where)
    if size <= limit:
        assert cut == text
        return
    fits = []
    for marker in MARKER.finditer(cut):  # the text itself may hold a line like the marker
        head, tail = cut[: marker.start()], cut[marker.end() :]
        heads = [head, head.removesuffix("\n")]
        fits += [
            kept
            for kept in heads
            if text.startswith(kept)
            and text.endswith(tail)
            and len(kept.encode()) + len(tail.encode()) + int(marker[1].replace(",", "")) == size
            and len(kept.encode()) + len(tail.encode()) <= limit
            and (marker[2] or "") == where
        ]
    assert fits
    cut.encode()  # no half character


def test_a_cut_goes_along_line_ends_where_that_costs_little() -> None:
    text = "".join(f"line {number}\n" for number in range(10_000))
    cut = cut_output(text, 4096)
    head, _, tail = cut.partition("[... ")
    assert head.endswith("\n")
    assert tail.split("\n")[1].startswith("line ")
    assert 3600 < len(cut) < 4200
    assert len(cut_output("x" * 10_000, 4096)) > 4096, "one long line is cut anywhere"


def test_half_a_surrogate_pair_does_not_break_the_cut() -> None:
    assert cut_output("\ud800" * 100, 30).startswith("\ud800")


BLOCKS = sorted(prompt_table("agent_blocks"))


@pytest.mark.parametrize("category", [name for name in BLOCKS if name not in ("scheduler", "focus_one")])
def test_a_block_names_the_deciding_word(category: str) -> None:
    text = block_text(block_reason(category, "g++", labels=LABELS, focus="B", others=("A",)))
    assert text.startswith("blocked, not run, no cost: 'g++' ")
    assert "$" not in text


@pytest.mark.parametrize("focus", [None, "A", "B"])
@pytest.mark.parametrize(
    "command", ["g++ a.cpp", "g++ /app/problem_B/a.cpp", "grep x problem_*/a", "focus_problem C; g++ a"]
)
def test_with_a_spent_budget_no_block_leads_to_a_computation(command: str, focus: str | None) -> None:
    for target in (None, "C"):
        text = block_text(classify(command, CODE, LABELS, focus, 0, target=target).reason)
        assert "focus_problem" not in text
        assert text.endswith("record the answers you have (free) and end with mark_task_complete")


def test_the_way_out_names_the_right_problem() -> None:
    assert block_reason("focus", "g++", labels="123").endswith("for example focus_problem 1")
    assert block_reason("focus", "g++", labels="123", target="3").endswith("call focus_problem 3 first (free)")
    assert block_reason("focus", "g++", labels="1").endswith("call focus_problem 1 first (free)")
    assert "call focus_problem 3 first" in block_reason("scope", "g++", labels="123", focus="1", others="3")
    assert block_reason("missing", "julia", labels="1", toolbox="g++ 12").endswith(
        "'julia' is not installed here (installed: g++ 12): use another program"
    )


def test_the_focus_names_the_directory_or_the_target() -> None:
    assert focus_text("C", "/app/problem_C", target="C") == "focus: problem C; its shell is in /app/problem_C"
    assert "only problem C" in focus_text("F", "/app/problem_F", target="C")


def test_a_syntax_error_shows_the_message_of_the_shell() -> None:
    text = error_text(classify("cat 'open", CODE, LABELS, "A", 5).reason)
    assert text.startswith(
        "not run, no cost: the shell cannot read this command: line 1: unexpected EOF while looking for"
    )
