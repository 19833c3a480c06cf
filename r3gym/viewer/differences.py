"""The difference between two versions of a text, line by line."""

from __future__ import annotations

from difflib import SequenceMatcher

from r3gym.viewer.visible_text import visible

#: The search for a difference takes quadratic time: versions of more lines than this are shown whole instead.
_LONGEST = 3000


def line_differences(before: str, after: str) -> list[list[str]] | None:
    """Return [sign, line] pairs: " " kept, "-" removed, "+" added; None when the texts are too long to compare.

    >>> line_differences("a\\nb", "a\\nc")
    [[' ', 'a'], ['-', 'b'], ['+', 'c']]
    """
    old, new = visible(before).split("\n"), visible(after).split("\n")
    if max(len(old), len(new)) > _LONGEST:
        return None
    found: list[list[str]] = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            found += [[" ", line] for line in old[a:b]]
        else:
            found += [["-", line] for line in old[a:b]] + [["+", line] for line in new[c:d]]
    return found
