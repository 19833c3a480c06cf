"""The complete part of a text that was cut off.

The parsers report a marker that is never closed as malformed. A line without a marker has no end mark: half of
``Final Answer: 128`` is also a final-answer line, and half of ``Problem Analysis`` names a problem. Therefore the
line at the cut counts only if it holds a marker of its domain.
"""

from __future__ import annotations

from r3gym.core.domain import Domain


def completed_part(text: str, domain: Domain) -> str:
    r"""Return the text without its last line, which the cut made incomplete, unless that line holds a marker.

    >>> from r3gym.core.known_domains import get_domain
    >>> completed_part("Problem 1: \\boxed{5}\nFinal Answer: 12", get_domain("math"))
    'Problem 1: \\boxed{5}\n'
    >>> completed_part("Problem 1: \\boxed{5}", get_domain("math"))
    'Problem 1: \\boxed{5}'
    """
    start = text.rfind("\n") + 1
    return text if domain.marker_pattern.search(text, start) else text[:start]
