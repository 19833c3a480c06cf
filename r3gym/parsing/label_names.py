"""The names that a label of a contest has in a text: ``3`` may be written ``03``, ``C``, ``III`` or ``three``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_WORDS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE")
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫"
_CHINESE = "一二三四五六七八九十"
_LETTERS = "ABCDEFGHIJKL"

#: One name of a label, for patterns that ignore case; what follows it is the pattern's business.
NAME = (
    rf"(?:\d{{1,2}}|[{_CIRCLED}]|[{_CHINESE}]|(?:viii|vii|iii|xii|vi|iv|ix|xi|ii)(?![a-z])|[a-z](?![a-z])"
    rf"|(?:{'|'.join(_WORDS).lower()})(?![a-z]))"
)


def name_key(name: str) -> str:
    """Return the form in which names are compared: upper case, numbers without leading zeros."""
    return str(int(name)) if name.isdecimal() else name.upper()


def label_names(labels: Sequence[str]) -> Mapping[str, str]:
    """Return the label for every name that can mean one.

    Numbered contests are also named by letters, Roman numerals and words; lettered ones (code, where the paper's
    contract is strict) by their letters alone.

    >>> names = label_names(("1", "2", "3"))
    >>> names["2"], names["B"], names["II"], names["TWO"]
    ('2', '2', '2', '2')
    """
    names = {name_key(label): label for label in labels}
    if all(label.isdecimal() for label in labels):
        for name_list in (_LETTERS, _ROMAN, _WORDS, _CIRCLED, _CHINESE):
            for number, name in enumerate(name_list, 1):
                if str(number) in labels:
                    names.setdefault(name, str(number))
    return names
