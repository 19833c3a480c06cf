"""Play one planned episode: an environment, a policy, and the row that comes of it.

Whatever is not the contestant's doing (the model's service, the sandbox, the judge, a bug) becomes a failure, which has
a class and no score. This is the only part of campaigns that runs on other machines; all it needs is plain data.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import gymnasium as gym

from r3gym.campaigns.campaign_file import Campaign
from r3gym.campaigns.plan import PlannedEpisode
from r3gym.campaigns.playlist import ChosenSuite
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.core.verdict import Outcome
from r3gym.errors import ModelFailure
from r3gym.policies.playing import Played, play_episode
from r3gym.policies.spec import EpisodeContext, PolicySpec, ReadyPolicy
from r3gym.records.rows import Ending, EpisodeRow, Failure, FailureClass, RunKind, Slot, Spend

#: Why a contestant's own notes say that it ended; anything else there is a cap of its own.
_DONE = (None, "finished")


@dataclass(frozen=True)
class Task:
    """An episode with all that is needed to play it anywhere."""

    episode: PlannedEpisode
    policy: PolicySpec
    suite: str
    environment: Mapping[str, Any]


@dataclass(frozen=True)
class Finished:
    """What came of a task: its row, and the record of the episode unless it never began."""

    row: EpisodeRow
    record: dict[str, Any] | None


def make_task(campaign: Campaign, chosen: ChosenSuite, episode: PlannedEpisode) -> Task:
    """The task of an episode."""
    file, single = campaign.file, episode.kind is RunKind.CURVE
    environment: dict[str, Any] = {
        "id": episode.setting.env_id(get_domain(episode.domain), single=single),
        "suite": chosen.reference,
        "contest": episode.problem if single else episode.contest,
        "budget": "unlimited" if episode.budget is None else episode.budget,
        "sandbox": file.sandbox,
        "judges": campaign.judges.to_json(),
        "show_difficulty": file.show_difficulty,
        "target": episode.target,
    }
    if episode.setting is Setting.AGENTIC:
        environment |= {"scheduler": episode.scheduler, **file.limits.model_dump()}
    return Task(episode, campaign.policy(episode.policy), chosen.reference, environment)


def play_task(task: Task) -> Finished:
    """Play it once. Never raises for what happens inside an episode: that is a failure with a class."""
    from r3gym.sandbox import SandboxError

    started, clock = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), time.monotonic()
    try:
        row, record = _play(task)
    except ModelFailure as error:
        row, record = _failed(task, FailureClass.MODEL, str(error)), None
    except (SandboxError, OSError) as error:
        row, record = _failed(task, FailureClass.SANDBOX, str(error)), None
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})"
        row, record = _failed(task, FailureClass.INTERNAL, message), None
    clocked = {"started": started, "seconds": round(time.monotonic() - clock, 3)}
    return Finished(row.model_copy(update=clocked), record)


def _play(task: Task) -> tuple[EpisodeRow, dict[str, Any]]:
    import r3gym  # noqa: F401 (registers the environments)
    from r3gym.policies import led_by

    episode = task.episode
    context = EpisodeContext(
        episode.setting, get_domain(episode.domain), task.suite, episode.scheduler, seed=episode.seed, run=episode.id
    )
    ready = task.policy.make(context)
    if episode.setting is Setting.AGENTIC:
        ready = replace(ready, policy=led_by(ready.policy, episode.scheduler))
    env = gym.make(**{**task.environment, **ready.environment})
    try:
        played = play_episode(env, ready.policy, seed=episode.seed)
        record = env.get_wrapper_attr("log").record()
    finally:
        env.close()
    return _row(task, ready, played, record), record


def _row(task: Task, ready: ReadyPolicy, played: Played, record: Mapping[str, Any]) -> EpisodeRow:
    notes = ready.policy.notes()
    spend = _spend(notes)
    if played.error:
        kind = FailureClass.MODEL if played.model_failed else FailureClass.SANDBOX
        return _failed(task, kind, played.error, spend)
    info, result = played.info, played.info["result"]
    undecided = [p for p in result["problems"] if p["verdict"] == Outcome.JUDGE_ERROR]
    if undecided:
        message = "; ".join(f"{p['label']}: {p['detail']}" for p in undecided)
        return _failed(task, FailureClass.JUDGE, message, spend)
    ledger, agentic = info["ledger"], task.episode.setting is Setting.AGENTIC
    return task.episode.row(
        used=ledger["used"],
        unattributed=ledger["unattributed"],
        slots=tuple(_slot(p) for p in result["problems"]),
        ending=_ending(task.episode, info, notes),
        path=_path(record["steps"]) if agentic else None,
        free=ledger["free"],
        blocked=ledger["blocked"],
        protocol_errors=ledger["protocol_errors"] + len(notes.get("protocol_errors") or ()),
        judges=tuple(result["judges"]),
        spend=spend,
    )


def _failed(task: Task, kind: FailureClass, message: str, spend: Spend | None = None) -> EpisodeRow:
    return task.episode.row(failure=Failure(kind=kind, message=message[:2000], attempts=1), spend=spend)


def _slot(problem: Mapping[str, Any]) -> Slot:
    return Slot.model_validate({name: problem[name] for name in Slot.model_fields})


def _ending(episode: PlannedEpisode, info: Mapping[str, Any], notes: Mapping[str, Any]) -> Ending:
    if episode.setting is Setting.TOOL_FREE:
        if info["completion"]["hit_safety_cap"]:
            return Ending.SAFETY_CAP
        return Ending.CUT if info["completion"]["cut"] else Ending.FINISHED
    if info["ending"] != "finished":
        return Ending.SAFETY_CAP if episode.kind is RunKind.BASELINE else Ending(info["ending"])
    return Ending.FINISHED if notes.get("ended") in _DONE else Ending.GAVE_UP


def _path(steps: list[dict[str, Any]]) -> str:
    """The label of every paid step: a counted command leaves the focus where it was when it was paid for."""
    return "".join(step["focus"] for step in steps if step.get("charge", {}).get("kind") == "counted")


def _spend(notes: Mapping[str, Any]) -> Spend | None:
    usage = notes.get("usage")
    if not isinstance(usage, Mapping):
        return None
    return Spend.model_validate({name: usage[name] for name in Spend.model_fields if name in usage})
