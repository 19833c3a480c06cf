"""`ToolFreeEnv`: one contest (or one problem), one completion, as a Gymnasium environment (tool-free setting)."""

from __future__ import annotations

import time
from typing import Any

import gymnasium as gym
import numpy as np

from r3gym.core.budget import Ledger
from r3gym.core.completion import Completion, FinishReason, ToolFreeProtocol, completion_from_dict
from r3gym.core.contest import Contest
from r3gym.core.metering import MeteredCompletion, meter
from r3gym.core.setting import Setting
from r3gym.core.state import ContestState, ProblemState
from r3gym.core.verdict import ParsedAnswer
from r3gym.envs.live_env import LiveEnv
from r3gym.envs.scoreboard import Scoreboard
from r3gym.envs.spaces import completion_action_space, prompt_observation_space
from r3gym.errors import InputError
from r3gym.parsing import parse_completion
from r3gym.parsing.attribution import attribute
from r3gym.parsing.cut_text import completed_part
from r3gym.prompts.instruction import BudgetView
from r3gym.prompts.tool_free import compose_prompt
from r3gym.records.assembling import EndOfEpisode
from r3gym.records.ending import EpisodeEnding
from r3gym.records.from_core import contest_verdict, extracted_answers
from r3gym.records.settings import EpisodeSettings

#: The longest prompt or completion, in characters: more than any model's window holds.
MAX_TEXT = 1 << 24

_NOT_YET = MeteredCompletion(0, "", "", cut=False, over_cap=False, reported=False, hit_safety_cap=False)


