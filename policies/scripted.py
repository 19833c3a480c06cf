"""`ScriptedSolver`: a deterministic agent that works in the sandbox, without a model.

It knows the answers by design: its drafts come from the bank's submissions and keys, read outside the environment. It
writes drafts, compiles them, runs the samples, rewrites and submits through the ordinary actions and is charged for
them; only *when* its draft becomes right, and whether it believes so, is scripted. It serves to test environments and
schedulers, and its scores are not comparable with those of models.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from r3gym.core.actions import Action, Verb, action_to_dict
from r3gym.core.domain import Domain
from r3gym.core.drafts import ProblemDrafts
from r3gym.core.known_domains import get_domain
from r3gym.core.tier import Tier
from r3gym.errors import InputError
from r3gym.policies.bank_drafts import insider_drafts
from r3gym.policies.competence import DEFAULT_PROFILE, FEEDBACKS, Skill, blind_belief, draw_competence

PERSONALITIES = ("tunnel", "scanner")

#: What an episode sends back after an action: observation and info.
StepReturn = tuple[dict[str, Any], dict[str, Any]]
ActionGenerator = Generator[Action, StepReturn, None]


@dataclass
class _ProblemProgress:
    """The solver's progress on one problem. ``done``: the solver believes that its draft is right."""

    label: str
    problem_id: str
    drafts: ProblemDrafts
    right_after: int | None
    attempts: int = 0
    done: bool = False

    def next_draft(self) -> str:
        """Return the draft of the next attempt: wrong ones in turn until competence is reached, then the right one.

        A draft that it believes in stays as it is: a further attempt checks the same one again.
        """
        self.attempts += not self.done
        if self.is_right and self.drafts.right is not None:
            return self.drafts.right
        return self.drafts.wrong[(self.attempts - 1) % len(self.drafts.wrong)]

    @property
    def is_right(self) -> bool:
        """Whether the draft of the latest attempt is right."""
        return self.right_after is not None and self.drafts.right is not None and self.attempts >= self.right_after


@dataclass(frozen=True)
class _PaidStep:
    """One paid step that was tried: its charge, and the observation and info after its answer was recorded."""

    charge: dict[str, Any]
    after: StepReturn

    @property
    def paid(self) -> bool:
        """Whether the step was taken."""
        return bool(self.charge["kind"] == "counted")


