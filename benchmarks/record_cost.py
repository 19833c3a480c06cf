"""What a record costs: a long episode of a language-model agent, streamed and written, and the share of its time.

The model is a server on loopback that answers after ``--reply-s`` seconds (real ones take longer) with some reasoning
and one counted command; the sandbox, the stream to the disk and the final file are real. Timed is everything that only
a record needs: taking down turns, steps and candidates, assembling, writing. What the first record of a process costs
once (building the serialiser) is told apart.

    python benchmarks/record_cost.py [--steps 400] [--reply-s 0.5] [--strict]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import gymnasium as gym

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from loopback_model import ScriptedCompletion, calls, model_server, slow

import r3gym  # noqa: F401 (registers the environments)
from r3gym.envs import RecordEpisodes
from r3gym.models import ModelProfile
from r3gym.policies import LLMAgent
from r3gym.policies.agent.journal import Journal
from r3gym.policies.playing import play_episode
from r3gym.records.episode_log import EpisodeLog
from r3gym.records.writing import record_text

GOAL = 0.01
THOUGHT = "The next case needs another look at the recurrence before anything is written down. " * 20


class Stopwatch:
    """Seconds and processor seconds inside the functions it watches; calls inside calls are counted once."""

    def __init__(self) -> None:
        self.seconds = self.cpu_seconds = 0.0
        self._depth = 0

    def watch(self, owner: Any, name: str) -> None:
        """Time a method from now on."""
        method: Callable[..., Any] = getattr(owner, name)

        @wraps(method)
        def timed(*arguments: Any, **named: Any) -> Any:
            self._depth += 1
            started, cpu = time.perf_counter(), time.thread_time()
            try:
                return method(*arguments, **named)
            finally:
                self._depth -= 1
                if not self._depth:
                    self.seconds += time.perf_counter() - started
                    self.cpu_seconds += time.thread_time() - cpu

        setattr(owner, name, timed)


def script(steps: int, reply_s: float) -> list[ScriptedCompletion]:
    """Focus, then counted commands with some output, every tenth of which changes the answer."""
    found = [calls(("focus_problem", {"problem": "1"}))]
    for number in range(steps - 2):
        write = f"; echo 'Problem 1: {number}' > /logs/artifacts/answer.txt" if number % 10 == 0 else ""
        command = f"python3 -c 'print(\"line of output \" * 40)'{write}"
        found.append(calls(("bash_command", {"command": command}), reasoning=THOUGHT, content="Going on."))
    return [slow(reply, reply_s) for reply in (*found, calls(("mark_task_complete", {})))]


def first_record() -> float:
    """Seconds that the first record of this process takes, with almost nothing in it."""
    env = gym.make("R3ToolFree-Math-v0", contest=0, budget=1)
    env.reset(seed=0)
    started = time.perf_counter()
    record_text(env.get_wrapper_attr("log").record())
    return time.perf_counter() - started


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--reply-s", type=float, default=0.5)
    parser.add_argument("--strict", action="store_true", help="exit with 1 when the goal is missed")
    arguments = parser.parse_args()
    once = first_record()
    watch = Stopwatch()
    for name in ("note", "add_step", "add_candidate", "close", "record", "finish_stream"):
        watch.watch(EpisodeLog, name)
    watch.watch(RecordEpisodes, "_write")
    watch.watch(Journal, "called")
    with tempfile.TemporaryDirectory() as folder, model_server(*script(arguments.steps, arguments.reply_s)) as server:
        fields = {"name": "loop", "model": "m", "base_url": server.url, "tools": "native", "context_window": 131072}
        env = RecordEpisodes(gym.make("R3Contest-Math-v0", contest=0, budget=arguments.steps), folder)
        started = time.perf_counter()
        play_episode(env, LLMAgent(profile=ModelProfile.model_validate(fields)), seed=0)
        whole = time.perf_counter() - started
        assert env.last_record is not None
        size = env.last_record.stat().st_size
        env.close()
    share = watch.seconds / whole
    print(f"{arguments.steps} steps in {whole:.1f} s, replies after {arguments.reply_s:g} s; {size / 1e6:.1f} MB")
    print(f"recording {watch.seconds:.3f} s = {1000 * watch.seconds / arguments.steps:.2f} ms per step = {share:.2%}")
    print(f"of them {watch.cpu_seconds:.3f} s of processor time = {watch.cpu_seconds / whole:.2%}; the rest is waiting")
    print(f"once per process: {once:.3f} s")
    return int(arguments.strict and share > GOAL)


if __name__ == "__main__":
    sys.exit(main())
