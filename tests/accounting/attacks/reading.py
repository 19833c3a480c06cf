"""Attacks are data: the ``*.txt`` files of this folder, read here.

A line ``= TEXT`` is an attack of one step; ``== NAME`` begins one of several lines, up to the next line of either kind.
Inside a block ``---`` alone separates steps (each is one command of the agent) and ``--- control`` begins the steps of
a control that differs. ``# `` begins a remark between attacks. A line ``@KEY VALUE`` before the first attack or between
attacks holds for all attacks after it (``@KEY`` alone takes it back); at the beginning of a block, for the block.

| key | meaning |
| --- | --- |
| room | which environment: ``code``, ``math``, ``ar``, ``target``, ``short``, ``coverage``, ``verification`` |
| budget | counted actions of the attacked environment (0), a number or ``unlimited`` |
| loot | the effect: an expression of Python over the numbers of the attack; its text must not be seen |
| seen | instead: a regular expression by such an expression |
| unless | an expression over the ledger's changes (``used``, ``A`` ...): the effect is allowed when it is true |
| look | further files shown after the attack |
| focus | the label focused before the attack (``«me»``; ``-`` for none) |
| setup | a free command before it (⏎ is a newline); repeated lines add up |
| seconds, bytes | the effect is instead: one step takes longer; the files of problem A's folder or /tmp are larger |
| control | ``paid`` (the same text made a counted one, with budget), ``own`` (the same inside the own problem), |
| | ``same`` (the same text with budget), ``host`` (the same on the host), ``steps`` (given), ``none: REASON`` |
| accepted | why it may go through by decision (an expected failure) |
| control_seconds | as ``seconds``, for the control, which is stopped then |

In texts: «a» «b» «c» are numbers of five digits, «n0» .. «n7» numbers of different lengths, «w0» .. «w5» random words,
«me» and «other» labels, «loot» a file of the own problem, «planted» a folder of the host with a secret in it (the rest:
`attacks.playing.Numbers`); ⏎ newline, ␍ carriage return, ⇥ tab, ␀ NUL, ⍽ no-break space.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
FAMILIES = ("parser", "tools", "interpreter", "resources", "scope", "ledger", "host")
_SIGNS = {"⏎": "\n", "␍": "\r", "⇥": "\t", "␀": "\0", "⍽": "\u00a0"}
_KEYS = frozenset(
    "room budget loot seen unless look focus setup seconds bytes control control_seconds accepted".split()
)


@dataclass
class Attack:
    """One attack: its steps, its effect, and how its control is made."""

    family: str
    name: str
    steps: list[str] = field(default_factory=list)
    control_steps: list[str] = field(default_factory=list)
    setup: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)

    def option(self, key: str, default: str) -> str:
        return self.options.get(key, default)

    @property
    def control(self) -> str:
        return "steps" if self.control_steps else self.option("control", "paid")


def _text(line: str) -> str:
    for sign, meant in _SIGNS.items():
        line = line.replace(sign, meant)
    return line


def read(family: str) -> list[Attack]:
    """The attacks of one file."""
    found: list[Attack] = []
    held: dict[str, str] = {}
    held_setup: list[str] = []
    block: Attack | None = None
    lines: list[str] = []

    def option(line: str, options: dict[str, str], setup: list[str]) -> None:
        key, _, value = line[1:].partition(" ")
        assert key in _KEYS, f"{family}.txt: unknown key {line!r}"
        if key == "setup":
            setup.append(_text(value)) if value else setup.clear()
        elif value:
            options[key] = value
        else:
            options.pop(key, None)

    def close() -> None:
        nonlocal block, lines
        if block is None:
            return
        body = list(lines)
        while body and body[0].startswith("@"):
            option(body.pop(0), block.options, block.setup)
        steps: list[list[str]] = [[]]
        target = block.steps
        for line in body:
            if line in ("---", "--- control"):
                target.append(_text("\n".join(steps[-1]).strip("\n")))
                steps.append([])
                target = block.control_steps if line == "--- control" else target
            else:
                steps[-1].append(line)
        target.append(_text("\n".join(steps[-1]).strip("\n")))
        found.append(block)
        block, lines = None, []

    for line in (FOLDER / f"{family}.txt").read_text("utf-8").split("\n"):
        if line.startswith("== "):
            close()
            block = Attack(family, line[3:], setup=list(held_setup), options=dict(held))
        elif line.startswith("= "):
            close()
            found.append(Attack(family, line[2:], [_text(line[2:])], [], list(held_setup), dict(held)))
        elif line == "==":
            close()
        elif block is not None:
            lines.append(line)
        elif line.startswith("@"):
            option(line, held, held_setup)
        else:
            assert not line or line.startswith("# "), f"{family}.txt: {line!r} belongs to no attack"
    close()
    return found


def all_attacks() -> list[Attack]:
    return [attack for family in FAMILIES for attack in read(family)]
