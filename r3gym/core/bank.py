"""The private half of a domain: where its problems and keys are, how an answer is judged, and what a bank must satisfy.

Environments and policies never hold a bank's keys: they use the `r3gym.core.domain.Domain`. Only suites and the judge
use its bank.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from r3gym.core.keys import AnswerKey
from r3gym.core.problem import Problem
from r3gym.core.tier import Tier
from r3gym.core.verdict import Verdict
from r3gym.errors import MissingDomainError, SuiteError
from r3gym.utils.hashing import hash_json


@dataclass(frozen=True)
class BankCheck:
    """One check of one problem (or of the bank, where ``problem`` is empty): whether it holds, and why not."""

    domain: str
    problem: str
    check: str
    ok: bool
    detail: str = ""


@dataclass(frozen=True)
class JudgingFault:
    """What would make the judge fail: the problem concerned ("" when all are), what is wrong, and the fix.

    It never quotes a key or a hidden test.
    """

    problem: str
    fault: str
    fix: str


class PublicRow(Protocol):
    """A row of a file of the paper's public data."""

    problem_id: str
    suite_id: str
    position: int
    difficulty: Tier
    statement_sha256: str | None

    @property
    def public_id(self) -> str:
        """The id that contestants see."""
        ...

    def public(self) -> Problem:
        """Return the public part of the problem."""
        ...

    def key(self, tests: Path | None) -> AnswerKey:
        """Return the private part of the problem; ``tests`` is the folder of hidden tests, or None."""
        ...


Key = TypeVar("Key", bound=AnswerKey)


class Bank(ABC, Generic[Key]):
    """Problems with their keys, and the judge of a domain.

    - ``domain`` is the domain's name.
    - ``judge_settings`` is what the domain's section of a judges file holds: a pydantic model, or an annotated union of
      models discriminated by ``judge``. ``default_judge`` is used when the file has no such section.
      ``private_settings`` are fields that no record keeps.
    - ``slow_keys``: checking a key reads many files, so keys are read one by one.
    - ``near_duplicate``: the share of common four-word runs above which two statements count as the same.
    - ``public_file`` and ``public_row`` say how the paper's public data hold the domain; None when they do not.
    """

    domain: ClassVar[str]
    judge_settings: ClassVar[Any]
    default_judge: ClassVar[str]
    private_settings: ClassVar[frozenset[str]] = frozenset()
    slow_keys: ClassVar[bool] = False
    near_duplicate: ClassVar[float] = 0.4
    public_file: ClassVar[str | None] = None
    public_row: ClassVar[Any] = None

    def embedded(self, version: str) -> Path:
        """Return the suite folder that ships with the domain."""
        return Path(str(files("r3gym").joinpath("data", version, self.domain)))

    @abstractmethod
    def read_problems(self, folder: Path) -> dict[str, Problem]:
        """Return the public parts of all problems of a suite folder, by id."""

    @abstractmethod
    def read_keys(self, folder: Path, wanted: Collection[str]) -> dict[str, Key]:
        """Return the keys of the wanted problems of a suite folder, by id."""

    def hash_key(self, key: Key) -> str:
        """Return the hash of a key's content; its location on disk is not part of it."""
        return hash_json(asdict(key))

    @abstractmethod
    def stage_rows(self, source: Path, folder: Path) -> dict[str, Tier]:
        """Write the problems and keys of a user's JSONL file into an empty suite folder; return each problem's tier."""

    def stage_packages(self, source: Path, folder: Path) -> dict[str, Tier]:  # noqa: ARG002
        """Write the problems and keys of a folder of problem packages into an empty suite folder (see `stage_rows`)."""
        raise SuiteError(f"{source}: a folder of packages is a code pool; for {self.domain} give a JSONL file")

    def read_packages(self, folder: Path) -> dict[str, Problem]:  # noqa: ARG002
        """Return the public parts of a folder of problem packages (``packages:DIR``)."""
        raise MissingDomainError(f"problem packages are code problems, not {self.domain}")

    def read_package_keys(self, folder: Path, wanted: Collection[str]) -> Mapping[str, Key]:  # noqa: ARG002
        """Return the keys of the wanted problems of a folder of problem packages."""
        raise MissingDomainError(f"problem packages are code problems, not {self.domain}")

    def default_settings(self) -> Any:
        """Return the judge's settings that are used when none are given."""
        return TypeAdapter(self.judge_settings).validate_python({"judge": self.default_judge})

    @abstractmethod
    def judge(self, answer: str, key: Key, settings: Any, sandbox: str) -> Verdict:
        """Judge one answer against its key."""

    def check_judge(self, settings: Any) -> None:
        """Raise `InputError` when the judge lacks something that can be known before judging."""

    def check_judging(self, keys: Mapping[str, Key], settings: Any, sandbox: str) -> Iterator[JudgingFault]:  # noqa: ARG002
        """Yield what would make the judge fail on answers to these problems: found before anything is played."""
        yield from ()

    def waits_for_network(self, settings: Any) -> bool:  # noqa: ARG002
        """Return whether judging is mostly waiting for a service."""
        return False

    @abstractmethod
    def judge_row(self, value: Mapping[str, Any], settings: Any) -> Verdict:
        """Return the verdict on a row of ``r3gym judge --batch`` that holds answer and key.

        Raises `pydantic.ValidationError` for an invalid row.
        """

    def check_statements(self, problems: Mapping[str, Problem], keys: Mapping[str, Key]) -> Iterator[BankCheck]:  # noqa: ARG002
        """Check whether a statement reveals its answer."""
        yield from ()

    @abstractmethod
    def check_keys(self, folder: Path, keys: Mapping[str, Key]) -> Iterator[BankCheck]:
        """Yield the results of the domain-specific checks of a bank's keys, each as soon as it is known."""
