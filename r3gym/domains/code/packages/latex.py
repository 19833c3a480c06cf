"""LaTeX problem statements as readable text: headings, lists, quotes and emphasis in Markdown, formulas unchanged.

This reads the LaTeX of problem statements; it does not typeset. Formulas are copied unchanged (between dollar signs),
an unknown command is removed but its arguments are kept, and no input raises an error. A picture is replaced by its
name, so that readers know that it is missing; a figure's caption is kept, since authors explain samples there.
"""

from __future__ import annotations

import re
import unicodedata

from r3gym.domains.code.packages import latex_tables as words
from r3gym.domains.code.packages.latex_source import LatexReader, expand_macros, without_comments

#: Marks indentation that `_normalise_spacing` must keep.
_HOLD = "\ue000"

#: Marks the start of a list item, which follows the previous item without a blank line.
_ITEM = "\ue001"

_PLAIN = re.compile(r"[^\\${}~`'\-&]+")
_FORMULA = re.compile(r"\$\$(?:\\.|[^\\$])*\$\$|\$(?:\\.|[^\\$])*\$", re.S)
_COMMAND = re.compile(r"\\([A-Za-z]+|.|$)", re.S)
_DEEPEST = 40

#: The open lists around a piece of text, outermost first; each is a list that holds its counter (-1: bullets).
Lists = tuple[list[int], ...]


def latex_title(source: str) -> str | None:
    r"""Return the argument of \problemname as text, or None."""
    text = without_comments(source)
    match = re.search(r"\\problemname\s*(?=\{)", text)
    if match is None:
        return None
    return " ".join(latex_to_text(LatexReader(text, match.end()).take()).split()) or None


def latex_to_text(source: str) -> str:
    r"""Return the statement as text, without its title.

    >>> latex_to_text(r"\section*{Input} Print ``\texttt{no}'' if $a~<~b$. % why?")
    '## Input\n\nPrint “`no`” if $a~<~b$.'
    """
    text = without_comments(source)
    body = re.search(r"\\begin\{document\}(.*?)\\end\{document\}", text, re.S)
    text = re.sub(r"~?\\(?:eq|page)?ref\{[^}]*\}", "", body.group(1) if body else text)
    return _normalise_spacing(_render(expand_macros(text)))


def _render(text: str, depth: int = 0, lists: Lists = ()) -> str:
    """Return the text of a piece of LaTeX; nesting beyond `_DEEPEST` is left unchanged."""
    if depth > _DEEPEST:
        return text
    reader = LatexReader(text)
    out: list[str] = []
    while reader.at < len(text):
        char = text[reader.at]
        if match := _PLAIN.match(text, reader.at):
            out.append(match.group())
            reader.at = match.end()
        elif char == "\\":
            out.append(_command(reader, depth, lists))
        elif char == "$":
            out.append(_formula(reader))
        elif char == "{":
            out.append(_group(reader.take(), depth, lists))
        else:
            out.append(_character(reader))
    return "".join(out)


def _group(inside: str, depth: int, lists: Lists) -> str:
    """Render a braced group; a font switch at its start applies to all of it."""
    match = re.match(r"\s*\\([A-Za-z]+)\s*", inside)
    if match is None or match.group(1) not in words.SWITCHES:
        return _render(inside, depth + 1, lists)
    mark = words.SWITCHES[match.group(1)]
    return f"{mark}{_render(inside[match.end() :], depth + 1, lists).strip()}{mark}"


