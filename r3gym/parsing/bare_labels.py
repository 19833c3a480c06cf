"""Labels without a word: ``1.``, ``(2)``, ``#3``, ``P4:``, ``| 5 |``, and the headings of summaries that list them.

Such a line may as well be a step, a sub-question or a formula. Whether it names a problem is decided where its
surroundings are known (`r3gym.parsing.assignment`); here it is only found.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from r3gym.parsing.label_names import NAME
from r3gym.parsing.marker import MarkerMatch

_DRESS = (
    r"(?P<dress>(?:[^\w\n\\<]|_){0,40}+(?:(?:\\(?!f?box)[a-z]{1,16}\*?[{\[]?|<(?!answer)[a-z][a-z0-9]{0,9}>)"
    r"(?:[^\w\n\\<]|_){0,12}+){0,3}+)"
)
_PREFIX = r"(?:(?:p|q|prob\.?|ans\.?|no\.?|nr\.?)[ \t#_.]{0,2}(?=\d))?"
_BARE = re.compile(
    rf"^{_DRESS}(?P<word>{_PREFIX})(?P<label>{NAME})(?P<sep>[*_`\"')\]}}】]{{0,4}}[ \t]{{0,3}}"
    r"(?:[.:)\]】、](?!\d)|[-–—=|&→⇒>]|(?=\\|<|\$)|$))(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
#: A label between two answers of one line: ``1. \boxed{5}, 2. \boxed{7}``.
_CHAINED = re.compile(
    rf"(?:[^\w\n\\<]|_){{0,12}}+(?:and[ \t]+)?(?P<word>{_PREFIX})(?P<label>{NAME})(?:[^\w\n\\<]|_){{1,12}}+",
    re.IGNORECASE,
)
_LABEL_CELL = re.compile(
    rf"[ \t*_#]{{0,6}}(?:(?:problem|q|p)[ \t]?)?(?P<label>{NAME})[ \t*_]{{0,6}}(?:\||$)", re.IGNORECASE
)
_COLUMN_HEAD = re.compile(r"^[ \t]*\|[^\n]{3,400}$", re.MULTILINE)
#: ``... 5. (2) By symmetry``: the next number, after the answer to the one before.
_INSIDE = re.compile(r"(?<=[\s;,])(?:\((?P<closed>\d{1,2})\)|(?P<label>\d{1,2})[.)])(?=[ \t])")
_BESIDE = re.compile(rf"(?<!\w){_PREFIX}(?P<label>{NAME})(?:[^\w\n\\<]|_){{1,12}}+\Z", re.IGNORECASE)
_PLURAL = (
    r"answers|solutions|results|summary|recap|answer[ \t]+(?:key|sheet|table|summary|list)|corrections?|antworten"
    r"|lösungen|ergebnisse|zusammenfassung|réponses|résumé|récapitulatif|respuestas|resumen|risposte|riepilogo|respostas"
    r"|resumo|ответы|итоги?|总结|汇总|答案汇总|最终答案|答案|まとめ|解答一覧|정답|요약"
)
_SUMMARY = re.compile(
    rf"^(?:[^\w\n\\<]|_){{0,40}}+(?:\\[a-z]{{1,16}}\*?{{|<[a-z][a-z0-9]{{0,9}}>|\d{{1,2}}[.)][ \t])?"
    rf"(?:(?:so|thus|hence|here|these|those|below|therefore|in|to|my|the|all|our|are|is|six|of|voici|les|las|los"
    rf"|die|le)[ \t,]+){{0,5}}(?:(?:final|overall|corrected|short|collected|quick|updated|finale|finales)[ \t]+){{0,2}}"
    rf"(?P<word>{_PLURAL}|summari[sz]e|summing[ \t]up)(?!\w)(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_TABLE_OF_ANSWERS = re.compile(
    r"^[ \t]*\|[ \t*_]*(?:problem|question|task|no\.?|nr\.?|#)s?[ \t*_#]*\|[ \t*_]*(?:final[ \t]+)?"
    r"(?P<word>answer|result|solution)s?[ \t*_]*(?P<rest>\|[ \t]*)$",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class BareLabel:
    """A label without a word: its name, its line, and how an answer follows it.

    ``row``: an answer stands on its line; ``direct``: nothing but signs and the word answer is between them.
    ``weak``: the sign after it may be an operator, so that only a direct answer makes it a label.
    """

    name: str
    start: int
    end: int
    row: bool
    direct: bool
    weak: bool
    chained: bool = False


_NEXT_TO = re.compile(
    r"[^\w\n\\<]*+(?:(?:so|it|the|my|this|that|correct|corrected|right|new|actual)[ \t,]+){0,3}"
    r"(?:(?:final[ \t]+)?(?:answer|ans|solution|result|antwort|réponse|respuesta|答案|答)[^\w\n\\<]*+)?"
    r"(?:(?:is|should[ \t]+be|must[ \t]+be)[^\w\n\\<]*+)?(?:(?:actually|instead|really)[^\w\n\\<]*+)?"
    r"(?:\\[\[(]|\\displaystyle|[^\w\n\\<])*+\n?[ \t]*(?:\$|\\\[)?",
    re.IGNORECASE,
)


def stands_next_to(view: str, start: int, marker: int) -> bool:
    """Return whether only signs and the word answer stand between a label's end and a marker."""
    return marker - start <= 80 and _NEXT_TO.fullmatch(view, start, marker) is not None