class ToolFreeEnv(LiveEnv):
    """The problems of a contest (or one of them), one budget of output tokens, one completion, judged at once.

    The observation is the prompt and the budget; the action is the completion, with the number of tokens that the
    provider reported for it. The one step ends the episode (``terminated``), and its reward is the number of correct
    answers. An answer whose judge fails is a ``judge_error``: no credit, and the reason is kept.

    What is charged, and what of a completion counts, is decided by `r3gym.core.metering`; the charge is divided over
    the problems by `r3gym.parsing.attribution`. At reset ``info`` has the prompt as chat ``messages`` and, where a
    finaliser may run, ``finalization``: what to tell it before the trace.

    All arguments are plain JSON values:

    - ``suite``, ``contest``, ``judges``, ``show_difficulty``, ``target``, ``judge_later``: as in
      `r3gym.envs.ContestEnv`.
    - ``budget``: output tokens, or ``"unlimited"``. Otherwise ``pressure`` and ``model`` choose a published cap.
    - ``protocol``: ``one_stage``; ``two_stage`` for thinking models: the completion is a scratchpad, and what an
      uncharged finaliser made of it is graded; or ``auto``: the one-stage prompt, and a finaliser only for a completion
      that shows a reasoning channel. Without one its text is graded.
    - ``sandbox``: where the code judge runs programs; nothing else runs in this setting.
    """

    setting = Setting.TOOL_FREE

    def __init__(
        self,
        domain: str,
        *,
        single: bool = False,
        suite: str = "embedded",
        contest: int | str | None = None,
        budget: int | str | None = None,
        pressure: float | None = None,
        model: str | None = None,
        protocol: str = "one_stage",
        sandbox: str = "bubblewrap",
        judges: dict[str, Any] | str | None = None,
        show_difficulty: bool = False,
        target: str | None = None,
        judge_later: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            domain,
            single=single,
            suite=suite,
            contest=contest,
            budget=budget,
            pressure=pressure,
            model=model,
            sandbox=sandbox,
            judges=judges,
            show_difficulty=show_difficulty,
            target=target,
            judge_later=judge_later,
            render_mode=render_mode,
        )
        if protocol not in tuple(ToolFreeProtocol):
            raise InputError(f"protocol={protocol!r}: choose one of {', '.join(ToolFreeProtocol)}")
        self._protocol = ToolFreeProtocol(protocol)
        self.action_space = completion_action_space(MAX_TEXT, two_stage=self._protocol.may_finalise)
        self.observation_space = prompt_observation_space(MAX_TEXT)
        self._contest: Contest | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Compose the prompt; ``options={"contest": ...}`` chooses a contest for this episode only."""
        super().reset(seed=seed)
        self._contest = contest = self._choose(options)
        prompt = compose_prompt(contest, self._budget.total, self._protocol, self._target)
        self._prompt = prompt.text
        self._ledger = Ledger.opened(self._budget, contest.labels)
        self._metered = _NOT_YET
        self._answers: tuple[ParsedAnswer, ...] = ()
        self._result = None
        self._last = ""
        self._over = False
        said = {"instruction": prompt.text, "finalization": prompt.finalization}
        self._begin_log(self._settings(contest, seed), **said)
        info = {**self._info(), **said, "messages": [dict(m) for m in prompt.messages]}
        if self.render_mode == "human":
            self.render()
        return self._observation(), info

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take the completion: charge it, divide the charge, parse, judge."""
        contest = self._contest
        if contest is None or self._over:
            raise gym.error.ResetNeeded("the contest has ended or was never opened: call reset() first")
        started = time.perf_counter()
        completion = completion_from_dict(action, self._protocol)
        self._metered = metered = meter(completion, self._budget.total)
        shares = attribute(metered.charged, metered.reasoning, metered.text, self.domain, contest.labels)
        self._ledger = self._ledger.charged(shares.per_problem, shares.unattributed)
        self._answers = self._parse(completion, contest)
        self._result = result = self._judge(contest, self._answers, self._ledger.per_problem)
        self._over = True
        self._last = _completion_summary(completion, metered)
        self.log.add_completion(completion, metered, self._ledger, started)
        end = EndOfEpisode(
            answers=extracted_answers(self._answers),
            result=contest_verdict(result),
            ending=EpisodeEnding.FINISHED,
        )
        self.log.close(end, self._ledger, {}, {})
        info = {**self._info(), "result": result.summary()}
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(result.score), True, False, info

    def _current_ledger(self) -> Ledger:
        return self._ledger

    def _board(self) -> Scoreboard:
        assert self._contest is not None
        answered = {p.label for p in self._answers if p.answer is not None}
        state = ContestState(
            domain=self.domain,
            problems=tuple(
                ProblemState(label, candidate=label in answered, candidate_version=1) for label in self._contest.labels
            ),
            focus=None,
            total=self._budget.total,
            used=self._ledger.used,
            remaining=self._ledger.remaining,
        )
        return Scoreboard(state, self._contest, BudgetView.RUNNING, self._last, self._result, self._ledger.per_problem)

    def _parse(self, completion: Completion, contest: Contest) -> tuple[ParsedAnswer, ...]:
        """Parse what is graded: the finaliser's output in two stages, otherwise the visible text within the budget."""
        if self._protocol is ToolFreeProtocol.TWO_STAGE or completion.final is not None:
            text, cut = completion.final, completion.final_finish is FinishReason.LENGTH
        else:
            text, cut = self._metered.text, self._metered.cut
        if text is not None and cut:
            text = completed_part(text, self.domain)
        return parse_completion(text, self.domain, contest.labels)

    def _observation(self) -> dict[str, Any]:
        total = self._budget.total
        return {"prompt": self._prompt, "budget": np.array([-1 if total is None else total], np.int64)}

    def _info(self) -> dict[str, Any]:
        """Return the info of every observation. It has no wall-clock value: the same completion gives the same info."""
        assert self._contest is not None
        return {
            "contest": self._contest.id,
            "labels": list(self._contest.labels),
            "problems": [p.id for p in self._contest.problems],
            "domain": self.domain.name,
            "protocol": self._protocol.value,
            "ledger": self._ledger.summary(),
            # The same shape at every step: vector environments stack infos by it.
            "completion": self._metered.summary(),
        }

    def _settings(self, contest: Contest, seed: int | None) -> EpisodeSettings:
        return EpisodeSettings(**self._common_settings(contest, seed), protocol=self._protocol.value)


def _completion_summary(completion: Completion, metered: MeteredCompletion) -> str:
    notes = [f"{metered.charged} tokens charged", f"ended by {completion.finish.name.lower()}"]
    notes += [word for word, holds in (("over the cap", metered.over_cap), ("cut", metered.cut)) if holds]
    return "completion: " + ", ".join(notes if metered.reported else [*notes, "usage not reported"])
