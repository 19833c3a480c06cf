"""The private half of the domain: rows of problems and keys, and the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from r3gym.core.keys import AnswerKey
from r3gym.core.problem import Problem, Sample
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.judge_choice import JudgeChoice
from r3gym.domains.reference_bank import ReferenceBank
from r3gym.domains.rows import KeyRow, NonEmpty, PoolRow, ProblemRow, read_rows, write_rows
from r3gym.workers.pool import WorkerFailure, ask
from r3gym_sql.queries import QueryRefused, run_query, shown

WORKER = "r3gym_sql.queries:load_judge"


@dataclass(frozen=True)
class SQLKey(AnswerKey):
    """The reference query and the hidden databases (as scripts) on which answers are compared with it."""

    reference: str
    databases: tuple[str, ...]
    ordered: bool = False


class SQLProblemRow(ProblemRow):
    """Public part: the statement, a sample database as a script, and the rows that it should give."""

    database: NonEmpty
    rows: str


class SQLKeyRow(KeyRow):
    """Private part of a problem."""

    reference: NonEmpty
    databases: tuple[NonEmpty, ...] = Field(min_length=1)
    ordered: bool = False


class SQLPoolRow(PoolRow):
    """A problem of a user's own; the rows of the sample database are computed."""

    query: NonEmpty
    database: NonEmpty
    hidden: tuple[NonEmpty, ...] = Field(min_length=1)
    ordered: bool = False


class SQLAnswerRow(BaseModel):
    """A row of ``r3gym judge --batch``."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    answer: str
    reference: str = Field(min_length=1)
    databases: tuple[str, ...] = Field(min_length=1)
    ordered: bool = False


class SQLiteJudge(JudgeChoice):
    """The settings of the judge: seconds for one query on one database."""

    judge: Literal["sqlite"] = "sqlite"
    time_limit_s: float = Field(default=2.0, gt=0, le=60)


class SQLBank(ReferenceBank[SQLKey]):
    """Queries with hidden databases."""

    domain = "sql"
    key_row = SQLKeyRow
    pool_row = SQLPoolRow
    judge_settings = SQLiteJudge
    default_judge = "sqlite"

    def embedded(self, version: str) -> Path:  # noqa: ARG002
        """Return the folder of the two contests that ship with this package."""
        return Path(__file__).parent / "data"

    def read_problems(self, folder: Path) -> dict[str, Problem]:
        """Statements with their sample databases."""
        rows = read_rows(folder / "problems.jsonl", SQLProblemRow)
        return {
            r.id: Problem(r.id, self.domain, r.title, r.statement, samples=(Sample(r.database, r.rows),)) for r in rows
        }

    def make_key(self, row: SQLKeyRow) -> SQLKey:
        """Return the key of a row."""
        return SQLKey(row.id, row.tier, row.reference, row.databases, row.ordered)

    def pool_key(self, row: SQLPoolRow) -> dict[str, Any]:
        """Return the reference query and its hidden databases."""
        return {"reference": row.query, "databases": row.hidden, "ordered": row.ordered}

    def stage_rows(self, source: Path, folder: Path) -> dict[str, Tier]:
        """Part a user's rows into problems and keys."""
        tiers = super().stage_rows(source, folder)
        rows = read_rows(source, SQLPoolRow)
        write_rows(folder / "problems.jsonl", map(_public, rows))
        return tiers

    def judge(self, answer: str, key: SQLKey, settings: SQLiteJudge, sandbox: str) -> Verdict:  # noqa: ARG002
        """Compare rows on every hidden database, in a worker process."""
        request = {
            "answer": answer,
            "reference": key.reference,
            "databases": key.databases,
            "ordered": key.ordered,
            "time_limit_s": settings.time_limit_s,
        }
        try:
            reply = ask(WORKER, request, settings.time_limit_s * (2 * len(key.databases) + 1) + 5)
        except WorkerFailure as failure:
            return Verdict(Outcome.JUDGE_ERROR, "sqlite/1", str(failure))
        if "error" in reply:
            return Verdict(Outcome.JUDGE_ERROR, "sqlite/1", str(reply["error"]))
        return Verdict(Outcome(reply["outcome"]), "sqlite/1", str(reply["detail"]))

    def judge_row(self, value: Mapping[str, Any], settings: SQLiteJudge) -> Verdict:
        """``answer`` against ``reference`` on ``databases``."""
        row = SQLAnswerRow.model_validate(value)
        key = SQLKey("row", Tier.UNRATED, row.reference, row.databases, row.ordered)
        return self.judge(row.answer, key, settings, "bubblewrap")


def _public(row: SQLPoolRow) -> dict[str, Any]:
    try:
        rows = shown(run_query(row.database, row.query, 5.0))
    except QueryRefused as error:
        raise ValueError(f"{row.id}: the reference query fails on the sample database: {error}") from None
    return {"id": row.id, "title": row.title, "statement": row.statement, "database": row.database, "rows": rows}
