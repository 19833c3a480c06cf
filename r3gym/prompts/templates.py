"""Prompts: text files under ``texts/``, own wording of the paper's contract, versioned by their hash."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

PROMPTS = (
    "agentic_contest",
    "agentic_single",
    "agentic_target",
    "agentic_costs",
    "agentic_finalization",
    "agentic_finalization_one",
    "tool_free_role",
    "tool_free_contest",
    "tool_free_budget",
    "tool_free_single_budget",
    "tool_free_stage1",
    "tool_free_stage1_contest",
    "tool_free_stage1_single",
    "tool_free_stage1_budget",
    "tool_free_trace",
    "agent_native",
    "agent_json",
    "agent_json_example",
    "agent_how_native",
    "agent_how_json",
)

#: Prompts that consist of many short texts: JSON files, part of the version like the others.
TABLES = ("agentic_phrases", "agent_tools", "agent_faults", "agent_blocks", "agent_results")


@cache
def _template(name: str, suffix: str = "txt") -> str:
    return files("r3gym.prompts").joinpath("texts", f"{name}.{suffix}").read_text("utf-8").strip()


def prompt(name: str, **values: object) -> str:
    """Return the prompt ``name`` with its values filled in; the values themselves are never read as templates."""
    return fill(_template(name), **values)


@cache
def prompt_table(name: str) -> Any:
    """Return the parsed content of one JSON file under ``texts/``."""
    return json.loads(_template(name, "json"))


def fill(template: str, **values: object) -> str:
    """Return a template with its values filled in; the values themselves are never read as templates."""
    return Template(template).substitute({k: str(v) for k, v in values.items()})


@cache
def version_texts() -> dict[str, Any]:
    """Return the texts of this package that belong to the version of all prompts, by name."""
    return {name: _template(name) for name in PROMPTS} | {name: prompt_table(name) for name in TABLES}
