"""JSON texts that carry their own checksum: the last field, over all that stands before it.

A sealed text is still one JSON object for every other tool. Both forms are fixed to the byte, so that any changed bit
is found: in the content the checksum differs, and in the seal itself the text has none and an unknown field. Texts
without a seal are older than seals, and are read as they are.
"""

from __future__ import annotations

from r3gym.errors import InputError
from r3gym.utils.hashing import hash_bytes

#: The name of the field.
FIELD = "checksum"
_DIGITS = 16
_LINE = (b',"checksum":"', b'"}')
_FILE = (b',\n"checksum": "', b'"\n}\n')


class ChecksumError(InputError):
    """A text that is not the one that was written; the message says so, without the name of the file."""


def seal_line(line: bytes) -> bytes:
    """Return the line of a JSON object with its checksum; neither has a line end.

    >>> seal_line(b'{"a":1}')
    b'{"a":1,"checksum":"015abd7f5cc57a2d"}'
    """
    return _seal(line, b"}", _LINE)


def unseal_line(line: bytes) -> tuple[bytes, bool]:
    """Return the line without its checksum, and whether it had one; raise `ChecksumError` when it is wrong."""
    return _unseal(line, b"}", _LINE)


def seal_text(text: str) -> str:
    """Return the text of a file, a JSON object over several lines, with its checksum."""
    return _seal(_encoded(text), b"\n}\n", _FILE).decode("utf-8")


def unseal_text(data: bytes) -> tuple[bytes, bool]:
    """Return the bytes of a file without its checksum, and whether it had one; raise `ChecksumError` when wrong."""
    return _unseal(data, b"\n}\n", _FILE)


def checksum(data: bytes) -> str:
    """Return the first 64 bits of the SHA-256 hash in hexadecimal."""
    return hash_bytes(data)[:_DIGITS]


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", errors="backslashreplace")


def _seal(data: bytes, end: bytes, form: tuple[bytes, bytes]) -> bytes:
    if not data.endswith(end):
        raise ValueError(f"a sealed text is a JSON object that ends in {end!r}")
    return data[: -len(end)] + form[0] + checksum(data).encode() + form[1]


def _unseal(data: bytes, end: bytes, form: tuple[bytes, bytes]) -> tuple[bytes, bool]:
    before, after = form
    start = len(data) - len(before) - _DIGITS - len(after)
    if start < 0 or not data.endswith(after) or data[start : start + len(before)] != before:
        return data, False
    found, content = data[start + len(before) : -len(after)], data[:start] + end
    if checksum(content).encode() != found:
        raise ChecksumError("the checksum does not fit: it was changed after it was written (a flipped bit, an edit)")
    return content, True
