"""Response curves as one JSON file: what ``r3gym curve --json`` prints and the wrapper `AllocationOracle` reads.

It holds, for each policy, setting, domain and suite, every problem's caps, successes and single runs: all that the
oracle and the equal-allocation replay need, and no tier, no answer, no key.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from r3gym.cells.campaign import read_campaign
from r3gym.cells.cell import CurveCell
from r3gym.cells.gathering import curve_cells
from r3gym.errors import InputError
from r3gym.oracle import Attempt, OracleCost, ResponseCurve, observed_curve

CURVES_FORMAT: Final = "r3gym-curves-1"


class _CurveModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class RunEntry(_CurveModel):
    """One single-problem run at a level (from 1)."""

    level: int = Field(ge=1)
    correct: bool
    used: int = Field(ge=0)
    ended: str = ""


class ProblemEntry(_CurveModel):
    """The curve of one problem: successes at each level, out of the set's repeats, and the runs behind them."""

    problem: str
    successes: tuple[int, ...]
    runs: tuple[RunEntry, ...]

    def attempts(self) -> tuple[Attempt, ...]:
        """Return the runs, for the equal-allocation replay."""
        return tuple(Attempt(run.level, run.correct, run.used) for run in self.runs)


class CurveSet(_CurveModel):
    """The curves of one policy, setting, domain and suite."""

    policy: str
    setting: str
    domain: str
    suite: str
    grid: tuple[float, ...]
    caps: tuple[int, ...]
    repeats: int = Field(ge=1)
    complete: bool
    problems: tuple[ProblemEntry, ...]

    def curve(self, problem: str, cost: OracleCost = OracleCost.NOMINAL) -> tuple[ResponseCurve, ProblemEntry] | None:
        """Return the response curve of a problem, at nominal or observed costs, and its runs; None without it."""
        entry = next((one for one in self.problems if one.problem == problem), None)
        if entry is None:
            return None
        if cost is OracleCost.OBSERVED:
            return observed_curve(len(self.caps), entry.attempts(), self.repeats), entry
        return ResponseCurve.measured(self.caps, entry.successes, self.repeats), entry


class CurveFile(_CurveModel):
    """The whole file."""

    format: Literal["r3gym-curves-1"] = CURVES_FORMAT
    curves: tuple[CurveSet, ...]


def curves_json(cells: Sequence[CurveCell], problem: str | None = None) -> dict[str, Any]:
    """Return the file's content, for all problems or for one."""
    return {"format": CURVES_FORMAT, "curves": [_set(cell, problem) for cell in cells]}


def read_curves(path: Path) -> CurveFile:
    """Read curves from such a file, or from a campaign's folder; those of a campaign must be complete."""
    if path.is_dir():
        cells = [cell for cell in curve_cells(read_campaign([path])).values() if cell.complete]
        return CurveFile.model_validate(curves_json(cells))
    try:
        return CurveFile.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; give a campaign's folder or a file") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(
            f"{path}: {where}: {first['msg']}; `r3gym curve RUN --json > FILE` makes such a file"
        ) from None


def _set(cell: CurveCell, problem: str | None) -> dict[str, Any]:
    problems = [_problem(cell, n) for n, name in enumerate(cell.suite.problems) if problem in (None, name)]
    return {
        "policy": cell.key.policy,
        "setting": cell.key.setting,
        "domain": cell.key.domain,
        "suite": cell.key.suite,
        "grid": list(cell.grid),
        "caps": cell.caps.tolist(),
        "repeats": cell.repeats,
        "complete": cell.complete,
        "problems": problems,
    }


def _problem(cell: CurveCell, number: int) -> dict[str, Any]:
    runs = []
    for level, repeats in enumerate(cell.outcome[number].tolist()):
        for repeat, outcome in enumerate(repeats):
            if outcome >= 0:
                ended = cell.words[cell.ended[number, level, repeat]]
                used = int(cell.used[number, level, repeat])
                runs.append({"level": level + 1, "correct": outcome == 1, "used": used, "ended": ended})
    successes = cell.successes[number].tolist()
    return {"problem": cell.suite.problems[number], "successes": successes, "runs": runs}
