"""``r3gym sandbox``: what this machine can isolate and limit."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, help="What this machine can isolate, and its upkeep.")
