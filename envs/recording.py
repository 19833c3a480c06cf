"""A wrapper that writes the record of every finished episode to a folder."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, Protocol, cast

import gymnasium as gym

from r3gym.records.episode_log import EpisodeLog, write_record


class Recordable(Protocol):
    """What can be recorded: every environment of this package."""

    @property
    def log(self) -> EpisodeLog: ...  # noqa: D102
    def void(self, reason: str) -> None: ...  # noqa: D102


class RecordEpisodes(
    gym.Wrapper[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]],
    gym.utils.RecordConstructorArgs,
):
    """Writes one JSON file per episode when it ends; ``last_record`` is where the latest went."""

    def __init__(self, env: gym.Env[dict[str, Any], dict[str, Any]], folder: str, name: str = "episode") -> None:
        gym.utils.RecordConstructorArgs.__init__(self, folder=folder, name=name)
        super().__init__(env)
        if not isinstance(getattr(env.unwrapped, "log", None), EpisodeLog):
            raise TypeError(f"RecordEpisodes needs an environment of r3gym, not {type(env.unwrapped).__name__}")
        self._folder, self._name = Path(folder), name
        self.last_record: Path | None = None

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Step, and write the record when the episode ends."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            self._write()
        return obs, reward, terminated, truncated, info

    def void(self, reason: str) -> None:
        """Give the running episode up, and write what there is of it."""
        cast(Recordable, self.env.unwrapped).void(reason)
        self._write()

    def _write(self) -> None:
        self.last_record = self._next_free()
        write_record(self.last_record, cast(Recordable, self.env.unwrapped).log.record())

    def _next_free(self) -> Path:
        """The first number that no earlier episode in this folder has: records are never overwritten."""
        numbers = itertools.count(1)
        return next(p for n in numbers if not (p := self._folder / f"{self._name}-{n:03d}.json").exists())
