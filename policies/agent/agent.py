"""`LLMAgent`: a chat model as a contestant in the agentic setting."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from r3gym.core.actions import action_to_dict
from r3gym.errors import InputError, TimeLimitReached
from r3gym.models.chat_model import ChatModel
from r3gym.models.opening import open_model
from r3gym.models.probe import ToolProbe, probe_tools
from r3gym.models.profile import ModelProfile
from r3gym.policies.agent.episode import ActionGenerator, AgentEpisode, AgentEpisodeConfig, Caps, out_of_time
from r3gym.policies.agent.journal import Journal
from r3gym.policies.agent.protocol_errors import ToolMode
from r3gym.policies.agent.tools import Toolset
from r3gym.policies.base import NoteTaker

if TYPE_CHECKING:
    from r3gym.models.reply_store import ReplyStore


class LLMAgent:
    """An agent that plays contests with a chat model behind an OpenAI-compatible server.

    - ``model``: the model's name on the server, a shipped profile, or a ready `r3gym.models.ChatModel`.
    - ``base_url``: the server's address, such as ``http://127.0.0.1:8000/v1``.
    - ``profile``: how the model is called: a profile's name, a TOML file, or a `ModelProfile`.
    - ``api_key_env``: the *name* of the environment variable that holds the key.
    - ``cassette``: a file in which replies are kept and from which they are replayed, or a ready `Cassette`.
    - ``run``: a name that separates this run's episodes from others in the same cassette.
    - ``seed``: sent to the server with every request.
    - ``toolset``: ``two`` (the paper's tools: a shell and completion, bookkeeping as shell words) or ``six`` (a tool
      for each action); the profile's, which is ``two`` unless it says otherwise, when not given.
    - ``caps``: limits after which an episode without progress is ended.

    An info with an instruction begins a new episode. Its ``wall_clock_s``, where it has one, bounds every call: one
    that is under way when the time is up is cut, and the environment ends the episode. A service that fails raises
    `r3gym.errors.ModelFailure`, and `r3gym.policies.playing.play_episode` makes the episode void.
    """

    def __init__(
        self,
        model: str | ChatModel | None = None,
        *,
        base_url: str | None = None,
        profile: str | Path | ModelProfile | None = None,
        api_key_env: str | None = None,
        cassette: str | Path | ReplyStore | None = None,
        run: str = "",
        seed: int | None = None,
        caps: Caps | None = None,
        toolset: str | None = None,
    ) -> None:
        self._model = open_model(model, base_url=base_url, profile=profile, api_key_env=api_key_env, cassette=cassette)
        self._run, self._seed, self._caps = run, seed, caps or Caps()
        chosen = toolset or self._model.profile.toolset
        if chosen not in list(Toolset):
            raise InputError(f"toolset={chosen!r}: choose {' or '.join(map(repr, map(str, Toolset)))}")
        self._toolset = Toolset(chosen)
        self._probe: ToolProbe | None = None
        self._episodes: Counter[str] = Counter()
        self._name = ""
        self._note: NoteTaker | None = None
        self._journal = Journal()
        self._labels: tuple[str, ...] = ()
        self._play: ActionGenerator | None = None

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """Return the next action; an info with an instruction starts a new contest."""
        if "instruction" in info:
            return self._begin(obs, info)
        if self._play is None:
            raise InputError("the first info must come from env.reset(): it holds the instruction")
        try:
            action = self._play.send((obs, info))
        except StopIteration:
            raise InputError("this contest has ended: call env.reset() and pass on the info that it returns") from None
        return action_to_dict(action, self._labels)

    def report_to(self, note: NoteTaker) -> None:
        """Report the events of the next episode to ``note`` as they happen."""
        self._note = note

    def notes(self) -> dict[str, Any]:
        """Return the policy's part of the record: its configuration, messages and replies."""
        return {
            "name": "llm-agent",
            "profile": self._model.profile.to_record(),
            "tools": None if self._journal.probe is None else self._journal.probe.to_json(),
            "toolset": self._toolset.value,
            "caps": dict(vars(self._caps)),
            "run": self._name,
            "seed": self._seed,
            **self._journal.to_json(),
        }

    def _begin(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        contest, self._labels = str(info["contest"]), tuple(info["labels"])
        self._episodes[contest] += 1
        self._name = "/".join(part for part in (self._run, contest, str(self._episodes[contest])) if part)
        self._journal, self._play = Journal(self._model.profile, self._note), None
        self._note = None
        limit = info.get("wall_clock_s")
        deadline = None if limit is None else time.monotonic() + float(limit)
        try:
            probe = self._probe or probe_tools(self._model, deadline=deadline, failed=self._journal.failed)
        except TimeLimitReached:
            self._play = out_of_time(self._journal)
            return action_to_dict(next(self._play), self._labels)
        self._journal.probe = probe
        self._probe = replace(probe, usage=None)  # the probe's usage is counted in the episode that made its calls
        setting = AgentEpisodeConfig(
            self._model, ToolMode(probe.mode), self._caps, self._name, self._seed, self._toolset, deadline
        )
        self._play = AgentEpisode(setting, info, self._journal).play(obs, info)
        return action_to_dict(next(self._play), self._labels)
