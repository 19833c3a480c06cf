"""`ContestEnv`: one contest, one shared budget, as a Gymnasium environment (agentic setting)."""

from __future__ import annotations

import time
from typing import Any

import gymnasium as gym
import numpy as np

from r3gym.core.actions import action_from_dict
from r3gym.core.budget import Budget
from r3gym.core.contest import Contest
from r3gym.core.known_domains import get_domain
from r3gym.core.result import ContestResult
from r3gym.core.setting import Setting
from r3gym.envs.arguments import budget_total, check_limits, check_target
from r3gym.envs.contest_workspace import open_contest_workspace
from r3gym.envs.episode import Episode, EpisodeRules, Outcome
from r3gym.envs.observation import observe
from r3gym.envs.scoreboard import Board, present
from r3gym.envs.spaces import action_space, observation_space
from r3gym.errors import InputError
from r3gym.judging.artifacts import judge_contest
from r3gym.judging.judges import check_judges, load_judges
from r3gym.prompts.instruction import BudgetView, budget_note, compose_instruction, finalization
from r3gym.records.episode_log import EpisodeLog
from r3gym.sandbox import Limits, SandboxError, Workspace, backend_names
from r3gym.schedulers import Driver, legal_steps, make_scheduler
from r3gym.suites import SuiteError, load_suite

#: The longest text of an action; a C++ program is rarely a tenth of it.
MAX_ACTION_TEXT = 1 << 18


