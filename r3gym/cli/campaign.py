"""``r3gym campaign``: many episodes from one file: run, resume, retry, show the status, export."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from r3gym.cli.campaign_views import (
    estimate_json,
    estimate_table,
    failures_table,
    live_progress,
    status_json,
    status_lines,
)
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.campaigns.campaign_file import Campaign, ExecutorChoice
    from r3gym.campaigns.running import PreparedCampaign

app = typer.Typer(no_args_is_help=True, help="Play many episodes from one file; interruptible at any moment.")


class ExecutorName(StrEnum):
    """Where episodes are played."""

    LOCAL = "local"
    RAY = "ray"


RunFolder = Annotated[Path, typer.Argument(help="The campaign's folder.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Episodes at once. Default: by cores and policies.")]
Where = Annotated[ExecutorName | None, typer.Option(help="Where episodes are played. Default: as the file says.")]


@app.command("run")
def run(
    file: Annotated[Path, typer.Argument(help="The campaign: a TOML file (docs/campaigns.md).")],
    out: Annotated[Path | None, typer.Option(help="The campaign's folder. Default: runs/NAME.")] = None,
    workers: Workers = None,
    executor: Where = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the matrix and an estimate; write nothing.")
    ] = False,
    like: Annotated[
        list[Path] | None,
        typer.Option(help="With --dry-run: a campaign's folder to take token and time estimates from."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run a campaign; in a folder that has part of it, play the rest.

    Examples: r3gym campaign run examples/quick.toml;
    r3gym campaign run examples/scripted.toml --dry-run;
    r3gym campaign run mine.toml --out runs/mine --workers 8.
    """
    from r3gym.campaigns.campaign_file import load_campaign
    from r3gym.campaigns.running import prepare

    campaign = load_campaign(file)
    folder = out or Path("runs") / campaign.file.name
    if dry_run:
        _dry_run(prepare(campaign), folder, _choice(campaign, workers, executor), like or [], as_json)
        return
    if like:
        raise InputError("--like is only valid with --dry-run")
    _play(prepare(campaign), folder, workers, executor, as_json)


@app.command("resume")
def resume(folder: RunFolder, workers: Workers = None, executor: Where = None, as_json: AsJson = False) -> None:
    """Play the pending episodes. Finished episodes are not played again; failed ones need `retry`."""
    from r3gym.campaigns.running import reopen

    _play(reopen(folder), folder, workers, executor, as_json)


@app.command("retry")
def retry(
    folder: RunFolder,
    failed: Annotated[bool, typer.Option("--failed", help="Play the failed episodes again.")] = False,
    workers: Workers = None,
    executor: Where = None,
    as_json: AsJson = False,
) -> None:
    """Play failed and pending episodes. Episodes with a result are never played again."""
    from r3gym.campaigns.running import reopen

    if not failed:
        raise InputError("retry: say --failed: the failed episodes, and only they, are played again")
    _play(reopen(folder), folder, workers, executor, as_json, retry_failed=True)


@app.command("status")
def status(folder: RunFolder, as_json: AsJson = False) -> None:
    """Show how many episodes are done, failed and pending. Works while the campaign runs. Exit code 1 if any failed."""
    from r3gym.campaigns.running import campaign_status

    found = campaign_status(folder)
    if as_json:
        print_json(status_json(found, folder))
    else:
        for line in status_lines(found):
            console.print(line, highlight=False)
        if found.tally.failed:
            console.print(failures_table(found.tally))
    if found.tally.failed:
        raise typer.Exit(1)


