"""Show a campaign on a terminal: the matrix before it runs, its progress, and its status afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from r3gym.cli.campaign_money import bill_json, bill_lines, refusal_lines
from r3gym.cli.output import errors

if TYPE_CHECKING:
    from r3gym.campaigns.estimate import Estimate
    from r3gym.campaigns.running import CampaignStatus
    from r3gym.campaigns.totals import CampaignTotals
    from r3gym.records.rows import EpisodeRow

#: Seconds between two lines of progress when the output is not a terminal.
_LINE_S = 30.0
#: How many failures are listed by name.
_SHOWN = 20


def estimate_json(found: Estimate) -> dict[str, Any]:
    """Return the matrix as plain JSON; null is unknown."""
    lines = [{**asdict(line), "schedulers": list(line.schedulers), "levels": list(line.levels)} for line in found.lines]
    totals = {
        "episodes": found.episodes,
        "calls": found.calls,
        "output_tokens": found.output_tokens,
        "costs": found.costs,
        "judge_calls": found.judge_calls,
        "judge_cost": found.judge_cost,
        "seconds": found.seconds,
    }
    return {**totals, "workers": found.workers, "matrix": lines}


def estimate_table(found: Estimate, name: str) -> Table:
    """Return the matrix as a table: one line per kind, policy, setting and domain."""
    table = Table(
        title=f"Campaign {escape(name)}: {found.episodes} episodes",
        title_justify="left",
        caption=(
            f"total: {_tokens(found.calls)} calls{_judge_calls(found)}, {_tokens(found.output_tokens)} output tokens, "
            f"price {_price(found.costs)}, {_duration(found.seconds)} with {found.workers} episodes at once; ? and "
            "unknown: not known before the campaign (--pilot), or one like it (--like RUN), has rows; a price needs "
            "prices in the model's profile\n"
            + "\n".join(f"{n}: {source}" for n, source in enumerate(_sources(found), 1))
        ),
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),  # nine columns have to fit into eighty characters
    )
    for column in ("kind", "who, where", "levels", "schedulers"):
        table.add_column(column, overflow="fold")
    for column in ("runs", "tokens", "price", "work", "from"):
        table.add_column(column, justify="right", no_wrap=True)
    sources = _sources(found)
    for line in found.lines:
        table.add_row(
            line.kind,
            f"{escape(line.policy)} {line.setting} {line.domain}",
            " ".join(line.levels),
            " ".join(line.schedulers),
            str(line.episodes),
            _tokens(line.output_tokens),
            "?" if line.cost is None else f"{line.cost:.4g}",
            _duration(line.seconds),
            str(sources.index(line.source) + 1),
        )
    return table


def _judge_calls(found: Estimate) -> str:
    return "" if found.judge_calls == 0 else f" and {_tokens(found.judge_calls)} of judges"


def _sources(found: Estimate) -> list[str]:
    return list(dict.fromkeys(line.source for line in found.lines))


def status_json(found: CampaignStatus, folder: Path) -> dict[str, Any]:
    """Return the campaign's status as plain JSON."""
    tally = found.tally
    return {
        "folder": str(folder),
        "total": found.total,
        "done": len(tally.done),
        "failed": len(tally.failed),
        "owed": found.pending,
        "caps_known": found.caps_known,
        "mean_contest_score": tally.mean_score,
        "failures": [
            {"id": row.id, **(row.failure.model_dump(mode="json") if row.failure else {})}
            for row in tally.failed.values()
        ],
        "answers_awaiting_judging": tally.awaiting,
        "episodes_awaiting_judging": tally.awaiting_episodes,
        "judge_failures": dict(+tally.judge_faults),
        "judged_again": tally.judged_again,
        "duplicates": tally.duplicates,
        "strays": tally.strays,
        "torn_bytes": found.torn_bytes,
        "changes": list(found.changes),
        "calls": tally.calls,
        "calls_of_open_episodes": found.open_calls.calls,
        "prompt_tokens": tally.prompt_tokens,
        "completion_tokens": tally.completion_tokens,
        "costs": dict(tally.costs),
        "replies_without_usage": tally.unreported,
        "replies_with_doubtful_usage": tally.doubtful,
        "failed_requests": tally.failed_requests,
        "requests_lost_in_stops": tally.lost,
        "unsettled_requests": tally.unsettled,
        "unsettled_costs_at_most": dict(tally.unsettled_costs),
        "episode_seconds": round(tally.seconds, 3),
        "bill": bill_json(found),
    }


