"""A LaTeX answer as tokens: wrappers and spacing gone, operators spelt one way, words apart from letters."""

from __future__ import annotations

import re


def words(text: str) -> frozenset[str]:
    """The words of a text, for constants that read better as one line."""
    return frozenset(text.split())


#: Longer texts are no final answers; the bound keeps every pass over the tokens cheap.
MAX_CHARS = 4_000

_UNICODE = {
    "−": "-", "–": "-", "—": "-", "×": r"\cdot ", "·": r"\cdot ", "⋅": r"\cdot ", "÷": "/", "π": r"\pi ",
    "∞": r"\infty ", "≤": r"\le ", "≥": r"\ge ", "≠": r"\neq ", "±": r"\pm ", "∈": r"\in ", "∪": r"\cup ",
    "∅": r"\varnothing ", "ℝ": r"\mathbb{R}", "ℤ": r"\mathbb{Z}", "ℕ": r"\mathbb{N}", "ℚ": r"\mathbb{Q}",
    "²": "^{2}", "³": "^{3}", "√": r"\sqrt ", "½": r"\frac{1}{2}", "\u00a0": " ", "，": ",",
    "（": "(", "）": ")",
}  # fmt: skip

_REWRITES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\\+(?=circ|degree|%)", r"\\"),  # a doubled backslash is a slip of the writer's JSON
        (r"\^\s*\{\s*\\(?:circ|degree)\s*\}|\^\s*\\(?:circ|degree)(?![A-Za-z])|\\degree(?![A-Za-z])", "°"),
        (r"\\(?:left|right|middle)(?![A-Za-z])\s*\.?(?=[^0-9])|\\[bB]igg?[lrm]?(?![A-Za-z])", " "),
        (r"(?<=\d)\\[,!;:]\s?(?=\d{3}(?!\d))|(?<=\d)(?:\{,\}|\\!,|,\\!)(?=\d{3}(?!\d))", ""),
        (r"\\[\[\]()]|\$|\\[,;:!> ]|~", " "),
        (r"\\(?:quad|qquad|displaystyle|textstyle|limits|nolimits|hfill)(?![A-Za-z])", " "),
        (r"\\(?:begin|end)\{(?:equation|align|aligned|gather|displaymath|math)\*?\}", " "),
        (r"\\(?:boxed|fbox|mathbf|mathit|mathsf|boldsymbol|bm)(?![A-Za-z])", " "),
        (r"\\[dtc]frac(?![A-Za-z])", r"\\frac"),
        (r"\\[dt]binom(?![A-Za-z])", r"\\binom"),
        (r"\\leqslant(?![A-Za-z])|\\leq(?![A-Za-z])|<=", r"\\le "),
        (r"\\geqslant(?![A-Za-z])|\\geq(?![A-Za-z])|>=", r"\\ge "),
        (r"\\ne(?![A-Za-z])|\\not\s*=|!=", r"\\neq "),
        (r"\\lt(?![A-Za-z])", "<"),
        (r"\\gt(?![A-Za-z])", ">"),
        (r"\*\*", "^"),
        (r"\\(?:times|ast|cdotp)(?![A-Za-z])|\*", r"\\cdot "),
        (r"\\div(?![A-Za-z])|\\slash(?![A-Za-z])", "/"),
        (r"\\(?:dots|cdots|dotsc|dotsb|dotso)(?![A-Za-z])|\.\.\.|…", r"\\ldots "),
        (r"\\emptyset(?![A-Za-z])|\\\{\s*\\\}", r"\\varnothing "),
        (r"\\lbrace(?![A-Za-z])", r"\\{"),
        (r"\\rbrace(?![A-Za-z])", r"\\}"),
        (r"\\[lr]?vert(?![A-Za-z])|\\mid(?=\s*$)", "|"),
        (r"\\%", "%"),
        (r"\\#|\\&|\\_", " "),
    )
)

_TEXT_COMMANDS = r"text|textbf|textit|textrm|textnormal|mathrm|mbox|hbox|operatorname|rm"
_TOKEN = re.compile(
    rf"(?P<textual>\\(?:{_TEXT_COMMANDS})\*?(?![A-Za-z])\s*(?P<brace>\{{)?)"
    r"|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\.\d+|[A-Za-z]+|[^\sA-Za-z]",
    re.DOTALL,
)
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+")

#: Names that people type without the backslash.
_BARE_COMMANDS = {
    "pi": r"\pi", "sqrt": r"\sqrt", "sin": r"\sin", "cos": r"\cos", "tan": r"\tan", "cot": r"\cot",
    "sec": r"\sec", "csc": r"\csc", "ln": r"\ln", "log": r"\log", "exp": r"\exp",
    "arctan": r"\arctan", "arcsin": r"\arcsin", "arccos": r"\arccos", "infinity": r"\infty",
    "infty": r"\infty", "max": r"\max", "min": r"\min",
}  # fmt: skip
_SHORT_WORDS = words("no or is if in an as at be by do it of on so to we cm mm km kg mg ml ft")


def is_number(token: str) -> bool:
    """Whether a token is an unsigned decimal number."""
    return _NUMBER.fullmatch(token) is not None


def is_letter(token: str) -> bool:
    """Whether a token is a single Latin letter."""
    return len(token) == 1 and token.isascii() and token.isalpha()


def is_word(token: str) -> bool:
    """Whether a token is a word of prose."""
    return token.startswith('"')


def tokenize(text: str) -> list[str]:
    """The tokens of any text: numbers, letters, commands, punctuation, and words with a leading quote."""
    for symbol, replacement in _UNICODE.items():
        text = text.replace(symbol, replacement)
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    text = _THOUSANDS.sub(lambda match: _join_thousands(text, match), text)
    tokens: list[str] = []
    textual_depth = 0  # braces open since a text command: letters in there are words
    for match in _TOKEN.finditer(text):
        token = match.group()
        if match.group("textual"):
            if match.group("brace"):
                textual_depth += 1
                tokens.append("{")
        elif textual_depth and token == "{":
            textual_depth += 1
            tokens.append(token)
        elif textual_depth and token == "}":
            textual_depth -= 1
            tokens.append(token)
        elif token.isascii() and token.isalpha():
            tokens.extend(_letters(token, in_text=textual_depth > 0))
        else:
            tokens.append(token)
    return tokens


def _join_thousands(text: str, match: re.Match[str]) -> str:
    """``100,000`` is one number, except inside brackets, where a comma separates the parts of a tuple or
    set.
    """
    before = text[: match.start()]
    inside = any(before.count(opening) > before.count(closing) for opening, closing in ("()", "[]", ("\\{", "\\}")))
    return match.group() if inside else match.group().replace(",", "")


def _letters(run: str, in_text: bool) -> list[str]:
    """A run of letters is a word, a function's name, or a product of variables."""
    if len(run) == 1:
        return [run]
    if run in _BARE_COMMANDS:
        return [_BARE_COMMANDS[run]]
    if in_text or len(run) > 2 or run.lower() in _SHORT_WORDS:
        return ['"' + run.lower()]
    return list(run)
