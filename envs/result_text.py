"""What the agent reads after an action: the outcome line, a cut output, and the texts of blocks and of the focus.

Pure functions of what happened. Every result ends with one line in brackets that says what the command did, what it
cost and what is left; what was not run says why and what to do instead. The wording is in the prompt tables
``agent_blocks`` and ``agent_results``, so it is part of the version of all prompts.
"""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.core.budget import Ledger
from r3gym.core.charge import ChargeKind
from r3gym.core.state import ContestState
from r3gym.prompts.block_texts import on_one_line
from r3gym.prompts.instruction import BudgetView
from r3gym.prompts.templates import fill, prompt_table

#: A cut moves to the end of a line if it drops at most this share of its half.
_LINE_SHARE = 8


def outcome_line(*, exit_code: int | None, kind: ChargeKind, word: str, balance: str, notes: Sequence[str] = ()) -> str:
    """Return the last line of a result: exit status, charge with the word that decided it, and what is left.

    ``exit_code`` is None for bookkeeping, which runs no command. ``word`` is not shown for free commands. ``balance``
    comes from `balance`; an empty one is left out. ``notes`` follow the exit status.

    >>> outcome_line(exit_code=0, kind=ChargeKind.COUNTED, word="g++", balance="2 of 7 left")
    '[exit 0; counted: g++; 2 of 7 left]'
    >>> outcome_line(exit_code=124, kind=ChargeKind.FREE, word="", balance="", notes=["stopped after 5 s"])
    '[exit 124, stopped after 5 s; free]'
    >>> outcome_line(exit_code=None, kind=ChargeKind.BLOCKED, word="julia", balance="2 of 7 left")
    '[not run, no cost; blocked: julia; 2 of 7 left]'
    """
    done = "" if exit_code is None else f"exit {exit_code}"
    if kind not in (ChargeKind.COUNTED, ChargeKind.FREE):
        done = "not run, no cost"
    charge = {
        ChargeKind.COUNTED: "counted",
        ChargeKind.FREE: "free",
        ChargeKind.BLOCKED: "blocked",
        ChargeKind.PROTOCOL_ERROR: "not understood",
    }[kind]
    named = f"{charge}: {on_one_line(word)}" if word and kind is not ChargeKind.FREE else charge
    first = ", ".join(part for part in (done, *notes) if part)
    return f"[{'; '.join(part for part in (first, named, balance) if part)}]"


def balance(spending: Ledger | ContestState, view: BudgetView) -> str:
    """Return what is left, as much of it as the view shows: "2 of 7 left", "7 in all", "3 used" or "".

    >>> from r3gym.core.budget import Budget
    >>> ledger = Ledger.opened(Budget(7), "AB").counted("A")
    >>> [balance(ledger, view) for view in BudgetView]
    ['', '7 in all', '6 of 7 left']
    >>> balance(Ledger.opened(Budget(None), "AB"), BudgetView.HIDDEN)
    '0 used'
    """
    total = spending.budget.total if isinstance(spending, Ledger) else spending.total
    if total is None:
        return f"{spending.used} used"
    if view is BudgetView.HIDDEN:
        return ""
    return f"{total} in all" if view is BudgetView.TOTAL else f"{spending.remaining} of {total} left"


def cut_output(text: str, limit: int, where: str = "") -> str:
    """Return the text, or about ``limit`` bytes of it (UTF-8): its beginning and its end around a marker line.

    The marker gives the number of bytes left out and, unless ``where`` is empty, the place of the whole output. The two
    parts are never longer than ``limit`` together. They end and begin at line ends where that drops little more.

    >>> print(cut_output("one\\ntwo\\nsix\\nten\\n", 8, "/tmp/output_3.txt"))
    one
    [... 8 bytes left out; the whole output is in /tmp/output_3.txt ...]
    ten
    <BLANKLINE>
    """
    data = text.encode("utf-8", errors="surrogatepass")
    limit = max(limit, 0)
    if len(data) <= limit:
        return text
    half = limit // 2
    head, tail = _head(data, limit - half), _tail(data, half)
    table = prompt_table("agent_results")
    marker = fill(table["cut"], bytes=f"{len(data) - len(head) - len(tail):,}", where=_place(where))
    before, after = (part.decode("utf-8", errors="surrogatepass") for part in (head, tail))
    return f"{before}{'' if before.endswith(chr(10)) or not before else chr(10)}{marker}\n{after}"


def block_text(reason: str) -> str:
    """Return the text of a command that was blocked; the charge's reason names the word and the way out."""
    return f"blocked, not run, no cost: {reason}"


def error_text(reason: str) -> str:
    """Return the text of a command that is none; the charge's reason has the shell's own message."""
    return f"not run, no cost: {reason}"


def focus_text(label: str, directory: str, target: str | None = None) -> str:
    """Return the answer to ``focus_problem``: the problem and the directory of its shell.

    >>> focus_text("B", "/app/problem_B")
    'focus: problem B; its shell is in /app/problem_B'
    >>> focus_text("F", "/app/problem_F", target="C")
    'focus: problem F; only problem C may be worked on and is scored in this run'
    """
    form = "focus" if target in (None, label) else "focus_other"
    return fill(prompt_table("agent_results")[form], label=label, directory=directory, target=target or label)


def _place(where: str) -> str:
    return fill(prompt_table("agent_results")["cut_where"], file=where) if where else ""


def _head(data: bytes, most: int) -> bytes:
    """Return the longest beginning of whole characters, shortened to whole lines where that costs little."""
    while most and data[most] & 0xC0 == 0x80:
        most -= 1
    line_end = data.rfind(b"\n", 0, most) + 1
    return data[: line_end if most - line_end <= most // _LINE_SHARE else most]


def _tail(data: bytes, most: int) -> bytes:
    """Return the longest end of whole characters, shortened to whole lines where that costs little."""
    start = len(data) - most
    while start < len(data) and data[start] & 0xC0 == 0x80:
        start += 1
    if data[start - 1 : start] == b"\n":
        return data[start:]
    line_start = data.find(b"\n", start) + 1
    cheap = line_start and line_start - start <= (len(data) - start) // _LINE_SHARE
    return data[line_start if cheap else start :]
