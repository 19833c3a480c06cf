"""A LaTeX answer as tokens: without wrappers and spacing, one spelling per operator, words distinct from letters."""

from __future__ import annotations

import re
from collections.abc import Callable


def word_set(text: str) -> frozenset[str]:
    """Return the set of the words of a text, for constants that are easier to read as one line."""
    return frozenset(text.split())


#: Longer texts are no final answers; the bound keeps every pass over the tokens cheap.
MAX_CHARS = 4_000

_UNICODE = {
    "−": "-", "–": "-", "—": "-", "×": r"\cdot ", "·": r"\cdot ", "⋅": r"\cdot ", "÷": "/", "π": r"\pi ",
    "∞": r"\infty ", "≤": r"\le ", "≥": r"\ge ", "≠": r"\neq ", "±": r"\pm ", "∓": r"\mp ", "∈": r"\in ",
    "∉": r"\notin ", "∪": r"\cup ", "∩": r"\cap ", "∖": r"\setminus ", "∅": r"\varnothing ", "≡": r"\equiv ",
    "∣": r"\mid ", "∤": r"\nmid ", "≈": r"\approx ", "ℝ": r"\mathbb{R}", "ℤ": r"\mathbb{Z}", "ℕ": r"\mathbb{N}",
    "ℚ": r"\mathbb{Q}", "ℂ": r"\mathbb{C}", "⁰": "^{0}", "¹": "^{1}", "²": "^{2}", "³": "^{3}", "⁴": "^{4}",
    "⁵": "^{5}", "⁶": "^{6}", "⁷": "^{7}", "⁸": "^{8}", "⁹": "^{9}", "ⁿ": "^{n}", "⁻": "^-", "₀": "_{0}",
    "₁": "_{1}", "₂": "_{2}", "₃": "_{3}", "₄": "_{4}", "₅": "_{5}", "₆": "_{6}", "₇": "_{7}", "₈": "_{8}",
    "₉": "_{9}", "ₙ": "_{n}", "√": r"\sqrt ", "½": r"\frac{1}{2}", "¼": r"\frac{1}{4}", "¾": r"\frac{3}{4}",
    "⅓": r"\frac{1}{3}", "⅔": r"\frac{2}{3}", "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ",
    "⟨": r"\langle ", "⟩": r"\rangle ", "→": r"\to ", "⇒": r"\Rightarrow ", "∠": r"\angle ", "θ": r"\theta ",
    "α": r"\alpha ", "β": r"\beta ", "γ": r"\gamma ", "λ": r"\lambda ", "φ": r"\varphi ", "’": "'", "“": " ",
    "”": " ", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "，": ",", "；": ";", "（": "(", "）": ")",
}  # fmt: skip

