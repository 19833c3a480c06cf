"""Banks of problems with a statement and a reference answer, in two JSONL files: problems and keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from r3gym.core.bank import Bank, BankCheck, JudgingFault
from r3gym.core.keys import AnswerKey
from r3gym.core.problem import Problem
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.rows import KeyRow, PoolRow, ProblemRow, read_rows, write_public_rows, write_rows
from r3gym.domains.statement_checks import leaks_answer

Key = TypeVar("Key", bound=AnswerKey)


class ReferenceBank(Bank[Key], Generic[Key]):
    """A bank in ``problems.jsonl`` and ``keys.jsonl``. Subclasses define rows, keys and the judge.

    ``key_row`` is the model of a row of ``keys.jsonl``, ``pool_row`` that of a row of a user's pool, from which
    ``pool_key`` makes the fields of a key row.
    """

    key_row: ClassVar[type[KeyRow]]
    pool_row: ClassVar[type[PoolRow]]

    @abstractmethod
    def make_key(self, row: Any) -> Key:
        """Return the key of a row of ``keys.jsonl``."""

    @abstractmethod
    def pool_key(self, row: Any) -> dict[str, Any]:
        """Return the key's fields of a row of a user's pool, without id and tier."""

    def read_problems(self, folder: Path) -> dict[str, Problem]:
        """Read the problems of ``problems.jsonl``, by id."""
        return {row.id: row.problem(self.domain) for row in read_rows(folder / "problems.jsonl", ProblemRow)}

    def read_keys(self, folder: Path, wanted: Collection[str]) -> dict[str, Key]:
        """Read the wanted keys of ``keys.jsonl``, by id."""
        return {
            row.id: self.make_key(row) for row in read_rows(folder / "keys.jsonl", self.key_row) if row.id in wanted
        }

    def stage_rows(self, source: Path, folder: Path) -> dict[str, Tier]:
        """Split a user's rows into the two files and return the tiers by id."""
        rows = read_rows(source, self.pool_row)
        write_public_rows(folder, rows)
        write_rows(folder / "keys.jsonl", [{"id": r.id, "tier": r.tier, **self.pool_key(r)} for r in rows])
        return {r.id: r.tier for r in rows}

    def check_statements(self, problems: Mapping[str, Problem], keys: Mapping[str, Key]) -> Iterator[BankCheck]:
        """Check that no statement contains its answer."""
        for name, problem in problems.items():
            if name in keys:
                leaks = leaks_answer(problem.statement, self.reference(keys[name]))
                detail = "the answer stands in the statement" if leaks else ""
                yield BankCheck(self.domain, name, "no leaked answer", not leaks, detail)

    def check_keys(self, folder: Path, keys: Mapping[str, Key]) -> Iterator[BankCheck]:  # noqa: ARG002
        """Check that the judge accepts every reference."""
        for name, key in keys.items():
            verdict = self.judge(self.reference(key), key, self.default_settings(), "bubblewrap")
            yield BankCheck(self.domain, name, "reference is accepted", verdict.correct, verdict.detail)

    def check_judging(self, keys: Mapping[str, Key], settings: Any, sandbox: str) -> Iterator[JudgingFault]:
        """Check that the judge accepts every key's own reference."""
        with ThreadPoolExecutor(max_workers=2) as pool:
            verdicts = pool.map(lambda key: self.judge(self.reference(key), key, settings, sandbox), keys.values())
            for name, verdict in zip(keys, verdicts, strict=True):
                if verdict.outcome is Outcome.JUDGE_ERROR:
                    yield JudgingFault(name, f"the judge fails on the key: {verdict.detail}", "correct the key")
                elif not verdict.correct:
                    fix = "correct the key, list it in the suite's errata, or choose another judge"
                    yield JudgingFault(name, f"the judge {verdict.judge} does not accept the key's own answer", fix)

    def reference(self, key: Any) -> str:
        """Return the reference answer of a key."""
        return str(key.reference)
