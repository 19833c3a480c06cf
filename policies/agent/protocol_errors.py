"""Protocol errors: what a model sent that is no action. Each is logged, answered with what to do, and never charged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from r3gym.policies.agent.tools import Toolset, offered_tools
from r3gym.prompts.templates import fill, prompt, prompt_table


class ToolMode(StrEnum):
    """How an agent's calls travel: in the provider's own tool calls, or as one JSON object per turn."""

    NATIVE = "native"
    JSON = "json"


class ProtocolErrorKind(StrEnum):
    """What was wrong. The first six belong to one call, the others to a whole turn."""

    BAD_JSON = "bad_json"
    BAD_ARGUMENTS = "bad_arguments"
    UNKNOWN_TOOL = "unknown_tool"
    EMPTY_COMMAND = "empty_command"
    COMPLETION_NOT_ALONE = "completion_not_alone"
    CUT = "cut"
    FILTERED = "filtered"
    EMPTY = "empty"
    TEXT = "text"
    PASTED_JSON = "pasted_json"
    PASTED_MARKUP = "pasted_markup"
    PASTED_TERMINUS = "pasted_terminus"


#: Calls that say what was wanted, and are answered with what was wrong: an attempt, not a turn that leads nowhere.
REFUSED_CALLS = frozenset(
    {
        ProtocolErrorKind.BAD_JSON,
        ProtocolErrorKind.BAD_ARGUMENTS,
        ProtocolErrorKind.UNKNOWN_TOOL,
        ProtocolErrorKind.EMPTY_COMMAND,
        ProtocolErrorKind.COMPLETION_NOT_ALONE,
    }
)


@dataclass(frozen=True)
class ProtocolError:
    """One protocol error; ``detail`` says what exactly was wrong, where there is more to say than the kind."""

    kind: ProtocolErrorKind
    detail: str = ""

    def advice(self, mode: ToolMode, label: str, toolset: Toolset = Toolset.TWO) -> str:
        """Return the text that is sent to the model; its example uses the problem ``label``.

        >>> ProtocolError(ProtocolErrorKind.EMPTY_COMMAND).advice(ToolMode.NATIVE, "A")
        'Not run, no cost: the command is empty. Send one shell command.'
        """
        how = prompt(f"agent_how_{mode.value}", example=json_example(label))
        return fill(
            prompt_table("agent_faults")[self.kind.value],
            detail=self.detail,
            tools=", ".join(offered_tools(toolset)),
            how=how,
        )


def json_example(label: str) -> str:
    """Return a turn in JSON mode that could be sent as it is: it looks at a problem, which is free."""
    return prompt("agent_json_example", label=label)