class ContestEnv(gym.Env[dict[str, Any], dict[str, Any]]):
    """The problems of a contest (or one of them), one budget, a real sandbox, judged at the end.

    Reward is 0 until the end, then the number of correct answers. The episode ends (``terminated``) when the
    contestant finishes; a cap on free steps or the wall clock ends it early (``truncated``) and what is there is
    judged (``info["ending"]`` says which it was); when the sandbox fails it is void: ``truncated``, no result, and
    ``info["error"]`` says why. A spent budget ends nothing: recording and finishing stay open.

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
    - ``command_timeout_s``, ``output_bytes``, ``free_step_cap``, ``wall_clock_s``, ``memory_mb``: limits.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (Gymnasium declares it so)
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 2,
    }

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
        output_bytes: int = 64 * 1024,
        free_step_cap: int = 400,
        wall_clock_s: float = 7200.0,
        memory_mb: int = 2048,
        render_mode: str | None = None,
    ) -> None:
        self.domain = get_domain(domain)
        check_limits(
            command_timeout_s=command_timeout_s,
            output_bytes=output_bytes,
            free_step_cap=free_step_cap,
            wall_clock_s=wall_clock_s,
            memory_mb=memory_mb,
        )
        self.render_mode = render_mode
        self._single = single
        self._suite = load_suite(suite, self.domain, show_difficulty=show_difficulty)
        self._which = contest
        problems = self._suite.problems_per_contest
        self._budget = Budget(budget_total(budget, pressure, model, self.domain, Setting.AGENTIC, problems))
        self._scheduler = make_scheduler(scheduler)
        if sandbox not in backend_names():
            raise InputError(f"no sandbox backend {sandbox!r}; there are: {', '.join(backend_names())}")
        self._sandbox = sandbox
        self._judges = load_judges(judges)
        check_judges(self._judges, self.domain)
        self._view = _view(budget_view)
        self._limits = Limits(memory_mb=memory_mb, output_bytes=output_bytes)
        self._command_timeout_s = command_timeout_s
        self._free_step_cap = free_step_cap
        self._wall_clock_s = wall_clock_s
        if contest is not None:
            self._pick(contest)  # a wrong contest is reported now, not at the first reset
        problems = 1 if single else problems
        self._target = check_target(target, self.domain.labels(problems))
        self.action_space = action_space(problems, MAX_ACTION_TEXT)
        self.observation_space = observation_space(problems, 2 * output_bytes + 4096)
        self._workspace: Workspace | None = None
        self._episode: Episode | None = None
        self._text = ""
        self._result: ContestResult | None = None
        self._log = EpisodeLog({})
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Open a fresh workspace; ``options={"contest": ...}`` chooses a contest for this episode only."""
        super().reset(seed=seed)
        which = (options or {}).get("contest", self._which)
        if which is None:
            per_contest = self._suite.problems_per_contest if self._single else 1
            which = int(self.np_random.integers(len(self._suite.contests) * per_contest))
        contest = self._pick(which)  # before the running episode is given up: a wrong contest loses nothing
        self._close_workspace()
        self._over = True
        rules = EpisodeRules(
            contest=contest,
            budget=self._budget,
            scheduler=self._scheduler,
            view=self._view,
            target=self._target,
            command_timeout_s=self._command_timeout_s,
        )
        self._workspace = open_contest_workspace(self._sandbox, self._limits, contest)
        self._episode = Episode(rules, self._workspace)
        self._result, self._over = None, False
        self._started = time.monotonic()
        instruction = compose_instruction(
            contest,
            self._budget,
            view=self._view,
            directive=self._scheduler.directive(self._episode.schedulable),
            target=self._target,
        )
        self._text = ""
        self._log = EpisodeLog({**self._settings(contest, seed), "instruction": instruction})
        info = {
            **self._info(),
            "instruction": instruction,
            "finalization": finalization(contest),
            "domain": self.domain.name,
            "scheduler": self._scheduler.name,
            "target": self._target or "",
        }
        if self.render_mode == "human":
            self.render()
        return observe(self._episode.state, self._view, None, self._text), info

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Perform one action."""
        episode = self._episode
        if episode is None or self._over:
            raise gym.error.ResetNeeded("the contest has ended or was never opened: call reset() first")
        parsed = action_from_dict(action, episode.rules.contest.labels)
        error = ending = ""
        outcome: Outcome | None = None
        try:
            outcome = episode.act(parsed)
            ending = self._ending()
            truncated = ending not in ("", "finished")
            if ending:
                self._result = judge_contest(
                    self._suite.reference,
                    episode.rules.contest,
                    episode.artifacts(),
                    episode.ledger.per_problem,
                    sandbox=self._sandbox,
                    judges=self._judges,
                    target=self._target,
                )
        except (SandboxError, SuiteError, OSError) as failure:  # none of them is the contestant's doing
            truncated, error = True, str(failure)
        self._over = episode.finished or truncated
        self._text = outcome.text if outcome is not None else f"the machine failed, this episode is void: {error}"
        self._log.add(parsed, outcome, episode.state.focus, episode.ledger)
        info = self._info(outcome)
        reward = 0.0
        if self._over:
            if self._result is not None:
                reward = float(self._result.score)
                info["result"] = self._result.summary()
                info["ending"] = ending
            if error:
                info["error"] = error
            artifacts = {} if error else dict(episode.artifacts())
            self._log.close(episode.ledger, self._result, artifacts, error, ending)
            self._close_workspace()
        if self.render_mode == "human":
            self.render()
        charge = outcome.charge if outcome is not None else None
        return (
            observe(episode.state, self._view, charge, self._text),
            reward,
            episode.finished and not error,
            truncated,
            info,
        )

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The scheduler's word as numbers: may a paid step go to each problem, in presented order; may one finish.

        The same question is asked of the same guard when a command arrives, so the two cannot disagree. A spent budget
        and the other problems of target-in-suite mode are False as well; finishing is always True.
        """
        if self._episode is None:
            raise gym.error.ResetNeeded("no contest was opened: call reset() first")
        legal = () if self._over else legal_steps(self._scheduler, self._episode.schedulable)
        return np.array([label in legal for label in self._episode.rules.contest.labels] + [True], np.bool_)

    def render(self) -> str | np.ndarray[Any, np.dtype[np.uint8]] | None:
        """The scoreboard: text, the same live in the terminal, or the same as a picture."""
        if self.render_mode is None or self._episode is None:
            return None
        board = Board(self._episode.state, self._episode.rules.contest, self._view, self._text, self._result)
        return present(board, self.render_mode)

    def void(self, reason: str) -> None:
        """Give the running episode up for a fault outside of it (a model service that fails): no result, no score."""
        if self._episode is None or self._over:
            raise gym.error.ResetNeeded("no contest is running: there is nothing to give up")
        self._over = True
        self._log.void(self._episode.ledger, reason)
        self._close_workspace()

    def close(self) -> None:
        """Close the workspace; safe to call twice. An episode that is running ends without a result."""
        self._close_workspace()
        self._over = True

    @property
    def log(self) -> EpisodeLog:
        """What has happened in the current (or last) episode, for recording."""
        return self._log

    def _pick(self, which: int | str) -> Contest:
        return self._suite.single(which) if self._single else self._suite.contest(which)

    def _ending(self) -> str:
        """How the episode has just ended: ``finished``, ``wall_clock``, ``step_cap``, or "" while it goes on."""
        assert self._episode is not None
        ledger = self._episode.ledger
        without_cost = ledger.free_count + ledger.blocked_count + ledger.protocol_error_count
        if self._episode.finished:
            return "finished"
        if time.monotonic() - self._started > self._wall_clock_s:
            return "wall_clock"
        return "step_cap" if without_cost >= self._free_step_cap else ""

    def _info(self, outcome: Outcome | None = None) -> dict[str, Any]:
        """What comes with every observation. No wall-clock value: the same actions give the same info."""
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
            "budget_note": budget_note(self._episode.ledger, self._view),
            # The same shape at every step: vector environments stack infos by it.
            "charge": {
                "kind": charge.kind.value if charge else "",
                "category": charge.category if charge else "",
                "reason": charge.reason if charge else "",
            },
        }

    def _settings(self, contest: Contest, seed: int | None) -> dict[str, Any]:
        return {
            "env": self.spec.id if self.spec is not None else type(self).__name__,
            "setting": "agentic",
            "domain": self.domain.name,
            "suite": self._suite.reference,
            "suite_hash": self._suite.content_hash,
            "contest": contest.id,
            "problems": [p.id for p in contest.problems],
            "seed": seed,
            "budget": self._budget.total,
            "scheduler": self._scheduler.name,
            "sandbox": self._sandbox,
            "judges": self._judges.to_record(),
            "budget_view": self._view.value,
            "target": self._target,
            "show_difficulty": any(p.shown_difficulty is not None for p in contest.problems),
            "limits": {
                "command_timeout_s": self._command_timeout_s,
                "output_bytes": self._limits.output_bytes,
                "free_step_cap": self._free_step_cap,
                "wall_clock_s": self._wall_clock_s,
                "memory_mb": self._limits.memory_mb,
            },
        }

    def _close_workspace(self) -> None:
        if self._workspace is not None:
            self._workspace.close()
            self._workspace = None


def _view(name: str) -> BudgetView:
    if name not in tuple(BudgetView):
        raise InputError(f"budget_view={name!r}: choose one of {', '.join(BudgetView)}")
    return BudgetView(name)
