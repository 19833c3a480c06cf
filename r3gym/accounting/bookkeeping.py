"""Bookkeeping words in a longer command: they take effect in order.

``focus_problem B && python3 x.py`` focuses B and then runs the program. A command is divided at its bookkeeping words
into steps. A word in a pipe, a loop, a condition or a subshell has no place in that order, and refuses the command
before anything of it runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from r3gym.core.actions import HELPER_WORDS, Action, Verb
from r3gym.shell.tree import AndOr, Heredoc, Pipeline, Sequence, SimpleCommand, Substitution, Word


@dataclass(frozen=True)
class HelperStep:
    """A bookkeeping word as an action. ``joined``: it happens only if the step before it succeeded (``&&``)."""

    action: Action
    joined: bool


@dataclass(frozen=True)
class ShellStep:
    """A part between bookkeeping words: its text and its tree."""

    text: str
    program: Sequence
    joined: bool
    start: int = 0


Step = HelperStep | ShellStep


class MisplacedHelper(Exception):
    """A bookkeeping word that cannot take effect where it stands; ``rule`` is the block's (`block_reason`)."""

    def __init__(self, word: str, rule: str = "helper") -> None:
        super().__init__(word)
        self.word, self.rule = word, rule


class _Piece(NamedTuple):
    """One pipeline of the outermost list, and whether ``&&`` joins it to the one before."""

    pipeline: Pipeline
    item: AndOr
    joined: bool
    helper: Action | None


def divide(program: Sequence, text: str) -> tuple[Step, ...]:
    """Divide a command at its bookkeeping words; raise `MisplacedHelper` when one of them is out of place.

    >>> from r3gym.shell.parsing import parse
    >>> command = "focus_problem B && python3 x.py"
    >>> first, second = divide(parse(command), command)
    >>> first.action.problem, second.text
    ('B', 'python3 x.py')
    """
    pieces = [piece for item in program.items for piece in _pieces(item, text)]
    steps: list[Step] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        if piece.helper is not None:
            steps.append(HelperStep(piece.helper, piece.joined))
            at += 1
            continue
        end = at
        while end < len(pieces) and pieces[end].helper is None:
            end += 1
        steps.append(_shell_step(pieces[at:end], pieces[end] if end < len(pieces) else None, text))
        at = end
    return tuple(steps)


def _pieces(item: AndOr, text: str) -> list[_Piece]:
    """Return the pipelines of a list; one without bookkeeping words stays whole, as a single piece."""
    helpers = [_helper(pipeline, text) for pipeline in item.pipelines]
    if not any(helpers):
        return [_Piece(item.pipelines[0], item, False, None)]
    named = next(action for action in helpers if action is not None)
    word = _word_of(named)
    if item.background or "||" in item.operators:
        raise MisplacedHelper(word)
    return [
        _Piece(
            pipeline,
            AndOr((pipeline,), (), False, _start(pipeline), _end(pipeline)),
            bool(number),
            helpers[number],
        )
        for number, pipeline in enumerate(item.pipelines)
    ]


def _helper(pipeline: Pipeline, text: str) -> Action | None:
    command = pipeline.commands[0]
    if len(pipeline.commands) > 1 or not isinstance(command, SimpleCommand) or not command.words:
        return None
    name = command.words[0].text
    verb = HELPER_WORDS.get(name or "")
    if verb is None or name is None:
        return None
    words = command.words[1:]
    silenced = all(r.operator in (">", ">&", "&>") for r in command.redirections)
    if pipeline.negated or command.assignments or not silenced:
        raise MisplacedHelper(name)
    if any(isinstance(part, Substitution) for word in words for part in word.parts):  # nothing in it is computed
        raise MisplacedHelper(name)
    if verb is Verb.FINISH:
        raise MisplacedHelper(name, "helper_alone")
    problem = words[0].text if words and verb is not Verb.STATUS else ""
    if problem is None:
        raise MisplacedHelper(name)
    return Action(verb, problem, "" if verb in (Verb.FOCUS, Verb.STATUS) else _typed(words[1:], text))


def _typed(words: tuple[Word, ...], text: str) -> str:
    """Return words as they were typed: contestants type LaTeX, whose backslashes a shell would remove."""
    if not words:
        return ""
    if len(words) == 1 and words[0].text is not None and text[words[0].start] in "'\"":
        return words[0].text
    return text[words[0].start : words[-1].end]


def _shell_step(pieces: list[_Piece], following: _Piece | None, text: str) -> ShellStep:
    """Return the step of adjoining pieces; its text ends where the next bookkeeping word begins."""
    start = pieces[0].item.start
    end = len(text)
    if following is not None:
        end = following.item.start
        if any(_heredoc_after(piece.item, end) for piece in pieces):
            word = _word_of(following.helper or Action(Verb.STATUS))
            raise MisplacedHelper(word)
    items: list[AndOr] = []
    for piece in pieces:
        joined = piece.joined and bool(items)
        if joined:
            last = items.pop()
            items.append(
                AndOr(
                    (*last.pipelines, *piece.item.pipelines),
                    (*last.operators, "&&"),
                    piece.item.background,
                    last.start,
                    piece.item.end,
                )
            )
        else:
            items.append(piece.item)
    raw = text[start:end].rstrip(" \t\n;&") if following is not None else text[start:end]
    return ShellStep(raw, Sequence(tuple(items)), pieces[0].joined, start)


def _heredoc_after(item: AndOr, place: int) -> bool:
    return any(
        isinstance(r.target, Heredoc) and r.operator == "<<" and r.target.word.start > place
        for pipeline in item.pipelines
        for command in pipeline.commands
        if isinstance(command, SimpleCommand)
        for r in command.redirections
    )


def _start(pipeline: Pipeline) -> int:
    return pipeline.commands[0].start


def _end(pipeline: Pipeline) -> int:
    return pipeline.commands[-1].end


def _word_of(action: Action) -> str:
    return next(word for word, verb in HELPER_WORDS.items() if verb is action.verb)
