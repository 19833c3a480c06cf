"""Text that fits: measured in the font of the pictures, broken between words; long names cut, but never made alike."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable
from functools import cache

from r3gym.figures.style import font_families
from r3gym.utils.plain_text import plain

#: Screens and printers round the widths of letters; this much of the room is left for it.
_SPARE = 0.04
_ELLIPSIS = "…"


@cache
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=list(font_families()), size=size, weight="bold" if bold else "normal")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return the text in lines of at most ``width`` points; a word that is longer than a line is broken."""
    room = width * (1 - _SPARE)
    blank = text_width("n n", size, bold=bold) - 2 * text_width("n", size, bold=bold)
    lines: list[list[str]] = [[]]
    used = 0.0
    for piece in (piece for word in text.split() for piece in _pieces(word, size, room, bold)):
        wide = text_width(piece, size, bold=bold)
        if lines[-1] and used + blank + wide > room:
            lines.append([])
            used = 0.0
        used += wide + blank * bool(lines[-1])
        lines[-1].append(piece)
    return "\n".join(map(" ".join, lines))


def _pieces(word: str, size: float, room: float, bold: bool) -> list[str]:
    """Return a word, or as many parts of about the same length as it takes to fit."""
    wide = text_width(word, size, bold=bold)
    length = max(1, int(len(word) / -(-wide // room))) if wide > room else len(word)
    return [word[at : at + length] for at in range(0, len(word), length)]


def shorter(text: str, width: int = 28) -> str:
    """Return a name as harmless text on one line, cut in the middle where it is long.

    >>> shorter("a" * 40, 9)
    'aaaa…aaaa'
    """
    line = " ".join(plain(text).split())
    half = (width - 1) // 2
    return line if len(line) <= width else f"{line[:half]}{_ELLIPSIS}{line[-half:]}"


def short_names(names: Iterable[str], width: int = 28) -> dict[str, str]:
    """Return a label for each name; where cutting would make two alike, what tells them apart is kept instead.

    >>> short_names(["big-lab/model-2026-small-instruct", "big-lab/model-2026-large-instruct"], 16)
    {'big-lab/model-2026-small-instruct': 'big…small…uct', 'big-lab/model-2026-large-instruct': 'big…large…uct'}
    """
    whole = {name: " ".join(plain(name).split()) for name in dict.fromkeys(names)}
    found = {name: shorter(line, width) for name, line in whole.items()}
    for alike in _groups(found):
        found |= _parts_that_differ({name: whole[name] for name in alike}, width)
    for alike in _groups(found):
        found |= {name: f"{found[name]} ({number})" for number, name in enumerate(alike, 1)}
    return found


def _groups(labels: dict[str, str]) -> list[list[str]]:
    """Return the names that share a label with another."""
    together: dict[str, list[str]] = {}
    for name, label in labels.items():
        together.setdefault(label, []).append(name)
    return [names for names in together.values() if len(names) > 1]


def _parts_that_differ(lines: dict[str, str], width: int) -> dict[str, str]:
    """Return for names with the same ends the beginning, the part in which they differ, and the end."""
    head = _alike(lines.values())
    tail = _alike([line[head:][::-1] for line in lines.values()])
    edge = max(2, width // 5)
    found = {}
    for name, line in lines.items():
        own = shorter(line[head : len(line) - tail], width - 2 * edge)
        before, after = line[:head], line[len(line) - tail :]
        parts = (before if head <= edge else f"{before[:edge]}{_ELLIPSIS}",
                 own, after if tail <= edge else f"{_ELLIPSIS}{after[-edge:]}")  # fmt: skip
        found[name] = "".join(parts)
    return found


def _alike(lines: Collection[str]) -> int:
    """Return how many signs all lines begin with."""
    for place, signs in enumerate(zip(*lines, strict=False)):
        if len(set(signs)) > 1:
            return place
    return min(map(len, lines))
