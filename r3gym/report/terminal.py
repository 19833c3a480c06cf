"""Reports on a terminal. Every text is passed as `Text`, never as markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from r3gym.report import phrases
from r3gym.report.episode_report import EpisodeReport, Facts, ReportProblem, ReportStep
from r3gym.report.outcomes import finish_reasons, outcome_tables
from r3gym.report.terminal_transcript import show_transcript
from r3gym.report.text import amount, short_names
from r3gym.report.totals import GroupMeans, grouped

_STYLES = {phrases.GOOD: "green", phrases.BAD: "red", phrases.ODD: "yellow", phrases.NONE: "dim"}

EPISODES = ("record", "contestant", "contest", "score", "used", "out", "cost")
MEANS = ("contestant", "setting", "budget", "runs", "void", "score", "used", "out", "cost")
PROBLEMS = ("", "problem", "parsed", "verdict", "judge", "spent", "detail")
STEPS = ("#", "turn", "focus", "action", "charge", "used", "what came of it")
#: Columns whose texts may take several lines, columns that share the remaining width, and columns of numbers.
WRAPPED = {"record", "contestant", "setting", "problem", "detail"}
LONG = {"record", "contestant", "setting", "problem", "detail", "action", "what came of it"}
NUMBERS = {"#", "turn", "budget", "used", "spent", "out", "cost", "runs", "void", "score"}


def show_episode(console: Console, one: EpisodeReport) -> None:
    """Print one episode: settings, contestant, verdicts, an overview of the steps, then every text of it, whole."""
    console.print(Text(phrases.title(one), style="bold"))
    if one.void:
        console.print(Text(f"void: {one.error or 'no result was recorded'}", style="bold red"))
    head = [("score", phrases.score(one)), ("budget", phrases.budget(one))]
    if one.counting_policy:
        head.append(("counted by", phrases.counted_by(one)))
    if one.judges:
        head.append(("judged by", phrases.judged_by(one)))
    if one.usage is not None:
        head.append(("usage", phrases.usage(one.usage)))
    if finishes := finish_reasons(one.outcomes):
        head.append(("finish reasons", finishes))
    if one.ended:
        head.append(("ended", one.ended))
    _facts(console, "", [*head, ("environment", one.environment), ("record", one.record)])
    _facts(console, "contestant", one.policy)
    _facts(console, "settings", one.settings)
    _section(console, "problems", _table(PROBLEMS, [_problem_row(p) for p in one.problems]))
    if one.steps:
        _section(console, "steps", _table(STEPS, [_step_row(step) for step in one.steps]))
    _lines(console, "calls", map(phrases.stage_line, one.stages))
    if one.audit is not None:
        _lines(console, "audit", [phrases.audit_line(one.audit)])
    _lines(console, "protocol errors", map(phrases.fault_line, one.faults))
    _lines(console, "cut to fit the window", phrases.trim_lines(one.trims))
    show_transcript(console, one)


def show_table(console: Console, accounts: Sequence[EpisodeReport]) -> None:
    """Print several episodes: one row each, and the means of every group."""
    names = short_names([one.record for one in accounts])
    console.print(_table(EPISODES, [_row(one, name) for one, name in zip(accounts, names, strict=True)]))
    _lines(
        console,
        "notes",
        (f"{n}: {phrases.remarks(o)}" for o, n in zip(accounts, names, strict=True) if phrases.remarks(o)),
    )
    policies = sorted({one.counting_policy for one in accounts if one.counting_policy})
    if len(policies) > 1:
        _lines(console, "counted by different rules", [f"{', '.join(policies)}: their units are not the same measure"])
    means = _table(MEANS, [_means_row(group) for group in grouped(accounts)])
    _section(console, "means over the runs with a result (cost: all runs together)", means)
    named = [((group.contestant, phrases.group_label(group)), group.outcomes) for group in grouped(accounts)]
    for section, heads, rows in outcome_tables(named):
        table = _table(("contestant", "setting", *heads), [[Text(cell) for cell in row] for row in rows])
        _section(console, section.title.lower(), Group(table, Text(section.note, style="dim")))


def _row(one: EpisodeReport, name: str) -> list[Text]:
    used = one.usage
    return [
        Text(name),
        Text(one.contestant),
        Text(one.contest),
        Text(phrases.score(one).replace(" of ", "/"), style="bold red" if one.void else "bold"),
        Text(f"{amount(one.used)}/{'∞' if one.total is None else amount(one.total)}"),
        Text(amount(None if used is None else used.completion_tokens)),
        Text(amount(None if used is None else used.cost)),
    ]


def _means_row(group: GroupMeans) -> list[Text]:
    return [
        Text(group.contestant),
        Text(phrases.group_label(group)),
        Text("∞" if group.total is None else amount(group.total)),
        Text(str(group.episodes)),
        Text(str(group.void or "-")),
        Text("-" if group.score is None else f"{group.score:.2f}/{amount(group.problems)}", style="bold"),
        Text("-" if group.used is None else f"{group.used:,.1f}"),
        Text("-" if group.output_tokens is None else f"{group.output_tokens:,.0f}"),
        Text(phrases.cost(group.cost, group.currency, partly=group.cost_partly)),
    ]


def _problem_row(p: ReportProblem) -> list[Text]:
    return [
        Text(p.label, style="bold"),
        Text(p.problem),
        Text(p.parse),
        Text(p.said or "-", style=_STYLES[phrases.verdict_tone(p.said)]),
        Text(p.judge + ("*" if p.standing == "stand-in" else "")),
        Text(amount(p.spent)),
        Text(p.remark),
    ]


def _step_row(step: ReportStep) -> list[Text]:
    asked, came = phrases.step_line(step)
    return [
        Text(str(step.number)),
        Text(amount(step.turn)),
        Text(step.focus or "-"),
        Text(f"{step.verb} {asked}".strip()),
        Text(step.charge or "-", style=_STYLES[phrases.charge_tone(step.charge)]),
        Text(amount(step.used)),
        Text(came),
    ]


def _table(columns: Sequence[str], rows: Sequence[list[Text]]) -> Table:
    """Return a table without the columns that are empty."""
    kept = [place for place in range(len(columns)) if any(row[place].plain not in ("", "-") for row in rows)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True, expand=True)
    for place in kept:
        name = columns[place]
        table.add_column(
            name,
            min_width=max(len(name), *(len(row[place]) for row in rows)) if name in NUMBERS else None,
            justify="right" if name in NUMBERS else "left",
            no_wrap=name not in WRAPPED,
            overflow="fold" if name in WRAPPED else "ellipsis",
            ratio=1 if name in LONG else None,
        )
    for row in rows:
        table.add_row(*(row[place] for place in kept))
    return table


def _section(console: Console, name: str, body: RenderableType) -> None:
    console.print(Group(Text(f"\n{name}", style="bold cyan"), body))


def _facts(console: Console, name: str, facts: Facts | list[tuple[str, str]]) -> None:
    known = [(key, value) for key, value in facts if value]
    if not known:
        return
    grid = Table.grid(padding=(0, 2))
    for key, value in known:
        grid.add_row(Text(key, style="dim"), Text(value, overflow="fold"))
    if name:
        console.print(Text(f"\n{name}", style="bold cyan"))
    console.print(Padding(grid, (0, 0, 0, 2)))


def _lines(console: Console, name: str, lines: Iterable[str]) -> None:
    found = [line for line in lines if line]
    if found:
        console.print(Text(f"\n{name}", style="bold cyan"))
        for line in found:
            console.print(Padding(Text(line), (0, 0, 0, 2)))
