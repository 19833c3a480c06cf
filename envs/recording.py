"""A wrapper that writes the record of every episode to a folder."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import gymnasium as gym

from r3gym.envs.live_env import LiveEnv
from r3gym.records.partial import partial_path
from r3gym.records.writing import write_record


class RecordEpisodes(
    gym.Wrapper[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]],
    gym.utils.RecordConstructorArgs,
):
    """A wrapper that writes one JSON file per episode when it ends; ``last_record`` is the path of the latest.

    While an episode runs, its events are appended to a ``.partial.jsonl`` beside it, so that a killed
    process leaves a readable record too (`r3gym.records.read_record`). So does an abandoned episode.
    """

    def __init__(self, env: gym.Env[dict[str, Any], dict[str, Any]], folder: str, name: str = "episode") -> None:
        gym.utils.RecordConstructorArgs.__init__(self, folder=folder, name=name)
        super().__init__(env)
        if not isinstance(env.unwrapped, LiveEnv):
            raise TypeError(f"RecordEpisodes needs an environment of r3gym, not {type(env.unwrapped).__name__}")
        self._live = env.unwrapped
        self._folder, self._name = Path(folder), name
        self._path = self._folder
        self.last_record: Path | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Reset, and begin a new record."""
        found = self.env.reset(seed=seed, options=options)
        self._path = self._next_free()
        self._live.log.stream_to(self._path)
        return found

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Step, and write the record when the episode ends."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            self._write()
        return obs, reward, terminated, truncated, info

    def void(self, reason: str) -> None:
        """End the running episode without a result, and write its record."""
        self._live.void(reason)
        self._write()

    def interrupt(self) -> None:
        """Write the record of an episode that is abandoned where it stands; nothing of it is judged."""
        if self._live.running:
            self._write()

    def _write(self) -> None:
        self.last_record = self._path
        write_record(self._path, self._live.log.record())
        self._live.log.finish_stream()

    def _next_free(self) -> Path:
        """Return the first path whose number no episode in this folder has: records are never overwritten."""
        numbered = (self._folder / f"{self._name}-{number:03d}.json" for number in itertools.count(1))
        return next(path for path in numbered if not path.exists() and not partial_path(path).exists())
