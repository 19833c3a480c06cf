"""The shell settings of a free command: ``export``, ``unset``, ``set``, ``umask``, and the listing of ``env``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from r3gym.shell.state import SETTINGS, ShellState


def change_settings(name: str, words: Sequence[str], state: ShellState) -> str:
    """Carry out one of these words, whose form the table allows; return what it prints."""
    state.status = 0
    if name == "export":
        return _export(words, state)
    if name == "unset":
        for word in words:
            state.variables.pop(word, None)
            state.exported.discard(word)
    elif name == "set":
        _set(words, state)
    elif name == "umask":
        if not words:
            return f"{state.mask:04o}\n"
        state.mask = int(words[0], 8) & 0o777
    return ""


def exported(variables: Mapping[str, str], names: set[str]) -> dict[str, str]:
    """Return the variables that a session keeps."""
    return {name: value for name, value in variables.items() if name in names}


def lines_of_environment(variables: Mapping[str, str], names: set[str], asked: Sequence[str]) -> str:
    """Return what ``env`` or ``printenv NAME`` prints."""
    if asked:
        return "".join(f"{variables[name]}\n" for name in asked if name in names and name in variables)
    return "".join(f"{name}={value}\n" for name, value in sorted(variables.items()) if name in names)


def _export(words: Sequence[str], state: ShellState) -> str:
    if not words or list(words) == ["-p"]:
        shown = sorted(exported(state.variables, state.exported).items())
        return "".join(f'declare -x {name}="{value}"\n' for name, value in shown)
    for word in words:
        name, sign, value = word.partition("=")
        if sign:
            state.variables[name] = value
        if name in state.variables:
            state.exported.add(name)
    return ""


def _set(words: Sequence[str], state: ShellState) -> None:
    at = 0
    while at < len(words):
        change = state.settings.add if words[at].startswith("-") else state.settings.discard
        for letter in words[at][1:]:
            if letter == "o":
                at += 1
                change(words[at])
            else:
                change(SETTINGS[letter])
        at += 1
