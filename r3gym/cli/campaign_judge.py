"""``r3gym campaign judge``: judge a campaign's stored answers, those without a verdict or all of them again."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from r3gym.cli.numbers import MOST_WORKERS, whole
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.cli.stopping import stop_in_two_steps

if TYPE_CHECKING:
    from r3gym.campaigns.judging_run import EpisodesToJudge, JudgingSummary

#: Seconds between two lines of progress when the output is not a terminal.
_LINE_S = 30.0
#: How many reasons of failure are shown.
_SHOWN = 10


def judge(
    folder: Annotated[Path, typer.Argument(help="The campaign's folder.")],
    again: Annotated[
        bool, typer.Option("--again", help="Judge all answers, not only those without a verdict.")
    ] = False,
    judges: Annotated[Path | None, typer.Option(help="Other judges than the campaign's: TOML or JSON.")] = None,
    workers: Annotated[
        int | None, typer.Option(parser=whole(1, MOST_WORKERS), help="Episodes at once. Default: by cores and judges.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be judged; write nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Judge stored answers: nothing is played and no model is asked but a model judge.

    Exit code 1 when answers still await judging. Examples: r3gym campaign judge runs/mine;
    r3gym campaign judge runs/mine --again --judges judges.toml.
    """
    from r3gym.campaigns.judging_run import find_episodes

    todo = find_episodes(folder, again=again, judges=judges)
    if dry_run:
        _show_plan(todo, as_json)
        return
    command = ["r3gym", "campaign", "judge", str(folder), *(["--again"] if again else [])]
    summary = judge_episodes(todo, workers, [*command, *(["--judges", str(judges)] if judges else [])])
    if as_json:
        print_json({"folder": str(folder), **asdict(summary), "without_record": todo.without_record})
    else:
        for line in summary_lines(todo, summary):
            console.print(line, highlight=False, markup=False)
    if summary.awaiting or summary.unreadable:
        raise typer.Exit(1)


def judge_episodes(todo: EpisodesToJudge, workers: int | None, command: list[str]) -> JudgingSummary:
    """Judge with progress on standard error; an interrupt stores what is judged and prints how to go on."""
    from r3gym.campaigns.executors import default_workers
    from r3gym.campaigns.judging_run import run_judging
    from r3gym.campaigns.store import Store
    from r3gym.core.known_domains import get_domain

    waits = any(todo.judges.waits_for_network(get_domain(episode.domain)) for episode in todo.episodes)
    go_on = f"Verdicts so far are kept. Go on with: {shlex.join(command)}"
    try:
        with (
            Store(todo.folder) as store,
            stop_in_two_steps(lambda: None) as stop,
            _progress(len(todo.episodes)) as watch,
        ):
            summary = run_judging(todo, store, workers or default_workers(waits), stop=stop, watch=watch)
    except KeyboardInterrupt:
        print(f"stopped at once. {go_on}", file=sys.stderr, flush=True)
        os._exit(130)  # an ordinary exit would wait for the judges
    if summary.stopped:
        print(f"stopped. {go_on}", file=sys.stderr, flush=True)
        raise typer.Exit(130)
    return summary


def summary_lines(todo: EpisodesToJudge, summary: JudgingSummary) -> list[str]:
    """Return what a judging did in a few lines."""
    lines = [
        f"{summary.judged} answers of {summary.episodes} episodes judged, {summary.changed} verdicts changed, "
        f"{summary.rows} rows written"
    ]
    if summary.before is not None and summary.after is not None:
        lines.append(f"mean contest score from {summary.before:.3f} to {summary.after:.3f}")
    if summary.kept:
        lines.append(f"{summary.kept} answers could not be judged again; their earlier verdicts stand")
    if summary.awaiting:
        lines.append(f"{summary.awaiting} answers still await judging and count zero until then")
    lines += [f"  {count} x {reason}" for reason, count in summary.faults.most_common(_SHOWN)]
    if todo.without_record:
        lines.append(f"{todo.without_record} episodes have no record, so that their answers cannot be judged")
    lines += [f"a record cannot be read: {one}" for one in summary.unreadable]
    return lines


def _show_plan(todo: EpisodesToJudge, as_json: bool) -> None:
    named = {name: section["judge"] for name, section in todo.judges.to_record().items() if "judge" in section}
    if as_json:
        print_json(
            {
                "folder": str(todo.folder),
                "episodes": len(todo.episodes),
                "answers": todo.answers,
                "judges": named,
                "without_record": todo.without_record,
            }
        )
        return
    by = ", ".join(f"{name} by {judge}" for name, judge in named.items())
    console.print(
        f"{todo.answers} answers with a row in {len(todo.episodes)} episodes would be judged ({by}); "
        f"{todo.without_record} episodes have no record",
        highlight=False,
        markup=False,
    )


@contextmanager
def _progress(total: int) -> Iterator[Callable[[JudgingSummary], None]]:
    """Show progress: live on a terminal, else as lines at intervals."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, disable=not errors.is_terminal) as shown:
        task, printed = shown.add_task("episodes", total=total), time.monotonic()

        def watch(summary: JudgingSummary) -> None:
            nonlocal printed
            said = f"{summary.judged} answers judged, {summary.changed} changed"
            shown.update(task, completed=summary.episodes, description=f"{said} ")
            if not errors.is_terminal and time.monotonic() - printed > _LINE_S:
                printed = time.monotonic()
                errors.print(f"{summary.episodes}/{total} episodes, {said}", highlight=False)

        yield watch
