"""The private half of a domain: where its problems and keys are, how an answer is judged, and what a bank must satisfy.

What acts never holds a bank's keys: it has the `r3gym.core.domain.Domain`, and only suites and the judge ask for its
bank.
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
        """The public part."""
        ...

    def key(self, tests: Path | None) -> AnswerKey:
        """The private part; ``tests`` is a folder of hidden tests, where there is one."""
        ...


Key = TypeVar("Key", bound=AnswerKey)


class Bank(ABC, Generic[Key]):
    """Problems with their keys, and the judge of a domain.

    - ``domain`` is the domain's name.
    - ``judge_settings`` is what the domain's section of a judges file holds: a pydantic model, or an annotated union of
      models told apart by ``judge``. ``default_judge`` decides where nothing is said. ``private_settings`` are fields
      that no record keeps.
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
        """The suite folder that ships with the domain."""
        return Path(str(files("r3gym").joinpath("data", version, self.domain)))

    @abstractmethod
    def read_problems(self, folder: Path) -> dict[str, Problem]:
        """The public parts of all problems of a suite folder."""

    @abstractmethod
    def read_keys(self, folder: Path, wanted: Collection[str]) -> dict[str, Key]:
        """The keys of the wanted problems of a suite folder."""

    def hash_key(self, key: Key) -> str:
        """Hash of a key's content, never of where it lies on disk."""
        return hash_json(asdict(key))

    @abstractmethod
    def stage_rows(self, source: Path, folder: Path) -> dict[str, Tier]:
        """Write the problems and keys of a user's JSONL file into an empty suite folder; the tier of each problem."""

    def stage_packages(self, source: Path, folder: Path) -> dict[str, Tier]:  # noqa: ARG002
        """The same from a folder of problem packages."""
        raise SuiteError(f"{source}: a folder of packages is a code pool; for {self.domain} give a JSONL file")

    def read_packages(self, folder: Path) -> dict[str, Problem]:  # noqa: ARG002
        """The public parts of a folder of problem packages (``packages:DIR``)."""
        raise MissingDomainError(f"problem packages are code problems, not {self.domain}")

    def read_package_keys(self, folder: Path, wanted: Collection[str]) -> Mapping[str, Key]:  # noqa: ARG002
        """The keys of a folder of problem packages."""
        raise MissingDomainError(f"problem packages are code problems, not {self.domain}")

    def default_settings(self) -> Any:
        """The judge's settings where nothing is said about it."""
        return TypeAdapter(self.judge_settings).validate_python({"judge": self.default_judge})

    @abstractmethod
    def judge(self, answer: str, key: Key, settings: Any, sandbox: str) -> Verdict:
        """One answer against its key."""

    def check_judge(self, settings: Any) -> None:
        """Raise `InputError` when the judge lacks something that can be known before judging."""

    def waits_for_network(self, settings: Any) -> bool:  # noqa: ARG002
        """Whether judging is mostly waiting for a service."""
        return False

    @abstractmethod
    def judge_row(self, value: Mapping[str, Any], settings: Any) -> Verdict:
        """The verdict on a row of ``r3gym judge --batch`` that brings answer and key; pydantic says what is wrong."""

    def check_statements(self, problems: Mapping[str, Problem], keys: Mapping[str, Key]) -> Iterator[BankCheck]:  # noqa: ARG002
        """Whether a statement gives its answer away."""
        yield from ()

    @abstractmethod
    def check_keys(self, folder: Path, keys: Mapping[str, Key]) -> Iterator[BankCheck]:
        """What only this domain can check of a bank's keys, each finding as soon as it is known."""
