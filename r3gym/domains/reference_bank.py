"""Banks of problems that are a statement with a reference answer: two JSONL files, problems apart from keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from r3gym.core.bank import Bank, BankCheck
from r3gym.core.keys import AnswerKey
from r3gym.core.problem import Problem
from r3gym.core.tier import Tier
from r3gym.domains.rows import KeyRow, PoolRow, ProblemRow, read_rows, write_public_rows, write_rows
from r3gym.domains.statement_checks import leaks_answer

Key = TypeVar("Key", bound=AnswerKey)


class ReferenceBank(Bank[Key], Generic[Key]):
    """A bank in ``problems.jsonl`` and ``keys.jsonl``. Subclasses say their rows, how one becomes a key, and the judge.

    ``key_row`` reads a row of ``keys.jsonl``; ``pool_row`` a row of a user's pool, of which ``pool_key`` makes the
    fields of a key row.
    """

    key_row: ClassVar[type[KeyRow]]
    pool_row: ClassVar[type[PoolRow]]

    @abstractmethod
    def make_key(self, row: Any) -> Key:
        """The key of a row of ``keys.jsonl``."""

    @abstractmethod
    def pool_key(self, row: Any) -> dict[str, Any]:
        """The key's fields of a row of a user's pool, without id and tier."""

    def read_problems(self, folder: Path) -> dict[str, Problem]:
        """The rows of ``problems.jsonl``."""
        return {row.id: row.problem(self.domain) for row in read_rows(folder / "problems.jsonl", ProblemRow)}

    def read_keys(self, folder: Path, wanted: Collection[str]) -> dict[str, Key]:
        """The wanted rows of ``keys.jsonl``."""
        return {
            row.id: self.make_key(row) for row in read_rows(folder / "keys.jsonl", self.key_row) if row.id in wanted
        }

    def stage_rows(self, source: Path, folder: Path) -> dict[str, Tier]:
        """Part a user's rows into the two files."""
        rows = read_rows(source, self.pool_row)
        write_public_rows(folder, rows)
        write_rows(folder / "keys.jsonl", [{"id": r.id, "tier": r.tier, **self.pool_key(r)} for r in rows])
        return {r.id: r.tier for r in rows}

    def check_statements(self, problems: Mapping[str, Problem], keys: Mapping[str, Key]) -> Iterator[BankCheck]:
        """No statement gives its answer away."""
        for name, problem in problems.items():
            if name in keys:
                leaks = leaks_answer(problem.statement, self.reference(keys[name]))
                detail = "the answer stands in the statement" if leaks else ""
                yield BankCheck(self.domain, name, "no leaked answer", not leaks, detail)

    def check_keys(self, folder: Path, keys: Mapping[str, Key]) -> Iterator[BankCheck]:  # noqa: ARG002
        """Every reference is accepted by the judge."""
        for name, key in keys.items():
            verdict = self.judge(self.reference(key), key, self.default_settings(), "bubblewrap")
            yield BankCheck(self.domain, name, "reference is accepted", verdict.correct, verdict.detail)

    def reference(self, key: Any) -> str:
        """The reference answer of a key."""
        return str(key.reference)
