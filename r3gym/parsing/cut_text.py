"""A text that was cut off: what of it is complete enough to be read.

The parsers call a marker that never closes malformed. A line without a marker has no end mark of its own: half of
``Final Answer: 128`` is a final-answer line too, and half of ``Problem Analysis`` names a problem. So the line that the
cut fell into counts only if it holds a marker of its domain.
"""

from __future__ import annotations

from r3gym.core.domain import Domain


def completed_part(text: str, domain: Domain) -> str:
    r"""The text without the line that the cut fell into, unless that line holds a marker.

    >>> from r3gym.core.known_domains import get_domain
    >>> completed_part("Problem 1: \\boxed{5}\nFinal Answer: 12", get_domain("math"))
    'Problem 1: \\boxed{5}\n'
    >>> completed_part("Problem 1: \\boxed{5}", get_domain("math"))
    'Problem 1: \\boxed{5}'
    """
    start = text.rfind("\n") + 1
    return text if domain.marker_pattern.search(text, start) else text[:start]
