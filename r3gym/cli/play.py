"""``r3gym demo`` and ``r3gym play``: contests with the scripted solver, which needs no model."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import gymnasium as gym
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.cli.results import results_table
from r3gym.domains import Domain
from r3gym.errors import InputError
from r3gym.playing import play_episode

#: What `demo` plays: one contest of every domain, with both personalities, so that the table compares allocations.
DEMO = [(domain, 0, personality) for domain in Domain for personality in ("tunnel", "scanner")]


def demo(
    out: Annotated[Path | None, typer.Option(help="Folder for the records. Default: runs/demo-TIME.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the scripted solver.")] = 0,
    pressure: Annotated[float, typer.Option(help="Budget pressure: 0.2 is strong, 0.8 moderate.")] = 0.8,
    as_json: AsJson = False,
) -> None:
    """Play embedded contests of all three domains, offline, in a real sandbox.

    The solver is scripted: it works in the sandbox and pays like any agent, but its drafts come from the problem bank,
    so its scores say nothing about any model.
    """
    folder = out or Path("runs") / time.strftime("demo-%Y%m%d-%H%M%S")
    rows = []
    columns = (
        TextColumn("{task.description:36}"),
        BarColumn(24),
        MofNCompleteColumn(),
        TextColumn("contests"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=errors) as progress:
        task = progress.add_task("opening the sandbox", total=len(DEMO))
        for domain, contest, who in DEMO:
            label = f"{domain.long_name}, {who}"

            def show(step: int, label: str = label) -> None:
                progress.update(task, description=f"{label}: step {step}")

            rows.append(
                play_contest(
                    domain,
                    contest=contest,
                    seed=seed,
                    personality=who,
                    pressure=pressure,
                    folder=folder,
                    on_step=show,
                )
            )
            progress.advance(task)
    if as_json:
        print_json(rows)
    else:
        console.print(results_table(rows))
        console.print(
            "tunnel stays on a problem until it looks solved; scanner gives each open problem one paid step in turn.\n"
            "Both are scripted (their drafts come from the bank): the scores show the machinery, not a model."
        )
        console.print(f"Records: {folder}  ({len(rows)} episodes, one JSON file each)", highlight=False, markup=False)
    if any(row["result"] is None or row["result"]["judge_errors"] for row in rows):
        raise typer.Exit(1)


def play(
    domain: Annotated[Domain, typer.Option(help="Which domain.")] = Domain.CODE,
    contest: Annotated[str, typer.Option(help="Contest: index from 0, or id.")] = "0",
    suite: Annotated[str, typer.Option(help="embedded, r3bench:DIR, packages:DIR, or a suite folder.")] = "embedded",
    policy: Annotated[str, typer.Option(help="scripted, scripted:tunnel or scripted:scanner.")] = "scripted",
    scheduler: Annotated[str, typer.Option(help="none, coverage or verification.")] = "none",
    budget: Annotated[int | None, typer.Option(help="Counted actions; otherwise pressure and model decide.")] = None,
    pressure: Annotated[float | None, typer.Option(help="0.2 (strong) or 0.8 (moderate). Default 0.8.")] = None,
    model: Annotated[str | None, typer.Option(help="Whose published cap. Default DeepSeek-V4-Pro.")] = None,
    sandbox: Annotated[str, typer.Option(help="Where commands run.")] = "bubblewrap",
    judges: Annotated[Path | None, typer.Option(help="Which judge decides: a TOML or JSON file.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the solver.")] = 0,
    target: Annotated[str | None, typer.Option(help="Target-in-suite: the only problem to work on.")] = None,
    show_difficulty: Annotated[bool, typer.Option(help="Show tiers in the instruction.")] = False,
    render: Annotated[bool, typer.Option("--render", help="Show the scoreboard after every action.")] = False,
    out: Annotated[Path | None, typer.Option(help="Folder for the record. Default: runs/play-TIME.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play one contest and print its result."""
    from r3gym.judging.judges import load_judges

    if as_json and render:
        raise InputError("--json with --render: choose one, both write to standard output")
    name, _, personality = policy.partition(":")
    if name != "scripted":
        raise InputError(f"--policy {policy!r}: choose scripted, scripted:tunnel or scripted:scanner")
    row = play_contest(
        domain,
        contest=int(contest) if contest.isascii() and contest.isdigit() else contest,
        suite=suite,
        seed=seed,
        personality=personality or "tunnel",
        folder=out or Path("runs") / time.strftime("play-%Y%m%d-%H%M%S"),
        render_mode="human" if render else None,
        scheduler=scheduler,
        budget=budget,
        pressure=pressure,
        model=model,
        sandbox=sandbox,
        judges=None if judges is None else load_judges(judges).to_json(),
        target=target,
        show_difficulty=show_difficulty,
    )
    if as_json:
        print_json(row)
    else:
        console.print(results_table([row]))
        console.print(f"Record: {row['record']}", highlight=False, markup=False)
    if row["result"] is None:
        errors.print(f"the episode is void: {row['error']}", highlight=False, markup=False)
        raise typer.Exit(1)
    if row["result"]["judge_errors"]:
        details = [f"{p['label']}: {p['detail']}" for p in row["result"]["problems"] if p["verdict"] == "judge_error"]
        errors.print("the judge could not decide:", *details, sep="\n  ", highlight=False, markup=False)
        raise typer.Exit(1)


def play_contest(
    domain: Domain,
    *,
    contest: int | str,
    seed: int,
    personality: str,
    folder: Path,
    suite: str = "embedded",
    render_mode: str | None = None,
    on_step: Any = None,
    **settings: Any,
) -> dict[str, Any]:
    """Play one contest with the scripted solver and write its record."""
    from r3gym.envs import RecordEpisodes
    from r3gym.policies import ScriptedSolver

    solver = ScriptedSolver(suite, domain, seed=seed, personality=personality)
    made = gym.make(
        f"R3Contest-{domain.gym_name}-v0", suite=suite, contest=contest, render_mode=render_mode, **settings
    )
    folder.mkdir(parents=True, exist_ok=True)  # a folder that cannot be made is reported before the contest, not after
    name = f"{domain.value}-{contest}-{personality}"
    env = RecordEpisodes(made, str(folder), name=name)
    try:
        played = play_episode(env, solver, seed=seed, on_step=on_step)
    finally:
        env.close()
    info = played.info
    return {
        "contest": info["contest"],
        "domain": domain.value,
        "policy": f"scripted:{personality}",
        "ledger": info["ledger"],
        "result": info.get("result"),
        "error": played.error or None,
        "record": str(env.last_record),
    }