class ScriptedSolver:
    """An agent that plays contests of one suite with drafts of scripted quality.

    ``personality`` is ``tunnel`` (stays on a problem until it looks solved or ``patience`` paid steps are gone) or
    ``scanner`` (one paid step on each open problem in turn). ``profile`` is a `Skill` per tier; the seed draws from it.
    ``feedback`` is what its own checks tell it: ``sharp`` (right from wrong) or ``blind`` (nothing: it does not compare
    with the samples, and whether it believes its draft is drawn at random).

    Where an info names ``next_problem`` (`r3gym.policies.ScheduledAgent`) it works on that problem, whatever its
    personality.
    """

    def __init__(
        self,
        suite: str,
        domain: Domain | str,
        *,
        seed: int = 0,
        personality: str = "tunnel",
        patience: int | None = None,
        feedback: str = "sharp",
        profile: Mapping[Tier, Skill] = DEFAULT_PROFILE,
    ) -> None:
        if personality not in PERSONALITIES:
            raise InputError(f"personality={personality!r}: choose one of {', '.join(PERSONALITIES)}")
        if feedback not in FEEDBACKS:
            raise InputError(f"feedback={feedback!r}: choose one of {', '.join(FEEDBACKS)}")
        self._suite, self._domain, self._seed = suite, get_domain(domain), seed
        self._personality, self._patience, self._profile = personality, patience, profile
        self._feedback = feedback
        self._play: ActionGenerator | None = None
        self._labels: tuple[str, ...] = ()

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """Return the next action; an info with an instruction starts a new contest."""
        if "instruction" in info:
            self._labels = tuple(info["labels"])
            progresses = self._start_problems(info["problems"])
            self._play = self._directed(progresses, info) if "next_problem" in info else self._contest(progresses, obs)
            action = next(self._play)
        elif self._play is None:
            raise InputError("the first info must come from env.reset(): it holds the instruction")
        else:
            action = self._play.send((obs, info))
        return action_to_dict(action, self._labels)

    def notes(self) -> dict[str, Any]:
        """Return the name and all parameters that determine what the solver does."""
        blind = "" if self._feedback == "sharp" else f":{self._feedback}"
        return {
            "name": f"scripted:{self._personality}{blind}",
            "seed": self._seed,
            "patience": self._patience,
            "feedback": self._feedback,
            "profile": {tier.value: asdict(skill) for tier, skill in self._profile.items()},
        }

    def _start_problems(self, problem_ids: list[str]) -> list[_ProblemProgress]:
        drafts = insider_drafts(self._suite, self._domain, problem_ids)
        return [
            _ProblemProgress(label, p, drafts[p], draw_competence(self._seed, p, drafts[p].tier, self._profile))
            for label, p in zip(self._labels, problem_ids, strict=True)
        ]

    def _contest(self, progresses: list[_ProblemProgress], obs: dict[str, Any]) -> ActionGenerator:
        exhausted, paid = bool(obs["total"][0] == 0), True
        while paid and not exhausted:  # a round in which every step was blocked is the last one
            paid = False
            for progress in [d for d in progresses if not d.done]:
                before = progress.attempts
                exhausted = yield from self._work_on_problem(progress)
                paid = paid or progress.attempts > before
                if exhausted:
                    break
        yield Action(Verb.FINISH)

    def _directed(self, progresses: list[_ProblemProgress], info: dict[str, Any]) -> ActionGenerator:
        """Take paid steps on the problems that the scheduler names, until it names none."""
        by_label = {progress.label: progress for progress in progresses}
        while info["next_problem"] is not None:
            progress = by_label[info["next_problem"]]
            yield Action(Verb.FOCUS, progress.label)
            attempt = yield from self._attempt(progress)
            if not attempt.paid:
                break
            _, info = attempt.after
        yield Action(Verb.FINISH)

    def _work_on_problem(self, progress: _ProblemProgress) -> Generator[Action, StepReturn, bool]:
        """Work on one problem: once for a scanner, until it looks solved or patience ends for a tunnel.

        Returns whether the budget is spent.
        """
        yield Action(Verb.FOCUS, progress.label)
        while True:
            attempt = yield from self._attempt(progress)
            if not attempt.paid or progress.done:
                break
            if self._patience is not None and progress.attempts >= self._patience:
                progress.done = True
                break
            if self._personality == "scanner":
                break
        yield Action(Verb.SHELVE, progress.label, "looks solved" if progress.done else "later")
        return bool(attempt.charge["category"] == "budget")

    def _attempt(self, progress: _ProblemProgress) -> Generator[Action, StepReturn, _PaidStep]:
        """Take one paid step on a problem, and record its answer."""
        sure, attempts = progress.done, progress.attempts
        attempt = yield from self._work(progress, progress.next_draft())
        if not attempt.paid:
            progress.attempts = attempts  # the check did not run, so the draft is still to be checked
        progress.done = sure or (attempt.paid and self._believes(progress))
        return attempt

    def _believes(self, progress: _ProblemProgress) -> bool:
        """Return whether the solver believes that its latest draft is right."""
        if self._feedback == "blind":
            return blind_belief(self._seed, progress.problem_id, progress.attempts)
        return progress.is_right

    def _work(self, progress: _ProblemProgress, draft: str) -> Generator[Action, StepReturn, _PaidStep]:
        """Write a draft where it needs to be written (free), check it (one paid step), then submit it (free)."""
        step = self._domain.draft_step(
            progress.label,
            draft,
            progress.attempts,
            checks=self._feedback != "blind",
            believed=self._believes(progress),
        )
        if step.write is not None:
            yield Action(Verb.COMMAND, text=step.write)
        obs, info = yield Action(Verb.COMMAND, text=step.paid)
        charge = info["charge"]
        if charge["kind"] == "counted" and step.record is not None:
            obs, info = yield Action(Verb.COMMAND, text=step.record)
        elif charge["kind"] == "counted":
            obs, info = yield Action(Verb.SUBMIT, progress.label, str(obs["text"]).rsplit("\n[exit", 1)[0])
        return _PaidStep(charge, (obs, info))
