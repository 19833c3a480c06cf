"""``r3gym twin``: the simulated twin: its solver models, and comparisons of schedulers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from r3gym.cli.numbers import MOST_CONTESTS, MOST_SEED, whole
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.core.contest_size import FEWEST_PROBLEMS, MOST_PROBLEMS, check_problem_count
from r3gym.core.domain import Domain
from r3gym.core.known_domains import domain_names, get_domain, paper_domains
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.errors import InputError

app = typer.Typer(no_args_is_help=True, help="The simulated twin: solver models, ceilings, schedulers compared.")

WARNING = (
    "Simulated stand-ins, fitted to averages that the paper publishes. They are not these models, and no number below "
    "is a measurement of one."
)
OneDomain = Annotated[str, typer.Option(help="code, math, ar or all.")]


@app.command()
def fit(
    model: Annotated[str | None, typer.Option(help="One model of the paper; all when not given.")] = None,
    domain: OneDomain = "all",
    refit: Annotated[
        bool, typer.Option("--refit", help="Search again (half a minute a profile) instead of the shipped fit.")
    ] = False,
    seed: Annotated[int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of the search.")] = 0,
    contests: Annotated[
        int, typer.Option(parser=whole(1, MOST_CONTESTS), help="Simulated contests behind each residual.")
    ] = 4096,
    out: Annotated[Path | None, typer.Option(help="Write the profiles to this JSON file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Fit profiles to the paper's published tables and print every residual.

    Example: r3gym twin fit --model GLM-5.2 --domain code --refit
    """
    from r3gym.simulation.fitting import fit_profile, fitted_models, residuals
    from r3gym.simulation.library import shipped_profiles

    if model is not None and model not in fitted_models():
        raise InputError(f"model={model!r}: the paper publishes tables of {', '.join(fitted_models())}")
    profiles, rows = [], []
    with _busy() as progress:
        task = progress.add_task("fitting")
        for name in fitted_models() if model is None else (model,):
            for each in _domains(domain):
                progress.update(task, description=f"{name} {each.name}")
                if refit:
                    profile = fit_profile(name, each, seed=seed)
                else:
                    profile = next(p for p in shipped_profiles() if (p.name, p.domain) == (name, each.name))
                profiles.append(profile)
                rows += [(profile, residual) for residual in residuals(profile, contests=contests)]
    if out is not None:
        found = {"note": WARNING, "profiles": [p.model_dump(mode="json") for p in profiles]}
        out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    if as_json:
        as_rows: list[dict[str, Any]] = [
            {"model": p.name, "domain": p.domain, **r.__dict__, "difference": r.difference} for p, r in rows
        ]
        print_json({"note": WARNING, "residuals": as_rows})
        return
    table = Table("stand-in for", "domain", "quantity", "published", "simulated", "difference", box=box.SIMPLE_HEAD)
    for p, r in rows:
        table.add_row(p.name, p.domain, r.quantity, f"{r.published:.2f}", f"{r.simulated:.2f}", f"{r.difference:+.2f}")
    console.print(table)
    rms = (sum(r.difference**2 for _, r in rows) / len(rows)) ** 0.5
    console.print(f"{len(rows)} numbers, root mean square of the differences {rms:.3f} problems", highlight=False)
    console.print(WARNING, style="bold")


@app.command()
def compare(
    scheduler: Annotated[str, typer.Option(help="The learned scheduler: learned, or learned:FILE.")] = "learned",
    profiles: Annotated[
        str, typer.Option(help="held_out, validation, train, a model's name, or a JSON file.")
    ] = "held_out",
    domain: OneDomain = "all",
    contests: Annotated[
        int, typer.Option(parser=whole(2, MOST_CONTESTS), help="Contests per profile, the same for every scheduler.")
    ] = 1000,
    seed: Annotated[int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of the contests.")] = 0,
    problems: Annotated[
        int, typer.Option(parser=whole(FEWEST_PROBLEMS, MOST_PROBLEMS), help="Problems of a contest, 2 to 12.")
    ] = PROBLEMS_PER_CONTEST,
    detail: Annotated[bool, typer.Option("--detail", help="Every profile, not only the pooled cells.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare all schedulers in the twin: score, share of the ceiling, share of the oracle gap, paired margin.

    Example: r3gym twin compare --profiles held_out --contests 1000
    """
    from r3gym.schedulers import make_scheduler
    from r3gym.schedulers.learned import LearnedScheduler
    from r3gym.train.scheduler_results import ALL, EXACT, scheduler_results

    learned = make_scheduler(scheduler)
    if not isinstance(learned, LearnedScheduler):
        raise InputError(f"scheduler={scheduler!r}: give learned or learned:FILE; all others are compared with it")
    with _busy() as progress:
        task = progress.add_task("comparing")
        found = scheduler_results(
            learned.network,
            _domains(domain),
            profiles,
            contests,
            seed,
            lambda what: progress.update(task, description=what),
            check_problem_count(problems),
        )
    if as_json:
        print_json([result.__dict__ for result in found])
        return
    shown = [s for s in found if detail or s.group in (ALL, EXACT)]
    for cell in dict.fromkeys((s.domain, s.pressure, s.group) for s in shown):
        rows = [s for s in shown if (s.domain, s.pressure, s.group) == cell]
        first = rows[0]
        kind = "exact" if first.exact else "upper bound"
        table = Table(
            *("scheduler", "score", "of ceiling", "of oracle gap", "learned minus it"),
            box=box.SIMPLE_HEAD,
            title=f"{first.domain}, pressure {first.pressure}, {first.group}: "
            f"ceiling {first.ceiling:.3f} ({kind}), oracle {first.oracle:.3f} (nominal costs)",
            title_justify="left",
        )
        for s in sorted(rows, key=lambda s: -s.score):
            margin = "" if s.scheduler == "learned" else f"{s.margin:+.3f} ± {s.within:.3f}"
            style = "bold" if s.scheduler == "learned" else None
            table.add_row(s.scheduler, f"{s.score:.3f}", f"{s.of_ceiling:.1%}", f"{s.of_gap:.0%}", margin, style=style)
        console.print(table)
    console.print("Simulated contests of solver models; no number here is a measurement of a language model.")


def _domains(name: str) -> tuple[Domain, ...]:
    if name != "all" and name not in domain_names():
        raise InputError(f"domain={name!r}: choose one of {', '.join(domain_names())}, all")
    return paper_domains() if name == "all" else (get_domain(name),)


def _busy() -> Progress:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty())
