"""`ContestEnv`: one contest, one shared budget, as a Gymnasium environment (agentic setting)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import gymnasium as gym
import numpy as np

from r3gym.core.actions import action_from_dict
from r3gym.core.artifact import Artifact
from r3gym.core.budget import Ledger
from r3gym.core.contest import Contest
from r3gym.core.result import ContestResult
from r3gym.core.setting import Setting
from r3gym.core.verdict import ParsedAnswer
from r3gym.envs.arguments import check_limits
from r3gym.envs.contest_workspace import open_contest_workspace
from r3gym.envs.episode import ActionResult, Episode, EpisodeRules
from r3gym.envs.installed_programs import InstalledPrograms
from r3gym.envs.live_env import MACHINE_FAILURES, LiveEnv
from r3gym.envs.observation import observe
from r3gym.envs.progress import LEAST_STALL_CAP, ProgressWatch, default_stall_cap
from r3gym.envs.scoreboard import Scoreboard
from r3gym.envs.scratch import collect_scratch
from r3gym.envs.spaces import action_space, observation_space
from r3gym.envs.step_results import compare_step
from r3gym.errors import InputError
from r3gym.prompts.instruction import BudgetView, budget_note, compose_instruction, finalization
from r3gym.records.assembling import EndOfEpisode
from r3gym.records.ending import EpisodeEnding, EpisodeFailure, FailureClass, Scratch
from r3gym.records.episode_log import TakenStep
from r3gym.records.from_core import contest_verdict, extracted_answers
from r3gym.records.settings import EpisodeSettings, LimitsGiven
from r3gym.records.steps import DriverChoice
from r3gym.sandbox import Limits, Workspace
from r3gym.schedulers import Driver, Scheduler, legal_steps, make_scheduler

#: The longest text of an action; a C++ program is rarely a tenth of it.
MAX_ACTION_TEXT = 1 << 18


@dataclass
class _Judgement:
    """The result of an episode's end, as far as it has been computed."""

    ending: str = ""
    artifacts: Mapping[str, Artifact] = field(default_factory=dict)
    answers: tuple[ParsedAnswer, ...] | None = None
    result: ContestResult | None = None
    scratch: Scratch | None = None
    scratch_texts: Mapping[str, str] = field(default_factory=dict)
    error: str = ""


