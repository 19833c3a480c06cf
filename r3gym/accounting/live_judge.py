"""Requests to a live judge or to the network: blocked in every form, at no cost."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache

from r3gym.shell.tools import command_table, tool_name

#: Words that run another one and are no wrappers of free commands.
_RUN_OTHERS = frozenset("exec eval xargs watch source .".split())
_INTERPRETERS = re.compile(r"python[0-9.]*|pypy3?|node|perl|ruby|php|bash|sh|dash|zsh")
_MODULES = (
    r"(?:requests|urllib\d?|urllib\.request|http\.client|httpx|aiohttp|socket|ftplib|smtplib|paramiko|websockets?)"
)
#: Network calls in the text of a program, in the ways of the languages that agents use.
_NETWORK_CALL = re.compile(
    rf"(?m)^\s*(?:import|from)\s+[\w., ]*\b{_MODULES}\b|;\s*(?:import|from)\s+[\w., ]*\b{_MODULES}\b"
    rf"|\bimport\s+[\w., ]*\b{_MODULES}\b|__import__\(\s*['\"]{_MODULES}|import_module\(\s*['\"]{_MODULES}"
    r"|\brequire\(\s*['\"](?:node:)?(?:https?|net|dgram|axios|node-fetch)['\"]|\bfetch\(\s*['\"`]https?:"
    r"|\buse\s+(?:LWP|IO::Socket|Net::)|\b(?:curl|wget)\s[^\n'\"]*https?://|/dev/tcp/"
)


@lru_cache(4096)
def blocked_rule(word: str) -> str | None:
    """Return the rule that blocks a program word in every form (``judge`` or ``network``), or None.

    >>> blocked_rule("./submit.sh"), blocked_rule("curl"), blocked_rule("submit_answer")
    ('judge', 'network', None)
    """
    table = command_table()
    base = re.sub(r"\.(?:sh|py|pl|exe)$", "", tool_name(word).rsplit("/", 1)[-1])
    if table.judge.fullmatch(base):
        return "judge"
    return "network" if table.network.fullmatch(base) else None


@lru_cache(4096)
def is_interpreter(word: str) -> bool:
    """Return whether a program word is an interpreter, which can be given a program's text."""
    return _INTERPRETERS.fullmatch(tool_name(word)) is not None


def blocked_inside(words: Sequence[str | None]) -> str | None:
    """Return the blocked program that another word would run (``exec curl``, ``find . -exec curl``), or None."""
    tool = tool_name(words[0] or "") if words else ""
    if tool != "find" and tool not in _RUN_OTHERS:
        return None
    runs: Sequence[str | None] = []
    if tool == "find":
        runs = [w for before, w in itertools.pairwise(words) if before in ("-exec", "-execdir", "-ok")]
    else:
        runs = [w for w in words[1:] if w is not None and not w.startswith("-")][:1]
    called = [w.split(None, 1)[0] for w in runs if w is not None and w.strip()]
    return next((w for w in called if blocked_rule(w) is not None), None)


def network_text(words: Sequence[str | None], heredocs: Sequence[str]) -> str | None:
    """Return the network call in the text that an interpreter is given, or None.

    ``words`` is the call, ``heredocs`` what it reads on standard input.

    >>> network_text(["python3", "-c", "import requests; requests.get('http://x')"], [])
    'import requests'
    """
    if not words or words[0] is None or not is_interpreter(words[0]):
        return None
    program = tool_name(words[0])
    for text in (*(word for word in words[1:] if word is not None), *heredocs):
        found = _NETWORK_CALL.search(text)
        if found is not None:
            return found[0].strip(" ;\n")[:60]
    if program in ("bash", "sh", "dash") and len(words) > 1 and words[1] is not None and blocked_rule(words[1]):
        return words[1]
    return None
