"""Write the table of docs/accounting.md from ``r3gym/shell/tools.toml``, which is what the accounting reads.

Run: ``make accounting-table``. With ``--check`` nothing is written; exit status 1 when the page is not current.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "r3gym" / "shell" / "tools.toml"
PAGE = ROOT / "docs" / "accounting.md"
BEGIN, END = "<!-- table: made by `make accounting-table` -->", "<!-- end of table -->"

_OPERANDS = {
    "none": "no operands",
    "one": "at most one operand",
    "workspace": "files of the workspace",
    "find": "`-name -iname -path -type -maxdepth -mindepth -empty -not -o -print`",
    "file_test": "one question about one file (`-f x`, `! -s x`)",
    "printf": "a literal format",
    "text": "any words",
    "seconds": "a number of seconds",
    "symbolic_link": "with `-s`, in the workspace",
    "mode_and_files": "a mode, files of the workspace",
    "copy_of_bytes": "`if= of= bs= status=`",
    "date_format": "a format",
    "export": "`NAME` or `NAME=literal`",
    "names": "names",
    "shell_options": "`-euxv`, `-o pipefail` and the like",
    "mask": "a mask",
    "status": "a status",
}


def table(data: dict[str, Any]) -> str:
    """Return the tables in Markdown."""
    lines = [
        "| words | free in this form | counted otherwise, because | the paper's row |",
        "| --- | --- | --- | --- |",
    ]
    for tool in data["free"]:
        lines.append(f"| {_words(tool['names'])} | {_form(tool)} | {_cell(tool.get('why', ''))} | {tool['row']} |")
    versions = "; ".join(f"{_words(row['names'])} with {_words(row['words'])}" for row in data["version"])
    lines += ["", f"Asking a program for its version is free: {versions}.", ""]
    lines.append(f"Variables that may stand before a free tool: {_words(data['environment'])}.")
    lines += ["", "| counted words (every other word counts too) | the paper's row |", "| --- | --- |"]
    lines += [f"| {_words(row['names'])} | {row['row']} |" for row in data["counted"]]
    lines += ["", "| blocked words | the paper's row |", "| --- | --- |"]
    lines.append(f"| {_words(data['blocked']['judge'])} (patterns of the program's name) | blocked command |")
    lines.append(f"| {_words(data['blocked']['network'])} | blocked command |")
    return "\n".join(lines)


def _words(names: Any) -> str:
    return " ".join(f"`{_cell(name)}`" for name in names)


def _form(tool: dict[str, Any]) -> str:
    parts = []
    if tool.get("flags"):
        parts.append(f"`-{tool['flags']}`")
    parts += [
        f"`-{letter} {'FILE' if form == 'workspace' else _cell(form)}`"
        for letter, form in tool.get("takes", {}).items()
    ]
    if tool.get("number"):
        parts.append("`-N`")
    names = [text.partition("=")[0].rstrip("?") for text in tool.get("long", ())]
    parts += [f"`--{name}`" for name in names]
    operands = _OPERANDS.get(tool.get("operands", ""), "")
    return ", ".join([*parts, *([operands] if operands else [])])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def page(text: str) -> str:
    """Return the page with its tables made anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table(tomllib.loads(TOOLS.read_text('utf-8')))}\n\n{END}{after}"


def main() -> int:
    old = PAGE.read_text("utf-8")
    new = page(old)
    if "--check" in sys.argv[1:]:
        return int(old != new)
    PAGE.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
