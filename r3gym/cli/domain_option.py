"""The option ``--domain`` of all verbs: one of the known names, listed in the help."""

from __future__ import annotations

from typing import Any

import typer

from r3gym.core.known_domains import domain_names

#: The default domain of the verbs.
DEFAULT_DOMAIN = domain_names()[0]
#: The default domain of `r3gym parse`.
PARSED_BY_DEFAULT = domain_names()[1]


def domain_option(help_text: str) -> Any:
    """Return an option that takes the name of a domain."""
    return typer.Option(help=help_text, metavar=f"[{'|'.join(domain_names())}]", callback=_checked)


def _checked(name: str | None) -> str | None:
    if name is not None and name not in domain_names():
        known = ", ".join(map(repr, domain_names()))
        raise typer.BadParameter(f"{name!r} is not one of {known}.")
    return name
