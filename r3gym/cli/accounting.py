"""``r3gym explain``: what a command would cost, and why."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from r3gym.cli.output import AsJson, console, print_json
from r3gym.domains import Domain
from r3gym.errors import InputError


def explain(
    command: Annotated[str, typer.Argument(help="A shell command, quoted.")],
    domain: Annotated[Domain, typer.Option(help="The domain of the contest.")] = Domain.CODE,
    focus: Annotated[str | None, typer.Option(help="The focused problem's label; none by default.")] = None,
    remaining: Annotated[int, typer.Option(help="Budget left.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Say whether a command is counted, free, blocked or a protocol error, and which part of it decides."""
    from r3gym.accounting import POLICY_VERSION, classify
    from r3gym.actions import parse_helper

    labels = domain.labels()
    if focus is not None and focus not in labels:
        raise InputError(f"--focus {focus!r}: a {domain.value} contest has problems {', '.join(labels)}")
    helper = parse_helper(command)
    if helper is not None:
        kind, category, reason, span = (
            "free",
            helper.verb.name.lower(),
            "bookkeeping and recording are free",
            (0, 0),
        )
    else:
        charge = classify(command, labels, focus, remaining)
        kind, category, reason, span = charge.kind.value, charge.category, charge.reason, charge.span
    if as_json:
        print_json({"kind": kind, "category": category, "reason": reason, "policy": POLICY_VERSION})
        return
    data = command.encode()
    shown = Text(data[: span[0]].decode())
    shown.append(data[span[0] : span[1]].decode(), style="underline bold")
    shown.append(data[span[1] :].decode())
    console.print(shown)
    console.print(f"[bold]{kind}[/bold] ({category}): {reason}", highlight=False)
