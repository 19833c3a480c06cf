"""The solution files of a code contest: one complete program per problem."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from r3gym.core.verdict import ParsedAnswer, ParseState

_NO_ANSWER = re.compile(r"[\W_]*+(?:missing|no[\W_]++answer)[\W_]*+", re.IGNORECASE)
_MAIN = re.compile(r"\bmain\s*\(")
#: Comments and literals, which may mention a main function without defining one.
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'", re.DOTALL)


def parse_code_files(files: Mapping[str, bytes | None], labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    """Parse one program per label, in the order of the labels; ``files`` maps labels to contents.

    An absent file (no entry, or None) and a file that only says ``MISSING`` or ``No answer`` are missing; bytes that
    are not UTF-8 and a text without a ``main`` function are unparsable. The program is stripped, otherwise unchanged.
    """
    return tuple(_parse(label, files.get(label)) for label in labels)


def _parse(label: str, content: bytes | None) -> ParsedAnswer:
    if content is None:
        return ParsedAnswer(label, ParseState.MISSING, detail="there is no solution file")
    try:
        program = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ParsedAnswer(label, ParseState.UNPARSABLE, detail="the solution file is not valid UTF-8")
    return parse_program(label, program)


def parse_program(label: str, text: str) -> ParsedAnswer:
    """Parse and strip a C++ program: missing if it is the no-answer marker, unparsable without a main function."""
    program = text.strip()
    if says_no_answer(program):
        return ParsedAnswer(label, ParseState.MISSING, detail="the answer says that there is none", declined=True)
    if not has_main(program):
        return ParsedAnswer(label, ParseState.UNPARSABLE, detail="no complete program: there is no main function")
    return ParsedAnswer(label, ParseState.ANSWERED, program)


def says_no_answer(text: str) -> bool:
    """Return whether a text is the explicit no-answer marker (``MISSING`` or ``No answer``), with any markup around it.

    >>> says_no_answer("**MISSING**"), says_no_answer("// missing semicolon"), says_no_answer("")
    (True, False, False)
    """
    return _NO_ANSWER.fullmatch(text) is not None


def has_main(program: str) -> bool:
    """Check whether a C++ text has a main function outside comments and literals.

    >>> has_main("int main() {}"), has_main("// int main() {}")
    (True, False)
    """
    # Raw strings have their own grammar, which is not parsed here: search the whole text instead.
    code = program if 'R"' in program else _NOT_CODE.sub(" ", program)
    return _MAIN.search(code) is not None


def braces_balance(program: str) -> bool:
    """Check whether every brace of a C++ text is closed, outside comments and literals: a text cut inside is not.

    >>> braces_balance("int main() { if (x) {} }"), braces_balance("int main() { if (x) {")
    (True, False)
    """
    code = program if 'R"' in program else _NOT_CODE.sub(" ", program)
    return code.count("{") == code.count("}") > 0
