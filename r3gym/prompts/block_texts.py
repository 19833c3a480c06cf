"""Why a command was blocked, in words: what decided it, and the way out. The table ``agent_blocks`` has the wording."""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.prompts.templates import fill, prompt_table


def block_reason(
    rule: str,
    word: str,
    *,
    labels: Sequence[str],
    focus: str | None = None,
    target: str | None = None,
    others: Sequence[str] = (),
    toolbox: str = "",
) -> str:
    """Return the reason of a block.

    ``rule`` is a key of the table ``agent_blocks``: ``judge``, ``network``, ``budget``, ``focus``, ``target``,
    ``scope`` (``others`` are the problems it names), ``scope_several``, ``scope_answers``, ``helper`` (a bookkeeping
    word inside a pipe or loop), ``helper_alone``, ``missing`` (``toolbox`` says what is installed). Raises `KeyError`
    for another rule.

    >>> block_reason("target", "g++", labels="ABC", focus="A", target="C")
    "'g++' computes, and only problem C may be worked on: call focus_problem C first (free)"
    """
    if rule == "focus" and (target or len(labels) == 1):
        rule = "focus_one"
    label = others[0] if others else target or focus or labels[0]
    return fill(
        prompt_table("agent_blocks")[rule],
        word=f"'{on_one_line(word)}'" if word else "this command",
        label=label,
        focus=focus or label,
        target=target or label,
        others=" and ".join(others) or label,
        installed=f" (installed: {toolbox})" if toolbox else "",
    )


def on_one_line(word: str) -> str:
    """Return a word of the command for a text of one line, shortened."""
    word = " ".join(word.split())
    return word if len(word) <= 60 else f"{word[:60]}…"
