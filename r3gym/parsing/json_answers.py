r"""Answers written as JSON: an object with a member for each problem, or a list of records.

``{"1": "42", "Problem 2": "\\boxed{7}"}``, ``{"answers": [{"problem": 1, "answer": 42}]}``. A document is read as far
as it is complete, so that a text which is cut loses what comes after the cut and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from r3gym.parsing.label_names import NAME, label_names, name_key

#: Where a document begins: on its line nothing but a few words and a colon before it.
_DOCUMENT = re.compile(
    r"^[ \t]*(?:[^\n{}\[\]\"\\]{0,80}:[ \t]*)?(?=\{\s{0,80}\"[^\"\n]{1,40}\"[ \t]*:|\[\s{0,80}\{)", re.MULTILINE
)
_STRING = r'"(?:[^"\\]|\\.)*+"'
_TOKEN = re.compile(rf"{_STRING}|[\[\]{{}}]", re.DOTALL)
_KEY = re.compile(rf"\s*+({_STRING})\s*+:\s*+", re.DOTALL)
_FIRST_KEY = re.compile(rf"[\[{{\s]{{0,200}}+({_STRING})", re.DOTALL)
#: A number that is cut is another number: what follows shows that it is complete.
_SCALAR = re.compile(rf"(?:{_STRING}|(?:-?\d[\w.+-]*+|true|false|null)(?=\s*+[,\]}}]))", re.DOTALL)
_COMMA = re.compile(r"\s*+,\s*+")
#: What a document consists of; a string at its end may be cut.
_TOKENS = re.compile(
    rf"(?:[\s\[\]{{}}:,]|{_STRING}|(?:-?\d[\w.+-]*+|true|false|null)(?!\w))*+(?:\"(?:[^\"\\]|\\.)*+\\?|[a-z]{{1,4}}|-)?",
    re.DOTALL,
)
_CLOSES = re.compile(r"\s*+\]")
_BLANKS = re.compile(r"\s*+")
_NAMED = re.compile(rf"\s*(?:(?:problem|question|task|answer|prob|[pqa])[ _#.-]{{0,2}}|#)?({NAME})[.:]?\s*", re.I)
_OBJECT = re.compile(r"\s*(?:```(?:json)?[ \t\r]*\n\s*)?(?=\{)", re.IGNORECASE)
_ANSWER_KEYS = ("final_answer", "answer", "result", "value", "solution")
_PROBLEM_KEYS = ("problem", "problem_id", "problem_number", "id", "number", "question", "label", "index")
_LISTS = re.compile(r"(?:final[ _-]?)?(?:answers|solutions|results|problems|submissions)", re.IGNORECASE)
_DEEPEST = 4

Span = tuple[int, int]


@dataclass(frozen=True)
class Member:
    """An answer: its problem's label, its text (None for ``null``), and where it stands."""

    label: str
    text: str | None
    span: Span


def json_answers(text: str, labels: Sequence[str]) -> tuple[tuple[Member, ...], tuple[Span, ...]]:
    r"""Return the members of a text's JSON documents that are answers of these labels, and these documents, in order.

    An object with a key that names none of the labels lists something else, and is left out. A document that is cut
    before its first answer is one if it begins like one.

    >>> members, _ = json_answers('{"1": "a\\nb", "2": [1, 2], "3": ', ("1", "2", "3"))
    >>> [(one.label, one.text) for one in members]
    [('1', 'a\nb'), ('2', '[1, 2]')]
    """
    names, position = label_names(labels), 0
    found: list[Member] = []
    documents: list[Span] = []
    while document := _DOCUMENT.search(text, position):
        position = _end(text, document.end())
        span = (document.end(), position)
        if not _TOKENS.fullmatch(text, *span):
            continue  # quotes inside a string that are not escaped: no JSON, whose values would be cut at them
        members = [
            Member(label, _plain(text[slice(*at)]), at)
            for label, at in _answers(text, span[0], names, 0)
            if at[1] <= len(text)
        ]
        if members or (position > len(text) and _begins(text, span[0], names)):
            documents.append(span)
        found += members
    return tuple(found), tuple(documents)