_ENVIRONMENTS = r"equation|align|aligned|gather|gathered|displaymath|math|split|center|multline|eqnarray"
_COMMANDS = (
    "frac|dfrac|tfrac|sqrt|text|textbf|mathrm|mathbb|cdot|times|left|right|leq|geq|infty|binom|ldots|boxed|pi|ln|log"
    "|sin|cos|tan|cup|setminus|pm"
)
_REWRITES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?s)^\s*\*\*(.*)\*\*[.\s]*$", r"\1"),  # bold in Markdown
        (r"\\\$\s*(\d(?:[\d.,{}]*\d)?)", r" \1 \\text{ dollars } "),
        (r"(?<![A-Za-z\\])([A-Za-z])\s*\^\s*\{\s*\(\s*([A-Za-z]|\d+)\s*\)\s*\}", r"\1^{\\deriv \2}"),
        (r"`|\\\$|\\(?:label|tag|hspace|vspace|phantom|hphantom)\*?\{[^{}]*\}|\\(?:text)?color\{[^{}]*\}", " "),
        (r"\\+(?=circ|degree|%)", r"\\"),  # a doubled backslash is an escaping error in the writer's JSON
        (rf"(?<!\\)\\\\(?=(?:{_COMMANDS})(?![A-Za-z]))", r"\\"),  # and no row of a matrix begins with the bare word
        (r"^\s*\\(?:therefore|implies|Rightarrow)(?![A-Za-z])", " "),
        (r"\^\s*\{\s*\\(?:circ|degree)\s*\}|\^\s*\\(?:circ|degree)(?![A-Za-z])|\\degree(?![A-Za-z])", "°"),
        (r"\\(?:left|right|middle)(?![A-Za-z])\s*\.?(?=[^0-9])|\\[bB]igg?[lrm]?(?![A-Za-z])", " "),
        (r"(?<![\w.\\])(\d{1,15}(?:\.\d{1,15})?)[eE]([+-]?\d{1,3})(?![\w.^])", r"{\1\\cdot 10^{\2}}"),  # 1e3
        (r"^\s*\d{1,3}(?: \d{3})+\s*$", lambda match: match[0].replace(" ", "")),  # 105 150
        (r"(?<=\d)\\[,!;: ]\s?(?=\d{3}(?!\d))|(?<=\d)(?:\{,\}|\\!,|,\\!)(?=\d{3}(?!\d))", ""),
        (r"(?<=\d),\s+(?=0\d\d(?!\d))", ","),  # 100, 000: no number of a list begins with 0
        (r"\\begin\{cases\}|\\begin\{rcases\}", r" \\begincases "),
        (r"\\end\{r?cases\}", r" \\endcases "),
        (r"\\begin\{(?:[pbB]?matrix|smallmatrix)\}|\\begin\{array\}\s*\{[^{}]*\}", r" \\beginmatrix "),
        (r"\\end\{(?:[pbB]?matrix|smallmatrix|array)\}", r" \\endmatrix "),
        (r"\\begin\{[vV]matrix\}", r" \\begindet "),
        (r"\\end\{[vV]matrix\}", r" \\enddet "),
        (rf"\\(?:begin|end)\{{(?:{_ENVIRONMENTS})\*?\}}", " "),
        (r"\\\\(?:\[[^\]]*\])?", r" \\newrow "),
        (r"\\&", " "),
        (r"&", r" \\amp "),
        (r"\\[\[\]()]|\$|\\[,;:!> ]|~", " "),
        (r"\\(?:quad|qquad|displaystyle|textstyle|limits|nolimits|hfill|newline|nobreak)(?![A-Za-z])", " "),
        (r"\\(?:boxed|fbox|mathbf|mathit|mathsf|boldsymbol|bm|underline|ensuremath|bf|it)(?![A-Za-z])", " "),
        (r"\\[dtc]frac(?![A-Za-z])|\\(?:nice|s)frac(?![A-Za-z])", r"\\frac"),
        (r"\\[dt]binom(?![A-Za-z])", r"\\binom"),
        (r"\\leqslant(?![A-Za-z])|\\leqq?(?![A-Za-z])|<=", r"\\le "),
        (r"\\geqslant(?![A-Za-z])|\\geqq?(?![A-Za-z])|>=", r"\\ge "),
        (r"\\ne(?![A-Za-z])|\\not\s*=|!=", r"\\neq "),
        (r"\\not\s*\\in(?![A-Za-z])", r"\\notin "),
        (r"\\not\s*\\mid(?![A-Za-z])|\\not\s*\|", r"\\nmid "),
        (r"\\lt(?![A-Za-z])", "<"),
        (r"\\gt(?![A-Za-z])", ">"),
        (r"\*\*", "^"),
        (r"\^\s*\{?\s*(?:\\ast(?![A-Za-z])|\*)\s*\}?", r"^\\star "),
        (r"\\(?:times|ast|cdotp)(?![A-Za-z])|\*", r"\\cdot "),
        (r"\\div(?![A-Za-z])|\\slash(?![A-Za-z])", "/"),
        (r"\\(?:dots|cdots|dotsc|dotsb|dotso|dotsm|hdots)(?![A-Za-z])|\.\.\.+|…|⋯", r"\\ldots "),
        (r"\\emptyset(?![A-Za-z])|\\\{\s*\\\}", r"\\varnothing "),
        (r"\\lbrace(?![A-Za-z])", r"\\{"),
        (r"\\rbrace(?![A-Za-z])", r"\\}"),
        (r"\\lbrack(?![A-Za-z])", "["),
        (r"\\rbrack(?![A-Za-z])", "]"),
        (r"\\[lr]?vert(?![A-Za-z])|\\mid(?=\s*$)", "|"),
        (r"\\(?:setminus|smallsetminus|backslash)(?![A-Za-z])", r"\\setminus "),
        (r"\\colon(?![A-Za-z])", ":"),
        (r"\\(?:rightarrow|longrightarrow)(?![A-Za-z])", r"\\to "),
        (r"\\longmapsto(?![A-Za-z])|↦", r"\\mapsto "),
        (r"\\(?:land|wedge)(?![A-Za-z])", r"\\text{ and }"),
        (r"\\(?:lor|vee)(?![A-Za-z])", r"\\text{ or }"),
        (r"\\forall(?![A-Za-z])", r"\\text{ for all }"),
        (r"\\(?:p|b|)mod(?![A-Za-z])", r"\\mod "),
        (r"(?<![A-Za-z\\])mod(?:ulo)?(?![A-Za-z])", r"\\mod "),
        (r"(?i)\bnon[-\s]?(?=negative|zero|positive|empty|constant)", "non"),
        (r"n't(?![A-Za-z])", " not"),
        (r"\\%", "%"),
        (r"\\#|\\_", " "),
    )
)

