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
_BESIDE = re.compile(rf"(?<!\w){_PREFIX}(?P<label>{NAME})(?:[^\w\n\\<]|_){{1,12}}+\Z", re.IGNORECASE)
_PLURAL = (
    r"answers|solutions|results|summary|recap|answer[ \t]+(?:key|sheet|table|summary|list)|corrections?|antworten|lösungen"
    r"|ergebnisse|zusammenfassung|réponses|résumé|récapitulatif|respuestas|resumen|risposte|riepilogo|respostas|resumo"
    r"|ответы|итоги?|总结|汇总|答案汇总|最终答案|答案|まとめ|解答一覧|정답|요약"
)
_SUMMARY = re.compile(
    rf"^(?:[^\w\n\\<]|_){{0,40}}+(?:\\[a-z]{{1,16}}\*?{{|<[a-z][a-z0-9]{{0,9}}>|\d{{1,2}}[.)][ \t])?"
    rf"(?:(?:so|thus|hence|here|these|those|below|therefore|in|to|my|the|all|our|are|is|six|of|voici|les|las|los|die|le)"
    rf"[ \t,]+){{0,5}}(?:(?:final|overall|corrected|short|collected|quick|updated|finale|finales)[ \t]+){{0,2}}"
    rf"(?P<word>{_PLURAL}|summari[sz]e|summing[ \t]up)(?!\w)(?P<rest>[^\n]*)$",
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
    r"[^\w\n\\<]*+(?:(?:final[ \t]+)?(?:answer|ans|solution|result|antwort|réponse|respuesta|答案|答)[^\w\n\\<]*+)?"
    r"(?:is[^\w\n\\<]*+)?(?:\\[\[(]|\\displaystyle|[^\w\n\\<])*+\n?[ \t]*(?:\$|\\\[)?",
    re.IGNORECASE,
)


def stands_next_to(view: str, start: int, marker: int) -> bool:
    """Return whether only signs and the word answer stand between a label's end and a marker."""
    return marker - start <= 80 and _NEXT_TO.fullmatch(view, start, marker) is not None


def bare_labels(view: str, markers: Sequence[MarkerMatch]) -> Iterator[BareLabel]:
    """Yield the bare labels of a text in order, those at the start of lines and those between two answers."""
    following = iter(markers)
    marker = next(following, None)
    for match in _BARE.finditer(view):
        name = match["label"]
        if name.isalpha() and name.isascii() and (not name.isupper() or len(name) > 4):
            continue
        end = match.start("rest")
        while marker and marker.start < end:
            marker = next(following, None)
        sep = match["sep"].strip()
        row = marker is not None and marker.start < match.end()
        direct = marker is not None and stands_next_to(view, end, marker.start)
        dressed = bool(set("#*([【") & set(match["dress"])) or bool(match["word"]) or not name.isascii()
        weak = not (any(sign in ".:)]】、" for sign in sep) or "|" in match["dress"] or dressed)
        yield BareLabel(name, match.start(), end, row, direct, weak)
    yield from _first_in_summary(view, markers)
    for before, after in pairwise(markers):
        if after.start - before.end <= 40 and (link := _CHAINED.fullmatch(view, before.end, after.start)):
            yield BareLabel(link["label"], link.start("label"), link.end("label"), True, True, False, True)


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
    return _SUMMARY.finditer(view)
