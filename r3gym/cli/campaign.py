"""``r3gym campaign``: many episodes from one file: run, resume, retry, show the status, check, export."""

from __future__ import annotations

import errno
import os
import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from r3gym.cli.campaign_check import check as check_command
from r3gym.cli.campaign_judge import judge, judge_episodes
from r3gym.cli.campaign_money import MaxCalls, MaxCost, chosen_limits, price_line, refusal_lines
from r3gym.cli.campaign_views import (
    estimate_json,
    estimate_table,
    failures_table,
    live_progress,
    status_json,
    status_lines,
)
from r3gym.cli.numbers import MOST_REPEATS, MOST_WORKERS, whole
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.cli.stopping import stop_in_two_steps
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.campaigns.campaign_file import Campaign, ExecutorChoice
    from r3gym.campaigns.estimate import Estimate
    from r3gym.campaigns.prepared import PreparedCampaign
    from r3gym.campaigns.spending import SpendLimits

app = typer.Typer(no_args_is_help=True, help="Play many episodes from one file; interruptible at any moment.")
app.command("check")(check_command)
app.command("judge")(judge)


_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class ExecutorName(StrEnum):
    """Where episodes are played."""

    LOCAL = "local"
    RAY = "ray"


RunFolder = Annotated[Path, typer.Argument(help="The campaign's folder.")]
Workers = Annotated[
    int | None, typer.Option(parser=whole(1, MOST_WORKERS), help="Episodes at once. Default: by cores and policies.")
]
AcceptChange = Annotated[
    bool,
    typer.Option(
        "--accept-change",
        help="Go on although the definition changed (profile, prompts, keys ...); every table says so.",
    ),
]
Where = Annotated[ExecutorName | None, typer.Option(help="Where episodes are played. Default: as the file says.")]

Check = Annotated[
    bool, typer.Option("--check/--no-check", help="Look first whether everything can be played and judged.")
]


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
    pilot: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, MOST_REPEATS),
            help="Play so many episodes of each kind, policy, setting, domain, level and scheduler; then the price.",
        ),
    ] = None,
    accept_change: AcceptChange = False,
    max_calls: MaxCalls = None,
    max_cost: MaxCost = None,
    check: Check = True,
    as_json: AsJson = False,
) -> None:
    """Run a campaign; in a folder that has part of it, play the rest.

    Examples: r3gym campaign run examples/quick.toml;
    r3gym campaign run examples/scripted.toml --dry-run;
    r3gym campaign run mine.toml --pilot 2;
    r3gym campaign run mine.toml --out runs/mine --workers 8 --max-cost 50.
    """
    from r3gym.campaigns.bill_file import read_bill
    from r3gym.campaigns.campaign_file import load_campaign
    from r3gym.campaigns.prepared import prepare

    campaign = load_campaign(file)
    folder = out or Path("runs") / campaign.file.name
    if dry_run:
        _dry_run(prepare(campaign), folder, _choice(campaign, workers, executor), like or [], as_json)
        return
    if like:
        raise InputError("--like is only valid with --dry-run")
    prepared = prepare(campaign)
    if pilot is not None:
        choice = _choice(campaign, workers, executor)
        limits = chosen_limits(campaign, max_calls, max_cost)
        play_pending(prepared, folder, choice, pilot=pilot, accept_change=accept_change, limits=limits, check=check)
        _dry_run(prepared, folder, choice, [], as_json)
        refused = refusal_lines(read_bill(folder), folder)
        for line in refused:
            print(f"r3gym: {line}", file=sys.stderr)
        if refused:
            raise typer.Exit(1)
        return
    limits = chosen_limits(campaign, max_calls, max_cost)
    _play(prepared, folder, workers, executor, as_json, limits, accept_change=accept_change, check=check)


@app.command("resume")
def resume(
    folder: RunFolder,
    workers: Workers = None,
    executor: Where = None,
    accept_change: AcceptChange = False,
    max_calls: MaxCalls = None,
    max_cost: MaxCost = None,
    check: Check = True,
    as_json: AsJson = False,
) -> None:
    """Play the pending episodes. Finished episodes are not played again; failed ones need `retry`.

    Episodes that were played and not judged are judged.
    """
    from r3gym.campaigns.running import reopen

    prepared = reopen(folder, accept_change=accept_change)
    limits = chosen_limits(prepared.campaign, max_calls, max_cost)
    _play(prepared, folder, workers, executor, as_json, limits, accept_change=accept_change, check=check)


@app.command("retry")
def retry(
    folder: RunFolder,
    failed: Annotated[bool, typer.Option("--failed", help="Play the failed episodes again.")] = False,
    workers: Workers = None,
    executor: Where = None,
    accept_change: AcceptChange = False,
    max_calls: MaxCalls = None,
    max_cost: MaxCost = None,
    check: Check = True,
    as_json: AsJson = False,
) -> None:
    """Play failed and pending episodes. Episodes with a result are never played again.

    What was played to its end and lacks a verdict is judged from its record.
    """
    from r3gym.campaigns.judging_run import find_episodes
    from r3gym.campaigns.running import reopen

    if not failed:
        raise InputError("retry: say --failed: the failed episodes, and only they, are played again")
    prepared, todo = reopen(folder, accept_change=accept_change), find_episodes(folder)
    limits = chosen_limits(prepared.campaign, max_calls, max_cost)
    if todo.episodes:
        judge_episodes(todo, workers, ["r3gym", "campaign", "retry", str(folder), "--failed"])
    again = {"retry_failed": True, "accept_change": accept_change, "check": check}
    _play(prepared, folder, workers, executor, as_json, limits, **again)


