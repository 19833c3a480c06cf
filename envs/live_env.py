"""`LiveEnv`: the base of both live environments: suite and contest, budget, judging, record, scoreboard."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium as gym

from r3gym.core.budget import Budget, Ledger
from r3gym.core.contest import Contest
from r3gym.core.known_domains import get_domain
from r3gym.core.result import ContestResult
from r3gym.core.setting import Setting
from r3gym.core.verdict import ParsedAnswer
from r3gym.envs.arguments import budget_total, check_target
from r3gym.envs.scoreboard import Picture, Scoreboard, render_scoreboard
from r3gym.errors import InputError
from r3gym.judging.artifacts import judge_parsed
from r3gym.judging.judges import check_judges, load_judges
from r3gym.models.step_log import StepStore
from r3gym.records.ending import FailureClass
from r3gym.records.episode_log import EpisodeLog
from r3gym.records.settings import BudgetGiven, EpisodeSettings, ProblemReference, SuiteName
from r3gym.records.suite_name import portable_reference
from r3gym.sandbox import SandboxError, backend_names
from r3gym.suites import SuiteError, load_suite

#: What makes an episode void: the machine, the sandbox or the suite failed, and infrastructure errors are never
#: attributed to the policy.
MACHINE_FAILURES = (SandboxError, SuiteError, OSError)


class LiveEnv(gym.Env[dict[str, Any], dict[str, Any]], ABC):
    """A contest, or one problem, of a suite under one budget, judged at the end."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (Gymnasium declares it so)
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 2,
    }
    setting: ClassVar[Setting]

    def __init__(
        self,
        domain: str,
        *,
        single: bool,
        suite: str,
        contest: int | str | None,
        budget: int | str | None,
        pressure: float | None,
        model: str | None,
        sandbox: str,
        judges: dict[str, Any] | str | None,
        show_difficulty: bool,
        target: str | None,
        judge_later: bool,
        render_mode: str | None,
    ) -> None:
        self.domain = get_domain(domain)
        self.render_mode = render_mode
        self._single = single
        self._suite = load_suite(suite, self.domain, show_difficulty=show_difficulty)
        if self._suite.is_pool and not single:
            raise SuiteError(
                f"suite={suite!r} is a pool: its problems are played alone; make contests with `r3gym suite build`"
            )
        self._which = contest
        problems = self._suite.problems_per_contest
        total = budget_total(budget, pressure, model, self.domain, self.setting, problems)
        self._budget = Budget(total, self.setting.unit)
        if sandbox not in backend_names():
            raise InputError(f"no sandbox backend {sandbox!r}; there are: {', '.join(backend_names())}")
        self._sandbox = sandbox
        self._judges = load_judges(judges)
        self._judge_later = judge_later
        if not judge_later:
            check_judges(self._judges, self.domain)
        if contest is not None:
            self._pick(contest)  # a wrong contest is reported now, not at the first reset
        self._problem_count = 1 if single else problems
        self._target = check_target(target, self.domain.labels(self._problem_count))
        self._log: EpisodeLog | None = None
        self._result: ContestResult | None = None
        self._over = True
        self._steps: StepStore | None = None

    @property
    def log(self) -> EpisodeLog:
        """What has happened in the current (or last) episode, for recording."""
        if self._log is None:
            raise gym.error.ResetNeeded("no contest was opened: call reset() first")
        return self._log

    @property
    def running(self) -> bool:
        """Whether an episode has begun and not ended."""
        return not self._over

    def keep_steps(self, store: StepStore) -> None:
        """Have every step compared with those that ``store`` keeps of an earlier process; for one episode."""
        self._steps = store

    def void(self, reason: str, kind: FailureClass = FailureClass.MODEL) -> None:
        """End the running episode without result or score, for an external failure such as a model service's."""
        if self._over:
            raise gym.error.ResetNeeded("no contest is running: there is nothing to give up")
        self._over = True
        self.log.void(self._current_ledger(), reason, kind)
        self._release()

    def close(self) -> None:
        """Release the episode's resources; safe to call twice. A running episode ends without a result."""
        self._release()
        self._over = True
        if self._log is not None:
            self._log.leave_stream()

    def render(self) -> str | Picture | None:
        """Render the scoreboard: as text, live in the terminal, or as a picture."""
        if self.render_mode is None or self._log is None:
            return None
        return render_scoreboard(self._board(), self.render_mode)

    @abstractmethod
    def _current_ledger(self) -> Ledger:
        """Return the ledger of the running episode."""

    @abstractmethod
    def _board(self) -> Scoreboard:
        """Return the current scoreboard."""

    def _release(self) -> None:
        """Release the episode's resources (a workspace)."""

    def _choose(self, options: dict[str, Any] | None) -> Contest:
        """Return the contest of a new episode: from this reset's options, the environment, or drawn by the seed."""
        which = (options or {}).get("contest", self._which)
        if which is None:
            per_contest = self._suite.problems_per_contest if self._single else 1
            which = int(self.np_random.integers(len(self._suite.contests) * per_contest))
        return self._pick(which)

    def _pick(self, which: int | str) -> Contest:
        return self._suite.single(which) if self._single else self._suite.contest(which)

    def _judge(self, contest: Contest, answers: Sequence[ParsedAnswer], spent: Mapping[str, int]) -> ContestResult:
        """Judge the answers; a judge that fails never makes the episode void."""
        return judge_parsed(
            self._suite.reference,
            contest,
            answers,
            spent,
            sandbox=self._sandbox,
            judges=self._judges,
            target=self._target,
            later=self._judge_later,
        )

    def _begin_log(self, settings: EpisodeSettings, instruction: str, finalization: str) -> None:
        """Begin the log of a new episode; the streamed log of an abandoned one is kept."""
        if self._log is not None:
            self._log.leave_stream()
        self._log = EpisodeLog(settings, instruction, finalization or None)

    def _common_settings(self, contest: Contest, seed: int | None) -> dict[str, Any]:
        """Return the settings that both live environments have, as fields of `EpisodeSettings`."""
        return {
            "env": self.spec.id if self.spec is not None else type(self).__name__,
            "setting": self.setting,
            "domain": self.domain.name,
            "suite": SuiteName(
                reference=portable_reference(self._suite.reference), content_hash=self._suite.content_hash
            ),
            "contest": contest.id,
            "problems": tuple(
                ProblemReference(label=label, problem_id=problem.id)
                for label, problem in zip(contest.labels, contest.problems, strict=True)
            ),
            "seed": seed,
            "budget": BudgetGiven(total=self._budget.total, unit=self._budget.unit),
            "sandbox": self._sandbox,
            "judges": self._judges.to_record(),
            "target": self._target,
            "show_difficulty": any(problem.shown_difficulty is not None for problem in contest.problems),
        }