class ContestEnv(LiveEnv):
    """The problems of a contest (or one of them), one budget, a real sandbox, judged at the end.

    Reward is 0 until the end, then the number of correct answers. The episode ends (``terminated``) when the
    contestant finishes; a cap on free steps or on steps without progress, or the wall clock, ends it early
    (``truncated``) and what is there is judged (``info["ending"]`` says which it was); when the sandbox fails it is
    void: ``truncated``, no result, and ``info["error"]`` says why. A spent budget ends nothing: recording and finishing
    stay open.

    All arguments are plain JSON values:

    - ``suite``: ``embedded``, ``r3bench:DIR``, ``packages:DIR`` or a suite folder.
    - ``contest``: index from 0 or id; drawn by the reset seed when not given (single-problem ids: a problem).
    - ``budget``: counted actions, or ``"unlimited"``. Otherwise ``pressure`` and ``model`` choose a published cap.
    - ``scheduler``: a name from `r3gym.schedulers.scheduler_names`.
    - ``sandbox``: a name from `r3gym.sandbox.backend_names`.
    - ``judges``: which judge decides: a mapping or a TOML / JSON file (`r3gym.judging.judges`); offline by default.
    - ``show_difficulty``: the paper's with-difficulty variant.
    - ``budget_view``: ``hidden``, ``total`` or ``running`` (the paper's).
    - ``target``: target-in-suite mode; a label: only this problem may be worked on and is scored.
    - ``judge_later``: nothing is judged: answers are ``unjudged``, the reward is 0, and the record is judged later.
    - ``output_bytes``: how much of a command's output the contestant sees; ``record_output_bytes``: how much is kept.
    - ``command_timeout_s``, ``free_step_cap``, ``wall_clock_s``, ``memory_mb``: limits.
    - ``stall_cap``: steps in a row without any progress (`r3gym.envs.progress`) after which the episode ends; half of
      them before, the contestant is told. Twice the number of problems and 4, at least 16, when not given.
    """

    setting = Setting.AGENTIC

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
        scheduler: str = "none",
        sandbox: str = "bubblewrap",
        judges: dict[str, Any] | str | None = None,
        show_difficulty: bool = False,
        budget_view: str = "running",
        target: str | None = None,
        command_timeout_s: float = 120.0,
        output_bytes: int = 16 * 1024,
        record_output_bytes: int = 256 * 1024,
        free_step_cap: int = 400,
        wall_clock_s: float = 7200.0,
        stall_cap: int | None = None,
        memory_mb: int = 2048,
        judge_later: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_limits(
            command_timeout_s=command_timeout_s,
            output_bytes=output_bytes,
            record_output_bytes=record_output_bytes,
            free_step_cap=free_step_cap,
            wall_clock_s=wall_clock_s,
            stall_cap=LEAST_STALL_CAP if stall_cap is None else stall_cap,
            memory_mb=memory_mb,
        )
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
        self._scheduler = self._made_with = make_scheduler(scheduler)
        self._view = _view(budget_view)
        self._limits = Limits(memory_mb=memory_mb, output_bytes=max(output_bytes, record_output_bytes))
        self._output_bytes = output_bytes
        self._command_timeout_s = command_timeout_s
        self._free_step_cap = free_step_cap
        self._stall_cap = default_stall_cap(self._problem_count) if stall_cap is None else stall_cap
        self._wall_clock_s = wall_clock_s
        self.action_space = action_space(self._problem_count, MAX_ACTION_TEXT)
        self.observation_space = observation_space(self._problem_count, 2 * output_bytes + 4096)
        self._workspace: Workspace | None = None
        self._episode: Episode | None = None
        self._text = ""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Open a fresh workspace; ``options`` may hold a ``contest`` and a ``scheduler``, for this episode only."""
        super().reset(seed=seed)
        contest = self._choose(options)  # before the running episode is abandoned: a wrong contest leaves it intact
        self._scheduler = self._schedule(options)
        self._release()
        self._over = True
        self._workspace = open_contest_workspace(self._sandbox, self._limits, contest)
        rules = EpisodeRules(
            contest=contest,
            budget=self._budget,
            scheduler=self._scheduler,
            view=self._view,
            target=self._target,
            command_timeout_s=self._command_timeout_s,
            output_bytes=self._output_bytes,
            installed=InstalledPrograms(self._sandbox if self._workspace.guarantees.isolated else ""),
        )
        self._episode = Episode(rules, self._workspace)
        self._progress = ProgressWatch(self._stall_cap, self._episode.state)
        self._result, self._over = None, False
        self._started = time.monotonic()
        instruction = compose_instruction(
            contest,
            self._budget,
            view=self._view,
            directive=self._scheduler.directive(self._episode.schedulable),
            target=self._target,
            toolbox=rules.installed.description,
            output_bytes=self._output_bytes,
        )
        self._text = ""
        self._begin_log(self._settings(contest, seed), instruction, finalization(contest, self._target))
        info = {
            **self._info(),
            "instruction": instruction,
            "finalization": finalization(contest, self._target),
            "domain": self.domain.name,
            "scheduler": self._scheduler.name,
            "target": self._target or "",
            "wall_clock_s": self._wall_clock_s,  # a limit, no reading of the clock
        }
        if self.render_mode == "human":
            self.render()
        return observe(self._episode.state, self._view, None, self._text), info

    def _schedule(self, options: dict[str, Any] | None) -> Scheduler:
        """Return the scheduler of a new episode: the environment's, or where it has none that of this reset's options.

        It is a name or a `r3gym.schedulers.Scheduler`.
        """
        chosen = (options or {}).get("scheduler")
        if chosen is None:
            return self._made_with
        found: Scheduler = make_scheduler(chosen) if isinstance(chosen, str) else chosen
        if self._made_with.name not in ("none", found.name):
            raise InputError(
                f"the environment has scheduler={self._made_with.name!r} and this episode asks for {found.name!r}: "
                f"they would contradict each other; make the environment with scheduler={found.name!r}"
            )
        return found

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Perform one action."""
        episode = self._episode
        if episode is None or self._over:
            raise gym.error.ResetNeeded("the contest has ended or was never opened: call reset() first")
        parsed = action_from_dict(action, episode.rules.contest.labels)
        started, focus = time.perf_counter(), episode.state.focus
        outcome: ActionResult | None = None
        end = _Judgement()
        try:
            outcome = self._watch(self._compared(episode.act(parsed)))
            end.ending = self._ending()
            if end.ending:
                self._judge_episode(episode, end)
        except MACHINE_FAILURES as failure:
            end.error = str(failure)
        self._result = end.result
        truncated = bool(end.error) or end.ending not in ("", "finished")
        self._over = episode.finished or truncated
        self._text = outcome.text if outcome is not None else f"the machine failed, this episode is void: {end.error}"
        info = self._info(outcome)
        self._take_down(TakenStep(parsed, focus, episode.state), outcome, info, started)
        reward = 0.0
        if self._over:
            if end.result is not None:
                reward = float(end.result.score)
                info["result"] = end.result.summary()
                info["ending"] = end.ending
            if end.error:
                info["error"] = end.error
            self._close_log(episode, end)
            self._release()
        if self.render_mode == "human":
            self.render()
        charge = outcome.charge if outcome is not None else None
        return (
            observe(episode.state, self._view, charge, self._text),
            reward,
            episode.finished and not end.error,
            truncated,
            info,
        )

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return the action mask: whether a paid step may go to each problem in presented order, then whether finishing
        is allowed.

        The same guard reviews a command when it arrives, so mask and review always agree. Entries are also False for a
        spent budget and for the other problems of target-in-suite mode; finishing is always True.
        """
        if self._episode is None:
            raise gym.error.ResetNeeded("no contest was opened: call reset() first")
        legal = () if self._over else legal_steps(self._scheduler, self._episode.schedulable)
        return np.array([label in legal for label in self._episode.rules.contest.labels] + [True], np.bool_)

    def _current_ledger(self) -> Ledger:
        assert self._episode is not None
        return self._episode.ledger

    def _board(self) -> Scoreboard:
        assert self._episode is not None
        state = self._episode.state
        return Scoreboard(
            state, self._episode.rules.contest, self._view, self._text, self._result, self._episode.ledger.per_problem
        )

    def _release(self) -> None:
        if self._workspace is not None:
            self._workspace.close()
            self._workspace = None

    def _judge_episode(self, episode: Episode, end: _Judgement) -> None:
        """Read the artifacts once, judge what they hold, and keep the contestant's own files."""
        contest = episode.rules.contest
        end.artifacts = episode.artifacts()
        end.answers = contest.domain.parse_artifacts(end.artifacts, contest.labels)
        end.result = self._judge(contest, end.answers, episode.ledger.per_problem)
        try:
            assert self._workspace is not None
            end.scratch, end.scratch_texts = collect_scratch(self._workspace, contest, end.artifacts)
        except MACHINE_FAILURES:  # the result is valid without the scratch files
            end.scratch = None

    def _take_down(
        self, taken: TakenStep, outcome: ActionResult | None, info: Mapping[str, Any], started: float
    ) -> None:
        """Add a step to the log, after the new versions of answers that it produced."""
        assert self._episode is not None
        for seen in self._episode.new_versions:
            self.log.add_candidate(seen.label, seen.version, seen.digest, seen.content)
        if outcome is not None:
            taken = replace(
                taken,
                charge=outcome.charge,
                text=outcome.text,
                ran=outcome.result,
                effects=outcome.effects,
                full_output=outcome.full_output,
            )
        if "next_problem" in info:
            taken = replace(taken, driver=DriverChoice(next_problem=info["next_problem"]))
        self.log.add_step(taken, started)

    def _close_log(self, episode: Episode, end: _Judgement) -> None:
        failed = EpisodeFailure(kind=FailureClass.SANDBOX, message=end.error) if end.error else None
        self.log.close(
            EndOfEpisode(
                scratch=end.scratch,
                answers=None if end.answers is None else extracted_answers(end.answers),
                result=None if end.result is None else contest_verdict(end.result),
                ending=EpisodeEnding(end.ending) if end.ending else EpisodeEnding.VOID,
                failure=failed,
            ),
            episode.ledger,
            end.artifacts,
            end.scratch_texts,
        )

    def _ending(self) -> str:
        """Return how the episode has just ended: ``finished``, ``wall_clock``, ``step_cap``, ``stalled``, or ""."""
        assert self._episode is not None
        ledger = self._episode.ledger
        without_cost = ledger.free_count + ledger.blocked_count + ledger.protocol_error_count
        if self._episode.finished:
            return "finished"
        if time.monotonic() - self._started > self._wall_clock_s:
            return "wall_clock"
        if without_cost >= self._free_step_cap:
            return "step_cap"
        return "stalled" if self._progress.stalled else ""

    def _compared(self, outcome: ActionResult) -> ActionResult:
        """Return the result as it is shown: in a replay, with the output of the first time if it left the same."""
        if self._steps is None:
            return outcome
        assert self._episode is not None
        assert self._workspace is not None
        return compare_step(self._steps, outcome, self._episode.state, self._workspace, self._episode.changed_entries)

    def _watch(self, outcome: ActionResult) -> ActionResult:
        """Return the result with a notice at its end when the contestant has to be told that it gets nowhere."""
        episode = self._episode
        assert episode is not None
        answers = {(seen.label, seen.digest) for seen in episode.new_versions}
        self._progress.step(outcome.charge.kind, outcome.text, episode.state, answers)
        notice = self._progress.notice()
        return replace(outcome, text=f"{outcome.text}\n\n{notice}") if notice else outcome

    def _info(self, outcome: ActionResult | None = None) -> dict[str, Any]:
        """Return the info of every observation. It has no wall-clock value: the same actions give the same info."""
        assert self._episode is not None
        contest = self._episode.rules.contest
        charge = outcome.charge if outcome is not None else None
        driver = self._scheduler if isinstance(self._scheduler, Driver) else None
        led = {} if driver is None else {"next_problem": driver.choose(self._episode.schedulable)}
        return {
            **led,
            "contest": contest.id,
            "labels": list(contest.labels),
            "problems": [p.id for p in contest.problems],
            "ledger": self._episode.ledger.summary() if self._view is BudgetView.RUNNING else None,
            "budget_note": budget_note(self._episode.ledger, self._view, self._target),
            # The same shape at every step: vector environments stack infos by it.
            "charge": {
                "kind": charge.kind.value if charge else "",
                "category": charge.category if charge else "",
                "reason": charge.reason if charge else "",
                "word": charge.word if charge else "",
            },
        }

    def _settings(self, contest: Contest, seed: int | None) -> EpisodeSettings:
        return EpisodeSettings(
            **self._common_settings(contest, seed),
            scheduler=self._scheduler.name,
            budget_view=self._view.value,
            limits=LimitsGiven(
                command_timeout_s=self._command_timeout_s,
                output_bytes=self._output_bytes,
                record_output_bytes=self._limits.output_bytes,
                free_step_cap=self._free_step_cap,
                wall_clock_s=self._wall_clock_s,
                stall_cap=self._stall_cap,
                memory_mb=self._limits.memory_mb,
            ),
        )


def _view(name: str) -> BudgetView:
    if name not in tuple(BudgetView):
        raise InputError(f"budget_view={name!r}: choose one of {', '.join(BudgetView)}")
    return BudgetView(name)
