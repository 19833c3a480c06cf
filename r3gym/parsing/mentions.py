"""Problems that are named inside a line: ``so 5. Now Problem 2: ...``, ``For Problem 3, ...``, ``as in Problem 4``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from r3gym.parsing.sections import NAMED

_MENTION = re.compile(rf"(?<!\w){NAMED}", re.IGNORECASE)
_WINDOW = 60
#: Before a mention that only refers to the other problem.
_REFERS = re.compile(
    r"(?:\b(?:as|like|see|from|using|uses?|used|by|with|than|unlike|cf\.?|via|recall(?:ing)?|compare|remember|after"
    r"|before|same|method|trick|idea|same[ \t]+as|(?:similar|identical|analogous|equal|compared|refer|contrast"
    r"|contrary)(?:ly)?[ \t]+to|(?:wie|comme|como)(?:[ \t]+(?:in|dans|en))?)"
    r"|\b(?<!answer )(?<!solution )(?<!result )of"
    r"|\b(?:as|like|seen|shown|used|found|than|done|did|proved|computed|way)[ \t]+(?:in|for|to|with))"
    r"[ \t]+(?:the[ \t]+)?[(\[*_]*$",
    re.IGNORECASE,
)
_SETS_OUT = re.compile(
    r"\b(?:start|begin|continu|proceed|go(?:ing)?|deal|carry|finish|end)\w{0,6}(?:[ \t]+(?:off|on))?[ \t]+with[ \t]+"
    r"(?:the[ \t]+)?[(\[*_]*$",
    re.IGNORECASE,
)
#: Before a mention that turns to the problem, or back to it with a correction.
_TURNS = re.compile(
    r"(?:^|\W)(?:now|next|okay|ok|alright|first|second|third|fourth|fifth|sixth|then"
    r"|consider|considering|finally|lastly|let's|let us|let me|move|moving|turn"
    r"|turning|on to|onto|go|going|back|return|returning|starts?|starting|begin|beginning|continue|continuing|proceed"
    r"|finish|tackle|tackling|solving|actually|correction|corrected|correcting|fix|fixing|redo|redoing|re-?check|re-?checking"
    r"|revisit|revisiting|reconsider|reconsidering|revised?|revising|mistake|error|nun|jetzt|maintenant|ahora|теперь)\b"
    r"[^.\n\\<]{0,30}$",
    re.IGNORECASE,
)
#: Before a mention that makes the problem the topic of a sentence: "For Problem 2, ...".
_TOPIC = re.compile(
    r"(?:^|[.!?;:}>$][ \t]+|[.!?;]|\n)[ \t>*•-]*(?:(?:and|but)[ \t]+)?"
    r"(?:for|in|on|regarding|about|für|bei|pour|para|в)[ \t]+[(\[*_]*$",
    re.IGNORECASE,
)
_STARTS = re.compile(r"(?:^|[.!?;}>$][ \t]+|\n)[ \t>*•#-]*$")
_ANSWER_TO = re.compile(
    r"\b(?:answer|solution|result)[ \t]+(?:to|for|of|in)[ \t]+(?:the[ \t]+)?[(\[*_]*$", re.IGNORECASE
)
_COLON = re.compile(
    r"[*_`)\]}\"' \t]{0,6}(?:\([^()\n]{0,60}\)|\[[^\[\]\n]{0,60}\])?[*_`) \t]{0,6}"
    r"(?:(?:final[ \t]+)?(?:answer|solution|result)(?:[ \t]+is)?[*_ \t]{0,4})?:(?!:)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[*_`)\]' \t]{0,6}(?:asks|wants|says|states|reads|requires|gives|boils|reduces|can be|becomes|is about)\b|,",
    re.IGNORECASE,
)
#: Before a mention with which a sentence begins, after a word such as "Wait,".
_LEADS = re.compile(
    r"(?:^|[.!?;}>$…][ \t]+|\n)[ \t>*•#-]*"
    r"(?:(?:wait|hmm+|oh|oops|sorry|but|however|hold on|no|ah|so|then|also|note|update|edit)\b[,;:!.…—–-]*[ \t]*){0,3}"
    r"(?:my[ \t]+answer[ \t]+(?:to|for|of|in)[ \t]+)?[(\[*_]*$",
    re.IGNORECASE,
)
#: After it, a clause about the problem that ends with a colon: "Problem 4 is wrong: ...", "Problem 5 next: ...".
_CLAUSE = re.compile(r"[*_`)\]' \t]{0,6}[^.!?\n:;\\<$]{1,60}:(?!:)(?:[ \t]*(?:it|this|that)\b(?=[ \t]+(?:is|should)))?")
#: After it, a sentence that calls its answer wrong: "Wait, Problem 5 is wrong. It should be ...".
_WRONG = re.compile(
    r"(?:['’]s)?[*_`)\]' \t]{0,6}[^.!?\n:;\\<$]{0,40}?\b(?:wrong|incorrect|mistaken?|error|not (?:right|correct)"
    r"|miscounted|miscalculated)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[*_`)\]]{0,4}(?:[.!](?=[ \t\n*_])|[ \t]*[–—])")
_SAYS = re.compile(
    r"(?:['’]s)?[*_`)\]\"' \t]{0,6}(?:(?:the[ \t]+)?(?:final[ \t]+)?(?:answer|solution|result)[*_ \t]{0,4})?"
    r"(?:is|are|gives|equals|=|->|→|⇒|[-–—]|,|\|)?[ \t]*(?=\W)",
    re.IGNORECASE,
)


class MentionKind(Enum):
    """How strongly a mention claims what follows it."""

    TURN = "turn"
    COLON = "colon"
    DIRECT = "direct"
    TOPIC = "topic"
    ASIDE = "aside"


@dataclass(frozen=True)
class Mention:
    """A problem named inside a line: its name, position, and kind. ``end`` is where what follows begins."""

    name: str
    start: int
    end: int
    kind: MentionKind


def mentions(view: str) -> Iterator[Mention]:
    """Yield the mentions of a text in order, without those that only refer to another problem.

    A mention of kind ``DIRECT`` is one whose sentence says what the answer is; whether an answer does stand there is
    for the caller to check.
    """
    for match in _MENTION.finditer(view):
        name = match["label"] or match["counted"] or match["korean"]
        if name.isalpha() and name.isascii() and not name[0].isupper():
            continue
        line = view.rfind("\n", max(0, match.start() - _WINDOW), match.start()) + 1  # 0: none in the window
        cut = max(line, match.start() - _WINDOW)
        before = ("" if cut == line and (line or cut == 0) else "x") + view[cut : match.start()]
        if _SETS_OUT.search(before) or not _REFERS.search(before):
            yield from _kinds(view, match, name, before)


def _kinds(view: str, match: re.Match[str], name: str, before: str) -> Iterator[Mention]:
    end = match.end()
    starts = _STARTS.search(before)
    if (
        _TURNS.search(before)
        or (starts and _STOP.match(view, end))
        or (_LEADS.search(before) and _WRONG.match(view, end))
    ):
        kind = MentionKind.TURN
    elif colon := _COLON.match(view, end):
        kind, end = MentionKind.COLON, colon.end()
    elif _ANSWER_TO.search(before) or _TOPIC.search(before) or (_STARTS.search(before) and _ASKS.match(view, end)):
        kind = MentionKind.TOPIC
    else:
        kind = MentionKind.ASIDE
    says = _SAYS.match(view, match.end()) if kind in (MentionKind.ASIDE, MentionKind.TOPIC) else None
    if says:
        yield Mention(name, match.start(), says.end(), MentionKind.DIRECT)
    clause = _CLAUSE.match(view, match.end()) if kind is not MentionKind.COLON and _LEADS.search(before) else None
    if clause:
        yield Mention(name, match.start(), clause.end(), MentionKind.DIRECT)
    yield Mention(name, match.start(), end, kind)
