"""Play one planned episode, or judge one that was played, and return the resulting row.

Playing and judging are two tasks: the record of the first is stored before the second begins. An error outside the
contestant while it plays (the model's service, the sandbox, a bug) becomes a failure, which has a class and no score; a
judge that fails does not. This is the only part of campaigns that runs on other machines; it needs plain data only.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import gymnasium as gym

from r3gym.campaigns.campaign_file import Campaign
from r3gym.campaigns.holding import CallsRefused
from r3gym.campaigns.suite_selection import ChosenSuite
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.domains.prompt_files import prompts_hash
from r3gym.errors import BudgetReached, CallRefused, EpisodeStopped, InputError, ModelFailure
from r3gym.judging.judges import load_judges
from r3gym.policies.playing import play_episode
from r3gym.policies.spec import EpisodeContext, PolicySpec
from r3gym.records.planned import PlannedEpisode
from r3gym.records.record import EpisodeRecord
from r3gym.records.rows import EpisodeRow, FailureClass, ModelSpend
from r3gym.records.run_kind import SINGLE_PROBLEM
from r3gym.records.turns import CallsPaid

if TYPE_CHECKING:
    from r3gym.models.cassette import Cassette
    from r3gym.models.turn_log import TurnLog, TurnStorage

#: How often an executor's wait for results ends for a moment, so that a signal which came just before it is handled.
LISTENING_S = 0.25


@dataclass(frozen=True)
class Task:
    """An episode with everything that is needed to play it on any machine.

    ``record`` is the path of its record when a partial file is to be written beside it while it is played, else None.
    ``turns`` is where the replies of its model are kept until it has a result; ``probes`` is the campaign's cassette of
    how models call tools.
    ``thinks``: the first reply of its policy showed a reasoning channel (`r3gym.campaigns.stage_detection`).
    ``edition`` counts the accepted changes of the campaign's definition; ``prompts`` is the hash of its prompts, which
    the machine that plays must have too.
    ``played`` is the record of the episode once it was played: then the task is to judge it.
    """

    episode: PlannedEpisode
    policy: PolicySpec
    suite: str
    environment: Mapping[str, Any]
    record: Path | None = None
    turns: TurnStorage | None = None
    probes: Path | None = None
    thinks: bool = False
    edition: int = 0
    prompts: str | None = None
    played: EpisodeRecord | None = None


@dataclass(frozen=True)
class TaskResult:
    """The result of a task: its row, and the record of the episode unless it never began.

    ``row`` is None when the episode was stopped before it had a result, or when it was ``refused``: a circuit breaker
    or the bill let no more calls of its model through. Then it is owed, and goes on from its stored replies. After
    playing, answers are ``unjudged``.
    """

    row: EpisodeRow | None
    record: EpisodeRecord | None
    refused: CallsRefused | None = None


def make_task(campaign: Campaign, chosen: ChosenSuite, episode: PlannedEpisode) -> Task:
    """Return the task of an episode."""
    file, single = campaign.file, episode.kind in SINGLE_PROBLEM
    environment: dict[str, Any] = {
        "id": episode.setting.env_id(get_domain(episode.domain), single=single),
        "suite": chosen.reference,
        "contest": episode.problem_id if single else episode.contest,
        "budget": "unlimited" if episode.budget is None else episode.budget,
        "sandbox": file.sandbox,
        "judges": campaign.judges.to_json(),
        "show_difficulty": file.show_difficulty,
        "target": episode.target,
        "judge_later": True,
    }
    if episode.setting is Setting.AGENTIC:
        environment |= {"scheduler": episode.scheduler, **file.limits.model_dump()}
    return Task(episode, campaign.policy(episode.policy), chosen.reference, environment)


def play_task(task: Task, stopping: Callable[[], bool] = lambda: False) -> TaskResult:
    """Play a task once, or judge it when it was played. Errors are not raised: they become a failure with a class.

    ``stopping`` is asked before every action, every call of a model and every answer to be judged; when it says yes the
    episode is left, or its remaining answers stay ``unjudged``.
    """
    if task.played is not None:
        record = _judged(task, task.played, stopping)
        return TaskResult(EpisodeRow.from_record(record, task.episode), record)
    started, clock = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), time.monotonic()
    turns = _turn_log(task, stopping)
    try:
        _check_prompts(task)
        record = _play(task, turns, stopping)
        record = record.model_copy(update={"place": task.episode.place(task.edition)})
        if turns is not None:
            record = record.model_copy(update={"calls": _calls(turns)})
        return TaskResult(EpisodeRow.from_record(record, task.episode), record)
    except EpisodeStopped:
        return TaskResult(None, None)
    except CallRefused as refusal:
        by: Literal["breaker", "bill"] = "bill" if isinstance(refusal, BudgetReached) else "breaker"
        return TaskResult(None, None, CallsRefused(by, str(refusal), refusal.retry_in_s))
    except Exception as error:
        kind, message = _fault(error)
        seconds = round(time.monotonic() - clock, 3)
        row = EpisodeRow.not_begun(task.episode, kind, message, started=started, seconds=seconds)
        row = row.model_copy(update={"edition": task.edition})
        if turns is not None:
            row = row.model_copy(update={"spend": ModelSpend.of_calls(_calls(turns))})
        return TaskResult(row, None)


def _check_prompts(task: Task) -> None:
    """Raise `InputError` when this machine has other prompts than the one that started the campaign."""
    if task.prompts is not None and task.prompts != prompts_hash(task.episode.domain):
        raise InputError("the prompts of this machine are not those of the campaign: install the same r3gym on all")


def _judged(task: Task, played: EpisodeRecord, stopping: Callable[[], bool]) -> EpisodeRecord:
    """Return the record with verdicts."""
    from r3gym.campaigns.record_judging import judge_record

    judges = load_judges(task.environment["judges"])
    return judge_record(played, task.episode, task.suite, judges, stopping=stopping).record


def _calls(turns: TurnLog) -> CallsPaid:
    return CallsPaid.model_validate(asdict(turns.paid))


def _turn_log(task: Task, stopping: Callable[[], bool]) -> TurnLog | None:
    if task.turns is None or not task.policy.waits():
        return None
    from r3gym.models.turn_log import TurnLog

    return TurnLog(task.turns, stopping, None if task.probes is None else _probes(task.probes))


@cache
def _probes(path: Path) -> Cassette:
    """Return the campaign's cassette of probes, one object for all episodes of this process."""
    from r3gym.models.cassette import Cassette

    return Cassette(path)


