"""Work that was booked elsewhere, in words: of a step and of a problem."""

from __future__ import annotations

from r3gym.records.attribution import ProblemAttribution
from r3gym.records.steps import StepEffects

#: Changed files that are named one by one.
_NAMED = 3


def effects(seen: StepEffects | None) -> str:
    """Return for which problems a step did something, "" when nothing is known or there is nothing to say.

    >>> effects(StepEffects(named=("1", "3"), wrote=("2",), paths=("/app/problem_2/a",), changed=1))
    'printed for 1, 3; wrote for 2 (/app/problem_2/a)'
    """
    if seen is None:
        return ""
    more = f" and {seen.changed - _NAMED} more" if seen.changed > _NAMED else ""
    paths = f" ({', '.join(seen.paths[:_NAMED])}{more})" if seen.paths else ""
    wrote = f"wrote for {', '.join(seen.wrote)}{paths}" if seen.wrote else f"wrote{paths}" if paths else ""
    return "; ".join(filter(None, (f"printed for {', '.join(seen.named)}" if seen.named else "", wrote)))


def booking(work: ProblemAttribution | None, correct: bool) -> str:
    """Return what is to be said of the work on a solved problem, "" for the ordinary case and for an unsolved one.

    >>> booking(ProblemAttribution(booked=0, elsewhere=4, rides=2), correct=True)
    'nothing booked on it; 2 counted actions on other problems named it or wrote for it'
    """
    if work is None or not correct:
        return ""
    actions = f"{work.rides} counted action{'s' * (work.rides != 1)} on other problems"
    rides = f"{actions} named it or wrote for it" if work.rides else ""
    return "; ".join(filter(None, ("" if work.booked else "nothing booked on it", rides)))
