"""`ScriptedSolver`: a deterministic agent that really works in the sandbox, without a model.

It is an insider by design: its drafts come from the bank's submissions and keys, handed to it outside the environment.
It writes drafts, compiles them, runs the samples, rewrites and hands in through the ordinary actions and pays for them;
only *when* its draft becomes right is scripted. That makes it a measuring instrument for environments and schedulers,
and never a contestant.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from r3gym.actions import Action, Verb, action_to_dict
from r3gym.domains import Domain, scratch_area
from r3gym.errors import InputError
from r3gym.policies.competence import DEFAULT_PROFILE, Skill, draw_competence
from r3gym.policies.insider import Drafts, insider_drafts
from r3gym.problem import Tier

PERSONALITIES = ("tunnel", "scanner")

#: What an episode sends back after an action: observation and info.
Feedback = tuple[dict[str, Any], dict[str, Any]]
Play = Generator[Action, Feedback, None]


@dataclass
class _Desk:
    """One problem as the solver remembers it."""

    label: str
    drafts: Drafts
    right_after: int | None
    attempts: int = 0
    done: bool = False

    def next_draft(self) -> str:
        """The draft of the next attempt: wrong ones in turn until competence is reached, then the right one."""
        self.attempts += 1
        if self.drafts.right is not None and self.right_after is not None and self.attempts >= self.right_after:
            return self.drafts.right
        return self.drafts.wrong[(self.attempts - 1) % len(self.drafts.wrong)]

    @property
    def trusts_draft(self) -> bool:
        """Whether the solver would stop here if its check passes."""
        return self.right_after is not None and self.drafts.right is not None and self.attempts >= self.right_after


class ScriptedSolver:
    """Plays contests of one suite with drafts of scripted quality.

    ``personality`` is ``tunnel`` (stays on a problem until it looks solved or ``patience`` paid steps are gone) or
    ``scanner`` (one paid step on each open problem in turn). ``profile`` is a `Skill` per tier; the seed does the rest.
    """

    def __init__(
        self,
        suite: str,
        domain: Domain | str,
        *,
        seed: int = 0,
        personality: str = "tunnel",
        patience: int | None = None,
        profile: Mapping[Tier, Skill] = DEFAULT_PROFILE,
    ) -> None:
        if personality not in PERSONALITIES:
            raise InputError(f"personality={personality!r}: choose one of {', '.join(PERSONALITIES)}")
        self._suite, self._domain, self._seed = suite, Domain(domain), seed
        self._personality, self._patience, self._profile = personality, patience, profile
        self._play: Play | None = None
        self._labels: tuple[str, ...] = ()

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """The next action; an info with an instruction starts a new contest."""
        if "instruction" in info:
            self._labels = tuple(info["labels"])
            self._play = self._contest(self._open_desks(info["problems"]), obs)
            action = next(self._play)
        elif self._play is None:
            raise InputError("the first info must come from env.reset(): it holds the instruction")
        else:
            action = self._play.send((obs, info))
        return action_to_dict(action, self._labels)

    def notes(self) -> dict[str, Any]:
        """Who played: everything that decides what the solver does."""
        return {
            "name": f"scripted:{self._personality}",
            "seed": self._seed,
            "patience": self._patience,
            "profile": {tier.value: asdict(skill) for tier, skill in self._profile.items()},
        }

    def _open_desks(self, problem_ids: list[str]) -> list[_Desk]:
        drafts = insider_drafts(self._suite, self._domain, problem_ids)
        return [
            _Desk(label, drafts[p], draw_competence(self._seed, p, drafts[p].tier, self._profile))
            for label, p in zip(self._labels, problem_ids, strict=True)
        ]

    def _contest(self, desks: list[_Desk], obs: dict[str, Any]) -> Play:
        exhausted, paid = bool(obs["total"][0] == 0), True
        while paid and not exhausted:  # a round in which every step was blocked is the last one
            paid = False
            for desk in [d for d in desks if not d.done]:
                before = desk.attempts
                exhausted = yield from self._sit_down(desk)
                paid = paid or desk.attempts > before
                if exhausted:
                    break
        yield Action(Verb.FINISH)

    def _sit_down(self, desk: _Desk) -> Generator[Action, Feedback, bool]:
        """Work on one problem: once for a scanner, until it looks solved or patience ends for a tunnel.

        Returns whether the budget is spent.
        """
        yield Action(Verb.FOCUS, desk.label)
        work = self._work_on_program if self._domain is Domain.CODE else self._work_on_answer
        while True:
            _, info = yield from work(desk)
            charge = info["charge"]
            exhausted = bool(charge["category"] == "budget")
            if charge["kind"] == "blocked":
                desk.attempts -= 1  # the check did not run, so the draft still stands to be checked
                break
            if desk.done:
                break
            if self._patience is not None and desk.attempts >= self._patience:
                desk.done = True
                break
            if self._personality == "scanner":
                break
        yield Action(Verb.SHELVE, desk.label, "looks solved" if desk.done else "later")
        return exhausted

    def _work_on_program(self, desk: _Desk) -> Generator[Action, Feedback, Feedback]:
        """Write a draft (free), compile it and run the samples (one paid step), then hand it in (free)."""
        area, solution = scratch_area(desk.label), self._domain.artifact(desk.label)
        draft = f"// draft {desk.attempts + 1}\n{desk.next_draft()}"
        yield Action(Verb.COMMAND, text=f"cat > {area}/draft.cpp <<'R3GYM_DRAFT'\n{draft.rstrip()}\nR3GYM_DRAFT")
        check = (
            f"cd {area} && g++ -std=c++17 -O2 -o draft draft.cpp && for s in sample_*.in; do "
            './draft < "$s" > got && diff -qb got "${s%.in}.out" || exit 1; done'
        )
        obs, info = yield Action(Verb.COMMAND, text=check)
        if info["charge"]["kind"] == "counted":
            desk.done = desk.trusts_draft
            yield Action(Verb.COMMAND, text=f"cp {area}/draft.cpp {solution}")
        return obs, info

    def _work_on_answer(self, desk: _Desk) -> Generator[Action, Feedback, Feedback]:
        """Compute a draft with Python (one paid step), then record what it printed (free)."""
        draft = desk.next_draft()
        area = scratch_area(desk.label)
        obs, info = yield Action(
            Verb.COMMAND,
            text=f"cd {area} && python3 -c {_quoted(f'print({draft!r})')} > draft.txt && cat draft.txt",
        )
        if info["charge"]["kind"] == "counted":
            answer = str(obs["text"]).rsplit("\n[exit", 1)[0]
            desk.done = desk.trusts_draft
            yield Action(Verb.SUBMIT, desk.label, answer)
        return obs, info


def _quoted(text: str) -> str:
    """One shell word that stands for the text."""
    return "'" + text.replace("'", "'\\''") + "'"