def status_lines(found: CampaignStatus, folder: Path) -> list[str]:
    """Return the campaign's status as a few lines of text."""
    tally = found.tally
    lines = [f"{len(tally.done)} of {found.total} episodes done, {len(tally.failed)} failed, {found.pending} owed"]
    if tally.mean_score is not None:
        lines.append(f"mean contest score {tally.mean_score:.3f} over {tally.contests} contests")
    if tally.awaiting:
        lines.append(
            f"{tally.awaiting} answers of {tally.awaiting_episodes} episodes await judging; they count zero until then:"
        )
        lines += [f"  {count} x {escape(reason)}" for reason, count in (+tally.judge_faults).most_common(5)]
    if tally.calls:
        lines.append(
            f"{tally.calls} model calls, {tally.prompt_tokens} prompt and {tally.completion_tokens} completion tokens"
            f"{_cost(tally)}"
        )
    if found.open_calls.calls:
        lines.append(f"{found.open_calls.calls} of these calls belong to episodes under way; their replies are kept")
    if tally.unreported:
        most = _amounts(tally.unreported_costs)
        bound = f" (at most {most})" if most else ""
        lines.append(f"{tally.unreported} replies came without usage: their tokens and cost are unknown{bound}, not 0")
    if tally.doubtful:
        lines.append(f"{tally.doubtful} replies have token counts that cannot be true (the records say which)")
    if tally.failed_requests:
        stopped = f" ({tally.lost} of them under way in a stop)" if tally.lost else ""
        bound = _amounts(tally.unsettled_costs)
        most = f", for at most {bound}" if bound else ""
        lines.append(
            f"besides, {tally.failed_requests} requests brought no reply{stopped}; {tally.unsettled} may have been "
            f"billed{most}"
        )
    lines += bill_lines(found)
    lines += refusal_lines(found.bill, folder)
    if found.torn_bytes:
        lines.append(
            f"a last line of {found.torn_bytes} bytes is incomplete (or being written); its episode is played again"
        )
    if tally.strays:
        lines.append(f"{tally.strays} more rows belong to no planned episode and are not counted")
    if tally.duplicates:
        lines.append(f"{tally.duplicates} rows repeat a result; the last result counts")
    if tally.judged_again:
        lines.append(f"{tally.judged_again} rows replace an earlier judging of the same episode")
    return [*lines, *map(escape, found.changes)]


def failures_table(tally: CampaignTotals) -> Table:
    """Return a table of the failures that count: failure class, number of attempts, reason."""
    counts = ", ".join(f"{count} {kind}" for kind, count in tally.failures().items())
    more = len(tally.failed) - _SHOWN
    table = Table(
        title=f"Failed, not scored: {counts}",
        title_justify="left",
        caption=f"and {more} more (--json lists all)" if more > 0 else None,
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for column in ("episode", "what", "fault", "tries", "reason"):
        table.add_column(column, overflow="fold")
    for row in list(tally.failed.values())[:_SHOWN]:
        assert row.failure is not None
        what = f"{row.kind} {row.policy} {row.domain} {row.problem_id or row.contest}"
        kind, tries = row.failure.kind, str(row.failure.attempts)
        table.add_row(row.id[:12], escape(what), kind, tries, escape(row.failure.message[:200]))
    return table


@contextmanager
def live_progress(total: int, folder: Path) -> Iterator[Callable[[EpisodeRow], None]]:
    """Show progress, time left, score, failures and cost: live on a terminal, else as lines at intervals."""
    from r3gym.campaigns.store import planned_ids
    from r3gym.campaigns.totals import CampaignTotals
    from r3gym.records.campaign_folder import read_rows

    tally = CampaignTotals.of(read_rows(folder), planned_ids(folder))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, disable=not errors.is_terminal, speed_estimate_period=600) as progress:
        task = progress.add_task("episodes", total=total, completed=len(tally.done))
        begun = printed = time.monotonic()
        played = 0

        def watch(row: EpisodeRow) -> None:
            nonlocal printed, played
            tally.add(row)
            played += 1
            done = len(tally.done)
            said = _progress_text(tally)
            progress.update(task, completed=done, description=f"{said} ")
            now = time.monotonic()
            if not errors.is_terminal and now - printed > _LINE_S:
                printed = now
                left = _duration((total - done) * (now - begun) / played)
                errors.print(f"{done}/{total} episodes, {said}, about {left} left", highlight=False)

        yield watch


def _progress_text(tally: CampaignTotals) -> str:
    score = "no contest yet" if tally.mean_score is None else f"score {tally.mean_score:.2f}"
    failed = f", {len(tally.failed)} failed" if tally.failed else ""
    waiting = f", {tally.awaiting} answers to be judged" if tally.awaiting else ""
    return f"{score}{failed}{waiting}{_cost(tally)}"


def _cost(tally: CampaignTotals) -> str:
    least = " at least" if tally.unreported else ""
    return "".join(f",{least} {amount:.4g} {currency}" for currency, amount in tally.costs.items())


def _amounts(costs: Mapping[str, float]) -> str:
    return ", ".join(f"{amount:.4g} {currency}" for currency, amount in costs.items())


def _price(costs: dict[str, float] | None) -> str:
    if costs is None:
        return "unknown"
    return " and ".join(f"{amount:.4g} {currency}" for currency, amount in costs.items()) or "none"


def _tokens(count: int | None) -> str:
    return "unknown" if count is None else f"{count:,}"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "unknown"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