_SLIP = re.compile(
    r"\\\\(?=(?:[dt]?frac|sqrt|text|pi|leq?|geq?|cdot|ldots|left|right|mathbb|in|infty|pm|boxed)(?![a-z]))"
)
_REPEATING = re.compile(
    r"(?<![\d.])(\d{1,99})\.(\d{0,99})(?:\\overline\s*\{\s*(\d{1,99})\s*\}|\\dot\s*\{?(\d)\}?(?![\d\\]))"
    r"|(?<![\d.])(\d{1,99})\.\((\d{1,99})\)"
)
_TEXT_COMMANDS = r"text|textbf|textit|textrm|textnormal|mathrm|mbox|hbox|operatorname|rm"
_TOKEN = re.compile(
    rf"(?P<textual>\\(?:{_TEXT_COMMANDS})\*?(?![A-Za-z])\s*(?P<brace>\{{)?)"
    r"|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\.\d+|[A-Za-z]+|[^\sA-Za-z]",
    re.DOTALL,
)
_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")
_NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+")

#: Names that people type without the backslash.
_BARE_COMMANDS = {
    "pi": r"\pi", "sqrt": r"\sqrt", "sin": r"\sin", "cos": r"\cos", "tan": r"\tan", "cot": r"\cot",
    "sec": r"\sec", "csc": r"\csc", "ln": r"\ln", "log": r"\log", "exp": r"\exp",
    "arctan": r"\arctan", "arcsin": r"\arcsin", "arccos": r"\arccos", "infinity": r"\infty",
    "infty": r"\infty", "max": r"\max", "min": r"\min", "gcd": r"\gcd", "lcm": r"\lcm", "lg": r"\lg",
    "percent": "%", "maximum": r"\max", "minimum": r"\min",
}  # fmt: skip
_SHORT_WORDS = word_set("no or is if in an as at be by do it of on so to we cm mm km kg mg ml ft hr")


#: Single letters that are units when they are set upright after a number.
_UNIT_LETTERS = frozenset("msgh")


def is_number(token: str) -> bool:
    """Return whether a token is an unsigned decimal number."""
    return _NUMBER.fullmatch(token) is not None


def is_letter(token: str) -> bool:
    """Return whether a token is a single Latin letter."""
    return len(token) == 1 and token.isascii() and token.isalpha()