def json_answer(text: str) -> Member | None:
    """Return the answer in a text that is one JSON object, fenced or not: ``{"answer": 42}``."""
    begin = _OBJECT.match(text)
    if begin is None or text[_end(text, begin.end()) :].strip(" \t\r\n`"):
        return None
    at = _first(dict(_members(text, begin.end())), _ANSWER_KEYS)
    return None if at is None or at[1] > len(text) else Member("", _plain(text[slice(*at)]), at)


def _begins(text: str, at: int, names: Mapping[str, str]) -> bool:
    """Return whether the first key of a document names a problem, or what lists answers."""
    first = _FIRST_KEY.match(text, at)
    key = (_plain(first[1]) or "") if first else ""
    return bool(_label(key, names) or _LISTS.fullmatch(key) or key.lower() in (*_PROBLEM_KEYS, *_ANSWER_KEYS))


def _answers(text: str, at: int, names: Mapping[str, str], depth: int) -> list[tuple[str, Span]]:
    """Return the labels and spans of the answers in the object or list that begins at a position."""
    if depth > _DEEPEST:
        return []
    if text[at] == "[":
        return _in_list(text, at, names, depth)
    members = dict(_members(text, at))
    answer, problem = _first(members, _ANSWER_KEYS), _first(members, _PROBLEM_KEYS)
    if answer and problem:
        label = _label(_plain(text[slice(*problem)]) or "", names)
        return [(label, answer)] if label else []
    listed = [start for key, (start, _) in members.items() if _LISTS.fullmatch(key) and text[start] in "{["]
    if listed:
        return [one for start in listed for one in _answers(text, start, names, depth + 1)]
    labels = [_label(key, names) for key in members]
    return [
        (label, (_first(dict(_members(text, span[0])), _ANSWER_KEYS) if text[span[0]] == "{" else None) or span)
        for label, span in zip(labels, members.values(), strict=True)
        if label is not None and None not in labels
    ]


def _in_list(text: str, at: int, names: Mapping[str, str], depth: int) -> list[tuple[str, Span]]:
    """Return the answers in a list: of records, or, below a name, of as many values as there are problems, in order."""
    elements = list(_elements(text, at))
    if elements and all(text[start] == "{" for start, _ in elements):
        return [one for start, _ in elements for one in _answers(text, start, names, depth + 1)]
    labels = list(dict.fromkeys(names.values()))
    if depth == 0 or len(elements) != len(labels) or not _CLOSES.match(text, elements[-1][1]):
        return []
    return list(zip(labels, elements, strict=True))


def _first(members: Mapping[str, Span], keys: Sequence[str]) -> Span | None:
    known = {key.lower().replace(" ", "_"): span for key, span in members.items()}
    return next((known[key] for key in keys if key in known), None)


def _label(key: str, names: Mapping[str, str]) -> str | None:
    named = _NAMED.fullmatch(key)
    return names.get(name_key(named[1])) if named else None


def _members(text: str, at: int) -> Iterator[tuple[str, Span]]:
    """Yield the keys of an object and the spans of their values, while they are complete."""
    key = _KEY.match(text, at + 1)
    while key and (span := _value(text, key.end())):
        yield _plain(key[1]) or "", span
        comma = _COMMA.match(text, span[1])
        key = comma and _KEY.match(text, comma.end())


def _elements(text: str, at: int) -> Iterator[Span]:
    """Yield the spans of the elements of a list, while they are complete."""
    blanks = _BLANKS.match(text, at + 1)
    while blanks and (span := _value(text, blanks.end())):
        yield span
        blanks = _COMMA.match(text, span[1])


def _value(text: str, at: int) -> Span | None:
    """Return the span of the value at a position; an object or list that is cut ends beyond the text."""
    if text.startswith(("{", "["), at):
        return at, _end(text, at)
    scalar = _SCALAR.match(text, at)
    return scalar.span() if scalar else None


def _end(text: str, at: int) -> int:
    """Return the end of the object or list that begins at a position: beyond the text where it is not closed."""
    depth = 0
    for token in _TOKEN.finditer(text, at):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return len(text) + 1


def _plain(value: str) -> str | None:
    r"""Return a value as text: a string without its quotes, anything else as it is written.

    In a string whose LaTeX was not escaped (``"\sqrt{2}"``, no JSON) only its quotes are.
    """
    if value == "null":
        return None
    if not value.startswith('"'):
        return value
    try:
        return str(json.loads(value, strict=False))
    except ValueError:
        return value[1:-1].replace('\\"', '"')
