"""Output of the commands: tables and progress on a terminal, JSON with --json."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console

#: The option that every verb has.
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]

#: A readable text for the provenance of a verdict.
PROVENANCE_LABELS = {"paper": "the paper's judge", "stand-in": "a stand-in for the paper's judge"}

console = Console()
errors = Console(stderr=True)


def print_json(value: Any) -> None:
    """Print one JSON value on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
