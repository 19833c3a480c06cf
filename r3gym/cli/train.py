"""``r3gym train``: train an allocation policy in the simulated twin and save it as a scheduler."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from r3gym.cli.numbers import MOST_CONTESTS, MOST_SEED, MOST_STEPS, MOST_UNITS, real, whole
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.core.contest_size import FEWEST_PROBLEMS, MOST_PROBLEMS
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.train.evaluation import Score


def train(
    algo: Annotated[str, typer.Option(help="maskable_ppo, ppo or recurrent_ppo.")] = "maskable_ppo",
    domain: Annotated[str, typer.Option(help="code, math, ar or all.")] = "all",
    steps: Annotated[
        float,
        typer.Option(parser=real(1, MOST_STEPS), help="Simulated paid steps to train on; 1e6 will do."),
    ] = 1e6,
    seed: Annotated[int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of contests and network.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Folder of the run. Default: runs/train-TIME.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint in --out.")] = False,
    profiles: Annotated[
        str, typer.Option(help="Solver models: train, a model's name, a JSON file, campaign:DIR.")
    ] = "train",
    contests: Annotated[int, typer.Option(parser=whole(1, MOST_CONTESTS), help="Contests simulated at once.")] = 1024,
    scheduler: Annotated[
        str, typer.Option(help="A guard to train under, and to be used with: none, coverage, verification.")
    ] = "none",
    problems: Annotated[
        int | None,
        typer.Option(parser=whole(FEWEST_PROBLEMS, MOST_PROBLEMS), help="Problems of a contest, 2 to 12. Default: 6."),
    ] = None,
    hidden: Annotated[
        int | None, typer.Option(parser=whole(1, MOST_UNITS), help="Units of the network's layers. Default: 32.")
    ] = None,
    evaluate_every: Annotated[
        float, typer.Option(parser=real(1, MOST_STEPS), help="Steps between checkpoints with a comparison.")
    ] = 250_000,
    as_json: AsJson = False,
) -> None:
    """Train an allocation policy in the simulated twin and compare it with every other scheduler.

    The folder holds model.zip (checkpoint), scheduler.npz, card.json and TensorBoard logs. Use the result as
    --scheduler learned:FOLDER/scheduler.npz, in r3gym play as in Python.

    Example: r3gym train --algo maskable_ppo --domain all --steps 1e6 --seed 0 --out runs/first
    """
    try:
        from r3gym.train.network import HIDDEN
        from r3gym.train.training import TrainingSettings
        from r3gym.train.training import train as run
    except ModuleNotFoundError as error:
        raise InputError(
            f"training needs {error.name}, which is not installed: `make train-setup` installs the extra 'train'"
        ) from None
    if out is None and resume:
        raise InputError("--resume needs --out FOLDER: the run to go on with")
    folder = out or Path("runs") / time.strftime("train-%Y%m%d-%H%M%S")
    settings = TrainingSettings(
        algo=algo,
        domain=domain,
        steps=int(steps),
        seed=seed,
        contests=contests,
        profiles=profiles,
        guard=scheduler,
        problems=problems,
        hidden=HIDDEN if hidden is None else hidden,
        evaluate_every=int(evaluate_every),
    )
    columns = (TextColumn("training"), BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("training", total=settings.steps)

        def show(scores_at: int, scores: list[Score]) -> None:
            ahead = sum(best.margin >= 0 for best in best_fixed(scores).values())
            errors.print(
                f"{scores_at:,} steps: ahead of every fixed scheduler in {ahead} of {len(best_fixed(scores))} cells"
            )

        done = run(
            settings,
            folder,
            resume=resume,
            on_steps=lambda count: progress.update(task, completed=min(count, settings.steps)),
            on_scores=show,
        )
    if as_json:
        scores = [score.__dict__ for score in done.scores]
        path = None if done.scheduler is None else str(done.scheduler)
        print_json({"folder": str(folder), "scheduler": path, "seconds": done.seconds, "validation": scores})
        return
    if done.scheduler is None:
        console.print(f"{folder}: a recurrent policy keeps a memory, so it is a checkpoint and not a scheduler file")
        return
    console.print(score_table(done.scores))
    console.print(f"scheduler=learned:{done.scheduler}", highlight=False)


def best_fixed(scores: list[Score]) -> dict[str, Score]:
    """Return the best fixed scheduler of each cell."""
    by_cell: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        if score.scheduler != "learned":
            by_cell[score.cell].append(score)
    return {cell: max(found, key=lambda score: score.mean) for cell, found in by_cell.items()}


def score_table(scores: list[Score]) -> Table:
    """Return a table of simulated contests with a row for each scheduler and a column for each cell."""
    cells = list(dict.fromkeys(score.cell for score in scores))
    table = Table("simulated score", *cells, box=box.SIMPLE_HEAD, pad_edge=False)
    for name in dict.fromkeys(score.scheduler for score in scores):
        found = {score.cell: score for score in scores if score.scheduler == name}
        table.add_row(name, *(f"{found[cell].mean:.2f}" for cell in cells), style="bold" if name == "learned" else None)
    return table
