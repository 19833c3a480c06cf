"""The headings of the paper: section, subsection and paragraph, as its source has them.

``paper_headings.txt`` is the committed list, one heading a line, indented under the one that holds it; it is written by
``python tests/docs/paper_headings.py PAPER.TEX``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LIST = Path(__file__).with_name("paper_headings.txt")
_COMMAND = re.compile(r"\\(section|subsection|paragraph)\{((?:[^{}]|\{[^{}]*\})*)\}|\\(appendix)\b")
_DEPTH = {"section": 0, "subsection": 1, "paragraph": 2}


def read_headings(source: str) -> list[str]:
    """The headings of a LaTeX source, indented by depth; ``(appendix)`` stands where the appendices begin.

    >>> read_headings(r"\\section{A} x \\appendix \\section{B\\n C} \\paragraph{D.} ")
    ['A', '(appendix)', 'B C', '        D']
    """
    body = source.partition(r"\begin{document}")[2] or source
    found = []
    for kind, title, appendix in _COMMAND.findall(body):
        words = " ".join(re.sub(r"\\bench\{\}", "R³-Bench", title).split()).removesuffix(".")
        found.append("(appendix)" if appendix else "    " * _DEPTH[kind] + words)
    return found


if __name__ == "__main__":
    LIST.write_text("\n".join(read_headings(Path(sys.argv[1]).read_text("utf-8"))) + "\n", "utf-8")