def _play(task: Task, turns: TurnLog | None, stopping: Callable[[], bool]) -> EpisodeRecord:
    """Play the episode and return its record; raise the error that prevented it from beginning."""
    import r3gym  # noqa: F401 (registers the environments)
    from r3gym.envs.live_env import LiveEnv
    from r3gym.policies import with_scheduler

    episode = task.episode
    context = EpisodeContext(
        episode.setting,
        get_domain(episode.domain),
        task.suite,
        episode.scheduler,
        seed=episode.seed,
        run=episode.id,
        cassette=turns,
        thinks=task.thinks,
    )
    ready = task.policy.make(context)
    if episode.setting is Setting.AGENTIC:
        ready = replace(ready, policy=with_scheduler(ready.policy, episode.scheduler))
    env = gym.make(**{**task.environment, **ready.environment})
    live = env.unwrapped
    assert isinstance(live, LiveEnv)
    if turns is not None:
        live.keep_steps(turns)
    try:
        outcome = play_episode(env, ready.policy, seed=episode.seed, record=task.record, stopping=stopping)
        if outcome.refusal is not None:
            raise outcome.refusal
        return live.log.record()
    except (EpisodeStopped, CallRefused):
        live.log.leave_stream()
        raise
    except Exception as error:
        if not live.running:
            raise
        kind, message = _fault(error)
        live.void(message, kind)
        return live.log.record()
    finally:
        env.close()


def _fault(error: Exception) -> tuple[FailureClass, str]:
    """Return the failure class of an exception, and its message."""
    from r3gym.sandbox import SandboxError

    if isinstance(error, ModelFailure):
        return FailureClass.MODEL, str(error)
    if isinstance(error, SandboxError | OSError):
        return FailureClass.SANDBOX, str(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return FailureClass.INTERNAL, f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})"
