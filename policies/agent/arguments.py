"""A tool's arguments as models send them: what is meant is taken, what was bent for it is noted, the rest is refused.

Models send `null` for no arguments, a number for a text, "Problem 1" for a label, a field that the tool does not have.
Each has one possible meaning, so the call is an action and no protocol error. Where two meanings are possible, or
something that the model wanted done would be lost, the call is refused with the reason.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from r3gym.core.contest import resolve_label
from r3gym.parsing.lost_backslashes import with_backslashes
from r3gym.policies.agent.almost_json import UNREADABLE, almost_json
from r3gym.policies.agent.encoding import kind_of, sendable, short
from r3gym.policies.agent.protocol_errors import ProtocolError, ProtocolErrorKind
from r3gym.policies.agent.tools import OPTIONAL, Tool

#: Arguments that carry what is to be done: ignoring one on a tool that does not take it would lose the model's intent.
_PAYLOADS = frozenset({"command", "answer"})


@dataclass(frozen=True)
class ProblemNames:
    """How the problems of a contest may be called: by label, position, or id."""

    labels: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True)
class ReadArguments:
    """The arguments as texts, what was tolerated in them, and what is wrong with them ("" for nothing)."""

    values: Mapping[str, str]
    tolerated: tuple[str, ...] = ()
    wrong: str = ""


def read_object(text: str, tool: Tool) -> tuple[dict[str, Any], tuple[str, ...], ProtocolError | None]:
    """Return the arguments of a call as an object, what was tolerated, and the error if any; "" means no arguments."""
    if not text.strip():
        return {}, (), None
    mended: tuple[str, ...] = ()
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        value = almost_json(text)
        if value is UNREADABLE:
            where = f": {error.msg} at character {error.pos}" if isinstance(error, json.JSONDecodeError) else ""
            return {}, (), ProtocolError(ProtocolErrorKind.BAD_JSON, f"the arguments are not valid JSON{where}")
        mended = ("almost JSON",)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
        value, mended = value[0], (*mended, "a list with one object")
    if isinstance(value, dict):
        return value, mended, None
    if value in (None, "", []) and not isinstance(value, bool):
        return {}, (*mended, f"{kind_of(value)} for no arguments"), None
    if isinstance(value, str):
        inner = _object_in(value)
        if inner is not None:
            return inner, (*mended, "an object inside a string"), None
    if isinstance(value, str | int | float) and not isinstance(value, bool) and len(tool.arguments) == 1:
        return dict.fromkeys(tool.arguments, value), (*mended, f"{kind_of(value)} for the only argument"), None
    return {}, (), ProtocolError(
        ProtocolErrorKind.BAD_JSON, f"the arguments must be a JSON object, not {kind_of(value)}"
    )  # fmt: skip


def read_arguments(tool: Tool, arguments: Mapping[str, Any], names: ProblemNames) -> ReadArguments:
    """Return the arguments of a tool as texts, with its problem as a label of the contest."""
    takes = f"{tool.name} takes {', '.join(map(repr, tool.arguments)) or 'no arguments'}"
    named = {_own_name(name, arguments, tool): value for name, value in arguments.items()}
    respelled = [f"{short(name)} for {own!r}" for name, own in zip(arguments, named, strict=True) if name != own]
    given = {name: value for name, value in named.items() if value is not None}
    known = {name: value for name, value in given.items() if name in tool.arguments}
    extra = [name for name in given if name not in tool.arguments]
    missing = [name for name in tool.arguments if name not in known and name not in OPTIONAL]
    if missing:
        instead = f" (there is {short(extra[0])})" if extra else ""
        return ReadArguments({}, wrong=f"the argument {missing[0]!r} of {tool.name} is missing{instead}; {takes}")
    lost = [name for name in extra if name in _PAYLOADS and given[name] != ""]
    if lost:
        return ReadArguments({}, wrong=f"{tool.name} has no argument {lost[0]!r}; {takes}: send two calls")
    tolerated = [*respelled, *(f"null for {name!r}" for name, value in named.items() if value is None)]
    tolerated += [f"ignored {short(name)}, which {tool.name} does not take" for name in extra]
    values = {}
    for name, value in known.items():
        text = _as_text(name, value)
        if text is None:
            wrong = f"the argument {name!r} of {tool.name} must be a string, not {kind_of(value)}"
            return ReadArguments({}, wrong=wrong)
        if not isinstance(value, str):
            tolerated.append(f"{kind_of(value)} for the text {name!r}")
        if with_backslashes(text) != text:
            tolerated.append(f"a backslash that JSON took for an escape in {name!r}")
        values[name] = sendable(with_backslashes(text))
    if "problem" in values:
        word = values["problem"]
        label = resolve_label(word, names.labels, names.problems)
        if label is None:
            return ReadArguments({}, wrong=f"{short(word)} is not a problem: use one of {', '.join(names.labels)}")
        if label != word.strip() and word.strip() not in names.problems:
            tolerated.append(f"{short(word)} for the label {label}")
        values["problem"] = label
    return ReadArguments(values, tuple(tolerated))


def _own_name(name: str, arguments: Mapping[str, Any], tool: Tool) -> str:
    """Return the tool's own spelling of an argument's name, where it differs in case and blanks alone."""
    own = name.strip().lower()
    return own if own in tool.arguments and own not in arguments else name


def _as_text(name: str, value: Any) -> str | None:
    """Return the text that a JSON value stands for as this argument, or None when it stands for none.

    A list of words and a list of lines look alike, so a command must be a text; an answer may be any JSON value, since
    grids and colourings are asked for as JSON.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return json.dumps(value) if name in ("answer", "note") else None
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if name == "problem":
            return str(int(value)) if value.is_integer() else None
        return repr(value) if math.isfinite(value) else None
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False) if name in ("answer", "note") else None
    except (ValueError, RecursionError):
        return None


def _object_in(text: str) -> dict[str, Any] | None:
    """Return the JSON object that a text is, or None: some servers encode arguments twice."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
