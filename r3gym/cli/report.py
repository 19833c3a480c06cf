"""``r3gym report``: what happened in an episode, in many, or in a whole campaign."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from r3gym.cli.analyze import AllowIncomplete, Resamples, Seed
from r3gym.cli.figure import Compare, Index, Paper, figure_source, read_index
from r3gym.cli.oracle_cost import DEFAULT_COST, OracleCostWord
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError


def report(
    sources: Annotated[list[Path], typer.Argument(help="Records (.json), folders of them, or campaigns' folders.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write a page: of a campaign with figures, or of records."),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write the page of episodes, also of a campaign's.")] = None,
    compare: Compare = False,
    paper: Paper = False,
    index: Index = None,
    seed: Seed = 0,
    resamples: Resamples = 10_000,
    allow_incomplete: AllowIncomplete = False,
    oracle_cost: OracleCostWord = DEFAULT_COST,
    as_json: AsJson = False,
) -> None:
    """Show what happened in an episode: settings, contestant, verdicts, every step. Several episodes become a table.

    With -o and a campaign's folder: the campaign's page, with scores, every figure and its table, what was used, what
    failed and what was left out; --compare puts several campaigns side by side with paired differences. The options
    behind it concern that page alone.

    Files that are no records, or torn, are named on standard error and the others are shown; the exit code is then 1.

    [dim]r3gym report runs/mine -o report.html[/dim]

    [dim]r3gym report runs/one runs/two --compare -o both.html[/dim]
    """
    if sum((as_json, html is not None, out is not None)) > 1:
        raise InputError("--json, --html and -o: choose one")
    page = out if out is not None else html
    if page is not None and page.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{page}: a report is a page; name a file that ends in .html")
    if out is not None and any(_is_campaign(source) for source in sources):
        strangers = [source for source in sources if not _is_campaign(source)]
        if strangers:
            raise InputError(f"{strangers[0]}: no campaign's folder; report campaigns and records apart")
        runs = figure_source(
            sources,
            compare=compare,
            seed=seed,
            resamples=resamples,
            allow_incomplete=allow_incomplete,
            oracle_cost=oracle_cost,
        )
        from r3gym.figures import FigureOptions
        from r3gym.report.campaign_page import campaign_page

        _write(out, campaign_page(runs, FigureOptions(paper=paper, index=read_index(index))))
        episodes = sum(run.analysis.episodes for run in runs.runs)
        console.print(f"{out}: {episodes:,} episodes", highlight=False, markup=False)
        return
    if compare:
        raise InputError("--compare needs campaigns' folders and -o FILE.html")
    _report_records(sources, page, as_json)


def _is_campaign(path: Path) -> bool:
    from r3gym.records.campaign_folder import MANIFEST

    return (path / MANIFEST).is_file()


def _report_records(sources: list[Path], page: Path | None, as_json: bool) -> None:
    """Show or write what the records tell."""
    from r3gym.report import UnreadableRecord, read_account, record_files

    found = [read_account(path) for path in record_files(sources)]
    bad = [one for one in found if isinstance(one, UnreadableRecord)]
    good = [one for one in found if not isinstance(one, UnreadableRecord)]
    if as_json:
        from r3gym.report.plain_json import report_json

        print_json(report_json(good, bad))
    elif page is not None:
        from r3gym.report.page import report_page

        _write(page, report_page(good, bad))
        console.print(f"{page}: {len(good)} episodes", highlight=False, markup=False)
    elif len(good) == 1:
        from r3gym.report.terminal import show_episode

        show_episode(console, good[0])
    elif good:
        from r3gym.report.terminal import show_table

        show_table(console, good)
    from r3gym.campaigns.accepting import change_notes

    for note in (note for source in sources if source.is_dir() for note in change_notes(source)):
        errors.print(f"r3gym: {note}", highlight=False, markup=False, soft_wrap=True)
    for one in bad:
        errors.print(f"{one.record}: {one.why}", highlight=False, markup=False, soft_wrap=True)
    if bad:
        raise typer.Exit(1)


def _write(page: Path, text: str) -> None:
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, "utf-8")
