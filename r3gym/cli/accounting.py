"""``r3gym explain``: what a command would cost, and why."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rich.text import Text

from r3gym.accounting import POLICY_VERSION, Charge, classify
from r3gym.cli.batch import run_batch
from r3gym.cli.domain_option import DEFAULT_DOMAIN, domain_option
from r3gym.cli.numbers import MOST_BUDGET, whole
from r3gym.cli.output import AsJson, console, print_json
from r3gym.core.domain import Domain
from r3gym.core.domain_name import DomainName
from r3gym.core.known_domains import get_domain
from r3gym.errors import InputError


class ExplainRow(BaseModel):
    """A row of ``--batch``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str | int
    command: str
    domain: DomainName = DEFAULT_DOMAIN
    focus: str | None = None
    remaining: int | None = Field(default=10, ge=0)
    cwd: str = "/app"


def explain(
    command: Annotated[str | None, typer.Argument(help="A shell command, quoted.")] = None,
    domain: Annotated[str, domain_option("The domain of the contest.")] = DEFAULT_DOMAIN,
    focus: Annotated[str | None, typer.Option(help="The focused problem's label; none by default.")] = None,
    remaining: Annotated[int, typer.Option(help="Budget left.", parser=whole(0, MOST_BUDGET))] = 10,
    cwd: Annotated[str, typer.Option(help="The directory that the shell is in, as an absolute path.")] = "/app",
    batch: Annotated[
        Path | None,
        typer.Option(
            help='JSONL rows {"id", "command", "domain", "focus", "remaining", "cwd"}; one row out for each row in.'
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a command is counted, free, blocked or a protocol error, and which part of it decides."""
    if (command is None) == (batch is None):
        raise InputError("give one command in quotes, or --batch FILE.jsonl")
    if batch is not None:
        run_batch(batch, _explain_row, sys.stdout)
        return
    assert command is not None
    charge = _charge(command, get_domain(domain), focus, remaining, cwd)
    if as_json:
        print_json({**_row(charge), "policy": POLICY_VERSION})
        return
    data = command.encode("utf-8", errors="replace")
    start, end = charge.span
    shown = Text(data[:start].decode("utf-8", errors="replace"))
    shown.append(data[start:end].decode("utf-8", errors="replace"), style="underline bold")
    shown.append(data[end:].decode("utf-8", errors="replace"))
    console.print(shown)
    if not console.is_terminal and "\n" not in command and end > start:
        console.print(" " * len(data[:start].decode("utf-8", "replace")) + "^" * (end - start), highlight=False)
    decided = f"; decided by {charge.word!r}" if charge.word else ""
    said = Text(charge.kind.value, style="bold")
    said.append(f" ({charge.category}{decided}): {charge.reason}", style="not bold")
    console.print(said, highlight=False)


def _explain_row(value: dict[str, Any]) -> dict[str, Any]:
    try:
        row = ExplainRow.model_validate(value)
    except ValidationError as error:
        from r3gym.domains.rows import describe

        raise InputError(describe(error)) from None
    return _row(_charge(row.command, get_domain(row.domain), row.focus, row.remaining, row.cwd))


def _charge(command: str, domain: Domain, focus: str | None, remaining: int | None, cwd: str) -> Charge:
    labels = domain.labels()
    if focus is not None and focus not in labels:
        raise InputError(f"focus {focus!r}: a {domain.name} contest has problems {', '.join(labels)}")
    if not cwd.startswith("/"):
        raise InputError(f"cwd {cwd!r}: give an absolute path such as /app/problem_{labels[0]}")
    return classify(command, domain, labels, focus, remaining, cwd=cwd)


def _row(charge: Charge) -> dict[str, Any]:
    return {"kind": charge.kind.value, "category": charge.category, "reason": charge.reason, "word": charge.word}
