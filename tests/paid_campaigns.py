"""A model behind a real server that answers by what it was asked, so that every run costs the same calls."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from campaign_runs import puzzle_suite, write_campaign
from command_line import INSTALLED
from loopback_model import ModelServer, ScriptedCompletion, calls, says, slow

#: The turns of an agentic episode: a focus, a counted command, two answers, and the end.
TURNS = (
    ("bash_command", {"command": "focus_problem 1"}),
    ("bash_command", {"command": "python3 -c 'print(1)'"}),
    ("bash_command", {"command": "submit_answer 1 0"}),
    ("bash_command", {"command": "submit_answer 2 1"}),
    ("mark_task_complete", {}),
)
#: A command that prints something else every time, and one that also leaves something else.
RANDOM = "python3 -c 'import os; print(os.urandom(8))'"
RANDOM_FILE = "python3 -c 'import os; print(os.urandom(8))' | tee /app/problem_1/drawn.txt"
PRICES = "\n[prices]\ninput = 1.0\noutput = 2.0\n"


def by_turn(seconds: float = 0.0, commands: Mapping[int, str] | None = None) -> Callable[[dict[str, Any]], Any]:
    """A model whose reply follows from the number of its replies so far; tool-free it answers all six at once.

    ``commands`` replaces the commands of some turns.
    """

    def reply(body: dict[str, Any]) -> ScriptedCompletion:
        turn = sum(message["role"] == "assistant" for message in body["messages"])
        if not body.get("tools"):
            text = "".join(f"Problem {n}: <answer>{n - 1}</answer>\n" for n in range(1, 7))
            return slow(says(text), seconds) if seconds else says(text)
        name, arguments = TURNS[min(turn, len(TURNS) - 1)]
        command = (commands or {}).get(turn)
        made = calls((name, arguments) if command is None else ("bash_command", {"command": command}))
        return slow(made, seconds) if seconds else made

    return reply


def paid_campaign(
    folder: Path, url: str, contests: int = 1, *, others: Mapping[str, str] | None = None, **fields: Any
) -> Path:
    """A campaign file with this model as its policy, and ``others``: names of more policies with their addresses."""
    if not (folder / "suite").exists():
        puzzle_suite(folder, contests)
    policies = []
    for name, address in {"loop": url, **(others or {})}.items():
        write_profile(folder, name, address)
        policies.append({"name": name, "kind": "llm", "model": f"{name}.toml"})
    return write_campaign(folder, policies, **{"kinds": ["contest"], **fields})


def write_profile(folder: Path, name: str, url: str, prices: str = PRICES, **fields: Any) -> None:
    """A profile of a model with prices, as ``NAME.toml`` in the folder."""
    profile = {"model": "m", "base_url": url, "tools": "native", "retries": 0, "timeout_s": 300.0, **fields}
    text = "".join(f"{field} = {json.dumps(value)}\n" for field, value in profile.items())
    (folder / f"{name}.toml").write_text(text + prices, "utf-8")


def start(*words: object) -> subprocess.Popen[str]:
    """Start the installed command line, which listens to interrupts."""
    return subprocess.Popen(
        [INSTALLED, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )


def after_requests(server: ModelServer, more: int, process: subprocess.Popen[str], seconds: float = 60) -> None:
    """Wait until the server has had so many more requests, or the process has ended."""
    wanted, deadline = len(server.requests) + more, time.monotonic() + seconds
    while len(server.requests) < wanted and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
