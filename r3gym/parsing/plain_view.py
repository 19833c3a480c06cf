"""A text as the heading patterns see it: the same length, with look-alike signs replaced by their plain forms.

Positions in the view are positions in the text, so what is found in one can be cut out of the other.
"""

from __future__ import annotations

_PLAIN = {0xFF01 + i: chr(0x21 + i) for i in range(94)}  # full-width digits, letters, brackets, colons
_PLAIN |= {ord(sign): " " for sign in "\u00a0\u2007\u202f\u3000\u2002\u2003\u2009\u200b\ufeff"}
_PLAIN |= {ord("："): ":", ord("．"): ".", ord("﹕"): ":", ord("∶"): ":"}
_RETURN_IS_BLANK = _PLAIN | {ord("\r"): " "}
_RETURN_IS_NEWLINE = _PLAIN | {ord("\r"): "\n"}


def plain_view(text: str) -> str:
    r"""Return a text of the same length with ASCII forms of full-width signs, and line feeds as its only line ends.

    >>> plain_view("Problem\u3000\uff12\uff1a x\r\n")
    'Problem 2: x \n'
    """
    if text.isascii() and "\r" not in text:
        return text
    return text.translate(_RETURN_IS_BLANK if "\n" in text else _RETURN_IS_NEWLINE)
