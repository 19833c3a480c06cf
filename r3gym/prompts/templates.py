"""Prompts: text files under ``texts/``, our own words with the paper's contract, versioned by their hash."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from r3gym.utils.hashing import hash_json

PROMPTS = (
    "agentic_role",
    "agentic_tools",
    "agentic_costs",
    "agentic_contest",
    "agentic_submission",
    "agentic_finalization",
    "tool_free_role",
    "tool_free_contest",
    "tool_free_budget",
    "tool_free_form_math",
    "tool_free_form_ar",
    "tool_free_form_code",
    "tool_free_rule_math",
    "tool_free_rule_ar",
    "tool_free_rule_code",
    "tool_free_single_role_math",
    "tool_free_single_math",
    "tool_free_single_ar",
    "tool_free_single_code",
    "tool_free_single_budget",
    "tool_free_stage1",
    "tool_free_stage1_contest",
    "tool_free_stage1_single",
    "tool_free_stage1_budget",
    "tool_free_candidate_math",
    "tool_free_candidate_ar",
    "tool_free_candidate_code",
    "tool_free_finaliser_answers",
    "tool_free_finaliser_programs",
    "tool_free_trace",
    "agent_native",
    "agent_json",
    "agent_how_native",
    "agent_how_json",
)

#: Prompts that are many short texts: JSON files, part of the version like the others.
TABLES = ("agent_tools", "agent_faults")


@cache
def _template(name: str, suffix: str = "txt") -> str:
    return files("r3gym.prompts").joinpath("texts", f"{name}.{suffix}").read_text("utf-8").strip()


def prompt(name: str, **values: object) -> str:
    """A prompt with its values filled in; a value is never read as a template, whatever a statement contains."""
    return Template(_template(name)).substitute({k: str(v) for k, v in values.items()})


@cache
def prompt_table(name: str) -> Any:
    """The texts of one JSON file under ``texts/``, as it stands."""
    return json.loads(_template(name, "json"))


@cache
def prompts_hash() -> str:
    """The version of all prompts: it is part of every record."""
    return hash_json({name: _template(name) for name in PROMPTS} | {name: prompt_table(name) for name in TABLES})
