"""``r3gym list``: the available environments, domains, schedulers, sandboxes, policies and models."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from r3gym.calibration.caps import calibrated_models
from r3gym.cli.output import AsJson, console, print_json
from r3gym.registration import environment_ids, twin_ids
from r3gym.utils.plugins import ListEntry


def list_all(as_json: AsJson = False) -> None:
    """List environments, domains, schedulers, sandboxes, policies, profiles, and the models with published budgets."""
    from r3gym.core.known_domains import list_domains
    from r3gym.models.loading import shipped_profiles
    from r3gym.policies import list_policies
    from r3gym.sandbox import backend_names
    from r3gym.schedulers import list_schedulers

    everything: dict[str, Sequence[str | ListEntry]] = {
        "environments": [*environment_ids(), *twin_ids()],
        "domains": list_domains(),
        "schedulers": list_schedulers(),
        "sandboxes": list(backend_names()),
        "policies": list_policies(),
        "model profiles": list(shipped_profiles()),
        "models with published budgets": list(calibrated_models()),
    }
    if as_json:
        print_json({name: _plain(values) for name, values in everything.items()})
        return
    for name, values in everything.items():
        console.print(f"[bold]{name}[/bold]")
        for value in values:
            line = f"  {value}" if isinstance(value, str) else f"  {value.name:21} {value.what}"
            console.print(Text(line, style="red" if isinstance(value, ListEntry) and not value.works else ""))


def _plain(values: Sequence[str | ListEntry]) -> list[str] | dict[str, str]:
    """Return plain JSON: the names, with their descriptions where there are any."""
    described = {value.name: value.what for value in values if isinstance(value, ListEntry)}
    return described or [value for value in values if isinstance(value, str)]
