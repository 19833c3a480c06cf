"""What a domain is: one object behind which everything lies that differs between code, mathematics and other domains.

A domain is a folder of its own (`r3gym.domains`, or an installed package) and is found by name
(`r3gym.core.known_domains`). Data such as rows, manifests and records hold the name; rules take the object.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST

#: The shared answer file of the domains whose answers are short.
ANSWER_FILE = "/logs/artifacts/answer.txt"


class Domain(ABC):
    """A domain of problems. Two objects of one name are the same domain, also after pickling.

    ``gym_name`` is the word inside a Gymnasium id (``Code`` in ``R3Contest-Code-v0``); ``name``, its lower case, is the
    word in files, on the command line and in records; ``long_name`` is the name a reader knows it by.
    """

    gym_name: ClassVar[str]
    long_name: ClassVar[str]

    @property
    def name(self) -> str:
        """The word in files, on the command line and in records."""
        return self.gym_name.lower()

    @abstractmethod
    def labels(self, count: int = PROBLEMS_PER_CONTEST) -> tuple[str, ...]:
        """The labels of a contest's problems in presented order."""

    @abstractmethod
    def artifact(self, label: str) -> str:
        """Where the final answer of a problem lies in the workspace; problems may share a file."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<domain {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Domain) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


def scratch_area(label: str) -> str:
    """The folder that belongs to one problem of the contest."""
    return f"/app/problem_{label}"