def is_word(token: str) -> bool:
    """Return whether a token is a word of prose."""
    return token.startswith('"')


def is_grouped(text: str) -> bool:
    """Return whether a text holds ambiguous digits such as ``30,100`` that may be one number or a list.

    ``10,000`` and ``1,234,567`` can only be numbers; a comma inside brackets always separates.
    """
    return any(_is_doubtful(text, match) for match in _THOUSANDS.finditer(text[:MAX_CHARS]))


def tokenize(text: str, join_doubtful: bool = False) -> list[str]:
    """Return the tokens of any text: numbers, letters, commands, punctuation, and words with a leading quote.

    With ``join_doubtful`` ambiguous digits (see `is_grouped`) are one number, otherwise a list.
    """
    for symbol, spelling in _UNICODE.items():
        text = text.replace(symbol, spelling)
    if r"\begin" not in text:
        text = _SLIP.sub(r"\\", text)
    text = _REPEATING.sub(_as_fraction, text)
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    original = text
    text = _THOUSANDS.sub(lambda match: _join_thousands(original, match, join_doubtful), text)
    tokens: list[str] = []
    textual_depth = 0  # open braces since a text command: letters inside them are words
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
        elif textual_depth and token in _UNIT_LETTERS and is_number(_last(tokens)):
            tokens.append('"' + token)
        elif token.isalpha() and token.isupper() and _last(tokens) in (r"\angle", r"\triangle"):
            tokens.extend(token)
        elif token.isascii() and token.isalpha():
            tokens.extend(_letters(token, in_text=textual_depth > 0))
        elif is_number(token):
            tokens.append(token.lstrip("0") if token.isdigit() and token.strip("0") else token)
        else:
            tokens.append(token)
    return tokens


def _last(tokens: list[str]) -> str:
    """Return the last token that is no brace."""
    return next((token for token in reversed(tokens[-3:]) if token not in "{}"), "")


def _as_fraction(match: re.Match[str]) -> str:
    """Return a repeating decimal as a fraction: ``0.1\\overline{6}`` is 15/90."""
    whole = match[1] or match[5]
    fixed = whole + (match[2] or "")
    repeated = match[3] or match[4] or match[6]
    top = int(fixed + repeated) - int(fixed)
    bottom = (10 ** len(repeated) - 1) * 10 ** (len(fixed) - len(whole))
    return rf" \frac{{{top}}}{{{bottom}}} "


def _in_brackets(text: str, match: re.Match[str]) -> bool:
    before = text[: match.start()]
    return any(before.count(opening) > before.count(closing) for opening, closing in ("()", "[]", ("\\{", "\\}")))


def _is_doubtful(text: str, match: re.Match[str]) -> bool:
    groups = match.group().split(",")
    return len(groups) == 2 and not groups[1].startswith("0") and not _in_brackets(text, match)


def _join_thousands(text: str, match: re.Match[str], join_doubtful: bool) -> str:
    """Join ``100,000`` to one number, except inside brackets, where a comma separates the parts of a tuple or set."""
    if _in_brackets(text, match) or (_is_doubtful(text, match) and not join_doubtful):
        return match.group()
    return match.group().replace(",", "")


def _letters(run: str, in_text: bool) -> list[str]:
    """Return the tokens of a run of letters: a word, a function's name, or a product of variables."""
    if len(run) == 1:
        return [run]
    if run.lower() in _BARE_COMMANDS and (run in _BARE_COMMANDS or (run.istitle() and len(run) > 2)):
        return [_BARE_COMMANDS[run.lower()]]
    if in_text or (len(run) > 2 and not _is_product(run)) or run.lower() in _SHORT_WORDS:
        return ['"' + run.lower()]
    return list(run)


def _is_product(run: str) -> bool:
    """Return whether letters are variables side by side: neighbours in the alphabet, as in ``abc``."""
    return any(set(run) <= set(letters) and len(set(run)) == len(run) for letters in ("abcd", "pqrs", "xyz", "kmn"))