def bare_labels(view: str, markers: Sequence[MarkerMatch]) -> Iterator[BareLabel]:
    """Yield the bare labels of a text in order, those at the start of lines and those between two answers."""
    columns = tuple(_columns(view, markers))
    heads = {start for start, _ in columns}
    yield from (label for _, label in columns)
    following = iter(markers)
    marker = next(following, None)
    for match in _BARE.finditer(view):
        name = match["label"]
        if name.isalpha() and name.isascii() and (not name.isupper() or len(name) > 4):
            continue
        end = match.start("rest")
        if match.start() in heads:
            continue
        while marker and marker.start < end:
            marker = next(following, None)
        sep = match["sep"].strip()
        row = marker is not None and marker.start < match.end()
        direct = marker is not None and stands_next_to(view, end, marker.start)
        dressed = bool(set("#*([【") & set(match["dress"])) or bool(match["word"]) or not name.isascii()
        weak = not (any(sign in ".:)]】、" for sign in sep) or "|" in match["dress"] or dressed)
        yield BareLabel(name, match.start(), end, row, direct, weak)
    yield from _first_in_summary(view, markers)
    yield from _inside_lines(view)
    for before, after in pairwise(markers):
        if after.start - before.end <= 40 and (link := _CHAINED.fullmatch(view, before.end, after.start)):
            yield BareLabel(link["label"], link.start("label"), link.end("label"), True, True, False, True)


def _inside_lines(view: str) -> Iterator[BareLabel]:
    """Yield numbers inside lines that may go on with a list which began at the start of the line."""
    for match in _INSIDE.finditer(view):
        if match.start() and view[match.start() - 1] != "\n":
            name = match["closed"] or match["label"]
            yield BareLabel(name, match.start(), match.end(), False, False, False, True)


def _columns(view: str, markers: Sequence[MarkerMatch]) -> Iterator[tuple[int, BareLabel]]:
    """Yield the labels of tables with a column for each problem, each at the answer below it, with its head's start."""
    starts = [marker.start for marker in markers]
    for head in _COLUMN_HEAD.finditer(view):
        cells = [_LABEL_CELL.fullmatch(cell) for cell in head[0].strip().removeprefix("|").removesuffix("|").split("|")]
        names = {index: cell["label"] for index, cell in enumerate(cells) if cell}
        if len(names) < 2 or len(names) < len(cells) - 1:
            continue
        line = head.end()
        for _ in range(4):
            line, begin = view.find("\n", line + 1), line + 1
            line = len(view) if line < 0 else line
            at, after = bisect_left(starts, begin), bisect_left(starts, line)
            column, position = -1, begin
            for marker in markers[at:after]:
                column += view.count("|", position, marker.start)
                position = marker.end
                if column in names:
                    yield head.start(), BareLabel(names[column], marker.start, marker.start, True, True, False, True)
            if after > at or line == len(view):
                break


def _first_in_summary(view: str, markers: Sequence[MarkerMatch]) -> Iterator[BareLabel]:
    """Yield the first label of a summary on one line: ``Answers: 1. \\boxed{5}, 2. ...``."""
    starts = [marker.start for marker in markers]
    for match in summary_headings(view):
        at = bisect_left(starts, match.start("rest"))
        if at < len(starts) and starts[at] < match.end():
            beside = _BESIDE.search(view, max(match.start("rest"), starts[at] - 30), starts[at])
            if beside:
                yield BareLabel(beside["label"], beside.start("label"), beside.end("label"), True, True, False, True)


def summary_headings(view: str) -> Iterator[re.Match[str]]:
    """Yield the lines that announce a list of answers; ``rest`` is what follows the announcing word."""
    yield from _SUMMARY.finditer(view)
    yield from _TABLE_OF_ANSWERS.finditer(view)
