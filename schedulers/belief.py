"""A Bayesian belief about a problem: the probability that further paid steps solve it, given the evidence.

**Model.** A problem is of one of a few hidden kinds. A kind j has a prior share w_j and a curve F_j(n), the
probability that n paid steps have solved it: after ``ramp`` steps that cannot succeed, every step succeeds with
``hazard``. Without a ramp the hazard is constant (the first step is as good as any later one); with one it rises (some
steps are needed before any can succeed). Which scheduler is best depends on the shape, so the default assumes both.

**Evidence.** After n paid steps the runtime shows one of three things: no answer yet, an answer whose last paid step
failed, an answer whose last paid step ended well. g(s) and b(s) are the probabilities of evidence s on a solved and an
unsolved problem. They are far apart in code, where tests were run, and close in mathematics and abstract reasoning.

**Posterior.** With Z = sum_j w_j [F_j(n) g(s) + (1 - F_j(n)) b(s)], the probability that the problem is unsolved now
and solved after k more steps is

    gain(k) = sum_j w_j b(s) [F_j(n + k) - F_j(n)] / Z,

and the *index* is the largest gain(k) / k: hazard per unit of cost, over the best number of steps to commit to. With
constant hazards k = 1 is best and the index is the posterior hazard; with a ramp it looks past the steps that cannot
succeed. Only the last evidence is used, since the state keeps no more.

The numbers are assumptions, written down here and nowhere fitted. Fit them to response curves before relying on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from r3gym.core.domain import Domain
from r3gym.core.state import ProblemState
from r3gym.errors import InputError


class Evidence(IntEnum):
    """The evidence that the runtime shows about a problem; UNSEEN before its first paid step."""

    UNSEEN = 0
    NO_ANSWER = 1
    FAILING = 2
    PASSING = 3


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problem: its prior share, the hazard per step, and the steps before the first that can succeed."""

    share: float
    hazard: float
    ramp: int = 0

    def solved_by(self, steps: int) -> float:
        """Return the probability that so many paid steps have solved it."""
        return 1.0 - (1.0 - self.hazard) ** max(steps - self.ramp, 0)


#: Three easy, two medium, one hard of six, as contests are built; a tenth of all is beyond reach.
CONSTANT = (ProblemKind(0.45, 0.5), ProblemKind(0.30, 0.25), ProblemKind(0.15, 0.1), ProblemKind(0.10, 0.0))
RAMP = (ProblemKind(0.45, 0.8, 1), ProblemKind(0.30, 0.6, 3), ProblemKind(0.15, 0.5, 6), ProblemKind(0.10, 0.0))
#: The hazard shapes that can be assumed, by name.
SHAPES: Mapping[str, tuple[ProblemKind, ...]] = {
    "both": tuple(ProblemKind(k.share / 2, k.hazard, k.ramp) for k in CONSTANT + RAMP),
    "constant": CONSTANT,
    "ramp": RAMP,
}

#: The probability of each evidence on a solved and on an unsolved problem. Tests say much, an exit status little.
_TESTED = {Evidence.NO_ANSWER: (0.02, 0.30), Evidence.FAILING: (0.08, 0.50), Evidence.PASSING: (0.90, 0.20)}
_UNTESTED = {Evidence.NO_ANSWER: (0.02, 0.30), Evidence.FAILING: (0.08, 0.10), Evidence.PASSING: (0.90, 0.60)}

#: Longest commitment considered: with these kinds a longer one never has the largest index.
HORIZON = 12


def shape_of(name: str) -> str:
    """Return the name of a hazard shape; `InputError` if there is none."""
    if name not in SHAPES:
        raise InputError(f"hazard shape {name!r}: choose one of {', '.join(SHAPES)}")
    return name


def evidence_of(problem: ProblemState) -> Evidence:
    """Return what the runtime shows of a problem."""
    if problem.paid_steps == 0:
        return Evidence.UNSEEN
    if not problem.candidate:
        return Evidence.NO_ANSWER
    return Evidence.PASSING if problem.last_exit == 0 else Evidence.FAILING


def effort_of(problem: ProblemState) -> int:
    """Count the steps of work on a problem; an answer without a paid step counts as one."""
    return max(problem.paid_steps, int(problem.candidate))


@cache
def solved_probability(shape: str, domain: Domain, steps: int, evidence: Evidence) -> float:
    """Return the probability that the problem is solved now.

    >>> from r3gym.core.known_domains import get_domain
    >>> solved_probability("constant", get_domain("code"), 1, Evidence.FAILING) < 0.1
    True
    """
    right, wrong = _likelihoods(domain, evidence)
    solved = sum(k.share * k.solved_by(steps) for k in SHAPES[shape]) * right
    return solved / (solved + sum(k.share * (1 - k.solved_by(steps)) for k in SHAPES[shape]) * wrong)


@cache
def gain(shape: str, domain: Domain, steps: int, evidence: Evidence, further: int) -> float:
    """Return the probability that the problem is unsolved now and that ``further`` paid steps solve it."""
    unsolved = 1.0 - solved_probability(shape, domain, steps, evidence)
    # Among unsolved problems the evidence says nothing more: kinds are weighted by their survival alone.
    left = sum(k.share * (1 - k.solved_by(steps)) for k in SHAPES[shape])
    more = sum(k.share * (k.solved_by(steps + further) - k.solved_by(steps)) for k in SHAPES[shape])
    return unsolved * more / left


@cache
def index(shape: str, domain: Domain, steps: int, evidence: Evidence, horizon: int = HORIZON) -> float:
    """Return the best gain per step over commitments of up to ``horizon`` steps.

    A ramp is worth waiting for only when the budget reaches its end:

    >>> from r3gym.core.known_domains import get_domain
    >>> index("ramp", get_domain("code"), 0, Evidence.UNSEEN, horizon=1)
    0.0
    >>> round(index("ramp", get_domain("code"), 0, Evidence.UNSEEN), 2)
    0.18
    """
    return max((gain(shape, domain, steps, evidence, k) / k for k in range(1, min(horizon, HORIZON) + 1)), default=0.0)


def passing_next(shape: str, domain: Domain, steps: int, evidence: Evidence) -> float:
    """Return the probability that the next paid step ends well, whether or not the problem is then solved."""
    right, wrong = _likelihoods(domain, Evidence.PASSING)
    solved = solved_probability(shape, domain, steps, evidence) + gain(shape, domain, steps, evidence, 1)
    return solved * right + (1 - solved) * wrong


def _likelihoods(domain: Domain, evidence: Evidence) -> tuple[float, float]:
    if evidence is Evidence.UNSEEN:
        return 1.0, 1.0
    return (_TESTED if domain.feedback.tested else _UNTESTED)[evidence]
