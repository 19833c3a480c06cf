"""``r3gym parse``: what the parser finds in a completion or in final artifacts, one by one or a file of them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rich.markup import escape
from rich.table import Table

from r3gym.cli.batch import run_batch
from r3gym.cli.domain_option import PARSED_BY_DEFAULT, domain_option
from r3gym.cli.numbers import whole
from r3gym.cli.output import AsJson, console, print_json
from r3gym.core.artifact import Artifact
from r3gym.core.contest_size import FEWEST_PROBLEMS, MOST_PROBLEMS
from r3gym.core.domain import Domain
from r3gym.core.domain_name import DomainName
from r3gym.core.known_domains import get_domain
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.verdict import ParsedAnswer
from r3gym.errors import InputError
from r3gym.parsing import parse_completion

SettingName = Literal["tool_free", "agentic"]
ParseMode = Literal["single", "contest"]
#: A hostile text has many thousands.
MOST_CANDIDATES = 50


class ParseRow(BaseModel):
    """One row of a batch: a text, or the solution files of an agentic code run."""

    model_config = ConfigDict(extra="ignore")

    domain: DomainName
    setting: SettingName
    mode: ParseMode
    problems: int = Field(default=PROBLEMS_PER_CONTEST, ge=FEWEST_PROBLEMS, le=MOST_PROBLEMS)
    text: str | None = None
    files: dict[str, str | None] | None = None


def parse(
    source: Annotated[
        Path | None, typer.Argument(help="A completion or an answer file, - for stdin; a folder of solution_X.cpp.")
    ] = None,
    domain: Annotated[str, domain_option("Domain whose answer format applies.")] = PARSED_BY_DEFAULT,
    setting: Annotated[str, typer.Option(help="tool_free (a completion) or agentic (final artifacts).")] = "tool_free",
    mode: Annotated[str, typer.Option(help="single or contest.")] = "contest",
    problems: Annotated[
        int, typer.Option(parser=whole(1, MOST_PROBLEMS), help="Problems of the contest.")
    ] = PROBLEMS_PER_CONTEST,
    batch: Annotated[
        Path | None,
        typer.Option(help='JSONL of {"id","domain","setting","mode","text" or "files"}, "problems" unless 6.'),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what the parser finds for each problem: answered, missing, malformed or unparsable.

    The choice is explained: how many candidates there are, and why this one counts. With --batch every row of the file
    becomes a row {"id", "problems": [{"label", "state", "answer"}]} on stdout, with "why" and "candidates" where there
    are any.
    """
    if (batch is None) == (source is None):
        raise InputError("give either a file to parse or --batch FILE.jsonl")
    if batch is not None:
        run_batch(batch, lambda value: {"problems": _parse_row(value)}, sys.stdout)
        return
    assert source is not None
    value: dict[str, Any] = {"domain": domain, "setting": setting, "mode": mode, "problems": problems}
    row = _checked(value | _content(source, get_domain(domain), setting))
    found = parse_row(row)
    if as_json:
        print_json(_plain(found))
        return
    table = Table("problem", "state", "answer", "candidates", "why")
    for answer in found:
        shown = answer.answer.splitlines() if answer.answer else [answer.detail]
        first = shown[0][:80] + (" ..." if len(shown) > 1 else "")
        why = answer.why if answer.answer else ""
        table.add_row(answer.label, answer.state.value, escape(first), str(len(answer.candidates)), escape(why))
    console.print(table)


def parse_row(row: ParseRow) -> tuple[ParsedAnswer, ...]:
    """Parse a row with the parser of its domain, setting and mode."""
    domain = get_domain(row.domain)
    labels = domain.labels(1 if row.mode == "single" else row.problems)
    if row.setting == "tool_free":
        if row.files is not None:
            raise InputError('"files" belongs to agentic code; a tool-free row has "text"')
        return parse_completion(row.text, domain, labels)
    if domain.shares_artifact:
        return _from_files(domain, labels, {labels[0]: row.text})
    if row.files is None:
        raise InputError(f'agentic {domain.name} needs "files": {{label: text or null}}')
    if row.mode == "single":  # whichever problem of the contest it is
        if len(row.files) > 1:
            raise InputError(f'"files" has {len(row.files)} labels ({", ".join(row.files)}); a single problem has one')
        labels = tuple(row.files) or labels
    unknown = sorted(set(row.files) - set(labels))
    if unknown:
        raise InputError(f'"files" has the label {unknown[0]!r}; a {domain.name} contest has {", ".join(labels)}')
    return _from_files(domain, labels, row.files)


def _from_files(domain: Domain, labels: tuple[str, ...], files: Mapping[str, str | None]) -> tuple[ParsedAnswer, ...]:
    """Return what the domain's parser finds in these final files, given by label."""
    absent = {path: Artifact(None) for path in domain.artifact_paths(labels)}
    given = {domain.artifact(label): Artifact(_bytes(text)) for label, text in files.items()}
    return domain.parse_artifacts(absent | given, labels)


def _bytes(text: str | None) -> bytes | None:
    """Return the bytes of a text; lone surrogates become the invalid UTF-8 bytes that they represent."""
    return None if text is None else text.encode("utf-8", errors="surrogatepass")


def _parse_row(value: dict[str, Any]) -> list[dict[str, Any]]:
    return _plain(parse_row(_checked(value)))


def _plain(found: tuple[ParsedAnswer, ...]) -> list[dict[str, Any]]:
    return [_plain_answer(answer) for answer in found]


def _plain_answer(answer: ParsedAnswer) -> dict[str, Any]:
    """Return an answer as a row; what explains the choice is there only where there is something to explain."""
    plain: dict[str, Any] = {
        "label": answer.label,
        "state": answer.state.value,
        "answer": answer.answer,
        "detail": answer.detail,
    }
    if answer.why:
        plain["why"] = answer.why
    if answer.candidates:
        plain["candidates"] = [
            {"answer": one.answer, "line": one.line, "note": one.note} for one in answer.candidates[:MOST_CANDIDATES]
        ]
    if answer.duplicate:
        plain["duplicate"] = True
    return plain


def _checked(value: dict[str, Any]) -> ParseRow:
    try:
        return ParseRow.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        given = "" if first["type"] == "missing" else f" is {first['input']!r:.60}"
        raise InputError(f'"{where}"{given}: {first["msg"]}') from None


def _content(source: Path, domain: Domain, setting: str) -> dict[str, Any]:
    """Return the text of a file or of stdin, or the solution files of a folder."""
    if setting == "agentic" and not domain.shares_artifact:
        files = {label: source / Path(domain.artifact(label)).name for label in domain.labels()}
        if not source.is_dir():
            first, *_, last = (path.name for path in files.values())
            raise InputError(f"{source}: agentic {domain.name} is a folder of {first} to {last}")
        return {"files": {label: _read(path) if path.is_file() else None for label, path in files.items()}}
    if str(source) == "-":
        return {"text": sys.stdin.buffer.read().decode("utf-8", errors="surrogateescape")}
    if not source.exists() and setting == "agentic":
        return {"text": None}
    return {"text": _read(source)}


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", errors="surrogateescape")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
