"""Campaigns of a model behind a real server, whose answers a real judge decides: a model judge, or hidden tests."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from campaign_runs import write_campaign
from loopback_chat import ChatServer
from loopback_model import ScriptedCompletion, says

from r3gym.suites import build_suite

PROBLEMS = 2
ECHO = "#include <iostream>\nint main() { long long x; std::cin >> x; std::cout << x << std::endl; }"


def math_suite(folder: Path, answers: tuple[str, ...] = ("10", "20")) -> None:
    """A contest whose problems have these answers; with others later, the suite with corrected keys."""
    shutil.rmtree(folder / "suite", ignore_errors=True)
    pool = folder / "pool.jsonl"
    rows = [{"id": f"m{n}", "statement": f"Problem {n}?", "answer": answer} for n, answer in enumerate(answers, 1)]
    pool.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_suite(pool, "math", folder / "suite", problems=len(answers))


def code_suite(folder: Path) -> None:
    """A contest of problems that want their input back."""
    pool = folder / "pool.jsonl"
    rows = [
        {
            "id": f"c{n}",
            "title": f"Echo {n}",
            "statement": "Print the number.",
            "samples": [{"input": "1\n", "output": "1\n"}],
            "tests": [{"input": f"7{n}\n", "output": f"7{n}\n"}],
        }
        for n in range(PROBLEMS)
    ]
    pool.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_suite(pool, "code", folder / "suite", problems=PROBLEMS)


def answers_of(folder: Path) -> Callable[[dict[str, Any]], ScriptedCompletion]:
    """A model that solves everything in one completion, in whatever order the contest presents it."""
    if (folder / "suite" / "packages").exists():
        text = "".join(f"## Problem {label}\n```cpp\n{ECHO}\n```\n" for label in "AB"[:PROBLEMS])
        return lambda _: says(text)
    keys = [json.loads(line) for line in (folder / "suite" / "keys.jsonl").read_text("utf-8").splitlines()]
    by_id = {key["id"]: key["reference"] for key in keys}

    def reply(body: dict[str, Any]) -> ScriptedCompletion:
        prompt = str(body["messages"][-1]["content"])
        order = sorted(by_id, key=lambda own: prompt.index(f"Problem {own[1:]}?"))
        return says("".join(f"Problem {n}: \\boxed{{{by_id[own]}}}\n" for n, own in enumerate(order, 1)))

    return reply


def judged_campaign(folder: Path, url: str, domain: str, judge: ChatServer | None = None, **fields: Any) -> Path:
    """A tool-free campaign of the model at ``url``; with ``judge`` a model judge decides mathematics."""
    profile = {"model": "m", "base_url": url, "retries": 0, "timeout_s": 20.0}
    (folder / "loop.toml").write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in profile.items()))
    policies = [{"name": "loop", "kind": "llm", "model": "loop.toml"}]
    if judge is not None:
        settings = {"judge": "llm", "model": "j", "base_url": judge.url, "retries": 0, "timeout_s": 60.0}
        fields["judges"] = {"math": settings}
    given = {"domains": [domain], "settings": ["tool_free"], "budgets": [4000], **fields}
    return write_campaign(folder, policies, **given)
