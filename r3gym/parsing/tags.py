"""The tagged answers of a text: ``<answer>...</answer>``."""

from __future__ import annotations

import re
from html import unescape

from r3gym.parsing.marker import AnswerMarker, MarkerMatch
from r3gym.parsing.plain_view import without_invisible

_TAG = re.compile(
    r"(?:\\?<|(?P<escaped>&lt;))\s*+(?P<closes>/?)\s*+answer(?:[_-]?+(?P<number>\d{1,2}))?(?P<said>\s++[a-z_-]+=[^<>\n]*+)?\s*+"
    r"(?(escaped)&gt;|\\?>)",
    re.IGNORECASE,
)
#: An attribute that says whose answer it is.
_OF_PROBLEM = re.compile(
    r"\b(?:id|problem|question|number|num|no|n|index|label)=[\"']?(?:(?:problem|question)?[ _-]?|[pq])"
    r"(?P<label>\d{1,2}|[a-l])[\"']?(?!\w)",
    re.IGNORECASE,
)
_FENCED = re.compile(r"(?P<fence>`{3,}|~{3,})[^\n`]*\n(?P<inside>.*?)\n?[ \t]*(?P=fence)", re.DOTALL)
_BOX = re.compile(r"\\boxed\{(?P<inside>(?:[^{}]|\{[^{}]*+\})*+)\}")
_BOXED = re.compile(r"\$*\\boxed\{(?P<inside>(?:[^{}]|\{[^{}]*+\})*+)\}\$*")
_LINE_END = re.compile(r"[ \t]*\r\n?|[ \t]+(?=\n)")


def find_tags(text: str) -> tuple[MarkerMatch, ...]:
    """Return all tags; an opening one without its closing one, or the reverse, has no content.

    >>> [tag.content for tag in find_tags("<answer>1</answer> no: <answer> 2 </answer> <answer>")]
    ['1', ' 2 ', None]
    """
    found: list[MarkerMatch] = []
    opened: re.Match[str] | None = None
    for tag in _TAG.finditer(text):
        closes = bool(tag["closes"])
        if closes and opened:
            content = text[opened.end() : tag.start()]
            content = unescape(content) if opened["escaped"] else content
            found.append(MarkerMatch(opened.start(), tag.end(), content, _problem(opened)))
        elif closes:
            found.append(MarkerMatch(tag.start(), tag.end()))
        elif opened:
            found.append(MarkerMatch(opened.start(), opened.end()))
        opened = None if closes else tag
    if opened:
        found.append(MarkerMatch(opened.start(), opened.end()))
    return tuple(found)


def _problem(tag: re.Match[str]) -> str:
    """Return the name of the problem in an opening tag: ``<answer_3>``, ``<answer id="3">``."""
    said = _OF_PROBLEM.search(tag["said"] or "")
    return tag["number"] or (said["label"] if said else "")


def find_boxed(text: str) -> tuple[MarkerMatch, ...]:
    r"""Return what stands in boxes, the marker of mathematics, with at most one pair of braces inside.

    >>> [box.content for box in find_boxed(r"so \boxed{yes}")]
    ['yes']
    """
    return tuple(MarkerMatch(box.start(), box.end(), box["inside"]) for box in _BOX.finditer(text))


def clean_tagged(content: str) -> str:
    r"""Return a tag's content without a fence, box or emphasis around it, line ends plain and lines right-stripped.

    >>> clean_tagged("\n```text\n1 2 \r\n3 4\n```\n")
    '1 2\n3 4'
    """
    content = without_invisible(content)
    content = _LINE_END.sub(lambda match: "\n" if "\r" in match[0] else "", content).strip()
    if fenced := _FENCED.fullmatch(content):
        content = fenced["inside"].strip("\n").rstrip()
    if (boxed := _BOXED.fullmatch(content)) and boxed["inside"].strip():
        content = boxed["inside"].strip()
    if len(content) > 4 and content.startswith("**") and content.endswith("**") and "*" not in content[2:-2]:
        content = content[2:-2].strip()
    if len(content) > 2 and content[0] == content[-1] == "`" and "`" not in content[1:-1]:
        content = content[1:-1].strip()
    return content.strip()


_INSTEAD = AnswerMarker("box", find_boxed, lambda answer: f"\\boxed{{{answer}}}")
#: The marker of answers that are text.
TAG = AnswerMarker(
    "answer tag", find_tags, lambda answer: f"<answer>{answer}</answer>", clean_tagged, stand_in=_INSTEAD
)
