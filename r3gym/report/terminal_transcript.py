"""Every text of an episode on a terminal, in order and whole: long lines are folded, nothing is left out."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from r3gym.report import phrases
from r3gym.report.episode_report import EpisodeReport, ReportCompletion, ReportProtocolError, ReportStep, ReportTurn
from r3gym.report.text import amount

_STYLES = {phrases.GOOD: "green", phrases.BAD: "red", phrases.ODD: "yellow", phrases.NONE: "dim"}


def show_transcript(console: Console, one: EpisodeReport) -> None:
    """Print every turn with its steps, the steps that no turn caused, and the completion."""
    if not (one.turns or one.steps or one.completions):
        return
    console.print(Text("\ntranscript", style="bold cyan"))
    by_number = {step.number: step for step in one.steps}
    told = {number for turn in one.turns for number in turn.steps}
    for turn in one.turns:
        faults = [fault for fault in one.faults if fault.turn == turn.number]
        _turn(console, turn, [by_number[n] for n in turn.steps if n in by_number], faults)
    for step in one.steps:
        if step.number not in told:
            _step(console, step)
    for completion in one.completions:
        _completion(console, completion)


def _turn(
    console: Console, turn: ReportTurn, steps: Iterable[ReportStep], faults: Iterable[ReportProtocolError]
) -> None:
    head = [f"turn {turn.number}", phrases.usage(turn.usage), f"finish {turn.finish}" if turn.finish else ""]
    console.print(Padding(Text(" · ".join(filter(None, head)), style="bold"), (1, 0, 0, 2)))
    _text(console, "reasoning", turn.reasoning)
    _text(console, "reply", turn.content)
    for name, arguments in turn.tool_calls:
        _text(console, f"call {name}", arguments)
    for fault in faults:
        _text(console, f"protocol error {fault.kind}", "\n".join(filter(None, (fault.detail, fault.answer))))
    for step in steps:
        _step(console, step)
    for said in turn.said:
        _text(console, "told", said)


def _step(console: Console, step: ReportStep) -> None:
    head = Text(f"step {step.number}  ", style="bold")
    head.append(step.charge or "not run", style=_STYLES[phrases.charge_tone(step.charge)])
    facts = (
        " ".join(filter(None, (step.verb, step.problem))),
        f"focus {step.focus}" if step.focus else "",
        f"used {amount(step.used)}",
        step.effects,
    )
    head.append("  " + " · ".join(filter(None, facts)), style="not bold")
    console.print(Padding(head, (0, 0, 0, 4)))
    _text(console, "reason", step.reason)
    _text(console, "text", step.text)
    _text(console, "output", step.output if step.charge else "the sandbox failed")
    _text(console, "output before it was cut", step.full_output)


def _completion(console: Console, completion: ReportCompletion) -> None:
    said = [
        f"{amount(completion.tokens)} tokens, charged {amount(completion.charged)}, finish {completion.finish or '-'}"
    ]
    console.print(Padding(Text("; ".join([*said, *completion.remarks]), style="bold"), (0, 0, 0, 2)))
    _text(console, "reasoning", completion.reasoning)
    _text(console, "completion", completion.text)
    _text(console, "finaliser", completion.final or "")


def _text(console: Console, name: str, text: str) -> None:
    if text.strip():
        console.print(Padding(Text(name, style="dim"), (0, 0, 0, 6)))
        console.print(Padding(Text(text.rstrip("\n"), overflow="fold"), (0, 0, 0, 8)))
