"""A package's problem statement as text: choice of the file, and conversion of Markdown and LaTeX."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from r3gym.domains.code.packages.config import ProblemConfig
from r3gym.domains.code.packages.constants import fill_constants
from r3gym.domains.code.packages.latex import latex_title, latex_to_text
from r3gym.domains.code.packages.model import PackageError
from r3gym.domains.code.packages.natural_order import natural_key

#: Folders of statements: the draft's, then the legacy one.
_FOLDERS = ("statement", "problem_statement")


@dataclass(frozen=True)
class PackageStatement:
    """The text of a statement, and the title that it states itself, or None."""

    text: str
    title: str | None


def read_statement(folder: Path, config: ProblemConfig, language: str = "en") -> PackageStatement:
    """Read the statement in ``language`` if there is one, else in the first language; Markdown before LaTeX."""
    return statement_text(statement_path(folder, language), config)


def statement_text(path: Path, config: ProblemConfig) -> PackageStatement:
    """Convert a statement file to text; raise `PackageError` if it is empty."""
    source = with_constants(read_source(path), config)
    statement = (
        PackageStatement(latex_to_text(source), latex_title(source))
        if path.suffix.lower() == ".tex"
        else PackageStatement(markdown_to_text(source), None)
    )
    if not statement.text:
        raise PackageError(path, "the statement is empty", "write the problem there")
    return statement


def read_source(path: Path) -> str:
    """Return the text of a statement file."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # old packages; any byte can be decoded


def with_constants(source: str, config: ProblemConfig) -> str:
    """Return the statement with the names of the package's constants replaced by their values."""
    return fill_constants(source, config.constants)


def statement_path(folder: Path, language: str = "en") -> Path:
    """Return the file that `read_statement` reads; raise `PackageError` if there is none."""
    found: list[tuple[bool, bool, bool, tuple[object, ...], Path]] = []
    for name in _FOLDERS:
        for path in (folder / name).glob("problem*"):
            match = re.fullmatch(r"problem(?:\.([A-Za-z]{2,3}(?:[-_][A-Za-z]+)?))?\.(md|tex)", path.name)
            if match and path.is_file():
                other = (match.group(1) or language) != language
                found.append((other, match.group(1) is None, match.group(2) == "tex", natural_key(path.name), path))
    if not found:
        where = " or ".join(f"{name}/problem.{language}.md|tex" for name in _FOLDERS)
        raise PackageError(folder, "no problem statement", f"add {where}")
    return min(found)[-1]


def markdown_to_text(source: str) -> str:
    """Remove comments and sample placeholders from Markdown, and replace pictures by their names."""
    text = source.replace("\r\n", "\n")
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"!\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)(?:\{[^}\n]*\})?", _picture, text)
    text = re.sub(r"""<img\b[^>]*?(?:\bsrc\s*=\s*["']?()([^"'\s>]*)[^>]*)?>""", _picture, text, flags=re.I)
    text = re.sub(r"\{\{\s*(?:nextsample|remainingsamples)\s*\}\}", "", text)
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _picture(found: re.Match[str]) -> str:
    """Return the caption and file name of a picture, so that readers of the text know that it exists."""
    named = ": ".join(part for part in (found.group(2), found.group(1)) if part)
    return f"(Image: {named})" if named else ""
