"""Who labels which episodes of a run: a plan beside the run, ``RUN/labels/assignment.json``.

The first annotator's command makes the plan (how many shares, which overlap, which seed); everyone who comes later
takes the next free share of it. The plan holds the shuffled episodes, so that a share never changes: episodes that the
run has got since are added behind them, dealt by the same rule.
"""

from __future__ import annotations

import fcntl
import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, ValidationError

from r3gym.behaviour import Subject, assign, label_set_path
from r3gym.behaviour.label_set import labels_folder
from r3gym.errors import InputError
from r3gym.records.model_base import FrozenModel, Text
from r3gym.utils.atomic_files import make_folder_durably, write_durably

PLAN = "assignment.json"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a command asks of the plan; None is whatever the plan says."""

    annotators: int | None = None
    overlap: float | None = None
    seed: int | None = None


class Plan(FrozenModel):
    """The plan as it stands in its file."""

    format: str = Field(default="r3gym-assignment-1", pattern=r"^r3gym-assignment-1$")
    seed: int = Field(default=0, ge=0, description="Shuffles the episodes and makes the names that annotators see.")
    annotators: int = Field(default=1, ge=1, description="The number of shares.")
    overlap: float = Field(default=0.0, ge=0, le=1, description="The part of the episodes that everybody gets.")
    names: tuple[Text, ...] = Field(default=(), description="Who has which share, in order.")
    batches: tuple[tuple[Text, ...], ...] = Field(default=(), description="The episodes, shuffled, as they came.")

    def shares(self) -> dict[str, list[str]]:
        """Return the episodes of each share: under its annotator's name, or under its number while it is free.

        >>> plan = Plan(annotators=2, overlap=0.2, names=("ann",), batches=(("a", "b", "c", "d", "e"),))
        >>> plan.shares()
        {'ann': ['a', 'b', 'd'], 'share 2': ['a', 'c', 'e']}
        """
        who = [*self.names, *(f"share {n}" for n in range(len(self.names) + 1, self.annotators + 1))]
        found: dict[str, list[str]] = {name: [] for name in who}
        for batch in self.batches:
            subjects = [Subject(episode, Path(), "") for episode in batch]
            for name, mine in assign(subjects, who, overlap=self.shared(len(batch))).items():
                found[name] += [one.episode for one in mine]
        return found

    def shared(self, count: int) -> int:
        """Return how many of so many episodes everybody gets: the stated part, and at least one of it if any."""
        return 0 if self.annotators == 1 or not self.overlap else max(1, round(self.overlap * count))


def read_plan(run: Path) -> Plan | None:
    """Return the plan of a run; None when nobody has begun."""
    file = plan_path(run)
    if not file.exists():
        return None
    try:
        return Plan.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(f"{file}: no plan of an assignment: {where}: {first['msg']}") from None


def join(run: Path, episodes: Sequence[str], name: str, wish: Wish) -> Plan:
    """Return the plan with a share for the annotator and all of these episodes, stored durably.

    Raises `InputError` when no share is free, or when the plan was made with other numbers than the command states.
    """
    label_set_path(run, name)  # the name is that of a file too
    file = plan_path(run)
    with _locked(file):
        before = read_plan(run)
        plan = before or Plan(
            seed=wish.seed or 0, annotators=_count(wish.annotators), overlap=_part(wish.overlap or 0.0)
        )
        _agree(file, plan, wish)
        if name not in plan.names:
            if len(plan.names) >= plan.annotators:
                raise InputError(
                    f"{file}: its {plan.annotators} share(s) are taken by {', '.join(plan.names)}; {name} is none of "
                    "them. The first command states how many annotators there are (--annotators N)"
                )
            plan = plan.model_copy(update={"names": (*plan.names, name)})
        known = {one for batch in plan.batches for one in batch}
        new = [one for one in episodes if one not in known]
        if new:
            random.Random(f"{plan.seed}:{len(plan.batches)}").shuffle(new)
            plan = plan.model_copy(update={"batches": (*plan.batches, tuple(new))})
        if plan != before:
            write_durably(file, plan.model_dump_json(indent=1) + "\n")
    return plan


def plan_path(run: Path) -> Path:
    """Return where a run's plan stands."""
    return labels_folder(run) / PLAN


def _count(annotators: int | None) -> int:
    if annotators is not None and annotators < 1:
        raise InputError(f"--annotators {annotators}: at least 1")
    return annotators or 1


def _part(overlap: float) -> float:
    if not 0 <= overlap <= 1:
        raise InputError(f"--overlap {overlap:g}: a part of the episodes, from 0 to 1, such as 0.1")
    return overlap


def _agree(file: Path, plan: Plan, wish: Wish) -> None:
    for field in ("annotators", "overlap", "seed"):
        wanted, has = getattr(wish, field), getattr(plan, field)
        if wanted is not None and wanted != has:
            raise InputError(
                f"--{field} {wanted:g}: {file} was made with --{field} {has:g}, and shares never change; leave the "
                "option out, or label a copy of the run"
            )


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    make_folder_durably(file.parent)
    lock = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