def _character(reader: LatexReader) -> str:
    for source, result in (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")):
        if reader.text.startswith(source, reader.at):
            reader.at += len(source)
            return result
    char = reader.text[reader.at]
    reader.at += 1
    return {"~": " ", "`": "‘", "}": "", "&": " | "}.get(char, char)


def _formula(reader: LatexReader) -> str:
    """Return a formula between dollar signs unchanged; a single dollar sign is kept as text."""
    match = _FORMULA.match(reader.text, reader.at)
    reader.at = match.end() if match else reader.at + 1
    return match.group() if match else "$"


def _command(reader: LatexReader, depth: int, lists: Lists) -> str:
    match = _COMMAND.match(reader.text, reader.at)
    assert match is not None  # a backslash always matches, also at the end of the text
    name, reader.at = match.group(1), match.end()
    following = reader.text[reader.at : reader.at + 1]
    if name == "[":
        return f"$${reader.until(chr(92) + ']')}$$"
    if name == "(":
        return f"${reader.until(chr(92) + ')')}$"
    if name == "begin":
        return _environment(reader, depth, lists)
    if name == "item":
        return _item(reader, depth, lists)
    if name == "verb" and following:
        reader.at += 1
        return f"`{reader.until(following)}`"
    if name in words.ACCENTS and (not name.isalpha() or following in ("{", " ")):
        base = _render(reader.take(), depth + 1).replace("ı", "i")
        return unicodedata.normalize("NFC", base[:1] + words.ACCENTS[name] + base[1:]) if base else ""
    if name == "\\":
        reader.skip_options()
        return "\n"
    if not name.isalpha():
        return words.SPACING.get(name, name)
    if name in words.SYMBOLS:
        reader.skip_space_after_name()
        return words.SYMBOLS[name]
    return _named(reader, name, depth, lists)


def _named(reader: LatexReader, name: str, depth: int, lists: Lists) -> str:
    """Render a command with arguments: formatted, dropped, or (when unknown) only its name dropped."""
    reader.skip_options()
    if name in words.WRAPPED:
        before, after = words.WRAPPED[name]
        inside = _render(reader.take(), depth + 1, lists).strip()
        return f"{before}{inside}{after}" if inside else ""
    if name in words.DROPPED:
        for _ in range(words.DROPPED[name]):
            reader.take()
        return ""
    if name in words.PICTURES:
        at, count = words.PICTURES[name]
        file = [reader.take() for _ in range(count)][at].strip()
        return f"\n\n(Image: {file})\n\n" if file else ""
    if name in words.KEEP_LAST:
        for _ in range(words.KEEP_LAST[name]):
            reader.take()
        return _render(reader.take(), depth + 1, lists)
    reader.skip_space_after_name()
    return ""


def _item(reader: LatexReader, depth: int, lists: Lists) -> str:
    label = reader.option()
    reader.skip_blank()
    lead = _ITEM + _HOLD * 2 * (len(lists) - 1)
    if label:
        return f"{lead}- {_render(label, depth + 1)} "
    if lists and lists[-1][0] >= 0:
        lists[-1][0] += 1
        return f"{lead}{lists[-1][0]}. "
    return f"{lead}- "


def _environment(reader: LatexReader, depth: int, lists: Lists) -> str:
    name = reader.take().strip()
    kind = name.rstrip("*")
    if kind in words.MATH_ENVIRONMENTS:
        return f"\n\n$${reader.environment(name).strip()}$$\n\n"
    if kind in words.VERBATIM_ENVIRONMENTS:
        inside = re.sub(r"\A(\[[^\]\n]*\])?(\{[^}\n]*\})?[ \t]*\n", "", reader.environment(name)).rstrip()
        lines = (_HOLD * (len(line) - len(line.lstrip())) + line.strip() for line in inside.split("\n"))
        return "\n\n```\n" + "\n".join(lines) + "\n```\n\n"
    content = LatexReader(reader.environment(name))
    content.skip_options()
    for _ in range(words.ENVIRONMENT_ARGUMENTS.get(kind, 0)):
        content.take()
    inside = content.text[content.at :]
    if kind in words.PICTURE_ENVIRONMENTS:
        return ""
    if kind in words.BULLET_ENVIRONMENTS | words.NUMBER_ENVIRONMENTS:
        counter = [0 if kind in words.NUMBER_ENVIRONMENTS else -1]
        items = _render(inside.strip(), depth + 1, (*lists, counter))
        return f"{items}\n" if lists else f"\n\n{items.removeprefix(_ITEM)}\n\n"
    heading = f"## {kind}\n\n" if kind in words.PART_ENVIRONMENTS else ""
    return f"\n\n{heading}{_render(inside, depth + 1, lists)}\n\n"


def _normalise_spacing(text: str) -> str:
    """Normalise spacing: no indentation left over from the source, no trailing blanks, single blank lines."""
    lines = (re.sub(r"[ \t]+", " ", line).strip() for line in text.split("\n"))
    joined = re.sub(rf"[ \n]*{_ITEM}", "\n", "\n".join(lines))
    joined = re.sub(r"\n{3,}", "\n\n", joined).strip()
    return joined.replace(_HOLD, " ")