@app.command("status")
def status(folder: RunFolder, as_json: AsJson = False) -> None:
    """Show how many episodes are done, failed and pending. Works while the campaign runs.

    Exit code 1 if any failed, or if answers await judging.
    """
    from r3gym.campaigns.running import campaign_status

    found = campaign_status(folder)
    if as_json:
        print_json(status_json(found, folder))
    else:
        for line in status_lines(found, folder):
            console.print(line, highlight=False, markup=False, soft_wrap=True)
        if found.tally.failed:
            console.print(failures_table(found.tally))
    if found.tally.failed or found.tally.awaiting:
        raise typer.Exit(1)


@app.command("export")
def export(
    folder: RunFolder,
    out: Annotated[Path, typer.Option(help="A file that ends in .jsonl or .csv.")],
    normalise_times: Annotated[
        bool, typer.Option("--normalise-times", help="Leave out times, to compare campaigns.")
    ] = False,
    missing: Annotated[Path | None, typer.Option(help="Also list the episodes without a result, as JSONL.")] = None,
    allow_incomplete: Annotated[
        bool, typer.Option("--allow-incomplete", help="Export what there is, though episodes have no row yet.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write one row per episode, in the order of the plan: equal campaigns give equal files.

    The file is written whole or not at all. An unfinished campaign is refused with exit code 1.
    """
    from r3gym.campaigns.accepting import change_notes
    from r3gym.campaigns.exporting import IncompleteExport, export_rows, missing_lines
    from r3gym.utils.atomic_files import write_atomically

    try:
        exported = export_rows(folder, out, normalise_times=normalise_times, allow_incomplete=allow_incomplete)
    except IncompleteExport as error:
        if missing is not None:
            write_atomically(missing, "".join(missing_lines(error.missing)))
        print(f"r3gym: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    if missing is not None:
        write_atomically(missing, "".join(missing_lines(exported.missing)))
    changes = change_notes(folder)
    without = len(exported.missing) + exported.unplanned
    if as_json:
        counts = {
            "rows": exported.rows,
            "failed": exported.failed,
            "without_result": without,
            "strays": exported.strays,
            "changes": changes,
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
        for note in changes:
            console.print(note, highlight=False, markup=False)


def _play(
    prepared: PreparedCampaign,
    folder: Path,
    workers: int | None,
    executor: ExecutorName | None,
    as_json: bool,
    limits: SpendLimits,
    *,
    retry_failed: bool = False,
    accept_change: bool = False,
    check: bool = True,
) -> None:
    from r3gym.campaigns.running import campaign_status

    choice = _choice(prepared.campaign, workers, executor)
    if any(policy.prices() is not None for policy in prepared.campaign.policies):
        owed = _estimate(prepared, folder, choice, [], owed_only=True)
        print(f"r3gym: {price_line(owed)}", file=sys.stderr, flush=True)
    play_pending(
        prepared, folder, choice, retry_failed=retry_failed, accept_change=accept_change, limits=limits, check=check
    )
    found = campaign_status(folder)
    if as_json:
        print_json(status_json(found, folder))
    else:
        for line in status_lines(found, folder):
            console.print(line, highlight=False, markup=False, soft_wrap=True)
        console.print(f"Folder: {folder}", highlight=False, markup=False)
        if found.tally.failed:
            console.print(failures_table(found.tally))
            console.print(f"Try them again: r3gym campaign retry {folder} --failed", highlight=False, markup=False)
        if found.tally.awaiting:
            console.print(f"Judge them: r3gym campaign judge {folder}", highlight=False, markup=False)
    if found.tally.failed or found.pending or found.tally.awaiting:
        raise typer.Exit(1)


def play_pending(
    prepared: PreparedCampaign,
    folder: Path,
    choice: ExecutorChoice,
    *,
    retry_failed: bool = False,
    pilot: int | None = None,
    accept_change: bool = False,
    limits: SpendLimits | None = None,
    check: bool = True,
) -> None:
    """Play the folder's pending episodes with progress on standard error; an interrupt prints how to resume.

    With ``check``, everything that would make playing or judging fail is reported first, and nothing is played then.
    """
    from r3gym.campaigns.episode_loop import CampaignStopped
    from r3gym.campaigns.executors import open_executor
    from r3gym.campaigns.readiness import check_readiness
    from r3gym.campaigns.running import check_ready, file_limits, is_edited, run_campaign
    from r3gym.campaigns.spending import check_limits
    from r3gym.campaigns.store import CAMPAIGN, Store

    campaign, total = prepared.campaign, prepared.size()
    check_limits(campaign, file_limits(campaign) if limits is None else limits)
    # Before the folder is created: a campaign that cannot run leaves none.
    if check and not _is_complete(folder, retry_failed):
        check_readiness(prepared)
    check_ready(folder, prepared, accept_change=accept_change)
    waits = any(policy.waits() for policy in campaign.policies)
    players = open_executor(_within_limits(choice, campaign, folder, waits=waits), waits=waits)
    try:
        with Store(folder) as store:
            if is_edited(folder):
                note = f"{folder / CAMPAIGN} is not as the last run left it (edited, or damaged); it is taken as it is"
                errors.print(note, highlight=False, markup=False, soft_wrap=True)
            if store.cut_bytes:
                note = f"a torn last line ({store.cut_bytes} bytes) was cut off rows.jsonl; its episode is owed"
                errors.print(note, highlight=False)
            with stop_in_two_steps(players.drain) as stop, live_progress(total, folder) as watch:
                run_campaign(
                    prepared,
                    store,
                    players,
                    retry_failed=retry_failed,
                    watch=watch,
                    stop=stop,
                    pilot=pilot,
                    accept_change=accept_change,
                    limits=limits,
                )
    except CampaignStopped:
        print(f"stopped. {_resume_hint(folder)}", file=sys.stderr, flush=True)
        raise typer.Exit(130) from None
    except KeyboardInterrupt:
        players.close()
        print(f"stopped at once. {_resume_hint(folder)}", file=sys.stderr, flush=True)
        os._exit(130)  # an ordinary exit would wait for the judges of abandoned episodes
    except OSError as error:
        print(f"r3gym: {error.filename or folder}: {error.strerror or error}", file=sys.stderr)
        remedy = "free some space" if error.errno in _NO_SPACE else "mend it"
        print(f"stopped: {remedy}, then resume. {_resume_hint(folder)}", file=sys.stderr, flush=True)
        os._exit(1)  # as after an interrupt: episodes are still being played
    finally:
        players.close()


def _is_complete(folder: Path, retry_failed: bool) -> bool:
    """Return whether there is nothing to play in the folder."""
    from r3gym.campaigns.running import campaign_status
    from r3gym.records.campaign_folder import MANIFEST

    if not (folder / MANIFEST).exists():
        return False
    found = campaign_status(folder)
    return not found.pending and not (retry_failed and found.tally.failed)


def _resume_hint(folder: Path) -> str:
    return f"Replies of models are kept. Resume with: r3gym campaign resume {shlex.quote(str(folder))}"


def _dry_run(prepared: PreparedCampaign, folder: Path, choice: ExecutorChoice, like: list[Path], as_json: bool) -> None:
    found = _estimate(prepared, folder, choice, like)
    if as_json:
        print_json(estimate_json(found))
    else:
        console.print(estimate_table(found, prepared.campaign.file.name))


def _estimate(
    prepared: PreparedCampaign, folder: Path, choice: ExecutorChoice, like: list[Path], *, owed_only: bool = False
) -> Estimate:
    """Return the estimate of the whole campaign, or of the episodes that have no row."""
    from r3gym.campaigns.bill_file import JudgeCalls, read_bill
    from r3gym.campaigns.caps import frozen_caps
    from r3gym.campaigns.estimate import estimate
    from r3gym.campaigns.executors import default_workers
    from r3gym.campaigns.plan import plan
    from r3gym.campaigns.running import check_unchanged
    from r3gym.records.campaign_folder import counted_rows, read_manifest

    campaign = prepared.campaign
    for other in like:
        read_manifest(other)
    check_unchanged(folder, prepared)
    caps = frozen_caps(campaign, prepared.suites, folder, freeze=False)
    workers = choice.workers or default_workers(any(policy.waits() for policy in campaign.policies))
    sources = [folder, *like]
    rows = [row for other in sources for row in counted_rows(other)]
    judged = sum((read_bill(other).judges for other in sources), JudgeCalls())
    played = {row.id for row in rows} if owed_only else set()
    episodes = (episode for episode in plan(campaign, prepared.suites, caps) if episode.id not in played)
    return estimate(prepared, episodes, workers, rows, judged)


def _choice(campaign: Campaign, workers: int | None, executor: ExecutorName | None) -> ExecutorChoice:
    given: dict[str, Any] = {"workers": workers, "name": None if executor is None else executor.value}
    return campaign.file.executor.model_copy(update={name: v for name, v in given.items() if v is not None})


def _within_limits(choice: ExecutorChoice, campaign: Campaign, folder: Path, *, waits: bool) -> ExecutorChoice:
    """Return the choice with as many workers as this machine has room for; a sentence says why they are fewer."""
    from r3gym.campaigns.executors import default_workers
    from r3gym.campaigns.limits import fit_workers

    if choice.name != ExecutorName.LOCAL.value:
        return choice  # the machines of a cluster are not this one
    agentic = "agentic" in campaign.file.settings
    fitted = fit_workers(choice.workers or default_workers(waits), campaign.file.sandbox, agentic, folder)
    for note in fitted.notes:
        print(f"r3gym: {note}", file=sys.stderr)
    return choice.model_copy(update={"workers": fitted.workers})
