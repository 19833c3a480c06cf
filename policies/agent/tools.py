"""The tools of an agent: the shell, completion and the bookkeeping helpers, as native schemas and as actions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from r3gym.core.actions import HELPER_WORDS, Action, Verb
from r3gym.prompts.templates import prompt_table


class Toolset(StrEnum):
    """Which tools are offered: the paper's two, with bookkeeping as shell words, or one tool for each action."""

    TWO = "two"
    SIX = "six"


#: The paper's native tools.
_TWO = ("bash_command", "mark_task_complete")

#: Other words for a tool.
_ALSO = {"task_complete": "mark_task_complete", "bash": "bash_command"}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")

#: Arguments that a call may leave out.
OPTIONAL = frozenset({"note"})


@dataclass(frozen=True)
class Tool:
    """One tool. All its arguments are texts; ``problem`` is a problem's label."""

    name: str
    verb: Verb
    what: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    def fields(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return the JSON schema of each argument."""
        kinds = {name: {"type": "string", "description": text} for name, text in self.arguments.items()}
        return {name: kind | ({"enum": list(labels)} if name == "problem" else {}) for name, kind in kinds.items()}

    def action(self, arguments: Mapping[str, str]) -> Action:
        """Return the action of a call with these arguments."""
        text = next((value for name, value in arguments.items() if name != "problem"), "")
        return Action(self.verb, arguments.get("problem", ""), text)


@cache
def tools() -> Mapping[str, Tool]:
    """Return all tools by name, in the order in which they are shown."""
    verbs = {"bash_command": Verb.COMMAND, **HELPER_WORDS}
    return {
        name: Tool(name, verbs[name], text["what"], text["arguments"])
        for name, text in prompt_table("agent_tools").items()
    }


def offered_tools(toolset: Toolset) -> Mapping[str, Tool]:
    """Return the tools that are offered, by name. A call of any other of `tools` is understood all the same."""
    return tools() if toolset is Toolset.SIX else {name: tools()[name] for name in _TWO}


def find_tool(name: str) -> Tool | None:
    """Return the tool that a call names, or None; both completion words of the paper are accepted.

    The way in which a name is written does not matter, nor a name space before it.

    >>> find_tool("task_complete").name, find_tool("functions.submitAnswer").name, find_tool("python")
    ('mark_task_complete', 'submit_answer', None)
    """
    plain = _HUMP.sub("_", re.split(r"[.:/]", name.strip())[-1]).replace("-", "_").lower()
    return tools().get(_ALSO.get(plain, plain))


def native_tools(labels: Sequence[str], toolset: Toolset) -> tuple[dict[str, Any], ...]:
    """Return the tools in the chat-completions form."""
    return tuple(
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.what,
                "parameters": {
                    "type": "object",
                    "properties": tool.fields(labels),
                    "required": [name for name in tool.arguments if name not in OPTIONAL],
                    "additionalProperties": False,
                },
            },
        }
        for tool in offered_tools(toolset).values()
    )
