"""``r3gym oracle``: the best allocation of a contest's budget over its response curves, one by one or in a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rich import box
from rich.table import Table

from r3gym.cli.batch import run_batch
from r3gym.cli.oracle_cost import DEFAULT_COST, OracleCostWord, chosen_cost
from r3gym.cli.output import AsJson, console, print_json
from r3gym.errors import InputError
from r3gym.oracle import (
    Allocation,
    Attempt,
    OracleCost,
    cheapest_success,
    equal_replay,
    equal_share,
    observed_curve,
    solve,
)

Count = Annotated[int, Field(strict=True, ge=0)]


class AttemptRow(BaseModel):
    """One run of one problem; ``correct`` is null where nothing was judged."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    level: Count
    correct: Annotated[bool, Field(strict=True)] | None
    cost: Count | None = None


class Instance(BaseModel):
    """One contest: budget, costs and successes per problem and level, and the single runs if there are any."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    budget: Count
    costs: list[list[Count]] = Field(min_length=1)
    successes: list[list[Count]] = Field(min_length=1)
    repeats: Annotated[int, Field(strict=True, ge=1)]
    attempts: list[list[AttemptRow | None]] | None = None

    def runs(self) -> list[list[Attempt]] | None:
        """Return the attempts of each problem, without the missing ones."""
        if self.attempts is None:
            return None
        return [[Attempt(a.level, a.correct, a.cost) for a in runs if a is not None] for runs in self.attempts]


def oracle(
    source: Annotated[Path | None, typer.Argument(help="A JSON file with one contest, - for stdin.")] = None,
    batch: Annotated[
        Path | None,
        typer.Option(
            help='JSONL of {"id", "budget", "costs", "successes", "repeats", "attempts"}: costs and successes hold a '
            "list of levels for each problem, level 0 is the zero option; attempts (optional) holds a list of "
            '{"level", "correct", "cost"} for each problem.'
        ),
    ] = None,
    as_json: AsJson = False,
    oracle_cost: OracleCostWord = DEFAULT_COST,
) -> None:
    """Solve the response-curve oracle: which problems to fund, at which level, with one budget.

    With --batch every row becomes a row {"id", "successes", "cost", "assignment", "selected", "equal"} on stdout. The
    costs are those of the row; with --oracle-cost observed those of its attempts, and the answer says "oracle_cost".
    """
    cost = chosen_cost(oracle_cost)
    if (batch is None) == (source is None):
        raise InputError("give either a file with one contest or --batch FILE.jsonl")
    if batch is not None:
        run_batch(batch, lambda value: _as_row(*_solved(value, cost), cost), sys.stdout)
        return
    assert source is not None
    value = _read(source)
    try:
        instance, found = _solved(value, cost)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    if as_json:
        print_json({"id": value.get("id"), **_as_row(instance, found, cost)})
    else:
        _show(instance, found, cost)


def _solved(value: dict[str, Any], cost: OracleCost) -> tuple[Instance, Allocation]:
    """Return the checked instance, with the costs and successes that the oracle chose from, and its best allocation."""
    try:
        given = Instance.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        shown = "" if first["type"] == "missing" else f" is {first['input']!r:.60}"
        raise InputError(f'"{where}"{shown}: {first["msg"]}') from None
    found = solve(given.costs, given.successes, given.budget)  # checks the tables, whichever costs are paid
    for problem, levels in enumerate(given.successes):
        if max(levels) > given.repeats:
            raise InputError(f"problem {problem} has {max(levels)} successes out of {given.repeats} repeats")
    if given.attempts is not None:
        if len(given.attempts) != len(given.costs):
            raise InputError(f"attempts has {len(given.attempts)} problems and costs has {len(given.costs)}")
        for problem, (runs, levels) in enumerate(zip(given.attempts, given.costs, strict=True)):
            unknown = next((run.level for run in runs if run is not None and run.level >= len(levels)), None)
            if unknown is not None:
                raise InputError(
                    f"problem {problem} has an attempt at level {unknown}; its levels are 0 to {len(levels) - 1}"
                )
    if cost is OracleCost.OBSERVED:
        single = given.runs()
        if single is None:
            raise InputError('"attempts" is missing: --oracle-cost observed pays what the attempts used; give them')
        curves = [
            observed_curve(len(levels) - 1, attempts, given.repeats)
            for levels, attempts in zip(given.costs, single, strict=True)
        ]
        table = {"costs": [list(c.costs) for c in curves], "successes": [list(c.successes) for c in curves]}
        given = given.model_copy(update=table)
        found = solve(given.costs, given.successes, given.budget)
    return given, found


def _as_row(given: Instance, found: Allocation, cost: OracleCost) -> dict[str, Any]:
    runs = given.runs()
    return {
        "successes": found.successes,
        "cost": found.cost,
        "assignment": list(found.assignment),
        "selected": list(found.selected),
        "equal": None if runs is None else equal_replay(runs, given.budget),
        **({} if cost is OracleCost.NOMINAL else {"oracle_cost": cost.value}),
    }


def _show(given: Instance, found: Allocation, cost: OracleCost) -> None:
    """Print a line for each problem: its curve with the chosen level, and the cheapest success of the replay."""
    runs, repeats = given.runs(), given.repeats
    table = Table("problem", "level", "cost", "wins", "curve: cost:wins", box=box.SIMPLE_HEAD, pad_edge=False)
    if runs is not None:
        table.add_column("cheapest win", justify="right")
    for problem, level in enumerate(found.assignment):
        costs, won = given.costs[problem], given.successes[problem]
        curve = [f"{cost}:{count}" for cost, count in zip(costs, won, strict=True)]
        curve[level] = f"[bold green]{curve[level]}[/bold green]"
        cells = [str(problem), str(level), str(costs[level]), f"{won[level]}/{repeats}", " ".join(curve)]
        if problem not in found.selected:
            cells[1:4] = [f"[dim]{cell}[/dim]" for cell in cells[1:4]]
        if runs is not None:
            cheapest = cheapest_success(runs[problem])
            cells.append("[dim]never[/dim]" if cheapest is None else str(cheapest))
        table.add_row(*cells)
    console.print(table)
    console.print(
        f"oracle {found.successes / repeats:g} of {len(given.costs)} problems expected "
        f"({found.successes} successes / {repeats} repeats), cost {found.cost} of {given.budget}",
        highlight=False,
    )
    console.print(cost.statement, style="dim", highlight=False)
    if runs is not None:
        share = equal_share(given.budget, len(runs))
        console.print(f"equal share {equal_replay(runs, given.budget)} problems within {share} each", highlight=False)


def _read(source: Path) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if str(source) == "-" else source.read_text("utf-8-sig", errors="replace")
        value = json.loads(text)
    except OSError as error:
        raise InputError(f"{source}: cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{source}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source}: cannot be read: {str(error)[:80]}") from None
    if not isinstance(value, dict):
        raise InputError(f'{source}: give one JSON object with "budget", "costs", "successes" and "repeats"')
    return value
