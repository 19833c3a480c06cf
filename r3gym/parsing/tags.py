"""The tagged answers of a text: ``<answer>...</answer>``."""

from __future__ import annotations

import re

from r3gym.parsing.marker import AnswerMarker, MarkerMatch

_TAG = re.compile(r"<\s*+(/?)\s*+answer(?:\s++[a-z_-]+=[^<>\n]*+)?\s*+>", re.IGNORECASE)
_FENCED = re.compile(r"(?P<fence>`{3,}|~{3,})[^\n`]*\n(?P<inside>.*?)\n?[ \t]*(?P=fence)", re.DOTALL)
_BOXED = re.compile(r"\$*\\boxed\{(?P<inside>[^{}]*)\}\$*")
_LINE_END = re.compile(r"[ \t]*\r\n?|[ \t]+(?=\n)")


def find_tags(text: str) -> tuple[MarkerMatch, ...]:
    """Return all tags; an opening one without its closing one, or the reverse, has no content.

    >>> [tag.content for tag in find_tags("<answer>1</answer> no: <answer> 2 </answer> <answer>")]
    ['1', ' 2 ', None]
    """
    found: list[MarkerMatch] = []
    opened: re.Match[str] | None = None
    for tag in _TAG.finditer(text):
        closes = bool(tag.group(1))
        if closes and opened:
            found.append(MarkerMatch(opened.start(), tag.end(), text[opened.end() : tag.start()]))
        elif closes:
            found.append(MarkerMatch(tag.start(), tag.end()))
        elif opened:
            found.append(MarkerMatch(opened.start(), opened.end()))
        opened = None if closes else tag
    if opened:
        found.append(MarkerMatch(opened.start(), opened.end()))
    return tuple(found)


def clean_tagged(content: str) -> str:
    r"""Return a tag's content without a code fence or box around it, line ends plain and lines right-stripped.

    >>> clean_tagged("\n```text\n1 2 \r\n3 4\n```\n")
    '1 2\n3 4'
    """
    content = _LINE_END.sub(lambda match: "\n" if "\r" in match[0] else "", content).strip()
    if fenced := _FENCED.fullmatch(content):
        content = fenced["inside"].strip("\n").rstrip()
    if (boxed := _BOXED.fullmatch(content)) and boxed["inside"].strip():
        content = boxed["inside"].strip()
    if len(content) > 2 and content[0] == content[-1] == "`" and "`" not in content[1:-1]:
        content = content[1:-1].strip()
    return content.strip()


#: The marker of answers that are text.
TAG = AnswerMarker("answer tag", find_tags, lambda answer: f"<answer>{answer}</answer>", clean_tagged)
