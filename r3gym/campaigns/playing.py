"""Play one planned episode: an environment, a policy, and the resulting row.

An error outside the contestant (the model's service, the sandbox, the judge, a bug) becomes a failure, which has a
class and no score. This is the only part of campaigns that runs on other machines; it needs plain data only.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import gymnasium as gym

from r3gym.campaigns.campaign_file import Campaign
from r3gym.campaigns.suite_selection import ChosenSuite
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.errors import ModelFailure
from r3gym.policies.playing import play_episode
from r3gym.policies.spec import EpisodeContext, PolicySpec
from r3gym.records.planned import PlannedEpisode
from r3gym.records.record import EpisodeRecord
from r3gym.records.rows import EpisodeRow, FailureClass, RunKind


@dataclass(frozen=True)
class Task:
    """An episode with everything that is needed to play it on any machine.

    ``record`` is the path of its record when a partial file is to be written beside it while it is played, else None.
    """

    episode: PlannedEpisode
    policy: PolicySpec
    suite: str
    environment: Mapping[str, Any]
    record: Path | None = None


@dataclass(frozen=True)
class TaskResult:
    """The result of a task: its row, and the record of the episode unless it never began."""

    row: EpisodeRow
    record: EpisodeRecord | None


def make_task(campaign: Campaign, chosen: ChosenSuite, episode: PlannedEpisode) -> Task:
    """Return the task of an episode."""
    file, single = campaign.file, episode.kind is RunKind.CURVE
    environment: dict[str, Any] = {
        "id": episode.setting.env_id(get_domain(episode.domain), single=single),
        "suite": chosen.reference,
        "contest": episode.problem_id if single else episode.contest,
        "budget": "unlimited" if episode.budget is None else episode.budget,
        "sandbox": file.sandbox,
        "judges": campaign.judges.to_json(),
        "show_difficulty": file.show_difficulty,
        "target": episode.target,
    }
    if episode.setting is Setting.AGENTIC:
        environment |= {"scheduler": episode.scheduler, **file.limits.model_dump()}
    return Task(episode, campaign.policy(episode.policy), chosen.reference, environment)


def play_task(task: Task) -> TaskResult:
    """Play a task once. Errors inside an episode are not raised: they become a failure with a class."""
    started, clock = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), time.monotonic()
    try:
        record = _play(task)
        return TaskResult(EpisodeRow.from_record(record, task.episode), record)
    except Exception as error:
        kind, message = _fault(error)
        seconds = round(time.monotonic() - clock, 3)
        return TaskResult(EpisodeRow.not_begun(task.episode, kind, message, started=started, seconds=seconds), None)


def _play(task: Task) -> EpisodeRecord:
    """Play the episode and return its record; raise the error that prevented it from beginning."""
    import r3gym  # noqa: F401 (registers the environments)
    from r3gym.envs.live_env import LiveEnv
    from r3gym.policies import with_scheduler

    episode = task.episode
    context = EpisodeContext(
        episode.setting, get_domain(episode.domain), task.suite, episode.scheduler, seed=episode.seed, run=episode.id
    )
    ready = task.policy.make(context)
    if episode.setting is Setting.AGENTIC:
        ready = replace(ready, policy=with_scheduler(ready.policy, episode.scheduler))
    env = gym.make(**{**task.environment, **ready.environment})
    live = env.unwrapped
    assert isinstance(live, LiveEnv)
    try:
        play_episode(env, ready.policy, seed=episode.seed, record=task.record)
        return live.log.record()
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
