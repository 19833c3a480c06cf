"""``r3gym list``: what there is to choose from."""

from __future__ import annotations

from r3gym.calibration import calibrated_models
from r3gym.cli.output import AsJson, console, print_json
from r3gym.registration import environment_ids, twin_ids


def list_all(as_json: AsJson = False) -> None:
    """List environments, schedulers, sandboxes, policies, model profiles, and the models with published budgets."""
    from r3gym.policies.models.loading import shipped_profiles
    from r3gym.sandbox import backend_names
    from r3gym.schedulers import scheduler_names

    everything = {
        "environments": [*environment_ids(), *twin_ids()],
        "schedulers": list(scheduler_names()),
        "sandboxes": list(backend_names()),
        "policies": ["scripted:tunnel", "scripted:scanner", "llm"],
        "model profiles": list(shipped_profiles()),
        "models with published budgets": list(calibrated_models()),
    }
    if as_json:
        print_json(everything)
        return
    for name, values in everything.items():
        console.print(f"[bold]{name}[/bold]")
        for value in values:
            console.print(f"  {value}", highlight=False)
