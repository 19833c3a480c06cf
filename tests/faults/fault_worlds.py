"""Small campaigns of models behind real servers, in which faults are played: each costs the same calls every time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from campaign_runs import puzzle_suite, write_campaign
from loopback_model import says
from paid_campaigns import by_turn

#: How the model is called, unless a fault says otherwise.
PROFILE: Mapping[str, Any] = {"model": "m", "tools": "native", "retries": 2, "timeout_s": 60.0, "api_key_env": "KEY"}
PRICES = {"input": 1.0, "output": 2.0}
STUDENT = re.compile(r"\[student \w+\]\n(.*)\n\[end of student")

Model = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class World:
    """A campaign: its fields, its model, and the domain's judge if that is a model too."""

    fields: Mapping[str, Any]
    model: Model
    judge: Mapping[str, Any] | None = None
    workers: int = 2


def seeded(body: dict[str, Any]) -> Any:
    """A mathematician whose answer follows from the seed."""
    return says(f"Easily seen. \\boxed{{{body['seed'] % 1000}}}", usage=(40, 9))


def strict(body: dict[str, Any]) -> Any:
    """A judge that accepts even answers."""
    found = STUDENT.search(body["messages"][-1]["content"])
    assert found is not None
    report = {"student_answer": found[1], "justification": "parity", "equivalent": str(int(found[1]) % 2 == 0).upper()}
    return says(json.dumps(report), usage=(90, 12))


_JUDGE = {"judge": "llm", "model": "judge", "retries": 0, "timeout_s": 60.0}
WORLDS = {
    #: Three agentic episodes of five turns in real sandboxes.
    "agents": World({"kinds": ["contest"], "repeats": 3}, by_turn(0.02)),
    #: Eight completions, judged on this machine.
    "replies": World({"kinds": ["contest"], "repeats": 8, "settings": ["tool_free"], "budgets": [400]}, by_turn(0.02)),
    #: Eight completions, judged by another model.
    "judged": World(
        {"kinds": ["single"], "repeats": 4, "settings": ["tool_free"], "domains": ["math"], "budgets": None},
        seeded,
        _JUDGE,
    ),
}


def write_world(world: World, folder: Path, url: str, judge_url: str, profile: Mapping[str, Any]) -> Path:
    """Write the campaign file with all that it names, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    fields = dict(world.fields)
    if "math" in fields.get("domains", ()):
        rows = [{"id": f"p{n}", "statement": f"Half of {n}?", "answer": f"{n}/2"} for n in (3, 5)]
        (folder / "pool.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        fields["suites"] = ["pool:pool.jsonl"]
    elif not (folder / "suite").exists():
        puzzle_suite(folder)
    if world.judge is not None:
        fields["judges"] = {"math": {**world.judge, "base_url": judge_url}}
    write_profile(folder / "loop.toml", {**PROFILE, "base_url": url, **profile})
    return write_campaign(folder, [{"name": "loop", "kind": "llm", "model": "loop.toml"}], **fields)


def write_profile(file: Path, fields: Mapping[str, Any]) -> None:
    """Write a model's profile, with prices."""
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in fields.items()]
    prices = [f"{name} = {value}\n" for name, value in PRICES.items()]
    file.write_text("".join([*lines, "\n[prices]\n", *prices]), "utf-8")
