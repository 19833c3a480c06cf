"""A contest: problems in presented order under one budget. A suite: an ordered list of contests with its provenance."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from r3gym.core.contest_size import FEWEST_PROBLEMS, MOST_PROBLEMS, is_contest_size
from r3gym.core.domain import Domain
from r3gym.core.problem import Problem
from r3gym.errors import InputError

#: A label as models write it: "Problem 1", "#1", "problem_A", "(1)", "P1", "1.", "Problem 2: Tiles".
_DRESSED = re.compile(
    r"(?:(?:problem|question|task|prob\.?|no\.?|[pq](?=\d))[\s_:#.-]*)?[#\[(]*(?P<label>\d{1,2}|[a-z])[\])]*[.:]?"
    r"|problem[\s_#]*(?P<titled>\d{1,2}|[a-z])\s*[:.–—-]\s.*",
    re.IGNORECASE | re.DOTALL,
)


def resolve_label(word: str, labels: Sequence[str], ids: Iterable[str]) -> str | None:
    """Return the label that a word names, or None.

    A word is a label in either case, a position from 1 (also as a letter), or a problem's id; labels and positions may
    be dressed as in "Problem 1" or "#1".

    >>> [resolve_label(word, ("A", "B"), ("p7", "p9")) for word in (" b ", "1", "p9", "3", "#2", "Problem A")]
    ['B', 'A', 'B', None, 'B', 'A']
    """
    by_id = next((label for label, own in zip(labels, ids, strict=True) if own == word.strip()), None)
    word = unicodedata.normalize("NFKC", word[:200]).strip()  # full-width digits are digits
    return _plain_label(word, labels) or by_id or _dressed_label(word, labels)


def _plain_label(word: str, labels: Sequence[str]) -> str | None:
    if word.upper() in labels:
        return word.upper()
    if word in (str(n) for n in range(1, len(labels) + 1)):  # no int(): a word may be thousands of digits long
        return labels[int(word) - 1]
    return None


def _dressed_label(word: str, labels: Sequence[str]) -> str | None:
    match = _DRESSED.fullmatch(word)
    if match is None:
        return None
    bare = (match["label"] or match["titled"]).upper().lstrip("0")
    letter = ord(bare) - ord("A") if len(bare) == 1 and bare.isalpha() else len(labels)
    return _plain_label(bare, labels) or (labels[letter] if letter < len(labels) else None)


@dataclass(frozen=True)
class Contest:
    """Problems (one, in the per-task format) in presented order. Public: it holds no key and no hidden tier."""

    id: str
    domain: Domain
    problems: tuple[Problem, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in presented order, as the domain counts: A, B, ... or 1, 2, ..."""
        return self.domain.labels(len(self.problems))

    def problem(self, label: str) -> Problem:
        """Return the problem with this label."""
        return self.problems[self.labels.index(label)]

    def resolve(self, word: str) -> str | None:
        """Return the label that a word names (`resolve_label`): a label, a position from 1, or a problem's id."""
        return resolve_label(word, self.labels, (p.id for p in self.problems))


@dataclass(frozen=True)
class Suite:
    """Contests of one domain, where they come from, and the hash of everything public in them.

    ``reference`` is the plain string that loads the same suite again (``embedded``, ``r3bench:DIR`` ...).
    ``tiers`` is the origin of the hidden tiers: ``declared`` by the authors, ``measured`` by reference models, or
    ``unrated``. All contests have the same number of problems, 2 to 12; `InputError` otherwise. A pool (``is_pool``)
    has no contests yet: each problem stands alone, as a contest of one, and can only be played alone.
    """

    reference: str
    name: str
    domain: Domain
    tiers: str
    provenance: str
    content_hash: str
    contests: tuple[Contest, ...]
    is_pool: bool = False

    def __post_init__(self) -> None:
        if not self.contests:
            raise InputError(f"suite {self.name!r}: it has no contest; a suite has at least one")
        sizes = {len(contest.problems): contest.id for contest in self.contests}
        if len(sizes) > 1:
            named = ", ".join(f"{contest!r} has {size}" for size, contest in sorted(sizes.items()))
            raise InputError(
                f"suite {self.name!r}: {named} problems; all contests of a suite have the same number: "
                "make one suite for each"
            )
        if not self.is_pool and not all(map(is_contest_size, sizes)):
            raise InputError(
                f"suite {self.name!r}: contests of {min(sizes)} problems; "
                f"a contest has {FEWEST_PROBLEMS} to {MOST_PROBLEMS}"
            )

    @property
    def problems_per_contest(self) -> int:
        """How many problems each contest has."""
        return len(self.contests[0].problems)

    def contest(self, which: int | str) -> Contest:
        """Return the contest at an index from 0, or with an id."""
        if isinstance(which, int) and not isinstance(which, bool):
            if 0 <= which < len(self.contests):
                return self.contests[which]
            raise InputError(
                f"contest={which}: suite {self.name!r} has contests 0 to {len(self.contests) - 1}; "
                "`r3gym suite show` lists them"
            )
        for contest in self.contests:
            if contest.id == which:
                return contest
        raise InputError(f"contest={which!r}: no such id in suite {self.name!r}; `r3gym suite show` lists them")

    def single(self, which: int | str) -> Contest:
        """Return one problem as a contest (the per-task format), by its index over all contests or by its id."""
        problems = [p for c in self.contests for p in c.problems]
        if isinstance(which, int) and not isinstance(which, bool):
            if not 0 <= which < len(problems):
                raise InputError(f"contest={which}: suite {self.name!r} has problems 0 to {len(problems) - 1}")
            return Contest(problems[which].id, self.domain, (problems[which],))
        for p in problems:
            if p.id == which:
                return Contest(p.id, self.domain, (p,))
        raise InputError(f"contest={which!r}: no problem with this id in suite {self.name!r}")