@app.command("export")
def export(
    folder: RunFolder,
    out: Annotated[Path, typer.Option(help="A file that ends in .jsonl or .csv.")],
    normalise_times: Annotated[
        bool, typer.Option("--normalise-times", help="Leave out times, to compare campaigns.")
    ] = False,
    missing: Annotated[Path | None, typer.Option(help="Also list the episodes without a result, as JSONL.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write one row per episode, in the order of the plan: equal campaigns give equal files."""
    from r3gym.campaigns.exporting import export_rows, missing_lines

    exported = export_rows(folder, out, normalise_times=normalise_times)
    if missing is not None:
        missing.parent.mkdir(parents=True, exist_ok=True)
        missing.write_text("".join(missing_lines(exported.missing)), "utf-8")
    without = len(exported.missing) + exported.unplanned
    if as_json:
        counts = {
            "rows": exported.rows,
            "failed": exported.failed,
            "without_result": without,
            "strays": exported.strays,
        }
        print_json({"file": str(out), **counts})
    else:
        strays = f"; {exported.strays} rows of no planned episode left out" if exported.strays else ""
        console.print(
            f"{out}: {exported.rows} rows, {exported.failed} of them failures; "
            f"{without} episodes of the plan have no result{strays}",
            highlight=False,
            markup=False,
        )


def _play(
    prepared: PreparedCampaign,
    folder: Path,
    workers: int | None,
    executor: ExecutorName | None,
    as_json: bool,
    *,
    retry_failed: bool = False,
) -> None:
    from r3gym.campaigns.running import campaign_status

    play_pending(prepared, folder, _choice(prepared.campaign, workers, executor), retry_failed=retry_failed)
    found = campaign_status(folder)
    if as_json:
        print_json(status_json(found, folder))
    else:
        for line in status_lines(found):
            console.print(line, highlight=False)
        console.print(f"Folder: {folder}", highlight=False, markup=False)
        if found.tally.failed:
            console.print(failures_table(found.tally))
            console.print(f"Try them again: r3gym campaign retry {folder} --failed", highlight=False, markup=False)
    if found.tally.failed or found.pending:
        raise typer.Exit(1)


def play_pending(
    prepared: PreparedCampaign, folder: Path, choice: ExecutorChoice, *, retry_failed: bool = False
) -> None:
    """Play the folder's pending episodes with progress on standard error; an interrupt prints how to resume."""
    from r3gym.campaigns.executors import open_executor
    from r3gym.campaigns.running import check_ready, run_campaign
    from r3gym.campaigns.store import Store

    campaign, total = prepared.campaign, prepared.size()
    check_ready(folder, prepared)  # before the folder is created: a campaign that cannot run leaves none
    players = open_executor(choice, waits=any(policy.waits() for policy in campaign.policies))
    try:
        with Store(folder) as store:
            if store.cut_bytes:
                note = f"a torn last line ({store.cut_bytes} bytes) was cut off rows.jsonl: its episode is owed again"
                errors.print(note, highlight=False)
            with _one_stop(), live_progress(total, folder) as watch:
                run_campaign(prepared, store, players, retry_failed=retry_failed, watch=watch)
    except KeyboardInterrupt:
        players.close()
        said = f"stopped; unfinished episodes will be played again. Resume with: r3gym campaign resume {folder}"
        print(said, file=sys.stderr, flush=True)
        os._exit(130)  # an ordinary exit would wait for the judges of abandoned episodes
    finally:
        players.close()


def _dry_run(prepared: PreparedCampaign, folder: Path, choice: ExecutorChoice, like: list[Path], as_json: bool) -> None:
    from itertools import chain

    from r3gym.calibration.calibration_file import read_calibration
    from r3gym.campaigns.campaign_file import MEASURED
    from r3gym.campaigns.estimate import estimate
    from r3gym.campaigns.executors import default_workers
    from r3gym.campaigns.plan import plan
    from r3gym.campaigns.running import check_unchanged, frozen_caps
    from r3gym.campaigns.store import BUDGETS
    from r3gym.records.campaign_folder import read_manifest, read_rows

    campaign = prepared.campaign
    for other in like:
        read_manifest(other)
    check_unchanged(folder, prepared)
    if (folder / BUDGETS).exists():
        caps = read_calibration(folder / BUDGETS)
    elif MEASURED in [campaign.calibration_of(policy) for policy in campaign.policies]:
        caps = None  # they are computed from the baseline
    else:
        caps = frozen_caps(prepared, folder, freeze=False)
    workers = choice.workers or default_workers(any(policy.waits() for policy in campaign.policies))
    rows = chain.from_iterable(read_rows(other) for other in [folder, *like])
    found = estimate(prepared, plan(campaign, prepared.suites, caps), workers, rows)
    if as_json:
        print_json(estimate_json(found))
    else:
        console.print(estimate_table(found, campaign.file.name))


def _choice(campaign: Campaign, workers: int | None, executor: ExecutorName | None) -> ExecutorChoice:
    given: dict[str, Any] = {"workers": workers, "name": None if executor is None else executor.value}
    return campaign.file.executor.model_copy(update={name: v for name, v in given.items() if v is not None})


@contextmanager
def _one_stop() -> Iterator[None]:
    """Treat a termination signal as an interrupt: both stop cleanly."""

    def stop(number: int, frame: object) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
